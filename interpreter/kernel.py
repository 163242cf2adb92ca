"""What rules do to a position: tables of a Program and the state vector in, changes to it out.

Pure functions over plain lists and tuples, shared by the reference evaluator and by compiled code.
Layout, as in `rulewright.dsl.program`:

- a zone is `[length, unknown]` and then its pieces, bottom first; the `unknown` lowest pieces are
  shuffled: they are kept sorted, so that positions that differ only in what nobody knows are equal;
- a piece's location is a zone, or number of zones + cell, or -1 (out of the game);
- a player's goods are one run: `goods_base + player * number of goods + good`;
- a store's goods are one run per place: `base + index * number of its goods + position`.

The module runs on any Python from 3.9 on and imports nothing but `boards`, `market`, geometry
and `queries`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from .boards import form_of
from .market import Market

if TYPE_CHECKING:
    from rulewright.dsl.program import Program

MOST_NUMBER = 2**53 - 1
MOST_ITEMS = 100_000
"""Elements a list may have: far more than a game needs, few enough for any machine."""
CHAIN_LIMIT = 100
"""How deep triggers may set off triggers."""
ZONE_HEADER = 2

# The same numbers as in the Program, which older Pythons cannot import.
PC, FP = 2, 3
FRAME = 3
SAFE = 1
ANY_TIME = 2

Bundle = tuple[int, ...]
Vector = list[Any]


class Fault(Exception):
    """A rule asked for something impossible; whoever runs it adds the place and raises it again."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Event(NamedTuple):
    """Something that happened: a kind, the player it happened to (or -1), words and values."""

    kind: str
    player: int
    parts: tuple[Any, ...]
    """Texts, and (value, Domain) pairs."""
    seen_by: int
    """0 everyone, 1 the player, 2 nobody."""


class Tables:
    """The constants of a Program that these functions need, in the form they need them."""

    def __init__(self, program: Program) -> None:
        self.players = program.players
        self.goods = len(program.goods)
        self.goods_base = program.goods_base
        self.goods_max = program.goods_max
        self.goods_supply = program.goods_supply
        self.good_names = program.goods
        self.pieces_base = program.pieces_base
        self.zones = len(program.zones)
        self.zone_base = tuple(zone.base for zone in program.zones)
        self.zone_capacity = tuple(zone.capacity for zone in program.zones)
        self.zone_names = tuple(zone.name for zone in program.zones)
        self.holders = program.holders
        self.stores = tuple((store.base, store.goods) for store in program.stores)
        self.forms = tuple(form_of(board) for board in program.boards)
        self.market = Market(program.trades, program.goods_max)


# ------------------------------------------------------------------------------- checks


def index_of(value: int, length: int) -> int:
    """Return an index that is known to be good; -1 is a value that is absent."""
    if 0 <= value < length:
        return value
    present(value)
    raise Fault("out-of-range", f"{value} is not one of the {length} elements there are")


def present(value: int) -> int:
    """Return a value that is known not to be absent."""
    if value < 0:
        raise Fault("absent", "this asks something of nothing: the value is absent here")
    return value


def divisor(value: int) -> int:
    """Return a number one can divide by."""
    if value == 0:
        raise Fault("division-by-zero", "this divides by zero")
    return value


def number(value: int) -> int:
    """Return a number that is not too large to be one."""
    if -MOST_NUMBER <= value <= MOST_NUMBER:
        return value
    raise Fault("too-large", "this number gets too large")


def _short(count: int) -> None:
    if count > MOST_ITEMS:
        raise Fault("too-large", f"this list would have more than {MOST_ITEMS} elements")


# ------------------------------------------------------------------------------- lists


def numbers(first: int, last: int) -> tuple[int, ...]:
    """Return first, first + 1, … last."""
    _short(last - first)
    return tuple(range(first, last + 1))


def mask(items: Iterable[int], base: int) -> int:
    """Return the bit mask of elements relative to the first of their domain."""
    found = 0
    for item in items:
        found |= 1 << present(item - base)
    return found


