"""Which backend runs a game: a name or nothing in, something that makes backends for it out.

Compiled code is the default; RULEWRIGHT_BACKEND=reference plays with the reference evaluator.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from rulewright.dsl.program import Program

from .cache import Entry
from .compile.backend import Compiled
from .compile.code import (
    NAME,
    PLAY_NAME,
    Code,
    PlayCode,
    compiled,
    compiled_play,
    from_bytes,
    play_from_bytes,
    play_to_bytes,
    to_bytes,
)
from .engine import Backend
from .pausing import collecting_later
from .reference import Reference

Maker = Callable[[Program], Backend]


class Compiling:
    """Makes compiled backends for one Program; its code is made once, or taken from a cache."""

    def __init__(self, entry: Entry | None = None, content: bytes | None = None) -> None:
        self._entry = entry
        self._content = content
        self._code: Code | None = None
        self._play: PlayCode | None = None
        self._lock = Lock()
        # What a cache keeps, and what comes from another process, has its guards already.
        self.prepared = entry is not None or content is not None

    def __call__(self, program: Program) -> Compiled:
        """Return a backend of its own for a thread."""
        with self._lock:
            if self._code is None:
                self._code = self._found(program) or self._made(program)
        return Compiled(program, self._code, self._play_of)

    def _play_of(self, program: Program) -> PlayCode:
        """Return the code for playing by integers: made when it is first asked for, then kept."""
        with self._lock:
            if self._play is None and self._entry is not None:
                content = self._entry.read(PLAY_NAME)
                self._play = play_from_bytes(program, content) if content else None
            if self._play is None:
                with collecting_later():
                    self._play = compiled_play(program)
                if self._entry is not None:
                    self._entry.write(PLAY_NAME, play_to_bytes(program, self._play))
        return self._play

    def _found(self, program: Program) -> Code | None:
        content = self._content
        if content is None and self._entry is not None:
            content = self._entry.read(NAME)
        return None if content is None else from_bytes(program, content)

    def _made(self, program: Program) -> Code:
        code = compiled(program)
        if self._entry is not None:
            self._entry.write(NAME, to_bytes(program, code))
        return code

    def sent(self, program: Program) -> Compiling:
        """Return the same for another process, with the code if there is any."""
        if self._code is None:
            return self
        return Compiling(None, to_bytes(program, self._code))

    def __reduce__(self) -> tuple[Any, ...]:
        return Compiling, (self._entry, self._content)


def maker(
    wanted: str | Maker | None = None,
    entry: Entry | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Maker:
    """Return what makes the backends of a game: "compiled", "reference", or as it is given.

    `entry` is where compiled code may be kept.
    """
    if callable(wanted):
        return wanted
    name = wanted or environment.get("RULEWRIGHT_BACKEND") or "compiled"
    if name == "compiled":
        return Compiling(entry)
    if name == "reference":
        return Reference
    raise ValueError(f"there is no backend {name!r}: it is compiled or reference")
