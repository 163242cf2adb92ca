"""A bot that looks to the end of its own turn: a decision in, the first move of the best turn out.

It tries its own decisions one after another on copies, until somebody else decides, chance comes
in, or something is turned up that it could not know; there it compares its score with the best of
the others, as the rules of the game count it now, and among equal scores takes more goods. It does
not look at the real position but at one that looks the same from its seat, with everything hidden
dealt anew. The number of positions it looks at is limited, and divided evenly among the moves, so
that a decision with many of them takes about as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import RNG
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.queries import rng
from rulewright.interpreter.scoring import totals, winners
from rulewright.interpreter.sight import Sight

if TYPE_CHECKING:
    from rulewright.interpreter.engine import Engine, Option, Vector
    from rulewright.interpreter.match import Game, Match

BUDGET = 60
"""Positions looked at for one turn."""

GOODS = 1 / 1024
"""What a good is worth to it, whichever it is: it only decides between equal scores."""

WIN = 1_000_000.0

_Plan = list[tuple[tuple[Any, ...], int]]


class GreedyBot:
    """Takes the moves of one turn that leave it best off."""

    def __init__(self, seed: int, seat: int, budget: int = BUDGET) -> None:
        self.seat = seat
        self.budget = budget
        self._state = rng.seed_state(seed)
        self._sights: tuple[Game, Sight] | None = None
        # What is left of the best turn found, with the positions it leads through.
        self._plan: _Plan = []

    def choose(self, match: Match) -> int:
        """Return the integer of an option."""
        options = match.options
        if len(options) == 1:
            return options[0].id
        sight = self._sight(match.game)
        planned = self._planned(match, sight)
        if planned is not None:
            return planned
        point = match.game.engine.decision(match.v)
        if point is not None and point.hidden:
            # What the others have answered is in the position, but not for us to see.
            return options[self.below(len(options))].id
        search = _Search(self, match, sight)
        v = sight.imagined(match.v, match.k, self.seat, self.below)
        _, self._plan = search.best(v, match.k, self.budget, options)
        return self._plan.pop(0)[1]

    def below(self, n: int) -> int:
        """Draw a number below another."""
        self._state, drawn = rng.below(self._state, n)
        return drawn

    def shuffled(self, options: Sequence[Option]) -> list[Option]:
        """Return options in random order: equally good moves are equally likely."""
        left = list(options)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left

    def _planned(self, match: Match, sight: Sight) -> int | None:
        """Return the next move of the turn that was found before, if all went as expected."""
        if not self._plan:
            return None
        key = known(sight, match.v, match.k, self.seat)
        for number, (expected, option) in enumerate(self._plan):
            if expected == key and option in match.option_ids():
                self._plan = self._plan[number + 1 :]
                return option
        self._plan = []
        return None

    def _sight(self, game: Game) -> Sight:
        if self._sights is None or self._sights[0] is not game:
            self._sights = (game, Sight(game.viewer))
        return self._sights[1]


class _Search:
    """One look at a turn."""

    def __init__(self, bot: GreedyBot, match: Match, sight: Sight) -> None:
        self.bot = bot
        self.seat = bot.seat
        self.sight = sight
        self.engine: Engine = match.game.engine
        self.unseen = sight.unseen(match.v, match.k, bot.seat)

    def best(
        self, v: Vector, k: Vector, budget: int, options: Sequence[Option]
    ) -> tuple[float, _Plan]:
        """Return the value of the best way to go on, and that way."""
        tried = self.bot.shuffled(options)[: max(1, budget)]
        share = (budget - len(tried)) // len(tried)
        found: tuple[float, int, _Plan] | None = None
        for option in tried:
            value, rest = self._after(v, k, option, share)
            if found is None or value > found[0]:
                found = value, option.id, rest
        assert found is not None
        value, chosen, rest = found
        return value, [(known(self.sight, v, k, self.seat), chosen), *rest]

    def _after(self, v: Vector, k: Vector, option: Option, budget: int) -> tuple[float, _Plan]:
        next_v, next_k = v[:], k[:]
        try:
            self.engine.choose(next_v, next_k, option, None, True)
            if self._reveals(next_v, next_k):
                # What follows depends on something not known yet: count what is certain.
                return self._value(v, k), []
            point = self.engine.decision(next_v)
            mine = self.engine.decider(next_v) == self.seat
            if point is None or not mine or point.hidden or budget < 1:
                return self._value(next_v, next_k), []
            options = self.engine.options(next_v, next_k)
        except RuleRuntimeError:
            return -float("inf"), []
        return self.best(next_v, next_k, budget, options)

    def _reveals(self, v: Vector, k: Vector) -> bool:
        visible = self.sight.viewer.piece_visible
        return any(visible(piece, v, k, self.seat) for piece in self.unseen)

    def _value(self, v: Vector, k: Vector) -> float:
        """Return how well off the seat is: its score less the best of the others."""
        program = self.engine.program
        sign = -1 if program.lower_wins else 1
        points = [sign * score for score in totals(self.engine, v, k)]
        others = points[: self.seat] + points[self.seat + 1 :]
        value: float = points[self.seat] - max(others, default=0)
        first = program.goods_base + self.seat * len(program.goods)
        value += GOODS * sum(v[first : first + len(program.goods)])
        if self.engine.decision(v) is None:
            # Winning is better than any lead.
            value += WIN if self.seat in winners(self.engine, v, k) else -WIN
        return value


def known(sight: Sight, v: Vector, k: Vector, seat: int) -> tuple[Any, ...]:
    """Return what tells positions apart for a seat: what it may see, less the generator."""
    closed = sight.closed(v, k, seat)
    seen = [None if slot in closed else value for slot, value in enumerate(v)]
    seen[RNG] = None
    return (*seen, None, *k)
