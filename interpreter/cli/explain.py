"""`rulewright explain`: a saved position and a move in; why it is or is not legal out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .common import json_argument, lang_argument, read_json, recorded_game, rules_argument
from .failures import UserError
from .output import print_json, style_of

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match

EXAMPLES = """\
example:
  rulewright explain evening.json "take lamp"

The exit status is 0 for a move that can be played, 1 for one that cannot."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("file", metavar="FILE", help="a save or a journal; - for standard input")
    parser.add_argument("move", metavar="MOVE", nargs="+", help="the move in words")
    rules_argument(parser)
    lang_argument(parser, None)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Explain a move; status 1 if it cannot be played."""
    from .reasons import explained, is_legal

    match = position(args.file, args.game)
    text = " ".join(args.move)
    reasons = match.explain(text, args.lang)
    legal = is_legal(reasons)
    if args.json:
        listed = [reason.as_data() for reason in reasons]
        print_json({"move": text, "legal": legal, "reasons": listed})
    else:
        print("\n".join(explained(text, reasons, style_of(), args.lang or "en")))
    return int(not legal)


def position(name: str, rules: str | None = None) -> Match:
    """Return the match in a file: the position of a save, or the end of a journal."""
    from rulewright.interpreter.journal import replay

    data = read_json(name)
    game = recorded_game(data, rules)
    if "state" in data:
        return game.resume(data)
    found = replay(game, data)
    if found.failure is not None:
        raise UserError(
            f"move {found.failure.number} of this journal does not hold: {found.failure.reason}"
        )
    return found.match
