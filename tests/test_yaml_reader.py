"""Reading YAML: the data, the place of each key, value and character, and the problems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.catalogue import YAML
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.yaml_reader import (
    YamlEntry,
    YamlList,
    YamlMap,
    YamlNode,
    YamlScalar,
    deepest,
    load_source,
    node_at,
    read_yaml,
    to_plain,
)


def source_of(text: str) -> SourceFile:
    """Return a text as a file with a short name."""
    return SourceFile("game.yaml", text)


def read(text: str) -> YamlNode:
    """Read a text that has no problems."""
    node, problems = read_yaml(source_of(text))
    assert problems == []
    assert node is not None
    return node


def problems_of(text: str) -> list[Problem]:
    """Return the problems of a text."""
    return read_yaml(source_of(text))[1]


def only_problem(text: str) -> Problem:
    """Return the one problem of a text."""
    problems = problems_of(text)
    assert len(problems) == 1, problems
    return problems[0]


def written_at(source: SourceFile, span: Span) -> str:
    """Return the part of the text that a span covers."""
    start = source.line_starts[span.line - 1] + span.column - 1
    end = source.line_starts[span.end_line - 1] + span.end_column - 1
    return source.text[start:end]


def scalar_at(text: str, *path: str | int) -> YamlScalar:
    """Return the scalar at a path of a text without problems."""
    node = node_at(read(text), path)
    assert isinstance(node, YamlScalar)
    return node


def scalars(node: YamlNode) -> Iterator[YamlScalar]:
    """Yield all scalars of a tree in reading order."""
    match node:
        case YamlMap():
            for entry in node.entries.values():
                yield from scalars(entry.value)
        case YamlList():
            for item in node.items:
                yield from scalars(item)
        case YamlScalar():
            yield node


# ------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("on", "on"),
        ("12", 12),
        ("-3", -3),
        ("+4", 4),
        ("010", 10),
        ("9007199254740991", 9007199254740991),
        ("0x10", "0x10"),
        ("0o10", "0o10"),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        (".inf", ".inf"),
        ("1e3", "1e3"),
        ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("gain 2 grain, 1 flax", "gain 2 grain, 1 flax"),
        ("Décoration 装飾", "Décoration 装飾"),
    ],
)
def test_plain_texts_stand_for_null_truth_values_and_whole_numbers_only(
    written: str, value: object
) -> None:
    """Only null, true, false and whole numbers get a meaning; all else stays text."""
    found = scalar_at(f"key: {written}\n", "key").value
    assert (type(found), found) == (type(value), value)


def test_keys_are_texts() -> None:
    """Numbers, truth values and quoted names as keys are taken as their text."""
    assert to_plain(read("1: a\ntrue: b\n'c d': e\n")) == {"1": "a", "true": "b", "c d": "e"}


def test_nested_blocks_give_nested_data() -> None:
    """Maps, lists and flow collections nest as they are written."""
    text = "a:\n- b: 1\n  c: [x, {y: z}]\n- - d\n  - e\nf: {}\n"
    assert to_plain(read(text)) == {
        "a": [{"b": 1, "c": ["x", {"y": "z"}]}, ["d", "e"]],
        "f": {},
    }


def test_flow_is_marked_on_collections_and_on_what_stands_inside() -> None:
    """`flow` tells brackets and braces from blocks, for values inside them too."""
    node = read("a: [x]\nb:\n  - y\n")
    outer, inner = node_at(node, ["a"]), node_at(node, ["a", 0])
    block, item = node_at(node, ["b"]), node_at(node, ["b", 0])
    assert isinstance(outer, YamlList) and outer.flow
    assert isinstance(inner, YamlScalar) and inner.flow
    assert isinstance(block, YamlList) and not block.flow
    assert isinstance(item, YamlScalar) and not item.flow


def test_styles_are_kept() -> None:
    """A scalar knows how it was written, and whether it goes over several lines."""
    text = "a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >-\n  x\n  y\nf: x\n  y\n"
    found = [(each.style, each.multiline) for each in scalars(read(text))]
    assert found == [
        ("plain", False),
        ("single", False),
        ("double", False),
        ("literal", True),
        ("folded", True),
        ("plain", True),
    ]


def test_version_line_of_yaml_1_2_is_allowed() -> None:
    """`%YAML 1.2` says what is true anyway."""
    assert to_plain(read("# a comment\n%YAML 1.2\n---\na: on\n")) == {"a": "on"}


# ------------------------------------------------------------------------------------- places


def test_keys_and_values_have_their_own_spans() -> None:
    """The spans of key and value are exactly their text."""
    source = source_of("rooms:\n  日本: gain 1 gold  # note\n")
    node, _ = read_yaml(source)
    assert node is not None
    rooms = node_at(node, ["rooms"])
    assert isinstance(rooms, YamlMap)
    entry = rooms.entries["日本"]
    assert isinstance(entry, YamlEntry)
    assert entry.key_span == Span("game.yaml", 2, 3, 2, 5)
    assert entry.value.span == Span("game.yaml", 2, 7, 2, 18)
    assert written_at(source, rooms.span) == "日本: gain 1 gold"


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a:\nb: 1\n", ["a"], (1, 3)),
        ("a: # none\n\nb: 1\n", ["a"], (1, 3)),
        ("a: {b: , c: 1}\n", ["a", "b"], (1, 7)),
        ("-\n- 1\n", [0], (1, 2)),
    ],
)
def test_missing_value_stands_behind_its_colon(
    text: str, path: list[str | int], place: tuple[int, int]
) -> None:
    """A value left out has an empty span on its key's line, not on the next one."""
    node = node_at(read(text), path)
    assert node is not None
    assert (node.span.line, node.span.column) == place
    assert (node.span.end_line, node.span.end_column) == place


