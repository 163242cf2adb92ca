"""Housing: animals by type, places and helpers in; does an arrangement exist, and which, out.

A place is a tuple of modes, of which it uses one at a time:

- `one_type((type, capacity), …)`: animals of one of these types, up to its capacity;
- `mixed(total, types)`: animals of these types in any mixture, up to a total;
- `helped(type)`: with k helpers (at least one) k + 1 animals of that type, whatever the other
  modes of the place say.

Types and places are numbered from 0; types are few, places may be many. The search itself is in
`shelter`.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=); lengths agree throughout.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from .shelter import Counts, Mode, Place, Pool, helped, mixed, one_type, shelter_of

__all__ = [
    "EMPTY",
    "Mode",
    "Place",
    "Stay",
    "arrange",
    "best_arrangement",
    "can_house",
    "helped",
    "mixed",
    "one_type",
]

EMPTY = -1
"""As `Stay.mode`: the place is not used."""


class Stay(NamedTuple):
    """What one place holds."""

    mode: int
    """Which mode of the place is used, or `EMPTY`."""
    animals: Counts
    """How many animals of each type."""
    helpers: int = 0


def can_house(counts: Sequence[int], places: Sequence[Place], helpers: int = 0) -> bool:
    """Say whether all animals find room."""
    return shelter_of(tuple(places)).can_house(tuple(counts), helpers)


def arrange(counts: Sequence[int], places: Sequence[Place], helpers: int = 0) -> list[Stay] | None:
    """Return what each place holds in an arrangement of all animals, or None if there is none."""
    shelter = shelter_of(tuple(places))
    picks = shelter.solve(tuple(counts), helpers)
    if picks is None:
        return None
    left = list(counts)
    stays = [Stay(EMPTY, (0,) * len(left))] * len(places)
    for pick in picks:
        left = [n - dict(pick.animals).get(kind, 0) for kind, n in enumerate(left)]
        stays[pick.place] = Stay(pick.mode, _vector(pick.animals, len(left)), pick.helpers)
    for pool in shelter.dedicated:
        _fill(pool, [pool], left, stays, places)
    for number, pool in enumerate(shelter.pools):
        _fill(pool, shelter.pools[number:], left, stays, places)
    return stays


def best_arrangement(
    counts: Sequence[int],
    places: Sequence[Place],
    helpers: int,
    weights: Mapping[tuple[int, int], int],
) -> tuple[int, list[Stay]] | None:
    """Return the arrangement of all animals with the highest total weight, or None if none exists.

    `weights` gives for (place, type) what each animal of that type counts there; others count 0.
    """
    weighted = sorted({place for (place, _), weight in weights.items() if weight})
    rest = tuple(place for number, place in enumerate(places) if number not in weighted)
    memo: dict[tuple[int, Counts, int], tuple[int, list[Stay]] | None] = {}

    def best(number: int, left: Counts, free: int) -> tuple[int, list[Stay]] | None:
        """Return the highest weight from the weighted places `number` on, and what they hold."""
        if number == len(weighted):
            return (0, []) if can_house(left, rest, free) else None
        state = (number, left, free)
        if state not in memo:
            place = weighted[number]
            found = None
            for stay in _stays(places[place], left, free):
                after = tuple(n - inside for n, inside in zip(left, stay.animals))
                behind = best(number + 1, after, free - stay.helpers)
                if behind is not None:
                    value = behind[0] + sum(
                        weights.get((place, kind), 0) * n for kind, n in enumerate(stay.animals)
                    )
                    if found is None or value > found[0]:
                        found = (value, [stay, *behind[1]])
            memo[state] = found
        return memo[state]

    found = best(0, tuple(counts), helpers)
    if found is None:
        return None
    value, held = found
    inside = [sum(stay.animals[kind] for stay in held) for kind in range(len(counts))]
    others = arrange(
        [n - less for n, less in zip(counts, inside)],
        rest,
        helpers - sum(stay.helpers for stay in held),
    )
    # `best` has just found that the others fit.
    assert others is not None
    by_place = dict(zip(weighted, held))
    remaining = iter(others)
    return value, [
        by_place[number] if number in by_place else next(remaining) for number in range(len(places))
    ]


def _vector(animals: Sequence[tuple[int, int]], types: int) -> Counts:
    held = dict(animals)
    return tuple(held.get(kind, 0) for kind in range(types))


def _fill(
    pool: Pool,
    pools: Sequence[Pool],
    left: list[int],
    stays: list[Stay],
    places: Sequence[Place],
) -> None:
    """Give a pool as many animals as it can take while `pools`, itself included, still do for all.

    What it then has free is free in every arrangement, so the other pools do without it.
    """
    total = pool.total
    held = [0] * len(left)
    alone = len(pools) == 1
    for kind in range(len(left)):
        if pool.types >> kind & 1:
            for animals in range(min(total, left[kind]), 0, -1):
                left[kind] -= animals
                rest = [pool._replace(total=total - animals), *pools[1:]]
                if alone or _pools_hold(rest, left):
                    held[kind] = animals
                    total -= animals
                    break
                left[kind] += animals
    if any(held):
        stays[pool.place] = Stay(_mode_for(places[pool.place], held), tuple(held))


def _pools_hold(pools: Sequence[Pool], left: Sequence[int]) -> bool:
    """Say whether pools can take all animals: no set of types may outnumber the room for it."""
    subsets = [(0, 0)]
    for kind, animals in enumerate(left):
        if animals:
            grown = [(types | 1 << kind, total + animals) for types, total in subsets]
            for types, total in grown:
                if total > sum(pool.total for pool in pools if pool.types & types):
                    return False
            subsets += grown
    return True


def _mode_for(place: Place, held: Sequence[int]) -> int:
    """Return the first mode without helpers that allows what a place holds."""
    kinds = [kind for kind, animals in enumerate(held) if animals]
    for number, mode in enumerate(place):
        most = dict(mode.limits)
        if mode.each or any(held[kind] > most.get(kind, 0) for kind in kinds):
            continue
        if len(kinds) == 1 or sum(held) <= mode.total:
            return number
    raise AssertionError("a place holds what none of its modes allows")


def _stays(place: Place, left: Counts, helpers: int) -> list[Stay]:
    """Return everything a place could hold, each content once, with as few helpers as possible."""
    found = {(0,) * len(left): Stay(EMPTY, (0,) * len(left))}
    for number, (limits, total, each) in enumerate(place):
        present = [(kind, most) for kind, most in limits if kind < len(left) and left[kind]]
        if total:
            ranges = [range(min(most, left[kind]) + 1) for kind, most in present]
            for amounts in product(*ranges):
                if sum(amounts) <= total:
                    held = _vector([(k, n) for (k, _), n in zip(present, amounts)], len(left))
                    found.setdefault(held, Stay(number, held))
            continue
        for kind, base in present:
            most = base + each * helpers if each and helpers else 0 if each else base
            for animals in range(1, min(most, left[kind]) + 1):
                used = max(1, -(-(animals - base) // each)) if each else 0
                held = _vector([(kind, animals)], len(left))
                if held not in found or used < found[held].helpers:
                    found[held] = Stay(number, held, used)
    return list(found.values())
