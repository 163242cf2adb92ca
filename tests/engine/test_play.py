"""Hand-made Programs in, how they run from decision to decision out."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.program import (
    CHANCE,
    COUNT,
    FP,
    NOBODY,
    OVER,
    PC,
    Domain,
    Node,
    Program,
)
from rulewright.interpreter import kernel
from rulewright.interpreter.engine import Engine, Option
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import Reference

from .hand_made import (
    DECIDE0,
    FREE,
    ME_NODE,
    asks,
    each,
    engine_for,
    expr,
    fixed,
    node,
    program,
    put,
)


def test_a_call_comes_back_with_its_own_locals() -> None:
    """A procedure has arguments and zeros as locals, and returns behind the call."""
    code = [
        Node("local", (0, expr(5))),
        Node("call", (6, 3, (node("add", Node("local", (0,)), 1),))),
        put(FREE + 1, Node("local", (0,))),
        Node("jump", (5,)),
        Node("ret"),
        put(FREE, node("add", Node("local", (0,)), Node("local", (2,)))),
        Node("ret"),
    ]
    v, k = engine_for(program(code, [0, 0])).start(1)
    assert (v[FREE], v[FREE + 1], v[OVER]) == (6, 5, 1)
    assert len(k) == 3 + 4


def test_a_value_stays_within_its_bounds() -> None:
    """Setting and raising clip; `unless` jumps when its condition does not hold."""
    code = [
        Node("set", (("slot", FREE), expr(99), 0, 10)),
        Node("me", (expr(1),)),
        Node("raise", (("at", FREE, 1, ME_NODE), expr(-9), -3, 10)),
        Node("unless", (expr(0), 6)),
        put(FREE, 1),
        Node("over"),
    ]
    v, _ = engine_for(program(code, [0, 0])).start(1)
    assert v[FREE : FREE + 2] == [10, -3]


def test_events_are_logged_in_play() -> None:
    """The log holds kind, player, words and values, and who may see it."""
    code = [Node("log", ("got", expr(1), ("gets ", (expr(3), Domain("int"))), 1)), Node("over")]
    log: list[Any] = []
    engine_for(program(code)).start(1, log)
    assert log == [kernel.Event("got", 1, ("gets ", (3, Domain("int"))), 1)]


def test_spans_of_used_rules_are_collected() -> None:
    """What was run or asked is remembered when somebody wants to know."""
    made = program(
        [Node("unless", (Node("const", (0,), 4), 3), 2), put(FREE, 1), Node("over")], [0]
    )
    backend = Reference(made)
    backend.reached = set()
    Engine(made, backend).start(1)
    assert backend.reached == {2, 4, -1}


def test_options_have_stable_integers() -> None:
    """Fixed moves have their base, elements count from it, duplicates are one option."""
    sources = (fixed(2, base=0), each(2, (7, 5, 7), 4, 9, base=1), fixed(2, expr(0), base=7))
    made = program([DECIDE0, Node("over")], decisions=(asks(1, *sources),))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert engine.options(v, k) == [Option(0, 0, 0), Option(4, 1, 7), Option(2, 1, 5)]
    assert engine.decider(v) == 0


def test_choosing_binds_the_element_and_goes_on() -> None:
    """The local gets the element, the decision is counted, the rules run on."""
    code = [DECIDE0, put(FREE, Node("local", (2,))), Node("over")]
    made = program(code, [0], decisions=(asks(1, each(2, (4, 6), 0, 9, local=2)),))
    engine = engine_for(made)
    v, k = engine.start(1)
    option = engine.options(v, k)[1]
    assert engine.bound(k, v, option)[v[FP] + 2] == 6
    engine.choose(v, k, option, None)
    assert (v[FREE], v[COUNT], v[OVER]) == (6, 1, 1)
    assert engine.decision(v) is None
    assert engine.options(v, k) == []
    assert engine.decider(v) == NOBODY


def test_a_single_answer_is_taken_where_the_rules_say_so() -> None:
    """`auto` decisions with one option do not ask; with two they do."""
    code = [DECIDE0, Node("decide", (1,)), Node("over")]
    decisions = (asks(1, fixed(2), auto=True), asks(2, each(3, (1, 2), 1, 2), number=1, auto=True))
    engine = engine_for(program(code, decisions=decisions))
    v, _ = engine.start(1)
    assert (v[PC], v[COUNT]) == (2, 1)


def test_too_many_decisions_are_a_rule_error() -> None:
    """A game that goes on for ever ends with a clear error."""
    made = program([DECIDE0], decisions=(asks(1, fixed(1), span=0),), max_decisions=3)
    engine = engine_for(made)
    v, k = engine.start(1)
    for _ in range(3):
        engine.choose(v, k, engine.options(v, k)[0], None)
    with pytest.raises(RuleRuntimeError, match="the 3 decisions") as caught:
        engine.choose(v, k, engine.options(v, k)[0], None)
    assert (caught.value.code, caught.value.place) == ("too-many-decisions", "sample.yaml:7:3")


def test_a_decision_without_answers_is_stuck() -> None:
    """In real play nothing to choose is the rules' mistake, with its place."""
    made = program([DECIDE0], decisions=(asks(1, each(1, (), 0, 1), span=0),))
    with pytest.raises(RuleRuntimeError) as caught:
        engine_for(made).start(1)
    assert (caught.value.code, caught.value.place) == ("stuck", "sample.yaml:7:3")


def roll() -> Program:
    """A die of six into a slot."""
    code = [DECIDE0, put(FREE, Node("local", (0,))), Node("over")]
    die = asks(1, each(2, (1, 2, 3, 4, 5, 6), 1, 6), kind="chance")
    return program(code, [0], decisions=(die,))


def test_chance_is_the_same_for_the_same_seed() -> None:
    """The seed decides, all faces turn up, and the generator's state moves on."""
    engine = engine_for(roll())
    rolled = [engine.start(seed)[0][FREE] for seed in range(60)]
    assert rolled == [engine.start(seed)[0][FREE] for seed in range(60)]
    assert set(rolled) == {1, 2, 3, 4, 5, 6}


def test_chance_can_pause() -> None:
    """Explicit chance stops with all outcomes as options of nobody in particular."""
    engine = engine_for(roll())
    v, k = engine.start(1, explicit_chance=True)
    assert engine.decider(v) == CHANCE
    assert [option.value for option in engine.options(v, k)] == [1, 2, 3, 4, 5, 6]
    engine.choose(v, k, engine.options(v, k)[3], None, explicit_chance=True)
    assert (v[FREE], v[OVER]) == (4, 1)


def test_chance_keeps_duplicates() -> None:
    """An outcome that is listed twice is twice as likely, and is two outcomes when explicit."""
    made = program(
        [DECIDE0, Node("over")], decisions=(asks(1, each(2, (1, 1, 2), 1, 2), kind="chance"),)
    )
    engine = engine_for(made)
    v, k = engine.start(1, explicit_chance=True)
    assert [option.value for option in engine.options(v, k)] == [1, 1, 2]
