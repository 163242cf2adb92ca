"""Attributes: `X's Y` and `my Y` in, the typed node of that part of the state or constant table
out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl.build import ME, NONE_VALUE, ONE, ZERO, at, both, choose_if, const, lookup, make
from rulewright.dsl.complaints import nobodys
from rulewright.dsl.declarations import Attribute, BoardDecl, KindDecl
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.program import Node
from rulewright.dsl.source import Span
from rulewright.dsl.types import BOOL, COST, ERROR, INT, PLAYER, SIDES, Type, number, set_of
from rulewright.dsl.wording import a_, capital

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typed, Typer

WRONG = (ZERO, ERROR)


def attribute(t: Typer, obj: Node, kind: Type, name: str, span: Span, env: Env) -> Typed:
    """An attribute of any value."""
    if kind.kind == "error":
        return WRONG
    if kind.kind == "player":
        return player_attribute(t, obj, name, span, env)
    if kind.kind == "piece":
        return piece_attribute(t, obj, t.ctx.kinds[kind.name], name, span, env)
    if kind.kind in ("cell", "edge") and kind.name:
        return cell_attribute(t, obj, t.ctx.boards[kind.name], kind.kind, name, span)
    if kind.kind == "spot" and name == "cells":
        table, first, cells, _, board = kind.name.split(":")
        node = Node("spot_cells", (int(table), obj, int(first), int(cells)), t.ctx.span(span))
        return node, set_of(Type("cell", board))
    if kind.kind == "set" and kind.elem is not None:
        if kind.elem.kind == "cell" and name == "edges" and kind.elem.name:
            return _board_edges(t, obj, t.ctx.boards[kind.elem.name], span)
        # A zone for one piece (an order, a bid) is spoken of as that piece.
        return attribute(t, make("first", obj), kind.elem, name, span, env)
    t.ctx.report(
        "no-attribute",
        f"{capital(str(kind))} has no '{name}', nor anything else that could be asked for.",
        span,
        "Only players, pieces, cells and edges have something.",
    )
    return WRONG


# ---------------------------------------------------------------- players


def player_attribute(t: Typer, player: Node, name: str, span: Span, env: Env) -> Typed:
    """`my Y` or `p's Y`."""
    ctx = t.ctx
    mark = ctx.span(span)
    if name in ctx.goods:
        good = ctx.goods[name]
        node = at(t.layout.goods_base + good.index, len(ctx.goods), player, 0, mark)
        return node, number(0, good.hi)
    if name in ctx.groups:
        goods = ctx.groups[name]
        parts = [at(t.layout.goods_base + g, len(ctx.goods), player) for g in goods]
        total: Node = ZERO
        for part in parts:
            total = make("add", total, part)
        return total, number(0, sum(good.hi for good in ctx.goods.values() if good.index in goods))
    if name in ctx.state:
        var = ctx.state[name]
        if var.each != "player":
            nobodys(ctx, "state", name, span)
            return WRONG
        return t.read(var, player, mark)
    if name in ctx.zones:
        zone = ctx.zones[name]
        if not zone.each:
            nobodys(ctx, "zone", name, span)
            return WRONG
        node = Node("zone", (make("add", const(zone.first), player),), mark)
        return node, set_of(Type("piece", zone.kind))
    if name in ctx.boards:
        return _player_board(t, ctx.boards[name], player, name, span)
    if name in ctx.plurals:
        return pieces_of_kind(t, ctx.plurals[name], player, mark)
    if name in ctx.defines:
        define = ctx.defines[name]
        return t.call_define(define, (), env, span, me=player)
    if name == "total" and t.total >= 0:
        return Node("call", (t.total, (), player), mark), INT
    if name == "seat":
        return make("add", player, const(1), span=mark), number(1, ctx.players)
    if name == "edges" and ctx.boards:
        some = next(iter(ctx.boards))
        ctx.report(
            "no-attribute",
            "A player has no edges; a board has.",
            span,
            f"Say which board, for example: my {some}'s edges",
        )
        return WRONG
    cells = [(board, index) for board, index in ctx.cell_ids.get(name, []) if board.each]
    if cells:
        board, index = cells[0]
        base = const(board.first_cell + index)
        return make("add", base, make("mul", player, const(len(board.cells)))), Type(
            "cell", board.id
        )
    ctx.unknown(
        "something a player has",
        name,
        span.tail(len(name)),
        [
            *ctx.goods,
            *(v.id for v in ctx.state.values() if v.each == "player"),
            *(z.id for z in ctx.zones.values() if z.each),
            *(b.id for b in ctx.boards.values() if b.each),
            *ctx.plurals,
            *(d.id for d in ctx.defines.values() if not d.params),
        ],
        "unknown-name",
    )
    return WRONG


def _player_board(t: Typer, board: BoardDecl, player: Node, name: str, span: Span) -> Typed:
    if not board.each:
        nobodys(t.ctx, "board", name, span)
        return WRONG
    size = len(board.cells)
    rows = tuple(
        tuple(range(board.first_cell + p * size, board.first_cell + (p + 1) * size))
        for p in range(t.ctx.players)
    )
    board.cells_table = t.ctx.table(rows)
    return lookup(board.cells_table, rows, player, 0, t.ctx.span(span)), set_of(
        Type("cell", board.id)
    )


def _board_edges(t: Typer, obj: Node, board: BoardDecl, span: Span) -> Typed:
    size = len(board.edges)
    rows = tuple(
        tuple(range(board.first_edge + p * size, board.first_edge + (p + 1) * size))
        for p in range(board.copies)
    )
    kind = set_of(Type("edge", board.id))
    if obj.op == "table" and obj.args[0] == board.cells_table:
        return lookup(t.ctx.table(rows), rows, obj.args[1], 0, t.ctx.span(span)), kind
    if obj.op == "const":
        cells = obj.args[0]
        copy = (cells[0] - board.first_cell) // len(board.cells) if cells else 0
        return const(rows[copy]), kind
    t.ctx.report(
        "no-attribute",
        "'edges' is asked of a whole board or of one cell.",
        span,
        f"Write 'my {board.id}'s edges'.",
    )
    return WRONG


def pieces_of_kind(t: Typer, kind: KindDecl, player: Node | None, span: int) -> Typed:
    """All pieces of a kind, or those of one player: fixed owners, else whoever holds the piece."""
    everything = tuple(range(kind.first, kind.first + kind.count))
    result = set_of(Type("piece", kind.id))
    if player is None:
        return Node("const", (everything,), span), result
    if kind.each:
        rows = tuple(
            tuple(kind.first + i for i in range(kind.count) if kind.owners[i] == p)
            for p in range(t.ctx.players)
        )
        return lookup(t.ctx.table(rows), rows, player, 0, span), result
    zones = [z for z, _ in kind.active_in if z in t.ctx.zones and t.ctx.zones[z].each]
    boards = [b for b, _ in kind.active_in if b in t.ctx.boards]
    if len(zones) == 1 and not boards and kind.active_if is None:
        zone = t.ctx.zones[zones[0]]
        return Node("zone", (make("add", const(zone.first), player),), span), result
    held = holds_for(t, kind, Node("temp", (0,)), ME)
    number_of = t.helper(f"my {kind.plural}", 0, Node("filter", (const(everything), 0, held)))
    return Node("call", (number_of, (), player), span), result


def holds_for(t: Typer, kind: KindDecl, piece: Node, player: Node) -> Node:
    """Whether a piece is in play for a player: it lies where its kind says its rules hold."""
    ctx = t.ctx
    parts: list[Node] = []
    here = Node("place_of", (piece,))
    if kind.each:
        owners = tuple(kind.owners)
        owned = make("eq", lookup(ctx.table(owners), owners, piece, kind.first), player)
        if not kind.active_in:
            return owned
    for name, span in kind.active_in:
        if name in ctx.zones:
            zone = ctx.zones[name]
            first = const(zone.first)
            parts.append(make("eq", here, make("add", first, player) if zone.each else first))
        elif name in ctx.boards:
            board = ctx.boards[name]
            size = len(board.cells)
            base = const(len(t.layout.zones) + board.first_cell)
            low = make("add", base, make("mul", player, const(size))) if board.each else base
            parts.append(
                both(make("ge", here, low), make("lt", here, make("add", low, const(size))))
            )
        else:
            ctx.unknown("a zone or board", name, span, [*ctx.zones, *ctx.boards], "unknown-name")
    if not kind.active_in:
        table = owner_of_place(t)
        found = Node("table", (table, make("add", here, const(1))))
        parts.append(make("eq", found, player))
    held = parts[0] if len(parts) == 1 else Node("or", tuple(parts)) if parts else ZERO
    if kind.active_if is not None:
        return both(held, Node("call", (_active_if(t, kind), (piece,), player)))
    return held


def _active_if(t: Typer, kind: KindDecl) -> int:
    """The function that asks a kind's `active_if` of one piece."""
    name = f"{kind.id} is active"
    if name not in t.helpers:
        assert kind.active_if is not None
        tree = t.ctx.parse("condition", kind.active_if)
        env = Env(it=(Node("temp", (0,)), Type("piece", kind.id)), temps=Temps(1), pure=True)
        t.helper(name, 1, ONE if tree is None else t.condition(tree, env))
    return t.helpers[name]


