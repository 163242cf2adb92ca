"""Rules that answer to what is done: after, before, instead of; own, another's, anyone's."""

from __future__ import annotations

from .support import goods, play, start, texts

FLAX = "gain 1 flax, 2 wood"
SPY = "spy: pay 1 food then gain 2 gold"


def test_after_i_gain_and_how_much() -> None:
    """One gold per gain of flax, as much food as wood arrived."""
    match = start("triggers", FLAX)
    assert goods(match) == {"wood": 2, "food": 3, "gold": 1, "flax": 1}


def test_after_i_pay_under_a_condition() -> None:
    """The toll gate answers to a payment of more than one food."""
    match = start("triggers", FLAX, "pass", "pay 2 food")
    # 1 wood arrives for what was paid, and with it 1 food from the dog school.
    assert goods(match) == {"wood": 3, "food": 2, "gold": 1, "flax": 1}


def test_after_i_lose_what_was_there_once_in_the_game() -> None:
    """`amount` is what really went, and `uses` ends it."""
    match = start("triggers", FLAX, "pass", "lose 3 gold")
    # 1 gold went: 1 flax, and for the flax 1 gold.
    assert goods(match) == {"wood": 2, "food": 3, "gold": 1, "flax": 2}
    play(match, "pass", "lose 3 gold")
    assert goods(match) == {"wood": 2, "food": 3, "flax": 2}


def test_after_anyone_and_another() -> None:
    """Both watches see a dig, only the other player's neighbour and spy do."""
    match = start("triggers", "dig")
    assert match.state["alarms"] == 2
    # The neighbour has gained flax, and with it 1 gold, because the one who dug has 2 gold.
    assert goods(match, 1) == {"food": 1, "flax": 1, "gold": 1}
    assert match.decision is not None and match.decision.player == 1
    assert texts(match) == [SPY, "no"]


def test_once_per_round_and_only_if_it_is_used() -> None:
    """Saying no does not use it up; using it does until the next round."""
    match = start("triggers", "dig", "no", "pass")
    play(match, "dig", SPY, "pass")
    assert goods(match, 1) == {"flax": 2, "gold": 4}
    match = start("triggers", FLAX, "dig", SPY)
    assert match.decision is not None and match.decision.player == 0
    play(match, "dig")
    assert texts(match) == [SPY, "no"], "the other player's spy has not been used"


def test_the_actor_goes_on_after_another_has_answered() -> None:
    """Whoever acted is to move again when the other player's rule has been done."""
    match = start("triggers", "dig", SPY)
    assert goods(match, 1) == {"flax": 1, "gold": 3}
    assert match.decision is not None
    assert (match.decision.player, "dig" in texts(match)) == (1, True)


def test_before_with_an_adjustment_for_this_once() -> None:
    """The fine falls by one for this serving, though the piece is given away for it."""
    match = start("before_instead", "serve")
    assert texts(match) == ["chess: move this to my used", "no"]
    play(match, "chess: move this to my used")
    assert goods(match) == {"gold": 2}
    play(match, "rest", "serve")
    assert goods(match) == {"gold": 3}, "the next serving is as it ever was, and not asked about"


def test_before_declined() -> None:
    """Without it the fine is what it is."""
    match = start("before_instead", "serve", "no", "rest", "serve")
    assert goods(match) == {"gold": 1}
    assert texts(match) == ["chess: move this to my used", "no"]


def test_instead_of_in_windows() -> None:
    """Ways of one order are one question, the next order is asked when none of them is taken."""
    match = start("before_instead", "draw trouble")
    assert texts(match) == ["use cloak", "token: move this to my used", "no"]
    play(match, "no")
    assert texts(match) == ["talisman: move this to my used", "no"]
    play(match, "talisman: move this to my used")
    assert goods(match) == {"gold": 1}


def test_instead_of_uses_and_what_was_given_away() -> None:
    """The cloak helps once, the token while one has it; the procedure is then as if undone."""
    match = start("before_instead", "draw trouble", "use cloak", "rest", "draw trouble")
    assert goods(match) == {}
    assert texts(match) == ["token: move this to my used", "no"]
    play(match, "token: move this to my used", "rest", "draw trouble")
    assert texts(match) == ["talisman: move this to my used", "no"]
    play(match, "no")
    assert goods(match) == {"shame": 1}


def test_instead_of_that_must() -> None:
    """A curse replaces the rest of whom has shame enough, and is not asked about."""
    match = start("before_instead", "draw trouble", "no", "no", "rest")
    play(match, "draw trouble", "no", "no", "rest")
    assert goods(match) == {"shame": 2}
    play(match, "rest")
    assert goods(match) == {"shame": 1}
    assert goods(match, 1) == {"gold": 2}


def test_what_follows_another_players_answer_is_looked_at_too() -> None:
    """Somebody else may answer in between; what cannot be paid then is still not offered."""
    assert texts(start("reactions")) == ["dig", "dig for two", "dig and give", "rob"]


def test_nobody_may_break_what_another_has_begun() -> None:
    """The thief is asked after a plain dig, and not where the payment would then fail."""
    thief = "thief: take 1 gold from actor"
    assert texts(start("reactions", "dig")) == [thief, "no"]
    match = start("reactions", "dig for two")
    assert match.decision is not None and match.decision.player == 1
    assert goods(match) == {"wood": 2}
    match = start("reactions", "dig and give")
    assert match.decision is not None and match.decision.player == 0
    assert texts(match) == ["1"]


def test_what_another_must_do_but_cannot_is_left_out() -> None:
    """The porter has no wood to pay: nobody is kept from digging by that."""
    match = start("reactions", "dig", "no")
    assert goods(match, 1) == {}
    match = start("reactions", "rob", "warden: gain 1 wood", "rob", "no", "dig", "no")
    assert goods(match, 1) == {"gold": 3, "stone": 1}


def test_instead_of_what_another_does() -> None:
    """The other player may prevent it, and gets what the rule says."""
    match = start("reactions", "rob")
    assert match.decision is not None and match.decision.player == 1
    assert texts(match) == ["warden: gain 1 wood", "no"]
    play(match, "warden: gain 1 wood")
    assert (goods(match), goods(match, 1)) == ({}, {"wood": 1})
    assert goods(start("reactions", "rob", "no")) == {"gold": 3}
