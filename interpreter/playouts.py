"""Many random games: a game and a seed in; scores, winners and length of each out.

Every seat is a random player, and all of them draw from one generator (`bots.uniform`). Each game
goes as `bots.arena.play_out` has it go, in a quicker way: compiled to one function that plays it
from start to end where that can be, and by steps otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.dsl.program import RNG

from .bots.arena import Result, play_out, series_of
from .bots.uniform import FACTOR, MODULUS, OWN, state_for
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
    """Plays random games of one game.

    `slowly(seed, number)` gives the result of a game that cannot be played to its end.
    """

    def __init__(self, engine: Engine, slowly: Callable[[int | str, int], Result]) -> None:
        self._slowly = slowly
        game = whole(engine)
        self._play, lines = game if game is not None else (by_steps(engine), None)
        self._ends = ends(engine, lines)

    def play(self, seed: int | str, first: int, end: int) -> list[Result]:
        """Return the results of the games from number `first` up to, but not with, `end`."""
        series = series_of(seed)
        numbered, play, ends = rng.numbered, self._play, self._ends
        new = tuple.__new__  # a game may take less time than a call of Result
        found = []
        for number in range(first, end):
            own = numbered(series, number)
            try:
                v, k, made = play(own)
                found.append(new(Result, (number, own, *ends(v, k), made, None)))
            except (RuleRuntimeError, Fault):
                # Once more, slowly: that says where it went wrong.
                found.append(self._slowly(seed, number))
        return found


def playouts(game: Game) -> Playouts:
    """Return what plays random games of a game."""
    return Playouts(game.engine, lambda seed, number: slowly(game, seed, number))


def slowly(game: Game, seed: int | str, number: int) -> Result:
    """Return the result of a random game that is played move by move."""
    return play_out(game, ["random"] * game.players, seed, number, False)


def whole(engine: Engine) -> tuple[Player, list[Callable[..., int]]] | None:
    """Return what plays a game as one function, and the lines of its score, if there are such."""
    make = getattr(engine.backend, "whole", None)
    game = make() if make is not None else None
    if game is None:
        return None
    play, start = game.play, game.start
    state = len(start) - 2
    # Some Pythons keep lists of small numbers apart; a seed that nobody asks for is none.
    chance = any(one.kind == "chance" for one in engine.program.decisions)

    def player(seed: int) -> tuple[Vector, Vector, int]:
        v = start[:]
        if chance:
            v[RNG] = seed
        v[state] = (seed ^ OWN) % (MODULUS - 1) + 1
        play(v, [])
        return v, [], v[-1]

    return player, game.lines


def by_steps(engine: Engine) -> Player:
    """Return what plays a game step by step."""
    begin, step = engine.begin, engine.step

    def player(seed: int) -> tuple[Vector, Vector, int]:
        state = state_for(seed)
        v, k, ids = begin(seed)
        made = 0
        while ids:
            state = state * FACTOR % MODULUS
            made += 1
            ids = step(v, k, ids[state % len(ids)])
        return v, k, made

    return player


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
        return tuple(totals(engine, v, k)), tuple(winners(engine, v, k))

    if len(lines) < len(program.score) or program.goal is not None:
        return general
    seats = range(program.players)
    best = min if program.lower_wins else max
    only = lines[0] if len(lines) == 1 else None

    def duel(v: Vector, k: Vector) -> tuple[tuple[int, ...], tuple[int, ...]]:
        assert only is not None
        one, other = only(v, k, 0, ()), only(v, k, 1, ())
        if one == other:
            return (one, other), (0, 1)
        return (one, other), ((0,) if one > other else (1,))

    if program.players == 2 and only is not None and best is max and not program.ties:
        return duel

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
