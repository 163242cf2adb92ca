"""What generated code calls: plain functions by the name generated code knows them under.

Everything here runs on any Python from 3.9 on. Names are looked up in `HELPERS` and nowhere else:
generated code has no other builtins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.dsl.geometry.sides import fits as _fits

from .. import boards, kernel, payments
from ..kernel import MOST_ITEMS

if TYPE_CHECKING:
    from ..engine import Engine, Vector

_ABSENT = -1
MOST_KEPT = 20_000
"""Values of one expression that are remembered."""


# ------------------------------------------------------------------------------- rule errors


def absent() -> int:
    """Raise the error of a value that is not there."""
    return kernel.present(_ABSENT)


def too_large() -> int:
    """Raise the error of a number that is too large."""
    return kernel.number(kernel.MOST_NUMBER + 1)


def not_payable() -> None:
    """Raise the error of a payment by somebody who cannot."""
    raise kernel.Fault("not-payable", "this is to be paid by somebody who does not have it")


def chain_limit() -> None:
    """Raise the error of rules without end."""
    raise kernel.Fault("chain-limit", "rules keep setting each other off here")


def endless() -> None:
    """Raise the error of a loop without end."""
    raise kernel.Fault("endless", "this does not come to an end")


def stuck(said: str) -> None:
    """Raise the error of a failure in play."""
    raise kernel.Fault("stuck", said)


def too_long(most: int) -> None:
    """Raise the error of a game that takes more decisions than it may."""
    said = f"the game takes more than the {most} decisions it may"
    raise kernel.Fault("too-many-decisions", said)


# ------------------------------------------------------------------------------- chance


_RANGE = 1 << 64
_SURELY_COMPLETE = _RANGE - MOST_ITEMS


def draw(v: Vector, n: int) -> int:
    """Draw one of 0 … n - 1 from the generator in the position, as `queries.rng.below` does."""
    if not n:
        raise kernel.Fault("stuck", "nothing can be chosen here")
    state: int = v[0]
    while True:
        state = state + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 31
        # Only the last, incomplete run of n is drawn again, so it is seldom looked at.
        if mixed < _SURELY_COMPLETE or mixed < _RANGE - _RANGE % n:
            v[0] = state
            return mixed % n


# ------------------------------------------------------------------------------- lists


def distinct(items: Sequence[Any]) -> Iterable[Any]:
    """Return the elements, each once."""
    return dict.fromkeys(items)


def best(items: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Return the elements whose value is largest."""
    most = max(values, default=0)
    return tuple([item for item, value in zip(items, values) if value == most])  # noqa: B905


def ordered(items: Sequence[int], keys: Sequence[int]) -> tuple[int, ...]:
    """Return the elements sorted by their keys."""
    places = sorted(range(len(items)), key=keys.__getitem__)
    return tuple([items[place] for place in places])


