"""Names: a bare name and its surroundings in, what it stands for with its type out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl.attributes import pieces_of_kind
from rulewright.dsl.build import (
    NONE_VALUE,
    ONE,
    ZERO,
    const,
    lookup,
    make,
)
from rulewright.dsl.complaints import (
    unknown_word,
    whose,
)
from rulewright.dsl.context import BUILTIN_NAMES
from rulewright.dsl.env import Env
from rulewright.dsl.program import Node
from rulewright.dsl.types import (
    BOOL,
    ERROR,
    GOOD,
    NONE,
    PLAYER,
    SIDES,
    Type,
    fits,
    number,
    set_of,
)

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typed, Typer

SIDE_NAMES = {"north": 1, "east": 2, "south": 4, "west": 8}
WRONG = (ZERO, ERROR)


def named(t: Typer, tree: n.Name, env: Env, wanted: Type | None) -> Typed:
    """What a bare name stands for here."""
    word, ctx = tree.id, t.ctx
    span = ctx.span(tree.span)
    found = env.scope.find(word)
    if found is not None:
        return found
    if word.isupper():
        ctx.report(
            "unknown-name",
            f"'{word}' is a player of one match, and no player here.",
            tree.span,
            "Rulings name players by letter; rules say me, opponent, others or players.",
        )
        return WRONG
    if word == "it":
        if env.it is None:
            ctx.report(
                "no-it",
                "'it' is the element being looked at, but nothing is being looked at here.",
                tree.span,
                "Use it inside 'where', 'has' or 'over', or name the thing itself.",
            )
            return WRONG
        return env.it
    if word == "this":
        if env.this is None:
            ctx.report(
                "no-this",
                "'this' is the component whose rule is carried out, and here is none.",
                tree.span,
                "Use it inside the 'do' or the 'rules' of a component; a procedure is handed the "
                "piece as a parameter.",
            )
            return WRONG
        return env.this
    builtin = _builtin(t, word, env)
    if builtin is not None:
        return replace(builtin[0], span=span), builtin[1]
    if wanted is not None:
        typed = _by_type(t, word, wanted, env)
        if typed is not None:
            return typed
    if word in ctx.options:
        option = ctx.options[word]
        return Node("const", (option.value,), span), option.type
    if word in ctx.state:
        var = ctx.state[word]
        if var.each:
            whose(ctx, word, tree.span)
            return WRONG
        return t.read(var, None, span)
    if word in ctx.defines:
        return t.call_define(ctx.defines[word], (), env, tree.span)
    if word in ctx.zones:
        zone = ctx.zones[word]
        if zone.each:
            whose(ctx, word, tree.span)
            return WRONG
        return Node("zone", (const(zone.first),), span), set_of(Type("piece", zone.kind))
    if word in ctx.boards:
        board = ctx.boards[word]
        if board.each:
            whose(ctx, word, tree.span)
            return WRONG
        cells = tuple(range(board.first_cell, board.first_cell + len(board.cells)))
        return Node("const", (cells,), span), set_of(Type("cell", word))
    if word in ctx.plurals:
        return pieces_of_kind(t, ctx.plurals[word], None, span)
    if word in ctx.goods:
        return Node("const", (ctx.goods[word].index,), span), GOOD
    if word in ctx.groups:
        return Node("const", (ctx.groups[word],), span), set_of(GOOD)
    typed = _by_type(t, word, None, env)
    if typed is not None:
        return typed
    if word in ctx.stocks:
        ctx.report(
            "not-a-value",
            f"'{word}' holds goods and has no value itself.",
            tree.span,
            f"Ask amount_in({word}, …) or empty({word}), or use it with add and take.",
        )
        return WRONG
    unknown_word(ctx, word, tree.span, visible(t, env))
    return WRONG


def _builtin(t: Typer, word: str, env: Env) -> Typed | None:
    count = t.ctx.players
    everyone = tuple(range(count))
    if word == "me":
        return env.me, PLAYER
    if word == "actor":
        return Node("actor"), PLAYER
    if word == "players":
        return const(everyone), set_of(PLAYER)
    if word == "players_count":
        return const(count), number(count, count)
    if word == "others":
        rows = [tuple(p for p in everyone if p != me) for me in everyone]
        return lookup(t.ctx.table(rows), tuple(rows), env.me), set_of(PLAYER)
    if word == "opponent" and count <= 2:
        return (make("sub", ONE, env.me) if count == 2 else env.me), PLAYER
    if word in ("true", "false"):
        return const(int(word == "true")), BOOL
    if word == "none":
        return NONE_VALUE, NONE
    return None


def _by_type(t: Typer, word: str, wanted: Type | None, env: Env) -> Typed | None:
    """A component, enum value or cell of that name; `wanted` decides between several."""
    ctx = t.ctx
    kind = wanted.elem if wanted and wanted.kind == "set" else wanted
    found: list[Typed] = []
    if kind is not None and kind.kind == "sides" and word in SIDE_NAMES:
        return const(SIDE_NAMES[word]), SIDES
    for enum, index in ctx.enum_values.get(word, []):
        found.append((const(index), Type("enum", enum, 0, len(ctx.enums[enum]) - 1)))
    for owner, index in ctx.component_ids.get(word, []):
        component = next(c for c in owner.components.values() if c.index == index)
        if not component.pieces:
            continue
        node = const(component.pieces[0])
        if owner.each:
            per = len(component.pieces) // ctx.players
            firsts = tuple(component.pieces[p * per] for p in range(ctx.players))
            node = lookup(ctx.table(firsts), firsts, env.me)
        found.append((node, Type("piece", owner.id)))
    for board, index in ctx.cell_ids.get(word, []):
        base = const(board.first_cell + index)
        node = (
            make("add", base, make("mul", env.me, const(len(board.cells)))) if board.each else base
        )
        found.append((node, Type("cell", board.id)))
    if kind is not None and kind.kind in ("enum", "piece", "cell"):
        fitting = [each for each in found if fits(each[1], kind.maybe())]
        return fitting[0] if fitting else None
    if kind is not None:
        return None
    return found[0] if found else None


def visible(t: Typer, env: Env) -> list[str]:
    """Names that could stand here, for suggestions."""
    ctx = t.ctx
    return [
        *env.scope.all_names(),
        *BUILTIN_NAMES,
        *ctx.options,
        *ctx.state,
        *ctx.stocks,
        *ctx.defines,
        *ctx.zones,
        *ctx.boards,
        *ctx.plurals,
        *ctx.goods,
        *ctx.groups,
        *ctx.enum_values,
        *ctx.component_ids,
    ]
