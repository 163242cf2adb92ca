"""Verbs of other languages and of rulebooks: a word in, the verb that says it here out."""

from __future__ import annotations

_OURS = {
    "acquire": "gain",
    "call": "perform",
    "collect": "gain",
    "decrease": "lower",
    "deal": "draw",
    "decrement": "lower",
    "do": "perform",
    "earn": "gain",
    "exchange": "trade",
    "execute": "perform",
    "get": "gain",
    "increase": "raise",
    "increment": "raise",
    "obtain": "gain",
    "receive": "gain",
    "reduce": "lower",
    "run": "perform",
    "spend": "pay",
    "throw": "roll",
}

_FORMS = {
    "draw": "draw 1 from deck to my hand",
    "gain": "gain 2 wood",
    "lower": "lower my health by 2",
    "pay": "pay 2 wood",
    "perform": "perform card",
    "raise": "raise my health by 2",
    "roll": "roll my dice",
    "trade": "trade 2 wood for 1 gold",
}


def verb_hint(word: str) -> str | None:
    """Say which verb a word stands for, with an example, or None.

    >>> verb_hint("increase")
    "The verb is 'raise', as in: raise my health by 2"
    >>> verb_hint("gain")
    """
    ours = _OURS.get(word.lower())
    return None if ours is None else f"The verb is '{ours}', as in: {_FORMS[ours]}"
