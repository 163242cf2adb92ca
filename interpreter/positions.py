"""Positions made to order: a position and values by path in, the position with those values out.

Paths are those of `state`. What the values imply is kept true: a piece is in one place only, so
putting it somewhere takes it away from where it was, and what had to make room goes there instead;
goods come out of their supply. What cannot be is refused as `Impossible`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl.program import FP, FRAME, ME, PC, Domain

from . import kernel
from .invariants import broken
from .state import Slot, UnknownPath, pieces_in
from .text import UnknownValue, seat_name, spoken

if TYPE_CHECKING:
    from .engine import Vector
    from .match import Game

_MOST_NAMED = 8
_PACKED = 4  # bits of one player in a packed list


class Impossible(ValueError):
    """A value or position that cannot be; `path` is what was to be set."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class _Spot(NamedTuple):
    """Where pieces can be put: a zone, or a cell with the slot that names its piece."""

    zone: int
    cell: int = -1
    slot: int = -1


_NOWHERE = _Spot(-1)


def arranged(game: Game, v: Vector, settings: Sequence[tuple[str, Any]]) -> Vector:
    """Return the state with each path at its value, everything else as it is."""
    return _Arrangement(game, v).made(settings)


def checked(game: Game, v: Vector, k: Vector) -> None:
    """Refuse a position in which something does not hold that always holds."""
    wrong = broken(game.at(v, k))
    if wrong:
        raise Impossible(f"this cannot be: {', '.join(wrong)} does not hold")


