"""Instructions as Python: see `frames` for the functions they are written into."""

from __future__ import annotations

import ast
from typing import Any

from rulewright.dsl.program import ACTOR, CHAIN, COMMITTED, PC, Node

from ..kernel import CHAIN_LIMIT, ZONE_HEADER
from .frames import FrameWriter, Writer, effect
from .intervals import Range
from .loops import cannot_fail
from .lower import Known
from .masks import Attribute, was_empty
from .pyast import (
    Out,
    again,
    append,
    assign,
    binary,
    call,
    change,
    compare,
    const,
    do,
    either,
    item,
    load,
    loop,
    number_in,
    plus,
    put,
    slot,
    store,
    tuple_of,
    when,
)
from .scalars import address, clipped, index_of, present
from .things import TABLES, goods_base

_MOST_SPELLED = 4
"""Goods of a bundle that are written one by one."""

# ------------------------------------------------------------------------------- flow


@effect("jump")
def _jump(w: Writer, out: Out, pc: int, target: int) -> None:
    """Nothing is to be done: what follows is where the jump leads."""


@effect("unless", "iflive")
def _unless(w: Writer, out: Out, pc: int, condition: Any, *rest: Any) -> None:
    """Both ways lead to the same place; only an error in the condition would make a difference."""
    if isinstance(condition, Node):
        out += when(w.test(condition, out), [])


@effect("local")
def _local(w: Writer, out: Out, pc: int, number: int, value: Node) -> None:
    w.set_local(out, number, w.value(value, out))


@effect("me")
def _me(w: Writer, out: Out, pc: int, player: Node) -> None:
    w.set_me(out, w.value(player, out))


@effect("actor")
def _actor(w: Writer, out: Out, pc: int, value: Node) -> None:
    out.append(put("v", const(ACTOR), w.value(value, out)))


@effect("call")
def _call(w: Writer, out: Out, pc: int, entry: int, nlocals: int, args: tuple[Node, ...]) -> None:
    called = w.unit.procedures.all[entry]
    values = [w.value(arg, out) for arg in args]
    if called.plain:
        w.call_plain(out, called, values)
        return
    if isinstance(w, FrameWriter):
        w.push(out, pc + 1, values, max(nlocals, len(args)))
    else:
        w.call_whole(out, pc, called, values)


@effect("perform")
def _perform(
    w: Writer, out: Out, pc: int, piece: Node, table: Any, nlocals: int, first: int
) -> None:
    procedures = w.unit.procedures
    node = w.unit.program.code[pc]
    row = w.unit.facts.row(table)
    low, high = w.range(piece)
    acting = w.hold(present(w, w.value(piece, out), (low, high)), out)
    which = index_of(w, plus(again(acting), -first), (max(low, 0) - first, high - first), len(row))
    performed = [procedures.all[entry] for entry in procedures.performed(node)]
    failure: Out = []
    w.fail(failure, pc, -1)
    if procedures.performs_plainly(node):
        name = w.unit.shared("X", ("procedures", tuple(row)))
        found = w.hold(item(load(name), which), out)
        out += when(compare(found, "is", const(None)), failure)
        tree = ast.Call(again(found), [*w.given(), acting], [])
        fails = any(one.fails for one in performed)
        w.run_plain(out, tree, fails, any(one.sets_me for one in performed))
        return
    assert isinstance(w, FrameWriter)
    entry = w.hold(item(const(tuple(row)), which), out)
    out += when(compare(entry, "<", const(0)), failure)
    w.push(out, pc + 1, [acting], max(nlocals, 1))
    out.append(ast.Return(again(entry)))


@effect("ret")
def _ret(w: Writer, out: Out, pc: int) -> None:
    if isinstance(w, FrameWriter):
        w.give_back(out, pc)
    else:
        out.append(ast.Return(const(None)))


@effect("fail")
def _fail(w: Writer, out: Out, pc: int, reason: int) -> None:
    w.fail(out, pc, reason)


@effect("decide")
def _decide(w: Writer, out: Out, pc: int, decision: int) -> None:
    w.decide(out, pc, w.unit.program.decisions[decision])


