"""Regions become functions: the structure of code in, Python functions out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from rulewright.dsl.program import FP, ME

from ..kernel import FRAME
from .effects import lives
from .facts import inside
from .frames import EFFECTS, FrameWriter, Left, PlainWriter, Writer, same
from .graph import FrameGraph, plain_graph
from .procedures import Procedure, expressions
from .pyast import (
    Out,
    Place,
    assign,
    call,
    compare,
    const,
    do,
    function,
    grow,
    leaves,
    load,
    slot,
    stamp,
    when,
)
from .shape import (
    Branch,
    Choose,
    Do,
    End,
    Item,
    Leave,
    Loop,
    NotStructured,
    regions,
    structure,
)
from .unit import Unit
from .whole_writer import WholeWriter

_MOST_TURNS = 200_000
"""Turns of one loop between two decisions; more is a rule that does not come to an end."""

# Instructions that have nothing to do with the frame on top of the stack.
_QUIET = frozenset(
    {"local", "me", "actor", "set", "raise", "jump", "unless", "commit", "chain", "log"}
)

FRAME_PARAMS = ("v", "k", "engine", "look", "log")
PLAIN_PARAMS = ("v", "k", "look", "log")


class Body:
    """Writes the items of one region."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.code = writer.unit.program.code
        self._near = Place()
        self._reads: Counter[tuple[int, int]] = Counter()
        self._left: list[Left | None] = []
        """What lies left on the stack at the turns of the loops around."""

    def count_reads(self, items: Sequence[Item]) -> None:
        """Note how often each local is asked for."""
        for one in items:
            if isinstance(one, Do | Branch):
                procedure = self.w.unit.procedures.of.get(one.pc)
                entry = procedure.entry if procedure is not None else -1
                for number in self._locals(one.pc):
                    self._reads[entry, number] += 1
            if isinstance(one, Branch):
                self.count_reads(one.then)
                self.count_reads(one.other)
            elif isinstance(one, Loop):
                self.count_reads(one.body)

    def _locals(self, pc: int) -> list[int]:
        node = self.code[pc]
        if node.op == "log":
            return []
        return [
            one.args[0] for root in expressions(node) for one in inside(root) if one.op == "local"
        ]

    def _fetch(self, out: Out, pc: int) -> None:
        """Put locals into variables that are asked for more than once."""
        if isinstance(self.w, FrameWriter):
            for number in self._locals(pc):
                if self._reads[self.w.procedure.entry, number] > 1:
                    self.w.keep(out, number)

    def write(self, items: Sequence[Item]) -> Out:
        """Return the statements for items."""
        out: Out = []
        for one in items:
            if isinstance(one, Do | End):
                self._instruction(out, one.pc, isinstance(one, End))
            elif isinstance(one, Branch):
                out += self._branch(one)
            elif isinstance(one, Loop):
                out += self._loop(one)
            elif isinstance(one, Choose):
                out += self._choose(one)
            else:
                out += self._leave(one)
            if leaves(out):
                break
        return out

    def _finish(self, out: Out, start: int, pc: int) -> None:
        """Give the statements of an instruction its place, or at least a line near it."""
        span = self.code[pc].span
        place = self.w.unit.place(span, self.w.file)
        if place is not None:
            self._near = place.near
        for statement in out[start:]:
            stamp(statement, place or self._near)

    def _instruction(self, out: Out, pc: int, last: bool) -> None:
        node = self.code[pc]
        start = len(out)
        w = self.w
        if isinstance(w, FrameWriter) and w.left is not None and not self._is_quiet(pc):
            w.clear(out)
        self._fetch(out, pc)
        if node.op == "ret" and not last and isinstance(w, WholeWriter):
            w.inside(w.unit.procedures.of[w.returns_to(pc)])
        elif node.op == "ret" and not last:
            assert isinstance(w, FrameWriter) and w.procedure.returns is not None
            caller = w.unit.procedures.of[w.procedure.returns - 1]
            w.leave(out, caller, w.procedure.returns)
        else:
            EFFECTS[node.op](w, out, pc, *node.args)
            if node.op == "call" and isinstance(w, FrameWriter):
                called = w.unit.procedures.all[node.args[0]]
                if not called.plain:
                    w.switch(called, w.procedure.nlocals + FRAME)
        self._finish(out, start, pc)

    def _is_quiet(self, pc: int) -> bool:
        """Say whether an instruction does not care which frame is on top."""
        node = self.code[pc]
        procedures, facts = self.w.unit.procedures, self.w.unit.facts
        if node.op == "call":
            # The frame that was left may be the one that is called for.
            if procedures.all[node.args[0]].plain or procedures.enters_anew(node):
                return False
        elif node.op not in _QUIET:
            return False
        return not any(
            "possible" in facts.uses(root) or procedures.asks_for_locals(root)
            for root in expressions(node)
        )

    def _branch(self, one: Branch) -> Out:
        w = self.w
        node = self.code[one.pc]
        out: Out = []
        if isinstance(w, FrameWriter) and w.left is not None and not self._is_quiet(one.pc):
            w.clear(out)
        self._fetch(out, one.pc)
        if node.op == "iflive":
            assert isinstance(w, FrameWriter)
            test = lives(w, out, one.pc, node.args[0])
        else:
            test = w.test(node.args[0], out)
        stamp(test, w.unit.place(node.span, w.file) or self._near)
        self._finish(out, 0, one.pc)
        if isinstance(w, WholeWriter):
            here = w.procedure
            then = self.write(one.then)
            there = w.procedure
            w.inside(here)
            other = self.write(one.other)
            if leaves(other):
                w.inside(there)
        elif not isinstance(w, FrameWriter):
            then, other = self.write(one.then), self.write(one.other)
        else:
            before = w.frame_state()
            then = self.write(one.then)
            after_then = w.frame_state()
            w.restore(before)
            other = self.write(one.other)
            if leaves(other):
                w.restore(after_then)
            elif not leaves(then):
                w.held = same(w.held, after_then.held)
                if w.left != after_then.left:
                    w.clear(other)
                    w.left = after_then.left
                    w.clear(then)
        parted = when(test, then, other)
        start = len(out)
        out += parted
        self._finish(out, start, one.pc)
        return out

    def _choose(self, one: Choose) -> Out:
        """Return a decision that is made at once, and what follows each of its answers."""
        w = self.w
        assert isinstance(w, WholeWriter)
        out: Out = []
        decision = w.unit.program.decisions[self.code[one.pc].args[0]]
        w.choose(out, one.pc, decision)
        here = after = w.procedure
        ways: list[tuple[int, Out]] = []
        for source in decision.sources:
            w.inside(here)
            way: Out = []
            w.take(way, source)
            way += self.write(one.ways[w.graph.follow(source.target)])
            if not leaves(way):
                after = w.procedure
            ways.append((source.base, way))
        w.inside(after)
        start = len(out)
        out += by_number(sorted(ways, key=lambda way: way[0]))
        self._finish(out, start, one.pc)
        return out

    def _loop(self, one: Loop) -> Out:
        w = self.w
        before: Out = []
        if isinstance(w, FrameWriter):
            w.enter_loop()
            state = w.frame_state()
            try:
                body = self._turn(one, w.left)
            except _Changed:
                w.restore(state)
                w.clear(before)
                body = self._turn(one, None)
        else:
            body = self.write(one.body)
        name = w.fresh("t")
        count = [
            grow(name, "+", const(1)),
            *when(compare(load(name), ">", const(_MOST_TURNS)), [do(call("endless"))]),
        ]
        turns = ast.While(const(True), [*count, *body], [])
        found = [*before, assign(name, const(0)), turns]
        self._finish(found, 0, one.pc)
        return found

    def _turn(self, one: Loop, left: Left | None) -> Out:
        """Return the body of a loop at whose turns the same frame lies left on the stack."""
        w = self.w
        assert isinstance(w, FrameWriter)
        self._left.append(left)
        try:
            body = self.write(one.body)
            if not leaves(body):
                self._settle(body)
        finally:
            self._left.pop()
        w.held = {}
        w.left = left
        return body

    def _settle(self, out: Out) -> None:
        """Write that the stack becomes what it is at every turn of the loop."""
        w = self.w
        if isinstance(w, FrameWriter) and w.left != self._left[-1]:
            if self._left[-1] is not None:
                raise _Changed
            w.clear(out)

    def _leave(self, one: Leave) -> Out:
        out: Out = []
        if one.how == "break":
            self._settle(out)
            out.append(ast.Break())
        elif one.how == "continue":
            self._settle(out)
            out.append(ast.Continue())
        else:
            assert isinstance(self.w, FrameWriter)
            self.w.clear(out)
            out.append(self.w.go_on(one.pc))
        for statement in out:
            stamp(statement, self._near)
        return out


