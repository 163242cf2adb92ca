"""Batch playouts: each game goes as it does when it is played move by move."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

import rulewright as rw
from rulewright.dsl.program import OVER
from rulewright.interpreter.backends import maker
from rulewright.interpreter.bots.arena import Result, play_out
from rulewright.interpreter.compile.whole import make_whole
from rulewright.interpreter.match import Game
from rulewright.interpreter.playouts import playouts, whole

GAMES = [(info.id, info.players[0], info.players[-1]) for info in rw.games()]
SETTINGS = sorted({(name, count) for name, fewest, most in GAMES for count in (fewest, most)})
WHOLE = ["tic-tac-toe", "connect-four", "kuhn-poker", "leduc-poker", "pig"]


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_games_go_as_they_do_move_by_move(name: str, players: int) -> None:
    """Scores, winners and the number of decisions are those of the ordinary way, game by game."""
    game = rw.load(name, players)
    made = playouts(game)
    games = 30 if whole(game.engine) is not None else 2
    quick = made.play("series", 0, games)
    for number, result in enumerate(quick):
        assert result == play_out(game, ["random"] * players, "series", number, False)
        assert result.decisions > 0 and result.failure is None


@pytest.mark.parametrize("name", WHOLE)
def test_small_games_are_played_by_one_function(name: str) -> None:
    """Games whose decisions need no look-ahead are compiled as a whole."""
    game = rw.load(name, 2)
    assert whole(game.engine) is not None
    assert make_whole(game.program) is not None


def test_a_game_in_which_looking_ahead_is_needed_is_played_by_steps() -> None:
    """Any-time rules and decisions that only look-ahead can answer are left to the engine."""
    game = rw.load("cave-vs-cave", 2)
    assert whole(game.engine) is None
    assert len(playouts(game).play(1, 0, 2)) == 2


def test_a_series_can_be_divided() -> None:
    """A game does not depend on which games are played before it."""
    made = playouts(rw.load("leduc-poker", 2))
    assert made.play(7, 0, 20) == made.play(7, 0, 9) + made.play(7, 9, 20)


def test_a_game_that_fails_says_where() -> None:
    """What went wrong is told as it is when the game is played move by move."""
    program = replace(rw.load("tic-tac-toe", 2).program, max_decisions=3)
    game = Game(program, maker("compiled"))
    (result,) = playouts(game).play(1, 0, 1)
    assert result.failure is not None
    assert result.failure.code == "too-many-decisions"
    assert result == play_out(game, ["random", "random"], 1, 0, False)


def test_the_reference_evaluator_plays_the_same_games() -> None:
    """Without any compiled code the results are the same."""
    program = rw.load("kuhn-poker", 2).program
    slow, quick = playouts(Game(program, "reference")), playouts(Game(program, "compiled"))
    assert slow.play(5, 0, 25) == quick.play(5, 0, 25)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_games_are_plain_python(name: str) -> None:
    """What plays a whole game can be written down as Python 3.9."""
    made = make_whole(rw.load(name, 2).program)
    assert made is not None
    assert ast.parse(ast.unparse(made.tree), feature_version=(3, 9))


def test_random_players_take_every_option_equally_often() -> None:
    """First moves are spread evenly over a series."""
    game = rw.load("tic-tac-toe", 2)
    counts = [0] * 9
    first: list[int] = []
    from rulewright.interpreter.bots.arena import seated

    for seed in range(1800):
        match = game.start(seed)
        first.append(seated(["random", "random"], seed * 7919)[0].choose(match))
    for chosen in first:
        counts[chosen] += 1
    assert all(140 < count < 260 for count in counts)
    assert not match.v[OVER]


def test_results_are_plain_data() -> None:
    """A result can be written as JSON data, with its failure or without."""
    data = Result(1, 2, (3, 4), (1,), 5).as_data()
    assert data == {
        "number": 1,
        "seed": 2,
        "scores": (3, 4),
        "winners": (1,),
        "decisions": 5,
        "failure": None,
    }
