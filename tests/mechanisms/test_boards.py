"""Boards: walls on edges, patterns, reachability, shapes, and animals that need room."""

from __future__ import annotations

from .support import goods, play, start, texts


def test_rooms_fit_under_rotation() -> None:
    """The cell has rock on two sides: the corner fits however it is turned, the niche does not."""
    match = start("walls", "furnish")
    assert texts(match) == ["corner", "grindstone"]
    play(match, "corner")
    assert texts(match) == ["c21"]
    play(match, "c21")
    assert match.state["A.cave.c21.room"] == "corner"
    assert goods(match) == {"gold": 3}


def test_walls_count_as_sides() -> None:
    """With a wall on one more side the niche fits, and the corner no longer."""
    match = start("walls", "build wall", "wall c11-c21", "build wall", "wall c20-c21", "furnish")
    assert texts(match) == ["niche"]


def test_must_and_may() -> None:
    """What may have a wall on a second side fits with and without it."""
    match = start("walls", "dig", "c11", "dig", "c11", "furnish")
    # c11 has rock on one side, c21 on two that stand at a corner.
    assert texts(match) == ["corner", "grindstone"]
    assert texts(play(match, "grindstone")) == ["c11", "c21"]


def test_digging_goes_around_walls() -> None:
    """A cell is in reach through open edges only, unless one digs through walls."""
    match = start("walls", "build wall", "wall c11-c21", "dig", "c20")
    assert texts(play(match, "dig")) == ["c20"]
    match.undo()
    assert texts(play(match, "dig through walls")) == ["c11", "c20"]


def test_each_player_has_walls_of_his_own() -> None:
    """A wall in one cave is none in the other."""
    match = start("walls", "build wall", "wall c20-c21", "dig")
    assert texts(match) == ["c11", "c20"]


def test_border_follows_what_is_dug() -> None:
    """The border moves on with each cell."""
    match = start("walls", "dig", "c11", "build wall", "wall c20-c21", "dig")
    assert texts(match) == ["c01", "c10", "c20"]


def test_shapes_in_every_rotation() -> None:
    """A domino has seven places on two rows of three, a hook eight."""
    assert len(texts(start("shapes", "lay domino"))) == 7
    assert len(texts(start("shapes", "lay hook"))) == 8


def test_shapes_keep_off_what_lies_there() -> None:
    """Placements cover free cells only, and may be filtered by what their cells have."""
    match = start("shapes", "lay domino", "lay c11+c21", "lay hook")
    assert texts(match) == ["c12+c22+c23", "c12+c13+c22", "c12+c13+c23", "c13+c22+c23"]
    match = start("shapes", "stable on c22", "lay hook")
    assert texts(match) == ["c11+c12+c21", "c12+c13+c23"]


def test_a_bonus_for_a_covered_mark() -> None:
    """Each covered cell is looked at: the spring is worth two gold."""
    assert goods(start("shapes", "lay domino", "lay c12+c13")) == {"gold": 2}
    assert goods(start("shapes", "lay domino", "lay c11+c21")) == {}


def test_animals_rearrange_themselves() -> None:
    """A sheep is offered while some arrangement has room for it."""
    match = start("housing", "a sheep")
    assert "a sheep" not in texts(match)
    play(match, "meadow", "c12", "a sheep")
    assert goods(match) == {"sheep": 2, "dog": 1}
    # Dogs help on meadows: n dogs watch n + 1 sheep on one of them.
    assert "a sheep" in texts(match)


def test_what_finds_no_room_is_let_go_by_choice() -> None:
    """A gain keeps what fits; the player says what goes, or exchanges it."""
    match = start("housing", "meadow", "c11", "a herd")
    assert goods(match) == {"sheep": 2, "boar": 2, "dog": 1}
    assert texts(match) == ["let go 1 sheep", "let go 1 boar", "trade 1 boar for 2 food"]
    play(match, "trade 1 boar for 2 food")
    assert goods(match) == {"sheep": 2, "boar": 1, "dog": 1, "food": 2}
    assert "a herd" in texts(match), "the rest fits"


def test_room_that_is_taken_away() -> None:
    """A rule that takes room asks for the same with `freely` and can_house."""
    match = start("housing", "meadow", "c12", "a sheep", "a sheep", "stable")
    play(match, "stable on c12")
    # One sheep stays in the first place; the other had to go, and there was no choice.
    assert goods(match) == {"sheep": 1, "dog": 1}
