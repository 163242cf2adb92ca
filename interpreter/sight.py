"""What a seat can work out: an expression in; its value out, but only if the seat may know it.

An expression is evaluated on a position that refuses to have a closed slot read. If one is, the
same expression is asked of several positions that the seat cannot tell from the real one, in which
everything hidden is dealt differently. If they agree, the answer does not depend on the secret, and
if not, it is not known. The real secret is never looked at, so displays and bots can use any
expression of the rules without learning anything from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.dsl.program import NOBODY, Node, Program, Variable

from .engine import Vector
from .kernel import ZONE_HEADER
from .queries import rng
from .state import Element, elements, owners, store_owner
from .view import Viewer

WORLDS = 4
"""How many positions that look alike are compared."""

MOST = 1_000
"""Numbers with a wider range are not drawn."""

Below = Callable[[int], int]
"""Draws a number below another."""


def has_secrets(program: Program) -> bool:
    """Whether players know different things in this game."""
    return (
        any(zone.seen_by == "owner" for zone in program.zones)
        or any(
            variable.seen_by == "owner"
            or (variable.hidden_if is not None and _asks_who(variable.hidden_if))
            for variable in program.variables
        )
        or any(decision.hidden for decision in program.decisions)
    )


def _asks_who(part: Any) -> bool:
    """Whether an expression may depend on who looks."""
    if isinstance(part, tuple):
        return any(_asks_who(each) for each in part)
    if not isinstance(part, Node):
        return False
    return part.op in ("me", "actor", "call", "dispatch") or _asks_who(part.args)


class Unknown(Exception):
    """Something that the seat may not know was asked."""


class _Watched(list[Any]):
    """A state vector that lets nobody read a closed slot."""

    closed: frozenset[int] = frozenset()

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            if not self.closed.isdisjoint(range(*key.indices(len(self)))):
                raise Unknown
        elif key in self.closed:
            raise Unknown
        return list.__getitem__(self, key)


class Sight:
    """Which slots of a position are closed to a seat, and how they could be; None is the public."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.engine = viewer.engine
        self.program = viewer.program
        wording = viewer.wording
        # Zones and values that only some may see, whatever the position.
        self._fixed: dict[int | None, frozenset[int]] = {}
        self._alike: tuple[Vector, int | None, list[Vector]] | None = None
        self._face_down = [
            (variable, elements(wording, variable))
            for variable in self.program.variables
            if variable.hidden_if is not None
        ]
        secret = {zone.kind for zone in self.program.zones if zone.seen_by != "everyone"}
        secret |= {
            variable.domain.name
            for variable, _ in self._face_down
            if variable.domain.kind == "piece"
        }
        self._groups = list(_groups(self.program, secret))
        self._slots: dict[int, list[int]] = {}
        """The slots of a piece: where it is, its state, what lies on it."""
        for piece in (piece for group in self._groups for piece in group):
            self._slots[piece] = [self.program.pieces_base + piece]
        for variable in self.program.variables:
            if variable.owner == "piece" and variable.kind in secret:
                for element in elements(wording, variable):
                    self._slots[element.number].append(element.slot)
        for store in self.program.stores:
            owner, kind = store_owner(self.program, store)
            if owner == "piece" and kind in secret:
                size = len(store.goods)
                bases = [store.base + index * size for index in range(store.count)]
                for element in owners(wording, owner, kind, bases):
                    self._slots[element.number] += range(element.slot, element.slot + size)
        self._drawn: dict[int, list[tuple[int, Variable]]] = {}
        """The numbers on a piece that nobody can guess from where it lies."""
        for variable in self.program.variables:
            number = variable.domain.kind in ("int", "enum") and variable.hi - variable.lo < MOST
            if variable.owner == "piece" and variable.kind in secret and number:
                for element in elements(wording, variable):
                    self._drawn.setdefault(element.number, []).append((element.slot, variable))
        self._holding = [
            [each.slot for each in elements(wording, variable)] or [variable.base]
            for variable in self.program.variables
            if variable.domain.kind == "piece" and not variable.is_set
        ]

    # ------------------------------------------------------------ what is closed

    def closed(self, v: Vector, k: Vector, seat: int | None) -> frozenset[int]:
        """Return the slots that a seat may not look at in a position."""
        found = set(self._always(seat))
        for variable, listed in self._face_down:
            found |= {each.slot for each in listed if self._is_down(variable, each, v, k, seat)}
        for piece in self.unseen(v, k, seat):
            found.update(self._slots[piece])
        return frozenset(found)

    def unseen(self, v: Vector, k: Vector, seat: int | None) -> list[int]:
        """Return the pieces that lie where a seat cannot see them."""
        visible = self.viewer.piece_visible
        return [p for group in self._groups for p in group if not visible(p, v, k, seat)]

    def _is_down(
        self, variable: Variable, element: Element, v: Vector, k: Vector, seat: int | None
    ) -> bool:
        # The public knows only what is open to every single player.
        seats = range(self.program.players) if seat is None else (seat,)
        evaluate = self.engine.backend.eval
        condition = variable.hidden_if
        assert condition is not None
        return any(evaluate(condition, v, k, player, (element.number,)) for player in seats)

    def _always(self, seat: int | None) -> frozenset[int]:
        known = self._fixed.get(seat)
        if known is not None:
            return known
        found: set[int] = set()
        for zone in self.program.zones:
            own = zone.owner != NOBODY and zone.owner == seat
            if zone.seen_by == "everyone" or (zone.seen_by == "owner" and own):
                continue
            first = zone.base + ZONE_HEADER
            found.update(range(first, first + zone.capacity))
        for variable in self.program.variables:
            found.update(self._closed_values(variable, seat))
        made = self._fixed[seat] = frozenset(found)
        return made

    def _closed_values(self, variable: Variable, seat: int | None) -> list[int]:
        if variable.seen_by == "everyone":
            return []
        listed = elements(self.viewer.wording, variable)
        if not listed:
            # A single value has no owner who could see it alone.
            return [variable.base]
        return [
            each.slot
            for each in listed
            if variable.seen_by == "nobody" or each.owner != seat or seat is None
        ]

    # ------------------------------------------------------------ what could be

    def imagined(self, v: Vector, k: Vector, seat: int | None, below: Below) -> Vector:
        """Return a position that looks the same to a seat, with everything hidden dealt anew.

        Hidden pieces of a kind that began in the same place are dealt to the places where hidden
        ones lie. Numbers on them are drawn anew, marks stay with the place. Other values that the
        seat may not know are as they were at the start.
        """
        made = v[:]
        for variable in self.program.variables:
            for slot in self._closed_values(variable, seat):
                made[slot] = self.program.start[slot]
        unseen = set(self.unseen(v, k, seat)) - self._mentioned(v, k, seat)
        roles: dict[int, int] = {}
        for group in self._groups:
            # By where they lie, not by what they are: the real deal must not show in the new one.
            hidden = sorted((p for p in group if p in unseen), key=lambda p: self._where(v, p))
            roles.update(zip(hidden, _shuffled(hidden, below), strict=True))
        self._recast(v, made, roles)
        for piece in sorted(roles):
            for slot, variable in self._drawn.get(piece, ()):
                made[slot] = variable.lo + below(variable.hi - variable.lo + 1)
        return made

    def _where(self, v: Vector, piece: int) -> tuple[int, int]:
        """Return the place of a piece, and its position there where positions tell anything."""
        place = v[self.program.pieces_base + piece]
        if not 0 <= place < len(self.program.zones):
            return (place, 0)
        base = self.program.zones[place].base
        first = base + ZONE_HEADER
        position = v[first : first + v[base]].index(piece)
        # What was shuffled is kept in order of the pieces, which has nothing to do with the place.
        return (place, 0 if position < v[base + 1] else 1 + position)

    def _mentioned(self, v: Vector, k: Vector, seat: int | None) -> set[int]:
        """Return the pieces that an open value names: they are known wherever they lie."""
        closed = self._always(seat)
        down = {
            each.slot
            for variable, listed in self._face_down
            for each in listed
            if self._is_down(variable, each, v, k, seat)
        }
        return {v[slot] for slots in self._holding for slot in slots if slot not in closed | down}

    def _recast(self, v: Vector, made: Vector, roles: dict[int, int]) -> None:
        """Let pieces take each other's roles: place, state, and wherever they are named."""
        for piece, other in roles.items():
            for old, new in zip(self._slots[piece], self._slots[other], strict=True):
                made[new] = v[old]
        for slots in self._holding:
            for slot in slots:
                made[slot] = roles.get(made[slot], made[slot])
        for zone in self.program.zones:
            first = zone.base + ZONE_HEADER
            unknown, length = v[zone.base + 1], v[zone.base]
            pieces: list[int] = v[first : first + length]
            listed = [roles.get(piece, piece) for piece in pieces]
            # What was shuffled is kept in order, so that its order says nothing.
            made[first : first + length] = sorted(listed[:unknown]) + listed[unknown:]

    # ------------------------------------------------------------ values

    def value(
        self,
        node: Node,
        v: Vector,
        k: Vector,
        seat: int | None,
        me: int = NOBODY,
        temps: tuple[Any, ...] = (),
        closed: frozenset[int] | None = None,
    ) -> Any:
        """Return the value of an expression for the player `me`; `Unknown` if it is a secret."""
        watched = _Watched(v)
        watched.closed = self.closed(v, k, seat) if closed is None else closed
        evaluate = self.engine.backend.eval
        try:
            return evaluate(node, watched, k, me, temps)
        except Unknown:
            found = [evaluate(node, world, k, me, temps) for world in self._worlds(v, k, seat)]
        if any(each != found[0] for each in found):
            raise Unknown
        return found[0]

    def _worlds(self, v: Vector, k: Vector, seat: int | None) -> list[Vector]:
        """Return positions that look alike to a seat; they depend on nothing that it cannot see."""
        if self._alike is not None and self._alike[0] is v and self._alike[1] == seat:
            return self._alike[2]
        made = []
        for number in range(WORLDS):
            below = _dealer(number)
            world = self.imagined(v, k, seat, below)
            # Here a secret value must differ between worlds, or it would look known.
            for variable in self.program.variables:
                for slot in self._closed_values(variable, seat):
                    if number and not variable.is_set:
                        wide = min(variable.hi - variable.lo + 1, MOST)
                        world[slot] = variable.lo + below(wide)
            made.append(world)
        self._alike = (v, seat, made)
        return made


def _groups(program: Program, secret: set[str]) -> Iterator[list[int]]:
    """Yield the pieces that look the same from behind: one kind, one owner, one place to begin."""
    began = {piece: number for number, zone in enumerate(program.zones) for piece in zone.start}
    for kind in program.kinds:
        if kind.name in secret:
            found: dict[tuple[int, int], list[int]] = {}
            for index in range(kind.count):
                piece = kind.first + index
                found.setdefault((kind.owners[index], began.get(piece, -1)), []).append(piece)
            yield from found.values()


def _shuffled(pieces: Sequence[int], below: Below) -> list[int]:
    left = sorted(pieces)
    for last in range(len(left) - 1, 0, -1):
        other = below(last + 1)
        left[last], left[other] = left[other], left[last]
    return left


def _dealer(number: int) -> Below:
    """Return a source of chance that is always the same; the first leaves everything in order."""
    if not number:
        return lambda n: n - 1
    state = rng.seed_state(number)

    def below(n: int) -> int:
        nonlocal state
        state, drawn = rng.below(state, n)
        return drawn

    return below
