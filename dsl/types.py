"""Static types of expressions: a type name in a rule file in, a `Type` out; which types fit which.

Every expression has a type before anything runs. Sets are `set` types over an element type.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.program import Domain
from rulewright.dsl.wording import plural

LARGEST = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Type:
    """What an expression can be.

    kind: int, bool, enum, player, good, piece, cell, edge, spot, zone, sides, pattern, cost, set,
    none, script, value, condition, or error (something that was already reported and fits
    everywhere).
    """

    kind: str
    name: str = ""
    lo: int = -LARGEST
    hi: int = LARGEST
    optional: bool = False
    elem: Type | None = None

    def __str__(self) -> str:
        if self.kind == "set":
            return f"a set of {self.elem.plural if self.elem else 'things'}"
        text = {
            "int": "a number",
            "bool": "a condition (yes or no)",
            "enum": f"a {self.name}",
            "player": "a player",
            "good": "a good",
            "piece": f"a {self.name}",
            "cell": f"a cell of {self.name}" if self.name else "a cell",
            "edge": f"an edge of {self.name}" if self.name else "an edge",
            "spot": "a placement",
            "zone": "a zone",
            "sides": "sides",
            "pattern": "a pattern of sides",
            "cost": "a bundle of goods",
            "none": "none",
            "script": "something to do",
            "value": "a value",
            "condition": "a condition",
        }.get(self.kind, self.kind)
        return f"{text} or none" if self.optional and self.kind != "none" else text

    @property
    def plural(self) -> str:
        """The type as the elements of a set are called."""
        named = self.name if self.kind in ("enum", "piece") else ""
        return plural(named or _PLAIN.get(self.kind, self.kind))

    def maybe(self) -> Type:
        """The same type, with none allowed."""
        return replace(self, optional=True)

    def sure(self) -> Type:
        """The same type without none."""
        return replace(self, optional=False)


_PLAIN = {"int": "number", "bool": "condition", "spot": "placement", "cost": "bundle"}

INT = Type("int")
BOOL = Type("bool", lo=0, hi=1)
PLAYER = Type("player")
GOOD = Type("good")
SIDES = Type("sides", lo=0, hi=15)
PATTERN = Type("pattern", lo=0, hi=255)
COST = Type("cost")
NONE = Type("none", optional=True)
ERROR = Type("error", optional=True)
SCRIPT = Type("script")
VALUE = Type("value")
CONDITION = Type("condition")


def number(lo: int, hi: int) -> Type:
    """A number within a known range."""
    return Type("int", lo=max(lo, -LARGEST), hi=min(hi, LARGEST))


def set_of(elem: Type) -> Type:
    """A set (or list) of elements."""
    return Type("set", elem=elem.sure())


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of the one type may stand where the other is wanted."""
    if found.kind == "error" or wanted.kind == "error":
        return True
    if found.kind == "none":
        return wanted.optional
    if found.kind != wanted.kind:
        return False
    if found.kind == "set":
        assert found.elem is not None and wanted.elem is not None
        return fits(found.elem, wanted.elem)
    return not (found.name and wanted.name and found.name != wanted.name)


def same(left: Type, right: Type) -> bool:
    """Whether two values can be compared with `is`."""
    if left.kind == "none" or right.kind == "none":
        return True
    return fits(left.sure(), right.sure()) or fits(right.sure(), left.sure())


def join(left: Type, right: Type) -> Type | None:
    """The type of either one or the other, or None if they have nothing in common."""
    if left.kind == "error":
        return right
    if right.kind == "error":
        return left
    if left.kind == "none":
        return right.maybe()
    if right.kind == "none":
        return left.maybe()
    if not same(left, right):
        return None
    if left.kind == "int":
        return number(min(left.lo, right.lo), max(left.hi, right.hi))
    return left.maybe() if right.optional else left


def domain(kind: Type, lo: int, hi: int) -> Domain:
    """The run-time domain of a type whose elements are lo..hi."""
    if kind.kind == "set":
        assert kind.elem is not None
        return Domain(
            "mask", kind.elem.name, 0, (1 << (hi - lo + 1)) - 1, False, domain(kind.elem, lo, hi)
        )
    return Domain(kind.kind, kind.name, lo, hi, kind.optional)
