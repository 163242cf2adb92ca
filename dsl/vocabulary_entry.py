"""What the vocabulary says about one word and about one head."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the language."""

    name: str
    form: str
    meaning: str
    example: str


@dataclass(frozen=True, slots=True)
class Head:
    """One head: the key that says what a mapping is, and the keys that may stand beside it."""

    name: str
    takes: str
    companions: tuple[str, ...]
    """Keys that may stand beside it, in the order in which people write them."""
    needs: tuple[str, ...]
    """Those of them that must be there."""
    meaning: str
    example: str
    """YAML that is right where such a mapping can stand."""


def table(*words: Word) -> dict[str, Word]:
    """Return words by name, in their order."""
    return {word.name: word for word in words}


def heads(*found: Head) -> dict[str, Head]:
    """Return heads by name, in their order."""
    return {head.name: head for head in found}
