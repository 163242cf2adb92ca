"""Whole games as Python: the functions in which decisions are made on the way.

Locals are Python variables; there are no frames. What a random player draws from, how many
decisions there were and the like are kept in slots behind those of the game (`Extra`).
"""

from __future__ import annotations

import ast

from rulewright.dsl.program import COUNT, ME, OVER, Decision, Source

from ..bots.uniform import FACTOR, MODULUS
from .effects import drawn
from .frames import PlainWriter
from .graph import WholeGraph
from .procedures import Procedure
from .pyast import (
    Out,
    assign,
    binary,
    call,
    compare,
    const,
    do,
    item,
    load,
    plus,
    put,
    slot,
    when,
)
from .unit import Unit

STATE, MADE = range(2)
"""Slots behind those of the game: the generator of random players, decisions they were asked.
Scores may follow, one for each player, where the function that plays puts them there."""
EXTRA = 2


class WholeWriter(PlainWriter):
    """Writes procedures in which decisions are made at random."""

    playing = True

    def __init__(self, unit: Unit, file: int, graph: WholeGraph) -> None:
        super().__init__(unit, file, graph.inner[0])
        self.graph = graph
        self.extra = len(unit.program.start)
        self._offsets: dict[int, int] = {}
        for one in graph.inner:
            self._offsets[one.entry] = sum(
                max(other.nlocals, other.arguments)
                for other in graph.inner[: graph.inner.index(one)]
            )

    # ------------------------------------------------------------ locals

    def name_of(self, procedure: Procedure, number: int) -> str:
        """Return the variable that is a local of a procedure."""
        return f"L{self._offsets[procedure.entry] + number}"

    def local(self, number: int) -> ast.expr:
        """Return a local."""
        name = self.name_of(self.procedure, number)
        self.used.add(name)
        return load(name)

    def set_local(self, out: Out, number: int, tree: ast.expr) -> None:
        """Write that a local gets a value."""
        out.append(assign(self.name_of(self.procedure, number), tree))

    def inside(self, procedure: Procedure) -> None:
        """Go on with the locals of another procedure."""
        self.procedure = procedure
        self._where = self.unit.ranges.in_procedure(procedure.entry)

    def returns_to(self, pc: int) -> int:
        """Return an instruction of the procedure that a `ret` goes back to."""
        assert self.procedure.returns is not None
        return self.procedure.returns - 1

    def enter(self, out: Out, called: Procedure, values: list[ast.expr]) -> None:
        """Write the call of a procedure that is part of this function."""
        held = [self.hold(value, out) for value in values]
        for number in range(called.nlocals):
            value = held[number] if number < len(held) else const(0)
            out.append(assign(self.name_of(called, number), value))
        self.inside(called)

    def call_whole(self, out: Out, pc: int, called: Procedure, values: list[ast.expr]) -> None:
        """Write the call of a procedure in which somebody decides."""
        if called in self.graph.inner:
            self.enter(out, called, values)
            return
        values = values + [const(0) for _ in range(called.arguments - len(values))]
        tree = call(f"b{called.entry}", load("v"), load("k"), *values)
        out += when(tree, [ast.Return(const(True))])
        if called.sets_me:
            self.used.add("me")
            out.append(assign("me", slot(ME)))

    # ------------------------------------------------------------ decisions

    def choose(self, out: Out, pc: int, decision: Decision) -> None:
        """Write that `number` becomes the integer of an option: the only one, or a random one."""
        from .listing import Listings, listing_into

        listing_into(self, Listings(self.unit), decision, out)
        self.count(out)
        draw: Out = []
        state = self.extra + STATE
        moved = binary(slot(state), "*", const(FACTOR))
        draw.append(put("v", const(state), binary(moved, "%", const(MODULUS))))
        place = binary(slot(state), "%", call("len", load("out")))
        draw.append(assign("number", item(load("out"), place)))
        made = self.extra + MADE
        draw.append(put("v", const(made), plus(slot(made), 1)))
        if decision.auto:
            alone = compare(call("len", load("out")), "==", const(1))
            out += when(alone, [assign("number", item(load("out"), const(0)))], draw)
        else:
            out += draw

    def take(self, out: Out, one: Source) -> None:
        """Write that an option of a source was taken."""
        if one.local >= 0:
            shift = one.domain.lo - one.base if one.domain is not None else 0
            self.set_local(out, one.local, plus(load("number"), shift))

    def decide(self, out: Out, pc: int, decision: Decision) -> None:
        """Write a decision behind which there is one way to go on: chance, or one source."""
        one = decision.sources[0]
        if decision.kind != "chance":
            self.choose(out, pc, decision)
            if len(decision.sources) == 1:
                self.take(out, one)
            return
        assert one.items is not None
        self.count(out)
        self.set_local(out, one.local, drawn(self, out, one.items))

    def count(self, out: Out) -> None:
        """Write that a decision is counted."""
        most = self.unit.program.max_decisions
        if most <= 0:
            return
        name = self.fresh()
        out.append(put("v", const(COUNT), plus(slot(COUNT), 1), name))
        out += when(compare(load(name), ">", const(most)), [do(call("too_long", const(most)))])

    def game_over(self, out: Out, pc: int) -> None:
        """Write that the game ends: whoever called this ends as well."""
        out += [put("v", const(OVER), const(1)), ast.Return(const(True))]
