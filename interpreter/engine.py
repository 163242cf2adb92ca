"""The engine: a Program and a backend in; positions, the options at a decision, what follows out.

A position is `(v, k)`, two lists (see `rulewright.dsl.program`); copying is `v[:], k[:]`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from rulewright.dsl.program import Decision, Node, Program

Vector = list[Any]
"""State vector or frame stack: ints (a local may also hold a bundle, a tuple of ints)."""

Log = list[Any] | None
"""Where events go (`kernel.Event`), or None."""


class Option(NamedTuple):
    """One answer to a decision."""

    id: int
    """Its integer, stable within the decision point."""
    source: int
    """Number of the source, or -1 - j for any-time rule j."""
    value: Any
    """The element chosen; 0 for a fixed move."""


class Backend(Protocol):
    """What runs the rules: the reference evaluator or compiled code."""

    engine: Engine | None

    def eval(self, node: Node, v: Vector, k: Vector, me: int | None = None, temps: Any = ()) -> Any:
        """Return the value of an expression."""

    def run(self, v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
        """Run up to a decision (DECIDE), the end (ENDED), a failure or a commit in look-ahead."""

    def candidates(self, v: Vector, k: Vector, decision: Decision) -> list[tuple[int, Any]]:
        """Return (source, value) of each answer whose guard holds, look-ahead not applied."""


class Engine:
    """Backend-agnostic play on positions; `capped` counts look-aheads that were given up."""

    def __init__(self, program: Program, backend: Backend) -> None:
        self.program = program
        self.backend = backend
        self.capped = 0
        backend.engine = self

    def start(
        self, seed: int | str, log: Log = None, explicit_chance: bool = False
    ) -> tuple[Vector, Vector]:
        """Return the first position in which a player decides (or chance, if explicit)."""
        raise NotImplementedError

    def advance(self, v: Vector, k: Vector, log: Log, explicit_chance: bool = False) -> None:
        """Run up to the next decision of a player, or the end of the game."""
        raise NotImplementedError

    def decision(self, v: Vector) -> Decision | None:
        """Return the decision a position waits at; None when the game is over."""
        raise NotImplementedError

    def decider(self, v: Vector) -> int:
        """Return the player who decides, CHANCE, or NOBODY when the game is over."""
        raise NotImplementedError

    def options(self, v: Vector, k: Vector) -> list[Option]:
        """Return the options that can be carried through, in stable order."""
        raise NotImplementedError

    def choose(
        self, v: Vector, k: Vector, option: Option, log: Log, explicit_chance: bool = False
    ) -> None:
        """Apply an option and go on to the next decision."""
        raise NotImplementedError

    def apply(self, v: Vector, k: Vector, option: Option) -> None:
        """Apply an option without running on: binds its local, sets the program counter."""
        raise NotImplementedError

    def bound(self, k: Vector, v: Vector, option: Option) -> Vector:
        """Return the stack with the option's element in its local, for labels (a copy)."""
        raise NotImplementedError

    def live(self, v: Vector, k: Vector) -> bool:
        """Say whether what follows can be carried through; the position stays as it is."""
        raise NotImplementedError

    def possible(self, v: Vector, k: Vector, pc: int, values: tuple[Any, ...], me: int) -> bool:
        """Say whether the code at pc could be carried through now."""
        raise NotImplementedError
