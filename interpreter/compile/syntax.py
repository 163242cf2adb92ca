"""Changing syntax trees: statements and expressions in, shorter ones that do the same out."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from .loops import cannot_fail
from .pyast import Out

T = TypeVar("T", bound=ast.AST)

_MOST_STATEMENTS = 400
"""Statements that the body of a loop may become."""

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def like(old: ast.AST, made: T) -> T:
    """Return a node with the place of another, in all parts that have none."""
    if not hasattr(made, "lineno") and hasattr(old, "lineno"):
        ast.copy_location(made, old)
    for part in ast.iter_child_nodes(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            like(old, part)
    return made


def folded(node: ast.expr) -> ast.expr:
    """Return an expression worked out, if all of it is known."""
    value: Any = None
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            value = _BINARY[type(node.op)](node.left.value, node.right.value)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARE:
        right = node.comparators[0]
        if isinstance(node.left, ast.Constant) and isinstance(right, ast.Constant):
            value = _COMPARE[type(node.ops[0])](node.left.value, right.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        value = not node.operand.value if isinstance(node.op, ast.Not) else None
    if value is None:
        return node
    return like(node, ast.Constant(value)) if hasattr(node, "lineno") else ast.Constant(value)


def is_call(node: ast.expr | Sequence[ast.stmt], name: str) -> bool:
    """Say whether an expression, or all of a body, is a call of a function."""
    if not isinstance(node, ast.expr):
        if len(node) != 1 or not isinstance(node[0], ast.Expr):
            return False
        node = node[0].value
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def literal_lists(body: Out, most: int) -> Out | None:
    """Return statements that list constants in `out` as ways that each return one list.

    None if there are other statements, or more conditions than `most`.
    """
    conditions = sum(isinstance(one, ast.If) for one in body)
    first = body[0]
    if conditions > most or not isinstance(first, ast.Assign):
        return None
    if not isinstance(first.value, ast.List) or first.value.elts:
        return None
    for one in body[1:]:
        listed = one.body if isinstance(one, ast.If) and not one.orelse else [one]
        if _appended(listed) is None:
            return None
    return _listed(body[1:], [], first)


def _appended(body: Sequence[ast.stmt]) -> ast.Constant | None:
    """Return the constant that is put into `out`, if nothing else is done."""
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return None
    call = body[0].value
    if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "out.append"):
        return None
    return call.args[0] if isinstance(call.args[0], ast.Constant) else None


def _listed(body: Sequence[ast.stmt], found: list[ast.expr], near: ast.stmt) -> Out:
    for number, one in enumerate(body):
        if isinstance(one, ast.If):
            chosen = _appended(one.body)
            assert chosen is not None
            rest = body[number + 1 :]
            with_it = _listed(rest, [*found, chosen], near)
            return [like(one, ast.If(deepcopy(one.test), with_it, [])), *_listed(rest, found, near)]
        listed = _appended([one])
        assert listed is not None
        found = [*found, listed]
    return [like(near, ast.Return(ast.List([deepcopy(one) for one in found], ast.Load())))]


def uncounted(body: Out) -> Out:
    """Return the body of a loop without what counts its turns."""
    first, second = body[:2]
    counts = isinstance(first, ast.AugAssign) and isinstance(second, ast.If)
    if counts and "endless" in {one.id for one in ast.walk(second) if isinstance(one, ast.Name)}:
        return body[2:]
    return body


def size(body: Sequence[ast.stmt]) -> int:
    """Return the number of statements in a body, those inside others too."""
    return sum(isinstance(part, ast.stmt) for one in body for part in ast.walk(one))


def own(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body that are in no loop of it."""
    for one in body:
        yield one
        if isinstance(one, ast.If):
            yield from own(one.body)
            yield from own(one.orelse)


def without_continue(body: Sequence[ast.stmt]) -> Out | None:
    """Return the body of a loop in which every way to the next turn leads to its end."""
    out: Out = []
    for number, one in enumerate(body):
        if isinstance(one, ast.Continue):
            return out
        if isinstance(one, ast.If) and any(isinstance(s, ast.Continue) for s in own([one])):
            rest = list(body[number + 1 :])
            then = without_continue([*one.body, *rest])
            other = without_continue([*one.orelse, *rest])
            if then is None or other is None or size(then) + size(other) > _MOST_STATEMENTS:
                return None
            if not then:
                out.append(like(one, ast.Expr(one.test)))
                return [*out, *other]
            out.append(like(one, ast.If(one.test, then, other)))
            return out
        out.append(one)
    return out


def drop_unread(made: ast.FunctionDef) -> None:
    """Leave out assignments to variables that nobody reads."""
    while True:
        read = {
            one.id
            for one in ast.walk(made)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
        }
        # A variable that grows reads itself.
        before = ast.dump(made)
        _Unread(read | {"v", "k"}).visit(made)
        if ast.dump(made) == before:
            return


class _Unread(ast.NodeTransformer):
    def __init__(self, read: set[str]) -> None:
        self.read = read

    # The methods have the names `ast` calls them by.

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Leave out targets that nobody reads."""
        targets = [
            one for one in node.targets if not isinstance(one, ast.Name) or one.id in self.read
        ]
        if targets:
            node.targets = targets
            return node
        if cannot_fail(node.value):
            return ast.copy_location(ast.Pass(), node)
        return like(node, ast.Expr(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | None:
        """Leave out what grows for nobody."""
        if isinstance(node.target, ast.Name) and node.target.id not in self.read:
            return ast.copy_location(ast.Pass(), node)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Clear away what is left of statements."""
        self.generic_visit(node)
        node.body, node.orelse = _cleared(node.body), _cleared(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """Clear away what is left of statements."""
        self.generic_visit(node)
        node.body = _cleared(node.body)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Clear away what is left of statements."""
        self.generic_visit(node)
        node.body = _cleared(node.body)
        return node


def _cleared(body: Out) -> Out:
    kept = [one for one in body if not isinstance(one, ast.Pass)]
    return kept or body[:1]
