"""The reference evaluator: a Program in, a backend for `engine.Engine` out; small, obvious, slow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Decision, Node, Program

if TYPE_CHECKING:
    from .engine import Engine, Log, Vector


class Reference:
    """Walks the nodes of a Program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.engine: Engine | None = None

    def eval(
        self, node: Node, v: Vector, k: Vector, me: int | None = None, temps: Sequence[Any] = ()
    ) -> Any:
        """Return the value of an expression; `me` stands in for v[ME], `temps` are temps 0, 1 …"""
        raise NotImplementedError

    def run(self, v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
        """Run from v[PC] on; return DECIDE, ENDED, FAILED or COMMITTED (the latter in a look)."""
        raise NotImplementedError

    def candidates(self, v: Vector, k: Vector, decision: Decision) -> list[tuple[int, Any]]:
        """Return (source, value) of each answer whose guard holds; fixed moves have value 0."""
        raise NotImplementedError
