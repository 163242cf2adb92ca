"""Invariants: a position in, the declared conditions that do not hold in it, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl.program import Line

if TYPE_CHECKING:
    from .engine import Engine, Vector
    from .match import Match


def broken(match: Match) -> list[str]:
    """Return the names of invariants that do not hold, with the place of each."""
    program = match.game.program
    lines = broken_lines(match.game.engine, match.v, match.k)
    return [f"{line.name} ({program.place(line.span)})" for line in lines]


def broken_lines(engine: Engine, v: Vector, k: Vector) -> list[Line]:
    """Return the invariants that do not hold for some player."""
    players = range(engine.program.players)
    return [
        line
        for line in engine.program.invariants
        if not all(engine.backend.eval(line.value, v, k, player) for player in players)
    ]
