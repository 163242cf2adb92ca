"""Problems: a code, a message and a span in; a value that is collected, sorted and shown out.

A mistake in a rule file is a `Problem`, never an exception: stages return problems, and only
whoever called the whole pipeline decides to raise them together as a `RuleFileError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rulewright.dsl.catalogue import CATALOGUE
from rulewright.dsl.source import SourceFile, Span

Severity = Literal["error", "warning"]

MOST_SHOWN = 100
"""How many problems a person gets to see at once."""

MORE = "too-many-problems"
"""The code of the entry that closes a list which was cut."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a rule file, and where.  Made by `problem`, which knows the codes."""

    code: str
    message: str
    span: Span
    hint: str | None = None
    related: tuple[tuple[str, Span], ...] = ()
    severity: Severity = "error"


def problem(
    code: str,
    message: str,
    span: Span,
    hint: str | None = None,
    related: Iterable[tuple[str, Span]] = (),
    severity: Severity = "error",
) -> Problem:
    """Make a problem; a code that the catalogue does not explain is a mistake of ours."""
    if code not in CATALOGUE:
        raise AssertionError(f"problem code {code!r} is not in dsl/catalogue.py")
    return Problem(code, message, span, hint, tuple(related), severity)


class Problems:
    """Collects problems from all stages and gives them back in reading order."""

    def __init__(self, most: int = MOST_SHOWN) -> None:
        self._most = most
        # A dict rather than a list: the same problem found twice is shown once.
        self._found: dict[tuple[str, str, Span], Problem] = {}

    def add(self, found: Problem) -> None:
        """Take one problem; a repetition of an earlier one changes nothing."""
        self._found.setdefault((found.code, found.message, found.span), found)

    def extend(self, found: Iterable[Problem]) -> None:
        """Take several problems."""
        for each in found:
            self.add(each)

    def also(self, found: Problem, note: str, span: Span) -> Problem:
        """Say that a problem is there a second time; the first place in the file leads."""
        key = (found.code, found.message, found.span)
        spans = {found.span, *(each for _, each in found.related)}
        if key not in self._found or span in spans:
            return found
        first, later = sorted((found.span, span))
        more = replace(found, span=first, related=(*found.related, (note, later)))
        self._found[(more.code, more.message, more.span)] = more
        if more.span != found.span:
            del self._found[key]
        return more

    @property
    def has_errors(self) -> bool:
        """Whether anything worse than a warning was found."""
        return any(each.severity == "error" for each in self._found.values())

    def shown(self) -> list[Problem]:
        """Return the problems by file, line and column, cut after the first hundred.

        Errors come before warnings when something has to be left out.
        A list that was cut ends with one entry that says how many are missing.
        """
        ordered = sorted(self._found.values(), key=_reading_order)
        if len(ordered) <= self._most:
            return ordered
        kept = sorted(ordered, key=lambda each: each.severity == "warning")[: self._most]
        kept.sort(key=_reading_order)
        missing = len(ordered) - len(kept)
        noun = "problem is" if missing == 1 else "problems are"
        last = kept[-1].span if kept else ordered[0].span
        closing = problem(
            MORE,
            f"And {missing} more {noun} not shown.",
            last,
            hint="Correct the first ones and check again.",
            severity="error" if self.has_errors else "warning",
        )
        return [*kept, closing]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.shown())


def _reading_order(found: Problem) -> tuple[Span, str, str]:
    return found.span, found.code, found.message


class RuleFileError(Exception):
    """Rule files that cannot be used; holds every problem and shows them all as its text."""

    def __init__(
        self, problems: Iterable[Problem], sources: Mapping[str, SourceFile] | None = None
    ) -> None:
        self.problems = tuple(problems)
        self.sources = dict(sources or {})
        super().__init__(self.problems, self.sources)

    def __str__(self) -> str:
        # Imported here because rendering needs `Problem` first.
        from rulewright.dsl.render import render_all

        return render_all(self.problems, self.sources)
