"""Side patterns under rotation: which sides must, may and must not be there; fits or not out.

A set of sides is four bits, N=1, E=2, S=4, W=8. A pattern is a pair of such sets: sides that
*must* be there and sides that *may* be there; any other side must not. A tile that may be turned
fits if one of its four turns does.
"""

from __future__ import annotations

from functools import cache

from .grid import ALL_SIDES

LETTERS = "NESW"


def parse_sides(text: str) -> int:
    """Read letters such as "NEW"; an unknown or repeated letter is a ValueError.

    >>> parse_sides("NW")
    9
    """
    sides = 0
    for letter in text:
        place = LETTERS.find(letter)
        if place < 0:
            raise ValueError(f"unknown side {letter!r}: expected letters of {LETTERS}")
        if sides >> place & 1:
            raise ValueError(f"side {letter} is given twice in {text!r}")
        sides |= 1 << place
    return sides


def print_sides(sides: int) -> str:
    """Write sides as letters, in the order NESW.

    >>> print_sides(11)
    'NEW'
    """
    return "".join(letter for place, letter in enumerate(LETTERS) if sides >> place & 1)


def turn(sides: int, quarters: int = 1) -> int:
    """Turn a set of sides clockwise by quarter turns.

    >>> print_sides(turn(parse_sides("NW")))
    'NE'
    """
    quarters %= 4
    return (sides << quarters | sides >> (4 - quarters)) & ALL_SIDES


@cache
def rotations(must: int, may: int) -> tuple[tuple[int, int], ...]:
    """Return the distinct turns of a pattern as (must, may) pairs, the unturned one first.

    A side in both sets is a *must*, so the pairs returned never overlap.
    """
    may &= ~must
    found: list[tuple[int, int]] = []
    for quarters in range(4):
        turned = (turn(must, quarters), turn(may, quarters))
        if turned not in found:
            found.append(turned)
    return tuple(found)


@cache
def fit_table(must: int, may: int) -> int:
    """Return the mask of all side sets (0 to 15) the pattern fits: bit `s` stands for set `s`."""
    table = 0
    for need, allow in rotations(must, may):
        for sides in range(ALL_SIDES + 1):
            if sides & need == need and not sides & ~(need | allow):
                table |= 1 << sides
    return table


def fits(must: int, may: int, sides: int) -> bool:
    """Say whether some turn of the pattern has all its *must* sides and no side it forbids.

    >>> fits(parse_sides("N"), 0, parse_sides("W"))
    True
    >>> fits(parse_sides("N"), 0, parse_sides("NW"))
    False
    """
    return fit_table(must, may) >> sides & 1 == 1
