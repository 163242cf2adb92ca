"""Problems as text and as plain data."""

from __future__ import annotations

import json
import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.render import as_json, render, render_all
from rulewright.dsl.source import SourceFile, Span

NAME = "games/x/game.yaml"


def mark(text: str, word: str, **more: str) -> tuple[Problem, dict[str, SourceFile]]:
    """Return a problem at a word of a text, and the sources to show it with."""
    source = SourceFile(NAME, text)
    start = text.index(word)
    span = source.span(start, start + len(word))
    return problem("yaml-syntax", "No good.", span, more.get("hint")), {NAME: source}


def columns(text: str) -> int:
    """Return the width of a text on a terminal, for texts without combining characters."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def test_problem_shows_place_line_caret_and_help() -> None:
    """The usual form: place, code, message, source line, carets, help."""
    found, sources = mark("\n" * 11 + "    - gain 2 gran\n", "gran", hint="Did you mean 'grain'?")
    assert render(found, sources) == (
        "games/x/game.yaml:12:14: yaml-syntax: No good.\n"
        "   12 |     - gain 2 gran\n"
        "      |              ^^^^\n"
        "   help: Did you mean 'grain'?"
    )


def test_carets_stand_under_wide_characters_and_tabs() -> None:
    """Wide characters take two columns, tabs go to the next stop, accents take none."""
    found, sources = mark("日本\te\u0301 金貨 x", "金貨")
    assert render(found, sources).split("\n")[1:] == [
        "    1 | 日本    e\u0301 金貨 x",
        "      |           ^^^^",
    ]


def test_empty_span_has_one_caret() -> None:
    """Something missing is pointed at, also at the end of a line."""
    source = SourceFile(NAME, "a:\nb: 1\n")
    found = problem("yaml-syntax", "No good.", source.span(2, 2))
    assert render(found, {NAME: source}).split("\n")[1:] == ["    1 | a:", "      |   ^"]


def test_span_over_several_lines_shows_the_first() -> None:
    """The carets go to the end of the first line."""
    found, sources = mark("a: b\n  c\n", "b\n  c")
    assert render(found, sources).split("\n")[1:] == ["    1 | a: b", "      |    ^"]


def test_cut_line_keeps_words_on_both_sides() -> None:
    """What stands before and after the marked word stays readable."""
    found, sources = mark("left " * 40 + "gran" + " right" * 40, "gran")
    shown = render(found, sources).split("\n")[1]
    assert "left left gran right right" in shown
    assert shown.startswith("    1 | ...") and shown.endswith("...")


def test_related_places_are_shown_with_their_note() -> None:
    """A second place has its own line, note and caret."""
    source = SourceFile(NAME, "gold: 1\nwood: 2\ngold: 3\n")
    notes = [("The first stands here.", source.span(0, 4))]
    found = problem("yaml-duplicate-key", "Twice.", source.span(16, 20), None, notes)
    assert render(found, {NAME: source}).split("\n")[3:] == [
        "games/x/game.yaml:1:1: note: The first stands here.",
        "    1 | gold: 1",
        "      | ^^^^",
    ]


def test_unknown_file_is_shown_without_its_text() -> None:
    """A problem of a file that could not be read still has its place."""
    found = problem("file-not-found", "There is no file x.", Span.file_start("x"))
    assert render(found, {}) == "x:1:1: file-not-found: There is no file x."


def test_warnings_say_so() -> None:
    """A warning is told from an error in its first line and in the count."""
    found = problem("yaml-tab", "A tab.", Span.file_start("x"), severity="warning")
    assert render(found, {}) == "x:1:1: warning: yaml-tab: A tab."
    assert render_all([found], {}).endswith("1 warning in 1 file")


def test_terminal_never_gets_control_characters() -> None:
    """Escape sequences and direction marks in files and messages are made visible."""
    source = SourceFile(NAME, "a: \x1b[31m\u202ex\n")
    found = problem("yaml-syntax", "Bad \x1b[2J\nthing.", source.span(3, 4), "\x07")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", render(found, {NAME: source}))
    assert "Bad \ufffd[2J thing." in render(found, {NAME: source})


def test_colour_only_adds_colour() -> None:
    """With the colours taken out, the text is the same."""
    found, sources = mark("a: gran\n", "gran", hint="Help.")
    coloured = render(found, sources, colour=True)
    assert coloured != render(found, sources)
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(found, sources)


def test_summary_counts_problems_and_files() -> None:
    """All problems in order, one blank line apart, and a count at the end."""
    spans = [Span.file_start("a"), Span.file_start("b"), Span("b", 2, 1, 2, 1)]
    text = render_all([problem("yaml-tab", "A tab.", span) for span in spans], {})
    assert text.split("\n\n") == [
        "a:1:1: yaml-tab: A tab.",
        "b:1:1: yaml-tab: A tab.",
        "b:2:1: yaml-tab: A tab.",
        "3 problems in 2 files",
    ]
    assert render_all([], {}) == "No problems."


def test_summary_of_a_cut_list_says_that_there_are_more() -> None:
    """The entry that closes a cut list is not counted as a problem."""
    last = problem("too-many-problems", "And 3 more problems are not shown.", Span.file_start("a"))
    text = render_all([problem("yaml-tab", "A tab.", Span.file_start("a")), last], {})
    assert text.endswith("1 problem in 1 file, and more that are not shown")


def test_json_holds_everything_as_plain_data() -> None:
    """Front-ends get all fields, and the data survives JSON."""
    found = problem(
        "yaml-tab", "A tab.", Span("a", 1, 2, 3, 4), "Help.", [("Note.", Span.file_start("b"))]
    )
    data = as_json(found)
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "code": "yaml-tab",
        "message": "A tab.",
        "severity": "error",
        "file": "a",
        "line": 1,
        "column": 2,
        "end_line": 3,
        "end_column": 4,
        "hint": "Help.",
        "related": [
            {"note": "Note.", "file": "b", "line": 1, "column": 1, "end_line": 1, "end_column": 1}
        ],
    }


@settings(deadline=None)
@given(
    st.text(alphabet=st.sampled_from("ab 日本é"), max_size=200),
    st.text(alphabet=st.sampled_from("xyz金"), min_size=1, max_size=20),
    st.text(alphabet=st.sampled_from("ab 日本é"), max_size=200),
)
def test_long_lines_are_cut_around_the_carets(before: str, word: str, after: str) -> None:
    """No line is wider than 100 columns and the carets stand exactly under the word."""
    found, sources = mark(f"{before}{word}{after}", word)
    shown, carets = render(found, sources).split("\n")[1:]
    assert columns(shown) <= 100
    start, end = carets.index("^"), len(carets)
    assert carets[start:] == "^" * (end - start)
    prefix = ""
    while columns(prefix) < start:
        prefix = shown[: len(prefix) + 1]
    assert columns(prefix) == start
    assert shown[len(prefix) :].startswith(word)
    assert columns(word) == end - start
