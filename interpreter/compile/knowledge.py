"""What is known at a place in a function: names and slots with their values in; less of it out.

Knowledge is about names, and about `v[5]` or `k[12]` as ("v", 5) and ("k", 12). Slots below
HEADER have fixed numbers wherever they are used, so a slot that is looked up is none of them.
"""

from __future__ import annotations

import ast

Key = str | tuple[str, int]
Known = dict[Key, ast.expr]
"""What is in a variable or slot: a constant, or a variable with the same value."""

HEADER = 8
_CHANGES_NOTHING = frozenset("cdeiy")
"""First letters of generated functions that only look at a position."""
_ONLY_LOOK = frozenset({"len", "tuple", "members", "mask_head", "mask_last", "too_long", "endless"})


def fresh(node: ast.expr, known: ast.expr) -> ast.expr:
    """Return what is known in the place of a node."""
    if isinstance(known, ast.Name):
        return ast.copy_location(ast.Name(known.id, ast.Load()), node)
    assert isinstance(known, ast.Constant)
    return ast.copy_location(ast.Constant(known.value), node)


def only_looks(node: ast.Call) -> bool:
    """Say whether a call leaves the position as it is."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    return name in _ONLY_LOOK or (name[:1] in _CHANGES_NOTHING and name[1:].isdigit())


def slot_of(node: ast.expr) -> tuple[str, int] | None:
    """Return the slot that an expression is, if its number is fixed."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("v", "k")
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, int)
    ):
        return node.value.id, node.slice.value
    return None


def equal(one: ast.expr, other: ast.expr) -> bool:
    """Say whether two things that are known are the same."""
    return ast.dump(one) == ast.dump(other)


def holds(head: Known, after: Known) -> bool:
    """Say whether everything in one is also in the other."""
    return all(key in after and equal(value, after[key]) for key, value in head.items())


def where_both(one: Known | None, other: Known | None) -> Known | None:
    """Return what is known where two ways meet."""
    if one is None or other is None:
        return other if one is None else one
    return {key: value for key, value in one.items() if key in other and equal(value, other[key])}


def present_key(test: ast.expr) -> str | None:
    """Return under which key it is known that a variable is not absent, if a test asks for that."""
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name):
        (sign,), (right,) = test.ops[:1], test.comparators[:1]
        zero = isinstance(right, ast.Constant) and right.value == 0
        if zero and isinstance(sign, ast.GtE | ast.Lt):
            return f"{test.left.id} >= 0"
    return None


def forget(known: Known, name: str) -> None:
    """Forget a variable, and that slots have the same value."""
    known.pop(name, None)
    known.pop(f"{name} >= 0", None)
    for key, there in list(known.items()):
        if isinstance(there, ast.Name) and there.id == name:
            del known[key]


def forget_list(known: Known, target: ast.expr) -> None:
    """Forget the slots that a store to a slot that is looked up may have changed."""
    of = target.value if isinstance(target, ast.Subscript) else target
    name = of.id if isinstance(of, ast.Name) else ""
    least = HEADER if name == "v" else 0
    for key in list(known):
        if isinstance(key, tuple) and key[0] == name and key[1] >= least:
            del known[key]


def forget_all(known: Known, node: ast.AST) -> None:
    """Forget what a statement or expression may change."""
    for key in changed_by(node):
        if isinstance(key, str):
            forget(known, key)
            continue
        name, number = key
        least = HEADER if key == ("v", -1) else 0
        for one in list(known):
            if isinstance(one, tuple) and one[0] == name:
                hit = one[1] >= least if number < 0 else one[1] == number
                if hit:
                    del known[one]


def changed_by(node: ast.AST) -> set[Key]:
    """Return what a statement or expression may change; -1 is any slot looked up, -2 any."""
    found: set[Key] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.add(one.id)  # a stack that grows keeps what it has
        elif isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load):
            slot = slot_of(one)
            if slot is not None:
                found.add(slot)
            elif isinstance(one.value, ast.Name):
                found.add((one.value.id, -1))
        elif isinstance(one, ast.Call):
            if only_looks(one):
                continue
            given = {part.id for part in one.args if isinstance(part, ast.Name)}
            found |= {(of, -2) for of in given & {"v", "k"}}
    return found
