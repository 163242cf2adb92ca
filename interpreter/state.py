"""Named values of a position: a path as rule files write it in, plain data out.

Paths: `round`, `A.gold`, `lamp.used`, `c31.mark`, `A.c31.face_down`, `A.c20-c30.wall`, `display`,
`A.hand`, `pot`, `pot.gold`. A path without its last owner gives them all: `gold` a list by player,
`A.field.wall` an object by edge. The values are those of `Wording.plain`; zones are lists, bottom
first, and everything is shown: what a player may know is up to `view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulewright.dsl.program import Domain, Program, Store, Variable

from .engine import Vector
from .text import Wording, seat_name


class UnknownPath(KeyError):
    """A path that names nothing in the state."""

    def __init__(self, path: str, near: str | None) -> None:
        super().__init__(path)
        self.path = path
        self.near = near

    def __str__(self) -> str:
        hint = f" Did you mean '{self.near}'?" if self.near else ""
        return f"'{self.path}' names nothing in this game's state.{hint}"


class Slot(NamedTuple):
    """One number of the state and how to read it."""

    number: int
    domain: Domain
    lo: int
    hi: int
    variable: Variable | None = None


class Element(NamedTuple):
    """One element that a variable has a value for: its number, its name, whose it is (or -1)."""

    number: int
    name: str
    owner: int
    slot: int


def elements(wording: Wording, variable: Variable) -> list[Element]:
    """Return what a variable's slots belong to, in order; nothing for a single value."""
    program = wording.program
    stride = len(program.goods) if variable.good >= 0 else 1
    slots = [variable.base + stride * index for index in range(variable.count)]
    return owners(wording, variable.owner, variable.kind, slots)


def owners(wording: Wording, owner: str, kind: str, slots: list[int]) -> list[Element]:
    """Return the elements that a run of slots belongs to: players, pieces, cells or edges."""
    program = wording.program
    if owner == "player":
        return [Element(n, seat_name(n), n, slot) for n, slot in enumerate(slots)]
    if owner == "piece":
        first = next(each.first for each in program.kinds if each.name == kind)
        names = program.piece_names
        return [Element(first + n, names[first + n], -1, slot) for n, slot in enumerate(slots)]
    found = []
    if owner in ("cell", "edge"):
        board = next(each for each in program.boards if each.name == kind)
        edges = [wording.edge_word(board, local) for local in range(len(board.edges))]
        names = board.cells if owner == "cell" else tuple(edges)
        first = board.first_cell if owner == "cell" else board.first_edge
        for index, slot in enumerate(slots):
            instance, local = divmod(index, len(names))
            whose = instance if board.each else -1
            found.append(Element(first + index, names[local], whose, slot))
    return found


def store_owner(program: Program, store: Store) -> tuple[str, str]:
    """Return what a store's places are (player, piece, cell, or "" for one), and of what kind."""
    owner: str | None = getattr(store, "owner", None)
    if owner is not None:
        return owner, str(getattr(store, "kind", ""))
    # A Program without this knowledge: what is declared and the number of places tell.
    declared = any(fact.path == f"state.{store.name}" for fact in program.facts)
    if declared or store.count == 1:
        return ("player" if store.count == program.players > 1 else ""), ""
    for kind in program.kinds:
        if kind.count == store.count:
            return "piece", kind.name
    for board in program.boards:
        if len(board.cells) * (program.players if board.each else 1) == store.count:
            return "cell", board.name
    return "", ""


