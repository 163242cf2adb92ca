"""Conversions between goods: what is needed, a stock and conversions in; can it be had, and how.

The question is asked backwards. Before a conversion one needs what it takes, and what is needed
after it less what it gives. Going back from the cost, a set of needs is dropped if a smaller one
is known; only finitely many remain, so the search ends and is exact, even when conversions run in
circles. What may be used a limited number of times also takes a *permit*, a good nobody makes.
Goods with a single use that are not needed themselves are put to that use before searching.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=); lengths agree throughout.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from operator import mul
from typing import NamedTuple

from rulewright.dsl.geometry.masks import bits, mask_of

from .goods import ENDLESS, UNLIMITED, Goods, holds
from .shortcuts import Step, simplified

NO_GROUP = -1
MOST_STATES = 50_000
"""Sets of needs looked at before a question is given up (`SearchTooLarge`)."""

_SCALE = 60
_ROUNDS = 30
_VARIANTS = 3
_MEMO_SIZE = 10_000
_MOST_SEARCHES = 1_000


class SearchTooLarge(Exception):
    """The conversions allow so many combinations that the question was given up."""


class Conversion(NamedTuple):
    """An exchange of goods for goods."""

    takes: Goods
    gives: Goods
    times: int = UNLIMITED
    group: int = NO_GROUP
    """Of the conversions of one group only one is used, once: the rows of a price table. Negative
    for no group."""


class _Search(NamedTuple):
    """All that matters once it is known which goods are needed and which of them are short."""

    numbers: tuple[int, ...]
    """The conversions that matter: they give a good that is or could become short."""
    goods: tuple[int, ...]
    """Goods and permits that are or could become short; the vectors below are reduced to them."""
    steps: tuple[Step, ...]
    """What conversions take and give, simplified."""
    makers: tuple[tuple[int, ...], ...]
    """For each good the steps that give it."""
    spend: tuple[tuple[int, Step], ...]
    """Goods with a single use, and the step that uses them."""
    worths: tuple[Goods, ...]
    """Values of goods that no step can increase in total."""
    caps: Goods
    known: dict[tuple[Goods, Goods], bool]
    """Answers so far, by need and stock."""


class Exchange:
    """A list of conversions, prepared for many questions about it.

    In the questions, `left` is how often each conversion may still be used (`UNLIMITED` for those
    without a limit, 0 for those not to be had now); by default what the conversions say.
    """

    def __init__(
        self,
        conversions: Iterable[Conversion],
        caps: Goods | None = None,
        most_states: int | None = None,
    ) -> None:
        """Take conversions and the most one can hold of each good; what goes beyond is lost.

        A question that takes more than `most_states` sets of needs (MOST_STATES) is given up.
        """
        self._most_states = MOST_STATES if most_states is None else most_states
        self.conversions = tuple(Conversion(*conversion) for conversion in conversions)
        width = len(self.conversions[0].takes) if self.conversions else 0
        self._limited = [n for n, item in enumerate(self.conversions) if item.times != UNLIMITED]
        groups = sorted({item.group for item in self.conversions if item.group >= 0})
        self._group_permits = (1,) * len(groups)
        self._steps = []
        for number, item in enumerate(self.conversions):
            own = tuple(int(number == limited) for limited in self._limited)
            shared = tuple(int(item.group == group) for group in groups)
            unmade = (0,) * (len(own) + len(shared))
            self._steps.append((tuple(item.takes) + own + shared, tuple(item.gives) + unmade))
        held = (ENDLESS,) * width if caps is None else tuple(caps)
        self._caps = held + (ENDLESS,) * (len(self._limited) + len(groups))
        self._everything = tuple(item.times for item in self.conversions)
        self._all = _usable(self._everything)
        self._searches: dict[tuple[int, int, int], _Search] = {}

    def covers(self, need: Goods, stock: Goods, left: Sequence[int] | None = None) -> bool:
        """Say whether conversions can turn the stock into at least what is needed."""
        if holds(stock, need):
            return True
        if not self.conversions:
            return False
        if left is None:
            return self._covers(need, self._with_permits(stock, self._everything), self._all)
        return self._covers(need, self._with_permits(stock, left), _usable(left))

    def concerned(self, need: Goods) -> list[int]:
        """Return the goods that matter for a need: it asks for them, or something given for them.

        Those behind the last good are permits.
        """
        wanted = mask_of(good for good, amount in enumerate(need) if amount)
        return list(bits(self._relevant(wanted, self._all)[1]))

    def first_steps(
        self, need: Goods, stock: Goods, left: Sequence[int] | None = None
    ) -> list[int]:
        """Return the conversions to begin with: of use, possible now, and the need stays in reach.

        The list is empty when the stock holds what is needed, and when nothing helps.
        """
        if not self.conversions or holds(stock, need):
            return []
        times = self._everything if left is None else left
        full = self._with_permits(stock, times)
        usable = _usable(times)
        found = []
        for number in self._search(need, stock, usable).numbers:
            takes, gives = self._steps[number]
            if holds(full, takes):
                after = tuple(
                    min(held - less + more, max(cap, held - less))
                    for held, less, more, cap in zip(full, takes, gives, self._caps)
                )
                if holds(after, need) or self._covers(need, after, usable):
                    found.append(number)
        return found

    def _with_permits(self, stock: Goods, times: Sequence[int]) -> Goods:
        if not self._limited:
            return tuple(stock) + self._group_permits
        permits = [times[number] for number in self._limited]
        own = tuple(ENDLESS if count == UNLIMITED else count for count in permits)
        return tuple(stock) + own + self._group_permits

    def _covers(self, need: Goods, full: Goods, usable: int) -> bool:
        search = self._search(need, full, usable)
        wanted = tuple(need[good] if good < len(need) else 0 for good in search.goods)
        held = _spent(search, [full[good] for good in search.goods])
        if holds(held, wanted):
            return True
        answer = search.known.get((wanted, held))
        if answer is None:
            if len(search.known) >= _MEMO_SIZE:
                search.known.clear()
            answer = search.known[wanted, held] = _reaches_back(
                search, wanted, held, self._most_states
            )
        return answer

    def _search(self, need: Goods, stock: Goods, usable: int) -> _Search:
        short = needed = 0
        bit = 1
        for wanted, held in zip(need, stock):
            if wanted:
                needed |= bit
                if held < wanted:
                    short |= bit
            bit <<= 1
        key = (short, needed, usable)
        search = self._searches.get(key)
        if search is None:
            if len(self._searches) >= _MOST_SEARCHES:
                self._searches.clear()
            search = self._searches[key] = self._prepare(short, needed, usable)
        return search

    def _prepare(self, short: int, needed: int, usable: int) -> _Search:
        numbers, concerned = self._relevant(short, usable)
        goods = tuple(bits(concerned))
        caps = tuple(self._caps[good] for good in goods)
        steps = simplified(
            (
                (
                    tuple(self._steps[number][0][good] for good in goods),
                    tuple(self._steps[number][1][good] for good in goods),
                )
                for number in numbers
            ),
            [bool(needed >> good & 1) for good in goods],
            caps,
        )
        makers = [[n for n, (_, gives) in enumerate(steps) if gives[g]] for g in range(len(goods))]
        spend = [
            (place, step)
            for place, good in enumerate(goods)
            if not needed >> good & 1
            for step in _only_uses(place, steps, caps)
        ]
        targets = [place for place, good in enumerate(goods) if short >> good & 1]
        sets = [targets] if len(targets) < 2 else [targets, *([target] for target in targets)]
        worths = dict.fromkeys(
            _worth(chosen, steps, makers, which) for chosen in sets for which in range(_VARIANTS)
        )
        return _Search(
            numbers=tuple(numbers),
            goods=goods,
            steps=tuple(steps),
            makers=tuple(map(tuple, makers)),
            spend=tuple(spend),
            worths=tuple(worth for worth in worths if worth is not None),
            caps=caps,
            known={},
        )

    def _relevant(self, short: int, usable: int) -> tuple[list[int], int]:
        """Return the conversions that can help, and the mask of goods that could become short.

        What a useful conversion takes may become short in turn, and so on until nothing is new.
        Any other conversion gives nothing that is ever short, so leaving it out loses nothing.
        """
        concerned = short
        numbers: list[int] = []
        while True:
            fresh = [
                number
                for number in bits(usable)
                if number not in numbers
                and any(
                    n and concerned >> good & 1 for good, n in enumerate(self._steps[number][1])
                )
            ]
            if not fresh:
                return sorted(numbers), concerned
            numbers += fresh
            for number in fresh:
                concerned |= mask_of(good for good, n in enumerate(self._steps[number][0]) if n)


def _usable(times: Sequence[int]) -> int:
    return mask_of(number for number, count in enumerate(times) if count)


def _only_uses(good: int, steps: Sequence[Step], caps: Goods) -> list[Step]:
    """Return the one step that takes a good, and nothing else, if it can do no harm to use it.

    It could if what it gives is capped and goes on into other steps: then it may come too early.
    """
    takers = [step for step in steps if step[0][good]]
    if len(takers) != 1 or sum(map(bool, takers[0][0])) != 1:
        return []
    for place, more in enumerate(takers[0][1]):
        if more and caps[place] != ENDLESS and any(takes[place] for takes, _ in steps):
            return []
    return takers


def _spent(search: _Search, held: list[int]) -> Goods:
    """Put goods with a single use to that use, as far as nothing goes beyond its cap."""
    for good, (takes, gives) in search.spend:
        times = held[good] // takes[good]
        if times:
            for place, more in enumerate(gives):
                if more:
                    times = min(times, (search.caps[place] - held[place]) // more)
            if times > 0:
                held[good] -= takes[good] * times
                held = [have + more * times for have, more in zip(held, gives)]
    return tuple(held)


def _worth(
    targets: Sequence[int],
    steps: Sequence[tuple[Goods, Goods]],
    makers: Sequence[Sequence[int]],
    which: int,
) -> Goods | None:
    """Look for values, at least 1 (scaled) for each target, such that no step gives more than it
    takes. A need worth more than the stock is then out of reach. None where steps make a profit.

    Where a step takes several goods, any of them can carry the worth of what it makes; `which`
    chooses, and the choice that falls on a good the stock lacks is the one that proves most.
    """
    worth = [0] * len(makers)
    for target in targets:
        worth[target] = _SCALE
    for _ in range(_ROUNDS):
        settled = True
        for takes, gives in steps:
            gain = _value(worth, gives) - _value(worth, takes)
            if gain > 0:
                settled = False
                inputs = [good for good, less in enumerate(takes) if less]
                if not inputs:
                    return None
                # Rather raise what nobody makes, permits for one: that has no consequences.
                inputs = [good for good in inputs if not makers[good]] or inputs
                raised = inputs[-1 - which % len(inputs)]
                worth[raised] += -(-gain // takes[raised])
        if settled:
            return tuple(worth)
    return None


def _value(worth: Sequence[int], goods: Goods) -> int:
    return sum(map(mul, worth, goods))


def _reaches_back(search: _Search, wanted: Goods, held: Goods, most_states: int) -> bool:
    """Search backwards, nearest needs first, for needs that the stock meets."""
    limits = [(worth, _value(worth, held)) for worth in search.worths]
    unmade = [good for good, makers in enumerate(search.makers) if not makers]

    def hopeless(need: Goods) -> bool:
        for good in unmade:
            if need[good] > held[good]:
                return True
        return any(_value(worth, need) > limit for worth, limit in limits)

    def distance(need: Goods) -> int:
        return sum(want - have for want, have in zip(need, held) if want > have)

    if hopeless(wanted) or not holds(search.caps, wanted):
        return False
    smallest = [wanted]
    known = {wanted}
    todo = [(distance(wanted), wanted)]
    while todo:
        _, need = heappop(todo)
        for number in {
            step for good, want in enumerate(need) if want for step in search.makers[good]
        }:
            takes, gives = search.steps[number]
            earlier = tuple(
                (want - more if want > more else 0) + less
                for want, more, less in zip(need, gives, takes)
            )
            if earlier in known:
                continue
            known.add(earlier)
            if not holds(search.caps, earlier):
                continue
            if holds(held, earlier):
                return True
            if hopeless(earlier) or any(holds(earlier, other) for other in smallest):
                continue
            if len(known) > most_states:
                raise SearchTooLarge(f"more than {most_states} combinations of conversions")
            smallest.append(earlier)
            heappush(todo, (distance(earlier), earlier))
    return False
