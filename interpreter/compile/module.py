"""A Program becomes a Python module: a Program in; a syntax tree, and what goes with it, out.

Functions of the module, by the first letter of their names:

====  ==============================================================================
f26   runs the code at pc 26 up to where a run ends or another function takes over
p26   runs the plain procedure that begins at pc 26
d3    the define number 3
c4    the answers of decision 4 as (source, value); i4 its options as integers, if it can tell
y0    the any-time rules that can be used, where there are many
q6    an expression whose values are kept (`kept`)
e5    another expression that is evaluated from outside, number 5 of `Made.asked`
====  ==============================================================================
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import FP, Node, Program

from .answers import answers_function
from .asked import asked_from_outside
from .blocks import frame_functions, plain_functions
from .facts import ANYTHING, inside
from .intervals import ANY
from .kept import Kept, asked_once
from .listing import FEW_RULES, Listings
from .lower import Env, Lowering, Variable
from .pyast import Out, Place, assign, const, function, item, load, slot, stamp
from .registered import REGISTERED
from .unit import Unit
from .whitelist import check

_PURE = frozenset("cdeiqy")
"""Functions that change nothing."""


@dataclass
class Made:
    """A compiled module, as plain data and syntax trees."""

    tree: ast.Module
    files: dict[str, int]
    """The file of each function."""
    starts: dict[int, str]
    """The function that starts at a pc."""
    shared: dict[str, tuple[Any, ...]]
    """Objects that generated code refers to: how each is made from the Program."""
    safe: tuple[int, ...]
    """Decisions that are always in a safe frame, by pc."""


def make(program: Program) -> Made:
    """Compile a Program to a syntax tree."""
    assert REGISTERED
    unit = Unit(program)
    unit.kept = Kept(unit)
    functions: list[tuple[ast.FunctionDef, int]] = []
    functions += plain_functions(unit)
    framed, starts = frame_functions(unit)
    functions += framed
    functions += [define_function(unit, number) for number in range(len(program.functions))]
    listings = Listings(unit)
    if len(program.anytime) > FEW_RULES:
        functions.append(listings.rules_function())
    for decision in program.decisions:
        functions.append(answers_function(unit, decision))
        listed = listings.function(decision)
        functions += [listed] if listed is not None else []
    for number, node in enumerate(asked_from_outside(program)):
        functions.append(asked_function(unit, number, node))
    functions += unit.kept.functions()
    for one, _ in functions:
        if one.name[0] in _PURE:
            asked_once(one)
    tree = ast.Module([made for made, _ in functions], [])
    check(tree)
    files = {made.name: file for made, file in functions}
    return Made(tree, files, starts, unit.objects, _safe(unit))


def _safe(unit: Unit) -> tuple[int, ...]:
    entries = unit.procedures.always_safe()
    return tuple(
        pc
        for pc, node in enumerate(unit.program.code)
        if node.op == "decide" and pc in unit.procedures.of
        if unit.procedures.of[pc].entry in entries
    )


def define_function(unit: Unit, number: int) -> tuple[ast.FunctionDef, int]:
    """Return the function of a define and its file."""
    made = unit.program.functions[number]
    file = unit.file_of(made.body.span, made.span)
    where = unit.ranges.in_function(number)
    w = Lowering(unit, file, where)
    params = [f"a{temp}" for temp in range(made.nparams)]
    w.env = Env(
        {
            temp: Variable(load(name), where.temps.get(temp, ANY))
            for temp, name in enumerate(params)
        },
        load("me"),
        where.me,
    )
    return _expression(w, f"d{number}", ("v", "k", "me", *params), made.body, made.span)


def asked_function(unit: Unit, number: int, node: Node) -> tuple[ast.FunctionDef, int]:
    """Return the function of an expression that is asked from outside, and its file."""
    spans = [one.span for one in inside(node)]
    w = Lowering(unit, unit.file_of(*spans), unit.ranges.anywhere())
    given = sorted(unit.facts.free(node) - {ANYTHING})
    w.env = Env({temp: Variable(load(f"a{temp}")) for temp in given}, load("me"), w.env.me_range)
    start: Out = [assign(f"a{temp}", item(load("temps"), const(temp))) for temp in given]
    return _expression(w, f"e{number}", ("v", "k", "me", "temps"), node, node.span, start)


def _expression(
    w: Lowering, name: str, params: tuple[str, ...], node: Node, span: int, start: Out | None = None
) -> tuple[ast.FunctionDef, int]:
    body: Out = []
    body.append(ast.Return(w.value(node, body)))
    begin: Out = list(start or [])
    if "fp" in w.used:
        begin.append(assign("fp", slot(FP)))
    made = function(name, params, begin + body)
    place = w.unit.place(node.span, w.file) or w.unit.place(span, w.file) or Place()
    stamp(made, place.near)
    return made, w.file
