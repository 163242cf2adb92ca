"""Whose rule it is, in which order rules answer, what they see, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program

from .support import goods, play, start, texts


def test_a_card_that_belongs_to_all_is_everybodys() -> None:
    """An event in a shared zone answers for whoever acts, and adjusts for everybody."""
    match = start("rules", "news", "visit inn")
    assert goods(match, 1) == {"wood": 1, "gold": 4}
    assert goods(match) == {}
    play(match, "visit market")
    assert goods(match) == {"wood": 1, "gold": 4}


def test_a_rule_sees_what_the_procedure_was_called_with() -> None:
    """The ring asks where somebody went, and takes the wealth of that town."""
    match = start("rules", "wear ring", "visit inn")
    assert goods(match) == {}
    match = start("rules", "wear ring", "visit market")
    assert goods(match) == {"fame": 3, "gold": 1}


def test_rules_answer_in_their_order() -> None:
    """The crown's gold comes first, though the ring is written first: it has a later order."""
    match = start("rules", "wear crown", "news", "wear ring", "visit market", "no")
    # 1 gold for the crown, so 1 fame more; and the visitor has 4 gold, which is more than 1.
    assert goods(match) == {"gold": 2, "fame": 4}
    assert goods(start("rules", "wear ring", "visit market")) == {"gold": 1, "fame": 3}


def test_on_a_board_a_piece_is_in_play_too() -> None:
    """The crown on the shelf answers like the one that is worn."""
    match = start("rules", "shelve crown", "visit inn", "no")
    assert goods(match) == {"gold": 1}


def test_an_adjustment_of_what_another_does() -> None:
    """The fee rises for this visit, once in the game."""
    match = start("rules", "wear crown", "visit inn")
    assert match.decision is not None and match.decision.player == 0
    assert texts(match) == ["hinder", "no"]
    play(match, "hinder")
    assert (goods(match, 1), goods(match)) == ({"gold": 3}, {"gold": 1})
    play(match, "news", "visit inn")
    # Not asked again; the event adds 1 to the fee, and 1 wood.
    assert goods(match, 1) == {"gold": 7, "wood": 1}


def test_every_other_player_is_asked() -> None:
    """With three players the owner answers to both others."""
    match = start("rules", "wear crown", "visit inn", "no", "visit inn", "no", players=3)
    assert goods(match) == {"gold": 2}


def test_any_time_rules_with_uses() -> None:
    """The lamp gives wood twice, at any own decision."""
    match = start("rules", "wear lamp", "news")
    assert "gain 1 wood" in texts(match)
    play(match, "gain 1 wood", "gain 1 wood")
    assert "gain 1 wood" not in texts(match)
    assert goods(match) == {"wood": 2}
    play(match, "visit inn")
    assert "gain 1 wood" not in texts(match), "it is not the other player's"


WRONG = """
game: wrong
title: Wrong
players: 2
goods: {gold: {max: 9}}
rules:
  - RULE
define:
  price: {cost: 1 gold, adjustable: true}
  fixed: {is: 1}
procedures:
  dig: gain (fixed) gold
flow:
  for_each: p in players
  do: [dig, pay price]
scoring: {points: {gold: my gold}}
"""


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("{after: another dig, do: gain 1 gold}", "another-than-who"),
        ("{before: I gain gold, do: gain 1 gold}", "goods-after"),
        ("{after: I dig, adjust: price by -1 gold}", "adjust-before"),
        ("{after: I dug, do: gain 1 gold}", "unknown-procedure"),
        ("{adjust: fixed by 1}", "not-adjustable"),
        ("{adjust: prize by 1}", "unknown-define"),
        ("{substitute: 1 silver by 1 gold, in: price}", "unknown-good"),
        ("{substitute: 1 gold by free, in: cost_of_it}", "unknown-define"),
        ("{substitute: (my gold) gold by free, in: price}", "not-constant"),
        ("{any_time: gain 1 gold, once_per: year}", "unknown-procedure"),
    ],
)
def test_mistakes_in_rules_are_problems(tmp_path: Path, rule: str, code: str) -> None:
    """A rule that cannot mean anything is reported with its place."""
    (tmp_path / "game.yaml").write_text(WRONG.replace("RULE", rule))
    problems = load_program(str(tmp_path)).problems
    assert code in {each.code for each in problems}
    assert {each.span.line for each in problems if each.code == code} == {7}