@pytest.mark.parametrize(
    ("text", "word", "written"),
    [
        ("k: gain 2 gran\n", "gran", "gran"),
        ("k: 'it''s gran'\n", "gran", "gran"),
        ("k: 'it''s gran'\n", "'", "''"),
        ('k: "a\\tb \\"gran\\""\n', "gran", "gran"),
        ('k: "a\\tb \\"gran\\""\n', "\t", "\\t"),
        ('k: "\\u00e9\\x41\\U0001F600 gran"\n', "😀", "\\U0001F600"),
        ('k: "\\u00e9\\x41\\U0001F600 gran"\n', "gran", "gran"),
        ("k: |\n    one\n      two\n\n    gran\n", "gran", "gran"),
        ("k: |\n    one\n      two\n\n    gran\n", "  two", "  two"),
        ("k: |2-\n    one\n   gran\n", "gran", "gran"),
        ("k: | # note\r\n  one\r\n  gran\r\n", "gran", "gran"),
        ("k: one\n  two\n\n  gran\n", "gran", "gran"),
        ("k: 'one\n  two\n\n  gran'\n", "gran", "gran"),
        ('k: "one \\\n   two gran"\n', "gran", "gran"),
        ('k: "one\n\n\n   two gran"\n', "two gran", "two gran"),
    ],
)
def test_part_of_a_value_maps_to_where_it_is_written(text: str, word: str, written: str) -> None:
    """`span_of` finds a word of the value in the file, past escapes, folding and indentation."""
    source = source_of(text)
    scalar = scalar_at(text, "k")
    start = scalar.text.index(word)
    assert written_at(source, scalar.span_of(start, start + len(word))) == written


def test_end_of_a_block_text_is_the_end_of_its_last_line() -> None:
    """An error at the end of a `|` text points behind its last character, not at the next key."""
    scalar = scalar_at("k: |\n  gain\n\nb: 1\n", "k")
    assert scalar.span_of(99, 99) == Span("game.yaml", 2, 7, 2, 7)


def test_folded_text_maps_to_the_whole_of_it() -> None:
    """Inside `>` text no exact place is claimed."""
    scalar = scalar_at("k: >\n  one\n  two\n", "k")
    assert scalar.span_of(4, 7) == scalar.span


def test_deepest_goes_as_far_as_the_path_exists() -> None:
    """A missing key is shown at the key of its parent, an existing value at the value."""
    node = read("rooms:\n  dungeon:\n    points: 9\nlist:\n  - a: 1\n")
    assert deepest(node, ["rooms", "dungeon", "points"])[1].label == "game.yaml:3:13"
    assert deepest(node, ["rooms", "dungeon", "cost"])[1].label == "game.yaml:2:3"
    assert deepest(node, ["rooms", "dungeon"])[1].label == "game.yaml:2:3"
    assert deepest(node, ["rooms", "dungeon", "points", "more"])[1].label == "game.yaml:3:5"
    assert deepest(node, ["list", 0, "b"])[1].label == "game.yaml:5:5"
    assert deepest(node, ["list", 7])[1].label == "game.yaml:4:1"
    assert deepest(node, ["nothing"])[1].label == "game.yaml:1:1"
    assert node_at(node, ["rooms", "dungeon", "cost"]) is None
    assert node_at(node, ["rooms", 0, "cost"]) is None


