"""Which any-time rules leave an answer possible: its conditions in; a bit for each of them out.

A rule does no harm to what does not read anything that it changes. Goods that it gives do none
either where more of them never makes a condition false. What it takes always counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl.program import Node, Program

from .relevance import Relevance

_JOINED = frozenset({"and", "or", "add", "min", "max", "concat", "union", "any", "count"})


class Harm:
    """Answers for one Program."""

    def __init__(self, program: Program, relevance: Relevance) -> None:
        self._program = program
        self._relevance = relevance
        self._functions: dict[tuple[int, bool], int] = {}
        # Where players have goods; a supply has fewer of them when they have more.
        self._first = program.goods_base
        self._end = self._first + program.players * len(program.goods)

    def harmless(self, conditions: Iterable[Node | None], rules: Iterable[int]) -> int:
        """Return a bit for each of some any-time rules after which conditions stay true.

        A list counts as a condition: it keeps its elements.
        """
        read = falling = 0
        for condition in conditions:
            if condition is not None:
                wants = self._relevance.reads(condition)
                read |= wants.more | wants.change
                falling |= self.falls(condition)
        found = 0
        for rule in rules:
            gives, takes = self._relevance.changes_of(rule)
            grown = gives & ~takes & self._relevance.things.goods
            if not (gives | takes) & ~grown & read and not grown & falling:
                found |= 1 << rule
        return found

    def falls(self, node: Node, up: bool = True) -> int:
        """Return the goods of which more may make a condition or number smaller (up) or larger."""
        op, args = node.op, node.args
        if op in ("const", "temp", "local", "me"):
            return 0
        if op in _JOINED:
            return self._all(args, up)
        if op in ("gt", "ge", "sub"):
            return self.falls(args[0], up) | self.falls(args[1], not up)
        if op in ("lt", "le", "range"):
            return self.falls(args[0], not up) | self.falls(args[1], up)
        if op in ("not", "neg"):
            return self.falls(args[0], not up)
        if op in ("filter", "exists", "every"):
            return self.falls(args[0], up != (op == "every")) | self.falls(args[2], up)
        if op == "if":
            return self._goods_read(args[0]) | self._all(args[1:], up)
        if op == "call":
            return self._goods_read(args[1]) | self._function(args[0], up)
        if op == "dispatch" and isinstance(args[0], tuple):
            found = self._goods_read(args[1:])
            for number in {*args[0]} - {-1}:
                found |= self._function(number, up)
            return found
        if op in ("can_pay", "can_afford") and up:
            return self._goods_read(args)
        if op in ("at", "slot") and up and self._first <= args[0] < self._end:
            return self._goods_read(args)
        return self._goods_read(node)

    def _all(self, nodes: Iterable[Node], up: bool) -> int:
        found = 0
        for node in nodes:
            found |= self.falls(node, up)
        return found

    def _function(self, number: int, up: bool) -> int:
        key = (number, up)
        if key not in self._functions:
            self._functions[key] = self._relevance.things.goods  # defines do not recurse
            self._functions[key] = self.falls(self._relevance.body_of(number), up)
        return self._functions[key]

    def _goods_read(self, value: Any) -> int:
        wants = self._relevance.reads(value)
        return (wants.more | wants.change) & self._relevance.things.goods
