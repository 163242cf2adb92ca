"""Placements of shapes, against published counts and against trying every cell."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.geometry.grid import E, N, W, grid, grid_of
from rulewright.dsl.geometry.masks import bits, mask_of
from rulewright.dsl.geometry.placement import (
    OUT,
    Shape,
    legal,
    orientations,
    placements,
    placements_on,
    shape_of,
)

PENTOMINOES = {
    "F": [".aa", "aa.", ".a."],
    "I": ["aaaaa"],
    "L": ["aaaa", "a..."],
    "N": ["aaa.", "..aa"],
    "P": ["aaa", "aa."],
    "T": ["aaa", ".a.", ".a."],
    "U": ["aaa", "a.a"],
    "V": ["aaa", "a..", "a.."],
    "W": ["aa.", ".aa", "..a"],
    "X": [".a.", "aaa", ".a."],
    "Y": ["aaaa", ".a.."],
    "Z": ["aa.", ".a.", ".aa"],
}
ON_SIX_BY_TEN = {
    **{"F": 256, "I": 56, "L": 248, "N": 248, "P": 304, "T": 128},
    **{"U": 152, "V": 128, "W": 128, "X": 32, "Y": 248, "Z": 128},
}
DOMINO = shape_of(["aa"])
TWIN = shape_of(["ab"])


@pytest.mark.parametrize(("name", "expected"), ON_SIX_BY_TEN.items())
def test_published_numbers_of_pentomino_placements(name: str, expected: int) -> None:
    """Each pentomino, turned and turned over, has its known number of places on six by ten."""
    table = placements(grid(6, 10), shape_of(PENTOMINOES[name]), reflect=True)
    assert len(table) == expected
    assert len({placement.mask for placement in table}) == expected


@pytest.mark.parametrize(("rows", "columns", "expected"), [(6, 10, 104), (3, 4, 17)])
def test_published_numbers_of_domino_placements(rows: int, columns: int, expected: int) -> None:
    """Dominoes have 104 places on six by ten and 17 on three by four."""
    assert len(placements(grid(rows, columns), DOMINO)) == expected


def test_two_different_halves_double_the_placements() -> None:
    """A tile with two kinds of halves lies two ways on each pair of cells."""
    table = placements(grid(3, 4), TWIN)
    assert len(table) == 34
    assert len({placement.mask for placement in table}) == 17


def covers(rows: int, columns: int, centres: set[tuple[int, int]]) -> int:
    """Count the ways to cover a board with the twelve pentominoes, the X centred as told."""
    board = grid(rows, columns)
    tables = {
        name: placements(board, shape_of(drawing), reflect=True)
        for name, drawing in PENTOMINOES.items()
    }
    # Filling the lowest free cell first: only placements with that cell as their lowest can.
    lowest: list[list[tuple[int, list[int]]]] = [[] for _ in board.names]
    for number, name in enumerate(sorted(tables.keys() - {"X"})):
        for cell, starting in enumerate(lowest):
            masks = [found.mask for found in tables[name] if min(found.cells) == cell]
            starting.append((1 << number, masks))

    def count(free: int, used: int) -> int:
        if not free:
            return 1
        found = 0
        for piece, masks in lowest[(free & -free).bit_length() - 1]:
            if not piece & used:
                for mask in masks:
                    if mask & free == mask:
                        found += count(free ^ mask, used | piece)
        return found

    # The third cell in the drawing of the X is its centre.
    first = [found for found in tables["X"] if board.positions[found.cells[2]] in centres]
    return sum(count(board.all_cells ^ found.mask, 0) for found in first)


def test_twelve_pentominoes_cover_three_by_twenty_in_two_ways() -> None:
    """Three by twenty has two solutions; the X in one half counts each and its mirror image."""
    assert covers(20, 3, {(row, 1) for row in range(10)}) == 2 * 2


@pytest.mark.slow
def test_twelve_pentominoes_cover_six_by_ten_in_2339_ways() -> None:
    """Six by ten has 2,339 solutions; the X in one quarter counts each of them once."""
    assert covers(10, 6, {(row, column) for row in range(5) for column in range(3)}) == 2339


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Up to three cells anywhere in a box of three by three, with labels 0 and 1."""
    boxes = st.tuples(st.integers(0, 2), st.integers(0, 2))
    spots = draw(st.lists(boxes, min_size=1, max_size=3, unique=True))
    return tuple((row, column, draw(st.integers(0, 1))) for row, column in spots)


def images(shape: Shape, rotate: bool, reflect: bool) -> list[list[complex]]:
    """A shape as complex numbers: turning is a product with i, turning over negates columns."""
    points = [complex(column, row) for row, column, _ in shape]
    flips = [points, [-point.conjugate() for point in points]] if reflect else [points]
    turns = [1, 1j, -1, -1j] if rotate else [1]
    return [[point * factor for point in flipped] for flipped in flips for factor in turns]


