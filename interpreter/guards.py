"""Guards: a Program in; conditions that say at once whether an option can be carried through, out.

Look-ahead runs the rules on a copy. Where what follows an option is simple enough, the same answer
can be had from a condition over the position as it is: a choice needs an element, a payment needs
to be affordable, and so on. This module follows the code symbolically and builds that condition,
or gives up.

A guard holds for a safe frame only (nothing it returns into can fail). If it is true the option is
live. If it is false the option is dead when the guard is `exact`; otherwise an any-time rule might
still help, and look-ahead has to find out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl.program import Decision, Function, Node, Program

from .relevance import Relevance, Wants

ONE = Node("const", (1,))
ZERO = Node("const", (0,))
MOST_STEPS = 4000
MOST_SIZE = 600
FIRST_TEMP = 2000

Env = dict[int, Node]
Rest = tuple[tuple[int, Env], ...]  # where procedures return to, innermost last


class _GiveUp(Exception):
    """What follows is not simple enough."""


@dataclass(frozen=True)
class Guard:
    """A condition over the position with the option's element in its local."""

    condition: Node
    exact: bool


@dataclass(frozen=True)
class Guards:
    """Everything that could be derived for one Program."""

    sources: dict[tuple[int, int], Guard]
    anytime: dict[int, Guard]
    functions: tuple[Function, ...]
    """Functions the guards call, numbered after those of the Program."""
    trades: tuple[tuple[int, tuple[int, ...], tuple[int, ...], int], ...]
    """Any-time rules that only trade: (rule, what is paid, what is gained, times): 0 any number,
    1 once, -1 at least once."""


def prepared(program: Program) -> Program:
    """Return the Program with its guards, ready to be compiled with them."""
    if program.guards or program.trades:
        return program
    made = derive(program)
    return replace(
        program,
        functions=program.functions + made.functions,
        guards=tuple(
            (decision, source, guard.condition, guard.exact)
            for (decision, source), guard in made.sources.items()
        ),
        anytime_guards=tuple((number, guard.condition) for number, guard in made.anytime.items()),
        trades=made.trades,
    )


def derive(program: Program) -> Guards:
    """Derive the guards of every option and any-time rule that allows it."""
    return _Deriver(program).all()


