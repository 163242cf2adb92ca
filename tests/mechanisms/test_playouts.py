"""What always holds, for every fixture game: no random game gets stuck, and every move applies."""

from __future__ import annotations

import json
import random

import pytest

from rulewright.dsl.pipeline import check_paths, info_of

from .support import HERE, fixtures, game, playout

PLAYOUTS = 200
THOROUGH = 4
"""Playouts in which every listed move is tried in every position."""

HARD = ("many_exchanges", "imitating")
"""Games made so that not everything can be found out in time."""

GAMES = [(name, players) for name in fixtures() for players in info_of(HERE / name).players]


@pytest.mark.parametrize("name", fixtures())
def test_rule_files_have_no_problems(name: str) -> None:
    """The checker finds nothing, whatever the player count."""
    problems, _ = check_paths([HERE / name])
    assert not problems


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_random_games_come_to_an_end(name: str, players: int) -> None:
    """Every listed move applies, something can always be chosen, invariants hold throughout."""
    engine = game(name, players).engine
    for seed in range(PLAYOUTS if name not in HARD else THOROUGH):
        assert playout(engine, seed, every_move=seed < THOROUGH and name not in HARD)
    if name not in HARD:
        assert engine.capped == 0, "look-ahead was given up somewhere"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    """Nothing but the seed and the moves decides what happens."""
    engine = game(name, players).engine
    assert playout(engine, 7, every_move=False) == playout(engine, 7, every_move=False)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_undo_save_and_resume_anywhere(name: str, players: int) -> None:
    """Undo is never having moved, and a save goes on as if it had never been one."""
    made = game(name, players)
    pick = random.Random(3)
    match = made.start(3)
    while not match.over:
        v, k = match.v, match.k
        moves = match.moves()
        assert len({move.text for move in moves}) == len(moves)
        other = made.resume(json.loads(json.dumps(match.save())))
        assert (other.v, other.k) == (v, k)
        chosen = pick.choice(moves)
        match.play(chosen.text)
        other.play(chosen.data)
        assert (other.v, other.k) == (match.v, match.k)
        match.undo()
        assert (match.v, match.k) == (v, k)
        match.play(chosen)
