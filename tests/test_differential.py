"""Every game on both backends at once: the same options, positions, events and scores all the way.

Games are found, not listed. What each operation does is compared in `compile/`, on random
expressions and programs.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

import rulewright as rw
from rulewright.dsl.program import OVER, Program
from rulewright.interpreter.backends import maker
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.match import Game

PLAYOUTS = 2
MOST_MOVES = 80
MOST_LOOKS = 4
"""Moves before which it is compared why answers fail, which takes long."""

GAMES = [(info.id, players) for info in rw.games() for players in info.players]


@cache
def program(name: str, players: int) -> Program:
    """The Program of a game."""
    return rw.load(name, players).program


def test_there_are_games() -> None:
    """The games of this repository are found."""
    assert len(GAMES) > 5


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_game_is_the_same_on_both_backends(name: str, players: int) -> None:
    """Whatever is chosen, both backends offer the same and get to the same."""
    made = program(name, players)
    one, other = Engine(made, maker("reference")(made)), Engine(made, maker("compiled")(made))
    values = [line.value for line in (*made.score, *made.invariants)] + [*made.ties]
    for seed in range(PLAYOUTS):
        pick = random.Random(seed)
        logs: tuple[list[object], list[object]] = ([], [])
        v, k = one.start(seed, logs[0])
        w, stack = other.start(seed, logs[1])
        for number in range(MOST_MOVES):
            assert (v, k) == (w, stack)
            assert logs[0] == logs[1]
            for value in values:
                for player in range(players):
                    expected = one.backend.eval(value, v, k, player)
                    assert other.backend.eval(value, w, stack, player) == expected
            if v[OVER]:
                break
            # What can be offered is what look-ahead leaves of the answers.
            options = one.options(v, k)
            assert other.options(w, stack) == options
            assert other.ids(w, stack) == [option.id for option in options]
            point = one.decision(v)
            assert point is not None and other.decision(w) is point
            for option in one.answers(v, k, point) if number < MOST_LOOKS else ():
                assert one.failures(v, k, option) == other.failures(w, stack, option)
            chosen = pick.choice(options)
            one.choose(v, k, chosen, logs[0])
            other.choose_id(w, stack, chosen.id, logs[1])
        assert one.capped == other.capped


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_save_of_one_backend_goes_on_with_the_other(name: str, players: int) -> None:
    """A match saved in the middle is the same match on the other backend."""
    made = program(name, players)
    games = Game(made, "reference"), Game(made, "compiled")
    for one, other in (games, games[::-1]):
        match = one.start(3)
        pick = random.Random(3)
        for _ in range(12):
            if not match.over:
                match.play_id(pick.choice(match.option_ids()))
        again = other.resume(match.save())
        assert (again.v, again.k) == (match.v, match.k)
        assert again.option_ids() == match.option_ids()
        assert [move.text for move in again.moves()] == [move.text for move in match.moves()]
