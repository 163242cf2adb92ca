"""A last look at generated code: a syntax tree in, an exception if it holds anything unexpected.

Nothing a rule file says becomes a name or an attribute in generated code. This does not trust the
code that writes it: only the kinds of syntax it needs are let through, only names of the shapes it
makes, one method, no imports, and only constants that are numbers, texts and tuples of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .runtime import HELPERS

_KINDS: frozenset[type[ast.AST]] = frozenset(
    {
        ast.Module, ast.FunctionDef, ast.arguments, ast.arg,
        ast.Return, ast.Assign, ast.AugAssign, ast.Delete, ast.Expr, ast.If, ast.For, ast.While,
        ast.Break, ast.Continue, ast.Pass,
        ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.NamedExpr,
        ast.Name, ast.Constant, ast.Subscript, ast.Slice, ast.Starred, ast.Tuple, ast.List,
        ast.Attribute,
        ast.Load, ast.Store, ast.Del,
        ast.And, ast.Or, ast.Not, ast.USub, ast.Invert,
        ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitOr, ast.BitAnd, ast.BitXor,
        ast.LShift, ast.RShift,
        ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
    }
)  # fmt: skip

_METHODS = frozenset({"append"})
_FUNCTION = re.compile(r"[fpdciesgb][0-9]+")
_LOCAL = re.compile(r"v|k|me|fp|look|log|engine|out|temps|number|[xtramL][0-9]+")
_GLOBAL = re.compile(r"G|Z|possible|live|by_hand|[pdi][0-9]+|[TBPXO][0-9]+")


class NotAllowed(Exception):
    """Generated code holds what it must not hold."""


def check(tree: ast.Module) -> None:
    """Raise NotAllowed unless a tree holds only what generated code is made of."""
    defined = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    for name in defined:
        if not _FUNCTION.fullmatch(name):
            raise NotAllowed(f"a function called {name!r}")
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            raise NotAllowed(f"{type(node).__name__} outside functions")
        _check_function(node, defined)


def _check_function(made: ast.FunctionDef, defined: set[str]) -> None:
    if made.decorator_list or made.returns is not None:
        raise NotAllowed("a decorated function")
    arguments = made.args
    if arguments.defaults or arguments.kw_defaults or arguments.vararg or arguments.kwarg:
        raise NotAllowed("a function with unusual parameters")
    called = {id(node.func) for node in ast.walk(made) if isinstance(node, ast.Call)}
    for node in ast.walk(made):
        if isinstance(node, ast.Attribute) and id(node) not in called:
            raise NotAllowed(f"the attribute {node.attr!r}, not called")
        if type(node) not in _KINDS:
            raise NotAllowed(type(node).__name__)
        if isinstance(node, ast.FunctionDef) and node is not made:
            raise NotAllowed("a function in a function")
        for problem in _problems(node, defined):
            raise NotAllowed(problem)


def _problems(node: ast.AST, defined: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Attribute) and node.attr not in _METHODS:
        yield f"the attribute {node.attr!r}"
    elif isinstance(node, ast.arg) and (node.annotation or not _LOCAL.fullmatch(node.arg)):
        yield f"the parameter {node.arg!r}"
    elif isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Store) and not _LOCAL.fullmatch(node.id):
            yield f"an assignment to {node.id!r}"
        known = node.id in defined or node.id in HELPERS
        if not known and not _LOCAL.fullmatch(node.id) and not _GLOBAL.fullmatch(node.id):
            yield f"the name {node.id!r}"
    elif isinstance(node, ast.Call) and node.keywords:
        yield "a call with keywords"
    elif isinstance(node, ast.Constant) and not _plain(node.value):
        yield f"a constant of type {type(node.value).__name__}"


def _plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_plain(part) for part in value)
    return value is None or isinstance(value, int | str)
