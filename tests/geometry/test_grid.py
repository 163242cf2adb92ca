"""Cells, neighbours, edges and lines of boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.geometry.grid import (
    DIRECTIONS,
    STEPS,
    E,
    Geometry,
    N,
    S,
    W,
    grid,
    grid_of,
    lines,
    lines_through,
    opposite,
)
from rulewright.dsl.geometry.masks import bits, mask_of

RAGGED: list[list[str | None]] = [["a", "b"], ["c", None, "d"], ["e", "f", "g"], ["h", "."]]


@st.composite
def boards(draw: st.DrawFn) -> Geometry:
    """Boards of up to five by five cells with holes, rows of any length and extra cells."""
    rows = draw(st.lists(st.lists(st.booleans(), max_size=5), max_size=5))
    named = [
        [f"r{row}c{column}" if cell else None for column, cell in enumerate(line)]
        for row, line in enumerate(rows)
    ]
    return grid_of(named, extra=[f"x{n}" for n in range(draw(st.integers(0, 2)))])


@pytest.mark.parametrize(
    ("rows", "columns", "length", "expected"),
    [(3, 3, 3, 8), (6, 7, 4, 69), (1, 4, 2, 3), (2, 2, 1, 4), (2, 2, 3, 0)],
)
def test_known_numbers_of_lines(rows: int, columns: int, length: int, expected: int) -> None:
    """Three by three has 8 lines of three, six by seven 69 lines of four."""
    assert len(lines(grid(rows, columns), length)) == expected


@given(boards(), st.integers(2, 4))
def test_lines_are_all_straight_runs_once(board: Geometry, length: int) -> None:
    """Lines are exactly the sets of cells one meets going on in one of eight directions."""
    expected = set()
    for (row, column), (down, right) in product(board.at, product((-1, 0, 1), repeat=2)):
        run = [board.at.get((row + down * n, column + right * n)) for n in range(length)]
        if (down or right) and None not in run:
            expected.add(frozenset(run))
    found = lines(board, length)
    assert {frozenset(run) for run in found} == expected
    assert len(found) == len(expected)


@given(boards(), st.integers(1, 3))
def test_lines_through_is_the_incidence_table(board: Geometry, length: int) -> None:
    """A cell lists exactly the lines that contain it."""
    found = lines(board, length)
    table = lines_through(found, board)
    assert [
        [number for number, run in enumerate(found) if cell in run]
        for cell in range(len(board.names))
    ] == [list(numbers) for numbers in table]


def test_a_line_needs_a_cell() -> None:
    """A length below one is refused."""
    with pytest.raises(ValueError, match="at least one cell"):
        lines(grid(3, 3), 0)


def test_names_count_rows_then_columns_from_the_number_asked_for() -> None:
    """Names are prefix, row and column; numbers above 9 are kept apart."""
    assert grid(2, 2, prefix="f").names == ("f11", "f12", "f21", "f22")
    assert grid(1, 2, first=0).names == ("c00", "c01")
    assert grid(10, 1).names[9] == "c10_1"


def test_a_name_used_twice_is_refused() -> None:
    """Two cells, or a cell and an extra cell, cannot share a name."""
    with pytest.raises(ValueError, match="used twice: a"):
        grid_of([["a", "b"], ["a"]])
    with pytest.raises(ValueError, match="used twice: b"):
        grid_of([["a", "b"]], extra=["b"])


def test_holes_and_ragged_rows_leave_gaps() -> None:
    """Cells are numbered in reading order and touch only where positions do."""
    board = grid_of(RAGGED)
    assert board.names == tuple("abcdefgh")
    assert board.positions[board.index["d"]] == (1, 2)
    near = {name: {board.names[n] for n in board.neighbours4[board.index[name]]} for name in "bcdg"}
    assert near == {"b": {"a"}, "c": {"a", "e"}, "d": {"g"}, "g": {"d", "f"}}
    assert {board.names[n] for n in board.neighbours8[board.index["d"]]} == {"b", "f", "g"}


def test_neighbours_come_in_a_fixed_order() -> None:
    """Orthogonal neighbours are listed N, E, S, W, then diagonal ones from north-east clockwise."""
    board = grid(3, 3)
    centre = board.index["c22"]
    assert [board.names[n] for n in board.neighbours8[centre]] == [
        *("c12", "c23", "c32", "c21"),
        *("c13", "c33", "c31", "c11"),
    ]


def test_the_cave_board_has_fourteen_cracks() -> None:
    """Rows of two, two, two, two and three cells have 14 inner edges."""
    board = grid_of(
        [["c00", "c01"], ["c10", "c11"], ["c20", "c21"], ["c30", "c31"], ["c40", "c41", "c42"]]
    )
    assert len(board.edges) == 14
    edge = board.edges[board.edge_between(board.index["c41"], board.index["c42"])]
    assert (edge.side_a, edge.side_b) == (E, W)
    assert board.edge_between(board.index["c31"], board.index["c42"]) == -1


@given(boards())
def test_edges_join_orthogonal_neighbours_and_know_their_sides(board: Geometry) -> None:
    """Each pair of neighbours shares one edge, seen from opposite sides."""
    inner = [edge for edge in board.edges if edge.b >= 0]
    assert {frozenset((edge.a, edge.b)) for edge in inner} == {
        frozenset((cell, other)) for cell, near in enumerate(board.neighbours4) for other in near
    }
    assert len({frozenset((edge.a, edge.b)) for edge in inner}) == len(inner)
    for edge in inner:
        (row, column), (down, right) = board.positions[edge.a], STEPS[edge.side_a]
        assert board.at[row + down, column + right] == edge.b
        assert edge.side_b == opposite(edge.side_a)


@given(boards(), st.integers(0))
def test_sides_of_shows_chosen_edges_from_each_cell(board: Geometry, chosen: int) -> None:
    """A cell has a side exactly where one of its edges is in the mask."""
    chosen &= board.all_edges
    expected = [0] * len(board.names)
    for number in bits(chosen):
        edge = board.edges[number]
        expected[edge.a] |= edge.side_a
        if edge.b >= 0:
            expected[edge.b] |= edge.side_b
    assert [board.sides_of(cell, chosen) for cell in range(len(board.names))] == expected


def test_an_extra_cell_is_alone_with_four_edges() -> None:
    """An extra cell has no neighbours, and one edge of its own on each side."""
    board = grid_of([["a", "b"]], extra=["annex"])
    annex = board.index["annex"]
    assert board.neighbours4[annex] == board.neighbours8[annex] == ()
    assert [board.edges[number].side_a for number in board.edge_at[annex]] == [N, E, S, W]
    assert all(board.edges[number].b == -1 for number in board.edge_at[annex])
    assert board.sides_of(annex, mask_of(board.edge_at[annex][2:])) == S | W
    assert board.steps[annex] == ()
    assert board.at == {(0, 0): 0, (0, 1): 1}


@given(boards(), st.integers(0))
def test_around_all_is_every_neighbour_outside(board: Geometry, cells: int) -> None:
    """The surroundings of a set are the neighbours of its cells without the set."""
    cells &= board.all_cells
    near = {other for cell in bits(cells) for other in board.neighbours4[cell]}
    assert board.around_all(cells) == mask_of(near - set(bits(cells)))


def test_opposite_of_each_direction() -> None:
    """North faces south, east faces west."""
    assert [opposite(side) for side in DIRECTIONS] == [S, W, N, E]
