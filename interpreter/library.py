"""Where games are: a game's id or path in, its folder and the files that make it up out.

Nothing is parsed: this is what a worker needs that finds the game ready in the cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

_MOST_BYTES = 8 * 1024 * 1024
_BASE = re.compile(rb"^of:[ \t]*[\"']?([a-z0-9-]+)", re.MULTILINE)


class UnknownGame(Exception):
    """A name that is neither the id of a game nor the path of rule files."""

    code = "unknown-game"

    def __init__(self, name: str, near: str | None = None) -> None:
        super().__init__(name)
        self.name = name
        self.near = near

    def __str__(self) -> str:
        hint = f" Did you mean '{self.near}'?" if self.near else ""
        what = "file or folder" if self.is_path else "game"
        return f"There is no {what} '{self.name}'.{hint}"

    @property
    def is_path(self) -> bool:
        """Whether the name looks like a path rather than an id."""
        return "/" in self.name or "\\" in self.name or self.name.endswith((".yaml", ".yml"))


def games_folder() -> Path:
    """Return the folder with the games that come with the package."""
    # By name, because `rulewright.games` as an attribute is the function that lists them.
    return Path(import_module("rulewright.games").__path__[0])


def folder_of(game: str) -> Path | None:
    """Return the folder of a game given by id or path, or None if there is none."""
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game):
        folder = games_folder() / game.replace("-", "_")
        if (folder / "game.yaml").is_file():
            return folder
    path = Path(game)
    if path.is_dir():
        return path if (path / "game.yaml").is_file() else None
    if path.is_file():
        if path.name == "game.yaml":
            return path.parent
        # A variant file names the game it changes, near its beginning.
        with path.open("rb") as stream:
            found = _BASE.search(stream.read(_MOST_BYTES))
        return folder_of(found.group(1).decode()) if found else None
    return None


def rule_files(game: str, variants: Iterable[str | Path] = ()) -> dict[str, bytes] | None:
    """Return every file that a game and its variants are made of, or None if one is missing.

    The key is the path inside the game's folder, or the path as it was given for a file outside.
    """
    folder = folder_of(game)
    if folder is None:
        return None
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.yaml"))
    }
    for name in [game, *map(str, variants)]:
        path = Path(name)
        if path.suffix in (".yaml", ".yml") and path.name != "game.yaml":
            # What is too large to be read is for the pipeline to report.
            if not path.is_file() or path.stat().st_size > _MOST_BYTES:
                return None
            found[name] = path.read_bytes()
    return found
