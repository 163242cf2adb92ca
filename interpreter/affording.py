"""Paying with the help of trades: a cost and what is known in; when it can be paid out.

Also: when any-time rules can be used at all, and what they cost where they have to be.
"""

from __future__ import annotations

from operator import ge
from typing import Any

from rulewright.dsl.program import Node, Program

from .conditions import ONE, UNKNOWN, ZERO, Bounds, both, either, size
from .exchanges import Exchanges
from .hopes import Elements, Hopes
from .lacking import Wants
from .relevance import Relevance
from .symbols import Symbols
from .values import Values

SMALL = 8
"""A condition up to this size is repeated rather than called."""

Hoped = tuple[Node, "tuple[int, ...] | None", "Elements | None"]
"""A condition, what it costs at least to make it true, and the elements it is about."""


class Affording:
    """Answers for one Program."""

    def __init__(
        self, program: Program, relevance: Relevance, exchanges: Exchanges, values: Values
    ) -> None:
        self.program = program
        self.relevance = relevance
        self.exchanges = exchanges
        self.values = values
        self.hopes = Hopes(values, relevance, self.usable)
        self.traded = exchanges.traded()
        self._usables: dict[frozenset[int], tuple[Node, int, int]] = {}
        self._affords: dict[bool, int] = {}
        self._trade_reads = {
            surely: relevance.reads(tuple(trade.condition for trade in trades))
            for surely, trades in ((True, exchanges.sure), (False, exchanges.most))
        }

    def payable(self, player: Node, cost: Node, now: Symbols, trading: bool) -> Bounds:
        """Return when a cost can be paid, if need be after trades."""
        needs = self.values.needs(cost, now)
        low = ZERO if needs.low is UNKNOWN else Node("can_pay", (player, needs.low))
        high = ONE if needs.high is UNKNOWN else Node("can_pay", (player, needs.high))
        if trading and needs.low is not UNKNOWN and self.exchanges.sure:
            low = either(low, self._afford(player, needs.low, now, True))
        if trading and needs.high is not UNKNOWN and self.exchanges.most:
            goods = self.relevance.goods_in(cost)
            helpful = self.relevance.helpful(Wants(goods)) & self.exchanges.opaque
            high = either(
                high, self._afford(player, needs.high, now, False), self.usable(helpful, now)
            )
        return Bounds(low, high)

    def _afford(self, player: Node, cost: Node, now: Symbols, surely: bool) -> Node:
        """Return the condition that trades make a cost payable."""
        reads = self._trade_reads[surely]
        if now.actor is not None or now.changed & (reads.more | reads.change):
            return ZERO if surely else ONE
        if surely not in self._affords:
            trades = self.exchanges.sure if surely else self.exchanges.most
            # Fewer flags than trades stand for those that are sure.
            none = () if surely else (ZERO,) * len(self.exchanges.sure)
            flags = none + tuple(trade.condition for trade in trades)
            body = Node("can_afford", (Node("me"), Node("temp", (0,)), flags))
            self._affords[surely] = self.values.define("afford", 1, body)
        return Node("call", (self._affords[surely], (cost,), player))

    def usable(self, rules: frozenset[int], now: Symbols) -> Node:
        """Return when one of some any-time rules can be used, or could have been before."""
        if rules not in self._usables:
            guards = [self.program.anytime[number].guard or ONE for number in sorted(rules)]
            condition = either(*guards)
            node = condition
            if size(condition) > SMALL:
                node = Node("call", (self.values.define("usable", 0, condition), (), Node("me")))
            reads = self.relevance.reads(condition)
            down = self.relevance.wishes(condition).change
            self._usables[rules] = (node, reads.more | reads.change, down)
        node, reads_all, down = self._usables[rules]
        conflict = now.changed & reads_all
        # Fewer goods make nothing usable that was not, where only more of them would.
        fewer = now.balance.shrunk & ~now.balance.grown & ~now.dirty & ~down
        return node if now.actor is None and not conflict & ~fewer else ONE

    def hoped(
        self, items: Node, now: Symbols
    ) -> list[tuple[Node, tuple[int, ...] | None, Elements | None]]:
        """Return when a list could get elements through any-time rules, for how much at least.

        If only rules of some price could do it, that is what it costs. So there is one answer for
        each price: with the rules up to that price.
        """
        self.hopes.without(frozenset())
        elements = self.hopes.elements(items, now)
        wants = self.relevance.wishes(items, True, now.known)
        met = frozenset(self.hopes.met) if elements is not None else self.relevance.direct(wants)
        if not met:
            return []
        # Without a rule that can be used there are no other elements than now.
        some = self.usable(self.relevance.helpful(wants), now)
        if elements is None:
            return [(some, self._cheapest(met), None)]
        prices = [self.exchanges.prices.get(rule) for rule in met]
        known = sorted({price for price in prices if price is not None}, key=sum)
        if None in prices or not all(map(_covers, known[1:], known)):
            return [(both(some, elements.condition), self._cheapest(met), elements)]
        found: list[tuple[Node, tuple[int, ...] | None, Elements | None]] = []
        for price in known:
            dearer = {rule for rule in met if not _covers(price, self.exchanges.prices[rule])}
            self.hopes.without(frozenset(dearer))
            part = self.hopes.elements(items, now) if dearer else elements
            if part is not None:
                found.append((both(some, part.condition), price, part))
        return found

    def asks_to_pay(self, value: Any) -> bool:
        """Say whether a condition asks for a payment."""
        if isinstance(value, Node):
            if value.op in ("can_pay", "can_afford"):
                return True
            if value.op == "call" and value.args[0] in self._affords.values():
                return True
            return any(self.asks_to_pay(arg) for arg in value.args)
        return isinstance(value, tuple) and any(self.asks_to_pay(part) for part in value)

    def _cheapest(self, rules: frozenset[int]) -> tuple[int, ...] | None:
        prices = [self.exchanges.prices.get(rule) for rule in rules]
        known = [price for price in prices if price is not None]
        return tuple(map(min, zip(*known, strict=True))) if len(known) == len(prices) else None


def _covers(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(map(ge, one, other))
