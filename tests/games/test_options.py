"""Readings that differ: the options of a game in; defaults, and rulings for both settings, out."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.ruling_files import load_rulings

# The options and defaults that the catalogues of rulings name, and what is ours: the expansion, the
# ways to play alone, who starts, and a short opening for exercises.
TAVERN = {
    "character_pick": "random",
    "draft_after_orders": False,
    "consumables_keep_round_open": False,
    "upkeep_after_last_round": False,
    "first_player_rotates": False,
    "order_first_scope": "turn",
    "force_order_without_dice": False,
    "item_overflow": "gain_then_discard",
    "roof_may_take_potion": True,
    "mug_may_name_potion": True,
    "fix_the_roof_vp": 6,
    "nasty_instant": True,
    "draw_at_start_of_r10": False,
    "nasty_task_moves_marker": True,
    "track_bonus_sticky": False,
    "track_shift_cap6": False,
    "chore_track": "mirror_of_kitchen",
    "nasty_penalty_per_card": True,
    "ability_limit": "round",
    "final_tie": "shared",
    "reshuffle_orders": True,
    "reshuffle_nasty": True,
}
TAVERN_OWN = {"secret_room": False, "solo_mode": "standard", "first_seat": 0, "opening": "by_dice"}

CAVE = {
    "food_icon_on": "cells",
    "tile_taking": "compulsory",
    "renovation_check": "when_taken",
    "junction_goods": "all_six",
    "undermining_walls": "any_number",
    "extra_cavity_fill": "face_up_rooms",
    "extra_cavity_award": "immediate",
    "extra_cavity_two_wall_side": "adjacent",
    "extra_cavity_adjacency": "isolated",
    "retting_counts": "any_flax",
    "wood_storeroom_timing": "before_room",
    "blue_active": "from_placement",
    "prospecting_limit": "once",
    "solo_reveal": "per_turn",
    "solo_gold_letters": "above_60",
}
CAVE_OWN = {"who_starts": "random"}

CAVERNA = {
    "solo_overflow": "trim",
    "solo_limit": 6,
    "carpenter_saves": "per_action",
    "overhang": "usable",
    "and_or_order": "free_order",
    "markers_turned": "round_start",
    "begging_by_choice": True,
}
CAVERNA_OWN = {"set_up": "full", "who_starts": "random"}

EXPECTED: dict[str, dict[str, Any]] = {
    "cavern-tavern": TAVERN | TAVERN_OWN,
    "cave-vs-cave": CAVE | CAVE_OWN,
    "caverna": CAVERNA | CAVERNA_OWN,
}


def options_of(game: str) -> dict[str, dict[str, Any]]:
    """The options of a game, as a list of games has them."""
    return next(info for info in rw.games() if info.id == game).options


@pytest.mark.parametrize("game", EXPECTED)
def test_options_have_the_defaults_of_the_catalogue(game: str) -> None:
    """Every disputed reading is an option with its default, and there is no other."""
    found = {key: option["default"] for key, option in options_of(game).items()}

    assert found == EXPECTED[game]


@pytest.mark.parametrize("game", EXPECTED)
def test_rulings_play_every_setting(game: str) -> None:
    """Each choice of each option is played by some ruling, the default and the others."""
    used: dict[str, set[Any]] = {key: {value} for key, value in EXPECTED[game].items()}
    for ruling in load_rulings(game).rulings:
        for key, value in ruling.options:
            used.setdefault(key, set()).add(value)
    missing = {}
    for key, option in options_of(game).items():
        if option["choices"]:
            wanted = set(option["choices"])
        elif option["type"] == "bool":
            wanted = {True, False}
        else:
            wanted = set()
            assert len(used[key]) > 1, key
        if wanted - used[key]:
            missing[key] = wanted - used[key]

    assert missing == {}


@pytest.mark.parametrize("game", EXPECTED)
def test_options_are_described_in_both_languages(game: str) -> None:
    """An option says what it asks and what its choices mean, in English and in French."""
    names = rw.load(game).program.names
    for key, option in options_of(game).items():
        assert {"en", "fr"} <= set(option["text"]), key
        for choice in option["choices"] or ():
            assert {"en", "fr"} <= set(names[f"{key}.{choice}"]), (key, choice)
