"""Stretches of code: where one begins and ends in; what it can change out.

A stretch is what is done or not after a condition, if it goes nowhere but to its end. Whoever
follows code needs to follow what comes after it only once then, with all unknown that it touches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.program import Program

from .conditions import UNKNOWN
from .relevance import Relevance
from .symbols import Balance, Symbols, clouded

MOST_STRETCH = 30
STOPS = frozenset(
    {"jump", "fail", "commit", "over", "ret", "me", "unless", "iflive", "perform", "decide", "call"}
)
"""Instructions that do more than go on with the next one."""


class Stretches:
    """The stretches of one Program."""

    def __init__(self, program: Program, relevance: Relevance) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self._stretches: dict[int, Effects | None] = {}
        self._called_effects: dict[int, Effects] = {}

    def inside(self, first: int, end: int) -> Effects | None:
        """Return what a stretch of code changes, if it goes nowhere but to its end."""
        if first not in self._stretches:
            self._stretches[first] = self._stretch(first, end)
        return self._stretches[first]

    def _stretch(self, first: int, end: int) -> Effects | None:
        if not first < end <= first + MOST_STRETCH:
            return None
        found = Effects()
        for pc in range(first, end):
            node = self.program.code[pc]
            op, args = node.op, node.args
            if op in ("jump", "unless"):
                if not first <= args[-1] <= end:
                    return None
            elif op in STOPS and op != "call":
                return None
            found = found.joined(self._effects(pc, args[0] if op == "call" else -1))
        return found

    def _effects(self, pc: int, entry: int) -> Effects:
        """Return what an instruction changes, and the procedure that it calls."""
        found = self._changes(pc)
        if entry >= 0:
            if entry not in self._called_effects:
                inside = Effects()
                for each in self.relevance.reachable(entry):
                    inside = inside.joined(self._changes(each))
                # Its locals are its own, and it leaves the actor as it was.
                self._called_effects[entry] = replace(inside, local=frozenset(), actor=False)
            found = found.joined(self._called_effects[entry])
        return found

    def _changes(self, pc: int) -> Effects:
        node = self.program.code[pc]
        op, args = node.op, node.args
        if op in ("gain", "lose", "pay", "transfer"):
            goods = self.relevance.goods_in(args[2 if op == "transfer" else 1])
            local = frozenset(one for _, one in args[2]) if op != "transfer" else frozenset()
            return Effects(
                grown=goods if op in ("gain", "transfer") else 0,
                shrunk=goods if op != "gain" else 0,
                local=local,
            )
        if op == "local":
            return Effects(local=frozenset((args[0],)))
        return Effects(self.things.written_by(node), actor=op == "actor")


@dataclass(frozen=True)
class Effects:
    """What code can change: masks of things, of goods that may become more or less, and so on."""

    written: int = 0
    grown: int = 0
    shrunk: int = 0
    local: frozenset[int] = frozenset()
    actor: bool = False

    def joined(self, other: Effects) -> Effects:
        """Return what both can change."""
        return Effects(
            self.written | other.written,
            self.grown | other.grown,
            self.shrunk | other.shrunk,
            self.local | other.local,
            self.actor or other.actor,
        )


def touched(done: Effects, now: Symbols) -> Symbols:
    """Return the position with all unknown that has perhaps been changed."""
    balance = now.balance
    if done.grown or done.shrunk:
        balance = Balance(
            paid=None if done.shrunk else balance.paid,
            gained=None if done.grown else balance.gained,
            grown=balance.grown | done.grown,
            shrunk=balance.shrunk | done.shrunk,
        )
    env = {**now.env, **dict.fromkeys(done.local, UNKNOWN)} if done.local else now.env
    actor = UNKNOWN if done.actor else now.actor
    return replace(clouded(now, done.written), balance=balance, env=env, actor=actor)
