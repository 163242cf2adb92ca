"""The Program: what rule files become once they are checked, and all that playing needs.

Goes in: nothing but plain data. Comes out: an immutable, typed, finite description of one game for
one player count and one set of options: the layout of the state vector, constant tables, the code
of all procedures as one flat list of instructions, decision points, scoring, visibility and texts.

Expressions and instructions are `Node(op, args, span)`. `rulewright.dsl.operations` lists
every operation with its arguments; the reference evaluator and the compiler both implement exactly
these, and a test compares the keys.

Values at run time are plain Python values:

=========  =============================================================================
int, bool  int (bool is 0 or 1); an absent value of an optional type is -1
enum, player, good, piece, cell, edge, zone, spot   the small integer of the element
list       tuple of such ints (the value of a set expression; order is meaningful for zones)
mask       int bit mask from the domain's first element on (how sets are stored)
sides      int bit mask N=1 E=2 S=4 W=8;  pattern: must | may << 4
bundle     tuple of one int per good;  cost: tuple of alternative bundles
=========  =============================================================================

The state is `v` (a list of ints: the header slots below, then the game's slots) and `k` (a list of
ints: the frame stack). A frame is `[return pc, previous frame pointer, safe] + locals`; `v[FP]` is
the index in `k` of the first local of the running frame, `v[PC]` the index in `code` of the next
instruction. `safe` has bit 1 when nothing that this frame will return into can fail, and bit 2
within an any-time rule.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from rulewright.dsl.program_part import Part

FORMAT = 1

# Header slots of the state vector.
RNG, ME, PC, FP, OVER, COUNT, CHAIN, ACTOR = range(8)
HEADER = 8
FRAME = 3  # ints before the locals of a frame: return pc, previous fp, safe

CHANCE = -2  # the "player" who decides at a chance node
NOBODY = -1

# What `run` ends with.
DECIDE, ENDED, FAILED, COMMITTED = range(4)


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of the typed program: an expression or an instruction."""

    op: str
    args: tuple[Any, ...] = ()
    span: int = field(default=-1, compare=False)  # where it is written does not matter


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite set of values: how many there are, where they start, how to name them.

    kind: int, bool, enum, player, good, piece, cell, edge, zone, spot, sides, mask, bundle; named
    is the one value that its name is the key of.
    """

    kind: str
    name: str = ""
    lo: int = 0
    hi: int = 1
    optional: bool = False
    of: Domain | None = None

    @property
    def size(self) -> int:
        """Number of values, the absent one not counted."""
        return self.hi - self.lo + 1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Source(Part):
    """One way to answer a decision: a fixed move, or one move for each element of a list."""

    label: int  # index into labels
    target: int  # pc
    guard: Node | None = None
    items: Node | None = None  # list expression; None for a fixed move
    local: int = -1  # local that receives the element
    domain: Domain | None = None
    base: int = 0  # integer of the first option
    key: str = ""  # name of the choice in the move's data
    span: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Decision(Part):
    """A place where somebody (or chance) decides."""

    id: int
    pc: int
    kind: str  # player, chance
    sources: tuple[Source, ...]
    prompt: int = -1
    anytime: bool = False
    auto: bool = False  # a single answer is taken without asking
    hidden: bool = False  # collected with others, shown when all have chosen
    procedure: str = ""
    span: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class AnyTime(Part):
    """A rule that is a move at each own decision."""

    label: int
    guard: Node | None
    entry: int
    nlocals: int
    args: tuple[Node, ...]
    # (taken, given) of each way to use it, if it trades goods for goods and does nothing else.
    trades: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    span: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Label(Part):
    """Text for people with holes: `parts` is a tuple of str and (expr, Domain); per language."""

    texts: dict[str, tuple[Any, ...]]
    path: str = ""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Function(Part):
    """A define: a pure expression over the state, `me` and its parameters (temps 0..n-1)."""

    name: str
    nparams: int
    body: Node
    span: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Variable(Part):
    """A named part of the state vector, as rule files call it."""

    path: str
    base: int
    domain: Domain
    start: int
    lo: int
    hi: int
    count: int = 1
    owner: str = ""  # "", player, piece, cell, edge: what the count runs over
    kind: str = ""  # name of the kind or board it belongs to
    seen_by: str = "everyone"
    hidden_if: Node | None = None  # over temp 0 = the element
    is_set: bool = False
    good: int = -1
    text: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Zone(Part):
    """A run of pieces: header `[length, unknown]`, then the pieces."""

    name: str
    owner: int  # player or NOBODY
    base: int
    capacity: int
    kind: str
    seen_by: str
    start: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Board(Part):
    """Geometry of a board; one instance per player where `each` is set."""

    name: str
    each: bool
    cells: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]  # local cell or -1, for drawing
    first_cell: int
    first_edge: int
    edges: tuple[tuple[int, int, int], ...]  # (cell, other cell or -1, side seen from cell)
    neighbours: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Kind(Part):
    """A kind of piece: pieces first..last and the names of its components."""

    name: str
    plural: str
    first: int
    count: int
    components: tuple[str, ...]
    component_of: tuple[int, ...]  # per piece, index into components
    owners: tuple[int, ...]  # per piece, fixed owner or NOBODY


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Store(Part):
    """Goods held by a place: slots base + index * len(goods) + position."""

    name: str
    base: int
    goods: tuple[int, ...]
    count: int
    owner: str = ""  # "", player, piece, cell: what the count runs over
    kind: str = ""  # name of the kind or board it belongs to


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Line(Part):
    """One line of the score sheet, for the player `me`."""

    name: str
    value: Node
    text: int = -1
    span: int = -1


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Turn(Part):
    """A loop over players: the stretch of code, and the locals that say whose turn it is."""

    first: int  # pc
    end: int
    player: int  # local of the player at turn
    rest: int  # local of those who follow, packed
    order: int = -1  # local of everybody, packed, where the loop goes round


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Fact(Part):
    """A component, rule or option with where it comes from, for `describe`."""

    path: str
    kind: str
    name: dict[str, str]
    text: dict[str, str]
    source: tuple[str, ...]
    assumed: bool
    file: str
    line: int
    lines: tuple[str, ...] = ()
    variant: str = ""  # variants that have a part in it, joined by ", "
    added: bool = False  # whether the game without variants has no such thing


@dataclass(frozen=True)
class Program:
    """One game, checked, for one player count and one set of options."""

    game: str
    title: dict[str, str]
    players: int
    options: dict[str, Any]
    variants: tuple[str, ...]
    slots: int
    start: tuple[int, ...]
    goods: tuple[str, ...]
    goods_base: int
    goods_max: tuple[int, ...]
    goods_supply: tuple[int, ...]  # slot of what the supply has left, or -1
    kinds: tuple[Kind, ...]
    pieces_base: int  # slot of piece 0's location
    piece_names: tuple[str, ...]
    zones: tuple[Zone, ...]
    boards: tuple[Board, ...]
    cells: int
    holders: tuple[
        tuple[int, int, int, int, int], ...
    ]  # (first cell, last cell, slot base, stride, kind)
    enums: dict[str, tuple[str, ...]]
    variables: tuple[Variable, ...]
    stores: tuple[Store, ...]
    tables: tuple[tuple[Any, ...], ...]
    functions: tuple[Function, ...]
    code: tuple[Node, ...]
    infallible: tuple[bool, ...]
    entry: int
    nlocals: int
    decisions: tuple[Decision, ...]
    anytime: tuple[AnyTime, ...]
    labels: tuple[Label, ...]
    names: dict[str, dict[str, str]]  # "good.wood" -> {"en": "Wood"}
    reasons: tuple[str, ...]
    score: tuple[Line, ...]
    ties: tuple[Node, ...]
    goal: Node | None
    lower_wins: bool
    invariants: tuple[Line, ...]
    display: tuple[dict[str, Any], ...]
    placements: tuple[tuple[Any, ...], ...]
    housing: tuple[Any, ...]
    procedures: dict[str, tuple[int, int]]  # name -> (entry, nlocals)
    spans: tuple[tuple[int, int, int, int, int], ...]  # file, line, column, end line, end column
    files: tuple[str, ...]
    facts: tuple[Fact, ...]
    rule_lines: tuple[tuple[int, int], ...]  # (file, line) of every leaf, for coverage
    max_decisions: int
    # What the interpreter derives; a Program fresh from rule files has none of it.
    # (decision, source, what makes it live, what is true wherever it is); rules at any time alike
    guards: tuple[tuple[int, int, Node, Node], ...] = ()
    anytime_guards: tuple[tuple[int, Node, Node], ...] = ()
    trades: tuple[tuple[int, tuple[int, ...], tuple[int, ...], int], ...] = ()
    hopes: tuple[tuple[int, Node], ...] = ()  # decision, what is true wherever it can be paid
    offers: Node | None = None  # mask of the any-time rules whose guards hold
    fingerprint: str = field(default="")
    asked: tuple[Node, ...] = ()  # conditions of rulings, in the order they were asked
    turns: tuple[Turn, ...] = ()
    # (name, digest, file) of the game, named "", and of each variant; nothing without variants.
    rules: tuple[tuple[str, str, str], ...] = ()

    def place(self, span: int) -> str:
        """`file:line:column` of a span number, or an empty string."""
        if span < 0:
            return ""
        file, line, column, _, _ = self.spans[span]
        return f"{self.files[file]}:{line}:{column}"


_CLASSES: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        Node,
        Domain,
        Source,
        Decision,
        AnyTime,
        Label,
        Function,
        Variable,
        Zone,
        Board,
        Kind,
        Store,
        Line,
        Turn,
        Fact,
        Program,
    )
}


def to_data(value: Any) -> Any:
    """Plain JSON data for a Program or any part of it; `from_data` is its inverse."""
    if value is None or isinstance(value, (int, str, bool)):
        return value
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    if isinstance(value, frozenset):
        return {"!": "frozenset", "items": sorted(value)}
    if isinstance(value, dict):
        return {"!": "dict", "items": [[key, to_data(item)] for key, item in value.items()]}
    if is_dataclass(value) and type(value).__name__ in _CLASSES:
        return {
            "!": type(value).__name__,
            "f": [to_data(getattr(value, f.name)) for f in fields(value)],
        }
    raise TypeError(f"not program data: {type(value).__name__}")


def from_data(data: Any) -> Any:
    """The value that `to_data` turned into data."""
    if isinstance(data, list):
        return tuple([from_data(item) for item in data])
    if isinstance(data, dict):
        tag = data["!"]
        if tag == "frozenset":
            return frozenset(data["items"])
        if tag == "dict":
            return {key: from_data(item) for key, item in data["items"]}
        return _CLASSES[tag](*[from_data(item) for item in data["f"]])
    return data


def fingerprint(program: Program) -> str:
    """A digest of what the rules mean: names, tables and code, not where they are written or how
    they are worded.
    """
    skip = {
        "spans",
        "files",
        "facts",
        "rule_lines",
        "labels",
        "names",
        "title",
        "fingerprint",
        "hopes",
        "offers",
        "display",
        "asked",
        "turns",
        "rules",
    }

    def strip(value: Any) -> Any:
        if isinstance(value, Node):
            return [value.op, [strip(arg) for arg in value.args]]
        if isinstance(value, tuple):
            return [strip(item) for item in value]
        if isinstance(value, frozenset):
            return sorted(value)
        if isinstance(value, dict):
            return {str(key): strip(item) for key, item in sorted(value.items(), key=str)}
        if is_dataclass(value):
            return [
                strip(getattr(value, f.name))
                for f in fields(value)
                if f.name not in ("span", "label", "prompt", "text")
            ]
        return value

    body = {f.name: strip(getattr(program, f.name)) for f in fields(program) if f.name not in skip}
    # By which files the rules came about makes no difference to what they mean.
    body["variants"] = []
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def following(program: Program, pc: int) -> list[int]:
    """Return where an instruction may go on within its procedure."""
    node = program.code[pc]
    op, args = node.op, node.args
    if op == "jump":
        return [args[0]]
    if op == "decide":
        return [source.target for source in program.decisions[args[0]].sources]
    if op in ("ret", "fail", "over"):
        return []
    if op in ("unless", "iflive"):
        return [pc + 1, args[-1]]
    return [pc + 1]


def entered(program: Program, pc: int) -> list[int]:
    """Return the entries of the procedures that an instruction may call."""
    node = program.code[pc]
    if node.op == "call":
        return [node.args[0]]
    if node.op == "perform":
        row = program.tables[node.args[1]] if isinstance(node.args[1], int) else node.args[1]
        return sorted({entry for entry in row if entry >= 0})
    return []
