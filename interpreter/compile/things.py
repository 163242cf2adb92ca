"""Zones, goods and boards as Python: see `lower` for how the functions are called."""

from __future__ import annotations

import ast
from typing import Any

from rulewright.dsl.program import Node

from ..kernel import ZONE_HEADER
from .intervals import fits
from .loops import each, source
from .lower import ENDS, ITEMS, TESTS, VALUES, Env, Known, Lowering, Variable, writes
from .pyast import (
    Out,
    again,
    any_of,
    append,
    assign,
    binary,
    both,
    call,
    compare,
    const,
    do,
    either,
    grow,
    item,
    load,
    loop,
    number_in,
    part,
    plus,
    store,
    times,
    tuple_of,
    when,
)
from .scalars import index_of, present

TABLES = "G"
"""The name of `kernel.Tables` in generated code."""

# ------------------------------------------------------------------------------- pieces and zones


def zone_base(w: Lowering, out: Out, zone: Node) -> ast.expr:
    """Return the slot where a zone starts."""
    static = w.static(zone)
    zones = w.unit.program.zones
    if isinstance(static, Known) and 0 <= static.value < len(zones):
        return const(zones[static.value].base)
    tree = index_of(w, w.value(zone, out), w.range(zone), len(zones))
    return item(load("Z"), tree)


@writes(ITEMS, "zone")
def _zone(w: Lowering, out: Out, zone: Node) -> ast.expr:
    first, base = w.twice(zone_base(w, out, zone))
    length = item(load("v"), base)
    end = binary(plus(again(base), ZONE_HEADER), "+", length)
    return part(load("v"), plus(first, ZONE_HEADER), end)


@writes(TESTS, "zone")
@writes(VALUES, "zonelen")
def _zonelen(w: Lowering, out: Out, zone: Node) -> ast.expr:
    return item(load("v"), zone_base(w, out, zone))


@writes(ENDS, "zone")
def _zone_end(w: Lowering, out: Out, zone: Node, last: bool) -> ast.expr:
    first, base = w.twice(zone_base(w, out, zone))
    length, again_length = w.twice(item(load("v"), first))
    start = plus(base, ZONE_HEADER - 1 if last else ZONE_HEADER)
    place = binary(start, "+", again_length) if last else start
    if last and isinstance(base, ast.Constant):
        place = plus(again_length, number_in(base) + ZONE_HEADER - 1)
    return either(length, item(load("v"), place), const(-1))


@writes(VALUES, "place_of")
def _place_of(w: Lowering, out: Out, piece: Node) -> ast.expr:
    base = w.unit.program.pieces_base
    static = w.address(base, 1, piece)
    if static is not None:
        return item(load("v"), static)
    tree = present(w, w.value(piece, out), w.range(piece))
    return item(load("v"), plus(tree, base))


@writes(TESTS, "unknown")
def _unknown_test(w: Lowering, out: Out, zone: Node) -> ast.expr:
    base = zone_base(w, out, zone)
    if not isinstance(base, ast.Constant):
        base = w.hold(base, out)
    length = item(load("v"), again(base))
    return both([length, compare(item(load("v"), plus(again(base), 1)), ">=", again(length))])


@writes(VALUES, "unknown")
def _unknown(w: Lowering, out: Out, zone: Node) -> ast.expr:
    return call("unknown", load(TABLES), load("v"), w.value(zone, out))


# ------------------------------------------------------------------------------- goods


def goods_base(w: Lowering, out: Out, player: Node) -> ast.expr:
    """Return the slot where a player's goods start."""
    program = w.unit.program
    tree = index_of(w, w.value(player, out), w.range(player), program.players)
    return plus(times(tree, w.unit.width), program.goods_base)


@writes(ITEMS, "stock")
def _stock(w: Lowering, out: Out, player: Node) -> ast.expr:
    first, base = w.twice(goods_base(w, out, player))
    return part(load("v"), first, plus(base, w.unit.width))


