"""What can be chosen, as integers: a decision in, a function that lists its options out.

The function does what `lookahead.LookAhead.options` does without looking: an answer counts if its
guard holds, an any-time rule if its guard holds and some answer is left whatever it changes. Where
only look-ahead can tell, it gives None. It holds for a safe frame (see `kernel.push`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from rulewright.dsl.program import FP, ME, Decision, Node, Source

from ..engine import after_sources, by_value
from ..kernel import ANY_TIME
from ..relevance import Relevance
from .answers import is_distinct
from .asked import asked_from_outside
from .frames import FrameWriter, Writer
from .loops import each, source, spelled, tree_of
from .lower import Binding, Column, Known, Variable
from .procedures import Procedure
from .pyast import (
    Out,
    Place,
    any_of,
    append,
    assign,
    binary,
    call,
    compare,
    const,
    either,
    function,
    grow,
    load,
    negated,
    plus,
    slot,
    stamp,
    store,
    when,
)
from .unit import Unit

_MOST_SPELLED = 64
_CHEAP = 16
"""Operations in a condition that is asked for nothing but to know that there is no quick way."""
FEW_RULES = 8
"""Any-time rules whose conditions are written into every function that lists options; more have a
function of their own."""
_MOST_BOUNDED = 1500
"""Instructions of a game in which guards are asked that may not tell: in a large one look-ahead
has to find out so often that asking twice does not pay."""
_SURE = Node("const", (1,))
_CHOSEN = 1_000_000
"""The temporary that stands for the element chosen."""


class Bounds(NamedTuple):
    """A guard: an answer can be carried through if `low` holds, and cannot unless `high` does."""

    low: Node
    high: Node

    @property
    def exact(self) -> bool:
        """Whether it always tells."""
        return self.low is self.high

    def map(self, change: Callable[[Node], Node]) -> Bounds:
        """Return the same with changed conditions."""
        low = change(self.low)
        return Bounds(low, low if self.exact else change(self.high))


class Listings:
    """Writes the listing functions of one Program."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        program = unit.program
        # What makes an answer live, and whether it is the only thing that does.
        self.guards = {
            (decision, number): Bounds(low, low if low == high else high)
            for decision, number, low, high in program.guards
        }
        self.bounded = len(program.code) <= _MOST_BOUNDED
        self.rule_guards = {rule: low for rule, low, high in program.anytime_guards if low == high}

    @cached_property
    def asked(self) -> dict[int, int]:
        """The numbers of expressions that have functions of their own, by identity."""
        return {id(node): n for n, node in enumerate(asked_from_outside(self.unit.program))}

    @cached_property
    def relevance(self) -> Relevance:
        """What any-time rules change; needed only where there are some."""
        return Relevance(self.unit.program)

    def function(self, decision: Decision) -> tuple[ast.FunctionDef, int] | None:
        """Return the function `i<number>` of a decision, or None if there is none."""
        return _Listing(self, decision).function() if self.has(decision) else None

    def has(self, decision: Decision) -> bool:
        """Say whether a decision has such a function."""
        if decision.kind == "chance" or not decision.sources:
            return False
        return _Listing(self, decision).is_worth_it()

    def always(self, decision: Decision) -> bool:
        """Say whether such a function can always tell, where there are no any-time rules."""
        listing = _Listing(self, decision)
        return not any(
            listing.is_open(number)
            or not self.guards.get((decision.id, number), Bounds(_SURE, _SURE)).exact
            for number in range(len(decision.sources))
        )

    def rules_function(self) -> tuple[ast.FunctionDef, int]:
        """Return the function `y0`: the any-time rules that can be used; None if it cannot tell."""
        body: Out = [assign("out", ast.List([], ast.Load()))]
        for rule, one in enumerate(self.unit.program.anytime):
            guard = self.rule_guards.get(rule)
            if guard is None or self.unit.procedures.asks_for_locals(guard):
                inner: Out = [ast.Return(const(None))]
            else:
                inner = when(self._ask(guard), [append("out", const(rule))])
            body += inner if one.guard is None else when(self._ask(one.guard), inner)
        body.append(ast.Return(load("out")))
        made = function("y0", ("v", "k", "me"), body)
        stamp(made, Place())
        return made, 0

    def _ask(self, node: Node) -> ast.expr:
        if node.op == "const":
            return const(node.args[0])
        number = self.asked[id(node)]
        return call(f"e{number}", load("v"), load("k"), load("me"), const(()))

    def untouched(self, decision: Decision, number: int) -> frozenset[int]:
        """Return the any-time rules that change nothing an answer depends on."""
        one = decision.sources[number]
        known = self.guards.get((decision.id, number))
        wants = self.relevance.reads((one.guard, one.items, known.low if known else None))
        read = wants.more | wants.change
        return frozenset(
            rule for rule in self.rule_guards if not self.relevance.writes_of(rule) & read
        )


