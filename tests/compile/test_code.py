"""Code objects: kept as bytes, found in the cache, in the words of rule files."""

from __future__ import annotations

import ast
import pickle
import sys
import traceback
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.program import Line, Node, Program
from rulewright.interpreter.backends import Compiling, maker
from rulewright.interpreter.cache import Cache, Entry
from rulewright.interpreter.compile import code as code_module
from rulewright.interpreter.compile.backend import Compiled
from rulewright.interpreter.compile.code import NAME, compiled, from_bytes, source, to_bytes
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.match import Game
from rulewright.interpreter.reference import Reference

from .programs import Coder
from .world import CHOSEN_CELL, MARKS, position, stack, world

HERE = Path(__file__).parent


def test_code_comes_back_from_bytes() -> None:
    """What was loaded from bytes runs as what was compiled."""
    program = Coder(3).program()
    made = compiled(program)
    again = from_bytes(program, to_bytes(program, made))
    assert again == made
    assert again is not None and again.functions is not made.functions


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x00" * 40])
def test_bytes_of_something_else_are_not_taken(content: bytes) -> None:
    """What is no code, or code of something else, is as good as not there."""
    assert from_bytes(world(), content) is None


def test_bytes_belong_to_one_program_and_one_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of other rules or of another engine is not used."""
    content = to_bytes(world(), compiled(world()))
    assert from_bytes(world(fingerprint="other"), content) is None
    assert from_bytes(world(), content) is not None
    monkeypatch.setattr(code_module, "VERSION", "0.0.0")
    assert from_bytes(world(), content) is None


def test_code_is_kept_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is compiled."""
    program = world()
    entry = Entry(Cache(tmp_path), "key")
    maker("compiled", entry)(program)
    assert entry.read(NAME)

    def compile_again(program: Program) -> Any:
        raise AssertionError("compiled again")

    monkeypatch.setattr("rulewright.interpreter.backends.compiled", compile_again)
    maker("compiled", entry)(program)
    with pytest.raises(AssertionError, match="compiled again"):
        maker("compiled", Entry(Cache(tmp_path), "other key"))(program)