def members(bits: int, base: int) -> tuple[int, ...]:
    """Return the elements of a bit mask, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(base + low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def subsets(items: Sequence[int], base: int) -> tuple[int, ...]:
    """Return the masks of all subsets, smallest subsets first."""
    _short(1 << min(len(items), 64))
    found: list[int] = []
    for size in range(len(items) + 1):
        found += combos(items, size, base)
    return tuple(found)


def combos(items: Sequence[int], size: int, base: int) -> tuple[int, ...]:
    """Return the masks of all subsets with that many elements, in the order of the list."""
    if not 0 <= size <= len(items):
        return ()
    count = 1
    for step in range(min(size, len(items) - size)):
        count = count * (len(items) - step) // (step + 1)
        _short(count)
    return tuple(mask(chosen, base) for chosen in combinations(items, size))


def pack(items: Sequence[int]) -> int:
    """Return up to 15 elements below 15 as one number, 4 bits each, the first one lowest."""
    if len(items) > 15 or any(not 0 <= item < 15 for item in items):
        raise Fault("too-large", "this order has too many elements to be remembered")
    packed = 0
    for item in reversed(items):
        packed = packed << 4 | item + 1
    return packed


# ------------------------------------------------------------------------------- zones and pieces


def zone_items(t: Tables, v: Vector, zone: int) -> tuple[int, ...]:
    """Return the pieces in a zone, bottom first."""
    base = t.zone_base[index_of(zone, t.zones)]
    return tuple(v[base + ZONE_HEADER : base + ZONE_HEADER + v[base]])


def zone_length(t: Tables, v: Vector, zone: int) -> int:
    """Return the number of pieces in a zone."""
    length: int = v[t.zone_base[index_of(zone, t.zones)]]
    return length


def unknown(t: Tables, v: Vector, zone: int) -> tuple[int, ...]:
    """Return the pieces of which any one may be on top, or () if the top is known."""
    base = t.zone_base[index_of(zone, t.zones)]
    if v[base + 1] < v[base]:
        return ()
    return tuple(v[base + ZONE_HEADER : base + ZONE_HEADER + v[base]])


def shuffle(t: Tables, v: Vector, zone: int) -> None:
    """Make the order of a zone unknown; one piece alone has no order."""
    base = t.zone_base[index_of(zone, t.zones)]
    length = v[base]
    start = base + ZONE_HEADER
    v[start : start + length] = sorted(v[start : start + length])
    v[base + 1] = length if length > 1 else 0


def place_of(t: Tables, v: Vector, piece: int) -> int:
    """Return where a piece is: a zone, number of zones + cell, or -1."""
    where: int = v[t.pieces_base + present(piece)]
    return where


def detach(t: Tables, v: Vector, piece: int) -> None:
    """Take a piece away from where it is; it is then nowhere."""
    where = place_of(t, v, piece)
    v[t.pieces_base + piece] = -1
    if where >= t.zones:
        cell = where - t.zones
        for first, last, base, stride, _ in t.holders:
            if first <= cell <= last and v[base + stride * (cell - first)] == piece:
                v[base + stride * (cell - first)] = -1
    elif where >= 0:
        _leave(t, v, piece, t.zone_base[where])


def _leave(t: Tables, v: Vector, piece: int, base: int) -> None:
    start = base + ZONE_HEADER
    last = start + v[base] - 1
    position = v.index(piece, start, last + 1)
    # The run keeps its width: pieces above move down, the freed slot becomes empty.
    if position < last:
        v[position:last] = v[position + 1 : last + 1]
    v[last] = -1
    v[base] -= 1
    if position - start < v[base + 1]:
        left = v[base + 1] - 1
        v[base + 1] = left if left > 1 else 0


def move(t: Tables, v: Vector, piece: int, zone: int) -> None:
    """Put a piece on top of a zone."""
    zones = t.zones
    base = t.zone_base[zone if 0 <= zone < zones else index_of(zone, zones)]
    where = v[t.pieces_base + (piece if piece >= 0 else present(piece))]
    if where >= zones:
        detach(t, v, piece)
    elif where >= 0:
        _leave(t, v, piece, t.zone_base[where])
    length = v[base]
    if length >= t.zone_capacity[zone]:
        name, most = t.zone_names[zone], t.zone_capacity[zone]
        raise Fault("zone-full", f"there is no room left in {name}: it holds {most}")
    v[base + ZONE_HEADER + length] = piece
    v[base] = length + 1
    v[t.pieces_base + piece] = zone


def place(t: Tables, v: Vector, piece: int, cell: int, base: int, stride: int, first: int) -> None:
    """Put a piece on a cell; what was in the same attribute of the cell leaves the game."""
    present(cell)
    detach(t, v, piece)
    slot = base + stride * (cell - first)
    if v[slot] >= 0:
        detach(t, v, v[slot])
    v[slot] = piece
    v[t.pieces_base + piece] = t.zones + cell


# ------------------------------------------------------------------------------- goods


def stock(t: Tables, v: Vector, player: int) -> Bundle:
    """Return the bundle of what a player has."""
    base = t.goods_base + index_of(player, t.players) * t.goods
    return tuple(v[base : base + t.goods])


def gain(t: Tables, v: Vector, player: int, bundle: Bundle) -> Bundle:
    """Give goods to a player, as many as limit and supply allow; return what arrived."""
    base = t.goods_base + index_of(player, t.players) * t.goods
    arrived = [0] * t.goods
    for good, amount in enumerate(bundle):
        if amount > 0:
            amount = min(amount, t.goods_max[good] - v[base + good])
            supply = t.goods_supply[good]
            if supply >= 0:
                amount = min(amount, v[supply])
            if amount > 0:
                v[base + good] += amount
                arrived[good] = amount
                if supply >= 0:
                    v[supply] -= amount
    return tuple(arrived)


def gained(t: Tables, v: Vector, player: int, bundle: Bundle) -> Bundle:
    """Return what of these goods would arrive: as many as limit and supply allow."""
    base = t.goods_base + index_of(player, t.players) * t.goods
    arrived = [0] * t.goods
    for good, amount in enumerate(bundle):
        room = t.goods_max[good] - v[base + good]
        supply = t.goods_supply[good]
        if supply >= 0:
            room = min(room, v[supply])
        arrived[good] = max(0, min(amount, room))
    return tuple(arrived)


def lost(t: Tables, v: Vector, player: int, bundle: Bundle) -> Bundle:
    """Return what of these goods would go: no more than there are."""
    base = t.goods_base + index_of(player, t.players) * t.goods
    return tuple([max(0, min(amount, v[base + good])) for good, amount in enumerate(bundle)])


def lose(t: Tables, v: Vector, player: int, bundle: Bundle) -> Bundle:
    """Take goods from a player, no more than there are; return what went."""
    base = t.goods_base + index_of(player, t.players) * t.goods
    went = [0] * t.goods
    for good, amount in enumerate(bundle):
        amount = min(amount, v[base + good])
        if amount > 0:
            v[base + good] -= amount
            went[good] = amount
            if t.goods_supply[good] >= 0:
                v[t.goods_supply[good]] += amount
    return tuple(went)


def pay(t: Tables, v: Vector, player: int, bundle: Bundle) -> Bundle:
    """Take exactly these goods from a player; return what went."""
    if not covers(stock(t, v, player), bundle):
        raise Fault("not-payable", "this is to be paid by somebody who does not have it")
    return lose(t, v, player, bundle)


def transfer(t: Tables, v: Vector, giver: int, taker: int, bundle: Bundle) -> Bundle:
    """Move goods between players: what the one has and the other has room for; return what moved.

    The supply has no part in it.
    """
    source = t.goods_base + index_of(giver, t.players) * t.goods
    target = t.goods_base + index_of(taker, t.players) * t.goods
    moved = [0] * t.goods
    for good, amount in enumerate(bundle):
        amount = min(amount, v[source + good], t.goods_max[good] - v[target + good])
        if amount > 0 and giver != taker:
            v[source + good] -= amount
            v[target + good] += amount
            moved[good] = amount
    return tuple(moved)


def covers(held: Bundle, bundle: Bundle) -> bool:
    """Say whether there is at least as much of every good."""
    return all(map(operator.ge, held, bundle))


def stored(t: Tables, v: Vector, store: int, index: int) -> Bundle:
    """Return the bundle that lies on a place."""
    base, goods = t.stores[store]
    present(index)
    held = [0] * t.goods
    for position, good in enumerate(goods):
        held[good] = v[base + index * len(goods) + position]
    return tuple(held)


def fill(t: Tables, v: Vector, store: int, index: int, bundle: Bundle) -> None:
    """Put goods from the supply on a place, no more than the supply has left."""
    base, goods = t.stores[store]
    present(index)
    for good, amount in enumerate(bundle):
        if amount > 0:
            if good not in goods:
                raise Fault("not-held", f"{t.good_names[good]} cannot lie here")
            if t.goods_supply[good] >= 0:
                amount = min(amount, v[t.goods_supply[good]])
                v[t.goods_supply[good]] -= amount
            slot = base + index * len(goods) + goods.index(good)
            v[slot] = number(v[slot] + amount)


def empty(t: Tables, v: Vector, store: int, index: int, bundle: Bundle) -> Bundle:
    """Put goods from a place back into the supply, no more than lie there; return what went."""
    base, goods = t.stores[store]
    taken = [0] * t.goods
    for good, held in enumerate(stored(t, v, store, index)):
        amount = min(bundle[good], held)
        if amount > 0:
            v[base + index * len(goods) + goods.index(good)] -= amount
            taken[good] = amount
            if t.goods_supply[good] >= 0:
                v[t.goods_supply[good]] += amount
    return tuple(taken)


def add(one: Bundle, other: Bundle) -> Bundle:
    """Return the sum of two bundles."""
    return tuple(map(operator.add, one, other))


def floor(bundle: Bundle) -> Bundle:
    """Return the bundle with 0 in place of negative amounts."""
    return tuple(amount if amount > 0 else 0 for amount in bundle)


# ------------------------------------------------------------------------------- frames and slots


def push(
    v: Vector,
    k: Vector,
    entry: int,
    nlocals: int,
    values: Sequence[Any],
    infallible: bool,
    mark: int = 0,
) -> None:
    """Start a procedure: a new frame that returns to v[PC], where nothing more fails or may.

    The last number of a frame's head has the bit SAFE if nothing it returns into can fail, and
    the bit ANY_TIME within an any-time rule, where no other one can begin.
    """
    fp = v[FP]
    state = k[fp - 1]
    kept = state & ANY_TIME | (state & SAFE if infallible else 0) | mark
    v[FP] = len(k) + FRAME
    k += [v[PC], fp, kept, *values, *[0] * (nlocals - len(values))]
    v[PC] = entry


def clip(value: int, low: int, high: int) -> int:
    """Return the value, or the bound it is beyond."""
    return low if value < low else high if value > high else value
