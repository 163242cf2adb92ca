"""`rulewright games`: nothing in, the games with their players, options and variants out."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .common import json_argument, lang_argument, text_in
from .drawing import runs, table, wrap
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.dsl.pipeline import GameInfo


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    lang_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    import rulewright

    found = rulewright.games()
    if args.json:
        print_json([_data(info) for info in found])
        return 0
    style = style_of()
    for line in listing(found, args.lang, style):
        print(line)
    return 0


def _data(info: GameInfo) -> dict[str, Any]:
    made = asdict(info)
    made["variant_texts"] = _variants(info)
    # Where a game lies on this machine is nobody's business but ours.
    del made["folder"]
    return made


def listing(found: list[GameInfo], lang: str, style: Style) -> list[str]:
    """Return the games as lines: a table, then what can be set for each."""
    rows = [[info.id, text_in(info.title, lang, info.id), runs(info.players)] for info in found]
    lines = table(["game", "title", "players"], rows, style)
    for info in found:
        set_up = _settings(info, lang, style)
        if set_up:
            lines += ["", style.paint(info.id, "strong"), *set_up]
    return lines


def _settings(info: GameInfo, lang: str, style: Style) -> list[str]:
    lines = []
    for key, option in info.options.items():
        choices = option.get("choices")
        if choices:
            allowed = ", ".join(map(str, choices))
        elif option.get("type") == "int":
            allowed = f"{option.get('min')} to {option.get('max')}"
        else:
            allowed = "true, false"
        default = option.get("default")
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        said = text_in(option.get("text") or {}, lang) or text_in(option.get("name") or {}, lang)
        lines += wrap(f"--option {key}={shown}  ({allowed})", style.width, "  ", "      ")
        if said:
            lines += wrap(said, style.width, "      ")
    for name, texts in _variants(info).items():
        title = text_in(texts["title"], lang)
        shown = f"--variant {name}  ({title})" if title else f"--variant {name}"
        lines += wrap(shown, style.width, "  ", "      ")
        said = text_in(texts["description"], lang)
        lines += wrap(said, style.width, "      ") if said else []
    return lines


def _variants(info: GameInfo) -> dict[str, dict[str, dict[str, str]]]:
    """Title and description of a game's variants, by id."""
    from pathlib import Path

    from rulewright.dsl.variants import variant_texts

    return variant_texts(Path(info.folder)) if info.variants else {}
