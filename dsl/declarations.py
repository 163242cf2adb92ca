"""What a game declares: the records that `declare` fills and the type checker reads.

Nothing is computed here. Each record knows its id, its place in the rule file and, once the layout
is made, its numbers (slot, first piece, first cell, ...).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.program import Node
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type
from rulewright.dsl.yaml_reader import YamlEntry, YamlMap, YamlNode


@dataclass
class Option:
    """A setting of the game: a constant once the Program is made."""

    id: str
    type: Type
    value: int
    values: tuple[str, ...]
    default: Any
    span: Span


@dataclass
class Good:
    """Something players have a number of."""

    id: str
    index: int
    start: int
    hi: int
    supply: int
    span: Span
    seen_by: str = "everyone"
    housed: bool = False


@dataclass
class Var:
    """A part of the state: one slot, or one per player, piece, cell or edge."""

    id: str
    type: Type
    start: int
    lo: int
    hi: int
    span: Span
    each: str = ""  # "", player, piece, cell, edge
    base: int = 0
    count: int = 1
    resets: str = ""
    resets_span: Span | None = None
    seen_by: str = "everyone"
    hidden_if: YamlNode | None = None
    path: str = ""
    starts: dict[int, int] = field(default_factory=dict)  # per element, where it differs
    domain_base: int = 0  # first element of the domain of a set


@dataclass
class Stock:
    """Goods held by a place (a state with `holds`)."""

    id: str
    goods: tuple[int, ...]
    each: str
    span: Span
    number: int = 0
    base: int = 0
    count: int = 1
    first: int = 0  # first player, piece or cell the count runs over
    resets: str = ""


@dataclass
class Attribute:
    """A constant of each component, cell or edge."""

    id: str
    type: Type
    default: YamlNode | None
    span: Span
    table: int = -1
    functions: int = -1  # table of function numbers for value and condition attributes
    scripts: int = -1  # table of entry pcs for script attributes
    optional: bool = False


@dataclass
class Component:
    """One tile, card or room of a kind."""

    id: str
    entry: YamlEntry
    node: YamlMap
    kind: str
    index: int = 0
    pieces: list[int] = field(default_factory=list)


@dataclass
class KindDecl:
    """A kind of piece."""

    id: str
    plural: str
    span: Span
    attributes: dict[str, Attribute] = field(default_factory=dict)
    state: dict[str, Var] = field(default_factory=dict)
    stocks: dict[str, Stock] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    each: bool = False
    number: int = 0
    first: int = 0
    count: int = 0
    owners: list[int] = field(default_factory=list)
    component_of: list[int] = field(default_factory=list)
    active_in: list[tuple[str, Span]] = field(default_factory=list)
    active_if: YamlNode | None = None
    usual_copies: YamlNode | None = None  # of a component that does not say how many
    left_out: set[str] = field(default_factory=set)  # components not in play with these options


@dataclass
class ZoneDecl:
    """A place for pieces: a deck, hand, display, row of slots."""

    id: str
    kind: str
    each: bool
    seen_by: str
    span: Span
    capacity: int = 0
    start: YamlNode | None = None
    first: int = 0
    base: int = 0
    size: int = 0


@dataclass
class BoardDecl:
    """A board of cells and edges."""

    id: str
    each: bool
    span: Span
    cells: list[str] = field(default_factory=list)
    at: list[tuple[int, int]] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    edges: list[tuple[int, int, int]] = field(default_factory=list)
    neighbours: list[list[int]] = field(default_factory=list)
    attributes: dict[str, Attribute] = field(default_factory=dict)
    state: dict[str, Var] = field(default_factory=dict)
    stocks: dict[str, Stock] = field(default_factory=dict)
    edge_attributes: dict[str, Attribute] = field(default_factory=dict)
    edge_state: dict[str, Var] = field(default_factory=dict)
    number: int = 0
    first_cell: int = 0
    first_edge: int = 0
    copies: int = 1
    cells_table: int = -1
    edges_table: int = -1


@dataclass
class Parameter:
    """A parameter of a define or procedure."""

    id: str
    type: Type
    default: YamlNode | None
    span: Span


@dataclass
class DefineDecl:
    """A named value."""

    id: str
    span: Span
    node: YamlNode
    params: list[Parameter] = field(default_factory=list)
    is_cost: bool = False
    adjustable: bool = False
    number: int = -1
    type: Type | None = None
    state: str = "new"  # new, busy, done
    adjusts: list[AdjustRule] = field(default_factory=list)
    substitutes: list[SubstituteRule] = field(default_factory=list)
    used: bool = False


@dataclass
class ProcedureDecl:
    """A named script."""

    id: str
    span: Span
    body: YamlNode
    params: list[Parameter] = field(default_factory=list)
    needs: YamlNode | None = None
    say: tuple[str, ...] = ()
    label: YamlNode | None = None
    entry: int = -1
    nlocals: int = 0
    hooks: list[HookRule] = field(default_factory=list)
    used: bool = False
    resets: list[Var | Stock] = field(default_factory=list)


@dataclass
class RuleBase:
    """What all rules share: whose it is and when it holds."""

    node: YamlMap
    span: Span
    piece: int  # the piece whose rule it is, or -1 for a rule of the game
    kind: str = ""
    component: str = ""
    once_per: str = ""
    uses: int = 0
    counter: Var | None = None  # how often it was used since the last reset
    total: Var | None = None  # how often it was used in the whole game


@dataclass
class AdjustRule(RuleBase):
    """`adjust`: changes a define while it holds."""

    leaf: YamlNode | None = None
    flag: Var | None = None  # set while a `before … adjust` is in force


@dataclass
class SubstituteRule(RuleBase):
    """`substitute … in`: another way to pay a named cost."""

    leaf: YamlNode | None = None
    times: int = 0


@dataclass
class HookRule(RuleBase):
    """`before`, `after`, `instead_of` a procedure or a goods verb."""

    when: str = "after"
    event: Any = None
    order: int = 1
    adjust: AdjustRule | None = None


@dataclass
class AnyTimeRule(RuleBase):
    """`any_time`: a move at each own decision."""


@dataclass
class Shape:
    """A shape that can be placed: cells as (row, column)."""

    id: str
    cells: list[tuple[int, int]]
    reflect: bool
    span: Span


@dataclass
class Scope:
    """Names visible at a place, innermost last."""

    names: dict[str, tuple[Node, Type]] = field(default_factory=dict)
    outer: Scope | None = None

    def find(self, name: str) -> tuple[Node, Type] | None:
        """The value a name stands for here, or None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def all_names(self) -> list[str]:
        """Every name visible here."""
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names.extend(scope.names)
            scope = scope.outer
        return names
