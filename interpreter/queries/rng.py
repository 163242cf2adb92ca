"""The random generator: a 64-bit state in, a new state and a number out.

It is splitmix64: the state grows by a constant, the output is a mix of the state. All of it is
integer arithmetic modulo 2**64, so a seed gives the same game on every platform and version.

- `next_state(state)` is state + 0x9E3779B97F4A7C15;
- `output(state)` is z ^ z >> 31 after two rounds of z = (z ^ z >> shift) * factor, with
  (30, 0xBF58476D1CE4E5B9) and (27, 0x94D049BB133111EB);
- a number below n is the output modulo n; an output in the last, incomplete run of n is drawn
  again, so all numbers are equally likely.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct

_RANGE = 1 << 64
_MASK = _RANGE - 1
_GAMMA = 0x9E3779B97F4A7C15


def next_state(state: int) -> int:
    """Return the state after one step."""
    return (state + _GAMMA) & _MASK


def output(state: int) -> int:
    """Return the 64-bit number that belongs to a state.

    >>> hex(output(next_state(0)))
    '0xe220a8397b1dcdaf'
    """
    mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
    return mixed ^ mixed >> 31


AHEAD = 32
"""States that `ahead` goes through."""
_LANE = 128
"""Bits of one number among several in one: a product of two has to find room."""
_ONES = sum(1 << _LANE * number for number in range(AHEAD))
_STEPS = sum(((number + 1) * _GAMMA & _MASK) << _LANE * number for number in range(AHEAD))
_MASKS = _ONES * _MASK
_unpack = Struct("<" + "Q8x" * AHEAD).unpack
_FEW = 8
"""Numbers that are worked out one by one."""


def ahead(state: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the next states and their outputs, all of them worked out at once.

    Python takes not much longer for one operation on a large number than on a small one.

    >>> states, outputs = ahead(7)
    >>> states[0] == next_state(7) and outputs[0] == output(states[0])
    True
    """
    mixed = state * _ONES + _STEPS & _MASKS
    states = _unpack(mixed.to_bytes(_LANE // 8 * AHEAD, "little"))
    mixed = ((mixed ^ mixed >> 30) & _MASKS) * 0xBF58476D1CE4E5B9 & _MASKS
    mixed = ((mixed ^ mixed >> 27) & _MASKS) * 0x94D049BB133111EB & _MASKS
    mixed ^= mixed >> 31
    return states, _unpack(mixed.to_bytes(_LANE // 8 * AHEAD, "little"))


_on_machine = True
try:  # PyPy: the same modulo 2**64 on machine numbers, which it is much quicker with
    from __pypy__.intop import int_add as _add  # type: ignore[import-not-found]
    from __pypy__.intop import int_mul as _mul
except ImportError:
    _on_machine = False
else:

    def _signed(state: int) -> int:
        return state - _RANGE if state >= _RANGE >> 1 else state

    def _machine(low: int) -> int:
        mixed: int = _mul(low ^ (low >> 30 & 0x3FFFFFFFF), 0xBF58476D1CE4E5B9 - _RANGE)
        mixed = _mul(mixed ^ (mixed >> 27 & 0x1FFFFFFFFF), 0x94D049BB133111EB - _RANGE)
        return mixed ^ (mixed >> 31 & 0x1FFFFFFFF)

    def output(state: int) -> int:
        """Return the 64-bit number that belongs to a state."""
        mixed = _machine(_signed(state))
        return mixed & _MASK if mixed < 0 else mixed


def below(state: int, n: int) -> tuple[int, int]:
    """Draw one of 0 … n - 1, all equally likely; return the new state and the number drawn.

    The state moves on even for n = 1, so that what follows does not depend on n.
    """
    if not 1 <= n <= _RANGE:
        raise ValueError(f"cannot draw a number below {n}")
    while True:
        state = (state + _GAMMA) & _MASK
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        mixed ^= mixed >> 31
        # Only the last, incomplete run of n is drawn again: it is seldom that one has to look.
        if mixed < _RANGE - n or mixed < _RANGE - _RANGE % n:
            return state, mixed % n


def seed_state(seed: int | str) -> int:
    """Return the first state for a seed: any integer, or any text (by its SHA-256 digest).

    An integer that fits 64 bits is its own state, negative ones modulo 2**64. The text "7" and
    the number 7 are different seeds.
    """
    if isinstance(seed, int):
        if -(1 << 63) <= seed < _RANGE:
            return seed & _MASK
        return _digest(f"int:{seed:x}")
    return _digest(f"str:{seed}")


def derive(seed: int | str, index: int) -> int:
    """Return the seed of game number `index` in a series, unrelated to the seeds beside it."""
    return _digest(f"derive:{seed_state(seed)}:{index}")


def numbered(series: int, index: int) -> int:
    """Return the seed of game number `index` in a series; `derive` makes one series of a seed.

    >>> numbered(7, 0) == output(next_state(7))
    True
    """
    return output((series + (index + 1) * _GAMMA) & _MASK)


def numbered_from(
    series: int, first: int, end: int, mark: int, n: int
) -> tuple[list[int], list[int]]:
    """Return the seeds of the games from number `first` up to, but not with, `end`.

    With them come numbers below n: what is left of each seed, with the bits of `mark` turned over,
    when it is divided by n.

    >>> numbered_from(7, 3, 5, 1, 10)[0] == [numbered(7, 3), numbered(7, 4)]
    True
    """
    found: list[int] = []
    if end - first < _FEW:
        found += [numbered(series, number) for number in range(first, end)]
    else:
        for start in range(first, end, AHEAD):
            found += ahead((series + start * _GAMMA) & _MASK)[1]
        del found[end - first :]
    return found, [(one ^ mark) % n for one in found]


if _on_machine:

    def numbered_from(
        series: int, first: int, end: int, mark: int, n: int
    ) -> tuple[list[int], list[int]]:
        """Return the seeds of some games, and what is left of them."""
        state = _signed((series + first * _GAMMA) & _MASK)
        step, whole = _signed(_GAMMA), _RANGE % n
        mark = _signed(mark)
        found, left = [], []
        for _ in range(first, end):
            state = _add(state, step)
            one = _machine(state)
            found.append(one & _MASK if one < 0 else one)
            one ^= mark
            left.append((one % n + whole) % n if one < 0 else one % n)
        return found, left


def _digest(text: str) -> int:
    # Command lines can hold undecodable bytes as lone surrogates; they are seeds like any other.
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
