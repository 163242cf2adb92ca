"""Ways to pay: alternatives, groups, different goods, substitutions, costs that are adjusted."""

from __future__ import annotations

from .support import goods, play, start, texts


def test_alternatives_are_plans() -> None:
    """A payment with several ways is a choice, each way says what is paid."""
    match = start("paying", "either")
    assert texts(match) == ["pay 2 grain", "pay 1 flax, 1 ore"]
    play(match, "pay 1 flax, 1 ore")
    assert goods(match) == {"grain": 2, "gold": 3, "food": 1}
    # One way only is left: it is not asked about.
    play(match, "either")
    assert goods(match) == {"gold": 3, "food": 2}


def test_different_goods() -> None:
    """Three different goods of four, each once."""
    match = start("paying", "junction")
    assert texts(match) == [
        "pay 1 grain, 1 flax, 1 ore",
        "pay 1 grain, 1 flax, 1 gold",
        "pay 1 grain, 1 ore, 1 gold",
        "pay 1 flax, 1 ore, 1 gold",
    ]


def test_goods_of_a_group() -> None:
    """Two crops: any mixture there is."""
    assert texts(start("paying", "crops")) == ["pay 2 grain", "pay 1 grain, 1 flax"]


def test_gains_with_alternatives() -> None:
    """What is gained may be chosen too."""
    match = start("paying", "gift")
    assert texts(match) == ["gain 2 grain", "gain 1 ore", "gain 1 gold"]


def test_amounts_that_are_worked_out() -> None:
    """n food for n + 1 gold in one go."""
    match = start("paying", "sell")
    assert texts(match) == ["1", "2"]
    assert goods(play(match, "2")) == {"grain": 2, "flax": 1, "ore": 1, "food": 2}


def test_all_of_a_good_and_refilling() -> None:
    """`all gold` is what there is now; a refill gives what is missing."""
    match = start("paying", "all in", "top up")
    assert texts(match) == ["refill grain", "refill flax"]
    play(match, "refill flax")
    assert goods(match) == {"grain": 2, "flax": 2, "ore": 1, "food": 1}
    match = start("paying", "what", "flax", "top up all")
    assert goods(match)["flax"] == 2


def test_adjusted_costs_and_numbers() -> None:
    """Costs fall while a component is in play, never below nothing."""
    match = start("adjusting", "fence", "pass")
    assert goods(match) == {"wood": 2, "stone": 2, "gold": 1}
    play(match, "build carpenter", "pass", "fence", "pass", "fence far", "pass")
    assert goods(match) == {"wood": 1, "stone": 2, "gold": 3}


def test_by_comes_before_to() -> None:
    """A number is first changed by what is in play, then set."""
    match = start("adjusting", "strike", "build tools", "strike")
    assert goods(match)["gold"] == 2
    play(match, "strike")
    assert goods(match, 1)["gold"] == 3
    match = start("adjusting", "build crown", "pass", "build tools", "pass", "strike")
    assert goods(match)["gold"] == 3


def test_an_adjustment_may_depend_on_its_owner() -> None:
    """The oath adds the owner's gold but one."""
    match = start("adjusting", "fence", "pass", "fence", "pass", "build oath", "pass", "strike")
    assert goods(match)["gold"] == 4


def test_a_ban_is_a_value() -> None:
    """What is barred is offered once somebody's licence says otherwise."""
    match = start("adjusting", "strike", "build licence", "build licence", "strike")
    assert "smuggle" not in texts(match), "one gold only"
    play(match, "strike", "strike")
    assert "smuggle" in texts(match)
    assert match.decision is not None and match.decision.player == 0


def test_without_helpers_the_cost_is_the_cost() -> None:
    """No substitution holds before its component is in play."""
    match = start("substitutes", "dig")
    assert "room" not in texts(match), "no wood"


def test_substitutions_widen_the_plans() -> None:
    """One wood and one stone may be ore; the plans say what is paid."""
    match = start("substitutes", "dig", "hire builder", "room")
    assert texts(match) == ["pay 2 stone, 1 ore", "pay 1 stone, 2 ore"]
    play(match, "pay 1 stone, 2 ore")
    assert goods(match) == {"stone": 1, "ore": 2, "potion": 1, "gold": 2, "won": 1}


def test_a_substitution_that_is_used_up_is_counted_when_a_plan_used_it() -> None:
    """Once per round and twice in the game; paying without it does not count."""
    match = start("substitutes", "dig", "hire builder", "hire grimald", "room")
    assert texts(match) == [
        "pay 2 stone, using grimald",
        "pay 2 stone, 1 ore",
        "pay 1 stone, 1 ore, using grimald",
        "pay 1 stone, 2 ore",
        "pay 2 ore, using grimald",
    ]
    play(match, "pay 1 stone, 1 ore, using grimald")
    play(match, "room")
    # Nothing was free any more: one way was left, and it was not asked about.
    assert goods(match) == {"ore": 1, "potion": 1, "gold": 2, "won": 2}


def test_once_per_and_uses_of_a_substitution() -> None:
    """A use comes back with the next round, until all uses are gone."""
    dig = ["dig", "dig", "dig"]
    match = start("substitutes", "hire grimald", "dig", "room")
    assert goods(match)["won"] == 1
    assert "stone" not in goods(match), "the wood was free, and there was no other way"
    play(match, "dig", "dig")
    # A new round has begun: it comes back.
    play(match, "room")
    assert "room" not in texts(match), "no stone"
    play(match, *dig)
    assert "room" not in texts(match), "once per round"
    play(match, "dig")
    assert match.state["A.won"] == 2
    assert goods(match)["stone"] == 4
    assert "room" not in texts(match), "a new round, but twice in the game is all"


def test_using_a_substitution_has_a_price() -> None:
    """The book goes when a plan uses it, and only then."""
    match = start("substitutes", "hire book", "hire builder", "dig", "room")
    assert texts(match) == [
        "pay 2 stone, 1 ore",
        "pay 1 stone, 1 ore, using book",
        "pay 1 stone, 2 ore",
        "pay 2 ore, using book",
    ]
    before = match.copy()
    play(match, "pay 2 stone, 1 ore")
    assert match.state["chapters"] == 0
    play(before, "pay 2 ore, using book")
    assert before.state["chapters"] == 1
    assert before.state["spent"] == ["book"]


def test_several_units_by_several_goods() -> None:
    """Two ore may be a gold and a potion, or two gold; the other alternative stays as it is."""
    match = start("substitutes", "hire smith", "dig", "tool")
    assert texts(match) == [
        "pay 4 ore",
        "pay 2 ore, 1 potion, 1 gold",
        "pay 2 ore, 2 gold",
    ]


def test_can_pay_knows_of_substitutions() -> None:
    """Who could pay with what stands in for a good can pay."""
    match = start("substitutes", "dig")
    assert "boast" not in texts(match)
    play(match, "hire builder")
    assert "boast" in texts(match)
