"""Hand-made Programs with any-time rules in, when they are offered and tried out."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.program import (
    COUNT,
    HEADER,
    OVER,
    PC,
    AnyTime,
    Decision,
    Domain,
    Node,
    Program,
    Source,
    Variable,
)
from rulewright.interpreter import lookahead
from rulewright.interpreter.errors import RuleRuntimeError

from .hand_made import (
    DECIDE0,
    FREE,
    ME_NODE,
    SLOT,
    asks,
    engine_for,
    expr,
    fail,
    fixed,
    node,
    program,
    put,
)


def shop(start: list[int], **given: Any) -> Program:
    """Buying takes 2 from slot 0; at any time 1 of slot 1 becomes 1 of slot 0, and may be undone.

    1 decide: buy | 2 unless slot 0 >= 2 -> 5 | 3 lower slot 0 by 2 | 4 over | 5 fail
    6 unless slot 1 -> 5 | 7, 8 exchange | 9 ret | 10 unless slot 0 -> 5 | 11, 12 back | 13 ret
    """
    one, two = ("slot", FREE), ("slot", FREE + 1)

    def change(ref: tuple[str, int], by: int) -> Node:
        return Node("raise", (ref, expr(by), 0, 9))

    code = [
        DECIDE0,
        Node("unless", (node("ge", SLOT, 2), 5)),
        change(one, -2),
        Node("over"),
        fail(),
        Node("unless", (Node("slot", (FREE + 1,)), 5)),
        change(one, 1),
        change(two, -1),
        Node("ret"),
        Node("unless", (SLOT, 5)),
        change(one, -1),
        change(two, 1),
        Node("ret"),
    ]
    values: dict[str, Any] = {
        "decisions": (asks(1, fixed(2), anytime=True, **given),),
        "anytime": (AnyTime(0, None, 6, 0, ()), AnyTime(0, None, 10, 0, ())),
        "infallible": (True, *[False] * 13),
    }
    return program(code, start, **values)


def offered(start: list[int]) -> list[int]:
    """The sources offered in the shop: 0 buys, -1 exchanges, -2 exchanges back."""
    engine = engine_for(shop(start))
    v, k = engine.start(1)
    return [option.source for option in engine.options(v, k)]


def test_any_time_rules_are_options_too() -> None:
    """They are offered behind the answers, if they work and leave the decision answerable."""
    assert offered([2, 0]) == [0, -2]
    assert offered([2, 1]) == [0, -1, -2]
    assert offered([0, 2]) == [-1]
    engine = engine_for(shop([2, 1]))
    v, k = engine.start(1)
    assert [option.id for option in engine.options(v, k)] == [0, 1, 2]


def test_an_exchange_that_spoils_everything_is_not_offered() -> None:
    """Nothing may lead to a decision that has no answer left, exchanges counted."""
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        offered([0, 1])


def test_after_an_any_time_rule_the_same_decision_waits() -> None:
    """The rule runs in a frame of its own and comes back to where it was asked."""
    engine = engine_for(shop([0, 2]))
    v, k = engine.start(1)
    depth = len(k)
    engine.choose(v, k, engine.options(v, k)[0], None)
    assert (v[PC], len(k), v[FREE], v[FREE + 1]) == (1, depth, 1, 1)
    engine.choose(v, k, engine.options(v, k)[0], None)
    engine.choose(v, k, next(o for o in engine.options(v, k) if o.source == 0), None)
    assert (v[OVER], v[FREE], v[COUNT]) == (1, 0, 3)


def test_a_single_answer_is_taken_although_there_are_exchanges() -> None:
    """An `auto` decision with one answer does not ask; without one it waits for exchanges."""
    engine = engine_for(shop([2, 1], auto=True))
    assert engine.start(1)[0][OVER] == 1
    engine = engine_for(shop([0, 2], auto=True))
    v, k = engine.start(1)
    assert (v[OVER], [option.source for option in engine.options(v, k)]) == (0, [-1])


def test_no_exchange_begins_within_an_exchange() -> None:
    """Inside an any-time rule, at whatever depth, only its own decisions are asked."""
    code = [
        DECIDE0,
        Node("over"),
        Node("call", (5, 0, ())),
        Node("ret"),
        Node("decide", (1,)),
        Node("ret"),
    ]
    decisions = (
        asks(1, fixed(2), anytime=True),
        asks(5, fixed(6, base=0), fixed(6, base=1), number=1, anytime=True),
    )
    made = program(code, decisions=decisions, anytime=(AnyTime(0, None, 3, 0, ()),))
    engine = engine_for(made)
    v, k = engine.start(1)
    engine.choose(v, k, engine.options(v, k)[1], None)
    assert (v[PC], [option.source for option in engine.options(v, k)]) == (5, [0, 1])
    engine.choose(v, k, engine.options(v, k)[1], None)
    assert (v[PC], [option.source for option in engine.options(v, k)]) == (1, [0, -1])


def bazaar(rules: list[tuple[tuple[int, ...], tuple[int, ...]]], have: tuple[int, ...]) -> Program:
    """Pay 2 of good 0; at any time each rule turns the one bundle into the other.

    Each payment is a decision over its plans, as rules are written down.
    """
    code: list[Node] = []
    decisions: list[Decision] = []

    def pay(bundle: tuple[int, ...]) -> None:
        plans = Node("plans", (ME_NODE, expr((bundle,)), ()))
        items = node("range", 0, node("sub", node("count", plans), 1))
        pc = 1 + len(code)
        source = Source(0, pc + 1, None, items, 0, Domain("bundle", "", 0, 9))
        decisions.append(asks(pc, source, number=len(decisions), auto=True, anytime=True))
        code.append(Node("decide", (len(decisions) - 1,)))
        chosen = node("nth_bundle", plans, Node("local", (0,)))
        code.append(Node("pay", (ME_NODE, chosen, ())))

    code.append(Node("decide", (0,)))
    decisions.append(asks(1, fixed(2), number=0))
    pay((2, *[0] * (len(have) - 1)))
    code.append(Node("over"))
    anytime = []
    for takes, gives in rules:
        anytime.append(AnyTime(0, None, 1 + len(code), 1, ()))
        pay(takes)
        code += [Node("gain", (ME_NODE, expr(gives), ())), Node("ret")]
    return program(
        code,
        players=1,
        goods=tuple(f"g{number}" for number in range(len(have))),
        goods_base=FREE,
        goods_max=(99,) * len(have),
        goods_supply=(-1,) * len(have),
        start=(*[0] * HEADER, *have),
        decisions=tuple(decisions),
        anytime=tuple(anytime),
        infallible=(True, *[False] * len(code)),
    )


def deal(takes: dict[int, int], gives: dict[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """An exchange among six goods."""
    return tuple(takes.get(g, 0) for g in range(6)), tuple(gives.get(g, 0) for g in range(6))


ROUNDABOUT = [deal({a: 1}, {b: 1}) for a in (2, 3, 4, 5) for b in (2, 3, 4, 5) if a != b]


def test_exchanges_are_found_that_make_a_payment_possible() -> None:
    """A chain of exchanges leads to what is to be paid, among many that lead nowhere."""
    chain = [deal({1: 3}, {0: 2}), deal({2: 1}, {1: 1})]
    made = bazaar([*ROUNDABOUT, *chain], (0, 1, 0, 2, 0, 0))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert [option.source for option in engine.options(v, k)] == [0]
    assert engine.capped == 0


def test_exchanges_that_cannot_help_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways there are to turn goods into others, only what is lacking counts."""
    monkeypatch.setattr(lookahead, "MOST_NODES", 200)
    made = bazaar([*ROUNDABOUT, deal({1: 3}, {0: 2})], (1, 2, 9, 9, 9, 9))
    engine = engine_for(made)
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        engine.start(1)
    assert engine.capped == 0


