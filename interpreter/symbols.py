"""A position as far as it is known: what has been paid, gained and written in terms of before.

While code is followed (`following`), things change. `Symbols` says what is known then: values of
locals and of slots as expressions over the position as it was, which things have changed in a way
that is not known, and what has been paid and gained. `values` puts that into expressions,
`transitions` says what instructions change.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rulewright.dsl.program import Node

from .conditions import UNKNOWN, has_local
from .things import Known, Things


@dataclass(frozen=True)
class Balance:
    """Costs that were paid and bundles that were gained; None where that is not known."""

    paid: tuple[Node, ...] | None = ()
    gained: tuple[Node, ...] | None = ()
    grown: int = 0
    shrunk: int = 0
    """Masks of goods of which there may be more, or fewer."""
    priced: bool = False
    """Whether the price of an any-time rule is in it."""

    def after(self, price: tuple[int, ...]) -> Balance:
        """Return it after a trade that takes a price, and gives where it is negative."""
        grown, shrunk = self.grown, self.shrunk
        for good, amount in enumerate(price):
            shrunk |= 1 << good if amount > 0 else 0
            grown |= 1 << good if amount < 0 else 0
        gained = self.gained
        if gained is not None:
            gained = (*gained, Node("const", (tuple(-amount for amount in price),)))
        return replace(self, gained=gained, grown=grown, shrunk=shrunk, priced=True)

    def touched(self, grown: int, shrunk: int) -> Balance:
        """Return it with more goods of which there may be more, or fewer."""
        return replace(self, grown=self.grown | grown, shrunk=self.shrunk | shrunk)

    @staticmethod
    def unknown() -> Balance:
        """Return a balance of which nothing is known."""
        return Balance(None, None, -1, -1)


class Write(NamedTuple):
    """A value written to a run of slots at an index that is an expression."""

    base: int
    stride: int
    where: Node
    value: Node
    bits: int


@dataclass(frozen=True)
class Symbols:
    """What is known of a position in terms of the one before."""

    env: dict[int, Node] = field(default_factory=dict)
    slots: dict[int, Node] = field(default_factory=dict)
    writes: tuple[Write, ...] = ()
    dirty: int = 0
    """Mask of things that have changed; what `slots` and `writes` have is known nevertheless."""
    cloudy: int = 0
    """Mask of things of which it is not known any more how they have changed."""
    balance: Balance = Balance()
    known: Known = field(default_factory=dict)
    actor: Node | None = None
    arrived: dict[int, Node] = field(default_factory=dict)
    """For locals that are told how much of a good arrived: the most that it can be."""

    @property
    def changed(self) -> int:
        """Return the mask of all that has changed."""
        return self.dirty | self.balance.grown | self.balance.shrunk

    def key(self) -> tuple[Any, ...]:
        """Return what tells it from others, locals not counted."""
        slots = tuple(sorted(self.slots.items()))
        return (slots, self.writes, self.dirty, self.cloudy, self.balance, self.actor)

    def differs(self, other: Symbols, things: Things) -> int:
        """Return the mask of things of which something else is known than in another position."""
        found = (self.dirty ^ other.dirty) | (self.cloudy ^ other.cloudy)
        for slot in self.slots.keys() | other.slots.keys():
            if self.slots.get(slot) != other.slots.get(slot):
                found |= things.slot(slot)
        for write in {*self.writes} ^ {*other.writes}:
            found |= write.bits
        if self.balance != other.balance:
            for balance in (self.balance, other.balance):
                found |= balance.grown | balance.shrunk
        if self.actor != other.actor:
            found = things.everything
        return found

    def seen_from(self, piece: Node, param: Node) -> Symbols:
        """Return it as the script of a piece sees it, for which the piece is a parameter."""

        def moved(value: Node) -> Node | None:
            if value == piece:
                return param
            return None if has_local(value) or _has_temp(value) else value

        slots = {}
        for slot, value in self.slots.items():
            found = moved(value)
            if found is not None:
                slots[slot] = found
        paid, gained = self.balance.paid, self.balance.gained
        if paid is not None and any(moved(cost) is None for cost in paid):
            paid = None
        if gained is not None and any(moved(bundle) is None for bundle in gained):
            gained = None
        actor = self.actor
        if actor is not None:
            actor = moved(actor) or UNKNOWN
        writes: list[Write] = []
        cloudy = self.cloudy
        for write in self.writes:
            index, new = moved(write.where), moved(write.value)
            if index is None or new is None:
                cloudy |= write.bits
            else:
                writes.append(write._replace(where=index, value=new))
        return Symbols(
            slots=slots,
            writes=tuple(writes),
            dirty=self.dirty,
            cloudy=cloudy,
            balance=replace(self.balance, paid=paid, gained=gained),
            actor=actor,
        )


def clouded(now: Symbols, bits: int) -> Symbols:
    """Return a position in which some things have changed nobody knows how."""
    # Slots keep their values in terms of before; those of these things are forgotten with them.
    return replace(now, dirty=now.dirty | bits, cloudy=now.cloudy | bits)


def _has_temp(value: Any) -> bool:
    if isinstance(value, Node):
        return value.op == "temp" or any(_has_temp(arg) for arg in value.args)
    return isinstance(value, tuple) and any(_has_temp(part) for part in value)
