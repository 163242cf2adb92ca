"""Sets of small non-negative numbers as integers: element numbers in, bit masks out, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def mask_of(elements: Iterable[int]) -> int:
    """Return the mask with one bit per element; repeats do no harm.

    >>> mask_of([0, 3, 3])
    9
    """
    mask = 0
    for element in elements:
        mask |= 1 << element
    return mask


def bits(mask: int) -> Iterator[int]:
    """Yield the elements of a mask, lowest first.

    >>> list(bits(9))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def size(mask: int) -> int:
    """Return how many elements a mask has (`int.bit_count` is missing before Python 3.10)."""
    return bin(mask).count("1")
