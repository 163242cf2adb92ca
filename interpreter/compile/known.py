"""What is known is written in: a function in; the same with constants in their places out.

One pass from top to bottom follows what is in variables and in slots with a fixed number, works
out what follows from it, and leaves out tests and stores that make no difference. A loop in which
some variables turn in a circle, such as the order of players, becomes one turn per place of that
circle; in each of them these variables are constants.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import deepcopy

from rulewright.dsl.program import OVER, PC

from .knowledge import (
    Key,
    Known,
    changed_by,
    equal,
    forget,
    forget_all,
    forget_list,
    fresh,
    holds,
    only_looks,
    present_key,
    slot_of,
    where_both,
)
from .loops import cannot_fail
from .pyast import Out, leaves, number_in
from .syntax import drop_unread, folded, is_call, like, size, uncounted, without_continue

_MOST_TURNS = 8
_MOST_STATEMENTS = 400
"""Statements that a loop may become."""
_MOST_BEHIND = 12
"""Statements behind a loop that may be written wherever it is left."""


def write_known(
    made: ast.FunctionDef, facts: Known | None = None, first_turn: bool = False
) -> dict[int, Known]:
    """Change a function, in which some facts hold when it begins.

    With `first_turn` the first turn of a loop is written by itself: more is known in it than in
    others. Return what is known wherever v[PC] becomes a number, by that number.
    """
    work = _Pass(first_turn)
    body, _ = work.block(made.body, dict(facts or {}))
    made.body = body or [ast.Pass()]
    drop_unread(made)
    return work.stops


def known_value(node: ast.expr, known: Known) -> ast.expr:
    """Return an expression with what is known written in."""
    return _Pass(False).value(node, dict(known))


class _Pass:
    """Goes through the statements of one function."""

    def __init__(self, first_turn: bool) -> None:
        self.first_turn = first_turn
        self.behind: list[Out | None] = []
        """For each loop around: what a `break` becomes, None where it stays one."""
        self.stops: dict[int, Known] = {}

    def block(self, body: Sequence[ast.stmt], known: Known) -> tuple[Out, Known | None]:
        """Return statements as they are written now, and what is known behind them.

        That is None if nothing comes behind them.
        """
        out: Out = []
        for number, one in enumerate(body):
            if isinstance(one, ast.While):
                rest = body[number + 1 :]
                turned = self._turns(one, rest, known)
                if turned is not None:
                    found, after = turned
                    out += found
                    if after is None:
                        return out, None
                    known = after
                    continue
            found, left = self._statement(one, known)
            out += found
            if left is None:
                return out, None
            known = left
        return out, known

    def _statement(self, one: ast.stmt, known: Known) -> tuple[Out, Known | None]:
        if isinstance(one, ast.Assign):
            return self._assign(one, known), known
        if isinstance(one, ast.AugAssign):
            return self._grow(one, known), known
        if isinstance(one, ast.Expr):
            return [like(one, ast.Expr(self.value(one.value, known)))], known
        if isinstance(one, ast.If):
            return self._if(one, known)
        if isinstance(one, ast.While | ast.For):
            return self._loop(one, known)
        if isinstance(one, ast.Return):
            value = None if one.value is None else self.value(one.value, known)
            return [like(one, ast.Return(value))], None
        if isinstance(one, ast.Delete):
            for target in one.targets:
                self._forget_behind(target, known)
            return [deepcopy(one)], known
        if isinstance(one, ast.Break) and self.behind and self.behind[-1] is not None:
            rest = self.behind[-1]
            # What stands behind the loop is no longer in it.
            self.behind.append(None)
            around = self.behind
            self.behind = around[:-2]
            try:
                found, _ = self.block(rest, known)
            finally:
                self.behind = around
                around.pop()
            return found, None
        gone = isinstance(one, ast.Break | ast.Continue)
        return [deepcopy(one)], None if gone else known

    # ------------------------------------------------------------ statements

    def _assign(self, one: ast.Assign, known: Known) -> Out:
        value = self.value(one.value, known)
        same: ast.expr | None = value if isinstance(value, ast.Constant | ast.Name) else None
        names = [target for target in one.targets if isinstance(target, ast.Name)]
        for name in names:
            forget(known, name.id)
        if same is None and names:
            same = ast.Name(names[0].id, ast.Load())
        for name in names:
            if same is not None and not (isinstance(same, ast.Name) and same.id == name.id):
                known[name.id] = same
        targets: list[ast.expr] = []
        for target in one.targets:
            if isinstance(target, ast.Subscript):
                target = self._place(target, known)
                key = slot_of(target)
                if key == ("v", PC) and isinstance(same, ast.Constant):
                    self._stop(number_in(same), known)
                if key is None:
                    forget_list(known, target)
                elif same is not None and key in known and equal(known[key], same):
                    continue
                else:
                    known.pop(key, None)
                    if same is not None:
                        known[key] = same
            else:
                target = deepcopy(target)
            targets.append(target)
        if not targets:
            quiet = cannot_fail(value)
            return [] if quiet else [like(one, ast.Expr(value))]
        return [like(one, ast.Assign(targets, value))]

    def _stop(self, pc: int, known: Known) -> None:
        """Note what is known of the stack where a run ends and the game goes on."""
        if ("v", OVER) in known:
            return
        found: Known = {
            key: value
            for key, value in known.items()
            if key[0] == "k" and isinstance(key, tuple) and isinstance(value, ast.Constant)
        }
        both = where_both(self.stops.get(pc), found)
        assert both is not None
        self.stops[pc] = both

    def _grow(self, one: ast.AugAssign, known: Known) -> Out:
        value = self.value(one.value, known)
        target: ast.expr = deepcopy(one.target)
        if isinstance(target, ast.Name):
            before = known.get(target.id)
            forget(known, target.id)
            made: ast.expr | None = None
            if isinstance(before, ast.Constant):
                made = folded(ast.BinOp(before, one.op, value))
            if isinstance(made, ast.Constant):
                known[target.id] = made
                return [like(one, ast.Assign([target], like(one, made)))]
        elif isinstance(target, ast.Subscript):
            target = self._place(target, known)
            key = slot_of(target)
            if key is None:
                forget_list(known, target)
            else:
                known.pop(key, None)
        return [like(one, ast.AugAssign(target, one.op, value))]  # type: ignore[arg-type]

    def _if(self, one: ast.If, known: Known) -> tuple[Out, Known | None]:
        test = self.value(one.test, known)
        if isinstance(test, ast.Constant):
            return self.block(one.body if test.value else one.orelse, known)
        present = present_key(test)
        if present is not None and is_call(one.body, "absent"):
            known[present] = ast.Constant(True)
            return [like(one, ast.If(test, deepcopy(one.body), []))], known
        then, after = self.block(one.body, dict(known))
        other, otherwise = self.block(one.orelse, dict(known))
        if not then and not other:
            return ([] if cannot_fail(test) else [like(one, ast.Expr(test))]), known
        if not then:
            test = like(test, ast.UnaryOp(ast.Not(), test))
            then, other = other, []
        return [like(one, ast.If(test, then, other))], where_both(after, otherwise)

    def _loop(self, one: ast.While | ast.For, known: Known) -> tuple[Out, Known | None]:
        """Write a loop of which nothing more is known than what it does not change."""
        forget_all(known, one)
        self.behind.append(None)
        body, _ = self.block(one.body, dict(known))
        self.behind.pop()
        made: ast.stmt
        if isinstance(one, ast.While):
            made = ast.While(deepcopy(one.test), body or [ast.Pass()], [])
            return [like(one, made)], known
        items = self.value(one.iter, known)
        other, _ = self.block(one.orelse, dict(known))
        made = ast.For(deepcopy(one.target), items, body or [ast.Pass()], other)
        forget_all(known, one)
        return [like(one, made)], known

    def _turns(
        self, one: ast.While, rest: Sequence[ast.stmt], known: Known
    ) -> tuple[Out, Known | None] | None:
        """Return a loop as one turn for each place of the circle in which some variables turn."""
        if not (isinstance(one.test, ast.Constant) and one.test.value):
            return None
        if not leaves(list(rest)) or size(rest) > _MOST_BEHIND:
            return None
        body = without_continue(one.body)
        if body is None or size(body) * _MOST_TURNS > 8 * _MOST_STATEMENTS:
            return None
        kept = self._circle(body, rest, known)
        if kept is None:
            return self._first_turn(one, body, rest, known) if self.first_turn else None
        heads: list[Known] = [dict(known)]
        turns: list[Out] = []
        while True:
            straight, after = self._turn(body, rest, heads[-1], None)
            if after is None:
                return [statement for turn in [*turns, straight] for statement in turn], None
            after = {key: value for key, value in after.items() if key in kept}
            turns.append(straight)
            again = next((n for n, head in enumerate(heads) if n and holds(head, after)), None)
            if again is not None:
                break
            if len(heads) > _MOST_TURNS:
                return None
            heads.append(after)
        before = [statement for turn in turns[:again] for statement in turn]
        inside: Out = []
        for number, head in enumerate(heads[again:]):
            # Turns are counted once in each circle.
            turn = body if number == 0 else uncounted(body)
            inside += self._turn(turn, rest, head, ())[0]
        if size(before) + size(inside) > _MOST_STATEMENTS:
            return None
        assert again is not None
        left = dict(heads[again])
        forget_all(left, one)
        return [*before, like(one, ast.While(deepcopy(one.test), inside, []))], left

    def _first_turn(
        self, one: ast.While, body: Out, rest: Sequence[ast.stmt], known: Known
    ) -> tuple[Out, Known | None]:
        """Return a loop with its first turn before it."""
        straight, after = self._turn(body, rest, known, None)
        if after is None:
            return straight, None
        found, left = self._loop(one, after)
        return [*straight, *found], left

    def _turn(
        self, body: Out, rest: Sequence[ast.stmt], head: Known, stays: tuple[()] | None
    ) -> tuple[Out, Known | None]:
        """Return one turn; `stays` is () where a `break` may stay one."""
        self.behind.append(list(rest) if stays is None else None)
        try:
            return self.block(body, dict(head))
        finally:
            self.behind.pop()

    def _circle(self, body: Out, rest: Sequence[ast.stmt], known: Known) -> set[Key] | None:
        """Return what stays known from turn to turn, if something of it turns in a circle."""
        changed = changed_by(ast.While(ast.Constant(True), body, []))
        seen: list[Known] = [dict(known)]
        for _ in range(_MOST_TURNS):
            _, after = self._turn(body, rest, seen[-1], None)
            if after is None:
                return None
            seen.append(after)
        keys = set.intersection(*(set(one) for one in seen[1:]))
        kept: set[Key] = set()
        turning = False
        for key in keys:
            values = [ast.dump(one[key]) for one in seen[1:]]
            if key in changed and len(set(values)) > _MOST_TURNS // 2:
                continue
            kept.add(key)
            turning |= len(set(values)) > 1
        return kept if turning else None

    # ------------------------------------------------------------ expressions

    def value(self, node: ast.expr, known: Known) -> ast.expr:
        """Return an expression with what is known written in."""
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Name):
            found = known.get(node.id)
            return deepcopy(node) if found is None else fresh(node, found)
        if isinstance(node, ast.NamedExpr):
            value = self.value(node.value, known)
            forget(known, node.target.id)
            if isinstance(value, ast.Constant):
                known[node.target.id] = value
            return like(node, ast.NamedExpr(deepcopy(node.target), value))
        if isinstance(node, ast.Subscript):
            found = self._place(node, known)
            key = slot_of(found)
            if key is not None and key in known:
                return fresh(node, known[key])
            return found
        if isinstance(node, ast.BoolOp):
            return self._bool(node, known)
        if isinstance(node, ast.IfExp):
            test = self.value(node.test, known)
            if isinstance(test, ast.Constant):
                return self.value(node.body if test.value else node.orelse, known)
            present = present_key(test)
            if present is not None and is_call(node.orelse, "absent"):
                then = self.value(node.body, known)
                known[present] = ast.Constant(True)
                return like(node, ast.IfExp(test, then, deepcopy(node.orelse)))
            then = self.value(node.body, dict(known))
            other = self.value(node.orelse, dict(known))
            forget_all(known, node)
            return like(node, ast.IfExp(test, then, other))
        if isinstance(node, ast.Call):
            return self._call(node, known)
        present = present_key(node)
        if present is not None and present in known:
            assert isinstance(node, ast.Compare)
            return like(node, ast.Constant(isinstance(node.ops[0], ast.GtE)))
        made = deepcopy(node)
        for name, part in ast.iter_fields(node):
            if isinstance(part, ast.expr):
                setattr(made, name, self.value(part, known))
            elif isinstance(part, list):
                parts = [self.value(p, known) if isinstance(p, ast.expr) else p for p in part]
                setattr(made, name, parts)
        return folded(made)

    def _bool(self, node: ast.BoolOp, known: Known) -> ast.expr:
        stops = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for number, part in enumerate(node.values):
            if number:
                value = self.value(part, dict(known))
                forget_all(known, part)
            else:
                value = self.value(part, known)
            if isinstance(value, ast.Constant):
                if bool(value.value) is not stops and number < len(node.values) - 1:
                    continue  # it decides nothing
                parts.append(value)
                break
            parts.append(value)
        return parts[0] if len(parts) == 1 else like(node, ast.BoolOp(node.op, parts))

    def _call(self, node: ast.Call, known: Known) -> ast.expr:
        function = node.func
        if isinstance(function, ast.Attribute):
            function = deepcopy(function)
        elif not isinstance(function, ast.Name):
            function = self.value(function, known)
        args = [self.value(part, known) for part in node.args]
        if not only_looks(node):
            given = {part.id for part in node.args if isinstance(part, ast.Name)}
            for key in [key for key in known if isinstance(key, tuple) and key[0] in given]:
                del known[key]
        return like(node, ast.Call(function, args, []))

    def _place(self, node: ast.Subscript, known: Known) -> ast.Subscript:
        of, index = node.value, node.slice
        if not isinstance(of, ast.Name):
            of = self.value(of, known)
        if isinstance(index, ast.Slice):
            ends = [index.lower, index.upper]
            parts = [None if one is None else self.value(one, known) for one in ends]
            index = like(index, ast.Slice(*parts))
        else:
            index = self.value(index, known)
        return like(node, ast.Subscript(deepcopy(of), index, node.ctx))

    def _forget_behind(self, target: ast.expr, known: Known) -> None:
        """Forget what is known of the end of a list that is deleted."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            first = target.slice.lower if isinstance(target.slice, ast.Slice) else None
            first = None if first is None else self.value(first, known)
            least = number_in(first) if isinstance(first, ast.Constant) else 0
            for key in list(known):
                if isinstance(key, tuple) and key[0] == target.value.id and key[1] >= least:
                    del known[key]
