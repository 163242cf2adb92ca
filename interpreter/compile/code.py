"""Code objects: a Program in; compiled functions out, and the same as bytes and back.

The bytes are for this version of Python and of the engine alone; anything else is told apart by
what stands in front of the code. They are `marshal` data: never read them from anywhere but the
cache that this program writes itself.
"""

from __future__ import annotations

import ast
import marshal
import os
import sys
from types import CodeType
from typing import Any, NamedTuple

from rulewright.dsl.program import Program

from ..version import VERSION

_FORMAT = 1
NAME = f"code.{sys.implementation.cache_tag}.marshal"
"""What the bytes are called in a cache."""
PLAY_NAME = f"play.{sys.implementation.cache_tag}.marshal"
"""What the bytes of the code for playing by integers are called there."""


_MOST_STEPPED = 1500
"""Instructions of a game that has functions for playing by integers; others spend their time
elsewhere."""


class Code(NamedTuple):
    """Compiled functions and what goes with them; see `module.Made`."""

    functions: dict[str, CodeType]
    starts: dict[int, str]
    shared: dict[str, tuple[Any, ...]]
    safe: tuple[int, ...]


def compiled(program: Program) -> Code:
    """Compile a Program."""
    # What compiles is not needed where code comes out of a cache.
    from .module import make

    made = make(program)
    functions = _functions(program, made.tree, made.files)
    return Code(functions, made.starts, made.shared, made.safe)


class StepCode(NamedTuple):
    """Compiled functions for playing by integers; see `steps.Steps`."""

    functions: dict[str, CodeType]
    steps: dict[int, str]
    runs: dict[int, str]
    opening: tuple[list[int], list[int]]


class WholeCode(NamedTuple):
    """Compiled functions that play whole games; see `whole.Whole`."""

    functions: dict[str, CodeType]
    entry: str
    """The function that plays a game; empty if there is none."""
    start: list[int]
    tables: dict[int, tuple[Any, ...]]


class PlayCode(NamedTuple):
    """What programs that play by integers need."""

    steps: StepCode
    whole: WholeCode


def compiled_play(program: Program, texts: list[str] | None = None) -> PlayCode:
    """Compile a Program for playing by integers; nothing is made for a large one.

    `texts` gets the functions as Python text, for Pythons that compile to machine code: steps, and
    whole games with masks as wide as a machine's word.
    """
    from .steps import make_steps
    from .whole import make_whole

    steps = StepCode({}, {}, {}, ([], []))
    whole = WholeCode({}, "", [], {})
    trees: list[ast.Module] = [ast.Module([], []), ast.Module([], [])]
    if len(program.code) <= _MOST_STEPPED:
        made = make_steps(program)
        functions = _functions(program, made.tree, made.files)
        steps = StepCode(functions, made.steps, made.runs, made.opening)
        trees[0] = made.tree
        game = make_whole(program) if texts is None else make_whole(program, 62)
        if game is not None:
            functions = _functions(program, game.tree, game.files)
            whole = WholeCode(functions, game.entry, game.start, game.tables)
            trees[1] = game.tree
    if texts is not None:
        texts += [ast.unparse(tree) for tree in trees]
    return PlayCode(steps, whole)


def _functions(program: Program, tree: ast.Module, files: dict[str, int]) -> dict[str, CodeType]:
    """Return the code of each function of a module."""
    functions = {}
    for one in tree.body:
        assert isinstance(one, ast.FunctionDef)
        file = program.files[files[one.name]] if program.files else "rules"
        # A code object has one file, and so has a module: each function is compiled by itself.
        module = compile(ast.Module([one], []), file, "exec", dont_inherit=True)
        functions[one.name] = next(c for c in module.co_consts if isinstance(c, CodeType))
    return functions


def source(program: Program) -> str:
    """Return what a Program is compiled to as Python text, for people and for other Pythons."""
    from .module import make

    return ast.unparse(make(program).tree)


def sources(program: Program) -> dict[str, str]:
    """Return what a Program is compiled to as texts: the code of all functions, and what is beside.

    See `other_worker.player`, which reads them.
    """
    from .module import make

    made = make(program)
    texts: list[str] = []
    play = compiled_play(program, texts)
    beside = made.starts, made.shared, made.safe
    return {
        "code": ast.unparse(made.tree),
        "beside_code": repr(beside),
        "steps": texts[0],
        "beside_steps": repr(tuple(play.steps[1:])),
        "whole": texts[1],
        "beside_whole": repr(tuple(play.whole[1:])),
    }


def to_bytes(program: Program, code: Code) -> bytes:
    """Return code in a form from which this Python can load it again."""
    return marshal.dumps((_stamp(program), *code))


def play_to_bytes(program: Program, code: PlayCode) -> bytes:
    """Return the code for playing by integers in such a form."""
    return marshal.dumps((_stamp(program), tuple(code.steps), tuple(code.whole)))


def from_bytes(program: Program, content: bytes) -> Code | None:
    """Return the code in what `to_bytes` gave, or None if it is for something else."""
    code = _loaded(program, content, len(Code._fields))
    return None if code is None else Code(*code)


def play_from_bytes(program: Program, content: bytes) -> PlayCode | None:
    """Return the code in what `play_to_bytes` gave, or None if it is for something else."""
    code = _loaded(program, content, len(PlayCode._fields))
    return None if code is None else PlayCode(StepCode(*code[0]), WholeCode(*code[1]))


def _loaded(program: Program, content: bytes, fields: int) -> list[Any] | None:
    try:
        stamp, *code = marshal.loads(content)
    except (ValueError, TypeError, EOFError):
        return None
    return code if stamp == _stamp(program) and len(code) == fields else None


def _stamp(program: Program) -> tuple[Any, ...]:
    return _FORMAT, VERSION, sys.version, program.fingerprint, _compiler()


def _compiler() -> tuple[tuple[str, int, int], ...]:
    """Return what tells one state of the compiler from another: its files, sizes and times."""
    found = []
    here = os.path.dirname(__file__)
    for folder in (here, os.path.dirname(here)):
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    found.append((entry.name, status.st_size, status.st_mtime_ns))
    return tuple(sorted(found))
