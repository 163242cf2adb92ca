"""Results: a position in, score sheets, totals and winners out.

A line of the sheet is an expression evaluated for each player in turn. The highest total wins (the
lowest where the rules say so); ties are broken by the tie-breakers in order, higher first; whoever
is still level shares the win. Where the game has a goal, nobody wins without reaching it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .engine import Engine, Vector
from .text import Wording, seat_name


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet."""

    id: str
    points: int
    source: str
    name: str


@dataclass(frozen=True)
class ScoreSheet:
    """What one player has scored, line by line."""

    player: int
    lines: tuple[ScoreLine, ...]
    total: int

    def as_data(self) -> dict[str, Any]:
        """Return the sheet as JSON data."""
        return {
            "player": self.player,
            "name": seat_name(self.player),
            "lines": [
                {"id": line.id, "name": line.name, "points": line.points, "source": line.source}
                for line in self.lines
            ],
            "total": self.total,
        }


def totals(engine: Engine, v: Vector, k: Vector) -> list[int]:
    """Return the points of each player, in seat order."""
    program, backend = engine.program, engine.backend
    return [
        sum(backend.eval(line.value, v, k, player) for line in program.score)
        for player in range(program.players)
    ]


def sheets(
    engine: Engine, wording: Wording, v: Vector, k: Vector, lang: str = "en"
) -> list[ScoreSheet]:
    """Return the score sheet of each player, in seat order."""
    program, backend = engine.program, engine.backend
    found = []
    for player in range(program.players):
        lines = []
        for line in program.score:
            points = backend.eval(line.value, v, k, player)
            name = wording.label(line.text, v, k, lang, player)
            name = name or wording.named(f"score.{line.name}", line.name, lang)
            lines.append(ScoreLine(line.name, points, program.place(line.span), name))
        found.append(ScoreSheet(player, tuple(lines), sum(line.points for line in lines)))
    return found


def winners(engine: Engine, v: Vector, k: Vector) -> list[int]:
    """Return who has won, in seat order; nobody where no one reached the goal."""
    program, backend = engine.program, engine.backend
    seats = range(program.players)
    if program.goal is not None:
        seats_left = [p for p in seats if backend.eval(program.goal, v, k, p)]
    else:
        seats_left = list(seats)
    if not seats_left:
        return []
    points = totals(engine, v, k)
    sign = -1 if program.lower_wins else 1
    best = max(sign * points[player] for player in seats_left)
    seats_left = [player for player in seats_left if sign * points[player] == best]
    for tie in program.ties:
        if len(seats_left) == 1:
            break
        values = {player: backend.eval(tie, v, k, player) for player in seats_left}
        most = max(values.values())
        seats_left = [player for player in seats_left if values[player] == most]
    return seats_left
