"""Look-ahead: a position in; can what follows be carried through, and which options can, out.

The search goes depth first over decisions. It ends well at the end of the game, at a `commit` and
at chance; a `fail` ends it badly. A decision of somebody else than the one who looks lies on the
way only where a rule of his answers in between: he is taken to say no where he can.
Any-time rules are tried where all answers fail, and only those that can help (`relevance`).
Nothing here knows how rules are run: that is the backend's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import DECIDE, FAILED, FP, ME, PC, Decision

from .errors import RuleRuntimeError
from .kernel import SAFE, Fault
from .lacking import Wants, payments_in
from .met import Asked, Before, Key
from .option import Option, after_sources, shifts
from .relevance import Relevance
from .telling import Telling

if TYPE_CHECKING:
    from .engine import Engine, Vector

MOST_NODES = 10_000
"""Positions looked at for one question; then it is given up."""
MOST_EXCHANGES = 64
"""The same for exchanges that might open another answer."""

_Position = tuple[list[Any], list[Any]]
FEW_NODES = 8
"""Up to so many positions it is cheaper to look again than to remember them."""


class LookAhead:
    """Answers questions about positions for one engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        program = engine.program
        # A fixed answer without a condition, after which nothing of its procedure can fail.
        self._open = [
            any(
                source.items is None and source.guard is None and program.infallible[source.target]
                for source in decision.sources
            )
            for decision in program.decisions
        ]
        # The answer that somebody else is taken to give: the last fixed one without a condition.
        self._declined = [
            max(
                (
                    number
                    for number, source in enumerate(decision.sources)
                    if source.items is None and source.guard is None
                ),
                default=-1,
            )
            for decision in program.decisions
        ]
        self._relevance = Relevance(program)
        self._telling = Telling(engine, self._relevance)
        self._shifts = [shifts(decision) for decision in program.decisions]
        self._after = [after_sources(decision) for decision in program.decisions]
        self._hopes = dict(program.hopes)
        self._hoped: dict[tuple[int, int], Wants] = {}
        self._depth = 0
        self._budget = 0
        self._gave_up = False
        self._known: dict[Key, bool] = {}
        self._dead: dict[Key, Before] = {}
        self._looker = -1
        self._forks: list[_Position] = []
        self._failures: list[tuple[int, int]] | None = None

    # ------------------------------------------------------------ questions

    def options(self, v: Vector, k: Vector, decision: Decision) -> list[Option]:
        """Return the live options of a player's decision.

        One of which it could not be found out is offered only where there is nothing else: what
        needs so many exchanges is offered when some of them have been made.
        """
        engine = self._engine
        safe = k[v[FP] - 1] & SAFE
        rules = engine.offered(v, k, decision)
        # Rules of which it is not known yet that they leave an answer.
        harmful = 0 if self._open[decision.id] or not rules else -1
        found: list[Option] = []
        doubtful: list[Option] = []
        self._begin()
        try:
            for option, certain in self._answered(v, k, decision, safe):
                if certain:
                    found.append(option)
                    if harmful:
                        _, number, value = option
                        harmful &= ~self._telling.untouched(decision, number, value)
                elif self._live_after(v, k, decision, option):
                    found.append(option)
                elif self._gave_up:
                    doubtful.append(option)
            first = self._after[decision.id]
            for rule in rules:
                told = self._telling.rule(v, k, rule) if safe else None
                if told is False:
                    continue
                option = Option(first + rule, -1 - rule, 0)
                if (told and not harmful >> rule & 1) or self._live_after(v, k, decision, option):
                    found.append(option)
                elif self._gave_up:
                    doubtful.append(option)
        finally:
            self._end()
        return found or doubtful

    def _answered(
        self, v: Vector, k: Vector, decision: Decision, safe: int
    ) -> Iterator[tuple[Option, bool]]:
        """Yield the answers that guards do not exclude, and whether they are certain."""
        shift = self._shifts[decision.id]
        if not safe or shift is None:
            for option in self._engine.answers(v, k, decision):
                told = None
                if safe:
                    told = self._telling.answer(v, k, decision, option.source, option.value)
                if told is not False:
                    yield option, bool(told)
            return
        frame, me = v[FP], v[ME]
        ways = self._telling.ways(decision)
        for number, value in self._engine.backend.candidates(v, k, decision):
            way = ways[number]
            certain = True
            if way is not None:
                local, low, high = way
                place = frame + local if local >= 0 else -1
                before = k[place]
                if local >= 0:
                    k[place] = value
                try:
                    if not low(v, k, me, ()):
                        if high is low or not high(v, k, me, ()):
                            continue
                        certain = False
                except (Fault, RuleRuntimeError):
                    # What is asked may make sense only later on the way.
                    certain = False
                finally:
                    k[place] = before
            yield Option(value + shift[number], number, value), certain

    def could_open(
        self, v: Vector, k: Vector, decision: Decision, options: Iterable[Option]
    ) -> bool:
        """Say whether any-time rules among the options can make another answer possible."""
        wants = self._relevance.of_decision(self._engine.backend, v, k, decision)
        usable = self._relevance.usable(self._engine.backend, v, k)
        helpful = self._relevance.helpful(wants, usable)
        if not any(-1 - option.source in helpful for option in options):
            return False
        answers = self._elements(v, k, decision)
        seen = {(tuple(v), tuple(k))}
        todo = [(v, k)]
        while todo:
            for position in self._exchanged(*todo.pop(), decision, helpful):
                if position is None or len(seen) > MOST_EXCHANGES:
                    return True
                key = (tuple(position[0]), tuple(position[1]))
                if key not in seen:
                    seen.add(key)
                    if not answers.issuperset(self._elements(*position, decision)):
                        return True
                    todo.append(position)
        return False

    def _elements(self, v: Vector, k: Vector, decision: Decision) -> set[tuple[int, Any]]:
        """Return the answers to a decision; a way to pay counts by what is paid."""
        backend = self._engine.backend
        found: set[tuple[int, Any]] = set()
        for number, value in backend.candidates(v, k, decision):
            plans = payments_in(decision.sources[number].items)
            ways = backend.eval(plans[0], v, k) if len(plans) == 1 else ()
            found.add((number, ways[value] if value < len(ways) else value))
        return found

    def _exchanged(
        self, v: Vector, k: Vector, decision: Decision, rules: frozenset[int]
    ) -> Iterator[_Position | None]:
        """Yield where any-time rules lead that are done to the end; None if nobody can tell."""
        engine = self._engine
        todo: list[_Position] = []
        for option in engine.any_time(v, k, decision):
            if -1 - option.source in rules:
                todo.append((v[:], k[:]))
                engine.answer(*todo[-1], decision, option.source, option.value)
        outer = self._looker, self._forks
        self._looker, self._forks = v[ME], []
        try:
            while todo:
                here, stack = todo.pop()
                status = engine.backend.run(here, stack, engine, True, None)
                todo += self._forks
                self._forks = []
                if status == FAILED:
                    continue
                if status != DECIDE:
                    yield None
                elif here[PC] == v[PC] and here[FP] == v[FP]:
                    yield here, stack
                else:
                    point = engine.program.decisions[engine.program.code[here[PC]].args[0]]
                    if point.kind == "chance":
                        yield None
                    for number, value in engine.backend.candidates(here, stack, point):
                        todo.append((here[:], stack[:]))
                        engine.answer(*todo[-1], point, number, value)
        finally:
            self._looker, self._forks = outer

    def live(self, v: Vector, k: Vector) -> bool:
        """Say whether what follows can be carried through; the position stays as it is."""
        self._begin()
        try:
            if self._depth == 1:
                return self._search(v[:], k[:])  # nothing is known yet, and nobody asks again
            key = Key(v[ME], v, k)
            if key not in self._known:
                self._known[key] = self._search(v[:], k[:])
            return self._known[key]
        finally:
            self._end()

    def fork(self, v: Vector, k: Vector, pc: int) -> bool:
        """Note another way to go on, tried if what comes next fails; see `Engine.fork`."""
        if v[ME] != self._looker:
            return False
        other = v[:]
        other[PC] = pc
        self._forks.append((other, k[:]))
        return True

    def failures(self, v: Vector, k: Vector) -> list[tuple[int, int]]:
        """Return (reason, span) of the failures met, each once; none if what follows is live."""
        self._failures = []
        self._begin()
        try:
            live = self._search(v[:], k[:])
            return [] if live else list(dict.fromkeys(self._failures))
        finally:
            self._end()
            self._failures = None

    # ------------------------------------------------------------ search

    def _begin(self) -> None:
        # What is known stays known while one question asks others.
        if self._depth == 0:
            self._known.clear()
            self._dead.clear()
            self._budget = MOST_NODES
        self._depth += 1

    def _end(self) -> None:
        self._depth -= 1

    def _live_after(self, v: Vector, k: Vector, decision: Decision, option: Option) -> bool:
        copy, stack = v[:], k[:]
        self._engine.answer(copy, stack, decision, option.source, option.value)
        self._budget = MOST_NODES
        self._gave_up = False
        return self._search(copy, stack)

    def _search(self, v: Vector, k: Vector) -> bool:
        """Say whether the position is live; it is used up. Searches may start within searches."""
        outer = self._looker, self._forks
        self._looker = v[ME]
        try:
            return self._depth_first(v, k)
        finally:
            self._looker, self._forks = outer

    def _depth_first(self, v: Vector, k: Vector) -> bool:
        engine = self._engine
        # Decisions met in this search; what helps below them is known once all of it has failed.
        seen: dict[Key, Before] = {}
        nodes = 0
        # Positions to look at, and the decision they come from; the last entry is the deepest.
        todo: list[tuple[Iterator[_Position | None], Asked | None]] = [(iter([(v, k)]), None)]
        while todo:
            positions, asked = todo[-1]
            try:
                position = next(positions)
            except StopIteration:
                todo.pop()
                continue
            if position is None:
                return True
            if self._budget <= 0:
                engine.capped += 1
                self._gave_up = True
                return False
            self._budget -= 1
            v, k = position
            self._forks = []
            status = engine.backend.run(v, k, engine, True, None)
            if self._forks:
                # The last fork is tried first: it is nearest to what failed.
                todo.append((iter(self._forks[::-1]), asked))
            if status == FAILED:
                self._failed(v, asked)
                continue
            if status != DECIDE:
                return True
            decision = engine.program.decisions[engine.program.code[v[PC]].args[0]]
            if decision.kind == "chance":
                if engine.backend.candidates(v, k, decision):
                    return True
                self._failed(v, asked)
                continue
            if k[v[FP] - 1] & SAFE and self._cannot_fail(decision, v[ME] == self._looker):
                return True
            nodes += 1
            key = Key(self._looker, v, k) if nodes > FEW_NODES else None
            known = self._dead.get(key, seen.get(key)) if key is not None else None
            below = Asked(v, k, decision, asked)
            if known is None:
                if key is not None:
                    seen[key] = frozenset()
                todo.append((self._answers(below, key, seen), below))
            elif asked is not None and below.is_again() is None:
                asked.before |= known
        # Only now is it certain: until all has failed, one may have led back to another.
        self._dead.update(seen)
        return False

    def _cannot_fail(self, decision: Decision, own: bool) -> bool:
        """Say whether some answer surely leads on; of somebody else's answers the no counts."""
        if own:
            return self._open[decision.id]
        number = self._declined[decision.id]
        infallible = self._engine.program.infallible
        return number >= 0 and infallible[decision.sources[number].target]

    def _answers(
        self, asked: Asked, key: Key | None, seen: dict[Key, Before]
    ) -> Iterator[_Position | None]:
        """Yield what answers lead to, None for one that cannot fail; helpful any-time rules last.

        What comes after the last one runs when all of it has failed.
        """
        engine = self._engine
        v, k, decision = asked.v, asked.k, asked.decision
        safe = k[v[FP] - 1] & SAFE
        own = v[ME] == self._looker
        candidates = engine.backend.candidates(v, k, decision)
        dead: set[int] = set()
        for number, value in candidates:
            if not own and self._declined[decision.id] not in (-1, number):
                continue
            if safe:
                certain = self._telling.answer(v, k, decision, number, value)
                if certain:
                    yield None
                    return
                if certain is False and own:
                    dead.add(number)
                    continue
            copy, stack = v[:], k[:]
            engine.answer(copy, stack, decision, number, value)
            yield copy, stack
        if own and not candidates and self._out_of_reach(v, k, decision):
            return
        if not engine.program.anytime or not own:
            return
        offered = engine.offered(v, k, decision)
        root = asked.is_again()
        if safe and self._telling.hopeless(v, k, decision):
            if root is not None:
                return
            dead.update(range(len(decision.sources)))
        else:
            asked.wants |= self._relevance.of_decision(engine.backend, v, k, decision)
            asked.trading = True
            if root is not None:
                # After one exchange another one: first where least is lacking, then in turn.
                lacking = self._relevance.lacking.shortage(engine.backend, v, k, decision)
                heappush(root.later, (lacking, -self._budget, asked))
                return
            yield from self._exchanges(asked, list(offered))
            while asked.later:
                again = heappop(asked.later)[2]
                rules = engine.offered(again.v, again.k, decision)
                yield from self._exchanges(again, list(rules))
        # What can be used here need not be tried above for what is lacking here. Guards that say
        # no have counted it, too.
        here = frozenset(offered)
        found = {(wants, tried | here) for wants, tried in asked.before}
        found |= {(self._hoped_for(decision.id, one), here) for one in dead}
        found.add((asked.wants, here))
        if key is not None:
            seen[key] = frozenset(found)
        if asked.above is not None:
            asked.above.before |= found

    def _exchanges(self, asked: Asked, left: list[int]) -> Iterator[_Position]:
        """Yield what those of some any-time rules lead to that can help."""
        engine = self._engine
        v, k = asked.v, asked.k
        usable = self._relevance.usable(engine.backend, v, k) if left else None
        while left:
            helpful = self._relevance.helpful(asked.wants, usable)
            for wants, tried in asked.before:
                helpful |= self._relevance.helpful(wants, usable) - tried
            rule = next((one for one in left if one in helpful), None)
            if rule is None:
                break
            left.remove(rule)
            copy, stack = v[:], k[:]
            engine.answer(copy, stack, asked.decision, -1 - rule, 0)
            yield copy, stack

    def _out_of_reach(self, v: Vector, k: Vector, decision: Decision) -> bool:
        """Say whether a payment surely cannot be met, whatever is exchanged before it.

        An exchange made even earlier would not change that: what it gives would still be there.
        """
        hope = self._hopes.get(decision.id)
        return hope is not None and not self._engine.backend.eval(hope, v, k)

    def _hoped_for(self, decision: int, number: int) -> Wants:
        """Return what would help an answer that its guard says is dead."""
        key = (decision, number)
        if key not in self._hoped:
            wants = self._relevance.reads(self._telling.high(decision, number))
            self._hoped[key] = Wants(0, wants.more | wants.change)
        return self._hoped[key]

    def _failed(self, v: Vector, asked: Asked | None) -> None:
        engine = self._engine
        if self._failures is not None:
            node = engine.program.code[v[PC]]
            self._failures.append((node.args[0] if node.op == "fail" else -1, node.span))
        if asked is not None and engine.program.anytime:
            asked.wants |= self._relevance.of_failure(v[PC])
