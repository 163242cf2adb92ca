"""Operations on masks as Python: those of `masks`, and masks that are looked up by a property."""

from __future__ import annotations

import ast

from rulewright.dsl.program import Node

from .lower import TESTS, VALUES, Known, Lowering, writes
from .pyast import Out, binary, call, const, item, load, number_in, plus

_MOST_MASKS = 200


def mask_table(w: Lowering, items: Node, base: int) -> tuple[int, tuple[int, ...], Node] | None:
    """Return the masks of the elements with a property, by the property, and what it is to be.

    The first of three is the property of the first mask.
    """
    if items.op != "filter" or items.args[2].op != "eq":
        return None
    listed, temp, condition = items.args
    all_of = w.static(listed)
    if not isinstance(all_of, Known):
        return None
    for one, key in (condition.args, condition.args[::-1]):
        if w.unit.facts.free(one) != {temp} or temp in w.unit.facts.free(key):
            continue
        groups: dict[int, int] = {}
        for element in all_of.value:
            value = w.unit.compute(one, {temp: element})
            groups[value] = groups.get(value, 0) | 1 << element - base
        low, high = min(groups), max(groups)
        if high - low < _MOST_MASKS:
            return low, tuple(groups.get(value, 0) for value in range(low, high + 1)), key
    return None


@writes(VALUES, "mask_slot")
def _mask_slot(w: Lowering, out: Out, base: int, lowest: int, cells: int, value: Node) -> ast.expr:
    return item(load("v"), plus(w.value(value, out), base - lowest))


@writes(TESTS, "has_bit")
def _has_bit(w: Lowering, out: Out, mask: Node, cell: Node) -> ast.expr:
    bits, place = w.value(mask, out), w.value(cell, out)
    if isinstance(place, ast.Constant):
        return binary(bits, "&", const(1 << number_in(place)))
    return binary(binary(bits, ">>", place), "&", const(1))


@writes(VALUES, "mask_last")
def _mask_last(w: Lowering, out: Out, mask: Node, base: int) -> ast.expr:
    return call("mask_last", w.value(mask, out), const(base))
