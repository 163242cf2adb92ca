"""Games made ready before: a key for rule files in, the Program (and compiled code) for it out.

Each key has a folder with the Program, pickled, and, where a compiler left them there, other blobs
such as marshalled code. A blob is a line with the SHA-256 of what follows, then the content. Files
are written under another name and then renamed, so no reader ever sees half of one. Whatever
cannot be read is as good as not there.

RULEWRIGHT_CACHE=off does without; any other value is the folder to use. Otherwise it is
`rulewright` in the user's cache folder (XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache).
"""

from __future__ import annotations

import io
import json
import os
import pickle
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulewright.dsl import program as model
from rulewright.dsl.program import Program

from .version import VERSION

FORMAT = 2
MOST_ENTRIES = 64
"""Games kept; the ones that were written longest ago go first."""
PROGRAM = "program.pickle"
_DIGITS = 64


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of the cache, or None if there is to be none."""
    wanted = environment.get("RULEWRIGHT_CACHE", "")
    if wanted.lower() in ("off", "no", "0", "false"):
        return None
    if wanted:
        return Path(wanted)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        # A relative path there is to be ignored, says the standard.
        if os.path.isabs(environment.get(name, "")):
            return Path(environment[name]) / "rulewright"
    home = os.path.expanduser("~")
    return Path(home) / ".cache" / "rulewright" if os.path.isabs(home) else None


def toolchain() -> list[tuple[str, int, int]]:
    """Return what tells one state of the compiler from another: its files, sizes and times.

    That is the language, and what stands beside this file: guards are part of a kept Program.
    """
    found = []
    todo = [os.path.dirname(model.__file__)]
    while todo:
        with os.scandir(todo.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".lark")):
                    found.append(_state(entry))
                elif entry.name != "__pycache__" and entry.is_dir():
                    todo.append(entry.path)
    with os.scandir(os.path.dirname(__file__)) as entries:
        found += [_state(entry) for entry in entries if entry.name.endswith(".py")]
    return sorted(found)


def _state(entry: os.DirEntry[str]) -> tuple[str, int, int]:
    status = entry.stat()
    return entry.name, status.st_size, status.st_mtime_ns


def key_of(
    files: Mapping[str, bytes],
    game: str,
    players: int | None,
    options: Mapping[str, Any],
    variants: Iterable[str],
) -> str:
    """Return the key of a game made from these files with these settings."""
    digest = sha256()
    settings = [FORMAT, model.FORMAT, VERSION, toolchain(), game, players, list(variants)]
    digest.update(json.dumps([*settings, dict(options)], sort_keys=True, default=str).encode())
    for name, content in sorted(files.items()):
        digest.update(f"\n{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


class _Writer(pickle.Pickler):
    """Writes a Program as calls of the classes of the model, which is read quickest."""

    def reducer_override(self, obj: Any) -> Any:
        """Return how to make an object again."""
        if is_dataclass(obj) and not isinstance(obj, type):
            return type(obj), tuple([getattr(obj, one.name) for one in fields(obj)])
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads a Program; nothing but the classes of the model is ever called."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of the model."""
        found = getattr(model, name, None)
        if module == model.__name__ and is_dataclass(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a Program")


@dataclass(frozen=True)
class Entry:
    """What is kept for one key."""

    cache: Cache
    key: str

    def read(self, name: str) -> bytes | None:
        """Return a blob, or None."""
        return self.cache.read(self.key, name)

    def write(self, name: str, content: bytes) -> None:
        """Keep a blob."""
        self.cache.write(self.key, name, content)


class Cache:
    """A folder of games made ready; without a folder nothing is found and nothing kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def program(self, key: str) -> Program | None:
        """Return the Program kept under a key, or None."""
        content = self.read(key, PROGRAM)
        if content is None:
            return None
        try:
            found = _Reader(io.BytesIO(content)).load()
        except Exception:  # whatever is wrong with it, it is as good as not there
            return None
        return found if isinstance(found, Program) else None

    def keep(self, key: str, program: Program) -> None:
        """Keep a Program under a key."""
        from .sharing import shared

        content = io.BytesIO()
        _Writer(content, pickle.HIGHEST_PROTOCOL).dump(shared(program))
        self.write(key, PROGRAM, content.getvalue())
        self._tidy()

    def read(self, key: str, name: str) -> bytes | None:
        """Return a blob kept under a key, or None; a damaged one counts as missing."""
        if self.folder is None:
            return None
        try:
            content = (self.folder / key / name).read_bytes()
        except OSError:
            return None
        digest, body = content[:_DIGITS], content[_DIGITS + 1 :]
        return body if sha256(body).hexdigest().encode() == digest else None

    def write(self, key: str, name: str, content: bytes) -> None:
        """Keep a blob under a key; a cache that cannot be written is no reason to stop."""
        if self.folder is None:
            return
        place = self.folder / key
        part = place / f"{name}.{os.getpid()}.part"
        try:
            place.mkdir(parents=True, exist_ok=True)
            part.write_bytes(sha256(content).hexdigest().encode() + b"\n" + content)
            os.replace(part, place / name)
        except OSError:
            self._remove(part)

    def _remove(self, path: Path) -> None:
        with suppress(OSError):
            path.unlink(missing_ok=True)

    def _tidy(self) -> None:
        """Drop the oldest entries when there are too many."""
        if self.folder is None:
            return
        try:
            entries = [entry for entry in os.scandir(self.folder) if entry.is_dir()]
            entries.sort(key=lambda entry: entry.stat().st_mtime)
            for entry in entries[:-MOST_ENTRIES]:
                for path in Path(entry.path).iterdir():
                    path.unlink()
                os.rmdir(entry.path)
        except OSError:
            return