def drawn(w: Writer, out: Out, items: Node) -> ast.expr:
    """Return the element of a list that chance draws from the generator in the position."""
    static = w.static(items)
    if isinstance(static, Known) and static.value:
        values = static.value
        place = call("draw", load("v"), const(len(values)))
        if values == tuple(range(values[0], values[0] + len(values))):
            return plus(place, values[0])
        return item(const(values), place)
    if items.op == "unknown" and isinstance(w.static(items.args[0]), Known):
        known = w.static(items.args[0])
        assert isinstance(known, Known)
        base = w.unit.program.zones[known.value].base
        there = compare(slot(base + 1), ">=", slot(base))
        count = either(there, slot(base), const(0))
        return item(load("v"), plus(call("draw", load("v"), count), base + ZONE_HEADER))
    found = w.hold(w.items(items, out), out)
    return item(found, call("draw", load("v"), call("len", again(found))))


@effect("over")
def _over(w: Writer, out: Out, pc: int) -> None:
    w.game_over(out, pc)


@effect("commit")
def _commit(w: Writer, out: Out, pc: int) -> None:
    if w.playing:
        return
    assert isinstance(w, FrameWriter)
    stop: Out = []
    w.stop(stop, pc + 1, COMMITTED)
    out += when(load("look"), stop)


@effect("chain")
def _chain(w: Writer, out: Out, pc: int, by: int) -> None:
    out.append(change("v", const(CHAIN), "+", const(by)))
    if by > 0:
        out += when(compare(slot(CHAIN), ">", const(CHAIN_LIMIT)), [do(call("chain_limit"))])


@effect("log")
def _log(
    w: Writer, out: Out, pc: int, kind: str, player: Node | None, parts: tuple[Any, ...], seen: int
) -> None:
    if w.playing:
        return
    inner: Out = []
    filled: list[ast.expr] = []
    moved: ast.expr | None = None
    for number, one in enumerate(parts):
        if isinstance(one, tuple):
            rest = w.unit.shared("O", ("part", pc, number))
            value = w.value(one[0], inner)
            if kind in ("gain", "lose"):
                # Told is what really comes or goes, if anything does.
                value = moved = w.hold(_moved(w, inner, kind, player, value), inner)
                value = again(value)
            filled.append(ast.Tuple([value, ast.Starred(load(rest), ast.Load())], ast.Load()))
        else:
            filled.append(const(one))
    who: ast.expr = const(-1) if player is None else w.value(player, inner)
    told = append("log", call("Event", const(kind), who, tuple_of(filled), const(seen)))
    inner += [told] if moved is None else when(call("some", again(moved)), [told])
    out += when(compare(load("log"), "is not", const(None)), inner)


def _moved(w: Writer, out: Out, kind: str, player: Node | None, bundle: ast.expr) -> ast.expr:
    assert player is not None
    held = w.hold(bundle, out)
    moves = "gained" if kind == "gain" else "lost"
    return call(moves, load(TABLES), load("v"), w.value(player, out), again(held))


# ------------------------------------------------------------------------------- slots


def _slot_of(w: Writer, out: Out, ref: tuple[Any, ...]) -> tuple[ast.expr, Range]:
    if ref[0] == "slot":
        return const(ref[1]), w.unit.ranges.slot(ref[1])
    _, base, stride, index = ref
    values = w.unit.ranges.run(base, stride, w.range(index))
    static = w.address(base, stride, index)
    return (address(w, out, base, stride, index) if static is None else static), values


@effect("set")
def _set(
    w: Writer, out: Out, pc: int, ref: tuple[Any, ...], value: Node, low: int, high: int
) -> None:
    if ref[0] == "at" and ref[1] in w.masks:
        _set_mask(w, out, pc, w.masks[ref[1]], ref[3], value)
        return
    new = clipped(w, w.value(value, out), w.range(value), low, high)
    out.append(put("v", _slot_of(w, out, ref)[0], new))


