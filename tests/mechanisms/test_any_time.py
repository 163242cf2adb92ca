"""Exchanges at any time, also in the middle of paying; lists that are all or nothing."""

from __future__ import annotations

import pytest

from rulewright.interpreter.errors import IllegalMove

from .support import goods, play, start, texts

GRAIN, FLAX = "trade 1 grain for 1 food", "trade 1 flax for 1 food"
RUBY = "trade 1 ruby for 1 wood or 3 food"


def test_exchanges_stand_beside_every_own_decision() -> None:
    """An any-time rule is a move of its own, one per alternative that is given."""
    match = start("any_time")
    assert texts(match)[-3:] == [GRAIN, FLAX, RUBY]
    play(match, GRAIN)
    assert texts(match) == ["feast", "saw", "rest", FLAX, RUBY]


def test_what_exchanges_make_payable_is_offered() -> None:
    """A feast for 5 food is offered to whom can exchange for it, one for 7 is not."""
    match = start("any_time")
    assert "feast" in texts(match)
    assert "never" not in texts(match)
    play(match, RUBY, "gain 1 wood")
    assert "feast" not in texts(match)
    assert "saw" in texts(match)


def test_exchanges_in_the_middle_of_paying() -> None:
    """A payment that is short waits for exchanges, and takes none that would make it fail."""
    match = start("any_time", "feast")
    assert texts(match) == [GRAIN, FLAX, RUBY]
    play(match, RUBY)
    # One wood instead of three food would leave the payment short for ever.
    assert goods(match) == {"grain": 1, "flax": 1, "food": 3}
    play(match, FLAX, GRAIN)
    assert match.decision is not None and match.decision.player == 1
    assert goods(match) == {"gold": 5}


def test_once_per_and_if() -> None:
    """An any-time rule under a condition and once per turn."""
    match = start("any_time")
    assert "gain 1 gold" not in texts(match)
    play(match, RUBY, "gain 1 wood")
    assert "gain 1 gold" in texts(match)
    play(match, "gain 1 gold")
    assert "gain 1 gold" not in texts(match)
    play(match, "rest", "rest")
    assert "gain 1 gold" in texts(match), "a new turn has begun"


def test_a_place_bought_in_the_middle_of_a_choice() -> None:
    """Sowing without a field is offered, because a field can be had on the way."""
    match = start("any_time_place", "sow")
    assert texts(match) == ["pay 1 ruby"]
    play(match, "pay 1 ruby", "c12")
    assert texts(match) == ["sow c12"]
    play(match, "sow c12")
    assert match.state["land.c12.sown"] is True
    assert "sow" not in texts(match), "no field is left, and no ruby"


def test_nothing_is_paid_for_what_cannot_be_done() -> None:
    """A room is offered only if it can be paid for and placed, surcharge included."""
    match = start("atomic")
    assert texts(match) == ["furnish for 1 gold", "furnish", "furnish (2)", "done"]
    assert texts(play(match, "furnish for 1 gold")) == ["furnish parlor", "furnish nook"]
    play(match, "furnish parlor")
    assert goods(match) == {"gold": 3}, "the place is chosen before anything is paid"
    play(match, "c11")
    assert match.over, "no gold is left, so nothing more is asked"


def test_a_refused_move_changes_nothing() -> None:
    """A room that is too dear is refused with a reason."""
    match = start("atomic", "furnish")
    before = match.save()
    with pytest.raises(IllegalMove):
        match.play("furnish hall")
    assert match.save() == before


def test_conditions_on_the_opponent() -> None:
    """Conditions are asked when moves are listed, for whoever is to move."""
    match = start("opponent_state", players=2)
    assert texts(match) == ["take humble", "take plain"]
    play(match, "take plain")
    assert texts(match) == ["take humble", "take plain"]
    play(match, "take humble")
    play(match, "take plain", "take plain")
    match = start("opponent_state", "take plain", players=2)
    match = play(match, "take humble")
    assert texts(match) == ["take humble", "take plain"]


def test_conditions_of_a_game_alone() -> None:
    """For one player the condition on the opponent holds by itself."""
    assert texts(start("opponent_state", players=1)) == [
        "take renovation",
        "take humble",
        "take plain",
    ]


def test_a_single_way_to_pay_is_asked_about_if_an_exchange_opens_another() -> None:
    """Food could be had for the grain, so gold is not taken without asking."""
    match = start("any_time_asked")
    assert texts(match) == ["pay 1 gold", "trade 1 grain for 1 food", "pay 1 ruby"]
    play(match, "trade 1 grain for 1 food")
    assert texts(match) == ["pay 2 food", "pay 1 gold", "pay 1 ruby"]
    play(match, "pay 2 food")
    assert goods(match) == {"gold": 2, "ruby": 1}


def test_done_is_asked_about_if_an_exchange_opens_a_part() -> None:
    """A field could be bought and harvested; when none can, nothing more is asked."""
    match = start("any_time_asked", "pay 1 gold")
    assert texts(match) == ["done", "trade 1 grain for 1 food", "pay 1 ruby"]
    play(match, "pay 1 ruby", "c11")
    assert texts(match) == ["harvest c11", "done", "trade 1 grain for 1 food"]
    play(match, "harvest c11")
    assert match.over, "no exchange gives wood or gold: the rest goes by itself"
    assert goods(match) == {"food": 1, "grain": 1, "gold": 3}


def test_costs_out_of_reach_are_told_from_costs_within_reach() -> None:
    """A feast of 40 food is beyond all exchanges, a snack of 7 and a hut are not."""
    match = start("many_exchanges")
    assert texts(match)[:3] == ["snack", "hut", "gain 1 gold"]


def test_two_payments_in_a_row() -> None:
    """What one payment takes is missing for the next: five wood cannot be had beside."""
    match = start("many_exchanges")
    assert "palace" not in texts(match)
    play(match, "hut")
    seen = 0
    while match.decision is not None and "trade 1 gold for 1 food" in texts(match):
        match.play(match.moves()[-1])
        seen += 1
        assert seen < 40
        if "snack" in texts(match):
            break
    assert goods(match)["gold"] >= 9, "whatever was exchanged, the hut was paid for in the end"
