"""Side patterns under rotation."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.geometry.sides import (
    fit_table,
    fits,
    parse_sides,
    print_sides,
    rotations,
    turn,
)

SIDES = st.integers(0, 15)


@given(SIDES)
def test_sides_print_and_parse_back(sides: int) -> None:
    """Letters are a faithful notation."""
    assert parse_sides(print_sides(sides)) == sides


def test_letters_may_come_in_any_order() -> None:
    """Reading does not ask for the order in which letters are printed."""
    assert print_sides(parse_sides("WN")) == "NW"


@pytest.mark.parametrize(("text", "message"), [("NX", "unknown side 'X'"), ("NEN", "N is given")])
def test_bad_letters_are_refused(text: str, message: str) -> None:
    """An unknown letter and a repeated one are mistakes."""
    with pytest.raises(ValueError, match=message):
        parse_sides(text)


@pytest.mark.parametrize(
    ("must", "may", "walls", "expected"),
    [
        ("N", "", "W", True),
        ("N", "", "SW", False),
        ("NW", "", "SW", True),
        ("N", "W", "SW", True),
        ("N", "W", "EW", False),
        ("NEW", "", "NES", True),
        ("NESW", "", "NES", False),
        ("NEW", "S", "NES", True),
        ("NEW", "S", "NESW", True),
        ("NEW", "", "NESW", False),
        ("N", "EW", "SW", True),
        ("EW", "", "NS", True),
        ("EW", "", "NE", False),
        ("", "", "", True),
        ("", "", "N", False),
    ],
)
def test_worked_examples(must: str, may: str, walls: str, expected: bool) -> None:
    """Missing and extra walls are equally bad; optional ones are neither."""
    assert fits(parse_sides(must), parse_sides(may), parse_sides(walls)) is expected


def spelled(must: int, may: int) -> str:
    """Write a pattern as four characters, clockwise from north: must, may or none."""
    return "".join(
        "!" if must >> side & 1 else "?" if may >> side & 1 else "." for side in range(4)
    )


@given(SIDES, SIDES, SIDES)
def test_fits_agrees_with_turning_a_written_pattern(must: int, may: int, sides: int) -> None:
    """Shifting the four characters around and comparing side by side gives the same answer."""
    pattern = spelled(must, may)
    expected = False
    for shift, _ in enumerate(pattern):
        turned = pattern[-shift:] + pattern[:-shift] if shift else pattern
        expected |= all(
            mark == "?" or (mark == "!") == bool(sides >> side & 1)
            for side, mark in enumerate(turned)
        )
    assert fits(must, may, sides) is expected
    assert fit_table(must, may) >> sides & 1 == expected


@given(SIDES, SIDES)
def test_rotations_are_the_distinct_turns(must: int, may: int) -> None:
    """A pattern has one, two or four turns, itself first, all spelled differently."""
    found = rotations(must, may)
    assert found[0] == (must, may & ~must)
    assert len(found) in (1, 2, 4)
    assert {spelled(*pair) for pair in found} == {
        spelled(turn(must, quarters), turn(may, quarters)) for quarters in range(4)
    }
    assert len({spelled(*pair) for pair in found}) == len(found)


def test_turning_a_pattern_changes_no_answer() -> None:
    """Every pattern fits the same walls however it is drawn."""
    for must, may in product(range(16), repeat=2):
        assert fit_table(turn(must), turn(may)) == fit_table(must, may)
