"""Which slots expressions look at: an expression and who `me` is in; numbers of slots out.

The expression is followed with the values that names can have: a loop over a player's own cells
looks at the slots of those cells, and at no others. What cannot be followed is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import HEADER, Node

from ..kernel import ZONE_HEADER
from .facts import BINDERS, children
from .intervals import Where

if TYPE_CHECKING:
    from .unit import Unit

NOT_FOLLOWED = frozenset(
    {
        "actor",
        "can_afford",
        "can_house",
        "can_pay",
        "dice_sums",
        "good_of",
        "local",
        "mask_slot",
        "plan_uses",
        "plans",
        "possible",
        "stock",
        "store",
        "unknown",
    }
)
"""Operations that look at what changes all the time, or at more than the state."""

_MOST_VALUES = 400

Values = frozenset[int] | None
"""What an expression, or an element of a list, can be; None if that is not known."""


class Unknown(Exception):
    """It is not known which slots an expression looks at."""


def read_by(unit: Unit, node: Node, me: int) -> tuple[frozenset[int], bool] | None:
    """Return the slots that an expression without free names looks at, and whether it asks `me`.

    None if that is not known, or if one of them belongs to the run of the game or is a good.
    """
    walk = _Walk(unit, me)
    try:
        walk.values(node, {})
    except Unknown:
        return None
    program = unit.program
    goods = range(program.goods_base, program.goods_base + len(program.goods) * program.players)
    fleeting = {*range(HEADER), *goods, *program.goods_supply}
    return None if walk.slots & fleeting else (frozenset(walk.slots), walk.asks_me)


class _Walk:
    """Follows one expression."""

    def __init__(self, unit: Unit, me: int) -> None:
        self.unit = unit
        self.program = unit.program
        self.me = me
        self.asks_me = False
        self.slots: set[int] = set()

    def values(self, node: Node, env: Mapping[int, Values]) -> Values:
        """Note the slots an expression looks at; return what it can be."""
        op, args = node.op, node.args
        if op in NOT_FOLLOWED:
            raise Unknown
        if op in _WAYS:
            return _WAYS[op](self, env, *args)
        if op in BINDERS:
            return self._bound(op, args, env)
        found = [self.values(child, env) for child in children(args)]
        if op in _SUMS and len(found) == 2:
            return _combined(_SUMS[op], found[0], found[1])
        if op in _SAME:
            return _joined(found)
        return self._in_range(node, env)

    def _in_range(self, node: Node, env: Mapping[int, Values]) -> Values:
        ranges = {temp: (min(one), max(one)) for temp, one in env.items() if one}
        return _spread(self.unit.ranges.of(node, Where(ranges, me=(self.me, self.me))))

    def _bound(self, op: str, args: tuple[Any, ...], env: Mapping[int, Values]) -> Values:
        elements = self.values(args[0], env)
        inner = {**env, args[1]: elements}
        found = self.values(args[2], inner)
        for rest in args[3:]:
            found = _joined([found, self.values(rest, env)])
        if op in ("filter", "best", "sorted"):
            return elements
        if op in ("map", "largest", "smallest"):
            return found
        return frozenset((0, 1)) if op in ("every", "exists") else None

    def note(self, slots: Iterable[int]) -> None:
        """Note that slots are looked at."""
        for one in slots:
            if not 0 <= one < len(self.program.start):
                raise Unknown
            self.slots.add(one)


def _spread(values: tuple[int, int]) -> Values:
    low, high = values
    return frozenset(range(low, high + 1)) if high - low < _MOST_VALUES else None


def _joined(found: Iterable[Values]) -> Values:
    every: frozenset[int] = frozenset()
    for one in found:
        if one is None:
            return None
        every |= one
    return every


def _combined(how: Callable[[int, int], int], one: Values, other: Values) -> Values:
    if one is None or other is None or len(one) * len(other) > _MOST_VALUES:
        return None
    return frozenset(how(a, b) for a in one for b in other)


_SUMS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
}
# What these give is one of the things they are given.
_SAME = frozenset({"concat", "first", "last", "nth", "only", "rotate", "tuple", "union", "without"})
_ABSENT = frozenset((-1,))


def _const(w: _Walk, env: Mapping[int, Values], value: Any) -> Values:
    if isinstance(value, int):
        return frozenset((value,))
    if all(isinstance(one, int) for one in value):
        return frozenset(value)
    return None


def _temp(w: _Walk, env: Mapping[int, Values], temp: int) -> Values:
    if temp not in env:
        raise Unknown
    return env[temp]


def _me(w: _Walk, env: Mapping[int, Values]) -> Values:
    w.asks_me = True
    return frozenset((w.me,))


def _slot(w: _Walk, env: Mapping[int, Values], number: int) -> Values:
    w.note((number,))
    return _spread(w.unit.ranges.slot(number))


def _index(w: _Walk, env: Mapping[int, Values], index: Node) -> list[int]:
    found = w.values(index, env)
    if found is None:
        raise Unknown
    return [one for one in found if one >= 0]


def _at(w: _Walk, env: Mapping[int, Values], base: int, stride: int, index: Node) -> Values:
    slots = [base + stride * one for one in _index(w, env, index)]
    w.note(slots)
    return _joined(_spread(w.unit.ranges.slot(one)) for one in slots)


def _table(w: _Walk, env: Mapping[int, Values], number: int, index: Node) -> Values:
    row = w.program.tables[number]
    wanted = w.values(index, env)
    places = range(len(row)) if wanted is None else [n for n in wanted if 0 <= n < len(row)]
    return _joined(_const(w, env, row[place]) for place in places)


def _zone(w: _Walk, env: Mapping[int, Values], zone: Node) -> Values:
    for number in _index(w, env, zone):
        found = w.program.zones[number]
        w.note([found.base])
        w.note(range(found.base + ZONE_HEADER, found.base + ZONE_HEADER + found.capacity))
    return frozenset(range(len(w.program.piece_names)))


def _zonelen(w: _Walk, env: Mapping[int, Values], zone: Node) -> Values:
    w.note([w.program.zones[number].base for number in _index(w, env, zone)])
    return None


def _place_of(w: _Walk, env: Mapping[int, Values], piece: Node) -> Values:
    slots = [w.program.pieces_base + one for one in _index(w, env, piece)]
    w.note(slots)
    return frozenset(range(-1, len(w.program.zones) + w.program.cells))


def _let(w: _Walk, env: Mapping[int, Values], temp: int, value: Node, body: Node) -> Values:
    return w.values(body, {**env, temp: w.values(value, env)})


def _if(w: _Walk, env: Mapping[int, Values], test: Node, then: Node, other: Node) -> Values:
    w.values(test, env)
    return _joined([w.values(then, env), w.values(other, env)])


def _border(w: _Walk, env: Mapping[int, Values], board: int, region: Node, edges: Node) -> Values:
    w.values(edges, env)
    inside = w.values(region, env)
    if inside is None:
        return None
    form = w.unit.reference.tables.forms[board]
    first, size = form.first_cell, form.cells
    boards = {form.instance(cell) for cell in inside}
    return frozenset(first + size * one + cell for one in boards for cell in range(size))


def _reach(
    w: _Walk, env: Mapping[int, Values], board: int, start: Node, cells: Node, edges: Node
) -> Values:
    w.values(edges, env)
    return _joined([w.values(start, env), w.values(cells, env)])


def _call(w: _Walk, env: Mapping[int, Values], number: int, args: Any, me: Node) -> Values:
    given = {temp: w.values(arg, env) for temp, arg in enumerate(args)}
    players = [w.me] if me.op == "me" else w.values(me, env)
    if players is None:
        raise Unknown
    found: list[Values] = []
    before = w.me, w.asks_me
    for one in players:
        w.me = one
        found.append(w.values(w.program.functions[number].body, given))
        if me.op != "me":
            w.asks_me = before[1]
    w.me = before[0]
    return _joined(found)


def _dispatch(
    w: _Walk, env: Mapping[int, Values], table: Any, index: Node, args: Any, me: Node
) -> Values:
    row = w.unit.facts.row(table)
    found: list[Values] = [frozenset((0,))]
    for number in {row[one] for one in _index(w, env, index) if one < len(row)}:
        if number >= 0:
            found.append(_call(w, env, number, args, me))
    return _joined(found)


_WAYS: dict[str, Callable[..., Values]] = {
    "at": _at,
    "border": _border,
    "call": _call,
    "const": _const,
    "dispatch": _dispatch,
    "if": _if,
    "let": _let,
    "me": _me,
    "place_of": _place_of,
    "reach": _reach,
    "slot": _slot,
    "table": _table,
    "temp": _temp,
    "zone": _zone,
    "zonelen": _zonelen,
}
