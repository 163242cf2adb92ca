"""What a payment lacks: a decision and a position in; goods of which more would help out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl.program import ME, Decision, Node, Program

from . import payments

if TYPE_CHECKING:
    from .engine import Backend, Vector


class Wants(NamedTuple):
    """Masks of things of which more, or something else, would help."""

    more: int = 0
    change: int = 0

    def __or__(self, other: Wants) -> Wants:
        return Wants(self.more | other.more, self.change | other.change)


NOTHING = Wants()


class _Payment(NamedTuple):
    """A payment among the answers of a decision, and what its substitutions depend on."""

    plans: Node
    swaps: Wants


class Lacking:
    """Answers for one Program; `reads` tells what expressions depend on."""

    def __init__(self, program: Program, reads: Callable[[Any], Wants]) -> None:
        self._program = program
        self._reads = reads
        self._payments: dict[int, list[_Payment]] = {}

    def added(
        self, wants: Wants, backend: Backend, v: Vector, k: Vector, decision: Decision
    ) -> Wants:
        """Return what is wanted, and what the payments of a decision lack."""
        for payment in self._of(decision):
            wants |= self._lacks(backend, v, k, payment)
        return wants

    def _of(self, decision: Decision) -> list[_Payment]:
        """Return the payments among the sources of a decision."""
        known = self._payments.get(decision.id)
        if known is None:
            known = self._payments[decision.id] = [
                _Payment(plans, self._reads(plans.args[2]))
                for source in decision.sources
                for plans in payments_in(source.items)
            ]
        return known

    def _lacks(self, backend: Backend, v: Vector, k: Vector, payment: _Payment) -> Wants:
        """Return the goods of which a payment needs more than there is, whatever alternative."""
        held = self._held(backend, v, k, payment.plans)
        more = 0
        for bundle in self._needs(backend, v, k, payment.plans):
            for good, amount in enumerate(bundle):
                if amount > held[good]:
                    more |= 1 << good
        return payment.swaps | Wants(more)

    def shortage(self, backend: Backend, v: Vector, k: Vector, decision: Decision) -> int:
        """Return how many units a payment lacks at least; 0 where nothing is to be paid."""
        found = []
        for payment in self._of(decision):
            held = self._held(backend, v, k, payment.plans)
            for bundle in self._needs(backend, v, k, payment.plans):
                both = zip(bundle, held, strict=True)
                found.append(sum(max(want - have, 0) for want, have in both))
        return min(found, default=0)

    def _held(self, backend: Backend, v: Vector, k: Vector, plans: Node) -> tuple[int, ...]:
        """Return the stock of whoever pays."""
        payer = plans.args[0]
        player = v[ME] if payer.op == "me" else backend.eval(payer, v, k)
        width = len(self._program.goods)
        first = self._program.goods_base + player * width
        return tuple(v[first : first + width])

    def _needs(self, backend: Backend, v: Vector, k: Vector, plans: Node) -> list[tuple[int, ...]]:
        """Return the bundles of which one is to be paid, whether they are there or not."""
        _, cost, swaps = plans.args
        in_force: list[payments.Swap] = []
        for number, (goods, units, given, times, condition, costly) in enumerate(swaps):
            if condition is None or _value(backend, condition, v, k):
                instead = _value(backend, given, v, k)
                in_force += payments.swaps_for(number, goods, units, instead, times, costly)
        return [way.bundle for way in payments.ways(None, _value(backend, cost, v, k), in_force)]


def payments_in(node: Any) -> tuple[Node, ...]:
    """Return the `plans` of an expression, if they are all it depends on."""
    if isinstance(node, Node):
        if node.op == "plans":
            return (node,)
        if node.op in ("range", "sub", "count", "const"):
            return tuple(found for arg in node.args for found in payments_in(arg))
    return ()


def _value(backend: Backend, node: Node, v: Vector, k: Vector) -> Any:
    return node.args[0] if node.op == "const" else backend.eval(node, v, k)
