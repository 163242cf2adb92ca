"""What trades make payable: the trades of a Program, which are allowed, a stock and a cost in.

Out comes yes or no. The same questions come again and again while moves are listed, so answers are
kept, and for each set of allowed trades the solver for conversions is made ready once. Runs on any
Python from 3.9 on.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=).
from __future__ import annotations

from collections.abc import Iterable, Sequence

from .queries.conversion import Conversion, Exchange, SearchTooLarge
from .queries.goods import UNLIMITED, Cost, Goods

MOST_STATES = 3_000
"""Combinations looked at for one question: more take longer than looking ahead."""
MOST_MARKETS = 500
MOST_ANSWERS = 50_000

Trade = tuple[int, Goods, Goods, int]
"""Rule, what is paid, what is gained, how often (0 for any number)."""


class Market:
    """The trades of one Program."""

    def __init__(self, trades: Iterable[Trade], caps: Goods) -> None:
        """Take the trades, and the most one can hold of each good."""
        self._trades = [
            Conversion(paid, gained, times if times > 0 else UNLIMITED)
            for _, paid, gained, times in trades
        ]
        self._caps = caps
        self._open: dict[tuple[int, ...], _Counter] = {}

    def covers(self, held: Goods, cost: Cost, flags: Sequence[int]) -> bool:
        """Say whether trades that have a flag make some alternative of a cost payable.

        Fewer flags than there are trades are those of the first ones. Where it takes too long to
        find out, the answer is no with fewer flags and yes with all of them.
        """
        key = tuple(flags)
        counter = self._open.get(key)
        if counter is None:
            if len(self._open) >= MOST_MARKETS:
                self._open.clear()
            allowed = [trade for trade, flag in zip(self._trades, key) if flag]
            counter = self._open[key] = _Counter(allowed, self._caps, len(key) == len(self._trades))
        return counter.covers(held, cost)


class _Counter:
    """Some trades, and what is known about them."""

    def __init__(self, trades: list[Conversion], caps: Goods, hopeful: bool) -> None:
        self._exchange = Exchange(dict.fromkeys(trades), caps, MOST_STATES) if trades else None
        self._hopeful = hopeful
        self._known: dict[tuple[Goods, Cost], bool] = {}

    def covers(self, held: Goods, cost: Cost) -> bool:
        if self._exchange is None:
            return False
        key = (held, cost)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_ANSWERS:
                self._known.clear()
            try:
                found = any(self._exchange.covers(bundle, held) for bundle in cost)
            except SearchTooLarge:
                found = self._hopeful
            self._known[key] = found
        return found