class _Changed(Exception):
    """The stack is not the same at every turn of a loop."""


def by_number(ways: list[tuple[int, Out]]) -> Out:
    """Return one of several ways by the integer of the option taken."""
    if len(ways) == 1:
        return ways[0][1]
    middle = len(ways) // 2
    test = compare(load("number"), "<", const(ways[middle][0]))
    return when(test, by_number(ways[:middle]), by_number(ways[middle:]))


def frame_functions(unit: Unit) -> tuple[list[tuple[ast.FunctionDef, int]], dict[int, str]]:
    """Return the functions for code on frames with their files, and which one starts at a pc."""
    graph = FrameGraph(unit.program, unit.procedures)

    def apart(entry: int, pc: int) -> bool:
        span = unit.program.code[pc].span
        return span >= 0 and unit.file_of(span) != file_at(unit, graph, entry)

    made = []
    for entry, items in regions(graph, apart).items():
        file = file_at(unit, graph, entry)
        procedure = unit.procedures.of.get(entry)
        if procedure is None:  # code[0], where `possible` ends
            procedure = Procedure(entry, 0)
        writer = FrameWriter(unit, file, procedure)
        whole = Body(writer)
        whole.count_reads(items)
        body = whole.write(items)
        made.append((whole_function(unit, f"f{entry}", FRAME_PARAMS, writer, body, entry), file))
    table = {pc: f"f{graph.follow(pc)}" for pc in graph.starts | graph.entries}
    return made, table


