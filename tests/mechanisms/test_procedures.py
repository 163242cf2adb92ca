"""Procedures, components that are done by reference, loops, turns, choices of several, chains."""

from __future__ import annotations

import json

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.interpreter.errors import RuleRuntimeError

from .support import HERE, game, goods, play, start, texts


def test_perform_runs_the_component_as_this() -> None:
    """The forest gives what lies on it, its bonus is a script of its own."""
    match = start("performing", "use forest")
    assert texts(match) == ["take all from this", "gain 1 food", "done"]
    play(match, "take all from this", "done")
    assert goods(match) == {"wood": 1, "gold": 3}
    assert match.state["forest.worker"] == 0


def test_doing_another_spaces_effect() -> None:
    """Imitation is offered if there is something to imitate; it never imitates itself."""
    match = start("performing")
    assert texts(match) == ["use forest", "use quarry"], "nobody to imitate yet"
    play(match, "use forest", "done", "done")
    assert texts(match) == ["use quarry", "use imitation"]
    play(match, "use imitation")
    assert texts(match) == ["imitate forest"]
    play(match, "imitate forest")
    # What the other has left there is still to be taken, and the price has been paid.
    assert texts(match) == ["take all from this", "gain 1 food", "done"]
    assert goods(match, 1) == {}
    play(match, "take all from this")
    assert goods(match, 1) == {"wood": 1}


def test_a_price_that_cannot_be_paid_forbids_the_space() -> None:
    """A procedure with a cost is made for that cost: 2 gold here."""
    match = start("performing", "use quarry", "done", "use imitation", "imitate quarry", "done")
    assert goods(match, 1) == {"gold": 3}
    match = start("performing", "use quarry", "done", "use forest", "done", "done")
    assert goods(match, 1) == {"gold": 3}


def test_called_by_its_template() -> None:
    """`visit up to 2 rooms` calls a procedure with a number in the middle of its words."""
    match = start("performing", "use quarry", "gain 1 food", "gain 1 food")
    assert match.decision is not None and match.decision.player == 1
    assert goods(match)["food"] == 2


def test_undo_and_resume_in_the_middle_of_nested_decisions() -> None:
    """A save three procedures deep goes on exactly where it was."""
    match = start("performing", "use forest", "done", "done", "use imitation", "imitate forest")
    assert match.decision is not None and match.decision.player == 1
    other = game("performing").resume(json.loads(json.dumps(match.save())))
    for each in (match, other):
        play(each, "gain 1 food", "take all from this", "gain 1 food", "done")
    assert (match.v, match.k) == (other.v, other.k)
    for _ in range(5):
        match.undo()
        other.undo()
    assert (match.v, match.k) == (other.v, other.k)
    assert texts(match) == ["imitate forest"]


def test_chains_end_by_themselves() -> None:
    """A rule may answer to what it does itself, as long as its condition holds."""
    assert goods(start("chains", "gain 1 spark")) == {"spark": 4}


def test_a_procedure_that_wakes_a_rule_that_calls_it() -> None:
    """Each ash moves the nasty once more."""
    match = start("chains", "gain 3 ash", "move nasty")
    assert goods(match) == {"gold": 4}


def test_endless_chains_are_an_error_of_the_rules() -> None:
    """Without a condition the chain has a limit, and nothing has changed when it is reached."""
    match = start("chains", damp=False)
    before = match.save()
    with pytest.raises(RuleRuntimeError, match="keep setting each other off") as raised:
        match.play("gain 1 spark")
    assert raised.value.code == "chain-limit"
    assert "chains/game.yaml" in raised.value.place
    assert match.save() == before


def test_an_opponent_made_of_rules() -> None:
    """The dice of the opponent block spaces; nobody is asked, and the seed decides."""
    seen = set()
    for seed in range(20):
        match = start("automa", seed=seed)
        assert match.decision is not None and match.decision.player == 0
        assert 2 <= len(texts(match)) <= 3
        red = match.state["red"]
        assert ("use west" in texts(match)) <= (red > 2)
        assert match.state["threat"] == (0 if red <= 2 else 1 if red <= 4 else 2)
        seen.add(tuple(texts(match)))
    assert len(seen) > 3


def test_what_is_in_play_depends_on_players_and_options() -> None:
    """`when` takes components out of the game, copies put them in more than once."""
    assert texts(start("options", players=1)) == ["use logging", "use market", "no"]
    assert texts(start("options", players=2)) == ["use logging", "use breach", "use market", "no"]
    assert texts(start("options", players=3, wares="without_gold")) == [
        "use crowd",
        "use crowd (2)",
        "no",
    ]


