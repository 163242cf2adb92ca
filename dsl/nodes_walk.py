"""Ways through a tree of nodes; import them from `dsl.nodes`.

In: a node.  Out: its fields, the nodes inside it, or whether it says the same as another.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.nodes_expr import Node


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside this one, in the order of its fields."""
    for _, value in parts(node):
        yield from _nodes_in(value)


def parts(node: Node) -> Iterator[tuple[str, object]]:
    """The fields of a node, by name, without its span."""
    for name in node.__match_args__:
        if name != "span":
            yield name, getattr(node, name)


def walk(node: Node) -> Iterator[Node]:
    """This node and everything inside it, outer before inner."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(children(current))))


def same_shape(one: object, other: object) -> bool:
    """Whether two nodes say the same thing, wherever they stand."""
    if isinstance(one, Node) and isinstance(other, Node):
        return type(one) is type(other) and all(map(same_shape, parts(one), parts(other)))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_shape, one, other))
    return type(one) is type(other) and one == other


def _nodes_in(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes_in(part)
