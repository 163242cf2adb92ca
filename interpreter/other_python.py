"""Random games in another Python, such as PyPy: a game and its name in; results out.

The compiled rules travel as source text, so the other Python compiles them for itself; results are
those of `playouts.Playouts` game by game. A worker needs nothing but the standard library and the
modules of this package, which it reads from where they are (`other_worker`).
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as model

from .bots.arena import Result
from .compile.code import sources
from .playouts import slowly

if TYPE_CHECKING:
    from .match import Game

OLDEST = (3, 9)


class NoSuchPython(Exception):
    """There is no Python to play with under a name."""


def find(name: str) -> str:
    """Return the path of a Python given by name or path; `NoSuchPython` if it cannot be used."""
    path = shutil.which(name)
    if path is None:
        raise NoSuchPython(f"there is no program '{name}'.")
    ask = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([path, "-c", ask], capture_output=True, text=True, timeout=60)
        major, minor = map(int, done.stdout.split())
    except (OSError, ValueError, subprocess.SubprocessError):
        raise NoSuchPython(f"'{name}' is not a Python.") from None
    if (major, minor) < OLDEST:
        raise NoSuchPython(f"'{name}' is Python {major}.{minor}; it takes 3.9 or newer.")
    return path


def payload(game: Game, seed: int | str) -> str:
    """Return all that a worker needs to know, as one line of JSON."""
    program = game.program
    made = sources(program)
    return json.dumps({"program": model.to_data(program), "seed": seed, **made})


def _folders() -> str:
    """Return where the packages are that a worker imports."""
    names = ("rulewright", "rulewright.dsl", "rulewright.interpreter")
    found = {}
    for name in names:
        where = import_module(name).__file__
        assert where is not None
        found[name] = str(Path(where).parent)
    return json.dumps(found)


class Worker:
    """One process of another Python."""

    def __init__(self, python: str, payload: str) -> None:
        script = Path(__file__).with_name("other_worker.py")
        command = [python, "-I", str(script), _folders()]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._write(payload)
        if self._read() != "ready\n":
            self.close()
            raise NoSuchPython(f"'{python}' cannot play this game.")
        self.seconds = 0.0
        """Processor time spent on games."""

    def ask(self, first: int, end: int) -> None:
        """Ask for the games from one number up to, but not with, another."""
        self._write(json.dumps([first, end]))

    def answer(self) -> list[Result]:
        """Return the results that were asked for longest ago."""
        line = self._read()
        if not line:
            raise NoSuchPython("the other Python ended before its games.")
        spent, rows = json.loads(line)
        self.seconds += spent
        return [
            Result(number, own, tuple(scores), tuple(winners), made)
            for number, own, scores, winners, made, _ in rows
        ]

    def close(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def play(
    game: Game, python: str, seed: int | str, games: int, jobs: int = 1, size: int = 1000
) -> Iterator[Result]:
    """Yield the results of a series of random games played in another Python."""
    tasks = deque((first, min(first + size, games)) for first in range(0, games, size))
    text = payload(game, seed)
    workers: list[Worker] = []
    try:
        for _ in range(min(jobs, len(tasks))):
            workers.append(Worker(python, text))
            workers[-1].ask(*tasks.popleft())
        busy: deque[Any] = deque(workers)
        while busy:
            worker = busy.popleft()
            found = worker.answer()
            if tasks:
                worker.ask(*tasks.popleft())
                busy.append(worker)
            for result in found:
                yield result if result.decisions >= 0 else slowly(game, seed, result.number)
    finally:
        for worker in workers:
            worker.close()
