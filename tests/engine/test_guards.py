"""Guards against searching: with and without them the same options are offered.

A Program that is not `prepared` has no guards, so look-ahead has to run the rules for every answer.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from rulewright.dsl.pipeline import info_of, load_program
from rulewright.dsl.program import OVER, Program
from rulewright.interpreter import lookahead
from rulewright.interpreter.backends import maker
from rulewright.interpreter.compile.backend import Compiled
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.guards import prepared
from tests.mechanisms.support import HERE, fixtures

# Made so that not everything can be found out in time.
HARD = ("many_exchanges", "imitating")
FIXTURES = [
    (name, players)
    for name in fixtures()
    if name not in HARD
    for players in info_of(HERE / name).players[:2]
]
LARGE = [("caverna", 1), ("cavern-tavern", 2)]
GAMES = 6
MOVES = 60


@cache
def plain(name: str, players: int) -> Program:
    """The Program of a game without guards."""
    return load_program(name, players).unwrap()


def compare(program: Program, backend: str, seeds: range, moves: int) -> None:
    """Play with guards and without: the options are the same all the way."""
    ready = prepared(program)
    guarded = Engine(ready, maker(backend)(ready))
    searching = Engine(program, maker(backend)(program))
    for seed in seeds:
        pick = random.Random(seed)
        v, k = guarded.start(seed)
        for _ in range(moves):
            if v[OVER]:
                break
            offered = guarded.options(v, k)
            assert offered == searching.options(v, k)
            guarded.choose(v, k, pick.choice(offered), None)
    assert guarded.capped == searching.capped == 0


@pytest.mark.parametrize(("name", "players"), FIXTURES)
def test_guards_offer_what_searching_finds(name: str, players: int) -> None:
    """In every fixture game guards say of each answer what running the rules says."""
    compare(plain(str(HERE / name), players), "reference", range(GAMES), MOVES)


@pytest.mark.parametrize(("name", "players"), LARGE)
def test_guards_of_large_games_offer_what_searching_finds(name: str, players: int) -> None:
    """Late in a large game, too: from a position in the middle on, played by guards alone."""
    program = plain(name, players)
    ready = prepared(program)
    guarded, searching = Engine(ready, Compiled(ready)), Engine(program, Compiled(program))
    for seed in range(2):
        pick = random.Random(seed)
        v, k = guarded.start(seed)
        compared = 0
        while not v[OVER]:
            offered = guarded.options(v, k)
            if pick.random() < 0.25:
                # Where searching alone is too much it gives up; guards never do here.
                before = searching.capped
                found = searching.options(v, k)
                assert offered == found or searching.capped > before
                compared += 1
            guarded.choose(v, k, pick.choice(offered), None)
        assert compared > 10
    assert guarded.capped == 0


def test_most_answers_of_a_large_game_need_no_search() -> None:
    """Guards are there for nearly every answer that could fail."""
    ready = prepared(plain("caverna", 1))
    known = {(decision, source) for decision, source, _, _ in ready.guards}
    asked = {
        (decision.id, number)
        for decision in ready.decisions
        if decision.kind != "chance"
        for number, source in enumerate(decision.sources)
        if not ready.infallible[source.target]
    }

    assert known <= asked
    assert len(known) > 0.8 * len(asked)


def test_what_is_prepared_stays_as_it_is() -> None:
    """Preparing twice changes nothing."""
    ready = prepared(plain(str(HERE / "any_time"), 2))

    assert prepared(ready) is ready


def test_what_cannot_be_done_is_not_paid_for_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a price can be had in many ways, what comes behind it is asked for first."""
    monkeypatch.setattr(lookahead, "MOST_NODES", 100)
    program = prepared(plain(str(HERE / "imitating"), 1))
    # As in a game so large that nothing is known of the choice itself.
    first = min(decision for decision, *_ in program.guards)
    unknown = replace(program, guards=tuple(each for each in program.guards if each[0] != first))
    engine = Engine(unknown, maker("reference")(unknown))
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 5
    assert engine.capped == 0
