"""Hand-made Programs in, which options can be carried through out."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.program import (
    Node,
    Program,
)
from rulewright.interpreter import lookahead
from rulewright.interpreter.engine import Option
from rulewright.interpreter.errors import RuleRuntimeError

from .hand_made import (
    CHOSEN,
    DECIDE0,
    FREE,
    SLOT,
    asks,
    each,
    engine_for,
    expr,
    fail,
    fixed,
    node,
    program,
    put,
)


def gated(*after: Node, **given: Any) -> Program:
    """A decision with the answers 0 to 3; then `after` runs, in which things may fail."""
    code = [DECIDE0, *after, Node("over")]
    given.setdefault("decisions", (asks(1, each(2, (0, 1, 2, 3), 0, 3)),))
    given.setdefault("state", [0, 0])
    given.setdefault("infallible", (True, False, *[False] * len(after), True))
    return program(code, **given)


def values_offered(made: Program) -> list[Any]:
    """What is offered at the first decision."""
    engine = engine_for(made)
    v, k = engine.start(1)
    before = (v[:], k[:])
    found = [option.value for option in engine.options(v, k)]
    assert (v, k) == before
    return found


def test_an_answer_that_fails_is_not_offered() -> None:
    """Look-ahead runs on a copy and drops what ends in a failure."""
    assert values_offered(gated(Node("unless", (node("eq", CHOSEN, 2), 4)), fail())) == [0, 1, 3]


def test_what_cannot_fail_is_not_looked_at() -> None:
    """In a safe frame an infallible answer is offered without running it."""
    made = gated(fail(), infallible=(True, False, True, True))
    assert values_offered(made) == [0, 1, 2, 3]


def test_an_infallible_answer_in_an_unsafe_frame_is_looked_at() -> None:
    """What the caller does afterwards may fail, so the look goes on behind the return."""
    code = [
        Node("call", (4, 1, ())),
        fail(),
        Node("over"),
        DECIDE0,
        Node("unless", (CHOSEN, 7)),
        Node("over"),
        Node("ret"),
    ]
    made = program(
        code,
        decisions=(asks(4, each(5, (0, 1), 0, 1)),),
        infallible=(True, False, False, *[True] * 5),
    )
    assert values_offered(made) == [1]


def test_a_commit_ends_the_look() -> None:
    """What comes after a commit is not this decision's business."""
    assert values_offered(gated(Node("commit"), fail())) == [0, 1, 2, 3]


def test_chance_ends_the_look() -> None:
    """Nobody is blamed for what a die may do; but chance needs something to choose from."""
    rest = [Node("decide", (1,)), fail()]
    first = asks(1, each(2, (0, 1), 0, 1))
    chance = (first, asks(2, each(3, (1,), 0, 1), number=1, kind="chance"))
    assert values_offered(gated(*rest, decisions=chance)) == [0, 1]
    nothing = (first, asks(2, each(3, (), 0, 1), number=1, kind="chance"))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        values_offered(gated(*rest, decisions=nothing))
    own = (first, asks(2, each(3, (0,), 0, 1), number=1))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        values_offered(gated(*rest, decisions=own))


def test_other_players_answers_are_searched_too() -> None:
    """What comes after somebody else's answer counts; he is taken to say no where he can."""
    first = asks(1, each(2, (0, 1), 0, 1))
    other = [Node("me", (expr(1),)), Node("decide", (1,)), fail()]
    theirs = (first, asks(3, each(4, (0,), 0, 1), number=1))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        values_offered(gated(*other, decisions=theirs))
    polite = (first, asks(3, fixed(4), fixed(5), number=1))
    assert values_offered(gated(*other, decisions=polite)) == [0, 1]
    # The one who says no runs into the failure, so what he could have done instead does not help.
    stubborn = (first, asks(3, fixed(5), fixed(4), number=1))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        values_offered(gated(*other, decisions=stubborn))


def test_own_decisions_are_searched() -> None:
    """An answer is offered if some later own answer carries it through."""
    total = node("add", CHOSEN, Node("local", (1,)))
    rest = [Node("decide", (1,)), Node("unless", (node("lt", total, 5), 5)), fail()]
    decisions = (
        asks(1, each(2, (0, 1, 2, 3), 0, 3)),
        asks(2, each(3, (0, 2, 1), 0, 3, local=1), number=1),
    )
    # `unless` jumps behind the failure when the two make 5.
    assert values_offered(gated(*rest, decisions=decisions)) == [3]


def test_a_way_out_that_is_always_there_ends_the_look() -> None:
    """An unconditional answer after which nothing fails makes its decision live at once."""
    rest = [Node("decide", (1,)), fail(), Node("over")]
    decisions = (asks(1, each(2, (0,), 0, 3)), asks(2, each(3, (1,), 1, 1), fixed(4), number=1))
    assert values_offered(gated(*rest, decisions=decisions)) == [0]


def test_a_step_is_done_if_it_can_be() -> None:
    """`iflive` goes on where what follows can be carried through and jumps where it cannot."""
    #  2 iflive 5 | 3 unless chosen < 2 -> 6 | 4 set | 5 over | 6 fail
    code = [
        DECIDE0,
        Node("iflive", (5,)),
        Node("unless", (node("lt", CHOSEN, 2), 6)),
        put(FREE, 1),
        Node("over"),
        fail(),
    ]
    made = program(
        code,
        [0],
        decisions=(asks(1, each(2, (0, 1, 2, 3), 0, 3)),),
        infallible=(True, *[False] * 6),
    )
    engine = engine_for(made)
    done = {}
    for number in range(4):
        v, k = engine.start(1)
        options = engine.options(v, k)
        assert [option.value for option in options] == [0, 1, 2, 3]
        engine.choose(v, k, options[number], None)
        done[number] = v[FREE]
    assert done == {0: 1, 1: 1, 2: 0, 3: 0}