def test_options_are_constants() -> None:
    """Numbers, conditions and loops can depend on options; the Program is made for them."""
    assert goods(start("options", players=1, extra=3)) == {"gold": 3}
    match = start("options", "no", players=1, fast=True)
    assert match.over
    assert not start("options", "no", players=1).over
    assert goods(start("options", "use market", players=3))["gold"] == 5


def test_options_out_of_range_are_problems() -> None:
    """An unknown option, choice, number or player count is reported, not ignored."""
    for players, options in (
        (5, {}),
        (2, {"extra": 9}),
        (2, {"wares": "none_at_all"}),
        (2, {"colour": True}),
    ):
        assert load_program(str(HERE / "options"), players, options).problems


def test_choose_exactly_up_to_and_at_least() -> None:
    """Several are picked one by one; done is offered when there are enough."""
    match = start("choosing", "ace")
    assert texts(match) == ["two", "three", "four"]
    play(match, "four")
    # Exactly two: nothing more to ask. Then up to one of those that are worth more than 1.
    assert goods(match) == {"gold": 5}
    assert texts(match) == ["four", "done"]
    play(match, "four")
    assert texts(match) == ["two", "three"], "at least one, the four does not count"
    play(match, "three")
    assert texts(match) == ["two", "done"]


def test_for_each_in_a_chosen_order() -> None:
    """The player says in which order; the last one is not asked about."""
    match = start("choosing", "ace", "four", "four", "three", "two")
    assert texts(match) == ["two", "three"]
    play(match, "three")
    assert match.state["line"] == ["three", "two"]


def test_a_choice_with_a_prompt_and_numbers() -> None:
    """A label and a prompt; then chance chooses for itself."""
    match = start("choosing", "ace", "four", "four", "two", "done")
    assert match.decision is not None and match.decision.prompt == "How many?"
    assert texts(match) == ["say 0", "say 1"]
    play(match, "say 1")
    assert match.over
    assert match.state["best"] in ("three", "four")


def test_what_leads_to_an_empty_choice_of_chance_is_not_offered() -> None:
    """One card has to stay in hand for chance to choose."""
    match = start("choosing", "three", "four", "done", "ace")
    assert match.decision is not None and match.decision.prompt == "How many?"
    assert match.state["hand"] == ["two"]


def test_take_turns_who_until() -> None:
    """In turn from the first player, only who still has workers."""
    match = start("turns", players=3)
    order = []
    while match.state["rounds"] == 1:
        assert match.decision is not None
        order.append(match.decision.player)
        play(match, "done")
    assert order == [0, 1, 2, 0, 1, 2][: len(order)]
    assert match.decision is not None and match.decision.player == 1, "the next one begins"


def test_take_turns_ends_when_until_holds() -> None:
    """As soon as there is gold enough the round is over, workers or not."""
    match = start("turns", players=3)
    # Each takes two gold: nine are not reached before everybody has had two turns.
    for _ in range(3):
        play(match, "gain 1 gold", "gain 1 gold")
    assert match.state["rounds"] == 1
    assert "gain 1 gold" not in texts(match), "the bonus is reset with the round, not the turn"
    play(match, "done", "done", "done")
    assert match.state["rounds"] == 2
    assert "gain 1 gold" in texts(match)


def test_resets_and_what_is_still_possible() -> None:
    """After one dig that cannot be followed by another the bonus is paid; the count starts anew."""
    match = start("turns", "gain 1 gold", "dig", players=2)
    # One dig was done, no gold is left for another: two gold, and the turn is over.
    assert goods(match) == {"gold": 2, "worker": 1}
    play(match, "done")
    assert match.state["A.digs"] == 0, "a new turn"
    play(match, "dig")
    # Another dig is possible, so nothing is paid yet.
    assert texts(match) == ["dig", "done"]
    play(match, "done")
    assert goods(match) == {"gold": 1, "worker": 2}, "and a new round has begun"


def test_drawing_more_than_there_is() -> None:
    """A draw ends with the deck; then the discard pile is shuffled into it."""
    match = start("decks", "restock 9")
    assert match.view(0)["zones"]["deck"] == {"count": 0}
    assert len(match.state["A.hand"]) == 5
    play(match, "discard low", "discard high", "restock 2")
    assert match.view(0)["zones"]["deck"] == {"count": 2}
    assert match.view(0)["zones"]["discard"]["count"] == 0


def test_the_top_of_a_pile() -> None:
    """`top` is the card that was put there last."""
    match = start("decks", "restock 9", "discard low", "discard high", "look")
    assert goods(match) == {"gold": 11}
