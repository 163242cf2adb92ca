"""The search behind `housing`: places with their modes in; which mode and type each takes, out.

A place given to a type is always filled, because an arrangement that holds some animals also
holds fewer. So only the choice of types is searched, place by place, largest first. Places with
nothing to choose are set apart: those of one type come off the counts at once, mixtures are left
to the end. Before each choice every set of types is compared with the most that the remaining
places could hold of it; once no choice is left, that comparison (Hall's condition) is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulewright.dsl.geometry.masks import mask_of

_CACHE_SIZE = 4096
_MEMO_SIZE = 20_000

Counts = tuple[int, ...]
"""Animals of each type."""


class Mode(NamedTuple):
    """One way to use a place; made by `one_type`, `mixed` or `helped`."""

    limits: tuple[tuple[int, int], ...]
    """Types and how many of each; in a helped mode how many before helpers are counted."""
    total: int = 0
    """In a mixture, how many in all; 0 for one type only."""
    each: int = 0
    """How many more each helper allows; 0 for a mode without helpers."""


Place = tuple[Mode, ...]


def one_type(*limits: tuple[int, int]) -> Mode:
    """Animals of one type only: any of these (type, capacity) pairs."""
    return Mode(tuple(limit for limit in limits if limit[1] > 0))


def mixed(total: int, types: Iterable[int]) -> Mode:
    """Animals of these types in any mixture, up to a total."""
    return Mode(tuple((kind, total) for kind in types) if total > 0 else (), max(total, 0))


def helped(kind: int, base: int = 1, each: int = 1) -> Mode:
    """With k >= 1 helpers up to base + each * k animals of one type."""
    return Mode(((kind, base),), 0, each)


class Pick(NamedTuple):
    """A choice made for a place: its mode, what it holds and the helpers there."""

    place: int
    mode: int
    animals: tuple[tuple[int, int], ...]
    """(type, how many) pairs."""
    helpers: int


class Pool(NamedTuple):
    """A place with nothing to choose: up to `total` animals of the types in a mask."""

    place: int
    types: int
    total: int


class _Choice(NamedTuple):
    """A place that has to decide."""

    place: int
    single: tuple[tuple[int, int, int], ...]
    """(type, capacity, mode), one entry per type."""
    mixtures: tuple[tuple[int, int, int], ...]
    """(mask of types, total, mode)."""
    with_helpers: tuple[tuple[int, int, int, int], ...]
    """(type, base, each, mode)."""

    def most(self, types: int) -> int:
        """Return how many animals of these types it can hold without helpers."""
        most = 0
        for kind, capacity, _ in self.single:
            if capacity > most and types >> kind & 1:
                most = capacity
        for mask, total, _ in self.mixtures:
            if total > most and types & mask:
                most = total
        return most


class Shelter:
    """A list of places, prepared for many questions about it."""

    def __init__(self, places: Sequence[Place], memo: dict[tuple[Counts, int], bool]) -> None:
        """Sort places into pools and choices; `memo` may be shared by lists in another order."""
        self.dedicated: list[Pool] = []
        self.pools: list[Pool] = []
        choices = []
        for number, place in enumerate(places):
            pool, choice = _simplified(number, place)
            if choice is not None:
                choices.append(choice)
            elif pool is not None:
                one = pool.types & (pool.types - 1) == 0
                (self.dedicated if one else self.pools).append(pool)
        everything = -1
        self._choices = sorted(choices, key=lambda choice: -choice.most(everything))
        self._memo = memo
        self._given: dict[int, int] = {}
        for pool in self.dedicated:
            kind = pool.types.bit_length() - 1
            self._given[kind] = self._given.get(kind, 0) + pool.total
        self._room: list[dict[int, int]] = [{} for _ in range(len(self._choices) + 1)]
        # Behind each choice: types that helpers can still help, in how many places, how well.
        self._help = []
        for behind in range(len(self._choices) + 1):
            offers = [choice.with_helpers for choice in self._choices[behind:]]
            flat = [offer for found in offers for offer in found]
            self._help.append(
                (
                    mask_of(kind for kind, _, _, _ in flat),
                    sum(1 for found in offers if found),
                    max((base for _, base, _, _ in flat), default=0),
                    max((each for _, _, each, _ in flat), default=0),
                )
            )

    def can_house(self, counts: Counts, helpers: int) -> bool:
        """Say whether all animals find room."""
        known = self._memo.get((counts, helpers))
        if known is None:
            if len(self._memo) >= _MEMO_SIZE:
                self._memo.clear()
            known = self._memo[counts, helpers] = self.solve(counts, helpers) is not None
        return known

    def solve(self, counts: Counts, helpers: int) -> list[Pick] | None:
        """Return picks for places with a choice, such that the pools can take all others."""
        left = list(counts)
        for kind, capacity in self._given.items():
            if kind < len(left):
                left[kind] = left[kind] - capacity if left[kind] > capacity else 0
        picks: list[Pick] = []
        return picks if self._assign(0, tuple(left), helpers, picks, set()) else None

    def _assign(
        self,
        number: int,
        left: Counts,
        helpers: int,
        picks: list[Pick],
        dead: set[tuple[int, Counts, int]],
    ) -> bool:
        if not self._conceivable(number, left, helpers):
            return False
        if number == len(self._choices) or not any(left):
            return True
        state = (number, left, helpers)
        if state in dead:
            return False
        may_idle = True
        for pick in _picks(self._choices[number], left, helpers):
            # Holding something is better than nothing, unless it takes helpers from elsewhere.
            may_idle = may_idle and pick.helpers > 0
            after = list(left)
            for kind, animals in pick.animals:
                after[kind] -= animals
            picks.append(pick)
            if self._assign(number + 1, tuple(after), helpers - pick.helpers, picks, dead):
                return True
            picks.pop()
        if may_idle and self._assign(number + 1, left, helpers, picks, dead):
            return True
        dead.add(state)
        return False

    def _conceivable(self, number: int, left: Counts, helpers: int) -> bool:
        """Compare each set of types with the most that places from `number` on can hold of it."""
        room = self._room[number]
        eased, helpable, base, each = self._help[number]
        # No more than this on top, however the helpers are spread.
        bonus = helpers * each + min(helpers, helpable) * base if helpable else 0
        subsets = [(0, 0)]
        for kind, animals in enumerate(left):
            if animals:
                bit = 1 << kind
                for types, total in subsets[:]:
                    types |= bit
                    total += animals
                    most = room.get(types)
                    if most is None:
                        most = self._most(number, types)
                    if total > most and (not types & eased or total > most + bonus):
                        return False
                    subsets.append((types, total))
        return True

    def _most(self, number: int, types: int) -> int:
        """Return how many animals of these types places from `number` on hold without helpers."""
        most = self._room[number].get(types)
        if most is None:
            if number == len(self._choices):
                most = sum(pool.total for pool in self.pools if pool.types & types)
            else:
                most = self._choices[number].most(types) + self._most(number + 1, types)
            self._room[number][types] = most
        return most


def _simplified(number: int, place: Place) -> tuple[Pool | None, _Choice | None]:
    """Write a place as a pool if it has nothing to choose, else as a choice; neither if useless."""
    single: dict[int, tuple[int, int]] = {}
    mixtures: list[tuple[int, int, int]] = []
    with_helpers: list[tuple[int, int, int, int]] = []
    for mode, (limits, total, each) in enumerate(place):
        if each:
            with_helpers.extend((kind, base, each, mode) for kind, base in limits)
        elif total > 1 and len(limits) > 1:
            mixtures.append((mask_of(kind for kind, _ in limits), total, mode))
        else:
            for kind, capacity in limits:
                if capacity > single.get(kind, (0, 0))[0]:
                    single[kind] = (capacity, mode)
    if not with_helpers:
        if single and not mixtures:
            capacities = {capacity for capacity, _ in single.values()}
            # Room for one animal, or for one type, is a mixture that leaves nothing to decide.
            if len(single) == 1 or capacities == {1}:
                return Pool(number, mask_of(single), max(capacities)), None
        if len(mixtures) == 1 and not single:
            return Pool(number, mixtures[0][0], mixtures[0][1]), None
        if not single and not mixtures:
            return None, None
    options = tuple((kind, capacity, mode) for kind, (capacity, mode) in sorted(single.items()))
    return None, _Choice(number, options, tuple(mixtures), tuple(with_helpers))


def _picks(choice: _Choice, left: Counts, helpers: int) -> list[Pick]:
    """Return the ways to fill a place as far as possible, the most promising first."""
    place = choice.place
    found = []
    plain: dict[int, int] = {}
    for kind, capacity, mode in choice.single:
        animals = left[kind] if kind < len(left) else 0
        if animals:
            plain[kind] = capacity
            found.append(Pick(place, mode, ((kind, min(animals, capacity)),), 0))
    for types, total, mode in choice.mixtures:
        wanted = [(kind, n) for kind, n in enumerate(left) if n and types >> kind & 1]
        found.extend(Pick(place, mode, fill, 0) for fill in fills(wanted, total) if fill)
    if len(found) > 1:
        found.sort(key=lambda pick: -sum(animals for _, animals in pick.animals))
    for kind, base, each, mode in choice.with_helpers:
        animals = left[kind] if kind < len(left) else 0
        for used in range(1, helpers + 1):
            capacity = base + each * used
            if animals and capacity > plain.get(kind, 0):
                found.append(Pick(place, mode, ((kind, min(animals, capacity)),), used))
            if capacity >= animals:
                break
    return found


def fills(wanted: Sequence[tuple[int, int]], total: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the mixtures of (type, how many) that fill a total, or hold all if it is not enough."""
    if not wanted or not total:
        yield ()
        return
    (kind, most), rest = wanted[0], wanted[1:]
    others = sum(animals for _, animals in rest)
    least = min(most, max(total - others, 0))
    for animals in range(min(most, total), least - 1, -1):
        head = ((kind, animals),) if animals else ()
        for tail in fills(rest, total - animals):
            yield head + tail


_SHELTERS: dict[tuple[Place, ...], Shelter] = {}
_MEMOS: dict[tuple[Place, ...], dict[tuple[Counts, int], bool]] = {}


def shelter_of(places: tuple[Place, ...]) -> Shelter:
    """Return the prepared form of a list of places, made once for each list."""
    found = _SHELTERS.get(places)
    if found is None:
        if len(_SHELTERS) >= _CACHE_SIZE:
            _SHELTERS.clear()
            _MEMOS.clear()
        # The order of places does not change whether animals fit: share what is known.
        memo = _MEMOS.setdefault(tuple(sorted(places)), {})
        found = _SHELTERS[places] = Shelter(places, memo)
    return found


def forget() -> None:
    """Forget all prepared lists of places, as when nothing was asked so far."""
    _SHELTERS.clear()
    _MEMOS.clear()
