"""Random games through each of our doors: the name of a game in; what plays one, or many, out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from random import Random

import rulewright as rw
from rulewright.interpreter import other_python
from rulewright.interpreter.playouts import playouts

Playout = Callable[[int], tuple[int, int]]
"""Plays from a number on; how many games and how many decisions that were."""


def public(name: str) -> Playout:
    """The public API: moves in words, a match that can be undone and saved."""
    game = rw.load(name, 2)
    random = Random(1).random

    def play(seed: int) -> tuple[int, int]:
        match = game.start(seed)
        made = 0
        while not match.over:
            moves = match.moves()
            match.play(moves[int(random() * len(moves))])
            made += 1
        return 1, made

    return play


def integers(name: str) -> Playout:
    """The integer API: a position, and the integers of its options."""
    engine = rw.load(name, 2).engine
    begin, step = engine.begin, engine.step
    random = Random(1).random

    def play(seed: int) -> tuple[int, int]:
        v, k, options = begin(seed)
        made = 0
        while options:
            options = step(v, k, options[int(random() * len(options))])
            made += 1
        return 1, made

    return play


def batch(name: str) -> Playout:
    """Batch playouts, as `rulewright simulate` has them, results included."""
    made = playouts(rw.load(name, 2))
    many = 4 if name == "cave-vs-cave" else 100

    def play(seed: int) -> tuple[int, int]:
        found = made.play("bench", seed, seed + many)
        return many, sum(result.decisions for result in found)

    return play


def pypy(name: str) -> Callable[[float], tuple[float, float]] | str:
    """Batch playouts under PyPy: games and decisions per second once it is warm."""
    path = shutil.which("pypy3")
    if path is None:
        return "no pypy3 on this machine"
    game = rw.load(name, 2)

    def measure(seconds: float) -> tuple[float, float]:
        worker = other_python.Worker(path, other_python.payload(game, "bench"))
        first, size, best = 0, 20, (0.0, 0.0)
        spent = 0.0
        try:
            while spent < 6 * seconds:
                before = worker.seconds
                worker.ask(first, first + size)
                found = worker.answer()
                took = max(worker.seconds - before, 1e-9)
                spent += took
                made = sum(result.decisions for result in found)
                best = max(best, (size / took, made / took))
                first += size
                if took < seconds / 2:
                    size *= 2
        finally:
            worker.close()
        return best

    return measure
