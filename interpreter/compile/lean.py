"""Fewer slots: a function that plays whole games in, the same with some slots in variables out.

Where one function plays the whole game and calls no other that plays, nobody else looks at who is
`me`, how many decisions there were, or what random players draw from: these become variables, and
only the number of decisions asked goes back into the position when the game is over. So it is with
all slots whose numbers are fixed wherever they are used; those that change go back as well.
"""

from __future__ import annotations

import ast

from rulewright.dsl.program import COUNT, ME, OVER, RNG

from .known import known_value
from .pyast import assign, binary, const, load, put, slot
from .whole_writer import MADE, STATE

_MOST_SCORED = 60
"""Nodes of a line of the score that is worked out where a game ends."""
_MOST_ENDS = 12


def lean(made: ast.FunctionDef, extra: int, all_asked: bool) -> None:
    """Change a function that plays whole games by itself.

    `all_asked` says that random players are asked at every decision: then one count is enough.
    """
    kept = {COUNT: "m0", extra + STATE: "m1", extra + MADE: "m0" if all_asked else "m2"}
    if all_asked:
        _OneCount(extra + MADE).visit(made)
    _Lean(kept, extra + MADE).visit(made)
    if all_asked:
        del kept[extra + MADE]
    made.body[:0] = [_placed(assign(name, slot(number)), made) for number, name in kept.items()]


class _OneCount(ast.NodeTransformer):
    def __init__(self, made: int) -> None:
        self.made = made

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Leave out the second count."""
        return None if _slot_of(node.targets[0]) == self.made else node


def with_scores(made: ast.FunctionDef, lines: list[ast.FunctionDef], players: int, at: int) -> bool:
    """Let a function that plays whole games put the scores into slots where it ends, if it can.

    `lines` are functions that give the lines of the score; they have to be short for this.
    """
    for one in lines:
        short = len(one.body) == 1 and isinstance(one.body[0], ast.Return)
        if not short or sum(1 for _ in ast.walk(one)) > _MOST_SCORED:
            return False
        if any(isinstance(part, ast.Name) and part.id in "k temps" for part in ast.walk(one)):
            return False
    if not lines or sum(isinstance(one, ast.Return) for one in ast.walk(made)) > _MOST_ENDS:
        return False
    _Scored(lines, players, at).visit(made)
    return True


class _Scored(ast.NodeTransformer):
    def __init__(self, lines: list[ast.FunctionDef], players: int, at: int) -> None:
        self.lines = lines
        self.players = players
        self.at = at

    def visit_Return(self, node: ast.Return) -> list[ast.AST]:
        """Put the scores into their slots."""
        out: list[ast.AST] = []
        for player in range(self.players):
            total: ast.expr | None = None
            for one in self.lines:
                (last,) = one.body
                assert isinstance(last, ast.Return) and last.value is not None
                points = known_value(last.value, {"me": const(player)})
                total = points if total is None else binary(total, "+", points)
            assert total is not None
            out.append(_placed(put("v", const(self.at + player), total), node))
        return [*out, node]


def slots_as_variables(made: ast.FunctionDef, wanted: int) -> None:
    """Change a function that plays whole games by itself and in which no slot is looked up.

    Slots from number `wanted` on are looked at when the game is over.
    """
    direct = set()
    for node in ast.walk(made):
        if isinstance(node, ast.Subscript) and _slot_of(node) is not None:
            direct.add(id(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "draw":
            direct |= {id(one) for one in node.args}  # it has to do with the generator alone
    for node in ast.walk(made):
        if isinstance(node, ast.Name) and node.id == "v" and id(node) not in direct:
            return
    # What grows is read, too.
    grown = {id(one.target) for one in ast.walk(made) if isinstance(one, ast.AugAssign)}
    read, changed = set(), set()
    for node in ast.walk(made):
        if isinstance(node, ast.Subscript) and (number := _slot_of(node)) is not None:
            if isinstance(node.ctx, ast.Load) or id(node) in grown:
                read.add(number)
            if not isinstance(node.ctx, ast.Load) and number >= wanted:
                changed.add(number)
    kept = {number: f"a{number}" for number in sorted(read - {RNG, OVER})}
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


class _Slots(ast.NodeTransformer):
    """Puts variables in the place of slots; its methods have the names `ast` calls them by."""

    def __init__(self, kept: dict[int, str]) -> None:
        self.kept = kept

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Put a variable in the place of a slot."""
        self.generic_visit(node)
        number = _slot_of(node)
        if number in self.kept:
            return ast.copy_location(ast.Name(self.kept[number], node.ctx), node)
        return node


class _Lean(_Slots):
    def __init__(self, kept: dict[int, str], made: int) -> None:
        super().__init__(kept)
        self.made = made

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


class _Variables(_Slots):
    def __init__(self, kept: dict[int, str], changed: list[int]) -> None:
        super().__init__(kept)
        self.changed = changed

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
