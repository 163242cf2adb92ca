"""A bot that takes any option, all equally likely: a seed in, the same choices out every time.

It draws from pools of 62 bits (see `queries.rng.pool`): the remainder of a pool divided by the
number of options is the place of the one taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.queries import rng

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match

LEAST = 1 << 32
"""What a pool must be at least to be drawn from."""
_OWN = 0x6A09E667F3BCC908
"""Tells the numbers of random players from those of chance in a game with the same seed."""


def state_for(seed: int) -> int:
    """Return the first state of the generator of random players in a game with a seed."""
    return rng.seed_state(seed) ^ _OWN


class RandomBot:
    """Takes a random option."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seat = seat
        self._state = state_for(seed)
        self._pool = 0

    def choose(self, match: Match) -> int:
        """Return the integer of an option."""
        ids = match.option_ids()
        if self._pool < LEAST:
            self._state, self._pool = rng.pool(self._state)
        self._pool, place = divmod(self._pool, len(ids))
        return ids[place]