# --------------------------------------------------------------------- data written in all styles

WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,6}( [a-z0-9_é日]{1,5}){0,3}", fullmatch=True)
LINE = st.text(alphabet=st.sampled_from("ab'\"\\ :#-,[]{}&*!|>%@`?é日😀\t"), max_size=12)
TEXTS = st.one_of(WORDS, LINE, st.lists(LINE, max_size=4).map("\n".join))
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(WORDS, LINE), inner, max_size=4)
    ),
    max_leaves=12,
)
ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\", "é": "\\xe9", "日": "\\u65E5"}


def piece(char: str, style: str) -> str:
    """Return how a character is written in a style."""
    if style == "single":
        return char.replace("'", "''")
    if style == "double":
        return ESCAPES.get(char, char)
    return char


class Writer:
    """Writes data as YAML in styles drawn at random and notes what each scalar looks like."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.scalars: list[tuple[str, str]] = []

    def block(self, data: Any, indent: int) -> str:
        """Write a value that follows `key:` or `-`, with what has to stand before it."""
        if not data or not isinstance(data, dict | list) or self.draw(st.booleans()):
            return " " + self.flow(data, block_indent=indent)
        pad = " " * indent
        if isinstance(data, list):
            return "".join(f"\n{pad}-{self.block(item, indent + 2)}" for item in data)
        return "".join(
            f"\n{pad}{self.key(key)}:{self.block(value, indent + 2)}" for key, value in data.items()
        )

    def flow(self, data: Any, block_indent: int | None = None) -> str:
        """Write a value on one line, or a text as a block where that is possible."""
        if isinstance(data, list):
            return "[" + ", ".join(self.flow(item) for item in data) + "]"
        if isinstance(data, dict):
            entries = (f"{self.key(key)}: {self.flow(value)}" for key, value in data.items())
            return "{" + ", ".join(entries) + "}"
        if isinstance(data, str):
            return self.text(data, block_indent)
        written = "null" if data is None else str(data).lower()
        self.scalars.append(("plain", written))
        return written

    def key(self, key: str) -> str:
        """Write a key, quoted unless it is a simple word."""
        if re.fullmatch(r"[a-z][a-z0-9_ ]*[a-z0-9]", key):
            return key
        return '"' + "".join(piece(char, "double") for char in key) + '"'

    def text(self, text: str, block_indent: int | None) -> str:
        """Write a text in one of the styles that can hold it."""
        styles = ["double"]
        if "\n" not in text:
            styles.append("single")
        if re.fullmatch(r"[a-z][a-z0-9_é日 ]*[a-z0-9é日]", text) and text not in (
            "null",
            "true",
            "false",
        ):
            styles.append("plain")
        if block_indent is not None and text.strip() and text[0] not in " \t\n":
            styles.append("literal")
        style = self.draw(st.sampled_from(styles))
        if style == "literal":
            written = self.literal(text, block_indent or 0)
        else:
            body = "".join(piece(char, style) for char in text)
            mark = {"single": "'", "double": '"', "plain": ""}[style]
            written = f"{mark}{body}{mark}"
        self.scalars.append((style, written))
        return written

    def literal(self, text: str, indent: int) -> str:
        """Write a text after `|`, keeping exactly its line ends."""
        chomp = "+" if text.endswith("\n") else "-"
        pad = " " * (indent + 1)
        # The last line end of the text is the one that every line of a file has.
        lines = (text.removesuffix("\n")).split("\n")
        return f"|{chomp}\n" + "\n".join(pad + line if line else "" for line in lines)


@st.composite
def written_data(draw: st.DrawFn) -> tuple[Any, str, list[tuple[str, str]]]:
    """Draw data, the same as YAML, and how each scalar was written."""
    data = draw(st.one_of(st.lists(DATA, max_size=4), st.dictionaries(WORDS, DATA, max_size=4)))
    writer = Writer(draw)
    text = writer.block(data, 0).lstrip(" \n")
    if draw(st.booleans()) and "\t" not in text:
        text = text.replace("\n", "\r\n")
    return data, text + "\n", writer.scalars


@settings(deadline=None)
@given(written_data())
def test_written_data_is_read_back_with_exact_places(
    written: tuple[Any, str, list[tuple[str, str]]],
) -> None:
    """Data in any style is read as it was, and each character maps to where it is written."""
    data, text, expected = written
    source = source_of(text)
    node = read(text)
    assert to_plain(node) == data
    found = list(scalars(node))
    assert len(found) == len(expected)
    for scalar, (style, raw) in zip(found, expected, strict=True):
        assert scalar.style == style
        assert written_at(source, scalar.span).replace("\r\n", "\n") == raw.rstrip(" \t\n")
        for index, char in enumerate(scalar.text):
            place = written_at(source, scalar.span_of(index, index + 1))
            assert place.replace("\r\n", "\n") == piece(char, style)


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("ab: -[]{},'\"|>&*!%@#\n\t \\?0~`=<x日\r\x00\u202e")))
def test_any_text_gives_a_tree_or_problems_in_plain_words(text: str) -> None:
    """No text makes the reader fail; problems lie inside the file and use no parser's words."""
    source = source_of(text)
    node, problems = read_yaml(source)
    assert node is not None or problems
    for each in problems:
        for span in (each.span, *(span for _, span in each.related)):
            assert 1 <= span.line <= span.end_line <= len(source.line_starts)
            assert (span.line, span.column) <= (span.end_line, span.end_column)
        words = re.sub(r"'[^']*'", "", each.message)
        assert not re.search(r"(?i)scalar|token|mapping|sequence|node|stream|none", words)


