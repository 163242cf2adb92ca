"""Fewer slots: a function that plays whole games in, the same with some slots in variables out.

Where one function plays the whole game and calls no other that plays, nobody else looks at who is
`me`, how many decisions there were, or what random players draw from: these become variables, and
only the number of decisions asked goes back into the position when the game is over.
"""

from __future__ import annotations

import ast

from rulewright.dsl.program import COUNT, ME

from .pyast import assign, const, load, put, slot
from .whole_writer import MADE, STATE


def lean(made: ast.FunctionDef, extra: int) -> None:
    """Change a function that plays whole games by itself."""
    kept = {COUNT: "m0", extra + STATE: "m1", extra + MADE: "m2"}
    _Lean(kept, extra + MADE).visit(made)
    made.body[:0] = [_placed(assign(name, slot(number)), made) for number, name in kept.items()]


def calls_others(made: ast.FunctionDef) -> bool:
    """Say whether a function calls others that work on the position by the rules."""
    for node in ast.walk(made):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name[0] in "bpX" and name[1:].isdigit():
                return True
        elif isinstance(node, ast.Name) and node.id[0] == "X" and node.id[1:].isdigit():
            return True
    return False


class _Lean(ast.NodeTransformer):
    def __init__(self, kept: dict[int, str], made: int) -> None:
        self.kept = kept
        self.made = made

    # The methods have the names `ast` calls them by.

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Put a variable in the place of a slot."""
        self.generic_visit(node)
        number = _slot_of(node)
        if number in self.kept:
            return ast.copy_location(ast.Name(self.kept[number], node.ctx), node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Do without the slot that says who is `me`."""
        if len(node.targets) == 2 and _slot_of(node.targets[0]) == ME:
            del node.targets[0]
        self.generic_visit(node)
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.AST]:
        """Put the number of decisions back before a function is left."""
        self.generic_visit(node)
        back = put("v", const(self.made), load(self.kept[self.made]))
        return [_placed(back, node), node]


def _slot_of(node: ast.expr) -> int | None:
    """Return the number of the slot that an expression is, if it is one."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "v"
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, int)
    ):
        return node.slice.value
    return None


def _placed(made: ast.stmt, near: ast.AST) -> ast.stmt:
    """Return a statement with the place of another."""
    for node in ast.walk(made):
        ast.copy_location(node, near)
    return made