def test_a_changed_condition_can_help_too() -> None:
    """A rule that changes what a failure read is tried, also through another rule."""
    # Slots 0, 1, 2. Rule 0 needs slot 1 and sets slot 0; rule 1 sets slot 1; rule 2 counts slot 2.
    variables = tuple(Variable(f"x{n}", FREE + n, Domain("int"), 0, 0, 10**6) for n in range(3))
    code = [
        DECIDE0,
        Node("decide", (1,)),
        Node("unless", (SLOT, 5)),
        Node("over"),
        fail(),
        Node("unless", (Node("slot", (FREE + 1,)), 5)),
        put(FREE, 1),
        Node("ret"),
        put(FREE + 1, 1),
        Node("ret"),
        Node("raise", (("slot", FREE + 2), expr(1), 0, 10**6)),
        Node("ret"),
    ]
    values: dict[str, Any] = {
        "decisions": (asks(1, fixed(2)), asks(2, fixed(3), number=1, anytime=True)),
        "infallible": (True, *[False] * 12),
        "variables": variables,
    }
    rules = [AnyTime(0, None, entry, 0, ()) for entry in (6, 9, 11)]
    engine = engine_for(program(code, [0, 0, 0], anytime=tuple(rules), **values))
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 1
    without = engine_for(program(code, [0, 0, 0], anytime=(rules[0], rules[2]), **values))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        without.start(1)
    assert engine.capped == without.capped == 0
