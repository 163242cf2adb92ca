"""Questions about costs, dice and housing: bundles and plain numbers in, plain data out.

A bundle has one number per good, a cost is a tuple of alternative bundles. This module gives the
solvers in `queries` what they ask for. Runs on any Python from 3.9 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from rulewright.dsl.geometry.masks import mask_of

from .kernel import Bundle, Fault, Tables, add, covers, floor
from .queries import dice, payment
from .queries.housing import Mode, can_house, helped, mixed, one_type

Cost = tuple[Bundle, ...]

MOST_ALTERNATIVES = 10_000


class Swap(NamedTuple):
    """A substitution in force: for units of any of these goods that bundle may be given."""

    replaces: tuple[int, ...]
    units: int
    """How many units of the cost one use replaces; fewer if no more are left to pay."""
    bundle: Bundle
    times: int
    """How often in one payment; -1 as often as one likes."""
    number: int
    """Of the substitution it is a way of; they have their times together."""
    costly: bool = False
    """Whether using it has a price that no good shows: paying without it is then worth showing."""


class Way(NamedTuple):
    """A way to pay: what is given, and (number, times) of each substitution that is used."""

    bundle: Bundle
    uses: tuple[tuple[int, int], ...] = ()


def any_of(costs: Iterable[Cost]) -> Cost:
    """Return the alternatives of all costs in order, without duplicates."""
    return tuple(dict.fromkeys(bundle for cost in costs for bundle in cost))


def all_of(one: Cost, other: Cost) -> Cost:
    """Return every alternative of the one together with every alternative of the other."""
    if len(one) * len(other) > MOST_ALTERNATIVES:
        raise Fault("too-large", f"this cost has more than {MOST_ALTERNATIVES} alternatives")
    return tuple(dict.fromkeys(add(a, b) for a in one for b in other))


def plus(cost: Cost, bundle: Bundle) -> Cost:
    """Return the cost with a bundle, which may be negative, added to each alternative."""
    return tuple(dict.fromkeys(floor(add(other, bundle)) for other in cost))


def different(count: int, goods: Sequence[int], width: int) -> Cost:
    """Return the alternatives for one each of `count` different goods."""
    return tuple(
        tuple(int(good in chosen) for good in range(width))
        for chosen in combinations(goods, max(count, 0))
    )


def can_pay(held: Bundle, cost: Cost) -> bool:
    """Say whether a stock covers some alternative."""
    return any(covers(held, bundle) for bundle in cost)


def can_afford(tables: Tables, held: Bundle, cost: Cost, flags: Sequence[int]) -> bool:
    """Say whether a stock covers some alternative, if need be after trades (see `Market`)."""
    return can_pay(held, cost) or tables.market.covers(held, cost, flags)


def swaps_for(
    number: int, replaces: tuple[int, ...], units: int, given: Any, times: int, costly: int
) -> list[Swap]:
    """Return one swap for each alternative of the cost that may be given instead.

    In rules no number of times, 0, stands for as often as one likes.
    """
    most = times if times > 0 else -1
    return [Swap(replaces, units, bundle, most, number, bool(costly)) for bundle in given]


def ways(held: Bundle | None, cost: Cost, swaps: Sequence[Swap]) -> tuple[Way, ...]:
    """Return the ways to pay a cost out of a stock (None: an endless one), sensible ones only."""
    if swaps:
        return _substituted(held, cost, tuple(swaps))
    found = [Way(bundle) for bundle in dict.fromkeys(cost)]
    return tuple(way for way in found if held is None or covers(held, way.bundle))


@lru_cache(maxsize=4096)
def _substituted(held: Bundle | None, cost: Cost, swaps: tuple[Swap, ...]) -> tuple[Way, ...]:
    # The same payment is asked about several times: how many ways there are, then about each.
    width = len(swaps[0].bundle)
    # A replacement of several goods is paid with a good that everybody has plenty of, and that
    # is turned into those goods afterwards.
    several = [swap for swap in swaps if sum(1 for amount in swap.bundle if amount) > 1]
    plenty = (1 << 30,) * len(several)
    none = (0,) * len(several)
    known = []
    for swap in swaps:
        given, amount = payment.FREE, 1
        if swap in several:
            given = width + several.index(swap)
        elif any(swap.bundle):
            given = next(good for good, part in enumerate(swap.bundle) if part)
            amount = swap.bundle[given]
        known.append(
            payment.Substitution(
                swap.replaces, given, swap.times, swap.units, amount, swap.number, swap.costly
            )
        )
    limits = {swap.number: swap.times for swap in swaps if swap.times >= 0}
    wanted = tuple(bundle + none for bundle in cost)
    found: dict[tuple[Bundle, tuple[int, ...]], Way] = {}
    stock = None if held is None else held + plenty
    for plan in payment.plans(wanted, stock, known, limits):
        bundle = plan.paid[:width]
        for number, swap in enumerate(several, width):
            bundle = add(bundle, tuple(plan.paid[number] * part for part in swap.bundle))
        uses: dict[int, int] = {}
        for number, _, times in plan.uses:
            substitution = swaps[number].number
            uses[substitution] = uses.get(substitution, 0) + times
        price = tuple(uses.get(swap.number, 0) if swap.costly else 0 for swap in swaps)
        found.setdefault((bundle, price), Way(bundle, tuple(sorted(uses.items()))))
    return tuple(way for way in found.values() if held is None or covers(held, way.bundle))


def dice_sums(
    shown: Iterable[tuple[int, int]], target: int, shift: int, base: int
) -> tuple[int, ...]:
    """Return the masks of dice, given as (piece, value), that make a target.

    One of the dice may count up to `shift` more or less, but at least 1.
    """
    return _dice_sums(tuple(shown), target, max(shift, 0), base)


@lru_cache(maxsize=8192)
def _dice_sums(
    shown: tuple[tuple[int, int], ...], target: int, shift: int, base: int
) -> tuple[int, ...]:
    found = dice.with_sum(shown, target, shift=shift)
    return tuple(dict.fromkeys(mask_of(die - base for die in choice.dice) for choice in found))


@lru_cache(maxsize=4096)
def place_modes(
    capacity: int, accepted: tuple[int, ...], one_kind: int, watched: int, goods: tuple[int, ...]
) -> tuple[Mode, ...]:
    """Return the modes of one place that houses goods: which it takes, mixed or of one kind only.

    `watched` is the good that helpers make room for, or -1.
    """
    kinds = [kind for kind, good in enumerate(goods) if good in accepted]
    if one_kind:
        modes = [one_type(*((kind, capacity) for kind in kinds))]
    else:
        modes = [mixed(capacity, kinds)]
    if watched >= 0:
        modes.append(helped(list(goods).index(watched)))
    return tuple(modes)


def house(
    held: Bundle, goods: Sequence[int], helper: int, places: Sequence[tuple[Mode, ...]]
) -> bool:
    """Say whether all goods that need a home find one."""
    counts = [held[good] for good in goods]
    return can_house(counts, places, held[helper] if helper >= 0 else 0)
