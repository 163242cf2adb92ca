"""The ways through code: a Program in; which instruction follows which, and where runs start, out.

`Graph` covers what runs on frames: all procedures but the plain ones, calls and returns included
where it is known where they lead. `plain_graph` covers one plain procedure. Instructions that only
jump are not in a graph, and neither are those that end a run: these are written again wherever
they are reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.dsl.program import Node, Program

from .procedures import Procedure, Procedures

ENDS = frozenset({"decide", "fail", "over", "ret"})


@dataclass
class Graph:
    """Instructions and what follows each of them."""

    program: Program
    next: dict[int, list[int]] = field(default_factory=dict)
    entries: set[int] = field(default_factory=set)
    """Where a function of its own begins."""
    goes: dict[int, int] = field(default_factory=dict)
    """For an instruction behind which a function of its own goes on: where that begins."""
    returns: dict[int, int] = field(default_factory=dict)
    """For a `ret` that always leads to the same place: where."""

    def is_end(self, pc: int) -> bool:
        """Say whether an instruction ends the run, or goes where only the stack knows."""
        return self.program.code[pc].op in ENDS and pc not in self.returns

    def follow(self, pc: int) -> int:
        """Return the instruction at pc, or where jumps lead from there."""
        seen = set()
        while self.program.code[pc].op == "jump" and pc not in seen:
            seen.add(pc)
            pc = self.program.code[pc].args[0]
        return pc

    def explore(self, starts: Iterable[int]) -> None:
        """Add everything that can be reached."""
        todo = [self.follow(pc) for pc in starts]
        while todo:
            pc = todo.pop()
            if pc in self.next or self.is_end(pc):
                continue
            self.next[pc] = list(dict.fromkeys(self.follow(other) for other in self.after(pc)))
            todo += self.next[pc]

    def after(self, pc: int) -> list[int]:
        """Return what comes behind an instruction."""
        node = self.program.code[pc]
        if node.op == "ret":
            return [self.returns[pc]]
        if node.op == "jump":  # one that leads nowhere but to itself
            return [node.args[0]]
        if node.op in ("unless", "iflive"):
            return [pc + 1, node.args[-1]]
        return [pc + 1]


class FrameGraph(Graph):
    """The graph of all code that runs on frames."""

    def __init__(self, program: Program, procedures: Procedures) -> None:
        super().__init__(program)
        self.procedures = procedures
        self.framed = self._framed()
        starts = {0, program.entry}
        for procedure in self.framed:
            if procedure.free:
                starts.add(procedure.entry)
            for pc in procedure.pcs:
                starts |= self._starts(pc, program.code[pc])
                if program.code[pc].op == "ret" and procedure.returns is not None:
                    self.returns[pc] = self.follow(procedure.returns)
        self.starts = starts
        """Where a run may begin."""
        self.entries = {self.follow(pc) for pc in starts}
        self.explore(self.entries)

    def _framed(self) -> list[Procedure]:
        procedures = self.procedures
        found = {p.entry: p for p in procedures.all.values() if not p.plain or p.free}
        for procedure in list(found.values()):
            for pc in procedure.pcs:
                node = self.program.code[pc]
                if node.op == "perform" and not self.procedures.performs_plainly(node):
                    for entry in procedures.performed(node):
                        found[entry] = procedures.all[entry]
        return list(found.values())

    def _starts(self, pc: int, node: Node) -> set[int]:
        if node.op == "decide":
            decision = self.program.decisions[node.args[0]]
            targets = {source.target for source in decision.sources}
            # An any-time rule comes back to the decision itself.
            return targets | {pc} if decision.anytime and self.program.anytime else targets
        if node.op == "iflive":
            return {pc + 1, node.args[0]}
        if node.op == "call":
            return {pc + 1, node.args[0]} if self.procedures.enters_anew(node) else set()
        if node.op == "perform" and not self.procedures.performs_plainly(node):
            return {pc + 1, *self.procedures.performed(node)}
        return set()

    def after(self, pc: int) -> list[int]:
        """Return what comes behind an instruction."""
        node = self.program.code[pc]
        if self.procedures.enters_anew(node):
            self.goes[pc] = self.follow(node.args[0])
            return []
        if node.op == "call" and not self.procedures.all[node.args[0]].plain:
            return [node.args[0]]
        if node.op == "perform" and not self.procedures.performs_plainly(node):
            return []
        return super().after(pc)


def plain_graph(program: Program, procedure: Procedure) -> Graph:
    """Return the graph of a plain procedure."""
    graph = Graph(program)
    graph.entries = {graph.follow(procedure.entry)}
    graph.explore(graph.entries)
    return graph


class WholeGraph(Graph):
    """The graph of a procedure in which decisions are made on the way.

    Procedures that are called from one place only are part of their caller.
    """

    def __init__(self, program: Program, procedures: Procedures, procedure: Procedure) -> None:
        super().__init__(program)
        self.procedures = procedures
        self.inner: list[Procedure] = [procedure]
        """The procedures that are in it."""
        self.entries = {self.follow(procedure.entry)}
        self.explore(self.entries)

    def is_end(self, pc: int) -> bool:
        """Say whether the procedure ends here."""
        return self.program.code[pc].op in ("fail", "over", "ret") and pc not in self.returns

    def after(self, pc: int) -> list[int]:
        """Return what comes behind an instruction."""
        node = self.program.code[pc]
        if node.op == "decide":
            decision = self.program.decisions[node.args[0]]
            return [one.target for one in decision.sources]
        if node.op == "call" and is_inside(self.procedures, node):
            called = self.procedures.all[node.args[0]]
            if called not in self.inner:
                self.inner.append(called)
                for other in called.pcs:
                    if self.program.code[other].op == "ret":
                        self.returns[other] = self.follow(pc + 1)
            return [called.entry]
        return super().after(pc)


def is_inside(procedures: Procedures, node: Node) -> bool:
    """Say whether an instruction calls a procedure that is part of the caller."""
    called = procedures.all[node.args[0]]
    return not called.plain and called.returns is not None
