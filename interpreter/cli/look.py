"""A position as one seat sees it: values and zones of the rules in, words for people out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import NOBODY, Domain, Node, Variable, Zone
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.kernel import ZONE_HEADER
from rulewright.interpreter.sight import Sight, Unknown
from rulewright.interpreter.state import Element, elements, owners, store_owner
from rulewright.interpreter.text import seat_name, spoken

from .words import say

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match

ALL = -1
"""Stands for a seat that sees everything, as suits a game that is over."""

# Kinds of values that may be absent.
_ELEMENTS = ("enum", "player", "good", "piece", "cell", "edge", "zone", "spot")

HIDDEN = "?"
NOTHING = "-"


class Look:
    """What a seat sees of a match now; None is the public, `ALL` sees everything."""

    def __init__(self, match: Match, seat: int | None, lang: str, sight: Sight) -> None:
        self.match = match
        self.seat = seat
        self.lang = lang
        self.sight = sight
        self.program = match.game.program
        self.wording = match.game.wording
        self.v, self.k = match.v, match.k
        self.closed = frozenset() if seat == ALL else sight.closed(self.v, self.k, seat)

    @property
    def me(self) -> int:
        """Whose words these are: own things need no owner."""
        return NOBODY if self.seat in (None, ALL) else int(self.seat or 0)

    # ------------------------------------------------------------ names

    def named(self, *keys: str) -> str:
        """Return the name of the first of these keys that has one, else the id in the last."""
        identifier = keys[-1].rpartition(".")[2]
        for key in keys:
            if key in self.program.names:
                return self.wording.named(key, identifier, self.lang)
        return spoken(identifier)

    def value_name(self, text: str) -> str:
        """Return what to call a value that a display lists by its words in the rule file."""
        word = text.removeprefix("my ")
        several = self.program.names.get(f"good.{word}.plural", {}).get(self.lang)
        if several:
            return several
        places = ("good", "state", "zone", "board", "define", "kind")
        return self.named(*(f"{place}.{word}" for place in places))

    # ------------------------------------------------------------ values

    def expression(
        self, node: Node, domain: Domain, me: int, temps: tuple[Any, ...] = ()
    ) -> tuple[str, Any]:
        """Return the words for an expression and its value; a secret is `?` and None."""
        try:
            value = self.sight.value(node, self.v, self.k, self.seat, me, temps, self.closed)
        except Unknown:
            return self._how_many(node, me, temps), None
        except PlayError:
            # Such as the attribute of something that is not there.
            return NOTHING, None
        return self.words(domain, value, me), value

    def words(self, domain: Domain, value: Any, me: int) -> str:
        """Return the words for a value of a domain; pieces say what lies on them."""
        if domain.kind == "cost":
            return " / ".join(self.wording.bundle(each, self.lang) for each in value)
        if isinstance(value, tuple):
            of = domain.of or domain
            if of.kind == "piece":
                return self.pieces(value, me)
        if domain.kind == "piece" and isinstance(value, int) and value >= 0:
            # On a board there is room for little more than the name.
            return self.piece(value, me, marks=False)
        if domain.kind in _ELEMENTS and isinstance(value, int) and value < 0:
            return NOTHING
        return self.wording.value(domain, value, self.lang, me)

    def _how_many(self, node: Node, me: int, temps: tuple[Any, ...]) -> str:
        """Return how many pieces lie in a zone that the seat cannot look into."""
        if node.op != "zone":
            return HIDDEN
        length = Node("zonelen", node.args, node.span)
        return f"({self.sight.value(length, self.v, self.k, self.seat, me, temps, self.closed)})"

    def variable(self, variable: Variable, slot: int, me: int) -> str | None:
        """Return the words for one value of the state; None if the seat may not know it."""
        if slot in self.closed:
            return None
        return self.words(variable.domain, self.v[slot], me)

    # ------------------------------------------------------------ pieces and zones

    def zone(self, zone: Zone, me: int) -> str:
        """Return what lies in a zone, or how many where the seat cannot look into it."""
        length = self.v[zone.base]
        first = zone.base + ZONE_HEADER
        if length and first in self.closed:
            return f"({length})"
        unknown = self.v[zone.base + 1]
        listed = self.v[first : first + length]
        # What was shuffled has no order that anybody knows.
        names = sorted(listed[:unknown]) + listed[unknown:]
        return self.pieces(tuple(names), me)

    def pieces(self, listed: tuple[int, ...], me: int) -> str:
        """Return pieces in words, equal ones counted."""
        words = Counter(self.piece(each, me, copies=False) for each in listed)
        shown = [f"{word} x{n}" if n > 1 else word for word, n in words.items()]
        return ", ".join(shown) or NOTHING

    def piece(self, piece: int, me: int, *, copies: bool = True, marks: bool = True) -> str:
        """Return the name of a piece with what is on it: goods, a number, a mark."""
        word = self.wording.piece(piece, self.lang, me)
        if not copies:
            kind = self.kind_of(piece)
            if kind.owners[piece - kind.first] in (NOBODY, me):
                component = kind.components[kind.component_of[piece - kind.first]]
                word = self.named(f"{kind.name}.{component}")
        notes = [*self._held.get(piece, ()), *self._states(piece, marks)]
        face = self._face(piece)
        if face is not None:
            word = f"{word} {face}"
        return f"{word} ({', '.join(notes)})" if notes else word

    def _face(self, piece: int) -> int | None:
        """Return what a die shows, as it is said in moves."""
        for variable, slot in self._piece_states.get(piece, ()):
            if _is_face(variable) and slot not in self.closed:
                return int(self.v[slot])
        return None

    def kind_of(self, piece: int) -> Any:
        """Return the kind of a piece."""
        return next(
            kind for kind in self.program.kinds if kind.first <= piece < kind.first + kind.count
        )

    @cached_property
    def _piece_states(self) -> Mapping[int, list[tuple[Variable, int]]]:
        found: dict[int, list[tuple[Variable, int]]] = {}
        for variable in self.program.variables:
            if variable.owner == "piece":
                for element in elements(self.wording, variable):
                    found.setdefault(element.number, []).append((variable, element.slot))
        return found

    def _states(self, piece: int, marks: bool) -> list[str]:
        """Return the state of a piece that is worth telling: marks, numbers, choices."""
        found = []
        listed = self._piece_states.get(piece, [])
        for variable, slot in listed:
            value, kind = self.v[slot], variable.domain.kind
            if slot in self.closed or _is_face(variable):
                continue
            if value == variable.start and kind != "int":
                continue
            name = self.state_name(variable)
            if kind == "bool" and marks:
                found.append(name if value else say(self.lang, "not", name))
            elif kind == "int" and (value or variable.start):
                found.append(str(value) if len(listed) == 1 else f"{name} {value}")
            elif kind in ("enum", "player", "cell", "good") and value >= 0:
                found.append(self.wording.value(variable.domain, value, self.lang, NOBODY))
            elif kind == "piece" and value >= 0 and self._has_name(variable):
                other = self.wording.value(variable.domain, value, self.lang, NOBODY)
                found.append(f"{name} {other}")
        return found

    def _has_name(self, variable: Variable) -> bool:
        """Whether the rule file says what a state is called: then it is meant to be read."""
        return bool(self.program.names.get(f"state.{variable.path}"))

    def state_name(self, variable: Variable) -> str:
        """Return what a variable is called."""
        name = variable.path.rpartition(".")[2]
        owner = variable.kind or "state"
        return self.named(f"state.{variable.path}", f"{owner}.{name}")

    # ------------------------------------------------------------ goods in places

    @cached_property
    def stores(self) -> list[tuple[str, str, Element | None, str]]:
        """What lies in places that hold goods: store, kind of owner, owner, goods in words."""
        found = []
        for store in self.program.stores:
            owner, kind = store_owner(self.program, store)
            size = len(store.goods)
            bases = [store.base + index * size for index in range(store.count)]
            listed: list[Element | None] = [*owners(self.wording, owner, kind, bases)]
            for base, element in zip(bases, listed or [None] * len(bases), strict=False):
                amounts = [0] * len(self.program.goods)
                for position, good in enumerate(store.goods):
                    amounts[good] = self.v[base + position]
                if any(amounts):
                    text = self.wording.bundle(tuple(amounts), self.lang)
                    found.append((store.name, owner, element, text))
        return found

    @cached_property
    def _held(self) -> Mapping[int, list[str]]:
        found: dict[int, list[str]] = {}
        for _, owner, element, text in self.stores:
            if owner == "piece" and element is not None:
                found.setdefault(element.number, []).append(text)
        return found


def _is_face(variable: Variable) -> bool:
    """Whether this is what lies on top of a die."""
    return variable.owner == "piece" and variable.path.endswith(".value")


_OWNED = {"en": "{0}'s {1}", "fr": "{1} de {0}", "ja": "{0}の{1}"}


def owner_title(name: str, player: int, lang: str = "en") -> str:
    """Return the title of something that belongs to a player.

    >>> owner_title("board", 1), owner_title("plateau", 1, "fr")
    ("B's board", 'plateau de B')
    """
    if player == NOBODY:
        return name
    return _OWNED.get(lang, "{1} ({0})").format(seat_name(player), name)
