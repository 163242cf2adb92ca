"""Calls: `count(my hand)`, `diggable(true)` in, typed nodes out: the built-in functions and the
game's defines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.boards import BOARD_FUNCTIONS
from rulewright.dsl.build import ONE, ZERO, at, const, lookup, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.env import Env
from rulewright.dsl.layout import bounds
from rulewright.dsl.places import store_of, zone_of
from rulewright.dsl.program import Node
from rulewright.dsl.types import (
    BOOL,
    COST,
    ERROR,
    GOOD,
    INT,
    PLAYER,
    Type,
    number,
    set_of,
)
from rulewright.dsl.vocabulary import FUNCTIONS

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typed, Typer

WRONG = (ZERO, ERROR)


def call_function(t: Typer, tree: n.Call, env: Env, wanted: Type | None) -> Typed:
    """A call of a built-in function or of a define."""
    ctx = t.ctx
    if tree.name in ctx.defines:
        define = ctx.defines[tree.name]
        args: list[Node] = []
        for index, arg in enumerate(tree.args):
            kind = define.params[index].type if index < len(define.params) else None
            args.append(argument(t, arg, kind, env))
        for param in define.params[len(args) :]:
            if param.default is not None:
                default = ctx.parse("value", param.default)
                if default is not None:
                    args.append(t.value(default, env, param.type)[0])
        return t.call_define(define, tuple(args), env, tree.span)
    made = _MADE.get(tree.name)
    if made is None:
        if tree.name in ctx.procedures:
            ctx.report(
                "not-a-value",
                f"'{tree.name}' is a procedure: it does something and has no value.",
                tree.span,
                f"To ask whether it can be done, write possible({tree.name}).",
            )
            return WRONG
        ctx.unknown(
            "a function or define",
            tree.name,
            tree.span.head(len(tree.name)),
            [*FUNCTIONS, *ctx.defines],
            "unknown-function",
            "Functions are, for example, count(…), any(…) and sum(… over …).",
        )
        return WRONG
    least, most, build = made
    if not least <= len(tree.args) <= most:
        word, count = FUNCTIONS[tree.name], len(tree.args)
        given = f"{count} thing is" if count == 1 else f"{count} things are"
        ctx.report(
            "argument-count",
            f"{tree.name} is used as {word.form}, but {given} given.",
            tree.span,
            f"For example: {word.example}.",
        )
        return WRONG
    return build(t, tree, env)


def argument(t: Typer, arg: Any, kind: Type | None, env: Env) -> Node:
    """One argument of a define or procedure."""
    if kind is not None and kind.kind == "cost" and isinstance(arg, n.BundleExpr):
        return bundle(t, arg.bundle, env)
    if kind is not None and kind.kind == "set" and kind.elem is not None:
        return t.list_of(arg, env, kind.elem)[0]
    return t.value(arg, env, kind)[0]


# ---------------------------------------------------------------- sets


def _size(t: Typer, elem: Type) -> int:
    if elem.kind in ("error", "int"):
        return 10_000
    lo, hi = bounds(t.ctx, elem)
    return hi - lo + 1


def _count(t: Typer, tree: n.Call, env: Env) -> Typed:
    node, elem = t.list_of(tree.args[0], env)
    if node.op == "zone":
        return Node("zonelen", node.args, t.ctx.span(tree.span)), number(0, _size(t, elem))
    return Node("count", (node,), t.ctx.span(tree.span)), number(0, _size(t, elem))


def _any(t: Typer, tree: n.Call, env: Env) -> Typed:
    node, _ = t.list_of(tree.args[0], env)
    span = t.ctx.span(tree.span)
    if node.op == "filter":
        return Node("exists", node.args, span), BOOL
    return Node("any", (node,), span), BOOL


def _none(t: Typer, tree: n.Call, env: Env) -> Typed:
    return make("not", _any(t, tree, env)[0]), BOOL


def _every(t: Typer, tree: n.Call, env: Env) -> Typed:
    arg = tree.args[0]
    if not isinstance(arg, n.Has):
        t.ctx.report(
            "misplaced-word",
            "every is used as every(S has C): a set, 'has' and a condition.",
            tree.span,
            f"For example: {FUNCTIONS['every'].example}.",
        )
        return WRONG
    source, elem = t.list_of(arg.source, env)
    temp = env.temps.take()
    cond = t.condition(arg.cond, t.looking_at(temp, elem, env))
    return Node("every", (source, temp, cond), t.ctx.span(tree.span)), BOOL


def _over(t: Typer, tree: n.Call, env: Env) -> tuple[Node, int, Node, Type, Type] | None:
    arg = tree.args[0]
    if not isinstance(arg, n.Over):
        word = FUNCTIONS[tree.name]
        t.ctx.report(
            "misplaced-word",
            f"{tree.name} is used as {word.form}.",
            tree.span,
            f"For example: {word.example}.",
        )
        return None
    source, elem = t.list_of(arg.source, env)
    temp = env.temps.take()
    body, kind = t.value(arg.body, t.looking_at(temp, elem, env), INT)
    return source, temp, body, elem, kind


def _sum(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _over(t, tree, env)
    if found is None:
        return WRONG
    source, temp, body, elem, kind = found
    most = _size(t, elem)
    node = Node("sum", (source, temp, body), t.ctx.span(tree.span))
    return node, number(min(0, kind.lo * most), max(0, kind.hi * most))


def _extreme(op: str, aggregate: str) -> Callable[[Typer, n.Call, Env], Typed]:
    def build(t: Typer, tree: n.Call, env: Env) -> Typed:
        span = t.ctx.span(tree.span)
        if len(tree.args) == 1:
            found = _over(t, tree, env)
            if found is None:
                return WRONG
            source, temp, body, _, kind = found
            return Node(aggregate, (source, temp, body, ZERO), span), number(
                min(0, kind.lo), max(0, kind.hi)
            )
        typed = [t.value(arg, env, INT) for arg in tree.args]
        pick = min if op == "min" else max
        return (
            make(op, *[node for node, _ in typed], span=span),
            number(pick(k.lo for _, k in typed), pick(k.hi for _, k in typed)),
        )

    return build


def _best(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _over(t, tree, env)
    if found is None:
        return WRONG
    source, temp, body, elem, _ = found
    return Node("best", (source, temp, body), t.ctx.span(tree.span)), set_of(elem)


def _pick(op: str) -> Callable[[Typer, n.Call, Env], Typed]:
    def build(t: Typer, tree: n.Call, env: Env) -> Typed:
        node, elem = t.list_of(tree.args[0], env)
        return Node(op, (node,), t.ctx.span(tree.span)), elem.maybe()

    return build


def _nth(t: Typer, tree: n.Call, env: Env) -> Typed:
    node, elem = t.list_of(tree.args[0], env)
    index, _ = t.value(tree.args[1], env, INT)
    return Node("nth", (node, index), t.ctx.span(tree.span)), elem.maybe()


def _range(t: Typer, tree: n.Call, env: Env) -> Typed:
    low, a = t.value(tree.args[0], env, INT)
    high, b = t.value(tree.args[1], env, INT)
    if "error" in (a.kind, b.kind):
        return t.blank(set_of(INT)), ERROR  # It has been reported; its limits are anybody's guess.
    return make("range", low, high, span=t.ctx.span(tree.span)), set_of(
        number(a.lo, max(a.lo, b.hi))
    )


def _two_sets(op: str) -> Callable[[Typer, n.Call, Env], Typed]:
    def build(t: Typer, tree: n.Call, env: Env) -> Typed:
        left, elem = t.list_of(tree.args[0], env)
        right, _ = t.list_of(tree.args[1], env, None if elem.kind == "error" else elem)
        return Node(op, (left, right), t.ctx.span(tree.span)), set_of(elem)

    return build


def _small_set(t: Typer, tree: n.Call, env: Env) -> tuple[Node, Type, int] | None:
    node, elem = t.list_of(tree.args[0], env)
    if elem.kind == "error":
        return None
    lo, hi = bounds(t.ctx, elem)
    if hi - lo >= 60:
        t.ctx.report(
            "too-many",
            f"Subsets of {set_of(elem)} are too many to list: the whole domain has {hi - lo + 1}"
            " elements.",
            tree.span,
            "Use a kind or enum with fewer elements.",
        )
        return None
    return node, elem, lo


def _subsets(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _small_set(t, tree, env)
    if found is None:
        return WRONG
    node, elem, base = found
    return Node("subsets", (node, base), t.ctx.span(tree.span)), set_of(set_of(elem))


def _combinations(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _small_set(t, tree, env)
    if found is None:
        return WRONG
    node, elem, base = found
    size, _ = t.value(tree.args[1], env, INT)
    span = t.ctx.span(tree.span)
    kind = t.ctx.kinds.get(elem.name) if elem.kind == "piece" else None
    if kind is None or "value" not in kind.state:
        return Node("combos", (node, size, base), span), set_of(set_of(elem))
    return _unlike(node, size, kind.state["value"].base - kind.first, base, env), set_of(
        set_of(elem)
    )


def _unlike(dice: Node, size: Node, slots: int, base: int, env: Env) -> Node:
    """Subsets of dice with n elements: of dice that show the same, those that come first."""
    listed, mask, die, other = (env.temps.take() for _ in range(4))
    chosen = Node("members", (Node("temp", (mask,)), base))
    left_out = Node(
        "and",
        (
            make("lt", Node("temp", (other,)), Node("temp", (die,))),
            make("eq", at(slots, 1, Node("temp", (other,))), at(slots, 1, Node("temp", (die,)))),
            make("not", Node("in", (Node("temp", (other,)), chosen))),
        ),
    )
    first = make("not", Node("exists", (Node("temp", (listed,)), other, left_out)))
    combos = Node("combos", (Node("temp", (listed,)), size, base))
    found = Node("filter", (combos, mask, Node("every", (chosen, die, first))))
    return Node("let", (listed, dice, found))


def _sums(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _small_set(t, tree, env)
    if found is None:
        return WRONG
    node, elem, base = found
    kind = t.ctx.kinds.get(elem.name) if elem.kind == "piece" else None
    if kind is None or "value" not in kind.state:
        t.ctx.report(
            "no-attribute",
            "sums needs pieces that have a state called 'value'.",
            tree.span,
            "Declare state: {value: {min: 1, max: 6}} on the kind.",
        )
        return WRONG
    total, _ = t.value(tree.args[1], env, INT)
    shift = t.value(tree.args[2], env, INT)[0] if len(tree.args) > 2 else ZERO
    slots = kind.state["value"].base - kind.first
    return Node("dice_sums", (node, slots, total, shift, base), t.ctx.span(tree.span)), set_of(
        set_of(elem)
    )


# ---------------------------------------------------------------- players and goods


def _clockwise(t: Typer, tree: n.Call, env: Env) -> Typed:
    player, _ = t.value(tree.args[0], env, PLAYER)
    count = t.ctx.players
    rows = tuple(tuple((p + i) % count for i in range(count)) for p in range(count))
    return lookup(t.ctx.table(rows), rows, player, 0, t.ctx.span(tree.span)), set_of(PLAYER)


def _next(t: Typer, tree: n.Call, env: Env) -> Typed:
    player, _ = t.value(tree.args[0], env, PLAYER)
    row = tuple((p + 1) % t.ctx.players for p in range(t.ctx.players))
    return lookup(t.ctx.table(row), row, player, 0, t.ctx.span(tree.span)), PLAYER


def _seat(t: Typer, tree: n.Call, env: Env) -> Typed:
    index, _ = t.value(tree.args[0], env, INT)
    if index.op == "const" and not 1 <= index.args[0] <= t.ctx.players:
        return const(0), PLAYER
    return make("sub", index, ONE, span=t.ctx.span(tree.span)), PLAYER


def _can_pay(t: Typer, tree: n.Call, env: Env) -> Typed:
    arg = tree.args[0]
    cost = (
        bundle(t, arg.bundle, env) if isinstance(arg, n.BundleExpr) else t.value(arg, env, COST)[0]
    )
    name = arg.name if isinstance(arg, n.Call) else getattr(arg, "id", "")
    if name in t.ctx.defines and t.ctx.defines[name].substitutes:
        from rulewright.dsl.substitutes import substitutes

        swaps = substitutes(t, (name,), env).swaps
        return Node("any", (Node("plans", (env.me, cost, swaps), t.ctx.span(tree.span)),)), BOOL
    return Node("can_pay", (env.me, cost), t.ctx.span(tree.span)), BOOL


def _can_house(t: Typer, tree: n.Call, env: Env) -> Typed:
    if not t.ctx.housing:
        t.ctx.report(
            "no-housing",
            "can_house asks where there is room, but the game has no section 'housing'.",
            tree.span,
            "Add a section 'housing' that says which goods need room and where it is.",
        )
        return WRONG
    arg = tree.args[0]
    cost = (
        bundle(t, arg.bundle, env) if isinstance(arg, n.BundleExpr) else t.value(arg, env, COST)[0]
    )
    return (
        Node("can_house", (0, env.me, Node("nth_bundle", (cost, ZERO))), t.ctx.span(tree.span)),
        BOOL,
    )


def _empty(t: Typer, tree: n.Call, env: Env) -> Typed:
    place = store_of(t, tree.args[0], env)
    if place is None:
        return WRONG
    total = Node("bundle_total", (Node("store", place),))
    return make("eq", total, ZERO, span=t.ctx.span(tree.span)), BOOL


def _amount_in(t: Typer, tree: n.Call, env: Env) -> Typed:
    place = store_of(t, tree.args[0], env)
    good, _ = t.value(tree.args[1], env, GOOD)
    if place is None:
        return WRONG
    return Node("bundle_get", (Node("store", place), good), t.ctx.span(tree.span)), number(0, 9999)


def _left(t: Typer, tree: n.Call, env: Env) -> Typed:
    good, _ = t.value(tree.args[0], env, GOOD)
    slots = t.layout.supply
    if not any(slot >= 0 for slot in slots):
        t.ctx.report(
            "no-supply",
            "left asks how many are left in the supply, but no good of this game has one.",
            tree.span,
            "Give the good a supply, for example 'supply: 30'.",
        )
        return WRONG
    first = min(slot for slot in slots if slot >= 0)
    if good.op == "const":
        slot = slots[good.args[0]]
        return (Node("slot", (slot,)) if slot >= 0 else const(999)), number(0, 999)
    rows = tuple(slot - first if slot >= 0 else 0 for slot in slots)
    return Node(
        "at", (first, 1, lookup(t.ctx.table(rows), rows, good)), t.ctx.span(tree.span)
    ), number(0, 999)


def _have(t: Typer, tree: n.Call, env: Env) -> Typed:
    good, _ = t.value(tree.args[0], env, GOOD)
    return Node("good_of", (good, env.me), t.ctx.span(tree.span)), number(0, 9999)


def _top(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = zone_of(t, tree.args[0], env)
    if found is None:
        return WRONG
    zone, kind = found
    return (
        Node("last", (Node("zone", (zone,)),), t.ctx.span(tree.span)),
        Type("piece", kind).maybe(),
    )


Build = Callable[["Typer", n.Call, Env], "Typed"]
_MADE: dict[str, tuple[int, int, Build]] = {
    "count": (1, 1, _count),
    "any": (1, 1, _any),
    "none": (1, 1, _none),
    "every": (1, 1, _every),
    "sum": (1, 1, _sum),
    "max": (1, 9, _extreme("max", "largest")),
    "min": (1, 9, _extreme("min", "smallest")),
    "best": (1, 1, _best),
    "only": (1, 1, _pick("only")),
    "first": (1, 1, _pick("first")),
    "last": (1, 1, _pick("last")),
    "top": (1, 1, _top),
    "nth": (2, 2, _nth),
    "range": (2, 2, _range),
    "clockwise": (1, 1, _clockwise),
    "next": (1, 1, _next),
    "seat": (1, 1, _seat),
    "union": (2, 2, _two_sets("union")),
    "without": (2, 2, _two_sets("without")),
    "subsets": (1, 1, _subsets),
    "sums": (2, 3, _sums),
    "combinations": (2, 2, _combinations),
    "can_pay": (1, 1, _can_pay),
    "can_house": (1, 1, _can_house),
    "empty": (1, 1, _empty),
    "left": (1, 1, _left),
    "have": (1, 1, _have),
    "amount_in": (2, 2, _amount_in),
    **BOARD_FUNCTIONS,
}
