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


try:  # PyPy: the same modulo 2**64 on machine numbers, which it is much quicker with
    from __pypy__.intop import int_mul as _mul  # type: ignore[import-not-found]
except ImportError:
    pass
else:

    def output(state: int) -> int:
        """Return the 64-bit number that belongs to a state."""
        low = state - _RANGE if state >= _RANGE >> 1 else state
        mixed: int = _mul(low ^ (low >> 30 & 0x3FFFFFFFF), 0xBF58476D1CE4E5B9 - _RANGE)
        mixed = _mul(mixed ^ (mixed >> 27 & 0x1FFFFFFFFF), 0x94D049BB133111EB - _RANGE)
        mixed ^= mixed >> 31 & 0x1FFFFFFFF
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


def _digest(text: str) -> int:
    # Command lines can hold undecodable bytes as lone surrogates; they are seeds like any other.
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
