"""`rulewright perft`: a game and a depth in, exact numbers of positions and games out."""

from __future__ import annotations

import argparse
from typing import Any

from .common import game_arguments, json_argument, load_game
from .drawing import table
from .output import print_json, style_of

DEPTH = 3
ALL = "all"

EXAMPLES = """\
examples:
  rulewright perft GAME --depth 5
  rulewright perft GAME --depth all --information --expected

An outcome of chance is a ply like a move; answers given at the same time are one ply."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    game_arguments(parser)
    parser.add_argument(
        "--depth",
        metavar="D",
        type=depth_of,
        default=DEPTH,
        help=f"how many plies to count, or all (default {DEPTH})",
    )
    parser.add_argument(
        "--information",
        action="store_true",
        help="count what each seat can distinguish at its own decisions",
    )
    parser.add_argument(
        "--expected",
        action="store_true",
        help="the exact result of uniform play; goes through the whole game",
    )
    json_argument(parser)


def depth_of(text: str) -> int | None:
    """Read a depth: a number, or `all` for no limit."""
    if text == ALL:
        return None
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is neither a number nor '{ALL}'")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Count."""
    from rulewright.interpreter.perft import expected, information, perft
    from rulewright.interpreter.text import seat_name

    game = load_game(args)
    count = perft(game, args.depth)
    seats = information(game, args.depth) if args.information else []
    mean = expected(game) if args.expected else None
    if args.json:
        data: dict[str, Any] = {"game": game.id, "players": game.players, **count.as_data()}
        if args.information:
            data["information"] = seats
        if mean is not None:
            data["expected"] = mean.as_data()
        print_json(data)
        return 0
    rows = [
        [str(depth), str(nodes), str(count.games[depth] if depth < len(count.games) else 0)]
        for depth, nodes in enumerate(count.nodes)
    ]
    print("\n".join(table(["depth", "nodes", "games"], rows, style_of())))
    whole = "the whole tree" if count.complete else "more follows"
    print(f"\n{count.histories} nodes, {count.complete_games} complete games ({whole})")
    print(f"{count.decisions} decisions, {count.chance} chance nodes")
    for seat, number in enumerate(seats):
        print(f"{number} information states of {seat_name(seat)}")
    if mean is not None:
        print(f"\nuniform play: {_share(mean.result)} for {seat_name(0)}")
        for seat, share in enumerate(mean.wins):
            points = _share(mean.scores[seat])
            print(f"{seat_name(seat)} wins {_share(share)} of games, {points} points on average")
        print(f"length {_share(mean.length)} plies")
    return 0


def _share(number: Any) -> str:
    """Return a fraction exactly, and as a decimal where it is none."""
    return str(number) if number.denominator == 1 else f"{number} ({float(number):.6g})"
