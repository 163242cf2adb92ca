"""Texts, tables and boards in, lines for a terminal out."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from syrupy.assertion import SnapshotAssertion

from rulewright.interpreter.cli.drawing import (
    beside,
    columns,
    cut,
    listing,
    pad,
    pairs,
    table,
    wrap,
)
from rulewright.interpreter.cli.grid import Cell, Grid, axis_labels, draw
from rulewright.interpreter.cli.output import Style

WIDE = Style(80)
NARROW = Style(40)
ASCII = Style(40, unicode=False)


def board(rows: int, width: int, text: str = ".", name: str = "c{0}{1}") -> Grid:
    """A board whose cells are named by row and column."""
    return Grid(
        [[Cell(name.format(y, x), text) for x in range(1, width + 1)] for y in range(1, rows + 1)]
    )


@pytest.mark.parametrize("module", ["drawing", "look", "words", "console"])
def test_the_examples_in_docstrings_hold(module: str) -> None:
    """Each example is what the function gives."""
    found = doctest.testmod(import_module(f"rulewright.interpreter.cli.{module}"))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize(
    "text", ["", "a b c", "word " * 30, "x" * 200, "洞窟を掘る" * 20, "é" * 90]
)
def test_wrapped_text_fits_and_loses_nothing(text: str) -> None:
    """Lines are no wider than asked for, and put together again they are the text."""
    lines = wrap(text, 30, "> ", "  ")
    assert all(columns(line) <= 30 for line in lines)
    assert "".join(line[2:].replace(" ", "") for line in lines) == text.replace(" ", "")


def test_text_is_measured_as_terminals_do() -> None:
    """Wide characters take two columns, marks on a letter none."""
    assert [columns(text) for text in ("abc", "é", "e\u0301", "洞")] == [3, 1, 1, 2]
    assert pad("洞", 4, "right") == "  洞"
    assert cut("洞窟掘", 5) == "洞窟…"


def test_a_table_cuts_its_widest_column() -> None:
    """A table that is too wide loses the end of the longest texts, never a column."""
    lines = table(["name", "points"], [["x" * 60, "7"], ["y", "12"]], NARROW)
    assert all(columns(line) <= 40 for line in lines)
    assert lines[1].endswith("       7")
    assert lines[1].startswith("xxx") and "…" in lines[1]


def test_lists_fill_columns() -> None:
    """Short texts stand side by side, top to bottom; a list that is too long is cut nowhere."""
    words = [f"{number} move" for number in range(1, 31)]
    lines = listing(words, WIDE)
    assert all(columns(line) <= 80 for line in lines)
    assert sorted(" ".join(lines).split()) == sorted(" ".join(words).split())
    assert len(lines) < 10
    assert listing([], WIDE) == []


def test_pairs_share_lines() -> None:
    """Names with values stand on one line as long as there is room."""
    assert pairs([("round", "1"), ("turn", "A")], NARROW) == ["round: 1    turn: A"]
    long = pairs([("cards", "word " * 20), ("turn", "A")], NARROW)
    assert long[-1] == "turn: A"
    assert all(columns(line) <= 40 for line in long)


def test_blocks_stand_side_by_side_where_they_fit() -> None:
    """Two blocks share lines in a wide terminal and follow each other in a narrow one."""
    blocks = [["a" * 30] * 2, ["b" * 30]]
    assert beside(blocks, WIDE) == ["a" * 30 + "    " + "b" * 30, "a" * 30]
    assert beside(blocks, NARROW) == ["a" * 30, "a" * 30, "", "b" * 30]


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("c{0}{1}", (["c1", "c2"], ["1", "2", "3"])),
        ("{1}x{0}", (["x1", "x2"], ["1", "2", "3"])),
        ("same", None),
    ],
)
def test_rows_and_columns_get_names(name: str, labels: tuple[list[str], list[str]] | None) -> None:
    """Cells that are named regularly need no name of their own."""
    found = axis_labels(board(2, 3, name=name).rows)
    if labels is None:
        assert found is None
    else:
        assert found is not None
        assert {d + a for d in found[0] for a in found[1]} == {
            d + a for d in labels[0] for a in labels[1]
        } or {a + d for d in found[0] for a in found[1]} == {
            a + d for d in labels[0] for a in labels[1]
        }


def test_boards(snapshot: SnapshotAssertion) -> None:
    """Boards are drawn with boxes, with holes, compactly, and with nothing but ASCII."""
    shapes = Grid(
        [
            [Cell("barn", "Hay loft with a very long name"), None, Cell("mill", "")],
            [Cell("well", "3 water"), Cell("yard", ""), None],
        ],
        below=[Cell("hill", "a tree"), Cell("moor", "")],
    )
    drawn = [
        draw(board(3, 3), WIDE),
        draw(board(3, 3), ASCII),
        draw(board(6, 7), WIDE),
        draw(shapes, WIDE),
        draw(shapes, ASCII),
    ]
    assert "\n\n".join("\n".join(lines) for lines in drawn) == snapshot


def test_walls(snapshot: SnapshotAssertion) -> None:
    """Where edges count, lines are drawn only where there is a wall."""
    grid = board(2, 3)
    grid.lines_up = [[True, True, True], [False, True, False], [True, True, True]]
    grid.lines_left = [[True, False, True, True], [True, False, False, True]]
    lines = draw(grid, WIDE)
    assert "\n".join(lines) == snapshot
    assert "\n".join(draw(grid, ASCII)) == snapshot


def test_cells_stay_within_the_width() -> None:
    """However much lies on a cell, the board is no wider than the terminal."""
    lines = draw(board(2, 4, "a room with a long name and much in it"), NARROW)
    assert all(columns(line) <= 40 for line in lines)
    assert any("…" in line for line in lines)
