"""The text of a rule file before YAML is read: a path in, its text or a problem out.

In: a path or a text.  Out: the text, or the problems that can be seen without reading YAML: size,
encoding, characters that cannot be seen, endless lines, instructions to YAML.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.source import UNSEEN, SourceFile, Span

MOST_BYTES = 2 * 1024 * 1024
LONGEST_LINE = 10_000
MOST_PROBLEMS = 200
"""After so many problems a file is not read any further."""

_VERSION = re.compile(r"%YAML[ \t]+1\.2[ \t]*(?:#.*)?")


def load_source(path: Path, display: str) -> SourceFile | Problem:
    """Read a file as text under the name `display`; return the problem if that fails."""
    span = Span.file_start(display)
    try:
        if path.exists() and not path.is_file():
            hint = "Rename it, or take it out of the folder of the game."
            return problem("file-unreadable", f"{display} is not a file.", span, hint)
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        hint = "Check the name of the file."
        return problem("file-not-found", f"There is no file {display}.", span, hint)
    except (OSError, ValueError):
        hint = "Check whether you are allowed to read it."
        return problem("file-unreadable", f"{display} cannot be read.", span, hint)
    if len(data) > MOST_BYTES:
        return _too_large(span)
    try:
        return SourceFile(display, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = SourceFile(display, error.object[: error.start].decode("utf-8-sig"))
        end = len(before.text)
        return problem(
            "file-not-utf8",
            "From here on the file is not UTF-8 text.",
            before.span(end, end),
            "Save it with the encoding UTF-8 in your editor.",
        )


def refuse_text(source: SourceFile) -> Iterator[Problem]:
    """Yield the problems of the text itself; a text with any of them is not read as YAML."""
    if len(source.text.encode("utf-8", "replace")) > MOST_BYTES:
        yield _too_large(Span.file_start(source.name))
        return
    for count, found in enumerate(UNSEEN.finditer(source.text)):
        if count == MOST_PROBLEMS:
            return
        yield unseen(found.group(), source.span(*found.span()))
    at_top = True
    for line in range(1, len(source.line_starts) + 1):
        start, end = source.line_range(line)
        if end - start > LONGEST_LINE:
            # The parser's time grows with the square of some lines, so it must not see this one.
            yield problem(
                "yaml-long-line",
                f"This line has more than {LONGEST_LINE:,} characters.",
                source.span(start, start + 1),
                "Break it into several lines or items.",
            )
            return
        if not source.text.startswith("%", start, end):
            at_top = at_top and re.match(r"\s*(#|$)", source.text[start:end]) is not None
        elif not (at_top and _VERSION.fullmatch(source.text, start, end)):
            yield problem(
                "yaml-directive",
                "A line that starts with '%' gives YAML an instruction; rule files allow only "
                "'%YAML 1.2' at the top.",
                source.span(start, end),
                "Delete the line, or indent it if it is text.",
            )
            return


def unseen(char: str, span: Span) -> Problem:
    """Return the problem of a character that cannot be seen."""
    name = unicodedata.name(char, "control character").lower()
    return problem(
        "yaml-invisible-character",
        f"There is a character here that cannot be seen: {name} (U+{ord(char):04X}).",
        span,
        "Delete it.",
    )


def _too_large(span: Span) -> Problem:
    return problem(
        "file-too-large",
        "The file is larger than 2 MiB.",
        span,
        "Split it into several files.",
    )
