"""Playing by integers: an engine in; functions that start a game and make one decision each, out.

`step` takes an option and gives the integers of the options at the next decision, or an empty list
when the game is over. Compiled step functions (`compile.steps`) do the work where there are some;
what they leave open, such as answers that only look-ahead knows, the engine finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE, OVER, PC, RNG

from .kernel import Fault
from .queries import rng

if TYPE_CHECKING:
    from .engine import Engine, Vector

Step = Callable[["Vector", "Vector", int], list[int]]
Begin = Callable[[int | str], tuple["Vector", "Vector", list[int]]]

_Start = tuple["Vector", "Vector", list[int]]
"""A position, and what can be chosen in it."""

_Row = tuple[int, int, list[_Start]]
"""Seeds in a row: the first, the generator after what is drawn with it, where games begin."""

_NOWHERE = 1 << 200
"""No seed is anywhere near this number."""
MOST_JUMPS = 1_000_000
"""Functions run between two decisions; more is a rule that does not come to an end."""
MOST_OPENINGS = 200
"""Positions before the first decision of a player that are kept."""


def stepping(engine: Engine) -> tuple[Begin, Step]:
    """Return what starts a game, and what makes a decision in it."""
    make = getattr(engine.backend, "stepping", None)
    compiled: Mapping[str, Any] | None = make(engine.live, applied(engine)) if make else None
    if compiled is None:
        return _slow_begin(engine), by_hand(engine)
    return _quick(engine, compiled)


def by_hand(engine: Engine) -> Step:
    """Return the general way to make a decision."""

    def step(v: Vector, k: Vector, number: int) -> list[int]:
        engine.choose_id(v, k, number)
        return engine.ids(v, k)

    return step


def applied(engine: Engine) -> Callable[[Vector, Vector, int], int]:
    """Return what applies an option of any kind and says where the rules go on."""

    def apply(v: Vector, k: Vector, number: int) -> int:
        engine.apply(v, k, engine.option(v, k, number))
        going_on: int = v[PC]
        return going_on

    return apply


def _slow_begin(engine: Engine) -> Begin:
    def begin(seed: int | str) -> tuple[Vector, Vector, list[int]]:
        v, k = engine.start(seed)
        return v, k, engine.ids(v, k)

    return begin


def _quick(engine: Engine, compiled: Mapping[str, Any]) -> tuple[Begin, Step]:
    program = engine.program
    general = applied(engine)
    table: dict[int, Callable[..., Any]] = compiled["steps"]
    runs: dict[int, Callable[..., Any]] = compiled["runs"]
    located = compiled["located"]
    # Behind the last instruction a game may be over, and nothing can be done.
    steps = [table.get(pc, general) for pc in range(len(program.code) + 1)]
    opening = Opening(engine, *compiled["opening"])

    def settle(v: Vector, k: Vector, found: Any) -> list[int]:
        """Go on until somebody has to decide."""
        jumps = 0
        while found.__class__ is int:
            v[PC] = found
            run = runs.get(found)
            if run is None:
                engine.advance(v, k, None)
                return engine.ids(v, k)
            found = run(v, k)
            jumps += 1
            if jumps > MOST_JUMPS:
                raise Fault("endless", "this does not come to an end")
        if found is None or found.__class__ is tuple:
            return engine.settle(v, k, found)
        # Where nothing is listed the game is over, or the engine says what is wrong.
        return found if found or v[OVER] else engine.ids(v, k)

    def step(v: Vector, k: Vector, number: int) -> list[int]:
        try:
            found = steps[v[PC]](v, k, number)
            if found.__class__ is list and (found or v[OVER]):
                listed: list[int] = found
                return listed
            return settle(v, k, found)
        except Fault as fault:
            raise located(fault) from None

    def refuse(fault: Fault) -> None:
        raise located(fault) from None

    made: Step = step
    if len(table) == 1:
        (only,) = table.values()
        if only.__name__.startswith("o"):
            compiled["names"].update(Fault=Fault, elsewhere=step, refuse=refuse, settle=settle)
            made = only

    def start(v: Vector, k: Vector) -> list[int]:
        first = runs.get(v[PC])
        return settle(v, k, None if first is None else first(v, k))

    row, most = opening.row, rng.BESIDE.count

    def begin(seed: int | str) -> tuple[Vector, Vector, list[int]]:
        first, last, starts = row[0]
        if isinstance(seed, int) and 0 <= (place := seed - first) < most:
            v, k, ids = starts[place]
            v = v[:]
            v[RNG] = last + place
            return v, k[:], ids[:]
        try:
            return opening.position(rng.seed_state(seed), start)
        except Fault as fault:
            raise located(fault) from None

    return begin, made


class _Node:
    """A position in which a game waits before the first player decides, and what follows it."""

    __slots__ = ("count", "follows", "ids", "k", "v")

    def __init__(self, v: Vector, k: Vector) -> None:
        self.v = v
        self.k = k
        self.ids: list[int] = []
        """What can be chosen; nothing where chance decides, or where the game is over."""
        self.count = 0
        """How many outcomes chance has."""
        self.follows: list[_Node | None] = []


class Opening:
    """What happens before the first player decides: the same in every game but for chance.

    Where chance can do only a few things, the positions after it are kept: then to start is to
    draw, and to copy. Whoever starts games with seeds in a row gets the draws of several of them at
    once (`queries.rng.Lanes`).
    """

    def __init__(self, engine: Engine, v: Vector, k: Vector) -> None:
        self._engine = engine
        self._left = MOST_OPENINGS
        self._first = self._node(v, k)
        self._next = -1
        """The seed that comes next if seeds come in a row."""
        self._counts: list[int] = []
        """How many outcomes each of the first draws has, where that does not depend on others."""
        self._leaves: list[_Start] | None = None
        """Where these draws lead, in their order; None if nobody has asked yet."""
        self.row: list[_Row] = [(_NOWHERE, 0, [])]
        """The one row of seeds whose games can begin at once."""

    def position(
        self, state: int, run: Callable[[Vector, Vector], list[int]]
    ) -> tuple[Vector, Vector, list[int]]:
        """Return the first position that waits for a player, and what can be chosen in it.

        `state` is that of the generator; `run` goes on from where chance decides.
        """
        first = node = self._first
        left = state
        while node.count and self._left >= 0:
            left, drawn = rng.below(left, node.count)
            node = node.follows[drawn] or self._follow(node, drawn)
        if node.count:  # too much can happen to keep it all
            v, k = first.v[:], first.k[:]
            v[RNG] = state
            return v, k, run(v, k)
        if first.count:
            row = state == self._next
            self._next = state + 1
            if row:
                self._several(state + 1)
        v = node.v[:]
        v[RNG] = left
        return v, node.k[:], node.ids[:]

    def _several(self, seed: int) -> None:
        """Make positions ready for seeds in a row, if all that is drawn is as it mostly is."""
        if self._leaves is None:
            self._expand()
        leaves, counts = self._leaves, self._counts
        last = rng.after(seed, len(counts))
        if not leaves or not rng.has_room(seed, last):
            return
        columns = [rng.BESIDE.outputs(rng.after(seed, n + 1)) for n in range(len(counts))]
        if max(map(max, columns)) >= rng.SURE:
            return
        *before, count = counts
        *others, column = columns
        which = [drawn % count for drawn in column]
        for more, column in zip(reversed(before), reversed(others), strict=True):
            which = [drawn % more * count + rest for drawn, rest in zip(column, which, strict=True)]
            count *= more
        self.row[0] = seed, last, [leaves[one] for one in which]
        self._next = seed + rng.BESIDE.count

    def _expand(self) -> None:
        """Note all positions after what chance does first, if it is always equally much."""
        self._leaves = []
        counts: list[int] = []
        row = [self._first]
        while row[0].count:
            count = row[0].count
            counts.append(count)
            if len(row) * count > MOST_OPENINGS or any(one.count != count for one in row):
                return
            row = [one.follows[n] or self._follow(one, n) for one in row for n in range(count)]
        if not any(one.count for one in row):
            self._counts = counts
            self._leaves = [(one.v, one.k, one.ids) for one in row]

    def _node(self, v: Vector, k: Vector) -> _Node:
        engine = self._engine
        node = _Node(v, k)
        if engine.decider(v) == CHANCE:
            node.count = len(engine.ids(v, k))
            node.follows = [None] * node.count
            self._left -= 1
        else:
            node.ids = engine.ids(v, k)
        return node

    def _follow(self, node: _Node, drawn: int) -> _Node:
        engine = self._engine
        v, k = node.v[:], node.k[:]
        engine.choose(v, k, engine.options(v, k)[drawn], None, explicit_chance=True)
        made = self._node(v, k)
        node.follows[drawn] = made
        return made
