"""Tables of rulings: the pages that list them in; that they name all there is, no more, out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.dsl.ruling_files import load_rulings

ROOT = Path(__file__).parents[2]
PAGES = {
    "cave-vs-cave": ROOT / "games/cave_vs_cave/rulings/README.md",
    "cavern-tavern": ROOT / "games/cavern_tavern/rulings/README.md",
}


@pytest.mark.parametrize("game", PAGES)
def test_tables_name_rulings_that_exist(game: str) -> None:
    """Every id in a table is a ruling or an option of the game."""
    page = PAGES[game].read_text(encoding="utf-8")
    cells = [line for line in page.splitlines() if line.startswith("|")]
    named = {word for line in cells for word in re.findall(r"`([a-z][a-z0-9_-]*)`", line)}
    info = next(each for each in rw.games() if each.id == game)
    known = {ruling.id for ruling in load_rulings(game).rulings} | set(info.options)

    assert len(named) > 50
    assert named - known == set()


def test_every_row_of_the_tavern_is_in_its_table() -> None:
    """Rows that rulings come from are listed with those rulings."""
    page = PAGES["cavern-tavern"].read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (TAV-\d+) \| (.*?) \|", page, re.M))
    rows: dict[str, set[str]] = {}
    for ruling in load_rulings("cavern-tavern").rulings:
        for row in re.findall(r"row (TAV-\d+)", "; ".join(ruling.source)):
            rows.setdefault(row, set()).add(ruling.id)

    assert len(rows) > 150
    assert set(listed) == set(rows)
    for row, ids in rows.items():
        found = set(re.findall(r"`([a-z0-9-]+)`", listed[row]))
        # Cards and goals are many and alike: one of them stands for all.
        assert found <= ids
        assert {each for each in ids - found if not each.startswith(("card-", "goal-"))} == set()