def without(items: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Return the elements of the first list that are not in the second."""
    return tuple([item for item in items if item not in others])


def union(items: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Return the elements of the first list, then those of the second not in the first."""
    return (*items, *[item for item in others if item not in items])


def rotate(items: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Return the list turned so that an element comes first."""
    if first not in items:
        return items
    turn = items.index(first)
    return items[turn:] + items[:turn]


def nth(items: Sequence[int], place: int) -> int:
    """Return an element counted from 1, or -1."""
    return items[place - 1] if 1 <= place <= len(items) else _ABSENT


def mask_head(mask: int, base: int) -> int:
    """Return the lowest element of a mask, or -1."""
    return base + (mask & -mask).bit_length() - 1 if mask else _ABSENT


def mask_last(mask: int, base: int) -> int:
    """Return the highest element of a mask, or -1."""
    return base + mask.bit_length() - 1 if mask else _ABSENT


def bit(number: int) -> int:
    """Return the mask of one element."""
    return 1 << kernel.present(number)


# ------------------------------------------------------------------------------- kept answers


def keep(known: dict[Any, Any], key: tuple[int, ...], value: Any) -> None:
    """Keep the value of an expression; what is kept is forgotten when it gets too much."""
    if len(known) >= MOST_KEPT:
        known.clear()
    known[key] = value


# ------------------------------------------------------------------------------- goods and boards


def bundle1(good: int, amount: int, width: int) -> kernel.Bundle:
    """Return a bundle of one good."""
    return (0,) * good + (amount,) + (0,) * (width - good - 1)


def bundle_scale(bundle: kernel.Bundle, times: int) -> kernel.Bundle:
    """Return a bundle so many times."""
    return tuple([amount * times for amount in bundle])


def nth_bundle(bundles: Sequence[kernel.Bundle], place: int) -> kernel.Bundle:
    """Return one of several bundles."""
    return bundles[kernel.index_of(place, len(bundles))]


def can_pay(held: Sequence[int], cost: payments.Cost) -> bool:
    """Say whether a stock covers some alternative, as `payments.can_pay` does."""
    for bundle in cost:
        for have, need in zip(held, bundle):  # noqa: B905 - lengths agree
            if have < need:
                break
        else:
            return True
    return False


def bundles(ways: Sequence[payments.Way]) -> payments.Cost:
    """Return what is given in each way to pay."""
    return tuple([way.bundle for way in ways])


def plan_uses(ways: Sequence[payments.Way], plan: int, count: int) -> tuple[int, ...]:
    """Return how often a way to pay uses each substitution."""
    uses = dict(ways[kernel.index_of(plan, len(ways))].uses)
    return tuple([uses.get(number, 0) for number in range(count)])


def fits(pattern: int, sides: int) -> bool:
    """Say whether sides match a pattern under some rotation."""
    return _fits(pattern & 15, pattern >> 4, sides)


def dice_sums(
    v: Vector, dice: Sequence[int], slots: int, target: int, shift: int, base: int
) -> tuple[int, ...]:
    """Return the masks of dice that make a target."""
    shown = [(die, v[slots + die]) for die in dice]
    return payments.dice_sums(shown, target, shift, base)


def lives(engine: Engine, v: Vector, k: Vector, look: bool, other: int) -> bool:
    """Say whether what follows is tried: it can be carried through, or a look comes back to it."""
    return (look and engine.fork(v, k, other)) or engine.live(v, k)


HELPERS: dict[str, Any] = {
    "Event": kernel.Event,
    "absent": absent,
    "best": best,
    "bit": bit,
    "border": boards.border,
    "bundle1": bundle1,
    "bundle_add": kernel.add,
    "bundle_floor": kernel.floor,
    "bundle_scale": bundle_scale,
    "bundles": bundles,
    "can_afford": payments.can_afford,
    "can_pay": can_pay,
    "chain_limit": chain_limit,
    "combos": kernel.combos,
    "cost_and": lru_cache(maxsize=4096)(payments.all_of),
    "cost_or": payments.any_of,
    "cost_plus": payments.plus,
    "dice_sums": dice_sums,
    "different": payments.different,
    "distinct": distinct,
    "divisor": kernel.divisor,
    "draw": draw,
    "empty": kernel.empty,
    "endless": endless,
    "fill": kernel.fill,
    "fits": fits,
    "gain": kernel.gain,
    "gained": kernel.gained,
    "house": payments.house,
    "index_of": kernel.index_of,
    "keep": keep,
    "len": len,
    "lives": lives,
    "lose": kernel.lose,
    "lost": kernel.lost,
    "mask": kernel.mask,
    "mask_head": mask_head,
    "mask_last": mask_last,
    "max": max,
    "members": kernel.members,
    "min": min,
    "move": kernel.move,
    "not_payable": not_payable,
    "nth": nth,
    "nth_bundle": nth_bundle,
    "numbers": kernel.numbers,
    "ordered": ordered,
    "pack": kernel.pack,
    "pay": kernel.pay,
    "place": kernel.place,
    "place_modes": payments.place_modes,
    "plan_uses": plan_uses,
    "range": range,
    "reach": boards.reach,
    "reversed": reversed,
    "rotate": rotate,
    "shuffle": kernel.shuffle,
    "sides_of": boards.sides_of,
    "some": any,
    "spot_cells": boards.spot_cells,
    "spots": boards.spots,
    "stored": kernel.stored,
    "stuck": stuck,
    "subsets": kernel.subsets,
    "sum": sum,
    "swaps_for": payments.swaps_for,
    "too_large": too_large,
    "too_long": too_long,
    "transfer": kernel.transfer,
    "tuple": tuple,
    "union": union,
    "unknown": kernel.unknown,
    "ways": payments.ways,
    "without": without,
}
"""What generated code may call, by name; `possible` is added by the backend, `live`
and `by_hand` by an engine that plays by integers."""
