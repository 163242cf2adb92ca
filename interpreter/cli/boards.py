"""Boards on the screen: a panel, a position and an owner in, a grid of cells and lines out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import NOBODY, Board, Domain
from rulewright.interpreter.state import elements
from rulewright.interpreter.text import spoken

from .grid import Cell, Grid
from .look import Look

CellText = Callable[[int, int], tuple[str, bool]]
"""What a cell of an owner shows, and whether something is hidden in it."""


@dataclass(frozen=True)
class Lines:
    """What is drawn as lines: an attribute of edges, and attributes of cells that are sides."""

    edge: str = ""
    sides: tuple[tuple[Any, Domain], ...] = ()

    @classmethod
    def of(cls, panel: dict[str, Any]) -> Lines:
        """Return the lines of a panel."""
        return cls(panel.get("edge", ""), panel.get("sides", ()))


def _every_cell(cell: int, owner: int) -> bool:
    return True


@dataclass(frozen=True)
class Drawing:
    """A kind of board as a panel wants it: what cells show, which lines and cells are drawn."""

    board: Board
    title: str
    text: CellText
    lines: Lines
    drawn: Callable[[int, int], bool] = _every_cell


def grid_of(look: Look, drawing: Drawing, owner: int) -> Grid:
    """Return the cells and lines of one player's board, or of a board that all share."""
    board, text, lines = drawing.board, drawing.text, drawing.lines
    offset = 0 if owner == NOBODY else owner * len(board.cells)

    first = board.first_cell + offset
    locals_ = _cropped(
        [
            [local if local >= 0 and drawing.drawn(first + local, owner) else -1 for local in row]
            for row in board.rows
        ]
    )
    rows = [
        [Cell(board.cells[n], *text(first + n, owner)) if n >= 0 else None for n in row]
        for row in locals_
    ]
    placed = {local for row in board.rows for local in row}
    marked = _edges(look, board, owner, lines.edge) if lines.edge else []
    below = []
    for local, name in enumerate(board.cells):
        if local not in placed:
            word = look.named(f"{board.name}.{name}")
            walls = [_side(look, side) for (at, _, side), there in marked if at == local and there]
            shown, hidden = text(first + local, owner)
            parts = [shown] if shown else []
            parts += [f"{spoken(lines.edge)} {''.join(walls)}"] if walls else []
            below.append(Cell(word, ", ".join(parts), hidden))
    grid = Grid(rows, below=below)
    if lines.edge or lines.sides:
        at = {n: (y, x) for y, row in enumerate(locals_) for x, n in enumerate(row) if n >= 0}
        _walls(look, grid, first, owner, lines, marked, at)
    return grid


def _side(look: Look, side: int) -> str:
    return look.wording.value(Domain("sides"), side, look.lang)


def _walls(
    look: Look,
    grid: Grid,
    first: int,
    owner: int,
    lines: Lines,
    marked: list[tuple[tuple[int, int, int], bool]],
    at: dict[int, tuple[int, int]],
) -> None:
    """Draw a line where an edge has the attribute, and around the board.

    Where cells say on which sides they have lines, there is one around the board only there.
    """
    height, width = len(grid.rows), grid.width
    there = [[x < len(row) and row[x] is not None for x in range(width)] for row in grid.rows]
    blank = [False] * (width + 2)
    framed = [blank, *([False, *row, False] for row in there), blank]
    up = [[framed[y][x + 1] != framed[y + 1][x + 1] for x in range(width)]
          for y in range(height + 1)]  # fmt: skip
    left = [[framed[y + 1][x] != framed[y + 1][x + 1] for x in range(width + 1)]
            for y in range(height)]  # fmt: skip
    if lines.sides:
        up = [[False] * width for _ in up]
        left = [[False] * (width + 1) for _ in left]
    me = max(look.me, 0) if owner == NOBODY else owner
    for node, domain in lines.sides:
        for local in at:
            cell = (first + local,)
            _, value = look.expression(node, domain, me, cell)
            marked += [((local, -1, side), True) for side in (1, 2, 4, 8) if side & (value or 0)]
    for (local, _, side), drawn in marked:
        if local in at:
            y, x = at[local]
            where, row, column = {
                1: (up, y, x), 2: (left, y, x + 1), 4: (up, y + 1, x), 8: (left, y, x),
            }[side]  # fmt: skip
            where[row][column] = drawn
    grid.lines_up, grid.lines_left = up, left


def _edges(
    look: Look, board: Board, owner: int, edge: str
) -> list[tuple[tuple[int, int, int], bool]]:
    found: dict[str, bool] = {}
    for variable in look.program.variables:
        named = edge in ("*", variable.path.rpartition(".")[2])
        if variable.owner == "edge" and variable.kind == board.name and named:
            for element in elements(look.wording, variable):
                if element.owner == owner:
                    open_to_seat = element.slot not in look.closed
                    there = open_to_seat and look.v[element.slot] > 0
                    found[element.name] = found.get(element.name, False) or there
    names = [look.wording.edge_word(board, number) for number in range(len(board.edges))]
    return [
        (board.edges[number], found[name]) for number, name in enumerate(names) if name in found
    ]


def _cropped(rows: list[list[int]]) -> list[list[int]]:
    """Return rows without those at the sides that have no cell, and columns likewise."""
    while rows and max(rows[0], default=-1) < 0:
        rows = rows[1:]
    while rows and max(rows[-1], default=-1) < 0:
        rows = rows[:-1]
    while rows and all(row and row[0] < 0 for row in rows):
        rows = [row[1:] for row in rows]
    while rows and all(row and row[-1] < 0 for row in rows):
        rows = [row[:-1] for row in rows]
    return rows