class Paths:
    """Every path of a Program's state; made once per game."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.slots: dict[str, Slot] = {}
        self.aliases: dict[str, str] = {}
        """Longer paths for the same: with the kind or board in front of the element."""
        self.zones: dict[str, int] = {}
        self.groups: dict[str, dict[str, str] | list[str]] = {}
        """Paths that stand for several: their parts by name, or in the order of seats."""
        program = wording.program
        for variable in program.variables:
            self._variable(variable)
        for number, zone in enumerate(program.zones):
            path = zone.name if zone.owner < 0 else f"{seat_name(zone.owner)}.{zone.name}"
            self.zones.setdefault(path, number)
            if zone.owner >= 0:
                self._member(zone.name, path)
        for store in program.stores:
            self._store(store)

    def _slot(self, path: str, slot: Slot) -> None:
        self.slots.setdefault(path, slot)

    def _member(self, group: str, path: str) -> None:
        members = self.groups.setdefault(group, [])
        assert isinstance(members, list)
        members.append(path)

    def _variable(self, variable: Variable) -> None:
        name = variable.path.rpartition(".")[2]

        def slot(index: int) -> Slot:
            return Slot(index, variable.domain, variable.lo, variable.hi, variable)

        if not variable.owner:
            self._slot(variable.path, slot(variable.base))
            return
        for element in elements(self.wording, variable):
            if variable.owner == "player":
                path = f"{element.name}.{variable.path}"
                self._slot(path, slot(element.slot))
                self._member(variable.path, path)
                continue
            seat = f"{seat_name(element.owner)}." if element.owner >= 0 else ""
            path = f"{seat}{element.name}.{name}"
            self._slot(path, slot(element.slot))
            self.aliases.setdefault(f"{seat}{variable.kind}.{element.name}.{name}", path)
            group = self.groups.setdefault(f"{seat}{variable.path}", {})
            assert isinstance(group, dict)
            group[element.name] = path

    def _store(self, store: Store) -> None:
        program = self.wording.program
        owner, kind = store_owner(program, store)
        size = len(store.goods)
        bases = [store.base + index * size for index in range(store.count)]
        places: list[Element | None] = [None] * len(bases)
        if owner:
            places = [*owners(self.wording, owner, kind, bases)]
        for base, place in zip(bases, places, strict=True):
            path = store.name
            if place is not None:
                whose = -1 if owner == "player" else place.owner
                seat = f"{seat_name(whose)}." if whose >= 0 else ""
                path = f"{seat}{place.name}.{store.name}"
            goods: dict[str, str] = {}
            for position, good in enumerate(store.goods):
                name = program.goods[good]
                domain = Domain("int", "", 0, program.goods_max[good])
                goods[name] = f"{path}.{name}"
                self._slot(goods[name], Slot(base + position, domain, 0, domain.hi))
            self.groups.setdefault(path, goods)

    def all_paths(self) -> list[str]:
        """Return every path that can be read, in the order of declaration."""
        return [*self.slots, *self.zones, *self.groups, *self.aliases]

    def slot(self, path: str) -> Slot | None:
        """Return the single number that a path names, or None."""
        return self.slots.get(self.aliases.get(path, path))

    def missing(self, path: str) -> UnknownPath:
        """Return the error for a path that is not there, with the nearest one that is."""
        from difflib import get_close_matches

        near = get_close_matches(path, self.all_paths(), 1, 0.75)
        return UnknownPath(path, near[0] if near else None)


class State(Mapping[str, Any]):
    """A read-only look at a position by the names of its rule files."""

    def __init__(self, paths: Paths, v: Vector) -> None:
        self._paths = paths
        self._v = v

    def __getitem__(self, path: str) -> Any:
        paths = self._paths
        if not isinstance(path, str):
            raise UnknownPath(str(path), None)
        slot = paths.slot(path)
        if slot is not None:
            return paths.wording.plain(slot.domain, self._v[slot.number])
        zone = paths.zones.get(path)
        if zone is not None:
            program = paths.wording.program
            return [program.piece_names[piece] for piece in pieces_in(program, self._v, zone)]
        group = paths.groups.get(path)
        if isinstance(group, dict):
            return {name: self[member] for name, member in group.items()}
        if group is not None:
            return [self[member] for member in group]
        raise paths.missing(path)

    def __iter__(self) -> Iterator[str]:
        return iter([*self._paths.slots, *self._paths.zones])

    def __len__(self) -> int:
        return len(self._paths.slots) + len(self._paths.zones)

    def __contains__(self, path: object) -> bool:
        paths = self._paths
        return isinstance(path, str) and any(
            path in known for known in (paths.slots, paths.zones, paths.groups, paths.aliases)
        )


def pieces_in(program: Program, v: Vector, zone: int) -> list[int]:
    """Return the pieces in a zone, bottom first."""
    base = program.zones[zone].base
    return list(v[base + 2 : base + 2 + v[base]])
