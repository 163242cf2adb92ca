"""Things: a Program in; which part of the state an operation reads or writes, as bit masks, out.

A thing is a good (of whomever), a variable, a store of goods, or all pieces together. Whoever asks
whether one rule can touch what another one reads compares masks.
Pieces, cells and edges have one number in the whole game and variables of different kinds may
share a base, so which variable `at` means depends on how large its index can be: `Extents`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl.program import HEADER, Node, Program

Extent = tuple[int, int] | None
"""The least and greatest value of an expression, or of the elements of a list; None: not known."""

Known = dict[Any, Extent]
"""Extents of temporaries by number, and of locals by ("local", number)."""

NONE: Known = {}

_SAME_ELEMENTS = frozenset({"filter", "sorted", "best", "rotate", "without"})
_ONE_OF = frozenset({"first", "last", "nth", "only"})


class Things:
    """Bit numbers of things, and which ones an operation reads or writes."""

    def __init__(self, program: Program) -> None:
        self.extents = Extents(program)
        self._goods_count = len(program.goods)
        self._goods_slots = program.goods_base, program.players * len(program.goods)
        self._supply = {slot: good for good, slot in enumerate(program.goods_supply) if slot >= 0}
        own = [variable for variable in program.variables if variable.good < 0]
        first_variable = len(program.goods)
        first_store = first_variable + len(own)
        self._first_store = first_store
        self.goods = (1 << len(program.goods)) - 1
        self.pieces = 1 << first_store + len(program.stores)
        self.everything = -1
        self._players = program.players
        self._unnamed: dict[int, int] = {}
        self.values: dict[tuple[int, int], int] = {}
        """Bits for values that things may get, by mask of the things and value."""
        self._slots: dict[int, int] = {}
        self._bases: dict[int, int] = {}
        self._runs: dict[tuple[int, int, int, int], int] = {}
        firsts = {("piece", kind.name): kind.first for kind in program.kinds}
        for board in program.boards:
            firsts["cell", board.name] = board.first_cell
            firsts["edge", board.name] = board.first_edge
        for number, variable in enumerate(own, first_variable):
            bit = 1 << number
            if variable.domain.kind == "piece" and variable.owner == "cell":
                bit |= self.pieces  # a piece that comes or goes is written here
            for slot in range(variable.base, variable.base + variable.count):
                self._slots[slot] = bit
            base = variable.base - firsts.get((variable.owner, variable.kind), 0)
            self._bases[base] = self._bases.get(base, 0) | bit
        for number, store in enumerate(program.stores, first_store):
            for slot in range(store.base, store.base + store.count * len(store.goods)):
                self._slots[slot] = 1 << number
            for place in range(len(store.goods)):
                base = store.base + place
                self._bases[base] = self._bases.get(base, 0) | 1 << number

    def slot(self, slot: int) -> int:
        """Return the mask of what a slot belongs to."""
        start, size = self._goods_slots
        if start <= slot < start + size:
            return 1 << (slot - start) % self._goods_count
        if slot in self._supply:
            return 1 << self._supply[slot]
        if slot < HEADER:
            return 0
        for base in range(slot - self._players + 1, slot + 1):
            if base in self._unnamed:
                return self._unnamed[base]
        return self._slots[slot] if slot in self._slots else self._new(slot)

    def run(self, base: int, stride: int, index: Extent = None) -> int:
        """Return the mask of what a run of slots, addressed with an index, belongs to."""
        start, size = self._goods_slots
        if stride == self._goods_count and start <= base < start + size:
            return 1 << (base - start) % self._goods_count
        if base in self._supply:
            return self.goods
        if index is not None:
            found = self._inside(base, stride, max(index[0], 0), index[1])
            if found:
                return found
        if base in self._bases:
            return self._bases[base]
        return self._unnamed[base] if base in self._unnamed else self._new(base)

    def _inside(self, base: int, stride: int, low: int, high: int) -> int:
        """Return the mask of a stretch of slots that all belong to variables, or 0."""
        key = (base, stride, low, high)
        if key not in self._runs:
            found = 0
            for index in range(low, high + 1):
                bit = self._slots.get(base + stride * index, 0)
                if not bit:
                    found = 0
                    break
                found |= bit
            self._runs[key] = found
        return self._runs[key]

    def _new(self, base: int) -> int:
        # Not a named variable: a counter that a rule keeps for each player.
        self._unnamed[base] = self._bit()
        return self._unnamed[base]

    def _bit(self) -> int:
        return self.pieces << 1 + len(self._unnamed) + len(self.values)

    def value_bit(self, own: int, value: int) -> int:
        """Return the bit for things that get some value; nothing is read or written by it."""
        key = (own, value)
        if key not in self.values:
            self.values[key] = self._bit()
        return self.values[key]

    def read_by(self, op: str, args: tuple[Any, ...], known: Known = NONE) -> int:
        """Return the mask of what an expression reads itself, its arguments not counted."""
        if op == "slot":
            return self.slot(args[0])
        if op == "at":
            return self.run(args[0], args[1], self.extents.of(args[2], known))
        if op in ("zone", "zonelen", "place_of", "unknown"):
            return self.pieces
        if op == "store":
            return 1 << self._first_store + int(args[0])
        if op == "good_of" and args[0].op == "const":
            return 1 << int(args[0].args[0])
        if op in ("stock", "good_of", "can_house"):
            return self.goods
        return self.everything if op == "dice_sums" else 0

    def written_by(self, node: Node, known: Known = NONE) -> int:
        """Return the mask of what an instruction, other than one about goods, changes."""
        if node.op in ("set", "raise"):
            ref = node.args[0]
            if ref[0] == "slot":
                return self.slot(ref[1])
            return self.run(ref[1], ref[2], self.extents.of(ref[3], known))
        if node.op in ("fill", "empty"):
            return 1 << self._first_store + int(node.args[0])
        if node.op in ("move", "place", "moveall", "shuffle"):
            return self.pieces
        return 0


class Extents:
    """How large values can get, as far as the expression itself tells."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._slots: dict[int, tuple[int, int]] = {}
        for variable in program.variables:
            if variable.good < 0 and not variable.is_set:
                low, high = variable.lo, variable.hi
                if variable.domain.kind != "int":
                    low = -1 if variable.domain.optional else variable.domain.lo
                    high = variable.domain.hi
                for slot in range(variable.base, variable.base + variable.count):
                    self._slots[slot] = (min(low, program.start[slot]), max(high, low))
        self._functions: dict[int, Extent] = {}

    def of(self, node: Node, known: Known = NONE) -> Extent:
        """Return the extent of an expression."""
        op, args = node.op, node.args
        if op == "const":
            return _of_constant(args[0])
        if op == "temp":
            return known.get(args[0])
        if op == "local":
            return known.get(("local", args[0]))
        if op == "me":
            return (0, self._program.players - 1)
        if op == "slot":
            return self._slots.get(args[0])
        if op == "at":
            return self._run(args[0], args[1], self.of(args[2], known))
        if op == "table":
            return _of_constant(self._program.tables[args[0]])
        if op in _SAME_ELEMENTS:
            return self.of(args[0], known)
        if op in _ONE_OF:
            return _hull([self.of(args[0], known), (-1, -1)])
        if op in ("tuple", "concat", "union", "min", "max"):
            return _hull(self.of(arg, known) for arg in args)
        if op == "if":
            return _hull(self.of(arg, known) for arg in args[1:])
        if op in ("add", "sub", "mul"):
            return _arithmetic(op, self.of(args[0], known), self.of(args[1], known))
        return self._others(node, known)

    def _others(self, node: Node, known: Known) -> Extent:
        op, args = node.op, node.args
        if op == "range":
            first, last = self.of(args[0], known), self.of(args[1], known)
            return None if first is None or last is None else (first[0], max(last[1], first[0]))
        if op == "map":
            return self.of(args[2], {**known, args[1]: self.of(args[0], known)})
        if op == "let":
            return self.of(args[2], {**known, args[0]: self.of(args[1], known)})
        if op == "zone":
            return self._pieces(args[0])
        if op == "call":
            return self.of_function(args[0])
        if op in ("eq", "ne", "lt", "le", "gt", "ge", "not", "and", "or", "in", "exists", "every"):
            return (0, 1)
        return None

    def of_function(self, number: int) -> Extent:
        """Return the extent of what a define gives."""
        if number not in self._functions:
            self._functions[number] = None
            if number < len(self._program.functions):
                self._functions[number] = self.of(self._program.functions[number].body)
        return self._functions[number]

    def _run(self, base: int, stride: int, index: Extent) -> Extent:
        if index is None or index[1] - index[0] > 1000:
            return None
        slots = range(max(index[0], 0), index[1] + 1)
        return _hull(self._slots.get(base + stride * each) for each in slots)

    def _pieces(self, zone: Node) -> Extent:
        numbers = range(len(self._program.zones)) if zone.op != "const" else (zone.args[0],)
        of_kind = {
            kind.name: (kind.first, kind.first + kind.count - 1) for kind in self._program.kinds
        }
        kinds = {self._program.zones[number].kind for number in numbers}
        return _hull(of_kind.get(kind) for kind in kinds)


def _of_constant(value: Any) -> Extent:
    if isinstance(value, tuple):
        return _hull(_of_constant(part) for part in value)
    return (int(value), int(value)) if isinstance(value, int) else None


def _hull(parts: Iterable[Extent]) -> Extent:
    low = high = None
    for part in parts:
        if part is None:
            return None
        low = part[0] if low is None else min(low, part[0])
        high = part[1] if high is None else max(high, part[1])
    return None if low is None or high is None else (low, high)


def _arithmetic(op: str, one: Extent, other: Extent) -> Extent:
    if one is None or other is None:
        return None
    if op == "add":
        return (one[0] + other[0], one[1] + other[1])
    if op == "sub":
        return (one[0] - other[1], one[1] - other[0])
    corners = [a * b for a in one for b in other]
    return (min(corners), max(corners))
