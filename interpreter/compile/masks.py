"""Attributes of cells as bit masks: a Program in; the same with masks for some attributes out.

An attribute such as "whose stone lies here" is one slot per cell. Where rules only ever compare it
with a value and set it, it can be kept the other way round: one mask of cells per value. Then "are
all cells of this line mine" is one operation, and a list of free cells is looked up. This is for
whole games (`whole`), where nobody looks at the position on the way.

Expressions gain three operations: `mask_slot(base, lowest, cells, value)` the mask of a value,
`has_bit(mask, cell)`, and `mask_last(mask, base)` the highest element.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl.program import Node, Program, Source, Variable

from .facts import ANYTHING, BINDERS, Facts, inside
from .unit import Unit

MOST_CELLS = 30
"""Cells of an attribute whose masks are numbers that CPython is quick with."""
_MOST_VALUES = 6
_MOST_LOOKED_UP = 10
"""Cells of an attribute whose every combination is worked out when compiling."""
_TEMP = 1_200_000
_LOOKED_UP = _TEMP - 1
_SIMPLE = frozenset({"const", "me", "temp", "local"})


@dataclass(frozen=True)
class Attribute:
    """An attribute of cells that becomes masks; the mask of value x is at base + x - lowest."""

    base: int
    cells: int
    lowest: int
    highest: int


def masked(program: Program, most: int = MOST_CELLS) -> tuple[Program, dict[int, Attribute]]:
    """Return a Program with masks in place of attributes, and these by where they begin.

    `most` is how many cells an attribute may have.
    """
    wanted = [_attribute(one, most) for one in program.variables]
    found = {one.base: one for one in wanted if one is not None}
    while found:
        try:
            return _Masking(program, found).program(), found
        except _NotMasked as problem:
            del found[problem.base]
    return program, {}


class _NotMasked(Exception):
    """An attribute is used in another way."""

    def __init__(self, base: int) -> None:
        super().__init__(base)
        self.base = base


def _attribute(one: Variable, most: int) -> Attribute | None:
    values = one.hi - one.lo + 1
    if one.owner != "cell" or one.domain.kind != "player" or one.is_set:
        return None
    if one.count > most or not 2 <= values <= min(_MOST_VALUES, one.count):
        return None
    return Attribute(one.base, one.count, one.lo, one.hi)


class _Masking:
    """Rewrites the expressions of one Program."""

    def __init__(self, program: Program, attributes: dict[int, Attribute]) -> None:
        self.old = program
        self.attributes = attributes
        self.facts = Facts(program)
        self.unit = Unit(program)
        self._temps = _TEMP
        self._tables = list(program.tables)

    def program(self) -> Program:
        """Return the Program; _NotMasked if an attribute is used in another way."""
        old = self.old
        code = tuple(self._instruction(node) for node in old.code)
        functions = tuple(replace(one, body=self._outermost(one.body)) for one in old.functions)
        decisions = tuple(
            replace(one, sources=tuple(self._source(each) for each in one.sources))
            for one in old.decisions
        )
        guards = tuple(
            (decision, number, self._outermost(low), self._outermost(high))
            for decision, number, low, high in old.guards
        )
        score = tuple(replace(one, value=self._outermost(one.value)) for one in old.score)
        start = list(old.start)
        for one in self.attributes.values():
            masks = [0] * one.cells
            for cell in range(one.cells):
                masks[old.start[one.base + cell] - one.lowest] |= 1 << cell
            start[one.base : one.base + one.cells] = masks
        return replace(
            old,
            code=code,
            functions=functions,
            decisions=decisions,
            guards=guards,
            score=score,
            start=tuple(start),
            tables=tuple(self._tables),
        )

    def _source(self, one: Source) -> Source:
        guard = None if one.guard is None else self._outermost(one.guard)
        items = None if one.items is None else self._outermost(one.items)
        return replace(one, guard=guard, items=items)

    def _instruction(self, node: Node) -> Node:
        if node.op in ("set", "raise"):
            ref = node.args[0]
            if ref[0] == "at":
                attribute = self._touched(ref[1], ref[2])
                if attribute is not None and (node.op == "raise" or ref[1] != attribute.base):
                    raise _NotMasked(attribute.base)
                ref = (*ref[:3], self._outermost(ref[3]))
            elif self._touched(ref[1], 0) is not None:
                raise _NotMasked(self._of(ref[1]).base)
            return Node(node.op, (ref, self._outermost(node.args[1]), *node.args[2:]), node.span)

        def within(value: Any) -> Any:
            if isinstance(value, Node):
                return self._outermost(value)
            return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

        if node.op == "log":  # nobody hears of it
            return node
        return Node(node.op, within(node.args), node.span)

    def _of(self, slot: int) -> Attribute:
        return next(
            one for one in self.attributes.values() if one.base <= slot < one.base + one.cells
        )

    def _touched(self, base: int, stride: int) -> Attribute | None:
        """Return the attribute that a slot or a run lies in."""
        for one in self.attributes.values():
            if one.base <= base < one.base + one.cells:
                return one
            if stride and base < one.base and stride != 0 and self._reaches(base, one):
                return one
        return None

    def _reaches(self, base: int, one: Attribute) -> bool:
        """Say whether a run that begins before an attribute goes on into it."""
        for variable in self.old.variables:
            if variable.base <= base < variable.base + max(1, variable.count):
                return variable.base + variable.count > one.base
        return False

    # ------------------------------------------------------------ expressions

    def _outermost(self, node: Node) -> Node:
        if not self._asks(node):
            return node
        return self._looked_up(self._node(self._inlined(node)))

    def _asks(self, node: Node) -> bool:
        """Say whether a node, or a define that it calls, asks for an attribute."""
        for one in inside(node):
            if one.op in ("at", "slot") and self._touched(*_place(one)) is not None:
                return True
            if one.op == "call" and self._asks(self.old.functions[one.args[0]].body):
                return True
            if one.op == "dispatch":
                row = self.facts.row(one.args[0])
                if any(self._asks(self.old.functions[n].body) for n in row if n >= 0):
                    return True
        return False

    def _inlined(self, node: Node) -> Node:
        """Return a node with the defines it calls written out, where they ask for an attribute."""

        def within(value: Any) -> Any:
            if isinstance(value, Node):
                return self._inlined(value)
            return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

        if node.op == "call" and node.args[2].op == "me":
            function = self.old.functions[node.args[0]]
            if self._asks(function.body):
                args = [self._inlined(arg) for arg in node.args[1]]
                if all(arg.op in _SIMPLE or _is_other(arg) for arg in args):
                    return self._inlined(self._opened(function.body, args))
        return node if node.op == "const" else Node(node.op, within(node.args), node.span)

    def _opened(self, body: Node, args: list[Node]) -> Node:
        """Return the body of a define with arguments for parameters, and names of its own."""
        self._temps += 1000
        shift = self._temps

        def within(value: Any, place: bool = False) -> Any:
            if isinstance(value, Node):
                if value.op == "temp":
                    number = value.args[0]
                    if number < len(args):
                        return args[number]
                    return Node("temp", (number + shift,), value.span)
                if value.op == "const":
                    return value
                found = [within(part) for part in value.args]
                if value.op in BINDERS:
                    where = BINDERS[value.op][0]
                    found[where] = value.args[where] + shift
                return Node(value.op, tuple(found), value.span)
            return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

        found: Node = within(body)
        return found

    def _node(self, node: Node) -> Node:
        """Return a node with masks, from the outside in."""
        op, args = node.op, node.args
        if op == "const":
            return node
        if op in ("any", "first", "last") and args[0].op == "filter":
            items, temp, condition = args[0].args
            mask = self._mask(items, temp, condition)
            if mask is not None and op == "any":
                return Node("ne", (mask, Node("const", (0,))), node.span)
            if mask is not None and _ascends(items):
                name = "mask_head" if op == "first" else "mask_last"
                return Node(name, (mask, 0), node.span)
        elif op == "exists":
            mask = self._mask(*args)
            if mask is not None:
                return Node("ne", (mask, Node("const", (0,))), node.span)
        elif op == "every":
            mask = self._mask(*args)
            if mask is not None:
                return Node("eq", (mask, Node("mask", (args[0], 0))), node.span)
        elif op == "filter" and _ascends(args[0]):
            mask = self._mask(*args)
            if mask is not None:
                return Node("members", (mask, 0), node.span)
        elif op in ("eq", "ne"):
            for one, other in ((args[0], args[1]), (args[1], args[0])):
                attribute = self._attribute(one)
                if attribute is not None:
                    mask = self._slot(attribute, other)
                    test = Node("has_bit", (mask, self._node(one.args[2])), node.span)
                    return test if op == "eq" else Node("not", (test,), node.span)
        elif op in ("at", "slot"):
            attribute = self._touched(*_place(node))
            if attribute is not None:
                raise _NotMasked(attribute.base)
        return self._parts(node)

    def _parts(self, node: Node) -> Node:
        def within(value: Any) -> Any:
            if isinstance(value, Node):
                return self._node(value)
            return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

        return Node(node.op, within(node.args), node.span)

    def _attribute(self, node: Node) -> Attribute | None:
        """Return the attribute that a node reads of one cell."""
        if node.op == "at" and node.args[0] in self.attributes and node.args[1] == 1:
            return self.attributes[node.args[0]]
        return None

    def _slot(self, attribute: Attribute, value: Node) -> Node:
        known = value.op == "const" and attribute.lowest <= value.args[0] <= attribute.highest
        if not known and (value.op == "const" or not (value.op in _SIMPLE or _is_other(value))):
            raise _NotMasked(attribute.base)
        return _slot(attribute, value)

    def _mask(self, items: Node, temp: int, condition: Node) -> Node | None:
        """Return the mask of the elements of a list for which a condition holds, if it is one."""
        if ANYTHING in self.facts.free(items):
            return None
        parts = condition.args if condition.op == "and" else (condition,)
        masks: list[Node] = []
        static: list[Node] = []
        for part in parts:
            found = self._part(part, temp)
            if found is not None:
                masks.append(found)
            elif self._is_static(part, temp):
                static.append(part)
            else:
                return None
        if not masks:
            return None
        if static:
            test = static[0] if len(static) == 1 else Node("and", tuple(static))
            items = Node("filter", (items, temp, test))
        mask = Node("mask", (items, 0))
        for one in masks:
            mask = Node("mask_and", (one, mask))
        return mask

    def _is_static(self, part: Node, temp: int) -> bool:
        """Say whether a condition on an element compares a fixed property of it."""
        free = self.facts.free(part)
        if ANYTHING not in free:
            return True
        if part.op != "eq":
            return False
        return any(
            self.facts.free(one) == {temp} and other.op in _SIMPLE and other.op != "temp"
            for one, other in (part.args, part.args[::-1])
        )

    def _part(self, part: Node, temp: int) -> Node | None:
        """Return the mask that a condition `attribute of the element is x` asks for."""
        if part.op != "eq":
            return None
        for one, other in (part.args, part.args[::-1]):
            attribute = self._attribute(one)
            if attribute is not None and one.args[2] == Node("temp", (temp,)):
                if temp in self.facts.free(other):
                    return None
                return self._slot(attribute, other)
        return None

    # ------------------------------------------------------------ lookup

    def _looked_up(self, node: Node) -> Node:
        """Return a node that depends on one small mask as a table of every combination."""
        slots = [one for one in inside(node) if one.op == "mask_slot"]
        if slots and all(one == slots[0] for one in slots):
            attribute = self.attributes[slots[0].args[0]]
            temp = _LOOKED_UP
            body = _replaced(node, slots[0], Node("temp", (temp,)))
            small = attribute.cells <= _MOST_LOOKED_UP and node.op != "mask_slot"
            if small and Facts(self.old).free(body) == {temp}:
                table = tuple(
                    self.unit.compute(body, {temp: mask}) for mask in range(1 << attribute.cells)
                )
                return Node("table", (self._table(table), slots[0]), node.span)
        if node.op == "const" or not slots:
            return node

        def within(value: Any) -> Any:
            if isinstance(value, Node):
                return self._looked_up(value)
            return tuple([within(part) for part in value]) if isinstance(value, tuple) else value

        return Node(node.op, within(node.args), node.span)

    def _table(self, table: tuple[Any, ...]) -> int:
        if table not in self._tables:
            self._tables.append(table)
        return self._tables.index(table)


def _slot(attribute: Attribute, value: Node) -> Node:
    """Return the mask of a value."""
    return Node("mask_slot", (attribute.base, attribute.lowest, attribute.cells, value))


def _place(node: Node) -> tuple[int, int]:
    return (node.args[0], 0) if node.op == "slot" else (node.args[0], node.args[1])


def _is_other(node: Node) -> bool:
    """Say whether a node is the other one of two players."""
    return node.op == "sub" and node.args[0].op == "const" and node.args[1].op in ("me", "temp")


def _ascends(items: Node) -> bool:
    if items.op != "const":
        return False
    return list(items.args[0]) == sorted(set(items.args[0]))


def _replaced(node: Any, old: Node, new: Node) -> Any:
    if isinstance(node, Node):
        if node == old:
            return new
        if node.op == "const":
            return node
        return Node(node.op, _replaced(node.args, old, new), node.span)
    if isinstance(node, tuple):
        return tuple([_replaced(part, old, new) for part in node])
    return node


def was_empty(program: Program, attribute: Attribute, pc: int) -> bool:
    """Say whether an attribute that is set at a pc of a masked Program surely has no value there.

    So it is if the cell was chosen, or looked for, among those without one just before.
    """
    ref = program.code[pc].args[0]
    if ref[3].op != "local" or attribute.lowest != -1:
        return False
    number = ref[3].args[0]
    none = _slot(attribute, Node("const", (-1,)))
    asks: Callable[[Node], bool] = lambda node: _takes_from(program, node, none)  # noqa: E731
    before = pc - 1
    while before >= 0 and program.code[before].op in ("local", "commit", "log"):
        node = program.code[before]
        if node.op == "local" and node.args[0] == number:
            return asks(node.args[1])
        before -= 1
    leads = [
        one
        for decision in program.decisions
        for one in decision.sources
        if before < one.target <= pc
    ]
    arrives = program.code[before].op in ("decide", "jump", "ret", "over", "fail")
    return (
        bool(leads)
        and arrives
        and all(one.local == number and one.items is not None and asks(one.items) for one in leads)
    )


def _takes_from(program: Program, node: Node, none: Node) -> bool:
    """Say whether every element that a node gives is in a mask."""
    if node.op in ("members", "mask_head", "mask_last"):
        return _takes_from(program, node.args[0], none)
    if node.op == "mask_and":
        return any(_takes_from(program, arg, none) for arg in node.args)
    if node.op == "table" and node.args[1] == none:
        table = program.tables[node.args[0]]
        return all(
            mask >> one & 1
            for mask, row in enumerate(table)
            for one in (row if isinstance(row, tuple) else (row,))
            if one >= 0
        )
    return node == none
