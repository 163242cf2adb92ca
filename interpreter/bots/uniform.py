"""A bot that takes any option, all equally likely: a seed in, the same choices out every time.

Random players have a generator of their own, because they draw at every decision: the state is
multiplied by FACTOR modulo MODULUS, and what is left of it when divided by the number of options
is the place of the one taken. No option is favoured by more than n in 2**30. Chance in games uses
`queries.rng.below`, which favours nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.queries import rng

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match

MODULUS = 2**30 - 35
"""The largest prime that CPython keeps in one digit: dividing by it costs a quarter."""
FACTOR = 295397169
"""Its powers are all numbers below MODULUS but 0. Like any factor it has steps between seeds at
which first choices are spread unevenly: 771645345 has one at 7919. Series have seeds without steps.
"""
OWN = 0x6A09E667F3BCC908
"""Tells the numbers of random players from those of chance in a game with the same seed."""


def state_for(seed: int) -> int:
    """Return the first state of the generator of random players in a game with a seed."""
    return (rng.seed_state(seed) ^ OWN) % (MODULUS - 1) + 1


class RandomBot:
    """Takes a random option."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seat = seat
        self._state = state_for(seed)

    def choose(self, match: Match) -> int:
        """Return the integer of an option."""
        ids = match.option_ids()
        self._state = self._state * FACTOR % MODULUS
        return ids[self._state % len(ids)]