class _Deriver:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.relevance = Relevance(program)
        self.things = self.relevance.things
        self.steps = 0
        self.temps = FIRST_TEMP
        self.functions = self.relevance.extra
        self._scripts: dict[tuple[int, bool], int | None] = {}
        self.inside = False
        self.trades = self._trades()

    def all(self) -> Guards:
        sources: dict[tuple[int, int], Guard] = {}
        for decision in self.program.decisions:
            if decision.kind == "chance":
                continue
            for number, source in enumerate(decision.sources):
                if self.program.infallible[source.target]:
                    continue
                env: Env = {}
                guard = self._guard(source.target, env)
                if guard is not None:
                    sources[decision.id, number] = guard
        anytime: dict[int, Guard] = {}
        # No any-time rule begins inside another, so nothing can be traded there.
        self.inside = True
        for number, rule in enumerate(self.program.anytime):
            guard = self._guard(rule.entry, dict.fromkeys(range(rule.nlocals), ZERO))
            if guard is not None:
                anytime[number] = Guard(guard.condition, True)
        return Guards(sources, anytime, tuple(self.functions), tuple(self.trades))

    def _guard(self, pc: int, env: Env) -> Guard | None:
        self.steps = 0
        self.temps = FIRST_TEMP
        try:
            condition = self._live(pc, env, 0, (), {})
        except (_GiveUp, RecursionError):
            return None
        if _size(condition) > MOST_SIZE:
            return None
        return Guard(condition, self._exact(condition))

    # ------------------------------------------------------------ trades

    def _payable(self, player: Node, cost: Node) -> Node:
        """Whether a cost can be paid, if need be after trades whose rules are in force."""
        if not self.trades or self.inside:
            return Node("can_pay", (player, cost))
        rules = self.program.anytime
        flags = tuple(rules[number].guard or ONE for number, _, _, _ in self.trades)
        return Node("can_afford", (player, cost, flags))

    def _trades(self) -> list[tuple[int, tuple[int, ...], tuple[int, ...], int]]:
        """Any-time rules made of one payment and one gain of goods that are written out."""
        found = []
        for number, rule in enumerate(self.program.anytime):
            paid = gained = None
            times = 0
            pc = rule.entry
            good = True
            for _ in range(40):
                node = self.program.code[pc]
                if node.op == "ret":
                    break
                if node.op == "unless" and node.args[0].op == "can_pay":
                    pc += 1
                    continue
                if node.op == "jump":
                    pc = node.args[0]
                    continue
                if node.op == "raise" and node.args[1] == ONE:
                    # A counter that must be 0 allows one use; any other limit is not followed.
                    times = 1 if _must_be_zero(rule.guard, node.args[0]) else -1
                elif node.op == "pay" and paid is None and node.args[1].op == "const":
                    good = good and not node.args[2]
                    paid = node.args[1].args[0]
                elif node.op == "gain" and gained is None and node.args[1].op == "const":
                    good = good and not node.args[2]
                    gained = node.args[1].args[0]
                elif node.op not in ("log", "local"):
                    good = False
                    break
                pc += 1
            if good and paid is not None and gained is not None:
                found.append((number, paid, gained, times))
        return found

    def _exact(self, condition: Node) -> bool:
        """Whether no any-time rule can change what a guard asks, beyond the trades it knows."""
        if not self.program.anytime:
            return True
        known = {number for number, _, _, _ in self.trades}
        payments, others = self._split(condition)
        if others and self.relevance.helpful(self.relevance.reads(tuple(others))):
            return False
        wants = Wants()
        for node in payments:
            wants |= Wants(self.relevance.goods_in(node.args[1]))
        helpful = self.relevance.helpful(wants)
        limited = {number for number, _, _, times in self.trades if times < 0}
        return helpful <= known and not (helpful & limited)

    def _split(self, node: Node) -> tuple[list[Node], list[Node]]:
        """The payments a condition asks about, and everything else it asks."""
        payments: list[Node] = []
        others: list[Node] = []
        made = len(self.program.functions)
        todo = [node]
        done: set[int] = set()
        while todo:
            each = todo.pop()
            if each.op == "can_afford":
                payments.append(each)
                others.append(each.args[1])
            elif each.op in ("and", "or", "not", "if"):
                todo.extend(each.args)
            elif each.op == "exists":
                others.append(each.args[0])
                todo.append(each.args[2])
            elif each.op == "dispatch" and isinstance(each.args[0], tuple):
                others.append(each.args[1])
                for number in set(each.args[0]) - done:
                    done.add(number)
                    if number >= made:
                        todo.append(self.functions[number - made].body)
            else:
                others.append(each)
        return payments, others

    # ------------------------------------------------------------ following the code

    def _live(self, pc: int, env: Env, dirty: int, rest: Rest, seen: dict[int, int]) -> Node:
        """The condition under which everything from pc on can be carried through."""
        program = self.program
        env = dict(env)
        while True:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise _GiveUp
            if program.infallible[pc] and all(program.infallible[back] for back, _ in rest):
                return ONE
            node = program.code[pc]
            op, args = node.op, node.args
            if op == "jump":
                pc = args[0]
                if seen.get(pc, 0) > 3:
                    raise _GiveUp
                seen = {**seen, pc: seen.get(pc, 0) + 1}
                continue
            if op == "fail":
                return ZERO
            if op in ("commit", "over"):
                return ONE
            if op == "ret":
                if not rest:
                    return ONE
                pc, env = rest[-1]
                env, rest = dict(env), rest[:-1]
                continue
            if op == "local":
                env[args[0]] = self._value(args[1], env, dirty)
                pc += 1
                continue
            if op == "unless":
                return self._branch(args, pc, env, dirty, rest, seen)
            if op == "iflive":
                return _or(
                    self._try(pc + 1, env, dirty, rest, seen),
                    self._try(args[0], env, dirty, rest, seen),
                )
            if op == "call":
                entry, count, values = args
                inner: Env = dict.fromkeys(range(count), ZERO)
                for index, value in enumerate(values):
                    inner[index] = self._value(value, env, dirty)
                rest = (*rest, (pc + 1, env))
                pc, env = entry, inner
                continue
            if op == "perform":
                return self._perform(node, pc, env, dirty, rest)
            if op == "decide":
                return self._decide(program.decisions[args[0]], env, dirty, rest, seen)
            dirty |= self._writes(node, env)
            pc += 1

    def _try(self, pc: int, env: Env, dirty: int, rest: Rest, seen: dict[int, int]) -> Node | None:
        try:
            return self._live(pc, env, dirty, rest, seen)
        except _GiveUp:
            return None

    def _branch(
        self, args: Any, pc: int, env: Env, dirty: int, rest: Rest, seen: dict[int, int]
    ) -> Node:
        cond = self._value(args[0], env, dirty)
        then = other = None
        if not (cond.op == "const" and not cond.args[0]):
            then = self._try(pc + 1, env, dirty, rest, seen)
        if not (cond.op == "const" and cond.args[0]):
            other = self._try(args[1], env, dirty, rest, seen)
        if cond.op == "const":
            chosen = then if cond.args[0] else other
            if chosen is None:
                raise _GiveUp
            return chosen
        if then is None or other is None:
            raise _GiveUp
        if then == other:
            return then
        _known(cond)
        if cond.op == "can_pay" and other == _and(self._payable(*cond.args), then):
            return other
        if then == ONE and other == ZERO:
            return cond
        if then == ZERO and other == ONE:
            return Node("not", (cond,))
        if other == ZERO:
            return _and(cond, then)
        return Node("if", (cond, then, other))

    def _perform(self, node: Node, pc: int, env: Env, dirty: int, rest: Rest) -> Node:
        """What a component does: one function per component, if nothing after it can fail."""
        program = self.program
        # Whatever the component does, what comes after it must not fail.
        if self._live(pc + 1, env, self.things.everything, rest, {}) != ONE:
            raise _GiveUp
        piece = self._value(node.args[0], env, dirty)
        _known(piece)
        entries = program.tables[node.args[1]]
        first = node.args[3] if len(node.args) > 3 else 0
        numbers = tuple(-1 if entry < 0 else self._script(entry, node.args[2]) for entry in entries)
        if any(number is None for number in numbers):
            raise _GiveUp
        if dirty:
            made = len(program.functions)
            for number in set(numbers):
                if number is None or number < made:
                    continue
                if self._reads(self.functions[number - made].body) & dirty:
                    raise _GiveUp
        index = piece if not first else Node("sub", (piece, Node("const", (first,))))
        return Node("dispatch", (numbers, index, (piece,), Node("me")), node.span)

    def _script(self, entry: int, nlocals: int) -> int | None:
        key = (entry, self.inside)
        if key not in self._scripts:
            self._scripts[key] = None
            steps, temps = self.steps, self.temps
            env: Env = dict.fromkeys(range(nlocals), ZERO)
            env[0] = Node("temp", (0,))
            try:
                body = self._live(entry, env, 0, (), {})
                self._scripts[key] = len(self.program.functions) + len(self.functions)
                self.functions.append(Function(f"guard {entry}", 1, body))
            except _GiveUp:
                pass
            self.steps, self.temps = steps, temps
        return self._scripts[key]

    def _decide(
        self, decision: Decision, env: Env, dirty: int, rest: Rest, seen: dict[int, int]
    ) -> Node:
        if decision.kind == "chance":
            if any(_never_empty(source.items) for source in decision.sources):
                return ONE
            raise _GiveUp
        if seen.get(decision.pc, 0) > 3:
            raise _GiveUp
        seen = {**seen, decision.pc: seen.get(decision.pc, 0) + 1}
        found: Node | None = ZERO
        for source in decision.sources:
            part = self._source(source, env, dirty, rest, seen)
            if part == ONE:
                return ONE
            found = None if part is None or found is None else _or(found, part)
        if found is None:
            raise _GiveUp
        return found

    def _source(
        self, source: Any, env: Env, dirty: int, rest: Rest, seen: dict[int, int]
    ) -> Node | None:
        try:
            guard = ONE if source.guard is None else self._value(source.guard, env, dirty)
            _known(guard)
            if guard == ZERO:
                return ZERO
            if source.items is None:
                return _and(guard, self._live(source.target, env, dirty, rest, seen))
            payment = _payment(source.items)
            if payment is not None:
                player, cost, swaps = payment.args
                cost = self._value(cost, env, dirty)
                _known(cost)
                if dirty & self.things.goods or swaps:
                    return None
                payable = self._payable(player, cost)
                inner = {**env, source.local: _Unknown}
                after = self._live(source.target, inner, dirty | self.things.goods, rest, seen)
                return _and(guard, payable, after)
            items = self._value(source.items, env, dirty)
            _known(items)
            temp = self.temps
            self.temps += 1
            inner = {**env, source.local: Node("temp", (temp,))}
            after = self._live(source.target, inner, dirty, rest, seen)
            if after == ZERO:
                return ZERO
            if not _uses_temp(after, temp):
                return _and(guard, _any(items), after)
            if items.op == "filter" and items.args[0].op != "filter":
                # One pass over the list: its own condition first.
                moved = _renamed(items.args[2], items.args[1], temp)
                return _and(guard, Node("exists", (items.args[0], temp, _and(moved, after))))
            return _and(guard, Node("exists", (items, temp, after)))
        except _GiveUp:
            return None

    # ------------------------------------------------------------ values and writes

    def _value(self, node: Node, env: Env, dirty: int) -> Node:
        """An expression over the position as it is; unknown if what it reads has changed."""
        made: Node = _substituted(node, env)
        if made is _Unknown or (dirty and self._reads(made) & dirty):
            return _Unknown
        return made

    def _reads(self, node: Node) -> int:
        wants = self.relevance.reads(node)
        return wants.more | wants.change

    def _writes(self, node: Node, env: Env) -> int:
        op, args = node.op, node.args
        if op in ("gain", "lose", "pay"):
            for _, local in args[2]:
                env[local] = _Unknown
            return int(self.relevance.goods_in(args[1]))
        if op == "transfer":
            return int(self.things.goods)
        if op in ("log", "chain", "actor"):
            return 0
        if op == "me":
            raise _GiveUp
        return int(self.things.written_by(node))


