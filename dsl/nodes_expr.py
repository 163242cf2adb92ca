"""The nodes of expressions, bundles of goods and phrases; import them from `dsl.nodes`.

In: nothing.  Out: the part of the node classes that refer to one another, hence in one module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from rulewright.dsl.source import Span


class Node:
    """Anything that stands in a leaf; every node class adds `span` as its last field."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    @property
    def span(self) -> Span:
        """The exact place in the rule file, from the first to the last character."""
        raise NotImplementedError


# ------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Num(Node):
    """A whole number: `3`."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name: `gold`, `it`, `true`, `none`."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class My(Node):
    """An attribute of the player who acts: `my gold`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Its(Node):
    """An attribute of the element being looked at: `its points`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Attr(Node):
    """An attribute of anything: `opponent's gold`."""

    obj: Expr
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A query with arguments: `count(my hand)`."""

    name: str
    args: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Where(Node):
    """The elements of a set that meet a condition: `rooms where its points > 3`."""

    source: Expr
    cond: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Has(Node):
    """A condition asked of each element, as an argument: `every(cells has buildable(it))`."""

    source: Expr
    cond: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Over(Node):
    """A value taken from each element, as an argument: `sum(its points over my rooms)`."""

    body: Expr
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """A chain of comparisons: `1 <= n < 4`; one more operand than operators."""

    ops: tuple[str, ...]
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Is(Node):
    """Sameness: `room is kitchen`, `poorest is not me`."""

    left: Expr
    right: Expr
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class InSet(Node):
    """Membership: `cell in diggable`, `cell not in diggable`."""

    item: Expr
    source: Expr
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """Conditions joined by one word: `a and b and c`."""

    op: Literal["and", "or"]
    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a condition: `not my placed`."""

    x: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Arith(Node):
    """Arithmetic on two numbers: `n + 1`; `//` rounds down."""

    op: Literal["+", "-", "*", "//", "%"]
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """A number with its sign changed: `-n`."""

    x: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    """One of two values: `if none(my order) then 3 else 0`."""

    cond: Expr
    then: Expr
    other: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Possible(Node):
    """Whether this turn can still do something: `possible(dig through walls)`."""

    phrase: Phrase
    span: Span


@dataclass(frozen=True, slots=True)
class BundleExpr(Node):
    """Goods as the argument of a query: `can_house(2 sheep)`."""

    bundle: Bundle
    span: Span


# ----------------------------------------------------------------------------------- bundles


@dataclass(frozen=True, slots=True)
class All(Node):
    """The amount `all`, as in `lose all food`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Goods(Node):
    """An amount of one good or group of goods: `2 grain`, `(n + 1) gold`, `all food`."""

    amount: Expr | All
    good: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Different(Node):
    """One each of several goods of a group: `3 different goods`."""

    count: int
    group: Name
    span: Span


@dataclass(frozen=True, slots=True)
class NamedCost(Node):
    """Goods that are written down elsewhere: `furnish_cost(room)`."""

    expr: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Free(Node):
    """No goods at all: `free`."""

    span: Span


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """Goods that belong together: `2 grain, 1 flax`."""

    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Bundle(Node):
    """Goods with alternatives: `5 food or 1 gold`; a single alternative is the usual case."""

    alternatives: tuple[AllOf, ...]
    span: Span


# ----------------------------------------------------------------------------------- phrases


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A word of a phrase: `walls` in `dig through walls`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Arg(Node):
    """A value in a phrase: `1` in `move nasty 1`, each value of `cover (half, tile)`."""

    expr: Argument
    span: Span


@dataclass(frozen=True, slots=True)
class UpTo(Node):
    """A limit in a phrase: `up to 2` in `use up to 2 rooms`."""

    expr: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """The call of a procedure in words: `furnish for 5 food or 1 gold`; articles are left out."""

    words: tuple[Word | Arg | UpTo, ...]
    cost: Bundle | None
    span: Span


# ------------------------------------------------------------------------------------ unions

Expr: TypeAlias = (
    Num
    | Name
    | My
    | Its
    | Attr
    | Call
    | Where
    | Compare
    | Is
    | InSet
    | Logic
    | Not
    | Arith
    | Negate
    | IfElse
    | Possible
)
"""What can stand where a value is read."""

Argument: TypeAlias = Expr | Has | Over | BundleExpr
"""What can stand between the parentheses of a call."""

Item: TypeAlias = Goods | Different | NamedCost | Free
"""What can stand between the commas of a bundle."""
