"""Conditions as nodes: nodes in, simpler nodes out.

Used where conditions are derived from code (`following`): joining them, putting values in the
place of locals, and telling what is always true or false.
A condition that is only known in part is a `Bounds`: `low` is true only where it is true, `high`
is true wherever it is true.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulewright.dsl.program import Node

BINDERS = frozenset(
    {"let", "filter", "map", "sum", "best", "every", "exists", "sorted", "largest", "smallest"}
)
"""Operations that bind a temporary: the first argument of `let`, the second one of others."""

ONE = Node("const", (1,))
ZERO = Node("const", (0,))
UNKNOWN = Node("unknown value")
"""The value of an expression about which nothing is known; no part of a finished condition."""


class Bounds(NamedTuple):
    """What implies a condition, and what it implies."""

    low: Node
    high: Node


ALWAYS = Bounds(ONE, ONE)
NEVER = Bounds(ZERO, ZERO)
PERHAPS = Bounds(ZERO, ONE)


def exactly(condition: Node) -> Bounds:
    """Return the bounds of a condition that is known."""
    return Bounds(condition, condition)


def is_false(node: Node) -> bool:
    """Say whether a condition is never true."""
    return node.op == "const" and not node.args[0]


def is_true(node: Node) -> bool:
    """Say whether a condition is always true."""
    return node.op == "const" and bool(node.args[0])


def both(*parts: Node) -> Node:
    """Return the condition that all of these are true."""
    kept: list[Node] = []
    for part in parts:
        if part.op == "const":
            if not part.args[0]:
                return ZERO
            continue
        for each in part.args if part.op == "and" else (part,):
            if each not in kept:
                kept.append(each)
    if not kept:
        return ONE
    # What is true wherever another one is need not be asked.
    kept = _without_wider(kept, "or")
    return kept[0] if len(kept) == 1 else Node("and", tuple(kept))


def either(*parts: Node) -> Node:
    """Return the condition that one of these is true."""
    kept: list[Node] = []
    for part in parts:
        if part.op == "const":
            if part.args[0]:
                return ONE
            continue
        for each in part.args if part.op == "or" else (part,):
            if each not in kept:
                kept.append(each)
    if not kept:
        return ZERO
    # What is false wherever another one is need not be asked, nor more of what may be less.
    kept = [one for one in _without_wider(kept, "and") if not any(_is_less(o, one) for o in kept)]
    return kept[0] if len(kept) == 1 else Node("or", tuple(kept))


def _without_wider(parts: list[Node], op: str) -> list[Node]:
    """Leave out those made with an operation of which another one is a part."""
    if len(parts) < 2:
        return parts
    return [
        one
        for one in parts
        if one.op != op or not any(other is not one and other in one.args for other in parts)
    ]


def _is_less(one: Node, other: Node) -> bool:
    """Say whether a number only has to be greater than a smaller constant."""
    if one.op != "gt" or other.op != "gt" or one.args[0] != other.args[0]:
        return False
    least, most = one.args[1], other.args[1]
    return least.op == most.op == "const" and bool(least.args[0] < most.args[0])


def negated(node: Node) -> Node:
    """Return the condition that this one is false."""
    if node.op == "const":
        return ZERO if node.args[0] else ONE
    return node.args[0] if node.op == "not" else Node("not", (node,))


def chosen(condition: Node, then: Node, otherwise: Node) -> Node:
    """Return the condition that is the one or the other, as a third one says."""
    if condition.op == "const":
        return then if condition.args[0] else otherwise
    if then == otherwise:
        return then
    if is_false(otherwise):
        return both(condition, then)
    if is_true(otherwise):
        return either(negated(condition), then)
    if is_true(then):
        return either(condition, otherwise)
    if is_false(then):
        return both(negated(condition), otherwise)
    return Node("if", (condition, then, otherwise))


def not_empty(items: Node) -> Node:
    """Return the condition that a list has an element."""
    if items.op == "const":
        return ONE if items.args[0] else ZERO
    if items.op == "filter":
        return found_in(*items.args)
    return Node("any", (items,))


def found_in(items: Node, temp: int, condition: Node) -> Node:
    """Return the condition that an element of a list fulfils one."""
    if is_false(condition):
        return ZERO
    if not uses_temp(condition, temp):
        return both(not_empty(items), condition)
    if condition.op == "and":
        # What is the same for every element is asked once, before the others.
        apart = [part for part in condition.args if not uses_temp(part, temp)]
        if apart:
            inside = both(*[part for part in condition.args if uses_temp(part, temp)])
            return both(*apart, found_in(items, temp, inside))
    if items.op == "filter" and items.args[0].op != "filter":
        # One pass over the list: its own condition first.
        moved = renamed(items.args[2], {items.args[1]: Node("temp", (temp,))})
        return Node("exists", (items.args[0], temp, both(moved, condition)))
    return Node("exists", (items, temp, condition))


def uses_temp(value: Any, temp: int) -> bool:
    """Say whether a temporary occurs."""
    if isinstance(value, Node):
        if value.op == "temp":
            return bool(value.args[0] == temp)
        return any(uses_temp(arg, temp) for arg in value.args)
    return isinstance(value, tuple) and any(uses_temp(part, temp) for part in value)


def renamed(value: Any, temps: dict[int, Node]) -> Any:
    """Return an expression with other nodes in the place of temporaries."""
    if isinstance(value, Node):
        if value.op == "temp":
            return temps.get(value.args[0], value)
        args = tuple([renamed(arg, temps) for arg in value.args])
        return value if args == value.args else folded(Node(value.op, args, value.span))
    if isinstance(value, tuple):
        return tuple([renamed(part, temps) for part in value])
    return value


def rebound(value: Any, fresh: Callable[[], int]) -> Any:
    """Return an expression that binds other temporaries, so that nothing is mixed up with them."""
    if isinstance(value, Node):
        op, args = value.op, value.args
        if op in BINDERS:
            place = 0 if op == "let" else 1
            temp = fresh()
            body = renamed(args[2], {args[place]: Node("temp", (temp,))})
            args = (*args[:place], temp, *args[place + 1 : 2], body, *args[3:])
        args = tuple([rebound(arg, fresh) for arg in args])
        return value if args == value.args else Node(op, args, value.span)
    if isinstance(value, tuple):
        return tuple([rebound(part, fresh) for part in value])
    return value


def has_local(value: Any) -> bool:
    """Say whether a local of the frame occurs."""
    if isinstance(value, Node):
        return value.op == "local" or any(has_local(arg) for arg in value.args)
    return isinstance(value, tuple) and any(has_local(part) for part in value)


def size(value: Any) -> int:
    """Return how many operations an expression has."""
    if isinstance(value, Node):
        return 1 + sum(map(size, value.args))
    return sum(map(size, value)) if isinstance(value, tuple) else 0


_FOLD: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "bits": lambda a, b: a | b,
    "mask_and": lambda a, b: a & b,
    "not": lambda a: int(not a),
    "nth_bundle": lambda bundles, number: bundles[number],
}


def folded(node: Node) -> Node:
    """Return a node with constant arguments as the constant it is."""
    op, args = node.op, node.args
    if op == "and":
        return both(*args)
    if op == "or":
        return either(*args)
    if op == "if" and args[0].op == "const":
        return args[1] if args[0].args[0] else args[2]  # type: ignore[no-any-return]
    fold = _FOLD.get(op)
    if fold is not None and all(isinstance(a, Node) and a.op == "const" for a in args):
        return Node("const", (fold(*[a.args[0] for a in args]),), node.span)
    if op in ("ge", "le", "eq") and args[0] == args[1]:
        return ONE
    if op in ("eq", "ne", "gt") and args[1] == ZERO and set_bits(args[0]):
        return ZERO if op == "eq" else ONE
    return node


def set_bits(node: Node) -> int:
    """Return bits that are surely set in a mask."""
    op, args = node.op, node.args
    if op == "const":
        return args[0] if isinstance(args[0], int) and args[0] > 0 else 0
    if op == "bits":
        return set_bits(args[0]) | set_bits(args[1])
    if op == "mask_and":
        return set_bits(args[0]) & set_bits(args[1])
    return 0
