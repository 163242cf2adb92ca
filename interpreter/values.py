"""Expressions over what is known: an expression and `Symbols` in; what it was in terms of before.

An expression that reads what has changed in a way that is not known is UNKNOWN; of a condition the
bounds may be known nevertheless.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import Function, Node, Program

from .conditions import (
    BINDERS,
    ONE,
    PERHAPS,
    UNKNOWN,
    ZERO,
    Bounds,
    both,
    either,
    exactly,
    folded,
    negated,
    rebound,
    renamed,
    size,
)
from .relevance import Relevance
from .symbols import Symbols
from .things import Extent, Known

FIRST_TEMP = 2000
MOST_INLINED = 60
MOST_NEEDED = 100
"""A limit on goods from here on is taken to be more than any cost."""


class Values:
    """Puts what is known into expressions."""

    def __init__(self, program: Program, relevance: Relevance) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self._temp = FIRST_TEMP
        self._asks_actor: dict[int, bool] = {}
        self._rooms: dict[int, int] = {}
        self._read_by_housing: dict[int, int] = {}

    def fresh(self) -> int:
        """Return the number of a temporary that nothing uses."""
        self._temp += 1
        return self._temp

    # ------------------------------------------------------------ expressions

    def of(self, node: Node, now: Symbols) -> Node:
        """Return an expression over the position before, or UNKNOWN."""
        found = self._of(node, now, now.known)
        return found if isinstance(found, Node) else UNKNOWN

    def _of(self, value: Any, now: Symbols, known: Known) -> Any:
        """Like `of`, for anything that holds expressions; UNKNOWN if a part is."""
        if isinstance(value, tuple):
            parts = []
            for part in value:
                if isinstance(part, (Node, tuple)):
                    part = self._of(part, now, known)
                    if part is UNKNOWN:
                        return UNKNOWN
                parts.append(part)
            return tuple(parts)
        if not isinstance(value, Node):
            return value
        op, args = value.op, value.args
        if op in ("const", "temp", "me"):
            return value
        if op == "local":
            return now.env.get(args[0], value)
        if op == "actor":
            return value if now.actor is None else now.actor
        if op == "slot":
            return self.slot(value, now)
        if op in BINDERS:
            items = args[1] if op == "let" else args[0]
            temp = args[0] if op == "let" else args[1]
            known = {**known, temp: self.things.extents.of(items, known)}
        parts = self._of(args, now, known)
        if parts is UNKNOWN:
            return UNKNOWN
        made = value if parts == args else folded(Node(op, parts, value.span))
        if op == "at":
            return self._at(made, now, known)
        if op == "call":
            return self._call(made, now)
        if op == "dispatch":
            return UNKNOWN if self._conflict(made, now) else made
        if now.changed and made.op == op and self._read(op, parts, made, known) & now.changed:
            return UNKNOWN
        return made

    def _read(self, op: str, args: Any, node: Node, known: Known) -> int:
        """Return the mask of what an operation reads itself."""
        if op == "can_house":
            return self.housed(args[0])
        if op in ("can_pay", "can_afford", "plans", "plan_uses", "possible"):
            wants = self.relevance.reads(node, known)
            return wants.more | wants.change
        return self.things.read_by(op, args, known)

    def housed(self, number: int) -> int:
        """Return the mask of what decides whether goods find room."""
        if number not in self._read_by_housing:
            goods, helper, places = self.program.housing[number]
            wants = self.relevance.reads(places)
            found = wants.more | wants.change
            for good in (*goods, helper):
                found |= 1 << good if good >= 0 else 0
            self._read_by_housing[number] = found
        return self._read_by_housing[number]

    def slot(self, node: Node, now: Symbols) -> Node:
        """Return the value of a slot."""
        number = node.args[0]
        bits = self.things.slot(number) & now.changed
        if not bits:
            return node
        if bits & now.cloudy:
            return UNKNOWN
        if number in now.slots:
            return now.slots[number]
        # Changed, but elsewhere; where at an index that is an expression, it may be here.
        goods = bits & (self.things.goods | self.things.pieces)
        return UNKNOWN if goods or any(write.bits & bits for write in now.writes) else node

    def _at(self, node: Node, now: Symbols, known: Known) -> Node:
        if not now.changed or node.op != "at":
            return node
        base, stride, index = node.args
        extent = self.things.extents.of(index, known)
        if self.things.run(base, stride, extent) & now.cloudy:
            return UNKNOWN
        if now.slots and extent is not None and extent[1] - extent[0] < 200:
            values = [now.slots.get(base + stride * n) for n in range(extent[0], extent[1] + 1)]
            first = values[0]
            if first is not None and first.op == "const" and all(one == first for one in values):
                return first
            if len(values) == 1 and first is not None:
                return first
        bits = self.things.run(base, stride, extent)
        if not bits & now.changed:
            return node
        if bits & (now.cloudy | self.things.goods | self.things.pieces):
            return UNKNOWN
        return self._rewritten(node, bits, extent, now)

    def _rewritten(self, node: Node, bits: int, extent: Extent, now: Symbols) -> Node:
        """Return what is read where values were written at indices that are known."""
        base, stride, index = node.args
        for slot in now.slots:
            if self.things.slot(slot) & bits:
                place = divmod(slot - base, stride)
                if place[1] or extent is None or extent[0] <= place[0] <= extent[1]:
                    return UNKNOWN
        found = node
        for write in now.writes:
            if not write.bits & bits:
                continue
            if (write.base, write.stride) != (base, stride):
                return UNKNOWN
            same = folded(Node("eq", (index, write.where)))
            if same.op == "const":
                found = write.value if same.args[0] else found
            elif found != write.value:
                found = Node("if", (same, write.value, found))
        return found

    def _call(self, node: Node, now: Symbols) -> Node:
        if node.op != "call" or not self._conflict(node, now):
            return node
        body = self._inlined(node)
        return UNKNOWN if body is None else self.of(body, now)

    def _conflict(self, node: Node, now: Symbols) -> bool:
        """Say whether defines that are called read what has changed."""
        if not now.changed and now.actor is None:
            return False
        if node.op == "call":
            numbers = {node.args[0]}
        else:
            row = node.args[0]
            numbers = set(self.program.tables[row] if isinstance(row, int) else row) - {-1}
        for number in numbers:
            wants = self.relevance.of_function(number)
            if now.changed & (wants.more | wants.change):
                return True
            if now.actor is not None and self._mentions_actor(number):
                return True
        return False

    def _mentions_actor(self, number: int) -> bool:
        if number not in self._asks_actor:
            self._asks_actor[number] = False
            body = self._function(number)
            self._asks_actor[number] = self.asks_actor(body)
        return self._asks_actor[number]

    def asks_actor(self, value: Any) -> bool:
        """Say whether an expression depends on who acts."""
        if isinstance(value, Node):
            if value.op == "actor":
                return True
            if value.op == "call" and self._mentions_actor(value.args[0]):
                return True
            return any(self.asks_actor(arg) for arg in value.args)
        return isinstance(value, tuple) and any(self.asks_actor(part) for part in value)

    def _function(self, number: int) -> Node:
        made = self.program.functions
        if number < len(made):
            return made[number].body
        return self.relevance.extra[number - len(made)].body

    def inlined(self, node: Node, now: Symbols) -> Node | None:
        """Return a call as the body of the define, with its arguments as they are now."""
        given = self._of(node.args[1], now, now.known)
        if given is UNKNOWN:
            return None
        return self._inlined(Node("call", (node.args[0], given, node.args[2])))

    def _inlined(self, node: Node) -> Node | None:
        """Return the body of a define with the arguments of a call in it."""
        number, args, me = node.args
        body = self._function(number)
        if me.op != "me" or size(body) > MOST_INLINED:
            return None
        fresh: Node = rebound(body, self.fresh)
        found: Node = renamed(fresh, dict(enumerate(args)))
        return found

    # ------------------------------------------------------------ conditions

    def bounds(self, node: Node, now: Symbols) -> Bounds:
        """Return what is known of a condition."""
        found = self.of(node, now)
        if found is not UNKNOWN:
            return exactly(found)
        op, args = node.op, node.args
        if op == "not":
            inner = self.bounds(args[0], now)
            return Bounds(negated(inner.high), negated(inner.low))
        if op in ("and", "or"):
            join = both if op == "and" else either
            parts = [self.bounds(arg, now) for arg in args]
            return Bounds(join(*[part.low for part in parts]), join(*[p.high for p in parts]))
        if op == "call":
            body = self.inlined(node, now)
            return PERHAPS if body is None else self.bounds(body, now)
        if op == "can_house":
            return self._can_house(node, now)
        if op == "can_pay" and args[0].op == "me":
            cost = self.of(args[1], now)
            if cost is UNKNOWN:
                return PERHAPS
            needs = self.needs(cost, now)
            return Bounds(
                ZERO if needs.low is UNKNOWN else Node("can_pay", (args[0], needs.low)),
                ONE if needs.high is UNKNOWN else Node("can_pay", (args[0], needs.high)),
            )
        if op in ("gt", "ge") and args[1].op == "const":
            return self._more_than(node, now)
        return PERHAPS

    def _more_than(self, node: Node, now: Symbols) -> Bounds:
        held, least = node.args
        if held.op == "local" and held.args[0] in now.arrived:
            return Bounds(ZERO, folded(Node(node.op, (now.arrived[held.args[0]], least))))
        if held.op == "at" and held.args[2].op == "me":
            bits = self.things.run(held.args[0], held.args[1]) & now.changed
            if bits & self.things.goods and not bits & (now.dirty | now.balance.shrunk):
                return Bounds(node, ONE)  # gaining keeps it true
        return PERHAPS

    def _can_house(self, node: Node, now: Symbols) -> Bounds:
        """Return when all find room: whatever was gained has to as well."""
        number, player, extra = node.args
        read = self.housed(number)
        gained = now.balance.gained
        if gained is None or now.dirty & read or now.balance.shrunk & read or player.op != "me":
            return PERHAPS
        more = self.of(extra, now)
        if more is UNKNOWN:
            return PERHAPS
        for bundle in gained:
            more = Node("bundle_add", (more, bundle))
        return Bounds(Node("call", (self._houses(number), (more,), player)), ONE)

    def _houses(self, number: int) -> int:
        """Return the number of the define that tells whether more goods find room as well."""
        if number not in self._rooms:
            body = Node("can_house", (number, Node("me"), Node("temp", (0,))))
            self._rooms[number] = self.define("room", 1, body)
        return self._rooms[number]

    def define(self, name: str, nparams: int, body: Node) -> int:
        """Return the number of a new define."""
        self.relevance.extra.append(Function(name, nparams, body))
        return len(self.program.functions) + len(self.relevance.extra) - 1

    # ------------------------------------------------------------ goods

    def needs(self, cost: Node, now: Symbols) -> Bounds:
        """Return costs that could be paid before if, and only if, this one can be paid now.

        Instead of conditions the bounds are costs, or UNKNOWN.
        """
        balance = now.balance
        if not (balance.grown or balance.shrunk):
            return exactly(cost)
        goods = self.relevance.goods_in(cost)
        low = high = cost
        if balance.paid is not None:
            for paid in balance.paid:
                low = Node("cost_and", (paid, low))
            high = low
        elif goods & balance.shrunk:
            low = UNKNOWN
        if balance.gained is None:
            return Bounds(low, UNKNOWN if balance.grown else high)
        for bundle in balance.gained:
            less = _minus(bundle)
            high = Node("cost_plus", (high, less))
            limited = self.relevance.goods_in(bundle) & self._limited()
            if low is not UNKNOWN and not balance.shrunk and not limited:
                low = Node("cost_plus", (low, less))
        return Bounds(low, high)

    def _limited(self) -> int:
        """Return the mask of goods of which not all may arrive."""
        found = 0
        for good, most in enumerate(self.program.goods_max):
            if self.program.goods_supply[good] >= 0 or most < MOST_NEEDED:
                found |= 1 << good
        return found


def _minus(bundle: Node) -> Node:
    if bundle.op == "const":
        return Node("const", (tuple(-amount for amount in bundle.args[0]),))
    return Node("bundle_scale", (bundle, Node("const", (-1,))))
