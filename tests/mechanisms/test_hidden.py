"""What a player may not know: views and lists of moves do not depend on it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.program import HEADER, Program
from rulewright.interpreter.match import Game, Match

from .support import game, game_from, play, start, texts


def hidden_cards(match: Match, seat: int) -> list[int]:
    """The cards a seat has no right to know, wherever they lie."""
    state, found = match.state, []
    names = list(state["deck"]) + list(state["A.hand" if seat else "B.hand"])
    for player in "AB":
        for cell in ("c11", "c12"):
            if state[f"{player}.cave.{cell}.face_down"]:
                names.append(state[f"{player}.cave.{cell}.card"])
    for name in names:
        found.append(match.game.program.piece_names.index(name))
    return found


def with_cards_exchanged(match: Match, cards: list[int], pick: random.Random) -> list[Any]:
    """The state vector of the match after some cards have changed places."""
    program = match.game.program
    other = dict(zip(cards, pick.sample(cards, len(cards)), strict=True))
    v = list(match.v)
    for zone in program.zones:
        for slot in range(zone.base + 2, zone.base + 2 + v[zone.base]):
            v[slot] = other.get(v[slot], v[slot])
        # What nobody knows the order of is kept in order.
        first, unknown = zone.base + 2, v[zone.base + 1]
        v[first : first + unknown] = sorted(v[first : first + unknown])
    for first_cell, last_cell, base, _, _ in program.holders:
        for slot in range(base, base + last_cell - first_cell + 1):
            v[slot] = other.get(v[slot], v[slot])
    places = [match.v[program.pieces_base + card] for card in cards]
    for card, place in zip(cards, places, strict=True):
        v[program.pieces_base + other[card]] = place
    return v


def with_numbers_changed(program: Program, v: list[Any], seat: int, pick: random.Random) -> None:
    """Change the secret, and the goal of the other seat."""
    for variable in program.variables:
        if variable.path == "secret":
            v[variable.base] = pick.randint(1, 6)
        if variable.path == "goal":
            v[variable.base + 1 - seat] = pick.randint(1, 3)


@pytest.mark.parametrize("seed", range(12))
def test_hidden_things_show_neither_in_views_nor_in_moves(seed: int) -> None:
    """Cards, goals and secrets change places: the view and the moves of a seat stay the same."""
    pick = random.Random(seed)
    made: Game = game("hidden")
    match = made.start(seed)
    changed = 0
    while not match.over:
        assert match.decision is not None
        for seat in (0, 1):
            v = with_cards_exchanged(match, hidden_cards(match, seat), pick)
            with_numbers_changed(made.program, v, seat, pick)
            other = made.at(v, match.k)
            changed += v[HEADER:] != match.v[HEADER:]
            assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
            assert json.dumps(other.view(None)) == json.dumps(match.view(None))
            if match.decision.player == seat:
                assert texts(other) == texts(match)
        match.play(pick.choice(match.moves()))
    assert changed


def test_the_owner_sees_his_own() -> None:
    """A hand and a goal are shown to their owner, counted for others."""
    match = start("hidden", "draw")
    mine, theirs = match.view(0)["players"][0], match.view(1)["players"][0]
    assert len(mine["zones"]["hand"]["pieces"]) == 3
    assert theirs["zones"]["hand"] == {"count": 3}
    assert "goal" in mine["values"] and "goal" not in theirs["values"]
    assert "secret" not in match.view(0)["values"]


def test_a_cell_shows_what_lies_on_it_once_it_is_turned_over() -> None:
    """Face down it is nothing, to its owner neither."""
    match = start("hidden")
    cells = match.view(0)["players"][0]["boards"]["cave"]["cells"]
    assert cells["c11"] == {"face_down": True, "card": None}
    play(match, "turn over c11")
    cells = match.view(1)["players"][0]["boards"]["cave"]["cells"]
    assert cells["c11"]["card"] == match.state["A.cave.c11.card"]


def test_choices_made_together_stay_hidden() -> None:
    """Nobody sees what another has chosen before all have; then everybody does."""
    match = start("together")
    assert match.decision is not None and match.decision.hidden
    before = [match.view(seat) for seat in (0, 1, None)]
    play(match, "bid three", "add 1")
    assert match.decision is not None and match.decision.player == 1
    assert json.dumps(match.view(1)["players"]) == json.dumps(before[1]["players"])
    assert json.dumps(match.view(None)["players"]) == json.dumps(before[2]["players"])
    other = start("together", "bid one", "add 0")
    for seat in (1, None):
        assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
    assert texts(other) == texts(match)
    play(match, "bid one", "add 0")
    # Both were revealed, the better bid got its points, and the cards were put away.
    assert match.state["A.spent"] == ["A.three"] and match.state["B.spent"] == ["B.one"]
    assert match.scores() == [4, 0]


def test_ties_are_shared_among_all_who_are_best() -> None:
    """`best` may be several players."""
    match = start("together", "bid two", "add 0", "bid two", "add 1", players=2)
    assert match.scores() == [3, 4]


REVEAL = """
game: reveal
title: Reveal
players: 1
goods: {gold: {start: 3, max: 30}}
kinds: {card: {plural: cards, attributes: {value: int}}}
cards: {ace: {value: 1}, nine: {value: 9}}
zones: {deck: {of: card, start: all, seen_by: nobody}, hand: {of: card, each: player}}
boards:
  row:
    rows: 1
    columns: 2
    cells: {shut: {type: bool, start: true}, card: {type: card or none, hidden_if: its shut}}
