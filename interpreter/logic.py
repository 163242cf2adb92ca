"""Conditions as propositions: nodes in; whether some of them imply another one out.

A condition is taken apart into parts that are true or false. What is known of parts: a number that
is greater than 3 is greater than 2; a payment needs its goods; where there is room for more, there
is room for less, and no room is lacking where nothing needs one. Whatever cannot be taken apart is
a part by itself, so the answer yes is always right, and no may mean that it was not found out.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from rulewright.dsl.program import Node, Program

from . import kernel, payments
from .conditions import BINDERS, ONE, ZERO, folded, renamed
from .relevance import Relevance
from .symbols import Symbols
from .things import Known
from .values import Values

MOST_PARTS = 11
_MIRRORED = {"gt": "lt", "lt": "gt", "ge": "le", "le": "ge"}


class Formula(NamedTuple):
    """`op` is and, or, not, true, false or part; the only argument of a part is a node."""

    op: str
    args: tuple[Any, ...] = ()


TRUE = Formula("true")
FALSE = Formula("false")


def all_of(*parts: Formula) -> Formula:
    """Return that all of these hold."""
    kept = [part for part in parts if part != TRUE]
    if FALSE in kept:
        return FALSE
    return kept[0] if len(kept) == 1 else Formula("and", tuple(kept)) if kept else TRUE


def any_of(*parts: Formula) -> Formula:
    """Return that one of these holds."""
    kept = [part for part in parts if part != FALSE]
    if TRUE in kept:
        return TRUE
    return kept[0] if len(kept) == 1 else Formula("or", tuple(kept)) if kept else FALSE


def none_of(part: Formula) -> Formula:
    """Return that this does not hold."""
    if part.op in ("true", "false"):
        return FALSE if part == TRUE else TRUE
    return part.args[0] if part.op == "not" else Formula("not", (part,))


class Logic:
    """Answers for one Program."""

    def __init__(self, program: Program, relevance: Relevance) -> None:
        self._program = program
        self._relevance = relevance
        self._values = Values(program, relevance)
        self._implied: dict[tuple[tuple[Formula, ...], Formula], bool] = {}

    # ------------------------------------------------------------ conditions

    def of(self, node: Node) -> Formula:
        """Return a condition as a formula."""
        op, args = node.op, node.args
        if op == "const":
            return TRUE if args[0] else FALSE
        if op in ("and", "or"):
            return (all_of if op == "and" else any_of)(*[self.of(arg) for arg in args])
        if op == "not":
            return none_of(self.of(args[0]))
        if op in _MIRRORED:
            return self._compared(op, *args)
        if op in ("eq", "ne") and args[1].op == "const" and isinstance(args[1].args[0], int):
            least = self._compared("ge", *args)
            same = all_of(least, self._compared("le", *args))
            return same if op == "eq" else none_of(same)
        if op == "call":
            inside = self._values.inlined(node, Symbols())
            if inside is not None:
                return self.of(inside)
        if op == "can_pay" and args[0].op == "me":
            return self._payable(node)
        if op == "can_house" and args[1].op == "me":
            simple = self.simple(args[2])
            return Formula("part", (Node("can_house", (args[0], args[1], simple)),))
        if op == "any" and args[0].op == "filter":
            return Formula("part", (Node("exists", args[0].args),))
        return Formula("part", (node,))

    def _compared(self, op: str, one: Node, other: Node) -> Formula:
        """Return a comparison by way of parts `gt(number, constant)`, or le(number, number)."""
        if one.op == "const" and other.op != "const":
            op, one, other = _MIRRORED[op], other, one
        if other.op != "const":
            if op in ("ge", "gt"):
                op, one, other = _MIRRORED[op], other, one
            if op == "le":
                return Formula("part", (Node("le", (one, other)),))
            return none_of(Formula("part", (Node("le", (other, one)),)))
        edge = other.args[0] - (op in ("ge", "lt"))
        if one.op == "const":
            above = TRUE if one.args[0] > edge else FALSE
        elif self._least(one) > edge:
            above = TRUE
        else:
            above = Formula("part", (Node("gt", (one, Node("const", (edge,)))),))
        return above if op in ("gt", "ge") else none_of(above)

    def _payable(self, node: Node) -> Formula:
        """Return when a cost whose alternatives are known can be paid."""
        cost = node.args[1]
        if cost.op == "const":
            bundles = [dict(enumerate(bundle)) for bundle in cost.args[0]]
            ways = [{g: Node("const", (n,)) for g, n in one.items() if n} for one in bundles]
        elif cost.op == "costs" and all(bundle.op == "bundle" for bundle in cost.args):
            ways = [dict(bundle.args) for bundle in cost.args]
            if any(len(way) < len(one.args) for way, one in zip(ways, cost.args, strict=True)):
                return Formula("part", (node,))
        else:
            return Formula("part", (node,))
        return any_of(
            *[
                all_of(*[self._compared("ge", self._mine(g), n) for g, n in way.items()])
                for way in ways
            ]
        )

    def _mine(self, good: int) -> Node:
        """Return how much of a good the player has."""
        width = len(self._program.goods)
        return Node("at", (self._program.goods_base + good, width, Node("me")))

    def _least(self, node: Node) -> float:
        """Return a number that an expression is never below."""
        op, args = node.op, node.args
        if op == "const" and isinstance(args[0], int):
            return args[0]
        if op == "max":
            return max(map(self._least, args))
        if op in ("add", "min"):
            return (sum if op == "add" else min)(map(self._least, args))
        if op == "count":
            return 0
        if op == "if":
            return min(self._least(args[1]), self._least(args[2]))
        if op == "call":
            inside = self._values.inlined(node, Symbols())
            return float("-inf") if inside is None else self._least(inside)
        first = self._program.goods_base
        end = first + self._program.players * len(self._program.goods)
        if op in ("at", "slot") and first <= args[0] < end:
            return 0
        extent = self._relevance.things.extents.of(node)
        return float("-inf") if extent is None else extent[0]

    # ------------------------------------------------------------ constants

    def with_element(self, condition: Node, temp: int, element: Node) -> Formula:
        """Return a condition about an element, for one of which the value is known."""
        return self.of(self.simple(renamed(condition, {temp: element})))

    def simple(self, node: Node) -> Node:
        """Return an expression with all worked out that depends on constants only."""
        found = self._simple(node)
        assert isinstance(found, Node)
        return found

    def _simple(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([self._simple(part) for part in value])
        if not isinstance(value, Node) or value.op == "const" or value.op in BINDERS:
            return value
        if value.op == "call":
            inside = self._values.inlined(value, Symbols())
            if inside is not None:
                done = self._simple(inside)
                return done if done.op == "const" else value
        node = Node(value.op, self._simple(value.args), value.span)
        return _worked_out(node, len(self._program.goods))

    # ------------------------------------------------------------ implications

    def implied(self, facts: tuple[Formula, ...], goal: Formula) -> bool:
        """Say whether a formula surely holds where all of some others do."""
        if goal in (TRUE, FALSE):
            return goal == TRUE
        key = (facts, goal)
        if key not in self._implied:
            self._implied[key] = self._imply(facts, goal)
        return self._implied[key]

    def _imply(self, facts: tuple[Formula, ...], goal: Formula) -> bool:
        wanted = _parts(goal)
        parts = dict.fromkeys(wanted)
        # Facts that share no part with others do not matter.
        left = list(facts)
        grown = True
        while grown:
            grown = False
            for fact in left[:]:
                other = _parts(fact)
                if any(part in parts or self._related(part, parts) for part in other):
                    parts.update(dict.fromkeys(other))
                    left.remove(fact)
                    grown = True
        used = [fact for fact in facts if fact not in left]
        names = list(parts)
        if len(names) > MOST_PARTS:
            return False
        rules = self._rules(names)
        for values in product((False, True), repeat=len(names)):
            case = dict(zip(names, values, strict=True))
            if (
                not _holds(goal, case)
                and all(_holds(rule, case) for rule in rules)
                and all(_holds(fact, case) for fact in used)
            ):
                return False
        return True

    def _related(self, part: Node, others: dict[Node, None]) -> bool:
        houses = self._houses_in(part)
        for other in others:
            if part.op == other.op == "gt" and part.args[0] == other.args[0]:
                return True
            if houses & self._houses_in(other):
                return True
        return False

    def _houses_in(self, part: Node) -> set[int]:
        """Return the housings that a part says there is some room in."""
        known: Known = {}
        conditions = [part]
        if part.op == "exists":
            known = {part.args[1]: self._relevance.things.extents.of(part.args[0])}
            conditions = [part.args[2]]
        found = set()
        while conditions:
            one = conditions.pop()
            if one.op == "and":
                conditions += one.args
            elif one.op == "call":
                inside = self._values.inlined(one, Symbols())
                conditions += [inside] if inside is not None else []
            elif one.op == "can_house" and one.args[1].op == "me":
                helper = self._program.housing[one.args[0]][1]
                if helper < 0 or helper not in self._goods(one.args[2], known):
                    found.add(one.args[0])
        return found

    def _goods(self, bundle: Node, known: Known) -> range | set[int]:
        """Return goods that a bundle may contain."""
        op, args = bundle.op, bundle.args
        if op == "nth_bundle" and args[0].op == "costs" and len(args[0].args) == 1:
            return self._goods(args[0].args[0], known)
        if op == "bundle1":
            extent = self._relevance.things.extents.of(args[0], known)
            if extent is not None:
                return range(extent[0], extent[1] + 1)
        mask = self._relevance.goods_in(bundle)
        return {good for good in range(len(self._program.goods)) if mask >> good & 1}

    def _rules(self, parts: list[Node]) -> list[Formula]:
        """Return what always holds of some parts."""
        found = []
        for part in parts:
            for other in parts:
                if part.op == other.op == "gt" and part.args[0] == other.args[0]:
                    if part.args[1].args[0] > other.args[1].args[0]:
                        found.append(_then(part, other))
                elif (
                    other.op == "can_house"
                    and part != other
                    and self._is_empty(other)
                    and other.args[0] in self._houses_in(part)
                ):
                    found.append(_then(part, other))
            if part.op == "can_house" and self._is_empty(part):
                # Without anything to house there is room.
                goods = self._program.housing[part.args[0]][0]
                needs = [Node("gt", (self._mine(good), ZERO)) for good in goods]
                if all(need in parts for need in needs):
                    some = [Formula("part", (need,)) for need in needs]
                    found.append(any_of(Formula("part", (part,)), *some))
        return found

    def _is_empty(self, part: Node) -> bool:
        return part.args[2].op == "const" and not any(part.args[2].args[0])


def _then(one: Node, other: Node) -> Formula:
    return any_of(none_of(Formula("part", (one,))), Formula("part", (other,)))


def _parts(formula: Formula) -> list[Node]:
    if formula.op == "part":
        return list(formula.args)
    return [part for each in formula.args for part in _parts(each)]


def _holds(formula: Formula, case: dict[Node, bool]) -> bool:
    op, args = formula
    if op == "part":
        return case[args[0]]
    if op == "and":
        return all(_holds(part, case) for part in args)
    if op == "or":
        return any(_holds(part, case) for part in args)
    if op == "not":
        return not _holds(args[0], case)
    return op == "true"


def _worked_out(node: Node, width: int) -> Node:
    """Return an operation on constants as what it gives."""
    op, args = node.op, node.args
    if op == "bundle" and all(amount.op == "const" for _, amount in args):
        amounts = [0] * width
        for good, amount in args:
            amounts[good] += amount.args[0]
        return Node("const", (tuple(amounts),))
    if op in BINDERS or not all(arg.op == "const" for arg in args if isinstance(arg, Node)):
        return folded(node)
    known = [arg.args[0] if isinstance(arg, Node) else arg for arg in args]
    if op == "members":
        return Node("const", (kernel.members(*known),))
    if op == "count":
        return Node("const", (len(known[0]),))
    if op == "in":
        return ONE if known[0] in known[1] else ZERO
    if op == "costs":
        return Node("const", (tuple(known),))
    if op == "cost_and":
        return Node("const", (payments.all_of(*known),))
    return folded(node)