# ----------------------------------------------------------------------------------- problems

NOT_SHOWN_AS_TEXT = {
    "file-not-found",
    "file-unreadable",
    "file-too-large",
    "file-not-utf8",
    "yaml-long-line",
    "yaml-too-many",
}


@pytest.mark.parametrize("code", sorted(set(YAML) - NOT_SHOWN_AS_TEXT))
def test_examples_of_the_catalogue_are_true(code: str) -> None:
    """The bad example of each code has exactly that problem and the good one has none."""
    assert [each.code for each in problems_of(YAML[code].bad)] == [code]
    assert problems_of(YAML[code].good) == []


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: &x 1\n", "yaml-anchor", "1:4"),
        ("a: & x\n", "yaml-anchor", "1:4"),
        ("&x a: 1\n", "yaml-anchor", "1:1"),
        ("a: &x\n  b: 1\n", "yaml-anchor", "1:4"),
        ("a: * 2\n", "yaml-alias", "1:4"),
        ("*x : 1\n", "yaml-alias", "1:1"),
        ("a: *x y\n", "yaml-alias", "1:4"),
        ("a: !x 1\n", "yaml-tag", "1:4"),
        ("a: ! x\n", "yaml-tag", "1:4"),
        ("a: !!python/object/apply:os.system [ls]\n", "yaml-tag", "1:4"),
        ("a:\n  <<: {b: 1}\n", "yaml-merge-key", "2:3"),
        ("? a\n: b\n", "yaml-complex-key", "1:3"),
        ("- ? a\n  : b\n", "yaml-complex-key", "1:5"),
        ("? |\n  a\n: b\n", "yaml-complex-key", "1:3"),
        ("a: {{x}}\n", "yaml-complex-key", "1:5"),
        ("a: 1\n...\nb: 1\n", "yaml-second-document", "3:1"),
        ("a: 1\n%YAML 1.2\n", "yaml-directive", "2:1"),
        ("a: 1\n# note\n%YAML 1.2\n", "yaml-directive", "3:1"),
        ("%TAG ! x\n---\na: 1\n", "yaml-directive", "1:1"),
        ("a: 1\nb: 1\n'a': 2\n", "yaml-duplicate-key", "3:1"),
        ("{a: 1, a: 2}\n", "yaml-duplicate-key", "1:8"),
        ("a: 9007199254740992\n", "yaml-big-number", "1:4"),
        ("a: b\n\tc: d\n", "yaml-tab", "2:1"),
        ("a:\n  - b\n  \t- c\n", "yaml-tab", "3:3"),
        ("a:\tb\n", "yaml-tab", "1:3"),
        ("a: b\t\n", "yaml-tab", "1:5"),
        ("a:\n  b: c\n d: e\n", "yaml-indent", "3:2"),
        ("a:\n  b: c\n   d: e\n", "yaml-indent", "3:4"),
        ("a: 'x'\n  b: c\n", "yaml-indent", "2:3"),
        ("  a: 1\nb: 2\n", "yaml-indent", "2:1"),
        ("a:\n  - b\n  c: d\n", "yaml-indent", "3:3"),
        ("a:\n  - b\n - c\n", "yaml-indent", "3:2"),
        ("a: |\n   x\n  y\n", "yaml-indent", "3:3"),
        ("a:\n  b: c\n  - d\n", "yaml-dash", "3:3"),
        ("a:\n  - b\n   - c\n", "yaml-dash", "3:4"),
        ("a: b\n  - c\n", "yaml-dash", "2:3"),
        ("a: [- b]\n", "yaml-dash", "1:5"),
        ("a: b: c\n", "yaml-colon", "1:5"),
        ("a: {b: c: d}\n", "yaml-colon", "1:9"),
        ("a: 'b': c\n", "yaml-colon", "1:7"),
        ("a: 1\nb\n", "yaml-missing-colon", "2:1"),
        ("- a\n  b: c\n", "yaml-missing-colon", "1:3"),
        ("a:b\n", "yaml-missing-space", "1:2"),
        ("a: {b:c}\n", "yaml-missing-space", "1:6"),
        ("a: {b:[c]}\n", "yaml-missing-space", "1:6"),
        ("a:\n  - do:gain 1 gold\n", "yaml-missing-space", "2:7"),
        ('a: "x\nb: "y"\n', "yaml-unclosed-quote", "1:4"),
        ("a:\n  b: 'x\n  c: y\n", "yaml-unclosed-quote", "2:6"),
        ("a: 'it's'\n", "yaml-after-quote", "1:8"),
        ("a: [x] y\n", "yaml-after-quote", "1:8"),
        ("a: ['x' y]\n", "yaml-after-quote", "1:9"),
        ("a: [\n", "yaml-unclosed-bracket", "1:4"),
        ("a: {b: 1\nc: 2\n", "yaml-unclosed-bracket", "1:4"),
        ("a: [b, {c: d]\n", "yaml-unclosed-bracket", "1:13"),
        ("a: ]\n", "yaml-stray-character", "1:4"),
        ("a: , b\n", "yaml-stray-character", "1:4"),
        ("a: [b]]\n", "yaml-stray-character", "1:7"),
        ("a: `x`\n", "yaml-reserved-character", "1:4"),
        ("a: %x\n", "yaml-reserved-character", "1:4"),
        ("a: ? b\n", "yaml-reserved-character", "1:4"),
        ('a: "\\x4"\n', "yaml-escape", "1:5"),
        ('a: "\\U00110000"\n', "yaml-escape", "1:5"),
        ("a: >= 3\n", "yaml-block-text", "1:4"),
        ("a: [gain(food, 2)]\n", "yaml-flow-comma", "1:16"),
        ("a: {b: f(c, d)}\n", "yaml-flow-comma", "1:13"),
        ("a: x\u202ey\n", "yaml-invisible-character", "1:5"),
        ("a: x\x1by\n", "yaml-invisible-character", "1:5"),
        ("a: x\x85y\n", "yaml-invisible-character", "1:5"),
        ('a: "x\\u202Ey"\n', "yaml-invisible-character", "1:6"),
        ('a: "x\\ud800y"\n', "yaml-invisible-character", "1:6"),
        ('"\\e": 1\n', "yaml-invisible-character", "1:2"),
    ],
)
def test_mistakes_are_found_at_their_place(text: str, code: str, place: str) -> None:
    """Each mistake gives one problem with its code at the character where it starts."""
    found = only_problem(text)
    assert (found.code, found.span.label) == (code, f"game.yaml:{place}")


