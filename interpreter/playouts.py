"""Many random games: a game and a seed in; scores, winners and length of each out.

Every seat is a random player, and all of them draw from one generator (`bots.uniform`). Each game
goes as `bots.arena.play_out` has it go, in a quicker way: compiled to one function that plays it
from start to end where that can be, and by steps otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rulewright.dsl.program import RNG

from .bots.arena import Result, play_out, series_of
from .bots.uniform import FACTOR, MODULUS, OWN
from .errors import RuleRuntimeError
from .kernel import Fault
from .queries import rng
from .scoring import totals
from .scoring import winners as winners_of

if TYPE_CHECKING:
    from rulewright.dsl.program import Program

    from .engine import Engine, Vector
    from .match import Game

_STATES = MODULUS - 1
"""States of the generator of random players, from 1 on (as `bots.uniform.state_for` has them)."""
_MOST_KEPT = 4096
"""Scores whose winners are kept."""

Player = Callable[[int], tuple["Vector", "Vector", int]]
"""Plays the game of a seed: the position at its end, and how many decisions there were."""


class Whole(NamedTuple):
    """What plays a game as one function."""

    play: Callable[[Vector, Vector], object]
    """Plays from a copy of `start` with the seeds in it, to the end."""
    start: Vector
    lines: list[Callable[..., int]]
    """The lines of the score."""
    state: int
    """The slot for the generator of random players; behind it that of the decisions made."""
    scores: slice | None
    """The slots in which it leaves the scores, if it does."""
    chance: bool
    """Whether there is something to be drawn from the seed of the game."""


class Playouts:
    """Plays random games of one game.

    `slowly(seed, number)` gives the result of a game that cannot be played to its end.
    """

    def __init__(self, engine: Engine, slowly: Callable[[int | str, int], Result]) -> None:
        self._slowly = slowly
        self._game = whole(engine)
        self._play = by_steps(engine) if self._game is None else as_whole(self._game)
        self._ends = ends(engine, None if self._game is None else self._game.lines)
        self._best = plain_best(engine.program)
        self._won: dict[tuple[int, ...], tuple[int, ...]] = {}

    def play(self, seed: int | str, first: int, end: int) -> list[Result]:
        """Return the results of the games from number `first` up to, but not with, `end`."""
        if self._game is not None and self._game.scores is not None and self._best is not None:
            return self._scored(self._game, self._game.scores, seed, first, end)
        seeds, _ = rng.numbered_from(series_of(seed), first, end, OWN, _STATES)
        play, ends = self._play, self._ends
        found = []
        for number, own in enumerate(seeds, first):
            try:
                v, k, made = play(own)
                found.append(Result(number, own, *ends(v, k), made))
            except (RuleRuntimeError, Fault):
                # Once more, slowly: that says where it went wrong.
                found.append(self._slowly(seed, number))
        return found

    def _scored(
        self, game: Whole, scores: slice, seed: int | str, first: int, end: int
    ) -> list[Result]:
        """Return the same where games leave their scores: some take less time than a few calls."""
        play, start, _, state, _, chance = game
        made, won, new = state + 1, self._won, tuple.__new__
        k: Vector = []
        # Whoever has more wins most games, and most are for two.
        duel = scores.stop - scores.start == 2 and self._best is max
        winners: tuple[int, ...]
        found = []
        seeds, states = rng.numbered_from(series_of(seed), first, end, OWN, _STATES)
        number = first - 1
        for own, left in zip(seeds, states, strict=True):
            number += 1
            v = start[:]
            v[state] = left + 1
            if chance:  # some Pythons keep lists of small numbers apart
                v[RNG] = own
            try:
                play(v, k)
            except (RuleRuntimeError, Fault):
                found.append(self._slowly(seed, number))
                continue
            if duel:
                one, other = points = (v[-2], v[-1])
                winners = (0, 1) if one == other else (0,) if one > other else (1,)
            else:
                points = tuple(v[scores])
                winners = won.get(points) or self._decided(points)
            found.append(new(Result, (number, own, points, winners, v[made], None)))
        return found

    def _decided(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return who wins with these scores, and note it."""
        assert self._best is not None
        if len(self._won) >= _MOST_KEPT:
            self._won.clear()
        most = self._best(points)
        self._won[points] = found = tuple([n for n, one in enumerate(points) if one == most])
        return found


def playouts(game: Game) -> Playouts:
    """Return what plays random games of a game."""
    return Playouts(game.engine, lambda seed, number: slowly(game, seed, number))


def slowly(game: Game, seed: int | str, number: int) -> Result:
    """Return the result of a random game that is played move by move."""
    return play_out(game, ["random"] * game.players, seed, number, False)


def whole(engine: Engine) -> Whole | None:
    """Return what plays a game as one function, if there is such a function."""
    make = getattr(engine.backend, "whole", None)
    game = make() if make is not None else None
    if game is None:
        return None
    state = len(engine.program.start)
    behind = state + 2
    scores = slice(behind, len(game.start)) if len(game.start) > behind else None
    chance = any(one.kind == "chance" for one in engine.program.decisions)
    return Whole(game.play, game.start, game.lines, state, scores, chance)


def as_whole(game: Whole) -> Player:
    """Return what plays a game by one function."""
    play, start, _, state, _, _ = game
    made = state + 1

    def player(seed: int) -> tuple[Vector, Vector, int]:
        v = start[:]
        v[RNG] = seed
        v[state] = (seed ^ OWN) % _STATES + 1
        play(v, [])
        return v, [], v[made]

    return player


def by_steps(engine: Engine) -> Player:
    """Return what plays a game step by step."""
    begin, step = engine.begin, engine.step

    def player(seed: int) -> tuple[Vector, Vector, int]:
        state = (seed ^ OWN) % _STATES + 1
        v, k, ids = begin(seed)
        made = 0
        while ids:
            state = state * FACTOR % MODULUS
            made += 1
            ids = step(v, k, ids[state % len(ids)])
        return v, k, made

    return player


def plain_best(program: Program) -> Callable[[tuple[int, ...]], int] | None:
    """Return what finds the score that wins, if scores alone say who wins."""
    if program.goal is not None or program.ties:
        return None
    return min if program.lower_wins else max


def ends(
    engine: Engine, given: list[Callable[..., int]] | None = None
) -> Callable[[Vector, Vector], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what gives the scores and winners of a position at the end of a game.

    `given` are the lines of the score, where they are not the usual ones.
    """
    program = engine.program
    find = getattr(engine.backend, "asked", None)
    lines: list[Callable[..., int]] = given or []
    if given is None and find is not None:
        known = [find(line.value) for line in program.score]
        lines = [line for line in known if line is not None]

    def general(v: Vector, k: Vector) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(totals(engine, v, k)), tuple(winners_of(engine, v, k))

    if len(lines) < len(program.score) or program.goal is not None:
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
            won = tuple(winners_of(engine, v, k))
        return scores, won

    return quick
