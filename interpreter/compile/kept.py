"""Answers that are kept: a long expression in; a function that remembers what it said out.

What lies on boards changes seldom, and is asked about again and again: which cells can be reached,
where something fits. An expression that takes long, and looks at slots that are known and are not
many, becomes a function `q<number>` that looks up its value by what is in those slots. It says the
same as the expression in every position; an error is never kept.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import FP, Node

from .facts import ANYTHING, BINDERS, children, inside
from .lower import Env, Lowering
from .pyast import (
    Out,
    Place,
    assign,
    call,
    compare,
    const,
    do,
    function,
    item,
    load,
    named,
    part,
    plus,
    slot,
    stamp,
    times,
    when,
)
from .reads import NOT_FOLLOWED, read_by

if TYPE_CHECKING:
    from .unit import Unit

_SMALL = 200
"""Instructions of a game in which a move changes so much that little is asked twice."""
_LONG = 50
"""Operations that cost more than looking up a value."""
_MOST_SLOTS = 160
_MOST_RUNS = 8
_GAP = 4
"""Slots that nobody looks at, between two runs of them that are read as one."""

_Run = tuple[int, int, int]
"""First slot for the first player, how much further it is for each next one, and how many."""


class Kept:
    """The kept answers of one Program."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._on = len(unit.program.code) >= _SMALL
        self._asked: dict[int, tuple[Node, str | None]] = {}
        self._known: dict[Node, str | None] = {}
        self._keys: dict[str, tuple[Node, list[_Run], bool]] = {}
        self._costs: dict[int, tuple[Node, int]] = {}
        self._written: set[str] = set()

    def name(self, node: Node, within: str = "") -> str | None:
        """Return the function that keeps the value of a node, if there is one.

        Within a function that keeps another value what looks at the same slots is not kept: it is
        not asked for again before that other one is.
        """
        if not self._on:
            return None
        found = self._asked.get(id(node))
        if found is None:
            found = node, self._find(node)
            self._asked[id(node)] = found
        name = found[1]
        if name is None or (within and self._keys[name][1:] == self._keys[within][1:]):
            return None
        return name

    def _find(self, node: Node) -> str | None:
        facts = self._unit.facts
        while node.op == "call" and not node.args[1] and node.args[2].op == "me":
            node = self._unit.program.functions[node.args[0]].body
        if facts.free(node) != {ANYTHING} or facts.uses(node) & NOT_FOLLOWED:
            return None
        if self.cost(node) < _LONG:
            return None
        node = _renamed(node, {}, 0)
        if node not in self._known:
            self._known[node] = None
            key = self._key(node)
            if key is not None:
                name = f"q{len(self._keys)}"
                self._keys[name] = (node, *key)
                self._known[node] = name
        return self._known[node]

    def _key(self, node: Node) -> tuple[list[_Run], bool] | None:
        """Return the slots that tell one value from another, and whether `me` does."""
        players = self._unit.program.players
        found = []
        asks = False
        for me in range(players):
            read = read_by(self._unit, node, me)
            if read is None or len(read[0]) > _MOST_SLOTS:
                return None
            found.append(_runs(read[0]))
            asks |= read[1]
        runs = _shifted(found)
        if runs is None:
            together = {
                n for one in found for first, count in one for n in range(first, first + count)
            }
            runs = [(first, 0, count) for first, count in _runs(together)]
        count = sum(one[2] for one in runs)
        if len(runs) > _MOST_RUNS or count > _MOST_SLOTS or self.cost(node) < count:
            return None
        return runs, asks

    # ------------------------------------------------------------ cost

    def cost(self, node: Node) -> int:
        """Return about how many operations it takes to evaluate a node."""
        found = self._costs.get(id(node))
        if found is None:
            found = node, self._cost(node)
            self._costs[id(node)] = found
        return found[1]

    def _cost(self, node: Node) -> int:
        op, args = node.op, node.args
        if ANYTHING not in self._unit.facts.free(node) and not self._unit.facts.free(node):
            return 1
        functions = self._unit.program.functions
        if op == "call":
            return 2 + sum(map(self.cost, args[1])) + self.cost(functions[args[0]].body)
        if op == "dispatch":
            row = [one for one in set(self._unit.facts.row(args[0])) if one >= 0]
            return 3 + max((self.cost(functions[one].body) for one in row), default=0)
        if op in BINDERS and op != "let":
            rest = sum(self.cost(arg) for arg in args[3:])
            return self.cost(args[0]) + self._count(args[0]) * (1 + self.cost(args[2])) + rest
        own = {"reach": 60, "border": 40, "spots": 40}.get(op, 1)
        return own + sum(map(self.cost, children(args)))

    def _count(self, node: Node) -> int:
        """Return about how many elements a list has."""
        program = self._unit.program
        op, args = node.op, node.args
        if op == "const":
            return len(args[0])
        if op == "table":
            return max((len(row) for row in program.tables[args[0]] if isinstance(row, tuple)),
                       default=1)  # fmt: skip
        if op in ("filter", "map", "sorted"):
            found = self._count(args[0])
            return found if op != "filter" else (found + 1) // 2
        if op == "call":
            return self._count(program.functions[args[0]].body)
        return 4

    # ------------------------------------------------------------ writing

    def functions(self) -> list[tuple[ast.FunctionDef, int]]:
        """Return the functions and their files."""
        made = []
        while len(self._written) < len(self._keys):
            for name in [name for name in self._keys if name not in self._written]:
                self._written.add(name)
                made.append(self._function(name))
        return made

    def _function(self, name: str) -> tuple[ast.FunctionDef, int]:
        node, runs, asks = self._keys[name]
        unit = self._unit
        file = unit.file_of(*(one.span for one in inside(node)))
        w = Lowering(unit, file, unit.ranges.anywhere())
        w.env = Env({}, load("me"), w.env.me_range)
        w.keeping = name
        kept: ast.expr = load(unit.shared("O", ("kept", unit.program.players if asks else 0, name)))
        if asks:
            kept = item(kept, load("me"))
        key, known, found = w.fresh(), w.fresh(), w.fresh()
        get = ast.Call(ast.Attribute(kept, "get", ast.Load()), [load(key)], [])
        look: Out = [assign(key, _key_tree(runs)), assign(known, get)]
        look += when(compare(load(known), "is not", const(None)), [ast.Return(load(known))])
        keep: Out = [do(call("keep", kept, load(key), load(found)))]
        somebody = compare(load("me"), ">=", const(0))
        body: Out = when(somebody, look) if asks else look
        body.append(assign(found, w.value(node, body)))
        body += when(somebody, keep) if asks else keep
        body.append(ast.Return(load(found)))
        begin: Out = [assign("fp", slot(FP))] if "fp" in w.used else []
        made = function(name, ("v", "k", "me"), begin + body)
        place = unit.place(node.span, file) or Place()
        stamp(made, place.near)
        return made, file


