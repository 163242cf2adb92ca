"""The source files in, the architecture checked: who imports whom, and who names what."""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent

# Only `dsl/` reads files and parses; playing needs none of these.
PARSERS = ("lark", "jsonschema", "ruamel")

# What `interpreter/` may know of `dsl/` at import time: the data that passes between them.
MODEL = (
    "rulewright.dsl.geometry",
    "rulewright.dsl.program",
    "rulewright.dsl.source",
    "rulewright.dsl.problems",
)

# Modules of `interpreter/` whose functions may import the rest of `dsl/` when they are called.
LAZY_LOADERS = {
    "interpreter/api/__init__.py": "rulewright.load and rulewright.check compile rule files",
}

# Sections of a game file that structure it.  Every other section lists components.
STRUCTURE = {
    "boards", "change", "define", "flow", "kinds", "invariants", "options", "procedures", "rules",
    "scoring", "setup", "state", "title", "variants", "zones",
}  # fmt: skip

# Component ids that generic code may use, because there they mean something else.
ORDINARY_WORDS: dict[str, str] = {
    "colour": "of the texts a terminal shows",
    "field": "dataclasses.field",
}


@dataclass(frozen=True)
class Import:
    """One imported name, absolute, and where it stands."""

    name: str
    place: str
    in_function: bool

    def within(self, *packages: str) -> bool:
        """Whether the name is one of the packages or inside one."""
        return any(self.name == p or self.name.startswith(p + ".") for p in packages)


def sources(*folders: str) -> list[Path]:
    """The Python files of the folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def shown(path: Path) -> str:
    """The path as people write it, from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


def package_of(path: str) -> list[str]:
    """The package that a relative import in this file starts from."""
    parts = path.split("/")[:-1]
    return ["rulewright", *(parts[2:] if parts[:2] == ["interpreter", "api"] else parts)]