def test_threads_and_processes_share_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is sent away takes its code along; a second backend compiles nothing."""
    game = Game(world())
    assert isinstance(game.backend, Compiling)
    first = game.backend(game.program)
    sent = pickle.loads(pickle.dumps(game))

    def compile_again(program: Program) -> Any:
        raise AssertionError("compiled again")

    monkeypatch.setattr("rulewright.interpreter.backends.compiled", compile_again)
    assert game.backend(game.program) is not first
    assert isinstance(sent.engine.backend, Compiled)


def test_the_backend_can_be_chosen() -> None:
    """By name, by the environment, or as a function; compiled code is what one gets otherwise."""
    assert isinstance(maker("compiled")(world()), Compiled)
    assert isinstance(maker("reference")(world()), Reference)
    assert isinstance(maker(None, None, {})(world()), Compiled)
    assert isinstance(maker(None, None, {"RULEWRIGHT_BACKEND": "reference"})(world()), Reference)
    assert isinstance(Game(world(), "reference").engine.backend, Reference)
    with pytest.raises(ValueError, match="no backend"):
        maker("quick")


@pytest.mark.parametrize("seed", range(6))
def test_the_source_is_for_older_pythons_too(seed: int) -> None:
    """What is generated can be written down as Python 3.9 and means the same."""
    program = Coder(seed).program()
    text = source(program)
    assert ast.parse(text, feature_version=(3, 9))
    assert ".bit_count" not in text
    names: dict[str, CodeType] = {}
    module = compile(text, "rules", "exec")
    for each in module.co_consts:
        if isinstance(each, CodeType):
            names[each.co_name] = each
    assert names.keys() == compiled(program).functions.keys()


def two_files() -> Program:
    """Code in one file, a define and a scoring rule in another."""
    mark = Node("at", (MARKS, 1, Node("slot", (CHOSEN_CELL,), 3)), 2)
    return world(
        code=(
            Node("commit"),
            Node("set", (("slot", CHOSEN_CELL), Node("const", (-1,)), -1, 5), 0),
            Node("local", (0, mark), 1),
            Node("over"),
        ),
        infallible=(True,) * 4,
        score=(Line("line", Node("add", (Node("const", (1,)), mark), 4)),),
        files=("flow.yaml", "points.yaml"),
        spans=(
            (0, 3, 5, 3, 20),
            (0, 4, 5, 4, 30),
            (0, 4, 9, 4, 21),
            (0, 4, 9, 4, 12),
            (1, 8, 2, 8, 9),
        ),
    )


def test_a_rule_error_has_its_place() -> None:
    """The place of the innermost rule that went wrong is file, line and column."""
    program = two_files()
    for backend in (Reference(program), Compiled(program)):
        with pytest.raises(RuleRuntimeError) as caught:
            Engine(program, backend).start(1)
        assert (caught.value.code, caught.value.place) == ("absent", "flow.yaml:4:9")


def test_functions_have_the_file_of_their_rules() -> None:
    """Each function names the rule file it comes from, whatever the others name."""
    made = compiled(two_files()).functions
    assert made["f1"].co_filename == "flow.yaml"
    assert made["e0"].co_filename == "points.yaml"
    assert {line for _, _, line in made["f1"].co_lines() if line} == {3, 4}


def test_a_traceback_speaks_of_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python error in generated code, which is a mistake of ours, shows which rule it was."""
    program = two_files()
    backend = Compiled(program)
    v = position(__import__("random").Random(1))
    del v[MARKS:]
    v[CHOSEN_CELL] = 2
    with pytest.raises(IndexError) as caught:
        backend.eval(program.score[0].value, v, stack([0] * 8))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno, last.name) == ("points.yaml", 8, "e0")


def test_tracing_sees_lines_of_rules() -> None:
    """What a coverage tool or a debugger is told are lines of rule files."""
    engine = Engine(two_files(), Compiled(two_files()))
    seen: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with pytest.raises(RuleRuntimeError):
            engine.start(1)
    finally:
        sys.settrace(before)
    assert {place for place in seen if place[0].endswith(".yaml")} == {
        ("flow.yaml", 3),
        ("flow.yaml", 4),
    }


def test_generated_code_has_no_builtins() -> None:
    """Nothing but what it needs is within reach of generated code."""
    backend = Compiled(world())
    names = backend._globals
    assert names["__builtins__"] == {}
    assert not {"open", "eval", "exec", "getattr", "__import__", "print"} & names.keys()


def test_a_game_from_the_cache_needs_no_compiler(tmp_path: Path) -> None:
    """A process that finds a game ready imports neither what parses nor what compiles."""
    import subprocess

    script = (
        "import sys, rulewright as rw\n"
        "match = rw.load('tic-tac-toe').start(seed=1)\n"
        "match.play_id(match.option_ids()[0])\n"
        "print(*sorted(name for name in sys.modules if name.startswith('rulewright.')))"
    )
    environment = {"RULEWRIGHT_CACHE": str(tmp_path), "PATH": ""}
    loaded = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-I", "-c", script], capture_output=True, text=True, env=environment
        )
        assert done.returncode == 0, done.stderr
        loaded.append(set(done.stdout.split()))
    for name in ("rulewright.interpreter.compile.module", "rulewright.dsl.pipeline"):
        assert name in loaded[0]
        assert name not in loaded[1]


@pytest.mark.slow
def test_coverage_of_every_shipped_game() -> None:
    """The functions of shipped games name only files of these games."""
    for info in rw.games():
        program = rw.load(info.id, info.players[0]).program
        files = {each.co_filename for each in compiled(program).functions.values()}
        assert files <= set(program.files)
