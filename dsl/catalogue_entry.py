"""What the catalogue says about one code: a title, an explanation and two examples."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What a code means, for somebody who met it for the first time."""

    title: str
    explanation: str
    bad: str
    good: str
