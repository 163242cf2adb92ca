"""Playing: the same game again, saved games, undone moves, moves that are not offered, the end."""

from __future__ import annotations

import json

import pytest

import rulewright as rw
from rulewright.interpreter import invariants

from .settings import Setting, load, plain_settings, playout, settings

SHORT = 40  # decisions of a long game that the slower checks look at


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_random_games_end_and_keep_their_invariants(setting: Setting) -> None:
    """No position is stuck, declared invariants hold after every step, and the game ends."""
    last = None
    for match, _ in playout(setting, seed=1):
        broken = invariants.broken(match)

        assert broken == [], (setting, broken)
        last = match

    assert last is not None and last.over
    assert len(last.scores()) == setting.players
    assert last.game.engine.capped == 0, "look-ahead was given up somewhere"


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_the_same_seed_and_moves_give_the_same_game(setting: Setting) -> None:
    """Same rules, same seed and same moves give the same states."""
    played = [(list(m.v), list(m.k), move.text) for m, move in playout(setting, seed=2)]
    again = load(setting).start(seed=2)
    for v, k, text in played:
        assert (again.v, again.k) == (v, k)

        again.play(text)


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_saving_and_undoing_leave_no_trace(setting: Setting) -> None:
    """A saved and resumed match goes on as if never saved, an undone move as if never made."""
    for number, (match, move) in enumerate(playout(setting, seed=3)):
        if number >= SHORT:
            break
        saved = json.loads(json.dumps(match.save()))
        resumed = rw.resume(saved)
        tried = match.copy()
        resumed.play(move.text)
        tried.play(move)

        assert (resumed.v, resumed.k) == (tried.v, tried.k)

        tried.undo()

        assert (tried.v, tried.k) == (match.v, match.k)
        assert [m.text for m in tried.moves()] == [m.text for m in match.moves()]


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_every_listed_move_applies_and_nothing_else(setting: Setting) -> None:
    """Each listed move can be played by text, data and number; others change nothing."""
    for number, (match, _) in enumerate(playout(setting, seed=4)):
        if number >= SHORT:
            break
        moves = match.moves()

        assert len({move.text for move in moves}) == len(moves)

        for move in moves:
            by_move, by_text, by_data, by_id = (match.copy() for _ in range(4))
            by_move.play(move)
            by_text.play(move.text)
            by_data.play(json.loads(json.dumps(move.data)))
            by_id.play_id(move.id)

            assert by_move.v == by_text.v == by_data.v == by_id.v
            assert by_move.k == by_text.k == by_data.k == by_id.k
        before = (list(match.v), list(match.k))
        with pytest.raises(rw.IllegalMove) as refused:
            match.play("no such move at all")

        assert refused.value.code and refused.value.reason
        assert (match.v, match.k) == before


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_journals_replay_to_the_same_end(setting: Setting) -> None:
    """A whole journal, written as JSON and read back, replays to the same final state."""
    last = None
    for match, _ in playout(setting, seed=5):
        last = match
    assert last is not None
    replayed = rw.replay(last.game, json.loads(json.dumps(last.journal)))

    assert replayed.match.v == last.v
    assert replayed.match.scores() == last.scores()
