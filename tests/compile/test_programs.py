"""Random programs: compiled code leads to the same positions as the reference evaluator."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rulewright.dsl.operations import INSTRUCTIONS
from rulewright.dsl.program import OVER, Program
from rulewright.interpreter.compile.backend import Compiled
from rulewright.interpreter.compile.facts import inside
from rulewright.interpreter.compile.procedures import expressions
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import Reference

from .programs import Coder

PROGRAMS = 60
PLAYOUTS = 3
MOST_MOVES = 25


class Side:
    """A match on one backend; a rule error ends it."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.log: list[Any] = []
        self.error = ""
        self.v: list[Any] = []
        self.k: list[Any] = []
        self._try(lambda: self._start(seed))

    def _start(self, seed: int) -> None:
        self.v, self.k = self.engine.start(seed, self.log)

    def _try(self, act: Any) -> None:
        try:
            act()
        except RuleRuntimeError as error:
            self.error = error.code

    def options(self) -> list[Any]:
        """What can be chosen."""
        found: list[Any] = []
        self._try(lambda: found.extend(self.engine.options(self.v, self.k)))
        return found

    def choose(self, option: Any) -> None:
        """Choose."""
        self._try(lambda: self.engine.choose(self.v, self.k, option, self.log))

    @property
    def position(self) -> Any:
        """Everything that is the same on both backends."""
        return (self.error,) if self.error else (self.v, self.k, self.log, self.engine.capped)


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_run_alike(seed: int) -> None:
    """Options, positions, stacks, events and rule errors are the same all the way."""
    program = Coder(seed).program()
    one, other = Engine(program, Reference(program)), Engine(program, Compiled(program))
    for number in range(PLAYOUTS):
        pick = random.Random(number)
        left, right = Side(one, number), Side(other, number)
        for _ in range(MOST_MOVES):
            assert left.position == right.position
            if left.error or left.v[OVER]:
                break
            assert [type(value) for value in left.k] == [type(value) for value in right.k]
            options = left.options()
            assert right.options() == options
            if left.error:
                break
            assert other.ids(right.v, right.k) == [option.id for option in options]
            option = pick.choice(options)
            left.choose(option)
            right.choose(option)
        assert left.position == right.position


def test_every_instruction_is_among_them() -> None:
    """No instruction is left out by chance, and look-ahead is asked for in expressions."""
    counts: Counter[str] = Counter()
    for seed in range(PROGRAMS):
        program: Program = Coder(seed).program()
        for node in program.code:
            counts[node.op] += 1
            counts.update(f"={each.op}" for root in expressions(node) for each in inside(root))
    assert INSTRUCTIONS.keys() - counts.keys() == set()
    assert counts["=possible"]