def _renamed(value: Any, names: dict[int, int], depth: int) -> Any:
    """Return an expression with the names bound in it numbered from outside to inside.

    Expressions that differ in such names alone are the same one then.
    """
    if isinstance(value, tuple):
        return tuple([_renamed(one, names, depth) for one in value])
    if not isinstance(value, Node) or value.op == "const":
        return value
    op, args = value.op, value.args
    if op == "temp":
        return Node(op, (names[args[0]],), value.span)
    if op not in BINDERS:
        return Node(op, _renamed(args, names, depth), value.span)
    place, within = BINDERS[op]
    inner = {**names, args[place]: depth}
    changed = [
        depth if number == place
        else _renamed(arg, inner, depth + 1) if number in within
        else _renamed(arg, names, depth)
        for number, arg in enumerate(args)
    ]  # fmt: skip
    return Node(op, tuple(changed), value.span)


def asked_once(made: ast.FunctionDef) -> None:
    """Let a function that changes nothing ask for each kept value once, where it would again."""
    seen = _Calls()
    seen.visit(made)
    again = sorted(name for name, count in seen.count.items() if count > 1)
    if not again:
        return
    held = {name: f"x0{name[1:]}" for name in again}
    _Held(held).visit(made)
    first = made.body[0]
    start = [ast.copy_location(assign(one, const(None)), first) for one in held.values()]
    made.body[:0] = [ast.fix_missing_locations(one) for one in start]


