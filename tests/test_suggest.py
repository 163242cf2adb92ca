"""Suggestions for mistyped names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.suggest import Budget, did_you_mean, hint_for

GOODS = ["gold", "grain", "wood", "stone", "food", "flax", "ore_mines", "dwarf", "ruby"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gran", "grain"),
        ("graine", "grain"),
        ("god", "gold"),
        ("ston", "stone"),
        ("stnoe", "stone"),
        ("flxa", "flax"),
        ("Gold", "gold"),
        ("GRAIN", "grain"),
        ("ore-mines", "ore_mines"),
        ("ore mines", "ore_mines"),
        ("ore_mine", "ore_mines"),
        ("rubies", "ruby"),
        ("dwarves", "dwarf"),
        ("stones", "stone"),
    ],
)
def test_near_words_are_suggested(word: str, meant: str) -> None:
    """Slips of the finger, other cases, other dashes and plurals find their word."""
    assert did_you_mean(word, GOODS) == meant


@pytest.mark.parametrize(
    "word", ["sheep", "x", "", "go", "hood", "mine", "gold" * 20, "stole wood"]
)
def test_far_words_are_not(word: str) -> None:
    """A wrong guess is worse than none."""
    assert did_you_mean(word, GOODS) is None


def test_one_letter_of_four_is_too_far() -> None:
    """`food` is a word of its own where only `wood` exists."""
    assert did_you_mean("food", ["wood", "gold"]) is None


def test_two_equally_near_words_give_none() -> None:
    """Where it could be either, nothing is said."""
    assert did_you_mean("rooma", ["rooms", "roomy"]) is None


def test_other_numbers_are_other_things() -> None:
    """A name that differs in a digit only is not a slip."""
    assert did_you_mean("room_12", ["room_11", "room_13"]) is None


def test_word_itself_is_never_suggested() -> None:
    """A name of the wrong kind does not get itself as advice."""
    assert did_you_mean("gold", ["gold"]) is None


def test_long_names_are_left_out() -> None:
    """Names above 64 characters are not compared."""
    assert did_you_mean("a" * 64, ["a" * 65, "a" * 63]) == "a" * 63


def test_hint_is_a_question() -> None:
    """The hint asks, it does not claim."""
    assert hint_for("gran", GOODS) == "Did you mean 'grain'?"
    assert hint_for("sheep", GOODS) is None


def test_budget_ends_the_suggestions() -> None:
    """After the budget is used up no more words are compared."""
    budget = Budget(2)
    hints = [hint_for("gran", GOODS, budget) for _ in range(3)]
    assert hints == ["Did you mean 'grain'?", "Did you mean 'grain'?", None]
    assert Budget().left == 20


@settings(deadline=None)
@given(st.text(max_size=70), st.sets(st.text(max_size=70), max_size=30))
def test_suggestion_is_always_another_candidate(word: str, names: set[str]) -> None:
    """Whatever is suggested is one of the names, and the order of the names does not matter."""
    guess = did_you_mean(word, names)
    assert guess is None or (guess in names and guess != word)
    assert guess == did_you_mean(word, sorted(names, reverse=True))
