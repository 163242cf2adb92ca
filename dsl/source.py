"""Text and places in it: a file's name and text in, spans with lines and columns out.

Offsets count code points from 0.  Lines and columns count from 1, columns in code points, and the
end of a span is the first position after it, so an empty span has equal start and end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

_LINE_BREAK = re.compile(r"\r\n|\n|\r")

UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
"""Characters that a reader cannot see and a terminal may act upon: control characters, hidden
spaces and line ends, marks that reverse the direction of writing, halves of characters."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: from `line`, `column` up to but without `end_line`, `end_column`."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def file_start(cls, file: str) -> Span:
        """Return the empty span at the top of `file`, for what concerns the file as a whole."""
        return cls(file, 1, 1, 1, 1)

    @property
    def label(self) -> str:
        """The start as editors read it: `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"

    def head(self, length: int) -> Span:
        """Return the first characters of this span, which stands on one line."""
        return Span(self.file, self.line, self.column, self.line, self.column + length)

    def tail(self, length: int) -> Span:
        """Return the last characters of this span, which stands on one line."""
        start = max(self.column, self.end_column - length)
        return Span(self.file, self.end_line, start, self.end_line, self.end_column)

    def to(self, last: Span) -> Span:
        """Return the span from the start of this one to the end of `last`, in the same file."""
        return Span(self.file, self.line, self.column, last.end_line, last.end_column)


@dataclass(frozen=True)
class SourceFile:
    """The text of one file under the name people see, which is never a machine's own path."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line starts."""
        return (0, *(found.end() for found in _LINE_BREAK.finditer(self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset; one outside the text counts as its edge."""
        offset = min(max(offset, 0), len(self.text))
        index = bisect_right(self.line_starts, offset) - 1
        return index + 1, offset - self.line_starts[index] + 1

    def span(self, start: int, end: int) -> Span:
        """Return the span of `text[start:end]`."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, end))
        return Span(self.name, line, column, end_line, end_column)

    def line_range(self, line: int) -> tuple[int, int]:
        """Return the offsets of the start and end of a line, without its line break."""
        if not 1 <= line <= len(self.line_starts):
            return len(self.text), len(self.text)
        start = self.line_starts[line - 1]
        if line == len(self.line_starts):
            return start, len(self.text)
        after = self.line_starts[line]
        return start, after - (2 if self.text[after - 2 : after] == "\r\n" else 1)

    def line_text(self, line: int) -> str:
        """Return a line without its line break; a line the file does not have is empty."""
        start, end = self.line_range(line)
        return self.text[start:end]

    @property
    def whole(self) -> Span:
        """The span of the whole text."""
        return self.span(0, len(self.text))
