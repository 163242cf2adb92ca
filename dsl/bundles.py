"""Bundles: `2 grain, 1 flax or 3 different goods` in, a cost (a set of alternative bundles) out."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ZERO, const, make
from rulewright.dsl.env import Env
from rulewright.dsl.program import Node
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.types import COST, GOOD, INT, set_of

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typer

MOST_ALTERNATIVES = 2000
MOST_PAIRS = 100_000


def bundle(t: Typer, tree: n.Bundle, env: Env) -> Node:
    """The cost a bundle stands for."""
    parts = [_all_of(t, part, env) for part in tree.alternatives]
    if len(parts) == 1:
        return parts[0]
    if all(part.op == "const" for part in parts):
        found = dict.fromkeys(b for part in parts for b in part.args[0])
        return const(tuple(found))
    return Node("cost_or", tuple(parts), t.ctx.span(tree.span))


def _all_of(t: Typer, tree: n.AllOf, env: Env) -> Node:
    total = _item(t, tree.items[0], env)
    for item in tree.items[1:]:
        total = add(t, total, _item(t, item, env), tree.span)
    return total


def add(t: Typer, left: Node, right: Node, span: Any) -> Node:
    """Every alternative of the one together with every alternative of the other."""
    if left.op == "const" and right.op == "const":
        if len(left.args[0]) * len(right.args[0]) > MOST_PAIRS:
            return _too_many(t, span, left)
        found = dict.fromkeys(
            tuple(x + y for x, y in zip(a, b, strict=True))
            for a in left.args[0]
            for b in right.args[0]
        )
        if len(found) > MOST_ALTERNATIVES:
            return _too_many(t, span, left)
        return const(tuple(found))
    return Node("cost_and", (left, right), t.ctx.span(span))


def _too_many(t: Typer, span: Any, instead: Node) -> Node:
    t.ctx.report(
        "too-many",
        f"There are more than {MOST_ALTERNATIVES} ways to choose these goods.",
        span,
        "Ask for fewer at once, or repeat a smaller choice.",
    )
    return instead


def _item(t: Typer, item: Any, env: Env) -> Node:
    ctx = t.ctx
    size = len(ctx.goods)
    if isinstance(item, n.Free):
        return const(((0,) * size,))
    if isinstance(item, n.NamedCost):
        return t.value(item.expr, env, COST)[0]
    if isinstance(item, n.Different):
        goods = _goods_named(t, item.group, env)
        if isinstance(goods, Node):
            ctx.report(
                "unknown-group",
                f"Which goods '{item.group.id}' stands for is not known beforehand, so there are"
                " no different ones of it.",
                item.group.span,
                "Name a group from the section 'groups', or 'goods' for all of them.",
            )
            return const(((0,) * size,))
        if len(goods) < item.count:
            ctx.report(
                "never-enough",
                f"'{item.group.id}' has only {len(goods)} different goods, so nobody ever has"
                f" {item.count} of them.",
                item.span,
                "Ask for fewer, or add goods to the group.",
            )
            return const(((0,) * size,))
        if comb(len(goods), item.count) > MOST_ALTERNATIVES:
            return _too_many(t, item.span, const(((0,) * size,)))
        return const(
            tuple(_unit(size, chosen) for chosen in combinations(goods, item.count))
            or ((0,) * size,)
        )
    assert isinstance(item, n.Goods)
    goods = _goods_named(t, item.good, env)
    if isinstance(item.amount, n.All):
        if isinstance(goods, Node) or len(goods) != 1:
            ctx.report(
                "group-amount",
                f"'all' stands before one good, but '{item.good.id}' may be several.",
                item.span,
                "Name one good after 'all'.",
            )
            return const(((0,) * size,))
        amount = t.value(n.My(_name_of(t, goods[0]), item.span), env, INT)[0]
    else:
        amount = t.value(item.amount, env, INT)[0]
    if isinstance(goods, Node):
        return Node("costs", (Node("bundle1", (goods, amount)),), ctx.span(item.span))
    if amount.op == "const":
        n_of = amount.args[0]
        if n_of < 0:
            ctx.report(
                "negative-amount",
                f"This makes {n_of}, but nobody has less than nothing of a good.",
                item.span,
                "To take goods away, use 'lose' or 'pay' with how many.",
            )
            n_of = 0
        if len(goods) == 1:
            return const((_unit(size, goods, n_of),))
        if not goods:
            return const(((0,) * size,))
        # Fewer steps than this are quick, whatever comes out of them.
        if n_of > MOST_ALTERNATIVES or comb(len(goods) + n_of - 1, n_of) > MOST_ALTERNATIVES:
            return _too_many(t, item.span, const(((0,) * size,)))
        return const(_multisets(size, goods, n_of))
    if len(goods) == 1:
        return Node("costs", (Node("bundle", ((goods[0], amount),)),), ctx.span(item.span))
    ctx.report(
        "group-amount",
        f"How many {item.good.id} must be written as a number, because each may be another good.",
        item.span,
        f"Use 'repeat: …' with 'do: gain 1 {item.good.id}', which asks for each of them.",
    )
    return const(((0,) * size,))


def _name_of(t: Typer, index: int) -> str:
    return next(good.id for good in t.ctx.goods.values() if good.index == index)


def _goods_named(t: Typer, name: n.Name, env: Env) -> tuple[int, ...] | Node:
    """The goods a name stands for: one, a group, or (a node) one that is known when asked."""
    ctx = t.ctx
    found = env.scope.find(name.id)
    if found is not None:
        node, kind = found
        if kind.kind == "good":
            return node
        ctx.report(
            "not-a-good",
            f"'{name.id}' is {kind}, not a good, so there is no number of it.",
            name.span,
            f"After a number stands a good, such as {in_words(list(ctx.goods), 'or')}."
            if ctx.goods
            else "Declare goods in the section 'goods'.",
        )
        return (0,) if ctx.goods else ()
    if name.id in ctx.goods:
        return (ctx.goods[name.id].index,)
    if name.id in ctx.groups:
        return ctx.groups[name.id]
    if name.id in ctx.defines and not ctx.defines[name.id].params:
        node, kind = t.call_define(ctx.defines[name.id], (), env, name.span)
        if kind == set_of(GOOD) and node.op == "const":
            return tuple(node.args[0])
        if kind.kind == "good":
            return node
    singular = name.id[:-1] if name.id.endswith("s") else name.id
    if singular in ctx.groups:
        return ctx.groups[singular]
    ctx.unknown(
        "a good of this game", name.id, name.span, [*ctx.goods, *ctx.groups], "unknown-good"
    )
    return (0,) if ctx.goods else ()


def _unit(size: int, goods: Any, amount: int = 1) -> tuple[int, ...]:
    row = [0] * size
    for good in goods:
        if good < size:
            row[good] += amount
    return tuple(row)


def _multisets(size: int, goods: tuple[int, ...], amount: int) -> tuple[tuple[int, ...], ...]:
    """All ways to take `amount` goods of a group."""
    rows: dict[tuple[int, ...], None] = {(0,) * size: None}
    for _ in range(amount):
        rows = dict.fromkeys(
            tuple(value + (1 if index == good else 0) for index, value in enumerate(row))
            for row in rows
            for good in goods
        )
    return tuple(rows)


def is_free(node: Node) -> bool:
    """Whether a cost is nothing at all."""
    return node.op == "const" and len(node.args[0]) == 1 and not any(node.args[0][0])


__all__ = ["ZERO", "add", "bundle", "is_free", "make"]
