"""What is assumed: games and what their component files call assumed in; that they agree out."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.dsl.program import Fact

# Made by hand from the component files: every fact that carries the tag `assumed` and is part of
# the rule files. Races of characters are assumed too, but no rule asks for them.

CARDS = {  # rows of the tables of cards that were designed as a whole
    *(f"ORD-{n:02d}" for n in range(1, 49)),
    *(f"SG-{n:02d}" for n in range(1, 14)),
    *(f"FK-{n:02d}" for n in range(1, 21)),
    *(f"SR-{n:02d}" for n in range(1, 22)),
}

ITEMS = (  # how often each is in the deck
    "book_of_potion bracelet clover dragons_claw dwarven_ale dwarven_axe dwarven_helmet dwarven_mug"
    " elven_chess elven_cup glass_of_strongcliff hammer lantern magic_pot pipe sand_clock"
    " sapphire_stone scroll talisman the_micos_pencil tip"
)

DRINKS = "fruit herbs syrup rocks mead nectar wine elixir ambrosia beer liqueur spirits"

TAVERN = {
    "boards.mess",  # two rows of three
    "stations.nastys_office",  # slots
    "stations.replace_an_order",
    "stations.take_an_item",
    "stations.brew_a_potion",
    "stations.talk_to_miss_nasty",
    "define.few_slots",
    "define.many_slots",  # alone
    "define.bonus",  # at a square or beyond, not added up
    "define.shift",
    "define.nasty_cost",  # points of the squares
    "state.nasty",  # last square
    "options.chore_track",  # its paragraph is missing
    "procedures.block_by_automa",  # which zone is leftmost; purple from round 4 on
    "nasty_cards.do_chores",  # copies
    "nasty_cards.go_in_the_kitchen",
    "tokens.miss_nasty",  # all alike
    *(f"tokens.{good}_drink" for good in DRINKS.split()),
    *(f"items.{item}" for item in ITEMS.split()),
}

CAVE = {
    "zones.action_board",  # nothing else printed on it
    "tiles.drift_mining",  # French names
    "tiles.expansion",
    "tiles.expedition",
    "rooms.shelf",
    "rooms.grindstone",
    "rooms.food_corner",
    "rooms.warehouse",
    "rooms.stall",
    "rooms.storeroom",
    "rooms.weaving_room",
    "rooms.furniture_workshop",
    "rooms.gold_vein",
    "rooms.digging_cave",
    "rooms.state_room",
    "rooms.secret_chamber",
    "rooms.entrance",  # its ornaments
    "boards.cave",  # both alike
    "define.wall_slots",  # of the extra cavity
    "options.extra_cavity_two_wall_side",
    "options.extra_cavity_adjacency",
    "faces.two_walls",
    "faces.two_facing_walls",
    "kinds.face",  # no points, no food icon
}


def facts_of(game: str) -> tuple[Fact, ...]:
    """Everything that `describe` knows about a game."""
    return rw.load(game, 2).program.facts


def card_row(fact: Fact) -> str:
    """The row of a table of cards that a fact names, or nothing."""
    found = re.search(r"row ((ORD|SG|FK|SR)-\d+)", "; ".join(fact.source))
    return found[1] if found else ""


def test_the_tavern_calls_assumed_what_its_components_do() -> None:
    """Designed cards row by row, and everything else by its name: no more and no less."""
    assumed = [fact for fact in facts_of("cavern-tavern") if fact.assumed]
    rows = [card_row(fact) for fact in assumed if card_row(fact)]

    assert sorted(rows) == sorted(CARDS)
    assert {fact.path for fact in assumed if not card_row(fact)} == TAVERN


def test_the_cave_calls_assumed_what_its_components_do() -> None:
    """Names, the extra cavity and what the board does not show: no more and no less."""
    assert {fact.path for fact in facts_of("cave-vs-cave") if fact.assumed} == CAVE


@pytest.mark.parametrize("game", ["cavern-tavern", "cave-vs-cave"])
def test_everything_in_the_box_names_its_source(game: str) -> None:
    """Components, goods, options, boards and procedures say where they come from."""
    named = ("goods.", "options.", "boards.", "procedures.")
    kinds = {kind.name for kind in rw.load(game, 2).program.kinds}
    asked = [fact for fact in facts_of(game) if fact.kind in kinds or fact.path.startswith(named)]

    assert len(asked) > 50
    assert [fact.path for fact in asked if not fact.source] == []


@pytest.mark.parametrize("game", ["cavern-tavern", "cave-vs-cave"])
def test_nothing_is_left_out_for_being_out_of_this_game(game: str) -> None:
    """What plays no part with some number of players is described all the same."""
    alone = {fact.path for fact in rw.load(game, 1).program.facts}

    assert alone == {fact.path for fact in facts_of(game)}