def owner_of_place(t: Typer) -> int:
    """Table of the owner of each place, shifted by one so that nowhere (-1) has nobody."""
    if t.owner_table < 0:
        ctx = t.ctx
        owners = [-1, *(zone.owner for zone in t.layout.zones)]
        for board in ctx.boards.values():
            for copy in range(board.copies):
                owners.extend([copy if board.each else -1] * len(board.cells))
        t.owner_table = ctx.table(owners)
    return t.owner_table


# ---------------------------------------------------------------- pieces


def piece_attribute(
    t: Typer, piece: Node, kind: KindDecl, name: str, span: Span, env: Env
) -> Typed:
    """`room's points`, `die's value`, `card's owner`."""
    ctx = t.ctx
    mark = ctx.span(span)
    if name in kind.state:
        return t.read(kind.state[name], piece, mark, kind.first)
    if name in kind.attributes:
        found = kind.attributes[name]
        if found.type.kind in ("value", "condition"):
            result = BOOL if found.type.kind == "condition" else INT
            node = Node(
                "dispatch",
                (found.functions, make("sub", piece, const(kind.first)), (piece,), env.me),
                mark,
            )
            return node, result
        if found.type.kind == "script":
            ctx.report(
                "not-a-value",
                f"'{name}' is something to do, not a value.",
                span,
                f"Write 'perform X's {name}'.",
            )
            return WRONG
        return constant_attribute(t, found, piece, kind.first, mark), found.type
    if name == "owner":
        if kind.each and not kind.active_in:
            owners = tuple(kind.owners)
            return lookup(ctx.table(owners), owners, piece, kind.first, mark), PLAYER
        table = owner_of_place(t)
        here = make("add", Node("place_of", (piece,)), const(1))
        return Node("table", (table, here), mark), PLAYER.maybe()
    if name == "cell":
        boards = [
            b
            for b in ctx.boards.values()
            if any(v.type.kind == "piece" and v.type.name == kind.id for v in b.state.values())
        ]
        zones = const(len(t.layout.zones))
        here = Node("place_of", (piece,))
        found_cell = choose_if(make("lt", here, zones), NONE_VALUE, make("sub", here, zones))
        return found_cell, Type("cell", boards[0].id if len(boards) == 1 else "").maybe()
    if name in ("do",):
        ctx.report(
            "not-a-value", "'do' is something to do, not a value.", span, "Write 'perform X'."
        )
        return WRONG
    if name in kind.stocks:
        ctx.report(
            "not-a-value",
            f"'{name}' holds goods and has no value itself.",
            span,
            "Ask for one of its goods, or use it with add, take and empty(…).",
        )
        return WRONG
    for stock in kind.stocks.values():
        if name in ctx.goods and ctx.goods[name].index in stock.goods:
            position = stock.goods.index(ctx.goods[name].index)
            node = at(stock.base + position, len(stock.goods), piece, kind.first, mark)
            return node, number(0, 999)
    ctx.unknown(
        f"something {a_(kind.id)} has",
        name,
        span.tail(len(name)),
        [*kind.attributes, *kind.state, *kind.stocks, "owner", "cell"],
        "unknown-attribute",
    )
    return WRONG


