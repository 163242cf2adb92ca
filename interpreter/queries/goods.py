"""Amounts of goods as tuples: the types and the comparison that `payment` and its parts share."""

from __future__ import annotations

from operator import ge

Goods = tuple[int, ...]
"""One number per good."""

Cost = tuple[Goods, ...]
"""Alternatives, of which one is to be paid."""

UNLIMITED = -1
"""As a number of times: as often as one likes."""

ENDLESS = 1 << 62
"""As an amount: more than anybody ever needs."""


def holds(stock: Goods, need: Goods) -> bool:
    """Say whether a stock has at least what is needed of every good.

    >>> holds((2, 1), (2, 0)), holds((2, 1), (0, 2))
    (True, False)
    """
    return all(map(ge, stock, need))
