"""Guesses at what was meant: a wrong word and the right ones in, at most one suggestion out.

A wrong guess is worse than none, so only words that are nearly the same are offered, and none
when two candidates are equally near.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_CANDIDATES = 200
LONGEST_NAME = 64
SHORTEST_NAME = 3
CUTOFF = 0.8


@dataclass
class Budget:
    """How many more words may be compared: a file full of typos must not take long to report."""

    left: int = 20

    def take(self) -> bool:
        """Use up one comparison; false when none is left."""
        if self.left <= 0:
            return False
        self.left -= 1
        return True


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` most likely stands for, or None.

    >>> did_you_mean("gran", ["gold", "grain", "stone"])
    'grain'
    >>> did_you_mean("Ore-Mine", ["ore_mines", "rooms"])
    'ore_mines'
    >>> did_you_mean("food", ["wood", "gold"])
    """
    if not 0 < len(word) <= LONGEST_NAME:
        return None
    # Sorted by length first, so that the cap keeps the likely ones and sets give no random order.
    names = sorted(
        {name for name in candidates if 0 < len(name) <= LONGEST_NAME and name != word},
        key=lambda name: (abs(len(name) - len(word)), name),
    )
    for same in (_fold, _singular):
        wanted = same(word)
        for name in names:
            if same(name) == wanted:
                return name
    return _nearest(word, names[:MOST_CANDIDATES])


def hint_for(word: str, candidates: Iterable[str], budget: Budget | None = None) -> str | None:
    """Return "Did you mean 'x'?", or None; a budget limits how often one run compares."""
    if budget is not None and not budget.take():
        return None
    guess = did_you_mean(word, candidates)
    return None if guess is None else f"Did you mean '{guess}'?"


def _fold(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _singular(name: str) -> str:
    name = _fold(name)
    for ending, single in (("ies", "y"), ("ves", "f"), ("sses", "ss"), ("shes", "sh")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name.removesuffix(ending) + single
    if name.endswith("s") and not name.endswith("ss") and len(name) > SHORTEST_NAME:
        return name[:-1]
    return name


def _nearest(word: str, names: list[str]) -> str | None:
    if len(word) < SHORTEST_NAME:
        return None
    folded = _fold(word)
    # The matcher remembers its second text, so that is the one that stays.
    matcher = SequenceMatcher(b=folded, autojunk=False)
    best: list[str] = []
    best_score = CUTOFF
    for name in names:
        other = _fold(name)
        if len(other) < SHORTEST_NAME or _differ_in_number(folded, other):
            continue
        matcher.set_seq1(other)
        if _swapped(folded, other):
            score = 1.0
        elif matcher.real_quick_ratio() < best_score or matcher.quick_ratio() < best_score:
            continue
        else:
            score = matcher.ratio()
        if score > best_score:
            best, best_score = [name], score
        elif score == best_score:
            best.append(name)
    if len(best) > 1:
        best = [name for name in best if _fold(name)[0] == folded[0]]
    return best[0] if len(best) == 1 else None


def _swapped(word: str, other: str) -> bool:
    """Say whether two neighbouring letters changed places, which the matcher rates too low."""
    if len(word) != len(other) or len(word) <= SHORTEST_NAME:
        return False
    places = [index for index, pair in enumerate(zip(word, other, strict=True)) if len({*pair}) > 1]
    if len(places) != 2 or places[1] != places[0] + 1:
        return False
    first, second = places
    return word[first] == other[second] and word[second] == other[first]


def _differ_in_number(word: str, other: str) -> bool:
    """Say whether only digits differ: `room_12` is not a slip for `room_13`."""
    if word == other:
        return False
    digits = str.maketrans("", "", "0123456789")
    return word.translate(digits) == other.translate(digits)
