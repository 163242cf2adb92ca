"""Fixture games: the name of a folder here in; a game, its moves in words, playouts out."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.program import Program
from rulewright.interpreter.engine import Engine, Option, Vector
from rulewright.interpreter.match import Game, Match

HERE = Path(__file__).parent


def fixtures() -> list[str]:
    """Every fixture game, by folder."""
    return sorted(path.parent.name for path in HERE.glob("*/game.yaml"))


@cache
def program(name: str, players: int | None, options: tuple[tuple[str, Any], ...] = ()) -> Program:
    """The Program of a folder, as rule files make it: nothing has been derived from it."""
    return load_program(str(HERE / name), players, dict(options)).unwrap()


@cache
def _game(name: str, players: int | None, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(program(name, players, options))


def game(name: str, players: int | None = None, **options: Any) -> Game:
    """The game in a folder; problems in its files are raised."""
    return _game(name, players, tuple(sorted(options.items())))


def start(
    name: str, *moves: str, players: int | None = None, seed: int = 1, **options: Any
) -> Match:
    """A match of a fixture game after some moves."""
    return play(game(name, players, **options).start(seed), *moves)


def play(match: Match, *moves: str) -> Match:
    """Make moves given in words."""
    for move in moves:
        match.play(move)
    return match


def texts(match: Match) -> list[str]:
    """What can be done now, in words."""
    return [move.text for move in match.moves()]


def goods(match: Match, player: int = 0) -> dict[str, int]:
    """What a player has, nothing left out but zeros."""
    held = match.view(player)["players"][player]["goods"]
    return {good: amount for good, amount in held.items() if amount}


def broken_invariants(engine: Engine, v: Vector, k: Vector) -> list[str]:
    """The declared invariants that do not hold for some player."""
    return [
        line.name
        for line in engine.program.invariants
        for player in range(engine.program.players)
        if not engine.backend.eval(line.value, v, k, player)
    ]


def playout(engine: Engine, seed: int, every_move: bool) -> list[Option]:
    """Play at random to the end; with `every_move` all listed moves are tried in each position."""
    pick = random.Random(seed)
    v, k = engine.start(seed)
    made: list[Option] = []
    while (decision := engine.decision(v)) is not None:
        options = engine.options(v, k)
        assert options, decision
        assert len({option.id for option in options}) == len(options), decision
        if every_move:
            for option in options:
                copy, stack = v[:], k[:]
                engine.choose(copy, stack, option, None)
                assert not broken_invariants(engine, copy, stack)
        made.append(pick.choice(options))
        engine.choose(v, k, made[-1], None)
        assert not broken_invariants(engine, v, k)
        assert len(made) < 1000, "the game does not come to an end"
    return made


def game_from(folder: Path, text: str) -> Game:
    """The game of a text that is too wrong, or too odd, to be a fixture."""
    (folder / "game.yaml").write_text(text)
    return Game(load_program(str(folder)).unwrap())
