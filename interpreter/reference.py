"""The reference evaluator: a Program in, a backend for `engine.Engine` out; small, obvious, slow.

It walks the nodes: `EVALUATORS` knows each expression, `EXECUTORS` each instruction. Compiled code
must do exactly what is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import ME, PC, Decision, Node, Program

# The two modules register their operations when they are imported.
from . import expressions as _expressions
from . import kernel
from . import questions as _questions
from .errors import RuleRuntimeError
from .instructions import EXECUTORS, Run
from .scope import EVALUATORS, Scope

if TYPE_CHECKING:
    from .engine import Engine, Log, Vector

__all__ = ["EVALUATORS", "EXECUTORS", "MOST_STEPS", "Reference"]

REGISTERED = (_expressions, _questions)

MOST_STEPS = 1_000_000
"""Instructions between two decisions; more is a rule that does not come to an end."""


class Reference:
    """Walks the nodes of a Program.

    `reached`, when it is a set, collects the spans of the rules that were used.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables = kernel.Tables(program)
        self.engine: Engine | None = None
        self.reached: set[int] | None = None

    def eval(
        self, node: Node, v: Vector, k: Vector, me: int | None = None, temps: Sequence[Any] = ()
    ) -> Any:
        """Return the value of an expression; `me` stands in for v[ME], `temps` are temps 0, 1 …"""
        scope = Scope(self, v, k, v[ME] if me is None else me, dict(enumerate(temps)))
        try:
            return scope.value(node)
        except kernel.Fault as fault:
            raise self.located(fault, node, last=True) from None

    def run(self, v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
        """Run from v[PC] on; return DECIDE, ENDED, FAILED or COMMITTED (the last two in a look).

        After DECIDE and FAILED v[PC] is where the decision or the failure is.
        """
        if look and self.reached is not None:
            # What was only thought of has not been reached.
            kept, self.reached = self.reached, None
            try:
                return self.run(v, k, engine, look, log)
            finally:
                self.reached = kept
        run = Run(self, v, k, engine, look, log)
        code = self.program.code
        for _ in range(MOST_STEPS):
            node = code[v[PC]]
            v[PC] += 1
            if self.reached is not None:
                self.reached.add(node.span)
            try:
                status = EXECUTORS[node.op](run, *node.args)
            except kernel.Fault as fault:
                raise self.located(fault, node, last=True) from None
            if status is not None:
                return status
        endless = kernel.Fault("endless", "this does not come to an end")
        raise self.located(endless, node, last=True)

    def candidates(self, v: Vector, k: Vector, decision: Decision) -> list[tuple[int, Any]]:
        """Return (source, value) of each answer whose guard holds; fixed moves have value 0.

        A guard is asked once, before the elements: it does not see them. A player has no use for
        the same element twice; for chance it is twice as likely.
        """
        found: list[tuple[int, Any]] = []
        for number, source in enumerate(decision.sources):
            if source.guard is not None and not self.eval(source.guard, v, k):
                continue
            if source.items is None:
                found.append((number, 0))
            else:
                elements = self.eval(source.items, v, k)
                if decision.kind != "chance":
                    elements = dict.fromkeys(elements)
                found += [(number, element) for element in elements]
        return found

    def looker(self) -> Engine:
        """Return the engine that can look ahead; expressions ask it what is possible."""
        if self.engine is None:
            raise RuntimeError("looking ahead needs an Engine that uses this backend")
        return self.engine

    def row(self, table: int | tuple[int, ...]) -> tuple[int, ...]:
        """Return a table given by its number, or as it is."""
        return self.program.tables[table] if isinstance(table, int) else table

    def located(self, fault: kernel.Fault, node: Node, last: bool = False) -> Exception:
        """Return the fault with the node's place; as it is if the node has none and is not last."""
        if node.span < 0 and not last:
            return fault
        return RuleRuntimeError(fault.code, fault.message, self.program.place(node.span))
