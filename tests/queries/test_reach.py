"""Flood fill and border, on small random boards and on worked positions of a cave."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.geometry.grid import Geometry, grid, grid_of
from rulewright.dsl.geometry.masks import bits, mask_of
from rulewright.interpreter.queries.reach import border, reach

CAVE = grid_of(
    [["c00", "c01"], ["c10", "c11"], ["c20", "c21"], ["c30", "c31"], ["c40", "c41", "c42"]]
)


def cells(names: str) -> int:
    """Read cells of the cave."""
    return mask_of(CAVE.index[name] for name in names.split())


def passages(walls: str) -> int:
    """All edges of the cave but those named as pairs such as c30-c31."""
    pairs = [pair.split("-") for pair in walls.split()]
    built = mask_of(CAVE.edge_between(CAVE.index[a], CAVE.index[b]) for a, b in pairs)
    return CAVE.all_edges & ~built


def diggable(free: str, walls: str) -> set[str]:
    """Names of the cells one can dig from the entrance c30."""
    edges = passages(walls)
    found = border(reach(cells("c30"), cells(free), edges, CAVE), edges, CAVE)
    return {CAVE.names[cell] for cell in bits(found)}


def test_digging_at_the_start() -> None:
    """From the entrance and the free cell beside it four cells are accessible."""
    assert diggable("c20 c30", "") == {"c10", "c21", "c31", "c40"}


def test_a_wall_closes_one_way_but_not_the_way_around() -> None:
    """Behind a wall a cell is out of reach until it can be reached around it."""
    assert diggable("c20 c30", "c30-c31") == {"c10", "c21", "c40"}
    assert "c31" in diggable("c20 c21 c30", "c30-c31")


def test_walls_all_around_leave_nothing_unless_they_are_ignored() -> None:
    """With every edge of the entrance walled nothing is accessible; with all edges open all is."""
    assert diggable("c20 c30", "c20-c30 c30-c31 c30-c40") == set()
    assert diggable("c20 c30", "") == {"c10", "c21", "c31", "c40"}


def test_the_printed_diagram() -> None:
    """Three cells accessible, one only through the wall, two out of reach."""
    free = "c20 c21 c30 c31 c41"
    assert diggable(free, "c41-c42") == {"c10", "c11", "c40"}
    assert diggable(free, "") == {"c10", "c11", "c40", "c42"}


def test_the_start_counts_even_where_nothing_may_enter() -> None:
    """A piece on a cell that is not passable still reaches that cell and goes on from it."""
    row = grid(1, 3)
    assert reach([0], {1}, row.all_edges, row) == 0b011


def test_an_extra_cell_leads_nowhere() -> None:
    """One-sided edges are no ways out."""
    board = grid_of([["a"]], extra=["annex"])
    assert reach([1], board.all_cells, board.all_edges, board) == 0b10
    assert border(0b10, board.all_edges, board) == 0


BOARDS = st.tuples(st.integers(1, 4), st.integers(1, 4)).map(lambda size: grid(*size))


@given(BOARDS, st.integers(0), st.integers(0), st.integers(0))
def test_reach_is_the_closure_of_single_steps(
    board: Geometry, start: int, passable: int, edges: int
) -> None:
    """Adding neighbours over open edges until nothing changes gives the same cells."""
    start &= board.all_cells
    expected = set(bits(start))
    while True:
        further = {
            there
            for edge in bits(edges & board.all_edges)
            for here, there in (board.edges[edge][:2], board.edges[edge][1::-1])
            if here in expected and passable >> there & 1
        }
        if further <= expected:
            break
        expected |= further
    found = reach(start, passable, edges, board)
    assert set(bits(found)) == expected
    assert reach(list(bits(start)), set(bits(passable & board.all_cells)), edges, board) == found


@given(BOARDS, st.integers(0), st.integers(0))
def test_border_is_one_step_outside(board: Geometry, region: int, edges: int) -> None:
    """The border holds the far ends of open edges with exactly one end inside."""
    region &= board.all_cells
    expected = set()
    for edge in bits(edges & board.all_edges):
        a, b = board.edges[edge][:2]
        if (region >> a & 1) != (region >> b & 1):
            expected.add(b if region >> a & 1 else a)
    assert set(bits(border(region, edges, board))) == expected
