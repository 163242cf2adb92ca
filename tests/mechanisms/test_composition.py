"""Any order, in order, one of, freely, up to, may: which parts are offered when."""

from __future__ import annotations

from pathlib import Path

from .support import game_from, goods, play, start, texts


def test_any_subset_in_any_order_each_once() -> None:
    """Parts are offered until they are taken; a nested `one of` counts as one part."""
    match = start("any_order")
    assert texts(match) == ["dig", "pay 2 food then gain 5 gold", "gain 1 stone", "done"]
    play(match, "gain 1 stone")
    assert texts(match) == ["dig", "pay 2 food then gain 5 gold", "gain 1 food", "done"]
    play(match, "dig")
    assert texts(match) == ["gain 1 food", "done"]


def test_a_part_under_a_condition_appears_when_it_holds() -> None:
    """What needs a stone is offered once there is one."""
    assert "gain 1 food" not in texts(start("any_order"))
    assert "gain 1 food" in texts(start("any_order", "gain 1 stone"))


LABELLED = """
game: labelled
title: Moves with a name and a condition
players: 1
goods: {food: {start: 2, max: 9}, stone: {max: 9}}
flow:
  for_each: p in players
  do:
    any_order:
      - label: cook
        if: my stone > 0
        then: [gain 1 food, gain 1 food]
      - gain 1 stone
scoring: {points: {food: my food}}
"""


def test_a_part_with_a_label_is_there_while_its_condition_holds(tmp_path: Path) -> None:
    """A name does not make a part a move that does nothing."""
    match = game_from(tmp_path, LABELLED).start(seed=1)
    assert "cook" not in texts(match)
    play(match, "gain 1 stone")
    assert "cook" in texts(match)
    play(match, "cook")
    assert match.over and match.scores() == [4]


def test_done_at_once() -> None:
    """No part has to be taken, unless `at_least` says so."""
    match = start("any_order", "done")
    assert goods(match) == {"food": 2}
    assert texts(match) == ["gain 1 gold", "gain 1 stone"]
    assert texts(play(match, "gain 1 gold")) == ["gain 1 stone", "done"]


def test_in_order_never_goes_back() -> None:
    """A part that was passed over is gone."""
    match = start("in_order", "gain 1 beer")
    assert texts(match) == ["trade 1 herbs for 2 gold", "trade 1 beer for 1 gold", "done"]
    play(match, "trade 1 beer for 1 gold")
    # Nothing is left but done, which is not asked; then two of the three parts must be taken.
    assert match.over
    assert goods(match) == {"herbs": 2, "gold": 2}


def test_at_least_looks_ahead() -> None:
    """A part is not offered if too few would be left after it."""
    match = start("in_order", "trade 1 herbs for 2 gold")
    assert match.over, "two parts only can be done: both are taken without asking"
    match = start("in_order", "gain 1 beer", "trade 1 herbs for 2 gold", "trade 1 beer for 1 gold")
    assert texts(match) == ["gain 1 herbs", "pay 3 gold"]
    assert texts(play(match, "gain 1 herbs")) == ["pay 3 gold", "gain 1 gold"]


def test_one_of_takes_exactly_one() -> None:
    """Nested alternatives stand side by side; what cannot be paid is not there."""
    match = start("one_of")
    assert texts(match) == ["a wood", "trade 1 wood for 1 gold", "set relaxed to true"]
    play(match, "a wood")
    assert texts(match) == ["gain 1 wood", "gain 2 gold", "trade 2 wood for 3 gold"]
    assert play(match, "gain 1 wood").over


def test_one_of_or_any_while_a_condition_holds() -> None:
    """With `or_any_if` more parts may follow the first."""
    match = start("one_of", "set relaxed to true")
    assert texts(match) == ["gain 1 wood", "gain 2 gold"]
    play(match, "gain 1 wood")
    assert texts(match) == ["gain 2 gold", "trade 2 wood for 3 gold", "done"]
    play(match, "trade 2 wood for 3 gold", "gain 2 gold")
    assert match.over
    assert goods(match) == {"gold": 5}


def test_freely_ends_when_its_condition_holds() -> None:
    """There is no way out before the debt is settled, and none into a dead end."""
    match = start("freely")
    # The first grain had to be traded: nothing else could be done.
    assert goods(match) == {"grain": 2, "food": 1}
    assert texts(match) == ["trade 1 grain for 1 food", "settle"]
    play(match, "settle", "settle")
    assert match.state["debt"] == 0
    assert texts(match) == ["trade 1 grain for 1 food", "done"]


def test_freely_at_most() -> None:
    """Parts are offered as often as `at_most` says, then it is done."""
    match = start("freely", "settle", "settle", "done")
    # at_most is asked when it begins: my food + 1, that is 1.
    assert texts(match) == ["gain 1 grain", "done"]
    play(match, "gain 1 grain")
    assert goods(match) == {"grain": 2, "food": 1}, "it went on to the first food of `up_to`"


def test_up_to_may_and_times() -> None:
    """`up_to` with `at_least`, `may`, `up to 2 times` and `2 times`, one after the other."""
    match = start("freely", "settle", "settle", "done", "done")
    # One food had to be taken.
    assert goods(match) == {"grain": 1, "food": 1}
    assert texts(match) == ["gain 1 food", "done"]
    play(match, "gain 1 food")
    assert texts(match) == ["pay 1 grain then gain 3 food", "no"]
    play(match, "pay 1 grain then gain 3 food")
    assert goods(match) == {"grain": 2, "food": 5}
    assert texts(match) == ["gain 1 food", "done"]
    play(match, "gain 1 food", "done")
    assert match.over
    assert goods(match) == {"grain": 2, "food": 8}
