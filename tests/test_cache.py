"""Games kept ready: what comes back is what was kept, and nothing else is ever made."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.dsl.program import Node, Program, from_data, to_data
from rulewright.interpreter.cache import PROGRAM, Cache, toolchain
from rulewright.interpreter.sharing import shared


@pytest.mark.parametrize("name", [info.id for info in rw.games()])
def test_a_program_comes_back(name: str, tmp_path: Path) -> None:
    """Every game of the repository is the same after it was kept."""
    program = rw.load(name).program
    cache = Cache(tmp_path)
    cache.keep("key", program)
    assert cache.program("key") == program
    assert cache.program("other") is None


def test_a_kept_program_repeats_nothing() -> None:
    """What is the same in every detail, its place included, is one object; nothing else is."""
    # A copy in which nothing is shared yet; one out of the cache is what it should become.
    program: Program = from_data(to_data(rw.load("tiny").program))
    made = shared(program)
    assert made == program
    assert to_data(made) == to_data(program)
    met: dict[str, Node] = {}
    for node in made.code:
        assert met.setdefault(json.dumps(to_data(node)), node) is node
    assert len(pickle.dumps(made)) < len(pickle.dumps(program))


def test_true_and_one_are_not_the_same() -> None:
    """Python takes them for equal, but they are written differently."""
    program = rw.load("tiny").program
    nodes = (Node("const", (1,)), Node("const", (True,)), Node("const", (1,)))
    one, true, again = shared(replace(program, code=nodes)).code
    assert one is again and one is not true
    assert true.args[0] is True and one.args[0] is not True


class Trap:
    """Something that would do harm when it is read."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return eval, ("1 / 0",)


@pytest.mark.parametrize("content", [pickle.dumps(Trap()), pickle.dumps([1]), b"", b"nonsense"])
def test_what_is_no_program_is_not_there(content: bytes, tmp_path: Path) -> None:
    """A blob that holds something else counts as missing, and nothing in it is called."""
    cache = Cache(tmp_path)
    (tmp_path / "key").mkdir()
    digest = sha256(content).hexdigest().encode()
    (tmp_path / "key" / PROGRAM).write_bytes(digest + b"\n" + content)
    assert cache.read("key", PROGRAM) == content
    assert cache.program("key") is None


def test_everything_that_makes_a_program_is_part_of_the_key() -> None:
    """The language and what derives guards count: when they change, what was kept is made anew."""
    files = {name for name, _, _ in toolchain()}
    assert {"grammar.lark", "assemble.py", "guards.py", "surely.py"} <= files
