"""Goods on places, from player to player, within limits; and what is put back to its start."""

from __future__ import annotations

from pathlib import Path

from .support import game_from, goods, play, start, texts


def test_places_accumulate_and_are_emptied() -> None:
    """An empty space gets more than one where something is left."""
    match = start("stores", "empty forest", "give 1 gold to pot")
    assert goods(match) == {"wood": 4, "ore": 1, "gold": 1}
    # A new round: the forest was empty, the mine was not; no wood is left for either.
    assert match.state["forest.stock.ore"] == 1
    assert match.state["forest.stock.wood"] == 0
    assert match.state["mine.stock.ore"] == 2


def test_a_supply_that_ends() -> None:
    """Eight wood in all: what lies on spaces comes from the supply, and so does every gain."""
    match = start("stores")
    # 2 each for the players, 2 each on the spaces: nothing is left.
    assert match.state["forest.stock.wood"] == match.state["mine.stock.wood"] == 2
    play(match, "wood from nowhere")
    assert goods(match)["wood"] == 2
    play(match, "empty mine")
    assert goods(match, 1)["wood"] == 4


def test_taking_some_needs_it_to_be_there() -> None:
    """One ore is taken from the mine, and cannot be when there is none."""
    match = start("stores", "some ore")
    assert goods(match)["ore"] == 1
    assert "some ore" not in texts(match)
    assert match.state["mine.stock.wood"] == 2


def test_giving_and_taking_between_players() -> None:
    """Goods pass from hand to hand; with alternatives the one who acts chooses."""
    match = start("stores", "give 1 wood to opponent", "take 1 wood or 1 gold from opponent")
    assert texts(match) == ["take 1 wood", "take 1 gold"]
    play(match, "take 1 gold")
    assert (goods(match), goods(match, 1)) == ({"wood": 1}, {"wood": 3, "gold": 2})
    assert "give 1 gold to pot" not in texts(match)


def test_a_pot_that_belongs_to_nobody() -> None:
    """What was given to the pot can be taken from it, by anyone."""
    match = start("stores")
    assert "take all from pot" not in texts(match)
    play(match, "give 1 gold to pot", "take all from pot")
    assert goods(match, 1)["gold"] == 2


def test_a_place_of_ones_own() -> None:
    """Each player has a shed."""
    match = start("stores", "give 1 wood or 1 ore to my shed")
    # There was no ore, so nothing had to be asked.
    assert match.view(1)["players"][0]["stores"]["shed"] == {"wood": 1, "ore": 0}
    assert match.view(1)["players"][1]["stores"]["shed"] == {"wood": 0, "ore": 0}


LIMITS = """
game: limits
title: Limits
players: 2
goods: {wood: {start: 2, max: 4}, food: {max: 9}, flax: {max: 9}}
kinds:
  room: {plural: rooms, each: player, state: {used: bool}}
rooms:
  school: {rules: [{after: I gain wood, do: gain (amount) food}]}
  loom: {rules: [{after: another dig, do: [gain 1 flax, gain 1 food if actor is not me]}]}
  press: {rules: [{after: I gain flax, do: gain 1 food}]}
boards:
  field: {each: player, rows: 1, columns: 2, cells: {sown: {type: int, start: 1, max: 9}}}
state: {first: {type: player, resets: round}, count: {type: int, start: 3, max: 9, resets: round}}
procedures:
  dig: gain 5 wood
  round:
    for_each: p in players
    do:
      one_of:
        - dig
        - label: use
          do: [set school's used to true, lower count, raise my c11's sown by 3, set first to me]
flow: {repeat: 2, do: round}
scoring: {points: {food: my food}}
"""


def test_amount_is_what_really_arrived(tmp_path: Path) -> None:
    """Five wood are gained, two fit: the rule hears of two."""
    match = play(game_from(tmp_path, LIMITS).start(1), "dig")
    assert goods(match)["wood"] == 4
    assert goods(match)["food"] == 2


def test_the_actor_is_the_same_after_a_rule_of_the_owner(tmp_path: Path) -> None:
    """A gain within a rule wakes another rule; behind it `actor` is still who dug."""
    match = play(game_from(tmp_path, LIMITS).start(1), "dig")
    assert goods(match, 1) == {"wood": 2, "flax": 1, "food": 2}


def test_state_is_reset_by_a_procedure(tmp_path: Path) -> None:
    """Numbers, players, and the state of pieces and cells; what has no `resets` stays."""
    text = LIMITS.replace("{used: bool}", "{used: {type: bool, resets: round}}").replace(
        "{type: int, start: 1, max: 9}", "{type: int, start: 1, max: 9, resets: round}"
    )
    for source, reset in ((LIMITS, False), (text, True)):
        match = play(game_from(tmp_path, source).start(1), "use", "use")
        assert match.state["count"] == 3
        assert match.state["first"] == 0
        assert match.state["A.school.used"] is not reset
        assert match.state["B.field.c11.sown"] == (1 if reset else 4)


def test_losing_from_a_place_takes_what_is_there(tmp_path: Path) -> None:
    """What a place loses goes back to the supply: no more than there is, and nobody gets it."""
    match = game_from(
        tmp_path,
        """
        game: barn
        players: 1
        goods:
          wood: {start: 1, supply: 9}
          ore: {}
        state:
          barn: {holds: [wood, ore]}
        setup:
          - add 3 wood, 1 ore to barn
        flow:
          - repeat: 2
            do:
              as: seat(1)
              do:
                one_of:
                  - lose 2 wood from barn
                  - gain 9 wood
        """,
    ).start(1)
    play(match, "lose 2 wood from barn")
    assert (match.state["barn.wood"], match.state["barn.ore"]) == (1, 1)
    assert goods(match) == {"wood": 1}
    play(match, "gain 9 wood")
    # Nine in all, one of them in the barn.
    assert goods(match) == {"wood": 8}
