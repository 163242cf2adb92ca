"""`rulewright diff`: a game and variants in, what they change in words, with both places, out."""

from __future__ import annotations

import argparse
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from .common import json_argument, known_game, lang_argument, text_in
from .drawing import joined, wrap
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.dsl.variant_diff import Difference
    from rulewright.dsl.variant_stack import Stack

EXAMPLES = """\
examples:
  rulewright diff GAME VARIANT          what a variant changes
  rulewright diff GAME a.yaml b.yaml    what two change together
  rulewright diff my_variant.yaml       the game is the one that the file names"""

_KINDS = {"changed": "changed", "new": "new", "gone": "taken out"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "game", metavar="GAME", help="id of a game, or path of a rule folder or variant file"
    )
    parser.add_argument("variants", metavar="VARIANT", nargs="*", help="id or file of a variant")
    lang_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Say what variants change."""
    from rulewright.dsl.pipeline import load_program, load_stack
    from rulewright.dsl.variant_diff import differences

    from .common import settings_are_calls
    from .failures import CallError

    known_game(args.game)
    with settings_are_calls():
        # What is wrong with the rules is told first: a difference in wrong rules helps nobody.
        load_program(args.game, None, {}, args.variants).unwrap()
        made = load_stack(args.game, args.variants)
    if not made.variants:
        raise CallError("name a variant: rulewright diff GAME VARIANT.")
    found = differences(made)
    if args.json:
        print_json(as_data(made, found))
        return 0
    print("\n".join(report(made, found, style_of(), args.lang)))
    return 0


# ------------------------------------------------------------------------------- as data


def as_data(made: Stack, found: list[Difference]) -> dict[str, Any]:
    """Return differences as JSON data."""
    from rulewright.dsl.context import entry_of, scalar_of, text_of

    return {
        "game": scalar_of(made.base, "game"),
        "variants": [
            {
                "id": each.id,
                "title": text_of(entry_of(each.tree, "title")),
                "description": text_of(entry_of(each.tree, "description")),
                "file": each.file,
            }
            for each in made.variants
        ],
        "differences": [
            {
                "kind": each.kind,
                "path": each.path,
                "name": each.names[1] or each.names[0],
                "variants": list(each.variants),
                "before": list(each.before),
                "after": list(each.after),
                "before_at": _place_data(each.before_at),
                "after_at": _place_data(each.after_at),
            }
            for each in found
        ],
    }


def _place_data(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else {"file": span.file, "line": span.line}


# ------------------------------------------------------------------------------- in words


def report(made: Stack, found: list[Difference], style: Style, lang: str) -> list[str]:
    """Return what differs as lines: each thing in a sentence, with the places below it."""
    from rulewright.dsl.context import entry_of, scalar_of, text_of

    game = text_in(text_of(entry_of(made.base, "title")), lang, str(scalar_of(made.base, "game")))
    lines = []
    for variant in made.variants:
        title = text_in(text_of(entry_of(variant.tree, "title")), lang, variant.id)
        shown = title if title == variant.id else f"{title} ({variant.id})"
        lines.append(style.paint(f"{shown}, {variant.file}", "strong"))
        about = text_in(text_of(entry_of(variant.tree, "description")), lang)
        lines += wrap(about, style.width, "  ") if about else []
    counts: Counter[str] = Counter(each.kind for each in found)
    said = [f"{counts[kind]} {word}" for kind, word in _KINDS.items() if counts[kind]]
    lines += ["", f"In {game}: {joined(said, 'and')}." if said else f"{game} stays as it is."]
    several = len(made.variants) > 1
    for each in found:
        lines += ["", *sentence(each, style, lang)]
        lines += _places(each, style, several)
    return lines


def sentence(found: Difference, style: Style, lang: str) -> list[str]:
    """Return one difference in words."""
    thing, inner = _named(found, lang)
    at = f"{thing}: {inner}" if inner else thing
    old, new = found.before, found.after
    if found.kind == "gone":
        short = f", which was {_quoted(old[0])}" if inner and len(old) == 1 else ""
        return wrap(f"{at} is taken out{short}.", style.width, "", "  ")
    if found.kind == "new":
        if len(new) == 1 and inner:
            return wrap(f"{at} is new: {_quoted(new[0])}.", style.width, "", "  ")
        return [*wrap(f"{at} is new" + (":" if new else "."), style.width, "", "  "), *_listed(new)]
    if len(old) <= 1 and len(new) <= 1:
        was, now = (_quoted(each[0]) if each else "nothing" for each in (old, new))
        return wrap(f"{at} is {now} instead of {was}.", style.width, "", "  ")
    return [*wrap(f"{at} is different:", style.width, "", "  "), *_compared(old, new)]


def _named(found: Difference, lang: str) -> tuple[str, str]:
    """What a difference is about: the thing with its name, and the part of it."""
    parts = found.path.split(".")
    thing, inner = ".".join(parts[:2]), ".".join(parts[2:])
    if found.path[:1].isdigit() or (len(parts) > 1 and parts[1].isdigit()):
        thing, inner = parts[0], ".".join(parts[1:])
    before, _, last = inner.rpartition(".")
    if last.isdigit():
        inner = f"{before}, line {last}" if before else f"line {last}"
    name = text_in(found.names[1] or found.names[0], lang)
    return (f"{name} ({thing})" if name and name != parts[-1] else thing), inner


def _quoted(text: str) -> str:
    """A sentence of the rules in quotes, so that it is not read as one of ours."""
    return f"'{text}'" if " " in text else text


def _listed(lines: tuple[str, ...], sign: str = " ") -> list[str]:
    return [f"  {sign} {line}" for line in lines]


def _compared(old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    """Both texts as one, with - and + before what is gone and what is new."""
    lines: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            lines += _listed(old[i:j])
            continue
        lines += [*_listed(old[i:j], "-"), *_listed(new[k:m], "+")]
    return lines


def _places(found: Difference, style: Style, several: bool) -> list[str]:
    by = f" ({', '.join(found.variants)})" if several and found.variants else ""
    was = f"{found.before_at.file}:{found.before_at.line}" if found.before_at else ""
    now = f"{found.after_at.file}:{found.after_at.line}{by}" if found.after_at else ""
    return [
        style.paint(f"    {word} {place}", "place")
        for word, place in (("was", was), ("now" if found.kind != "gone" else "by ", now))
        if place
    ]
