"""Housing animals, against trying every content of every place."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.queries.housing import (
    EMPTY,
    Mode,
    Place,
    Stay,
    arrange,
    best_arrangement,
    can_house,
    helped,
    mixed,
    one_type,
)

TYPES = 3
KINDS = st.integers(0, TYPES - 1)
MODES = st.one_of(
    st.lists(st.tuples(KINDS, st.integers(0, 3)), max_size=3, unique_by=lambda limit: limit[0]).map(
        lambda limits: one_type(*limits)
    ),
    st.builds(mixed, st.integers(0, 3), st.sets(KINDS).map(sorted)),
    st.builds(helped, KINDS, st.integers(0, 2), st.integers(1, 2)),
)
PLACES = st.lists(st.lists(MODES, max_size=2).map(tuple), max_size=4)
COUNTS = st.tuples(*[st.integers(0, 4)] * TYPES)


def allowed(mode: Mode, animals: tuple[int, ...], helpers: int) -> bool:
    """Whether a mode allows a content, straight from the definition of modes."""
    kinds = [kind for kind, held in enumerate(animals) if held]
    limits = dict(mode.limits)
    if any(kind not in limits for kind in kinds):
        return False
    if mode.each:
        return helpers >= 1 and all(
            animals[kind] <= limits[kind] + mode.each * helpers for kind in kinds
        )
    if helpers:
        return False
    if mode.total:
        return sum(animals) <= mode.total
    return len(kinds) <= 1 and all(animals[kind] <= limits[kind] for kind in kinds)


def contents(
    place: Place, counts: tuple[int, ...], helpers: int
) -> list[tuple[tuple[int, ...], int]]:
    """Every content of a place as (animals, helpers), the empty one included."""
    return [((0,) * len(counts), 0)] + [
        (animals, used)
        for animals in product(*[range(held + 1) for held in counts])
        for used in range(helpers + 1)
        if any(allowed(mode, animals, used) for mode in place)
    ]


def all_values(
    counts: tuple[int, ...],
    places: list[Place],
    helpers: int,
    weights: dict[tuple[int, int], int],
) -> set[int]:
    """The weights of all arrangements of all animals, by trying everything."""
    states = {(counts, helpers, 0)}
    for number, place in enumerate(places):
        states = {
            (
                tuple(held - inside for held, inside in zip(left, animals, strict=True)),
                free - used,
                value + sum(weights.get((number, kind), 0) * n for kind, n in enumerate(animals)),
            )
            for left, free, value in states
            for animals, used in contents(place, left, free)
        }
    return {value for left, _, value in states if not any(left)}


def check(stays: list[Stay], counts: tuple[int, ...], places: list[Place], helpers: int) -> None:
    """Assert that an arrangement is complete and allowed."""
    assert len(stays) == len(places)
    assert sum(stay.helpers for stay in stays) <= helpers
    assert tuple(map(sum, zip(*(stay.animals for stay in stays), strict=True))) == counts or (
        not places and not any(counts)
    )
    for stay, place in zip(stays, places, strict=True):
        if stay.mode == EMPTY:
            assert not any(stay.animals) and not stay.helpers
        else:
            assert allowed(place[stay.mode], stay.animals, stay.helpers)


@settings(deadline=None, max_examples=300)
@given(COUNTS, PLACES, st.integers(0, 3))
def test_housing_agrees_with_trying_everything(
    counts: tuple[int, ...], places: list[Place], helpers: int
) -> None:
    """All animals find room exactly if some choice of contents holds them all."""
    expected = bool(all_values(counts, places, helpers, {}))
    assert can_house(counts, places, helpers) is expected
    stays = arrange(counts, places, helpers)
    assert (stays is not None) is expected
    if stays is not None:
        check(stays, counts, places, helpers)


@settings(deadline=None)
@given(
    COUNTS,
    PLACES,
    st.integers(0, 2),
    st.dictionaries(st.tuples(st.integers(0, 3), KINDS), st.integers(-2, 3), max_size=4),
)
def test_the_best_arrangement_is_the_best_of_all(
    counts: tuple[int, ...],
    places: list[Place],
    helpers: int,
    weights: dict[tuple[int, int], int],
) -> None:
    """No arrangement of all animals has a higher weight than the best one."""
    weights = {key: weight for key, weight in weights.items() if key[0] < len(places)}
    values = all_values(counts, places, helpers, weights)
    found = best_arrangement(counts, places, helpers, weights)
    assert (found is None) == (not values)
    if found is not None:
        value, stays = found
        check(stays, counts, places, helpers)
        assert value == max(values)
        assert value == sum(
            weights.get((number, kind), 0) * held
            for number, stay in enumerate(stays)
            for kind, held in enumerate(stay.animals)
        )


@settings(deadline=None)
@given(COUNTS, PLACES.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_order_of_places_does_not_matter(
    counts: tuple[int, ...], orders: tuple[list[Place], list[Place]]
) -> None:
    """Listing the same places in another order changes no answer."""
    assert can_house(counts, orders[0], 1) == can_house(counts, orders[1], 1)


SHEEP, DONKEY, BOAR, CATTLE = range(4)


@given(COUNTS, PLACES, st.integers(0, 3), KINDS)
def test_fewer_animals_and_more_helpers_find_room_as_well(
    counts: tuple[int, ...], places: list[Place], helpers: int, kind: int
) -> None:
    """What has room keeps it with one animal less, one helper more, or one place more."""
    if can_house(counts, places, helpers):
        fewer = tuple(max(n - (each == kind), 0) for each, n in enumerate(counts))

        assert can_house(fewer, places, helpers)
        assert can_house(counts, places, helpers + 1)
        assert can_house(counts, [*places, (one_type((kind, 1)),)], helpers)


def pasture(capacity: int) -> Place:
    """A fenced meadow: one type of any kind, or sheep with helpers."""
    return (one_type(*((kind, capacity) for kind in range(4))), helped(SHEEP))


ENTRANCE: Place = (one_type(*((kind, 2) for kind in range(4))),)
BARE_MEADOW: Place = (helped(SHEEP),)
STABLED_MEADOW: Place = (mixed(1, range(4)), helped(SHEEP))
FOREST_STABLE: Place = (one_type((BOAR, 1)),)
MINE: Place = (one_type((DONKEY, 1)),)


@pytest.mark.parametrize(
    ("counts", "places", "helpers", "expected"),
    [
        ((0, 0, 3, 0), [ENTRANCE, FOREST_STABLE], 0, True),
        ((0, 0, 4, 0), [ENTRANCE, FOREST_STABLE], 0, False),
        ((2, 0, 0, 2), [pasture(4)], 0, False),
        ((16, 0, 0, 0), [pasture(16)], 0, True),
        ((17, 0, 0, 0), [pasture(16)], 0, False),
        ((1, 0, 0, 1), [STABLED_MEADOW, FOREST_STABLE], 0, False),
        ((0, 2, 0, 0), [MINE, MINE], 0, True),
        ((0, 3, 0, 0), [MINE, MINE], 0, False),
        ((2, 0, 0, 0), [BARE_MEADOW], 0, False),
        ((2, 0, 0, 0), [BARE_MEADOW], 1, True),
        ((3, 0, 0, 0), [BARE_MEADOW], 2, True),
        ((4, 0, 0, 0), [pasture(4)], 2, True),
        ((5, 0, 0, 0), [pasture(4)], 2, False),
        ((6, 0, 0, 0), [pasture(4)], 5, True),
        ((4, 0, 0, 0), [BARE_MEADOW, BARE_MEADOW], 2, True),
        ((2, 0, 3, 0), [ENTRANCE, pasture(2), FOREST_STABLE], 0, True),
        ((2, 0, 0, 0), [(helped(SHEEP, 0, 1),), (helped(SHEEP, 0, 2),)], 1, True),
        ((0, 0, 1, 0), [(one_type((SHEEP, 1)), mixed(2, (SHEEP, BOAR)))], 0, True),
    ],
)
def test_worked_examples(
    counts: tuple[int, ...], places: list[Place], helpers: int, expected: bool
) -> None:
    """Pastures hold one type, stables double, helpers watch one sheep more than they are."""
    assert can_house(counts, places, helpers) is expected


def test_the_best_arrangement_moves_donkeys_into_mines() -> None:
    """Donkeys go where they count, as many as the others can do without."""
    places: list[Place] = [ENTRANCE, MINE, MINE, pasture(2)]
    weights = {(1, DONKEY): 1, (2, DONKEY): 1}
    found = best_arrangement((0, 1, 4, 0), places, 0, weights)
    assert found is not None
    value, stays = found
    assert value == 1
    check(stays, (0, 1, 4, 0), places, 0)
    assert best_arrangement((0, 3, 4, 0), places, 0, weights) is None


def test_no_places_hold_no_animals() -> None:
    """Nothing fits nowhere, but nothing needs no place."""
    assert can_house((0, 0), [], 3)
    assert arrange((0, 0), []) == []
    assert not can_house((1, 0), [], 3)
