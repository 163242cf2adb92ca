"""Playing by integers: whatever is chosen, it leads where playing step by step does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.dsl.program import OVER
from rulewright.interpreter.backends import maker
from rulewright.interpreter.cache import Cache, Entry
from rulewright.interpreter.compile.code import PLAY_NAME
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.errors import RuleRuntimeError

GAMES = [(info.id, n) for info in rw.games() for n in (info.players[0], info.players[-1])]
MOST_MOVES = 120


@pytest.mark.parametrize(("name", "players"), sorted(set(GAMES)))
def test_steps_lead_where_choices_do(name: str, players: int) -> None:
    """`begin` and `step` give the positions and options that `start`, `choose` and `ids` do."""
    program = rw.load(name, players).program
    one, other = Engine(program, maker("compiled")(program)), rw.load(name, players).engine
    for seed in range(2):
        pick = random.Random(seed)
        v, k = one.start(seed)
        w, stack, ids = other.begin(seed)
        for _ in range(MOST_MOVES):
            assert (w, stack) == (v, k)
            assert ids == [option.id for option in one.options(v, k)]
            if v[OVER]:
                break
            number = pick.choice(ids)
            one.choose(v, k, one.option(v, k, number), [])
            ids = other.step(w, stack, number)


def test_listing_agrees_with_look_ahead() -> None:
    """What compiled code lists at once is what looking ahead finds, and it does list it."""
    engine = rw.load("cave-vs-cave", 2).engine
    listed = 0
    for seed in range(4):
        pick = random.Random(seed)
        v, k, ids = engine.begin(seed)
        while ids:
            decision = engine.decision(v)
            assert decision is not None
            assert ids == [option.id for option in engine._look.options(v, k, decision)]
            listed += bool(engine._quick[decision.pc](v, k))
            ids = engine.step(v, k, pick.choice(ids))
    assert listed > 300


def test_the_reference_evaluator_steps_too() -> None:
    """A backend without step functions makes the same steps."""
    program = rw.load("leduc-poker", 2).program
    slow, quick = Engine(program, maker("reference")(program)), rw.load("leduc-poker", 2).engine
    for seed in range(5):
        v, k, ids = slow.begin(seed)
        w, stack, found = quick.begin(seed)
        while ids:
            assert (ids, v, k) == (found, w, stack)
            ids = slow.step(v, k, ids[-1])
            found = quick.step(w, stack, found[-1])
        assert v[OVER] and w[OVER]


def test_step_code_is_kept_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step functions are made when somebody steps, and only once."""
    program = rw.load("pig", 2).program
    entry = Entry(Cache(tmp_path), "key")
    engine = Engine(program, maker("compiled", entry)(program))
    assert entry.read(PLAY_NAME) is None
    first = engine.begin(1)
    assert entry.read(PLAY_NAME)

    def compile_again(program: object) -> object:
        raise AssertionError("compiled again")

    monkeypatch.setattr("rulewright.interpreter.backends.compiled_play", compile_again)
    assert Engine(program, maker("compiled", entry)(program)).begin(1) == first
    with pytest.raises(AssertionError, match="compiled again"):
        Engine(program, maker("compiled", Entry(Cache(tmp_path), "other"))(program)).begin(1)


def test_too_many_decisions_are_told() -> None:
    """A game that goes on beyond its bound ends with the error that says so."""
    from dataclasses import replace

    program = replace(rw.load("tic-tac-toe", 2).program, max_decisions=3)
    engine = Engine(program, maker("compiled")(program))
    v, k, ids = engine.begin(1)
    for _ in range(3):
        ids = engine.step(v, k, ids[0])
    with pytest.raises(RuleRuntimeError, match="more than the 3 decisions") as caught:
        engine.step(v, k, ids[0])
    assert caught.value.code == "too-many-decisions"


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "pig", "tic-tac-toe"])
@pytest.mark.parametrize("first", [0, 2**63 - 20, 2**64 - 50])
def test_seeds_in_a_row_begin_as_each_of_them_does(name: str, first: int) -> None:
    """Positions that are made ready for the next seeds are those of these seeds."""
    engine = rw.load(name, 2).engine
    order = [*range(first, first + 48), first + 3, first + 4, first + 5, first, "text"]
    for seed in order:
        fresh = rw.load(name, 2).engine
        v, k = fresh.start(seed)
        assert engine.begin(seed) == (v, k, fresh.ids(v, k))


def test_a_position_that_was_begun_is_nobody_elses() -> None:
    """What is played in one game does not show when another begins in the same way."""
    engine = rw.load("kuhn-poker", 2).engine
    begun = [engine.begin(seed) for seed in range(60)]
    for v, k, ids in begun:
        while ids:
            ids = engine.step(v, k, ids[0])
    fresh = rw.load("kuhn-poker", 2).engine
    assert [engine.begin(seed) for seed in range(60)] == [fresh.begin(seed) for seed in range(60)]
