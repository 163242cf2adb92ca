"""Single YAML values: what a plain text stands for, and where each of its characters stands.

In: the text of a value and the stretch of file it was read from.  Out: null, a truth value, a
number or the text; and a map from positions in the text to offsets in the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""

MOST_DIGITS = 16

_NUMBER = re.compile(r"[-+]?[0-9]+")
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_BREAK = re.compile(r"\r\n|\n|\r")
# Blanks around a line break and any empty lines after it: folded into one space or fewer breaks.
_FOLD = re.compile(r"[ \t]*(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")
_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}


def plain_value(text: str) -> bool | int | str | None:
    """Return what an unquoted text stands for; a number out of range stays text.

    >>> plain_value("12"), plain_value("true"), plain_value("yes"), plain_value("1.5")
    (12, True, 'yes', '1.5')
    """
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text) and not is_big_number(text):
        return int(text)
    return text


def is_big_number(text: str) -> bool:
    """Say whether an unquoted text is a whole number that is out of range."""
    if not _NUMBER.fullmatch(text):
        return False
    # The digits are counted first: turning thousands of them into a number takes long.
    return len(text.lstrip("+-")) > MOST_DIGITS or abs(int(text)) > LARGEST_NUMBER


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """For each character of a text, where its writing starts and ends in the file."""

    starts: list[int]
    ends: list[int]
    last: int

    def range_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the file of `text[start:end]`; an empty part is a point."""
        size = len(self.starts)
        start = min(max(start, 0), size)
        end = min(max(end, start), size)
        if start < end:
            return self.starts[start], self.ends[end - 1]
        point = self.starts[start] if start < size else self.last
        return point, point


def map_offsets(raw: str, text: str, style: str, base: int) -> OffsetMap:
    """Map the characters of `text` to the file, where `raw` stands at offset `base`.

    Should the two not fit together, every character maps to the whole of `raw`.
    """
    match style:
        case "plain" if raw == text:
            pieces = [(index, index + 1) for index in range(len(text))]
            last = len(raw)
        case "plain":
            pieces, last = _flow_pieces(raw, "plain"), len(raw)
        case "single" | "double":
            pieces = [(start + 1, end + 1) for start, end in _flow_pieces(raw[1:-1], style)]
            last = len(raw) - 1
        case _:
            pieces, last = _literal_pieces(raw, text)
    if len(pieces) != len(text):
        pieces, last = [(0, len(raw))] * len(text), len(raw)
    return OffsetMap(
        [base + start for start, _ in pieces],
        [base + end for _, end in pieces],
        base + last,
    )


def _flow_pieces(body: str, style: str) -> list[tuple[int, int]]:
    """Return where each character of a plain or quoted text is written in its body."""
    pieces: list[tuple[int, int]] = []
    index = 0
    while index < len(body):
        if fold := _FOLD.match(body, index):
            breaks = len(_BREAK.findall(fold.group()))
            pieces += [fold.span()] * max(breaks - 1, 1)
            index = fold.end()
            continue
        length = 1
        if style == "single" and body[index] == "'":
            length = 2
        elif style == "double" and body[index] == "\\":
            if joined := _ESCAPED_BREAK.match(body, index):
                breaks = len(_BREAK.findall(joined.group()))
                pieces += [joined.span()] * (breaks - 1)
                index = joined.end()
                continue
            length = _ESCAPE_LENGTHS.get(body[index + 1 : index + 2], 2)
        pieces.append((index, index + length))
        index += length
    return pieces


def _literal_pieces(raw: str, text: str) -> tuple[list[tuple[int, int]], int]:
    """Return where each character of a block text is written, and where the text ends.

    Each line of the text is the end of its line in the file, so the indentation need not be known.
    """
    pieces: list[tuple[int, int]] = []
    header = _BREAK.search(raw)
    line_start = header.end() if header else len(raw)
    last = line_start
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = _BREAK.search(raw, line_start)
        line_end, next_start = found.span() if found else (len(raw), len(raw))
        content = line_end - len(line)
        if content < line_start or raw[content:line_end] != line:
            return [], len(raw)
        pieces += [(at, at + 1) for at in range(content, line_end)]
        if number < len(lines) - 1:
            pieces.append((line_end, next_start))
        if line:
            last = line_end
        line_start = next_start
    return pieces, last