@writes(VALUES, "good_of")
def _good_of(w: Lowering, out: Out, good: Node, player: Node) -> ast.expr:
    which = index_of(w, w.value(good, out), w.range(good), w.unit.width)
    base = goods_base(w, out, player)
    if isinstance(which, ast.Constant):
        return item(load("v"), plus(base, number_in(which)))
    return item(load("v"), binary(base, "+", which))


@writes(VALUES, "store")
def _store(w: Lowering, out: Out, store: int, index: Node) -> ast.expr:
    return call("stored", load(TABLES), load("v"), const(store), w.value(index, out))


@writes(VALUES, "bundle")
def _bundle(w: Lowering, out: Out, *parts: tuple[int, Node]) -> ast.expr:
    amounts: list[ast.expr | None] = [None] * w.unit.width
    for good, amount in parts:
        tree = w.value(amount, out)
        before = amounts[good]
        amounts[good] = tree if before is None else binary(before, "+", tree)
    return tuple_of(const(0) if amount is None else amount for amount in amounts)


@writes(VALUES, "bundle1")
def _bundle1(w: Lowering, out: Out, good: Node, amount: Node) -> ast.expr:
    width = w.unit.width
    which = index_of(w, w.value(good, out), w.range(good), width)
    tree = w.value(amount, out)
    if isinstance(which, ast.Constant):
        return tuple_of(tree if good == which.value else const(0) for good in range(width))
    return call("bundle1", which, tree, const(width))


def _of_values(name: str, helper: str) -> None:
    @writes(VALUES, name)
    def write(w: Lowering, out: Out, *args: Node) -> ast.expr:
        return call(helper, *[w.value(arg, out) for arg in args])


_of_values("bundle_add", "bundle_add")
_of_values("bundle_floor", "bundle_floor")
_of_values("bundle_scale", "bundle_scale")
_of_values("bundle_total", "sum")
_of_values("cost_and", "cost_and")
_of_values("cost_plus", "cost_plus")


@writes(VALUES, "costs")
def _costs(w: Lowering, out: Out, *bundles: Node) -> ast.expr:
    return tuple_of(w.value(bundle, out) for bundle in bundles)


@writes(VALUES, "cost_or")
def _cost_or(w: Lowering, out: Out, *costs: Node) -> ast.expr:
    return call("cost_or", tuple_of(w.value(cost, out) for cost in costs))


@writes(VALUES, "different")
def _different(w: Lowering, out: Out, count: int | Node, goods: tuple[int, ...]) -> ast.expr:
    number = w.value(count, out) if isinstance(count, Node) else const(count)
    return call("different", number, const(goods), const(w.unit.width))


@writes(VALUES, "bundle_get")
def _bundle_get(w: Lowering, out: Out, bundle: Node, good: Node) -> ast.expr:
    held = w.value(bundle, out)
    return item(held, index_of(w, w.value(good, out), w.range(good), w.unit.width))


@writes(VALUES, "nth_bundle")
def _nth_bundle(w: Lowering, out: Out, bundles: Node, place: Node) -> ast.expr:
    return call("nth_bundle", w.value(bundles, out), w.value(place, out))


@writes(TESTS, "can_pay")
def _can_pay(w: Lowering, out: Out, player: Node, cost: Node) -> ast.expr:
    static = w.static(cost)
    if not isinstance(static, Known):
        held = w.items(Node("stock", (player,)), out)
        return call("can_pay", held, w.value(cost, out))
    first, base = w.twice(goods_base(w, out, player))
    ways: list[ast.expr] = []
    asked = False
    for bundle in static.value:
        needs = []
        for good, amount in enumerate(bundle):
            if amount > 0:
                held = item(load("v"), plus(again(base) if asked else first, good))
                needs.append(compare(held, ">=", const(amount)))
                asked = True
        ways.append(both(needs))
    nothing = not ways or isinstance(ways[0], ast.Constant)
    if nothing and not fits(w.range(player), 0, w.unit.program.players - 1):
        # That there is no such player is an error even where nothing is to be paid.
        out.append(do(goods_base(w, out, player)))
    return any_of(ways)


