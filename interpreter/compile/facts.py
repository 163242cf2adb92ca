"""Facts about the nodes of a Program: a node in; what it is made of and depends on out.

All answers are remembered by the identity of the node, so a `Facts` belongs to one Program and
keeps every node it was asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.dsl.program import Domain, Node, Program

# Operations that look at more than their arguments; all others depend on nothing else.
_STATE = frozenset(
    {
        "slot",
        "at",
        "local",
        "me",
        "actor",
        "zone",
        "zonelen",
        "place_of",
        "unknown",
        "stock",
        "store",
        "good_of",
        "can_pay",
        "can_afford",
        "plans",
        "plan_uses",
        "dice_sums",
        "can_house",
        "possible",
        "mask_slot",  # one of `masks`
    }
)

# Where an operation binds a temporary: position of the temp, positions of what sees it.
BINDERS: dict[str, tuple[int, tuple[int, ...]]] = {
    "let": (0, (2,)),
    **dict.fromkeys(("filter", "map", "sum", "best", "every", "exists"), (1, (2,))),
    **dict.fromkeys(("sorted", "largest", "smallest"), (1, (2,))),
}

# Operations whose value is a list of plain elements.
LISTS = frozenset(
    {
        "tuple",
        "zone",
        "filter",
        "map",
        "range",
        "concat",
        "best",
        "without",
        "union",
        "sorted",
        "rotate",
        "members",
        "subsets",
        "unknown",
        "reach",
        "border",
        "spots",
        "spot_cells",
        "dice_sums",
        "combos",
        "plan_uses",
    }
)

ANYTHING = -1
"""Stands among the temps of a node that depends on the state."""


class Facts:
    """What is known of the nodes of one Program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._kept: list[Node] = []
        self._free: dict[int, frozenset[int]] = {}
        self._size: dict[int, int] = {}
        self._uses: dict[int, frozenset[str]] = {}

    def free(self, node: Node) -> frozenset[int]:
        """Return the temps a node depends on, and ANYTHING if it depends on the state."""
        found = self._free.get(id(node))
        if found is None:
            self._kept.append(node)
            found = self._free_of(node)
            self._free[id(node)] = found
        return found

    def _free_of(self, node: Node) -> frozenset[int]:
        op, args = node.op, node.args
        if op == "temp":
            return frozenset(args)
        found: set[int] = {ANYTHING} if op in _STATE else set()
        if op == "call":
            found |= self._of_function(args[0])
        elif op == "dispatch":
            for number in set(self.row(args[0])):
                found |= self._of_function(number) if number >= 0 else set()
        if op in BINDERS:
            place, inside = BINDERS[op]
            for number, arg in enumerate(args):
                if isinstance(arg, Node):
                    free = self.free(arg)
                    found |= free - {args[place]} if number in inside else free
        else:
            for child in children(args):
                # Who `me` is inside a define matters only if it asks.
                if op not in ("call", "dispatch") or child is not args[-1] or child.op != "me":
                    found |= self.free(child)
        return frozenset(found)

    def _of_function(self, number: int) -> set[int]:
        return {ANYTHING} if ANYTHING in self.free(self.program.functions[number].body) else set()

    def size(self, node: Node) -> int:
        """Return how many operations a node has, those of defines it calls not counted."""
        found = self._size.get(id(node))
        if found is None:
            self._kept.append(node)
            found = 1 + sum(self.size(child) for child in children(node.args))
            self._size[id(node)] = found
        return found

    def uses(self, node: Node) -> frozenset[str]:
        """Return the names of all operations in a node and in the defines it calls."""
        found = self._uses.get(id(node))
        if found is None:
            self._kept.append(node)
            self._uses[id(node)] = frozenset()  # defines do not recurse; be safe if one does
            all_of = {node.op}
            for child in children(node.args):
                all_of |= self.uses(child)
            functions = []
            if node.op == "call":
                functions = [node.args[0]]
            elif node.op == "dispatch":
                functions = [number for number in self.row(node.args[0]) if number >= 0]
            elif node.op == "can_house":
                for child in children(self.program.housing[node.args[0]]):
                    all_of |= self.uses(child)
            for number in functions:
                all_of |= self.uses(self.program.functions[number].body)
            found = frozenset(all_of)
            self._uses[id(node)] = found
        return found

    def row(self, table: Any) -> tuple[int, ...]:
        """Return a table given by its number, or as it is."""
        row: tuple[int, ...] = self.program.tables[table] if isinstance(table, int) else table
        return row


def children(value: Any) -> Iterator[Node]:
    """Yield the nodes directly inside arguments, in order, through tuples of any depth."""
    for part in value:
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from children(part)


def roots(value: Any) -> Iterator[Node]:
    """Yield every outermost node in a Program or a part of it."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from roots(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from roots(part)
    elif is_dataclass(value) and not isinstance(value, Domain):
        for field in fields(value):
            yield from roots(getattr(value, field.name))


def inside(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it."""
    yield node
    for child in children(node.args):
        yield from inside(child)


def equal(one: Any, other: Any) -> bool:
    """Say whether two nodes do the same; where they are written does not matter."""
    if isinstance(one, Node):
        return isinstance(other, Node) and one.op == other.op and equal(one.args, other.args)
    if isinstance(one, tuple):
        return (
            isinstance(other, tuple)
            and len(one) == len(other)
            and all(equal(a, b) for a, b in zip(one, other, strict=True))
        )
    return type(one) is type(other) and bool(one == other)
