"""Patterns of sides as Python: see `lower` for how the functions are called.

Which sets of sides a pattern fits under some rotation is known when compiling, as a mask of the 16
sets there are; whether it fits is then one bit.
"""

from __future__ import annotations

import ast

from rulewright.dsl.geometry.sides import fit_table
from rulewright.dsl.program import Node

from .loops import certain, source
from .lower import TESTS, Lowering, writes
from .pyast import Out, binary, call, const, item
from .scalars import index_of


@writes(TESTS, "fits")
def _fits(w: Lowering, out: Out, pattern: Node, sides: Node) -> ast.expr:
    masks = _masks(w, pattern)
    if masks is not None:
        found = _mask(w, out, masks, pattern)
        return binary(binary(found, ">>", w.value(sides, out)), "&", const(1))
    return call("fits", w.value(pattern, out), w.value(sides, out))


def fits_somewhere(
    w: Lowering, out: Out, items: Node, temp: int, condition: Node
) -> ast.expr | None:
    """Return whether a pattern of a table fits the sides of some element.

    Which sides there are does not depend on the pattern: they are found once for all patterns
    that are asked about in the same position, where that can be kept.
    """
    if condition.op != "fits" or temp in w.unit.facts.free(condition.args[0]):
        return None
    masks = _masks(w, condition.args[0])
    sides = Node("mask", (Node("map", (items, temp, condition.args[1])), 0))
    if masks is None or w.kept(sides) is None:
        return None
    found = source(w, items, [])
    if not certain(w, found.then("map", temp, condition.args[1], w.env)):
        return None
    return binary(_mask(w, out, masks, condition.args[0]), "&", w.value(sides, out))


def _masks(w: Lowering, pattern: Node) -> tuple[int, ...] | None:
    """Return for each pattern of a table which sets of sides it fits, if it is one of a table."""
    if pattern.op != "table":
        return None
    row = w.unit.program.tables[pattern.args[0]]
    if not all(isinstance(one, int) and 0 <= one < 256 for one in row):
        return None
    return tuple(fit_table(one & 15, one >> 4) for one in row)


def _mask(w: Lowering, out: Out, masks: tuple[int, ...], pattern: Node) -> ast.expr:
    """Return which sets of sides a pattern fits."""
    index = pattern.args[1]
    return item(const(masks), index_of(w, w.value(index, out), w.range(index), len(masks)))
