"""Which expressions cannot go wrong: a node and what is known of its names in, yes or no out.

Compiled code may leave out or bring forward only what is certain not to be a rule error: otherwise
it would hide an error that the reference evaluator reports, or report one too many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.dsl.program import Node, Program

from .facts import BINDERS, children
from .intervals import Range, Where, fits, is_number
from .ranges import Ranges

# Operations that are certain if their arguments are.
_SAFE = frozenset(
    {
        "const",
        "has_bit",
        "mask_last",
        "mask_slot",
        "slot",
        "local",
        "temp",
        "me",
        "actor",
        "neg",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "not",
        "and",
        "or",
        "if",
        "min",
        "max",
        "bits",
        "let",
        "tuple",
        "filter",
        "map",
        "concat",
        "count",
        "any",
        "largest",
        "smallest",
        "best",
        "every",
        "exists",
        "in",
        "first",
        "last",
        "nth",
        "only",
        "without",
        "union",
        "sorted",
        "rotate",
        "pack_head",
        "pack_tail",
        "mask_head",
        "mask_tail",
        "mask_and",
        "bundle",
        "bundle_add",
        "bundle_floor",
        "costs",
        "cost_or",
        "bundle_scale",
        "bundle_total",
        "fits",
    }
)

_ABSENT = Node("const", (-1,))
_Check = Callable[["Certainty", Where, tuple[Any, ...]], bool]


class Certainty:
    """Answers for one Program; leniently, `me` is somebody wherever it is asked for."""

    def __init__(self, program: Program, ranges: Ranges, lenient: bool) -> None:
        self.program = program
        self.ranges = ranges
        self._lenient = lenient
        self._functions: dict[int, bool] = {}

    def of(self, node: Node, where: Where) -> bool:
        """Say whether evaluating a node cannot be a rule error."""
        if self._lenient and where.me[0] < 0:
            where = replace(where, me=(0, max(where.me[1], 0)))
        op, args = node.op, node.args
        if op not in _SAFE and not (op in _CHECKS and _CHECKS[op](self, where, args)):
            return False
        if op == "if":
            test, then, other = args
            return (
                self.of(test, where)
                and self.of(then, _known(test, where, True))
                and self.of(other, _known(test, where, False))
            )
        if op in BINDERS:
            place, inside = BINDERS[op]
            if op == "sum" and not is_number(self.ranges.of(node, where)):
                return False
            items = args[1 if op == "let" else 0]
            inner = where.bind(args[place], self.ranges.of(items, where))
            return self.of(items, where) and all(
                self.of(arg, inner if number in inside else where)
                for number, arg in enumerate(args)
                if isinstance(arg, Node) and arg is not items
            )
        return all(self.of(child, where) for child in children(args))

    def _function(self, number: int) -> bool:
        if number not in self._functions:
            self._functions[number] = False
            body = self.program.functions[number].body
            self._functions[number] = self.of(body, self.ranges.in_function(number))
        return self._functions[number]

    def _at(self, where: Where, args: tuple[Any, ...]) -> bool:
        base, stride, index = args
        low, high = self.ranges.of(index, where)
        return low >= 0 and base + stride * high < self.program.slots

    def _table(self, where: Where, args: tuple[Any, ...]) -> bool:
        return fits(self._index(args[1], where), 0, len(self.program.tables[args[0]]) - 1)

    def _index(self, node: Node, where: Where) -> Range:
        """Return the range of an index, where it is known that it is not absent."""
        if node.op == "sub" and node.args[1].op == "const":
            low, high = self._index(node.args[0], where)
            return low - node.args[1].args[0], high - node.args[1].args[0]
        if node in where.present and node.op in ("slot", "at"):
            for variable in self.program.variables:
                domain = variable.domain
                if variable.base == node.args[0] and domain is not None and domain.optional:
                    return domain.lo, domain.hi
        return self.ranges.of(node, where)

    def _sides_of(self, where: Where, args: tuple[Any, ...]) -> bool:
        return fits(self.ranges.of(args[1], where), 0, self.program.cells - 1)

    def _divisor(self, where: Where, args: tuple[Any, ...]) -> bool:
        low, high = self.ranges.of(args[1], where)
        return low > 0 or high < 0

    def _range(self, where: Where, args: tuple[Any, ...]) -> bool:
        (low, _), (_, high) = (self.ranges.of(arg, where) for arg in args)
        return high - low < 1000

    def _zone(self, where: Where, args: tuple[Any, ...]) -> bool:
        return fits(self.ranges.of(args[0], where), 0, len(self.program.zones) - 1)

    def _player(self, where: Where, args: tuple[Any, ...]) -> bool:
        return fits(self.ranges.of(args[0], where), 0, self.program.players - 1)

    def _good_of(self, where: Where, args: tuple[Any, ...]) -> bool:
        goods = fits(self.ranges.of(args[0], where), 0, len(self.program.goods) - 1)
        return goods and self._player(where, args[1:])

    def _piece(self, where: Where, args: tuple[Any, ...]) -> bool:
        return self.ranges.of(args[0], where)[0] >= 0

    def _members(self, where: Where, args: tuple[Any, ...]) -> bool:
        return self.ranges.of(args[0], where)[0] >= 0

    def _number(self, op: str, where: Where, args: tuple[Any, ...]) -> bool:
        return is_number(self.ranges.of(Node(op, args), where))


def _known(test: Node, where: Where, holds: bool) -> Where:
    """Return what is known where a condition holds, or where it does not."""
    if test.op in ("eq", "ne") and test.args[1] == _ABSENT and (test.op == "ne") == holds:
        return replace(where, present=where.present | {test.args[0]})
    return where


_CHECKS: dict[str, _Check] = {
    "at": Certainty._at,
    "table": Certainty._table,
    "sides_of": Certainty._sides_of,
    "div": Certainty._divisor,
    "mod": Certainty._divisor,
    "range": Certainty._range,
    "zone": Certainty._zone,
    "zonelen": Certainty._zone,
    "unknown": Certainty._zone,
    "stock": Certainty._player,
    "can_afford": Certainty._player,
    "can_pay": Certainty._player,
    "good_of": Certainty._good_of,
    "place_of": Certainty._piece,
    "members": Certainty._members,
    "call": lambda self, where, args: self._function(args[0]),
    "sum": lambda self, where, args: True,
    "add": lambda self, where, args: self._number("add", where, args),
    "sub": lambda self, where, args: self._number("sub", where, args),
    "mul": lambda self, where, args: self._number("mul", where, args),
}
