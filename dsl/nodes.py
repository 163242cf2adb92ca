"""The nodes of a parsed leaf: what `dsl.parser` makes and the resolver and type checker read.

In: nothing.  Out: one frozen class per construct of the leaf language.  Each node ends with `span`,
the exact place in the rule file.  Two nodes are equal only if they also stand at the same place, so
a node can be the key of a table; `same_shape` compares without places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulewright.dsl.nodes_expr import (
    All,
    AllOf,
    Arg,
    Argument,
    Arith,
    Attr,
    Bundle,
    BundleExpr,
    Call,
    Compare,
    Different,
    Expr,
    Free,
    Goods,
    Has,
    IfElse,
    InSet,
    Is,
    Item,
    Its,
    Logic,
    My,
    Name,
    NamedCost,
    Negate,
    Node,
    Not,
    Num,
    Over,
    Phrase,
    Possible,
    UpTo,
    Where,
    Word,
)
from rulewright.dsl.nodes_walk import children, parts, same_shape, walk
from rulewright.dsl.source import Span

__all__ = [
    "Action",
    "Add",
    "Adjust",
    "All",
    "AllOf",
    "Arg",
    "Argument",
    "Arith",
    "Attr",
    "Bundle",
    "BundleExpr",
    "Call",
    "Change",
    "Choice",
    "Compare",
    "Delta",
    "Different",
    "Draw",
    "EndGame",
    "Event",
    "Expr",
    "Free",
    "Gain",
    "Give",
    "Goods",
    "Has",
    "IfElse",
    "IfPossible",
    "InSet",
    "Is",
    "Item",
    "Its",
    "Leaf",
    "Let",
    "Logic",
    "Lose",
    "Move",
    "My",
    "Name",
    "NamedCost",
    "Negate",
    "Node",
    "Not",
    "Nothing",
    "Num",
    "Over",
    "Pay",
    "Perform",
    "Phrase",
    "Place",
    "Possible",
    "Refill",
    "Roll",
    "Sequence",
    "SetTo",
    "Shuffle",
    "Step",
    "Substitute",
    "Take",
    "Times",
    "Trade",
    "UpTo",
    "Where",
    "Word",
    "children",
    "parts",
    "same_shape",
    "walk",
]

# ----------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`gain 2 grain`."""

    bundle: Bundle
    span: Span


@dataclass(frozen=True, slots=True)
class Lose(Node):
    """`lose 1 food`, `lose 1 wood from space`: back to the supply; `place` is None for me."""

    bundle: Bundle
    place: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`pay 5 food or 1 gold`."""

    bundle: Bundle
    span: Span


@dataclass(frozen=True, slots=True)
class Trade(Node):
    """`trade 2 grain for 4 food, 1 gold`."""

    give: Bundle
    get: Bundle
    span: Span


@dataclass(frozen=True, slots=True)
class Add(Node):
    """`add 1 wood to space's stock`: from the supply to a place."""

    bundle: Bundle
    place: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Take(Node):
    """`take all from here`, `take 1 wood from victim`; `bundle` is None for `all`."""

    bundle: Bundle | None
    place: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Give(Node):
    """`give 1 food to partner`."""

    bundle: Bundle
    place: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Refill(Node):
    """`refill wood or stone to 2` (one of them), `refill wood and stone to 1` (`all` of them)."""

    names: tuple[Name, ...]
    all: bool
    level: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """`set first_player to me`."""

    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`raise round`, `lower my nasty by 2`; without an amount it is one."""

    target: Expr
    amount: Expr | None
    sign: Literal[1, -1]
    span: Span


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move card to my hand`."""

    what: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`place room on cell`."""

    what: Expr
    on: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`draw 2 from deck to my hand`."""

    count: Expr
    source: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle deck`, `shuffle discard into deck`."""

    zone: Expr
    into: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll my dice`."""

    what: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let n be count(my hand)`: a name for the rest of the list."""

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """`perform space`: do what that component says."""

    what: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`."""

    span: Span


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    """`end game`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Times(Node):
    """How often: `2 times`, `up to 3 times` (`at_most`)."""

    count: Expr
    at_most: bool
    span: Span


@dataclass(frozen=True, slots=True)
class IfPossible(Node):
    """The guard `if possible`: do it when it can be carried through, otherwise skip it."""

    span: Span


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One action with how often and under which condition."""

    action: Action
    times: Times | None
    guard: Expr | IfPossible | None
    span: Span


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """An effect: steps joined by `then`; a Sequence even if there is one step."""

    steps: tuple[Step, ...]
    span: Span


# ------------------------------------------------------------------------------- other leaves


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`cell in diggable`: a name for one element of a set."""

    name: str
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Event(Node):
    """`I gain flax`, `another use cellar where …`.

    For `gain`, `pay` and `lose` the names are goods, any of which will do; for `phrase` they are
    the words of a procedure, articles left out.
    """

    who: Literal["I", "anyone", "another"] | None
    verb: Literal["gain", "pay", "lose", "phrase"]
    names: tuple[Name, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Delta(Node):
    """A change of a cost: `-1 wood, 2 stone`."""

    items: tuple[tuple[int, Name], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Adjust(Node):
    """`lateness by -1`, `furnish_cost by -1 wood`, `barred to false if my ale`.

    Exactly one of `by` and `to` is given.
    """

    name: str
    by: Expr | Delta | None
    to: Expr | None
    cond: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Substitute(Node):
    """`1 wood by 1 ore`: another way to pay part of a cost."""

    amount: Expr | All
    good: Name
    bundle: Bundle
    span: Span


# ------------------------------------------------------------------------------------ unions

Action: TypeAlias = (
    Gain
    | Lose
    | Pay
    | Trade
    | Add
    | Take
    | Give
    | Refill
    | SetTo
    | Change
    | Move
    | Place
    | Draw
    | Shuffle
    | Roll
    | Let
    | Perform
    | Nothing
    | EndGame
    | Phrase
)
"""What a step can do."""

Leaf: TypeAlias = Sequence | Expr | Choice | Event | Adjust | Substitute | Bundle
"""What `parse` returns: Sequence for an effect, Expr for a condition or value, and so on."""
