"""Random expressions: compiled code says what the reference evaluator says, errors included."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rulewright.dsl.operations import EXPRESSIONS
from rulewright.dsl.program import Line, Node, Program
from rulewright.interpreter.compile.backend import Compiled
from rulewright.interpreter.compile.facts import inside
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import Reference

from .expressions import Maker, define
from .world import position, stack, world

KINDS = ("int", "bool", "cell", "card", "player", "cellmask", "bundle", "cost")
LISTS = ("ints!", "cells!", "cards!", "homes!", "cellmasks!", "dicemasks!", "spots!")
DEFINES = (
    ("int", ("card",)),
    ("bool", ("card",)),
    ("int", ("int", "cell")),
    ("bool", ("cells!", "player")),
    ("cell", ("int",)),
    ("card", ()),
)
PROGRAMS = 12
EXPRESSIONS_EACH = 40
POSITIONS = 6


def made(seed: int) -> Program:
    """A world with random expressions in the place of its scoring."""
    pick = random.Random(seed)
    functions = tuple(define(pick, kind, params, 3) for kind, params in DEFINES)
    maker = Maker(pick, [*DEFINES])
    lines = [
        Line("line", maker.make(pick.choice(KINDS + LISTS), pick.randrange(1, 6)))
        for _ in range(EXPRESSIONS_EACH)
    ]
    spans = tuple((0, 1 + number, 1, 1 + number, 9) for number in range(maker.spans + 1000))
    return world(functions, score=tuple(lines), spans=spans)


def answer(backend: Any, node: Node, v: list[Any], k: list[Any]) -> Any:
    """The value of an expression, or the code of the error it is."""
    try:
        return backend.eval(node, v, k)
    except RuleRuntimeError as error:
        return error.code


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_expressions_have_the_same_value(seed: int) -> None:
    """Whatever an expression is made of, both backends agree on it, and on the type of it."""
    program = made(seed)
    reference, compiled = Reference(program), Compiled(program)
    pick = random.Random(seed)
    for _ in range(POSITIONS):
        v = position(pick)
        k = stack([pick.randint(-4, 12), pick.randrange(6), pick.randrange(6), (1, 0, 2), 1, 37])
        for line in program.score:
            expected = answer(reference, line.value, v[:], k[:])
            found = answer(compiled, line.value, v, k)
            if isinstance(expected, str):
                assert isinstance(found, str), line.value
            else:
                assert (found, type(found)) == (expected, type(expected)), line.value


def test_every_operation_is_among_them() -> None:
    """No operation is left out by chance."""
    counts: Counter[str] = Counter()
    for seed in range(PROGRAMS):
        program = made(seed)
        for root in [line.value for line in program.score] + [f.body for f in program.functions]:
            counts.update(node.op for node in inside(root))
    # `possible` needs an engine and code: see test_instructions.
    assert EXPRESSIONS.keys() - counts.keys() == {"possible"}
