"""Which any-time rules can help: a Program in; what a failure lacks, which rules give it, out.

A look-ahead that fails may succeed after an exchange, but trying every exchange in every order
grows without bound. So a failure says what it *wants*: more of some goods, or a change of something
it read. A rule can help if it does that, or does it for a rule that helps. What is read and written
is taken from the code, once per Program, as bit masks over *things*: goods, variables, stores, and
all pieces together. Where the code does not tell, everything is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl.program import ME, Decision, Function, Node, Program, entered, following

from .conditions import BINDERS
from .lacking import NOTHING, Lacking, Wants, payments_in
from .things import NONE, Known, Things
from .written import Written, written_values

if TYPE_CHECKING:
    from .engine import Backend, Vector


class _Effects(NamedTuple):
    """What an any-time rule does, and what it wants itself."""

    gives: int
    takes: int
    wants: Wants


MOST_KNOWN = 20_000
_PLAIN = frozenset(
    {"const", "me", "and", "or", "not", "if", "table", "add", "sub", "mul"}
    | {"eq", "ne", "lt", "le", "gt", "ge"}
)
"""Operations that look at nothing but their arguments."""


class Relevance:
    """Answers for one Program; all of it is computed when first asked for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.things = Things(program)
        # Functions somebody adds behind those of the Program.
        self.extra: list[Function] = []
        self._functions: dict[int, Wants] = {}
        self._failures: dict[int, Wants] = {}
        self._decisions: dict[int, Wants] = {}
        self._helpful: dict[tuple[Wants, frozenset[int] | None], frozenset[int]] = {}
        self._direct: dict[Wants, frozenset[int]] = {}
        self._rules: list[_Effects] | None = None
        self._fixed: list[list[Node]] | None = None
        # Where the pieces were when it was last asked which rules are in play, and the answer.
        self._usable: dict[tuple[Any, ...], frozenset[int]] = {}
        # Procedures with a blank in their name are rules that answer to goods that arrive.
        self._triggers = frozenset(
            entry for name, (entry, _) in program.procedures.items() if " " in name
        )
        self._before: dict[int, list[int]] | None = None
        self.lacking = Lacking(program, self.reads)
        self._houses: dict[int, Wants] = {}
        self._leanings: dict[tuple[int, bool], Wants] = {}
        self._written: list[list[Written]] = []
        self._value_masks: dict[int, tuple[int, int]] = {}

    def of_failure(self, pc: int) -> Wants:
        """Return what would help against the failure at pc: what was asked on the way there."""
        if pc not in self._failures:
            found = NOTHING
            seen = {pc}
            todo = [pc]
            while todo:
                here = todo.pop()
                if self._program.code[here].op == "perform":
                    found |= self.reads(self._program.code[here].args[0])
                for before in self._predecessors().get(here, ()):
                    node = self._program.code[before]
                    if node.op == "unless":
                        # Whoever goes on behind it does so because it is true.
                        found |= self.wishes(node.args[0], up=here != before + 1)
                    if before not in seen and node.op != "decide":
                        seen.add(before)
                        todo.append(before)
            self._failures[pc] = found
        return self._failures[pc]

    def of_decision(self, backend: Backend, v: Vector, k: Vector, decision: Decision) -> Wants:
        """Return what would make more answers possible; costs are looked at as they are now."""
        if decision.id not in self._decisions:
            found = NOTHING
            for source in decision.sources:
                if source.guard is not None:
                    found |= self.wishes(source.guard)
                if source.items is not None and not payments_in(source.items):
                    found |= self.wishes(source.items)
            self._decisions[decision.id] = found
        found = self._decisions[decision.id]
        return self.lacking.added(found, backend, v, k, decision)

    def helpful(self, wants: Wants, among: frozenset[int] | None = None) -> frozenset[int]:
        """Return the numbers of the any-time rules that can help, if need be through others.

        `among` are the rules that can be used at all; without it, all of them.
        """
        key = (wants, among)
        if key not in self._helpful:
            rules = self._effects()
            chosen: set[int] = set()
            total = wants
            grown = True
            while grown:
                grown = False
                for number, rule in enumerate(rules):
                    if number in chosen or (among is not None and number not in among):
                        continue
                    gives = rule.gives | self._values(number)
                    if gives & total.more or (gives | rule.takes) & total.change:
                        chosen.add(number)
                        total |= rule.wants
                        grown = True
            self._helpful[key] = frozenset(chosen)
        return self._helpful[key]

    def direct(self, wants: Wants) -> frozenset[int]:
        """Return the any-time rules that can do what is wanted without the help of others."""
        if wants not in self._direct:
            found = []
            for number, rule in enumerate(self._effects()):
                gives = rule.gives | self._values(number)
                if gives & wants.more or (gives | rule.takes) & wants.change:
                    found.append(number)
            self._direct[wants] = frozenset(found)
        return self._direct[wants]

    def usable(self, backend: Backend, v: Vector, k: Vector) -> frozenset[int]:
        """Return the any-time rules that are in play: those of components nobody holds are not.

        Only what no any-time rule changes counts, so that it holds for exchanges to come too.
        """
        if self._fixed is None:
            changed = self._sum(Wants(rule.gives) for rule in self._effects()).more
            self._fixed = []
            for rule in self._program.anytime:
                parts = () if rule.guard is None else _conjuncts(rule.guard)
                reads = [(part, self.reads(part)) for part in parts]
                self._fixed.append(
                    [
                        part
                        for part, read in reads
                        if read.change == self.things.pieces and not read.more
                    ]
                    if not changed & self.things.pieces
                    else []
                )
            self._asked = _pieces_in(self._fixed, self._program)
        key = (v[ME], *[v[slot] for slot in self._asked])
        found = self._usable.get(key)
        if found is None:
            rules = enumerate(self._fixed)
            found = frozenset(
                n for n, parts in rules if all(backend.eval(part, v, k) for part in parts)
            )
            if len(self._usable) >= MOST_KNOWN:
                self._usable.clear()
            self._usable[key] = found
        return found

    def changes_of(self, rule: int) -> tuple[int, int]:
        """Return the masks of what an any-time rule gives, or changes otherwise, and takes."""
        return self._effects()[rule][:2]

    def writes_of(self, rule: int) -> int:
        """Return the mask of things that an any-time rule changes."""
        gives, takes = self.changes_of(rule)
        return gives | takes

    # ------------------------------------------------------------ costs

    def goods_in(self, node: Node) -> int:
        """Return the mask of goods that a cost or bundle may contain."""
        op, args = node.op, node.args
        if op == "const":
            return _goods_of(args[0])
        if op == "bundle":
            return _mask(good for good, _ in args)
        if op == "bundle1":
            good = args[0]
            return 1 << good.args[0] if good.op == "const" else self.things.goods
        if op == "different":
            return _mask(args[1])
        if op == "plans":
            found = self.goods_in(args[1])
            for swap in args[2]:
                found |= self.goods_in(swap[2])
            return found
        if op == "table":
            return _goods_of(self._program.tables[args[0]])
        if op in ("if", "let"):
            return self.goods_in(args[1 if op == "if" else 2]) | self.goods_in(args[2])
        if op == "call":
            return self.goods_in(self._program.functions[args[0]].body)
        if op in ("nth_bundle", "bundle_floor", "bundle_scale"):
            return self.goods_in(args[0])
        if op in ("costs", "cost_or", "cost_and", "cost_plus", "bundle_add"):
            found = 0
            for arg in args:
                found |= self.goods_in(arg)
            return found
        return self.things.goods

    # ------------------------------------------------------------ expressions

    def reads(self, value: Any, known: Known = NONE) -> Wants:
        """Return what an expression, or anything that holds expressions, depends on.

        `known` are the extents of temporaries and locals in it.
        """
        if isinstance(value, tuple):
            found = NOTHING
            for part in value:
                if isinstance(part, (Node, tuple)):
                    found |= self.reads(part, known)
            return found
        if not isinstance(value, Node):
            return NOTHING
        op, args = value.op, value.args
        if op in ("const", "temp", "local", "me"):
            return NOTHING
        if op in BINDERS:
            items = args[1] if op == "let" else args[0]
            temp = args[0] if op == "let" else args[1]
            known = {**known, temp: self.things.extents.of(items, known)}
        inner = self.reads(args, known)
        if op in ("can_pay", "plans"):
            return inner | Wants(self.goods_in(args[1] if op == "can_pay" else value))
        if op == "can_afford":
            # What is traded for what is wanted counts as well.
            return inner | Wants(self.goods_in(args[1]), self.things.goods)
        if op == "call":
            return inner | self.of_function(args[0])
        if op == "dispatch":
            row = self._program.tables[args[0]] if isinstance(args[0], int) else args[0]
            for function in set(row):
                if function >= 0:
                    inner |= self.of_function(function)
            return inner
        if op == "possible":
            for pc in self.reachable(args[0]):
                inner |= self.reads(self._program.code[pc].args)
            return inner
        if op == "can_house":
            inner |= self._housing(args[0])
        return inner | Wants(0, self.things.read_by(op, args, known))

    def _housing(self, number: int) -> Wants:
        if number not in self._houses:
            self._houses[number] = self.reads(self._program.housing[number])
        return self._houses[number]

    def wishes(self, condition: Any, up: bool = True, known: Known = NONE) -> Wants:
        """Return what could make a condition true, or (not up) false.

        Of a number that is too small only more helps; of a thing that is to have some value, only
        what writes that value. A list counts as true if it has elements.
        """
        if isinstance(condition, Node):
            return self._leaning(condition, up, known)
        return NOTHING

    def _leaning(self, node: Node, up: bool, known: Known) -> Wants:
        """Return what could make a condition or number larger, or (not up) smaller."""
        op, args = node.op, node.args
        if op in ("and", "or", "add", "min", "max", "concat", "union", "any", "count", "rotate"):
            parts = args[:1] if op == "rotate" else args
            return self._sum(self._leaning(arg, up, known) for arg in parts)
        if op in ("gt", "ge", "sub", "without"):
            return self._leaning(args[0], up, known) | self._leaning(args[1], not up, known)
        if op in ("lt", "le"):
            return self._leaning(args[0], not up, known) | self._leaning(args[1], up, known)
        if op in ("not", "neg"):
            return self._leaning(args[0], not up, known)
        if op in ("filter", "exists", "every"):
            inner = {**known, args[1]: self.things.extents.of(args[0], known)}
            items = self._leaning(args[0], up != (op == "every"), known)
            return items | self._leaning(args[2], up, inner)
        if op == "if":
            ways = (self._leaning(arg, up, known) for arg in args[1:])
            return self.reads(args[0], known) | self._sum(ways)
        if op == "call":
            return self.reads(args[1], known) | self._leaning_function(args[0], up)
        if op in ("eq", "ne") and args[1].op == "const" and isinstance(args[1].args[0], int):
            return self._equal(node, up == (op == "eq"), known)
        found = self.reads(node, known)
        if op in ("slot", "at") and up and not found.change & ~self.things.goods:
            return Wants(found.more | found.change)
        return found

    def _equal(self, node: Node, up: bool, known: Known) -> Wants:
        """Return what could make a thing have (or not have) a constant value."""
        thing, value = node.args
        found = self.reads(thing, known)
        if thing.op not in ("slot", "at") or not up or found.more:
            return found
        own = self.things.read_by(thing.op, thing.args, known)
        if own & (self.things.goods | self.things.pieces):
            return found
        inner = self.reads(thing.args, known)
        return inner | Wants(0, self.things.value_bit(own, value.args[0]))

    def _leaning_function(self, number: int, up: bool) -> Wants:
        key = (number, up)
        if key not in self._leanings:
            self._leanings[key] = self.of_function(number)  # defines do not recurse
            self._leanings[key] = self._leaning(self.body_of(number), up, NONE)
        return self._leanings[key]

    def body_of(self, number: int) -> Node:
        """Return what a define is."""
        made = len(self._program.functions)
        return (
            self._program.functions[number] if number < made else self.extra[number - made]
        ).body

    def _sum(self, parts: Iterable[Wants]) -> Wants:
        found = NOTHING
        for part in parts:
            found |= part
        return found

    def of_function(self, number: int) -> Wants:
        """Return what a define depends on."""
        if number not in self._functions:
            self._functions[number] = NOTHING  # defines do not recurse; be safe if one does
            self._functions[number] = self.reads(self.body_of(number))
        return self._functions[number]

    # ------------------------------------------------------------ code

    def _effects(self) -> list[_Effects]:
        if self._rules is None:
            self._rules = [self._effects_of(number) for number in range(len(self._program.anytime))]
        return self._rules

    def _effects_of(self, number: int) -> _Effects:
        rule = self._program.anytime[number]
        gives = takes = 0
        wants = self.wishes(rule.guard) | self.reads(rule.args)
        needed = set(self.reachable(rule.entry, self._triggers))
        for pc in self.reachable(rule.entry):
            node = self._program.code[pc]
            # What a rule only sets off is not what it needs.
            wants |= self._wants_of(node) if pc in needed else NOTHING
            if node.op in ("gain", "pay", "lose", "transfer"):
                goods = self.goods_in(node.args[2 if node.op == "transfer" else 1])
                gives |= goods if node.op in ("gain", "transfer") else 0
                takes |= goods if node.op != "gain" else 0
            else:
                gives |= self.things.written_by(node)
        return _Effects(gives, takes, wants)

    def _values(self, number: int) -> int:
        """Return the mask of values that an any-time rule may give to things."""
        if len(self._written) <= number:
            self._written = [
                written_values(self._program, self.things, rule) for rule in self._program.anytime
            ]
        known = self._value_masks.get(number)
        if known is None or known[0] != len(self.things.values):
            mask = 0
            for (own, value), bit in self.things.values.items():
                for written, values in self._written[number]:
                    if written & own and (values is None or value in values):
                        mask |= bit
            known = self._value_masks[number] = (len(self.things.values), mask)
        return known[1]

    def _wants_of(self, node: Node) -> Wants:
        op, args = node.op, node.args
        if op == "decide":
            found = NOTHING
            for source in self._program.decisions[args[0]].sources:
                found |= self.wishes(source.guard) | self.reads(source.items)
            return found
        if op in ("pay", "transfer"):
            return self.reads(args) | Wants(self.goods_in(args[-1 if op == "transfer" else 1]))
        if op in ("log", "gain"):
            return NOTHING if op == "log" else self.reads(args)
        return self.reads(args)

    def reachable(self, entry: int, without: frozenset[int] = frozenset()) -> list[int]:
        """Return where code may get to from a pc."""
        found = [entry]
        seen = {entry, *without}
        for pc in found:
            for other in _successors(self._program, pc):
                if other not in seen:
                    seen.add(other)
                    found.append(other)
        return found

    def _predecessors(self) -> dict[int, list[int]]:
        if self._before is None:
            self._before = {}
            for pc in range(len(self._program.code)):
                for other in _successors(self._program, pc):
                    self._before.setdefault(other, []).append(pc)
        return self._before


def _successors(program: Program, pc: int) -> list[int]:
    """Return where code may go on; a call goes into the procedure and on behind it."""
    return entered(program, pc) + following(program, pc)


def _conjuncts(node: Node) -> tuple[Node, ...]:
    """Return the conditions of which all must hold."""
    return node.args if node.op == "and" else (node,)


def _pieces_in(value: Any, program: Program) -> list[int]:
    """Return the slots of the pieces that expressions about pieces alone ask for."""
    base = program.pieces_base
    every = range(base, base + len(program.piece_names))
    found: set[int] = set()
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, (tuple, list)):
            todo += one
        elif isinstance(one, Node):
            if one.op == "place_of" and one.args[0].op == "const":
                found.add(base + one.args[0].args[0])
            elif one.op in _PLAIN:
                todo += one.args
            else:
                return list(every)
    return sorted(found)


def _mask(items: Iterable[int]) -> int:
    found = 0
    for item in items:
        found |= 1 << item
    return found


def _goods_of(value: Any) -> int:
    """Return the mask of goods in bundles that are nested in tuples."""
    found = 0
    if isinstance(value, tuple):
        for good, part in enumerate(value):
            found |= _goods_of(part) if isinstance(part, tuple) else bool(part) << good
    return found
