"""Rule files on disk: a game's id or path in, its files read and merged into one tree out.

Nothing outside the game's folder is read: a link that leads out of it is refused. Limits on
numbers and sizes of files are checked before anything is parsed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_check import check_schema
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.yaml_reader import (
    YamlEntry,
    YamlList,
    YamlMap,
    YamlNode,
    load_source,
    read_yaml,
)

MOST_FILES = 64
MOST_BYTES = 8 * 1024 * 1024


@dataclass
class Reading:
    """What reading files has given so far."""

    sources: dict[str, SourceFile] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def file(self, path: Path, display: str, schema: str) -> YamlNode | None:
        """Read one file and check its shape; None if it cannot be used."""
        loaded = load_source(path, display)
        if isinstance(loaded, Problem):
            self.problems.append(loaded)
            return None
        self.sources[display] = loaded
        node, found = _read(loaded, schema)
        self.problems.extend(found)
        return node

    def owned(self, folder: Path, path: Path) -> bool:
        """Whether a file lies in its game's folder; one that leads elsewhere is reported."""
        try:
            if path.resolve().is_relative_to(folder.resolve()):
                return True
        except (OSError, RuntimeError):
            pass  # A link that leads back to itself leads nowhere.
        self.problems.append(
            problem(
                "file-outside",
                "This file is a link that leads out of the game's folder, so it is not read.",
                Span.file_start(display_name(folder, path)),
                "Put the file itself into the folder.",
            )
        )
        return False


@lru_cache(maxsize=256)
def _read(source: SourceFile, schema: str) -> tuple[YamlNode | None, tuple[Problem, ...]]:
    """The tree of a file, if it can be used, and the problems with its shape.

    Kept, because a game is made again for every number of players and every setting.
    """
    node, found = read_yaml(source)
    if node is None:
        return None, tuple(found)
    # What YAML could not read looks wrong to the schema too: one mistake, one message.
    lines = {line for p in found for line in range(p.span.line, p.span.end_line + 1)}
    shape = check_schema(node, schema, source) if schema else []
    every = (*found, *(each for each in shape if each.span.line not in lines))
    return None if any(p.severity == "error" for p in every) else node, every


def games_folder() -> Path:
    """The folder of the games that come with the package."""
    return Path(import_module("rulewright.games").__path__[0])


def shipped(folder: Path) -> bool:
    """Whether a folder is one of the games that come with the package."""
    return folder.resolve().parent == games_folder().resolve()


def display_name(folder: Path, path: Path) -> str:
    """How a file is called in messages: never by a machine's own path."""
    inner = path.relative_to(folder).as_posix()
    if shipped(folder):
        return f"games/{folder.name}/{inner}"
    if not folder.is_absolute():
        return (folder / inner).as_posix().removeprefix("./")
    try:
        return (folder.relative_to(Path.cwd()) / inner).as_posix()
    except ValueError:
        return f"{folder.name}/{inner}"


def shown_path(path: Path) -> str:
    """How a file that somebody named is called in messages: as named, but never from the root."""
    if not path.is_absolute():
        return path.as_posix().removeprefix("./")
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return f"{path.parent.name}/{path.name}"


def exists(path: Path) -> bool:
    """Whether there is such a file; a name that no system allows names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def game_files(folder: Path) -> list[Path]:
    """The files that make up a game: every YAML file directly in its folder."""
    return sorted(folder.glob("*.yaml"), key=lambda p: (p.name != "game.yaml", p.name))


def read_game(folder: Path, reading: Reading) -> YamlMap | None:
    """All files of a game merged into one tree; None if one of them cannot be used."""
    files = game_files(folder)
    top = Span.file_start(display_name(folder, folder / "game.yaml"))
    if len(files) > MOST_FILES:
        reading.problems.append(
            problem(
                "file-too-many",
                f"A game has at most {MOST_FILES} rule files; this one has {len(files)}.",
                top,
                "Join files that belong together.",
            )
        )
        return None
    if sum(map(_size, files)) > MOST_BYTES:
        reading.problems.append(
            problem(
                "file-too-large",
                "The rule files of this game are larger than 8 MiB together.",
                top,
                "Take out what the rules do not need.",
            )
        )
        return None
    merged: YamlMap | None = None
    usable = True
    for path in files:
        display = display_name(folder, path)
        if not reading.owned(folder, path):
            usable = False
            continue
        node = reading.file(path, display, "game")
        if not isinstance(node, YamlMap):
            usable = False
            continue
        merged = node if merged is None else merge(merged, node, reading.problems)
    return merged if usable else None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # Reading it will say why.


def merge(left: YamlMap, right: YamlMap, problems: list[Problem], depth: int = 0) -> YamlMap:
    """Two files as one: sections are joined, an id given twice is a problem."""
    entries = dict(left.entries)
    for key, entry in right.entries.items():
        mine = entries.get(key)
        if mine is None:
            entries[key] = entry
        elif (
            depth == 0
            and isinstance(mine.value, YamlMap)
            and isinstance(entry.value, YamlMap)
            and key not in ("title", "description", "source")
        ):
            entries[key] = YamlEntry(
                key, mine.key_span, merge(mine.value, entry.value, problems, 1)
            )
        elif depth == 0 and isinstance(mine.value, YamlList) and isinstance(entry.value, YamlList):
            joined = replace(mine.value, items=[*mine.value.items, *entry.value.items])
            entries[key] = YamlEntry(key, mine.key_span, joined)
        else:
            problems.append(
                problem(
                    "duplicate-id",
                    f"'{key}' is given in two files.",
                    entry.key_span,
                    "Keep one of them.",
                    [("also given here", mine.key_span)],
                )
            )
    return replace(left, entries=entries)
