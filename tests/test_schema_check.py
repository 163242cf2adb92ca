"""The schema stage: what it says about a file of the wrong shape, and where it points."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.catalogue import SCHEMA
from rulewright.dsl.problems import Problem
from rulewright.dsl.schema_check import check_schema
from rulewright.dsl.schema_files import load_schema
from rulewright.dsl.source import SourceFile
from rulewright.dsl.yaml_reader import read_yaml


def check(text: str, schema: str = "game", name: str = "things.yaml") -> list[Problem]:
    """Return the problems of a text that is fine as YAML."""
    source = SourceFile(name, text)
    node, problems = read_yaml(source)
    assert node is not None and problems == []
    return check_schema(node, schema, source)


def told(text: str, schema: str = "game", name: str = "things.yaml") -> list[str]:
    """Return each problem as `line:column code: message / hint`."""
    return [
        f"{each.span.line}:{each.span.column} {each.code}: {each.message} / {each.hint or ''}"
        for each in check(text, schema, name)
    ]


def marked(text: str, found: Problem) -> str:
    """Return what the carets of a problem on one line stand under."""
    line = text.splitlines()[found.span.line - 1]
    return line[found.span.column - 1 : found.span.end_column - 1]


# ---------------------------------------------------------------- keys


def test_an_unknown_key_is_marked_itself() -> None:
    """A slip in a key is marked at the key, with the key that was meant."""
    text = "flow:\n  any_order: [dig, sow]\n  at_leest: 1\n"

    assert told(text) == [
        "3:3 unknown-key: 'at_leest' is not a key of any_order. / Did you mean 'at_least'?"
    ]
    assert marked(text, check(text)[0]) == "at_leest"


def test_an_unknown_head_is_named_after_what_stands_there() -> None:
    """Without a head, the message says what kind of mapping it is."""
    assert told("rules:\n  - aftr: I gain flax\n    do: gain 1 food\n") == [
        "2:5 unknown-key: 'aftr' is not a key of a rule. / Did you mean 'after'?"
    ]


def test_what_a_misspelt_key_stands_for_is_not_missing() -> None:
    """One slip gives one problem."""
    assert told("flow:\n  freely: [dig]\n  at_mots: 3\n") == [
        "3:3 unknown-key: 'at_mots' is not a key of freely. / Did you mean 'at_most'?"
    ]


def test_a_key_of_the_level_above_is_recognised() -> None:
    """A line that is indented too much says so."""
    text = (
        "boards:\n  grid:\n    rows: 3\n    columns: 3\n    extra:\n      a:\n        marks: {}\n"
    )

    assert told(text) == [
        "7:9 unknown-key: 'marks' is not a key of an extra cell. / "
        "'marks' is a key of a board: is the line indented too much?"
    ]


def test_short_lists_of_keys_are_shown() -> None:
    """Where nothing is near, the keys that exist help."""
    assert told("shapes:\n  l: {cells: [XX], colour: red}\n") == [
        "2:20 unknown-key: 'colour' is not a key of a shape. / The keys here are cells and reflect."
    ]


def test_a_key_of_another_head_says_whose_it_is() -> None:
    """A companion of another head is not unknown, only misplaced."""
    assert told("flow:\n  choose: room in display\n  order: seat\n") == [
        "3:3 misplaced-key: 'order' is not a key of choose. / 'order' goes with for_each."
    ]


def test_a_key_of_do_can_be_had_by_nesting() -> None:
    """The way to have both is told."""
    assert told("flow:\n  repeat: 3\n  needs: my gold > 1\n  do: dig\n") == [
        "3:3 misplaced-key: 'needs' is not a key of repeat. / 'needs' goes with do. "
        "To have both, put 'repeat' inside 'do'."
    ]


def test_many_owners_of_a_key_are_cut_short() -> None:
    """A key of many heads names a few of them."""
    assert told("flow:\n  for_each: p in players\n  prompt: Who?\n  do: dig\n") == [
        "3:3 misplaced-key: 'prompt' is not a key of for_each. / 'prompt' goes with any_order, "
        "in_order, one_of, freely, may, choose or others. To have both, put 'for_each' inside 'do'."
    ]


@pytest.mark.parametrize(
    ("script", "place", "wrong", "head", "right"),
    [
        ("{if: my gold > 1, do: dig}", "1:25", "do", "if", "then"),
        ("{do: dig, if: my gold > 1}", "1:8", "do", "if", "then"),
        ("{repeat: 3, then: dig}", "1:19", "then", "repeat", "do"),
    ],
)
def test_then_and_do_are_told_apart(
    script: str, place: str, wrong: str, head: str, right: str
) -> None:
    """Mixing up `do` and `then` is one problem, not two heads and a missing key."""
    assert told(f"flow: {script}\n") == [
        f"{place} misplaced-key: '{wrong}' is not a key of {head}. / Did you mean '{right}'?"
    ]


def test_two_heads_are_one_problem() -> None:
    """The second head is marked, and what belongs to it is not complained about."""
    text = "flow:\n  any_order: [dig]\n  one_of: [sow]\n  or_any_if: true\n"
    found = check(text)

    assert told(text) == [
        "3:3 two-heads: 'any_order' and 'one_of' cannot stand in the same mapping. / Put '- ' in "
        "front of each to make them two items of a list, or put 'one_of' inside 'any_order'."
    ]
    assert [(note, span.line) for note, span in found[0].related] == [
        ("'any_order' stands here.", 2)
    ]


def test_heads_that_claim_each_other_are_fine() -> None:
    """`up_to` beside `choose`, `do` beside `for_each`, `adjust` beside `before` are companions."""
    text = (
        "flow:\n"
        "  - {choose: room in display, up_to: 2}\n"
        "  - {up_to: 2, at_least: 1, do: dig}\n"
        "  - {for_each: p in players, order: seat, do: dig}\n"
        "  - {do: dig, label: deep, needs: my gold > 1}\n"
        "rules:\n"
        "  - {before: I serve, may: nothing, adjust: lateness by -1}\n"
        "  - {adjust: lateness by -1, if: my gold > 1}\n"
    )

    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "flow: {at_least: 1}\n",
            "1:8 no-head: 'at_least' needs 'any_order', 'in_order', 'choose' or 'up_to' "
            "beside it. / ",
        ),
        (
            "flow: {label: dig}\n",
            "1:8 no-head: 'label' needs a key beside it, such as any_order, in_order, one_of, "
            "freely, may or others. / ",
        ),
        (
            "rules: [{do: dig, uses: 2}]\n",
            "1:10 no-head: 'do' and 'uses' need 'before', 'after' or 'instead_of' beside them. / ",
        ),
        ("define: {a: {for: {n: int}}}\n",
         "1:14 no-head: 'for' needs 'is', 'cost' or 'first_match' beside it. / "),
        ("flow: {first_match: [{}]}\n", "1:22 no-head: A case needs a key such as then or do. / "),
    ],
)  # fmt: skip
def test_a_mapping_needs_a_head(text: str, expected: str) -> None:
    """Keys that only add to a head say which heads there are."""
    assert told(text) == [expected]


def test_do_and_may_exclude_each_other() -> None:
    """A rule either must or may happen."""
    text = "rules:\n  - after: I gain flax\n    may: gain 1 food\n    do: gain 1 food\n"

    assert told(text) == [
        "4:5 clashing-keys: 'may' and 'do' exclude each other. / Keep one of them. "
        "may: What the player may do or leave. do: What must happen."
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "flow:\n  for_each: p in players\n",
            "2:3 missing-key: 'for_each' needs 'do' beside it. / What is done: one effect, a list, "
            "or keys with one head. For example: 'do: gain 1 stone'.",
        ),
        (
            "flow:\n  up_to: 2\n",
            "2:3 missing-key: 'up_to' needs 'do' beside it. / What is done: one effect, a list, "
            "or keys with one head. For example: 'do: gain 1 stone'.",
        ),
        (
            "rules:\n  - after: I gain flax\n",
            "2:5 missing-key: 'after' needs 'do', 'may' or 'adjust' beside it. / ",
        ),
        (
            "zones:\n  deck: {start: all}\n",
            "2:3 missing-key: deck needs a key 'of'. / The kind of piece it holds. "
            "For example: 'of: card'.",
        ),
        (
            "boards:\n  grid: {rows: 3}\n",
            "2:3 missing-key: grid needs a key 'columns'. / How many cells in each row, when rows "
            "is a number. For example: 'columns: 3'.",
        ),
        (
            "housing:\n  goods: [sheep]\n  places:\n    - holds: 2\n      of: any\n",
            "4:7 missing-key: Item 1 of places needs a key 'each'. / The places. "
            "For example: 'each: my pastures'.",
        ),
    ],
)
def test_a_missing_key_is_told_at_what_needs_it(text: str, expected: str) -> None:
    """A missing key is marked at its companion, its parent's key or its item."""
    assert told(text) == [expected]


