"""`rulewright describe`: a game and perhaps a name in, what the rule files say about it out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .common import (
    game_arguments,
    json_argument,
    known_game,
    lang_argument,
    settings_are_calls,
    text_in,
)
from .drawing import cut, joined, runs, wrap
from .failures import CallError
from .output import Style, print_json, style_of
from .words import say

if TYPE_CHECKING:
    from rulewright.dsl.pipeline import Facts
    from rulewright.dsl.program import Fact

EXAMPLES = """\
examples:
  rulewright describe GAME             the whole game
  rulewright describe GAME turn        one part of it, by its id
  rulewright describe GAME --assumed   what no source settles"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    game_arguments(parser)
    parser.add_argument("id", metavar="ID", nargs="?", help="a part of it: `lamp` or `tiles.lamp`")
    parser.add_argument("--assumed", action="store_true", help="list only what is assumed")
    lang_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Describe a game or a part of it."""
    from rulewright.dsl.pipeline import load_facts

    known_game(args.game)
    with settings_are_calls():
        # What is assumed is asked of every number of players.
        game = load_facts(
            args.game, args.players, dict(args.option), args.variant, every=args.assumed
        )
    facts = matching(game, args.id, args.game) if args.id else list(game.facts)
    if args.assumed:
        facts = [fact for fact in facts if fact.assumed]
    if args.json:
        print_json(
            {
                "game": game.game,
                "players": game.players,
                "for": list(game.counts),
                "facts": [as_data(fact) for fact in facts],
            }
        )
        return 0
    style = style_of()
    if args.id:
        lines = [line for fact in facts for line in [*described(fact, style, args.lang), ""]]
    elif args.assumed:
        lines = assumed(facts, style, args.lang)
    else:
        lines = whole(game, style, args.lang)
    print("\n".join(lines).rstrip())
    return 0


def matching(game: Facts, name: str, called: str) -> list[Fact]:
    """Return the facts a name stands for: its path, its id, or its name in any language.

    `called` is what the game was called, for the advice where there is none.
    """
    wanted = _fold(name)
    by_path = [fact for fact in game.facts if _fold(fact.path) == wanted]
    if by_path:
        return by_path
    found = [
        fact
        for fact in game.facts
        if wanted == _fold(fact.path.rpartition(".")[2]) or wanted in map(_fold, fact.name.values())
    ]
    if not found:
        from rulewright.dsl.suggest import hint_for

        known = [fact.path.rpartition(".")[2] for fact in game.facts]
        hint = hint_for(name, [*known, *(fact.path for fact in game.facts)])
        more = hint or f"`rulewright describe {called}` lists everything."
        raise CallError(f"'{name}' is no part of {game.game}. {more}")
    return found


def _fold(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def as_data(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON data."""
    return {
        "path": fact.path,
        "kind": fact.kind,
        "name": fact.name,
        "text": fact.text,
        "source": list(fact.source),
        "assumed": fact.assumed,
        "file": fact.file,
        "line": fact.line,
        "lines": list(fact.lines),
        "variant": fact.variant,
        "added": fact.added,
    }


def described(fact: Fact, style: Style, lang: str = "en") -> list[str]:
    """Return a component or rule as lines: name, text, what it does, where it comes from."""
    own = fact.path.rpartition(".")[2]
    name = text_in(fact.name, lang)
    kind = fact.kind.replace("_", " ")
    title = f"{name} ({kind} {own})" if name and _fold(name) != _fold(own) else f"{own} ({kind})"
    lines = [style.paint(title, "strong")]
    said = text_in(fact.text, lang)
    if said:
        lines += wrap(said, style.width, "  ")
    for line in fact.lines:
        indent = "  " + " " * (len(line) - len(line.lstrip()))
        lines += wrap(line, style.width, indent, indent + "    ")
    if fact.source:
        lines += wrap(say(lang, "source", "; ".join(fact.source)), style.width, "  ", "    ")
    if fact.variant:
        named = fact.variant.split(", ")
        how = f"{'new' if fact.added else 'changed'} in{' several' if len(named) > 1 else ''}"
        said = say(lang, how, joined(named, say(lang, "and")))
        lines += wrap(said, style.width, "  ", "    ")
    lines.append(style.paint(f"  {fact.file}:{fact.line}", "place"))
    return lines


def for_how_many(game: Facts) -> str:
    """Return for how many players a game is, and which number of them is described."""
    if len(game.counts) < 2:
        return "for 1 player" if game.players == 1 else f"for {game.players} players"
    shown = f"this is the game for {game.players} (--players N shows another)"
    return f"for {runs(game.counts)} players; {shown}"


def whole(game: Facts, style: Style, lang: str) -> list[str]:
    """Return the whole game: what is played with, then every part under its kind."""
    facts = game.facts
    lines = [style.paint(text_in(game.title, lang, game.game), "strong")]
    lines += wrap(for_how_many(game), style.width, "  ")
    if game.variants:
        lines += wrap(f"with {joined(list(game.variants), 'and')}", style.width, "  ")
    for key, value in game.options.items():
        shown = str(value).lower() if isinstance(value, bool) else value
        lines += wrap(f"{key} = {shown}", style.width, "  ", "      ")
    sections = dict.fromkeys(fact.path.partition(".")[0] for fact in facts)
    for section in sections:
        lines += ["", style.paint(section.replace("_", " ").upper(), "strong")]
        for fact in facts:
            if fact.path.partition(".")[0] == section:
                lines += ["", *described(fact, style, lang)]
    return lines


def assumed(facts: Sequence[Fact], style: Style, lang: str) -> list[str]:
    """Return what no source settles, one line each with what is assumed."""
    if not facts:
        return ["Nothing is assumed."]
    lines = []
    width = min(max(len(fact.path) for fact in facts), style.width // 2)
    for fact in facts:
        why = [text for text in fact.source if text.startswith("assumed")]
        said = "; ".join(why) or text_in(fact.text, lang) or "assumed"
        start = cut(fact.path, width, style.dots).ljust(width) + "  "
        lines += wrap(said, style.width, start, " " * len(start))
        lines.append(style.paint(" " * len(start) + f"{fact.file}:{fact.line}", "place"))
    noun = "thing is" if len(facts) == 1 else "things are"
    return [*lines, "", f"{len(facts)} {noun} assumed."]
