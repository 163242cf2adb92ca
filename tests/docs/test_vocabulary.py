"""The vocabulary: every word is there, every example is right in the game behind the examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import calls, context, naming, scripts, vocabulary
from rulewright.dsl.parser import KINDS, RESERVED, VERBS
from rulewright.dsl.problems import Problems
from rulewright.dsl.schema_files import part_at
from rulewright.dsl.schema_heads import Heads
from rulewright.dsl.source import Span
from rulewright.dsl.types import ERROR

from .support import explained, from_yaml, load_in_village, play_out, wrong

# Names that examples use without choosing them first.
GIVEN = {
    "card": "card",
    "room": "room",
    "space": "space",
    "cell": "cell",
    "edge": "edge",
    "what": "good",
}
EXPRESSIONS = {
    **vocabulary.FUNCTIONS,
    **vocabulary.PARTS,
    **{f"sign {name}": word for name, word in vocabulary.SIGNS.items()},
    **{
        f"name {name}": word
        for name, word in vocabulary.NAMES.items()
        if name not in ("actor", "this")
    },
}
SCHEMA_OF = {"flow": vocabulary.HEADS, "rules": vocabulary.RULE_HEADS}


def beside(section: str) -> dict[str, tuple[str, ...]]:
    """Return the keys beside each head as the schema says them."""
    part = part_at("game", [section, 0] if section == "rules" else [section])
    return dict(Heads.of(part).beside)


@pytest.mark.parametrize("section", SCHEMA_OF)
def test_heads_have_the_companions_of_the_schema(section: str) -> None:
    """The vocabulary and the schema name the same heads with the same keys beside them."""
    said = {
        head.name: sorted((head.name, *head.companions)) for head in SCHEMA_OF[section].values()
    }

    assert said == {head: sorted(keys) for head, keys in beside(section).items()}


def test_heads_need_what_the_schema_requires() -> None:
    """A key that must stand beside a head is the same in the vocabulary and in the schema."""
    part = part_at("game", ["flow"]).schema
    required = {head: sorted(keys) for head, keys in part["dependentRequired"].items()}
    # Beside `choose`, `up_to` is a number of things; alone it is a head and needs its `do`.
    required["up_to"] = part["dependentSchemas"]["up_to"]["then"]["required"]

    assert {h.name: sorted(h.needs) for h in vocabulary.HEADS.values() if h.needs} == required


def test_script_heads_come_from_the_vocabulary() -> None:
    """The stage that makes scripts knows the heads of the vocabulary, in the same order."""
    assert tuple(vocabulary.HEADS) == scripts.HEADS
    assert set(vocabulary.HEADS) == set(scripts.Scripts._METHODS)


def test_every_function_is_in_the_vocabulary() -> None:
    """The functions that are typed and those that are documented are the same."""
    # `possible` takes a phrase instead of values, so it is a form of the grammar.
    assert {*calls._MADE, "possible"} == set(vocabulary.FUNCTIONS)


def test_every_verb_is_in_the_vocabulary() -> None:
    """The verbs of the grammar and those that are documented are the same."""
    assert {*VERBS, "end game"} == set(vocabulary.VERBS)


def test_every_built_in_name_is_in_the_vocabulary() -> None:
    """Names that no game declares are documented."""
    assert set(context.BUILTIN_NAMES) == set(vocabulary.NAMES)


def test_every_kind_of_leaf_is_in_the_vocabulary() -> None:
    """Each start symbol of the grammar is documented."""
    assert set(KINDS) == set(vocabulary.LEAVES)


@pytest.mark.parametrize("name", vocabulary.TYPES)
def test_types_are_known(name: str) -> None:
    """Each type that is documented is one, by its own name or in the example."""
    ctx = context.Context("sample", 2, Problems())
    ctx.enums["suit"] = ("leaves", "acorns")
    ctx.kinds = dict.fromkeys(("card", "die"))  # type: ignore[assignment]
    ctx.boards = dict.fromkeys(("grid",))  # type: ignore[assignment]
    word = vocabulary.TYPES[name]
    written: Any = from_yaml(word.example)
    text = written["type"] if isinstance(written, dict) else written

    assert ctx.type_named(text, Span.file_start("sample")) != ERROR
    assert list(ctx.problems) == []


def test_sides_are_known() -> None:
    """The sides named by the guide are those of the language."""
    assert set(naming.SIDE_NAMES) == {"north", "east", "south", "west"}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_examples_of_expressions_are_right(name: str, tmp_path: Path) -> None:
    """Each example of a function, sign or name has a type in the game behind the examples."""
    part = {"define": {"example": {"for": GIVEN, "is": EXPRESSIONS[name].example}}}
    result = load_in_village(part, tmp_path / "village")

    assert wrong(result) == [], explained(result)


@pytest.mark.parametrize("name", ["actor", "this"])
def test_examples_of_names_in_rules_are_right(name: str, tmp_path: Path) -> None:
    """The names that only rules of components know have a type there."""
    condition = vocabulary.NAMES[name].example.replace("points", "points > 1")
    room = {"cost": "1 wood", "points": 1}
    rules = [{"after": "another dig", "if": condition, "do": "gain 1 food"}]
    result = load_in_village({"rooms": {"spy": {**room, "rules": rules}}}, tmp_path / "village")

    assert wrong(result) == [], explained(result)


@pytest.mark.parametrize("name", [*vocabulary.VERBS, *(f"step {n}" for n in vocabulary.STEPS)])
def test_examples_of_verbs_are_right(name: str, tmp_path: Path) -> None:
    """Each example of a verb, and of how verbs are joined, can be done in that game."""
    word = (vocabulary.STEPS | vocabulary.VERBS)[name.removeprefix("step ")]
    part = {"procedures": {"example": {"for": GIVEN, "do": word.example}}}
    result = load_in_village(part, tmp_path / "village")

    assert wrong(result) == [], explained(result)


@pytest.mark.parametrize("name", vocabulary.HEADS)
def test_examples_of_heads_are_right(name: str, tmp_path: Path) -> None:
    """Each example of a head is a script of that game, and a game with it comes to its end."""
    script = from_yaml(vocabulary.HEADS[name].example)
    first = script[0] if isinstance(script, list) else script
    part = {"flow": [{"for_each": "seat_in_turn in players", "do": script}, "round_of_turns"]}
    result = load_in_village(part, tmp_path / "village")

    assert name in first or name == "do"
    assert wrong(result) == [], explained(result)
    play_out(result)


@pytest.mark.parametrize("name", vocabulary.RULE_HEADS)
def test_examples_of_rule_heads_are_right(name: str, tmp_path: Path) -> None:
    """Each example of a rule holds in that game, and a game with it comes to its end."""
    rule = from_yaml(vocabulary.RULE_HEADS[name].example)
    result = load_in_village({"rules": [rule]}, tmp_path / "village")

    assert name in rule
    assert wrong(result) == [], explained(result)
    play_out(result)


@pytest.mark.parametrize("kind", vocabulary.LEAVES)
def test_examples_of_leaves_are_right(kind: str, tmp_path: Path) -> None:
    """Each example of a kind of leaf is right where such a leaf can stand."""
    example = vocabulary.LEAVES[kind].example
    parts: dict[str, dict[str, Any]] = {
        "effect": {"procedures": {"example": example}},
        "condition": {"define": {"example": example}},
        "value": {"define": {"example": example}},
        "choice": {"procedures": {"example": [{"choose": example}]}},
        "bundle": {"define": {"example": {"cost": example}}},
        "event": {"rules": [{"after": example, "do": "gain 1 food"}]},
        "adjust": {"rules": [{"adjust": example}]},
        "substitute": {"rules": [{"substitute": example, "in": "room_cost"}]},
    }
    result = load_in_village(parts[kind], tmp_path / "village")

    assert wrong(result) == [], explained(result)


@pytest.mark.parametrize("name", vocabulary.BUNDLES)
def test_examples_of_bundles_are_right(name: str, tmp_path: Path) -> None:
    """Each way to write goods can be paid."""
    pay = f"pay {vocabulary.BUNDLES[name].example}"
    result = load_in_village({"procedures": {"example": pay}}, tmp_path / "village")

    assert wrong(result) == [], explained(result)


@pytest.mark.parametrize("name", vocabulary.WHO)
def test_examples_of_events_are_right(name: str, tmp_path: Path) -> None:
    """Each way to write an event can be answered to."""
    rule = {"after": vocabulary.WHO[name].example, "do": "raise round"}
    spy = {"cost": "1 wood", "points": 1, "rules": [rule]}
    result = load_in_village({"rooms": {"spy": spy}}, tmp_path / "village")

    assert wrong(result) == [], explained(result)


def test_no_word_of_the_language_is_forgotten() -> None:
    """Each reserved word occurs in some form or example of the vocabulary."""
    tables = (
        vocabulary.FUNCTIONS, vocabulary.VERBS, vocabulary.NAMES, vocabulary.PARTS,
        vocabulary.LEAVES, vocabulary.STEPS, vocabulary.SIGNS, vocabulary.BUNDLES, vocabulary.WHO,
    )  # fmt: skip
    texts = [f"{w.form} {w.example}" for t in tables for w in t.values()]
    texts += [head.example for head in vocabulary.RULE_HEADS.values()]
    words = {word for text in texts for word in text.replace("(", " ").split()}

    # Articles are left out of phrases, so no form has them.
    assert sorted(RESERVED - words - {"a", "an", "the"}) == []
