"""What could become true: a condition and what is known of the position in; a condition out.

Where any-time rules can be used, what is false now may be true after them. The condition that comes
out is true wherever the one that goes in can be made so: each part of it is true now, or some
rule that can be used could make it true. Parts that no rule touches keep what they ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from rulewright.dsl.program import Node

from .conditions import UNKNOWN, both, either, found_in, negated, renamed
from .lacking import Wants
from .relevance import Relevance
from .symbols import Symbols
from .things import Known
from .values import Values

MOST_DEPTH = 12


class Elements(NamedTuple):
    """What a list could contain: elements of another list that fulfil a condition on a temp."""

    items: Node
    temp: int
    condition: Node


class Hopes:
    """Answers for one Program.

    `usable` tells when one of some any-time rules can be used.
    """

    def __init__(
        self,
        values: Values,
        relevance: Relevance,
        usable: Callable[[frozenset[int], Symbols], Node],
    ) -> None:
        self._values = values
        self._relevance = relevance
        self._usable = usable
        self._without: frozenset[int] = frozenset()
        self.met: set[int] = set()
        """Rules that could directly do what was asked for."""

    def without(self, rules: frozenset[int]) -> None:
        """From now on do without some rules; forget which ones were met."""
        self._without = rules
        self.met = set()

    def of(self, node: Node, now: Symbols, up: bool = True, depth: int = 0) -> Node:
        """Return when a condition could become true, or (not up) false."""
        op, args = node.op, node.args
        if depth > MOST_DEPTH:
            return self._atom(node, now, up)
        if op in ("and", "or"):
            join = both if (op == "and") == up else either
            return join(*[self.of(arg, now, up, depth + 1) for arg in args])
        if op == "not":
            return self.of(args[0], now, not up, depth + 1)
        if op == "if":
            yes, no = (
                self.of(args[0], now, True, depth + 1),
                self.of(args[0], now, False, depth + 1),
            )
            return either(
                both(yes, self.of(args[1], now, up, depth + 1)),
                both(no, self.of(args[2], now, up, depth + 1)),
            )
        if op == "any" and up and args[0].op in ("if", "call"):
            inside = args[0]
            if inside.op == "call":
                inside = self._values.inlined(inside, now) or inside
            if inside.op == "if":
                test, one, other = inside.args
                spread = Node("if", (test, Node("any", (one,)), Node("any", (other,))))
                return self.of(spread, now, up, depth + 1)
        if op in ("any", "exists") and up:
            items = args[0] if op == "any" else Node("filter", args, node.span)
            found = self.elements(items, now, depth + 1)
            return self._atom(node, now, up) if found is None else found_in(*found)
        if op == "call":
            inside = self._values.inlined(node, now)
            if inside is not None:
                return self.of(inside, now, up, depth + 1)
        return self._atom(node, now, up)

    def elements(self, items: Node, now: Symbols, depth: int = 0) -> Elements | None:
        """Return what a list could contain, None if that is not simple."""
        op, args = items.op, items.args
        if depth > MOST_DEPTH:
            return None
        if op == "filter":
            inner = self.elements(args[0], now, depth + 1)
            if inner is None:
                return None
            extent = self._relevance.things.extents.of(args[0], now.known)
            known: Known = {**now.known, inner.temp: extent}
            asked = renamed(args[2], {args[1]: Node("temp", (inner.temp,))})
            condition = self.of(asked, replace(now, known=known), True, depth + 1)
            return inner._replace(condition=both(inner.condition, condition))
        if op == "call":
            inside = self._values.inlined(items, now)
            return None if inside is None else self.elements(inside, now, depth + 1)
        if self._direct(self._relevance.reads(items, now.known)):
            return None
        value = self._values.of(items, now)
        if value is UNKNOWN:
            return None
        return Elements(value, self._values.fresh(), Node("const", (1,)))

    def _atom(self, node: Node, now: Symbols, up: bool) -> Node:
        bounds = self._values.bounds(node, now)
        found = bounds.high if up else negated(bounds.low)
        wants = self._relevance.wishes(node, up, now.known)
        direct = self._direct(wants)
        self.met |= direct - self._without
        if not direct - self._without:
            return found
        helpful = self._relevance.helpful(wants) - (direct & self._without)
        return either(found, self._usable(helpful, now))

    def _direct(self, wants: Wants) -> frozenset[int]:
        return self._relevance.direct(wants)