def test_a_failed_attempt_leaves_the_other_way_open() -> None:
    """In a look both ways of `iflive` count, the second one from the state before the first."""
    # 2 iflive 5 | 3 set 1 | 4 fail | 5 unless slot == 0 and chosen -> 7 | 6 over | 7 fail
    code = [
        DECIDE0,
        Node("iflive", (5,)),
        put(FREE, 1),
        fail(),
        Node("unless", (node("and", node("not", SLOT), CHOSEN), 7)),
        Node("over"),
        fail(),
    ]
    made = program(
        code, [0], decisions=(asks(1, each(2, (0, 1), 0, 1)),), infallible=(True, *[False] * 7)
    )
    assert values_offered(made) == [1]


def test_what_is_possible_for_somebody_else_is_his_view() -> None:
    """`iflive` while another player acts asks whether that player can go on."""
    # The other one's decision follows: for the first player it would end the look well.
    # 2 me 1 | 3 iflive 6 | 4 decide | 5 fail | 6 me 0 | 7 unless chosen -> 9 | 8 over | 9 fail
    code = [
        DECIDE0,
        Node("me", (expr(1),)),
        Node("iflive", (6,)),
        Node("decide", (1,)),
        fail(),
        Node("me", (expr(0),)),
        Node("unless", (CHOSEN, 9)),
        Node("over"),
        fail(),
    ]
    decisions = (asks(1, each(2, (0, 1), 0, 1)), asks(4, fixed(5), number=1))
    made = program(code, decisions=decisions, infallible=(True, *[False] * 9))
    assert values_offered(made) == [1]


def test_many_attempts_in_a_row_stay_cheap() -> None:
    """Steps `if possible` do not double the work with each one."""
    steps = 400
    code: list[Node] = [DECIDE0]
    for number in range(steps):
        code += [Node("iflive", (4 + 2 * number,)), put(FREE, number)]
    code.append(Node("over"))
    made = program(
        code,
        [0],
        decisions=(asks(1, each(2, (0,), 0, 1)),),
        infallible=(True, *[False] * len(code)),
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 1
    assert engine.capped == 0


def test_possible_asks_without_doing() -> None:
    """A condition can ask whether a procedure could be carried through, and changes nothing."""
    # 3: a procedure that fails unless its argument is 2, and then fails for player 1.
    code = [
        DECIDE0,
        Node("over"),
        Node("unless", (node("eq", CHOSEN, 2), 6)),
        put(FREE, 9),
        Node("ret"),
        fail(),
    ]
    decisions = (asks(1, fixed(2)),)
    made = program(
        code, [0], decisions=decisions, infallible=(True, *[False] * 6), procedures={"p": (3, 3)}
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    before = (v[:], k[:])
    for argument, answer in ((1, 0), (2, 1)):
        assert engine.backend.eval(Node("possible", (3, 3, (expr(argument),))), v, k) == answer
    assert (v, k) == before


def test_failures_say_what_was_in_the_way() -> None:
    """The reasons met on the way come with their spans; a live option has none."""
    made = gated(Node("unless", (CHOSEN, 4)), Node("over"), fail(1), reasons=("no", "never"))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert engine.failures(v, k, Option(0, 0, 0)) == [(1, 0)]
    assert engine.failures(v, k, Option(1, 0, 1)) == []


def test_performing_a_piece_without_effect_fails() -> None:
    """A piece's effect runs like a call; a piece that has none makes the option impossible."""
    # Pieces 4, 5 and 6; the second has nothing to do, the others set a slot to their number.
    code = [
        DECIDE0,
        Node("perform", (CHOSEN, 0, 2, 4)),
        Node("over"),
        put(FREE, CHOSEN),
        Node("ret"),
    ]
    made = program(
        code,
        [0],
        tables=((4, -1, 4),),
        decisions=(asks(1, each(2, (4, 5, 6), 4, 6)),),
        infallible=(True, *[False] * 5),
    )
    assert values_offered(made) == [4, 6]
    engine = engine_for(made)
    v, k = engine.start(1)
    engine.choose(v, k, engine.options(v, k)[1], None)
    assert v[FREE] == 6


def test_a_look_that_takes_too_long_leaves_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit an option is offered only if there is no other; the engine counts it."""
    monkeypatch.setattr(lookahead, "MOST_NODES", 50)
    # Each answer raises a slot and asks again: 2 ** many positions, and never a good one.
    code = [
        DECIDE0,
        Node("raise", (("slot", FREE), node("add", SLOT, CHOSEN), 0, 10**9)),
        Node("unless", (node("lt", SLOT, 10**9), 5)),
        Node("jump", (1,)),
        fail(),
    ]
    made = program(
        code, [1], decisions=(asks(1, each(2, (0, 1), 0, 1)),), infallible=(True, *[False] * 5)
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 2
    assert engine.capped > 0
    # The same with a way out: that is certain, and the rest is not offered.
    sources = (each(2, (0, 1), 0, 1), fixed(6, node("eq", SLOT, 1), 2))
    code.append(Node("over"))
    safe = (True, *[False] * 5, True)
    engine = engine_for(program(code, [1], decisions=(asks(1, *sources),), infallible=safe))
    v, k = engine.start(1)
    assert [option.source for option in engine.options(v, k)] == [1]
