"""What look-ahead has met: positions to know again, and own decisions on the way, out.

A decision remembers what would help against the failures below it, and which any-time rules have
been tried there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl.program import FP, Decision

from .kernel import ANY_TIME
from .lacking import NOTHING, Wants

if TYPE_CHECKING:
    from .engine import Vector

Before = frozenset[tuple[Wants, frozenset[int]]]


class Key:
    """A position, and who looks at it; its hash is computed once."""

    __slots__ = ("hash", "parts")

    def __init__(self, looker: int, v: Vector, k: Vector) -> None:
        self.parts = (looker, tuple(v), tuple(k))
        self.hash = hash(self.parts)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.parts == other.parts


class Asked:
    """An own decision met on the way, and what would help against the failures below it."""

    __slots__ = ("above", "before", "decision", "k", "later", "trading", "v", "wants")

    def __init__(self, v: Vector, k: Vector, decision: Decision, above: Asked | None) -> None:
        self.v = v
        self.k = k
        self.decision = decision
        self.above = above
        self.trading = False
        """Whether any-time rules are being tried."""
        self.wants = NOTHING
        self.before: Before = frozenset()
        """What would help decisions below, and the rules that have been tried there."""
        self.later: list[tuple[int, int, Asked]] = []
        """The same decision after any-time rules, where others are still to be tried."""

    def is_again(self) -> Asked | None:
        """Return the decision above it that this is after any-time rules, if it is one."""
        outer = self.above
        while outer is not None and outer.k[outer.v[FP] - 1] & ANY_TIME:
            outer = outer.above
        if outer is None or not outer.trading or outer.decision is not self.decision:
            return None
        return outer if outer.v[FP] == self.v[FP] else None