class _Arrangement:
    """One state being changed."""

    def __init__(self, game: Game, v: Vector) -> None:
        self.game = game
        self.program = game.program
        self.tables = kernel.Tables(game.program)
        self.v = v[:]
        self.taken: dict[int, str] = {}
        """Pieces that were given a place, and the path that did."""

    def made(self, settings: Sequence[tuple[str, Any]]) -> Vector:
        """Return the changed state."""
        before = self._goods()
        pieces: dict[_Spot, list[int]] = {}
        for path, value in settings:
            for member, one in self._members(path, value):
                zone = self.game.paths.zones.get(member)
                slot = self.game.paths.slots.get(member)
                if zone is not None:
                    self._claim(pieces, _Spot(zone), self._listed(member, zone, one), member)
                elif slot is not None and self._holds_pieces(slot):
                    empty = one is None or one == "none"
                    found = [] if empty else [self._piece(member, slot.domain.name, str(one), [])]
                    there = _Spot(-1, self._cell(slot), slot.number)
                    self._claim(pieces, there, found, member)
                elif slot is not None:
                    self.v[slot.number] = self._number(member, slot, one)
        if pieces:
            self._put(pieces)
        self._supply(before)
        return self.v

    # ------------------------------------------------------------ paths and values

    def _members(self, path: str, value: Any) -> list[tuple[str, Any]]:
        """Return the single values that a path with its value stands for."""
        paths = self.game.paths
        if path in paths.slots or path in paths.zones:
            return [(path, value)]
        group = paths.groups.get(path)
        if group is None:
            raise Impossible(str(UnknownPath(path, paths.missing(path).near)), path)
        if isinstance(group, list):
            if isinstance(value, list) and len(value) == len(group):
                return list(zip(group, value, strict=True))
            named = {seat_name(seat): member for seat, member in enumerate(group)}
        else:
            named = group
        if isinstance(value, Mapping):
            wrong = [name for name in value if name not in named]
            if wrong:
                raise Impossible(f"{path} has no '{wrong[0]}': it has {_some(named)}", path)
            return [(named[name], one) for name, one in value.items()]
        flags = all(
            member in paths.slots and paths.slots[member].domain.kind == "bool"
            for member in named.values()
        )
        if isinstance(value, list) and flags:
            wrong = [name for name in value if name not in named]
            if wrong:
                raise Impossible(f"{path} has no '{wrong[0]}': it has {_some(named)}", path)
            return [(member, name in value) for name, member in named.items()]
        if isinstance(value, list):
            example = next(iter(named.values()), "")
            raise Impossible(f"{path} is given one by one: name which, such as {example}", path)
        return [(member, value) for member in named.values()]

    def _number(self, path: str, slot: Slot, value: Any) -> int:
        domain = slot.domain
        try:
            found = self.game.wording.number(domain, value)
        except UnknownValue:
            raise Impossible(
                f"{path} cannot be {_shown(value)}: it is {self._range(slot)}", path
            ) from None
        if not slot.lo <= found <= slot.hi and not (domain.optional and found < 0):
            raise Impossible(f"{path} cannot be {_shown(value)}: it is {self._range(slot)}", path)
        return found

    def _range(self, slot: Slot) -> str:
        """Return what a value can be, in words."""
        domain = slot.domain
        if domain.kind == "int":
            return f"a number from {max(slot.lo, domain.lo)} to {min(slot.hi, domain.hi)}"
        if domain.kind == "bool":
            return "true or false"
        if domain.kind == "mask":
            return f"a list of {self._kind(domain.of or domain)}"
        names = [self.game.wording.plain(domain, n) for n in range(domain.lo, domain.hi + 1)]
        if domain.kind == "player":
            names = [seat_name(name) for name in names]
        if domain.optional:
            names.append("none")
        return f"one of {_some(names)}"

    def _kind(self, domain: Domain) -> str:
        return spoken(domain.name or domain.kind)

    def _holds_pieces(self, slot: Slot) -> bool:
        """Whether a slot says which piece lies on a cell, rather than speaks of a piece."""
        variable = slot.variable
        return variable is not None and variable.owner == "cell" and variable.domain.kind == "piece"

    def _cell(self, slot: Slot) -> int:
        for first, last, base, stride, _ in self.program.holders:
            cell, rest = divmod(slot.number - base, stride)
            if rest == 0 and 0 <= cell <= last - first:
                return first + cell
        raise AssertionError("a slot that holds pieces belongs to a cell")

    # ------------------------------------------------------------ pieces

    def _listed(self, path: str, zone: int, value: Any) -> list[int]:
        """Return the pieces that a list names; of copies the next one that is not taken."""
        names = [] if value is None or value == "none" else value
        if not isinstance(names, list):
            names = [names]
        if len(names) > self.program.zones[zone].capacity:
            most = self.program.zones[zone].capacity
            raise Impossible(f"{path} has room for {most}, not for {len(names)}", path)
        found: list[int] = []
        for name in names:
            found.append(self._piece(path, self.program.zones[zone].kind, str(name), found))
        return found

    def _piece(self, path: str, kind_name: str, name: str, found: list[int]) -> int:
        kind = next(each for each in self.program.kinds if each.name == kind_name)
        wanted = name.replace(" ", "_")
        owned = {self.program.piece_names[p]: p for p in range(kind.first, kind.first + kind.count)}
        seat = f"{path.split('.')[0]}."
        piece = owned.get(wanted, owned.get(seat + wanted, -1))
        copies = [piece]
        if piece >= 0:
            component = kind.component_of[piece - kind.first]
            owner = kind.owners[piece - kind.first]
            copies += [
                kind.first + n
                for n in range(kind.count)
                if kind.component_of[n] == component and kind.owners[n] == owner
            ]
        if piece < 0:
            raise Impossible(f"{path} cannot have '{name}': it has {_some(owned)}", path)
        for each in copies:
            if each not in self.taken and each not in found:
                return each
        where = self.taken.get(piece, path)
        raise Impossible(f"'{name}' cannot be in {path} too: it is in {where}", path)

    def _claim(
        self, pieces: dict[_Spot, list[int]], spot: _Spot, found: list[int], path: str
    ) -> None:
        for piece in found:
            if piece in self.taken:
                name = self.program.piece_names[piece]
                raise Impossible(f"'{name}' cannot be in {path} and in {self.taken[piece]}", path)
            self.taken[piece] = path
        pieces[spot] = found

    def _put(self, pieces: dict[_Spot, list[int]]) -> None:
        """Put all pieces where they belong; what has to make room goes where they came from."""
        t, v = self.tables, self.v
        shuffled = [v[zone.base + 1] == v[zone.base] > 1 for zone in self.program.zones]
        swapped: list[tuple[int, _Spot]] = []
        homeless: list[int] = []
        freed: list[tuple[int, _Spot]] = []
        for spot, wanted in pieces.items():
            here = pieces_in(self.program, v, spot.zone) if spot.zone >= 0 else [v[spot.slot]]
            out = [piece for piece in here if piece >= 0 and piece not in self.taken]
            arriving = [piece for piece in wanted if piece not in here]
            origins = [(piece, self._spot(piece)) for piece in arriving]
            origins = [each for each in origins if each[1] not in pieces]
            swapped += [(piece, where) for piece, (_, where) in zip(out, origins, strict=False)]
            homeless += out[len(origins) :]
            freed += origins[len(out) :]
        for piece in [*self.taken, *(piece for piece, _ in swapped), *homeless]:
            kernel.detach(t, v, piece)
        for spot, wanted in pieces.items():
            for piece in wanted:
                self._lay(piece, spot)
            if spot.zone >= 0:
                # Who says what lies in a zone says in which order.
                v[self.program.zones[spot.zone].base + 1] = 0
        freed.sort(key=lambda each: each[1].zone >= 0)  # a zone can do without, a cell cannot
        for piece in homeless:
            alike = (n for n, each in enumerate(freed) if self._alike(each[0], piece))
            number = next(alike, -1)
            swapped.append((piece, freed.pop(number)[1] if number >= 0 else _NOWHERE))
        for piece, origin in swapped:
            spot = _Spot(self._home(piece)) if origin == _NOWHERE else origin
            if spot != _NOWHERE and spot not in pieces:
                self._lay(piece, spot)
                zone = spot.zone
                if zone >= 0 and (shuffled[zone] or self.program.zones[zone].seen_by == "nobody"):
                    kernel.shuffle(t, v, zone)

    def _lay(self, piece: int, spot: _Spot) -> None:
        if spot.zone >= 0:
            kernel.move(self.tables, self.v, piece, spot.zone)
        else:
            kernel.place(self.tables, self.v, piece, spot.cell, spot.slot, 1, spot.cell)

    def _spot(self, piece: int) -> _Spot:
        """Return where a piece is."""
        place = kernel.place_of(self.tables, self.v, piece)
        cell = place - self.tables.zones
        if cell < 0:
            return _Spot(place)
        for first, last, base, stride, _ in self.program.holders:
            slot = base + stride * (cell - first)
            if first <= cell <= last and self.v[slot] == piece:
                return _Spot(-1, cell, slot)
        return _NOWHERE

    def _alike(self, piece: int, other: int) -> bool:
        """Whether two pieces are of one kind."""
        return any(
            kind.first <= min(piece, other) and max(piece, other) < kind.first + kind.count
            for kind in self.program.kinds
        )

    def _home(self, piece: int) -> int:
        """Return the zone in which a piece starts, or -1."""
        return next((n for n, zone in enumerate(self.program.zones) if piece in zone.start), -1)

    # ------------------------------------------------------------ goods

    def _goods(self) -> list[int]:
        """Return how many of each good players and places have together."""
        size = len(self.program.goods)
        base = self.program.goods_base
        found = [sum(self.v[base + g :: size][: self.program.players]) for g in range(size)]
        for store in self.program.stores:
            for number in range(store.count * len(store.goods)):
                found[store.goods[number % len(store.goods)]] += self.v[store.base + number]
        return found

    def _supply(self, before: list[int]) -> None:
        """Take from the supply what was given out, and put back what was taken away."""
        for good, (old, new) in enumerate(zip(before, self._goods(), strict=True)):
            slot = self.program.goods_supply[good]
            if slot < 0:
                continue
            self.v[slot] -= new - old
            if self.v[slot] < 0:
                name, most = spoken(self.program.goods[good]), new + self.v[slot]
                raise Impossible(f"there are {most} {name} in the game, not {new}")


