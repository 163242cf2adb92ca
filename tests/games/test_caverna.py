"""Caverna beyond its rulings: who can play, what is seen, how long it lasts, what is assumed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

import pytest

import rulewright as rw
from rulewright.dsl.problems import RuleFileError
from rulewright.dsl.ruling_files import load_rulings
from rulewright.interpreter.match import Game, Match
from rulewright.interpreter.queries import rng

GAME = "caverna"
COUNTS = range(1, 8)

# Section 14 of the components file, and where the rule files say so.
ASSUMED = {
    # French names that are not in the rulebook
    "spaces.wood_gathering",
    "spaces.forest_exploration",
    "spaces.forest_exploration_4",
    "spaces.strip_mining",
    "spaces.depot",
    "spaces.large_depot",
    "spaces.hardware_rental",
    "spaces.hardware_rental_6",
    # Office room, Carpenter, "and/or"
    "options.overhang",
    "options.carpenter_saves",
    "options.and_or_order",
    # photographs are of the English edition
    "kinds.space",
    "kinds.furnishing",
    "kinds.loot",
}

STAGES = {
    "stage_1": {"blacksmithing", "sheep_farming", "ore_mine_construction"},
    "stage_2": {"donkey_farming", "ruby_mine_construction"},
    "stage_3": {"exploration", "family_life", "ore_delivery"},
    "stage_4": {"ore_trading", "adventure", "ruby_delivery"},
}


@cache
def game(players: int) -> Game:
    """The game for so many, loaded once."""
    return rw.load(GAME, players)


def playout(players: int, seed: int, most: int = 10_000) -> Iterator[Match]:
    """A random game: the match before each move, and at its end."""
    match = game(players).start(seed=seed)
    state = rng.seed_state(f"caverna-{players}-{seed}")
    for _ in range(most):
        yield match
        if match.over:
            return
        moves = match.moves()
        state, drawn = rng.below(state, len(moves))
        match.play(moves[drawn])


@pytest.mark.parametrize("players", [0, 8])
def test_nobody_else_can_play(players: int) -> None:
    """One to seven play; no other number of players is accepted."""
    with pytest.raises((RuleFileError, ValueError)):
        rw.load(GAME, players)


def test_cards_are_shuffled_within_their_stage() -> None:
    """Over many seeds every card of stage 1 comes first, and stages never mix."""
    first: set[str] = set()
    for seed in range(40):
        state = game(4).start(seed=seed).state
        shown = set(state["action_board"]) & STAGES["stage_1"]
        assert len(shown) == 1
        first |= shown
        coming = {stage: set(state[stage]) for stage in STAGES}
        assert coming == {**STAGES, "stage_1": STAGES["stage_1"] - shown}
    assert first == STAGES["stage_1"]


def test_coming_cards_and_markers_are_hidden() -> None:
    """No view of a game of several names a card or marker that is still to come."""
    match = game(2).start(seed=3)
    views = json.dumps([match.view(seat) for seat in (None, 0, 1)])
    for stage in STAGES:
        for card in match.state[stage]:
            assert card not in views
    assert "question_mark" not in views
    assert match.state["action_board"][-1] in views


def test_alone_everything_is_open() -> None:
    """The solo game has no secrets: its view names every card to come."""
    match = game(1).start(seed=3)
    view = json.dumps(match.view(0))
    for stage in STAGES:
        for card in match.state[stage]:
            assert card in view


def test_everybody_sees_what_everybody_has() -> None:
    """Goods and weapons of a player are in the view of the others."""
    match = game(2).start(seed=3)
    first = match.state["first_player"]
    match.play("supplies")
    seen = match.view(1 - first)
    assert seen["players"][first]["goods"]["gold"] == 2
    assert "strength" in json.dumps(seen)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_games_have_as_many_rounds_as_the_rules_say(players: int) -> None:
    """One and two players play eleven rounds, more play twelve."""
    rounds = {match.state["round"] for match in playout(players, 1)}
    assert rounds == set(range(1, 13)) - ({9} if players < 3 else set())


def test_the_score_has_ten_lines() -> None:
    """The lines of the printed score sheet, in its order."""
    assert [line.name for line in game(2).program.score] == [
        "animals",
        "missing_types",
        "grain",
        "vegetables",
        "rubies",
        "dwarfs",
        "unused_spaces",
        "tiles",
        "bonus",
        "gold_and_begging",
    ]


def test_what_is_assumed() -> None:
    """The rule files call assumed what the components file calls so, and nothing else."""
    facts = [fact for players in COUNTS for fact in game(players).program.facts]
    assert {fact.path for fact in facts if fact.assumed} == ASSUMED


def test_the_lost_numbers_of_the_example_are_assumed() -> None:
    """The ruling for the 80 points says what of it is not in the book."""
    (example,) = [r for r in load_rulings(GAME).rulings if r.id == "printed-example-eighty-points"]
    assert "assumed" in json.dumps(example.source)


def test_everything_has_a_source() -> None:
    """Every component, procedure, zone, board, kind, good and option says where it is written."""
    without = {
        fact.path
        for players in COUNTS
        for fact in game(players).program.facts
        if fact.kind not in ("define", "state") and not fact.source
    }
    assert without == set()


@pytest.mark.parametrize("players", [1, 5])
def test_everything_is_said_in_french(players: int) -> None:
    """No prompt and no label of a French game is left in English."""
    english = re.compile(
        r"\b(take|gain|pay|furnish|lay|build|fence|trade|breed|feed|send|imitate|done|go|sow"
        r"|room|choose|what|where|which|how|food|wood|stone|ore|ruby|grain|vegetable|gold|dog"
        r"|sheep|donkey|boar|cattle|none|nothing|the|of|with)\b",
        re.IGNORECASE,
    )
    for match in playout(players, 5, 250):
        if match.decision is None:
            break
        said = [match.decision.prompt_in("fr"), *(move.label("fr") for move in match.moves())]
        assert [text for text in said if english.search(text)] == []


def test_japanese_for_what_the_summary_names() -> None:
    """Goods, phases, tiles and the cards that the Japanese summary names are said in Japanese."""
    names = game(4).program.names
    words = {
        "good.ruby": "ルビー",
        "good.boar": "猪",
        "space.wish": "子を願う",
        "space.urgent_wish": "急ぎ子を願う",
        "space.family_life": "家族生活",
        "space.exploration": "L4探索",
        "space.starting_player_4": "スタートプレイヤー",
        "furnishing.breakfast_room": "朝食の部屋",
        "furnishing.cuddle_room": "ゆったりした部屋",
        "land.field": "畑",
        "under.entrance": "入口の部屋",
    }
    assert {key: names[key].get("ja") for key in words} == words
