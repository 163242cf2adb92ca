"""Expressions become Python: a node in; a Python expression, and statements to run before it, out.

`Lowering` writes the body of one Python function. What is known when compiling is computed then:
an expression that depends on nothing becomes a constant, one that depends only on the element of
a loop over a constant list becomes a column of a table the loop runs over.

Statements are needed for loops. They go to `out`, which the caller puts where they may run: never
before a condition that decides whether the expression is asked at all.

`VALUES`, `TESTS` and `ITEMS` say how each operation is written: as a value, as a condition (for a
list: whether there is anything in it), and as a list that is only looked at; `ENDS` how the first
or last element of a list is. The modules `scalars`, `lists` and `things` fill them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Node

from ..errors import RuleRuntimeError
from ..kernel import Fault
from .facts import ANYTHING
from .intervals import ANY, Range, Where, of_constant
from .pyast import (
    Out,
    Place,
    again,
    assign,
    call,
    const,
    either,
    is_simple,
    item,
    load,
    named,
    plus,
    stamp,
)

if TYPE_CHECKING:
    from .unit import Unit


class TooMuch(Exception):
    """What was tried would become too large, or needs statements where there can be none."""


@dataclass(frozen=True)
class Known:
    """A temporary whose value is known when compiling."""

    value: Any

    @property
    def range(self) -> Range:
        """Its value as a range."""
        return of_constant(self.value)


class Rows:
    """The table that a loop over a constant list runs over: an element and what it determines."""

    def __init__(self, elements: Sequence[Any]) -> None:
        self.elements = list(elements)
        self.columns: list[tuple[str, list[Any]]] = []

    def column(self, values: list[Any], fresh: Callable[[], str]) -> ast.expr:
        """Return the name of the column with these values."""
        for name, there in self.columns:
            if there == values:
                return load(name)
        self.columns.append((fresh(), values))
        return load(self.columns[-1][0])


@dataclass(frozen=True)
class Column:
    """A temporary that the row of a loop determines; one value for each row."""

    rows: Rows
    values: tuple[Any, ...]

    @property
    def range(self) -> Range:
        """The range of all its values."""
        if all(isinstance(value, int) for value in self.values):
            return of_constant(self.values)
        flat = [one for value in self.values if isinstance(value, tuple) for one in value]
        return of_constant(tuple(flat))


@dataclass(frozen=True)
class Variable:
    """A temporary that is a Python variable, or a constant expression that is as simple."""

    tree: ast.expr
    range: Range = ANY
    loose: bool = False
    """Whether it holds some sequence, not necessarily a tuple."""


Binding = Known | Column | Variable


@dataclass(frozen=True)
class Env:
    """What names mean where an expression stands."""

    temps: Mapping[int, Binding] = field(default_factory=dict)
    me: ast.expr | None = None
    """Who `me` is; None for the player whose turn the position says it is."""
    me_range: Range = ANY

    def bind(self, temp: int, value: Binding) -> Env:
        """Return the same with one more temporary."""
        return replace(self, temps={**self.temps, temp: value})


Writer = Callable[..., ast.expr]
VALUES: dict[str, Writer] = {}
TESTS: dict[str, Writer] = {}
ITEMS: dict[str, Writer] = {}
ENDS: dict[str, Writer] = {}


def writes(table: dict[str, Writer], *names: str) -> Callable[[Writer], Writer]:
    """Register how operations are written; called with the lowering, `out` and the arguments."""

    def register(function: Writer) -> Writer:
        for name in names:
            table[name] = function
        return function

    return register


class Lowering:
    """Writes one Python function."""

    def __init__(self, unit: Unit, file: int, where: Where) -> None:
        self.unit = unit
        self.file = file
        self.env = Env(me_range=where.me)
        self._where = where
        self._names = 0
        self._budget: list[int] = []
        self._rows: list[Rows] = []
        self.used: set[str] = set()
        self.keeping = ""
        """The function written, if it is one that keeps a value."""

    # ------------------------------------------------------------ writing

    def value(self, node: Node, out: Out) -> ast.expr:
        """Return the value of a node; a list comes as a tuple."""
        return self._write(node, out, self._value)

    def _value(self, node: Node, out: Out) -> ast.expr:
        if node.op in VALUES:
            return VALUES[node.op](self, out, *node.args)
        if node.op in ITEMS:
            return call("tuple", ITEMS[node.op](self, out, *node.args))
        return either(TESTS[node.op](self, out, *node.args), const(1), const(0))

    def test(self, node: Node, out: Out) -> ast.expr:
        """Return something that is true or not, as the node is."""
        return self._write(node, out, self._test)

    def _test(self, node: Node, out: Out) -> ast.expr:
        if node.op in TESTS:
            return TESTS[node.op](self, out, *node.args)
        return self._value(node, out)

    def items(self, node: Node, out: Out) -> ast.expr:
        """Return a list as any sequence: to be looped over, counted, indexed or searched."""
        return self._write(node, out, self._items)

    def _items(self, node: Node, out: Out) -> ast.expr:
        if node.op in ITEMS:
            return ITEMS[node.op](self, out, *node.args)
        return self._value(node, out)

    def _write(self, node: Node, out: Out, way: Callable[[Node, Out], ast.expr]) -> ast.expr:
        self.spend()
        start = len(out)
        static = self.static(node)
        if isinstance(static, Known):
            tree: ast.expr = const(static.value)
        elif isinstance(static, Column):
            tree = static.rows.column(list(static.values), lambda: self.fresh("r"))
        else:
            tree = self.kept(node) or way(node, out)
        place = self.unit.place(node.span, self.file)
        if place is not None:
            self.mark(tree, out, start, place)
        return tree

    def kept(self, node: Node) -> ast.expr | None:
        """Return a call of the function that keeps the value of a node, if there is one."""
        name = self.unit.kept.name(node, self.keeping) if self.unit.kept is not None else None
        return None if name is None else call(name, load("v"), load("k"), self.me())

    def mark(self, tree: ast.expr | None, out: Out, start: int, place: Place) -> None:
        """Give what was just written the place of its rule, as far as it has none yet."""
        if tree is not None:
            stamp(tree, place)
        for statement in out[start:]:
            stamp(statement, place)

    def fresh(self, kind: str = "x") -> str:
        """Return a name that is not used yet."""
        self._names += 1
        return f"{kind}{self._names}"

    def hold(self, tree: ast.expr, out: Out) -> ast.expr:
        """Return a name or constant for a value, so that it can be used more than once."""
        if is_simple(tree):
            return tree
        name = self.fresh()
        out.append(assign(name, tree))
        return load(name)

    def twice(self, tree: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Return a tree to be evaluated first and one for the same value later in an expression."""
        if is_simple(tree):
            return tree, again(tree)
        name = self.fresh()
        return named(name, tree), load(name)

    # ------------------------------------------------------------ limits

    def spend(self) -> None:
        """Count one step; raise TooMuch if an attempt has used up what it may."""
        for number in range(len(self._budget)):
            self._budget[number] -= 1
            if self._budget[number] < 0:
                raise TooMuch

    @contextmanager
    def attempt(self, budget: int) -> Iterator[None]:
        """Limit what is written inside; what is given up leaves no columns behind."""
        self._budget.append(budget)
        columns = [len(rows.columns) for rows in self._rows]
        try:
            yield
        except TooMuch:
            for rows, count in zip(self._rows, columns, strict=True):
                del rows.columns[count:]
            raise
        finally:
            self._budget.pop()

    @contextmanager
    def within(self, rows: Rows) -> Iterator[None]:
        """Write the body of a loop over rows."""
        self._rows.append(rows)
        try:
            yield
        finally:
            self._rows.pop()

    # ------------------------------------------------------------ names

    @contextmanager
    def using(self, env: Env) -> Iterator[None]:
        """Give names another meaning for a while."""
        before = self.env
        self.env = env
        try:
            yield
        finally:
            self.env = before

    def me(self) -> ast.expr:
        """Return who `me` is."""
        if self.env.me is not None:
            return again(self.env.me)
        self.used.add("me")
        return load("me")

    def local(self, number: int) -> ast.expr:
        """Return a local of the running frame."""
        self.used.add("fp")
        return item(load("k"), plus(load("fp"), number))

    # ------------------------------------------------------------ what is known

    def where(self) -> Where:
        """Return what is known about the values of names here."""
        temps = {temp: value.range for temp, value in self.env.temps.items()}
        return Where(temps, self._where.local, self.env.me_range)

    def range(self, node: Node) -> Range:
        """Return the range of an expression."""
        return self.unit.ranges.of(node, self.where())

    def static(self, node: Node) -> Known | Column | None:
        """Return the value of a node if it can be computed now, alone or for each row of a loop."""
        if node.op == "const":
            return Known(node.args[0])
        free = self.unit.facts.free(node)
        if ANYTHING in free:
            return None
        known: dict[int, Any] = {}
        columns: dict[int, Column] = {}
        rows: Rows | None = None
        for temp in free:
            value = self.env.temps.get(temp)
            if isinstance(value, Known):
                known[temp] = value.value
            elif isinstance(value, Column) and rows in (None, value.rows):
                columns[temp] = value
                rows = value.rows
            else:
                return None
        try:
            if rows is None:
                return Known(self.unit.compute(node, known))
            values = []
            for number in range(len(rows.elements)):
                for temp, column in columns.items():
                    known[temp] = column.values[number]
                values.append(self.unit.compute(node, known))
        except (Fault, RuleRuntimeError):
            return None
        if values and all(value == values[0] for value in values):
            return Known(values[0])
        return Column(rows, tuple(values))

    def address(self, base: int, stride: int, index: Node) -> ast.expr | None:
        """Return the number of a slot in a run, if its index can be computed now."""
        static = self.static(index)
        if isinstance(static, Known) and static.value >= 0:
            return const(base + stride * static.value)
        if isinstance(static, Column) and min(static.values) >= 0:
            slots = [base + stride * value for value in static.values]
            return static.rows.column(slots, lambda: self.fresh("r"))
        return None

    def certain(self, node: Node, lenient: bool = False) -> bool:
        """Say whether evaluating a node cannot be a rule error; leniently, somebody is `me`."""
        return self.static(node) is not None or self.unit.certain(node, self.where(), lenient)
