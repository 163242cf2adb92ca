"""Board geometry, built once at load: a size or rows of names in; cells, edges and lines out.

Cells and edges are numbered from 0 in reading order. A position is (row, column) with row 0 at
the top, so north is up. Sides and directions are the bits `N`, `E`, `S`, `W`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .masks import bits, mask_of

N, E, S, W = 1, 2, 4, 8
DIRECTIONS = (N, E, S, W)
ALL_SIDES = N | E | S | W

STEPS = {N: (-1, 0), E: (0, 1), S: (1, 0), W: (0, -1)}
"""The (row, column) step of each direction."""

OFF_GRID = (-1, -1)
"""The position of an extra cell: it lies beside the board and has no neighbours."""

NOBODY = -1
"""Stands for "no cell" and "no edge" where a number is expected."""

_DIAGONAL_STEPS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
_LINE_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def opposite(side: int) -> int:
    """Return the side across: north for south, east for west.

    >>> opposite(N) == S and opposite(W) == E
    True
    """
    return (side << 2 | side >> 2) & ALL_SIDES


class Edge(NamedTuple):
    """The edge between two cells, or one side of an extra cell (then `b` is -1 and `side_b` 0)."""

    a: int
    b: int
    side_a: int
    side_b: int


@dataclass(frozen=True)
class Geometry:
    """What never changes about a board: which cells and edges there are and how they touch."""

    names: tuple[str, ...]
    positions: tuple[tuple[int, int], ...]
    edges: tuple[Edge, ...]
    index: dict[str, int]
    """Cell number by name."""
    at: dict[tuple[int, int], int]
    """Cell number by position; extra cells are not in it."""
    neighbours4: tuple[tuple[int, ...], ...]
    """Orthogonal neighbours of each cell, in the order N, E, S, W."""
    neighbours8: tuple[tuple[int, ...], ...]
    """Orthogonal neighbours, then the diagonal ones from north-east clockwise."""
    edge_at: tuple[tuple[int, int, int, int], ...]
    """Edge number on the N, E, S, W side of each cell, -1 where there is none."""
    steps: tuple[tuple[tuple[int, int], ...], ...]
    """For each cell its ways out as (mask of the edge, mask of the cell behind it)."""
    around: tuple[int, ...]
    """For each cell the mask of its orthogonal neighbours."""

    @property
    def all_cells(self) -> int:
        """The mask of every cell."""
        return (1 << len(self.names)) - 1

    @property
    def all_edges(self) -> int:
        """The mask of every edge."""
        return (1 << len(self.edges)) - 1

    def edge_between(self, a: int, b: int) -> int:
        """Return the edge two cells share, or -1."""
        for edge in self.edge_at[a]:
            if edge != NOBODY and b in (self.edges[edge].a, self.edges[edge].b) and a != b:
                return edge
        return NOBODY

    def sides_of(self, cell: int, edges: int) -> int:
        """Return the sides of a cell on which an edge of the mask lies."""
        north, east, south, west = self.edge_at[cell]
        sides = 0
        if north >= 0 and edges >> north & 1:
            sides = N
        if east >= 0 and edges >> east & 1:
            sides |= E
        if south >= 0 and edges >> south & 1:
            sides |= S
        if west >= 0 and edges >> west & 1:
            sides |= W
        return sides

    def around_all(self, cells: int) -> int:
        """Return the mask of cells orthogonally next to a set of cells, the set itself left out."""
        mask = 0
        for cell in bits(cells):
            mask |= self.around[cell]
        return mask & ~cells


def grid(
    rows: int, columns: int, *, prefix: str = "c", first: int = 1, extra: Iterable[str] = ()
) -> Geometry:
    """Build a full rectangle; cells are named by prefix, row and column, counted from `first`.

    With a number above 9 an underscore keeps names apart.

    >>> grid(2, 2, prefix="f").names
    ('f11', 'f12', 'f21', 'f22')
    >>> grid(1, 10).names[-1]
    'c1_10'
    """
    wide = max(rows, columns) + first > 10
    gap = "_" if wide else ""
    named = [
        [f"{prefix}{row + first}{gap}{column + first}" for column in range(columns)]
        for row in range(rows)
    ]
    return grid_of(named, extra=extra)


def grid_of(rows: Sequence[Sequence[str | None]], *, extra: Iterable[str] = ()) -> Geometry:
    """Build a board from rows of cell names; `None` or "." is a hole, rows may differ in length.

    Each name in `extra` becomes a cell beside the board: no neighbours, four one-sided edges.
    A name used twice is a ValueError.
    """
    names: list[str] = []
    positions: list[tuple[int, int]] = []
    for row, line in enumerate(rows):
        for column, name in enumerate(line):
            if name is not None and name != ".":
                names.append(name)
                positions.append((row, column))
    at = {position: cell for cell, position in enumerate(positions)}
    on_grid = len(names)
    names.extend(extra)
    positions.extend([OFF_GRID] * (len(names) - on_grid))
    index = {name: cell for cell, name in enumerate(names)}
    if len(index) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"cell names used twice: {', '.join(twice)}")

    edges = _edges_of(positions, at, range(on_grid, len(names)))
    edge_at = [[NOBODY] * 4 for _ in names]
    ways: list[list[tuple[int, int]]] = [[] for _ in names]
    for number, edge in enumerate(edges):
        edge_at[edge.a][DIRECTIONS.index(edge.side_a)] = number
        if edge.b != NOBODY:
            edge_at[edge.b][DIRECTIONS.index(edge.side_b)] = number
            ways[edge.a].append((1 << number, 1 << edge.b))
            ways[edge.b].append((1 << number, 1 << edge.a))

    straight = tuple(STEPS[side] for side in DIRECTIONS)
    neighbours4 = _neighbours(positions, at, straight)
    return Geometry(
        names=tuple(names),
        positions=tuple(positions),
        edges=edges,
        index=index,
        at=at,
        neighbours4=neighbours4,
        neighbours8=_neighbours(positions, at, straight + _DIAGONAL_STEPS),
        edge_at=tuple((north, east, south, west) for north, east, south, west in edge_at),
        steps=tuple(tuple(way) for way in ways),
        around=tuple(mask_of(near) for near in neighbours4),
    )


def _edges_of(
    positions: Sequence[tuple[int, int]], at: dict[tuple[int, int], int], extra: Iterable[int]
) -> tuple[Edge, ...]:
    # Reading order, east before south, so that numbers do not depend on how cells are named.
    edges = []
    for (row, column), cell in at.items():
        for side in (E, S):
            down, right = STEPS[side]
            other = at.get((row + down, column + right))
            if other is not None:
                edges.append(Edge(cell, other, side, opposite(side)))
    for cell in extra:
        edges.extend(Edge(cell, NOBODY, side, 0) for side in DIRECTIONS)
    return tuple(edges)


def _neighbours(
    positions: Sequence[tuple[int, int]],
    at: dict[tuple[int, int], int],
    steps: Iterable[tuple[int, int]],
) -> tuple[tuple[int, ...], ...]:
    steps = tuple(steps)
    found: list[tuple[int, ...]] = []
    for row, column in positions:
        if (row, column) == OFF_GRID:
            found.append(())
            continue
        near = (at.get((row + down, column + right), NOBODY) for down, right in steps)
        found.append(tuple(cell for cell in near if cell != NOBODY))
    return tuple(found)


def lines(geometry: Geometry, length: int) -> list[tuple[int, ...]]:
    """Return every straight run of `length` cells: across, down and along both diagonals.

    Each run is listed once, from its topmost (then leftmost) cell; holes interrupt runs.

    >>> len(lines(grid(3, 3), 3)), len(lines(grid(6, 7), 4))
    (8, 69)
    """
    if length < 1:
        raise ValueError("a line has at least one cell")
    # A single cell lies the same way in all four directions: list it once.
    directions = _LINE_STEPS if length > 1 else _LINE_STEPS[:1]
    found = []
    for row, column in geometry.at:
        for down, right in directions:
            run = [
                geometry.at.get((row + down * step, column + right * step), NOBODY)
                for step in range(length)
            ]
            if NOBODY not in run:
                found.append(tuple(run))
    return found


def lines_through(runs: Sequence[Sequence[int]], geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the numbers of the lines (as listed by `lines`) that cross it."""
    crossing: list[list[int]] = [[] for _ in geometry.names]
    for number, run in enumerate(runs):
        for cell in run:
            crossing[cell].append(number)
    return tuple(tuple(numbers) for numbers in crossing)
