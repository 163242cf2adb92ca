"""Every game's rulings in; that the rules say the same, and how each one went, out."""

from __future__ import annotations

from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

import rulewright as rw
from rulewright.dsl.render import render_all
from rulewright.dsl.ruling_data import Rulings
from rulewright.dsl.ruling_files import load_rulings
from rulewright.interpreter.rulings import coverage, run

GAMES = [info.id for info in rw.games()]

# Games whose rulings leave no rule out.
COMPLETE = (
    "cave-vs-cave",
    "caverna",
    "cavern-tavern",
    "connect-four",
    "goofspiel",
    "kuhn-poker",
    "leduc-poker",
    "nim",
    "pig",
    "tic-tac-toe",
    "tiny",
)


@cache
def rulings_of(game: str) -> Rulings:
    """The rulings of a game, read once; those of its variants are run in tests/variants."""
    found = load_rulings(game)
    found.rulings = [ruling for ruling in found.rulings if not ruling.variants]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_rulings_can_be_read(game: str) -> None:
    """No file of rulings has a mistake in it."""
    found = rulings_of(game)
    assert not found.problems, render_all(found.problems, found.sources)


@pytest.mark.parametrize("game", GAMES)
def test_rulings_name_their_source(game: str) -> None:
    """Every ruling says where it is written, if only that it is assumed."""
    assert [ruling.id for ruling in rulings_of(game).rulings if not ruling.source] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_agree_with_rulings(game: str, snapshot: SnapshotAssertion) -> None:
    """Every ruling comes out as it says, in the way it did before."""
    outcomes = run(rulings_of(game).rulings)
    assert [str(outcome) for outcome in outcomes if not outcome.ok] == []
    for outcome in outcomes:
        if not outcome.skipped:
            assert outcome.transcript == snapshot(name=outcome.id)


@pytest.mark.parametrize("game", COMPLETE)
def test_rulings_reach_every_rule(game: str) -> None:
    """No line of these games' rules is left out by their rulings."""
    found = coverage(rulings_of(game).rulings)
    assert found
    assert {file: lines.missed for file, lines in found.items() if lines.missed} == {}
