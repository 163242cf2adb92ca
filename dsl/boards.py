"""Questions about boards: lines, placements, reachability, sides and patterns, as typed nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ZERO, const, lookup, make
from rulewright.dsl.declarations import BoardDecl
from rulewright.dsl.env import Env
from rulewright.dsl.geometry.grid import lines as lines_on
from rulewright.dsl.geometry.placement import placements
from rulewright.dsl.program import Node
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.types import BOOL, ERROR, PATTERN, SIDES, Type, set_of

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typed, Typer

WRONG = (ZERO, ERROR)


def _board(t: Typer, elem: Type, span: Any) -> BoardDecl | None:
    if elem.kind in ("cell", "edge") and elem.name in t.ctx.boards:
        return t.ctx.boards[elem.name]
    if elem.kind != "error":
        t.ctx.report(
            "wrong-type",
            f"Cells of a board are expected here, but this is {set_of(elem)}.",
            span,
            f"Name a board, such as {in_words(list(t.ctx.boards), 'or')}."
            if t.ctx.boards
            else "Declare a board in the section 'boards'.",
        )
    return None


def _cells(t: Typer, tree: Any, env: Env) -> tuple[Node, BoardDecl] | None:
    node, elem = t.list_of(tree, env)
    board = _board(t, elem, tree.span)
    return None if board is None else (node, board)


def _spot_type(board: BoardDecl, table: int) -> Type:
    name = f"{table}:{board.first_cell}:{len(board.cells)}:{board.copies}:{board.id}"
    return Type("spot", name)


def _lines(t: Typer, tree: n.Call, env: Env) -> Typed:
    found = _cells(t, tree.args[0], env)
    length = tree.args[1]
    if found is None:
        return WRONG
    node, board = found
    size = t.value(length, env, Type("int"))[0]
    if size.op != "const" or size.args[0] < 1:
        t.ctx.report(
            "not-constant",
            "How long the lines are must be known beforehand.",
            length.span,
            "Write a number, such as 3.",
        )
        return WRONG
    key = ("lines", board.id, size.args[0])
    if key not in t.ctx.spot_tables:
        t.ctx.spot_tables[key] = len(t.ctx.placements)
        t.ctx.placements.append(tuple(lines_on(t.ctx.geometries[board.id], size.args[0])))
    table = t.ctx.spot_tables[key]
    total = len(t.ctx.placements[table])
    rows = tuple(tuple(range(p * total, (p + 1) * total)) for p in range(board.copies))
    kind = set_of(_spot_type(board, table))
    if node.op == "table" and node.args[0] == board.cells_table:
        return lookup(t.ctx.table(rows), rows, node.args[1]), kind
    return const(rows[0]), kind


def _spots(t: Typer, tree: n.Call, env: Env) -> Typed:
    first = tree.args[0]
    found = _cells(t, tree.args[1], env)
    if found is None:
        return WRONG
    node, board = found
    if not isinstance(first, n.Name) or first.id not in t.ctx.shapes:
        name = first.id if isinstance(first, n.Name) else "this"
        t.ctx.unknown("a shape", name, first.span, t.ctx.shapes, "unknown-name")
        return WRONG
    shape = t.ctx.shapes[first.id]
    key = ("spots", board.id, shape.id)
    if key not in t.ctx.spot_tables:
        t.ctx.spot_tables[key] = len(t.ctx.placements)
        cells = [(row, column, index) for index, (row, column) in enumerate(shape.cells)]
        made = placements(t.ctx.geometries[board.id], cells, reflect=shape.reflect)
        # Cells of one shape are all alike here: a placement is the set of cells it covers.
        alike = dict.fromkeys(tuple(sorted(p.cells)) for p in made)
        t.ctx.placements.append(tuple(alike))
    table = t.ctx.spot_tables[key]
    spots = Node("spots", (table, node, board.first_cell, len(board.cells)), t.ctx.span(tree.span))
    return spots, set_of(_spot_type(board, table))


def _reach(t: Typer, tree: n.Call, env: Env) -> Typed:
    start = _cells(t, tree.args[0], env)
    through = _cells(t, tree.args[1], env)
    if start is None or through is None:
        return WRONG
    edges, _ = t.list_of(tree.args[2], env, Type("edge", start[1].id))
    node = Node("reach", (start[1].number, start[0], through[0], edges), t.ctx.span(tree.span))
    return node, set_of(Type("cell", start[1].id))


def _border(t: Typer, tree: n.Call, env: Env) -> Typed:
    region = _cells(t, tree.args[0], env)
    if region is None:
        return WRONG
    edges, _ = t.list_of(tree.args[1], env, Type("edge", region[1].id))
    node = Node("border", (region[1].number, region[0], edges), t.ctx.span(tree.span))
    return node, set_of(Type("cell", region[1].id))


def _sides(t: Typer, tree: n.Call, env: Env) -> Typed:
    cell, kind = t.value(tree.args[0], env, Type("cell"))
    board = _board(t, kind, tree.span)
    if board is None:
        return WRONG
    edges, _ = t.list_of(tree.args[1], env, Type("edge", board.id))
    return Node("sides_of", (board.number, cell, edges), t.ctx.span(tree.span)), SIDES


def _joined(t: Typer, tree: n.Call, env: Env) -> Typed:
    joined = t.value(tree.args[0], env, SIDES)[0]
    for arg in tree.args[1:]:
        joined = make("bits", joined, t.value(arg, env, SIDES)[0], span=t.ctx.span(tree.span))
    return joined, SIDES


def _overlap(t: Typer, tree: n.Call, env: Env) -> Typed:
    left, _ = t.value(tree.args[0], env, SIDES)
    right, _ = t.value(tree.args[1], env, SIDES)
    shared = Node("mask_and", (left, right), t.ctx.span(tree.span))
    return make("ne", shared, ZERO), BOOL


def _fits(t: Typer, tree: n.Call, env: Env) -> Typed:
    pattern, _ = t.value(tree.args[0], env, PATTERN)
    sides, _ = t.value(tree.args[1], env, SIDES)
    return Node("fits", (pattern, sides), t.ctx.span(tree.span)), BOOL


BOARD_FUNCTIONS: dict[str, tuple[int, int, Any]] = {
    "lines": (2, 2, _lines),
    "spots": (2, 2, _spots),
    "reach": (3, 3, _reach),
    "border": (2, 2, _border),
    "sides": (2, 2, _sides),
    "joined": (2, 8, _joined),
    "overlap": (2, 2, _overlap),
    "fits": (2, 2, _fits),
}