def _set_mask(w: Writer, out: Out, pc: int, attribute: Attribute, cell: Node, value: Node) -> None:
    """Write that a cell goes from the mask of one value to that of another."""
    base, lowest = attribute.base, attribute.lowest
    new = clipped(w, w.value(value, out), w.range(value), lowest, attribute.highest)
    new = w.hold(new, out)
    where = present(w, w.value(cell, out), w.range(cell))
    bits = tuple(1 << number for number in range(attribute.cells))
    bit = w.hold(item(const(bits), where), out)
    if was_empty(w.unit.program, attribute, pc):
        out.append(change("v", const(base), "^", again(bit)))
    else:
        others = w.hold(ast.UnaryOp(ast.Invert(), again(bit)), out)
        for place in range(attribute.highest - lowest + 1):
            out.append(change("v", const(base + place), "&", again(others)))
    out.append(change("v", plus(again(new), base - lowest), "|", again(bit)))


@effect("raise")
def _raise(
    w: Writer, out: Out, pc: int, ref: tuple[Any, ...], value: Node, low: int, high: int
) -> None:
    by = w.value(value, out)
    less, more = w.range(value)
    if not cannot_fail(by):
        by = w.hold(by, out)  # an error in the value comes before one in the place
    place, (least, most) = _slot_of(w, out, ref)
    place = w.hold(place, out)
    before = item(load("v"), again(place))
    if isinstance(by, ast.Constant):
        tree = plus(before, number_in(by))
    elif isinstance(by, ast.UnaryOp) and isinstance(by.op, ast.USub):
        tree = binary(before, "-", by.operand)
    else:
        tree = binary(before, "+", by)
    reach = (least + less, most + more)
    out.append(put("v", place, clipped(w, tree, reach, low, high)))


# ------------------------------------------------------------------------------- goods


def _bundle_effect(name: str) -> None:
    @effect(name)
    def write(
        w: Writer, out: Out, pc: int, player: Node, bundle: Node, stores: tuple[Any, ...]
    ) -> None:
        moving = _amounts(w, out, bundle)
        if moving is not None:
            _GoodsWriter(w, out, player, {good for good, _ in stores}).write(name, moving, stores)
            return
        who = w.value(player, out)
        tree = call(name, load(TABLES), load("v"), who, w.value(bundle, out))
        if not stores:
            out.append(do(tree))
            return
        moved = w.hold(tree, out)
        for good, local in stores:
            w.set_local(out, local, item(again(moved), const(good)))


_Amount = tuple[int, ast.expr, Range]
"""A good, how many of it, and between which bounds that is."""


def _amounts(w: Writer, out: Out, bundle: Node) -> list[_Amount] | None:
    """Return the goods of a bundle one by one, if it is made of few."""
    static = w.static(bundle)
    if isinstance(static, Known):
        found: list[_Amount] = [
            (good, const(amount), (amount, amount))
            for good, amount in enumerate(static.value)
            if amount > 0
        ]
        return found if len(found) <= _MOST_SPELLED else None
    if bundle.op != "bundle":
        return None
    goods = [good for good, _ in bundle.args]
    if len(goods) > _MOST_SPELLED or len(set(goods)) < len(goods):
        return None
    return [
        (good, w.hold(w.value(amount, out), out), w.range(amount)) for good, amount in bundle.args
    ]


