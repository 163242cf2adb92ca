"""Playing by integers: an engine in; functions that start a game and make one decision each, out.

`step` takes an option and gives the integers of the options at the next decision, or an empty list
when the game is over. Compiled step functions (`compile.steps`) do the work where there are some;
what they leave open, such as answers that only look-ahead knows, the engine finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import FP, FRAME, OVER, PC, RNG

from .kernel import Fault
from .queries import rng

if TYPE_CHECKING:
    from .engine import Engine, Vector

Step = Callable[["Vector", "Vector", int], list[int]]
Begin = Callable[[int | str], tuple["Vector", "Vector", list[int]]]

MOST_JUMPS = 1_000_000
"""Functions run between two decisions; more is a rule that does not come to an end."""


def stepping(engine: Engine) -> tuple[Begin, Step]:
    """Return what starts a game, and what makes a decision in it."""
    make = getattr(engine.backend, "stepping", None)
    compiled: Mapping[str, Any] | None = make(engine.live, by_hand(engine)) if make else None
    if compiled is None:
        return _slow_begin(engine), by_hand(engine)
    return _quick(engine, compiled)


def by_hand(engine: Engine) -> Step:
    """Return the general way to make a decision."""

    def step(v: Vector, k: Vector, number: int) -> list[int]:
        engine.choose_id(v, k, number)
        return engine.ids(v, k)

    return step


def _slow_begin(engine: Engine) -> Begin:
    def begin(seed: int | str) -> tuple[Vector, Vector, list[int]]:
        v, k = engine.start(seed)
        return v, k, engine.ids(v, k)

    return begin


def _quick(engine: Engine, compiled: Mapping[str, Any]) -> tuple[Begin, Step]:
    program = engine.program
    general = by_hand(engine)
    table: dict[int, Callable[..., Any]] = compiled["steps"]
    runs: dict[int, Callable[..., Any]] = compiled["runs"]
    located = compiled["located"]
    # Behind the last instruction a game may be over, and nothing can be done.
    steps = [table.get(pc, general) for pc in range(len(program.code) + 1)]
    first = runs[program.entry]
    start, stack = list(program.start), [-1, 0, 1] + [0] * program.nlocals
    start[FP] = FRAME
    start[PC] = program.entry

    def settle(v: Vector, k: Vector, found: Any) -> list[int]:
        """Go on until somebody has to decide."""
        jumps = 0
        while found.__class__ is int:
            v[PC] = found
            found = runs[found](v, k)
            jumps += 1
            if jumps > MOST_JUMPS:
                raise Fault("endless", "this does not come to an end")
        if found is None:
            return engine.settle(v, k)
        # Where nothing is listed the game is over, or the engine says what is wrong.
        return found if found or v[OVER] else engine.ids(v, k)

    def step(v: Vector, k: Vector, number: int) -> list[int]:
        try:
            found = steps[v[PC]](v, k, number)
            if found and found.__class__ is list:
                made: list[int] = found
                return made
            return settle(v, k, found)
        except Fault as fault:
            raise located(fault) from None

    def begin(seed: int | str) -> tuple[Vector, Vector, list[int]]:
        v: Vector = start[:]
        k: Vector = stack[:]
        v[RNG] = rng.seed_state(seed)
        try:
            return v, k, settle(v, k, first(v, k))
        except Fault as fault:
            raise located(fault) from None

    return begin, step