@writes(TESTS, "can_afford")
def _can_afford(
    w: Lowering, out: Out, player: Node, cost: Node, flags: tuple[Node, ...]
) -> ast.expr:
    held = w.value(Node("stock", (player,)), out)
    wanted = w.value(cost, out)
    # As one value, so that it can be kept: which trades there are changes seldom.
    usable = w.value(Node("tuple", flags), out)
    return call("can_afford", load("G"), held, wanted, usable)


def _ways(w: Lowering, out: Out, player: Node, cost: Node, swaps: tuple[Any, ...]) -> ast.expr:
    held = w.value(Node("stock", (player,)), out)
    if not swaps:
        return call("ways", held, w.value(cost, out), const(()))
    name = w.fresh()
    out.append(assign(name, ast.List([], ast.Load())))
    for number, (goods, units, given, times_, condition, costly) in enumerate(swaps):
        test = const(True) if condition is None else w.test(condition, out)
        inner: Out = []
        parts = [const(number), const(goods), const(units), w.value(given, inner)]
        swap = call("swaps_for", *parts, const(times_), const(costly))
        inner.append(ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), swap))
        out += when(test, inner)
    return call("ways", held, w.value(cost, out), load(name))


@writes(VALUES, "plans")
def _plans(w: Lowering, out: Out, player: Node, cost: Node, swaps: tuple[Any, ...]) -> ast.expr:
    return call("bundles", _ways(w, out, player, cost, swaps))


@writes(VALUES, "plan_uses")
def _plan_uses(
    w: Lowering, out: Out, player: Node, cost: Node, swaps: tuple[Any, ...], plan: Node
) -> ast.expr:
    found = _ways(w, out, player, cost, swaps)
    return call("plan_uses", found, w.value(plan, out), const(len(swaps)))


# ------------------------------------------------------------------------------- queries


@writes(VALUES, "reach")
def _reach(w: Lowering, out: Out, board: int, start: Node, cells: Node, edges: Node) -> ast.expr:
    parts = [w.items(one, out) for one in (start, cells, edges)]
    return call("reach", load(f"B{board}"), *parts)


@writes(VALUES, "border")
def _border(w: Lowering, out: Out, board: int, region: Node, edges: Node) -> ast.expr:
    return call("border", load(f"B{board}"), w.items(region, out), w.items(edges, out))


@writes(VALUES, "sides_of")
def _sides_of(w: Lowering, out: Out, board: int, cell: Node, edges: Node) -> ast.expr:
    around = _around(w, out, board, cell, edges)
    if around is not None:
        return around
    where = present(w, w.value(cell, out), w.range(cell))
    return call("sides_of", load(f"B{board}"), where, w.items(edges, out))


def _around(w: Lowering, out: Out, board: int, cell: Node, edges: Node) -> ast.expr | None:
    """Return the sides of a cell by looking at the edges around it alone, if that is the same."""
    if edges.op != "filter":
        return None
    listed, temp, condition = edges.args
    bounds = _run(w, out, listed)
    form = w.unit.reference.tables.forms[board]
    last = form.first_edge + form.edges * max(1, w.unit.program.players) - 1
    inner_env = w.env.bind(temp, Variable(load("v"), (form.first_edge, last)))
    with w.using(inner_env):
        if bounds is None or not w.certain(condition, lenient=True):
            return None
    low, high = bounds
    rows = []
    count = w.unit.program.players if w.unit.program.boards[board].each else 1
    for instance in range(count):
        for sides in form.geometry.edge_at:
            first = form.first_edge + instance * form.edges
            rows.append(tuple((first + e, 1 << n) for n, e in enumerate(sides) if e >= 0))
    where = w.value(cell, out)
    values = w.range(cell)
    first_cell = form.first_cell
    place = index_of(
        w,
        plus(present(w, where, values), -first_cell),
        (max(values[0], 0) - first_cell, values[1] - first_cell),
        len(rows),
    )
    found, edge, side = w.fresh(), w.fresh("t"), w.fresh("t")
    body: Out = []
    with w.using(w.env.bind(temp, Variable(load(edge), (form.first_edge, last)))):
        test = w.test(condition, body)
    body += when(test, [grow(found, "|", load(side))])
    inside = ast.Compare(low, [ast.LtE(), ast.LtE()], [load(edge), high])
    target = ast.Tuple([store(edge), store(side)], ast.Store())
    out.append(assign(found, const(0)))
    out.append(loop(target, item(const(tuple(rows)), place), when(inside, body)))
    return load(found)