def constant_attribute(t: Typer, found: Attribute, index: Node, first: int, span: int) -> Node:
    """A component's or cell's constant; sets and costs are tables of tuples."""
    if found.table < 0:
        return ZERO
    node = lookup(found.table, t.ctx.tables[found.table], index, first, span)
    if found.type.kind == "cost" and found.type == COST:
        return node
    return node


# ---------------------------------------------------------------- cells and edges


def cell_attribute(
    t: Typer, cell: Node, board: BoardDecl, what: str, name: str, span: Span
) -> Typed:
    """`cell's room`, `edge's wall`, `cell's neighbours`."""
    ctx = t.ctx
    mark = ctx.span(span)
    state = board.state if what == "cell" else board.edge_state
    constants = board.attributes if what == "cell" else board.edge_attributes
    first = board.first_cell if what == "cell" else board.first_edge
    if name in state:
        return t.read(state[name], cell, mark, first)
    if name in constants:
        return constant_attribute(t, constants[name], cell, first, mark), constants[name].type
    made: tuple[tuple[Any, ...], Type] | None = _geometry(t, board, what, name)
    if made is not None:
        rows, kind = made
        return lookup(ctx.table(rows), rows, cell, first, mark), kind
    if name in board.stocks:
        ctx.report(
            "not-a-value",
            f"'{name}' holds goods and has no value itself.",
            span,
            "Ask for one of its goods, or use it with add, take and empty(…).",
        )
        return WRONG
    for stock in board.stocks.values():
        if name in ctx.goods and ctx.goods[name].index in stock.goods:
            position = stock.goods.index(ctx.goods[name].index)
            return at(stock.base + position, len(stock.goods), cell, first, mark), number(0, 999)
    known = (
        ("neighbours", "edges", "row", "column", "owner")
        if what == "cell"
        else ("cells", "side", "owner")
    )
    ctx.unknown(
        f"something {'a cell' if what == 'cell' else 'an edge'} of {board.id} has",
        name,
        span.tail(len(name)),
        [*state, *constants, *board.stocks, *known],
        "unknown-attribute",
    )
    return WRONG


