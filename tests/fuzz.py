"""Games broken at random: how many in; those that end in anything but problems or play, out.

Run by `python -m tests.fuzz --number 1000 --first 1`. What still is a game after a few mistakes is
played on both backends, with texts and views; rules may fail in play, but on both alike and with a
place in the rule file.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.program import Program
from rulewright.dsl.render import render_all
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.match import Game, Match
from tests.mutations import SMALL_GAMES, mutated

MOST_MOVES = 40
LONG = 10.0
"""Seconds of processor time that no small file may take."""


def fuzz(number: int, folder: Path) -> str:
    """Break a game, read it and play what is left of it; return how it ended."""
    pick = random.Random(number)
    game = pick.choice(SMALL_GAMES)
    text = mutated((game / "game.yaml").read_text(encoding="utf-8"), pick.randrange)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    result = load_program(str(folder))
    if result.program is None:
        assert result.problems
        assert render_all(result.problems, result.sources)
        return "problems"
    return both(result.program, pick)


def both(program: Program, pick: random.Random) -> str:
    """Play a game on both backends, with everything that a front-end asks."""
    seed = pick.randrange(1000)
    made = [start(Game(program, backend), seed) for backend in ("reference", "compiled")]
    for _ in range(MOST_MOVES):
        one, other = made
        if isinstance(one, str) or isinstance(other, str):
            assert one == other, (one, other)
            assert ":" in str(one), one
            return "fails in play"
        if one.over:
            assert other.over
            assert one.scores() == other.scores()
            return "played to the end"
        moves = [move.text for move in one.moves()]
        assert moves == [move.text for move in other.moves()]
        for seat in range(program.players):
            assert one.view(seat) == other.view(seat)
        chosen = pick.randrange(len(moves))
        made = [play(match, chosen) for match in (one, other)]
    return "played"


def start(game: Game, seed: int) -> Match | str:
    """Start a match; where and why if the rules fail."""
    try:
        match = game.start(seed)
        return match if match.over or match.moves() else "no moves"
    except RuleRuntimeError as error:
        return f"{error.place} {error.message}"


def play(match: Match, chosen: int) -> Match | str:
    """Make a move; where and why if the rules fail."""
    try:
        match.play(match.moves()[chosen])
        return match if match.over or match.moves() else "no moves"
    except RuleRuntimeError as error:
        return f"{error.place} {error.message}"


def main() -> int:
    """Break many games; 1 if one of them ended badly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=1000, help="how many broken games")
    parser.add_argument("--first", type=int, default=1, help="number of the first one")
    args = parser.parse_args()
    ends: Counter[str] = Counter()
    for number in range(args.first, args.first + args.number):
        started = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            try:
                end = fuzz(number, Path(folder))
            except Exception:
                end = "ended badly"
                print(f"number {number}:\n{traceback.format_exc(limit=-4)}", flush=True)
        took = time.process_time() - started
        if took > LONG:
            end = "took too long"
            print(f"number {number}: {took:.0f} s", flush=True)
        ends[end] += 1
    for end, count in ends.most_common():
        print(f"{count:8} {end}")
    return 1 if ends["ended badly"] or ends["took too long"] else 0


if __name__ == "__main__":
    sys.exit(main())
