"""The small games in; the numbers that other programs counted for the same rules, out.

Counted with OpenSpiel and, for connect four, by a bitboard program. A chance draw is a ply like any
other, simultaneous bids are one ply, the root counts as a history. What is None was not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import rulewright as rw
from rulewright.interpreter.match import Game
from rulewright.interpreter.perft import Count, expected, information, perft


@dataclass(frozen=True)
class Oracle:
    """What is known of one game with these options."""

    game: str
    histories: int
    complete_games: int
    chance: int
    result: Fraction
    length: Fraction
    decisions: int | None = None
    information: list[int] | None = None
    nodes: list[int] | None = None
    options: dict[str, Any] = field(default_factory=dict)


TIC_TAC_TOE = Oracle(
    "tic-tac-toe",
    histories=549_946,
    complete_games=255_168,
    chance=0,
    decisions=294_778,
    information=[180_361, 114_417],
    nodes=[1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    result=Fraction(187, 630),
    length=Fraction(3203, 420),
)
NIM = Oracle(
    "nim",
    histories=12_456,
    complete_games=5_220,
    chance=0,
    decisions=7_236,
    information=[3_620, 3_616],
    nodes=[1, 9, 59, 275, 909, 2101, 3299, 3339, 1960, 504],
    result=Fraction(0),
    length=Fraction(307, 60),
)
KUHN = Oracle(
    "kuhn-poker",
    histories=58,
    complete_games=30,
    chance=4,
    decisions=24,
    information=[6, 6],
    nodes=[1, 3, 6, 12, 24, 12],
    result=Fraction(1, 8),
    length=Fraction(17, 4),
)
LEDUC = Oracle(
    "leduc-poker",
    histories=9_457,
    complete_games=5_520,
    chance=157,
    decisions=3_780,
    information=[468, 468],
    nodes=[1, 6, 30, 60, 150, 390, 780, 1800, 2640, 2280, 1080, 240],
    result=Fraction(-5, 64),
    length=Fraction(107, 16),
)
GOOFSPIEL = Oracle(
    "goofspiel",
    histories=737,
    complete_games=576,
    chance=0,
    decisions=161,
    information=[81, 81],
    nodes=[1, 16, 144, 576],
    result=Fraction(0),
    length=Fraction(3),
    options={"highest": 4, "prize_order": "descending", "told": "winner"},
)
PIG = Oracle(
    "pig",
    histories=31_940,
    complete_games=16_559,
    chance=3_076,
    result=Fraction(3991, 69984),
    length=Fraction(40949, 3888),
    options={"target": 6, "sides": 3, "most_decisions": 8},
)
TABLE = [TIC_TAC_TOE, NIM, KUHN, LEDUC, GOOFSPIEL, PIG]
QUICK = [NIM, KUHN, LEDUC, GOOFSPIEL, PIG]

CONNECT_FOUR = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]
"""Nodes by depth; at depth 7 the first games have ended."""


def name(oracle: Oracle) -> str:
    """The name of a case."""
    return oracle.game


@cache
def loaded(game: str, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    """A game with options, loaded once."""
    return rw.load(game, options=dict(options))


@cache
def counted(game: str, options: tuple[tuple[str, Any], ...]) -> Count:
    """The whole tree of a game, counted once."""
    return perft(loaded(game, options))


def tree_of(oracle: Oracle) -> Count:
    """The whole tree of an oracle's game."""
    return counted(oracle.game, tuple(oracle.options.items()))


def game_of(oracle: Oracle) -> Game:
    """The game of an oracle."""
    return loaded(oracle.game, tuple(oracle.options.items()))


@pytest.mark.parametrize("oracle", TABLE, ids=name)
def test_histories_and_games(oracle: Oracle) -> None:
    """Every node of the tree and every complete game is there, and none too many."""
    tree = tree_of(oracle)
    assert tree.complete
    assert (tree.histories, tree.complete_games) == (oracle.histories, oracle.complete_games)


@pytest.mark.parametrize("oracle", TABLE, ids=name)
def test_chance_and_decisions(oracle: Oracle) -> None:
    """Chance and players decide as often as they should."""
    tree = tree_of(oracle)
    assert tree.chance == oracle.chance
    # What is neither an end nor chance is a decision, also where nobody counted those.
    decisions = oracle.histories - oracle.complete_games - oracle.chance
    assert oracle.decisions in (None, decisions)
    assert tree.decisions == decisions


@pytest.mark.parametrize("oracle", [o for o in TABLE if o.nodes], ids=name)
def test_nodes_by_depth(oracle: Oracle) -> None:
    """Each ply has the nodes it should have."""
    assert tree_of(oracle).nodes == oracle.nodes


@pytest.mark.parametrize("oracle", TABLE, ids=name)
def test_uniform_play(oracle: Oracle) -> None:
    """Result and length of uniform play are exact."""
    found = expected(game_of(oracle))
    assert (found.result, found.length) == (oracle.result, oracle.length)


@pytest.mark.parametrize("oracle", [o for o in QUICK if o.information], ids=name)
def test_information_states(oracle: Oracle) -> None:
    """Each seat can tell apart as many situations as it should, no fewer and no more."""
    assert information(game_of(oracle)) == oracle.information


@pytest.mark.slow
def test_information_states_of_tic_tac_toe() -> None:
    """Nothing is hidden: every history at which a seat decides is a situation of its own."""
    assert information(game_of(TIC_TAC_TOE)) == TIC_TAC_TOE.information


def test_games_of_tic_tac_toe_by_length() -> None:
    """The games that end after five to nine marks add up to all of them."""
    assert tree_of(TIC_TAC_TOE).games[5:] == [1440, 5328, 47952, 72576, 127872]


@pytest.mark.parametrize("depth", [5, pytest.param(8, marks=pytest.mark.slow)])
def test_nodes_of_connect_four(depth: int) -> None:
    """The first plies of connect four have the counted number of nodes."""
    assert perft(loaded("connect-four"), depth).nodes == CONNECT_FOUR[: depth + 1]
