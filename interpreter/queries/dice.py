"""Choices of dice: dice with values and a target in, the distinct subsets that make it out.

Dice are (die, value) pairs. Dice with equal values are interchangeable, so of all subsets with
the same values only one is listed: the one with the lowest die numbers. Work grows with the
number of different values, not with the number of dice.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=); lengths agree throughout.
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

NO_DIE = -1


class DiceChoice(NamedTuple):
    """Dice to use together, in ascending order, and the one that counts as something else."""

    dice: tuple[int, ...]
    shifted: int = NO_DIE
    shift: int = 0


def with_sum(
    dice: Iterable[tuple[int, int]],
    target: int,
    *,
    shift: int = 0,
    floor: int = 1,
    cap: int | None = None,
    count: int | None = None,
    each_die: bool = False,
) -> list[DiceChoice]:
    """Return the distinct subsets of dice that sum up to the target.

    One die of a subset may count up to `shift` more or less than it shows, as long as it then
    counts at least `floor` and at most `cap`. Usually it does not matter which die that is, and
    each subset is listed once, with the lowest die that can be shifted; with `each_die` it is
    listed once for each different value that can be. `count` asks for that many dice.
    Exact subsets come first, then by size of the shift; values of dice are never negative.
    """
    floor = max(floor, 0)
    by_value = _by_value(dice)
    values = tuple(by_value)
    found = []
    held = tuple(map(len, by_value.values()))
    for numbers, amount in _sums(values, held, target, shift, count):
        chosen = _lowest(by_value, numbers)
        if not amount:
            found.append(DiceChoice(chosen))
            continue
        movable = sorted(
            by_value[value][0]
            for value, number in zip(values, numbers)
            if number and floor <= value + amount and (cap is None or value + amount <= cap)
        )
        for die in movable if each_die else movable[:1]:
            found.append(DiceChoice(chosen, die, amount))
    found.sort(key=lambda choice: (abs(choice.shift), choice.shift, choice.dice, choice.shifted))
    return found


def with_count(dice: Iterable[tuple[int, int]], count: int) -> list[DiceChoice]:
    """Return the distinct subsets of exactly `count` dice, whatever they show."""
    if count < 1:
        return []
    by_value = _by_value(dice)
    values, held = tuple(by_value), tuple(map(len, by_value.values()))
    return sorted(
        DiceChoice(_lowest(by_value, numbers))
        for numbers, _ in _subsets(values, held, None, None, count)
    )


def can_reach(
    values: Iterable[int],
    targets: Iterable[int],
    shift: int = 0,
    *,
    floor: int = 1,
    cap: int | None = None,
) -> bool:
    """Say whether some of the dice make one of the targets, one die shifted if need be."""
    sums = _reachable(tuple(sorted(values)), shift, floor, cap)
    return any(target >= 0 and sums >> target & 1 for target in targets)


def reachable_sums(
    values: Iterable[int], shift: int = 0, *, floor: int = 1, cap: int | None = None
) -> int:
    """Return the mask of all sums that one or more of the dice can make."""
    return _reachable(tuple(sorted(values)), shift, floor, cap)


@lru_cache(maxsize=4096)
def _reachable(values: tuple[int, ...], shift: int, floor: int, cap: int | None) -> int:
    # Two masks of sums: with every die as it lies, and with one die shifted. Bit 0 of the first
    # is the empty subset; it is never a choice and leaves at the end.
    plain, moved = 1, 0
    some_zero = 0 in values
    for value in values:
        lowest = max(floor, value - shift, 0)
        highest = value + shift if cap is None else min(cap, value + shift)
        added = moved << value
        for shown in range(lowest, highest + 1):
            if shown != value:
                added |= plain << shown
        moved |= added
        plain |= plain << value
    return (plain if some_zero else plain & ~1) | moved


def _by_value(dice: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Group die numbers, lowest first, by the value shown, lowest value first."""
    groups: dict[int, list[int]] = {}
    for die, value in sorted(dice, key=lambda pair: (pair[1], pair[0])):
        groups.setdefault(value, []).append(die)
    return groups


@lru_cache(maxsize=8192)
def _sums(
    values: tuple[int, ...], held: tuple[int, ...], target: int, shift: int, count: int | None
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return how many dice of each value to take for a sum near the target, and what is missing."""
    least, most = target - shift, target + shift
    return tuple(
        (numbers, target - total) for numbers, total in _subsets(values, held, least, most, count)
    )


def _subsets(
    values: tuple[int, ...],
    held: tuple[int, ...],
    least: int | None,
    most: int | None,
    count: int | None,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield, without the empty one, how many dice of each value to take, and their sum.

    The sum lies between `least` and `most`; there are exactly `count` dice.
    """
    behind = [sum(held[place:]) for place in range(len(held) + 1)]
    rest = [0] * (len(held) + 1)
    for place in range(len(held) - 1, -1, -1):
        rest[place] = rest[place + 1] + held[place] * values[place]

    def extend(
        place: int, taken: tuple[int, ...], dice: int, total: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        if count is not None and not dice <= count <= dice + behind[place]:
            return
        if least is not None and total + rest[place] < least:
            return
        if place == len(held):
            if dice:
                yield taken, total
            return
        for number in range(held[place] + 1):
            reached = total + number * values[place]
            if most is not None and reached > most:
                return
            yield from extend(place + 1, (*taken, number), dice + number, reached)

    yield from extend(0, (), 0, 0)


def _lowest(by_value: dict[int, list[int]], numbers: Sequence[int]) -> tuple[int, ...]:
    chosen = [die for group, number in zip(by_value.values(), numbers) for die in group[:number]]
    return tuple(sorted(chosen))