def _is_kept(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Name)
        and node.func.id.startswith("q")
        and [one.id for one in node.args if isinstance(one, ast.Name)] == ["v", "k", "me"]
    )


class _Calls(ast.NodeVisitor):
    """Counts how often kept values are asked for; more than once in a loop."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self._times = 1

    # The methods have the names `ast` calls them by.

    def visit_For(self, node: ast.For) -> None:
        """Count what is asked in each turn twice."""
        self.visit(node.iter)
        before, self._times = self._times, 2
        for one in node.body:
            self.visit(one)
        self._times = before
        for one in node.orelse:
            self.visit(one)

    def visit_While(self, node: ast.While) -> None:
        """Count what is asked in each turn twice."""
        before, self._times = self._times, 2
        self.generic_visit(node)
        self._times = before

    def visit_Call(self, node: ast.Call) -> None:
        """Count a call."""
        self.generic_visit(node)
        if _is_kept(node):
            assert isinstance(node.func, ast.Name)
            self.count[node.func.id] += self._times


class _Held(ast.NodeTransformer):
    """Puts values that were asked for before into their place."""

    def __init__(self, held: dict[str, str]) -> None:
        self._held = held

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Ask only where it was not asked before."""
        self.generic_visit(node)
        if not _is_kept(node):
            return node
        assert isinstance(node.func, ast.Name)
        name = self._held.get(node.func.id)
        if name is None:
            return node
        known = compare(load(name), "is not", const(None))
        tree = ast.IfExp(known, load(name), named(name, node))
        return ast.fix_missing_locations(ast.copy_location(tree, node))


def _runs(slots: frozenset[int] | set[int]) -> list[tuple[int, int]]:
    """Return slots as runs: the first of each, and how many follow each other."""
    found: list[tuple[int, int]] = []
    for one in sorted(slots):
        if found and one - sum(found[-1]) < _GAP:
            found[-1] = found[-1][0], one + 1 - found[-1][0]
        else:
            found.append((one, 1))
    return found


def _shifted(found: list[list[tuple[int, int]]]) -> list[_Run] | None:
    """Return the runs of all players as one, if those of the next lie equally far each time."""
    if len({tuple(count for _, count in one) for one in found}) > 1:
        return None
    runs = []
    for number, (first, count) in enumerate(found[0]):
        places = [one[number][0] for one in found]
        step = places[1] - first if len(places) > 1 else 0
        if places != [first + step * player for player in range(len(places))]:
            return None
        runs.append((first, step, count))
    return runs


def _key_tree(runs: list[_Run]) -> ast.expr:
    """Return the tuple of what is in some slots."""
    if len(runs) == 1 and runs[0][2] > 1:
        return call("tuple", _slice(*runs[0]))
    parts: list[ast.expr] = []
    for first, step, count in runs:
        if count == 1:
            parts.append(item(load("v"), _place(first, step)))
        else:
            parts.append(ast.Starred(_slice(first, step, count), ast.Load()))
    return ast.Tuple(parts, ast.Load())


def _place(first: int, step: int) -> ast.expr:
    return plus(times(load("me"), step), first) if step else const(first)


def _slice(first: int, step: int, count: int) -> ast.expr:
    return part(load("v"), _place(first, step), _place(first + count, step))
