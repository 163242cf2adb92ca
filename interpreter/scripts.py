"""What components do, as conditions: an entry point in; functions that tell if it can be done out.

A component that is performed gets two functions of the piece: one is true only where its script can
be carried through, the other one wherever it can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.dsl.program import Node, Program, Source

from .conditions import ONE, UNKNOWN, ZERO, Bounds, rebound, renamed
from .relevance import Relevance
from .stretches import STOPS
from .symbols import Symbols
from .things import Known
from .transitions import Steps
from .values import Values

MOST_STRAIGHT = 20
SCRIPT_TEMP = 1999
"""Stands for the piece while its script is followed."""


class Scripts:
    """The scripts of one Program; `follow` tells when code can be carried through."""

    def __init__(
        self,
        program: Program,
        relevance: Relevance,
        steps: Steps,
        follow: Callable[[int, Symbols], Bounds],
    ) -> None:
        self._program = program
        self._relevance = relevance
        self._values: Values = steps.values
        self._steps = steps
        self._follow = follow
        self._yes = -1
        self._within: list[int] = []
        """Scripts that are being followed: one within itself is not followed further."""
        self._usuals: dict[int, Symbols] = {}
        self._scripts: dict[tuple[Any, ...], tuple[int, int, int]] = {}

    def usual(self, pc: int, node: Node) -> Symbols:
        """Return what scripts find changed that are performed at pc.

        That is what has happened since the choice that leads there. So each script is followed
        once; where more has changed that a script asks for, nothing is known of it.
        """
        if pc not in self._usuals:
            found = Symbols()
            for decision in self._program.decisions:
                for source in decision.sources:
                    reached = self._straight(source, pc)
                    if reached is not None:
                        piece = self._values.of(node.args[0], reached)
                        if piece is not UNKNOWN:
                            found = reached.seen_from(piece, Node("temp", (SCRIPT_TEMP,)))
            first = node.args[3] if len(node.args) > 3 else 0
            count = len(self._program.tables[node.args[1]])
            extent = (first, first + count - 1)
            self._usuals[pc] = replace(found, known={SCRIPT_TEMP: extent})
        return self._usuals[pc]

    def _straight(self, source: Source, target: int) -> Symbols | None:
        """Return what has changed since an answer, if it leads straight to a place."""
        pc = source.target
        if not pc <= target <= pc + MOST_STRAIGHT:
            return None
        now = chosen_now(source)
        while pc < target:
            node = self._program.code[pc]
            if node.op in STOPS:
                return None
            now = self._steps.after(node, now)
            pc += 1
        return now

    def script(
        self, entry: int, nlocals: int, now: Symbols, different: int, trading: bool
    ) -> tuple[int, int]:
        """Return the functions that tell whether a component can do what it does; -1 for never."""
        key = (entry, trading, now.key())
        if key not in self._scripts:
            if entry in self._within:
                return (-1, self._always())
            self._within.append(entry)
            env: dict[int, Node] = dict.fromkeys(range(nlocals), ZERO)
            env[0] = Node("temp", (SCRIPT_TEMP,))
            bounds = self._follow(entry, replace(now, env=env))
            self._within.pop()
            wants = self._relevance.reads(tuple(bounds))
            low = self._numbered(f"can do {entry}", bounds.low)
            high = low
            if bounds.high != bounds.low:
                high = self._numbered(f"could do {entry}", bounds.high)
            self._scripts[key] = (low, high, wants.more | wants.change)
        low, high, read = self._scripts[key]
        return (-1, self._always()) if read & different else (low, high)

    def _always(self) -> int:
        """Return the number of the function of one parameter that is always true."""
        if self._yes < 0:
            self._yes = self._values.define("yes", 1, ONE)
        return self._yes

    def _numbered(self, name: str, body: Node) -> int:
        if body.op == "const":
            return self._always() if body.args[0] else -1
        return self.defined(name, [SCRIPT_TEMP], body)

    def defined(self, name: str, params: list[int], body: Node) -> int:
        """Return the number of a new define made of a condition on some temporaries."""
        closed: Node = rebound(body, self._values.fresh)
        temps = {temp: Node("temp", (number,)) for number, temp in enumerate(params)}
        return self._values.define(name, len(params), renamed(closed, temps))


def chosen_now(source: Source) -> Symbols:
    """Return what is known when an answer has been given: how large its element can be."""
    known: Known = {}
    if source.local >= 0 and source.domain is not None and source.domain.kind != "bundle":
        known["local", source.local] = (source.domain.lo, source.domain.hi)
    return Symbols(known=known)
