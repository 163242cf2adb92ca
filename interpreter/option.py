"""Options and their integers: a decision in; how its answers are numbered out."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.dsl.program import Decision, Source


class Option(NamedTuple):
    """One answer to a decision."""

    id: int
    """Its integer, stable within the decision point."""
    source: int
    """Number of the source, or -1 - j for any-time rule j."""
    value: Any
    """The element chosen; 0 for a fixed move."""


def after_sources(decision: Decision) -> int:
    """Return the first integer behind the options of all sources."""
    sizes = [
        source.base + (1 if source.domain is None else source.domain.size)
        for source in decision.sources
    ]
    return max(sizes, default=0)


def by_value(source: Source) -> bool:
    """Say whether the integer of an element depends on its value alone, and not on its place."""
    if source.domain is None or source.items is None:
        return False
    if source.domain.kind != "bundle":
        return True
    if source.items.op == "const":
        return all(isinstance(value, int) for value in source.items.args[0])
    return source.items.op == "range"


def shifts(decision: Decision) -> tuple[int, ...] | None:
    """Return for each source what is added to a value to make its integer.

    None if the integers of some source depend on the places of elements.
    """
    found = []
    for source in decision.sources:
        if source.items is None:
            found.append(source.base)
        elif source.domain is not None and by_value(source):
            found.append(source.base - source.domain.lo)
        else:
            return None
    return tuple(found)
