"""Trading at any time: a Program's any-time rules, what is needed and held in; in reach or not out.

A payment that is short may be met after exchanges. Trying them one by one takes for ever where
there are many, so rules that only trade goods for goods are given to the solver for conversions.
What it finds out of reach is out of reach; what it finds in reach may still be kept out by
conditions of the rules, by limits on their use, and by how much one can hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .queries.conversion import Conversion, Exchange, SearchTooLarge

if TYPE_CHECKING:
    from rulewright.dsl.program import Program

    from .kernel import Bundle


class Trading:
    """The trades of one Program."""

    def __init__(self, program: Program) -> None:
        self._trades = [rule.trades for rule in program.anytime]
        self._exchanges: dict[frozenset[int], Exchange | None] = {}

    def out_of_reach(self, rules: frozenset[int], needs: Iterable[Bundle], held: Bundle) -> bool:
        """Say whether it is certain that these rules cannot make any of the needs payable."""
        if rules not in self._exchanges:
            self._exchanges[rules] = self._prepared(rules)
        exchange = self._exchanges[rules]
        if exchange is None:
            return False
        try:
            return not any(exchange.covers(need, held) for need in needs)
        except SearchTooLarge:
            return False

    def _prepared(self, rules: frozenset[int]) -> Exchange | None:
        """Return the exchange that rules make up, or None if one of them does more than trade."""
        if not all(self._trades[number] for number in rules):
            return None
        return Exchange(
            Conversion(takes, gives)
            for number in sorted(rules)
            for takes, gives in self._trades[number]
        )
