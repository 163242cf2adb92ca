"""Random programs over the world: a source of chance in, a Program whose code makes sense out.

Procedures are laid out so that each calls only earlier ones. Within one, code branches, loops a
few times and jumps ahead, also where no structured language would. Rule errors may happen: then
both backends have to say the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import AnyTime, Decision, Domain, Label, Node, Program, Source

from . import world as w
from .expressions import Maker, const, define

NLOCALS = 8
COUNTER = 7
DEFINES = (("int", ("card",)), ("bool", ("card",)), ("bool", ("cells!", "player")))
# Kinds a procedure takes, in the order of the locals that hold them.
PARAMS = ("int", "cell", "card")
CARD, CELL = Domain("piece", "card", 0, 5), Domain("cell", "table", 0, 5)


@dataclass(eq=False)
class Mark:
    """A place in code that is not known yet."""

    pc: int = -1


class Coder:
    """Writes the code of one Program."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.maker = Maker(self.pick, [*DEFINES])
        self.maker.careful = self.pick.random() < 0.8
        self.code: list[tuple[str, list[Any], int]] = [("commit", [], -1), ("ret", [], -1)]
        self.decisions: list[Decision] = []
        self.sources: list[list[tuple[Mark, Node | None, Node | None, int, Domain | None]]] = []
        self.entries: list[int] = []
        self.plain: list[int] = []
        self.exits: list[Mark] = []
        self.looping = False
        self.running: list[int] = []

    # ------------------------------------------------------------ writing

    def add(self, op: str, *args: Any) -> None:
        """Write an instruction."""
        self.maker.spans += 1
        place = -1 if self.pick.random() < 0.2 else self.maker.spans - 1
        self.code.append((op, [*args], place))

    def here(self, mark: Mark) -> None:
        """Say where a mark is."""
        mark.pc = len(self.code)

    def expr(self, kind: str, depth: int = 2) -> Node:
        """Make an expression."""
        if kind == "bool" and self.entries and self.pick.random() < 0.04:
            return Node("possible", (self.pick.choice(self.entries), NLOCALS, (const(1),)))
        return self.maker.make(kind, self.pick.randrange(depth + 1))

    def procedure(self, quiet: bool, size: int) -> int:
        """Write a procedure; a quiet one never stops. Return where it begins."""
        entry = len(self.code)
        self.add("local", 3, const((1, 0, 1)))
        self.exits = [Mark()]
        self.running = [entry] if not quiet else []
        self.block(size, quiet, 0)
        self.running = []
        self.here(self.exits[0])
        self.add("ret")
        self.entries.append(entry)
        if quiet:
            self.plain.append(entry)
        return entry

    def block(self, size: int, quiet: bool, depth: int) -> None:
        """Write some statements."""
        after = Mark()
        self.exits.append(after)
        for _ in range(size):
            choices = [self.effect] * 5 + [self.jump_ahead]
            if depth < 3:
                choices += [self.branch, self.branch, self.loop]
            if self.entries:
                choices += [self.call] * 2
            if self.running:
                choices += [self.call_again]
            if not quiet:
                choices += [self.ask] * 2 + [self.if_live, self.commit]
                choices += [self.perform] if self.entries else []
            self.pick.choice(choices)(quiet, depth)
        self.exits.pop()
        self.here(after)

    # ------------------------------------------------------------ flow

    def branch(self, quiet: bool, depth: int) -> None:
        """Write an if, with an else or without."""
        other, end = Mark(), Mark()
        self.add("unless", self.expr("bool"), other)
        self.block(self.pick.randrange(3), quiet, depth + 1)
        if self.pick.random() < 0.5:
            self.add("jump", end)
            self.here(other)
            self.block(self.pick.randrange(3), quiet, depth + 1)
        else:
            self.here(other)
        if self.pick.random() < 0.1:
            self.add("fail", 0)
        self.here(end)

    def loop(self, quiet: bool, depth: int) -> None:
        """Write something that is done a few times."""
        if self.looping:
            self.effect(quiet, depth)
            return
        self.looping = True
        again, end = Mark(), Mark()
        counter = Node("local", (COUNTER,))
        self.add("local", COUNTER, const(self.pick.randrange(4)))
        self.here(again)
        self.add("unless", Node("gt", (counter, const(0))), end)
        self.add("local", COUNTER, Node("sub", (counter, const(1))))
        self.block(self.pick.randrange(1, 3), quiet, depth + 1)
        self.add("jump", again)
        self.here(end)
        self.looping = False

    def jump_ahead(self, quiet: bool, depth: int) -> None:
        """Write a way out of one or several blocks."""
        self.add("unless", self.expr("bool"), self.pick.choice(self.exits))

    def call(self, quiet: bool, depth: int) -> None:
        """Write a call of an earlier procedure."""
        known = self.plain if quiet else self.entries
        if known:
            args = tuple(self.expr(kind, 1) for kind in PARAMS[: self.pick.randrange(4)])
            self.add("call", self.pick.choice(known), NLOCALS, args)

    def call_again(self, quiet: bool, depth: int) -> None:
        """Write a call of a procedure that is running, as long as there is fuel."""
        if quiet:
            return
        end = Mark()
        self.add("raise", ("slot", w.FUEL), const(-40), 0, 400)
        self.add("unless", Node("slot", (w.FUEL,)), end)
        self.add("call", self.pick.choice(self.running), NLOCALS, (self.expr("int", 1),))
        self.here(end)

    def perform(self, quiet: bool, depth: int) -> None:
        """Write that a card does what it does."""
        known = self.pick.choice((self.plain, self.entries)) or self.entries
        row = tuple(self.pick.choice([*known, -1]) for _ in w.CARDS)
        self.add("perform", self.expr("card", 1), row, NLOCALS, 0)

    def if_live(self, quiet: bool, depth: int) -> None:
        """Write something that is done only if it can be."""
        end = Mark()
        self.add("iflive", end)
        self.block(self.pick.randrange(1, 3), quiet, depth + 1)
        if self.pick.random() < 0.4:
            other = Mark()
            self.add("unless", self.expr("bool"), other)
            self.add("fail", 0)
            self.here(other)
        self.here(end)

    def commit(self, quiet: bool, depth: int) -> None:
        """Write an end of look-ahead."""
        self.add("commit")

    def ask(self, quiet: bool, depth: int) -> None:
        """Write a decision and what comes of its answers."""
        pick = self.pick
        number = len(self.decisions)
        kind = "chance" if pick.random() < 0.15 else "player"
        made = Decision(
            number, len(self.code), kind, (), anytime=pick.random() < 0.3, auto=pick.random() < 0.2
        )
        self.decisions.append(made)
        self.sources.append([])
        self.add("decide", number)
        end = Mark()
        for _ in range(pick.randrange(1, 3)):
            target = Mark()
            guard = self.expr("bool") if pick.random() < 0.3 else None
            listed, local, domain = pick.choice((("cards!", 2, CARD), ("cells!", 1, CELL)))
            if pick.random() < 0.4:
                self.sources[number].append((target, guard, None, -1, None))
            else:
                self.sources[number].append((target, guard, self.expr(listed), local, domain))
            self.here(target)
            self.block(pick.randrange(2), quiet, depth + 1)
            self.add("jump", end)
        target = Mark()
        self.sources[number].append((target, None, None, -1, None))
        self.here(target)
        self.here(end)

    # ------------------------------------------------------------ effects

    def effect(self, quiet: bool, depth: int) -> None:
        """Write an instruction that changes something."""
        e, pick = self.expr, self.pick
        stores = tuple((good, 6) for good in pick.sample((0, 1, 2), 1)) * pick.randrange(2)
        on_cell = (w.HOLDERS, 1, 0)
        pick.choice(
            (
                lambda: self.add("set", ("slot", w.NUMBER), e("int"), 0, 9),
                lambda: self.add("set", ("at", w.MARKS, 1, e("cell")), e("player"), -1, 1),
                lambda: self.add("set", ("slot", w.CHOSEN_CELL), e("cell"), -1, 5),
                lambda: self.add("raise", ("slot", w.NUMBER), e("int"), 0, 9),
                lambda: self.add("raise", ("at", w.COUNTERS, 1, e("player")), e("int"), -3, 20),
                lambda: self.add("raise", ("at", w.HEIGHTS - 6, 1, e("home")), const(1), 0, 5),
                lambda: self.add("local", 0, e("int")),
                lambda: self.add("local", 1, e("cell")),
                lambda: self.add("local", 2, e("card")),
                lambda: self.add("local", 3, e("bundle")),
                lambda: self.add("local", 5, e("cellmask")),
                lambda: self.add("me", const(pick.randrange(2))),
                lambda: self.add("actor", e("player")),
                lambda: self.add("gain", e("player"), e("bundle"), stores),
                lambda: self.add("lose", e("player"), e("bundle"), stores),
                self.pay,
                lambda: self.add("transfer", e("player"), e("player"), e("bundle")),
                lambda: self.add("fill", 0, e("player"), const((1, 0, 2))),
                lambda: self.add("empty", 0, e("player"), e("bundle")),
                lambda: self.add("move", e("card"), e("zone")),
                lambda: self.add("place", e("card"), e("cell"), *on_cell),
                lambda: self.add("moveall", e("cards!"), e("zone")),
                lambda: self.add("shuffle", e("zone")),
                self.chained,
                lambda: self.add("log", "said", e("player"), ("so", (e("cell"), CELL)), 0),
            )
        )()

    def pay(self) -> None:
        """Write a payment of what can be paid, most of the time."""
        end = Mark()
        cost = const((self.maker.value("bundle"),))
        me = Node("me")
        if self.pick.random() < 0.9:
            self.add("unless", Node("can_pay", (me, cost)), end)
        bundle = Node("nth_bundle", (cost, const(0)))
        self.add("pay", me, bundle, ((0, 6),) * self.pick.randrange(2))
        self.here(end)

    def chained(self) -> None:
        """Write that a trigger begins and ends."""
        self.add("chain", 1)
        self.add("chain", -1)

    # ------------------------------------------------------------ the whole

    def program(self) -> Program:
        """Write everything."""
        functions = tuple(define(self.pick, kind, params, 3) for kind, params in DEFINES)
        for _ in range(2):
            self.procedure(True, self.pick.randrange(1, 4))
        for _ in range(2):
            self.procedure(self.pick.random() < 0.3, self.pick.randrange(1, 4))
        rules = tuple(
            AnyTime(0, self.expr("bool"), self.pick.choice(self.entries), NLOCALS, (const(2),))
            for _ in range(self.pick.randrange(3))
        )
        entry = len(self.code)
        self.add("me", const(0))
        self.add("local", 3, const((0, 0, 1)))
        self.exits = [Mark()]
        for _ in range(3):
            self.block(self.pick.randrange(2, 5), False, 0)
        self.here(self.exits[0])
        self.add(self.pick.choice(("over", "ret")))
        code = tuple(
            Node(op, tuple(arg.pc if isinstance(arg, Mark) else arg for arg in args), span)
            for op, args, span in self.code
        )
        decisions = tuple(
            Decision(
                made.id, made.pc, made.kind, _sources(sources), anytime=made.anytime, auto=made.auto
            )
            for made, sources in zip(self.decisions, self.sources, strict=True)
        )
        spans = tuple((0, 1 + each, 1, 1 + each, 9) for each in range(self.maker.spans + 2000))
        return w.world(
            functions,
            code=code,
            infallible=infallible(code),
            decisions=decisions,
            anytime=rules,
            entry=entry,
            nlocals=NLOCALS,
            spans=spans,
            labels=(Label({"en": ("answer",)}),),
            reasons=("it does not work",),
            max_decisions=200,
        )


def _sources(given: list[Any]) -> tuple[Source, ...]:
    found = []
    for number, (target, guard, items, local, domain) in enumerate(given):
        base = 10 * number
        found.append(Source(0, target.pc, guard, items, local, domain, base))
    return tuple(found)


def infallible(code: tuple[Node, ...]) -> tuple[bool, ...]:
    """For each instruction whether nothing behind it in its procedure can fail; never too bold."""
    risky = {"fail", "perform", "decide", "iflive", "pay"}
    found = [False] * len(code)
    good = [False] * len(code)
    for pc in range(len(code) - 1, -1, -1):
        node = code[pc]
        if node.op in ("ret", "over", "commit"):
            good[pc] = True
        elif node.op in risky:
            good[pc] = False
        elif node.op == "jump":
            good[pc] = node.args[0] > pc and good[node.args[0]]
        elif node.op == "unless":
            good[pc] = node.args[1] > pc and good[pc + 1] and good[node.args[1]]
        elif node.op == "call":
            good[pc] = found[node.args[0]] and good[pc + 1] if node.args[0] < pc else False
        else:
            good[pc] = pc + 1 < len(code) and good[pc + 1]
    return tuple(good)
