"""Pieces of Python syntax trees: names, numbers and parts in, `ast` nodes without a place out.

`stamp` gives the nodes that have no place yet the place of the rule they come from. A place that
is one column wide at least is that of a rule; a place without any width (`Place.near`) only says
which line a reader should look at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

Out = list[ast.stmt]
"""Statements written so far."""


class Place(NamedTuple):
    """Where code comes from: lines from 1, columns from 0."""

    line: int = 1
    column: int = 0
    end_line: int = 1
    end_column: int = 0

    @property
    def near(self) -> Place:
        """The same line as a place that is only approximate."""
        return Place(self.line, 0, self.line, 0)


def stamp(node: ast.AST, place: Place) -> None:
    """Give a tree a place; parts that have one keep it."""
    line, column, end_line, end_column = place
    todo = [node]
    while todo:
        node = todo.pop()
        own = node.__dict__
        if "lineno" in own:
            continue
        kind = node.__class__
        parts = _PARTS.get(kind)
        if parts is None:
            parts = _PARTS[kind] = tuple(one for one in node._fields if one not in _NO_PARTS[kind])
        if "lineno" in kind._attributes:
            own["lineno"], own["col_offset"] = line, column
            own["end_lineno"], own["end_col_offset"] = end_line, end_column
        for part in parts:
            value = own.get(part)
            if value.__class__ is list:
                todo += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST):
                todo.append(value)


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {}
"""The fields of each kind of node that hold nodes with a place."""


class _NoParts(dict[type[ast.AST], frozenset[str]]):
    """Fields that never hold such nodes, by kind."""

    def __missing__(self, kind: type[ast.AST]) -> frozenset[str]:
        names = {"ctx", "op", "ops", "id", "attr", "kind", "name", "arg", "type_comment"}
        return frozenset(names | {"value"} if kind is ast.Constant else names)


_NO_PARTS = _NoParts()


def load(name: str) -> ast.Name:
    """Return the value of a name."""
    return ast.Name(name, ast.Load())


def const(value: Any) -> ast.Constant:
    """Return a constant: int, str, None or nested tuples of them."""
    return ast.Constant(value)


def is_simple(node: ast.expr) -> bool:
    """Say whether a tree is a name or a constant, which cost nothing to repeat."""
    return isinstance(node, ast.Name | ast.Constant)


def again(node: ast.expr) -> ast.expr:
    """Return another tree for the same value; a simple one gets the place of where it is used."""
    if isinstance(node, ast.Name):
        return load(node.id)
    return const(node.value) if isinstance(node, ast.Constant) else deepcopy(node)


def _constant(node: ast.expr) -> Any:
    assert isinstance(node, ast.Constant)
    return node.value


def number_in(node: ast.Constant) -> int:
    """Return the number that a constant is."""
    assert isinstance(node.value, int)
    return node.value


def item(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """Return `of[index]`."""
    return ast.Subscript(of, index, ast.Load())


def part(of: ast.expr, first: ast.expr, end: ast.expr) -> ast.Subscript:
    """Return `of[first:end]`."""
    return ast.Subscript(of, ast.Slice(first, end), ast.Load())


def slot(number: int) -> ast.Subscript:
    """Return `v[number]`."""
    return item(load("v"), const(number))


def call(function: str, *args: ast.expr) -> ast.Call:
    """Return a call of a named function."""
    return ast.Call(load(function), list(args), [])


def append(to: str, value: ast.expr) -> ast.stmt:
    """Return `to.append(value)`, the one method that generated code calls."""
    return ast.Expr(ast.Call(ast.Attribute(load(to), "append", ast.Load()), [value], []))


def named(name: str, value: ast.expr) -> ast.NamedExpr:
    """Return `(name := value)`."""
    return ast.NamedExpr(ast.Name(name, ast.Store()), value)


def either(test: ast.expr, then: ast.expr, other: ast.expr) -> ast.expr:
    """Return `then if test else other`."""
    if isinstance(test, ast.Constant):
        return then if test.value else other
    return ast.IfExp(test, then, other)


_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "|": ast.BitOr,
    "&": ast.BitAnd,
    "^": ast.BitXor,
    "<<": ast.LShift,
    ">>": ast.RShift,
}

_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "is": ast.Is,
    "is not": ast.IsNot,
}


def binary(left: ast.expr, sign: str, right: ast.expr) -> ast.BinOp:
    """Return `left sign right`."""
    return ast.BinOp(left, _BINARY[sign](), right)


def plus(tree: ast.expr, number: int) -> ast.expr:
    """Return a tree with a number added, put into a constant where there is one."""
    if isinstance(tree, ast.Constant):
        return const(_constant(tree) + number)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add):
        for side, other in ((tree.left, tree.right), (tree.right, tree.left)):
            if isinstance(side, ast.Constant) and isinstance(side.value, int):
                return plus(other, _constant(side) + number)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Sub):
        right = tree.right
        if isinstance(right, ast.Constant) and isinstance(right.value, int):
            return plus(tree.left, number - right.value)
    if number == 0:
        return tree
    return binary(tree, "+", const(number)) if number > 0 else binary(tree, "-", const(-number))


def times(tree: ast.expr, number: int) -> ast.expr:
    """Return a tree times a number."""
    if isinstance(tree, ast.Constant):
        return const(_constant(tree) * number)
    return tree if number == 1 else binary(tree, "*", const(number))


def compare(left: ast.expr, sign: str, right: ast.expr) -> ast.Compare:
    """Return `left sign right`, a comparison."""
    return ast.Compare(left, [_COMPARE[sign]()], [right])


def between(low: int, value: ast.expr, high: int) -> ast.Compare:
    """Return `low <= value <= high`."""
    return ast.Compare(const(low), [ast.LtE(), ast.LtE()], [value, const(high)])


def negated(test: ast.expr) -> ast.expr:
    """Return the opposite of a condition."""
    if isinstance(test, ast.Constant):
        return const(not test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        opposite: dict[type[ast.cmpop], type[ast.cmpop]] = {
            ast.Eq: ast.NotEq,
            ast.NotEq: ast.Eq,
            ast.In: ast.NotIn,
            ast.NotIn: ast.In,
            ast.Is: ast.IsNot,
            ast.IsNot: ast.Is,
            ast.Lt: ast.GtE,
            ast.GtE: ast.Lt,
            ast.Gt: ast.LtE,
            ast.LtE: ast.Gt,
        }
        return ast.Compare(test.left, [opposite[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def both(parts: Sequence[ast.expr]) -> ast.expr:
    """Return the conjunction of conditions."""
    return _joined(ast.And(), True, parts)


def any_of(parts: Sequence[ast.expr]) -> ast.expr:
    """Return the disjunction of conditions."""
    return _joined(ast.Or(), False, parts)


def _joined(sign: ast.boolop, neutral: bool, parts: Sequence[ast.expr]) -> ast.expr:
    kept: list[ast.expr] = []
    for one in parts:
        if isinstance(one, ast.Constant):
            if bool(one.value) is not neutral:
                kept.append(const(not neutral))
                break
        elif isinstance(one, ast.BoolOp) and type(one.op) is type(sign):
            kept += one.values
        else:
            kept.append(one)
    if not kept:
        return const(neutral)
    return kept[0] if len(kept) == 1 else ast.BoolOp(sign, kept)


def tuple_of(parts: Iterable[ast.expr]) -> ast.expr:
    """Return a tuple; a constant if all parts are."""
    found = list(parts)
    if all(isinstance(one, ast.Constant) for one in found):
        return const(tuple(_constant(one) for one in found))
    return ast.Tuple(found, ast.Load())


def is_flag(test: ast.expr) -> bool:
    """Say whether a condition is True or False, and not just something with a truth value."""
    if isinstance(test, ast.Compare):
        return True
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not)
    if isinstance(test, ast.BoolOp):
        return all(is_flag(one) for one in test.values)
    return isinstance(test, ast.Constant) and isinstance(test.value, bool)


# ------------------------------------------------------------------------------- statements


def assign(name: str, value: ast.expr) -> ast.stmt:
    """Return `name = value`."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def put(of: str, index: ast.expr, value: ast.expr, name: str = "") -> ast.stmt:
    """Return `of[index] = value`, or `of[index] = name = value`."""
    targets: list[ast.expr] = [ast.Subscript(load(of), index, ast.Store())]
    if name:
        targets.append(ast.Name(name, ast.Store()))
    return ast.Assign(targets, value)


