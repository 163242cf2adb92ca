"""Paying: a cost, a stock, substitutions and conversions in; plans, yes or no, first steps out.

Goods are numbered; an amount of goods is a tuple with one number per good. A cost is a tuple of
alternatives, of which one is to be paid. This module is the front door to `substitution` (plans)
and `conversion` (what can be turned into what).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from .conversion import NO_GROUP, Conversion, Exchange, SearchTooLarge
from .goods import UNLIMITED, Cost, Goods, holds
from .substitution import FREE, Plan, Substitution, plans

__all__ = [
    "FREE",
    "NO_GROUP",
    "UNLIMITED",
    "Conversion",
    "Cost",
    "Exchange",
    "Goods",
    "Plan",
    "SearchTooLarge",
    "Substitution",
    "affordable",
    "conversion_steps",
    "holds",
    "plans",
]


def affordable(
    cost: Cost,
    stock: Goods,
    conversions: Exchange | Iterable[Conversion] = (),
    left: Sequence[int] | None = None,
    substitutions: Sequence[Substitution] = (),
    limits: Mapping[int, int] | None = None,
) -> bool:
    """Say whether some conversions, in some order, let the stock pay one of the alternatives.

    `left` is how often each conversion may still be used; see `Exchange`, which is also the form
    to give conversions in when the same ones are asked about again and again.
    """
    for need in cost:
        if holds(stock, need):
            return True
    exchange = _exchange(conversions)
    return any(exchange.covers(need, stock, left) for need in _needs(cost, substitutions, limits))


def conversion_steps(
    cost: Cost,
    stock: Goods,
    conversions: Exchange | Iterable[Conversion],
    left: Sequence[int] | None = None,
    substitutions: Sequence[Substitution] = (),
    limits: Mapping[int, int] | None = None,
) -> list[int]:
    """Return the numbers of the conversions that may come first on the way to paying the cost.

    Each is possible now, helps towards an alternative that the stock does not pay yet, and leaves
    that alternative within reach.
    """
    exchange = _exchange(conversions)
    steps: set[int] = set()
    for need in _needs(cost, substitutions, limits):
        steps.update(exchange.first_steps(need, stock, left))
    return sorted(steps)


def _needs(
    cost: Cost, substitutions: Sequence[Substitution], limits: Mapping[int, int] | None
) -> list[Goods]:
    if not substitutions:
        return list(cost)
    # What is cheaper in every good is within reach whenever the dearer one is.
    return sorted({plan.paid for plan in plans(cost, None, substitutions, limits)}, key=sum)


def _exchange(conversions: Exchange | Iterable[Conversion]) -> Exchange:
    return conversions if isinstance(conversions, Exchange) else _prepared(tuple(conversions))


@lru_cache(maxsize=256)
def _prepared(conversions: tuple[Conversion, ...]) -> Exchange:
    return Exchange(conversions)
