"""What a seat can work out: an expression in; its value out, but only if the seat may know it.

The expression is evaluated on a position that notes which slots are read. If one of them is closed
to the seat, the value is not known, whatever it is. So displays and bots can use any expression of
the rules without learning a secret from it.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import NOBODY, Node, Program, Variable

from .engine import Vector
from .state import Element, elements
from .view import Viewer

ZONE_HEADER = 2


def has_secrets(program: Program) -> bool:
    """Whether players know different things in this game."""
    return (
        any(zone.seen_by == "owner" for zone in program.zones)
        or any(
            variable.seen_by == "owner"
            or (variable.hidden_if is not None and _asks_who(program, variable.hidden_if))
            for variable in program.variables
        )
        or any(decision.hidden for decision in program.decisions)
    )


def _asks_who(program: Program, part: Any) -> bool:
    """Whether an expression depends on who looks."""
    if isinstance(part, tuple):
        return any(_asks_who(program, each) for each in part)
    if not isinstance(part, Node):
        return False
    return part.op in ("me", "actor", "call", "dispatch") or _asks_who(program, part.args)


class Unknown(Exception):
    """Something that the seat may not know was read."""


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
    """Which slots of a position are closed to a seat; None is the public."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.engine = viewer.engine
        self.program = viewer.program
        # Zones and values that only some may see, whatever the position.
        self._fixed: dict[int | None, frozenset[int]] = {}
        wording = viewer.wording
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
        self._pieces = [
            piece
            for kind in self.program.kinds
            if kind.name in secret
            for piece in range(kind.first, kind.first + kind.count)
        ]
        self._states: dict[int, list[int]] = {}
        for variable in self.program.variables:
            if variable.owner == "piece" and variable.kind in secret:
                for element in elements(wording, variable):
                    self._states.setdefault(element.number, []).append(element.slot)

    @property
    def everything_open(self) -> bool:
        """Whether nothing is ever hidden from anybody."""
        return (
            not self._pieces
            and not self._face_down
            and all(variable.seen_by == "everyone" for variable in self.program.variables)
        )

    def closed(self, v: Vector, k: Vector, seat: int | None) -> frozenset[int]:
        """Return the slots that a seat may not look at in a position."""
        found = set(self._always(seat))
        for variable, listed in self._face_down:
            found |= {each.slot for each in listed if self._is_down(variable, each, v, k, seat)}
        for piece in self.unseen(v, k, seat):
            found.add(self.program.pieces_base + piece)
            found.update(self._states.get(piece, ()))
        return frozenset(found)

    def unseen(self, v: Vector, k: Vector, seat: int | None) -> list[int]:
        """Return the pieces that lie where a seat cannot see them."""
        return [p for p in self._pieces if not self.viewer.piece_visible(p, v, k, seat)]

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
        return self.engine.backend.eval(node, watched, k, me, temps)

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
            if variable.seen_by == "everyone":
                continue
            listed = elements(self.viewer.wording, variable)
            if not listed:
                # A single value has no owner who could see it alone.
                found.add(variable.base)
            for element in listed:
                if variable.seen_by == "nobody" or element.owner != seat or seat is None:
                    found.add(element.slot)
        made = self._fixed[seat] = frozenset(found)
        return made