setup: [shuffle deck, draw 1 from deck to c11, draw 1 from deck to c12]
flow:
  for_each: p in players
  do:
    - choose: cell in row
    - REVEALED
    - pay (VALUE) gold
scoring: {points: {gold: my gold}}
"""


@pytest.mark.parametrize(
    ("revealed", "value"),
    [
        ("set cell's shut to false", "cell's card's value"),
        ("move cell's card to my hand", "sum(its value over my hand)"),
    ],
)
def test_look_ahead_ends_where_something_is_turned_over(
    tmp_path: Path, revealed: str, value: str
) -> None:
    """Both cells are offered, though only what lies on one of them can be paid for."""
    text = REVEAL.replace("REVEALED", revealed).replace("VALUE", value)
    for seed in range(4):
        assert texts(game_from(tmp_path, text).start(seed)) == ["c11", "c12"]


def test_what_is_possible_after_a_reveal_is_asked_then() -> None:
    """A payment `if_possible` behind a reveal is made if it can be made."""
    for seed in range(4):
        match = start("peeking", "dare", "dare c11", seed=seed)
        assert match.scores() == [22 if match.state["row.c11.card"] == "ace" else 3]


OPEN_ALONE = """
game: open-alone
title: A deck that is no secret to who plays alone
players: 1-2
goods: {gold: {max: 9}}
kinds: {card: {plural: cards}}
cards: {ace: {}, king: {}}
zones:
  deck: {of: card, seen_by: nobody, open_if: players_count == 1, start: all}
  pile: {of: card}
flow:
  for_each: p in players
  do:
    one_of:
      - {label: draw, do: draw 1 from deck to pile}
      - {label: wait, do: gain 1 gold}
scoring: {points: {gold: my gold}}
"""


@pytest.mark.parametrize("players", [1, 2])
def test_a_zone_may_be_open_by_the_number_of_players(tmp_path: Path, players: int) -> None:
    """What a zone holds is shown if its condition says so, and only how much otherwise."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "game.yaml").write_text(OPEN_ALONE, encoding="utf-8")
    match = Game(load_program(str(folder), players).unwrap()).start(seed=1)
    for seat in (None, 0):
        deck = match.view(seat)["zones"]["deck"]
        assert deck["count"] == 2
        assert deck.get("pieces") == (["ace", "king"] if players == 1 else None)
