"""What trades make payable: the trades of a Program, which are allowed, a stock and a cost in.

Out comes yes or no. The same questions come again and again while moves are listed, so answers are
kept, and for each set of allowed trades the solver for conversions is made ready once. Runs on any
Python from 3.9 on.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=).
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from .queries.conversion import Conversion, Exchange, SearchTooLarge
from .queries.goods import ENDLESS, UNLIMITED, Cost, Goods

MOST_STATES = 3_000
"""Combinations looked at for one question: more take longer than looking ahead."""
MOST_MARKETS = 500
MOST_ANSWERS = 50_000
LONG_LIST = 5
"""Trades of one price list from which on it is worth to shorten it."""

Trade = tuple[int, Goods, Goods, int]
"""Rule, what is paid, what is gained, how often (0 for any number)."""


_Asked = tuple[Callable[[Goods], Any], dict[Any, bool]]
"""What of a stock matters, and the answers that are known by it."""


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
        # The same by the object itself: callers that keep their flags need not compare them.
        self._last: dict[int, tuple[tuple[int, ...], _Counter]] = {}

    def covers(self, held: Goods, cost: Cost, flags: Sequence[int]) -> bool:
        """Say whether trades that have a flag make some alternative of a cost payable.

        Fewer flags than there are trades are those of the first ones. Where it takes too long to
        find out, the answer is no with fewer flags and yes with all of them.
        """
        last = self._last.get(id(flags))
        if last is not None and last[0] is flags:
            return last[1].covers(held, cost)
        key = tuple(flags)
        counter = self._open.get(key)
        if counter is None:
            if len(self._open) >= MOST_MARKETS:
                self._open.clear()
            allowed = [trade for trade, flag in zip(self._trades, key) if flag]
            counter = self._open[key] = _Counter(allowed, self._caps, len(key) == len(self._trades))
        if len(self._last) >= MOST_MARKETS:
            self._last.clear()
        if isinstance(flags, tuple):
            self._last[id(flags)] = (flags, counter)
        return counter.covers(held, cost)


class _Counter:
    """Some trades, and what is known about them."""

    def __init__(self, trades: list[Conversion], caps: Goods, hopeful: bool) -> None:
        steps, tokens = list(dict.fromkeys(trades)), 0
        if hopeful:
            steps, tokens = shortened(steps)
        self._exchange = Exchange(steps, caps + (ENDLESS,) * tokens, MOST_STATES) if steps else None
        self._none = (0,) * tokens
        self._hopeful = hopeful
        self._known: dict[Cost, _Asked] = {}
        self._answers = 0

    def covers(self, held: Goods, cost: Cost) -> bool:
        if self._exchange is None:
            return False
        asked = self._known.get(cost)
        if asked is None:
            asked = self._known[cost] = self._asked(cost, len(held))
        key = asked[0](held)
        found = asked[1].get(key)
        if found is None:
            self._answers += 1
            if self._answers > MOST_ANSWERS:
                self._answers = 0
                self._known = {cost: (asked[0], {})}
                asked = self._known[cost]
            none = self._none
            try:
                found = any(self._exchange.covers(need + none, held + none) for need in cost)
            except SearchTooLarge:
                found = self._hopeful
            asked[1][key] = found
        return found

    def _asked(self, cost: Cost, width: int) -> _Asked:
        """Return what of a stock matters for a cost: what is paid, and what is given for it."""
        assert self._exchange is not None
        goods: set[int] = set()
        for need in cost:
            goods.update(self._exchange.concerned(need))
        wanted = [good for good in sorted(goods) if good < width]
        # With fewer than two of them an itemgetter gives no tuple, but still what tells apart.
        return itemgetter(*wanted) if wanted else (lambda held: 0), {}


def shortened(trades: list[Conversion]) -> tuple[list[Conversion], int]:
    """Return fewer trades that allow at least as much, and how many goods they use besides.

    A price list, n + 1 of one good for n of another, becomes two trades: the smallest one, which
    also gives tokens, and a token with one more for one more. That is more than the list allows
    only in that what is bought first may help to pay for the rest.
    """
    lists: dict[tuple[Goods, Goods], list[Conversion]] = {}
    last: dict[tuple[tuple[bool, ...], tuple[bool, ...]], Conversion] = {}
    for trade in sorted(trades, key=lambda one: (sum(one.takes), sum(one.gives))):
        if trade.times != UNLIMITED:
            continue
        shape = tuple(map(bool, trade.takes)), tuple(map(bool, trade.gives))
        if shape in last:
            step = _minus(trade.takes, last[shape].takes), _minus(trade.gives, last[shape].gives)
            found = lists.setdefault(step, [last[shape]])
            if found[-1] is last[shape]:
                found.append(trade)
        last[shape] = trade
    long = [(step, found) for step, found in lists.items() if len(found) >= LONG_LIST]
    kept = {trade: (trade.takes, trade.gives) for trade in trades}
    more: list[tuple[Goods, Goods]] = []
    tokens: list[tuple[Conversion, int]] = []
    for (takes, gives), found in long:
        if min(takes) < 0 or min(gives) < 0 or any(trade not in kept for trade in found):
            continue
        for trade in found[1:]:
            del kept[trade]
        tokens.append((found[0], len(found) - 1))
        more.append((takes, gives))
    made = []
    for trade, (takes, gives) in kept.items():
        given = tuple(count if first is trade else 0 for first, count in tokens)
        made.append(Conversion(takes + (0,) * len(tokens), gives + given, trade.times))
    for number, (takes, gives) in enumerate(more):
        token = tuple(int(place == number) for place in range(len(tokens)))
        made.append(Conversion(takes + token, gives + (0,) * len(tokens)))
    return made, len(tokens)


def _minus(one: Goods, other: Goods) -> Goods:
    return tuple(a - b for a, b in zip(one, other))
