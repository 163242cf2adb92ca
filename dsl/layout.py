"""The layout of the state vector: declarations in, slot numbers and start values out.

Order: header, goods per player, supplies, state, state of pieces, cells and edges, stocks,
locations of pieces, zones. Nothing here depends on rules, only on what is declared.
"""

from __future__ import annotations

from rulewright.dsl.context import Context
from rulewright.dsl.declarations import KindDecl, Stock, Var, ZoneDecl
from rulewright.dsl.program import HEADER, Domain, Store, Variable, Zone
from rulewright.dsl.types import Type, domain
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlList, YamlScalar


def bounds(ctx: Context, kind: Type) -> tuple[int, int]:
    """First and last element of a type's domain."""
    if kind.kind == "set":
        assert kind.elem is not None
        return bounds(ctx, kind.elem)
    if kind.kind == "bool":
        return 0, 1
    if kind.kind == "player":
        return 0, ctx.players - 1
    if kind.kind == "good":
        return 0, max(0, len(ctx.goods) - 1)
    if kind.kind == "enum":
        return 0, max(0, len(ctx.enums.get(kind.name, ())) - 1)
    if kind.kind == "piece":
        owner = ctx.kinds[kind.name]
        return owner.first, max(owner.first, owner.first + owner.count - 1)
    if kind.kind == "cell":
        if kind.name:
            board = ctx.boards[kind.name]
            return board.first_cell, board.first_cell + len(board.cells) * board.copies - 1
        return 0, max(0, ctx.cell_count - 1)
    if kind.kind == "edge":
        if kind.name:
            board = ctx.boards[kind.name]
            return board.first_edge, board.first_edge + len(board.edges) * board.copies - 1
        return 0, max(0, ctx.edge_count - 1)
    if kind.kind == "spot":
        table = int(kind.name.split(":")[0])
        copies = int(kind.name.split(":")[3])
        return 0, max(0, len(ctx.placements[table]) * copies - 1)
    return kind.lo, kind.hi


def domain_of(ctx: Context, kind: Type) -> Domain:
    """The run-time domain of a type."""
    if kind.kind == "int":
        return Domain("int", "", kind.lo, kind.hi)
    lo, hi = bounds(ctx, kind)
    return domain(kind, lo, hi)


