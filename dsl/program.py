"""The Program: what rule files become once they are checked, and all that playing needs.

Goes in: nothing but plain data. Comes out: an immutable, typed, finite description of one game for
one player count and one set of options: the layout of the state vector, constant tables, the code
of all procedures as one flat list of instructions, decision points, scoring, visibility and texts.

Expressions and instructions are `Node(op, args, span)`. The tables `EXPRESSIONS` and `INSTRUCTIONS`
below list every operation with its arguments; the reference evaluator and the compiler both
implement exactly these, and a test compares the keys.

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


EXPRESSIONS: dict[str, str] = {
    "const": "(value) a constant: int or tuple",
    "slot": "(i) v[i]",
    "at": "(base, stride, index expr) v[base + stride * index]; index -1 is a rule error",
    "local": "(i) local i of the running frame",
    "temp": "(i) temporary i, bound by filter, map, let and define parameters",
    "me": "() v[ME]",
    "actor": "() v[ACTOR]",
    "table": "(t, index expr) tables[t][index]; index -1 is a rule error",
    "add": "(a, b)",
    "sub": "(a, b)",
    "mul": "(a, b)",
    "div": "(a, b) floor division; by zero is a rule error",
    "mod": "(a, b) remainder; by zero is a rule error",
    "neg": "(a)",
    "eq": "(a, b)",
    "ne": "(a, b)",
    "lt": "(a, b)",
    "le": "(a, b)",
    "gt": "(a, b)",
    "ge": "(a, b)",
    "not": "(a)",
    "and": "(a, b, ...) short-circuit, 0 or 1",
    "or": "(a, b, ...) short-circuit, 0 or 1",
    "if": "(cond, then, else)",
    "min": "(a, b, ...) the smallest of the arguments",
    "max": "(a, b, ...)",
    "bits": "(a, b) bitwise or: joins sides",
    "let": "(temp, value, body)",
    "call": "(function, args tuple, me expr) calls a define; its parameters are temps",
    "dispatch": (
        "(table of function numbers, index expr, args tuple, me expr) calls the define the table"
        " names; 0 if -1"
    ),
    # lists
    "tuple": "(a, b, ...) a list of the arguments",
    "zone": "(zone expr) the pieces in a zone, bottom first",
    "zonelen": "(zone expr) number of pieces in a zone",
    "filter": "(list, temp, cond)",
    "map": "(list, temp, body)",
    "range": "(a, b) a, a+1, ... b; empty if b < a",
    "concat": "(list, ...) joined, duplicates kept",
    "count": "(list)",
    "any": "(list) 1 if not empty",
    "sum": "(list, temp, body)",
    "largest": "(list, temp, body, otherwise) maximum of body over the list",
    "smallest": "(list, temp, body, otherwise)",
    "best": "(list, temp, body) the elements for which body is largest, in order",
    "every": "(list, temp, cond)",
    "exists": "(list, temp, cond)",
    "in": "(item, list)",
    "first": "(list) first element or -1",
    "last": "(list) last element or -1",
    "nth": "(list, n) element n counted from 1, or -1",
    "only": "(list) the element if there is exactly one, else -1",
    "without": "(list, list) elements of the first not in the second",
    "union": "(list, list) elements of the first, then those of the second not in the first",
    "sorted": "(list, temp, key) stable, ascending",
    "rotate": "(list, first) the list turned so that `first` comes first",
    "mask": "(list, base) bit mask of the elements relative to base",
    "members": "(mask, base) elements of a bit mask",
    "subsets": "(list, base) masks of all subsets, smallest first",
    "pack": "(list) up to 15 elements below 15 as one int, 4 bits each (element + 1), first lowest",
    "pack_head": "(packed) the first element or -1",
    "pack_tail": "(packed) without its first element",
    "mask_head": "(mask, base) the lowest element or -1",
    "mask_tail": "(mask) without its lowest element",
    "mask_and": "(mask, mask) elements in both",
    "mask_drop": "(mask, item expr, base) the mask without one element",
    "mask_with": "(mask, item expr, base) the mask with one more element",
    # pieces and zones
    "place_of": "(piece expr) location of a piece: zone id, or zones + cell id, or -1",
    "unknown": (
        "(zone expr) the pieces whose order in the zone is not known, or () if the top is known"
    ),
    # goods and bundles
    "bundle": "((good, amount expr), ...) a bundle with constant goods",
    "bundle1": "(good expr, amount expr) a bundle of one good that is known when asked",
    "bundle_add": "(bundle, bundle)",
    "bundle_floor": "(bundle) negative amounts become 0",
    "costs": "(bundle, ...) alternatives made of single bundles",
    "cost_or": "(cost, ...) alternatives of all arguments in order, duplicates removed",
    "cost_and": "(cost, cost) every alternative of the one with every alternative of the other",
    "cost_plus": "(cost, bundle) adds a (possibly negative) bundle to every alternative, floor 0",
    "different": "(n, goods tuple) alternatives: one each of n different goods",
    "stock": "(player expr) the bundle of what a player has",
    "store": "(store id, index expr) the bundle held by a place that holds goods",
    "good_of": "(good expr, player expr) how many of a good known when asked a player has",
    "can_pay": "(player expr, cost expr) some alternative is covered by the stock",
    "can_afford": (
        "(player expr, cost expr, flags tuple) some alternative can be paid, if need be after "
        "any-time trades; one flag per trade of the Program says whether it may be used; fewer "
        "flags are those of the first ones, and then what takes too long to find out counts as no"
    ),
    # A substitution is (goods, units replaced by one use, cost expr given instead, times or 0 for
    # any number, condition expr, 1 if using it has a price no good shows). Plans that differ only
    # in which of the latter they use are different plans.
    "plans": "(player expr, cost expr, substitutions) the bundles payable now, one per plan",
    "plan_uses": (
        "(player expr, cost expr, substitutions, n) how often plan n, counted from 0, uses each of"
        " them, a list"
    ),
    "nth_bundle": "(bundles or cost, n) bundle n counted from 0",
    "bundle_scale": "(bundle, n) n times the bundle",
    "bundle_total": "(bundle) sum of all amounts",
    "bundle_get": "(bundle, good expr)",
    # boards
    "reach": "(board geometry, start list, cells list, edges list) flood fill, list of cells",
    "border": "(board geometry, region list, edges list) cells one step outside",
    "sides_of": (
        "(board geometry, cell expr, edges list) sides of the cell whose edge is in the list"
    ),
    "fits": "(pattern expr, sides expr) matches under some rotation",
    "spots": (
        "(placement table, allowed cells list, first cell, cells per instance) placements all of"
        " whose cells are in the list"
    ),
    "spot_cells": (
        "(placement table, spot expr, first cell, cells per instance) the cells of a placement"
    ),
    "dice_sums": (
        "(dice list, value ref base, target, shift, base) masks of dice whose values make the"
        " target"
    ),
    "combos": "(list, n, base) masks of all subsets with n elements",
    "can_house": "(housing, player expr, extra bundle) an arrangement of all animals exists",
    "possible": (
        "(pc, number of locals, args tuple) whether the code at pc could be carried through now"
    ),
}

INSTRUCTIONS: dict[str, str] = {
    "jump": "(pc)",
    "unless": "(cond, pc) jump when false",
    "local": "(i, expr) sets local i",
    "me": "(expr) sets v[ME]",
    "actor": "(expr) sets v[ACTOR]",
    "call": "(entry pc, number of locals, args tuple) pushes a frame",
    "perform": (
        "(piece expr, table of entry pcs, number of locals, first piece) like call; local 0 is the"
        " piece; entry -1 fails"
    ),
    "ret": "() pops the frame; in the last frame the game is over",
    "fail": "(reason) what cannot be carried through",
    "decide": "(decision point) stops for a decision",
    "iflive": "(pc) goes on if what follows can be carried through, else jumps",
    "commit": "() look-ahead ends here: what follows is somebody else's, or newly known",
    "over": "() ends the game",
    "set": (
        "(slot ref, expr, lo, hi) ref is ('slot', i) or ('at', base, stride, index expr); clipped"
    ),
    "raise": "(slot ref, expr, lo, hi) adds, clipped",
    "gain": (
        "(player expr, bundle expr, stores) adds, clipped; stores = ((good, local), ...) get what"
        " arrived"
    ),
    "lose": "(player expr, bundle expr, stores) takes what is there; stores get what went",
    "pay": (
        "(player expr, bundle expr, stores) takes exactly; the bundle is payable by construction"
    ),
    "transfer": (
        "(giver expr, taker expr, bundle expr) what the giver has of it goes to the taker, clipped"
        " at the taker's limit"
    ),
    "fill": (
        "(store id, index expr, bundle expr) puts goods from the supply on a place, as far as it"
        " has them"
    ),
    "empty": (
        "(store id, index expr, bundle expr) puts goods from a place back into the supply, what is"
        " there"
    ),
    "move": "(piece expr, zone expr) puts a piece on top of a zone",
    "place": (
        "(piece expr, cell expr, base, stride, first) puts a piece on a cell and into its attribute"
        " slot"
    ),
    "moveall": "(list expr, zone expr) moves pieces one by one",
    "shuffle": "(zone expr) the order of the zone becomes unknown",
    "chain": "(by) counts nested triggers and performs up or down; past the limit is a rule error",
    "log": "(kind, player expr or None, parts tuple, seen by: 0 everyone, 1 the player, 2 nobody)",
}


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite set of values: how many there are, where they start, how to name them.

    kind: int, bool, enum, player, good, piece, cell, edge, zone, spot, sides, mask, bundle.
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


@dataclass(frozen=True, slots=True)
class Source:
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


@dataclass(frozen=True, slots=True)
class Decision:
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


@dataclass(frozen=True, slots=True)
class AnyTime:
    """A rule that is a move at each own decision."""

    label: int
    guard: Node | None
    entry: int
    nlocals: int
    args: tuple[Node, ...]
    # (taken, given) of each way to use it, if it trades goods for goods and does nothing else.
    trades: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    span: int = -1


@dataclass(frozen=True, slots=True)
class Label:
    """Text for people with holes: `parts` is a tuple of str and (expr, Domain); per language."""

    texts: dict[str, tuple[Any, ...]]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A define: a pure expression over the state, `me` and its parameters (temps 0..n-1)."""

    name: str
    nparams: int
    body: Node
    span: int = -1