_Unknown = Node("unknown value")


def _never_empty(items: Node | None) -> bool:
    """Whether chance surely has something to choose from: a die, or a deck that was looked at."""
    if items is None:
        return False
    return items.op == "unknown" or (items.op == "const" and bool(items.args[0]))


def _must_be_zero(guard: Node | None, ref: Any) -> bool:
    """Whether a rule's guard asks that a counter be 0."""
    if guard is None or ref[0] != "at":
        return False
    parts = guard.args if guard.op == "and" else (guard,)
    return any(
        part.op == "eq" and part.args[0].op == "at" and part.args[0].args[0] == ref[1]
        for part in parts
    )


def _known(node: Node) -> None:
    if node is _Unknown:
        raise _GiveUp


def _unknown(value: Any) -> bool:
    if value is _Unknown:
        return True
    if isinstance(value, Node):
        return any(_unknown(arg) for arg in value.args)
    return isinstance(value, tuple) and any(_unknown(part) for part in value)


def _substituted(value: Any, env: Env) -> Any:
    if isinstance(value, Node):
        if value.op == "local":
            return env.get(value.args[0], value)
        args = tuple(_substituted(arg, env) for arg in value.args)
        if any(_unknown(arg) for arg in args):
            return _Unknown
        if args == value.args:
            return value
        return _folded(Node(value.op, args, value.span))
    if isinstance(value, tuple):
        return tuple(_substituted(part, env) for part in value)
    return value


