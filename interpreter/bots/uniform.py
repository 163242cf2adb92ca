"""A bot that takes any option, all equally likely: a seed in, the same choices out every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.queries import rng

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match


class RandomBot:
    """Takes a random option."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seat = seat
        self._state = rng.seed_state(seed)

    def choose(self, match: Match) -> int:
        """Return the integer of an option."""
        options = match.options
        self._state, drawn = rng.below(self._state, len(options))
        return options[drawn].id
