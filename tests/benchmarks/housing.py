"""How long housing takes: late boards of random games in; microseconds per question out.

Run with `python -m tests.benchmarks.housing GAME PLAYERS`. Boards are those of the last third of
random games; of each player it is asked whether all find room.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import rulewright as rw
from rulewright.dsl.program import OVER, Node
from rulewright.interpreter.kernel import Tables, stock
from rulewright.interpreter.payments import place_modes
from rulewright.interpreter.queries.shelter import Counts, Place, forget, shelter_of
from rulewright.interpreter.reference import Reference

GAMES = 4
REPEATS = 20


def late_positions(game: rw.Game) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield positions of the last third of random games."""
    engine = game.engine
    for seed in range(GAMES):
        pick = random.Random(seed)
        v, k = engine.start(seed)
        seen = []
        while not v[OVER]:
            seen.append((v[:], k[:]))
            numbers = engine.ids(v, k)
            engine.choose_id(v, k, pick.choice(numbers))
        yield from seen[len(seen) * 2 // 3 :: 5]


def boards(game: rw.Game) -> list[tuple[Counts, tuple[Place, ...], int]]:
    """Return what the solver is asked for late positions: counts, places and helpers."""
    program = game.program
    tables = Tables(program)
    reference = Reference(program)
    found = []
    for v, k in late_positions(game):
        for goods, helper, places in program.housing:
            for player in range(program.players):
                held = stock(tables, v, player)
                rooms = tuple(
                    place_modes(room, accepted, one_kind, watched, goods)
                    for source, temp, capacity, accepted, one_kind, watched in places
                    for room in reference.eval(Node("map", (source, temp, capacity)), v, k, player)
                )
                counts = tuple(held[good] for good in goods)
                found.append((counts, rooms, held[helper] if helper >= 0 else 0))
    return found


def main() -> None:
    """Print how long a question takes from scratch, and when it was asked before."""
    name = sys.argv[1] if len(sys.argv) > 1 else "caverna"
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    game = rw.load(name, players)
    asked = boards(game)
    if not asked:
        print(f"{name} houses nothing")
        return
    fresh, again = [], []
    for counts, places, helpers in asked:
        forget()
        start = time.perf_counter()
        shelter_of(places).can_house(counts, helpers)
        fresh.append(time.perf_counter() - start)
        start = time.perf_counter()
        for _ in range(REPEATS):
            shelter_of(places).can_house(counts, helpers)
        again.append((time.perf_counter() - start) / REPEATS)
    for label, times in (("from scratch", fresh), ("asked before", again)):
        middle, worst = statistics.median(times) * 1e6, max(times) * 1e6
        print(f"housing, {label}: median {middle:.1f} µs, slowest {worst:.0f} µs")


if __name__ == "__main__":
    main()
