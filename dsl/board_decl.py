"""Boards and shapes: their YAML in, cells, edges and their attributes with geometry out."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, shape, text_of
from rulewright.dsl.declarations import Attribute, BoardDecl, Shape, Stock, Var
from rulewright.dsl.facts import add_fact
from rulewright.dsl.geometry.grid import Geometry, grid, grid_of
from rulewright.dsl.geometry.placement import shape_of
from rulewright.dsl.geometry.sides import parse_sides
from rulewright.dsl.source import Span
from rulewright.dsl.types import BOOL, Type
from rulewright.dsl.wording import a_, capital
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

MOST_CELLS = 400


def declare_boards(ctx: Context, node: YamlNode | None) -> None:
    """Read every board: geometry first, because attributes may name other boards' cells."""
    entries = node.entries.items() if isinstance(node, YamlMap) else []
    for key, entry in entries:
        if not ctx.declare("board", key, entry.key_span):
            continue
        geometry = _geometry(ctx, key, entry.value)
        board = BoardDecl(key, scalar_of(entry.value, "each") == "player", entry.key_span)
        board.cells = list(geometry.names)
        board.at = list(geometry.positions)
        board.edges = [(edge.a, edge.b, edge.side_a) for edge in geometry.edges]
        board.neighbours = [list(near) for near in geometry.neighbours4]
        board.rows = _rows(geometry)
        board.number = len(ctx.boards)
        board.copies = ctx.players if board.each else 1
        board.first_cell, board.first_edge = ctx.cell_count, ctx.edge_count
        ctx.cell_count += len(board.cells) * board.copies
        ctx.edge_count += len(board.edges) * board.copies
        ctx.boards[key] = board
        ctx.geometries[key] = geometry
        ctx.names[f"board.{key}"] = text_of(entry_of(entry.value, "name"))
        add_fact(ctx, "board", f"boards.{key}", entry)
        apart = entry_of(entry.value, "extra")
        for cell, extra in apart.entries.items() if isinstance(apart, YamlMap) else []:
            ctx.names[f"{key}.{cell}"] = text_of(entry_of(extra.value, "name"))
        for index, cell in enumerate(board.cells):
            ctx.cell_ids.setdefault(cell, []).append((board, index))
    for key, entry in entries:
        if key in ctx.boards:
            _attributes(ctx, ctx.boards[key], entry.value)


def _geometry(ctx: Context, key: str, node: YamlNode) -> Geometry:
    rows = entry_of(node, "rows")
    extra_node = entry_of(node, "extra")
    extra = list(extra_node.entries) if isinstance(extra_node, YamlMap) else []
    if isinstance(rows, YamlList):
        named: list[list[str | None]] = []
        seen: set[str] = set(extra)
        for line in rows.items:
            row: list[str | None] = []
            for item in line.items if isinstance(line, YamlList) else []:
                value = item.value if isinstance(item, YamlScalar) else None
                name = None if value is None or value == "." else str(value)
                if name is not None and name in seen:
                    ctx.report(
                        "duplicate-id",
                        f"The cell '{name}' stands twice on this board.",
                        item.span,
                        "Give one of the two another name.",
                    )
                    name = None
                if name is not None:
                    seen.add(name)
                row.append(name)
            named.append(row)
        if sum(len(row) for row in named) + len(extra) > MOST_CELLS:
            _too_many_cells(ctx, f"{len(seen)}", rows.span)
            return grid(1, 1)
        return grid_of(named, extra=extra)
    height = constant(ctx, rows, "value", 1)
    width = constant(ctx, entry_of(node, "columns"), "value", 1)
    if not (height >= 1 and width >= 1 and height * width + len(extra) <= MOST_CELLS):
        _too_many_cells(ctx, f"{height} x {width}", (rows or node).span)
        return grid(1, 1)
    return grid(height, width, extra=extra)


def _too_many_cells(ctx: Context, size: str, span: Span) -> None:
    ctx.report(
        "too-many",
        f"A board has 1 to {MOST_CELLS} cells, but this one would have {size}.",
        span,
        "Change 'rows' or 'columns'.",
    )


def _rows(geometry: Geometry) -> list[list[int]]:
    if not geometry.at:
        return []
    height = max(row for row, _ in geometry.at) + 1
    width = max(column for _, column in geometry.at) + 1
    return [
        [geometry.at.get((row, column), -1) for column in range(width)] for row in range(height)
    ]


def _attributes(ctx: Context, board: BoardDecl, node: YamlNode) -> None:
    from rulewright.dsl.state_decl import declare_state

    for section, each, total in (
        ("cells", "cell", len(board.cells)),
        ("edges", "edge", len(board.edges)),
    ):
        found = entry_of(node, section)
        for name, entry in found.entries.items() if isinstance(found, YamlMap) else []:
            values = entry_of(entry.value, "values")
            if isinstance(values, YamlMap):
                made = _constant_attribute(ctx, board, name, entry, values)
                (board.attributes if each == "cell" else board.edge_attributes)[name] = made
                continue
            state = declare_state(ctx, name, entry, each)
            state.count = total * board.copies
            if isinstance(state, Stock):
                state.first = board.first_cell
                board.stocks[name] = state
                continue
            state.path = f"{board.id}.{name}"
            if said := text_of(entry_of(entry.value, "name")):
                ctx.names[f"state.{state.path}"] = said
            _cell_starts(ctx, board, state, entry_of(entry.value, "starts"))
            (board.state if each == "cell" else board.edge_state)[name] = state
    marks = entry_of(node, "marks")
    for name, entry in marks.entries.items() if isinstance(marks, YamlMap) else []:
        marked = [0] * len(board.cells)
        for item in entry.value.items if isinstance(entry.value, YamlList) else []:
            index = _cell(ctx, board, item)
            if index >= 0:
                marked[index] = 1
        attribute = Attribute(name, BOOL, None, entry.key_span)
        attribute.table = ctx.table(marked * board.copies)
        board.attributes[name] = attribute


