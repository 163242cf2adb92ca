"""The cave duel written by hand: seed in; decisions as lists of (text, value), scores out.

Straightforward Python as one would write it for this game alone: generators for turns, a class for
a player, feasibility worked out by hand. It offers the same moves under the same texts as the rule
files do, and draws from the same generator, so that both can be played in lockstep.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations
from typing import Any

from rulewright.interpreter.queries import rng

WOOD, STONE, GRAIN, FLAX, FOOD, GOLD = range(6)
GOODS = ("wood", "stone", "grain", "flax", "food", "gold")
LIMIT = (9, 9, 9, 9, 9, 19)
N, E, S, W = 1, 2, 4, 8

Goods = tuple[int, int, int, int, int, int]
Choice = list[tuple[str, Any]]
Turn = Generator[tuple[int, Choice], Any, Any]
FREE: Goods = (0, 0, 0, 0, 0, 0)

CELLS = ("c00", "c01", "c10", "c11", "c20", "c21", "c30", "c31", "c40", "c41", "c42", "annex")
AT = {name: (int(name[1]), int(name[2])) for name in CELLS[:-1]}
ROCK = dict(zip(CELLS, (N | W, N | E, W, E, W, E, 0, E, S | W, S, N | E | S, 0), strict=True))
FOOD_CELLS = ("c11", "c31")
START_CLOSED = ("c00", "c01", "c10", "c11", "c21", "c31", "c40", "c41", "c42")
FACES = {"two walls": N | W, "three walls": N | E | W}


def _edges() -> list[tuple[str, str, int, int]]:
    found = []
    for cell, (row, column) in AT.items():
        for other, place in AT.items():
            if place == (row, column + 1):
                found.append((cell, other, E, W))
            elif place == (row + 1, column):
                found.append((cell, other, S, N))
    found += [("annex", "", side, 0) for side in (N, E, S, W)]
    return found


EDGES = _edges()
EDGE_TEXT = [
    f"{a}-{b}" if b else f"{a}-{'NESW'[(N, E, S, W).index(side)]}" for a, b, side, _ in EDGES
]


def goods(**amounts: int) -> Goods:
    """A bundle from names."""
    return tuple(amounts.get(name, 0) for name in GOODS)  # type: ignore[return-value]


def plus(a: Goods, b: Goods) -> Goods:
    """Two bundles together."""
    return tuple(x + y for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def text_of(bundle: Goods) -> str:
    """A bundle in words."""
    return ", ".join(f"{n} {GOODS[i]}" for i, n in enumerate(bundle) if n) or "nothing"


class Room:
    """A room tile."""

    def __init__(
        self, name: str, colour: str, cost: Goods, points: int, must: int, may: int = 0
    ) -> None:
        self.name = name
        self.colour = colour
        self.cost = cost
        self.points = points
        self.fit = frozenset(
            sides
            for sides in range(16)
            if any(
                sides & turned_must == turned_must and not sides & ~(turned_must | turned_may)
                for turned_must, turned_may in _turns(must, may)
            )
        )


def _turns(must: int, may: int) -> Iterator[tuple[int, int]]:
    for _ in range(4):
        yield must, may
        must = (must << 1 | must >> 3) & 15
        may = (may << 1 | may >> 3) & 15


def _room(name: str, colour: str, cost: Goods, points: int, must: int, may: int = 0) -> Room:
    return Room(name, colour, cost, points, must, may)


ENTRANCE = Room("entrance", "orange", FREE, 0, 0)
LIGHT = [
    _room("shelf", "orange", goods(wood=1), 3, N),
    _room("spinning wheel", "orange", goods(wood=1), 4, N),
    _room("tunnel", "orange", goods(wood=1), 3, E | W),
    _room("grindstone", "orange", goods(stone=1), 4, N, W),
    _room("food corner", "orange", goods(stone=1), 3, N | W),
    _room("parlor", "orange", goods(stone=1, gold=1), 6, N | E | W),
]
DARK = [
    _room("warehouse", "orange", goods(wood=2), 2, N, E | W),
    _room("stall", "orange", goods(wood=1, gold=1), 6, N, E | W),
    _room("sacrificial altar", "orange", goods(stone=4), 7, N, E | W),
    _room("storeroom", "orange", goods(wood=2, gold=1), 6, N | W),
    _room("weaving room", "orange", goods(wood=2), 5, N | W),
    _room("furniture workshop", "orange", goods(wood=1, stone=2), 5, N | W, E),
    _room("gold vein", "orange", goods(gold=5), 9, N | W, E),
    _room("junction room", "orange", goods(wood=2), 6, E | W),
    _room("digging cave", "orange", goods(wood=3, stone=1), 8, N | E | W),
    _room("bakehouse", "orange", goods(wood=1, stone=2), 6, N | E | W),
    _room("state room", "orange", goods(gold=7), 12, N | E | W, S),
    _room("secret chamber", "orange", goods(wood=2, stone=1), 8, 15),
    _room("treasury", "orange", goods(gold=3), 10, 15),
    _room("prospecting site", "blue", FREE, 5, N, W),
    _room("retting room", "blue", goods(stone=1), 3, N, E | W),
    _room("equipment room", "blue", goods(wood=2), 3, N, W),
    _room("wood storeroom", "blue", goods(stone=1), 2, N | W),
    _room("dungeon", "blue", goods(stone=3, gold=4), 11, 15),
]
NUMBER = {room: number for number, room in enumerate([ENTRANCE, *LIGHT, *DARK])}

# What a room trades: (what is paid, what is gained).
TRADES: dict[str, list[tuple[Goods, Goods]]] = {
    "spinning wheel": [
        (goods(flax=1), goods(gold=1)),
        (goods(flax=3), goods(gold=2)),
    ],
    "grindstone": [(goods(grain=1), goods(food=3)), (goods(grain=4), goods(food=7))],
    "warehouse": [(goods(food=2), goods(wood=1, stone=1, grain=1, flax=1))],
    "stall": [(goods(grain=5), goods(gold=4)), (goods(flax=5), goods(gold=4))],
    "sacrificial altar": [(goods(wood=1, grain=1, flax=1, food=1), goods(gold=3))],
    "weaving room": [(goods(flax=2), goods(food=2, gold=2))],
    "furniture workshop": [(goods(wood=2, flax=1), goods(gold=3))],
    "bakehouse": [
        (goods(grain=2), goods(food=4, gold=1)),
        (goods(grain=3), goods(food=4, gold=2)),
    ],
    "treasury": [(goods(gold=3), goods(food=1, gold=4))],
}
GAINS: dict[str, list[Goods]] = {
    "entrance": [goods(wood=1), goods(stone=1), goods(grain=1), goods(flax=1)],
    "storeroom": [goods(grain=1, flax=1, food=1)],
    "gold vein": [goods(stone=1, gold=1)],
    "state room": [goods(flax=1, gold=1)],
}
DIFFERENT = [
    tuple(1 if good in chosen else 0 for good in range(6)) for chosen in combinations(range(6), 3)
]
EXCHANGES = (GRAIN, FLAX, GOLD)
TWOS = ["furnishing", "masonry", "undermining"]
THREES = ["drift mining", "expansion", "breach", "expedition"]


class Player:
    """A player's goods and cave."""

    def __init__(self) -> None:
        self.goods = [1] * 6
        self.closed: dict[str, Room] = {}
        self.rooms: dict[str, Room] = {"c30": ENTRANCE}
        self.walls: set[int] = set()
        self.annex: int | None = None
        self.used: set[Room] = set()
        self.fresh: set[Room] = set()
        self.sold = False

    def has(self, name: str) -> bool:
        """Whether a room of that name is furnished here."""
        return any(room.name == name for room in self.rooms.values())

    def count(self, colour: str) -> int:
        """How many rooms of a colour are furnished here."""
        return sum(room.colour == colour for room in self.rooms.values())

    def sides(self, cell: str) -> int:
        """The sides of a cell that have a wall."""
        found = ROCK[cell] if cell != "annex" else (15 if self.annex is None else self.annex)
        for number in self.walls:
            a, b, side_a, side_b = EDGES[number]
            if a == cell:
                found |= side_a
            elif b == cell:
                found |= side_b
        return found

    def free(self) -> list[str]:
        """Dug cavities without a room."""
        return [
            cell
            for cell in CELLS
            if cell not in self.closed
            and cell not in self.rooms
            and (cell != "annex" or self.annex is not None)
        ]

    def slots(self) -> list[int]:
        """Cracks where a wall can go."""
        blocked = 15 if self.annex is None else self.annex
        return [
            number
            for number, (a, _, side, _) in enumerate(EDGES)
            if number not in self.walls and not (a == "annex" and side & blocked)
        ]

    def diggable(self, through: bool = False) -> list[str]:
        """Face-down rooms that a path from the entrance leads to."""
        seen, todo, found = {"c30"}, ["c30"], set()
        while todo:
            cell = todo.pop()
            for number, (a, b, _, _) in enumerate(EDGES):
                if cell not in (a, b) or not b or (number in self.walls and not through):
                    continue
                other = b if cell == a else a
                if other in self.closed:
                    found.add(other)
                elif other not in seen:
                    seen.add(other)
                    todo.append(other)
        return [cell for cell in CELLS if cell in found]

    def score(self) -> int:
        """Points of rooms and gold."""
        return sum(room.points for room in self.rooms.values()) + self.goods[GOLD]


