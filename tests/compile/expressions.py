"""Random expressions over the world: a source of chance in, nodes that make sense out.

Each kind of value has its own makers. An expression may still be a rule error, such as asking
something of a cell that is not there: then both backends have to say so.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rulewright.dsl.program import Function, Node

from . import world as w

Make = Callable[["Maker", int], Node]
MAKERS: dict[str, list[Make]] = {}

# Locals of the frame that expressions are evaluated in, by kind.
LOCALS = {"int": 0, "cell": 1, "card": 2, "bundle": 3, "player": 4, "cellmask": 5}
SCALARS = ("int", "bool", "cell", "home", "card", "player", "good")
LISTED = ("int", "cell", "home", "card", "player", "cellmask", "dicemask")


def _of(*kinds: str) -> Callable[[Make], Make]:
    def register(function: Make) -> Make:
        for kind in kinds:
            MAKERS.setdefault(kind, []).append(function)
        return function

    return register


def const(value: Any) -> Node:
    """A constant."""
    return Node("const", (value,))


class Maker:
    """Makes expressions; defines are (kind of the result, kinds of the parameters)."""

    def __init__(
        self, pick: random.Random, defines: list[tuple[str, tuple[str, ...]]] | None = None
    ) -> None:
        self.pick = pick
        self.defines = defines or []
        self.temps: list[tuple[int, str]] = []
        self.used = 0
        self.framed = True
        self.careful = False  # whether elements are mostly such as are there
        self.wanted = ""  # the kind that is being made
        self.spans = 0

    def make(self, kind: str, depth: int) -> Node:
        """Make an expression of a kind."""
        known = [temp for temp, of in self.temps if of == kind]
        if known and self.pick.random() < 0.4:
            return self.span(Node("temp", (self.pick.choice(known),)))
        careful = self.careful and kind in ("cell", "card", "player", "home", "zone")
        if careful and self.pick.random() < 0.85:
            return self.span(const(self.value(kind)))
        if depth <= 0:
            return self.span(self.leaf(kind))
        if kind.endswith("s!"):
            return self.span(self.list_of(kind[:-2], depth))
        self.wanted = kind
        return self.span(self.pick.choice(MAKERS[kind])(self, depth - 1))

    def span(self, node: Node) -> Node:
        """The node at a place of its own, sometimes at none."""
        if self.pick.random() < 0.3:
            return node
        self.spans += 1
        return Node(node.op, node.args, self.spans - 1)

    def items(self, kind: str, depth: int) -> Node:
        """Make a list of elements of a kind."""
        return self.make(f"{kind}s!", depth)

    def list_of(self, kind: str, depth: int) -> Node:
        """Make a list in one of the ways that go for all kinds, or in its own."""
        makers: list[Any] = [*_LISTS, *_LISTS, *MAKERS.get(f"{kind}s", [])]
        made: Node = self.pick.choice(makers)(self, kind, depth - 1)
        return made

    def bind(self, kind: str, depth: int, body: str) -> tuple[Node, int, Node]:
        """Make a list, a temp for its elements, and an expression over it."""
        items = self.items(kind, depth)
        temp = self.temp(kind)
        made = self.make(body, depth)
        self.temps.pop()
        return items, temp, made

    def temp(self, kind: str) -> int:
        """Return a new temporary that is in force until it is popped."""
        self.used += 1
        self.temps.append((self.used, kind))
        return self.used

    def leaf(self, kind: str) -> Node:
        """Make something without parts."""
        pick = self.pick
        local = LOCALS.get(kind)
        if local is not None and self.framed and pick.random() < 0.3:
            return Node("local", (local,))
        if kind.endswith("s!"):
            count = pick.randrange(5)
            return const(tuple(self.value(kind[:-2]) for _ in range(count)))
        if kind == "int" and pick.random() < 0.4:
            return Node("slot", (pick.choice((w.NUMBER, w.COUNTERS, w.COUNTERS + 1)),))
        if kind == "bool" and pick.random() < 0.4:
            return Node("slot", (w.FLAG,))
        if kind == "cellmask" and pick.random() < 0.5:
            return Node("slot", (w.SET,))
        if kind == "cell" and pick.random() < 0.3:
            return Node("slot", (w.CHOSEN_CELL,))
        if kind == "player" and pick.random() < 0.6:
            return Node("me")
        return const(self.value(kind))

    def value(self, kind: str) -> Any:
        """Return a value of a kind."""
        pick = self.pick
        if kind == "cost":
            return tuple(self.value("bundle") for _ in range(pick.randrange(1, 3)))
        if kind == "bundle":
            return tuple(pick.choice((0, 0, 1, 2, -1)) for _ in w.GOODS)
        options: dict[str, Any] = {
            "int": range(-4, 12), "bool": (0, 1), "cell": w.CELLS, "home": w.HOMES,
            "card": w.CARDS, "player": (0, 1), "good": (0, 1, 2), "cellmask": range(64),
            "dicemask": range(8), "sides": range(16), "pattern": range(256), "zone": w.ZONES,
            "die": w.DICE, "spot": range(10), "edge": w.HOME_EDGES, "packed": (0, 1, 0x21, 0x3A),
        }  # fmt: skip
        return pick.choice(options[kind])


# ------------------------------------------------------------------------------- for all kinds


@_of("int", "bool", "cell", "home", "card", "player", "cellmask", "bundle", "cost")
def _if(m: Maker, depth: int) -> Node:
    kind = m.wanted
    return Node("if", (m.make("bool", depth), m.make(kind, depth), m.make(kind, depth)))


@_of("int", "bool", "cell", "card", "bundle")
def _let(m: Maker, depth: int) -> Node:
    kind = m.wanted
    of = m.pick.choice(("int", "cell", "card", "player", "cells!", "cards!"))
    value = m.make(of, depth)
    temp = m.temp(of)
    body = m.make(kind, depth)
    m.temps.pop()
    return Node("let", (temp, value, body))


@_of("int", "bool", "cell", "card")
def _call(m: Maker, depth: int) -> Node:
    fitting = [number for number, (kind, _) in enumerate(m.defines) if kind == m.wanted]
    if not fitting:
        return m.leaf(m.wanted)
    function = m.pick.choice(fitting)
    args = tuple(m.make(kind, depth) for kind in m.defines[function][1])
    return Node("call", (function, args, somebody(m)))


def somebody(m: Maker) -> Node:
    """Make a player who is there: compiled code takes it for granted that `me` is somebody."""
    return m.pick.choice((Node("me"), const(m.value("player"))))


@_of("int", "bool")
def _dispatch(m: Maker, depth: int) -> Node:
    fitting = [number for number, made in enumerate(m.defines) if made == (m.wanted, ("card",))]
    if not fitting:
        return m.leaf(m.wanted)
    row = tuple(m.pick.choice([*fitting, -1]) for _ in w.CARDS)
    card = m.make("card", depth)
    return Node("dispatch", (row, card, (m.make("card", depth),), somebody(m)))


@_of("cell", "home", "card", "int", "player", "spot")
def _one(m: Maker, depth: int) -> Node:
    op = m.pick.choice(("first", "last", "only", "nth"))
    items = m.items(m.wanted, depth)
    return Node(op, (items, m.make("int", depth)) if op == "nth" else (items,))


# ------------------------------------------------------------------------------- numbers


@_of("int")
def _arithmetic(m: Maker, depth: int) -> Node:
    op = m.pick.choice(("add", "sub", "mul", "div", "mod", "min", "max"))
    return Node(op, (m.make("int", depth), m.make("int", depth)))


@_of("int")
def _more_than_two(m: Maker, depth: int) -> Node:
    parts = tuple(m.make("int", depth) for _ in range(m.pick.randrange(1, 4)))
    return m.pick.choice((Node("neg", parts[:1]), Node("min", parts), Node("max", parts)))


@_of("int")
def _state(m: Maker, depth: int) -> Node:
    return m.pick.choice(
        (
            Node("at", (w.COUNTERS, 1, m.make("player", depth))),
            Node("at", (w.MARKS, 1, m.make("cell", depth))),
            Node("at", (w.HEIGHTS - 6, 1, m.make("home", depth))),
            Node("at", (w.GOODS_AT + 1, 3, m.make("player", depth))),
            Node("table", (0, m.make("card", depth))),
            Node("table", (2, m.make("cell", depth))),
            Node("actor", ()),
        )
    )


@_of("int")
def _counted(m: Maker, depth: int) -> Node:
    kind = m.pick.choice(LISTED)
    if m.pick.random() < 0.3:
        return Node("zonelen", (m.make("zone", depth),))
    if m.pick.random() < 0.5:
        return Node("count", (m.items(kind, depth),))
    return Node("sum", m.bind(kind, depth, "int"))


@_of("int")
def _most(m: Maker, depth: int) -> Node:
    items, temp, body = m.bind(m.pick.choice(LISTED), depth, "int")
    op = m.pick.choice(("largest", "smallest"))
    return Node(op, (items, temp, body, m.make("int", depth)))


@_of("int")
def _of_goods(m: Maker, depth: int) -> Node:
    return m.pick.choice(
        (
            Node("bundle_get", (m.make("bundle", depth), m.make("good", depth))),
            Node("bundle_total", (m.make("bundle", depth),)),
            Node("good_of", (m.make("good", depth), m.make("player", depth))),
            Node("place_of", (m.make("card", depth),)),
        )
    )


@_of("good")
def _good(m: Maker, depth: int) -> Node:
    return Node("mod", (m.make("int", depth), const(3)))


@_of("zone")
def _zone_number(m: Maker, depth: int) -> Node:
    return m.pick.choice((const(m.value("zone")), Node("add", (m.make("player", depth), const(1)))))


# ------------------------------------------------------------------------------- conditions


@_of("bool", "bool")
def _compared(m: Maker, depth: int) -> Node:
    op = m.pick.choice(("eq", "ne", "lt", "le", "gt", "ge"))
    kind = m.pick.choice(("int", "int", "cell", "card", "player"))
    return Node(op, (m.make(kind, depth), m.make(kind, depth)))


@_of("bool", "bool")
def _joined(m: Maker, depth: int) -> Node:
    op = m.pick.choice(("and", "or"))
    return Node(op, tuple(m.make("bool", depth) for _ in range(m.pick.randrange(1, 4))))


@_of("bool", "bool")
def _asked(m: Maker, depth: int) -> Node:
    kind = m.pick.choice(LISTED)
    return m.pick.choice(
        (
            lambda: Node("any", (m.items(kind, depth),)),
            lambda: Node("every", m.bind(kind, depth, "bool")),
            lambda: Node("exists", m.bind(kind, depth, "bool")),
            lambda: Node("in", (m.make(kind, depth), m.items(kind, depth))),
            lambda: Node("eq", (m.items(kind, depth), m.items(kind, depth))),
            lambda: Node("not", (m.make("bool", depth),)),
        )
    )()


@_of("bool")
def _of_stock(m: Maker, depth: int) -> Node:
    player, cost = m.make("player", depth), m.make("cost", depth)
    return m.pick.choice(
        (
            Node("can_pay", (player, cost)),
            Node("can_pay", (player, const(m.value("cost")))),
            Node("can_afford", (player, cost, (const(1), m.make("bool", depth)))),
            Node("can_house", (0, player, m.make("bundle", depth))),
            Node("fits", (m.make("pattern", depth), m.make("sides", depth))),
        )
    )


@_of("sides")
def _sides(m: Maker, depth: int) -> Node:
    return m.pick.choice(
        (
            Node("bits", (m.make("sides", depth), m.make("sides", depth))),
            Node("sides_of", (1, m.make("home", depth), m.items("edge", depth))),
        )
    )


@_of("pattern", "edge", "die", "packed")
def _plainly(m: Maker, depth: int) -> Node:
    return m.leaf(m.wanted)


# ------------------------------------------------------------------------------- masks


@_of("cellmask")
def _mask(m: Maker, depth: int) -> Node:
    inner = m.make("cellmask", depth)
    return m.pick.choice(
        (
            lambda: Node("mask", (m.items("cell", depth), 0)),
            lambda: Node("mask_and", (inner, m.make("cellmask", depth))),
            lambda: Node("mask_tail", (inner,)),
            lambda: Node("mask_drop", (inner, m.make("cell", depth), 0)),
            lambda: Node("mask_with", (inner, m.make("cell", depth), 0)),
        )
    )()


@_of("dicemask")
def _dice(m: Maker, depth: int) -> Node:
    return Node("mask", (m.items("die", depth), 6))


@_of("cell")
def _mask_head(m: Maker, depth: int) -> Node:
    return Node("mask_head", (m.make("cellmask", depth), 0))


@_of("int")
def _packed(m: Maker, depth: int) -> Node:
    packed = m.pick.choice(
        (Node("pack", (m.items("cell", depth),)), Node("pack_tail", (m.make("packed", depth),)))
    )
    return Node("pack_head", (packed,))


# ------------------------------------------------------------------------------- goods


@_of("bundle", "bundle")
def _bundle(m: Maker, depth: int) -> Node:
    goods = m.pick.sample((0, 1, 2), m.pick.randrange(3))
    return m.pick.choice(
        (
            lambda: Node("bundle", tuple((good, m.make("int", depth)) for good in goods)),
            lambda: Node("bundle1", (m.make("good", depth), m.make("int", depth))),
            lambda: Node("bundle_add", (m.make("bundle", depth), m.make("bundle", depth))),
            lambda: Node("bundle_floor", (m.make("bundle", depth),)),
            lambda: Node("bundle_scale", (m.make("bundle", depth), m.make("int", depth))),
            lambda: Node("stock", (m.make("player", depth),)),
            lambda: Node("store", (0, m.make("player", depth))),
            lambda: Node("nth_bundle", (m.make("cost", depth), const(0))),
            lambda: Node("table", (3, m.make("card", depth))),
        )
    )()


@_of("cost", "cost")
def _cost(m: Maker, depth: int) -> Node:
    return m.pick.choice(
        (
            lambda: Node("costs", (m.make("bundle", depth), m.make("bundle", depth))),
            lambda: Node("cost_or", (m.make("cost", depth), m.make("cost", depth))),
            lambda: Node("cost_and", (m.make("cost", depth), m.make("cost", depth))),
            lambda: Node("cost_plus", (m.make("cost", depth), m.make("bundle", depth))),
            lambda: Node("different", (m.make("int", depth), (0, 1, 2))),
            lambda: Node("different", (2, (0, 2))),
            lambda: Node("plans", (m.make("player", depth), _small_cost(m), swaps(m, depth))),
        )
    )()


def _small_cost(m: Maker) -> Node:
    return const(((m.pick.randrange(3), m.pick.randrange(2), 0),))


def swaps(m: Maker, depth: int) -> tuple[Any, ...]:
    """Substitutions: ore or gold for wood, under a condition."""
    given = const(((0, 1, 0), (0, 0, 1)))
    found = (((0,), 1, given, m.pick.randrange(2), m.make("bool", depth), m.pick.randrange(2)),)
    return m.pick.choice(((), found, (((0, 1), 1, const(((0, 0, 1),)), 0, None, 0),)))


def define(pick: random.Random, kind: str, params: tuple[str, ...], depth: int) -> Function:
    """Make the body of a define."""
    m = Maker(pick)
    m.framed = False
    m.temps = list(enumerate(params))
    m.used = 100
    return Function("define", len(params), m.make(kind, depth))


# ------------------------------------------------------------------------------- lists

ListMaker = Callable[[Maker, str, int], Node]
_LISTS: list[ListMaker] = []


def _listing(*kinds: str) -> Callable[[ListMaker], ListMaker]:
    def register(function: ListMaker) -> ListMaker:
        if not kinds:
            _LISTS.append(function)
        for kind in kinds:
            MAKERS.setdefault(f"{kind}s", []).append(function)  # type: ignore[arg-type]
        return function

    return register


@_listing()
def _constant(m: Maker, kind: str, depth: int) -> Node:
    whole = {"cell": w.CELLS, "home": w.HOMES, "card": w.CARDS, "player": (0, 1)}
    if kind in whole and m.pick.random() < 0.7:
        return const(whole[kind])
    return m.leaf(f"{kind}s!")


@_listing()
def _filter(m: Maker, kind: str, depth: int) -> Node:
    return Node("filter", m.bind(kind, depth, "bool"))


@_listing()
def _mapped(m: Maker, kind: str, depth: int) -> Node:
    return Node("map", m.bind(m.pick.choice(LISTED), depth, kind))


@_listing()
def _by_key(m: Maker, kind: str, depth: int) -> Node:
    return Node(m.pick.choice(("best", "sorted")), m.bind(kind, depth, "int"))


@_listing()
def _together(m: Maker, kind: str, depth: int) -> Node:
    op = m.pick.choice(("concat", "union", "without"))
    return Node(op, (m.items(kind, depth), m.items(kind, depth)))


@_listing()
def _few(m: Maker, kind: str, depth: int) -> Node:
    return m.pick.choice(
        (
            lambda: Node("tuple", (m.make(kind, depth), m.make(kind, depth))),
            lambda: Node("rotate", (m.items(kind, depth), m.make(kind, depth))),
            lambda: Node("if", (m.make("bool", depth), m.items(kind, depth), m.items(kind, depth))),
        )
    )()


@_listing("int", "int")
def _range(m: Maker, kind: str, depth: int) -> Node:
    if m.pick.random() < 0.2:
        cost = _small_cost(m)
        return Node("plan_uses", (m.make("player", depth), cost, swaps(m, depth), const(0)))
    return Node("range", (m.make("int", depth), m.make("int", depth)))


@_listing("card", "card")
def _cards(m: Maker, kind: str, depth: int) -> Node:
    return m.pick.choice(
        (
            Node("zone", (m.make("zone", depth),)),
            Node("zone", (const(m.value("zone")),)),
            Node("unknown", (m.make("zone", depth),)),
            Node("table", (1, m.make("card", depth))),
        )
    )


@_listing("cell", "cell")
def _cells(m: Maker, kind: str, depth: int) -> Node:
    edges = const(tuple(m.pick.sample(range(7), 4)))
    return m.pick.choice(
        (
            lambda: Node("members", (m.make("cellmask", depth), 0)),
            lambda: Node("reach", (0, m.items("cell", depth), m.items("cell", depth), edges)),
            lambda: Node("border", (0, m.items("cell", depth), edges)),
        )
    )()


@_listing("home", "home")
def _homes(m: Maker, kind: str, depth: int) -> Node:
    return Node("spot_cells", (0, m.make("spot", depth), 6, 4))


@_listing("spot")
def _spots(m: Maker, kind: str, depth: int) -> Node:
    return Node("spots", (0, m.items("home", depth), 6, 4))


@_listing("cellmask")
def _subsets(m: Maker, kind: str, depth: int) -> Node:
    few = const(tuple(m.pick.sample(w.CELLS, 3)))
    return m.pick.choice(
        (Node("subsets", (few, 0)), Node("combos", (few, m.make("int", depth), 0)))
    )


@_listing("dicemask", "dicemask")
def _sums(m: Maker, kind: str, depth: int) -> Node:
    slots = w.PIPS - 6
    return Node(
        "dice_sums", (const(w.DICE), slots, m.make("int", depth), const(m.pick.randrange(2)), 6)
    )
