"""Programs written by hand for one game each: a name in, what plays one random game out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .twins.cave import Duel
from .twins.small import TWINS

Playout = Callable[[int], tuple[int, int]]
NAMES = [*TWINS, "cave-vs-cave"]


def twin(name: str) -> Playout:
    """A random game of the program written by hand."""
    source = Random(1)
    random = source.random
    if name == "cave-vs-cave":

        def duel(seed: int) -> tuple[int, int]:
            turns = Duel(seed).play()
            _, listed = next(turns)
            made = 0
            while True:
                made += 1
                try:
                    _, listed = turns.send(listed[int(random() * len(listed))][1])
                except StopIteration:
                    return 1, made

        return duel
    made_by = TWINS[name]

    def play(seed: int) -> tuple[int, int]:
        game = made_by(source)
        made = 0
        while not game.over():
            moves = game.moves()
            game.play(moves[int(random() * len(moves))])
            made += 1
        return 1, made

    return play
