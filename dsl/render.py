"""Problems for people and programs: problems and the source texts in, text or plain data out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.dsl.problems import MORE, Problem
from rulewright.dsl.source import UNSEEN, SourceFile, Span

WIDTH = 100
MOST_NOTES = 3
TAB = 4
_CUT = "..."
_GUTTER = 5
_HIDDEN = "\N{REPLACEMENT CHARACTER}"

_STYLES = {"place": "1", "error": "31;1", "warning": "33;1", "help": "36", "note": "36"}


def render(problem: Problem, sources: Mapping[str, SourceFile], *, colour: bool = False) -> str:
    """Return a problem as lines of text: place and message, the source line, a caret, the help."""
    kind = "warning: " if problem.severity == "warning" else ""
    place = _paint(f"{problem.span.label}:", "place", colour)
    code = _paint(f"{kind}{problem.code}:", problem.severity, colour)
    lines = [f"{place} {code} {_one_line(problem.message)}"]
    lines += _excerpt(problem.span, sources, problem.severity, colour)
    if problem.hint is not None:
        lines.append(f"   {_paint('help:', 'help', colour)} {_one_line(problem.hint)}")
    for note, span in problem.related[:MOST_NOTES]:
        place = _paint(f"{span.label}:", "place", colour)
        lines.append(f"{place} {_paint('note:', 'note', colour)} {_one_line(note)}")
        lines += _excerpt(span, sources, "note", colour)
    left = len(problem.related) - MOST_NOTES
    if left > 0:
        places = "place" if left == 1 else "places"
        lines.append(f"   {_paint('note:', 'note', colour)} and in {left} more {places}")
    return "\n".join(lines)


def render_all(
    problems: Iterable[Problem], sources: Mapping[str, SourceFile], *, colour: bool = False
) -> str:
    """Return all problems, one blank line apart, and a last line that counts them."""
    listed = list(problems)
    blocks = [render(each, sources, colour=colour) for each in listed]
    return "\n\n".join([*blocks, summary(listed)])


def summary(problems: Iterable[Problem]) -> str:
    """Return one line: how many problems and warnings in how many files."""
    listed = list(problems)
    shown = [each for each in listed if each.code != MORE]
    errors = sum(each.severity == "error" for each in shown)
    warnings = len(shown) - errors
    if not shown:
        return "No problems."
    counts = [
        _count(number, noun)
        for number, noun in ((errors, "problem"), (warnings, "warning"))
        if number
    ]
    files = _count(len({each.span.file for each in shown}), "file")
    more = ", and more that are not shown" if len(shown) < len(listed) else ""
    return f"{' and '.join(counts)} in {files}{more}"


def as_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain data for front-ends and editors."""
    return {
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity,
        **_span_json(problem.span),
        "hint": problem.hint,
        "related": [{"note": note, **_span_json(span)} for note, span in problem.related],
    }


def _span_json(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _paint(text: str, style: str, colour: bool) -> str:
    safe = _one_line(text)
    return f"\x1b[{_STYLES[style]}m{safe}\x1b[0m" if colour else safe


def _one_line(text: str) -> str:
    return UNSEEN.sub(_HIDDEN, " ".join(text.splitlines())).replace("\t", " ")


def _excerpt(span: Span, sources: Mapping[str, SourceFile], style: str, colour: bool) -> list[str]:
    """Return the first line of a span with carets below, or nothing for an unknown file."""
    source = sources.get(span.file)
    if source is None or span.line > len(source.line_starts):
        return []
    text = source.line_text(span.line)
    if not text.strip() and span.line == span.end_line == 1 and span.end_column == 1:
        return []  # A problem of the file as a whole; there is nothing to point at.
    start = min(max(span.column - 1, 0), len(text))
    if span.end_line > span.line:
        end = max(len(text.rstrip()), start)
    else:
        end = min(max(span.end_column - 1, start), len(text))
    number = str(span.line).rjust(_GUTTER)
    shown, before, width = _window(text, start, end, WIDTH - len(number) - len(" | "))
    carets = _paint("^" * width, style, colour)
    line = f"{number} | {shown}".rstrip()
    return [line, f"{' ' * len(number)} | {' ' * before}{carets}"]


def _window(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """Cut a line to `room` columns around text[start:end].

    Returns the part to show, the columns before the caret and the number of carets.
    """
    cells = _cells(text)
    columns = [0]
    for cell in cells:
        columns.append(columns[-1] + _columns(cell))
    if columns[-1] <= room:
        return "".join(cells), columns[start], max(columns[end] - columns[start], 1)
    inner = room - 2 * len(_CUT)
    wanted = min(columns[end] - columns[start], inner)
    # A third of the room stays in front of the caret, unless the marked part needs it.
    lead = min(inner // 3, inner - wanted)
    first = start
    while first > 0 and columns[start] - columns[first - 1] <= lead:
        first -= 1
    last = first
    while last < len(cells) and columns[last + 1] - columns[first] <= inner:
        last += 1
    while last == len(cells) and first > 0 and columns[last] - columns[first - 1] <= inner:
        first -= 1
    head = _CUT if first > 0 else ""
    tail = _CUT if last < len(cells) else ""
    before = len(head) + columns[start] - columns[first]
    carets = columns[min(end, last)] - columns[start]
    return head + "".join(cells[first:last]) + tail, before, max(carets, 1)


def _cells(text: str) -> list[str]:
    """Return what to print for each character: tabs as spaces, dangerous ones replaced."""
    cells: list[str] = []
    column = 0
    for char in text:
        if char == "\t":
            cell = " " * (TAB - column % TAB)
        else:
            cell = UNSEEN.sub(_HIDDEN, char)
        column += _columns(cell)
        cells.append(cell)
    return cells


def _columns(text: str) -> int:
    """Return how many columns a terminal gives the text."""
    total = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return total
