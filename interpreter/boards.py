"""Questions about boards: a board's form and lists of cells and edges in, lists of cells out.

Cells and edges have one number in the whole game. A board that every player has is there several
times, one instance after the other; `queries` works on one instance with numbers from 0 and bit
masks, and this module translates. Runs on any Python from 3.9 on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from rulewright.dsl.geometry.grid import DIRECTIONS, OFF_GRID, Edge, Geometry, opposite
from rulewright.dsl.geometry.masks import bits, mask_of

from .queries import reach as flood

if TYPE_CHECKING:
    from rulewright.dsl.program import Board

_DIAGONAL = ((-1, 1), (1, 1), (1, -1), (-1, -1))


class Form(NamedTuple):
    """A board's geometry and where its numbers start."""

    geometry: Geometry
    first_cell: int
    first_edge: int
    cells: int
    edges: int

    def instance(self, cell: int) -> int:
        """Return which instance of the board a cell belongs to."""
        return (cell - self.first_cell) // self.cells

    def local_edges(self, edges: Iterable[int], instance: int) -> int:
        """Return the mask of those edges that belong to an instance."""
        first = self.first_edge + instance * self.edges
        return mask_of(edge - first for edge in edges if 0 <= edge - first < self.edges)

    def local_cells(self, cells: Iterable[int], instance: int) -> int:
        """Return the mask of those cells that belong to an instance."""
        first = self.first_cell + instance * self.cells
        return mask_of(cell - first for cell in cells if 0 <= cell - first < self.cells)


def form_of(board: Board) -> Form:
    """Return the form of a board."""
    geometry = _geometry(board)
    return Form(geometry, board.first_cell, board.first_edge, len(board.cells), len(board.edges))


def reach(
    form: Form, start: Sequence[int], cells: Sequence[int], edges: Sequence[int]
) -> tuple[int, ...]:
    """Return the start cells and what they are joined to over open edges, stepping on cells."""

    def fill(instance: int, begin: int) -> int:
        passable = form.local_cells(cells, instance)
        return flood.reach(begin, passable, form.local_edges(edges, instance), form.geometry)

    return _each_instance(form, start, fill)


def border(form: Form, region: Sequence[int], edges: Sequence[int]) -> tuple[int, ...]:
    """Return the cells outside a region that one step over an open edge enters."""

    def outside(instance: int, inside: int) -> int:
        return flood.border(inside, form.local_edges(edges, instance), form.geometry)

    return _each_instance(form, region, outside)


def _each_instance(
    form: Form, cells: Sequence[int], ask: Callable[[int, int], int]
) -> tuple[int, ...]:
    found: list[int] = []
    for instance in sorted({form.instance(cell) for cell in cells}):
        answer = ask(instance, form.local_cells(cells, instance))
        first = form.first_cell + instance * form.cells
        found += [first + cell for cell in bits(answer)]
    return tuple(found)


def sides_of(form: Form, cell: int, edges: Sequence[int]) -> int:
    """Return the sides of a cell on which one of the edges lies."""
    instance = form.instance(cell)
    local = (cell - form.first_cell) % form.cells
    return form.geometry.sides_of(local, form.local_edges(edges, instance))


def spots(
    table: Sequence[Sequence[int]], allowed: Sequence[int], first: int, cells: int
) -> tuple[int, ...]:
    """Return the placements of a table that cover allowed cells only, on each instance there is.

    A spot is numbered by instance and then by its place in the table; -1 in a placement is a cell
    that hangs over the edge, where nothing is in the way.
    """
    found: list[int] = []
    for instance in sorted({(cell - first) // cells for cell in allowed}):
        shift = first + instance * cells
        free = {cell - shift for cell in allowed} | {-1}
        number = instance * len(table)
        found += [number + place for place, covered in enumerate(table) if free.issuperset(covered)]
    return tuple(found)


def spot_cells(
    table: Sequence[Sequence[int]], spot: int, first: int, cells: int
) -> tuple[int, ...]:
    """Return the cells a spot covers, those over the edge left out."""
    instance, number = divmod(spot, len(table))
    shift = first + instance * cells
    return tuple(shift + cell for cell in table[number] if cell >= 0)


def _geometry(board: Board) -> Geometry:
    edges = []
    edge_at = [[-1] * len(DIRECTIONS) for _ in board.cells]
    steps: list[list[tuple[int, int]]] = [[] for _ in board.cells]
    for edge, (cell, other, side) in enumerate(board.edges):
        edges.append(Edge(cell, other, side, opposite(side) if other >= 0 else 0))
        edge_at[cell][DIRECTIONS.index(side)] = edge
        if other >= 0:
            edge_at[other][DIRECTIONS.index(opposite(side))] = edge
            steps[cell].append((1 << edge, 1 << other))
            steps[other].append((1 << edge, 1 << cell))
    at = {
        (row, column): cell
        for row, line in enumerate(board.rows)
        for column, cell in enumerate(line)
        if cell >= 0
    }
    where = {cell: spot for spot, cell in at.items()}
    positions = tuple(where.get(cell, OFF_GRID) for cell in range(len(board.cells)))
    corners = [
        tuple(
            at[row + down, column + right]
            for down, right in _DIAGONAL
            if (row, column) != OFF_GRID and (row + down, column + right) in at
        )
        for row, column in positions
    ]
    return Geometry(
        names=board.cells,
        positions=positions,
        edges=tuple(edges),
        index={name: cell for cell, name in enumerate(board.cells)},
        at=at,
        neighbours4=board.neighbours,
        neighbours8=tuple(map(add, board.neighbours, corners)),
        edge_at=tuple((n, e, s, w) for n, e, s, w in edge_at),
        steps=tuple(tuple(step) for step in steps),
        around=tuple(mask_of(near) for near in board.neighbours),
    )
