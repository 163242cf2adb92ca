"""For all tests: compiled games are kept here and not in the user's own cache, and tests of games
whose rules fill several files are left out of `make quick`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("RULEWRIGHT_CACHE", str(ROOT / ".pytest_cache" / "games"))

WITH_BIG_GAMES = {"games", "benchmarks"}
"""Folders of tests that are about nothing else."""
GAMES = ROOT / "games"


def big_games() -> set[str]:
    """The folders of games whose rules fill more than one file, and the ids they go by."""
    folders = {path.parent.name for path in GAMES.glob("*/*.yaml") if path.name != "game.yaml"}
    return folders | {folder.replace("_", "-") for folder in folders}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of big games."""
    big = big_games()
    for item in items:
        if item.path.parent.name in WITH_BIG_GAMES or any(name in item.nodeid for name in big):
            item.add_marker(pytest.mark.slow)
