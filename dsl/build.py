"""Making nodes of the typed program: small constructors that fold constants on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl.program import Node


def const(value: Any) -> Node:
    """A constant."""
    return Node("const", (value,))


ZERO = const(0)
ONE = const(1)
NONE_VALUE = const(-1)
ME = Node("me")


_FOLD: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "not": lambda a: int(not a),
    "min": lambda *a: min(a),
    "max": lambda *a: max(a),
    "bits": lambda a, b: a | b,
}


def make(op: str, *args: Any, span: int = -1) -> Node:
    """A node; arithmetic on constants is done at once."""
    fold = _FOLD.get(op)
    if fold is not None and all(isinstance(a, Node) and a.op == "const" for a in args):
        return Node("const", (fold(*[a.args[0] for a in args]),), span)
    if op == "add" and isinstance(args[1], Node) and args[1] == ZERO:
        return args[0]  # type: ignore[no-any-return]
    if op == "add" and isinstance(args[0], Node) and args[0] == ZERO:
        return args[1]  # type: ignore[no-any-return]
    if op == "sub" and isinstance(args[1], Node) and args[1] == ZERO:
        return args[0]  # type: ignore[no-any-return]
    if op == "mul" and isinstance(args[1], Node) and args[1] == ONE:
        return args[0]  # type: ignore[no-any-return]
    return Node(op, args, span)


def both(*items: Node, span: int = -1) -> Node:
    """All of these conditions."""
    kept: list[Node] = []
    for item in items:
        if item.op == "const":
            if not item.args[0]:
                return ZERO
            continue
        kept.extend(item.args if item.op == "and" else (item,))
    if not kept:
        return ONE
    return kept[0] if len(kept) == 1 else Node("and", tuple(kept), span)


def either(*items: Node, span: int = -1) -> Node:
    """At least one of these conditions."""
    kept: list[Node] = []
    for item in items:
        if item.op == "const":
            if item.args[0]:
                return ONE
            continue
        kept.append(item)
    if not kept:
        return ZERO
    return kept[0] if len(kept) == 1 else Node("or", tuple(kept), span)


def choose_if(cond: Node, then: Node, other: Node, span: int = -1) -> Node:
    """One of two values."""
    if cond.op == "const":
        return then if cond.args[0] else other
    return Node("if", (cond, then, other), span)


def at(base: int, stride: int, index: Node, first: int = 0, span: int = -1) -> Node:
    """A slot of a run that starts with element `first`."""
    if index.op == "const" and index.args[0] >= 0:
        return Node("slot", (base + stride * (index.args[0] - first),), span)
    return Node("at", (base - stride * first, stride, index), span)


def lookup(
    table: int, values: tuple[Any, ...], index: Node, first: int = 0, span: int = -1
) -> Node:
    """A constant table's entry; the index counts from `first`."""
    if index.op == "const" and 0 <= index.args[0] - first < len(values):
        return Node("const", (values[index.args[0] - first],), span)
    return Node("table", (table, make("sub", index, const(first))), span)
