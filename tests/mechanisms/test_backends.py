"""Compiled code with guards beside the reference evaluator without, on every fixture game."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.engine import Engine
from rulewright.interpreter.reference import Reference

from .support import game, program
from .test_playouts import GAMES, HARD

PLAYOUTS = 12


@pytest.mark.parametrize(("name", "players"), [each for each in GAMES if each[0] not in HARD])
def test_both_backends_play_alike(name: str, players: int) -> None:
    """The same moves are offered in every position, and lead to the same next one."""
    plain = program(name, players)
    engine, other = game(name, players).engine, Engine(plain, Reference(plain))
    for seed in range(PLAYOUTS):
        pick = random.Random(seed)
        v, k = engine.start(seed)
        assert other.start(seed) == (v, k)
        while engine.decision(v) is not None:
            options = engine.options(v, k)
            assert other.options(v, k) == options
            chosen = pick.choice(options)
            after, stack = v[:], k[:]
            other.choose(after, stack, chosen, None)
            engine.choose(v, k, chosen, None)
            assert (v, k) == (after, stack)
