"""Instructions over what is known: an instruction and `Symbols` in; what is known after it out."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.program import Node, Program

from .conditions import UNKNOWN, ZERO, folded
from .relevance import Relevance
from .symbols import Balance, Symbols, Write, clouded
from .things import Known
from .values import Values

MOST_WRITES = 2
"""Writes to one thing that are followed."""


class Steps:
    """What the instructions of one Program do."""

    def __init__(self, program: Program, relevance: Relevance, values: Values) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self.values = values

    def after(self, node: Node, now: Symbols) -> Symbols:
        """Return what is known after an instruction that changes the position."""
        op, args = node.op, node.args
        if op in ("log", "chain"):
            return now
        if op == "local":
            return replace(now, env={**now.env, args[0]: self.values.of(args[1], now)})
        if op == "actor":
            return replace(now, actor=self.values.of(args[0], now))
        if op in ("gain", "lose", "pay", "transfer"):
            return self._moved(node, now)
        if op in ("set", "raise"):
            return self._written(node, now)
        return clouded(now, self.things.written_by(node, now.known))

    def _moved(self, node: Node, now: Symbols) -> Symbols:
        op, args = node.op, node.args
        balance = now.balance
        env, arrived = dict(now.env), dict(now.arrived)
        for good, local in args[2] if op != "transfer" else ():
            env[local] = UNKNOWN
            arrived.pop(local, None)
            bundle = self.values.of(args[1], now)
            if op == "gain" and bundle is not UNKNOWN:
                arrived[local] = self._amount(bundle, good)
        now = replace(now, env=env, arrived=arrived)
        own = op != "transfer" and args[0].op == "me"
        goods = self.relevance.goods_in(args[2 if op == "transfer" else 1])
        if op == "gain":
            bundle = self.values.of(args[1], now) if own else UNKNOWN
            gained = balance.gained
            known = gained is not None and bundle is not UNKNOWN
            gained = (*gained, bundle) if gained is not None and known else None
            balance = replace(balance, gained=gained, grown=balance.grown | goods)
        elif op == "pay" and own:
            cost = self._cost(args[1], now)
            paid = balance.paid
            paid = (*paid, cost) if paid is not None and cost is not UNKNOWN else None
            balance = replace(balance, paid=paid, shrunk=balance.shrunk | goods)
        else:
            both_ways = op == "transfer"
            balance = Balance(
                None,
                None if both_ways else balance.gained,
                balance.grown | (goods if both_ways else 0),
                balance.shrunk | goods,
            )
        return replace(now, balance=balance)

    def _amount(self, bundle: Node, good: int) -> Node:
        """Return how much of a good a bundle has."""
        if bundle.op == "const":
            return Node("const", (bundle.args[0][good],))
        if bundle.op == "bundle":
            amounts = [amount for other, amount in bundle.args if other == good]
            if len(amounts) < 2:
                return amounts[0] if amounts else ZERO
        if bundle.op == "store":
            store = self.program.stores[bundle.args[0]]
            if good not in store.goods:
                return ZERO
            place = store.base + store.goods.index(good)
            return Node("at", (place, len(store.goods), bundle.args[1]))
        return Node("bundle_get", (bundle, Node("const", (good,))))

    def _cost(self, bundle: Node, now: Symbols) -> Node:
        """Return the cost that a payment pays one alternative of."""
        if bundle.op == "nth_bundle" and bundle.args[0].op == "plans":
            _, cost, swaps = bundle.args[0].args
            # Between asking for it and paying nothing changes.
            return UNKNOWN if swaps else self.values.of(cost, now)
        value = self.values.of(bundle, now)
        if value.op == "const":
            return Node("const", ((value.args[0],),))
        return value if value is UNKNOWN else Node("costs", (value,))

    def _written(self, node: Node, now: Symbols) -> Symbols:
        ref, expr, low, high = node.args
        bits = self.things.written_by(node, now.known)
        slot = -1
        index = UNKNOWN
        if ref[0] == "slot":
            slot = ref[1]
        else:
            index = self.values.of(ref[3], now)
            if index is not UNKNOWN:
                extent = self.things.extents.of(index, now.known)
                bits = self.things.run(ref[1], ref[2], extent)
                if extent is not None and extent[0] == extent[1]:
                    slot = ref[1] + ref[2] * extent[0]
        if bits & self.things.goods:
            # Written without paying or gaining: nothing is known of goods any more.
            return replace(clouded(now, bits), balance=Balance.unknown())
        before = [write for write in now.writes if write.bits & bits]
        if slot >= 0 and not before:
            value = self._new_value(node, slot, expr, now)
            if value is UNKNOWN or not self._fits(value, low, high, now.known):
                return clouded(now, bits)
            return replace(now, slots={**now.slots, slot: value}, dirty=now.dirty | bits)
        value = self.values.of(expr, now) if node.op == "set" else UNKNOWN
        known = index is not UNKNOWN and value is not UNKNOWN and not now.cloudy & bits
        mixed = any(self.things.slot(number) & bits for number in now.slots)
        if not known or mixed or len(before) >= MOST_WRITES:
            return clouded(now, bits)
        if not self._fits(value, low, high, now.known):
            return clouded(now, bits)
        write = Write(ref[1], ref[2], index, value, bits)
        return replace(now, writes=(*now.writes, write), dirty=now.dirty | bits)

    def _new_value(self, node: Node, slot: int, expr: Node, now: Symbols) -> Node:
        value = self.values.of(expr, now)
        if value is UNKNOWN or node.op == "set":
            return value
        before = self.values.slot(Node("slot", (slot,)), now)
        return UNKNOWN if before is UNKNOWN else folded(Node("add", (before, value)))

    def _fits(self, value: Node, low: int, high: int, known: Known) -> bool:
        """Say whether a value is not clipped when it is written."""
        extent = self.things.extents.of(value, known)
        return extent is not None and low <= extent[0] and extent[1] <= high
