"""The compiled backend: a Program in, a backend for `engine.Engine` out.

It does what `reference.Reference` does, in Python functions made from the Program (`module`). Code
objects carry the names, lines and columns of rule files, so tracebacks, profilers and coverage
tools speak of rules; and so does a rule error, whose place is read from the traceback.
What is not compiled, such as an expression made up on the way, is left to the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType, TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl.program import ME, PC, Decision, Node, Program

from ..errors import RuleRuntimeError
from ..kernel import Fault
from ..reference import Reference
from .asked import asked_from_outside
from .code import Code, PlayCode, compiled, compiled_play
from .runtime import HELPERS

if TYPE_CHECKING:
    from ..engine import Engine, Log, Vector

_MOST_JUMPS = 1_000_000
"""Functions run between two decisions; more is a rule that does not come to an end."""


class WholeGame(NamedTuple):
    """What plays whole games at random."""

    play: Callable[[Vector, Vector], Any]
    """Plays from a copy of `start` with the seeds in it, to the end."""
    start: list[int]
    lines: list[Callable[..., int]]
    """The lines of the score, of a position that `play` left."""


class Compiled:
    """Runs the functions made from a Program."""

    def __init__(
        self,
        program: Program,
        code: Code | None = None,
        play: Callable[[Program], PlayCode] = compiled_play,
    ) -> None:
        self.program = program
        self._play = play
        self.engine: Engine | None = None
        self._reference = Reference(program)
        self._code = compiled(program) if code is None else code
        self._globals = self._fill()
        self._starts: list[Callable[..., int]] = [
            self._start(pc) for pc in range(len(program.code))
        ]
        self._candidates = [self._globals[f"c{one.id}"] for one in program.decisions]
        self._asked = {
            id(node): self._globals[f"e{number}"]
            for number, node in enumerate(asked_from_outside(program))
        }

    @property
    def reached(self) -> set[int] | None:
        """Compiled code does not collect what it reached; coverage tools do."""
        return None

    # ------------------------------------------------------------ the backend

    def eval(
        self, node: Node, v: Vector, k: Vector, me: int | None = None, temps: Sequence[Any] = ()
    ) -> Any:
        """Return the value of an expression; `me` stands in for v[ME], `temps` are temps 0, 1 …"""
        function = self._asked.get(id(node))
        if function is None:
            self._reference.engine = self.engine
            return self._reference.eval(node, v, k, me, temps)
        try:
            return function(v, k, v[ME] if me is None else me, temps)
        except Fault as fault:
            raise self._located(fault) from None

    def run(self, v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
        """Run from v[PC] on; return DECIDE, ENDED, FAILED or COMMITTED (the last two in a look).

        After DECIDE and FAILED v[PC] is where the decision or the failure is.
        """
        starts = self._starts
        pc = v[PC]
        if look:
            log = None
        try:
            # Most runs are one or two functions long: the count begins behind them.
            pc = starts[pc](v, k, engine, look, log)
            if pc < 0:
                return ~pc
            pc = starts[pc](v, k, engine, look, log)
            if pc < 0:
                return ~pc
            for _ in range(_MOST_JUMPS):
                pc = starts[pc](v, k, engine, look, log)
                if pc < 0:
                    return ~pc
        except Fault as fault:
            raise self._located(fault) from None
        place = self.program.place(self.program.code[pc].span)
        raise RuleRuntimeError("endless", "this does not come to an end", place)

    def candidates(self, v: Vector, k: Vector, decision: Decision) -> list[tuple[int, Any]]:
        """Return (source, value) of each answer whose guard holds; fixed moves have value 0."""
        try:
            found: list[tuple[int, Any]] = self._candidates[decision.id](v, k)
        except Fault as fault:
            raise self._located(fault) from None
        return found

    def lister(self, decision: Decision) -> Callable[[Vector, Vector], list[int]] | None:
        """Return the function that lists the integers of a decision's answers, if there is one."""
        function: Callable[[Vector, Vector], list[int]] | None
        function = self._globals.get(f"i{decision.id}")
        return function

    def always_safe(self, pc: int) -> bool:
        """Say whether a decision is always in a frame that returns into nothing that can fail."""
        return pc in self._code.safe

    def stepping(
        self, live: Callable[..., bool], by_hand: Callable[..., list[int]]
    ) -> dict[str, Any] | None:
        """Return the functions for playing by integers, by pc; None for a large game.

        Those spend their time elsewhere. `live` looks ahead, `by_hand` makes any decision.
        """
        code = self._play(self.program).steps
        if not code.steps:
            return None
        names = {**self._globals, "live": live, "by_hand": by_hand}
        for name, one in code.functions.items():
            names[name] = FunctionType(one, names)
        return {
            "steps": {pc: names[name] for pc, name in code.steps.items()},
            "runs": {pc: names[name] for pc, name in code.runs.items()},
            "opening": code.opening,
            "names": names,
            "located": lambda fault: self._located(fault, names),
        }

    def whole(self) -> WholeGame | None:
        """Return what plays whole games at random, if there is something."""
        code = self._play(self.program).whole
        if not code.entry:
            return None
        names = dict(self._globals)
        names.update((f"T{number}", table) for number, table in code.tables.items())
        for name, one in code.functions.items():
            names[name] = FunctionType(one, names)
        for name, made_of in self._code.shared.items():
            if made_of[0] != "part":
                names[name] = _object(self.program, names, made_of)
        lines = [names[f"e{number}"] for number in range(len(self.program.score))]
        return WholeGame(names[code.entry], code.start, lines)

    def asked(self, node: Node) -> Callable[..., Any] | None:
        """Return the function that evaluates an expression, if it was compiled by itself."""
        return self._asked.get(id(node))

    # ------------------------------------------------------------ inside

    def _fill(self) -> dict[str, Any]:
        """Return the names that generated code can use."""
        program = self.program
        tables = self._reference.tables
        names: dict[str, Any] = {
            "__builtins__": {},
            "__name__": f"rulewright.rules.{program.game}",
            **HELPERS,
            "possible": self._possible,
            "G": tables,
            "Z": tables.zone_base,
        }
        names.update((f"T{number}", table) for number, table in enumerate(program.tables))
        names.update((f"B{number}", form) for number, form in enumerate(tables.forms))
        names.update((f"P{number}", table) for number, table in enumerate(program.placements))
        for name, code in self._code.functions.items():
            names[name] = FunctionType(code, names)
        for name, made_of in self._code.shared.items():
            names[name] = _object(program, names, made_of)
        return names

    def _possible(
        self, v: Vector, k: Vector, pc: int, nlocals: int, values: tuple[Any, ...], me: int
    ) -> bool:
        if self.engine is None:
            raise RuntimeError("looking ahead needs an Engine that uses this backend")
        return self.engine.possible(v, k, pc, nlocals, values, me)

    def _start(self, pc: int) -> Callable[..., int]:
        name = self._code.starts.get(pc)
        if name is not None:
            function: Callable[..., int] = self._globals[name]
            return function

        def slowly(v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
            # A run that begins where none should: saves of older rules may.
            v[PC] = pc
            self._reference.engine = self.engine
            return ~self._reference.run(v, k, engine, look, log)

        return slowly

    def _located(self, fault: Fault, *more: dict[str, Any]) -> RuleRuntimeError:
        place = place_of(fault.__traceback__, self._globals, *more)
        return RuleRuntimeError(fault.code, fault.message, place)


def place_of(traceback: TracebackType | None, *names: dict[str, Any]) -> str:
    """Return `file:line:column` of the innermost rule in a traceback, or an empty string.

    A place without width is only near the rule; then the rule that asked for it is meant.
    """
    place = ""
    while traceback is not None:
        frame = traceback.tb_frame
        if any(frame.f_globals is each for each in names):
            positions = list(frame.f_code.co_positions())[traceback.tb_lasti // 2]
            line, end_line, column, end_column = positions
            if column is None or (line, column) != (end_line, end_column):
                shown = f":{column + 1}" if column is not None else ""
                place = f"{frame.f_code.co_filename}:{line}{shown}"
        traceback = traceback.tb_next
    return place


def _object(program: Program, names: dict[str, Any], made_of: tuple[Any, ...]) -> Any:
    """Return an object that generated code refers to."""
    kind = made_of[0]
    if kind == "part":
        _, pc, number = made_of
        return program.code[pc].args[2][number][1:]
    if kind == "kept":
        _, players, _ = made_of
        return tuple([{} for _ in range(players)]) if players else {}
    letter = "d" if kind == "defines" else "p"
    return tuple([names[f"{letter}{one}"] if one >= 0 else None for one in made_of[1]])
