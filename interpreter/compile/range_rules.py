"""How large the value of each operation can get: the ranges of its arguments in, its own out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Node

from .intervals import ANY, FLAG, MOST, Range, Where, clamped, hull, of_constant

if TYPE_CHECKING:
    from .ranges import Ranges

_MOST_ELEMENTS = 1_000_000
_PACKED = 14

_Rule = Callable[..., Range]
RULES: dict[str, _Rule] = {}
"""The range of each operation, from the ranges, the place and the arguments."""


def _rule(*names: str) -> Callable[[_Rule], _Rule]:
    def register(function: _Rule) -> _Rule:
        for name in names:
            RULES[name] = function
        return function

    return register


@_rule("const")
def _const(r: Ranges, w: Where, value: Any) -> Range:
    return of_constant(value)


@_rule("slot")
def _slot(r: Ranges, w: Where, number: int) -> Range:
    return r.slot(number)


@_rule("at")
def _at(r: Ranges, w: Where, base: int, stride: int, index: Node) -> Range:
    return r.run(base, stride, r.of(index, w))


@_rule("local")
def _local(r: Ranges, w: Where, number: int) -> Range:
    return w.local(number)


@_rule("temp")
def _temp(r: Ranges, w: Where, number: int) -> Range:
    return w.temps.get(number, ANY)


@_rule("me")
def _me(r: Ranges, w: Where) -> Range:
    return w.me


@_rule("table")
def _table(r: Ranges, w: Where, table: int, index: Node) -> Range:
    low, high = r.of(index, w)
    row = r.program.tables[table]
    if 0 <= low <= high < len(row):
        return of_constant(tuple(row[low : high + 1]))
    return r.tables[table]


@_rule("add")
def _add(r: Ranges, w: Where, a: Node, b: Node) -> Range:
    (low, high), (less, more) = r.of(a, w), r.of(b, w)
    return clamped(low + less, high + more)


@_rule("sub")
def _sub(r: Ranges, w: Where, a: Node, b: Node) -> Range:
    (low, high), (less, more) = r.of(a, w), r.of(b, w)
    return clamped(low - more, high - less)


@_rule("mul")
def _mul(r: Ranges, w: Where, a: Node, b: Node) -> Range:
    one, other = r.of(a, w), r.of(b, w)
    ends = [x * y for x in one for y in other]
    return clamped(min(ends), max(ends))


@_rule("div")
def _div(r: Ranges, w: Where, a: Node, b: Node) -> Range:
    low, high = r.of(a, w)
    return (min(low, -high), max(high, -low)) if (low, high) != ANY else ANY


@_rule("mod")
def _mod(r: Ranges, w: Where, a: Node, b: Node) -> Range:
    less, more = r.of(b, w)
    return (0, more - 1) if less > 0 else ANY


@_rule("neg")
def _neg(r: Ranges, w: Where, a: Node) -> Range:
    low, high = r.of(a, w)
    return -high, -low


@_rule("eq", "ne", "lt", "le", "gt", "ge", "not", "and", "or", "any", "every", "exists", "in",
       "can_pay", "can_afford", "fits", "can_house", "possible")  # fmt: skip
def _flag(r: Ranges, w: Where, *args: Any) -> Range:
    return FLAG


@_rule("if")
def _if(r: Ranges, w: Where, test: Node, then: Node, other: Node) -> Range:
    return hull((r.of(then, w), r.of(other, w)))


@_rule("min")
def _min(r: Ranges, w: Where, *args: Node) -> Range:
    found = [r.of(arg, w) for arg in args]
    return min(low for low, _ in found), min(high for _, high in found)


@_rule("max")
def _max(r: Ranges, w: Where, *args: Node) -> Range:
    found = [r.of(arg, w) for arg in args]
    return max(low for low, _ in found), max(high for _, high in found)


@_rule("let")
def _let(r: Ranges, w: Where, temp: int, value: Node, body: Node) -> Range:
    return r.of(body, w.bind(temp, r.of(value, w)))


@_rule("call")
def _call(r: Ranges, w: Where, function: int, args: Any, me: Node) -> Range:
    return r.result(function)


@_rule("dispatch")
def _dispatch(r: Ranges, w: Where, table: Any, index: Node, args: Any, me: Node) -> Range:
    row = r.facts.row(table)
    return hull([(0, 0), *(r.result(number) for number in set(row) if number >= 0)])


@_rule("tuple", "concat", "union")
def _all(r: Ranges, w: Where, *args: Node) -> Range:
    return hull(r.of(arg, w) for arg in args)


@_rule("filter", "best", "sorted", "without", "rotate")
def _same(r: Ranges, w: Where, items: Node, *rest: Any) -> Range:
    return r.of(items, w)


@_rule("map")
def _map(r: Ranges, w: Where, items: Node, temp: int, body: Node) -> Range:
    return r.of(body, w.bind(temp, r.of(items, w)))


@_rule("zone", "unknown")
def _zone(r: Ranges, w: Where, zone: Node) -> Range:
    return r.pieces


@_rule("zonelen")
def _zonelen(r: Ranges, w: Where, zone: Node) -> Range:
    return 0, max((one.capacity for one in r.program.zones), default=0)


@_rule("place_of")
def _place_of(r: Ranges, w: Where, piece: Node) -> Range:
    return -1, len(r.program.zones) + r.program.cells - 1


@_rule("range")
def _range(r: Ranges, w: Where, first: Node, last: Node) -> Range:
    (low, _), (_, high) = r.of(first, w), r.of(last, w)
    return (low, high) if low <= high else (low, low)


@_rule("count")
def _count(r: Ranges, w: Where, items: Node) -> Range:
    return 0, _MOST_ELEMENTS


@_rule("sum")
def _sum(r: Ranges, w: Where, items: Node, temp: int, body: Node) -> Range:
    low, high = r.of(body, w.bind(temp, r.of(items, w)))
    most = len(items.args[0]) if items.op == "const" else _MOST_ELEMENTS
    return clamped(min(low, 0) * most, max(high, 0) * most)


@_rule("largest", "smallest")
def _extreme(r: Ranges, w: Where, items: Node, temp: int, body: Node, other: Node) -> Range:
    return hull((r.of(body, w.bind(temp, r.of(items, w))), r.of(other, w)))


@_rule("first", "last", "only", "nth")
def _one(r: Ranges, w: Where, items: Node, *rest: Node) -> Range:
    return hull(((-1, -1), r.of(items, w)))


@_rule("mask", "bits", "mask_with", "pack", "mask_and", "mask_drop", "mask_tail", "subsets",
       "combos", "dice_sums")  # fmt: skip
def _positive(r: Ranges, w: Where, *rest: Any) -> Range:
    return 0, MOST


@_rule("members")
def _members(r: Ranges, w: Where, mask: Node, base: int) -> Range:
    low, high = r.of(mask, w)
    return base, base + high.bit_length() if low >= 0 and high < MOST else MOST


@_rule("pack_head")
def _pack_head(r: Ranges, w: Where, packed: Node) -> Range:
    return -1, _PACKED


@_rule("pack_tail")
def _pack_tail(r: Ranges, w: Where, packed: Node) -> Range:
    return 0, MOST


@_rule("mask_slot")
def _mask_slot(r: Ranges, w: Where, base: int, lowest: int, cells: int, value: Node) -> Range:
    return 0, (1 << cells) - 1


@_rule("has_bit")
def _has_bit(r: Ranges, w: Where, mask: Node, cell: Node) -> Range:
    return 0, 1


@_rule("mask_last")
def _mask_last(r: Ranges, w: Where, mask: Node, base: int) -> Range:
    return -1, base + 61


@_rule("mask_head")
def _mask_head(r: Ranges, w: Where, mask: Node, base: int) -> Range:
    return -1, MOST


@_rule("good_of")
def _good_of(r: Ranges, w: Where, good: Node, player: Node) -> Range:
    return 0, max(r.program.goods_max, default=0)


@_rule("sides_of")
def _sides_of(r: Ranges, w: Where, *rest: Any) -> Range:
    return 0, 15


@_rule("spot_cells")
def _spot_cells(r: Ranges, w: Where, *rest: Any) -> Range:
    return 0, max(r.program.cells - 1, 0)


@_rule("reach", "border")
def _cells(r: Ranges, w: Where, board: int, *lists: Node) -> Range:
    # Of cells that are not there nobody knows what they reach.
    there = all(r.of(one, w)[0] >= 0 for one in lists[:-1])
    return (0, max(r.program.cells - 1, 0)) if there else ANY


@_rule("spots")
def _spots(r: Ranges, w: Where, table: int, allowed: Node, first: int, cells: int) -> Range:
    return (0, MOST) if r.of(allowed, w)[0] >= first else ANY
