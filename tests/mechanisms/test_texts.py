"""What a game says to people: translations in files of their own, signs, what a component needs."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.events import sentence

from .support import game_from, texts

HOUSE = """
game: house
title: House
players: 1
goods:
  wood: {start: 1, name: wood}
  ore: {}
kinds:
  card: {count: 2}
cards:
  saw: {needs: my wood > 0, do: pay 1 wood}
  pick: {copies: 1, do: gain 1 ore}
zones:
  deck: {of: card, start: all}
flow:
  repeat: 2
  do:
    as: seat(1)
    do:
      - choose: card in deck
        prompt: {en: Which card?}
      - perform card
"""

FRENCH = """
language: fr
texts:
  title: Maison
  goods.wood.name: bois
  goods.ore.name: minerai
  cards.saw.name: scie
  flow.do.do.1.prompt: Quelle carte ?
"""


def test_locale_file_says_everything(tmp_path: Path) -> None:
    """A file in locale/ gives texts to the game, names, title and prompts alike."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.yaml").write_text(FRENCH, encoding="utf-8")
    match = game_from(tmp_path, HOUSE).start(1)
    french = match.game.program
    assert french.title == {"en": "House", "fr": "Maison"}
    assert french.names["good.wood"] == {"en": "wood", "fr": "bois"}
    assert french.names["good.ore"] == {"fr": "minerai"}
    assert french.names["card.saw"] == {"fr": "scie"}
    assert any("Quelle carte ?" in str(label.texts) for label in french.labels)


def test_count_of_a_kind_is_for_those_that_say_nothing(tmp_path: Path) -> None:
    """`count` gives every component as many pieces, unless it has copies of its own."""
    program = game_from(tmp_path, HOUSE).program
    assert program.piece_names == ("saw", "saw_2", "pick")


def test_component_is_done_only_if_what_it_needs_holds(tmp_path: Path) -> None:
    """Without wood only the pick is left."""
    match = game_from(tmp_path, HOUSE).start(1)
    assert texts(match) == ["saw", "saw (2)", "pick"]
    match.play("saw")
    assert texts(match) == ["pick"]
    assert match.explain("saw")[0].text == "Needs my wood > 0."


def test_numbers_that_could_be_mixed_up_are_rolled_by_name(tmp_path: Path) -> None:
    """What is rolled is named, in every language, where another number could be meant."""
    rules = """
game: two-dice
players: 2
state:
  white: {min: 1, max: 6, name: {en: white, fr: blanc}}
  red: {min: 1, max: 6, name: {en: red, fr: rouge}}
flow:
  for_each: p in players
  do:
    - roll white
    - roll red
    - one_of: [{label: done, do: nothing}]
scoring: {points: {sum: white + red}}
"""
    alone = rules.replace("  red: {min: 1, max: 6, name", "  red: {min: 1, max: 8, name")
    for text, wanted in (rules, ["A rolls white", "A obtient blanc"]), (alone, ["A rolls"]):
        game = game_from(tmp_path, text)
        first = game.start(seed=1).opening[0]
        for lang, said in zip(("en", "fr"), wanted, strict=False):
            words = sentence(game.wording, first, lang)
            assert words.rpartition(" ")[0] == said
            assert words.rpartition(" ")[2].isdigit()
