"""Least and greatest values: numbers in, the smallest range that holds them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.program import Node

from ..kernel import MOST_NUMBER

Range = tuple[int, int]

MOST = 10**40
ANY: Range = (-MOST, MOST)
FLAG: Range = (0, 1)


@dataclass
class Where:
    """What is known where an expression stands."""

    temps: dict[int, Range] = field(default_factory=dict)
    local: Callable[[int], Range] = lambda number: ANY
    me: Range = ANY
    present: frozenset[Node] = frozenset()
    """What is known not to be absent."""

    def bind(self, temp: int, values: Range) -> Where:
        """Return the same place with one more temporary."""
        return Where({**self.temps, temp: values}, self.local, self.me, self.present)


def hull(ranges: Iterable[Range]) -> Range:
    """Return the least range that holds all of these; ANY if there are none."""
    found = list(ranges)
    if not found:
        return ANY
    return min(low for low, _ in found), max(high for _, high in found)


def fits(inner: Range, low: int, high: int) -> bool:
    """Say whether a range is within bounds."""
    return low <= inner[0] and inner[1] <= high


def is_number(values: Range) -> bool:
    """Say whether values are small enough to be numbers of a game."""
    return fits(values, -MOST_NUMBER, MOST_NUMBER)


def of_constant(value: Any) -> Range:
    """Return the range of a number, or of the numbers in a list."""
    if isinstance(value, int):
        return int(value), int(value)
    if isinstance(value, tuple) and value:
        if all(isinstance(one, int) for one in value):
            return min(value), max(value)
        return hull(of_constant(one) for one in value if one != ())
    return ANY


def clamped(low: int, high: int) -> Range:
    """Return a range that is no wider than ANY."""
    return max(low, -MOST), min(high, MOST)