class _Listing:
    """Writes one listing function."""

    def __init__(
        self, listings: Listings, decision: Decision, writer: Writer | None = None
    ) -> None:
        self.of = listings
        self.unit = listings.unit
        self.program = listings.unit.program
        self.decision = decision
        spans = [decision.span, *(one.span for one in decision.sources)]
        self.file = self.unit.file_of(*spans)
        procedure = self.unit.procedures.of.get(decision.pc) or Procedure(decision.pc, 0)
        self.w = writer or FrameWriter(self.unit, self.file, procedure)
        if writer is None:
            self.w.env = replace(self.w.env, me_range=(0, self.program.players - 1))
        place = self.unit.place(decision.span, self.file)
        self.near = place.near if place is not None else Place()

    def is_worth_it(self) -> bool:
        """Say whether it is soon clear that only look-ahead can tell, where it is so."""
        return not any(
            self.is_open(number) and not self._is_cheap(one)
            for number, one in enumerate(self.decision.sources)
        )

    def _is_cheap(self, one: Source) -> bool:
        """Say whether it is quickly known that there is no such answer."""
        if one.items is not None or one.guard is None:
            return False
        facts = self.unit.facts
        return facts.size(one.guard) <= _CHEAP and not facts.uses(one.guard) & {"call", "dispatch"}

    def is_open(self, number: int) -> bool:
        """Say whether an answer may be one of which only look-ahead knows."""
        one = self.decision.sources[number]
        if self.program.infallible[one.target]:
            return False
        known = self.of.guards.get((self.decision.id, number))
        if known is None or not (known.exact or self.of.bounded):
            return True
        return any(self.unit.procedures.asks_for_locals(condition) for condition in known)

    def function(self) -> tuple[ast.FunctionDef, int]:
        """Return the whole function and its file."""
        body = self.body()
        self._any_time(body)
        body.append(ast.Return(load("out")))
        begin: Out = []
        if "fp" in self.w.used:
            begin.append(assign("fp", slot(FP)))
        if "me" in self.w.used:
            # A decision that nobody makes is nothing that can be listed quickly.
            begin.append(assign("me", slot(ME)))
            begin += when(compare(load("me"), "<", const(0)), [ast.Return(const(None))])
        made = function(f"i{self.decision.id}", ("v", "k"), begin + body)
        stamp(made, self.near)
        return made, self.file

    def body(self) -> Out:
        """Return the statements that list the answers in `out`."""
        body: Out = []
        for number, one in enumerate(self.decision.sources):
            if self.is_open(number):
                assert one.guard is not None
                body += when(self.w.test(one.guard, body), [ast.Return(const(None))])
        body.append(assign("out", ast.List([], ast.Load())))
        marks = self._marks()
        for number, one in enumerate(self.decision.sources):
            start = len(body)
            inner: Out = []
            if not self.is_open(number):
                self._source(number, one, inner)
            if one.guard is None:
                body += inner
            elif inner:
                test = self.w.test(one.guard, body)
                body += when(test, inner)
            if marks:
                body.append(assign(f"m{number}", call("len", load("out"))))
            where = self.unit.place(one.span, self.file)
            for statement in body[start:]:
                stamp(statement, where.near if where is not None else self.near)
        return body

    # ------------------------------------------------------------ answers

    def _source(self, number: int, one: Source, out: Out) -> None:
        condition: Bounds | None = None
        if not self.program.infallible[one.target]:
            condition = self.of.guards[self.decision.id, number]
        if one.items is None:
            self._add(out, condition, const(one.base))
            return
        if condition is not None and one.local >= 0:
            condition = condition.map(lambda node: _with_element(node, one.local))
        if not by_value(one):
            self._by_place(one, condition, out)
            return
        shift = one.base - (one.domain.lo if one.domain is not None else 0)
        w = self.w
        if not is_distinct(self.unit, one.items):
            name = w.fresh("t")
            inner: Out = []
            with w.using(w.env.bind(_CHOSEN, Variable(load(name), w.range(one.items)))):
                self._add(inner, condition, plus(load(name), shift))
            items = call("distinct", w.items(one.items, out))
            out.append(ast.For(store(name), items, inner, []))
            return
        found = source(w, one.items, out)
        open_to = None
        if condition is not None and condition.exact:
            found = found.then("if", _CHOSEN, condition.low, w.env)
        elif condition is not None:
            open_to = condition
        parts = None
        if open_to is None:
            parts = spelled(w, found, lambda element: self._integer(element, shift))
        if parts is not None and len(parts) <= _MOST_SPELLED:
            for test, tree in parts:
                out += when(test, [append("out", tree)])
            return

        def body(inner: Out, element: Binding) -> None:
            with w.using(w.env.bind(_CHOSEN, element)):
                self._add(inner, open_to, self._integer(element, shift))

        each(w, found, out, body)

    def _by_place(self, one: Source, condition: Bounds | None, out: Out) -> None:
        """Write a list whose elements have no integer but their place."""
        w = self.w
        assert one.items is not None
        items = w.items(one.items, out)
        if not is_distinct(self.unit, one.items):
            items = call("distinct", items)
        name, place = w.fresh("t"), w.fresh("x")
        inner: Out = [grow(place, "+", const(1))]
        with w.using(w.env.bind(_CHOSEN, Variable(load(name)))):
            self._add(inner, condition, load(place))
        out.append(assign(place, const(one.base - 1)))
        out.append(ast.For(store(name), items, inner, []))

    def _add(self, out: Out, condition: Bounds | None, tree: ast.expr) -> None:
        """Write that an integer is listed if its condition holds."""
        if condition is None:
            out.append(append("out", tree))
            return
        otherwise: Out = []
        if not condition.exact:
            test = self.w.test(condition.high, otherwise)
            otherwise += when(test, [ast.Return(const(None))])
        out += when(self.w.test(condition.low, out), [append("out", tree)], otherwise)

    def _integer(self, element: Binding, shift: int) -> ast.expr:
        if isinstance(element, Known):
            return const(element.value + shift)
        if isinstance(element, Column):
            moved = Column(element.rows, tuple(value + shift for value in element.values))
            return tree_of(self.w, moved)
        return plus(tree_of(self.w, element), shift)

    # ------------------------------------------------------------ any-time rules

    def _opens(self) -> bool:
        """Say whether there is a fixed answer that nothing can take away."""
        return any(
            one.items is None and one.guard is None and self.program.infallible[one.target]
            for one in self.decision.sources
        )

    def _steady(self) -> dict[int, list[int]]:
        """Return for each any-time rule the answers that do not depend on what it changes."""
        found: dict[int, list[int]] = {rule: [] for rule in self.of.rule_guards}
        for number in range(len(self.decision.sources)):
            for rule in self.of.untouched(self.decision, number):
                found[rule].append(number)
        return found

    def _marks(self) -> bool:
        """Say whether it must be known which of the sources gave an answer."""
        if not (self.decision.anytime and self.program.anytime) or self._opens():
            return False
        count = len(self.decision.sources)
        if len(self.program.anytime) > FEW_RULES:
            return count > 1
        return any(0 < len(numbers) < count for numbers in self._steady().values())

    def _any_time(self, out: Out) -> None:
        if not (self.decision.anytime and self.program.anytime):
            return
        many = len(self.program.anytime) > FEW_RULES
        body = self._many_rules() if many else self._few_rules()
        # No any-time rule begins within another.
        assert isinstance(self.w, FrameWriter)
        allowed = binary(self.w.on_stack(-1), "&", const(ANY_TIME))
        start = len(out)
        out += when(negated(allowed), body)
        for statement in out[start:]:
            stamp(statement, self.near)

    def _few_rules(self) -> Out:
        """Return the any-time rules that can be used, written out one by one."""
        first = after_sources(self.decision)
        opens = self._opens()
        steady = {} if opens else self._steady()
        body: Out = []
        for rule, one in enumerate(self.program.anytime):
            inner: Out = []
            guard = self.of.rule_guards.get(rule)
            if guard is None or self.unit.procedures.asks_for_locals(guard):
                inner.append(ast.Return(const(None)))
            else:
                # One that can be done might still take away every answer.
                usable: Out = [append("out", const(first + rule))]
                if not opens:
                    left = self._left(steady[rule])
                    usable = when(left, usable, [ast.Return(const(None))])
                inner += when(self.w.test(guard, inner), usable)
            if one.guard is None:
                body += inner
            else:
                body += when(self.w.test(one.guard, body), inner)
        return body

    def _many_rules(self) -> Out:
        """Return the same by way of the function that lists the rules that can be used."""
        w = self.w
        found, rule = w.fresh(), w.fresh("t")
        body: Out = [assign(found, call("y0", load("v"), load("k"), w.me()))]
        body += when(compare(load(found), "is", const(None)), [ast.Return(const(None))])
        inner: Out = []
        if not self._opens():
            steady = w.fresh()
            body.append(assign(steady, self._untouched()))
            kept = binary(binary(load(steady), ">>", load(rule)), "&", const(1))
            inner += when(negated(kept), [ast.Return(const(None))])
        inner.append(append("out", plus(load(rule), after_sources(self.decision))))
        body.append(ast.For(store(rule), load(found), inner, []))
        return body

    def _untouched(self) -> ast.expr:
        """Return a bit for each rule that changes nothing some answer depends on."""
        found: ast.expr = const(0)
        for number in range(len(self.decision.sources)):
            bits = sum(1 << rule for rule in self.of.untouched(self.decision, number))
            if bits:
                given = either(self._left([number]), const(bits), const(0))
                found = given if isinstance(found, ast.Constant) else binary(found, "|", given)
        return found

    def _left(self, numbers: list[int]) -> ast.expr:
        """Return whether there is an answer from one of these sources."""
        if len(numbers) == len(self.decision.sources):
            return load("out")
        parts: list[ast.expr] = []
        for number in numbers:
            before = load(f"m{number - 1}") if number else const(0)
            parts.append(compare(load(f"m{number}"), ">", before))
        return any_of(parts)


def listing_into(writer: Writer, listings: Listings, decision: Decision, out: Out) -> None:
    """Write the answers of a decision into a function of another kind, as the list `out`."""
    one = decision.sources[0]
    if len(decision.sources) == 1 and one.guard is None and one.items is not None:
        shift = one.base - (one.domain.lo if one.domain is not None else 0)
        plain = one.items.op == "table" and is_distinct(writer.unit, one.items)
        if plain and shift == 0 and writer.unit.program.infallible[one.target]:
            out.append(assign("out", writer.items(one.items, out)))
            return
    out += _Listing(listings, decision, writer).body()


def _with_element(node: Node, local: int) -> Node:
    """Return a condition with a temporary in the place of the local an option sets."""

    def within(value: Any) -> Any:
        if isinstance(value, Node):
            if value.op == "local" and value.args[0] == local:
                return Node("temp", (_CHOSEN,), value.span)
            if value.op == "const":
                return value
            return Node(value.op, within(value.args), value.span)
        return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

    found: Node = within(node)
    return found
