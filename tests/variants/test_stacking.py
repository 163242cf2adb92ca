"""Stacking: what variants do, whatever the order in which they are named."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from .support import HAMLET, fingerprint, load, write_game, write_variant


@pytest.fixture
def hamlet(tmp_path: Path) -> Path:
    """The game in a folder of its own."""
    return write_game(tmp_path / "hamlet")


def test_base_game_has_no_problem(hamlet: Path) -> None:
    """The game that the tests vary is itself sound."""
    assert load(hamlet).problems == []
    assert load(hamlet, players=3).problems == []


SAME: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a value": ({"change": {"goods.wood.start": 5}}, {"goods": {"wood": {"start": 5}}}),
    "a value that was not said": (
        {"change": {"goods.ore.start": 1}},
        {"goods": {"ore": {"start": 1}}},
    ),
    "a line by its number": (
        {"change": {"procedures.rest.2": "gain 2 ore if long"}},
        {"procedures": {"rest": ["gain 1 wood if first is old", "gain 2 ore if long"]}},
    ),
    "a line by its words": (
        {"change": {"cards.saw.do.one_of.gain_2_wood": "gain 3 wood"}},
        {"cards": {"saw": {"do": {"one_of": ["gain 3 wood", "pay 1 wood then gain 2 gold"]}}}},
    ),
    "a line by its key": (
        {"change": {"procedures.trade_day.do.may": "trade 1 wood for 2 gold"}},
        {"procedures": {"trade_day": {"do": [{"may": "trade 1 wood for 2 gold"}]}}},
    ),
    "a part of a step": (
        {"change": {"flow.2.do": "gain 1 gold"}, "remove": ["procedures.rest", "options"]},
        {
            "flow": [
                {"for_each": "p in players", "do": "work"},
                {"for_each": "p in players", "do": "gain 1 gold"},
                {"for_each": "p in players", "do": "trade_day"},
            ],
            "procedures": {"rest": None},
            "options": None,
        },
    ),
    "a new phase": (
        {
            "add": {"procedures": {"feast": "pay 1 gold if possible"}},
            "insert": {"after flow.1": {"for_each": "p in players", "do": "feast"}},
        },
        {
            "procedures": {"feast": "pay 1 gold if possible"},
            "flow": [
                {"for_each": "p in players", "do": "work"},
                {"for_each": "p in players", "do": "feast"},
                {"for_each": "p in players", "do": "rest"},
                {"for_each": "p in players", "do": "trade_day"},
            ],
        },
    ),
    "set-up for three": (
        {
            "insert": {
                "last in setup": {
                    "if": "players_count == 3",
                    "then": {"for_each": "q in players", "do": "gain 3 gold"},
                }
            }
        },
        {
            "setup": [
                *HAMLET["setup"],
                {
                    "if": "players_count == 3",
                    "then": {"for_each": "q in players", "do": "gain 3 gold"},
                },
            ]
        },
    ),
    "a card in its zone": (
        {
            "add": {"cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}}},
            "insert": {"first in zones.deck.start": "hoe"},
        },
        {
            "cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}},
            "zones": {"deck": {"start": ["hoe", "axe", "pick", "saw"]}},
        },
    ),
    "a card added to its zone": (
        {
            "add": {
                "cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}},
                "zones": {"deck": {"start": ["hoe"]}},
            },
        },
        {
            "cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}},
            "zones": {"deck": {"start": ["axe", "pick", "saw", "hoe"]}},
        },
    ),
    "a card taken out": (
        {"remove": ["cards.axe", "zones.deck.start.axe"]},
        {"cards": {"axe": None}, "zones": {"deck": {"start": ["pick", "saw"]}}},
    ),
    "a line replaced by two": (
        {
            "insert": {"before procedures.rest.1": ["gain 1 gold", "gain 1 ore"]},
            "remove": ["procedures.rest.1"],
            "change": {"options.first.default": "young"},
        },
        {
            "procedures": {"rest": ["gain 1 gold", "gain 1 ore", "gain 1 ore if long"]},
            "options": {"first": {"default": "young"}},
        },
    ),
    "an option chosen and a new one": (
        {
            "options": {"first": "young", "rich": {"type": "bool", "default": True}},
            "insert": {"last in procedures.rest": "gain 1 gold if rich"},
        },
        {
            "options": {
                "first": {"default": "young"},
                "rich": {"type": "bool", "default": True},
            },
            "procedures": {
                "rest": [*HAMLET["procedures"]["rest"], "gain 1 gold if rich"],
            },
        },
    ),
    "scoring": (
        {
            "add": {"scoring": {"points": {"ore": "3 * my ore"}}},
            "remove": ["scoring.ties.my_ore"],
        },
        {"scoring": {"points": {"ore": "3 * my ore"}, "ties": ["sum(its worth over deck)"]}},
    ),
    "an attribute for every card": (
        {
            "add": {"kinds": {"card": {"attributes": {"heavy": {"type": "bool"}}}}},
            "change": {"cards.pick.heavy": True},
            "insert": {"last in scoring.ties": "count(deck where its heavy)"},
        },
        {
            "kinds": {"card": {"attributes": {"worth": "int", "heavy": {"type": "bool"}}}},
            "cards": {"pick": {"heavy": True}},
            "scoring": {
                "ties": ["my ore", "sum(its worth over deck)", "count(deck where its heavy)"]
            },
        },
    ),
    "a step that was alone": (
        {"insert": {"last in cards.axe.do": "gain 1 ore"}},
        {"cards": {"axe": {"do": ["gain 1 wood", "gain 1 ore"]}}},
    ),
    "an entry at its place": (
        {"insert": {"before cards.pick": {"hoe": {"worth": 4, "do": "gain 3 wood"}}}},
        {
            "cards": {
                "axe": HAMLET["cards"]["axe"],
                "hoe": {"worth": 4, "do": "gain 3 wood"},
                "pick": HAMLET["cards"]["pick"],
                "saw": HAMLET["cards"]["saw"],
            },
        },
    ),
}


def _merged(left: dict[str, Any], right: dict[str, Any], *, anew: bool = False) -> dict[str, Any]:
    made = {} if anew else dict(left)
    for key, value in right.items():
        if value is None:
            made.pop(key, None)
        elif isinstance(value, dict) and isinstance(left.get(key), dict):
            # What lists every entry of the game's says in which order they stand.
            made[key] = _merged(left[key], value, anew={*left[key]} <= {*value})
        else:
            made[key] = value
    return made


@pytest.mark.parametrize("case", SAME)
def test_a_variant_is_as_good_as_a_changed_file(case: str, tmp_path: Path) -> None:
    """A variant gives the game that somebody would get who changed the game's own file."""
    said, changed = SAME[case]
    folder = write_game(tmp_path / "varied")
    add_hoe = {"insert": {"last in zones.deck.start": "hoe"}} if "entry" in case else {}
    write_variant(folder, "house", **{**said, **_joined(said, add_hoe)})
    game = _merged(HAMLET, changed)
    if add_hoe:
        game["zones"] = {"deck": {"of": "card", "start": ["axe", "pick", "saw", "hoe"]}}
    other = write_game(tmp_path / "rewritten", game)

    for players in (2, 3):
        varied, rewritten = (
            load(each, *names, players=players).unwrap()
            for each, names in ((folder, ["house"]), (other, []))
        )
        assert varied.fingerprint == rewritten.fingerprint
    assert (
        varied.fingerprint != load(write_game(tmp_path / "plain"), players=3).unwrap().fingerprint
    )


