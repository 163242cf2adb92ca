"""Hand-made Programs for tests: a few instructions in, a Program with all the rest empty out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rulewright.dsl.program import (
    HEADER,
    Decision,
    Domain,
    Node,
    Program,
    Source,
)
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.reference import Reference

FREE = HEADER  # the first slot that is a game's own


def program(code: list[Node] = [], state: list[int] = [], **given: Any) -> Program:  # noqa: B006
    """A Program with nothing in it but what is given; code[0] is the `commit` it always has.

    Slots: the header, `state`, then what `given` says about the rest.
    """
    empty: dict[str, Any] = {
        "str": "", "int": 0, "bool": False, "dict": {}, "tuple": (), "Node": None,
    }  # fmt: skip
    values: dict[str, Any] = {
        field.name: empty[str(field.type).split("[")[0].split(" ")[0]] for field in fields(Program)
    }
    whole = [Node("commit"), *code]
    values.update(
        game="sample",
        players=2,
        start=(*[0] * HEADER, *state),
        code=tuple(whole),
        infallible=(True,) * len(whole),
        entry=1,
        nlocals=4,
        files=("sample.yaml",),
        spans=((0, 7, 3, 7, 9),),
    )
    values.update(given)
    values["slots"] = len(values["start"])
    return Program(**values)


def engine_for(made: Program) -> Engine:
    """An engine on the reference evaluator."""
    return Engine(made, Reference(made))


def expr(value: Any) -> Node:
    """A constant, unless it is a node already."""
    return value if isinstance(value, Node) else Node("const", (value,))


def node(op: str, *args: Any) -> Node:
    """An operation whose arguments are all expressions."""
    return Node(op, tuple(expr(arg) for arg in args))


def evaluate(tree: Node, made: Program | None = None, **given: Any) -> Any:
    """The value of an expression at the start of a game."""
    made = made or program()
    return Reference(made).eval(tree, list(made.start), [-1, 0, 1, 0, 0, 0, 0], **given)


def fixed(target: int, guard: Node | None = None, base: int = 0) -> Source:
    """A fixed move."""
    return Source(0, target, guard, base=base)


def each(target: int, items: Any, lo: int, hi: int, base: int = 0, local: int = 0) -> Source:
    """One move for each element of a list."""
    return Source(0, target, None, expr(items), local, Domain("int", "", lo, hi), base)


def asks(pc: int, *sources: Source, number: int = 0, **given: Any) -> Decision:
    """A decision of the player."""
    return Decision(number, pc, given.pop("kind", "player"), sources, **given)


def fail(reason: int = 0) -> Node:
    """A failure with a place."""
    return Node("fail", (reason,), 0)


def put(slot: int, value: Any) -> Node:
    """Sets a slot."""
    return Node("set", (("slot", slot), expr(value), -1000, 1000))


DECIDE0 = Node("decide", (0,))
SLOT = Node("slot", (FREE,))
TEMP = Node("temp", (0,))
ME_NODE = Node("me")
CHOSEN = Node("local", (0,))