def _cell(ctx: Context, board: BoardDecl, item: YamlNode) -> int:
    name = str(item.value) if isinstance(item, YamlScalar) else ""
    if name in board.cells:
        return board.cells.index(name)
    ctx.unknown(f"a cell of {board.id}", name, item.span, board.cells, "unknown-cell")
    return -1


def _cell_starts(ctx: Context, board: BoardDecl, var: Var, node: YamlNode | None) -> None:
    for name, entry in node.entries.items() if isinstance(node, YamlMap) else []:
        if name not in board.cells:
            ctx.unknown(f"a cell of {board.id}", name, entry.key_span, board.cells, "unknown-cell")
            continue
        value = plain_value(ctx, var.type, entry.value)
        for copy in range(board.copies):
            var.starts[copy * len(board.cells) + board.cells.index(name)] = value


def _constant_attribute(
    ctx: Context, board: BoardDecl, name: str, entry: YamlEntry, values: YamlMap
) -> Attribute:
    type_node = entry_of(entry.value, "type")
    kind = (
        ctx.type_named(str(type_node.value), type_node.span)
        if isinstance(type_node, YamlScalar)
        else Type("int")
    )
    default: Any = -1 if kind.optional else 0
    row = [default] * len(board.cells)
    for cell, item in values.entries.items():
        if cell not in board.cells:
            ctx.unknown(f"a cell of {board.id}", cell, item.key_span, board.cells, "unknown-cell")
            continue
        row[board.cells.index(cell)] = plain_value(ctx, kind, item.value)
    made = Attribute(name, kind, None, entry.key_span)
    made.table = ctx.table(row * board.copies)
    return made


def plain_value(ctx: Context, kind: Type, node: YamlNode) -> int:
    """A constant of a simple type written directly in YAML."""
    value = node.value if isinstance(node, YamlScalar) else None
    text = str(value)
    if kind.kind == "bool" and isinstance(value, bool):
        return int(value)
    if kind.kind == "int" and isinstance(value, int):
        return int(value)
    if kind.kind == "int" and isinstance(value, str):
        return constant(ctx, node, "value", 0)
    if kind.kind == "none" or text == "none":
        return -1
    if kind.kind == "enum":
        values = ctx.enums.get(kind.name, ())
        if text in values:
            return values.index(text)
        ctx.unknown(a_(kind.name), text, node.span, values, "unknown-name")
        return 0
    if kind.kind == "good":
        if text in ctx.goods:
            return ctx.goods[text].index
        ctx.unknown("a good of this game", text, node.span, ctx.goods, "unknown-good")
        return 0
    if kind.kind == "piece":
        owner = ctx.kinds[kind.name]
        if text in owner.components and owner.components[text].pieces:
            return owner.components[text].pieces[0]
        ctx.unknown(a_(kind.name), text, node.span, owner.components, "unknown-name")
        return 0
    if kind.kind == "sides":
        try:
            return parse_sides("" if value is None else text)
        except ValueError:
            ctx.report(
                "bad-sides",
                f"'{text}' does not name sides: a side is N, E, S or W.",
                node.span,
                "Write the letters together, each once, such as NE or NSW.",
            )
            return 0
    if kind.kind == "pattern" and isinstance(node, YamlMap):
        for key, entry in node.entries.items():
            if key not in ("must", "may"):
                ctx.unknown(
                    "a key of a pattern of sides",
                    key,
                    entry.key_span,
                    ["must", "may"],
                    "unknown-key",
                )
        must = entry_of(node, "must")
        may = entry_of(node, "may")
        found = 0
        for shift, part in ((0, must), (4, may)):
            if part is not None:
                found |= plain_value(ctx, Type("sides"), part) << shift
        return found
    if kind.kind != "error":
        ctx.report(
            "wrong-type",
            f"{capital(str(kind))} is expected here, but this is {shape(node)}.",
            node.span,
            "Write what the declaration of this attribute or state asks for.",
        )
    return 0


def declare_shapes(ctx: Context, node: YamlNode | None) -> None:
    """Read every shape from its drawing."""
    for key, entry in node.entries.items() if isinstance(node, YamlMap) else []:
        if not ctx.declare("shape", key, entry.key_span):
            continue
        drawn = entry_of(entry.value, "cells")
        rows = (
            [str(item.value) for item in drawn.items if isinstance(item, YamlScalar)]
            if isinstance(drawn, YamlList)
            else []
        )
        if sum(len(row) for row in rows) > MOST_CELLS:
            where = (drawn or entry.value).span
            ctx.report(
                "too-many",
                f"The drawing of a shape has at most {MOST_CELLS} signs.",
                where,
                "Draw a smaller shape.",
            )
            rows = ["X"]
        cells = [(row, column) for row, column, _ in shape_of(rows)]
        if not cells:
            ctx.report(
                "empty-shape",
                f"The shape '{key}' has no cell: its drawing has no X.",
                (drawn or entry.value).span,
                "Draw it row by row, with X for its cells and '.' for gaps.",
            )
            cells = [(0, 0)]
        ctx.shapes[key] = Shape(key, cells, bool(scalar_of(entry.value, "reflect")), entry.key_span)
