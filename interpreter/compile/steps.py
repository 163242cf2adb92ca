"""Steps: a Program in; functions that make one decision and run on to the next, out.

This is the mode for programs that play by integers: no events, no look-ahead runs this code, and
chance is resolved from the generator in the position where it comes up. Functions by first letter:

====  =========================================================================================
s26   takes the option with a given integer at the decision at pc 26 and runs on
g26   runs on from pc 26
o26   is s26 for a game that has no other decision: for programs that play, nothing around it
====  =========================================================================================

Both return the integers of the options at the next decision (none if the game is over), as a
tuple if there may be nothing to ask; None where the engine has to find these out; or the pc where
another function goes on. The last one, `o`, gives all but integers to `settle` (see `stepping`).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from rulewright.dsl.program import (
    COUNT,
    FP,
    FRAME,
    OVER,
    PC,
    Decision,
    Node,
    Program,
    Source,
)

from ..engine import Engine, after_sources, by_value
from ..reference import Reference
from .blocks import Body, by_number, file_at, settle, whole_function
from .effects import drawn
from .frames import FrameWriter
from .graph import FrameGraph
from .listing import Listings, listing_into
from .procedures import Procedure
from .pyast import (
    Out,
    assign,
    call,
    compare,
    const,
    do,
    item,
    load,
    plus,
    put,
    slot,
    stamp,
    when,
)
from .registered import REGISTERED
from .shape import Branch, End, Item, Leave, Loop, regions
from .stack_facts import alone, depths, write_facts
from .syntax import literal_lists, size
from .unit import Unit
from .whitelist import check

_SMALL = 300
"""Instructions of a game whose functions may hold more of what follows."""
_MOST_COPIED = 96
_MOST_LISTED = 40
"""Statements that list options where a decision is reached; more are in a function of their own."""
_MOST_CONDITIONS = 3
"""Conditions for options that are asked one after the other, with a list for each way."""


@dataclass
class Stops:
    """What is known of the places where runs end and of the stack there."""

    listed: dict[int, Decision]
    """The decisions whose options can be listed right where they are reached, by pc."""
    listings: Listings
    depths: dict[int, int]
    """Where the frame of a procedure always begins."""
    small: bool
    """Whether functions may hold more of what follows."""


@dataclass
class Steps:
    """The functions for playing by integers."""

    tree: ast.Module
    files: dict[str, int]
    """The file of each function."""
    steps: dict[int, str]
    """The function for a decision, by pc."""
    runs: dict[int, str]
    """The function that runs on from a pc."""
    opening: tuple[list[int], list[int]]
    """Where every game begins, with no seed in it."""


class StepGraph(FrameGraph):
    """The graph of code on frames in which chance does not end a run."""

    def is_end(self, pc: int) -> bool:
        """Say whether an instruction ends the run, or goes where only the stack knows."""
        return super().is_end(pc) and not is_plain_chance(self.program, pc)

    def after(self, pc: int) -> list[int]:
        """Return what comes behind an instruction."""
        if is_plain_chance(self.program, pc):
            return [chance_source(self.program, pc).target]
        return super().after(pc)

    def start_at(self, pc: int) -> None:
        """Let runs begin at one more instruction."""
        self.starts.add(pc)
        self.entries.add(self.follow(pc))
        self.explore([pc])

    def _starts(self, pc: int, node: Node) -> set[int]:
        return set() if is_plain_chance(self.program, pc) else super()._starts(pc, node)


def is_plain_chance(program: Program, pc: int) -> bool:
    """Say whether chance decides at a pc, over one list."""
    node = program.code[pc]
    if node.op != "decide":
        return False
    decision = program.decisions[node.args[0]]
    if decision.kind != "chance" or len(decision.sources) != 1:
        return False
    return decision.sources[0].guard is None and decision.sources[0].items is not None


def chance_source(program: Program, pc: int) -> Source:
    """Return what chance chooses from at a pc."""
    decision: Decision = program.decisions[program.code[pc].args[0]]
    return decision.sources[0]


class StepWriter(FrameWriter):
    """Writes what runs on frames in play."""

    playing = True

    def __init__(self, unit: Unit, file: int, procedure: Procedure, known: Stops) -> None:
        super().__init__(unit, file, procedure)
        self._stops = known
        self._fp = known.depths.get(procedure.entry)

    def frame(self, number: int = 0) -> ast.expr:
        """Return a place on the stack; a frame that always lies at the same one has a number."""
        if self._fp is None:
            return super().frame(number)
        return const(self._fp + self._offset + number)

    def clear(self, out: Out) -> None:
        """Write that a frame that was left is taken off the stack."""
        if self.left is None or self._fp is None:
            super().clear(out)
            return
        whole = ast.Slice(const(self._fp + self.left.offset - FRAME), None)
        out.append(ast.Delete([ast.Subscript(load("k"), whole, ast.Del())]))
        out.append(put("v", const(FP), const(self._fp + self.left.below)))
        self.left = None

    def set_me(self, out: Out, tree: ast.expr) -> None:
        """Write that another player is `me`."""
        super().set_me(out, tree)
        self.env = replace(self.env, me_range=self._where.me)

    def enter_loop(self) -> None:
        """Forget what may not hold when a loop comes round again."""
        super().enter_loop()
        self.env = replace(self.env, me_range=self._where.me)

    def decide(self, out: Out, pc: int, decision: Decision) -> None:
        """Write that the run ends at a decision, or that chance decides."""
        if is_plain_chance(self.unit.program, pc):
            one = chance_source(self.unit.program, pc)
            assert one.items is not None
            count(self, out)
            self.set_local(out, one.local, drawn(self, out, one.items))
            return
        out.append(put("v", const(PC), const(pc)))
        if pc not in self._stops.listed:
            out.append(ast.Return(const(None)))
        elif decision.auto:
            # A single answer may be one that nobody is asked for.
            name = self.fresh()
            out.append(assign(name, call(f"i{decision.id}", load("v"), load("k"))))
            more: ast.expr = compare(call("len", load(name)), ">", const(1))
            if decision.anytime and self.unit.program.anytime:
                first = const(after_sources(decision))
                second = compare(item(load(name), const(1)), "<", first)
                more = ast.BoolOp(ast.And(), [more, second])
            asked = ast.BoolOp(ast.And(), [load(name), more])
            known = when(load(name), [ast.Return(call("tuple", load(name)))])
            out += when(asked, [ast.Return(load(name))], [*known, ast.Return(const(None))])
        else:
            out += self._list(decision)

    def _list(self, decision: Decision) -> Out:
        """Return the statements that give the integers of the options."""
        asked: Out = [ast.Return(call(f"i{decision.id}", load("v"), load("k")))]
        if not self._stops.small or (decision.anytime and self.unit.program.anytime):
            return asked
        body: Out = []
        listing_into(self, self._stops.listings, decision, body)
        if size(body) > _MOST_LISTED:
            return asked
        literal = literal_lists(body, _MOST_CONDITIONS)
        return [*body, ast.Return(load("out"))] if literal is None else literal

    def game_over(self, out: Out, pc: int) -> None:
        """Write that the game ends at an instruction."""
        out.append(put("v", const(OVER), const(1)))
        out.append(put("v", const(PC), const(pc + 1)))
        out.append(ast.Return(ast.List([], ast.Load())))


def count(w: FrameWriter, out: Out) -> None:
    """Write that a decision is counted."""
    most = w.unit.program.max_decisions
    if most <= 0:
        out.append(put("v", const(COUNT), plus(slot(COUNT), 1)))
        return
    name = w.fresh()
    out.append(put("v", const(COUNT), plus(slot(COUNT), 1), name))
    out += when(compare(load(name), ">", const(most)), [do(call("too_long", const(most)))])


def make_steps(program: Program) -> Steps:
    """Compile a Program for playing by integers."""
    assert REGISTERED
    unit = Unit(program)
    settle(unit)
    graph = StepGraph(program, unit.procedures)
    opening = first_stop(program)
    if is_plain_chance(program, opening[0][PC]):
        graph.start_at(opening[0][PC])

    def apart(entry: int, pc: int) -> bool:
        span = program.code[pc].span
        return span >= 0 and unit.file_of(span) != file_at(unit, graph, entry)

    small = len(program.code) <= _SMALL
    found = regions(graph, apart, _MOST_COPIED if small else _MOST_COPIED // 4)
    decisions = {
        decision.pc: decision
        for decision in program.decisions
        if decision.kind != "chance" and decision.pc in unit.procedures.of
    }
    stops = Stops(_listed(unit, decisions), Listings(unit), depths(unit), small)
    functions: list[tuple[ast.FunctionDef, int]] = []
    steps = {}
    for pc, decision in decisions.items():
        if all(one.items is None or by_value(one) for one in decision.sources):
            functions.append(_step(unit, decision, stops, found))
            steps[pc] = f"s{pc}"
    needed = _needed(graph, found, decisions, steps)
    for entry in sorted(needed):
        file = file_at(unit, graph, entry)
        procedure = unit.procedures.of.get(entry) or Procedure(entry, 0)
        writer = StepWriter(unit, file, procedure, stops)
        whole = Body(writer)
        whole.count_reads(found[entry])
        body = whole.write(found[entry])
        made = whole_function(unit, f"g{entry}", ("v", "k"), writer, body, entry)
        functions.append((made, file))
    if small:
        write_facts([made for made, _ in functions], steps)
        if len(decisions) == len(steps) == 1 and not program.anytime:
            made, _ = functions[0]
            (pc,) = steps
            alone(made, pc)
            steps[pc] = made.name
    tree = ast.Module([made for made, _ in functions], [])
    check(tree)
    runs = {
        pc: f"g{graph.follow(pc)}"
        for pc in graph.starts | graph.entries
        if graph.follow(pc) in needed
    }
    files = {made.name: file for made, file in functions}
    return Steps(tree, files, steps, runs, opening)


def first_stop(program: Program) -> tuple[list[int], list[int]]:
    """Return the position in which every game first waits for chance or for somebody.

    What comes before it is the same in every game, so nobody has to do it again.
    """
    v, k = Engine(program, Reference(program)).start(0, explicit_chance=True)
    return v, k


def _listed(unit: Unit, decisions: dict[int, Decision]) -> dict[int, Decision]:
    """Return the decisions whose options can be listed right where they are reached."""
    safe = unit.procedures.always_safe()
    listings = Listings(unit)
    return {
        pc: decision
        for pc, decision in decisions.items()
        if unit.procedures.of[pc].entry in safe and listings.has(decision)
    }


def _needed(
    graph: StepGraph,
    found: dict[int, list[Item]],
    decisions: dict[int, Decision],
    steps: dict[int, str],
) -> set[int]:
    """Return the entries that something other than a step leads to."""
    targets = {graph.follow(one.target) for pc in steps for one in decisions[pc].sources}
    starts = {graph.follow(pc) for pc in graph.starts}
    first = graph.follow(graph.program.entry)
    others = {first} | {pc for pc in starts if pc not in targets}
    for pc, node in enumerate(graph.program.code):
        # Where calls return to is known to the stack alone.
        if node.op in ("call", "perform"):
            others |= {graph.follow(pc + 1)} & found.keys()
        if graph.program.anytime and pc in decisions:
            others |= {pc} & found.keys()
    for pc in decisions.keys() - steps.keys():
        others |= {graph.follow(one.target) for one in decisions[pc].sources}
    seen: set[int] = set()
    todo = [*others, *targets]
    kept = set(others)
    while todo:
        entry = todo.pop()
        if entry in seen or entry not in found:
            continue
        seen.add(entry)
        for target in _leads(found[entry]):
            kept.add(target)
            todo.append(target)
    # Steps that cannot hold a target's code themselves go there.
    return {entry for entry in kept | targets if entry in found}


def _leads(items: list[Item]) -> list[int]:
    found: list[int] = []
    for one in items:
        if isinstance(one, Leave) and one.how == "go":
            found.append(one.pc)
        elif isinstance(one, Branch):
            found += _leads(one.then) + _leads(one.other)
        elif isinstance(one, Loop):
            found += _leads(one.body)
    return found


def _step(
    unit: Unit,
    decision: Decision,
    stops: Stops,
    found: dict[int, list[Item]],
) -> tuple[ast.FunctionDef, int]:
    """Return the function that takes an option of a decision."""
    spans = [decision.span, *(one.span for one in decision.sources)]
    file = unit.file_of(*spans)
    procedure = unit.procedures.of[decision.pc]
    w = StepWriter(unit, file, procedure, stops)
    # Somebody decides, or there is nothing to be done.
    me = compare(w.me(), "<", const(0))
    body: Out = when(me, [do(call("absent"))])
    program = unit.program
    if decision.anytime and program.anytime:
        first = after_sources(decision)
        slow = ast.Return(call("by_hand", load("v"), load("k"), load("number")))
        body += when(compare(load("number"), ">=", const(first)), [slow])
    count(w, body)
    before = w.frame_state()
    ways: list[tuple[int, Out]] = []
    for one in decision.sources:
        w.restore(before)
        w.env = replace(w.env, me_range=(0, program.players - 1))
        out: Out = []
        if one.local >= 0:
            shift = one.domain.lo - one.base if one.domain is not None else 0
            w.set_local(out, one.local, plus(load("number"), shift))
        target = _follow(program, one.target)
        items: list[Item] = found.get(target) or [End(target)]
        if _in_file(unit, items, file):
            whole = Body(w)
            whole.count_reads(items)
            out += whole.write(items)
        else:
            out.append(w.go_on(target))
        ways.append((one.base, out))
    ways.sort(key=lambda way: way[0])
    body += by_number(ways)
    made = whole_function(unit, f"s{decision.pc}", ("v", "k", "number"), w, body, decision.pc)
    place = unit.place(decision.span, file)
    if place is not None:
        stamp(made, place.near)
    return made, file


def _follow(program: Program, pc: int) -> int:
    seen = set()
    while program.code[pc].op == "jump" and pc not in seen:
        seen.add(pc)
        pc = program.code[pc].args[0]
    return pc


def _in_file(unit: Unit, items: list[Item], file: int) -> bool:
    for one in items:
        if isinstance(one, Leave):
            continue
        span = unit.program.code[one.pc].span
        if span >= 0 and unit.file_of(span) != file:
            return False
        if isinstance(one, Branch) and not (
            _in_file(unit, one.then, file) and _in_file(unit, one.other, file)
        ):
            return False
        if isinstance(one, Loop) and not _in_file(unit, one.body, file):
            return False
    return True