@settings(deadline=None)
@given(shapes(), st.booleans(), st.booleans(), st.sets(st.integers(0, 11), max_size=4))
def test_placements_are_all_congruent_choices_of_cells(
    shape: Shape, rotate: bool, reflect: bool, holes: set[int]
) -> None:
    """Trying every ordered choice of cells and comparing its form finds the same placements."""
    names = [[str(row * 4 + column) for column in range(4)] for row in range(3)]
    board = grid_of([[None if int(name) in holes else name for name in row] for row in names])
    forms = images(shape, rotate, reflect)
    labels = [label for _, _, label in shape]
    expected = set()
    for chosen in permutations(range(len(board.names)), len(shape)):
        points = [complex(board.positions[cell][1], board.positions[cell][0]) for cell in chosen]
        shifted = [[point - form[0] + points[0] for point in form] for form in forms]
        if points in shifted:
            expected.add(frozenset(zip(chosen, labels, strict=True)))
    table = placements(board, shape, rotate=rotate, reflect=reflect)
    assert {frozenset(zip(found.cells, labels, strict=True)) for found in table} == expected
    assert len(table) == len(expected)
    for found in table:
        assert found.mask == mask_of(found.cells)
        assert found.around == board.around_all(found.mask)


def test_a_shape_needs_cells_in_different_places() -> None:
    """Nothing, and two cells in one place, are no shapes."""
    with pytest.raises(ValueError, match="at least one cell"):
        placements(grid(2, 2), [])
    with pytest.raises(ValueError, match="same place"):
        placements(grid(2, 2), [(0, 0, 0), (0, 0, 1)])


def test_orientations_of_one_sided_shapes() -> None:
    """The L form has four turns, eight with its mirror image; the X form one."""
    bent = shape_of(PENTOMINOES["L"])
    assert len(orientations(bent, rotate=True, reflect=False)) == 4
    assert len(orientations(bent, rotate=True, reflect=True)) == 8
    assert len(orientations(bent, rotate=False, reflect=True)) == 2
    assert len(orientations(shape_of(PENTOMINOES["X"]), rotate=True, reflect=True)) == 1


def test_only_one_free_edge_cell_needs_an_overhang() -> None:
    """A tile of two halves has no place on one cell, and two places if one half may hang over."""
    one = grid(1, 1)
    assert placements(one, TWIN) == ()
    assert {found.cells for found in placements(one, TWIN, overhang=1)} == {(0, OUT), (OUT, 0)}
    assert len(placements(one, DOMINO, overhang=1)) == 1


def test_overhang_never_takes_the_whole_shape_off_the_board() -> None:
    """However much may hang over, one cell stays on the board."""
    table = placements(grid(1, 2), DOMINO, overhang=5)
    assert {found.mask for found in table} == {0b01, 0b10, 0b11}


def test_overhang_goes_only_over_the_sides_allowed() -> None:
    """With the east side closed, the eastern cell of a row hangs over north or south only."""
    row = grid(1, 3)
    hanging = [
        {found.mask for found in placements(row, DOMINO, overhang=1, over=sides)} & {1, 2, 4}
        for sides in (W, E, N, 0)
    ]
    assert hanging == [{0b001}, {0b100}, {0b001, 0b010, 0b100}, set()]


def test_a_hole_in_the_middle_is_not_over_the_edge() -> None:
    """Only the outside of a ring can be hung over, not its hole, but a notch can."""
    ring = grid_of([["a", "b", "c"], ["d", None, "e"], ["f", "g", "h"]])
    bar = shape_of(["aa"])
    into_hole = [
        found
        for found in placements(ring, bar, rotate=False, overhang=1, over=E)
        if found.mask == mask_of([ring.index["d"]])
    ]
    assert into_hole == []
    notched = grid_of([["a", "b", "c"], ["d"], ["f", "g", "h"]])
    assert any(
        found.mask == mask_of([notched.index["d"]])
        for found in placements(notched, bar, rotate=False, overhang=1, over=E)
    )


def test_a_margin_gives_overhanging_cells_numbers() -> None:
    """With cells of the board as margin, a tile may lie there with as many cells as allowed."""
    board = grid_of([["out1", "a", "b", "out2"]])
    margin = mask_of([board.index["out1"], board.index["out2"]])
    named = [
        {board.names[cell] for cell in found.cells}
        for found in placements(board, DOMINO, overhang=1, margin=margin)
    ]
    assert named == [{"out1", "a"}, {"a", "b"}, {"b", "out2"}]
    assert len(placements(board, DOMINO, margin=margin)) == 1


def test_legal_placements_avoid_blocked_cells_and_touch_what_they_must() -> None:
    """Blocked cells rule placements out, and so does being next to nothing asked for."""
    board = grid(2, 3)
    table = placements(board, DOMINO)
    blocked = mask_of([board.index["c11"]])
    free = legal(table, blocked)
    assert {found.mask for found in free} == {
        found.mask for found in table if board.index["c11"] not in found.cells
    }
    names = [
        {board.names[cell] for cell in bits(found.mask)} for found in legal(table, blocked, blocked)
    ]
    assert names == [{"c12", "c13"}, {"c12", "c22"}, {"c21", "c22"}]


def test_placements_by_cell() -> None:
    """Each cell lists the placements that cover it."""
    board = grid(2, 2)
    table = placements(board, DOMINO, overhang=1)
    by_cell = placements_on(table, board)
    for cell, numbers in enumerate(by_cell):
        assert list(numbers) == [n for n, found in enumerate(table) if cell in found.cells]