def test_only_game_yaml_needs_the_id_of_the_game() -> None:
    """The main file says which game it is; the files beside it do not."""
    expected = (
        "1:1 missing-key: game.yaml needs a key 'game'. / The id of the game; only in game.yaml. "
        "For example: 'game: tic-tac-toe'."
    )

    assert told("title: Tiny\n", name="games/tiny/game.yaml") == [expected]
    assert told("title: Tiny\n", name="games/tiny/goods.yaml") == []
    assert told("game: tiny\n", name="games/tiny/game.yaml") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "goods:\n  Gold-Coin: {max: 9}\n",
            "2:3 bad-key: 'Gold-Coin' cannot be a key here; it should be an id of small letters, "
            "digits and _, starting with a letter. / Write 'gold_coin'.",
        ),
        (
            "title: {english: Tiny}\n",
            "1:9 bad-key: 'english' cannot be a key here; it should be a language code such as "
            "en, fr or ja. / ",
        ),
    ],
)
def test_keys_that_are_no_names(text: str, expected: str) -> None:
    """An id that cannot be one is marked at the key, with how to write it."""
    assert told(text) == [expected]


def test_a_misspelt_section_is_one_problem() -> None:
    """A section that is none is told once, not for each thing in it."""
    told_once = (
        "unknown-key: 'procedurs' is no section of a game file and no table of components. / "
        "Did you mean 'procedures'?"
    )
    variant = "variant: v\nof: g\nadd:\n  procedurs:\n    dig: [a, b]\n"

    assert told("procedurs:\n  dig: [a, b]\n  sow: [c, d]\n") == [f"1:1 {told_once}"]
    assert told(variant, "variant") == [f"4:3 {told_once}"]


