"""Shapes on a board: a shape and a board in, the table of all its placements out.

A shape is a sequence of (row, column, label) cells; labels tell the cells apart (the two halves
of a tile, say). Two placements are the same if they put the same labels on the same cells, so a
plain domino has half as many placements as one with two different halves. Tables are made once;
whether a placement is legal is then `placement.mask & blocked == 0`.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=); lengths agree throughout.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .grid import ALL_SIDES, DIRECTIONS, STEPS, Geometry
from .masks import mask_of, size

OUT = -1
"""Stands in `Placement.cells` for a cell that hangs over the outer edge of the board."""

ShapeCell = tuple[int, int, int]
Shape = tuple[ShapeCell, ...]


class Placement(NamedTuple):
    """One way to put a shape on a board."""

    mask: int
    """The board cells it covers."""
    cells: tuple[int, ...]
    """The cell under each cell of the shape, in the order of the shape; `OUT` beyond the edge."""
    around: int
    """The board cells orthogonally next to the covered ones."""


def shape_of(rows: Sequence[str]) -> Shape:
    """Read a drawing: one string per row, "." or a space is empty, equal letters equal labels.

    Labels are numbered in the order in which letters first appear.

    >>> shape_of(["ab"])
    ((0, 0, 0), (0, 1, 1))
    """
    labels: dict[str, int] = {}
    cells = []
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter not in ". ":
                cells.append((row, column, labels.setdefault(letter, len(labels))))
    return tuple(cells)


def orientations(shape: Iterable[ShapeCell], *, rotate: bool, reflect: bool) -> tuple[Shape, ...]:
    """Return the different ways to turn (clockwise) and turn over a shape, as it is given first.

    Turning over exchanges left and right. Each is shifted so that its smallest row and column
    are 0; cells keep the order of the shape.
    """
    given = tuple(shape)
    if not given:
        raise ValueError("a shape has at least one cell")
    if len({(row, column) for row, column, _ in given}) != len(given):
        raise ValueError("a shape has two cells in the same place")
    found: list[Shape] = []
    known = set()
    for flipped in (False, True) if reflect else (False,):
        cells = [(row, -column if flipped else column, label) for row, column, label in given]
        for _ in range(4 if rotate else 1):
            top = min(row for row, _, _ in cells)
            left = min(column for _, column, _ in cells)
            placed = tuple((row - top, column - left, label) for row, column, label in cells)
            key = frozenset(placed)
            if key not in known:
                known.add(key)
                found.append(placed)
            cells = [(column, -row, label) for row, column, label in cells]
    return tuple(found)


def placements(
    geometry: Geometry,
    shape: Iterable[ShapeCell],
    *,
    rotate: bool = True,
    reflect: bool = False,
    overhang: int = 0,
    over: int = ALL_SIDES,
    margin: int = 0,
) -> tuple[Placement, ...]:
    """Return all distinct placements of a shape, in reading order of its top left corner.

    Up to `overhang` cells may lie outside, but never all. What is outside depends on `margin`:

    - 0: positions beyond the outer edge of the board; they are reported as `OUT`. A hole inside
      the board is not outside. `over` holds the sides over which the shape may hang: each step
      from a covered cell to one outside must go that way. At a corner the same cells may be
      covered while hanging over either side: that is one placement;
    - a mask: these cells of the board. They have numbers like all others, so that tiles lying
      there can be told apart and built on.
    """
    beyond = _Outside(geometry) if overhang and not margin else None
    found: list[Placement] = []
    known = set()
    rows, columns = _extent(geometry)
    turns = orientations(shape, rotate=rotate, reflect=reflect)
    for top in range(-overhang, rows + overhang):
        for left in range(-overhang, columns + overhang):
            for turned in turns:
                spots = [(top + row, left + column) for row, column, _ in turned]
                cells = tuple(geometry.at.get(spot, OUT) for spot in spots)
                if OUT in cells and (beyond is None or not beyond.allows(spots, cells, over)):
                    continue
                mask = mask_of(cell for cell in cells if cell != OUT)
                outside = cells.count(OUT) + size(mask & margin)
                if outside > overhang or outside == len(cells):
                    continue
                key = tuple(sorted(zip(cells, (label for _, _, label in turned))))
                if key not in known:
                    known.add(key)
                    found.append(Placement(mask, cells, geometry.around_all(mask)))
    return tuple(found)


def legal(table: Iterable[Placement], blocked: int, touching: int | None = None) -> list[Placement]:
    """Return the placements that cover no blocked cell and, if asked, lie next to one of a mask."""
    if touching is None:
        return [placement for placement in table if not placement.mask & blocked]
    return [
        placement
        for placement in table
        if not placement.mask & blocked and placement.around & touching
    ]


def placements_on(table: Sequence[Placement], geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return for each cell of the board the numbers of the placements that cover it."""
    covering: list[list[int]] = [[] for _ in geometry.names]
    for number, placement in enumerate(table):
        for cell in placement.cells:
            if cell != OUT:
                covering[cell].append(number)
    return tuple(tuple(numbers) for numbers in covering)


def _extent(geometry: Geometry) -> tuple[int, int]:
    rows = max((row for row, _ in geometry.at), default=-1) + 1
    columns = max((column for _, column in geometry.at), default=-1) + 1
    return rows, columns


class _Outside:
    """Tells positions beyond the outer edge from holes inside the board."""

    def __init__(self, geometry: Geometry) -> None:
        self._board = geometry.at
        self._rows, self._columns = _extent(geometry)
        # Flood the empty positions of the bounding box from a frame one step around it.
        todo = [(-1, -1)]
        self._open = set(todo)
        while todo:
            row, column = todo.pop()
            for down, right in STEPS.values():
                spot = (row + down, column + right)
                near = -1 <= spot[0] <= self._rows and -1 <= spot[1] <= self._columns
                if near and spot not in self._open and spot not in self._board:
                    self._open.add(spot)
                    todo.append(spot)

    def allows(self, spots: Sequence[tuple[int, int]], cells: Sequence[int], over: int) -> bool:
        """Say whether every cell outside lies beyond the outer edge and hangs over a good side."""
        outside = {spot for spot, cell in zip(spots, cells) if cell == OUT}
        for row, column in outside:
            inside_box = 0 <= row < self._rows and 0 <= column < self._columns
            if inside_box and (row, column) not in self._open:
                return False
        for (row, column), cell in zip(spots, cells):
            if cell != OUT:
                for side in DIRECTIONS:
                    down, right = STEPS[side]
                    if (row + down, column + right) in outside and not side & over:
                        return False
        return True