def _geometry(
    t: Typer, board: BoardDecl, what: str, name: str
) -> tuple[tuple[Any, ...], Type] | None:
    size, count = len(board.cells), len(board.edges)
    copies = range(board.copies)
    if name == "owner":
        per = size if what == "cell" else count
        owners = tuple(copy if board.each else -1 for copy in copies for _ in range(per))
        return owners, PLAYER if board.each else PLAYER.maybe()
    if what == "edge" and name == "side":
        return tuple(side for _ in copies for _, _, side in board.edges), SIDES
    if what == "edge":
        if name != "cells":
            return None
        rows = tuple(
            tuple(board.first_cell + c * size + x for x in (a, b) if x >= 0)
            for c in copies
            for a, b, _ in board.edges
        )
        return rows, set_of(Type("cell", board.id))
    if name == "neighbours":
        rows = tuple(
            tuple(board.first_cell + c * size + x for x in near)
            for c in copies
            for near in board.neighbours
        )
        return rows, set_of(Type("cell", board.id))
    if name == "edges":
        rows = tuple(
            tuple(
                board.first_edge + c * count + i
                for i, (a, b, _) in enumerate(board.edges)
                if x in (a, b)
            )
            for c in copies
            for x in range(size)
        )
        return rows, set_of(Type("edge", board.id))
    if name in ("row", "column"):
        which = 0 if name == "row" else 1
        values = tuple(position[which] + 1 for position in board.at) * board.copies
        return values, number(0, max(values, default=1))
    return None