def _run(w: Lowering, out: Out, listed: Node) -> tuple[ast.expr, ast.expr] | None:
    """Return the first and the last element of a list that has every number between them."""
    static = w.static(listed)
    if isinstance(static, Known) and static.value and _runs(static.value):
        return const(static.value[0]), const(static.value[-1])
    if listed.op == "table" and static is None:
        number, index = listed.args
        row = w.unit.program.tables[number]
        if row and all(isinstance(one, tuple) and one and _runs(one) for one in row):
            which = index_of(w, w.value(index, out), w.range(index), len(row))
            held = w.hold(item(load(f"T{number}"), which), out)
            return item(held, const(0)), item(again(held), const(-1))
    return None


def _runs(values: tuple[int, ...]) -> bool:
    return values == tuple(range(values[0], values[0] + len(values)))


@writes(VALUES, "spots")
def _spots(w: Lowering, out: Out, table: int, allowed: Node, first: int, cells: int) -> ast.expr:
    return call("spots", load(f"P{table}"), w.items(allowed, out), const(first), const(cells))


@writes(VALUES, "spot_cells")
def _spot_cells(w: Lowering, out: Out, table: int, spot: Node, first: int, cells: int) -> ast.expr:
    where = present(w, w.value(spot, out), w.range(spot))
    return call("spot_cells", load(f"P{table}"), where, const(first), const(cells))


@writes(VALUES, "dice_sums")
def _dice_sums(
    w: Lowering, out: Out, dice: Node, slots: int, target: Node, shift: Node, base: int
) -> ast.expr:
    return call(
        "dice_sums",
        load("v"),
        w.items(dice, out),
        const(slots),
        w.value(target, out),
        w.value(shift, out),
        const(base),
    )


@writes(TESTS, "can_house")
def _can_house(w: Lowering, out: Out, housing: int, player: Node, extra: Node) -> ast.expr:
    goods, helper, places = w.unit.program.housing[housing]
    owner = w.hold(w.value(player, out), out)
    values = w.range(player)
    added = w.value(extra, out)
    inner = Env({}, owner, values)
    held = w.fresh()
    with w.using(inner):
        stock = w.value(Node("stock", (Node("me"),)), out)
    out.append(assign(held, call("bundle_add", stock, added)))
    rooms = w.fresh()
    out.append(assign(rooms, ast.List([], ast.Load())))
    for where, temp, capacity, accepted, one_kind, watched in places:
        with w.using(inner):
            found = source(w, where, out)

            def write(
                to: Out,
                element: Any,
                temp: int = temp,
                capacity: Node = capacity,
                rest: tuple[Any, ...] = (accepted, one_kind, watched, goods),
            ) -> None:
                with w.using(inner.bind(temp, element)):
                    room = w.value(capacity, to)
                to.append(append(rooms, call("place_modes", room, *map(const, rest))))

            each(w, found, out, write)
    return call("house", load(held), const(goods), const(helper), load(rooms))


@writes(TESTS, "possible")
def _possible(w: Lowering, out: Out, pc: int, nlocals: int, args: tuple[Node, ...]) -> ast.expr:
    values = tuple_of(w.value(arg, out) for arg in args)
    return call("possible", load("v"), load("k"), const(pc), const(nlocals), values, w.me())
