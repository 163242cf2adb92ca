"""What `make bench` measures: every door plays whole games, and what is missing is told."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

import rulewright as rw

from . import ours, peers, scaling
from .by_hand import NAMES, twin


@pytest.mark.parametrize("name", NAMES)
def test_every_door_plays_whole_games(name: str) -> None:
    """Games and decisions are counted by each of them."""
    for make in (ours.public, ours.integers, ours.batch, twin):
        games, decisions = make(name)(3)
        assert games >= 1
        assert decisions > games


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that is not there is a word, not an error."""
    monkeypatch.setattr(peers, "_module", lambda name: None)
    assert peers.open_spiel("pig") == "open_spiel is not installed"
    assert peers.open_spiel_native("connect-four") == "open_spiel is not installed"
    assert peers.petting_zoo("tic-tac-toe") == "pettingzoo[classic] is not installed"
    assert peers.catanatron() == "catanatron is not installed"


def test_the_games_of_the_table_play_the_same() -> None:
    """Tiles that nobody takes and a rule that nobody owns change no score."""
    rule = "rules: [{after: I take_one, do: raise my points}]"
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        for name, more, said in (("plain", 0, ""), ("tiles", 100, ""), ("trigger", 1, rule)):
            match = rw.load(str(scaling.game(Path(folder), name, more, said)), 2).start(1)
            while not match.over:
                match.play_id(match.option_ids()[-1])
            scores.append(match.scores())
    assert scores == [[15, 15]] * 3