@pytest.mark.parametrize(
    "text",
    [
        "a: b - c\n",
        "a: why ?\nb: c\n",
        "a: http://example\n",
        "- http://example\n",
        "a: (b, c)\n",
        "a: [b, c]\nd: {e: 1, f: 2}\n",
        "a: opponent's gold > 3 and not done\n",
        "a: |\n  - b\n  c:d\n",
        "a: 'x: y'\n",
        "a: {\n  b: c,\n  d: e\n}\n",
        "a: [(b), (c)]\n",
        "a: x#y\n",
        "a:b: c\n",
    ],
)
def test_what_is_right_has_no_problem(text: str) -> None:
    """Sentences, addresses and brackets that YAML reads as meant are left alone."""
    read(text)


def test_duplicate_key_names_the_first_place() -> None:
    """The problem stands at the second key and points back at the first."""
    found = only_problem("a:\n  gold: 1\n  wood: 1\n  gold: 2\n")
    assert found.span.label == "game.yaml:4:3"
    assert [span.label for _, span in found.related] == ["game.yaml:2:3"]


def test_split_sentence_names_the_comma_and_the_way_out() -> None:
    """A sentence cut by a comma in braces is told from a missing value."""
    found = only_problem("a: {do: gain 2 grain, 1 flax}\n")
    assert found.code == "yaml-flow-comma"
    assert "split this line at the comma" in found.message
    assert "'and'" in (found.hint or "")
    assert [span.label for _, span in found.related] == ["game.yaml:1:9"]