def change(of: str, index: ast.expr, sign: str, value: ast.expr) -> ast.stmt:
    """Return `of[index] sign= value`."""
    return ast.AugAssign(ast.Subscript(load(of), index, ast.Store()), _BINARY[sign](), value)


def grow(name: str, sign: str, value: ast.expr) -> ast.stmt:
    """Return `name sign= value`."""
    return ast.AugAssign(ast.Name(name, ast.Store()), _BINARY[sign](), value)


def do(value: ast.expr) -> ast.stmt:
    """Return an expression as a statement."""
    return ast.Expr(value)


def when(test: ast.expr, then: Out, other: Out | None = None) -> Out:
    """Return an `if`; a side that always leaves is not followed by an `else`."""
    other = other or []
    if isinstance(test, ast.Constant):
        return then if test.value else other
    if not then and not other:
        return [] if is_quiet(test) else [do(test)]
    if not then:
        return [ast.If(negated(test), other, [])]
    if leaves(then):
        return [ast.If(test, then, []), *other]
    if leaves(other):
        return [ast.If(negated(test), other, []), *then]
    return [ast.If(test, then, other)]


def is_quiet(tree: ast.expr) -> bool:
    """Say whether nothing is missed if a tree is not evaluated."""
    loud = (ast.Call, ast.NamedExpr, ast.Subscript)
    return not any(isinstance(one, loud) for one in ast.walk(tree))


def leaves(body: Out) -> bool:
    """Say whether statements never run into what follows them."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and leaves(last.body) and leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise)


def loop(target: ast.expr, items: ast.expr, body: Out, otherwise: Out | None = None) -> ast.stmt:
    """Return `for target in items: body else: otherwise`."""
    return ast.For(target, items, body or [ast.Pass()], otherwise or [])


def store(name: str) -> ast.Name:
    """Return a name that is assigned to."""
    return ast.Name(name, ast.Store())


def function(name: str, params: Sequence[str], body: Out) -> ast.FunctionDef:
    """Return a function definition."""
    args = ast.arguments([], [ast.arg(one) for one in params], None, [], [], None, [])
    return ast.FunctionDef(name, args, body or [ast.Pass()], [])
