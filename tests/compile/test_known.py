"""What is known is written in: functions do the same as before, with less."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.interpreter.compile.knowledge import Known
from rulewright.interpreter.compile.known import write_known


def both(
    text: str, facts: Known | None = None
) -> tuple[Callable[..., Any], Callable[..., Any], str]:
    """Return a function as it is written and as it becomes, and the text of that."""
    found: list[Callable[..., Any]] = []
    shown = ""
    for change in (False, True):
        tree = ast.parse(text)
        if change:
            made = tree.body[0]
            assert isinstance(made, ast.FunctionDef)
            write_known(made, facts)
            shown = ast.unparse(tree)
        names: dict[str, Any] = {"endless": pytest.fail}
        exec(compile(tree, "text", "exec"), names)
        found.append(names["f"])
    return found[0], found[1], shown


TURNS = """
def f(v, k):
    L1 = 33
    L2 = L1
    t1 = 0
    while True:
        t1 += 1
        if t1 > 20:
            endless()
        if v[9] >= 7:
            break
        if L2 == 0:
            L2 = L1
        me = (L2 & 15) - 1
        L2 = L2 >> 4
        v[me + 10] = v[me + 10] + v[9]
        if v[9] == 4:
            v[12] = me
            v[9] = v[9] + 2
            continue
        v[9] = v[9] + 1
    v[8] = me
    return L2
"""


def test_a_loop_that_turns_in_a_circle_has_one_turn_per_place() -> None:
    """The order of players is no longer looked at, and nothing else changes."""
    before, after, shown = both(TURNS)
    assert "L2 >> 4" not in shown and "me + 10" not in shown
    assert "v[10]" in shown and "v[11]" in shown
    for first in range(9):
        one, other = [0] * 9 + [first, 0, 0, 0], [0] * 9 + [first, 0, 0, 0]
        result = before(one, []) if first < 7 else None
        if first < 7:
            assert (after(other, []), other) == (result, one)


def test_what_a_loop_changes_is_not_known_behind_it() -> None:
    """A variable that a loop may have changed keeps its name."""
    text = """
def f(v, k):
    x1 = 1
    for t2 in k:
        x1 = x1 + t2
    return x1
"""
    before, after, _ = both(text)
    assert after([], [1, 2, 3]) == before([], [1, 2, 3]) == 7


def test_a_store_that_is_looked_up_ends_what_is_known_of_slots() -> None:
    """The header stays known: no slot that is looked up is part of it."""
    text = """
def f(v, k):
    v[5] = 1
    v[9] = 2
    v[k[0]] = 3
    return v[5] + v[9]
"""
    before, after, shown = both(text)
    for place in (8, 9, 10):
        assert after([0] * 12, [place]) == before([0] * 12, [place])
    assert "1 + v[9]" in shown


def test_a_name_for_a_variable_that_changes_is_kept() -> None:
    """A copy of a variable is one of what it was before."""
    text = """
def f(v, k):
    x1 = v[9]
    x2 = x1
    x1 = x1 + 1
    v[9] = x1
    return x2
"""
    before, after, _ = both(text)
    assert after([0] * 9 + [5], []) == before([0] * 9 + [5], []) == 5


def test_facts_decide_tests_and_spare_stores() -> None:
    """What holds when a function begins is neither asked nor stored again."""
    text = """
def f(v, k):
    if k[2] >= 2:
        return 0
    k[2] = 0
    return v[1]
"""
    _, after, shown = both(text, {("k", 2): ast.Constant(0)})
    assert "k[2]" not in shown
    assert after([0, 1], [0, 0, 0]) == 1


@pytest.mark.parametrize("values", [(0, 0), (0, 1), (1, 0), (2, 2)])
def test_conditions_keep_their_value(values: tuple[int, int]) -> None:
    """What decides nothing goes, what may decide stays."""
    text = """
def f(v, k):
    x1 = 1
    x2 = 0
    return (x1 and v[8]) or (x2 or v[9]), v[8] and x2 and v[9], (v[8] or x1) and v[9]
"""
    before, after, _ = both(text)
    v = [0] * 8 + list(values)
    assert after(v, []) == before(v, [])
