"""Where expressions are evaluated: a node in, its value out, by the function for its operation.

`EVALUATORS` has one function per operation; its keys are those of `operations.EXPRESSIONS`, where
the arguments are described. `expressions` and `questions` fill it. Values are ints and tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Node

from . import kernel

if TYPE_CHECKING:
    from .engine import Vector
    from .reference import Reference


class Scope:
    """Where an expression is evaluated: the position, who `me` is, and the temporaries."""

    __slots__ = ("backend", "k", "me", "temps", "v")

    def __init__(
        self, backend: Reference, v: Vector, k: Vector, me: int, temps: dict[int, Any]
    ) -> None:
        self.backend = backend
        self.v = v
        self.k = k
        self.me = me
        self.temps = temps

    def value(self, node: Node) -> Any:
        """Return the value of a node; a fault gets the place of the innermost node that has one."""
        if self.backend.reached is not None:
            self.backend.reached.add(node.span)
        try:
            return EVALUATORS[node.op](self, *node.args)
        except kernel.Fault as fault:
            raise self.backend.located(fault, node) from None

    def values(self, items: Node, temp: int, body: Node) -> list[tuple[int, Any]]:
        """Return each element of a list with the value of an expression over it."""
        before = self.temps.get(temp)
        found = []
        for item in self.value(items):
            self.temps[temp] = item
            found.append((item, self.value(body)))
        self.temps[temp] = before
        return found

    def some(self, items: Node, temp: int, condition: Node, wanted: bool) -> bool:
        """Say whether a condition has the wanted answer for an element; the rest is not asked."""
        before = self.temps.get(temp)
        found = False
        for item in self.value(items):
            self.temps[temp] = item
            if bool(self.value(condition)) is wanted:
                found = True
                break
        self.temps[temp] = before
        return found


Evaluator = Callable[..., Any]
EVALUATORS: dict[str, Evaluator] = {}


def operation(name: str) -> Callable[[Evaluator], Evaluator]:
    """Register the function that evaluates an operation, called with scope and arguments."""

    def register(function: Evaluator) -> Evaluator:
        EVALUATORS[name] = function
        return function

    return register


def of_values(name: str, function: Callable[..., Any]) -> None:
    """Register an operation whose arguments are all expressions and evaluated first."""
    EVALUATORS[name] = lambda s, *nodes: function(*[s.value(node) for node in nodes])


def flag(name: str, function: Callable[..., Any]) -> None:
    """Register such an operation that answers yes or no."""
    of_values(name, lambda *values: int(function(*values)))
