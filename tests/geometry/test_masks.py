"""Sets of small numbers as integers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.geometry.masks import bits, mask_of, size

NUMBERS = st.sets(st.integers(0, 200))


@given(NUMBERS)
def test_a_mask_gives_back_its_elements_in_order(elements: set[int]) -> None:
    """Elements come back sorted and complete."""
    assert list(bits(mask_of(elements))) == sorted(elements)


@given(NUMBERS)
def test_size_counts_elements(elements: set[int]) -> None:
    """The size of a mask is the number of its elements."""
    assert size(mask_of(elements)) == len(elements)


def test_repeated_elements_count_once() -> None:
    """A mask is a set: the same element twice is one bit."""
    assert mask_of([2, 2]) == 4
