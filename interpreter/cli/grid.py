"""Boards as text: cells in rows and the lines between them in, lines for a terminal out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .drawing import columns, cut, pad, wrap
from .output import Style

MOST_LINES = 4
"""Lines of text in one cell."""

SMALL = 2
"""Cells no wider than this are drawn without lines on a board with many rows."""

MANY_ROWS = 5

# Which strokes meet in a corner: up 1, right 2, down 4, left 8.
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ASCII_JOINTS = " |-+||++-+-+++++"


@dataclass(frozen=True)
class Cell:
    """One cell: its name and what it shows."""

    name: str
    text: str
    """In lines, which are wrapped where the cell is too narrow for them."""
    hidden: bool = False
    """Whether something lies there that cannot be seen: it is drawn like rock."""


@dataclass
class Grid:
    """A board as a rectangle of cells, None where there is none."""

    rows: list[list[Cell | None]]
    lines_up: list[list[bool]] | None = None
    """Whether there is a line above each cell, one row more than cells; None draws all."""
    lines_left: list[list[bool]] | None = None
    """Whether there is a line to the left of each cell, one column more than cells."""
    below: list[Cell] = field(default_factory=list)
    """Cells that lie beside the rectangle."""

    @property
    def width(self) -> int:
        """Number of columns."""
        return max(map(len, self.rows), default=0)


def draw(grid: Grid, style: Style, width: int = 0) -> list[str]:
    """Return a board as lines: with names at the sides where cells are named regularly.

    `width` is that of a cell; without one it is as wide as the cells need.
    """
    if not grid.rows or not grid.width:
        return _beside(grid, style)
    labels = axis_labels(grid.rows)
    texts = _texts(grid, labels)
    width = width or cell_width(grid, style)
    plain = grid.lines_up is None and len(grid.rows) >= MANY_ROWS and labels is not None
    if plain and all(columns(text) <= SMALL for row in texts for cell in row for text in cell):
        return _compact(texts, labels, width) + _beside(grid, style)
    return _boxed(grid, texts, labels, width, style) + _beside(grid, style)


def cell_width(grid: Grid, style: Style) -> int:
    """Return how wide cells are drawn: as wide as their texts need and the lines allow."""
    labels = axis_labels(grid.rows)
    texts = _texts(grid, labels)
    wanted = max((columns(text) for row in texts for cell in row for text in cell), default=1)
    left = 0
    if labels is not None:
        left = max(map(len, labels[0])) + 1
        wanted = max([wanted, *map(len, labels[1])])
    room = (style.width - left - 1) // grid.width - 3
    return max(1, min(wanted, room))


def _texts(grid: Grid, labels: Labels | None) -> list[list[list[str]]]:
    """Return the texts of each cell, every row as long as the longest."""
    return [
        [_content(cell, labels is None) for cell in row] + [[]] * (grid.width - len(row))
        for row in grid.rows
    ]


Labels = tuple[list[str], list[str]]


def axis_labels(rows: Sequence[Sequence[Cell | None]]) -> Labels | None:
    """Return names for rows and columns that make up the names of all cells, or None.

    `c21` in the row `c2` and the column `1`, or `b1` in the row `1` and the column `b`.
    """
    for make in (_prefixes, _suffixes):
        found = make(rows)
        if found is not None:
            return found
    return None


def _prefixes(rows: Sequence[Sequence[Cell | None]]) -> Labels | None:
    return _axes(rows, lambda name, length: (name[:length], name[length:]))


def _suffixes(rows: Sequence[Sequence[Cell | None]]) -> Labels | None:
    return _axes(rows, lambda name, length: (name[-length:], name[:-length]))


def _axes(
    rows: Sequence[Sequence[Cell | None]], split: Callable[[str, int], tuple[str, str]]
) -> Labels | None:
    height, width = len(rows), max(map(len, rows), default=0)
    longest = max((len(cell.name) for row in rows for cell in row if cell), default=0)
    for length in range(longest - 1, 0, -1):
        down: list[str] = [""] * height
        across: list[str] = [""] * width
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell is None:
                    continue
                first, second = split(cell.name, length)
                if not second or down[y] not in ("", first) or across[x] not in ("", second):
                    break
                down[y], across[x] = first, second
            else:
                continue
            break
        else:
            if len(set(down)) == height and len(set(across)) == width:
                return down, across
    return None


def _content(cell: Cell | None, named: bool) -> list[str]:
    """Return the texts of a cell before they are wrapped: its name where no label gives it."""
    if cell is None:
        return []
    lines = cell.text.split("\n")
    return [cell.name, *lines] if named else lines


def _compact(texts: list[list[list[str]]], labels: Labels | None, width: int) -> list[str]:
    assert labels is not None
    down, across = labels
    left = max(map(len, down))
    lines = [(" " * (left + 2) + " ".join(pad(name, width, "middle") for name in across)).rstrip()]
    for y, row in enumerate(texts):
        shown = [pad(cell[0] if cell else "", width, "middle") for cell in row]
        lines.append(f"{pad(down[y], left, 'right')}  {' '.join(shown)}".rstrip())
    return lines


def _boxed(
    grid: Grid, texts: list[list[list[str]]], labels: Labels | None, width: int, style: Style
) -> list[str]:
    height = len(grid.rows)
    up, side = _strokes(grid)
    left = "" if labels is None else " " * (max(map(len, labels[0])) + 1)
    lines: list[str] = []
    if labels is not None:
        names = [pad(name, width + 2, "middle") for name in labels[1]]
        lines.append((left + " " + " ".join(names)).rstrip())
    rock = "░" if style.unicode else ":"
    # A word that fits without the blanks at its sides is not broken.
    words = [word for row in texts for cell in row for text in cell for word in text.split()]
    tight = any(width < columns(word) <= width + 2 for word in words)
    room, blank = (width + 2, "") if tight else (width, " ")
    for y in range(height + 1):
        border = _border(y, up, side, width, style)
        # Where no line is drawn in all of it, cells of one line need no room between them.
        if border.strip():
            lines.append((left + border).rstrip())
        elif 0 < y < height:
            lines.append("")
        if y == height:
            break
        wrapped = [_wrapped(cell, room, style) for cell in texts[y]]
        depth = max(1, *map(len, wrapped))
        for number in range(depth):
            parts = []
            for x in range(grid.width):
                text = wrapped[x][number] if number < len(wrapped[x]) else ""
                cell = grid.rows[y][x] if x < len(grid.rows[y]) else None
                filled = pad(text, room, "middle")
                if cell is not None and cell.hidden:
                    filled = _buried(text, filled, rock)
                parts.append(f"{_bar(side[y][x], style)}{blank}{filled}{blank}")
            parts.append(_bar(side[y][grid.width], style))
            name = ""
            if labels is not None:
                name = labels[0][y] if number == (depth - 1) // 2 else ""
            lines.append((pad(name, len(left)) + "".join(parts)).rstrip())
    return lines


def _buried(text: str, filled: str, rock: str) -> str:
    """Return a text in the middle of a line with rock around it instead of blanks."""
    shown = f" {text} " if text else ""
    missing = max(0, columns(filled) - columns(shown))
    return (rock * (missing // 2) + shown + rock * (missing - missing // 2))[: len(filled)]


def _wrapped(texts: list[str], width: int, style: Style) -> list[str]:
    lines = [line for text in texts if text for line in wrap(text, width)]
    if len(lines) > MOST_LINES:
        lines = [
            *lines[: MOST_LINES - 1],
            cut(" ".join(lines[MOST_LINES - 1 :]), width, style.dots),
        ]
    return lines


def _strokes(grid: Grid) -> tuple[list[list[bool]], list[list[bool]]]:
    """Return the lines above and to the left of cells; by default around every cell."""
    height, width = len(grid.rows), grid.width

    def there(y: int, x: int) -> bool:
        return 0 <= y < height and 0 <= x < len(grid.rows[y]) and grid.rows[y][x] is not None

    up = grid.lines_up or [
        [there(y - 1, x) or there(y, x) for x in range(width)] for y in range(height + 1)
    ]
    side = grid.lines_left or [
        [there(y, x - 1) or there(y, x) for x in range(width + 1)] for y in range(height)
    ]
    return up, side


def _border(y: int, up: list[list[bool]], side: list[list[bool]], width: int, style: Style) -> str:
    """Return the line above row `y`: strokes, and corners where they meet."""
    joints, stroke, dot = (_JOINTS, "─", "·") if style.unicode else (_ASCII_JOINTS, "-", ".")
    count = len(up[0])
    made = ""
    for x in range(count + 1):
        meets = 1 * (y > 0 and side[y - 1][x]) + 4 * (y < len(side) and side[y][x])
        meets += 2 * (x < count and up[y][x]) + 8 * (x > 0 and up[y][x - 1])
        inside = 0 < x < count and 0 < y < len(side)
        made += joints[meets] if meets or not inside else dot
        if x < count:
            made += (stroke if up[y][x] else " ") * (width + 2)
    return made


def _bar(there: bool, style: Style) -> str:
    if not there:
        return " "
    return "│" if style.unicode else "|"


def _beside(grid: Grid, style: Style) -> list[str]:
    shown = [f"{cell.name}: {cell.text}" for cell in grid.below if cell.text]
    return wrap("   ".join(shown), style.width, "  ") if shown else []
