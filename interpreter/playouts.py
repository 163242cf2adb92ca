"""Many random games: a game and a seed in; scores, winners and length of each out.

Every seat is a random player, and all of them draw from one generator (`bots.uniform`). Each game
goes as `bots.arena.play_out` has it go, in a quicker way: compiled to one function that plays it
from start to end where that can be, and by steps otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import RNG

from .bots.arena import Result, play_out, series_of
from .bots.uniform import LEAST, state_for
from .errors import RuleRuntimeError
from .kernel import Fault
from .queries import rng
from .scoring import totals, winners

if TYPE_CHECKING:
    from .engine import Engine, Vector
    from .match import Game

Player = Callable[[int], tuple["Vector", "Vector", int]]
"""Plays the game of a seed: the position at its end, and how many decisions there were."""


class Playouts:
    """Plays random games of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._engine = game.engine
        self._play = whole(self._engine) or by_steps(self._engine)
        self._ends = ends(self._engine)

    def play(self, seed: int | str, first: int, end: int) -> list[Result]:
        """Return the results of the games from number `first` up to, but not with, `end`."""
        series = series_of(seed)
        numbered, play, ends = rng.numbered, self._play, self._ends
        found = []
        for number in range(first, end):
            own = numbered(series, number)
            try:
                v, k, made = play(own)
            except (RuleRuntimeError, Fault):
                # Once more, slowly: that says where it went wrong.
                found.append(self.slowly(seed, number))
                continue
            found.append(Result(number, own, *ends(v, k), made))
        return found

    def slowly(self, seed: int | str, number: int, check: bool = False) -> Result:
        """Return the result of a game played move by move."""
        return play_out(self.game, ["random"] * self.game.players, seed, number, check)


def whole(engine: Engine) -> Player | None:
    """Return what plays a game as one function, if it has one."""
    make = getattr(engine.backend, "whole", None)
    play: Callable[[Vector, Vector], Any] | None = make() if make is not None else None
    if play is None:
        return None
    start: list[int] = [*engine.program.start, 0, 0, 0]
    state = len(start) - 2

    def player(seed: int) -> tuple[Vector, Vector, int]:
        v = start[:]
        v[RNG] = seed
        v[state] = state_for(seed)
        play(v, [])
        return v, [], v[-1]

    return player


def by_steps(engine: Engine) -> Player:
    """Return what plays a game step by step."""
    begin, step = engine.begin, engine.step

    def player(seed: int) -> tuple[Vector, Vector, int]:
        state, pool = state_for(seed), 0
        v, k, ids = begin(seed)
        made = 0
        while ids:
            if pool < LEAST:
                state, pool = rng.pool(state)
            count = len(ids)
            number = ids[pool % count]
            pool //= count
            made += 1
            ids = step(v, k, number)
        return v, k, made

    return player


def ends(engine: Engine) -> Callable[[Vector, Vector], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what gives the scores and winners of a position at the end of a game."""
    program = engine.program
    find = getattr(engine.backend, "asked", None)
    known = [find(line.value) if find else None for line in program.score]
    lines: list[Callable[..., int]] = [line for line in known if line is not None]

    def general(v: Vector, k: Vector) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(totals(engine, v, k)), tuple(winners(engine, v, k))

    if len(lines) < len(known) or program.goal is not None:
        return general
    seats = range(program.players)
    best = min if program.lower_wins else max
    only = lines[0] if len(lines) == 1 else None

    def quick(v: Vector, k: Vector) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if only is not None:
            scores = tuple([only(v, k, seat, ()) for seat in seats])
        else:
            scores = tuple([sum([line(v, k, seat, ()) for line in lines]) for seat in seats])
        most = best(scores)
        won = tuple([seat for seat in seats if scores[seat] == most])
        if len(won) > 1 and program.ties:
            won = tuple(winners(engine, v, k))
        return scores, won

    return quick