class Layout:
    """Slots given out so far, and what the Program needs to know about them."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.start: list[int] = [0] * HEADER
        self.variables: list[Variable] = []
        self.stores: list[Store] = []
        self.zones: list[Zone] = []
        self.goods_base = 0
        self.supply: list[int] = []
        self.pieces_base = 0
        self.holders: list[tuple[int, int, int, int, int]] = []

    def take(self, values: list[int]) -> int:
        """Slots for these start values; the first one's number."""
        base = len(self.start)
        self.start.extend(values)
        return base

    def declared(self) -> None:
        """Lay out everything the game declares."""
        ctx = self.ctx
        goods = list(ctx.goods.values())
        self.goods_base = self.take([good.start for _ in range(ctx.players) for good in goods])
        for good in goods:
            self.variables.append(
                Variable(
                    good.id,
                    self.goods_base + good.index,
                    Domain("int", "", 0, good.hi),
                    good.start,
                    0,
                    good.hi,
                    ctx.players,
                    "player",
                    "",
                    good.seen_by,
                    None,
                    False,
                    good.index,
                )
            )
            left = good.supply - good.start * ctx.players
            if good.supply >= 0 and left < 0:
                ctx.report(
                    "out-of-range",
                    f"{ctx.players} players start with {good.start} {good.id} each, but the supply"
                    f" has only {good.supply}.",
                    good.span,
                    "Raise 'supply' or lower 'start'.",
                )
                left = 0
            self.supply.append(self.take([left]) if good.supply >= 0 else -1)
        for var in ctx.state.values():
            self.variable(var, ctx.players if var.each == "player" else 1)
        for kind in ctx.kinds.values():
            for var in kind.state.values():
                self.variable(var, kind.count, kind.id)
        for board in ctx.boards.values():
            for var in board.state.values():
                self.variable(var, len(board.cells) * board.copies, board.id)
            for var in board.edge_state.values():
                self.variable(var, len(board.edges) * board.copies, board.id)
        for stock in ctx.stocks.values():
            stock.count = ctx.players if stock.each == "player" else 1
            self.stock(stock)
        for kind in ctx.kinds.values():
            for stock in kind.stocks.values():
                self.stock(stock, kind.id)
        for board in ctx.boards.values():
            for stock in board.stocks.values():
                self.stock(stock, board.id)
        self.pieces_base = self.take([-1] * len(ctx.piece_names))
        for zone in ctx.zones.values():
            self.zone(zone)
        for board in ctx.boards.values():
            for var in board.state.values():
                if var.type.kind == "piece":
                    first = board.first_cell
                    last = first + len(board.cells) * board.copies - 1
                    number = ctx.kinds[var.type.name].number
                    self.holders.append((first, last, var.base, 1, number))

    def variable(self, var: Var, count: int, owner: str = "") -> None:
        """Slots for a state, one per element it is of."""
        var.count = count
        var.base = self.take([var.starts.get(index, var.start) for index in range(count)])
        if var.type.kind in ("piece", "cell", "edge", "player", "good"):
            lo, hi = bounds(self.ctx, var.type)
            var.lo, var.hi = (-1 if var.type.optional else lo), hi
            if not var.type.optional and var.start < lo:
                var.start = lo
                self.start[var.base : var.base + count] = [lo] * count
        if var.type.kind == "set":
            assert var.type.elem is not None
            lo, hi = bounds(self.ctx, var.type.elem)
            var.domain_base = lo
            var.lo, var.hi = 0, (1 << (hi - lo + 1)) - 1
        self.variables.append(
            Variable(
                var.path or var.id,
                var.base,
                domain_of(self.ctx, var.type),
                var.start,
                var.lo,
                var.hi,
                count,
                var.each,
                owner,
                var.seen_by,
                None,
                var.type.kind == "set",
            )
        )

    def stock(self, stock: Stock, kind: str = "") -> None:
        """Slots for goods held by places."""
        stock.number = len(self.stores)
        stock.base = self.take([0] * (stock.count * len(stock.goods)))
        self.stores.append(Store(stock.id, stock.base, stock.goods, stock.count, stock.each, kind))

    def zone(self, zone: ZoneDecl) -> None:
        """Runs for a zone, with the pieces it starts with."""
        ctx = self.ctx
        kind = ctx.kinds[zone.kind]
        zone.first = len(self.zones)
        for owner in range(ctx.players) if zone.each else [-1]:
            pieces = self._starting(zone, kind, owner)
            capacity = max(zone.capacity, len(pieces))
            base = self.take([len(pieces), 0, *pieces, *([-1] * (capacity - len(pieces)))])
            for piece in pieces:
                slot = self.pieces_base + piece
                if self.start[slot] != -1:
                    ctx.report(
                        "piece-in-two-zones",
                        f"'{ctx.piece_names[piece]}' would start in '{self._zone_of(slot)}' and in"
                        f" '{zone.id}'.",
                        zone.start.span if zone.start else zone.span,
                        "Let each piece start in one zone.",
                    )
                self.start[slot] = len(self.zones)
            if not zone.size:
                zone.base, zone.size = base, capacity + 2
            self.zones.append(
                Zone(zone.id, owner, base, capacity, zone.kind, zone.seen_by, tuple(pieces))
            )

    def _zone_of(self, slot: int) -> str:
        return self.zones[self.start[slot]].name

    def _starting(self, zone: ZoneDecl, kind: KindDecl, owner: int) -> list[int]:
        node = zone.start
        if node is None or (isinstance(node, YamlScalar) and node.value in (None, "none")):
            return []
        everything = [
            kind.first + index
            for index in range(kind.count)
            if owner < 0 or kind.owners[index] in (owner, -1)
        ]
        if isinstance(node, YamlScalar) and node.value == "all":
            return everything
        if not isinstance(node, YamlList):
            return []  # The schema has said so.
        found: list[int] = []
        for item in node.items:
            name = str(item.value) if isinstance(item, YamlScalar) else ""
            component = kind.components.get(name)
            if name in kind.left_out:
                continue
            if component is None:
                self.ctx.unknown(a_(kind.id), name, item.span, kind.components, "unknown-name")
                continue
            found.extend(piece for piece in component.pieces if piece in everything)
        return found