def test_components_stand_under_any_plural() -> None:
    """A key that is no section holds components with whatever their kind declares."""
    assert told("rooms:\n  shelf: {points: 3, walls: {must: N}, do: dig}\n  stall:\n") == []
    assert told("rooms:\n  shelf: 3\n") == [
        "2:10 wrong-type: shelf should be keys such as name, do, rules and the attributes of its "
        "kind, or nothing; found the number 3. / "
    ]
    assert told("rooms: [shelf]\n") == [
        "1:8 wrong-type: rooms should be keys with a component each; found a list of words. / "
        "rooms is no section of a game file, so components are expected here."
    ]


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "players: [two, three]\n",
            "1:10 wrong-type: players should be a number or a range such as 1-4; "
            "found a list of words. / ",
        ),
        (
            "players: few\n",
            "1:10 wrong-value: players should be a number or a range such as 1-4; found 'few'. / ",
        ),
        (
            "players: [2, three]\n",
            "1:14 wrong-type: Item 2 of players should be a number from 1; found 'three'. / ",
        ),
        (
            "options:\n  a: {choices: [1, 2], default: 1}\n",
            "2:16 wrong-type: Each item of choices should be an id of small letters, digits and _, "
            "starting with a letter; found a list of numbers. / ",
        ),
        (
            "goods:\n  gold: {name: 7}\n",
            "2:16 wrong-type: name should be a text, or one text per language such as "
            "{en: ..., fr: ...}; found the number 7. / Put it in quotes if text is meant: \"7\".",
        ),
        (
            "rules: [{after: true, do: dig}]\n",
            "1:17 wrong-type: after should be an event such as I gain flax; found true. / ",
        ),
        (
            "rules: {after: I dig, do: dig}\n",
            "1:8 wrong-type: rules should be a list of rules; found the keys after and do. / "
            "Put '- ' in front to make it an item of a list.",
        ),
        (
            "options: [{choices: [a]}]\n",
            "1:10 wrong-type: options should be keys with an option each; found a list. / "
            "Write keys without '- ' in front of them.",
        ),
        (
            "stage: stabel\n",
            "1:8 wrong-value: stage should be draft or stable; found 'stabel'. / "
            "Did you mean 'stable'?",
        ),
        (
            "rules: [{after: I dig, do: sow, uses: 0}]\n",
            "1:39 wrong-value: uses should be a number from 1; found the number 0. / ",
        ),
        (
            "source: page 5\n",
            "1:9 wrong-value: source should be assumed, keys such as {book: fr, page: 5}, or a "
            "list of such sources; found 'page 5'. / ",
        ),
        (
            "game: Tic Tac Toe\n",
            "1:7 wrong-value: game should be a name of small letters, digits and hyphens; "
            "found 'Tic Tac Toe'. / Write 'tic-tac-toe'.",
        ),
        (
            "flow: {one_of: []}\n",
            "1:16 empty: one_of should be a list of parts; it is empty. / ",
        ),
        ("flow: []\n",
         "1:7 empty: flow should be an effect, a list of steps, or keys with one head such as "
         "one_of; it is empty. / "),
        (
            "- goods\n",
            "1:1 wrong-type: The file should be a game file with sections such as goods, rules and "
            "flow; found a list of words. / Write keys without '- ' in front of them.",
        ),
    ],
)  # fmt: skip
def test_wrong_values_are_told_at_the_value(text: str, expected: str) -> None:
    """The value is marked; the message says what was expected and what was found."""
    assert told(text) == [expected]


