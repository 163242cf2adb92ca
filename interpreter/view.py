"""What a seat may know: a position and a seat in, JSON data out (schemas/view.schema.json).

The view is built up from what the rules declare visible, never by taking secrets out of the whole
state: a value, zone or cell that nobody declared visible is not in it. The random generator, the
frame stack (where answers wait until all have chosen) and the order of shuffled pieces have no
place in it at all. Seat None is the public: what every player may know.

    {"seat", "over", "to_move", "prompt"?, "values": {path: value},
     "players": [{"player", "name", "goods", "values", "zones", "stores", "boards"}],
     "pieces": {kind: {piece: {name: value}}}, "zones": {name: zone}, "stores": {name: {good: n}},
     "boards": {name: {"cells": {cell: {name: value}}, "edges": {edge: {name: value}}}}}

A zone is {"count": n} or, for who may look into it, {"count": n, "pieces": [...]}, bottom first.
Null stands for an absent value and for one that is face down; pieces that the seat does not see
are not mentioned.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import NOBODY, Store, Variable, Zone

from .arguments import seat_of
from .engine import Engine, Vector
from .moves import Position
from .state import elements, owners, store_owner
from .text import Wording, seat_name

_UNKNOWN = 1  # Offset in a zone's header of how many of its lowest pieces are in unknown order.
_PIECES = 2


class Viewer:
    """Makes views of the positions of one Program."""

    def __init__(self, engine: Engine, wording: Wording) -> None:
        self.engine = engine
        self.program = engine.program
        self.wording = wording
        self._elements = [elements(wording, variable) for variable in self.program.variables]
        self._holders = [
            variable
            for variable in self.program.variables
            if variable.owner == "cell" and variable.domain.kind == "piece"
        ]
        # A piece out of the game looks like one in a hidden zone, if its kind has such zones:
        # otherwise one could tell what was put aside from what is in the deck.
        secret = {zone.kind for zone in self.program.zones if zone.seen_by != "everyone"}
        self._always_open = [
            kind.name not in secret for kind in self.program.kinds for _ in range(kind.count)
        ]

    def view(self, v: Vector, k: Vector, seat: int | None, lang: str = "en") -> dict[str, Any]:
        """Return what a seat may know of a position."""
        seat = seat_of(seat, self.program.players)
        decider = self.engine.decider(v)
        point = self.engine.decision(v)
        made: dict[str, Any] = {
            "seat": seat,
            "over": point is None,
            "to_move": decider if decider >= 0 else None,
        }
        # A prompt can speak of what only the one who is asked may know.
        if point is not None and decider == seat:
            made["prompt"] = Position(self.engine, self.wording, v, k).prompt(lang)
        made["values"] = {}
        made["players"] = [
            {
                "player": player,
                "name": seat_name(player),
                "goods": {},
                "values": {},
                "zones": {},
                "stores": {},
                "boards": {},
            }
            for player in range(self.program.players)
        ]
        made["pieces"], made["zones"], made["stores"], made["boards"] = {}, {}, {}, {}
        for number in range(len(self.program.variables)):
            self._variable(made, number, v, k, seat)
        for zone in self.program.zones:
            self._zone(made, zone, v, seat)
        for store in self.program.stores:
            self._store(made, store, v, k, seat)
        return made

    # ------------------------------------------------------------ values

    def _variable(
        self, made: dict[str, Any], number: int, v: Vector, k: Vector, seat: int | None
    ) -> None:
        variable = self.program.variables[number]
        if variable.seen_by == "nobody":
            return
        name = variable.path.rpartition(".")[2]
        if not variable.owner:
            # A single value has no owner who could see it alone.
            if variable.seen_by == "everyone":
                shown = self._shown(variable, 0, v[variable.base], v, k, seat)
                made["values"][variable.path] = shown
            return
        for element in self._elements[number]:
            value = v[element.slot]
            if variable.owner == "player":
                if variable.seen_by == "everyone" or element.number == seat:
                    part = "goods" if variable.good >= 0 else "values"
                    shown = self._shown(variable, element.number, value, v, k, seat)
                    made["players"][element.number][part][variable.path] = shown
                continue
            if variable.owner == "piece":
                if not self.piece_visible(element.number, v, k, seat):
                    continue
                if variable.seen_by == "everyone" or self._owns(element.number, v, seat):
                    value_shown = self._shown(variable, element.number, value, v, k, seat)
                else:
                    value_shown = None
                kind = made["pieces"].setdefault(variable.kind, {})
                kind.setdefault(element.name, {})[name] = value_shown
                continue
            place = made if element.owner < 0 else made["players"][element.owner]
            board = place["boards"].setdefault(variable.kind, {"cells": {}, "edges": {}})
            part = "cells" if variable.owner == "cell" else "edges"
            entry = board[part].setdefault(element.name, {})
            if variable.seen_by == "everyone" or element.owner == seat:
                entry[name] = self._shown(variable, element.number, value, v, k, seat)
            else:
                entry[name] = None

    def _shown(
        self, variable: Variable, element: int, value: Any, v: Vector, k: Vector, seat: int | None
    ) -> Any:
        if self._face_down(variable, element, v, k, seat):
            return None
        return self.wording.plain(variable.domain, value)

    def _face_down(
        self, variable: Variable, element: int, v: Vector, k: Vector, seat: int | None
    ) -> bool:
        condition = variable.hidden_if
        if condition is None:
            return False
        # The public knows only what is open to every single player.
        seats = range(self.program.players) if seat is None else (seat,)
        evaluate = self.engine.backend.eval
        return any(evaluate(condition, v, k, player, (element,)) for player in seats)

    # ------------------------------------------------------------ pieces, zones, stores

    def piece_visible(self, piece: int, v: Vector, k: Vector, seat: int | None) -> bool:
        """Whether a seat sees which piece this is, so that it may know what is written on it."""
        place = v[self.program.pieces_base + piece]
        zones = self.program.zones
        if place < 0:
            return self._always_open[piece]
        if place < len(zones):
            return self._sees(zones[place], seat)
        cell = place - len(zones)
        for variable in self._holders:
            first = self._first_cell(variable)
            if first <= cell < first + variable.count and v[variable.base + cell - first] == piece:
                open_to_seat = variable.seen_by == "everyone" or (
                    variable.seen_by == "owner" and self.wording.cell_at(cell)[1] == seat
                )
                return open_to_seat and not self._face_down(variable, cell, v, k, seat)
        return True

    def _first_cell(self, variable: Variable) -> int:
        return next(each.first_cell for each in self.program.boards if each.name == variable.kind)

    def _owns(self, piece: int, v: Vector, seat: int | None) -> bool:
        """Whether a piece is a seat's own: made for it, in its zone or on its board."""
        for kind in self.program.kinds:
            if kind.first <= piece < kind.first + kind.count:
                owner = kind.owners[piece - kind.first]
                if owner != NOBODY:
                    return owner == seat
        place = v[self.program.pieces_base + piece]
        zones = self.program.zones
        if place < 0:
            return False
        owner = (
            zones[place].owner
            if place < len(zones)
            else self.wording.cell_at(place - len(zones))[1]
        )
        return owner != NOBODY and owner == seat

    def _sees(self, zone: Zone, seat: int | None) -> bool:
        if zone.seen_by == "owner":
            return zone.owner != NOBODY and zone.owner == seat
        return zone.seen_by == "everyone"

    def _zone(self, made: dict[str, Any], zone: Zone, v: Vector, seat: int | None) -> None:
        length, unknown = v[zone.base], v[zone.base + _UNKNOWN]
        shown: dict[str, Any] = {"count": length}
        if self._sees(zone, seat):
            first = zone.base + _PIECES
            names = [self.program.piece_names[piece] for piece in v[first : first + length]]
            shown["pieces"] = sorted(names[:unknown]) + names[unknown:]
        place = made if zone.owner < 0 else made["players"][zone.owner]
        place["zones"][zone.name] = shown

    def _store(
        self, made: dict[str, Any], store: Store, v: Vector, k: Vector, seat: int | None
    ) -> None:
        owner, kind = store_owner(self.program, store)
        size = len(store.goods)
        bases = [store.base + index * size for index in range(store.count)]
        if not owner:
            for base in bases:
                made["stores"][store.name] = self._held(store, base, v)
            return
        for element in owners(self.wording, owner, kind, bases):
            if owner == "piece" and not self.piece_visible(element.number, v, k, seat):
                continue
            held = self._held(store, element.slot, v)
            if owner == "player":
                made["players"][element.number]["stores"][store.name] = held
            else:
                place = made if element.owner < 0 else made["players"][element.owner]
                place["stores"].setdefault(store.name, {})[element.name] = held

    def _held(self, store: Store, base: int, v: Vector) -> dict[str, int]:
        goods = self.program.goods
        return {goods[good]: v[base + position] for position, good in enumerate(store.goods)}