class _GoodsWriter:
    """Writes what happens to each good of a bundle by itself."""

    def __init__(self, w: Writer, out: Out, player: Node, asked: set[int]) -> None:
        self.w = w
        self.out = out
        self.base = w.hold(goods_base(w, out, player), out)
        self.asked = asked

    def held(self, good: int) -> ast.expr:
        """Return how many of a good the player has."""
        return item(load("v"), self.place(good))

    def place(self, good: int) -> ast.expr:
        """Return the slot of a good."""
        return plus(again(self.base), good)

    def write(self, name: str, moving: list[_Amount], stores: tuple[Any, ...]) -> None:
        """Write a gain, a loss or a payment."""
        w, out = self.w, self.out
        if name == "pay":
            for good, amount, _ in moving:
                out.extend(
                    when(compare(self.held(good), "<", again(amount)), [do(call("not_payable"))])
                )
        moved = {good: self._move(name, good, amount, values) for good, amount, values in moving}
        for good, local in stores:
            w.set_local(out, local, again(moved.get(good, const(0))))

    def _move(self, name: str, good: int, amount: ast.expr, values: Range) -> ast.expr:
        """Write what happens to one good; return how many of it moved, if somebody asks."""
        out = self.out
        supply = self.w.unit.program.goods_supply[good]
        if name == "pay" and values[0] >= 0:
            return self._done("-", good, supply, amount)
        if name != "pay" and supply < 0 and good not in self.asked and values[0] >= 0:
            self._bounded(name, good, amount)
            return const(0)
        limits = [self.held(good)]
        if name == "gain":
            limits = [binary(const(self.w.unit.program.goods_max[good]), "-", self.held(good))]
            if supply >= 0:
                limits.append(slot(supply))
        count = self.w.fresh()
        out.append(assign(count, again(amount)))
        for limit in limits:
            first, then = self.w.twice(limit)
            out.extend(when(compare(first, "<", load(count)), [assign(count, then)]))
        out.extend(when(compare(load(count), "<", const(0)), [assign(count, const(0))]))
        return self._done("+" if name == "gain" else "-", good, supply, load(count))

    def _done(self, sign: str, good: int, supply: int, count: ast.expr) -> ast.expr:
        self.out.append(change("v", self.place(good), sign, again(count)))
        if supply >= 0:
            other = "-" if sign == "+" else "+"
            self.out.append(change("v", const(supply), other, again(count)))
        return count

    def _bounded(self, name: str, good: int, amount: ast.expr) -> None:
        """Write a change up to a bound; goods that are beyond it already stay."""
        if name == "gain":
            bound, within, beyond, sign = self.w.unit.program.goods_max[good], "<=", "<", "+"
        else:
            bound, within, beyond, sign = 0, ">=", ">", "-"
        first, then = self.w.twice(binary(self.held(good), sign, again(amount)))
        kept = either(compare(self.held(good), beyond, const(bound)), const(bound), self.held(good))
        tree = either(compare(first, within, const(bound)), then, kept)
        self.out.append(put("v", self.place(good), tree))


for _name in ("gain", "lose", "pay"):
    _bundle_effect(_name)


@effect("transfer")
def _transfer(w: Writer, out: Out, pc: int, giver: Node, taker: Node, bundle: Node) -> None:
    parts = [w.value(one, out) for one in (giver, taker, bundle)]
    out.append(do(call("transfer", load(TABLES), load("v"), *parts)))


def _at_store(name: str, helper: str) -> None:
    @effect(name)
    def write(w: Writer, out: Out, pc: int, which: int, index: Node, bundle: Node) -> None:
        parts = [const(which), w.value(index, out), w.value(bundle, out)]
        out.append(do(call(helper, load(TABLES), load("v"), *parts)))


_at_store("fill", "fill")
_at_store("empty", "empty")

# ------------------------------------------------------------------------------- pieces


@effect("move")
def _move(w: Writer, out: Out, pc: int, piece: Node, zone: Node) -> None:
    parts = [w.value(piece, out), w.value(zone, out)]
    out.append(do(call("move", load(TABLES), load("v"), *parts)))


@effect("place")
def _place(
    w: Writer, out: Out, pc: int, piece: Node, cell: Node, base: int, stride: int, first: int
) -> None:
    parts = [w.value(piece, out), w.value(cell, out), const(base), const(stride), const(first)]
    out.append(do(call("place", load(TABLES), load("v"), *parts)))


@effect("moveall")
def _moveall(w: Writer, out: Out, pc: int, pieces: Node, zone: Node) -> None:
    to = w.hold(w.value(zone, out), out)
    name = w.fresh("t")
    moved = do(call("move", load(TABLES), load("v"), load(name), to))
    out.append(loop(store(name), w.items(pieces, out), [moved]))


@effect("shuffle")
def _shuffle(w: Writer, out: Out, pc: int, zone: Node) -> None:
    out.append(do(call("shuffle", load(TABLES), load("v"), w.value(zone, out))))


def lives(w: FrameWriter, out: Out, pc: int, target: int) -> ast.expr:
    """Return the question of an `iflive`: whether what follows can be carried through."""
    out.append(put("v", const(PC), const(pc + 1)))
    if w.playing:
        return call("live", load("v"), load("k"))
    return call("lives", load("engine"), load("v"), load("k"), load("look"), const(target))