def test_indentation_message_compares_with_the_lines_above() -> None:
    """The message says how far the line is indented and how far the others are."""
    found = only_problem("a:\n  b: c\n d: e\n")
    assert "indented less" in found.message
    assert "1 space, they have 0 or 2" in found.message
    assert "indented more than 'b'" in only_problem("a:\n  b: c\n   d: e\n").message


def test_several_mistakes_are_reported_together() -> None:
    """What does not stop the reading is collected, and the tree is still there."""
    node, problems = read_yaml(source_of("a: &x 1\nb: !t 2\na: 3\nc: *x\n"))
    assert [each.code for each in problems] == [
        "yaml-anchor",
        "yaml-tag",
        "yaml-duplicate-key",
        "yaml-alias",
    ]
    assert node is not None
    assert to_plain(node) == {"a": 1, "b": 2, "c": None}


# ------------------------------------------------------------------------------- hostile files


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "yaml-long-line"),
        ("[\n" * 100_000, "yaml-too-deep"),
        ("{\n" * 100_000, "yaml-complex-key"),
        ("a: {\n" * 100_000, "yaml-too-deep"),
        ("- " * 4_000, "yaml-too-deep"),
        ("".join(" " * depth + "a:\n" for depth in range(100)), "yaml-too-deep"),
        ("a: " + "9" * 5_000, "yaml-big-number"),
        ("a: !" + "x" * 2_000_000, "yaml-long-line"),
        ("a: b\n" * 500_000, "file-too-large"),
        ("é" * (1024 * 1024 + 1), "file-too-large"),
        ("&a [*a]\n", "yaml-anchor"),
    ],
    ids=lambda value: value if len(value) < 20 else None,
)
def test_hostile_texts_are_refused(text: str, code: str) -> None:
    """Files made to take long or to fill the memory end with a problem."""
    assert problems_of(text)[0].code == code


def test_billion_laughs_is_refused_without_a_laugh() -> None:
    """References that multiply are problems, and nothing is multiplied."""
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    node, problems = read_yaml(source_of("\n".join(lines)))
    assert {each.code for each in problems} == {"yaml-anchor", "yaml-alias"}
    assert node is not None
    assert sum(1 for _ in scalars(node)) < 200


def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading stops at the largest number of values."""
    monkeypatch.setattr("rulewright.dsl.yaml_reader.MOST_NODES", 10)
    node, problems = read_yaml(source_of("- a\n" * 20))
    assert node is None
    assert [(each.code, each.span.line) for each in problems] == [("yaml-too-many", 10)]


def test_deepest_allowed_nesting_is_read() -> None:
    """64 levels are read, 65 are not."""
    assert to_plain(read("[" * 64 + "]" * 64)) != []
    assert only_problem("[" * 65 + "]" * 65).code == "yaml-too-deep"


# --------------------------------------------------------------------------------------- files


def test_file_is_read_as_text_under_its_display_name(tmp_path: Path) -> None:
    """The name is the one that was given, and a byte order mark is no text."""
    path = tmp_path / "g.yaml"
    path.write_bytes("\ufeffa: é\n".encode())
    assert load_source(path, "games/g.yaml") == SourceFile("games/g.yaml", "a: é\n")


def test_files_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    """A missing file, a folder, bytes that are no text and a huge file each have a code."""
    wrong = tmp_path / "wrong.yaml"
    wrong.write_bytes(b"a: 1\nb: caf\xe9\n")
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (2 * 1024 * 1024 + 1))
    found = [load_source(path, "x") for path in (tmp_path / "no.yaml", tmp_path, wrong, huge)]
    assert [each.code for each in found if isinstance(each, Problem)] == [
        "file-not-found",
        "file-unreadable",
        "file-not-utf8",
        "file-too-large",
    ]
    assert isinstance(found[2], Problem)
    assert found[2].span.label == "x:2:7"
    for each in found:
        assert isinstance(each, Problem)
        assert str(tmp_path) not in each.message
