"""The garbage collector waits while a game is made ready, and is as it was before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.interpreter import backends
from rulewright.interpreter.pausing import collecting_later


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Whatever a test does, garbage is collected after it."""
    yield
    gc.enable()


@pytest.mark.parametrize("on", [True, False])
def test_a_pause_ends_as_it_began(on: bool) -> None:
    """Who has switched the collector off finds it off, also after a mistake."""
    if not on:
        gc.disable()
    with collecting_later(), collecting_later():
        assert not gc.isenabled()
    assert gc.isenabled() is on
    with pytest.raises(KeyError), collecting_later():
        raise KeyError
    assert gc.isenabled() is on


def test_a_game_is_made_without_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading and compiling from nothing are one stretch each, and playing is not one."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    paused = []
    real: Any = vars(backends)["compiled"]

    def compiled(program: Any) -> Any:
        paused.append(gc.isenabled())
        return real(program)

    monkeypatch.setattr(backends, "compiled", compiled)
    match = rw.load("tic-tac-toe").start(1)
    assert paused == [False]
    assert gc.isenabled()
    assert match.moves()


def test_a_game_with_mistakes_leaves_the_collector_on(tmp_path: Path) -> None:
    """Rule files that cannot be used end the pause too."""
    (tmp_path / "game.yaml").write_text("game: wrong\nplayers: 2\nflow: jump\n")
    with pytest.raises(rw.RuleFileError):
        rw.load(tmp_path)
    assert rw.check(tmp_path)
    assert gc.isenabled()
