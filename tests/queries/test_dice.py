"""Choices of dice, against trying every subset."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.geometry.masks import bits
from rulewright.interpreter.queries.dice import (
    DiceChoice,
    can_reach,
    reachable_sums,
    with_count,
    with_sum,
)

VALUES = st.lists(st.integers(1, 8), max_size=6)
CAPS = st.one_of(st.none(), st.integers(1, 9))


def dice_of(values: list[int]) -> list[tuple[int, int]]:
    """Dice numbered 10, 11, … with these values."""
    return [(10 + number, value) for number, value in enumerate(values)]


def subsets(values: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every non-empty subset as (dice, values)."""
    dice = dice_of(values)
    return [
        (tuple(die for die, _ in chosen), tuple(value for _, value in chosen))
        for size in range(1, len(dice) + 1)
        for chosen in combinations(dice, size)
    ]


def canonical(values: list[int], chosen: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Of the subsets with the same values, the first in the order of die numbers."""
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for dice in sorted(chosen):
        first.setdefault(tuple(sorted(values[die - 10] for die in dice)), dice)
    return set(first.values())


def shiftable(shown: tuple[int, ...], amount: int, floor: int, cap: int | None) -> set[int]:
    """The values that may be changed by an amount."""
    return {
        value
        for value in shown
        if value + amount >= floor and (cap is None or value + amount <= cap)
    }


@given(VALUES, st.integers(1, 40))
def test_sums_are_all_subsets_with_that_sum_once_per_values(values: list[int], target: int) -> None:
    """Without a shift the choices are the subsets that sum up, equal values counted once."""
    expected = {dice for dice, shown in subsets(values) if sum(shown) == target}
    found = with_sum(dice_of(values), target)
    assert {choice.dice for choice in found} == canonical(values, expected)
    assert len(found) == len({choice.dice for choice in found})
    assert all(choice.shifted == -1 and choice.shift == 0 for choice in found)


@settings(deadline=None)
@given(VALUES, st.integers(1, 40), st.integers(0, 3), st.integers(0, 3), CAPS, st.booleans())
def test_one_die_may_be_shifted(
    values: list[int], target: int, shift: int, floor: int, cap: int | None, each_die: bool
) -> None:
    """A subset is a choice if it sums up once one die counts up to that much more or less."""
    expected: dict[tuple[int, ...], set[int]] = {}
    for dice, shown in subsets(values):
        amount = target - sum(shown)
        if not amount:
            expected[dice] = set()
        elif abs(amount) <= shift and shiftable(shown, amount, floor, cap):
            expected[dice] = shiftable(shown, amount, floor, cap)
    kept = canonical(values, set(expected))
    found = with_sum(dice_of(values), target, shift=shift, floor=floor, cap=cap, each_die=each_die)
    assert {choice.dice for choice in found} == kept
    assert len(set(found)) == len(found)
    for dice in kept:
        changed = [values[c.shifted - 10] for c in found if c.dice == dice and c.shift]
        if not expected[dice]:
            assert changed == []
        elif each_die:
            assert sorted(changed) == sorted(expected[dice])
        else:
            assert len(changed) == 1
            assert changed[0] in expected[dice]
    for choice in found:
        assert sum(values[die - 10] for die in choice.dice) + choice.shift == target
        assert (choice.shifted in choice.dice) == (choice.shift != 0)


@given(VALUES, st.integers(1, 40), st.integers(1, 4))
def test_a_number_of_dice_can_be_asked_for(values: list[int], target: int, count: int) -> None:
    """With a count only choices of that many dice remain."""
    dice = dice_of(values)
    everything = with_sum(dice, target, shift=1)
    assert with_sum(dice, target, shift=1, count=count) == [
        choice for choice in everything if len(choice.dice) == count
    ]


@given(VALUES, st.integers(0, 6))
def test_exact_counts_ignore_values(values: list[int], count: int) -> None:
    """Subsets of a number of dice are listed once for each set of values; none is no choice."""
    expected = {dice for dice, _ in subsets(values) if len(dice) == count}
    found = with_count(dice_of(values), count)
    assert {choice.dice for choice in found} == canonical(values, expected)
    assert len(set(found)) == len(found)


@settings(deadline=None)
@given(VALUES, st.integers(0, 3), st.integers(0, 3), CAPS)
def test_reachable_sums_are_the_targets_with_a_choice(
    values: list[int], shift: int, floor: int, cap: int | None
) -> None:
    """The quick test and the list of choices agree on every target."""
    expected = {
        target
        for target in range(60)
        if with_sum(dice_of(values), target, shift=shift, floor=floor, cap=cap)
    }
    assert set(bits(reachable_sums(values, shift, floor=floor, cap=cap))) == expected
    for target in range(60):
        reached = can_reach(values, [target], shift, floor=floor, cap=cap)
        assert reached == (target in expected)


@pytest.mark.parametrize(
    ("values", "target", "shift", "cap", "expected"),
    [
        ([6, 4], 9, 0, None, []),
        ([6, 4], 9, 1, None, [DiceChoice((10, 11), 10, -1)]),
        ([6, 4], 11, 1, None, [DiceChoice((10, 11), 10, 1)]),
        ([6, 4], 11, 1, 6, [DiceChoice((10, 11), 11, 1)]),
        ([5, 4], 11, 2, None, [DiceChoice((10, 11), 10, 2)]),
        ([6, 6], 13, 1, 6, []),
        ([1], 0, 1, None, []),
        ([2, 2, 2], 4, 0, None, [DiceChoice((10, 11))]),
    ],
)
def test_worked_examples(
    values: list[int], target: int, shift: int, cap: int | None, expected: list[DiceChoice]
) -> None:
    """A six may count as seven unless capped, a one never as nothing; equal faces are alike."""
    assert with_sum(dice_of(values), target, shift=shift, cap=cap) == expected


def test_exact_choices_come_before_shifted_ones() -> None:
    """The order is by size of the shift, then by dice."""
    found = with_sum([(0, 3), (1, 4), (2, 1)], 4, shift=1)
    assert [choice.shift for choice in found] == [0, 0, -1, 1]
    assert [choice.dice for choice in found[:2]] == [(0, 2), (1,)]


def test_any_of_several_targets_will_do() -> None:
    """The quick test asks whether one of the targets is within reach; negative ones never are."""
    assert can_reach([2, 3], [4, 5])
    assert not can_reach([2, 3], [4, 6, -1])
    assert not can_reach([], [0, 1], 2)
