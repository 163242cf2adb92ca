"""Places that can be changed: targets of `set` and `move`, zones and places that hold goods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ZERO, const, make
from rulewright.dsl.complaints import nobodys, whose
from rulewright.dsl.declarations import Stock, Var
from rulewright.dsl.env import Env
from rulewright.dsl.program import Node
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.types import Type
from rulewright.dsl.wording import a_

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typer


@dataclass(frozen=True)
class Target:
    """A slot that a rule may set: how to address it, its type and its range."""

    ref: tuple[Any, ...]
    var: Var
    type: Type


def target_of(t: Typer, tree: Any, env: Env) -> Target | None:
    """The state an expression names, to set it; None after reporting that it is not state."""
    ctx = t.ctx
    found: tuple[Var, Node | None, int] | None = None
    if isinstance(tree, n.Name) and tree.id in ctx.state and not env.scope.find(tree.id):
        var = ctx.state[tree.id]
        if var.each:
            whose(ctx, tree.id, tree.span)
            return None
        found = (var, None, 0)
    elif isinstance(tree, (n.My, n.Its, n.Attr)):
        found = _attribute_target(t, tree, env)
    if found is None:
        _not_settable(t, tree, env)
        return None
    var, index, first = found
    if index is None:
        return Target(("slot", var.base), var, var.type)
    if index.op == "const":
        return Target(("slot", var.base + index.args[0] - first), var, var.type)
    return Target(("at", var.base - first, 1, index), var, var.type)


def _attribute_target(t: Typer, tree: Any, env: Env) -> tuple[Var, Node | None, int] | None:
    ctx = t.ctx
    if isinstance(tree, n.My):
        obj, kind = env.me, Type("player")
    elif isinstance(tree, n.Its):
        if env.it is None:
            return None
        obj, kind = env.it
    else:
        obj, kind = t.expression(tree.obj, env)
    if kind.kind == "set" and kind.elem is not None:
        obj, kind = make("first", obj), kind.elem
    if kind.kind == "player" and tree.name in ctx.state and ctx.state[tree.name].each == "player":
        return ctx.state[tree.name], obj, 0
    if kind.kind == "piece":
        owner = ctx.kinds[kind.name]
        if tree.name in owner.state:
            return owner.state[tree.name], obj, owner.first
    if kind.kind == "cell" and kind.name:
        board = ctx.boards[kind.name]
        if tree.name in board.state:
            return board.state[tree.name], obj, board.first_cell
    if kind.kind == "edge" and kind.name:
        board = ctx.boards[kind.name]
        if tree.name in board.edge_state:
            return board.edge_state[tree.name], obj, board.first_edge
    return None


def _not_settable(t: Typer, tree: Any, env: Env) -> None:
    """Say why something cannot be set; what is misspelt is reported as such."""
    ctx = t.ctx
    name = getattr(tree, "name", getattr(tree, "id", ""))
    hint = "Name a state of the game, or of a player, piece, cell or edge."
    if name in ctx.goods and not isinstance(tree, n.Attr | n.Its):
        message = f"'{name}' is a good, and goods are not set."
        hint = f"Write 'gain 1 {name}', 'pay 1 {name}' or 'lose 1 {name}'."
    elif t.expression(tree, env)[1].kind == "error":
        return
    elif isinstance(tree, n.Name) and name in ctx.declared_at:
        message = f"'{name}' is {a_(ctx.declared_at[name][0])}, and only state can be changed."
    elif name:
        message = f"'{name}' never changes: only state can be changed."
    else:
        message = "This cannot be changed: only state can."
    ctx.report("not-settable", message, tree.span, hint)


def zone_of(t: Typer, tree: Any, env: Env) -> tuple[Node, str] | None:
    """The zone an expression names: its number and the kind of its pieces."""
    ctx = t.ctx
    if isinstance(tree, n.Name) and tree.id in ctx.zones and not env.scope.find(tree.id):
        zone = ctx.zones[tree.id]
        if zone.each:
            whose(ctx, tree.id, tree.span)
            return None
        return const(zone.first), zone.kind
    name = getattr(tree, "name", "")
    if isinstance(tree, (n.My, n.Attr, n.Its)) and name in ctx.zones:
        zone = ctx.zones[name]
        if isinstance(tree, n.My):
            player = env.me
        elif isinstance(tree, n.Its):
            player, _ = t.value(n.Name("it", tree.span), env, Type("player"))
        else:
            player, _ = t.value(tree.obj, env, Type("player"))
        if zone.each:
            return make("add", const(zone.first), player), zone.kind
        nobodys(ctx, "zone", name, tree.span)
        return None
    word = tree.id if isinstance(tree, n.Name) else name
    if word:
        span = tree.span.tail(len(word))
        ctx.unknown("a zone", word, span, ctx.zones, "unknown-zone", _no_zones(t))
        return None
    hint = f"The zones are {in_words(list(ctx.zones), 'and')}." if ctx.zones else _no_zones(t)
    message = "A zone is expected here, called by its name."
    ctx.report("unknown-zone", message, tree.span, hint)
    return None


def _no_zones(t: Typer) -> str | None:
    return None if t.ctx.zones else "Declare zones for pieces in the section 'zones'."


def store_of(t: Typer, tree: Any, env: Env, quiet: bool = False) -> tuple[int, Node] | None:
    """The place that holds goods: its store number and index."""
    ctx = t.ctx
    stock: Stock | None = None
    index: Node = ZERO
    if isinstance(tree, n.Name) and tree.id in ctx.stocks and not env.scope.find(tree.id):
        stock = ctx.stocks[tree.id]
    elif isinstance(tree, n.My) and tree.name in ctx.stocks:
        stock, index = ctx.stocks[tree.name], env.me
    elif isinstance(tree, n.Attr):
        obj, kind = t.expression(tree.obj, env)
        stock, index = _stock_of(t, kind, tree.name, obj)
    elif isinstance(tree, n.Its) and env.it is not None:
        stock, index = _stock_of(t, env.it[1], tree.name, env.it[0])
    elif isinstance(tree, (n.Name, n.My, n.Call)):
        # What holds goods in one place only may be named itself: `take all from space`.
        probe = t.expression(tree, env)
        stock, index = _stock_of(t, probe[1], "", probe[0])
    if stock is None:
        if not quiet and t.expression(tree, env)[1].kind != "error":
            word = getattr(tree, "name", getattr(tree, "id", ""))
            ctx.report(
                "not-a-place",
                f"'{word}' does not hold goods." if word else "This does not hold goods.",
                tree.span,
                "Name a state that is declared with 'holds', for example 'pot: {holds: goods}'.",
            )
        return None
    return stock.number, index


def _stock_of(t: Typer, kind: Type, name: str, obj: Node) -> tuple[Stock | None, Node]:
    if kind.kind == "player" and name in t.ctx.stocks:
        return t.ctx.stocks[name], obj
    if kind.kind == "set" and kind.elem is not None:
        obj, kind = make("first", obj), kind.elem
    if kind.kind == "piece":
        held, first = t.ctx.kinds[kind.name].stocks, t.ctx.kinds[kind.name].first
    elif kind.kind == "cell" and kind.name:
        held, first = t.ctx.boards[kind.name].stocks, t.ctx.boards[kind.name].first_cell
    else:
        return None, ZERO
    if not name and len(held) == 1:
        name = next(iter(held))
    return held.get(name), make("sub", obj, const(first))
