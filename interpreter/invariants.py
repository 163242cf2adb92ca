"""Invariants: a match in, the declared conditions that do not hold in it, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .match import Match


def broken(match: Match) -> list[str]:
    """Return the names of invariants that do not hold, with the place of each."""
    program = match.game.program
    backend = match.game.engine.backend
    return [
        f"{line.name} ({program.place(line.span)})"
        for line in program.invariants
        if not backend.eval(line.value, match.v, match.k, me=0)
    ]
