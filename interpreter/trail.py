"""Small things needed on the way through code: where it has been, and what a payment looks like."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl.program import Node

from .conditions import ZERO

MOST_VISITS = 1


@dataclass(frozen=True)
class Trail:
    """How often decisions and turns back were met, and a place (pc, depth) where it is enough."""

    visits: dict[int, int] = field(default_factory=dict)
    stop: tuple[int, int] | None = None

    def often(self, place: int) -> bool:
        """Say whether a place was met too often to go there again."""
        return self.visits.get(place, 0) > MOST_VISITS

    def at(self, place: int) -> Trail:
        """Return the trail with one more visit."""
        return replace(self, visits={**self.visits, place: self.visits.get(place, 0) + 1})


def payment_of(items: Node | None) -> Node | None:
    """Return the `plans` that the numbers of a payment's answers count, or None."""
    if items is None or items.op != "range" or items.args[0] != ZERO:
        return None
    last = items.args[1]
    if last.op == "sub" and last.args[0].op == "count" and last.args[0].args[0].op == "plans":
        plans: Node = last.args[0].args[0]
        return plans
    return None
