"""Mistakes in leaves: each gets its own code, the right place and a hint that helps."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.catalogue import SYNTAX
from rulewright.dsl.foreign_signs import LOOKALIKES
from rulewright.dsl.nodes import Leaf
from rulewright.dsl.parser import DEEPEST, KEYWORDS, KINDS, MOST_CHARACTERS, MOST_NODES, Kind, parse
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import SourceFile
from rulewright.dsl.yaml_reader import YamlMap, YamlScalar, node_at, read_yaml


def source_of(written: str) -> SourceFile:
    """Return a file with one key whose value is written as given."""
    return SourceFile("game.yaml", f"key: {written}\n")


def scalar(source: SourceFile) -> YamlScalar:
    """Return the value of that key."""
    root, problems = read_yaml(source)
    assert problems == []
    assert isinstance(root, YamlMap)
    found = root.entries["key"].value
    assert isinstance(found, YamlScalar)
    return found


def try_out(kind: Kind, text: str) -> tuple[Leaf | None, list[Problem], SourceFile]:
    """Parse a sentence in double quotes, where no sign of it means anything to YAML."""
    source = source_of(json.dumps(text, ensure_ascii=False))
    node, problems = parse(kind, scalar(source))
    assert (node is None) == bool(problems)
    return node, problems, source


def mistake(kind: Kind, text: str) -> tuple[Problem, str]:
    """Return the one problem of a sentence, and the text it points at."""
    _, problems, source = try_out(kind, text)
    assert len(problems) == 1, problems
    (found,) = problems
    span = found.span
    assert span.line == span.end_line == 1
    written = source.text[span.column - 1 : span.end_column - 1]
    return found, written.replace('\\"', '"').replace("\\t", "\t")


# kind, sentence, code, the part pointed at, a part of the hint
WRONG: list[tuple[Kind, str, str, str, str]] = [
    # Signs of other languages.
    ("condition", "a && b", "foreign-operator", "&&", "'and'"),
    ("condition", "a & b", "foreign-operator", "&", "'and'"),
    ("condition", "a || b", "foreign-operator", "||", "'or'"),
    ("condition", "!a", "foreign-operator", "!", "'not'"),
    ("condition", "a = 3", "foreign-operator", "=", "'=='"),
    ("condition", "a === 3", "foreign-operator", "===", "'=='"),
    ("condition", "a => 3", "foreign-operator", "=>", "'>='"),
    ("condition", "a =< 3", "foreign-operator", "=<", "'<='"),
    ("condition", "a <> 3", "foreign-operator", "<>", "'!='"),
    ("value", "a ? b : c", "foreign-operator", "?", "'if ... then ... else ...'"),
    ("value", "a ** 2", "foreign-operator", "**", "multiply"),
    ("value", "a ^ 2", "foreign-operator", "^", "multiply"),
    ("value", "a / 2", "foreign-operator", "/", "'//'"),
    ("effect", "n++", "foreign-operator", "++", "'raise ...'"),
    ("value", "n--", "foreign-operator", "--", "'lower ...'"),
    ("effect", "n += 2", "foreign-operator", "+=", "'raise ... by ...'"),
    ("effect", "set n = 2", "foreign-operator", "=", "'set ... to ...'"),
    ("effect", "let n = 2", "foreign-operator", "=", "'let ... be ...'"),
    ("effect", "dig; dig", "foreign-operator", ";", "'then'"),
    ("value", "a[2]", "foreign-operator", "[", "nth(row, 2)"),
    ("value", "a ≤ 2", "foreign-operator", "≤", "'<='"),
    ("value", "a ≥ 2", "foreign-operator", "≥", "'>='"),
    ("value", "a ≠ 2", "foreign-operator", "≠", "'!='"),
    ("value", "a × 2", "foreign-operator", "×", "'*'"),
    ("condition", "a not equal b", "foreign-operator", "not equal", "'!='"),
    ("condition", "a is not equal to b", "foreign-operator", "is not equal to", "'!='"),
    ("condition", "a equals b", "foreign-operator", "equals", "'=='"),
    ("condition", "a is greater than b", "foreign-operator", "is greater than", "'>'"),
    ("condition", "a is lower than b", "foreign-operator", "is lower than", "'<'"),
    ("condition", "a at least 3", "foreign-operator", "at least", "'>='"),
    ("effect", "gain 1 wood unless a", "foreign-operator", "unless", "'if not'"),
    ("effect", "dig unless a", "foreign-operator", "unless", "'if not'"),
    # Characters that look like ours.
    ("condition", "a ＝ 3", "foreign-character", "＝", "'=='"),
    ("condition", "f（a）", "foreign-character", "（", "'('"),
    ("bundle", "2 wood， 1 coin", "foreign-character", "，", "','"),
    ("bundle", "2　wood", "foreign-character", "　", "plain space"),
    ("bundle", "2\twood", "foreign-character", "\t", "plain space"),
    ("value", "opponent’s coins", "foreign-character", "’", "apostrophe"),
    ("value", "a − 2", "foreign-character", "−", "'-'"),
    ("bundle", "２ wood", "foreign-character", "２", "'2'"),
    # Names.
    ("value", "a.b", "dotted-name", "a.b", "a's b"),
    ("value", "my.coins + 1", "dotted-name", "my.coins", "my coins"),
    ("value", "count(it.cells)", "dotted-name", "it.cells", "its cells"),
    ("condition", 'phase is "main"', "quoted-text", '"main"', "Write main"),
    ("condition", "phase is 'main'", "quoted-text", "'main'", "Write main"),
    ("bundle", "2 Wood", "capital-letter", "Wood", "'wood'"),
    ("value", "fireWood", "capital-letter", "fireWood", "'fire_wood'"),
    ("condition", "a AND b", "capital-letter", "AND", "'and'"),
    ("effect", "Gain 2 wood", "capital-letter", "Gain", "'gain'"),
    ("bundle", "2 fire-wood", "hyphen-in-name", "fire-wood", "'fire_wood'"),
    ("value", "fire-wood", "hyphen-in-name", "fire-wood", "'fire - wood'"),
    ("bundle", "2 blé", "name-letters", "blé", "a to z"),
    ("bundle", "2 木", "name-letters", "木", "a to z"),
    ("value", "_a", "name-letters", "_a", "start with a letter"),
    ("value", "players' coins", "unknown-character", "'", "after a plural"),
    ("condition", "a's", "possessive-without-name", "a's", "a's value"),
    ("condition", "f(a's > 2)", "possessive-without-name", "a's", "a's value"),
    ("effect", "gain 2 for", "reserved-word", "for", "gain 2 wood"),
    ("effect", "let set be 3", "reserved-word", "set", "let n be"),
    ("condition", "a's to > 3", "reserved-word", "to", "my coins"),
    ("effect", "I gain 2 wood", "reserved-word", "I", "no subject"),
    ("event", "build I wall", "reserved-word", "I", "I gain wood"),
    # Numbers.
    ("bundle", "2.5 wood", "decimal-number", "2.5", "whole numbers"),
    ("bundle", "2,5 wood", "decimal-number", "2,5", "whole numbers"),
    ("bundle", "99999999999999999999 wood", "number-too-large", "9" * 20, "9007199254740991"),
    ("value", "9007199254740992", "number-too-large", "9007199254740992", "9007199254740991"),
    ("bundle", "9007199254740992 different wood", "number-too-large", "9007199254740992", "up to"),
    ("adjust", "n by -9007199254740992 a", "number-too-large", "9007199254740992", "up to"),
    ("bundle", "2wood", "number-in-name", "2wood", "'2 wood'"),
    ("value", "1_000", "number-in-name", "1_000", "digits only"),
    ("value", "+3", "unexpected-word", "+", "no '+'"),
    ("effect", "gain wood 2", "unexpected-word", "2", "'2 wood'"),
    ("bundle", "wood 2", "unexpected-word", "2", "'2 wood'"),
    ("effect", "raise my health 2", "unexpected-word", "2", "'by 2'"),
    ("effect", "dig n times", "times-without-number", "times", "'(n) times'"),
    ("effect", "dig (a, b) times", "times-without-number", "times", "'2 times'"),
    # Parts that belong together.
    ("condition", "a and b or c", "mixed-and-or", "a and b or c", "'(a and b) or c'"),
    ("condition", "a and b or c", "mixed-and-or", "a and b or c", "'a and (b or c)'"),
    ("condition", "not (a or b and c)", "mixed-and-or", "a or b and c", "'a or (b and c)'"),
    ("condition", "a or b and c or d", "mixed-and-or", "a or b and c or d",
     "'(a or b) and (c or d)'"),
    ("condition", "a(2) == b and (c or d) or e", "mixed-and-or", "a(2) == b and (c or d) or e",
     "'(a(2) == b and (c or d)) or e'"),
    ("value", "count(my hand", "unclosed-parenthesis", "(", "')'"),
    ("value", "(a * (b + c)", "unclosed-parenthesis", "(", "')'"),
    ("value", "a + b)", "unopened-parenthesis", ")", "'('"),
    ("value", "f()", "unexpected-word", ")", "parentheses out"),
    ("effect", "gain 2 wood 1 coin", "side-by-side", "1 coin", "comma"),
    ("event", "I gain wood coin", "side-by-side", "coin", "'wood or coin'"),
    ("event", "I gain the", "articles-only", "the", "Name what"),
    ("event", "the", "articles-only", "the", "Name what"),
    ("effect", "a", "articles-only", "a", "Name what"),
    ("effect", "draw the 2", "articles-only", "draw the 2", "Name what"),
    # Misspelt words.
    ("effect", "gian 2 wood, 1 coin", "misspelt-word", "gian", "'gain'"),
    ("effect", "dig then tade 2 wood, 1 coin for 1 food", "misspelt-word", "tade", "'trade'"),
    ("effect", "take all form here", "misspelt-word", "form", "'from'"),
    ("effect", "take 2 wood form here", "misspelt-word", "form", "'from'"),
    ("effect", "trade 2 wood fro 1 coin", "misspelt-word", "fro", "'for'"),
    ("value", "if a thn b else c", "misspelt-word", "thn", "'then'"),
    ("condition", "a an b", "misspelt-word", "an", "'and'"),
    # Something missing or too much.
    ("condition", "a and", "unexpected-end", "", "my coins"),
    ("effect", "draw 2", "unexpected-end", "", "draw 2 from deck to my hand"),
    ("effect", "dig then draw 2 from deck", "unexpected-end", "", "draw 2 from deck to my hand"),
    ("effect", "gain", "unexpected-end", "", "gain 2 wood"),
    ("choice", "cell", "unexpected-end", "", "card in my hand"),
    ("event", "I", "unexpected-end", "", "I gain wood"),
    ("adjust", "cost by", "unexpected-end", "", "build_cost by"),
    ("substitute", "1 wood", "unexpected-end", "", "1 wood by 1 stone"),
    ("bundle", "2 wood,", "unexpected-end", "", "2 wood, 1 stone"),
    ("condition", "gold orchid", "unexpected-word", "orchid", "my coins"),
    ("effect", "gain 2 wood pay 1 coin", "unexpected-word", "pay", "'then pay ...'"),
    ("effect", "dig, gain 1 wood", "unexpected-word", ",", "'then'"),
    ("effect", "cover my cell", "unexpected-word", "my", "'cover (my level + 1)'"),
    ("effect", "obey card's text", "unexpected-word", "'s", "in parentheses"),
    ("effect", "dig to cell", "unexpected-word", "to", "'_'"),
    ("effect", "if a then dig", "unexpected-word", "if", "comes last"),
    ("effect", "move card into hand", "unexpected-word", "into", "move card to my hand"),
    ("value", "a where b where c", "unexpected-word", "where", "'and'"),
    ("condition", "a then b", "unexpected-word", "then", "joins"),
    ("condition", "a == == b", "unexpected-word", "==", "my coins"),
    ("effect", "gain 2 wood.", "unknown-character", ".", "full stop"),
    ("condition", "a ~ b", "unknown-character", "~", "in words"),
    ("condition", "a @ b", "unknown-character", "@", "in words"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "code", "pointed", "hint"), WRONG)
def test_mistakes(kind: Kind, text: str, code: str, pointed: str, hint: str) -> None:
    """Each mistake has its code, points at the place to change and says what to write."""
    found, written = mistake(kind, text)
    assert found.code == code, found
    assert written == pointed
    assert found.hint is not None
    assert hint in found.hint
    if not pointed:
        assert found.span.column == len('key: "') + len(text) + 1


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("effect", "draw 2 deck", "Expected 'from', but found 'deck'."),
        ("effect", "draw 2 from deck", "The sentence ends after 'deck', but 'to' is missing."),
        ("effect", "gain 2", "The sentence ends after '2', but a name is missing."),
        ("effect", "gain", "The sentence ends after 'gain', but an amount of goods is missing."),
        ("effect", "dig then", "The sentence ends after 'then', but an action is missing."),
        ("effect", "give 2 wood opponent", "Expected 'to', but found 'opponent'."),
        ("effect", "dig for 2 wood here", "Expected the end of the sentence or 'then', but found"),
        ("effect", "use up 2 rooms", "Expected 'to', but found '2'."),
        ("value", "a +", "The sentence ends after '+', but a value is missing."),
        ("value", "f(a b c)", "Expected ',' or ')', but found 'c'."),
        ("value", "if a then b", "The sentence ends after 'b', but 'else' is missing."),
        ("condition", "possible", "The sentence ends after 'possible', but '(' is missing."),
        ("adjust", "cost 1", "Expected 'by' or 'to', but found '1'."),
        ("choice", "cell 2", "Expected 'in', but found '2'."),
    ],
)
def test_messages_name_what_was_expected(kind: Kind, text: str, expected: str) -> None:
    """A message says what was found and the few things that could stand there."""
    found, _ = mistake(kind, text)
    assert found.message.startswith(expected)


def test_every_lookalike_is_explained() -> None:
    """Each character that only looks like one of ours is named together with ours."""
    full_width = {chr(code) for code in range(0xFF01, 0xFF5F)}
    for sign in LOOKALIKES.keys() | full_width:
        found, written = mistake("value", f"a {sign} b")
        assert found.code == "foreign-character", sign
        assert written == sign


# -------------------------------------------------------------------------------------- catalogue


def right_kinds(text: str) -> list[Kind]:
    """Return the kinds of leaf that a text is right for."""
    return [kind for kind in KINDS if not try_out(kind, text)[1]]


@pytest.mark.parametrize("code", [code for code in SYNTAX if not code.startswith("leaf-")])
def test_the_catalogue_shows_each_mistake(code: str) -> None:
    """The bad example of a code has just that problem where the good one has none."""
    entry = SYNTAX[code]
    kinds = right_kinds(entry.good)
    assert kinds
    assert any([found.code for found in try_out(kind, entry.bad)[1]] == [code] for kind in kinds)


def test_every_code_is_tried() -> None:
    """The tests on this page together meet every code of the section."""
    tried = {code for _, _, code, _, _ in WRONG}
    assert tried | {code for code in SYNTAX if code.startswith("leaf-")} == SYNTAX.keys()


# -------------------------------------------------------------------------------- whole leaves


@pytest.mark.parametrize("written", ["", '""', "'  '", "~", "null", "|\n\n"])
def test_an_empty_leaf(written: str) -> None:
    """A key without a sentence is told what could stand there."""
    node, problems = parse("effect", scalar(source_of(written)))
    assert node is None
    assert [found.code for found in problems] == ["leaf-empty"]
    assert "gain 2 wood" in str(problems[0].hint)


@pytest.mark.parametrize(
    "written",
    [
        ">\n  gain 2 wood",
        ">-\n  gain 2 wood",
        "gain 2\n  wood",
        '"gain 2\n  wood"',
        "'gain 2\n  wood'",
        "|\n  gain 2 wood\n  gain 2 wood",
        '"gain 2\\nwood"',
    ],
)
def test_a_sentence_over_several_lines(written: str) -> None:
    """Folded text and text with line breaks are refused, since no message could point into them."""
    node, problems = parse("effect", scalar(source_of(written)))
    assert node is None
    assert [found.code for found in problems] == ["leaf-folded"]


def test_a_block_of_one_line_is_fine() -> None:
    """A literal block of a single line is a sentence like any other."""
    assert parse("effect", scalar(source_of("|\n  gain 2 wood")))[1] == []


def test_a_long_leaf() -> None:
    """A sentence may have 4,096 characters and no more."""
    longest = "gain 2 " + "w" * (MOST_CHARACTERS - 7)
    assert try_out("effect", longest)[1] == []
    assert [found.code for found in try_out("effect", longest + "w")[1]] == ["leaf-too-long"]


def test_a_deep_leaf() -> None:
    """Parts may be nested 64 deep and no more; parentheses alone are no parts."""
    deepest = "not " * (DEEPEST - 1) + "a"
    assert try_out("condition", deepest)[1] == []
    assert [p.code for p in try_out("condition", f"not {deepest}")[1]] == ["leaf-too-complex"]
    assert try_out("condition", "(" * 1000 + "a" + ")" * 1000)[1] == []


def test_a_leaf_with_many_parts() -> None:
    """A sentence may have 500 parts and no more."""
    most = " and ".join("a" * (MOST_NODES - 1))
    assert try_out("condition", most)[1] == []
    assert [p.code for p in try_out("condition", f"{most} and a")[1]] == ["leaf-too-complex"]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("{do: lay(a, b: 1}", "unclosed-parenthesis"),
        ("{a: 1, do: b)}", "unopened-parenthesis"),
    ],
)
def test_parentheses_cut_by_braces(written: str, code: str) -> None:
    """Inside braces the hint says that YAML ended the text at a comma."""
    root, _ = read_yaml(source_of(written))
    assert root is not None
    leaf = node_at(root, ["key", "do"])
    assert isinstance(leaf, YamlScalar)
    _, problems = parse("effect", leaf)
    assert [found.code for found in problems] == [code]
    assert "YAML ends a text at each comma" in str(problems[0].hint)


def test_goods_cut_by_brackets() -> None:
    """The rest of a bundle that became a list item of its own is recognised."""
    root, _ = read_yaml(source_of("[gain 2 wood, 1 coin]"))
    assert root is not None
    leaf = node_at(root, ["key", 1])
    assert isinstance(leaf, YamlScalar)
    _, problems = parse("effect", leaf)
    assert [found.code for found in problems] == ["yaml-flow-comma"]


def test_several_mistakes_of_one_sentence_are_told_together() -> None:
    """What does not hinder parsing is collected."""
    _, problems, _ = try_out("condition", "f(a and b or c) and g(d and e or f)")
    assert [found.code for found in problems] == ["mixed-and-or", "mixed-and-or"]


# ------------------------------------------------------------------------------------ anything

_SCRAPS = [
    *sorted(KEYWORDS),
    "a", "the", "wood", "Wood", "2", "2.5", "99999999999999999999", "'s", "'", '"', "(", ")", ",",
    "+", "-", "*", "/", "//", "%", "=", "==", "!=", "<", ">=", "&&", "!", "?", ":", ";", ".", "[",
    "]", "{", "}", "#", "@", "~", "é", "木", "’", "（", "×", "\t", "_", "-b", "end game", "I",
    "end", "not equal", "a.b",
]  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(KINDS),
    st.lists(st.sampled_from(_SCRAPS), min_size=1, max_size=12),
    st.sampled_from(["", " "]),
)
def test_no_text_is_too_much(kind: Kind, scraps: list[str], gap: str) -> None:
    """Whatever is written gives a node or problems with a place inside the sentence."""
    text = gap.join(scraps)
    _, problems, _ = try_out(kind, text)
    for found in problems:
        assert found.span.line == 1
        assert len("key: ") < found.span.column <= found.span.end_column
        assert found.message.endswith(".")
        assert "something else" not in found.message
        assert found.hint