def imports(text: str, path: str) -> Iterator[Import]:
    """All imports that run, so not those for type checkers alone; `path` is from the root."""

    def visit(node: ast.AST, in_function: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(alias.name, f"{path}:{child.lineno}", in_function)
            elif isinstance(child, ast.ImportFrom):
                start = package_of(path)
                base = start[: len(start) - child.level + 1] if child.level else []
                base = base + (child.module.split(".") if child.module else [])
                for alias in child.names:
                    name = ".".join([*base, alias.name])
                    yield Import(name, f"{path}:{child.lineno}", in_function)
            elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                for other in child.orelse:
                    yield from visit(ast.Module([other], []), in_function)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from visit(child, in_function or inside)

    return visit(ast.parse(text), False)


def breaks_dsl(found: Import) -> bool:
    """Whether an import in `dsl/` reaches into the layer above it."""
    below = ("rulewright.dsl", "rulewright.games", "rulewright.schemas")
    return found.within("rulewright") and found.name != "rulewright" and not found.within(*below)


def breaks_interpreter(found: Import) -> bool:
    """Whether an import in `interpreter/` brings in what only loading needs."""
    if found.within(*PARSERS):
        return True
    if not found.within("rulewright.dsl") or found.within(*MODEL):
        return False
    return not (found.in_function and found.place.rsplit(":", 1)[0] in LAZY_LOADERS)


def broken_names(text: str, ids: set[str]) -> set[str]:
    """The ids that Python text names: compound ones anywhere, single words where code uses them.

    A single word such as `stone` in a comment, a docstring or an example sentence is English;
    as an identifier or as a whole string it is behaviour that knows a game.
    """
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    used = {token.string for token in tokens if token.type == tokenize.NAME}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    compound = {name for name in ids if re.search(r"[-_]", name)}
    words = {re.sub(r"[-_]", "_", word) for word in re.findall(r"[A-Za-z0-9]+(?:[-_]\w+)+", text)}
    return {n for n in compound if n.replace("-", "_") in words} | (ids - compound) & used


def game_ids() -> set[str]:
    """The ids of the games in this repository."""
    return {path.parent.name for path in ROOT.glob("games/*/game.yaml")}


def component_ids() -> set[str]:
    """The ids of goods, tiles, cards and the like in all rule files, short ones left out."""
    yaml = YAML(typ="safe", pure=True)
    found: set[str] = set()
    for path in sorted(ROOT.glob("games/*/*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"))
        if not isinstance(document, dict):
            continue
        for section, entries in document.items():
            if section not in STRUCTURE and isinstance(entries, dict):
                found |= {str(key) for key, value in entries.items() if isinstance(value, dict)}
    return {name for name in found if len(name) >= 5}


def repository_files() -> list[Path]:
    """Every file that is, or is about to be, in the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git work tree, so nothing says which files belong to the repository")
    return [
        path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()
    ]


def names_machine(text: str, *places: str) -> bool:
    """Whether the text holds one of the absolute paths."""
    return any(
        re.search(rf"(?<![\w.~-]){re.escape(p)}(?![\w.-])", text) for p in places if p != "/"
    )


def test_dsl_imports_nothing_of_the_interpreter() -> None:
    """Rule files are read and checked without any code that plays."""
    paths = sources("dsl")
    assert paths
    found = [i for path in paths for i in imports(path.read_text(), shown(path))]
    assert [f"{i.place}: {i.name}" for i in found if breaks_dsl(i)] == []


def test_the_interpreter_imports_only_the_model() -> None:
    """Outside its command line the interpreter imports the model of dsl and no parser."""
    paths = [p for p in sources("interpreter") if not shown(p).startswith("interpreter/cli/")]
    found = [i for path in paths for i in imports(path.read_text(), shown(path))]
    assert [f"{i.place}: {i.name}" for i in found if breaks_interpreter(i)] == []


def test_no_module_imports_by_folder_name() -> None:
    """A folder's name is never the import name: it would load a second copy of the module."""
    paths = sources("dsl", "interpreter")
    found = [i for path in paths for i in imports(path.read_text(), shown(path))]
    folders = ("dsl", "games", "interpreter", "schemas")
    assert [f"{i.place}: {i.name}" for i in found if i.within(*folders)] == []


def test_playing_loads_no_parser() -> None:
    """Importing all that plays leaves lark, jsonschema and ruamel unloaded."""
    modules = [
        ".".join([*package_of(shown(path)), *([] if path.stem == "__init__" else [path.stem])])
        for path in sources("interpreter")
        if not shown(path).startswith("interpreter/cli/") and path.stem != "__main__"
    ]
    assert "rulewright" in modules
    code = (
        "import importlib, json, sys\n"
        "for name in json.loads(sys.argv[1]): importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    command = [sys.executable, "-I", "-c", code, json.dumps(modules)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sorted(set(PARSERS) & set(json.loads(done.stdout))) == []


def test_generic_code_names_no_game() -> None:
    """No game's id occurs in the Python of either layer, in comments and docstrings neither."""
    ids = game_ids()
    found = [
        f"{shown(path)}: {name}"
        for path in sources("dsl", "interpreter")
        for name in sorted(ids)
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", path.read_text())
    ]
    assert found == []


@pytest.mark.slow
def test_generic_code_names_no_component() -> None:
    """No good, tile, room or card of any game is known to the Python of either layer."""
    ids = component_ids() - ORDINARY_WORDS.keys()
    found = [
        f"{shown(path)}: {name}"
        for path in sources("dsl", "interpreter")
        for name in sorted(broken_names(path.read_text(), ids))
    ]
    assert found == []


@pytest.mark.slow
def test_each_ordinary_word_is_still_needed() -> None:
    """An exception for a word that no game or no code uses any longer is removed."""
    text = [path.read_text() for path in sources("dsl", "interpreter")]
    known = component_ids()
    used = {name for t in text for name in broken_names(t, set(ORDINARY_WORDS) & known)}
    assert sorted(ORDINARY_WORDS.keys() - used) == []


def test_games_hold_no_python() -> None:
    """A game is data: the only Python in games/ is the file that makes it a package."""
    assert [shown(path) for path in sources("games")] == ["games/__init__.py"]


def test_no_file_names_this_machine() -> None:
    """No file of the repository holds the path of this clone or of somebody's home."""
    places = (str(ROOT), str(Path.home()))
    found = [
        shown(path)
        for path in repository_files()
        if names_machine(path.read_bytes().decode("utf-8", "replace"), *places)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("import rulewright.interpreter.match", True),
        ("from rulewright import interpreter", True),
        ("from rulewright import load", True),
        ("from ..interpreter import match", True),
        ("def f():\n    from rulewright.interpreter import match", True),
        ("from rulewright.dsl.program import Program", False),
        ("from . import problems", False),
        ("import lark", False),
    ],
)
def test_a_reach_upwards_is_seen(line: str, broken: bool) -> None:
    """Each way to write an import from dsl/ into the interpreter is recognised."""
    assert any(breaks_dsl(i) for i in imports(line, "dsl/sample.py")) is broken


@pytest.mark.parametrize(
    ("line", "path", "broken"),
    [
        ("import lark.lexer", "interpreter/sample.py", True),
        ("from ruamel.yaml import YAML", "interpreter/sample.py", True),
        ("def f():\n    import jsonschema", "interpreter/api/__init__.py", True),
        ("from rulewright.dsl import pipeline", "interpreter/sample.py", True),
        ("from ..dsl.parser import parse", "interpreter/sample.py", True),
        ("from ...dsl.parser import parse", "interpreter/queries/sample.py", True),
        ("from .dsl.pipeline import load", "interpreter/api/__init__.py", True),
        ("def f():\n    from .dsl.pipeline import load", "interpreter/api/__init__.py", False),
        ("def f():\n    from rulewright.dsl import pipeline", "interpreter/sample.py", True),
        ("from rulewright.dsl import program", "interpreter/sample.py", False),
        ("from rulewright.dsl.problems import Problem", "interpreter/sample.py", False),
        ("if TYPE_CHECKING:\n    import lark", "interpreter/sample.py", False),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import lark", "interpreter/sample.py", True),
    ],
)
def test_a_parser_at_play_time_is_seen(line: str, path: str, broken: bool) -> None:
    """Each way to bring the rule-file reader into the interpreter is recognised."""
    assert any(breaks_interpreter(i) for i in imports(line, path)) is broken


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("if good == 'amber': pass", {"amber"}),
        ("amber = 1", {"amber"}),
        ("return_ = state.amber", {"amber"}),
        ("amberb = 'ramber'", set()),
        ('"""Gain amber."""  # amber', set()),
        ("EXAMPLE = 'gain 2 amber'", set()),
        ("# like echo_room", {"echo_room"}),
        ("echo_rooms = 'chamber'", set()),
    ],
)
def test_a_named_component_is_seen(text: str, named: set[str]) -> None:
    """Code that knows a component is told from a sentence that happens to use an English word."""
    assert broken_names(text, {"amber", "echo_room"}) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [("see /a/b/file.txt", True), ("/a/b", True), ("x/a/b", False), ("/a/bc", False)],
)
def test_a_machine_path_is_seen(text: str, named: bool) -> None:
    """An absolute path is found as itself and inside a longer one, not as a part of other words."""
    assert names_machine(text, "/a/b") is named
