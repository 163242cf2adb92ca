"""Games counted by other programs in; the same counts, to the last node, out.

The numbers were counted with OpenSpiel and, for connect four, by a bitboard program. Chance is a
ply like any other; simultaneous answers are one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import rulewright as rw
from rulewright.interpreter.match import Game
from rulewright.interpreter.perft import expected, information, perft

# What makes a game the one that was counted.
AS_COUNTED: dict[str, dict[str, Any]] = {
    "goofspiel": {"highest": 4, "prize_order": "descending", "told": "winner"},
    "nim": {"stones_in_1": 1, "stones_in_2": 3, "stones_in_3": 5},
    "pig": {"target": 6, "sides": 3, "most_decisions": 8},
}


@cache
def load(name: str) -> Game:
    """A game by id, with the options it was counted with."""
    return rw.load(name, options=AS_COUNTED.get(name))


@pytest.mark.parametrize(
    ("name", "nodes", "games", "chance", "decisions"),
    [
        ("kuhn-poker", [1, 3, 6, 12, 24, 12], 30, 4, 24),
        ("goofspiel", [1, 16, 144, 576], 576, 0, 161),
        ("nim", [1, 9, 59, 275, 909, 2101, 3299, 3339, 1960, 504], 5_220, 0, 7_236),
        (
            "leduc-poker",
            [1, 6, 30, 60, 150, 390, 780, 1800, 2640, 2280, 1080, 240],
            5_520,
            157,
            3_780,
        ),
        pytest.param(
            "tic-tac-toe",
            [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
            255_168,
            0,
            294_778,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_whole_trees_have_the_counted_size(
    name: str, nodes: list[int], games: int, chance: int, decisions: int
) -> None:
    """Nodes at each depth, complete games, chance nodes and decisions are as counted elsewhere."""
    found = perft(load(name))

    assert found.complete
    assert found.nodes == nodes
    assert (found.complete_games, found.chance, found.decisions) == (games, chance, decisions)
    assert found.histories == sum(nodes)


def test_pig_has_the_counted_size() -> None:
    """A game of dice that is cut off after eight decisions has as many histories as elsewhere."""
    found = perft(load("pig"))

    assert (found.histories, found.complete_games, found.chance) == (31_940, 16_559, 3_076)


@pytest.mark.parametrize(
    ("name", "depth", "nodes"),
    [
        ("tic-tac-toe", 4, [1, 9, 72, 504, 3024]),
        ("connect-four", 3, [1, 7, 49, 343]),
        pytest.param("connect-four", 5, [1, 7, 49, 343, 2401, 16807], marks=pytest.mark.slow),
    ],
)
def test_trees_down_to_a_depth(name: str, depth: int, nodes: list[int]) -> None:
    """A count stops at the depth asked for and says that it is not all."""
    found = perft(load(name), depth)

    assert found.nodes == nodes
    assert not found.complete


@pytest.mark.slow
def test_tic_tac_toe_ends_when_it_was_counted_to_end() -> None:
    """Complete games by length are as counted elsewhere."""
    found = perft(load("tic-tac-toe"))

    assert found.games[5:] == [1440, 5328, 47952, 72576, 127872]


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("kuhn-poker", [6, 6]),
        ("goofspiel", [81, 81]),
        ("leduc-poker", [468, 468]),
        ("nim", [3_620, 3_616]),
    ],
)
def test_seats_tell_apart_what_they_may(name: str, states: list[int]) -> None:
    """Views and events distinguish exactly the information states that there are."""
    assert information(load(name)) == states


def test_information_down_to_a_depth() -> None:
    """Where nothing is hidden, every position of a seat's own decisions is known to it."""
    assert information(load("tic-tac-toe"), 3) == [1 + 72, 9 + 504]


@pytest.mark.parametrize(
    ("name", "result", "length"),
    [
        ("kuhn-poker", "1/8", "17/4"),
        ("goofspiel", "0", "3"),
        ("nim", "0", "307/60"),
        ("pig", "3991/69984", "40949/3888"),
        pytest.param("leduc-poker", "-5/64", "107/16", marks=pytest.mark.slow),
        pytest.param("tic-tac-toe", "187/630", "3203/420", marks=pytest.mark.slow),
    ],
)
def test_uniform_play_has_the_exact_expectation(name: str, result: str, length: str) -> None:
    """The first player's result and the length of uniform play are exact fractions."""
    found = expected(load(name))

    assert (found.result, found.length) == (Fraction(result), Fraction(length))


def test_counts_are_plain_data() -> None:
    """Counts and expectations can be written as JSON; fractions are texts."""
    counted: dict[str, Any] = perft(load("goofspiel"), 1).as_data()
    uniform = expected(load("goofspiel")).as_data()

    assert counted["nodes"] == [1, 16]
    assert counted["complete"] is False
    assert uniform["scores"] == ["15/4", "15/4"]
