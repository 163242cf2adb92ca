"""Flood fill on a board: start cells, cells to step on and open edges in; a mask of cells out.

Sets of cells and edges are bit masks (`masks.mask_of`); start and passable cells may also be
given as collections of cell numbers. A lone integer is always a mask, never a cell.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from rulewright.dsl.geometry.grid import Geometry
from rulewright.dsl.geometry.masks import mask_of


def reach(
    start: int | Iterable[int],
    passable: int | Container[int],
    open_edges: int,
    geometry: Geometry,
) -> int:
    """Return the start cells and every cell they are joined to by steps over open edges.

    Each step must end on a passable cell. The start counts in any case: a piece reaches the place
    where it stands even if nothing else may enter it.
    """
    seen = start if isinstance(start, int) else mask_of(start)
    if not isinstance(passable, int):
        inside = passable
        passable = mask_of(cell for cell in range(len(geometry.names)) if cell in inside)
    steps = geometry.steps
    free = passable & ~seen
    todo = seen
    while todo:
        low = todo & -todo
        todo ^= low
        for edge, cell in steps[low.bit_length() - 1]:
            if cell & free and edge & open_edges:
                free ^= cell
                seen |= cell
                todo |= cell
    return seen


def border(region: int, open_edges: int, geometry: Geometry) -> int:
    """Return the cells outside a region that one step over an open edge enters."""
    steps = geometry.steps
    outside = 0
    todo = region
    while todo:
        low = todo & -todo
        todo ^= low
        for edge, cell in steps[low.bit_length() - 1]:
            if edge & open_edges:
                outside |= cell
    return outside & ~region
