"""Panels of a display in, what a seat reads on the screen out."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.dsl.pipeline import load_program
from rulewright.interpreter.cli.look import Look
from rulewright.interpreter.cli.output import Style
from rulewright.interpreter.cli.panels import Screen
from rulewright.interpreter.sight import Sight

STALL = """
game: stall
title: {{en: Stall}}
players: 1-2
source: assumed
languages: [en, fr]
goods: {{coin: {{start: 3}}, wood: {{}}}}
kinds:
  die: {{plural: dice, state: {{value: {{min: 1, max: 6}}}}}}
  ware:
    attributes: {{cost: cost, colour: good or none, weight: int, odd: bool}}
    state: {{worn: {{max: 3, start: 2, name: {{en: scratches, fr: rayures}}}}}}
dice: {{die: {{copies: 2}}}}
wares:
  hat: {{name: {{en: Hat, fr: Chapeau}}, cost: 1 coin or 2 wood, weight: 1}}
  lamp: {{name: {{en: Lamp, fr: Lampe}}, cost: 2 coin, weight: 3, colour: wood, odd: true}}
zones:
  cup: {{of: die, start: all}}
  shelf: {{of: ware, start: all}}
  hand: {{of: ware, each: player, seen_by: owner}}
define:
  heavy: {{name: {{en: heavy, fr: lourd}}, for: {{ware: ware}}, is: ware's weight > 2}}
  price:
    name: {{en: for, fr: contre}}
    for: {{ware: ware}}
    is: ware's weight * 2
display:
{display}
flow:
  - for_each: p in players
    do:
      - choose: ware in shelf
      - move ware to my hand
  - as: seat(1)
    do: {{one_of: [gain 1 coin, gain 1 wood]}}
scoring: {{points: {{count: count(my hand where heavy(it)) + sum(price(it) over my hand)}}}}
"""


def screen(
    folder: Path,
    display: str,
    lang: str = "en",
    players: int = 2,
    played: tuple[str, ...] = (),
) -> str:
    """What the first seat sees of the stall."""
    (folder / "game.yaml").write_text(STALL.format(display=display), encoding="utf-8")
    match = rw.load(str(folder), players).start(seed=1)
    for move in played:
        match.play(move)
    look = Look(match, 0, lang, Sight(match.game.viewer))
    blocks = Screen(look, Style(80), ["A", "B"][:players]).blocks()
    return "\n".join(line for block in blocks for line in block)


def test_pieces_are_listed_with_what_is_asked(tmp_path: Path) -> None:
    """Attributes by their value, numbers and named values with a name, what is not there not."""
    shown = screen(tmp_path, "  - {pieces: shelf, show: [cost, colour, weight, heavy(it), odd]}")

    assert shown.splitlines() == [
        "Hat: 1 coin / 2 wood; weight 1",
        "Lamp: 2 coin; wood; weight 3; heavy; odd",
    ]


def test_pieces_are_listed_in_the_language_of_the_reader(tmp_path: Path) -> None:
    """Names of pieces and of values come in the language that was asked for."""
    shown = screen(tmp_path, "  - {pieces: shelf, show: price(it), title: {fr: Étal}}", "fr")

    assert shown.splitlines() == ["Étal", "Chapeau: contre 2", "Lampe: contre 6"]


def test_an_empty_list_is_not_shown(tmp_path: Path) -> None:
    """Where there is nothing to list there is no title either."""
    assert screen(tmp_path, "  - {pieces: shelf where its weight > 9, title: {en: Heavy}}") == ""


def test_a_hand_is_listed_as_its_owner_sees_it(tmp_path: Path) -> None:
    """What a seat holds is listed with what is said of it."""
    panels = "  - {pieces: my hand, show: cost}"

    assert screen(tmp_path, panels, played=("lamp",)) == "Lamp: 2 coin"


def test_a_panel_may_be_for_some_set_ups_only(tmp_path: Path) -> None:
    """A panel with `when` is there where its condition holds."""
    panels = "  - {text: Alone, when: players_count == 1}\n  - {text: Always}"

    assert screen(tmp_path, panels, players=1) == "Alone\nAlways"
    assert screen(tmp_path, panels) == "Always"


def test_dice_are_named_by_what_they_show(tmp_path: Path) -> None:
    """A die is called as in moves; other state is said with its name in the reader's language."""
    assert screen(tmp_path, "  - {zones: [cup]}") == "cup: die 1 x2"
    assert screen(tmp_path, "  - {zones: [shelf]}", "fr").startswith("shelf: Chapeau (2)")


def test_a_list_of_something_else_is_refused(tmp_path: Path) -> None:
    """Numbers or players are no pieces."""
    (tmp_path / "game.yaml").write_text(
        STALL.format(display="  - {pieces: players}"), encoding="utf-8"
    )

    found = load_program(str(tmp_path), 2)

    assert [problem.code for problem in found.problems] == ["wrong-type"]
