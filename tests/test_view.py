"""Positions of sample games in; what each seat may know of them, and nothing else, out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import rulewright as rw
from rulewright.dsl.program import RNG
from rulewright.interpreter.match import Game, Match

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parent / "schemas"


@cache
def load(name: str) -> Game:
    """A game by id, or one of the samples beside the tests."""
    folder = HERE / "samples" / name
    return rw.load(str(folder) if folder.is_dir() else name)


def played(name: str, *moves: str) -> Match:
    """A sample game after these moves, chance included."""
    match = load(name).start(1, explicit_chance=True)
    for move in moves:
        match.play(move)
    return match


def valid(name: str, data: Any) -> bool:
    """Whether data fits one of the schemas of messages."""
    files = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        [(key, Resource.from_contents(value)) for key, value in files.items()]
    )
    schema = files[f"{name}.schema.json"]
    Draft202012Validator(schema, registry=registry).validate(json.loads(json.dumps(data)))
    return True


def text(data: Any) -> str:
    """Data as it would be sent."""
    return json.dumps(data, sort_keys=True)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_fits_its_schema(seat: int | None) -> None:
    """Every view, from the first position to the last, is what the schema promises."""
    match = load("secrets").start(3)
    assert valid("view", match.view(seat))
    while not match.over:
        match.play(match.moves()[-1])
    assert valid("view", match.view(seat))


def test_a_hand_is_seen_by_its_owner_only() -> None:
    """The owner sees the cards of a hand, everybody else how many there are."""
    match = played("secrets", "ace", "two")

    hands = {
        seat: [player["zones"]["hand"] for player in match.view(seat)["players"]]
        for seat in (0, 1, None)
    }

    closed = {"count": 1}
    assert hands == {
        0: [{"count": 1, "pieces": ["ace"]}, closed],
        1: [closed, {"count": 1, "pieces": ["two"]}],
        None: [closed, closed],
    }


def test_a_hidden_zone_is_a_number() -> None:
    """Nobody sees into a zone that nobody may see, but everybody sees how full it is."""
    match = played("secrets", "ace", "two")

    assert [match.view(seat)["zones"]["deck"] for seat in (0, 1, None)] == [{"count": 1}] * 3


def test_values_are_shown_to_whom_they_are_declared_to() -> None:
    """A value for nobody is in no view, one for its owner in the owner's view alone."""
    match = played("secrets", "ace", "two")

    assert match.state["luck"] == 7
    assert "luck" not in text([match.view(seat) for seat in (0, 1, None)])
    assert match.view(0)["values"] == {"round": 1}
    assert [player["values"] for player in match.view(1)["players"]] == [{}, {"plan": 0}]
    assert [player["goods"] for player in match.view(1)["players"]] == [
        {"gold": 3},
        {"gold": 3, "gems": 2},
    ]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_is_face_down_is_not_shown(seat: int | None) -> None:
    """What lies face down is not shown, whatever it is, to its owner neither."""
    found = []
    for room in ("den", "hall"):
        match = played("secrets", "ace", "two", f"build {room}", "c11")
        cell = match.view(seat)["players"][0]["boards"]["plot"]["cells"]["c11"]
        assert match.state["A.c11.room"] == room
        found.append(cell)

    assert found == [{"shut": True, "room": None}] * 2


def test_marks_on_unseen_pieces_are_not_shown() -> None:
    """What is written on a piece is known to who sees the piece."""
    moves = ("ace", "two", "build den", "c11", "ace", "mark")
    match = played("secrets", *moves)

    def marks(seat: int | None) -> list[Any]:
        cards = match.view(seat)["pieces"].get("card", {})
        return [cards.get(name, {}).get("marked") for name in ("ace", "two", "three")]

    assert marks(0) == [True, None, None]
    assert marks(1) == [None, False, None]
    assert marks(None) == [None, None, None]


def test_hidden_things_do_not_change_a_view() -> None:
    """If only what a seat may not know differs, its view is the same to the last byte."""
    one = played("secrets", "ace", "two")
    other = played("secrets", "ace", "three")

    assert text(one.view(0)) == text(other.view(0))
    assert text(one.view(None)) == text(other.view(None))
    assert text(one.view(1)) != text(other.view(1))


def test_the_generator_is_in_no_view() -> None:
    """Two positions that differ in what chance will do look the same to everybody."""
    match = played("secrets", "ace", "two")
    v = match.v[:]
    v[RNG] += 1
    other = match.game.at(v, match.k)

    for seat in (0, 1, None):
        assert text(match.view(seat)) == text(other.view(seat))


def test_answers_stay_closed_until_all_have_chosen() -> None:
    """What one player has chosen cannot be told from any view while another still chooses."""
    views = {}
    for card in ("bid ace", "bid two"):
        match = load("goofspiel").start(1)
        match.play(card)
        assert match.view(1)["to_move"] == 1
        views[card] = [text(match.view(seat)) for seat in (0, 1, None)]

    assert views["bid ace"] == views["bid two"]


def test_a_shuffled_zone_keeps_its_order_to_itself() -> None:
    """Who may look into a shuffled zone sees its pieces sorted, not in their order."""
    game = load("secrets")
    deck = game.program.zones[0]
    shown = []
    for order in ((0, 1, 2), (2, 0, 1)):
        match = played("secrets")
        v = match.v[:]
        v[deck.base : deck.base + 5] = [3, 3, *order]
        viewer = game.at(v, match.k).game.viewer
        made: dict[str, Any] = {"zones": {}}
        viewer._zone(made, type(deck)("deck", -1, deck.base, 3, "card", "everyone"), v, None)
        shown.append(made["zones"]["deck"]["pieces"])

    assert shown == [["ace", "three", "two"]] * 2


def test_only_who_is_asked_sees_the_question() -> None:
    """A prompt may speak of secrets, so it goes to the one who decides."""
    match = played("secrets", "ace", "two")

    assert match.view(0)["prompt"] == "Choose: room"
    assert "prompt" not in match.view(1)
    assert "prompt" not in match.view(None)


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    """A seat beyond the players is refused."""
    with pytest.raises(ValueError, match="no seat 2"):
        played("secrets").view(2)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_path_of_a_seat_matches_its_views(seat: int) -> None:
    """Along whole random games, no view of a seat holds a card that another one hides."""
    game = load("secrets")
    for seed in range(10):
        match = game.start(seed)
        while not match.over:
            shown = match.view(seat)["players"][1 - seat]["zones"]["hand"]
            assert shown == {"count": len(match.state["hand"][1 - seat])}
            match.play_id(match.option_ids()[seed % len(match.option_ids())])
