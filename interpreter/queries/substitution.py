"""Payment plans: a cost, a stock and permitted substitutions in, the sensible ways to pay out.

A substitution lets a player give something else (or nothing) for units of the cost as it is
printed; what is given instead cannot be replaced once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .goods import UNLIMITED, Cost, Goods, holds

FREE = -1
"""As `Substitution.given`: the units replaced are not paid at all."""

NO_GROUP = -1

Uses = tuple[tuple[int, int, int], ...]
"""Substitutions used, as (number of the substitution, good replaced, times)."""


class Substitution(NamedTuple):
    """Permission to give something else for part of a cost."""

    replaces: tuple[int, ...]
    """Goods of which any one may be replaced."""
    given: int
    """The good given instead, or `FREE`."""
    times: int = UNLIMITED
    """How often it may be used in one payment."""
    units: int = 1
    """How many units of the cost one use replaces; fewer if no more are left to pay."""
    amount: int = 1
    """How much of `given` one use takes."""
    group: int = NO_GROUP
    """Substitutions of one group share the limit given for it."""
    costly: bool = False
    """Whether using it has a price of its own, such as a card that is then discarded: a plan that
    does without is then worth showing beside a plan that pays fewer goods."""


class Plan(NamedTuple):
    """One way to pay."""

    alternative: int
    """Which alternative of the cost is paid."""
    paid: Goods
    """What leaves the stock."""
    uses: Uses


def plans(
    cost: Cost,
    stock: Goods | None,
    substitutions: Sequence[Substitution] = (),
    limits: Mapping[int, int] | None = None,
) -> list[Plan]:
    """Return the ways to pay a cost out of a stock (`None`: out of an endless one).

    `limits` says how often the substitutions of a group may be used in all. Of plans that take
    the same goods the one with the fewest substitutions stays; a plan goes if another one takes
    no more of any good, uses no costly substitution more often, and is better in one of these.
    The order is by alternative, then number of substitutions, then goods taken.
    """
    found = [
        Plan(number, paid, uses)
        for number, need in enumerate(cost)
        for paid, uses in _ways(need, stock, substitutions, limits or {})
    ]
    found.sort(key=lambda plan: (plan.alternative, _effort(plan.uses), plan.paid, plan.uses))
    cheapest: dict[Goods, Plan] = {}
    for plan in found:
        cheapest.setdefault(plan.paid + _costly(plan.uses, substitutions), plan)
    kept = _undominated(cheapest)
    return [plan for price, plan in cheapest.items() if price in kept]


def _effort(uses: Uses) -> int:
    return sum(times for _, _, times in uses)


def _costly(uses: Uses, substitutions: Sequence[Substitution]) -> Goods:
    totals = [0] * len(substitutions)
    for number, _, times in uses:
        if substitutions[number].costly:
            totals[number] += times
    return tuple(totals)


def _undominated(prices: Iterable[Goods]) -> set[Goods]:
    # Whatever beats a price has a smaller sum, so equal sums need no comparison: in the common
    # case of one for one substitutions there is nothing to compare at all.
    kept: set[Goods] = set()
    smaller: list[Goods] = []
    level: list[Goods] = []
    current = -1
    for price in sorted(prices, key=sum):
        if sum(price) != current:
            smaller += level
            level = []
            current = sum(price)
        if not any(holds(price, other) for other in smaller):
            level.append(price)
            kept.add(price)
    return kept


def _ways(
    need: Goods,
    stock: Goods | None,
    substitutions: Sequence[Substitution],
    limits: Mapping[int, int],
) -> Iterator[tuple[Goods, Uses]]:
    """Yield (goods paid, substitutions used) for one alternative.

    Goods of the cost are settled one after the other. Partial results that took the same goods and
    used each substitution equally often have the same future, so one of them is enough.
    """
    nothing = (0,) * len(need)
    unused = (0,) * len(substitutions)
    partial: dict[tuple[Goods, Goods], Uses] = {(nothing, unused): ()}
    for good, wanted in enumerate(need):
        if not wanted:
            continue
        useful = [number for number, item in enumerate(substitutions) if good in item.replaces]
        further: dict[tuple[Goods, Goods], Uses] = {}
        for (paid, used), uses in partial.items():
            for counts in _splits(wanted, useful, used, substitutions, limits):
                total, after = list(paid), list(used)
                left = wanted
                for number, times in counts:
                    item = substitutions[number]
                    left -= item.units * times
                    after[number] += times
                    if item.given != FREE:
                        total[item.given] += item.amount * times
                total[good] += max(left, 0)
                if stock is None or holds(stock, tuple(total)):
                    named = tuple((number, good, times) for number, times in counts)
                    further.setdefault((tuple(total), tuple(after)), uses + named)
        partial = further
    for (paid, _), uses in partial.items():
        yield paid, uses


def _splits(
    wanted: int,
    useful: Sequence[int],
    used: Goods,
    substitutions: Sequence[Substitution],
    limits: Mapping[int, int],
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield how often to use each useful substitution on `wanted` units: (number, times) pairs.

    No use is idle: before each one, in the order of the list, some units are still to pay.
    """

    def room(number: int, chosen: tuple[tuple[int, int], ...]) -> int:
        item = substitutions[number]
        most = wanted if item.times == UNLIMITED else min(wanted, item.times - used[number])
        if item.group in limits:
            spent = [*enumerate(used), *chosen]
            taken = sum(times for other, times in spent if substitutions[other].group == item.group)
            most = min(most, limits[item.group] - taken)
        return most

    def extend(
        place: int, left: int, chosen: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        if place == len(useful) or left <= 0:
            yield chosen
            return
        number = useful[place]
        yield from extend(place + 1, left, chosen)
        for times in range(1, room(number, chosen) + 1):
            if left <= 0:
                return
            left -= substitutions[number].units
            yield from extend(place + 1, left, (*chosen, (number, times)))

    yield from extend(0, wanted, ())
