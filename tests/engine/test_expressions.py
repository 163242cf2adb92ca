"""Expressions in, their values out."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl import program as ir
from rulewright.dsl.operations import EXPRESSIONS, INSTRUCTIONS
from rulewright.dsl.program import (
    FP,
    ME,
    Function,
    Node,
)
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import EVALUATORS, EXECUTORS, Reference

from .hand_made import (
    FREE,
    ME_NODE,
    TEMP,
    evaluate,
    expr,
    node,
    program,
)


def test_each_operation_has_its_function() -> None:
    """The evaluator knows exactly the operations that a Program may contain."""
    assert EVALUATORS.keys() == EXPRESSIONS.keys()
    assert EXECUTORS.keys() == INSTRUCTIONS.keys()


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (node("add", 2, 3), 5),
        (node("sub", 2, 3), -1),
        (node("mul", 2, 3), 6),
        (node("div", -7, 2), -4),
        (node("mod", -7, 2), 1),
        (node("neg", 4), -4),
        (node("eq", 4, 4), 1),
        (node("ne", 4, 4), 0),
        (node("lt", 3, 4), 1),
        (node("le", 4, 4), 1),
        (node("gt", 3, 4), 0),
        (node("ge", 3, 4), 0),
        (node("not", 3), 0),
        (node("and", 2, 3), 1),
        (node("and", 0, Node("div", (expr(1), expr(0)))), 0),
        (node("or", 0, 0), 0),
        (node("or", 5, Node("div", (expr(1), expr(0)))), 1),
        (node("if", 1, 7, Node("div", (expr(1), expr(0)))), 7),
        (node("min", 4, 2, 3), 2),
        (node("max", 4, 2, 3), 4),
        (node("bits", 1, 8), 9),
        (Node("let", (0, expr(4), node("mul", TEMP, TEMP))), 16),
        (node("tuple", 3, 1), (3, 1)),
        (node("range", 2, 4), (2, 3, 4)),
        (node("range", 2, 1), ()),
        (node("concat", (1, 2), (2,), ()), (1, 2, 2)),
        (node("count", (4, 4)), 2),
        (node("any", ()), 0),
        (node("any", (0,)), 1),
        (node("in", 2, (1, 2)), 1),
        (node("first", (5, 6)), 5),
        (node("first", ()), -1),
        (node("last", (5, 6)), 6),
        (node("last", ()), -1),
        (node("nth", (5, 6), 2), 6),
        (node("nth", (5, 6), 0), -1),
        (node("nth", (5, 6), 3), -1),
        (node("only", (5,)), 5),
        (node("only", (5, 6)), -1),
        (node("without", (1, 2, 3), (2,)), (1, 3)),
        (node("union", (1, 2), (2, 3)), (1, 2, 3)),
        (node("rotate", (0, 1, 2), 1), (1, 2, 0)),
        (node("rotate", (0, 1), 9), (0, 1)),
        (Node("mask", (expr((5, 7)), 5)), 5),
        (Node("members", (expr(5), 5)), (5, 7)),
        (Node("subsets", (expr((5, 6)), 5)), (0, 1, 2, 3)),
        (Node("combos", (expr((5, 6, 7)), expr(2), 5)), (3, 5, 6)),
        (Node("combos", (expr((5, 6)), expr(3), 5)), ()),
        (node("pack", (0, 3)), 0x41),
        (node("pack_head", 0x41), 0),
        (node("pack_tail", 0x41), 4),
        (node("pack_head", 0), -1),
        (Node("mask_head", (expr(6), 5)), 6),
        (Node("mask_head", (expr(0), 5)), -1),
        (node("mask_tail", 6), 4),
        (node("mask_and", 6, 3), 2),
        (Node("mask_drop", (expr(6), expr(6), 5)), 4),
        (Node("mask_with", (expr(4), expr(5), 5)), 5),
        (node("fits", 0b0001, 0b1000), 1),
        (node("fits", 0b0001, 0b1001), 0),
    ],
)
def test_an_expression_has_its_value(tree: Node, value: Any) -> None:
    """Numbers, conditions and lists come out as the list of operations says."""
    assert evaluate(tree) == value


LIST = expr((3, 1, 2, 1))
SQUARE = node("mul", TEMP, TEMP)
ODD = node("mod", TEMP, 2)


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (Node("filter", (LIST, 0, ODD)), (3, 1, 1)),
        (Node("map", (LIST, 0, SQUARE)), (9, 1, 4, 1)),
        (Node("sum", (LIST, 0, SQUARE)), 15),
        (Node("largest", (LIST, 0, SQUARE, expr(-1))), 9),
        (Node("smallest", (LIST, 0, SQUARE, expr(-1))), 1),
        (Node("largest", (expr(()), 0, SQUARE, expr(-1))), -1),
        (Node("smallest", (expr(()), 0, SQUARE, expr(7))), 7),
        (Node("best", (LIST, 0, node("neg", TEMP))), (1, 1)),
        (Node("best", (expr(()), 0, TEMP)), ()),
        (Node("every", (LIST, 0, ODD)), 0),
        (Node("every", (expr(()), 0, ODD)), 1),
        (Node("exists", (LIST, 0, node("eq", TEMP, 2))), 1),
        (Node("exists", (expr(()), 0, ODD)), 0),
        (Node("exists", (expr((1, 0)), 0, node("div", 1, TEMP))), 1),
        (Node("sorted", (LIST, 0, ODD)), (2, 3, 1, 1)),
    ],
)
def test_a_list_is_looked_at_element_by_element(tree: Node, value: Any) -> None:
    """Operations with a body bind each element to a temporary, in the order of the list."""
    assert evaluate(tree) == value


def test_an_inner_list_does_not_disturb_the_outer_one() -> None:
    """A temporary has its old value again after an inner operation used the same number."""
    inner = Node("sum", (expr((10, 20)), 0, TEMP))
    assert evaluate(Node("map", (expr((1, 2)), 0, node("add", inner, TEMP)))) == (31, 32)


def test_state_is_read_by_slot_index_local_and_table() -> None:
    """Slots, runs of slots, locals and constant tables are found where they are laid out."""
    made = program(state=[5, 6, 7, 8], tables=((40, 41),))
    v, k = list(made.start), [-1, 0, 1, 11, 12]
    v[FP], v[ME], v[ir.ACTOR] = 3, 1, 9
    ask = Reference(made).eval
    assert ask(Node("slot", (FREE + 1,)), v, k) == 6
    assert ask(Node("at", (FREE, 2, ME_NODE)), v, k) == 7
    assert ask(Node("at", (FREE, 2, ME_NODE)), v, k, me=0) == 5
    assert ask(Node("local", (1,)), v, k) == 12
    assert ask(Node("table", (0, ME_NODE)), v, k) == 41
    assert ask(Node("actor"), v, k) == 9
    assert ask(Node("temp", (1,)), v, k, temps=(3, 4)) == 4


def test_a_define_has_its_own_me_and_parameters() -> None:
    """A call binds temporaries from 0 on and says for whom the body is asked."""
    body = node("add", node("mul", TEMP, 10), ME_NODE)
    made = program(functions=(Function("f", 1, body),), tables=((0, -1),))
    assert evaluate(Node("call", (0, (expr(4),), expr(1))), made) == 41
    inside = Node("call", (0, (node("add", TEMP, 1),), ME_NODE))
    assert evaluate(inside, made, temps=(6,), me=2) == 72
    for table in (0, (0, -1)):
        assert evaluate(Node("dispatch", (table, expr(0), (expr(4),), expr(1))), made) == 41
        assert evaluate(Node("dispatch", (table, expr(1), (expr(4),), expr(1))), made) == 0


@pytest.mark.parametrize(
    ("tree", "code"),
    [
        (node("div", 1, 0), "division-by-zero"),
        (node("mod", 1, 0), "division-by-zero"),
        (Node("at", (FREE, 1, expr(-1))), "absent"),
        (Node("table", (0, expr(-1))), "absent"),
        (Node("table", (0, expr(2))), "out-of-range"),
        (node("mul", 2**52, 2), "too-large"),
        (node("range", 0, 10**9), "too-large"),
        (Node("subsets", (expr(tuple(range(60))), 0)), "too-large"),
        (Node("combos", (expr(tuple(range(60))), expr(30), 0)), "too-large"),
        (node("zone", -1), "absent"),
        (node("pack", tuple(range(16))), "too-large"),
    ],
)
def test_a_rule_error_says_where(tree: Node, code: str) -> None:
    """What no check can find carries a stable code and the place of the innermost rule."""
    made = program(state=[0], tables=((1, 2),))
    outer = node("add", Node(tree.op, tree.args, 0), 1)
    with pytest.raises(RuleRuntimeError) as caught:
        evaluate(outer, made)
    assert (caught.value.code, caught.value.place) == (code, "sample.yaml:7:3")
