"""The catalogue of problem codes: complete, and nothing in it that no stage reports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rulewright.dsl
from rulewright.dsl.catalogue import CATALOGUE

DSL = Path(rulewright.dsl.__path__[0])


@cache
def _modules() -> dict[str, ast.Module]:
    """Every module of the language except the catalogue itself."""
    return {
        path.relative_to(DSL).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(DSL.rglob("*.py"))
        if not path.name.startswith("catalogue")
    }


@cache
def _takers() -> dict[str, int]:
    """Functions and records with a parameter called `code`, and its position in a call."""
    found: dict[str, int] = {}
    for tree in _modules().values():
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            if isinstance(node, ast.FunctionDef):
                names = [arg.arg for arg in node.args.args if arg.arg != "self"]
            else:
                names = [
                    item.target.id
                    for item in node.body
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
                ]
            if "code" in names and not (node.name in found and found[node.name] == 0):
                found[node.name] = names.index("code")
    return found


def _codes(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Each code that is handed to one of the takers, with its line."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
            position = _takers().get(name)
            given = [key.value for key in node.keywords if key.arg == "code"]
            if position is not None and position < len(node.args):
                given.append(node.args[position])
            for argument in given:
                for text in _texts(argument, function):
                    yield text, node.lineno


def _texts(argument: ast.expr, function: ast.FunctionDef) -> list[str]:
    """The texts an argument may be: written there, or given to the variable that stands there."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return [argument.value]
    if isinstance(argument, ast.IfExp):
        return _texts(argument.body, function) + _texts(argument.orelse, function)
    if isinstance(argument, ast.Name):
        return [
            text
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and target.id == argument.id
            for text in _texts(node.value, function)
        ]
    return []


def test_codes_are_found_in_the_stages() -> None:
    """The search below sees the ways in which stages report: directly, and through a helper."""
    assert {"problem", "report", "unknown", "Problem"} <= set(_takers())
    assert _takers()["unknown"] == 4
    found = {code for tree in _modules().values() for code, _ in _codes(tree)}
    assert {"unknown-good", "duplicate-id", "yaml-tab", "two-heads", "side-by-side"} <= found


def test_every_code_in_use_is_explained() -> None:
    """No stage reports a code that the catalogue does not explain."""
    missing = [
        f"{name}:{line}: {code}"
        for name, tree in _modules().items()
        for code, line in _codes(tree)
        if code not in CATALOGUE
    ]
    assert not missing


def test_every_explained_code_is_in_use() -> None:
    """The catalogue has no code that no stage can report."""
    said = {
        node.value
        for tree in _modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not sorted(set(CATALOGUE) - said)
