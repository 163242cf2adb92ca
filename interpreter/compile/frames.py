"""Frames and locals as Python: the functions that instructions are written into.

`FrameWriter` is for code that runs on the stack `k`: a local is `k[fp + number]`, and what is known
to be in it is not fetched again. `PlainWriter` is for plain procedures, whose locals are Python
variables. Both return from a function in their own way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulewright.dsl.program import (
    DECIDE,
    ENDED,
    FAILED,
    FP,
    FRAME,
    ME,
    OVER,
    PC,
    Decision,
)

from ..kernel import ANY_TIME
from .intervals import Where
from .lower import Lowering
from .masks import Attribute
from .procedures import Procedure
from .pyast import (
    Out,
    again,
    assign,
    binary,
    call,
    compare,
    const,
    item,
    load,
    negated,
    plus,
    put,
    slot,
    when,
)
from .unit import Unit


def ended(status: int) -> ast.expr:
    """Return what a function gives back when a run ends; where it goes on is 0 or more."""
    return const(~status)


@dataclass(frozen=True)
class Left:
    """A frame that was returned from but still lies on the stack, in case it comes again."""

    back: int
    """Where it returns to."""
    offset: int
    """Where its locals begin."""
    below: int
    """Where those of the frame below it begin."""


@dataclass
class FrameState:
    """What is known about the running frame at a place in a function."""

    procedure: Procedure
    offset: int
    where: Where
    held: dict[int, ast.expr]
    left: Left | None


class Writer(Lowering):
    """Writes instructions into one Python function."""

    masks: Mapping[int, Attribute] = {}
    """Attributes of cells that are kept as masks, by where they begin."""
    playing = False
    """Whether it is for play alone: no look-ahead runs it, and nobody wants its events."""

    def __init__(self, unit: Unit, file: int, procedure: Procedure) -> None:
        super().__init__(unit, file, unit.ranges.in_procedure(procedure.entry))
        self.procedure = procedure

    def set_local(self, out: Out, number: int, tree: ast.expr) -> None:
        """Write that a local gets a value."""
        raise NotImplementedError

    def failed(self) -> ast.stmt:
        """Return the statement that leaves a function because something failed."""
        raise NotImplementedError

    def decide(self, out: Out, pc: int, decision: Decision) -> None:
        """Write a decision."""
        raise NotImplementedError

    def game_over(self, out: Out, pc: int) -> None:
        """Write that the game ends at an instruction."""
        raise NotImplementedError

    def call_whole(self, out: Out, pc: int, called: Procedure, values: list[ast.expr]) -> None:
        """Write the call of a procedure in which somebody decides."""
        raise NotImplementedError

    def set_me(self, out: Out, tree: ast.expr) -> None:
        """Write that another player is `me`."""
        self.used.add("me")
        out.append(put("v", const(ME), tree, "me"))

    def fail(self, out: Out, pc: int, reason: int) -> None:
        """Write a failure: a look ends, play cannot go on."""
        said = self.unit.program.reasons[reason] if reason >= 0 else "this cannot be done"
        if self.playing:
            out.append(ast.Return(call("stuck", const(said))))
            return
        out += when(negated(load("look")), [ast.Expr(call("stuck", const(said)))])
        out += [put("v", const(PC), const(pc)), self.failed()]

    def call_plain(self, out: Out, called: Procedure, values: list[ast.expr]) -> None:
        """Write the call of a plain procedure."""
        values = values + [const(0) for _ in range(called.arguments - len(values))]
        tree = call(f"p{called.entry}", *self.given(), *values)
        self.run_plain(out, tree, called.fails, called.sets_me)

    def given(self) -> list[ast.expr]:
        """Return what every plain procedure is called with."""
        if self.playing:
            return [load("v"), load("k"), const(False), const(None)]
        return [load(name) for name in ("v", "k", "look", "log")]

    def run_plain(self, out: Out, tree: ast.expr, fails: bool, sets_me: bool) -> None:
        """Write a call, and what comes of it."""
        # In play a failure is an error; only a look learns of it this way.
        fails = fails and not self.playing
        out += when(tree, [self.failed()]) if fails else [ast.Expr(tree)]
        if sets_me:
            out.append(assign("me", slot(ME)))


class PlainWriter(Writer):
    """Writes a plain procedure."""

    def local(self, number: int) -> ast.expr:
        """Return a local."""
        self.used.add(f"L{number}")
        return load(f"L{number}")

    def set_local(self, out: Out, number: int, tree: ast.expr) -> None:
        """Write that a local gets a value."""
        out.append(assign(f"L{number}", tree))

    def failed(self) -> ast.stmt:
        """Return the statement that leaves a function because something failed."""
        return ast.Return(const(True))


class FrameWriter(Writer):
    """Writes what runs on frames."""

    def __init__(self, unit: Unit, file: int, procedure: Procedure) -> None:
        super().__init__(unit, file, procedure)
        self._offset = 0
        self.held: dict[int, ast.expr] = {}
        """Locals whose value is known to be in a variable or constant."""
        self.left: Left | None = None

    # ------------------------------------------------------------ locals

    def local(self, number: int) -> ast.expr:
        """Return a local of the running frame."""
        found = self.held.get(number)
        return self.on_stack(number) if found is None else again(found)

    def on_stack(self, number: int) -> ast.expr:
        """Return what is in the running frame, counted from its first local."""
        return item(load("k"), self.frame(number))

    def frame(self, number: int = 0) -> ast.expr:
        """Return a place on the stack, counted from the first local of the running frame."""
        self.used.add("fp")
        return plus(load("fp"), self._offset + number)

    def set_local(self, out: Out, number: int, tree: ast.expr) -> None:
        """Write that a local gets a value."""
        if isinstance(tree, ast.Constant):
            out.append(put("k", self.frame(number), tree))
            self.held[number] = const(tree.value)
            return
        name = f"L{number}"
        out.append(put("k", self.frame(number), tree, name))
        self.held[number] = load(name)

    def keep(self, out: Out, number: int) -> None:
        """Write that a local is fetched into a variable."""
        if number not in self.held:
            name = f"L{number}"
            out.append(assign(name, self.on_stack(number)))
            self.held[number] = load(name)

    # ------------------------------------------------------------ frames

    def frame_state(self) -> FrameState:
        """Return what is known about the frame here."""
        return FrameState(self.procedure, self._offset, self._where, dict(self.held), self.left)

    def restore(self, state: FrameState) -> None:
        """Go back to what was known at another place."""
        self.procedure, self._offset, self._where = state.procedure, state.offset, state.where
        self.held = dict(state.held)
        self.left = state.left

    def enter_loop(self) -> None:
        """Forget what may not hold when a loop comes round again."""
        self.held = {}

    def switch(self, procedure: Procedure, offset: int) -> None:
        """Go on in the frame of another procedure, `offset` places above the one so far."""
        self.procedure = procedure
        self._offset += offset
        self._where = self.unit.ranges.in_procedure(procedure.entry)
        self.held = {}

    def push(self, out: Out, back: int, values: list[ast.expr], nlocals: int) -> None:
        """Write that a frame is put on the stack; `back` is where it returns to."""
        above = self.procedure.nlocals + FRAME
        if self.left is not None and (self.left.back, self.left.below) == (back, self._offset):
            # The frame that lies there was put there by the same call: its head is right already.
            for number in range(nlocals):
                value = values[number] if number < len(values) else const(0)
                out.append(put("k", self.frame(above + number), value))
            self.left = None
            return
        self.clear(out)
        state: ast.expr = self.on_stack(-1)
        if not self.unit.program.infallible[back]:
            state = binary(state, "&", const(ANY_TIME))
        zeros = [const(0)] * (nlocals - len(values))
        head = [const(back), self.frame(), state]
        frame = ast.Tuple([*head, *values, *[const(0) for _ in zeros]], ast.Load())
        out.append(ast.AugAssign(ast.Name("k", ast.Store()), ast.Add(), frame))
        out.append(put("v", const(FP), self.frame(above)))

    def leave(self, out: Out, caller: Procedure, back: int) -> None:
        """Write that the running frame is left, always for the same place in the one below it."""
        below = self._offset - caller.nlocals - FRAME
        if self.playing:
            self.clear(out)
            self.left = Left(back, self._offset, below)
        else:
            self.pop(out)
        self.switch(caller, below - self._offset)
        if not self.playing:
            out.append(put("v", const(FP), self.frame()))

    def clear(self, out: Out) -> None:
        """Write that a frame that was left is taken off the stack."""
        if self.left is not None:
            self.used.add("fp")
            whole = ast.Slice(plus(load("fp"), self.left.offset - FRAME), None)
            out.append(ast.Delete([ast.Subscript(load("k"), whole, ast.Del())]))
            out.append(put("v", const(FP), plus(load("fp"), self.left.below)))
            self.left = None

    def pop(self, out: Out) -> None:
        """Write that the running frame is taken off the stack."""
        whole = ast.Slice(self.frame(-FRAME), None)
        out.append(ast.Delete([ast.Subscript(load("k"), whole, ast.Del())]))

    # ------------------------------------------------------------ leaving

    def failed(self) -> ast.stmt:
        """Return the statement that leaves a function because something failed."""
        return ast.Return(ended(FAILED))

    def decide(self, out: Out, pc: int, decision: Decision) -> None:
        """Write that the run ends at a decision."""
        self.stop(out, pc, DECIDE)

    def stop(self, out: Out, pc: int, status: int) -> None:
        """Write that the run ends; v[PC] stays at pc."""
        out += [put("v", const(PC), const(pc)), ast.Return(ended(status))]

    def go_on(self, pc: int) -> ast.stmt:
        """Return the statement that goes on in another function."""
        return ast.Return(const(pc))

    def game_over(self, out: Out, pc: int) -> None:
        """Write that the game ends at an instruction."""
        out.append(put("v", const(OVER), const(1)))
        self.stop(out, pc + 1, ENDED)

    def give_back(self, out: Out, pc: int) -> None:
        """Write a return to wherever the frame says."""
        if self.procedure.entry == self.unit.program.entry:
            over: Out = []
            self.game_over(over, pc)
            out += when(compare(self.on_stack(-FRAME), "<", const(0)), over)
        name = self.fresh()
        out.append(assign(name, self.on_stack(-FRAME)))
        out.append(put("v", const(FP), self.on_stack(1 - FRAME)))
        self.pop(out)
        out.append(ast.Return(load(name)))


def same(one: dict[int, ast.expr], other: dict[int, ast.expr]) -> dict[int, ast.expr]:
    """Return what is held in the same way on two ways that meet."""
    return {
        number: tree
        for number, tree in one.items()
        if number in other and ast.dump(tree) == ast.dump(other[number])
    }


Effect = Callable[..., None]
EFFECTS: dict[str, Effect] = {}


def effect(*names: str) -> Callable[[Effect], Effect]:
    """Register how instructions are written; called with writer, `out`, pc and arguments."""

    def register(function: Effect) -> Effect:
        for name in names:
            EFFECTS[name] = function
        return function

    return register
