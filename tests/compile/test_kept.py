"""Values that are kept: what they depend on, and that they are what the reference says."""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw
from rulewright.dsl.program import ME, OVER
from rulewright.interpreter.compile import facts, reads
from rulewright.interpreter.compile.kept import Kept
from rulewright.interpreter.compile.module import make
from rulewright.interpreter.compile.unit import Unit
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import Reference

GAMES = [("cave-vs-cave", 2), ("cave-vs-cave", 1), ("cavern-tavern", 2)]


def test_every_operation_that_looks_at_the_state_is_followed_or_refused() -> None:
    """An operation that is new to the analysis cannot be taken for one that reads nothing."""
    assert reads.NOT_FOLLOWED | reads._WAYS.keys() >= facts._STATE


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_slots_that_are_not_looked_at_do_not_matter(name: str, players: int) -> None:
    """Whatever is put into the other slots, the reference gives the same value."""
    program = rw.load(name, players).program
    unit = Unit(program)
    reference = Reference(program)
    engine = Engine(program, reference)
    unit.kept = kept = Kept(unit)
    nodes = [function.body for function in program.functions if kept.name(function.body)]
    assert nodes
    draw = Random(5)
    v, k = engine.start(3)
    for turn in range(60):
        if v[OVER]:
            break
        ids = engine.ids(v, k)
        engine.choose_id(v, k, ids[draw.randrange(len(ids))])
        if turn % 6:
            continue
        for node in nodes:
            read = reads.read_by(unit, node, v[ME])
            assert read is not None
            other = v[:]
            for slot in range(8, len(v)):
                if slot not in read[0] and draw.random() < 0.5:
                    other[slot] = draw.randrange(-1, 9)
            try:
                wanted = reference.eval(node, v, k)
            except RuleRuntimeError:
                continue
            assert reference.eval(node, other, k) == wanted, node


def test_small_games_keep_nothing() -> None:
    """Where a move changes most of what there is, there are no such functions."""
    program = rw.load("connect-four", 2).program
    assert not [one for one in make(program).files if one.startswith("q")]
