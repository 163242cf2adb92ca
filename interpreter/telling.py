"""What guards tell: an option in; whether it can be carried through, without looking ahead, out.

A guard is two conditions (see `guards`); here they are functions that are ready to be asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import FP, ME, Decision, Node

from .errors import RuleRuntimeError
from .harm import Harm
from .kernel import Fault
from .relevance import Relevance

if TYPE_CHECKING:
    from .engine import Engine, Vector

Ask = Callable[["Vector", "Vector", int, tuple[Any, ...]], Any]
"""Asks a condition of a position for a player."""
Way = tuple[int, Ask, Ask]
"""The local that an answer sets or -1, when it can be carried through, and when it could be."""


class Telling:
    """The guards of one engine."""

    def __init__(self, engine: Engine, relevance: Relevance) -> None:
        self._engine = engine
        self._harm = Harm(engine.program, relevance)
        program = engine.program
        self._guards = {
            (decision, source): (low, high) for decision, source, low, high in program.guards
        }
        self._rule_guards = {rule: (low, high) for rule, low, high in program.anytime_guards}
        self._ways: dict[int, list[Way | None]] = {}
        self._rules = [
            self._pair(self._rule_guards.get(rule)) for rule in range(len(program.anytime))
        ]
        self._untouched: dict[tuple[int, int, Any], int] = {}
        self._highs: dict[int, list[Ask]] = {}

    def ways(self, decision: Decision) -> list[Way | None]:
        """Return how to ask of the answers from each source; None for those that cannot fail."""
        found = self._ways.get(decision.id)
        if found is None:
            found = self._ways[decision.id] = [
                None
                if self._engine.program.infallible[source.target]
                else (source.local, *self._pair(self._guards.get((decision.id, number))))
                for number, source in enumerate(decision.sources)
            ]
        return found

    def high(self, decision: int, number: int) -> Node:
        """Return what is true wherever an answer that has a guard can be carried through."""
        return self._guards[decision, number][1]

    def answer(
        self, v: Vector, k: Vector, decision: Decision, number: int, value: Any
    ) -> bool | None:
        """Say whether an answer in a safe frame is live; None if that is open."""
        way = self.ways(decision)[number]
        if way is None:
            return True
        local = way[0]
        if local < 0:
            return self._told(way[1], way[2], v, k)
        place = v[FP] + local
        before = k[place]
        k[place] = value
        found = self._told(way[1], way[2], v, k)
        k[place] = before
        return found

    def hopeless(self, v: Vector, k: Vector, decision: Decision) -> bool:
        """Say whether no answer in a safe frame could be live, not even one not yet offered.

        What exchanges could change has been let go of in the guards, so none of them helps.
        """
        highs = self._highs.get(decision.id)
        if highs is None:
            highs = self._highs[decision.id] = self._whatever_is_chosen(decision)
        try:
            return bool(highs) and not any(high(v, k, v[ME], ()) for high in highs)
        except (Fault, RuleRuntimeError):
            return False

    def _whatever_is_chosen(self, decision: Decision) -> list[Ask]:
        """Return for each source when it could be live; nothing if that depends on the element."""
        found: list[Ask] = []
        for number, source in enumerate(decision.sources):
            guard = self._guards.get((decision.id, number))
            if self._engine.program.infallible[source.target] or guard is None:
                return []
            if source.local >= 0 and _reads(guard[1], Node("local", (source.local,))):
                return []
            found.append(self._ask(guard[1]))
        return found

    def rule(self, v: Vector, k: Vector, rule: int) -> bool | None:
        """Say whether an any-time rule can be carried through; None if that is open."""
        return self._told(*self._rules[rule], v, k)

    def _told(self, low: Ask, high: Ask, v: Vector, k: Vector) -> bool | None:
        me = v[ME]
        try:
            if low(v, k, me, ()):
                return True
            return None if high is not low and high(v, k, me, ()) else False
        except (Fault, RuleRuntimeError):
            # What is asked may make sense only later on the way.
            return None

    def untouched(self, decision: Decision, number: int, value: Any) -> int:
        """Return a bit for each any-time rule that leaves an answer possible."""
        source = decision.sources[number]
        low = None
        if not self._engine.program.infallible[source.target]:
            low = self._guards[decision.id, number][0]
        # What a component needs is asked of that component only.
        dispatched = low is not None and low.op == "dispatch"
        key = (decision.id, number, value if dispatched else None)
        found = self._untouched.get(key)
        if found is None:
            if low is not None and dispatched:
                low = _entry(low, source.local, value)
            found = self._harm.harmless((source.guard, source.items, low), self._rule_guards)
            self._untouched[key] = found
        return found

    def _pair(self, guard: tuple[Node, Node] | None) -> tuple[Ask, Ask]:
        if guard is None:
            return _no, _yes
        low, high = guard
        ask = self._ask(low)
        return ask, ask if low == high else self._ask(high)

    def _ask(self, node: Node) -> Ask:
        if node.op == "const":
            return _yes if node.args[0] else _no
        backend = self._engine.backend
        ready: Callable[[Node], Ask | None] | None = getattr(backend, "asked", None)
        found = None if ready is None else ready(node)
        if found is not None:
            return found
        return lambda v, k, me, temps: backend.eval(node, v, k, me, temps)


def _reads(value: Any, node: Node) -> bool:
    """Say whether a node is part of another."""
    if isinstance(value, Node):
        return value == node or _reads(value.args, node)
    return isinstance(value, tuple) and any(_reads(part, node) for part in value)


def _entry(node: Node, local: int, value: Any) -> Node:
    """Return a `dispatch` over an answer as the call that it is for one value."""
    numbers, index, args, me = node.args
    first = 0
    if index.op == "sub" and index.args[1].op == "const":
        index, first = index.args[0], index.args[1].args[0]
    if index != Node("local", (local,)) or not isinstance(numbers, tuple):
        return node
    number = numbers[value - first]
    return Node("call", (number, args, me)) if number >= 0 else node


def _yes(v: Vector, k: Vector, me: int, temps: tuple[Any, ...]) -> bool:
    return True


def _no(v: Vector, k: Vector, me: int, temps: tuple[Any, ...]) -> bool:
    return False
