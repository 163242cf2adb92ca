"""What cannot fail: a Program in; for each place in its code whether that is certain out.

A Program says so where each instruction by itself tells. Here ways through the code are followed
with what is known on them: what was asked before holds until something changes it. Some answer to a
decision is always possible if their conditions, taken together, leave nothing out; a decision that
comes back to itself needs a counter that ends it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.dsl.program import (
    AnyTime,
    Decision,
    Function,
    Node,
    Program,
    Source,
    entered,
    following,
)

from .conditions import ONE, ZERO, renamed, set_bits
from .logic import FALSE, TRUE, Formula, Logic, all_of, any_of, none_of
from .relevance import Relevance
from .stretches import STOPS
from .trail import payment_of

MOST_STEPS = 400
MOST_ASIDE = 8
MOST_ELEMENTS = 3


class _Fact(NamedTuple):
    """What is known, which things it reads, and which locals."""

    formula: Formula
    reads: int
    local: frozenset[int]
    value: Node | None = None
    """The constant that its only local is, if it says that."""


class _Loop(NamedTuple):
    """A decision on the way, and the locals that have become smaller, or are spoilt, since."""

    pc: int
    smaller: frozenset[int] = frozenset()
    spoilt: frozenset[int] = frozenset()


Facts = tuple[_Fact, ...]
Loops = tuple[_Loop, ...]


class Prover:
    """Answers for one Program."""

    def __init__(self, program: Program, relevance: Relevance) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self.logic = Logic(program, relevance)
        self.good = list(program.infallible)
        self.steps = 0

    def infallible(self) -> tuple[bool, ...]:
        """Return for each pc whether nothing from there to the end of its procedure can fail."""
        given = self._parameters()
        left = [pc for pc, good in enumerate(self.good) if not good]
        grown = True
        while grown:
            grown = False
            for pc in reversed(left):
                self.steps = 0
                if self._sure(pc, given.get(pc, ()), (), frozenset()):
                    self.good[pc] = grown = True
            left = [pc for pc in left if not self.good[pc]]
        return tuple(self.good)

    def is_sure(self, decision: Decision, source: Source) -> bool:
        """Say whether an answer cannot fail because of what it takes to be offered."""
        self.steps = 0
        facts = self._facts(source.guard or ONE, True) + self._chosen(source)
        return bool(facts) and self._sure(source.target, facts, (_Loop(decision.pc),), frozenset())

    def _parameters(self) -> dict[int, Facts]:
        """Return what is known of the parameters of procedures: whether they are ever negative."""
        given: dict[int, list[tuple[Node, ...]]] = {}
        other = {rule.entry for rule in self.program.anytime}
        for pc, node in enumerate(self.program.code):
            if node.op == "call":
                given.setdefault(node.args[0], []).append(node.args[2])
            else:
                other.update(entered(self.program, pc))
            # A procedure that comes back to its beginning may have changed them.
            other.update(following(self.program, pc))
            _asked(node.args, other)
        for part in (self.program.functions, self.program.decisions, self.program.anytime):
            _asked(tuple(map(_nodes, part)), other)
        found: dict[int, Facts] = {}
        for entry, calls in given.items():
            facts: list[_Fact] = []
            for number, values in enumerate(zip(*calls, strict=False)):
                if entry not in other and all(_not_negative(value) for value in values):
                    asked = Node("ge", (Node("local", (number,)), ZERO))
                    facts += self._facts(asked, True)
            found[entry] = tuple(facts)
        return found

    # ------------------------------------------------------------ ways

    def _sure(self, pc: int, facts: Facts, loops: Loops, seen: frozenset[Any]) -> bool:
        """Say whether all goes well from a place on."""
        code, good = self.program.code, self.good
        while True:
            self.steps += 1
            if good[pc]:
                return True
            node = code[pc]
            op, args = node.op, node.args
            if op in ("fail", "me") or self.steps > MOST_STEPS:
                return False
            if op in ("commit", "ret", "over"):
                return True
            if op in ("jump", "iflive"):
                pc = args[0]
                if op == "jump":
                    if (pc, facts) in seen:
                        return not loops  # what asks again and again has to come to an end
                    seen |= {(pc, facts)}
                continue
            if op == "unless":
                if not self._is_aside(pc + 1, args[1]):
                    return self._branch(pc, args, facts, loops, seen)
                # Whether it is done or not, all that it could change is forgotten.
                for inside in code[pc + 1 : args[1]]:
                    facts, _ = self._after(inside, facts, loops)
                    loops = _spoilt(inside, loops)
                pc = args[1]
                continue
            if op == "decide":
                return self._decided(pc, facts, loops, seen)
            if not self._calls_well(pc):
                return False
            facts, loops = self._after(node, facts, loops)
            pc += 1

    def _calls_well(self, pc: int) -> bool:
        """Say whether what an instruction calls cannot fail."""
        node = self.program.code[pc]
        if node.op == "perform" and min(self.program.tables[node.args[1]]) < 0:
            return False
        return all(self.good[entry] for entry in entered(self.program, pc))

    def _is_aside(self, first: int, end: int) -> bool:
        """Say whether a stretch of code only goes to its end, and cannot fail."""
        return first < end <= first + MOST_ASIDE and all(
            self.program.code[pc].op not in STOPS - {"call"} and self._calls_well(pc)
            for pc in range(first, end)
        )

    def _branch(self, pc: int, args: Any, facts: Facts, loops: Loops, seen: frozenset[Any]) -> bool:
        condition, target = self._known(args[0], facts), args[1]
        asked = self.logic.of(condition)
        known = tuple(fact.formula for fact in facts)
        return (
            self.logic.implied(known, asked)
            or self._sure(target, facts + self._facts(condition, False), loops, seen)
        ) and (
            self.logic.implied(known, none_of(asked))
            or self._sure(pc + 1, facts + self._facts(condition, True), loops, seen)
        )

    def _decided(self, pc: int, facts: Facts, loops: Loops, seen: frozenset[Any]) -> bool:
        """Say whether some answer is always possible and goes well."""
        decision = self.program.decisions[self.program.code[pc].args[0]]
        if decision.kind == "chance":
            return False
        for loop in loops:
            if loop.pc == pc:
                return any(self._ends(decision, one) for one in loop.smaller - loop.spoilt)
        ways = []
        for source in decision.sources:
            guard = TRUE
            if source.guard is not None:
                guard = self.logic.of(self._known(source.guard, facts))
            some = self._some(source)
            if FALSE in (guard, some):
                continue
            bound = frozenset((source.local,))
            after = tuple(fact for fact in facts if not fact.local & bound)
            after += self._facts(source.guard or ONE, True) + self._chosen(source)
            outer = tuple(loop._replace(spoilt=loop.spoilt | bound) for loop in loops)
            if self._sure(source.target, after, (*outer, _Loop(pc)), seen):
                ways.append(all_of(guard, some))
        return self.logic.implied(tuple(fact.formula for fact in facts), any_of(*ways))

    def _ends(self, decision: Decision, counter: int) -> bool:
        """Say whether a decision has an answer that leads out when a counter is used up."""
        used_up = self.logic.of(Node("le", (Node("local", (counter,)), ZERO)))
        return any(
            source.guard is not None
            and source.items is None
            and self.good[source.target]
            and self.logic.implied((used_up,), self.logic.of(source.guard))
            for source in decision.sources
        )

    # ------------------------------------------------------------ answers

    def _some(self, source: Source) -> Formula:
        """Return a formula that holds only where there is an element."""
        items = source.items
        if items is None:
            return TRUE
        plans = payment_of(items)
        if plans is not None:
            return self.logic.of(Node("can_pay", plans.args[:2]))
        if items.op == "filter":
            elements = self._elements(items.args[0])
            ways = [self.logic.with_element(items.args[2], items.args[1], one) for one in elements]
            return any_of(*ways)
        return TRUE if self._elements(items) else FALSE

    def _elements(self, items: Node) -> list[Node]:
        """Return some elements that a list surely has."""
        op, args = items.op, items.args
        if op == "const":
            return [Node("const", (one,)) for one in args[0][:MOST_ELEMENTS]]
        if op == "range" and all(arg.op == "const" for arg in args):
            first, last = args[0].args[0], args[1].args[0]
            return [Node("const", (one,)) for one in range(first, last + 1)[:MOST_ELEMENTS]]
        return [ZERO] if op == "subsets" else []  # the mask of the empty set

    def _chosen(self, source: Source) -> Facts:
        """Return what is known of an element that was chosen."""
        items = source.items
        if items is None or items.op != "filter":
            return ()
        return self._facts(
            renamed(items.args[2], {items.args[1]: Node("local", (source.local,))}), True
        )

    # ------------------------------------------------------------ facts

    def _facts(self, condition: Node, true: bool) -> Facts:
        """Return what is known if a condition is true (or not)."""
        if condition.op == "and" and true:
            return tuple(fact for part in condition.args for fact in self._facts(part, True))
        formula = self.logic.of(condition)
        if not true:
            formula = none_of(formula)
        wants = self.relevance.reads(condition)
        local = _locals(condition)
        if formula in (TRUE, FALSE) or -1 in local:
            return ()
        return (_Fact(formula, wants.more | wants.change, local),)

    def _known(self, condition: Node, facts: Facts) -> Node:
        """Return a condition with constants in the place of locals of which the value is known."""
        known = {number: fact.value for fact in facts if fact.value for number in fact.local}
        return self.logic.simple(_put(condition, known)) if known else condition

    def _after(self, node: Node, facts: Facts, loops: Loops) -> tuple[Facts, Loops]:
        """Return what is still known after an instruction."""
        op, args = node.op, node.args
        if op in ("log", "chain"):
            return facts, loops
        written = -1
        local: frozenset[int] = frozenset()
        if op == "local":
            written, local = 0, frozenset((args[0],))
            if _is_smaller(args[0], args[1]):
                loops = tuple(loop._replace(smaller=loop.smaller | local) for loop in loops)
            else:
                loops = _spoilt(node, loops)
        elif op in ("gain", "lose", "pay"):
            written = self.relevance.goods_in(args[1])
            local = frozenset(number for _, number in args[2])
            loops = _spoilt(node, loops)
        elif op in ("set", "raise"):
            written = self.things.written_by(node)
        kept = [fact for fact in facts if not fact.reads & written and not fact.local & local]
        return (*kept, *self._assigned(node)), loops

    def _assigned(self, node: Node) -> Facts:
        """Return what is known of a local that gets a value: a constant, or a mask with members."""
        if node.op != "local":
            return ()
        local, value = Node("local", node.args[:1]), node.args[1]
        if value.op == "const" and isinstance(value.args[0], int):
            facts = self._facts(Node("eq", (local, value)), True)
            return tuple(fact._replace(value=value) for fact in facts)
        return self._facts(Node("ne", (local, ZERO)), True) if set_bits(value) else ()


def _spoilt(node: Node, loops: Loops) -> Loops:
    """Return loops in which no local that an instruction writes counts any more."""
    local: frozenset[int] = frozenset()
    if node.op == "local":
        local = frozenset((node.args[0],))
    elif node.op in ("gain", "lose", "pay"):
        local = frozenset(number for _, number in node.args[2])
    return tuple(loop._replace(spoilt=loop.spoilt | local) for loop in loops)


def _nodes(part: Function | Decision | AnyTime) -> Any:
    """Return the expressions of a part of a Program."""
    if isinstance(part, Function):
        return part.body
    if isinstance(part, AnyTime):
        return part.guard, part.args
    return tuple((source.guard, source.items) for source in part.sources)


def _asked(value: Any, found: set[int]) -> None:
    """Collect the procedures that expressions ask about."""
    if isinstance(value, Node):
        if value.op == "possible":
            found.add(value.args[0])
        _asked(value.args, found)
    elif isinstance(value, tuple):
        for part in value:
            _asked(part, found)


def _locals(value: Any) -> frozenset[int]:
    """Return the locals that an expression mentions; -1 if it depends on who acts."""
    if isinstance(value, Node):
        if value.op == "local":
            return frozenset((value.args[0],))
        return frozenset((-1,)) if value.op == "actor" else _locals(value.args)
    if isinstance(value, tuple):
        return frozenset().union(*map(_locals, value))
    return frozenset()


def _put(value: Any, known: dict[int, Node]) -> Any:
    """Return an expression with other nodes in the place of locals."""
    if isinstance(value, Node):
        if value.op == "local":
            return known.get(value.args[0], value)
        return Node(value.op, _put(value.args, known), value.span)
    return tuple([_put(part, known) for part in value]) if isinstance(value, tuple) else value


def _not_negative(value: Node) -> bool:
    return value.op == "const" and isinstance(value.args[0], int) and value.args[0] >= 0


def _is_smaller(local: int, value: Node) -> bool:
    """Say whether a local gets a smaller value than it has."""
    if value.op != "sub" or value.args[0] != Node("local", (local,)):
        return False
    return value.args[1].op == "const" and bool(value.args[1].args[0] > 0)
