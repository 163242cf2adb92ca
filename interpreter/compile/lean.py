"""Fewer slots: a function that plays whole games in, the same with some slots in variables out.

Where one function plays the whole game and calls no other that plays, nobody else looks at who is
`me`, how many decisions there were, or what random players draw from: these become variables, and
only the number of decisions asked goes back into the position when the game is over. So it is with
all slots whose numbers are fixed wherever they are used; those that change go back as well.
"""

from __future__ import annotations

import ast

from rulewright.dsl.program import COUNT, ME, OVER, RNG

from .pyast import assign, const, load, put, slot
from .whole_writer import MADE, STATE


def lean(made: ast.FunctionDef, extra: int) -> None:
    """Change a function that plays whole games by itself."""
    kept = {COUNT: "m0", extra + STATE: "m1", extra + MADE: "m2"}
    _Lean(kept, extra + MADE).visit(made)
    made.body[:0] = [_placed(assign(name, slot(number)), made) for number, name in kept.items()]


def slots_as_variables(made: ast.FunctionDef) -> None:
    """Change a function that plays whole games by itself and in which no slot is looked up."""
    slots: set[int] = set()
    direct = set()
    for node in ast.walk(made):
        if isinstance(node, ast.Subscript) and (number := _slot_of(node)) is not None:
            slots.add(number)
            direct.add(id(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "draw":
            direct |= {id(one) for one in node.args}  # it has to do with the generator alone
    for node in ast.walk(made):
        if isinstance(node, ast.Name) and node.id == "v" and id(node) not in direct:
            return
    kept = {number: f"a{number}" for number in sorted(slots - {RNG, OVER})}
    changed = {
        number
        for node in ast.walk(made)
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        if (number := _slot_of(node)) in kept
    }
    begin = [_placed(assign(name, slot(number)), made) for number, name in kept.items()]
    _Variables(kept, [one for one in kept if one in changed]).visit(made)
    made.body[:0] = begin


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


class _Variables(ast.NodeTransformer):
    def __init__(self, kept: dict[int, str], changed: list[int]) -> None:
        self.kept = kept
        self.changed = changed

    # The methods have the names `ast` calls them by.

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Put a variable in the place of a slot."""
        self.generic_visit(node)
        number = _slot_of(node)
        if number in self.kept:
            return ast.copy_location(ast.Name(self.kept[number], node.ctx), node)
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.AST]:
        """Put back what may have changed before a function is left."""
        self.generic_visit(node)
        back = [put("v", const(one), load(self.kept[one])) for one in self.changed]
        return [*[_placed(one, node) for one in back], node]


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
