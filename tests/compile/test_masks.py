"""Attributes of cells as masks: the same games, and no masks where they would be wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rulewright as rw
from rulewright.dsl.program import Node, Program
from rulewright.interpreter.backends import maker
from rulewright.interpreter.compile.backend import Compiled
from rulewright.interpreter.compile.code import PlayCode, WholeCode, _functions, compiled_play
from rulewright.interpreter.compile.masks import masked, was_empty
from rulewright.interpreter.compile.whole import make_whole
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.match import Game
from rulewright.interpreter.playouts import Playouts, playouts, slowly

BOARDS = ["tic-tac-toe", "connect-four"]


def with_masks(program: Program, most: int) -> Playouts:
    """Whole games with masks for attributes of up to so many cells."""
    made = make_whole(program, most)
    assert made is not None
    functions = _functions(program, made.tree, made.files)
    whole = WholeCode(functions, made.entry, made.start, made.tables)
    code = PlayCode(compiled_play(program).steps, whole)
    engine = Engine(program, Compiled(program, None, lambda _: code))
    game = Game(program, maker("compiled"))
    return Playouts(engine, lambda seed, number: slowly(game, seed, number))


@pytest.mark.parametrize("name", BOARDS)
def test_games_are_the_same_with_masks_and_without(name: str) -> None:
    """Scores, winners and length do not depend on how the board is kept."""
    program = rw.load(name, 2).program
    expected = [slowly(Game(program, "compiled"), 11, number) for number in range(40)]
    for most in (0, 30, 62):
        assert with_masks(program, most).play(11, 0, 40) == expected


def test_a_small_board_is_looked_up() -> None:
    """With few cells every combination is worked out when compiling."""
    program, attributes = masked(rw.load("tic-tac-toe", 2).program)
    (one,) = attributes.values()
    items = program.decisions[0].sources[0].items
    assert items is not None and items.op == "table"
    assert program.tables[items.args[0]][0b101000001] == (0, 6, 8)
    assert program.start[one.base : one.base + 3] == (0b111111111, 0, 0)


def test_a_cell_that_was_chosen_among_the_free_ones_is_free() -> None:
    """It is known where a stone is put on an empty cell, and not taken for granted elsewhere."""
    program, attributes = masked(rw.load("tic-tac-toe", 2).program)
    (one,) = attributes.values()
    pc = next(pc for pc, node in enumerate(program.code) if node.op == "set")
    assert was_empty(program, one, pc)
    everywhere = Node("const", (tuple(range(9)),))
    decision = program.decisions[0]
    sources = (replace(decision.sources[0], items=everywhere),)
    other = replace(program, decisions=(replace(decision, sources=sources),))
    assert not was_empty(other, one, pc)


def test_stones_may_be_replaced() -> None:
    """Where a cell may have a value already, it leaves the mask of that value."""
    program = rw.load("tic-tac-toe", 2).program
    decision = program.decisions[0]
    everywhere = Node("const", (tuple(range(9)),))
    sources = (replace(decision.sources[0], items=everywhere),)
    changed = replace(program, decisions=(replace(decision, sources=sources),), fingerprint="other")
    expected = [slowly(Game(changed, "reference"), 3, number) for number in range(30)]
    assert with_masks(changed, 30).play(3, 0, 30) == expected
    assert any(result.decisions == 9 for result in expected)


def test_an_attribute_that_is_asked_otherwise_is_left_alone() -> None:
    """What is added up, or read by its slot, is not kept as masks."""
    program = rw.load("tic-tac-toe", 2).program
    line = program.score[0]
    read = replace(line, value=Node("add", (line.value, Node("slot", (8,)))))
    other = replace(program, score=(read,), fingerprint="other")
    assert masked(other) == (other, {})
    assert playouts(Game(other, "compiled")).play(2, 0, 10) == [
        slowly(Game(other, "reference"), 2, number) for number in range(10)
    ]
