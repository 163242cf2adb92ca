"""Matches in; journals, saves and what can be made of them again out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import rulewright as rw
from rulewright.interpreter.errors import SaveMismatch
from rulewright.interpreter.journal import replay
from rulewright.interpreter.match import Game, Match

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parent / "schemas"
GAMES = ["secrets", "workshop", "goofspiel", "leduc-poker", "pig"]


@cache
def load(name: str) -> Game:
    """A game by id, or one of the samples beside the tests."""
    folder = HERE / "samples" / name
    # A short game of pig is as good as a long one.
    options = {"target": 20} if name == "pig" else {}
    return rw.load(str(folder) if folder.is_dir() else name, options=options)


def through_json(data: Any) -> Any:
    """Data as it comes back from a file."""
    return json.loads(json.dumps(data))


def play_on(match: Match, moves: int = 1000) -> Match:
    """The match played on, with moves from all over the list."""
    made = 0
    while not match.over and made < moves:
        ids = match.option_ids()
        match.play_id(ids[(made * 7 + 3) % len(ids)])
        made += 1
    return match


def same(one: Match, other: Match) -> bool:
    """Whether two matches are at the same position by the same way."""
    return (one.v, one.k, one.journal) == (other.v, other.k, other.journal)


def valid(name: str, data: Any) -> bool:
    """Whether data fits one of the schemas of messages."""
    files = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        [(key, Resource.from_contents(value)) for key, value in files.items()]
    )
    schema = files[f"{name}.schema.json"]
    Draft202012Validator(schema, registry=registry).validate(through_json(data))
    return True


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("explicit", [False, True])
def test_a_journal_plays_the_match_again(name: str, explicit: bool) -> None:
    """Rules, seed and moves give the same match to the last number."""
    match = play_on(load(name).start("seven", explicit_chance=explicit))

    again = replay(load(name), through_json(match.journal))

    assert again.failure is None
    assert again.differences == ()
    assert same(again.match, match)


def test_messages_fit_their_schemas() -> None:
    """Journals of matches and seats, saves, decisions and moves are what the schemas promise."""
    match = play_on(load("secrets").start(2), 3)

    assert valid("journal", match.journal)
    assert valid("journal", match.journal_for(0))
    assert valid("save", match.save())
    decision = match.decision
    assert decision is not None
    assert valid("decision", decision.as_data())
    assert all(valid("move", move.as_data()) for move in match.moves())
    assert valid("journal", play_on(match).journal)


@pytest.mark.parametrize("name", GAMES)
def test_saving_and_going_on_is_never_having_saved(name: str) -> None:
    """At every move a save leads to the same rest of the match."""
    game = load(name)
    straight = game.start(5)
    saved = game.start(5)
    while not straight.over:
        saved = game.resume(through_json(saved.save()))
        ids = straight.option_ids()
        assert saved.option_ids() == ids
        straight.play_id(ids[0])
        saved.play_id(ids[0])

    assert same(saved, straight)


def test_a_resumed_match_can_be_undone_to_its_beginning() -> None:
    """The way to a saved position is found again when it is needed."""
    game = load("workshop")
    match = play_on(game.start(5), 3)
    again = game.resume(through_json(match.save()))

    for _ in range(3):
        match.undo()
        again.undo()
        assert same(again, match)


def test_a_resumed_match_is_found_by_its_names() -> None:
    """`rulewright.resume` loads the game that a save names."""
    match = rw.load("tic-tac-toe").start(1)
    match.play("c22")

    again = rw.resume(through_json(match.save()))

    assert same(again, match)


def test_a_match_that_began_elsewhere_is_saved_with_its_beginning() -> None:
    """A position that was set up is part of the journal, so it can be replayed and undone."""
    game = load("workshop")
    first = game.start(1)
    v = first.v[:]
    v[game.paths.slots["A.wood"].number] = 7
    match = play_on(game.at(v, first.k), 2)

    again = replay(game, through_json(match.journal)).match
    resumed = game.resume(through_json(match.save()))
    resumed.undo()
    match_before = match.copy()
    match_before.undo()

    assert same(again, match)
    assert same(resumed, match_before)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fingerprint": "0"}, "the rules have changed"),
        ({"game": "other", "fingerprint": "0"}, "game: other there, workshop here"),
        ({"players": 3, "fingerprint": "0"}, "players: 3 there, 2 here"),
        ({"options": {"x": 1}, "fingerprint": "0"}, "options: {'x': 1} there"),
    ],
)
def test_a_save_of_other_rules_is_refused(change: dict[str, Any], said: str) -> None:
    """A save is only resumed by the rules it was played with; the message says what differs."""
    save = {**load("workshop").start(1).save(), **change}

    with pytest.raises(SaveMismatch) as caught:
        load("workshop").resume(save)

    assert said in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 99},
        {"moves": None},
        {"moves": [1]},
        {"seed": None},
        {"state": [1, 2]},
        {"state": ["x"]},
        {"stack": None},
        {"random": "zz"},
    ],
)
def test_a_broken_save_is_refused_without_a_crash(change: dict[str, Any]) -> None:
    """Data that is not a save is a SaveMismatch, never another error."""
    save = {**load("workshop").start(1).save(), **change}

    with pytest.raises(SaveMismatch):
        load("workshop").resume(save)


def test_a_journal_goes_as_far_as_it_holds() -> None:
    """With other rules a journal is replayed up to the first move that they do not allow."""
    game = load("workshop")
    match = game.start(1)
    for move in ("buy", "saw", "work"):
        match.play(move)
    journal = through_json(match.journal)
    journal["fingerprint"] = "0"
    journal["moves"][1]["text"] = "lathe"

    again = replay(game, journal)

    assert again.differences == ("the rules have changed",)
    assert again.failure is not None
    assert (again.failure.number, again.failure.text) == (2, "lathe")
    assert again.failure.code == "condition-not-met"
    assert again.failure.source.endswith("workshop/game.yaml:30:9")
    assert [move["text"] for move in again.match.journal["moves"]] == ["buy"]


def test_a_move_of_the_wrong_player_does_not_hold() -> None:
    """A journal in which somebody else moves than the rules say stops there."""
    journal = play_on(load("workshop").start(1), 2).journal
    journal["moves"][0]["player"] = 1

    again = replay(load("workshop"), journal)

    assert again.failure is not None
    assert (again.failure.number, again.failure.code) == (1, "not-your-decision")


def test_a_journal_of_words_alone_can_be_replayed() -> None:
    """A person can write a journal with the moves as texts."""
    game = load("workshop")
    journal = {**game.start(1).journal, "moves": ["work", "work"]}

    again = replay(game, journal)

    assert again.failure is None
    assert again.match.over


def test_events_are_told_in_order_as_sentences() -> None:
    """What happens is told with the move it followed, and undone with it."""
    match = load("workshop").start(1)
    match.play("trade 1 coins for 1 wood")
    match.play("work")

    told = [(event["move"], event["text"]) for event in match.journal["events"]]

    assert told == [(1, "A pays 1 coins"), (1, "A gains 1 wood"), (2, "A gains 1 wood")]
    match.undo()
    assert len(match.journal["events"]) == 2


def test_a_seat_is_not_told_what_only_others_know() -> None:
    """Events about goods that only their owner may count are told to the owner alone."""
    match = play_on(load("secrets").start(2))

    def told(seat: int | None) -> list[str]:
        return [event["text"] for event in match.journal_for(seat)["events"]]

    assert told(0) == ["A gains 2 gems", "A pays 1 gold", "B pays 1 gold"]
    assert told(1) == ["A pays 1 gold", "B gains 2 gems", "B pays 1 gold"]
    assert told(None) == ["A pays 1 gold", "B pays 1 gold"]


def test_a_seat_has_no_seed_and_no_unseen_cards() -> None:
    """A seat's journal leaves out the seed and the words that name a card it never saw."""
    match = load("secrets").start(2)
    while match.decision is not None and match.decision.player == 0:
        match.play("mark" if "mark" in [m.text for m in match.moves()] else match.moves()[0])

    mine, theirs = match.journal_for(0), match.journal_for(1)

    assert "seed" not in mine
    assert [move["text"] is None for move in mine["moves"]] == [False, False, False, False]
    assert [move["text"] is None for move in theirs["moves"]] == [False, False, True, False]


def test_a_card_that_is_thrown_open_is_told() -> None:
    """Once the piece a move names lies open, the move is no secret any more."""
    match = load("workshop").start(2)
    match.play("buy")
    match.play("saw")

    assert [move["text"] for move in match.journal_for(1)["moves"]] == ["buy", "saw"]


def test_answers_are_told_when_all_have_chosen() -> None:
    """While a secret round is open a seat knows its own answer only."""
    game = load("guessing")
    match = game.start(1)
    match.play("guess 2")

    assert [move["text"] for move in match.journal_for(1)["moves"]] == [None]
    assert [move["text"] for move in match.journal_for(0)["moves"]] == ["guess 2"]
    match.play("guess 3")
    for seat in (0, 1, None):
        told = [move["text"] for move in match.journal_for(seat)["moves"]]
        assert told == ["guess 2", "guess 3"]