def _some(names: Any) -> str:
    listed = [str(name) for name in names]
    more = ", …" if len(listed) > _MOST_NAMED else ""
    return ", ".join(listed[:_MOST_NAMED]) + more


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ------------------------------------------------------------------------------- turns


def at_turn(game: Game, v: Vector, k: Vector, player: int) -> tuple[Vector, Vector]:
    """Return the position with a player at turn: the same decision is his.

    The innermost loop over several players that stands at the one who decides goes on from him.
    """
    v, k = v[:], k[:]
    now, v[ME] = v[ME], player
    if now == player:
        return v, k
    fp, pc = v[FP], v[PC]
    while True:
        loops = [turn for turn in game.program.turns if turn.first <= pc < turn.end]
        for turn in sorted(loops, key=lambda turn: turn.end - turn.first):
            if k[fp + turn.player] == now:
                rest = _unpacked(k[fp + turn.rest])
                everybody = _unpacked(k[fp + turn.order]) if turn.order >= 0 else [now, *rest]
                if everybody == [now] and turn.order >= 0:
                    # One player going on: it is his now, and the loop around it goes on from him.
                    k[fp + turn.player] = player
                    k[fp + turn.order] = kernel.pack([player])
                    continue
                if player in everybody:
                    rest = everybody[everybody.index(player) + 1 :]
                else:
                    rest = everybody
                k[fp + turn.player] = player
                k[fp + turn.rest] = kernel.pack(rest)
                return v, k
        if k[fp - FRAME] < 0:
            return v, k
        pc, fp = k[fp - FRAME], k[fp - FRAME + 1]


def _unpacked(packed: int) -> list[int]:
    """Return the players of a packed list.

    >>> _unpacked(kernel.pack([2, 0, 1]))
    [2, 0, 1]
    """
    found = []
    while packed:
        found.append((packed & 15) - 1)
        packed >>= _PACKED
    return found
