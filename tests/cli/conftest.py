"""A way to call the command line inside the test process, and a game to call it with."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.interpreter.cli import main

ROOT = Path(__file__).resolve().parents[2]
FAIR = "tests/cli/games/lantern_fair"


@dataclass(frozen=True)
class Called:
    """What a call printed and returned."""

    out: str
    err: str
    status: int


Cli = Callable[..., Called]


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for compiled games, so that each is compiled once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep away from the cache of whoever runs the tests."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(cache_folder))


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Call `rulewright` with words, and perhaps with lines of input; no terminal anywhere."""
    monkeypatch.chdir(ROOT)
    for name in ("COLUMNS", "NO_COLOR", "RULEWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str, typed: str = "") -> Called:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(words)
        found = capsys.readouterr()
        return Called(found.out, found.err, status)

    return call


def environment(**more: str) -> dict[str, str]:
    """The variables for a process of its own: nothing of the terminal the tests run in."""
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    return {**kept, "TERM": "dumb", **more}