def test_nothing_after_the_colon() -> None:
    """A key without a value asks about the indentation, and its neighbour is not blamed."""
    text = "flow:\n  do:\n  any_order: [dig, sow]\n"

    assert told(text) == [
        "2:3 nothing-here: There is nothing after 'do:'. / It should be an effect, a list of "
        "steps, or keys with one head such as one_of. Is the next line indented too little?"
    ]


def test_an_empty_item_and_a_written_null() -> None:
    """Nothing in a list and the word null are told for what they are."""
    assert told("flow:\n  - dig\n  -\n") == [
        "3:4 nothing-here: Item 2 of flow is empty. / It should be an effect, a list of steps, or "
        "keys with one head such as one_of."
    ]
    assert told("stage: null\n") == [
        "1:8 nothing-here: stage should be draft or stable. / null stands for nothing in YAML; "
        "put it in quotes if text is meant."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "flow: [gain 2 grain, 1 flax]\n",
        "procedures: {dig: [gain 2 grain, 1 flax]}\n",
        "flow: {any_order: [gain 2 grain, 1 flax]}\n",
        "rooms: {shelf: {do: [gain 2 grain, 1 flax]}}\n",
    ],
)
def test_an_effect_split_at_its_comma(text: str) -> None:
    """Brackets cut a sentence at its comma, and the rest is marked wherever effects stand."""
    found = check(text)

    assert [(each.code, marked(text, each)) for each in found] == [("yaml-flow-comma", "1 flax")]
    assert "'gain 2 grain and 1 flax'" in str(found[0].hint)


def test_a_number_split_off_is_not_told_twice() -> None:
    """A rest that is only a number is the same mistake, not a number in a list of effects."""
    assert [each.code for each in check("flow: [gain 2 grain, 1]\n")] == ["yaml-flow-comma"]
    assert check("flow: [gain 2 grain and 1 flax, dig]\n") == []


# ---------------------------------------------------------------- other files


def test_variants() -> None:
    """A variant is checked like a game where it adds, and by path where it changes."""
    text = (
        "variant: rich\nof: tiny\nchange: {goods..gold: 3}\nadd:\n  goods: {gold: {satrt: 1}}\n"
        "options: {a: {choces: [x], default: x}, b: true, c: [1]}\nremvoe: [goods.wood]\n"
    )

    assert told(text, "variant") == [
        "3:10 bad-key: 'goods..gold' cannot be a key here; it should be a dotted path such as "
        "goods.gold.start. / ",
        "5:18 unknown-key: 'satrt' is not a key of a good. / Did you mean 'start'?",
        "6:15 unknown-key: 'choces' is not a key of an option. / Did you mean 'choices'?",
        "6:53 wrong-type: c should be a value, or keys such as {choices: [...], default: ...}; "
        "found a list of numbers. / Write keys without '- ' in front of them.",
        "7:1 unknown-key: 'remvoe' is not a key of a variant file. / Did you mean 'remove'?",
    ]


