"""Every game, player count, option and variant found in `games/`: nothing in, ways to play out.

A new game is covered when it appears: nobody lists games here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import rulewright as rw
from rulewright.interpreter.match import Game
from rulewright.interpreter.queries import rng


class Setting(NamedTuple):
    """One way to play a game."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        if len(self.options) > 2:
            values = "-".join(str(value) for _, value in self.options[:3])
            chosen = f"-with-{len(self.options)}-options-{values}"
        else:
            chosen = "".join(f"-{key}-{value}" for key, value in self.options)
        chosen += "".join(f"-{name}" for name in self.variants)
        return f"{self.game}-{self.players}{chosen}".replace("_", "-").lower()


def _alternatives(option: dict[str, Any]) -> list[Any]:
    default = option["default"]
    if option["choices"]:
        return [choice for choice in option["choices"] if choice != default]
    if option["type"] == "bool":
        return [not default]
    low, high = option["min"], option["max"]
    return [value for value in (low, high) if value is not None and value != default][:1]


@lru_cache(maxsize=1)
def every_setting() -> tuple[Setting, ...]:
    """Every game and player count as it is, then with each option changed by itself."""
    found: list[Setting] = []
    for info in rw.games():
        found += [Setting(info.id, count, ()) for count in info.players]
        for key, option in info.options.items():
            for value in _alternatives(option):
                for count in sorted({min(info.players), max(info.players)}):
                    found.append(Setting(info.id, count, ((key, value),)))
        for name in info.variants:
            found += [Setting(info.id, count, (), (name,)) for count in info.players]
    return tuple(found)


@lru_cache(maxsize=1)
def settings() -> tuple[Setting, ...]:
    """Every game and player count as it is, then with all options changed at once.

    All variants of a game come together, for two. `make soak` changes options and plays variants
    one by one, which takes longer.
    """
    found: list[Setting] = []
    for info in rw.games():
        found += [Setting(info.id, count, ()) for count in info.players]
        others = {key: _alternatives(option) for key, option in info.options.items()}
        for turn in range(max(map(len, others.values()), default=0)):
            changed = tuple(
                (key, values[turn]) for key, values in others.items() if turn < len(values)
            )
            for count in sorted({min(info.players), max(info.players)}):
                found.append(Setting(info.id, count, changed))
        if info.variants:
            two = 2 if 2 in info.players else min(info.players)
            found.append(Setting(info.id, two, (), info.variants))
    return tuple(found)


def plain_settings() -> tuple[Setting, ...]:
    """Every game and player count with the options as they are, and with all its variants."""
    return tuple(setting for setting in settings() if not setting.options)


@lru_cache(maxsize=64)
def load(setting: Setting) -> Game:
    """The game of a setting, loaded once."""
    return rw.load(setting.game, setting.players, dict(setting.options), setting.variants)


def playout(setting: Setting, seed: int, most: int = 10_000) -> Iterator[tuple[rw.Match, Any]]:
    """A random game: the match before each move, and the move that is then played."""
    match = load(setting).start(seed=seed)
    state = rng.seed_state(f"{setting}-{seed}")
    for _ in range(most):
        if match.over:
            return
        moves = match.moves()
        state, drawn = rng.below(state, len(moves))
        yield match, moves[drawn]
        match.play(moves[drawn])
