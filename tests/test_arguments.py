"""The API called as a hurried front-end author calls it: wrong arguments in, its own errors out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rulewright as rw

# Wrong on purpose, which a type checker would refuse.
load: Callable[..., rw.Game] = rw.load
check: Callable[..., Any] = rw.check
resume: Callable[..., Any] = rw.resume


@pytest.fixture(scope="module")
def match() -> Any:
    """A match to call; typed loosely, because the calls are wrong."""
    return rw.load("nim").start(1)


@pytest.mark.parametrize("seat", ["A", "b", "", 2, -1, 0.0, True, [0], b"A"])
def test_a_seat_that_is_none(match: Any, seat: Any) -> None:
    """Whatever takes a seat says which there are when it is given something else."""
    for call in (
        match.view,
        match.journal_for,
        lambda each: match.play(match.moves()[0], player=each),
    ):
        with pytest.raises(rw.WrongArgument, match="the seats of this game are 0 to 1") as caught:
            call(seat)
        assert caught.value.code == "unknown-seat"
    assert match.steps() == []


def test_a_player_by_letter_is_told_the_seat(match: Any) -> None:
    """Who gives a letter gets to know the number."""
    with pytest.raises(rw.WrongArgument, match="player B has seat 1"):
        match.view("b")
    with pytest.raises(rw.WrongArgument, match=r"is the public\.$"):
        match.view("C")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "2"),
        ("players", 2.0),
        ("players", True),
        ("players", [2]),
        ("options", [1]),
        ("options", "solo"),
        ("options", 5),
        ("variants", 5),
        ("variants", [None]),
        ("variants", {"x": 1}),
        ("game", None),
        ("game", b"nim"),
        ("game", ["nim"]),
    ],
)
def test_loading_with_arguments_of_the_wrong_type(name: str, value: Any) -> None:
    """The argument is named, with what it should be and what was given."""
    wanted = {"game": "nim", name: value}
    with pytest.raises(rw.WrongArgument, match=rf"^{name} should be a .+, not ") as caught:
        load(**wanted)
    assert caught.value.code == "wrong-argument"


def test_nothing_for_several_is_none_of_them() -> None:
    """None for options and variants is the same as leaving them out; no name is no game."""
    assert load("nim", None, None, None).fingerprint == load("nim").fingerprint
    with pytest.raises(rw.UnknownGame):
        load("")


@pytest.mark.parametrize("value", [2.5, True, "two", None, float("inf"), [1]])
def test_an_option_with_a_value_it_cannot_have(value: Any) -> None:
    """A number is not rounded, and true is no number."""
    with pytest.raises(rw.RuleFileError) as caught:
        load("nim", options={"stones_in_1": value})
    assert [each.code for each in caught.value.problems] == ["bad-option"]


@pytest.mark.parametrize("call", ["view", "score_sheet", "explain", "label", "prompt_in"])
@pytest.mark.parametrize("lang", [5, ["en"], b"fr"])
def test_a_language_that_is_no_text(match: Any, call: str, lang: Any) -> None:
    """Everything that takes a language says what one looks like."""
    move = match.moves()[0]
    calls = {
        "view": lambda: match.view(0, lang),
        "score_sheet": lambda: match.score_sheet(lang),
        "explain": lambda: match.explain(move, lang),
        "label": lambda: move.label(lang),
        "prompt_in": lambda: match.decision.prompt_in(lang),
    }
    with pytest.raises(rw.WrongArgument, match="lang should be a language"):
        calls[call]()


@pytest.mark.parametrize("move", [True, False, None, 1.0, [], (0,), {"option": None}, b"x"])
def test_what_is_no_move_is_refused_as_such(match: Any, move: Any) -> None:
    """Only options by number, words, data and moves are moves: truth is no number."""
    with pytest.raises(rw.IllegalMove):
        match.copy().play(move)


@pytest.mark.parametrize("seed", [1.5, [1], b"x", True, {}])
def test_a_seed_that_could_not_be_saved(match: Any, seed: Any) -> None:
    """A seed is what a journal can hold: a number or a text."""
    with pytest.raises(rw.WrongArgument, match="seed should be"):
        match.game.start(seed)


@pytest.mark.parametrize("path", [5, None, ["x"], b"pile_1", ("pile_1",)])
def test_a_path_that_is_no_text(match: Any, path: Any) -> None:
    """The state is a mapping: what is no path of it is a missing key."""
    with pytest.raises(KeyError, match="names nothing"):
        match.state[path]
    assert path not in match.state
    assert match.state.get(path) is None


@pytest.mark.parametrize("position", [(1, 2), ([], []), ("x", "y"), (None, None)])
def test_a_position_of_something_else(match: Any, position: Any) -> None:
    """A match begins only at positions of its game."""
    with pytest.raises(rw.WrongArgument, match="a position of this game"):
        match.game.at(*position)


def test_files_and_saves_of_the_wrong_type(match: Any) -> None:
    """Neither a number of files nor a save with players in words shows anything of the inside."""
    with pytest.raises(rw.WrongArgument, match="paths should be"):
        check(5)
    with pytest.raises(rw.SaveMismatch, match="by how many") as caught:
        resume({**match.save(), "players": "2"})
    assert caught.value.code == "not-a-save"