def test_rulings() -> None:
    """A ruling says what it expects, one thing per item, or why it is not tested."""
    text = (
        "- id: a\n  ruling: b\n  given: {playrs: 2}\n  when: take x\n  then:\n"
        "    - options: [a]\n      prompt: x\n    - scores: {AA: 3, B: x}\n    - A.gold == 3\n"
        "- id: c\n  ruling: d\n- id: e\n  ruling: f\n  skip: disputed\n"
    )

    assert told(text, "rulings") == [
        "3:11 unknown-key: 'playrs' is not a key of given. / Did you mean 'players'?",
        "4:9 wrong-type: when should be a list of moves, in the words players see; found 'take x'. "
        "/ Put '- ' in front to make it an item of a list.",
        "7:7 two-heads: 'options' and 'prompt' cannot stand in the same mapping. / "
        "Put '- ' in front of each to make them two items of the list.",
        "8:16 bad-key: 'AA' cannot be a key here; it should be the letter of a player, such as A. "
        "/ ",
        "8:26 wrong-type: B should be a number; found 'x'. / ",
        "10:3 missing-key: Item 2 of the file needs a key 'then'. / What must be so afterwards.",
    ]


def test_translations() -> None:
    """A file of translations is texts by path."""
    assert told("language: fr\ntexts:\n  goods.gold.name:\n  a b: c\n", "locale") == [
        "3:3 nothing-here: There is nothing after 'goods.gold.name:'. / It should be a text. "
        "Is the next line indented too little?",
        "4:3 bad-key: 'a b' cannot be a key here; it should be a dotted path such as "
        "goods.gold.start. / ",
    ]


# ---------------------------------------------------------------- in general


@pytest.mark.parametrize("code", SCHEMA)
def test_the_catalogue_shows_each_problem(code: str) -> None:
    """The bad example of each code has that problem and no other, the good one has none."""
    entry = SCHEMA[code]

    assert [each.code for each in check(entry.bad)] == [code]
    assert check(entry.good) == []


def test_the_examples_of_the_schemas_pass() -> None:
    """What the schemas show as a whole file is accepted."""
    for name in ("game", "variant", "rulings", "locale"):
        for example in load_schema(name)["examples"]:
            assert check(json.dumps(example), name) == []


def test_a_file_full_of_mistakes_ends() -> None:
    """Thousands of mistakes give many problems, but not endlessly many."""
    rooms = "".join(f"  r{number}: {{do: {{one_off: [a]}}}}\n" for number in range(2000))

    assert 100 < len(check(f"rooms:\n{rooms}")) <= 500


def test_loading_the_stage_does_not_load_the_validator() -> None:
    """Who only asks for help or plays does not wait for jsonschema."""
    code = "import sys, rulewright.dsl.schema_check; print('jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


WORDS = sorted(
    {
        *load_schema("common")["$defs"]["script"]["properties"],
        *load_schema("common")["$defs"]["rule"]["properties"],
        *load_schema("game")["properties"],
        "x", "Any Order", "en", "type", "values", "rooms",
    }
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["dig", "1 flax", "", "all"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)
    ),
    max_leaves=15,
)
JARGON = re.compile(
    r"\b(None|True|False|dict|str|NoneType|schema|propert|instance|array|object|boolean|integer|"
    r"string|additional|dependent|pattern)\w*\b|\[\]|\{\}|''"
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(WORDS), VALUES, min_size=1, max_size=4))
def test_whatever_is_written_gives_problems_with_places(data: dict[str, Any]) -> None:
    """No shape of file breaks the stage, and every problem has words and a place in the file."""
    text = json.dumps(data, indent=1)
    source = SourceFile("things.yaml", text)
    node, _ = read_yaml(source)
    assert node is not None

    for found in check_schema(node, "game", source):
        assert 1 <= found.span.line <= found.span.end_line <= text.count("\n") + 1
        assert found.message.endswith(".") and not JARGON.search(found.message)
