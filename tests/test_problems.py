"""Problems: made with known codes, collected, sorted, cut and raised together."""

from __future__ import annotations

import pickle
import re

import pytest

from rulewright.dsl import catalogue
from rulewright.dsl.problems import MORE, Problem, Problems, RuleFileError, problem
from rulewright.dsl.source import SourceFile, Span


def at(line: int, column: int = 1, file: str = "a.yaml") -> Span:
    """Return a span of one character."""
    return Span(file, line, column, line, column + 1)


def test_span_counts_code_points_from_one() -> None:
    """Lines end with LF, CR LF or CR; wide characters and tabs count as one column."""
    source = SourceFile("a.yaml", "日本\r\n\tx\ry\n")
    assert source.span(0, 2) == Span("a.yaml", 1, 1, 1, 3)
    assert source.span(5, 6) == Span("a.yaml", 2, 2, 2, 3)
    assert source.span(7, 8) == Span("a.yaml", 3, 1, 3, 2)
    assert source.span(0, 99) == source.whole == Span("a.yaml", 1, 1, 4, 1)
    assert [source.line_text(line) for line in range(1, 6)] == ["日本", "\tx", "y", "", ""]


def test_span_label_is_what_editors_jump_to() -> None:
    """The label is `file:line:column`."""
    assert at(12, 9, "games/x/game.yaml").label == "games/x/game.yaml:12:9"


def test_spans_join() -> None:
    """A span reaches to the end of another."""
    assert at(1, 2).to(at(3, 4)) == Span("a.yaml", 1, 2, 3, 5)


def test_unknown_code_is_our_mistake() -> None:
    """A problem can only be made with a code that the catalogue explains."""
    with pytest.raises(AssertionError, match="no-such-code"):
        problem("no-such-code", "Something.", at(1))


def test_problem_takes_notes_with_places() -> None:
    """Related places are kept as pairs of note and span."""
    found = problem("yaml-tab", "A tab.", at(1), "Use spaces.", [("Here too.", at(2))])
    assert found == Problem(
        "yaml-tab", "A tab.", at(1), "Use spaces.", (("Here too.", at(2)),), "error"
    )


def test_codes_are_slugs_and_belong_to_one_stage() -> None:
    """Codes are lower-case words with dashes, no stage repeats one, and each is explained."""
    stages = (
        catalogue.YAML,
        catalogue.SCHEMA,
        catalogue.SYNTAX,
        catalogue.NAMES,
        catalogue.TYPES,
        catalogue.RULES,
        catalogue.VARIANTS,
        catalogue.RULINGS,
        catalogue.GENERAL,
    )
    codes = [code for stage in stages for code in stage]
    assert sorted(codes) == sorted(catalogue.CATALOGUE)
    for code, entry in catalogue.CATALOGUE.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert all((entry.title, entry.explanation, entry.bad, entry.good))


def test_problems_are_sorted_and_shown_once() -> None:
    """Files, then lines, then columns; the same problem found twice is one."""
    found = Problems()
    places = [at(2, 5), at(2, 1), at(10), at(1, 1, "b.yaml"), at(2, 5)]
    found.extend(problem("yaml-tab", "A tab.", place) for place in places)
    found.add(problem("yaml-tab", "A tab.", at(2, 5), "Found by somebody else."))
    labels = ["a.yaml:2:1", "a.yaml:2:5", "a.yaml:10:1", "b.yaml:1:1"]
    assert [each.span.label for each in found] == labels
    assert len(found) == 4


def test_long_lists_are_cut_with_a_count() -> None:
    """After the first hundred one entry says how many are missing."""
    found = Problems()
    found.extend(problem("yaml-tab", "A tab.", at(line)) for line in range(1, 251))
    shown = found.shown()
    assert [each.span.line for each in shown[:100]] == list(range(1, 101))
    assert [(each.code, each.message) for each in shown[100:]] == [
        (MORE, "And 150 more problems are not shown.")
    ]


def test_errors_are_kept_before_warnings() -> None:
    """A cut list leaves out warnings first."""
    found = Problems(most=2)
    found.add(problem("yaml-tab", "A tab.", at(1), severity="warning"))
    found.add(problem("yaml-tab", "A tab.", at(2)))
    found.add(problem("yaml-tab", "A tab.", at(3)))
    assert [each.span.line for each in found.shown()[:2]] == [2, 3]
    assert found.shown()[2].message == "And 1 more problem is not shown."


def test_warnings_alone_are_no_errors() -> None:
    """`has_errors` tells whether the files can be used."""
    found = Problems()
    assert not found.has_errors
    found.add(problem("yaml-tab", "A tab.", at(1), severity="warning"))
    assert not found.has_errors
    found.add(problem("yaml-tab", "A tab.", at(2)))
    assert found.has_errors


def test_rule_file_error_holds_and_shows_all_problems() -> None:
    """The exception's text is the rendered list, also after a trip through another process."""
    source = SourceFile("a.yaml", "a:\n\tb: 1\n")
    listed = [problem("yaml-tab", "A tab.", source.span(3, 4))]
    error = RuleFileError(listed, {"a.yaml": source})
    assert error.problems == tuple(listed)
    assert "a.yaml:2:1: yaml-tab: A tab." in str(error)
    assert "b: 1" in str(error)
    assert str(error).endswith("1 problem in 1 file")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
