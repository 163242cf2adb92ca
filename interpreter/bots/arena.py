"""Whole games between bots: a game, names of bots and a seed in; how it went out.

Game number `n` of a series has a seed of its own, derived from the seed of the series, so it goes
the same way however the series is divided among processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.invariants import broken_lines
from rulewright.interpreter.queries import rng

from . import Bot, team
from .uniform import RandomBot

if TYPE_CHECKING:
    from rulewright.interpreter.match import Game, Match


class Failure(NamedTuple):
    """Why a game could not be played to its end."""

    code: str
    message: str
    source: str
    decisions: int


class Result(NamedTuple):
    """How one game went."""

    number: int
    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    failure: Failure | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        data = self._asdict()
        data["failure"] = None if self.failure is None else self.failure._asdict()
        return data


@lru_cache(maxsize=8)
def series_of(seed: int | str) -> int:
    """Return what the seeds of a series of games are made from."""
    return rng.derive(seed, 0)


def seated(bots: Sequence[str], seed: int) -> list[Bot]:
    """Return the bots of a game; where all seats are random players one of them sits on all."""
    if all(name == "random" for name in bots):
        return [RandomBot(seed, 0)] * len(bots)
    return team(bots, seed)


def play_out(game: Game, bots: Sequence[str], seed: int | str, number: int, check: bool) -> Result:
    """Play game `number` of a series; with `check`, look at the invariants after every step."""
    own = rng.numbered(series_of(seed), number)
    made = 0
    try:
        match = game.start(own)
        players = seated(bots, own)
        failure = broken(match) if check else None
        while failure is None and not match.over:
            decider = game.engine.decider(match.v)
            match.play_id(players[decider].choose(match))
            # Nothing is taken back here, and the way behind would only take memory.
            match.last = None
            made += 1
            failure = broken(match) if check else None
    except RuleRuntimeError as error:
        failure = Failure(error.code, error.message, error.place, made)
    if failure is not None:
        return Result(number, own, (), (), made, failure)
    return Result(number, own, tuple(match.scores()), tuple(match.winners()), made)


def broken(match: Match) -> Failure | None:
    """Return the first invariant that does not hold in a position, for any player."""
    program = match.game.program
    lines = broken_lines(match.game.engine, match.v, match.k)
    if not lines:
        return None
    made = 0 if match.last is None else match.last.count
    said = f"the invariant '{lines[0].name}' does not hold"
    return Failure("invariant", said, program.place(lines[0].span), made)
