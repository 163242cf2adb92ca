"""A position and the words of a move in; the reasons for or against it, with file and line, out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.interpreter.errors import IllegalMove
from rulewright.interpreter.explain import Reason
from rulewright.interpreter.match import Game, Match

HERE = Path(__file__).resolve().parent
FILE = "tests/samples/workshop/game.yaml"


@cache
def load(name: str) -> Game:
    """One of the sample games."""
    return rw.load(str(HERE / "samples" / name))


def workshop(*moves: str, **values: int) -> Match:
    """The sample game after these moves, with some numbers of player A set before."""
    game = load("workshop")
    match = game.start(1)
    v = match.v[:]
    for name, value in values.items():
        v[game.paths.slots[f"A.{name}"].number] = value
    match = game.at(v, match.k)
    for move in moves:
        match.play(move)
    return match


def refused(match: Match, text: str) -> IllegalMove:
    """What playing a text raises."""
    with pytest.raises(IllegalMove) as caught:
        match.play(text)
    return caught.value


def where(reason: Reason) -> str:
    """Line and column of a reason's source."""
    return reason.source.removeprefix(f"{FILE}:")


def test_a_legal_move_is_explained_by_what_holds() -> None:
    """For a move that is offered every condition is named with its values, and all hold."""
    reasons = workshop("buy").explain("saw")

    assert [(reason.text, where(reason)) for reason in reasons] == [
        ("Saw's value (1) <= A's skill (1).", "30:9"),
        ("Pieces in bench (0) < 2.", "30:38"),
        ("It can be carried through.", "43:21"),
    ]
    assert all(reason.ok for reason in reasons)


def test_an_unmet_condition_of_a_choice_is_named() -> None:
    """For an element that a filter leaves out, the part of the condition that fails is named."""
    match = workshop("buy")

    error = refused(match, "lathe")

    assert error.code == "condition-not-met"
    assert error.reason == "Needs lathe's value (3) <= A's skill (1)."
    assert error.source == f"{FILE}:30:9"
    assert [reason.ok for reason in error.reasons] == [False, True]


def test_a_move_that_could_not_be_finished_is_explained() -> None:
    """For a move that leads nowhere, what would go wrong later is named with its place."""
    error = refused(workshop(wood=0, coins=0), "buy")

    assert error.code == "cannot-be-carried-through"
    assert error.reason == "There is no way to pay this."
    assert error.source == f"{FILE}:44:13"


def test_a_need_that_is_not_met_is_explained() -> None:
    """The need of a part is given as the rules word it."""
    error = refused(workshop(), "boast")

    assert error.source == f"{FILE}:47:16"
    assert "my skill > opponent's skill" in error.reason


def test_an_element_that_is_elsewhere_is_not_among_the_choices() -> None:
    """A piece that is not in the zone one chooses from is said not to be there."""
    match = workshop("buy", "saw", "buy", wood=5)

    error = refused(match, "saw")

    assert error.code == "condition-not-met"
    assert "saw to be among what can be chosen here" in error.reason


def test_a_typo_gets_a_suggestion() -> None:
    """Words that are nearly those of an offered move lead to it."""
    error = refused(workshop(), "wrok")

    assert error.code == "unknown-move"
    assert "Did you mean 'work'?" in error.reason


def test_a_typo_of_what_is_not_offered_gets_one_too() -> None:
    """If nothing offered is near, a move that is not possible now may be meant."""
    assert "Did you mean 'boast'?" in refused(workshop(), "bosst").reason


def test_words_that_are_nothing_get_the_list() -> None:
    """Without a near match the moves there are get listed."""
    reason = refused(workshop(), "xyzzy").reason

    assert "'work', 'buy', 'trade 1 coins for 1 wood'" in reason


def test_a_move_of_another_decision_is_told_apart() -> None:
    """Words of a move that exists elsewhere are not called unknown."""
    error = refused(workshop("buy"), "work")

    assert error.code == "not-offered"
    assert error.source == f"{FILE}:43:21"


def test_an_any_time_rule_is_explained() -> None:
    """A rule that can be used at any time is explained like a move of the decision."""
    assert [reason.ok for reason in workshop().explain("trade 1 coins for 1 wood")] == [True]
    error = refused(workshop(coins=0), "trade 1 coins for 1 wood")
    assert error.code == "cannot-be-carried-through"


def test_a_finished_match_says_so() -> None:
    """After the end every move is refused for that reason."""
    match = workshop("work", "work")

    assert refused(match, "work").code == "game-over"
    assert match.explain("work") == [Reason("The game is over.", "", False)]


def test_a_taken_cell_is_named_with_what_is_on_it() -> None:
    """On a board, the element and what stands there are named as players call them."""
    match = rw.load("tic-tac-toe").start(1)
    match.play("c22")

    assert refused(match, "c22").reason == "Needs c22's mark (A) is none."


def test_reasons_are_plain_data() -> None:
    """A reason can be sent as JSON."""
    assert Reason("Text.", "file:1:2", True).as_data() == {
        "text": "Text.",
        "source": "file:1:2",
        "ok": True,
    }