class Duel:
    """One game for two."""

    def __init__(self, seed: int | str) -> None:
        self.state = rng.seed_state(seed)
        self.players = [Player(), Player()]
        self.board = ["cultivation", "housework", "excavation", "undergrowth"]
        self.twos, self.threes = TWOS[:], THREES[:]
        self.display = LIGHT[:]
        self.walls = 7
        self.round = 0
        self.tile = ""
        self.me = 0
        self.first = 0
        self.inside = False
        dark = DARK[:]
        for player in self.players:
            for cell in START_CLOSED:
                player.closed[cell] = dark.pop(self.below(len(dark)))
        self.first = self.below(2)

    def below(self, n: int) -> int:
        """A number below n; a single outcome needs no chance."""
        if n == 1:
            return 0
        self.state, drawn = rng.below(self.state, n)
        return drawn

    @property
    def dwarves(self) -> int:
        """Dwarves of the round: turns each, and the price of furnishing."""
        return 2 if self.round <= 3 else 3 if self.round < 8 else 4

    # ------------------------------------------------------------ asking

    def ask(self, choices: Any, feasible: Any, auto: bool = False) -> Turn:
        """Ask the player; exchanges are further answers, allowed when `feasible` says so."""
        while True:
            listed = list(choices() if callable(choices) else choices)
            if auto and len(listed) == 1:
                return listed[0][1]
            me = self.players[self.me]
            for good in EXCHANGES:
                if me.goods[good]:
                    after = me.goods[:]
                    after[good] -= 1
                    after[FOOD] = min(9, after[FOOD] + 1)
                    if feasible(after, me.sold):
                        listed.append((f"trade 1 {GOODS[good]} for 1 food", ("exchange", good)))
            if self.may_sell(me) and me.goods[FOOD]:
                after = me.goods[:]
                after[FOOD] -= 1
                after[GOLD] = min(19, after[GOLD] + 1)
                if feasible(after, True):
                    listed.append(("trade 1 food for 1 gold", ("sell", 0)))
            answer = yield self.me, listed
            if isinstance(answer, tuple) and answer and answer[0] == "exchange":
                me.goods[answer[1]] -= 1
                me.goods[FOOD] = min(9, me.goods[FOOD] + 1)
            elif isinstance(answer, tuple) and answer and answer[0] == "sell":
                me.goods[FOOD] -= 1
                me.goods[GOLD] = min(19, me.goods[GOLD] + 1)
                me.sold = True
            else:
                return answer

    def may_sell(self, me: Player) -> bool:
        """Whether the prospecting site may still sell in this turn."""
        return self.tile == "undergrowth" and not me.sold and me.has("prospecting site")

    def payable(self, stock: list[int], cost: Goods, sold: bool | None = None) -> bool:
        """Whether a cost can be met, exchanges included."""
        me = self.players[self.me]
        if _covers(stock, cost):
            return True
        can_sell = self.tile == "undergrowth" and me.has("prospecting site")
        if can_sell and not (me.sold if sold is None else sold):
            # One food sold for one gold, the food from the stock or exchanged for.
            for source in (FOOD, GRAIN, FLAX):
                if stock[source]:
                    after = stock[:]
                    after[source] -= 1
                    after[GOLD] = min(19, after[GOLD] + 1)
                    if _covers(after, cost):
                        return True
        return False

    def gain(self, bundle: Goods) -> None:
        """Goods for the player, up to the limits; flax feeds the retting room."""
        me = self.players[self.me]
        before = me.goods[FLAX]
        for good, amount in enumerate(bundle):
            me.goods[good] = min(LIMIT[good], me.goods[good] + amount)
        if me.goods[FLAX] > before and me.has("retting room"):
            me.goods[FOOD] = min(9, me.goods[FOOD] + 1)

    def pay(self, alternatives: list[Goods]) -> Turn:
        """Pay one of several bundles; ask only if there is a choice or something is missing."""
        me = self.players[self.me]

        def plans() -> Choice:
            seen = dict.fromkeys(
                cost
                for cost in alternatives
                if all(a >= b for a, b in zip(me.goods, cost, strict=True))
            )
            return [(f"pay {text_of(cost)}", cost) for cost in seen]

        while True:
            now = plans()
            # Where exchanges would open another way to pay, the player may want it.
            ways = {cost for _, cost in now}
            other = any(self.payable(me.goods, cost) for cost in alternatives if cost not in ways)
            if len(now) == 1 and not other:
                cost = now[0][1]
                break
            cost = yield from self.ask_once(now, alternatives)
            if cost is not None:
                break
        for good, amount in enumerate(cost):
            me.goods[good] -= amount

    def ask_once(self, now: Choice, alternatives: list[Goods]) -> Turn:
        """One question of a payment; None after an exchange: the plans may be others then."""
        me = self.players[self.me]
        listed = list(now)
        for good in EXCHANGES:
            if me.goods[good]:
                after = me.goods[:]
                after[good] -= 1
                after[FOOD] = min(9, after[FOOD] + 1)
                if any(self.payable(after, cost) for cost in alternatives):
                    listed.append((f"trade 1 {GOODS[good]} for 1 food", ("exchange", good)))
        if self.may_sell(me) and me.goods[FOOD]:
            after = me.goods[:]
            after[FOOD] -= 1
            after[GOLD] = min(19, after[GOLD] + 1)
            if any(self.payable(after, cost, True) for cost in alternatives):
                listed.append(("trade 1 food for 1 gold", ("sell", 0)))
        answer = yield self.me, listed
        if answer[0] == "exchange":
            me.goods[answer[1]] -= 1
            me.goods[FOOD] = min(9, me.goods[FOOD] + 1)
            return None
        if answer[0] == "sell":
            me.goods[FOOD] -= 1
            me.goods[GOLD] = min(19, me.goods[GOLD] + 1)
            me.sold = True
            return None
        return answer

    # ------------------------------------------------------------ actions

    def dig(self, through: bool = False) -> Turn:
        """Take a face-down room off the board."""
        me = self.players[self.me]
        cell = yield from self.ask([(c, c) for c in me.diggable(through)], lambda *_: True)
        self.display.append(me.closed.pop(cell))
        if cell in FOOD_CELLS:
            me.goods[FOOD] = min(9, me.goods[FOOD] + 1)

    def fitting(self, room: Room) -> list[str]:
        """Cavities in which a room fits."""
        me = self.players[self.me]
        return [cell for cell in me.free() if me.sides(cell) in room.fit]

    def prices(self, room: Room, surcharges: list[Goods]) -> list[Goods]:
        """What furnishing a room costs."""
        return [plus(extra, room.cost) for extra in surcharges]

    def furnishable(self, surcharges: list[Goods], stock: list[int]) -> list[Room]:
        """Rooms that could be furnished with this stock."""
        me = self.players[self.me]
        blue_ok = me.count("blue") + 1 < me.count("orange")
        return [
            room
            for room in self.display
            if (room.colour == "orange" or blue_ok)
            and any(self.payable(stock, price) for price in self.prices(room, surcharges))
            and self.fitting(room)
        ]

    def furnish(self, surcharges: list[Goods]) -> Turn:
        """Furnish a cavity."""
        me = self.players[self.me]
        room = yield from self.ask(
            lambda: [(r.name, r) for r in self.furnishable(surcharges, me.goods)],
            lambda stock, _: bool(self.furnishable(surcharges, stock)),
        )
        prices = self.prices(room, surcharges)
        cell = yield from self.ask(
            lambda: [(c, c) for c in self.fitting(room)],
            lambda stock, _: any(self.payable(stock, price) for price in prices),
        )
        yield from self.pay(prices)
        self.display.remove(room)
        me.rooms[cell] = room
        me.fresh.add(room)
        full = len([c for c in me.rooms if c != "annex"]) == 11
        if full and all(player.annex is None for player in self.players):
            face = yield from self.ask(
                [(f"take the extra cavity with {name}", sides) for name, sides in FACES.items()],
                lambda *_: True,
            )
            me.annex = face

    def build_wall(self) -> Turn:
        """Place a wall."""
        me = self.players[self.me]
        edge = yield from self.ask([(EDGE_TEXT[e], e) for e in me.slots()], lambda *_: True)
        me.walls.add(edge)
        self.walls -= 1
        if me.has("dungeon"):
            me.goods[GOLD] = min(19, me.goods[GOLD] + 2)

    def breach(self) -> Turn:
        """Take a wall away for goods."""
        me = self.players[self.me]
        edge = yield from self.ask([(EDGE_TEXT[e], e) for e in sorted(me.walls)], lambda *_: True)
        me.walls.discard(edge)
        self.walls += 1
        self.gain(goods(stone=2, food=3, gold=1))

    # ------------------------------------------------------------ rooms

    def works(self, room: Room, stock: list[int]) -> bool:
        """Whether a room could be used with this stock."""
        me = self.players[self.me]
        name = room.name
        if name in TRADES:
            return any(self.payable(stock, cost) for cost, _ in TRADES[name])
        if name == "junction room":
            return any(self.payable(stock, cost) for cost in DIFFERENT)  # type: ignore[arg-type]
        if name == "digging cave":
            return self.payable(stock, goods(gold=1)) and bool(me.diggable())
        return True

    def usable(self, stock: list[int]) -> list[Room]:
        """Orange rooms that can be used now, in the order of their numbers."""
        me = self.players[self.me]
        found = [
            room
            for room in me.rooms.values()
            if room.colour == "orange"
            and room not in me.used
            and room not in me.fresh
            and self.works(room, stock)
        ]
        return sorted(found, key=NUMBER.__getitem__)

    def use_rooms(self, symbol: int) -> Turn:
        """Use up to as many rooms as the symbol says."""
        me = self.players[self.me]
        left = symbol + (1 if symbol >= 2 and me.has("equipment room") else 0)
        if symbol == 1 and me.has("wood storeroom"):
            me.goods[WOOD] = min(9, me.goods[WOOD] + 1)
        started = False
        while left:
            first = not started

            def choices(first: bool = first) -> Choice:
                rooms = [(f"use {room.name}", room) for room in self.usable(me.goods)]
                return rooms if first else [*rooms, ("done", None)]

            room = yield from self.ask(
                choices,
                lambda stock, _, first=first: not first or bool(self.usable(stock)),
                auto=True,
            )
            if room is None:
                break
            started = True
            left -= 1
            me.used.add(room)
            yield from self.use(room)

    def use(self, room: Room) -> Turn:
        """What a room does."""
        me = self.players[self.me]
        name = room.name
        if name in GAINS:
            bundles = GAINS[name]
            chosen = bundles[0]
            if len(bundles) > 1:
                chosen = yield from self.ask(
                    [(f"gain {text_of(b)}", b) for b in bundles], lambda *_: True
                )
            self.gain(chosen)
        elif name in TRADES:
            trades = TRADES[name]
            trade = trades[0]
            if len(trades) > 1:
                trade = yield from self.ask(
                    lambda: [
                        (f"trade {text_of(cost)} for {text_of(get)}", (cost, get))
                        for cost, get in trades
                        if self.payable(me.goods, cost)
                    ],
                    lambda stock, _: any(self.payable(stock, cost) for cost, _ in trades),
                )
            yield from self.pay([trade[0]])
            self.gain(trade[1])
        elif name == "junction room":
            yield from self.pay(DIFFERENT)  # type: ignore[arg-type]
            self.gain(goods(gold=2))
        elif name == "digging cave":
            yield from self.pay([goods(gold=1)])
            yield from self.dig()
        elif name == "shelf":
            yield from self.shelf()
        elif name == "food corner":
            self.gain(goods(food=max(0, 3 - me.goods[FOOD])))
        elif name == "parlor":
            self.gain(tuple(max(0, 1 - n) for n in me.goods))  # type: ignore[arg-type]
        elif name == "secret chamber":
            chosen = yield from self.ask(
                [("gain 3 flax", goods(flax=3)), ("gain 1 gold", goods(gold=1))], lambda *_: True
            )
            self.gain(chosen)
        elif name == "tunnel":
            yield from self.menu(
                [
                    (lambda: True, "gain 2 food", lambda: self.now(goods(food=2))),
                    (lambda: me.goods[STONE] < 3, "gain 1 stone", lambda: self.now(goods(stone=1))),
                ]
            )

    def shelf(self) -> Turn:
        """Restock one good to 2."""
        me = self.players[self.me]
        four = (WOOD, STONE, GRAIN, FLAX)

        good = yield from self.ask([(f"refill {GOODS[g]}", g) for g in four], lambda *_: True)
        row = [0] * 6
        row[good] = max(0, 2 - me.goods[good])
        self.gain(tuple(row))  # type: ignore[arg-type]

    def now(self, bundle: Goods) -> Turn:
        """A gain as something that could have asked."""
        self.gain(bundle)
        return
        yield

    # ------------------------------------------------------------ tiles

    def menu(self, parts: list[Any]) -> Turn:
        """Any of the parts, each once, in any order, then done."""
        open_parts = list(range(len(parts)))
        while True:

            def choices(left: tuple[int, ...] = tuple(open_parts)) -> Choice:
                found: Choice = [(parts[i][1], i) for i in left if parts[i][0]()]
                return [*found, ("done", None)]

            picked = yield from self.ask(choices, lambda *_: True, auto=True)
            if picked is None:
                return
            yield from parts[picked][2]()
            group = parts[picked][3] if len(parts[picked]) > 3 else {picked}
            open_parts = [i for i in open_parts if i != picked and i not in group]

    def furnish_part(self, text: str, surcharges: list[Goods]) -> tuple[Any, str, Any]:
        """The part of a tile that furnishes."""
        me = self.players[self.me]
        return (
            lambda: bool(self.furnishable(surcharges, me.goods)),
            text,
            lambda: self.furnish(surcharges),
        )

    def rooms_part(self, symbol: int) -> tuple[Any, str, Any]:
        """The part of a tile that uses rooms."""
        me = self.players[self.me]

        def possible() -> bool:
            stock = me.goods[:]
            if symbol == 1 and me.has("wood storeroom"):
                stock[WOOD] = min(9, stock[WOOD] + 1)
            return bool(self.usable(stock))

        return (
            possible,
            f"use up to {symbol} room{'s' * (symbol > 1)}",
            lambda: self.use_rooms(symbol),
        )

    def parts(self, tile: str) -> list[Any]:
        """The parts of an action tile."""
        me = self.players[self.me]
        dig = (lambda: bool(me.diggable()), "dig", self.dig)
        if tile == "cultivation":
            gain = (lambda: True, "gain 2 grain, 1 flax", lambda: self.now(goods(grain=2, flax=1)))
            return [self.rooms_part(1), gain]
        if tile == "undergrowth":
            return [
                self.rooms_part(1),
                (lambda: True, "gain 2 wood", lambda: self.now(goods(wood=2))),
            ]
        if tile in ("housework", "furnishing"):
            n = self.dwarves
            by_dwarf = self.furnish_part(f"furnish for {n} food", [goods(food=n)])
            if tile == "furnishing":
                return [(lambda: True, "gain 1 food", lambda: self.now(goods(food=1))), by_dwarf]
            price = [goods(food=5), goods(gold=1)]
            return [by_dwarf, self.furnish_part("furnish for 5 food or 1 gold", price)]
        if tile == "excavation":
            return [
                (*dig, {0, 1}),
                (
                    lambda: self.payable(me.goods, goods(food=2)) and bool(me.diggable()),
                    "pay 2 food then dig twice",
                    self.dig_twice,
                    {0, 1},
                ),
                (lambda: True, "gain 1 stone", lambda: self.now(goods(stone=1))),
            ]
        if tile == "masonry":
            return [
                self.rooms_part(1),
                (lambda: True, "gain 1 wood or 1 stone", self.wood_or_stone),
                (lambda: bool(self.walls and me.slots()), "build wall", self.build_wall),
            ]
        if tile == "undermining":
            through = (
                lambda: bool(me.diggable(True)),
                "dig through walls",
                lambda: self.dig(True),
                {0, 1},
            )
            return [(*self.rooms_part(2), {0, 1}), through]
        if tile == "drift mining":
            return [self.rooms_part(1), dig]
        if tile == "expansion":
            price = [goods(food=5), goods(gold=2)]
            return [dig, self.furnish_part("furnish for 5 food or 2 gold", price)]
        if tile == "breach":
            text = "destroy wall then gain 2 stone, 3 food, 1 gold"
            return [(lambda: bool(me.walls), text, self.breach)]
        if tile == "expedition":
            price = [goods(wood=5), goods(stone=5)]
            sell = (
                lambda: any(self.payable(me.goods, cost) for cost in price),
                "trade 5 wood or 5 stone for 4 gold",
                self.expedition,
                {0, 1},
            )
            return [sell, (*self.rooms_part(3), {0, 1})]
        build = (lambda: bool(self.walls and me.slots()), "build wall", self.build_wall)
        return [build, self.furnish_part("furnish", [FREE])]

    def dig_twice(self) -> Turn:
        """Two cavities for 2 food."""
        me = self.players[self.me]
        yield from self.pay([goods(food=2)])
        yield from self.dig()
        if me.diggable():
            yield from self.dig()

    def wood_or_stone(self) -> Turn:
        """One of the two."""
        choices: Choice = [("gain 1 wood", goods(wood=1)), ("gain 1 stone", goods(stone=1))]
        chosen = yield from self.ask(choices, lambda *_: True)
        self.gain(chosen)

    def expedition(self) -> Turn:
        """Five of a kind for gold."""
        yield from self.pay([goods(wood=5), goods(stone=5)])
        self.gain(goods(gold=4))

    # ------------------------------------------------------------ the game

    def turn(self) -> Turn:
        """One turn of the player."""
        me, you = self.players[self.me], self.players[1 - self.me]
        me.used.clear()
        me.fresh.clear()
        you.fresh.clear()
        me.sold = False

        def tiles() -> Choice:
            return [
                (f"take {tile}", tile)
                for tile in self.board
                if tile != "renovation" or me.goods[GOLD] > you.goods[GOLD]
            ]

        tile = yield from self.ask(tiles, lambda *_: True)
        self.board.remove(tile)
        self.taken[self.me].append(tile)
        self.tile = tile
        yield from self.menu(self.parts(tile))
        self.tile = ""

    def play(self) -> Turn:
        """The whole game."""
        for number in range(1, 9):
            self.round = number
            self.taken: list[list[str]] = [[], []]
            if self.twos:
                self.board.append(self.twos.pop(self.below(len(self.twos))))
            elif self.threes:
                self.board.append(self.threes.pop(self.below(len(self.threes))))
            else:
                self.board.append("renovation")
            for _ in range(self.dwarves):
                for player in (self.first, 1 - self.first):
                    self.me = player
                    yield from self.turn()
            for tiles in self.taken:
                self.board.extend(tiles)
            self.first = 1 - self.first

    def scores(self) -> list[int]:
        """The final scores."""
        return [player.score() for player in self.players]


def _covers(stock: list[int], cost: Goods) -> bool:
    """Whether a stock covers a cost, with grain, flax and gold turned into food."""
    spare = 0
    for good, (have, need) in enumerate(zip(stock, cost, strict=True)):
        if good == FOOD:
            continue
        if have < need:
            return False
        if good in EXCHANGES:
            spare += have - need
    return stock[FOOD] + spare >= cost[FOOD]
