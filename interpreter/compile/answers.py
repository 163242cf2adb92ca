"""The answers to decisions as Python: a decision in, a function that lists its answers out.

It gives `(source, value)` pairs, as the engine wants them in general; `listing` has the quick way.
"""

from __future__ import annotations

import ast

from rulewright.dsl.program import FP, ME, Decision, Node, Source

from .frames import FrameWriter
from .loops import each, source, spelled, tree_of
from .lower import Binding
from .procedures import Procedure
from .pyast import (
    Out,
    Place,
    append,
    assign,
    call,
    const,
    function,
    load,
    slot,
    stamp,
    store,
    tuple_of,
    when,
)
from .unit import Unit

_MOST_SPELLED = 64
# Lists that never have an element twice.
_DISTINCT = frozenset(
    {
        "zone",
        "unknown",
        "range",
        "members",
        "reach",
        "border",
        "spots",
        "spot_cells",
        "dice_sums",
        "subsets",
        "combos",
    }
)
_KEEP_DISTINCT = frozenset(["filter", "best", "sorted", "without", "rotate"])


def answers_function(unit: Unit, decision: Decision) -> tuple[ast.FunctionDef, int]:
    """Return the function `c<number>` and its file."""
    spans = [decision.span, *(one.span for one in decision.sources)]
    file = unit.file_of(*spans)
    procedure = unit.procedures.of.get(decision.pc) or Procedure(decision.pc, 0)
    w = FrameWriter(unit, file, procedure)
    place = unit.place(decision.span, file)
    near = place.near if place is not None else Place()
    body: Out = [assign("out", ast.List([], ast.Load()))]
    for number, one in enumerate(decision.sources):
        start = len(body)
        inner: Out = []
        _source(w, decision, number, one, inner)
        if one.guard is None:
            body += inner
        else:
            test = w.test(one.guard, body)
            body += when(test, inner)
        where = unit.place(one.span, file)
        for statement in body[start:]:
            stamp(statement, where.near if where is not None else near)
    body.append(ast.Return(load("out")))
    begin: Out = []
    if "fp" in w.used:
        begin.append(assign("fp", slot(FP)))
    if "me" in w.used:
        begin.append(assign("me", slot(ME)))
    made = function(f"c{decision.id}", ("v", "k"), begin + body)
    stamp(made, near)
    return made, file


def _source(w: FrameWriter, decision: Decision, number: int, one: Source, out: Out) -> None:
    if one.items is None:
        out.append(append("out", const((number, 0))))
        return

    def write(element: Binding) -> ast.expr:
        return tuple_of([const(number), tree_of(w, element)])

    if decision.kind != "chance" and not is_distinct(w.unit, one.items):
        name = w.fresh("t")
        items = call("distinct", w.items(one.items, out))
        tree = tuple_of([const(number), load(name)])
        out.append(ast.For(store(name), items, [append("out", tree)], []))
        return
    found = source(w, one.items, out)
    parts = spelled(w, found, write)
    if parts is not None and len(parts) <= _MOST_SPELLED:
        for test, tree in parts:
            out += when(test, [append("out", tree)])
        return
    each(w, found, out, lambda inner, element: inner.append(append("out", write(element))))


def is_distinct(unit: Unit, node: Node) -> bool:
    """Say whether a list has no element twice."""
    if node.op == "const":
        return len(set(node.args[0])) == len(node.args[0])
    if node.op in _DISTINCT:
        # Subsets of a list with equal elements may be equal.
        return node.op not in ("subsets", "combos") or is_distinct(unit, node.args[0])
    if node.op in _KEEP_DISTINCT:
        return is_distinct(unit, node.args[0])
    if node.op == "call":
        return is_distinct(unit, unit.program.functions[node.args[0]].body)
    if node.op == "let":
        return is_distinct(unit, node.args[2])
    if node.op == "table":
        rows = unit.program.tables[node.args[0]]
        return all(isinstance(row, tuple) and len(set(row)) == len(row) for row in rows)
    if node.op == "if":
        return is_distinct(unit, node.args[1]) and is_distinct(unit, node.args[2])
    return False
