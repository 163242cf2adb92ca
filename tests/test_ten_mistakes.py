"""The ten mistakes that people make most: each gives one message at the right character."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.problems import Problem

HEAD = """\
game: sample
players: 2
goods:
  wood: {start: 2}
  grain: {}
"""

CARDS = """\
kinds:
  tile: {plural: tiles}
tiles:
  quarry: {}
  meadow: {}
zones:
  supply: {of: tile, start: [quarry]}
  camp: {of: tile, each: player}
"""


def problem_of(folder: Path, text: str) -> Problem:
    """The only problem of a game that is HEAD and then this text."""
    (folder / "game.yaml").write_text(HEAD + text, encoding="utf-8")
    result = load_program(str(folder))
    assert result.program is None
    assert len(result.problems) == 1, [each.message for each in result.problems]
    return result.problems[0]


def place_of(found: Problem) -> tuple[int, int, int]:
    """Line, first column and the column behind the last character that is marked."""
    assert found.span.line == found.span.end_line
    return found.span.line, found.span.column, found.span.end_column


def test_a_good_is_misspelt(tmp_path: Path) -> None:
    """The good is marked and the right one suggested."""
    found = problem_of(tmp_path, "flow:\n  for_each: p in players\n  do: gain 2 gran, 1 wood\n")

    assert found.code == "unknown-good"
    assert place_of(found) == (8, 14, 18)
    assert found.message == "'gran' is not a good of this game."
    assert found.hint == "Did you mean 'grain'?"


@pytest.mark.parametrize(
    ("text", "line", "columns"),
    [
        ("flow:\n  for_each: p in players\n do: gain 1 wood\n", 8, (2, 17)),
        ("flow:\n- for_each: p in players\n    do: gain 1 wood\n", 8, (5, 20)),
    ],
)
def test_a_line_is_indented_wrongly(
    tmp_path: Path, text: str, line: int, columns: tuple[int, int]
) -> None:
    """The line is marked, and it is said where it should start."""
    found = problem_of(tmp_path, text)

    assert found.code == "yaml-indent"
    assert place_of(found) == (line, *columns)
    assert found.hint is not None and "same column" in found.hint


def test_an_indent_is_missing(tmp_path: Path) -> None:
    """A key whose lines are not indented below it has nothing."""
    found = problem_of(tmp_path, "flow:\nfor_each: p in players\n")

    assert found.code == "nothing-here"
    assert place_of(found) == (6, 1, 5)
    assert found.hint == "If 'for_each' belongs to it, its line starts further right."


def test_a_number_stands_for_a_player(tmp_path: Path) -> None:
    """The value of the wrong kind is marked, and it is said what a player looks like."""
    found = problem_of(tmp_path, "flow:\n  as: 2\n  do: gain 1 wood\n")

    assert found.code == "wrong-type"
    assert place_of(found) == (7, 7, 8)
    assert found.message == "A player is expected here, but this is a number."
    assert found.hint == "A player is, for example, me, opponent or seat(1)."


def test_one_equals_sign(tmp_path: Path) -> None:
    """The sign is marked and both ways to compare are named."""
    text = "flow:\n  for_each: p in players\n  do: gain 1 wood if my grain = 3\n"
    found = problem_of(tmp_path, text)

    assert found.code == "foreign-operator"
    assert place_of(found) == (8, 31, 32)
    assert found.hint is not None and "'=='" in found.hint and "'is'" in found.hint


@pytest.mark.parametrize(
    ("call", "columns", "hint"),
    [
        ("hravest", (7, 14), "Did you mean 'harvest'?"),
        ("breeding phase", (7, 21), "harvest"),
    ],
)
def test_a_phase_is_unknown(tmp_path: Path, call: str, columns: tuple[int, int], hint: str) -> None:
    """The words of the call are marked, and the procedures that exist are named."""
    text = (
        "procedures:\n  harvest: gain 1 grain\n"
        f"flow:\n  for_each: p in players\n  do:\n    - harvest\n    - {call}\n"
    )
    found = problem_of(tmp_path, text)

    assert found.code == "unknown-verb"
    assert place_of(found) == (12, *columns)
    assert found.hint is not None and hint in found.hint


def test_an_id_is_given_twice_in_a_file(tmp_path: Path) -> None:
    """The second place is marked and the first one shown."""
    found = problem_of(
        tmp_path, "state:\n  round: int\n  turn: int\n  round: bool\nflow: nothing\n"
    )

    assert found.code == "yaml-duplicate-key"
    assert place_of(found) == (9, 3, 8)
    assert [(span.line, span.column) for _, span in found.related] == [(7, 3)]


def test_an_id_is_given_twice_in_two_files(tmp_path: Path) -> None:
    """The place in the second file is marked and that in the first one shown."""
    (tmp_path / "more.yaml").write_text("goods:\n  grain: {max: 3}\n", encoding="utf-8")
    found = problem_of(tmp_path, "flow: nothing\n")

    assert found.code == "duplicate-id"
    assert found.span.file.endswith("more.yaml")
    assert place_of(found) == (2, 3, 8)
    assert [(span.line, span.column) for _, span in found.related] == [(5, 3)]


def test_one_name_for_two_things(tmp_path: Path) -> None:
    """A state cannot be called like a good."""
    found = problem_of(tmp_path, "state:\n  wood: int\nflow: nothing\n")

    assert found.code == "duplicate-name"
    assert place_of(found) == (7, 3, 7)
    assert [(span.line, span.column) for _, span in found.related] == [(4, 3)]


def test_a_tile_that_nobody_can_reach(tmp_path: Path) -> None:
    """The tile that starts nowhere is marked."""
    found = problem_of(
        tmp_path, CARDS + "flow:\n  as: seat(1)\n  do: draw 1 from supply to my camp\n"
    )

    assert found.code == "unreachable-component"
    assert place_of(found) == (10, 3, 9)
    assert "'meadow'" in found.message
    assert found.hint is not None and "'start'" in found.hint


def test_a_procedure_that_calls_itself(tmp_path: Path) -> None:
    """The call that closes the circle is marked, and the circle told."""
    text = "procedures:\n  day:\n    - gain 1 wood\n    - night\n  night:\n    - day\nflow: day\n"
    found = problem_of(tmp_path, text)

    assert found.code == "endless-procedure"
    assert place_of(found) == (11, 7, 10)
    assert found.message == "This would never end: 'day' calls 'night', which calls 'day'."


def test_a_define_that_leads_back_to_itself(tmp_path: Path) -> None:
    """The name that closes the circle is marked."""
    text = (
        "define:\n  rich: poor + 1\n  poor: rich - 1\n"
        "flow:\n  for_each: p in players\n  do: gain (rich) wood\n"
    )
    found = problem_of(tmp_path, text)

    assert found.code == "endless-define"
    assert place_of(found) == (8, 9, 13)
    assert [(span.line, span.column) for _, span in found.related] == [(7, 3)]


def test_a_cost_in_what_is_not_a_good(tmp_path: Path) -> None:
    """The word is marked, and it is said what it is instead."""
    text = (
        "state:\n  round: int\n"
        "flow:\n  for_each: p in players\n  do:\n    - raise round\n    - pay 2 round\n"
    )
    found = problem_of(tmp_path, text)

    assert found.code == "unknown-good"
    assert place_of(found) == (12, 13, 18)
    assert found.message == "'round' is a state, not a good of this game."
    assert found.hint is not None and "wood" in found.hint


def test_a_tab(tmp_path: Path) -> None:
    """The tab is marked and spaces are asked for."""
    found = problem_of(tmp_path, "state:\n\tround: int\nflow: raise round\n")

    assert found.code == "yaml-tab"
    assert place_of(found) == (7, 1, 2)
    assert found.hint == "Use spaces: two for each level."
