"""A decision in, a move out: players that need no person.

A bot has one method, `choose(match) -> int`: the match waits for its seat, and the integer is one
of `match.option_ids()`. It must not change the match and must not look at what its seat may not
know; `match.view(seat)` and `rulewright.interpreter.sight` show what it may. Bots are made by
name, each with its own seed and its own random generator, so that chance in the game is the same
whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match

__all__ = ["DEFAULT", "Bot", "BotMaker", "UnknownBot", "about", "make", "names", "register", "team"]

DEFAULT = "greedy"
"""The bot that plays where none is named."""


class Bot(Protocol):
    """Somebody who answers decisions."""

    def choose(self, match: Match) -> int:
        """Return the integer of the option to take."""


BotMaker = Callable[[int, int], Bot]
"""Makes a bot from a seed and the number of its seat."""

# Name -> module and class, imported when such a bot is made.
_HOMES = {
    "random": (f"{__name__}.uniform", "RandomBot"),
    "greedy": (f"{__name__}.greedy", "GreedyBot"),
}
_ABOUT = {
    "random": "takes any move, all equally likely",
    "greedy": "takes the moves of this turn that leave it with the best score",
}
_registered: dict[str, BotMaker] = {}


class UnknownBot(Exception):
    """A name that no bot has."""

    code = "unknown-bot"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        near = get_close_matches(name, names(), 1)
        self.near = near[0] if near else None

    def __str__(self) -> str:
        hint = f"Did you mean '{self.near}'?" if self.near else f"There is {', '.join(names())}."
        return f"There is no bot '{self.name}'. {hint}"


def names() -> list[str]:
    """Return the names of all bots."""
    return [*_HOMES, *_registered]


def about(name: str) -> str:
    """Return what a bot does, in a few words."""
    return _ABOUT.get(name, "")


def register(name: str, maker: BotMaker) -> None:
    """Add a bot of one's own under a name; a name that is taken is a ValueError."""
    if name in _HOMES or name in _registered:
        raise ValueError(f"there is a bot '{name}' already")
    _registered[name] = maker


def make(name: str, seed: int, seat: int) -> Bot:
    """Return a bot; `UnknownBot` if there is none of that name."""
    if name in _registered:
        return _registered[name](seed, seat)
    if name not in _HOMES:
        raise UnknownBot(name)
    module, label = _HOMES[name]
    return cast(BotMaker, getattr(import_module(module), label))(seed, seat)


def team(wanted: Sequence[str], seed: int | str) -> list[Bot]:
    """Return one bot per seat, each with a seed of its own derived from one seed."""
    from rulewright.interpreter.queries import rng

    # Another series than that of games, so that bots and games share no numbers.
    series = rng.derive(seed, -1)
    return [make(name, rng.derive(series, seat), seat) for seat, name in enumerate(wanted)]