def file_at(unit: Unit, graph: FrameGraph, entry: int) -> int:
    """Return the file of the first instruction at or behind an entry that has one."""
    seen: set[int] = set()
    pc = entry
    while pc not in seen:
        seen.add(pc)
        if unit.program.code[pc].span >= 0:
            return unit.file_of(unit.program.code[pc].span)
        following = graph.next.get(pc)
        if not following:
            break
        pc = following[0]
    return 0


def plain_functions(unit: Unit) -> list[tuple[ast.FunctionDef, int]]:
    """Return the functions of plain procedures; one that has no structure is not plain."""
    made = {}
    while True:
        wanted = [p for p in unit.procedures.all.values() if p.plain and p.callers]
        for procedure in wanted:
            if procedure.entry not in made:
                try:
                    made[procedure.entry] = plain_function(unit, procedure)
                except NotStructured:
                    unit.procedures.not_plain(procedure)
                    made.clear()
                    break
        else:
            return list(made.values())


def settle(unit: Unit) -> None:
    """Find out which procedures are plain after all, without writing them."""
    while True:
        for procedure in unit.procedures.all.values():
            if procedure.plain and procedure.callers and not _has_structure(unit, procedure):
                unit.procedures.not_plain(procedure)
                break
        else:
            return


def _has_structure(unit: Unit, procedure: Procedure) -> bool:
    graph = plain_graph(unit.program, procedure)
    try:
        return not goes(structure(graph, graph.follow(procedure.entry), set(graph.next)))
    except NotStructured:
        return False


def plain_function(unit: Unit, procedure: Procedure) -> tuple[ast.FunctionDef, int]:
    """Return the function of a plain procedure and its file; NotStructured if there is none."""
    graph = plain_graph(unit.program, procedure)
    entry = graph.follow(procedure.entry)
    items = structure(graph, entry, set(graph.next))
    if goes(items):
        raise NotStructured(entry)
    spans = [unit.program.code[pc].span for pc in sorted(procedure.pcs)]
    file = unit.file_of(*spans)
    writer = PlainWriter(unit, file, procedure)
    params = [f"L{number}" for number in range(procedure.arguments)]
    body = Body(writer).write(items)
    missing = sorted(name for name in writer.used if name.startswith("L") and name not in params)
    start: Out = [assign(name, const(0)) for name in missing]
    made = whole_function(
        unit, f"p{procedure.entry}", (*PLAIN_PARAMS, *params), writer, start + body, procedure.entry
    )
    return made, file


def goes(items: Sequence[Item]) -> bool:
    """Say whether some way leads to another function."""
    for one in items:
        if isinstance(one, Leave) and one.how == "go":
            return True
        if isinstance(one, Branch) and (goes(one.then) or goes(one.other)):
            return True
        if isinstance(one, Choose) and any(goes(way) for way in one.ways.values()):
            return True
        if isinstance(one, Loop) and goes(one.body):
            return True
    return False


def whole_function(
    unit: Unit, name: str, params: Sequence[str], writer: Writer, body: Out, pc: int
) -> ast.FunctionDef:
    """Return a function with what its body needs in front."""
    start: Out = []
    if "fp" in writer.used:
        start.append(assign("fp", slot(FP)))
    if "me" in writer.used:
        start.append(assign("me", slot(ME)))
    made = function(name, params, start + body)
    place = unit.place(unit.program.code[pc].span, writer.file)
    stamp(made, (place or _first_place(body)).near)
    return made


def _first_place(body: Out) -> Place:
    for statement in body:
        if hasattr(statement, "lineno"):
            return Place(statement.lineno, 0, statement.lineno, 0)
    return Place()
