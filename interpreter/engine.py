"""The engine: a Program and a backend in; positions, the options at a decision, what follows out.

A position is `(v, k)`, two lists (see `rulewright.dsl.program`); copying is `v[:], k[:]`.
Options are offered only if they can be carried through; `lookahead` finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

from rulewright.dsl.geometry.masks import bits
from rulewright.dsl.program import (
    CHANCE,
    COUNT,
    DECIDE,
    FP,
    FRAME,
    ME,
    NOBODY,
    OVER,
    PC,
    RNG,
    Decision,
    Node,
    Program,
)

from . import kernel
from .errors import RuleRuntimeError
from .lookahead import LookAhead
from .option import Option, after_sources, by_value
from .queries import rng
from .stepping import Begin, Step, stepping

__all__ = ["Backend", "Engine", "Log", "Option", "Vector", "after_sources", "by_value"]

Vector = list[Any]
"""State vector or frame stack: ints (a local may also hold a bundle, a tuple of ints)."""

Log = list[Any] | None
"""Where events go (`kernel.Event`), or None."""


_Meaning = tuple[int, Any, int, Option]
"""What an integer stands for: local that is set or -1, its value, where it leads, the option."""

_Lister = Callable[[Vector, Vector], list[int] | None]
"""Lists the integers of options; nothing or None if only `Engine.options` can."""


class Backend(Protocol):
    """What runs the rules: the reference evaluator or compiled code.

    One with a method `lister(decision)` has functions that list the integers of options at once.
    """

    engine: Engine | None

    def eval(self, node: Node, v: Vector, k: Vector, me: int | None = None, temps: Any = ()) -> Any:
        """Return the value of an expression."""

    def run(self, v: Vector, k: Vector, engine: Engine, look: bool, log: Log) -> int:
        """Run up to a decision (DECIDE), the end (ENDED), or, in a look, FAILED or COMMITTED.

        After DECIDE and FAILED v[PC] is at the instruction that ended the run. `iflive` asks
        `engine.live` in play; in a look it asks `engine.fork` first and goes on if that is true.
        """

    def candidates(self, v: Vector, k: Vector, decision: Decision) -> list[tuple[int, Any]]:
        """Return (source, value) of each answer whose guard holds, look-ahead not applied."""


class Engine:
    """Backend-agnostic play on positions; `capped` counts look-aheads that were given up."""

    def __init__(self, program: Program, backend: Backend) -> None:
        self.program = program
        self.backend = backend
        self.capped = 0
        self._look = LookAhead(self)
        self._after_sources = [after_sources(decision) for decision in program.decisions]
        self._listed: tuple[Vector, Vector, list[Option]] | None = None
        self._points: list[Decision | None] = [
            program.decisions[node.args[0]] if node.op == "decide" else None
            for node in program.code
        ]
        self._points.append(None)  # a game may be over behind its last instruction
        # Decisions whose answers all go well in a safe frame, without any-time rules beside them.
        self._sure = [
            all(program.infallible[source.target] for source in decision.sources)
            and not (decision.anytime and program.anytime)
            for decision in program.decisions
        ]
        # Decisions at which somebody is asked whatever the answers are.
        self._waits = [
            point is not None and point.kind != "chance" and not point.auto
            for point in self._points
        ]
        self._quick = [self._lister(pc) for pc in range(len(self._points))]
        self._meanings: list[dict[int, _Meaning]] = [{} for _ in self._points]
        self._most = program.max_decisions if program.max_decisions > 0 else 1 << 62
        self._run = backend.run
        backend.engine = self

    def _lister(self, pc: int) -> _Lister:
        """Return what lists the integers of the options at a pc."""
        point, make = self._points[pc], getattr(self.backend, "lister", None)
        quick: _Lister | None = None
        if make is not None and point is not None:
            quick = make(point)
        if quick is None:
            return _unlisted
        # A game that is over may have stopped just before a decision.
        if self.program.code[pc - 1].op not in ("over", "ret") and self._always_safe(pc):
            return quick
        lister = quick

        def guarded(v: Vector, k: Vector) -> list[int] | None:
            return [] if v[OVER] or not k[v[FP] - 1] & kernel.SAFE else lister(v, k)

        return guarded

    def _always_safe(self, pc: int) -> bool:
        safe = getattr(self.backend, "always_safe", None)
        return safe is not None and bool(safe(pc))

    # ------------------------------------------------------------ playing

    def start(
        self, seed: int | str, log: Log = None, explicit_chance: bool = False
    ) -> tuple[Vector, Vector]:
        """Return the first position in which a player decides (or chance, if explicit)."""
        v: Vector = list(self.program.start)
        k: Vector = [-1, 0, 1] + [0] * self.program.nlocals
        v[RNG] = rng.seed_state(seed)
        v[FP] = FRAME
        v[PC] = self.program.entry
        self.advance(v, k, log, explicit_chance)
        self.ids(v, k)  # somebody has to be able to answer
        return v, k

    def advance(self, v: Vector, k: Vector, log: Log, explicit_chance: bool = False) -> None:
        """Run up to the next decision of a player, or the end of the game.

        Chance is resolved from the generator in the position unless it is to be explicit. An
        `auto` decision with exactly one answer is answered at once, unless an any-time rule could
        open another one. That a decision has no answer is told at once where look-ahead finds it,
        and otherwise when its options are asked for.
        """
        if not v[OVER] and self.backend.run(v, k, self, False, log) == DECIDE:
            self._resolve(v, k, log, explicit_chance)
            if not v[OVER] and not self._sure[self._decision_at(v).id]:
                self.options(v, k)

    def _resolve(
        self,
        v: Vector,
        k: Vector,
        log: Log,
        explicit_chance: bool,
        listed: tuple[int, ...] | None = None,
    ) -> list[int] | None:
        """Answer what nobody is asked about, from a decision on.

        Return the integers of what can be chosen then, if they are known.
        """
        status = DECIDE
        while status == DECIDE and not self._waits[v[PC]]:
            decision = self._decision_at(v)
            if decision.kind == "chance":
                if explicit_chance:
                    return None
                outcomes = self.backend.candidates(v, k, decision)
                if not outcomes:
                    raise self._error("stuck", "nothing can be chosen here", decision.span)
                v[RNG], drawn = rng.below(v[RNG], len(outcomes))
                self._count(v, decision)
                self.answer(v, k, decision, *outcomes[drawn])
            else:
                numbers = self.ids(v, k) if listed is None else listed
                listed = None
                # Answers come first: with a second one somebody is asked.
                if len(numbers) > 1 and numbers[1] < self._after_sources[decision.id]:
                    return list(numbers)
                options = [self.option(v, k, number) for number in numbers]
                answers = [option for option in options if option.source >= 0]
                if len(answers) != 1:
                    return [option.id for option in options]
                if len(options) > 1 and self._look.could_open(v, k, decision, options):
                    return [option.id for option in options]
                self.apply(v, k, answers[0])
            status = self.backend.run(v, k, self, False, log)
        return None

    def choose(
        self, v: Vector, k: Vector, option: Option, log: Log, explicit_chance: bool = False
    ) -> None:
        """Apply an option and go on to the next decision."""
        self.apply(v, k, option)
        self.advance(v, k, log, explicit_chance)

    def apply(self, v: Vector, k: Vector, option: Option) -> None:
        """Apply an option without running on; chance and automatic answers count as decisions."""
        decision = self._decision_at(v)
        self._count(v, decision)
        self.answer(v, k, decision, option.source, option.value)

    def _count(self, v: Vector, decision: Decision) -> None:
        v[COUNT] += 1
        if 0 < self.program.max_decisions < v[COUNT]:
            message = f"the game takes more than the {self.program.max_decisions} decisions it may"
            raise self._error("too-many-decisions", message, decision.span)

    # ------------------------------------------------------------ playing by integers

    def ids(self, v: Vector, k: Vector) -> list[int]:
        """Return the integers of the options, as `options` has them."""
        try:
            found = self._quick[v[PC]](v, k)
        except kernel.Fault:
            found = None  # `_looked` tells where
        return found or [option.id for option in self._looked(v, k)]

    def choose_id(
        self, v: Vector, k: Vector, number: int, log: Log = None, explicit_chance: bool = False
    ) -> None:
        """Apply the option with an integer that `ids` gave, and go on to the next decision."""
        meaning = self._meanings[v[PC]].get(number)
        if meaning is None or v[COUNT] >= self._most:
            self.choose(v, k, self.option(v, k, number), log, explicit_chance)
            return
        local, value, v[PC], _ = meaning
        v[COUNT] += 1
        if local >= 0:
            k[v[FP] + local] = value
        if self._run(v, k, self, False, log) == DECIDE and not self._waits[v[PC]]:
            self._resolve(v, k, log, explicit_chance)

    @cached_property
    def _stepping(self) -> tuple[Begin, Step]:
        return stepping(self)

    @cached_property
    def begin(self) -> Begin:
        """Start a game: `begin(seed)` is the position and the integers of the first options."""
        return self._stepping[0]

    @cached_property
    def step(self) -> Step:
        """Make a decision: `step(v, k, number)` is the integers of the options that follow.

        The quickest way to play: like `choose_id` and then `ids`, without events.
        """
        return self._stepping[1]

    def settle(self, v: Vector, k: Vector, listed: tuple[int, ...] | None = None) -> list[int]:
        """Go on from a decision that nobody may have to be asked for; return what can be chosen.

        `listed` are the options, where they are known already.
        """
        if not self._waits[v[PC]] and not v[OVER]:
            found = self._resolve(v, k, None, False, listed)
            if found is not None:
                return found
        return self.ids(v, k)

    def option(self, v: Vector, k: Vector, number: int) -> Option:
        """Return the option with an integer that `ids` gave."""
        meanings = self._meanings[v[PC]]
        if number in meanings:
            return meanings[number][3]
        decision = self._decision_at(v)
        first = self._after_sources[decision.id]
        if number >= first:
            return Option(number, first - 1 - number, 0)
        for place, source in enumerate(decision.sources):
            found: Option | None = None
            if source.items is None:
                if source.base == number:
                    found = Option(number, place, 0)
                    meanings[number] = (-1, 0, source.target, found)
            elif source.domain is not None and by_value(source):
                value = number - source.base + source.domain.lo
                if 0 <= number - source.base < source.domain.size:
                    found = Option(number, place, value)
                    meanings[number] = (source.local, value, source.target, found)
            if found is not None:
                return found
        return next(option for option in self._looked(v, k) if option.id == number)

    # ------------------------------------------------------------ decisions and options

    def decision(self, v: Vector) -> Decision | None:
        """Return the decision a position waits at; None when the game is over."""
        return None if v[OVER] else self._decision_at(v)

    def decider(self, v: Vector) -> int:
        """Return the player who decides, CHANCE, or NOBODY when the game is over."""
        if v[OVER]:
            return NOBODY
        return CHANCE if self._decision_at(v).kind == "chance" else int(v[ME])

    def options(self, v: Vector, k: Vector) -> list[Option]:
        """Return the options that can be carried through, in stable order; none after the end.

        A decision nobody can answer is a RuleRuntimeError `stuck`.
        """
        try:
            listed = self._quick[v[PC]](v, k)
        except kernel.Fault:
            listed = None
        if listed:
            return [self.option(v, k, number) for number in listed]
        return list(self._looked(v, k))

    def _looked(self, v: Vector, k: Vector) -> list[Option]:
        """Return the options, found out by looking ahead where that is needed."""
        if v[OVER]:
            return []
        if self._listed is not None and self._listed[0] == v and self._listed[1] == k:
            return self._listed[2]
        decision = self._decision_at(v)
        sure = self._sure[decision.id] and k[v[FP] - 1] & kernel.SAFE
        if sure or decision.kind == "chance":
            found = self.answers(v, k, decision)
        else:
            found = self._look.options(v, k, decision)
        if not found:
            raise self._error("stuck", "nothing can be chosen here", decision.span)
        if not sure:
            self._listed = (v[:], k[:], found)
        return found

    def answers(self, v: Vector, k: Vector, decision: Decision) -> list[Option]:
        """Return the answers of a decision whose guards hold, look-ahead not applied."""
        found = []
        position: dict[int, int] = {}
        for number, value in self.backend.candidates(v, k, decision):
            source = decision.sources[number]
            place = position.get(number, 0)
            position[number] = place + 1
            # A bundle has no number of its own: its place in the list stands for it.
            if source.domain is not None and not isinstance(value, tuple):
                place = value - source.domain.lo
            found.append(Option(source.base + place, number, value))
        return found

    def any_time(self, v: Vector, k: Vector, decision: Decision) -> list[Option]:
        """Return the any-time rules whose guards hold, look-ahead not applied."""
        first = self._after_sources[decision.id]
        return [Option(first + rule, -1 - rule, 0) for rule in self.offered(v, k, decision)]

    def offered(self, v: Vector, k: Vector, decision: Decision) -> Sequence[int]:
        """Return the numbers of the any-time rules whose guards hold.

        There are none within an any-time rule: what it needs can be exchanged before it begins.
        """
        if not decision.anytime or k[v[FP] - 1] & kernel.ANY_TIME:
            return ()
        if self.program.offers is not None:
            found = self.backend.eval(self.program.offers, v, k)
            return tuple(bits(found)) if found else ()
        return [
            number
            for number, rule in enumerate(self.program.anytime)
            if rule.guard is None or self.backend.eval(rule.guard, v, k)
        ]

    def answer(self, v: Vector, k: Vector, decision: Decision, source: int, value: Any) -> None:
        """Change a position as an answer does: bind its local, go where it leads."""
        if source >= 0:
            chosen = decision.sources[source]
            if chosen.local >= 0:
                k[v[FP] + chosen.local] = value
            v[PC] = chosen.target
            return
        rule = self.program.anytime[-1 - source]
        values = tuple(self.backend.eval(arg, v, k) for arg in rule.args)
        # v[PC] is the decision: that is where the rule comes back to.
        infallible = self.program.infallible[v[PC]]
        kernel.push(v, k, rule.entry, rule.nlocals, values, infallible, kernel.ANY_TIME)

    def bound(self, k: Vector, v: Vector, option: Option) -> Vector:
        """Return a copy of the stack with the option's element in its local, for its label."""
        stack = k[:]
        if option.source >= 0:
            local = self._decision_at(v).sources[option.source].local
            if local >= 0:
                stack[v[FP] + local] = option.value
        return stack

    # ------------------------------------------------------------ looking ahead

    def live(self, v: Vector, k: Vector) -> bool:
        """Say whether what follows v[PC] can be carried through; the position stays as it is."""
        return self._look.live(v, k)

    def fork(self, v: Vector, k: Vector, pc: int) -> bool:
        """In a look, note that the code at pc follows if what comes next fails.

        False if somebody else's view decides; then `live` has to be asked.
        """
        return self._look.fork(v, k, pc)

    def possible(
        self, v: Vector, k: Vector, pc: int, nlocals: int, values: tuple[Any, ...], me: int
    ) -> bool:
        """Say whether the procedure at pc could be carried through now by a player."""
        copy, stack = v[:], k[:]
        copy[ME] = me
        copy[PC] = 0  # code[0] is `commit`: there the look ends well
        kernel.push(copy, stack, pc, nlocals, values, True, kernel.SAFE)
        return self._look.live(copy, stack)

    def failures(self, v: Vector, k: Vector, option: Option) -> list[tuple[int, int]]:
        """Return (reason, span) of what stands in the way of an answer, first met first.

        The reason is a number into `program.reasons`, or -1; the list is empty for a live option.
        """
        copy, stack = v[:], k[:]
        self.answer(copy, stack, self._decision_at(v), option.source, option.value)
        return self._look.failures(copy, stack)

    # ------------------------------------------------------------ helpers

    def _decision_at(self, v: Vector) -> Decision:
        decision = self._points[v[PC]]
        if decision is None:
            raise ValueError("the position does not wait at a decision: call advance first")
        return decision

    def _error(self, code: str, message: str, span: int) -> RuleRuntimeError:
        return RuleRuntimeError(code, message, self.program.place(span))


def _unlisted(v: Vector, k: Vector) -> None:
    """List nothing: there is no quick way."""
