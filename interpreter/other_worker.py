"""What runs in another Python: compiled rules in on standard input, results of games out.

This file is run as a script by a Python from 3.9 on, such as PyPy; nothing of Rulewright has to be
installed there. It finds the modules it needs where its first argument says. They are written for
newer Pythons: `_Loader` takes out the few things that older ones do not have.

First line in: JSON data, see `other_python.payload`. Each further line: the numbers of the first
game to play and of the one behind the last. Each line out: the results, and how long they took.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib.abc
import importlib.machinery
import json
import sys
import time
import types
from typing import Any


class _Older(ast.NodeTransformer):
    """Says things the way older Pythons understand them."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Take out `zip(strict=)`; a union as a class to be tested for becomes a tuple."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            node.keywords = [word for word in node.keywords if word.arg != "strict"]
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            node.args[1] = ast.copy_location(ast.Tuple(_parts(node.args[1]), ast.Load()), node)
        return node


def _parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_parts(node.left), *_parts(node.right)]
    return [node]


def _is_union(node: ast.AST) -> bool:
    """Say whether an expression is the name of a type made with `|`."""
    found = list(ast.walk(node))
    return any(isinstance(one, ast.BinOp) and isinstance(one.op, ast.BitOr) for one in found) and (
        any(isinstance(one, ast.Name) and one.id in ("int", "list", "None") for one in found)
        or any(isinstance(one, ast.Constant) and one.value is None for one in found)
        or any(isinstance(one, ast.Subscript) for one in found)
    )


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module that is written for a newer Python."""

    def get_code(self, fullname: str) -> Any:
        """Return the code of a module; nothing is read from or written to a cache."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        for one in tree.body:
            # Names of types are for checkers alone.
            if isinstance(one, ast.Assign) and _is_union(one.value):
                one.value = ast.copy_location(ast.Constant(None), one.value)
        tree = ast.fix_missing_locations(_Older().visit(tree))
        return compile(tree, path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of the package where the other Python has them."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Return where a module is."""
        if not name.startswith("rulewright.") or path is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(name, spec.origin)
        return spec


def prepare(folders: dict[str, str]) -> None:
    """Make the package importable; what its folders do when they are imported is left out."""
    for name, path in folders.items():
        module = types.ModuleType(name)
        module.__path__ = [path]
        sys.modules[name] = module
    if sys.version_info < (3, 10):  # noqa: UP036 - this file is for older Pythons
        real = dataclasses.dataclass

        def dataclass(cls: Any = None, **words: Any) -> Any:
            words.pop("slots", None)
            words.pop("kw_only", None)
            return real(cls, **words)

        dataclasses.dataclass = dataclass  # type: ignore[assignment]
    sys.meta_path.insert(0, _Finder())


def functions_of(text: str) -> dict[str, types.CodeType]:
    """Return the code of each function in a text."""
    module = compile(text, "rules", "exec", dont_inherit=True)
    return {one.co_name: one for one in module.co_consts if isinstance(one, types.CodeType)}


def player(data: dict[str, Any]) -> Any:
    """Return what plays the games of a payload."""
    from rulewright.dsl.program import from_data
    from rulewright.interpreter.bots.arena import Result
    from rulewright.interpreter.compile.backend import Compiled
    from rulewright.interpreter.compile.code import Code, PlayCode, StepCode, WholeCode
    from rulewright.interpreter.engine import Engine
    from rulewright.interpreter.playouts import Playouts

    program = from_data(data["program"])
    code = Code(functions_of(data["code"]), *ast.literal_eval(data["beside_code"]))
    steps = StepCode(functions_of(data["steps"]), *ast.literal_eval(data["beside_steps"]))
    whole = WholeCode(functions_of(data["whole"]), *ast.literal_eval(data["beside_whole"]))
    engine = Engine(program, Compiled(program, code, lambda _: PlayCode(steps, whole)))
    # A game that fails is played again where the error can be told.
    return Playouts(engine, lambda seed, number: Result(number, 0, (), (), -1))


def main() -> None:
    """Play games until there is nothing more to read."""
    prepare(json.loads(sys.argv[1]))
    data = json.loads(sys.stdin.readline())
    playouts = player(data)
    print("ready", flush=True)
    for line in sys.stdin:
        first, end = json.loads(line)
        begun = time.process_time()
        found = playouts.play(data["seed"], first, end)
        spent = time.process_time() - begun
        print(json.dumps([spent, found], separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
