"""What cannot fail although no single instruction says so, and what only looks as if it could not.

Each procedure of one small game is asked for by name.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.interpreter.guards import prepared

GAME = """
game: sure
title: Sure
players: 1
goods:
  sheep: {max: 9}
  boar: {max: 9}
  dog: {max: 9}
  food: {max: 20}
boards:
  land: {rows: 1, columns: 3, cells: {meadow: bool}}
housing:
  goods: [sheep, boar]
  helpers: dog
  places: [{each: land where its meadow, holds: 2, of: one, helped: sheep}]
define:
  housed: can_house(free)
procedures:
  release_animals:
    freely:
      - {if: my sheep > 0 and not housed, then: trade 1 sheep for 1 food}
      - {if: my boar > 0 and not housed, then: trade 1 boar for 2 food}
    done_if: housed
    at_most: 20
  release_sheep:
    freely:
      - {if: my sheep > 0 and not housed, then: trade 1 sheep for 1 food}
    done_if: housed
    at_most: 20
  release_pairs:
    freely:
      - {if: my sheep > 0 and not housed, then: trade 2 sheep for 1 food}
      - {if: my boar > 0 and not housed, then: trade 1 boar for 2 food}
    done_if: housed
    at_most: 20
  donate:
    - choose: many in range(0, 5) where many <= my food
    - pay (many) food
  donate_more:
    - choose: many in range(0, 5) where many <= my food + 1
    - pay (many) food
  donate_late:
    - choose: many in range(0, 5) where many <= my food
    - lose 1 food
    - pay (many) food
  donate_some:
    - choose: many in range(1, 5) where many <= my food
    - pay (many) food
  three:
    if: my food > 2
    then: pay 3 food
  four:
    if: my food > 2
    then: pay 4 food
  keep_young:
    if: can_house(1 sheep)
    then:
      - choose: kept in subsets(land) where can_house((count(kept)) sheep)
      - gain (count(kept)) food
  keep_dog:
    if: can_house(1 dog)
    then:
      - choose: kept in subsets(land) where can_house((count(kept)) sheep)
      - gain (count(kept)) food
  reward:
    - one_of: [gain 1 food, gain 1 dog]
      or_any_if: my dog > 2
flow:
  repeat: 3
  do:
    for_each: p in players
    do:
      one_of:
NAMES
scoring:
  points: {food: my food}
"""
SURE = (
    "release_animals",
    "donate",
    "three",
    "keep_young",
    "reward",
)
DOUBTFUL = (
    "release_sheep",
    "release_pairs",
    "donate_more",
    "donate_late",
    "donate_some",
    "four",
    "keep_dog",
)


@pytest.fixture(scope="module")
def sure(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The procedures of the game that cannot fail."""
    folder: Path = tmp_path_factory.mktemp("sure")
    names = [f"        - {name.replace('_', ' ')}" for name in SURE + DOUBTFUL]
    (folder / "game.yaml").write_text(GAME.replace("NAMES", "\n".join(names)))
    program = prepared(load_program(str(folder), 1).unwrap())
    return {name for name, (entry, _) in program.procedures.items() if program.infallible[entry]}


@pytest.mark.parametrize("name", SURE)
def test_what_is_asked_before_is_known(sure: set[str], name: str) -> None:
    """A procedure cannot fail if what it asks and what it knows leave no way to."""
    assert name in sure


@pytest.mark.parametrize("name", DOUBTFUL)
def test_what_is_left_out_may_fail(sure: set[str], name: str) -> None:
    """A procedure may fail if there is a case that it leaves out."""
    assert name not in sure
