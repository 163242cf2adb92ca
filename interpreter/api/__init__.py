"""Rulewright: board-game rules as data, playable from Python.

    import rulewright as rw

    match = rw.load("some-game").start(seed=42)
    while not match.over:
        match.play(match.moves()[0])
    print(match.scores())

What rule files need to be read is imported when they are: a game that was loaded before comes
out of the cache without any parser.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.dsl.pipeline import GameInfo
    from rulewright.dsl.problems import Problem, RuleFileError
    from rulewright.dsl.program import Program
    from rulewright.interpreter.cache import Entry
    from rulewright.interpreter.errors import (
        GameOver,
        IllegalMove,
        PlayError,
        RuleRuntimeError,
        SaveMismatch,
        WrongArgument,
    )
    from rulewright.interpreter.explain import Reason
    from rulewright.interpreter.journal import Replay, replay
    from rulewright.interpreter.library import UnknownGame
    from rulewright.interpreter.match import Game, Match
    from rulewright.interpreter.moves import Decision, Move
    from rulewright.interpreter.scoring import ScoreLine, ScoreSheet
    from rulewright.interpreter.version import VERSION

__all__ = [
    "VERSION",
    "Decision",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "Move",
    "PlayError",
    "Problem",
    "Reason",
    "Replay",
    "RuleFileError",
    "RuleRuntimeError",
    "SaveMismatch",
    "ScoreLine",
    "ScoreSheet",
    "UnknownGame",
    "WrongArgument",
    "check",
    "games",
    "load",
    "replay",
    "resume",
]

# Where a name of this package lives; it is imported when it is first used.
_HOMES = {
    "VERSION": "rulewright.interpreter.version",
    "Decision": "rulewright.interpreter.moves",
    "Game": "rulewright.interpreter.match",
    "GameOver": "rulewright.interpreter.errors",
    "IllegalMove": "rulewright.interpreter.errors",
    "Match": "rulewright.interpreter.match",
    "Move": "rulewright.interpreter.moves",
    "PlayError": "rulewright.interpreter.errors",
    "Problem": "rulewright.dsl.problems",
    "Reason": "rulewright.interpreter.explain",
    "Replay": "rulewright.interpreter.journal",
    "RuleFileError": "rulewright.dsl.problems",
    "RuleRuntimeError": "rulewright.interpreter.errors",
    "SaveMismatch": "rulewright.interpreter.errors",
    "ScoreLine": "rulewright.interpreter.scoring",
    "ScoreSheet": "rulewright.interpreter.scoring",
    "UnknownGame": "rulewright.interpreter.library",
    "WrongArgument": "rulewright.interpreter.errors",
    "replay": "rulewright.interpreter.journal",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """This package: importing the folder of games must not put it in the place of `games()`."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name == "games" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def load(
    game: str | Path,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: str | Path | Iterable[str | Path] = (),
) -> Game:
    """Return a game that is ready to be played.

    `game` is an id, or the path of a rule folder or variant file. Without `players` it is for two,
    or for the fewest it can be played by. Mistakes in the rule files are raised all together as a
    `RuleFileError`; a name that is no game is an `UnknownGame`.
    """
    from rulewright.interpreter.pausing import collecting_later

    with collecting_later():
        from rulewright.interpreter import arguments
        from rulewright.interpreter.backends import maker
        from rulewright.interpreter.match import Game as MakeGame

        found = _program(
            arguments.path_of("game", game),
            arguments.players_of(players),
            arguments.options_of(options),
            arguments.paths_of("variants", variants),
        )
        return MakeGame(found[0], maker(entry=found[1]))


def _program(
    game: str, players: int | None, options: dict[str, Any], variants: list[str]
) -> tuple[Program, Entry | None]:
    """Return a Program and where it is kept in the cache."""
    from rulewright.interpreter.cache import Cache, Entry, cache_folder, key_of
    from rulewright.interpreter.library import rule_files

    cache = Cache(cache_folder())
    files = rule_files(game, variants) if cache.folder is not None else None
    key = key_of(files, game, players, options, variants) if files is not None else ""
    entry = Entry(cache, key) if key else None
    found = cache.program(key) if key else None
    if found is not None:
        return found, entry
    from rulewright.dsl.pipeline import load_program
    from rulewright.interpreter.guards import prepared

    _known(game)
    made = prepared(load_program(game, players, options, variants).unwrap())
    if key:
        cache.keep(key, made)
    return made, entry


def _known(game: str) -> None:
    """Raise `UnknownGame` for a name that is neither an id nor a path of anything."""
    from pathlib import Path

    from rulewright.dsl.pipeline import list_games
    from rulewright.dsl.suggest import did_you_mean
    from rulewright.interpreter.library import UnknownGame, folder_of

    # A path that is there but no game is for the pipeline to report.
    if not game or (folder_of(game) is None and not Path(game).exists()):
        raise UnknownGame(game, did_you_mean(game, [info.id for info in list_games()]))


def resume(save: Mapping[str, Any]) -> Match:
    """Go on with a match that `Match.save` wrote; `SaveMismatch` says what differs if it cannot."""
    from rulewright.interpreter.errors import SaveMismatch as Mismatch
    from rulewright.interpreter.errors import WrongArgument as BadArgument

    name = save.get("game") if isinstance(save, Mapping) else None
    if not isinstance(name, str):
        raise Mismatch("This save names no game.", "not-a-save")
    options, variants = save.get("options"), save.get("variants")
    if not isinstance(options, Mapping) or not isinstance(variants, list):
        raise Mismatch("This save does not say what it was played with.", "not-a-save")
    try:
        game = load(name, save.get("players"), options, variants)
    except BadArgument:
        raise Mismatch("This save does not say by how many it was played.", "not-a-save") from None
    return game.resume(save)


def check(paths: str | Path | Iterable[str | Path] = ()) -> list[Problem]:
    """Return all problems in rule files, variants and rulings; no paths means every game."""
    from rulewright.dsl.pipeline import check_paths
    from rulewright.interpreter.arguments import paths_of
    from rulewright.interpreter.pausing import collecting_later

    with collecting_later():
        problems, _ = check_paths(paths_of("paths", paths))
    return list(problems)


def games() -> list[GameInfo]:
    """Return every game's id, title, players, options and variants; nothing is compiled."""
    from rulewright.dsl.pipeline import list_games

    return list(list_games())
