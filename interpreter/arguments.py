"""What the API is called with: arguments as a front-end gives them in, the same out once they fit.

What does not fit is a `WrongArgument` that says what would; nothing has happened then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

from .errors import WrongArgument


def seat_of(seat: Any, players: int) -> int | None:
    """Return a seat; None stands for the public."""
    if seat is None or (_whole(seat) and 0 <= seat < players):
        return seat  # type: ignore[no-any-return]
    seats = "is 0" if players == 1 else f"are 0 to {players - 1}"
    message = f"there is no seat {seat!r}: the seats of this game {seats}, None is the public"
    if isinstance(seat, str) and len(seat) == 1 and 0 <= ord(seat.upper()) - ord("A") < players:
        message += f"; player {seat.upper()} has seat {ord(seat.upper()) - ord('A')}"
    raise WrongArgument("unknown-seat", f"{message}.")


def players_of(players: Any) -> int | None:
    """Return how many are to play; None leaves it to the game."""
    if players is None or _whole(players):
        return players  # type: ignore[no-any-return]
    raise _wrong("players", "a number such as 2", players)


def options_of(options: Any) -> dict[str, Any]:
    """Return settings by name."""
    if options is None or isinstance(options, Mapping):
        return dict(options or {})
    raise _wrong("options", "a mapping such as {'solo': True}", options)


def paths_of(name: str, paths: Any) -> list[str]:
    """Return names or paths as a list; one alone is one, not its letters."""
    if paths is None:
        return []
    listed = [paths] if isinstance(paths, (str, PathLike)) else paths
    if not isinstance(listed, Iterable) or isinstance(listed, (bytes, Mapping)):
        raise _wrong(name, "a name, a path or a list of them", paths)
    return [path_of(name, each) for each in listed]


def path_of(name: str, path: Any) -> str:
    """Return one name or path."""
    if isinstance(path, (str, PathLike)):
        return str(path)
    raise _wrong(name, "a name or a path", path)


def seed_of(seed: Any) -> int | str | None:
    """Return what chance begins with; None leaves it to chance."""
    if seed is None or isinstance(seed, str) or _whole(seed):
        return seed  # type: ignore[no-any-return]
    raise _wrong("seed", "a number, a text or None", seed)


def language_of(lang: Any) -> str:
    """Return a language; one that nobody has words for is English."""
    if isinstance(lang, str):
        return lang
    raise _wrong("lang", "a language such as 'en' or 'fr'", lang)


def _whole(value: Any) -> bool:
    # True and False are integers to Python, but nobody means a number by them.
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(name: str, wanted: str, found: Any) -> WrongArgument:
    shown = repr(found)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return WrongArgument("wrong-argument", f"{name} should be {wanted}, not {shown}.")
