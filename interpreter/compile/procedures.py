"""The procedures in the code of a Program: flat code in; which instruction belongs to which, out.

A procedure begins where a call, a `perform`, an any-time rule or a `possible` leads, or where the
game starts. *Plain* is one that runs to its end whatever happens, unless it fails: nobody decides
in it and nothing in it ends a run. It needs no frame on the stack and becomes a Python function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.dsl.program import Node, Program, following

from .facts import Facts, children, inside, roots

# What ends a run, or has to find the whole position as it is.
_STOPS = frozenset({"decide", "iflive", "commit", "over"})


@dataclass
class Procedure:
    """One procedure: where it begins, its locals, its instructions."""

    entry: int
    nlocals: int
    pcs: set[int] = field(default_factory=set)
    callers: set[int] = field(default_factory=set)
    """Where it is called or performed."""
    returns: int | None = None
    """Where it always returns to; None if that is known only when it runs."""
    free: bool = False
    """Whether something other than an instruction may start it, so that it may return anywhere."""
    plain: bool = False
    fails: bool = False
    """Whether it, or what it calls, may fail."""
    sets_me: bool = False
    arguments: int = 0
    """How many of its locals callers give values to."""


class Procedures:
    """All procedures of a Program."""

    def __init__(self, program: Program, facts: Facts) -> None:
        self.program = program
        self.facts = facts
        self.all: dict[int, Procedure] = {}
        self.of: dict[int, Procedure] = {}
        self._entries()
        self._instructions()
        self._callers()
        self._plain()

    def _entries(self) -> None:
        program = self.program
        self._add(program.entry, program.nlocals, True)
        for rule in program.anytime:
            self._add(rule.entry, rule.nlocals, True)
        for node in program.code:
            if node.op == "call":
                self._add(node.args[0], max(node.args[1], len(node.args[2])))
            elif node.op == "perform":
                for entry in self.performed(node):
                    self._add(entry, max(node.args[2], 1))
        for found in every_node(program):
            if found.op == "possible":
                self._add(found.args[0], max(found.args[1], len(found.args[2])), True)

    def _add(self, entry: int, nlocals: int, free: bool = False) -> None:
        procedure = self.all.setdefault(entry, Procedure(entry, nlocals))
        # Frames of different sizes: how far apart they are is known only when it runs.
        procedure.free |= free or procedure.nlocals != nlocals
        procedure.nlocals = max(procedure.nlocals, nlocals)

    def performed(self, node: Node) -> list[int]:
        """Return the entries that a `perform` may lead to."""
        return sorted({entry for entry in self.facts.row(node.args[1]) if entry >= 0})

    def enters_anew(self, node: Node) -> bool:
        """Say whether an instruction calls a procedure that is called from elsewhere too.

        Maybe from itself: its frames then lie somewhere else each time, so it cannot be written
        into its caller once and for all.
        """
        if node.op != "call" or self.all[node.args[0]].plain:
            return False
        return self.all[node.args[0]].returns is None

    def performs_plainly(self, node: Node) -> bool:
        """Say whether all that a `perform` may lead to is plain, and takes the piece alone."""
        found = [self.all[entry] for entry in self.performed(node)]
        return all(one.plain and one.arguments == 1 for one in found)

    def _instructions(self) -> None:
        for procedure in self.all.values():
            todo = [procedure.entry]
            while todo:
                pc = todo.pop()
                if pc in procedure.pcs:
                    continue
                procedure.pcs.add(pc)
                todo += following(self.program, pc)
        shared: set[int] = set()
        for procedure in self.all.values():
            shared |= procedure.pcs & self.of.keys()
            self.of.update(dict.fromkeys(procedure.pcs, procedure))
        # Code that several procedures have in common does not know whose frame it works on.
        self.shared = {p.entry for p in self.all.values() if p.pcs & shared}

    def _callers(self) -> None:
        for pc, node in enumerate(self.program.code):
            if node.op == "call":
                called = self.all[node.args[0]]
                called.callers.add(pc)
                called.arguments = max(called.arguments, len(node.args[2]))
            elif node.op == "perform":
                for entry in self.performed(node):
                    self.all[entry].callers.add(pc)
                    self.all[entry].arguments = max(self.all[entry].arguments, 1)
        for procedure in self.all.values():
            if len(procedure.callers) == 1 and not procedure.free:
                (pc,) = procedure.callers
                if pc in self.of and not self.shared & {procedure.entry, self.of[pc].entry}:
                    procedure.returns = pc + 1

    def called(self, procedure: Procedure) -> Iterator[Procedure]:
        """Yield the procedures that one calls or performs."""
        for pc in procedure.pcs:
            node = self.program.code[pc]
            if node.op == "call":
                yield self.all[node.args[0]]
            elif node.op == "perform":
                yield from (self.all[entry] for entry in self.performed(node))

    def _plain(self) -> None:
        code = self.program.code
        for procedure in self.all.values():
            ops = {code[pc].op for pc in procedure.pcs}
            uses: set[str] = set()
            for pc in procedure.pcs:
                for node in expressions(code[pc]):
                    uses |= self.facts.uses(node)
                    # A define that asks for a local means one on the stack.
                    uses |= {"framed"} if self.asks_for_locals(node) else set()
            procedure.plain = not (
                ops & _STOPS
                or uses & {"possible", "framed"}
                or procedure.entry == self.program.entry
                or procedure.entry in self.shared
                or self.recursive(procedure)
            )
            procedure.fails = bool(ops & {"fail", "perform"})
            procedure.sets_me = "me" in ops
        self._spread()

    def not_plain(self, procedure: Procedure) -> None:
        """Take a procedure for one that is not plain after all."""
        procedure.plain = False
        self._spread()

    def _spread(self) -> None:
        """Let what holds of a procedure hold of those that call it."""
        changed = True
        while changed:
            changed = False
            for procedure in self.all.values():
                if procedure.plain and not self._performs_plainly(procedure):
                    procedure.plain = False
                    changed = True
                for other in self.called(procedure):
                    before = procedure.plain, procedure.fails, procedure.sets_me
                    procedure.plain &= other.plain
                    procedure.fails |= other.fails
                    procedure.sets_me |= other.sets_me
                    changed |= before != (procedure.plain, procedure.fails, procedure.sets_me)

    def _performs_plainly(self, procedure: Procedure) -> bool:
        nodes = [self.program.code[pc] for pc in procedure.pcs]
        return all(self.performs_plainly(node) for node in nodes if node.op == "perform")

    def asks_for_locals(self, node: Node) -> bool:
        """Say whether a define that a node calls, or a housing it asks for, reads a local."""
        for found in inside(node):
            if found.op == "call" and self._framed(found.args[0]):
                return True
            if found.op == "dispatch":
                row = self.facts.row(found.args[0])
                if any(self._framed(number) for number in row if number >= 0):
                    return True
            if found.op == "can_house":
                for child in children(self.program.housing[found.args[0]]):
                    if "local" in self.facts.uses(child):
                        return True
        return False

    def _framed(self, function: int) -> bool:
        return "local" in self.facts.uses(self.program.functions[function].body)

    def always_safe(self) -> set[int]:
        """Return the entries of the procedures whose frames are always safe."""
        infallible = self.program.infallible
        # Frames that something other than an instruction makes depend on where it made them.
        unsafe = {p.entry for p in self.all.values() if p.free} - {self.program.entry}
        for procedure in self.all.values():
            if not all(infallible[pc + 1] and pc in self.of for pc in procedure.callers):
                unsafe.add(procedure.entry)
        todo = list(unsafe)
        while todo:
            for other in self.called(self.all[todo.pop()]):
                if other.entry not in unsafe:
                    unsafe.add(other.entry)
                    todo.append(other.entry)
        return self.all.keys() - unsafe - self.shared

    def recursive(self, procedure: Procedure) -> bool:
        """Say whether a procedure may call itself, by way of others too."""
        seen: set[int] = set()
        todo = list(self.called(procedure))
        while todo:
            other = todo.pop()
            if other.entry == procedure.entry:
                return True
            if other.entry not in seen:
                seen.add(other.entry)
                todo += self.called(other)
        return False


def expressions(instruction: Node) -> Iterator[Node]:
    """Yield the outermost expressions of an instruction."""
    return children(instruction.args)


def every_node(program: Program) -> Iterator[Node]:
    """Yield every expression node that playing may evaluate."""
    parts = (
        program.functions,
        program.decisions,
        program.anytime,
        program.labels,
        program.score,
        program.ties,
        program.goal,
        program.invariants,
        program.variables,
        program.housing,
    )
    for instruction in program.code:
        for node in expressions(instruction):
            yield from inside(node)
    for root in roots(parts):
        yield from inside(root)