_FOLD: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "bits": lambda a, b: a | b,
    "mask_and": lambda a, b: a & b,
    "not": lambda a: int(not a),
}


def _folded(node: Node) -> Node:
    fold = _FOLD.get(node.op)
    if fold is not None and all(isinstance(a, Node) and a.op == "const" for a in node.args):
        return Node("const", (fold(*[a.args[0] for a in node.args]),), node.span)
    if node.op == "and":
        return _and(*node.args)
    return node


def _and(*parts: Node) -> Node:
    kept: list[Node] = []
    for part in parts:
        if part.op == "const":
            if not part.args[0]:
                return ZERO
            continue
        for each in part.args if part.op == "and" else (part,):
            if each not in kept:
                kept.append(each)
    if not kept:
        return ONE
    return kept[0] if len(kept) == 1 else Node("and", tuple(kept))


def _or(*parts: Node | None) -> Node:
    kept: list[Node] = []
    missing = False
    for part in parts:
        if part is None:
            missing = True
        elif part.op == "const":
            if part.args[0]:
                return ONE
        elif part not in kept:
            kept.append(part)
    if missing:
        raise _GiveUp
    if not kept:
        return ZERO
    return kept[0] if len(kept) == 1 else Node("or", tuple(kept))


def _any(items: Node) -> Node:
    if items.op == "const":
        return ONE if items.args[0] else ZERO
    if items.op == "filter":
        return Node("exists", items.args)
    return Node("any", (items,))


def _payment(items: Node) -> Node | None:
    """The `plans` that the numbers of a payment's answers count, or None."""
    if items.op != "range" or items.args[0] != ZERO:
        return None
    last = items.args[1]
    if last.op == "sub" and last.args[0].op == "count" and last.args[0].args[0].op == "plans":
        plans: Node = last.args[0].args[0]
        return plans
    return None


def _uses_temp(value: Any, temp: int) -> bool:
    if isinstance(value, Node):
        if value.op == "temp" and value.args[0] == temp:
            return True
        return any(_uses_temp(arg, temp) for arg in value.args)
    return isinstance(value, tuple) and any(_uses_temp(part, temp) for part in value)


def _renamed(value: Any, old: int, new: int) -> Any:
    if isinstance(value, Node):
        if value.op == "temp" and value.args[0] == old:
            return Node("temp", (new,))
        return Node(value.op, tuple(_renamed(arg, old, new) for arg in value.args), value.span)
    if isinstance(value, tuple):
        return tuple(_renamed(part, old, new) for part in value)
    return value


def _size(value: Any) -> int:
    if isinstance(value, Node):
        return 1 + sum(_size(arg) for arg in value.args)
    return sum(_size(part) for part in value) if isinstance(value, tuple) else 0
