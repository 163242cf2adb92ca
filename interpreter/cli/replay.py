"""`rulewright replay`: a journal in, the game played again out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .common import (
    json_argument,
    lang_argument,
    read_json,
    recorded_game,
    rules_argument,
    text_in,
)
from .drawing import clean, wrap
from .failures import CallError
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.interpreter.journal import Replay
    from rulewright.interpreter.match import Match


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("file", metavar="FILE", help="a journal or a save; - for standard input")
    rules_argument(parser)
    parser.add_argument("--transcript", action="store_true", help="print every move for people")
    parser.add_argument("--seat", metavar="SEAT", help="only what this seat could see, such as A")
    lang_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Replay a journal; status 1 if a move of it does not hold any more."""
    from rulewright.interpreter.journal import replay

    data = read_json(args.file)
    game = recorded_game(data, args.game)
    seat = seat_of(args.seat, game.players)
    found = replay(game, data)
    status = int(found.failure is not None)
    if args.json:
        print_json(_data(found, seat, whole=args.transcript))
        return status
    style = style_of()
    lines = [clean(f"{text_in(game.title, args.lang, game.id)}, seed {found.match.seed}")]
    lines += [f"  differs: {text}" for text in found.differences]
    if args.transcript:
        lines += ["", *_transcript(found.match, seat, args.lang, style), ""]
    lines += _outcome(found, args.lang, style)
    print("\n".join(lines))
    return status


def seat_of(text: str | None, players: int) -> int | None:
    """Read a seat: A, B, …; None if none was asked for."""
    from rulewright.interpreter.text import seat_name, seat_number

    if text is None:
        return None
    seat = seat_number(text, players)
    if seat < 0:
        last = seat_name(players - 1)
        raise CallError(f"there is no seat '{text}'; this game has A to {last}.")
    return seat


def _data(found: Replay, seat: int | None, *, whole: bool) -> dict[str, Any]:
    match, failure = found.match, found.failure
    data: dict[str, Any] = {
        "game": match.game.id,
        "moves": len(match.steps()),
        "differences": list(found.differences),
        "failure": None if failure is None else dict(vars(failure)),
        "over": match.over,
        "scores": match.scores() if match.over else None,
        "winners": match.winners(),
    }
    if whole:
        data["journal"] = match.journal if seat is None else match.journal_for(seat)
    return data


def _transcript(match: Match, seat: int | None, lang: str, style: Style) -> list[str]:
    from . import transcript
    from .look import ALL

    known = ALL if seat is None else seat
    lines = []
    for text in transcript.told(match, match.opening, known, lang):
        lines.append(f"      {text}")
    for entry in transcript.entries(match, known, lang):
        lines += transcript.shown(entry, style)
    return lines


def _outcome(found: Replay, lang: str, style: Style) -> list[str]:
    from rulewright.interpreter.text import seat_name

    from . import transcript
    from .reasons import place_lines

    match, failure = found.match, found.failure
    made = len(match.steps())
    if failure is not None:
        said = f"Move {failure.number}, '{failure.text}', does not hold: {failure.reason}"
        return [*wrap(said, style.width, "", "  "), *place_lines(failure.source, style, "  ")]
    if match.over:
        names = [seat_name(player) for player in range(match.game.players)]
        return [f"{made} moves", *transcript.result(match, names, lang, style)]
    return [f"{made} moves; the game is not over."]
