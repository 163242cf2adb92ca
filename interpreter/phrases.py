"""Conditions in words: a node of the Program and a position in; what it asks, with values, out.

A condition is taken apart into the parts that decide it: both sides of `and`, the body of a named
value, the branch that applies. Each part is told apart by whether it holds, and says the names
and values it compares, as in "A's gold (1) > B's gold (3)". What only hidden things decide has no
words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rulewright.dsl.program import ME, Domain, Node, Variable

from .errors import RuleRuntimeError
from .kernel import Fault
from .moves import Position
from .replies import reply
from .sight import Unknown
from .state import Element, elements
from .text import seat_name, spoken

_SIGNS = ("eq", "ne", "lt", "le", "gt", "ge")
_DEEPEST = 40


Ask = Callable[[Node, int, tuple[Any, ...]], Any]
"""Gives the value of a node for a player with temporaries, or raises `Unknown`."""


class Place(NamedTuple):
    """Where a node is evaluated: who `me` is there and what its temporaries are."""

    me: int
    temps: tuple[Any, ...] = ()
    domains: tuple[tuple[int, Domain], ...] = ()
    """How to name the values of temporaries, where that is known."""

    def bind(self, temp: int, value: Any, domain: Domain | None = None) -> Place:
        """Return the place with one more temporary."""
        temps = list(self.temps) + [0] * (temp + 1 - len(self.temps))
        temps[temp] = value
        domains = tuple(each for each in self.domains if each[0] != temp)
        if domain is not None:
            domains = (*domains, (temp, domain))
        return Place(self.me, tuple(temps), domains)


class Part(NamedTuple):
    """A part of a condition: does it hold, in what words, and which span says so."""

    holds: bool
    words: str
    """Empty where whoever asks may not know what decides it, or it has no words."""
    span: int


class Phrases:
    """Puts the conditions of one position into words."""

    def __init__(
        self,
        position: Position,
        local: int = -1,
        domain: Domain | None = None,
        ask: Ask | None = None,
        lang: str | None = None,
    ) -> None:
        """`ask` gives values as whoever asks may know them; without it, everything is open.

        Without a language things are called by the ids of the rule files.
        """
        self.position = position
        self._ask = self._open if ask is None else ask
        self.program = position.program
        self.wording = position.wording
        self.lang = lang
        self._local = local
        self._domain = domain

    def here(self) -> Place:
        """Return the place of the decision itself."""
        return Place(self.position.v[ME])

    def chosen(self, place: Place, temp: int, value: Any) -> Place:
        """Return the place in which a temporary is the element that is chosen or not."""
        return place.bind(temp, value, self._domain)

    def value(self, node: Node, place: Place) -> Any:
        """Return the value of a node in this position; `Unknown` if it is a secret."""
        return self._ask(node, place.me, place.temps)

    def _open(self, node: Node, me: int, temps: tuple[Any, ...]) -> Any:
        """Return the value of a node, secret or not."""
        position = self.position
        return position.engine.backend.eval(node, position.v, position.k, me, temps)

    # ------------------------------------------------------------ taking apart

    def parts(self, node: Node, place: Place, span: int = -1, depth: int = 0) -> Iterator[Part]:
        """Yield the parts that decide a condition, in order."""
        try:
            yield from list(self._parts(node, place, span, depth))
        except Unknown:
            yield Part(bool(self._open(node, place.me, place.temps)), "", span)

    def _parts(self, node: Node, place: Place, span: int, depth: int) -> Iterator[Part]:
        span = node.span if node.span >= 0 else span
        if depth < _DEEPEST:
            if node.op == "and":
                for arg in node.args:
                    yield from self.parts(arg, place, span, depth + 1)
                return
            if node.op == "or" and len(told := self._told(node)) == 1:
                yield from self.parts(told[0], place, span, depth + 1)
                return
            if node.op == "call":
                inside = self.inside(node, place)
                if self._telling(inside[0]) and not self._turned(*inside):
                    yield from self.parts(*inside, inside[0].span, depth + 1)
                    return
            if node.op == "let":
                temp, value, body = node.args
                yield from self.parts(
                    body, place.bind(temp, self.value(value, place)), span, depth + 1
                )
                return
            if node.op == "if":
                branch = node.args[1 if self.value(node.args[0], place) else 2]
                if branch.op != "const":
                    yield from self.parts(branch, place, span, depth + 1)
                    return
                if not self._turned(node, place):
                    yield from self.parts(node.args[0], place, span, depth + 1)
                    return
                said = reply(self.lang, "not", self.condition(node.args[0], place))
                yield Part(bool(branch.args[0]), said, span)
                return
        words = "" if self._counts(node, place) else self.condition(node, place)
        yield Part(bool(self.value(node, place)), words, span)

    def _counts(self, node: Node, place: Place) -> bool:
        """Whether this is how often something was done, which no rule file has a name for."""
        return node.op in _SIGNS and any(
            arg.op in ("slot", "at") and self.name(arg, place) is None for arg in node.args
        )

    def inside(self, node: Node, place: Place) -> tuple[Node, Place]:
        """Return the body of a named value that is called, and where it is evaluated."""
        function, args, me = node.args
        inner = Place(self.value(me, place) if isinstance(me, Node) else place.me)
        for temp, arg in enumerate(args):
            inner = inner.bind(temp, self.value(arg, place), self.domain(arg, place))
        return self.program.functions[function].body, inner

    def _telling(self, body: Node) -> bool:
        """Whether the body of a named value says more than its name does."""
        return body.op in ("and", "or", "not", "call", "let", "if", *_SIGNS)

    def _told(self, node: Node) -> list[Node]:
        """Return the parts of a condition that a person wrote, without what counts the steps."""
        counts = ("const", "local")
        found = [
            arg
            for arg in node.args
            if arg.op not in _SIGNS or any(side.op not in counts for side in arg.args)
        ]
        return found or list(node.args)

    def _turned(self, node: Node, place: Place) -> bool:
        """Whether what holds makes this fail, or the other way round."""
        if node.op != "if":
            return False
        holds = bool(self.value(node.args[0], place))
        branch = node.args[1 if holds else 2]
        return branch.op == "const" and bool(branch.args[0]) != holds

    # ------------------------------------------------------------ words

    def condition(self, node: Node, place: Place) -> str:
        """Return a condition in words."""
        lang = self.lang
        if node.op in _SIGNS:
            left, right = node.args
            kind = self.domain(left, place) or self.domain(right, place)
            sides = (self.operand(each, place, kind) for each in (left, right))
            return reply(lang, node.op, *sides)
        if node.op == "not":
            return reply(lang, "not", self.condition(node.args[0], place))
        if node.op in ("and", "or"):
            return reply(lang, node.op).join(
                f"({self.condition(arg, place)})" for arg in self._told(node)
            )
        if node.op == "call":
            return self._function_name(node.args[0])
        if node.op == "in":
            return reply(lang, "counts", self.operand(node.args[0], place, None))
        if node.op == "can_pay":
            cost = self.value(node.args[1], place)
            offers = reply(lang, "or").join(self.wording.bundle(each, lang) for each in cost)
            return reply(lang, "can pay", seat_name(self.value(node.args[0], place)), offers)
        if node.op == "any":
            return reply(lang, "some")
        if node.op == "possible":
            return reply(lang, "possible")
        named = self.name(node, place)
        return named if named is not None else reply(lang, "condition")

    def operand(self, node: Node, place: Place, kind: Domain | None) -> str:
        """Return one side of a comparison: its name and its value, or the value alone."""
        domain = self.domain(node, place) or kind
        value = self.value(node, place)
        if domain is not None:
            words = self.wording.value(domain, value, self.lang, place.me)
        elif isinstance(value, tuple):
            words = reply(self.lang, "things", len(value))
        else:
            words = str(value)
        name = self.name(node, place)
        return words if name is None or name == words else f"{name} ({words})"

    def name(self, node: Node, place: Place) -> str | None:
        """Return what rule files call a value, or None if it has no name of its own."""
        if node.op == "slot":
            return self._slot_name(node.args[0])
        if node.op == "at":
            base, stride, index = node.args
            try:
                return self._slot_name(base + stride * self.value(index, place))
            except (Fault, RuleRuntimeError):
                return None
        if node.op == "call":
            return self._function_name(node.args[0])
        if node.op == "zonelen":
            zone = self.value(node.args[0], place)
            named = self.wording.value(Domain("zone"), zone, self.lang, place.me)
            return reply(self.lang, "pieces in", named)
        if node.op == "table":
            # What a component is declared with; the tables of a Program have no names.
            index, domain = self._counted(node.args[1], place)
            if domain is not None:
                whose = self.wording.value(domain, index, self.lang, place.me)
                return reply(self.lang, "value of", whose)
        if node.op == "good_of":
            good, player = (self.value(arg, place) for arg in node.args)
            return self._owned(
                seat_name(player), self.wording.value(Domain("good"), good, self.lang)
            )
        return None

    def _counted(self, node: Node, place: Place) -> tuple[Any, Domain | None]:
        """Return the element by which a table is read; tables count from their first element."""
        if node.op == "sub" and node.args[1].op == "const":
            node = node.args[0]
        return self.value(node, place), self.domain(node, place)

    def named(self, value: Any) -> str:
        """Return the name of an element that the source offers or might offer."""
        if self._domain is None:
            return str(value)
        return self.wording.value(self._domain, value, self.lang, self.position.v[ME])

    def domain(self, node: Node, place: Place) -> Domain | None:
        """Return how to name the values of a node, as far as that can be told."""
        if node.op == "temp":
            return dict(place.domains).get(node.args[0])
        if node.op in ("me", "actor"):
            return Domain("player") if node.op == "me" else None
        if node.op == "local" and node.args[0] == self._local:
            return self._domain
        if node.op in ("slot", "at"):
            variable = self._variable(node.args[0], node.op == "at")
            return variable.domain if variable is not None else None
        return None

    def _variable(self, base: int, shifted: bool) -> Variable | None:
        for variable in self.program.variables:
            stride = len(self.program.goods) if variable.good >= 0 else 1
            first = elements(self.wording, variable)[0].number if variable.owner else 0
            if shifted:
                if variable.base - stride * first == base:
                    return variable
            else:
                steps, rest = divmod(base - variable.base, stride)
                if rest == 0 and 0 <= steps < variable.count:
                    return variable
        return None

    def _function_name(self, number: int) -> str:
        name = self.program.functions[number].name
        return self.wording.named(f"define.{name}", name, self.lang)

    def _owned(self, owner: str, name: str) -> str:
        return reply(self.lang, "owned", owner, name)

    def _element_name(self, variable: Variable, element: Element) -> str:
        """Return what a piece, cell or edge is called that a value belongs to."""
        if self.lang is None:
            return spoken(element.name)
        return self.wording.value(Domain(variable.owner), element.number, self.lang, element.owner)

    def _variable_name(self, variable: Variable) -> str:
        """Return what a value is called, without whose it is."""
        name = variable.path.rpartition(".")[2]
        for key in (f"good.{variable.path}", f"state.{variable.path}", f"{variable.kind}.{name}"):
            if key in self.program.names:
                return self.wording.named(key, name, self.lang)
        return spoken(name)

    def _slot_name(self, slot: int) -> str | None:
        variable = self._variable(slot, shifted=False)
        if variable is None:
            return None
        name = self._variable_name(variable)
        for element in elements(self.wording, variable):
            if element.slot == slot:
                if variable.owner == "player":
                    return self._owned(element.name, name)
                named = self._owned(self._element_name(variable, element), name)
                return self._owned(seat_name(element.owner), named) if element.owner >= 0 else named
        return name
