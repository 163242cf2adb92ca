"""How large values can get: a Program in; the least and greatest value of expressions out.

The numbers decide which checks compiled code can do without. For a list they are those of its
elements. What is not known is `ANY`. Slots have the bounds their declarations give them; locals and
parameters of defines have those of everything that is put into them, found by going over the
whole Program until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.program import HEADER, Node, Program, Source

from ..kernel import MOST_NUMBER
from .facts import BINDERS, Facts, children, roots
from .intervals import ANY, Range, Where, fits, hull, of_constant
from .procedures import Procedures
from .range_rules import RULES

_COUNTED = 1 << 50
"""More than a counter gets to that goes up by small steps, one for each instruction at most."""
_SMALL_STEP = 1000
_ROUNDS = 5


class Ranges:
    """Ranges in one Program."""

    def __init__(self, program: Program, facts: Facts, procedures: Procedures) -> None:
        self.program = program
        self.facts = facts
        self._procedures = procedures
        self._slots = _slots(program)
        self._players: Range = (-1, program.players - 1)
        self.tables = [of_constant(table) for table in program.tables]
        self.pieces: Range = (0, max(len(program.piece_names) - 1, 0))
        # None is what nothing has been put into so far.
        self._params: dict[int, list[Range | None]] = {
            number: [None] * function.nparams for number, function in enumerate(program.functions)
        }
        self._locals: dict[int, list[Range | None]] = {
            entry: [(0, 0)] * procedure.nlocals for entry, procedure in procedures.all.items()
        }
        self._mes: dict[int, Range] = {}
        self._counters: set[tuple[int, int]] = set()
        self._results: dict[int, Range] = {}
        self._changed: set[tuple[str, int, int]] = set()
        self._settle()

    # ------------------------------------------------------------ places

    def in_procedure(self, entry: int) -> Where:
        """Return the place of the instructions of a procedure."""
        known = self._locals.get(entry, [])

        def local(number: int) -> Range:
            found = known[number] if number < len(known) else ANY
            return (0, 0) if found is None else found

        return Where({}, local, self._players)

    def in_function(self, number: int) -> Where:
        """Return the place of the body of a define."""
        params = {
            temp: (0, 0) if values is None else values
            for temp, values in enumerate(self._params[number])
        }
        return Where(params, lambda number: ANY, self._mes.get(number, self._players))

    def anywhere(self) -> Where:
        """Return a place about which nothing is known."""
        return Where(me=self._players)

    # ------------------------------------------------------------ values

    def slot(self, number: int) -> Range:
        """Return the range of a slot."""
        return self._slots[number] if 0 <= number < len(self._slots) else ANY

    def run(self, base: int, stride: int, index: Range) -> Range:
        """Return the range of slots that are addressed with an index."""
        low, high = max(index[0], 0), index[1]
        if high - low > len(self._slots) or high < low:
            return ANY
        slots = range(base + stride * low, base + stride * high + 1, stride or 1)
        return hull(self.slot(number) for number in slots)

    def of(self, node: Node, where: Where) -> Range:
        """Return the range of an expression, or of the elements of a list."""
        find = RULES.get(node.op)
        return ANY if find is None else find(self, where, *node.args)

    def result(self, function: int) -> Range:
        """Return the range of what a define gives."""
        if function not in self._results:
            self._results[function] = ANY
            body = self.program.functions[function].body
            self._results[function] = self.of(body, self.in_function(function))
        return self._results[function]

    # ------------------------------------------------------------ whole Program

    def _settle(self) -> None:
        for turn in range(_ROUNDS):
            self._changed.clear()
            self._results.clear()
            self._once()
            if not self._changed:
                break
            if turn >= _ROUNDS - 2:
                self._give_up()
        self._results.clear()

    def _give_up(self) -> None:
        """Take what still grows for unbounded."""
        for kind, owner, number in self._changed:
            known = (self._locals if kind == "local" else self._params)[owner]
            if (owner, number) in self._counters and kind == "local":
                known[number] = (-_COUNTED, _COUNTED)
            else:
                known[number] = ANY

    def _once(self) -> None:
        program = self.program
        for number, function in enumerate(program.functions):
            self._visit(function.body, self.in_function(number))
        for pc, procedure in self._procedures.of.items():
            self._instruction(pc, procedure.entry)
        for rule in program.anytime:
            where = self.anywhere()
            values = [self._visit(arg, where) for arg in rule.args]
            self._start(rule.entry, values)
            if rule.guard is not None:
                self._visit(rule.guard, where)
        rest = (
            program.labels, program.score, program.ties, program.goal, program.invariants,
            program.variables,
        )  # fmt: skip
        for root in roots(rest):
            self._visit(root, self.anywhere())

    def _instruction(self, pc: int, entry: int) -> None:
        node = self.program.code[pc]
        where = self.in_procedure(entry)
        for child in children(node.args):
            self._visit(child, where)
        op, args = node.op, node.args
        if op == "local":
            self._set(entry, args[0], args[1], where)
        elif op == "call":
            self._start(args[0], [self.of(arg, where) for arg in args[2]])
        elif op == "perform":
            for other in self._procedures.performed(node):
                self._start(other, [self.pieces])
        elif op in ("gain", "lose", "pay"):
            for good, local in args[2]:
                self._join("local", entry, local, (0, max(self.program.goods_max[good], 0)))
        elif op == "decide":
            for source in self.program.decisions[args[0]].sources:
                if source.guard is not None:
                    self._visit(source.guard, where)
                if source.items is not None:
                    self._visit(source.items, where)
                    if source.local >= 0:
                        self._join("local", entry, source.local, self.chosen(source, where))

    def chosen(self, source: Source, where: Where) -> Range:
        """Return the range of the elements a source offers."""
        if source.items is None:
            return 0, 0
        found = self.of(source.items, where)
        if source.domain is not None and source.domain.kind not in ("bundle", "mask"):
            low = -1 if source.domain.optional else source.domain.lo
            declared = (low, source.domain.hi)
            return declared if found == ANY else found
        return found

    def _set(self, entry: int, local: int, value: Node, where: Where) -> None:
        if value.op in ("add", "sub") and value.args[0].op == "local":
            same = value.args[0].args[0] == local
            if same and value.args[1].op == "const" and abs(value.args[1].args[0]) <= _SMALL_STEP:
                self._counters.add((entry, local))
        self._join("local", entry, local, self.of(value, where))

    def _start(self, entry: int, values: Sequence[Range]) -> None:
        for number, one in enumerate(values):
            self._join("local", entry, number, one)

    def _join(self, kind: str, owner: int, number: int, values: Range) -> None:
        known = (self._locals if kind == "local" else self._params)[owner]
        if number >= len(known):
            return
        before = known[number]
        after = values if before is None else hull((before, values))
        counter = kind == "local" and before == (-_COUNTED, _COUNTED)
        if counter and fits(after, -2 * _COUNTED, 2 * _COUNTED):
            return
        if after != before:
            known[number] = after
            self._changed.add((kind, owner, number))

    def _visit(self, node: Node, where: Where) -> Range:
        """Note what defines are called with anywhere in an expression; return its range."""
        op, args = node.op, node.args
        if op in BINDERS:
            place, seen_by = BINDERS[op]
            values = self._visit(args[1 if op == "let" else 0], where)
            for number in seen_by:
                self._visit(args[number], where.bind(args[place], values))
            for arg in args[3:]:
                self._visit(arg, where)
        else:
            for child in children(args):
                self._visit(child, where)
        if op == "possible":
            self._start(args[0], [self.of(arg, where) for arg in args[2]])
        elif op == "call":
            self._call(args[0], args[1], args[2], where)
        elif op == "dispatch":
            for function in set(self.facts.row(args[0])):
                if function >= 0:
                    self._call(function, args[2], args[3], where)
        elif op == "can_house":
            for source, temp, capacity, *_ in self.program.housing[args[0]][2]:
                inner = Where({}, where.local, self._players)
                self._visit(capacity, inner.bind(temp, self._visit(source, inner)))
        return self.of(node, where)

    def _call(self, function: int, args: Sequence[Node], me: Node, where: Where) -> None:
        self._mes[function] = hull((self._mes.get(function, self._players), self.of(me, where)))
        for number, arg in enumerate(args):
            self._join("param", function, number, self.of(arg, where))


def _slots(program: Program) -> list[Range]:
    """Return what is declared about each slot."""
    found = [ANY] * len(program.start)

    def note(slots: Iterable[int], values: Range) -> None:
        for number in slots:
            if HEADER <= number < len(found):
                found[number] = hull((values, (program.start[number],) * 2))

    for variable in program.variables:
        if variable.good < 0:
            slots = range(variable.base, variable.base + variable.count)
            note(slots, (variable.lo, variable.hi))
    width = len(program.goods)
    for good, (most, supply) in enumerate(
        zip(program.goods_max, program.goods_supply, strict=False)
    ):
        first = program.goods_base + good
        note(range(first, first + width * program.players, width or 1), (0, most))
        note([supply], (0, MOST_NUMBER))
    places = len(program.zones) + program.cells
    pieces = len(program.piece_names)
    note(range(program.pieces_base, program.pieces_base + pieces), (-1, places - 1))
    for zone in program.zones:
        note((zone.base, zone.base + 1), (0, zone.capacity))
        note(range(zone.base + 2, zone.base + 2 + zone.capacity), (-1, pieces - 1))
    for store in program.stores:
        note(range(store.base, store.base + store.count * len(store.goods)), (0, MOST_NUMBER))
    return found
