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


def after(state: int, steps: int) -> int:
    """Return the state after several steps."""
    return (state + steps * _GAMMA) & _MASK


def has_room(*states: int) -> bool:
    """Say whether states in a row, as many as `BESIDE` has, follow without coming round to 0."""
    return max(states) + BESIDE.count < _RANGE


def output(state: int) -> int:
    """Return the 64-bit number that belongs to a state.

    >>> hex(output(next_state(0)))
    '0xe220a8397b1dcdaf'
    """
    mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
    return mixed ^ mixed >> 31


_LANE = 128
"""Bits of one number among several in one: a product of two has to find room."""


class Lanes:
    """Works out the outputs of several states at once.

    Python takes not much longer for one operation on a large number than on a small one.
    """

    def __init__(self, count: int, step: int) -> None:
        self.count = count
        lanes = range(count)
        self._ones = sum(1 << _LANE * lane for lane in lanes)
        self._steps = sum((lane * step & _MASK) << _LANE * lane for lane in lanes)
        self._masks = self._ones * _MASK
        self._size = _LANE // 8 * count
        self._unpack = Struct("<" + "Q8x" * count).unpack

    def outputs(self, state: int) -> tuple[int, ...]:
        """Return the outputs of a state and of those that follow it."""
        masks = self._masks
        mixed = state * self._ones + self._steps & masks
        mixed = ((mixed ^ mixed >> 30) & masks) * 0xBF58476D1CE4E5B9 & masks
        mixed = ((mixed ^ mixed >> 27) & masks) * 0x94D049BB133111EB & masks
        mixed ^= mixed >> 31
        found: tuple[int, ...] = self._unpack(mixed.to_bytes(self._size, "little"))
        return found


SURE = _RANGE - (1 << 20)
"""Outputs below this one need not be drawn again, for any n up to 2**20."""
AHEAD = Lanes(32, _GAMMA)
"""States that the generator comes to one after the other."""
BESIDE = Lanes(32, 1)
"""States of seeds in a row."""
_FEW = 8
"""Numbers that are worked out one by one."""

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
        for start in range(first, end, AHEAD.count):
            found += AHEAD.outputs((series + (start + 1) * _GAMMA) & _MASK)
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
