"""Following code: a Program and a place in it in; when what follows can be carried through out.

The code is followed symbolically, over the position as it is before it runs: a choice needs an
element, a payment needs to be affordable, and so on. What cannot be told makes the answer `Bounds`
instead of one condition. Rules that can be used at any time count: `low` may rely on trades that
are surely possible, `high` lets go of what any of them could change while one of them can be used.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import ge
from typing import Any

from rulewright.dsl.program import Decision, Node, Program, Source

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
    rebound,
    renamed,
    size,
)
from .exchanges import Exchanges
from .hopes import Elements, Hopes
from .relevance import Relevance, Wants
from .symbols import Balance, Symbols, Values, clouded
from .things import Known

MOST_STEPS = 2500
MOST_SIZE = 1500
MOST_VISITS = 1
SMALL = 8
"""A condition up to this size is repeated rather than called."""
MOST_ELEMENTS = 150
MOST_STRAIGHT = 20
MOST_STRETCH = 30
STOPS = frozenset(
    {"jump", "fail", "commit", "over", "ret", "me", "unless", "iflive", "perform", "decide", "call"}
)
"""Instructions that do more than go on with the next one."""
SCRIPT_TEMP = 1999
"""Stands for the piece while its script is followed."""

Rest = tuple[tuple[int, dict[int, Node]], ...]
"""Where procedures return to, innermost last, with their locals."""


@dataclass(frozen=True)
class Trail:
    """How often decisions and turns back were met, and a place (pc, depth) where it is enough."""

    visits: dict[int, int] = field(default_factory=dict)
    stop: tuple[int, int] | None = None

    def often(self, place: int) -> bool:
        """Say whether a place was met too often to go there again."""
        return self.visits.get(place, 0) > MOST_VISITS

    def at(self, place: int) -> Trail:
        """Return the trail with one more visit."""
        return replace(self, visits={**self.visits, place: self.visits.get(place, 0) + 1})


class Follower:
    """Follows the code of one Program; `functions` are the ones that its conditions call."""

    def __init__(self, program: Program, relevance: Relevance, exchanges: Exchanges) -> None:
        self.program = program
        self.relevance = relevance
        self.things = relevance.things
        self.exchanges = exchanges
        self.values = Values(program, relevance)
        self.hopes = Hopes(self.values, relevance, self._usable)
        self.trading = bool(program.anytime)
        """Whether any-time rules can be used on the way."""
        self._steps = 0
        self._yes = -1
        self._within: list[int] = []
        """Scripts that are being followed: one within itself is not followed further."""
        self._procedures: dict[tuple[int, bool], tuple[Bounds, Wants] | None] = {}
        self._stretches: dict[int, _Effects | None] = {}
        self._called_effects: dict[int, _Effects] = {}
        self._usables: dict[frozenset[int], tuple[Node, int, int]] = {}
        self._affords: dict[bool, int] = {}
        self._traded = exchanges.traded()
        self._trade_reads = {
            surely: relevance.reads(tuple(trade.condition for trade in trades))
            for surely, trades in ((True, exchanges.sure), (False, exchanges.most))
        }
        self._usuals: dict[int, Symbols] = {}
        self._scripts: dict[tuple[Any, ...], tuple[int, int, int]] = {}

    # ------------------------------------------------------------ questions

    def answer(self, source: Source) -> Bounds:
        """Return when an answer can be carried through, if nothing its frame returns into fails."""
        return self._whole(source.target, _chosen(source))

    def hope(self, decision: Decision) -> Node:
        """Return what is true wherever the payment that a decision is about can be made."""
        if len(decision.sources) == 1 and decision.sources[0].guard is None:
            plans = payment_of(decision.sources[0].items)
            if plans is not None and plans.args[0].op == "me":
                player, cost, swaps = plans.args
                high = self._payable(player, cost, Symbols(), decision.anytime).high
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
            now = self.values.after(node, now)
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
            steps, self._steps = self._steps, 0
            params = [self.values.fresh() for _ in range(nparams)]
            env: dict[int, Node] = dict.fromkeys(range(nlocals), ZERO)
            env.update((number, Node("temp", (temp,))) for number, temp in enumerate(params))
            bounds = _short(self._live(entry, Symbols(env), (), Trail()))
            self._steps = steps
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
        return Node("call", (self._defined(name, params, body),))

    def _defined(self, name: str, params: list[int], body: Node) -> int:
        closed: Node = rebound(body, self.values.fresh)
        temps = {temp: Node("temp", (number,)) for number, temp in enumerate(params)}
        return self.values.define(name, len(params), renamed(closed, temps))

    # ------------------------------------------------------------ branches

    def _branch(self, args: Any, pc: int, now: Symbols, rest: Rest, trail: Trail) -> Bounds:
        condition, target = args
        if condition.op == "can_pay" and self._pays(pc, target, condition):
            # The way without asking how to pay; the other one does the same and asks.
            return self._live(target, now, rest, trail)
        asked = self.values.bounds(condition, now)
        opens = closes = ZERO
        if self.trading and (asked.low.op != "const" or asked.high.op != "const"):
            self.hopes.without(frozenset())
            opens, closes = self.hopes.of(condition, now), self.hopes.of(condition, now, False)
            if not self.hopes.met:
                opens = closes = ZERO
        if asked.low != asked.high or asked.low.op != "const":
            inside = self._inside(pc + 1, target)
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

    def _inside(self, first: int, end: int) -> _Effects | None:
        """Return what a stretch of code changes, if it goes nowhere but to its end."""
        if first not in self._stretches:
            self._stretches[first] = self._stretch(first, end)
        return self._stretches[first]

    def _stretch(self, first: int, end: int) -> _Effects | None:
        if not first < end <= first + MOST_STRETCH:
            return None
        found = _Effects()
        for pc in range(first, end):
            node = self.program.code[pc]
            op, args = node.op, node.args
            if op in ("jump", "unless"):
                if not first <= args[-1] <= end:
                    return None
            elif op in STOPS and op != "call":
                return None
            found = found.joined(self._effects(pc, args[0] if op == "call" else -1))
        return found

    def _effects(self, pc: int, entry: int) -> _Effects:
        """Return what an instruction changes, and the procedure that it calls."""
        found = self._changes(pc)
        if entry >= 0:
            if entry not in self._called_effects:
                inside = _Effects()
                for each in self.relevance.reachable(entry):
                    inside = inside.joined(self._changes(each))
                # Its locals are its own, and it leaves the actor as it was.
                self._called_effects[entry] = replace(inside, local=frozenset(), actor=False)
            found = found.joined(self._called_effects[entry])
        return found

    def _changes(self, pc: int) -> _Effects:
        node = self.program.code[pc]
        op, args = node.op, node.args
        if op in ("gain", "lose", "pay", "transfer"):
            goods = self.relevance.goods_in(args[2 if op == "transfer" else 1])
            local = frozenset(one for _, one in args[2]) if op != "transfer" else frozenset()
            return _Effects(
                grown=goods if op in ("gain", "transfer") else 0,
                shrunk=goods if op != "gain" else 0,
                local=local,
            )
        if op == "local":
            return _Effects(local=frozenset((args[0],)))
        return _Effects(self.things.written_by(node), actor=op == "actor")

    def _aside(
        self,
        asked: Bounds,
        excuse: Node,
        inside: _Effects,
        stretch: tuple[int, int],
        now: Symbols,
        rest: Rest,
        trail: Trail,
    ) -> Bounds:
        """Follow what is done or not, and what comes after it once."""
        first, end = stretch
        after = self._live(end, _touched(inside, now), rest, trail)
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
        usual = self._usual(pc, node)
        different = now.seen_from(piece, Node("temp", (SCRIPT_TEMP,))).differs(usual, self.things)
        pairs = [
            (-1, -1) if entry < 0 else self._script(entry, node.args[2], usual, different)
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

    def _usual(self, pc: int, node: Node) -> Symbols:
        """Return what scripts find changed that are performed at pc.

        That is what has happened since the choice that leads there. So each script is followed
        once; where more has changed that a script asks for, nothing is known of it.
        """
        if pc not in self._usuals:
            found = Symbols()
            for decision in self.program.decisions:
                for source in decision.sources:
                    reached = self._straight(source, pc)
                    if reached is not None:
                        piece = self.values.of(node.args[0], reached)
                        if piece is not UNKNOWN:
                            found = reached.seen_from(piece, Node("temp", (SCRIPT_TEMP,)))
            first = node.args[3] if len(node.args) > 3 else 0
            count = len(self.program.tables[node.args[1]])
            extent = (first, first + count - 1)
            self._usuals[pc] = replace(found, known={SCRIPT_TEMP: extent})
        return self._usuals[pc]

    def _straight(self, source: Source, target: int) -> Symbols | None:
        """Return what has changed since an answer, if it leads straight to a place."""
        pc = source.target
        if not pc <= target <= pc + MOST_STRAIGHT:
            return None
        now = _chosen(source)
        while pc < target:
            node = self.program.code[pc]
            if node.op in STOPS:
                return None
            now = self.values.after(node, now)
            pc += 1
        return now

    def _script(self, entry: int, nlocals: int, now: Symbols, different: int) -> tuple[int, int]:
        """Return the functions that tell whether a component can do what it does; -1 for never."""
        key = (entry, self.trading, now.key())
        if key not in self._scripts:
            if entry in self._within:
                return (-1, self._always())
            self._within.append(entry)
            steps, self._steps = self._steps, 0
            env: dict[int, Node] = dict.fromkeys(range(nlocals), ZERO)
            env[0] = Node("temp", (SCRIPT_TEMP,))
            bounds = _short(self._live(entry, replace(now, env=env), (), Trail()))
            self._steps = steps
            self._within.pop()
            wants = self.relevance.reads(tuple(bounds))
            low = self._numbered(f"can do {entry}", bounds.low)
            high = low
            if bounds.high != bounds.low:
                high = self._numbered(f"could do {entry}", bounds.high)
            self._scripts[key] = (low, high, wants.more | wants.change)
        low, high, read = self._scripts[key]
        return (-1, self._always()) if read & different else (low, high)

    def _always(self) -> int:
        """Return the number of the function of one parameter that is always true."""
        if self._yes < 0:
            self._yes = self.values.define("yes", 1, ONE)
        return self._yes

    def _numbered(self, name: str, body: Node) -> int:
        if body.op == "const":
            return self._always() if body.args[0] else -1
        return self._defined(name, [SCRIPT_TEMP], body)

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
                self.hopes.without(frozenset())
                guard = Bounds(guard.low, either(guard.high, self.hopes.of(source.guard, now)))
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
        for condition, price, elements in self._hoped(source.items, now):
            later = after
            if price is not None and not now.balance.priced and self._asks_to_pay(after.high):
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

    def _hoped(
        self, items: Node, now: Symbols
    ) -> list[tuple[Node, tuple[int, ...] | None, Elements | None]]:
        """Return when a list could get elements through any-time rules, for how much at least.

        If only rules of some price could do it, that is what it costs. So there is one answer for
        each price: with the rules up to that price.
        """
        self.hopes.without(frozenset())
        elements = self.hopes.elements(items, now)
        wants = self.relevance.wishes(items, True, now.known)
        met = frozenset(self.hopes.met) if elements is not None else self.relevance.direct(wants)
        if not met:
            return []
        if elements is None:
            return [(self._excuse(wants, now), self._cheapest(met), None)]
        prices = [self.exchanges.prices.get(rule) for rule in met]
        known = sorted({price for price in prices if price is not None}, key=sum)
        if None in prices or not all(map(_covers, known[1:], known)):
            return [(elements.condition, self._cheapest(met), elements)]
        found: list[tuple[Node, tuple[int, ...] | None, Elements | None]] = []
        for price in known:
            dearer = {rule for rule in met if not _covers(price, self.exchanges.prices[rule])}
            self.hopes.without(frozenset(dearer))
            part = self.hopes.elements(items, now) if dearer else elements
            if part is not None:
                found.append((part.condition, price, part))
        return found

    def _asks_to_pay(self, value: Any) -> bool:
        if isinstance(value, Node):
            if value.op in ("can_pay", "can_afford"):
                return True
            if value.op == "call" and value.args[0] in self._affords.values():
                return True
            return any(self._asks_to_pay(arg) for arg in value.args)
        return isinstance(value, tuple) and any(self._asks_to_pay(part) for part in value)

    def _cheapest(self, rules: frozenset[int]) -> tuple[int, ...] | None:
        prices = [self.exchanges.prices.get(rule) for rule in rules]
        known = [price for price in prices if price is not None]
        return tuple(map(min, zip(*known, strict=True))) if len(known) == len(prices) else None

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
            later = replace(later, balance=later.balance.touched(*self._traded))
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
        payable = self._payable(player, wanted, now, trading)
        high = payable.high
        if not is_true(high):
            for swap in swaps:
                high = either(high, self.values.bounds(swap[4] or ONE, now).high)
        return Bounds(both(payable.low, after.low), both(high, after.high))

    # ------------------------------------------------------------ trades

    def _payable(self, player: Node, cost: Node, now: Symbols, trading: bool) -> Bounds:
        """Return when a cost can be paid, if need be after trades."""
        needs = self.values.needs(cost, now)
        low = ZERO if needs.low is UNKNOWN else Node("can_pay", (player, needs.low))
        high = ONE if needs.high is UNKNOWN else Node("can_pay", (player, needs.high))
        if trading and needs.low is not UNKNOWN and self.exchanges.sure:
            low = either(low, self._afford(player, needs.low, now, True))
        if trading and needs.high is not UNKNOWN and self.exchanges.most:
            goods = self.relevance.goods_in(cost)
            helpful = self.relevance.helpful(Wants(goods)) & self.exchanges.opaque
            high = either(
                high, self._afford(player, needs.high, now, False), self._usable(helpful, now)
            )
        return Bounds(low, high)

    def _afford(self, player: Node, cost: Node, now: Symbols, surely: bool) -> Node:
        """Return the condition that trades make a cost payable."""
        reads = self._trade_reads[surely]
        if now.actor is not None or now.changed & (reads.more | reads.change):
            return ZERO if surely else ONE
        if surely not in self._affords:
            trades = self.exchanges.sure if surely else self.exchanges.most
            # Fewer flags than trades stand for those that are sure.
            none = () if surely else (ZERO,) * len(self.exchanges.sure)
            flags = none + tuple(trade.condition for trade in trades)
            body = Node("can_afford", (Node("me"), Node("temp", (0,)), flags))
            self._affords[surely] = self.values.define("afford", 1, body)
        return Node("call", (self._affords[surely], (cost,), player))

    def _excuse(self, wants: Wants, now: Symbols) -> Node:
        """Return when an any-time rule could do what is wanted."""
        return self._usable(self.relevance.helpful(wants), now) if self.trading else ZERO

    def _usable(self, rules: frozenset[int], now: Symbols) -> Node:
        """Return when one of some any-time rules can be used, or could have been before."""
        if rules not in self._usables:
            guards = [self.program.anytime[number].guard or ONE for number in sorted(rules)]
            condition = either(*guards)
            node = condition
            if size(condition) > SMALL:
                node = Node("call", (self.values.define("usable", 0, condition), (), Node("me")))
            reads = self.relevance.reads(condition)
            down = self.relevance.wishes(condition).change
            self._usables[rules] = (node, reads.more | reads.change, down)
        node, reads_all, down = self._usables[rules]
        conflict = now.changed & reads_all
        # Fewer goods make nothing usable that was not, where only more of them would.
        fewer = now.balance.shrunk & ~now.balance.grown & ~now.dirty & ~down
        return node if now.actor is None and not conflict & ~fewer else ONE


@dataclass(frozen=True)
class _Effects:
    """What code can change: masks of things, of goods that may become more or less, and so on."""

    written: int = 0
    grown: int = 0
    shrunk: int = 0
    local: frozenset[int] = frozenset()
    actor: bool = False

    def joined(self, other: _Effects) -> _Effects:
        """Return what both can change."""
        return _Effects(
            self.written | other.written,
            self.grown | other.grown,
            self.shrunk | other.shrunk,
            self.local | other.local,
            self.actor or other.actor,
        )


def _touched(done: _Effects, now: Symbols) -> Symbols:
    """Return the position with all unknown that has perhaps been changed."""
    balance = now.balance
    if done.grown or done.shrunk:
        balance = Balance(
            paid=None if done.shrunk else balance.paid,
            gained=None if done.grown else balance.gained,
            grown=balance.grown | done.grown,
            shrunk=balance.shrunk | done.shrunk,
        )
    env = {**now.env, **dict.fromkeys(done.local, UNKNOWN)} if done.local else now.env
    actor = UNKNOWN if done.actor else now.actor
    return replace(clouded(now, done.written), balance=balance, env=env, actor=actor)


def _covers(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(map(ge, one, other))


def _chosen(source: Source) -> Symbols:
    """Return what is known when an answer has been given: how large its element can be."""
    known: Known = {}
    if source.local >= 0 and source.domain is not None and source.domain.kind != "bundle":
        known["local", source.local] = (source.domain.lo, source.domain.hi)
    return Symbols(known=known)


def payment_of(items: Node | None) -> Node | None:
    """Return the `plans` that the numbers of a payment's answers count, or None."""
    if items is None or items.op != "range" or items.args[0] != ZERO:
        return None
    last = items.args[1]
    if last.op == "sub" and last.args[0].op == "count" and last.args[0].args[0].op == "plans":
        plans: Node = last.args[0].args[0]
        return plans
    return None


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
