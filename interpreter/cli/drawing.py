"""Text for a terminal: words, tables and lists in, lines no wider than asked for out."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rulewright.dsl.source import UNSEEN

from .output import Style

GAP = "  "


def columns(text: str) -> int:
    """Return how many columns a terminal gives a text.

    >>> columns("ab洞")
    4
    """
    if text.isascii():
        return len(text)
    total = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return total


def clean(text: str) -> str:
    """Return a text without characters that a terminal would act upon: files come from anywhere."""
    return text if text.isprintable() else UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def pad(text: str, width: int, side: str = "left") -> str:
    """Return a text filled up with spaces; `side` is where it stands: left, right or middle."""
    missing = max(0, width - columns(text))
    if side == "right":
        return " " * missing + text
    if side == "middle":
        return " " * (missing // 2) + text + " " * (missing - missing // 2)
    return text + " " * missing


def cut(text: str, width: int, dots: str = "…") -> str:
    """Return a text shortened to a width.

    >>> cut("excavation", 5)
    'exca…'
    """
    text = clean(text)
    if columns(text) <= width:
        return text
    dots = dots[: max(0, width)]
    while text and columns(text) + len(dots) > width:
        text = text[:-1]
    return text.rstrip() + dots


def wrap(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Return a text as lines, each with its indent; words too long for a line are broken."""
    rest = first if rest is None else rest
    lines: list[str] = []
    line, empty = first, True
    for word in clean(text).split():
        while word:
            room = width - columns(line) - (0 if empty else 1)
            if columns(word) <= room:
                line += word if empty else f" {word}"
                word, empty = "", False
            elif not empty:
                lines.append(line)
                line, empty = rest, True
            else:
                head = _head(word, max(1, room))
                lines.append(line + head)
                word, line = word[len(head) :], rest
    if not empty or not lines:
        lines.append(line)
    return [each.rstrip() for each in lines]


def _head(word: str, width: int) -> str:
    """Return as much of a word as fits, at least one character."""
    head = word[:1]
    for char in word[1:]:
        if columns(head) + columns(char) > width:
            break
        head += char
    return head


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], style: Style, indent: str = ""
) -> list[str]:
    """Return a table with aligned columns, numbers to the right; the widest column is cut."""
    cells = [list(row) for row in rows]
    number = range(len(header))
    widths = [max([columns(header[n]), *(columns(row[n]) for row in cells)]) for n in number]
    room = style.width - columns(indent) - len(GAP) * (len(header) - 1)
    while sum(widths) > room and max(widths) > 4:
        widths[widths.index(max(widths))] -= 1
    sides = [
        "right" if cells and all(_is_number(row[n]) for row in cells) else "left" for n in number
    ]

    def line(row: Sequence[str]) -> str:
        shown = [pad(cut(row[n], widths[n], style.dots), widths[n], sides[n]) for n in number]
        return (indent + GAP.join(shown)).rstrip()

    return [style.paint(line(header), "strong"), *(line(row) for row in cells)]


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit() or text in ("", "?", "-")


def listing(items: Sequence[str], style: Style, indent: str = "  ") -> list[str]:
    """Return texts in as many columns as fit, top to bottom, then left to right."""
    if not items:
        return []
    room = style.width - columns(indent)
    shown = [cut(item, room, style.dots) for item in items]
    # Short lists are read faster in one column.
    most = 1 if len(shown) <= 4 and sum(map(columns, shown)) + 2 * len(shown) > room else len(shown)
    for count in range(most, 0, -1):
        height = -(-len(shown) // count)
        blocks = [shown[start : start + height] for start in range(0, len(shown), height)]
        widths = [max(map(columns, block)) for block in blocks]
        if sum(widths) + len(GAP) * (len(widths) - 1) <= room or count == 1:
            break
    lines = []
    for row in range(height):
        parts = [
            pad(block[row], width)
            for block, width in zip(blocks, widths, strict=True)
            if row < len(block)
        ]
        lines.append((indent + GAP.join(parts)).rstrip())
    return lines


def pairs(items: Sequence[tuple[str, str]], style: Style, indent: str = "") -> list[str]:
    """Return names with values, several on a line as long as they are short."""
    lines: list[str] = []
    line = ""
    for name, value in items:
        text = f"{name}: {value}" if name else value
        if columns(indent + text) > style.width:
            if line:
                lines.append(indent + line)
                line = ""
            lines += wrap(text, style.width, indent, indent + "    ")
        elif line and columns(indent + line + GAP + "  " + text) <= style.width:
            line += GAP + "  " + text
        else:
            if line:
                lines.append(indent + line)
            line = text
    if line:
        lines.append(indent + line)
    return lines


def beside(blocks: Sequence[Sequence[str]], style: Style, gap: int = 4) -> list[str]:
    """Return blocks of lines next to each other where they fit, else below each other."""
    lines: list[str] = []
    row: list[Sequence[str]] = []

    def width_of(block: Sequence[str]) -> int:
        return max(map(columns, block), default=0)

    def flush() -> None:
        if not row:
            return
        if lines:
            lines.append("")
        widths = [width_of(block) for block in row]
        for number in range(max(map(len, row))):
            parts = [
                pad(block[number] if number < len(block) else "", width)
                for block, width in zip(row, widths, strict=True)
            ]
            lines.append((" " * gap).join(parts).rstrip())

    for block in blocks:
        taken = sum(width_of(each) + gap for each in row)
        if row and taken + width_of(block) > style.width:
            flush()
            row = []
        row.append(block)
    flush()
    return lines


def rule(style: Style) -> str:
    """Return a line across."""
    return style.paint(("─" if style.unicode else "-") * style.width, "dim")


def joined(words: Sequence[str], last: str = "or") -> str:
    """Return words as a list in a sentence.

    >>> joined(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def runs(numbers: Sequence[int]) -> str:
    """Return ascending numbers as people write them.

    >>> runs((3, 4, 5, 9))
    '3-5, 9'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)
