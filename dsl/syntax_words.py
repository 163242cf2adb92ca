"""The words of the leaf language: nothing in, sets of words and how a person would name them out.

The grammar defines the words; tests hold these tables and the grammar together.
"""

from __future__ import annotations

VERBS = frozenset({
    "add", "draw", "gain", "give", "let", "lose", "lower", "move", "nothing", "pay", "perform",
    "place", "raise", "refill", "roll", "set", "shuffle", "take", "trade",
})  # fmt: skip
"""Words that open an action."""

KEYWORDS = VERBS | {
    "all", "and", "another", "anyone", "be", "by", "different", "else", "for", "free", "from",
    "has", "if", "in", "into", "is", "its", "my", "not", "on", "or", "over", "possible", "then",
    "times", "to", "up", "where",
}  # fmt: skip
"""Words that the grammar keeps for itself: none of them is ever a name."""

ARTICLES = frozenset({"a", "an", "the"})
"""Words that are left out of phrases and events."""

NOT_IN_CALLS = {"unless": "if not", "when": "if", "otherwise": "else"}
"""Words that would pass for words of a call, though people mean something else by them."""

RESERVED = KEYWORDS | ARTICLES | {"false", "it", "none", "true"}
"""Words that nothing may be called."""

FORMS = {
    "add": "add 2 wood to this",
    "draw": "draw 2 from deck to my hand",
    "gain": "gain 2 wood, 1 stone",
    "give": "give 1 wood to opponent",
    "let": "let n be count(my hand)",
    "lose": "lose 1 wood",
    "lower": "lower my health by 2",
    "move": "move card to my hand",
    "nothing": "nothing",
    "pay": "pay 2 wood or 1 coin",
    "perform": "perform card",
    "place": "place piece on cell",
    "raise": "raise my health by 2",
    "refill": "refill wood or stone to 2",
    "roll": "roll my dice",
    "set": "set my health to 5",
    "shuffle": "shuffle discard into deck",
    "take": "take all from here",
    "trade": "trade 2 wood for 1 coin",
}
"""A right sentence for each verb."""

KIND_FORMS = {
    "effect": "gain 2 wood then draw 1 from deck to my hand",
    "condition": "my coins > opponent's coins",
    "value": "count(my hand) + 1",
    "choice": "card in my hand where card's value > 2",
    "event": "I gain wood",
    "adjust": "build_cost by -1 wood",
    "substitute": "1 wood by 1 stone",
    "bundle": "2 wood, 1 stone",
}
"""A right leaf of each kind."""

SYMBOLS = {
    "_LP": "(",
    "_RP": ")",
    "_COMMA": ",",
    "_POSS": "'s",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "DIV": "//",
    "MOD": "%",
}
"""How the terminals that are not words are written."""


def written(terminal: str) -> str | None:
    """Return how a terminal is written if it is always written the same way.

    >>> written("_FROM"), written("_RP"), written("NAME")
    ('from', ')', None)
    """
    if terminal in SYMBOLS:
        return SYMBOLS[terminal]
    word = terminal.lstrip("_").lower()
    return word if word in KEYWORDS else None
