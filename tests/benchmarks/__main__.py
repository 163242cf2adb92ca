"""Speed beside programs written by hand: nothing in; playouts per second and ratios out.

`make bench` plays uniformly at random from start to end, ours and the twin in turns in the same
run, and takes the best of several rounds of each. Numbers of one machine on one day say little;
the ratios are what to look at.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from random import Random

import rulewright as rw
from rulewright.dsl.program import OVER

from .twins.cave import Duel
from .twins.small import TWINS


def ours(name: str) -> Callable[[int], int]:
    """A playout of a game through the integer API: its number of decisions."""
    engine = rw.load(name, 2).engine

    def playout(seed: int) -> int:
        random = Random(seed).random
        v, k = engine.start(seed)
        made = 0
        while not v[OVER]:
            options = engine.options(v, k)
            engine.choose(v, k, options[int(random() * len(options))], None)
            made += 1
        return made

    return playout


def twin(name: str) -> Callable[[int], int]:
    """A playout of the hand-written program."""
    if name == "cave-vs-cave":

        def duel(seed: int) -> int:
            random = Random(seed).random
            turns = Duel(seed).play()
            _, listed = next(turns)
            made = 0
            while True:
                made += 1
                try:
                    _, listed = turns.send(listed[int(random() * len(listed))][1])
                except StopIteration:
                    return made

        return duel
    made_by = TWINS[name]

    def playout(seed: int) -> int:
        random = Random(seed)
        game = made_by(random)
        made = 0
        while not game.over():
            moves = game.moves()
            game.play(moves[int(random.random() * len(moves))])
            made += 1
        return made

    return playout


def rate(playout: Callable[[int], int], seconds: float, seed: int) -> tuple[float, float]:
    """Playouts and decisions per second of processor time."""
    begun = time.process_time()
    games = made = 0
    while True:
        for _ in range(4):
            made += playout(seed + games)
            games += 1
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent, made / spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", default="", help="write the numbers to this file as well")
    args = parser.parse_args()
    rows = {}
    print(f"{'game':15} {'ours, games/s':>15} {'twin, games/s':>15} {'ours / twin':>12}")
    for name in [*TWINS, "cave-vs-cave"]:
        mine, theirs = ours(name), twin(name)
        best = [(0.0, 0.0), (0.0, 0.0)]
        for number in range(args.rounds):
            for which, playout in enumerate((mine, theirs)):
                best[which] = max(best[which], rate(playout, args.seconds, 1000 * number))
        # Decisions are compared: chance is inside a decision for both.
        ratio = best[0][1] / best[1][1]
        rows[name] = {"ours": best[0], "twin": best[1], "ratio": ratio}
        print(f"{name:15} {best[0][0]:15,.1f} {best[1][0]:15,.1f} {ratio:12.2f}", flush=True)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()
