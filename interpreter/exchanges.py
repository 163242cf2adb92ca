"""What any-time rules exchange: a Program in; their trades, with when each can be made, out.

Each way through a rule is a trade: goods that are paid, goods that are gained. Where a rule does
nothing else, it can surely be made while its conditions hold (`sure`). Whatever else a rule does,
no more can be had for goods than its trades give (`most`): a way that runs in a circle, such as
animals let go one by one, counts as a trade of its own. Rules whose payments or gains cannot be
followed are `opaque`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product

from rulewright.dsl.program import AnyTime, Node, Program

from .conditions import ONE, ZERO, both, folded, is_false, negated, renamed
from .relevance import Relevance
from .things import Known

MOST_PATHS = 60
MOST_STEPS = 3000
MOST_VALUES = 32

Goods = tuple[int, ...]


class _Opaque(Exception):
    """What a rule does cannot be followed."""


@dataclass(frozen=True)
class Trade:
    """A trade, and under which condition it can be made."""

    rule: int
    takes: Goods
    gives: Goods
    times: int
    """How often; 0 for any number."""
    condition: Node


@dataclass(frozen=True)
class Exchanges:
    """The trades of a Program."""

    sure: tuple[Trade, ...] = ()
    most: tuple[Trade, ...] = ()
    opaque: frozenset[int] = frozenset()
    prices: dict[int, Goods] = field(default_factory=dict)
    """For each rule what it takes less what it gives, the least of each good over all its ways."""

    def traded(self) -> tuple[int, int]:
        """Return the masks of goods that sure trades give, and of those that they take."""
        given = taken = 0
        for trade in self.sure:
            for good, (less, more) in enumerate(zip(trade.takes, trade.gives, strict=True)):
                taken |= bool(less) << good
                given |= bool(more) << good
        return given, taken


@dataclass(frozen=True)
class _Path:
    """A way through a rule so far."""

    pc: int
    env: dict[int, Node]
    rest: tuple[tuple[int, dict[int, Node]], ...] = ()
    takes: tuple[Node, ...] = ()
    gives: tuple[Node, ...] = ()
    conditions: tuple[Node, ...] = ()
    known: Known = field(default_factory=dict)
    clean: bool = True
    counter: Node | None = None
    """The counter that limits its uses."""
    actor: Node | None = None
    # Decisions on the way: how much had been taken, given and asked there.
    visited: tuple[tuple[int, int, int, int], ...] = ()


def exchanges_of(program: Program, relevance: Relevance) -> Exchanges:
    """Return the trades that any-time rules make."""
    return _Finder(program, relevance).all()


class _Finder:
    def __init__(self, program: Program, relevance: Relevance) -> None:
        self.program = program
        self.relevance = relevance
        self.extents = relevance.things.extents
        self.changed = 0
        for number in range(len(program.anytime)):
            self.changed |= relevance.writes_of(number)
        self.steps = 0

    def all(self) -> Exchanges:
        sure: list[Trade] = []
        most: list[Trade] = []
        opaque: set[int] = set()
        prices: dict[int, Goods] = {}
        counted: list[Node] = []
        for number, rule in enumerate(self.program.anytime):
            self.steps = 0
            try:
                whole, circles = self._ways(rule)
                upper = [
                    trade
                    for way in whole + circles
                    for trade in self._trades(number, rule, way, surely=False)
                ]
            except _Opaque:
                opaque.add(number)
                continue
            most += upper
            prices[number] = self._price(whole)
            for way in whole:
                if way.clean and not circles:
                    trades = self._trades(number, rule, way, surely=True)
                    if way.counter is not None:
                        # Whatever shares a counter can be used once in all: take one of them.
                        trades = [] if way.counter in counted else trades[:1]
                        counted.append(way.counter)
                    sure += trades
        return Exchanges(_distinct(sure), _distinct(most), frozenset(opaque), prices)

    def _price(self, whole: list[_Path]) -> Goods:
        """Return what using a rule once costs at least; a circle pays for what it gives."""
        nets = []
        for way in whole:
            takes = self._amounts(way.takes, way)
            gives = self._amounts(way.gives, way)
            net = [less - more for less, more in zip(takes.fixed, gives.fixed, strict=True)]
            for (_, good), (_, extent) in zip(gives.exprs, gives.open, strict=True):
                net[good] -= max(extent[1], 0)
            nets.append(net)
        if not nets:
            return (0,) * len(self.program.goods)
        return tuple(min(column) for column in zip(*nets, strict=True))

    # ------------------------------------------------------------ ways through a rule

    def _ways(self, rule: AnyTime) -> tuple[list[_Path], list[_Path]]:
        """Return the ways from the beginning to the end, and the circles on them."""
        whole: list[_Path] = []
        circles: list[_Path] = []
        env: dict[int, Node] = dict.fromkeys(range(rule.nlocals), ZERO)
        env.update(enumerate(rule.args))
        todo = [_Path(rule.entry, env)]
        while todo:
            self.steps += 1
            if self.steps > MOST_STEPS or len(whole) + len(circles) > MOST_PATHS:
                raise _Opaque
            path = todo.pop()
            node = self.program.code[path.pc]
            if node.op == "ret" and not path.rest:
                whole.append(path)
            elif node.op == "decide":
                circle = self._circle(path)
                if circle is None:
                    todo += self._answers(path)
                elif circle.takes or circle.gives:
                    circles.append(circle)
            else:
                todo += self._step(path, node)
        return whole, circles

    def _circle(self, path: _Path) -> _Path | None:
        for pc, taken, given, asked in path.visited:
            if pc == path.pc:
                return replace(
                    path,
                    takes=path.takes[taken:],
                    gives=path.gives[given:],
                    conditions=path.conditions[asked:],
                    clean=False,
                )
        return None

    def _answers(self, path: _Path) -> list[_Path]:
        decision = self.program.decisions[self.program.code[path.pc].args[0]]
        if decision.kind == "chance":
            raise _Opaque
        here = (path.pc, len(path.takes), len(path.gives), len(path.conditions))
        found = []
        for source in decision.sources:
            after = replace(path, pc=source.target, visited=(*path.visited, here))
            if source.guard is not None:
                guard = self._value(source.guard, path)
                if guard is not None and is_false(guard):
                    continue
                after = self._under(after, guard)
            if source.items is None:
                found.append(replace(after, clean=False))
            elif source.items.op == "range" and "plans" in _ops(source.items):
                found.append(self._bound(after, source.local, None))
            else:
                found += self._chosen(after, source.local, source.items)
        return found

    def _chosen(self, path: _Path, local: int, items: Node) -> list[_Path]:
        """Return one way for each number that can be chosen; of other elements any one."""
        extent = self.extents.of(items, path.known)
        numbers = items.args[0] if items.op == "filter" else items
        if numbers.op != "range" or extent is None or extent[1] - extent[0] >= MOST_VALUES:
            known = {**path.known, ("local", local): extent}
            return [replace(self._bound(path, local, None), known=known, clean=False)]
        found = []
        for value in range(extent[0], extent[1] + 1):
            chosen = Node("const", (value,))
            way = self._bound(path, local, chosen)
            if items.op == "filter":
                asked = renamed(items.args[2], {items.args[1]: chosen})
                way = self._under(way, self._value(asked, path))
            found.append(way)
        return found

    def _bound(self, path: _Path, local: int, value: Node | None) -> _Path:
        env = {number: node for number, node in path.env.items() if number != local}
        if value is not None:
            env[local] = value
        return replace(path, env=env)

    def _under(self, path: _Path, condition: Node | None) -> _Path:
        if condition is None:
            return replace(path, clean=False)
        return replace(path, conditions=(*path.conditions, condition))

    def _step(self, path: _Path, node: Node) -> list[_Path]:
        op, args = node.op, node.args
        after = replace(path, pc=path.pc + 1)
        if op in ("log", "chain"):
            return [after]
        if op == "jump":
            return [replace(path, pc=args[0])]
        if op == "fail":
            return []
        if op == "local":
            return [self._bound(after, args[0], self._value(args[1], path))]
        if op == "actor":
            return [replace(after, actor=self._value(args[0], path))]
        if op == "ret":
            pc, env = path.rest[-1]
            return [replace(path, pc=pc, env=env, rest=path.rest[:-1])]
        if op == "call":
            entry, count, values = args
            inner: dict[int, Node] = dict.fromkeys(range(count), ZERO)
            for number, value in enumerate(values):
                found = self._value(value, path)
                if found is None:
                    del inner[number]
                else:
                    inner[number] = found
            return [replace(path, pc=entry, env=inner, rest=(*path.rest, (path.pc + 1, path.env)))]
        if op == "unless":
            return self._branches(path, node)
        if op in ("pay", "gain"):
            return self._moved(after, node)
        if op in ("me", "perform", "iflive", "commit", "over", "lose", "transfer"):
            raise _Opaque
        if op == "raise" and args[1] == ONE:
            ref = args[0]
            counter = Node("slot", ref[1:]) if ref[0] == "slot" else Node("at", ref[1:])
            again = path.counter is not None
            return [replace(after, counter=counter, clean=path.clean and not again)]
        return [replace(after, clean=False)]

    def _branches(self, path: _Path, node: Node) -> list[_Path]:
        condition, other = node.args
        then = replace(path, pc=path.pc + 1)
        if condition.op == "can_pay":
            return [then]  # the other way pays the same
        otherwise = replace(path, pc=other)
        known = self._value(condition, path)
        if known is None:
            return [replace(then, clean=False), replace(otherwise, clean=False)]
        if known.op == "const":
            return [then if known.args[0] else otherwise]
        return [self._under(then, known), self._under(otherwise, negated(known))]

    def _moved(self, path: _Path, node: Node) -> list[_Path]:
        player, bundle, stores = node.args
        if player.op != "me":
            raise _Opaque
        if node.op == "pay":
            return [replace(path, takes=(*path.takes, each)) for each in self._paid(bundle, path)]
        given = self._value(bundle, path)
        if given is None:
            given = bundle if bundle.op == "bundle" else None
        if given is None or given.op not in ("const", "bundle"):
            raise _Opaque
        env = dict(path.env)
        for good, local in stores:
            amount = _amount(given, good)
            env.pop(local, None)
            if amount is not None:
                env[local] = amount  # all of it arrives; less only beyond a limit
        kept = _filled(given, path.env)
        return [replace(path, gives=(*path.gives, kept), env=env)]

    def _paid(self, bundle: Node, path: _Path) -> list[Node]:
        cost = bundle
        if bundle.op == "nth_bundle":
            plans = bundle.args[0]
            if plans.op != "plans" or plans.args[2]:
                raise _Opaque
            cost = plans.args[1]
        value = self._value(cost, path)
        if value is None:
            raise _Opaque
        if value.op == "const":
            alternatives = value.args[0]
            if alternatives and not isinstance(alternatives[0], tuple):
                alternatives = (alternatives,)
            return [Node("const", (each,)) for each in alternatives]
        parts = value.args if value.op == "costs" else (value,)
        if any(part.op != "bundle" for part in parts):
            raise _Opaque
        return list(parts)

    def _value(self, node: Node, path: _Path) -> Node | None:
        """Return an expression with the locals it has, or None if one is not known."""
        found = _placed(node, path.env, path.actor)
        return found if isinstance(found, Node) else None

    # ------------------------------------------------------------ trades

    def _trades(self, number: int, rule: AnyTime, way: _Path, surely: bool) -> list[Trade]:
        taken = self._amounts(way.takes, way)
        given = self._amounts(way.gives, way)
        parts = [*_conjuncts(rule.guard), *(p for c in way.conditions for p in _conjuncts(c))]
        times = 0
        if way.counter is not None:
            # A counter that must be 0 allows one use; of any other limit one use is sure.
            must_be_zero = any(part == Node("eq", (way.counter, ZERO)) for part in parts)
            times = 1 if surely or must_be_zero else 0
        found = []
        for values in product(*(self._values(expr, extent, surely) for expr, extent in given.open)):
            gives = list(given.fixed)
            asked = list(parts)
            for (expr, good), value in zip(given.exprs, values, strict=True):
                gives[good] += value
                if expr is not None:
                    asked.append(Node("eq", (expr, Node("const", (value,)))))
            if taken.open:
                raise _Opaque
            takes = tuple(taken.fixed)
            condition = self._condition(asked, takes, surely)
            if condition is not None and any(gives):
                found.append(Trade(number, takes, tuple(gives), times, condition))
        return found

    def _values(self, expr: Node | None, extent: tuple[int, int], surely: bool) -> list[int]:
        low, high = max(extent[0], 0), max(extent[1], 0)
        if expr is None:
            return [low if surely else high]
        return list(range(low, high + 1))

    def _condition(self, parts: list[Node], takes: Goods, surely: bool) -> Node | None:
        """Return the condition that is left to ask; None if no condition makes it sure."""
        kept = []
        for part in parts:
            if part.op == "const":
                if not part.args[0]:
                    return None
                continue
            if self._implied(part, takes):
                continue
            read = self.relevance.reads(part)
            # What is sure is made of sure trades alone, and they change nothing but goods.
            changed = self.relevance.things.goods if surely else self.changed
            if not (read.more | read.change) & changed:
                kept.append(part)
            elif surely:
                return None
        return both(*kept)

    def _implied(self, part: Node, takes: Goods) -> bool:
        """Say whether whoever can pay meets a condition anyway: he has more than some number."""
        op, args = part.op, part.args
        if op in ("lt", "le"):
            op, args = ("gt" if op == "lt" else "ge"), (args[1], args[0])
        if op not in ("gt", "ge") or args[0].op != "at" or args[1].op != "const":
            return False
        base, stride, index = args[0].args
        good = base - self.program.goods_base
        if stride != len(takes) or index.op != "me" or not 0 <= good < len(takes):
            return False
        return bool(takes[good] >= args[1].args[0] + (1 if op == "gt" else 0))

    def _amounts(self, bundles: tuple[Node, ...], way: _Path) -> _Amounts:
        fixed = [0] * len(self.program.goods)
        exprs: list[tuple[Node | None, int]] = []
        extents: list[tuple[int, int]] = []
        for bundle in bundles:
            if bundle.op == "const":
                for good, amount in enumerate(bundle.args[0]):
                    fixed[good] += amount
                continue
            for good, amount in bundle.args:
                if amount.op == "const":
                    fixed[good] += amount.args[0]
                    continue
                extent = self.extents.of(amount, way.known)
                if extent is None or extent[1] - max(extent[0], 0) > MOST_VALUES:
                    raise _Opaque
                read = self.relevance.reads(amount)
                changes = (read.more | read.change) & self.changed
                steady = "local" not in _ops(amount) and not changes
                exprs.append((amount if steady else None, good))
                extents.append(extent)
        pairs = [(expr, extent) for (expr, _), extent in zip(exprs, extents, strict=True)]
        return _Amounts(fixed, exprs, pairs)


@dataclass(frozen=True)
class _Amounts:
    """Goods: constant amounts, and (expression or None, good) of others with their extents."""

    fixed: list[int]
    exprs: list[tuple[Node | None, int]]
    open: list[tuple[Node | None, tuple[int, int]]]


def _distinct(trades: list[Trade]) -> tuple[Trade, ...]:
    """Return trades without those that another rule makes as well."""
    found = {(one.takes, one.gives, one.times, one.condition): one for one in reversed(trades)}
    return tuple(reversed(found.values()))


def _placed(value: object, env: dict[int, Node], actor: Node | None) -> object:
    """Return a value with known nodes in the place of locals, None if one is not known."""
    if isinstance(value, Node):
        if value.op == "local":
            return env.get(value.args[0])
        if value.op == "actor" and actor is not None:
            return actor
        args = []
        for arg in value.args:
            found = _placed(arg, env, actor)
            if found is None and arg is not None:
                return None
            args.append(found)
        return folded(Node(value.op, tuple(args), value.span))
    if isinstance(value, tuple):
        parts = [_placed(part, env, actor) for part in value]
        missing = any(
            new is None and old is not None for new, old in zip(parts, value, strict=True)
        )
        return None if missing else tuple(parts)
    return value


def _filled(value: Node, env: dict[int, Node]) -> Node:
    """Return a bundle with known nodes in the place of its locals, as far as they are known."""
    if value.op != "bundle":
        return value
    parts = []
    for good, amount in value.args:
        found = _placed(amount, env, None)
        parts.append((good, found if isinstance(found, Node) else amount))
    return Node("bundle", tuple(parts), value.span)


def _amount(bundle: Node, good: int) -> Node | None:
    if bundle.op == "const":
        return Node("const", (bundle.args[0][good],))
    found = [amount for other, amount in bundle.args if other == good]
    return found[0] if len(found) == 1 else ZERO if not found else None


def _conjuncts(node: Node | None) -> tuple[Node, ...]:
    if node is None:
        return ()
    return node.args if node.op == "and" else (node,)


def _ops(value: object) -> set[str]:
    if isinstance(value, Node):
        return {value.op, *(op for arg in value.args for op in _ops(arg))}
    return {op for part in value for op in _ops(part)} if isinstance(value, tuple) else set()