def _joined(said: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    return {key: {**said.get(key, {}), **value} for key, value in more.items()}


def test_disjoint_variants_in_any_order(hamlet: Path) -> None:
    """Four variants that touch different things give the same game in all 24 orders."""
    hoe = {"cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}}}
    write_variant(hamlet, "a", add=hoe, insert={"last in zones.deck.start": "hoe"})
    rake = {
        "cards": {"rake": {"worth": 1, "do": "gain 1 ore"}},
        "zones": {"deck": {"start": ["rake"]}},
    }
    write_variant(hamlet, "b", add=rake, change={"goods.gold.start": 1})
    write_variant(hamlet, "c", insert={"before procedures.rest.1": "gain 1 gold"})
    write_variant(
        hamlet,
        "d",
        remove=["procedures.rest.2"],
        options={"long": True},
        insert={"last in procedures.rest": "gain 1 ore if long"},
    )
    found = {fingerprint(hamlet, *order) for order in permutations("abcd")}

    assert len(found) == 1
    assert load(hamlet, "d", "b", "a").unwrap().variants == ("a", "b", "d")


def test_numbers_count_lines_of_the_game(hamlet: Path) -> None:
    """A line is the same line, however many others are put in front of it by another variant."""
    write_variant(hamlet, "a", insert={"before procedures.rest.1": ["gain 1 gold", "gain 1 ore"]})
    write_variant(hamlet, "b", change={"procedures.rest.2": "gain 5 ore if long"})
    rest = ["gain 1 gold", "gain 1 ore", "gain 1 wood if first is old", "gain 5 ore if long"]
    game = _merged(HAMLET, {"procedures": {"rest": rest}})

    assert fingerprint(hamlet, "b", "a") == fingerprint(write_game(hamlet.parent / "other", game))


def test_the_later_one_has_the_last_word(hamlet: Path) -> None:
    """With `after` the order of a clash is settled, and paths see what came before."""
    write_variant(hamlet, "a", insert={"first in procedures.rest": "gain 1 gold"})
    write_variant(hamlet, "b", after=["a"], change={"procedures.rest.1": "gain 3 gold"})
    write_variant(hamlet, "c", after=["b"], remove=["procedures.rest.gain_3_gold"])
    rest = ["gain 3 gold", *HAMLET["procedures"]["rest"]]
    other = write_game(hamlet.parent / "other", _merged(HAMLET, {"procedures": {"rest": rest}}))

    assert fingerprint(hamlet, "b", "a") == fingerprint(other)
    assert fingerprint(hamlet, "c", "b", "a") == fingerprint(hamlet)
    # Alone it names the game's first line.
    rest = ["gain 3 gold", HAMLET["procedures"]["rest"][1]]
    game = _merged(HAMLET, {"procedures": {"rest": rest}, "options": {"first": None}})
    write_variant(hamlet, "d", after=["b"], remove=["options.first"])
    assert fingerprint(hamlet, "b", "d") == fingerprint(write_game(hamlet.parent / "third", game))


def test_saying_the_same_twice_is_no_clash(hamlet: Path) -> None:
    """Two variants that agree can be played together."""
    write_variant(
        hamlet, "a", change={"goods.wood.start": 4}, remove=["options.first", "procedures.rest.1"]
    )
    write_variant(
        hamlet, "b", change={"goods.wood.start": 4}, remove=["options.first", "procedures.rest.1"]
    )

    assert fingerprint(hamlet, "a", "b") == fingerprint(hamlet, "b")


def test_translations(hamlet: Path) -> None:
    """A variant's texts in another language are those of the game, also of what it adds."""
    write_variant(
        hamlet,
        "a",
        add={
            "cards": {"hoe": {"worth": 4, "do": "gain 3 wood"}},
            "zones": {"deck": {"start": ["hoe"]}},
        },
        locale={
            "fr": {
                "cards.hoe.name": "houe",
                "cards.axe.name": "hache",
                "procedures.work.choose.label": "prendre {card}",
                "title": "Le hameau",
            }
        },
    )
    program = load(hamlet, "a").unwrap()

    assert program.names["card.hoe"] == {"fr": "houe"}
    assert program.names["card.axe"] == {"en": "axe", "fr": "hache"}
    assert program.title == {"en": "The hamlet", "fr": "Le hameau"}
    assert any(label.texts.get("fr", ("",))[0] == "prendre " for label in program.labels)


def test_every_problem_at_once(hamlet: Path) -> None:
    """A wrong path, a wrong sentence and what a removal breaks are told together."""
    write_variant(
        hamlet,
        "a",
        change={"goods.wod.start": 1, "cards.axe.do": "gain 1 woood"},
        remove=["goods.ore"],
    )
    found = load(hamlet, "a").problems

    assert [each.code for each in found] == ["variant-target", "unknown-good", "variant-breaks"]
    assert len(found[-1].related) == 3


def test_blame_for_what_a_change_does_elsewhere(hamlet: Path) -> None:
    """A change is blamed by trying without it where no name gives it away."""
    write_variant(
        hamlet,
        "a",
        change={"goods.wood.name": {"en": "timber"}, "goods.wood.max": 1, "goods.ore.max": 7},
    )
    (found,) = load(hamlet, "a").problems

    assert found.code == "variant-breaks" and "goods.wood.max" in found.message
    assert found.span.file.endswith("variants/a.yaml")
    assert [span.file.rpartition("/")[2] for _, span in found.related] == ["game.yaml"]
    assert "goods.wood.start" in str(found.hint)


def test_a_variant_may_leave_parts_of_the_game_unused(hamlet: Path) -> None:
    """Procedures and defines that a variant no longer needs are no problem; cards are a warning."""
    less = write_variant(hamlet, "less", remove=["flow.2", "flow.3"])
    other = write_variant(hamlet, "other", change={"flow": "nothing", "scoring.ties": []})
    for path in (less, other):
        made = load(hamlet, str(path))
        assert made.program is not None
        assert made.problems == []

    fewer = load(hamlet, str(write_variant(hamlet, "fewer", remove=["zones.deck.start.saw"])))
    assert fewer.program is not None
    assert [(each.code, each.severity) for each in fewer.problems] == [
        ("variant-breaks", "warning")
    ]
    assert fewer.problems[0].span.file.endswith("fewer.yaml")


def test_what_a_variant_brings_must_be_used(hamlet: Path) -> None:
    """A procedure that the variant itself adds and never calls stays a problem, at its line."""
    added = {"procedures": {"feast": "gain 2 wood"}, "define": {"rich": "my gold > 3"}}
    made = load(hamlet, str(write_variant(hamlet, "more", remove=["flow.2"], add=added)))
    assert made.program is None
    assert sorted(each.code for each in made.problems) == [
        "unreachable-define",
        "unreachable-procedure",
    ]
    assert all(each.span.file.endswith("more.yaml") for each in made.problems)


def test_a_problem_of_the_game_is_not_the_variants_fault(tmp_path: Path) -> None:
    """What is wrong without the variant stays where it is."""
    game = _merged(HAMLET, {"procedures": {"rest": ["gain 1 wod", "gain 1 ore if long"]}})
    folder = write_game(tmp_path, game)
    write_variant(folder, "a", change={"goods.gold.start": 1})
    (found,) = load(folder, "a").problems

    assert found.code == "unknown-good" and found.span.file.endswith("game.yaml")
