"""Following code: a Program and a place in it in; when what follows can be carried through out.

The code is followed symbolically, over the position as it is before it runs: a choice needs an
element, a payment needs to be affordable, and so on. What cannot be told makes the answer `Bounds`
instead of one condition. Rules that can be used at any time count: `low` may rely on trades that
are surely possible, `high` lets go of what any of them could change while one of them can be used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl.program import Decision, Node, Program, Source

from .affording import Affording
from .conditions import (
    ALWAYS,
    NEVER,
    ONE,
    PERHAPS,
    UNKNOWN,
    ZERO,
    Bounds,
    both,
    chosen,
    either,
    found_in,
    is_false,
    is_true,
    negated,
    renamed,
    size,
)
from .exchanges import Exchanges
from .lacking import Wants
from .relevance import Relevance
from .scripts import SCRIPT_TEMP, Scripts, chosen_now
from .stretches import Effects, Stretches, touched
from .symbols import Balance, Symbols, clouded
from .trail import Trail, payment_of
from .transitions import Steps
from .values import Values

MOST_STEPS = 2500
MOST_SIZE = 1500
MOST_ELEMENTS = 150

Rest = tuple[tuple[int, dict[int, Node]], ...]
"""Where procedures return to, innermost last, with their locals."""


class Follower:
    """Follows the code of one Program; `functions` are the ones that its conditions call."""

    def __init__(self, program: Program, relevance: Relevance, exchanges: Exchanges) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self.exchanges = exchanges
        self.values = Values(program, relevance)
        self.steps = Steps(program, relevance, self.values)
        self.affording = Affording(program, relevance, exchanges, self.values)
        self.stretches = Stretches(program, relevance)
        self.scripts = Scripts(program, relevance, self.steps, self._alone)
        self.trading = bool(program.anytime)
        """Whether any-time rules can be used on the way."""
        self._steps = 0
        self._procedures: dict[tuple[int, bool], tuple[Bounds, Wants] | None] = {}

    # ------------------------------------------------------------ questions

    def answer(self, source: Source) -> Bounds:
        """Return when an answer can be carried through, if nothing its frame returns into fails."""
        return self._whole(source.target, chosen_now(source))

    def hope(self, decision: Decision) -> Node:
        """Return what is true wherever the payment that a decision is about can be made."""
        if len(decision.sources) == 1 and decision.sources[0].guard is None:
            plans = payment_of(decision.sources[0].items)
            if plans is not None and plans.args[0].op == "me":
                player, cost, swaps = plans.args
                high = self.affording.payable(player, cost, Symbols(), decision.anytime).high
                for swap in swaps:
                    high = either(high, swap[4] or ONE)
                return high
        return ONE

    def rule(self, entry: int, nlocals: int, args: tuple[Node, ...]) -> Bounds:
        """Return when an any-time rule can be carried through; no other one begins inside it."""
        env: dict[int, Node] = dict.fromkeys(range(nlocals), ZERO)
        env.update(enumerate(args))
        before, self.trading = self.trading, False
        try:
            return self._whole(entry, Symbols(env))
        finally:
            self.trading = before

    def _whole(self, pc: int, now: Symbols) -> Bounds:
        self._steps = 0
        return _short(self._live(pc, now, (), Trail()))

    def _alone(self, pc: int, now: Symbols) -> Bounds:
        """Follow code by itself, in the middle of following other code."""
        steps = self._steps
        found = self._whole(pc, now)
        self._steps = steps
        return found

    # ------------------------------------------------------------ following

    def _live(self, pc: int, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        """Return when everything from pc on can be carried through."""
        program = self.program
        while True:
            self._steps += 1
            if self._steps > MOST_STEPS:
                return PERHAPS
            if program.infallible[pc] and all(program.infallible[back] for back, _ in rest):
                return ALWAYS
            if trail.stop == (pc, len(rest)):
                return ALWAYS
            node = program.code[pc]
            op, args = node.op, node.args
            if op == "jump":
                # Counted apart from decisions, which a jump may lead to.
                if trail.often(-1 - args[0]):
                    return PERHAPS
                trail = trail.at(-1 - args[0])
                pc = args[0]
                continue
            if op == "fail":
                return NEVER
            if op in ("commit", "over"):
                return ALWAYS
            if op == "ret":
                if not rest:
                    return ALWAYS
                pc, env = rest[-1]
                now, rest = replace(now, env=env), rest[:-1]
                continue
            if op == "me":
                return PERHAPS
            if op == "unless":
                return self._branch(args, pc, now, rest, trail)
            if op == "iflive":
                one = self._live(pc + 1, now, rest, trail)
                if is_true(one.low):
                    return ALWAYS
                other = self._live(args[0], now, rest, trail)
                return Bounds(either(one.low, other.low), either(one.high, other.high))
            if op == "perform":
                return self._perform(node, pc, now, rest, trail)
            if op == "decide":
                return self._decide(program.decisions[args[0]], now, rest, trail)
            if op == "call":
                known = self._called(args, pc, now, rest)
                if known is not None:
                    return known
                inner = self._locals(args, now)
                rest = (*rest, (pc + 1, now.env))
                pc, now = args[0], replace(now, env=inner)
                continue
            now = self.steps.after(node, now)
            pc += 1

    def _locals(self, args: Any, now: Symbols) -> dict[int, Node]:
        _, count, values = args
        inner: dict[int, Node] = dict.fromkeys(range(count), ZERO)
        for number, value in enumerate(values):
            inner[number] = self.values.of(value, now)
        return inner

    def _called(self, args: Any, pc: int, now: Symbols, rest: Rest) -> Bounds | None:
        """Return what a procedure needs as the call of a function; None if it has to be followed.

        That is enough where nothing after it can fail and it does not depend on what has changed.
        """
        infallible = self.program.infallible
        if not infallible[pc + 1] or not all(infallible[back] for back, _ in rest):
            return None
        entry, _, values = args
        given = tuple(self.values.of(value, now) for value in values)
        if UNKNOWN in given:
            return None
        found = self._procedure(entry, len(values), args[1])
        if found is None:
            return None
        bounds, wants = found
        if now.actor is not None or now.changed & (wants.more | wants.change):
            return None

        def call(part: Node) -> Node:
            if part.op == "const":
                return part
            return Node("call", (part.args[0], given, Node("me")))

        return Bounds(call(bounds.low), call(bounds.high))

    def _procedure(self, entry: int, nparams: int, nlocals: int) -> tuple[Bounds, Wants] | None:
        """Return a procedure as functions of its parameters, and what they read."""
        key = (entry, self.trading)
        if key not in self._procedures:
            self._procedures[key] = None  # a procedure within itself is followed
            params = [self.values.fresh() for _ in range(nparams)]
            env: dict[int, Node] = dict.fromkeys(range(nlocals), ZERO)
            env.update((number, Node("temp", (temp,))) for number, temp in enumerate(params))
            bounds = self._alone(entry, Symbols(env))
            wants = self.relevance.reads((bounds.low, bounds.high))
            low = self._function(f"can {entry}", params, bounds.low)
            high = low
            if bounds.high != bounds.low:
                high = self._function(f"could {entry}", params, bounds.high)
            self._procedures[key] = Bounds(low, high), wants
        return self._procedures[key]

    def _function(self, name: str, params: list[int], body: Node) -> Node:
        """Return a node whose first argument is the number of a new function, or a constant."""
        if body.op == "const":
            return body
        return Node("call", (self.scripts.defined(name, params, body),))

    # ------------------------------------------------------------ branches

    def _branch(self, args: Any, pc: int, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        condition, target = args
        if condition.op == "can_pay" and self._pays(pc, target, condition):
            # The way without asking how to pay; the other one does the same and asks.
            return self._live(target, now, rest, trail)
        asked = self.values.bounds(condition, now)
        opens = closes = ZERO
        if self.trading and (asked.low.op != "const" or asked.high.op != "const"):
            self.affording.hopes.without(frozenset())
            opens, closes = (
                self.affording.hopes.of(condition, now),
                self.affording.hopes.of(condition, now, False),
            )
            if not self.affording.hopes.met:
                opens = closes = ZERO
        if asked.low != asked.high or asked.low.op != "const":
            inside = self.stretches.inside(pc + 1, target)
            if inside is not None:
                return self._aside(asked, closes, inside, (pc + 1, target), now, rest, trail)
        if is_true(asked.low):
            return self._live(pc + 1, now, rest, trail)
        if is_false(asked.high):
            return self._live(target, now, rest, trail)
        then = self._live(pc + 1, now, rest, trail)
        other = self._live(target, now, rest, trail)
        if then == other:
            return then
        if asked.low == asked.high:
            low = chosen(asked.low, then.low, other.low)
        else:
            low = either(
                both(then.low, other.low),
                both(asked.low, then.low),
                both(negated(asked.high), other.low),
            )
        if asked.low == asked.high and is_false(opens) and is_false(closes):
            high = chosen(asked.low, then.high, other.high)
        else:
            high = either(
                both(either(asked.high, opens), then.high),
                both(either(negated(asked.low), closes), other.high),
            )
        return Bounds(low, high)

    def _pays(self, pc: int, target: int, condition: Node) -> bool:
        """Say whether a branch is the short form of the payment that its other side asks about."""
        code = self.program.code
        if code[pc + 1].op not in ("log", "pay") or code[target].op != "decide":
            return False
        decision = self.program.decisions[code[target].args[0]]
        if len(decision.sources) != 1:
            return False
        plans = payment_of(decision.sources[0].items)
        return plans is not None and plans.args[:2] == condition.args

    def _aside(
        self,
        asked: Bounds,
        excuse: Node,
        inside: Effects,
        stretch: tuple[int, int],
        now: Symbols,
        rest: Rest,
        trail: Trail,
    ) -> Bounds:
        """Follow what is done or not, and what comes after it once."""
        first, end = stretch
        after = self._live(end, touched(inside, now), rest, trail)
        if is_false(after.high):
            return NEVER
        made = self._live(first, now, rest, replace(trail, stop=(end, len(rest))))
        return Bounds(
            both(either(negated(asked.high), made.low), after.low),
            both(either(negated(asked.low), excuse, made.high), after.high),
        )

    # ------------------------------------------------------------ components

    def _perform(self, node: Node, pc: int, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        """Ask what a component does: one function for each of them."""
        anything = replace(clouded(now, self.things.everything), balance=Balance.unknown())
        after = self._live(pc + 1, anything, rest, trail)
        piece = self.values.of(node.args[0], now)
        if piece is UNKNOWN:
            return Bounds(ZERO, after.high)
        entries = self.program.tables[node.args[1]]
        first = node.args[3] if len(node.args) > 3 else 0
        usual = self.scripts.usual(pc, node)
        different = now.seen_from(piece, Node("temp", (SCRIPT_TEMP,))).differs(usual, self.things)
        pairs = [
            (-1, -1)
            if entry < 0
            else self.scripts.script(entry, node.args[2], usual, different, self.trading)
            for entry in entries
        ]
        index = piece if not first else Node("sub", (piece, Node("const", (first,))))

        def ask(numbers: tuple[int, ...]) -> Node:
            if all(number < 0 for number in numbers):
                return ZERO
            return Node("dispatch", (numbers, index, (piece,), Node("me")), node.span)

        low = ask(tuple(pair[0] for pair in pairs))
        high = ask(tuple(pair[1] for pair in pairs))
        return Bounds(both(low, after.low), both(high, after.high))

    # ------------------------------------------------------------ decisions

    def _decide(self, decision: Decision, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        if decision.kind == "chance":
            if any(_never_empty(source.items) for source in decision.sources):
                return ALWAYS
            return PERHAPS
        if trail.often(decision.pc):
            return PERHAPS
        trail = trail.at(decision.pc)
        low, high = ZERO, ZERO
        for source in decision.sources:
            part = self._source(source, decision, now, rest, trail)
            low, high = either(low, part.low), either(high, part.high)
            if is_true(low):
                return ALWAYS
        return Bounds(low, high)

    def _source(
        self, source: Source, decision: Decision, now: Symbols, rest: Rest, trail: Trail
    ) -> Bounds:
        guard = ALWAYS
        if source.guard is not None:
            guard = self.values.bounds(source.guard, now)
            if is_false(guard.high):
                return NEVER
            if not is_true(guard.high) and self.trading:
                self.affording.hopes.without(frozenset())
                guard = Bounds(
                    guard.low, either(guard.high, self.affording.hopes.of(source.guard, now))
                )
        if source.items is None:
            after = self._live(source.target, now, rest, trail)
        else:
            plans = payment_of(source.items)
            if plans is not None:
                after = self._payment(plans, source, decision, now, rest, trail)
            else:
                after = self._element(source, now, rest, trail)
        return Bounds(both(guard.low, after.low), both(guard.high, after.high))

    def _element(self, source: Source, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        assert source.items is not None
        items = self.values.of(source.items, now)
        temp = self.values.fresh()
        extent = self.things.extents.of(source.items, now.known)
        if extent is None and source.domain is not None and source.domain.kind != "bundle":
            extent = (source.domain.lo, source.domain.hi)
        env = {**now.env, source.local: Node("temp", (temp,))}
        inner = replace(now, env=env, known={**now.known, temp: extent})
        after = self._live(source.target, inner, rest, trail)
        if items is UNKNOWN:
            return Bounds(ZERO, ZERO if is_false(after.high) else ONE)
        low, high = found_in(items, temp, after.low), found_in(items, temp, after.high)
        if is_false(after.high) or not self.trading:
            return Bounds(low, high)
        for condition, price, elements in self.affording.hoped(source.items, now):
            later = after
            if (
                price is not None
                and not now.balance.priced
                and self.affording.asks_to_pay(after.high)
            ):
                paid = replace(inner, balance=inner.balance.after(price))
                later = self._live(source.target, paid, rest, trail)
            if elements is not None:
                moved = renamed(condition, {elements.temp: Node("temp", (temp,))})
                high = either(high, found_in(elements.items, temp, both(moved, later.high)))
                continue
            # The list may then have any element, but what comes after it stays the same.
            every = ONE
            if extent is not None and extent[1] - extent[0] < MOST_ELEMENTS:
                every = Node("const", (tuple(range(extent[0], extent[1] + 1)),))
                every = found_in(every, temp, later.high)
            high = either(high, both(condition, every))
        return Bounds(low, high)

    def _payment(
        self,
        plans: Node,
        source: Source,
        decision: Decision,
        now: Symbols,
        rest: Rest,
        trail: Trail,
    ) -> Bounds:
        player, cost, swaps = plans.args
        wanted = self.values.of(cost, now)
        later = replace(now, env={**now.env, source.local: UNKNOWN})
        if decision.anytime and self.trading and self.exchanges.sure:
            # Trades for this payment may have changed other goods as well.
            later = replace(later, balance=later.balance.touched(*self.affording.traded))
        after = self._live(source.target, later, rest, trail)
        if is_false(after.high):
            return NEVER
        if wanted is UNKNOWN or player.op != "me":
            return Bounds(ZERO, after.high)
        trading = decision.anytime and self.trading
        ways = self.values.of(plans, now) if swaps and not trading else UNKNOWN
        if ways is not UNKNOWN:
            some = Node("any", (ways,))
            return Bounds(both(some, after.low), both(some, after.high))
        payable = self.affording.payable(player, wanted, now, trading)
        high = payable.high
        if not is_true(high):
            for swap in swaps:
                high = either(high, self.values.bounds(swap[4] or ONE, now).high)
        return Bounds(both(payable.low, after.low), both(high, after.high))


def _never_empty(items: Node | None) -> bool:
    """Whether chance surely has something to choose from: a die, or a deck that was looked at."""
    if items is None:
        return False
    return items.op == "unknown" or (items.op == "const" and bool(items.args[0]))


def _short(bounds: Bounds) -> Bounds:
    """Let go of conditions that are too long to be worth asking."""
    low = ZERO if size(bounds.low) > MOST_SIZE else bounds.low
    high = ONE if size(bounds.high) > MOST_SIZE else bounds.high
    return Bounds(low, high)
