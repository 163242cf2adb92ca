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
    functions = {}
    for one in made.tree.body:
        assert isinstance(one, ast.FunctionDef)
        file = program.files[made.files[one.name]] if program.files else "rules"
        # A code object has one file, and so has a module: each function is compiled by itself.
        module = compile(ast.Module([one], []), file, "exec", dont_inherit=True)
        functions[one.name] = next(c for c in module.co_consts if isinstance(c, CodeType))
    return Code(functions, made.starts, made.shared, made.safe)


def source(program: Program) -> str:
    """Return what a Program is compiled to as Python text, for people and for other Pythons."""
    from .module import make

    return ast.unparse(make(program).tree)


def to_bytes(program: Program, code: Code) -> bytes:
    """Return code in a form from which this Python can load it again."""
    return marshal.dumps((_stamp(program), *code))


def from_bytes(program: Program, content: bytes) -> Code | None:
    """Return the code in what `to_bytes` gave, or None if it is for something else."""
    try:
        stamp, *code = marshal.loads(content)
    except (ValueError, TypeError, EOFError):
        return None
    if stamp != _stamp(program) or len(code) != len(Code._fields):
        return None
    return Code(*code)


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