@dataclass(frozen=True, slots=True)
class Variable:
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


@dataclass(frozen=True, slots=True)
class Zone:
    """A run of pieces: header `[length, unknown]`, then the pieces."""

    name: str
    owner: int  # player or NOBODY
    base: int
    capacity: int
    kind: str
    seen_by: str
    start: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Geometry of a board; one instance per player where `each` is set."""

    name: str
    each: bool
    cells: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]  # local cell or -1, for drawing
    first_cell: int
    first_edge: int
    edges: tuple[tuple[int, int, int], ...]  # (cell, other cell or -1, side seen from cell)
    neighbours: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: pieces first..last and the names of its components."""

    name: str
    plural: str
    first: int
    count: int
    components: tuple[str, ...]
    component_of: tuple[int, ...]  # per piece, index into components
    owners: tuple[int, ...]  # per piece, fixed owner or NOBODY


@dataclass(frozen=True, slots=True)
class Store:
    """Goods held by a place: slots base + index * len(goods) + position."""

    name: str
    base: int
    goods: tuple[int, ...]
    count: int
    owner: str = ""  # "", player, piece, cell: what the count runs over
    kind: str = ""  # name of the kind or board it belongs to


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet, for the player `me`."""

    name: str
    value: Node
    text: int = -1
    span: int = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """A loop over players: the stretch of code, and the locals that say whose turn it is."""

    first: int  # pc
    end: int
    player: int  # local of the player at turn
    rest: int  # local of those who follow, packed
    order: int = -1  # local of everybody, packed, where the loop goes round


@dataclass(frozen=True, slots=True)
class Fact:
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
