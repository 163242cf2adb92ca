"""Expressions over zones, goods and boards: see `scope` for how they are called."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.geometry.sides import fits
from rulewright.dsl.program import Node

from . import boards, kernel, payments
from .scope import Scope, flag, of_values, operation

# ------------------------------------------------------------------------------- pieces and zones


@operation("zone")
def _zone(s: Scope, zone: Node) -> tuple[int, ...]:
    return kernel.zone_items(s.backend.tables, s.v, s.value(zone))


@operation("zonelen")
def _zonelen(s: Scope, zone: Node) -> int:
    return kernel.zone_length(s.backend.tables, s.v, s.value(zone))


@operation("place_of")
def _place_of(s: Scope, piece: Node) -> int:
    return kernel.place_of(s.backend.tables, s.v, s.value(piece))


@operation("unknown")
def _unknown(s: Scope, zone: Node) -> tuple[int, ...]:
    return kernel.unknown(s.backend.tables, s.v, s.value(zone))


# ------------------------------------------------------------------------------- goods

of_values("bundle_add", kernel.add)
of_values("bundle_floor", kernel.floor)
of_values("bundle_total", sum)
of_values("bundle_get", lambda bundle, good: bundle[kernel.index_of(good, len(bundle))])
of_values("bundle_scale", lambda bundle, n: tuple(amount * n for amount in bundle))
of_values("nth_bundle", lambda bundles, n: bundles[kernel.index_of(n, len(bundles))])
of_values("costs", lambda *bundles: bundles)
of_values("cost_or", lambda *costs: payments.any_of(costs))
of_values("cost_and", payments.all_of)
of_values("cost_plus", payments.plus)


@operation("bundle")
def _bundle(s: Scope, *parts: tuple[int, Node]) -> tuple[int, ...]:
    amounts = [0] * s.backend.tables.goods
    for good, amount in parts:
        amounts[good] += s.value(amount)
    return tuple(amounts)


@operation("bundle1")
def _bundle1(s: Scope, good: Node, amount: Node) -> tuple[int, ...]:
    width = s.backend.tables.goods
    chosen = kernel.index_of(s.value(good), width)
    count = s.value(amount)
    return tuple(count if number == chosen else 0 for number in range(width))


@operation("different")
def _different(s: Scope, count: int | Node, goods: tuple[int, ...]) -> payments.Cost:
    number = s.value(count) if isinstance(count, Node) else count
    return payments.different(number, goods, s.backend.tables.goods)


@operation("stock")
def _stock(s: Scope, player: Node) -> tuple[int, ...]:
    return kernel.stock(s.backend.tables, s.v, s.value(player))


@operation("store")
def _store(s: Scope, store: int, index: Node) -> tuple[int, ...]:
    return kernel.stored(s.backend.tables, s.v, store, s.value(index))


@operation("good_of")
def _good_of(s: Scope, good: Node, player: Node) -> int:
    chosen = kernel.index_of(s.value(good), s.backend.tables.goods)
    return kernel.stock(s.backend.tables, s.v, s.value(player))[chosen]


@operation("can_pay")
def _can_pay(s: Scope, player: Node, cost: Node) -> int:
    held = kernel.stock(s.backend.tables, s.v, s.value(player))
    return int(payments.can_pay(held, s.value(cost)))


@operation("can_afford")
def _can_afford(s: Scope, player: Node, cost: Node, flags: tuple[Node, ...]) -> int:
    held = kernel.stock(s.backend.tables, s.v, s.value(player))
    usable = tuple(s.value(flag) for flag in flags)
    return int(payments.can_afford(s.backend.tables, held, s.value(cost), usable))


def _ways(s: Scope, player: Node, cost: Node, swaps: tuple[Any, ...]) -> tuple[payments.Way, ...]:
    held = kernel.stock(s.backend.tables, s.v, s.value(player))
    in_force: list[payments.Swap] = []
    for number, (goods, units, given, times, condition, costly) in enumerate(swaps):
        if condition is None or s.value(condition):
            in_force += payments.swaps_for(number, goods, units, s.value(given), times, costly)
    return payments.ways(held, s.value(cost), in_force)


@operation("plans")
def _plans(s: Scope, player: Node, cost: Node, swaps: tuple[Any, ...]) -> payments.Cost:
    return tuple(way.bundle for way in _ways(s, player, cost, swaps))


@operation("plan_uses")
def _plan_uses(
    s: Scope, player: Node, cost: Node, swaps: tuple[Any, ...], plan: Node
) -> tuple[int, ...]:
    found = _ways(s, player, cost, swaps)
    uses = dict(found[kernel.index_of(s.value(plan), len(found))].uses)
    return tuple(uses.get(number, 0) for number in range(len(swaps)))


# ------------------------------------------------------------------------------- queries

flag("fits", lambda pattern, sides: fits(pattern & 15, pattern >> 4, sides))


@operation("reach")
def _reach(s: Scope, board: int, start: Node, cells: Node, edges: Node) -> tuple[int, ...]:
    form = s.backend.tables.forms[board]
    return boards.reach(form, s.value(start), s.value(cells), s.value(edges))


@operation("border")
def _border(s: Scope, board: int, region: Node, edges: Node) -> tuple[int, ...]:
    return boards.border(s.backend.tables.forms[board], s.value(region), s.value(edges))


@operation("sides_of")
def _sides_of(s: Scope, board: int, cell: Node, edges: Node) -> int:
    where = kernel.present(s.value(cell))
    return boards.sides_of(s.backend.tables.forms[board], where, s.value(edges))


@operation("spots")
def _spots(s: Scope, table: int, allowed: Node, first: int, cells: int) -> tuple[int, ...]:
    placements = s.backend.program.placements[table]
    return boards.spots(placements, s.value(allowed), first, cells)


@operation("spot_cells")
def _spot_cells(s: Scope, table: int, spot: Node, first: int, cells: int) -> tuple[int, ...]:
    placements = s.backend.program.placements[table]
    return boards.spot_cells(placements, kernel.present(s.value(spot)), first, cells)


@operation("dice_sums")
def _dice_sums(
    s: Scope, dice: Node, slots: int, target: Node, shift: Node, base: int
) -> tuple[int, ...]:
    shown = [(die, s.v[slots + die]) for die in s.value(dice)]
    return payments.dice_sums(shown, s.value(target), s.value(shift), base)


@operation("can_house")
def _can_house(s: Scope, housing: int, player: Node, extra: Node) -> int:
    goods, helper, places = s.backend.program.housing[housing]
    owner = s.value(player)
    held = kernel.add(kernel.stock(s.backend.tables, s.v, owner), s.value(extra))
    inner = Scope(s.backend, s.v, s.k, owner, {})
    found = []
    for source, temp, capacity, accepted, one_kind, watched in places:
        for _, room in inner.values(source, temp, capacity):
            found.append(payments.place_modes(room, accepted, one_kind, watched, goods))
    return int(payments.house(held, goods, helper, found))


@operation("possible")
def _possible(s: Scope, pc: int, nlocals: int, args: tuple[Node, ...]) -> int:
    values = tuple(s.value(arg) for arg in args)
    return int(s.backend.looker().possible(s.v, s.k, pc, nlocals, values, s.me))
