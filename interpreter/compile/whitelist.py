"""A last look at generated code: a syntax tree in, an exception if it holds anything unexpected.

Nothing a rule file says becomes a name or an attribute in generated code. This does not trust the
code that writes it: only the kinds of syntax it needs are let through, only names of the shapes it
makes, one method, no imports, and only constants that are numbers, texts and tuples of them.
"""

from __future__ import annotations

import ast
import re

from .runtime import HELPERS

_KINDS: frozenset[type[ast.AST]] = frozenset(
    {
        ast.Module, ast.FunctionDef, ast.arguments, ast.arg,
        ast.Return, ast.Assign, ast.AugAssign, ast.Delete, ast.Expr, ast.If, ast.For, ast.While,
        ast.Break, ast.Continue, ast.Pass, ast.Try, ast.ExceptHandler,
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

_METHODS = frozenset({"append", "get"})
_FUNCTION = re.compile(r"[fpdciesgbyqo][0-9]+")
_LOCAL = re.compile(r"v|k|me|fp|look|log|engine|out|temps|number|[xtramL][0-9]+")
_GLOBAL = re.compile(
    r"G|Z|possible|live|by_hand|Fault|elsewhere|refuse|settle|[pdi][0-9]+|[TBPXO][0-9]+"
)


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
    # One pass by hand: there are hundreds of thousands of nodes.
    names: set[str] = set()
    todo: list[ast.AST] = [made]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind not in _KINDS:
            raise NotAllowed(kind.__name__)
        if kind is ast.Name:
            assert isinstance(node, ast.Name)
            if isinstance(node.ctx, ast.Load):
                if node.id not in names:
                    _check_name(node, defined)
                    names.add(node.id)
            else:
                _check_name(node, defined)
            if type(node.ctx) not in _KINDS:
                raise NotAllowed(type(node.ctx).__name__)
            continue
        if kind is ast.Constant:
            assert isinstance(node, ast.Constant)
            if not _plain(node.value):
                raise NotAllowed(f"a constant of type {type(node.value).__name__}")
            continue
        if kind is ast.Call:
            assert isinstance(node, ast.Call)
            todo += node.args
            # An attribute is allowed only here, so it is looked at here.
            todo.append(_called(node))
            continue
        if kind is ast.FunctionDef and node is not made:
            raise NotAllowed("a function in a function")
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                todo += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                todo.append(value)
        if kind is ast.Attribute:
            assert isinstance(node, ast.Attribute)
            raise NotAllowed(f"the attribute {node.attr!r}, not called")
        elif kind is ast.ExceptHandler:
            assert isinstance(node, ast.ExceptHandler)
            if not isinstance(node.type, ast.Name) or node.type.id != "Fault" or node.name != "x0":
                raise NotAllowed("an exception that is no Fault")
        elif kind is ast.arg:
            assert isinstance(node, ast.arg)
            if node.annotation or not _LOCAL.fullmatch(node.arg):
                raise NotAllowed(f"the parameter {node.arg!r}")


def _check_name(node: ast.Name, defined: set[str]) -> None:
    if isinstance(node.ctx, ast.Store) and not _LOCAL.fullmatch(node.id):
        raise NotAllowed(f"an assignment to {node.id!r}")
    known = node.id in defined or node.id in HELPERS
    if not known and not _LOCAL.fullmatch(node.id) and not _GLOBAL.fullmatch(node.id):
        raise NotAllowed(f"the name {node.id!r}")


def _called(node: ast.Call) -> ast.expr:
    """Return what is left to look at of what a call calls."""
    if node.keywords:
        raise NotAllowed("a call with keywords")
    if not isinstance(node.func, ast.Attribute):
        return node.func
    if node.func.attr not in _METHODS:
        raise NotAllowed(f"the attribute {node.func.attr!r}")
    return node.func.value


def _plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_plain(part) for part in value)
    return value is None or isinstance(value, int | str)
