"""Broken rule files: each folder of tests/broken holds one mistake and is named after its code.

A folder is checked as a game.  One with an `ask.json` is asked for in a certain way instead: by
another path, or with players, options or variants that the game does not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulewright.dsl.catalogue import CATALOGUE
from rulewright.dsl.pipeline import check_paths, load_program
from rulewright.dsl.problems import Problem
from rulewright.dsl.render import render_all
from rulewright.dsl.source import SourceFile

BROKEN = Path(__file__).parent / "broken"
CASES = sorted(path.name for path in BROKEN.iterdir() if path.is_dir())

ELSEWHERE = {
    "file-outside": "a link out of the folder: tests/test_hostile.py makes one",
    "file-too-large": "megabytes: tests/test_hostile.py makes them",
    "file-too-many": "dozens of files: tests/test_hostile.py makes them",
    "too-many-problems": "a hundred mistakes: tests/test_hostile.py makes them",
    "yaml-too-many": "200,000 values: tests/test_hostile.py makes them",
}
"""Codes without a broken folder, and where they are tested instead."""

# What no designer should ever read.
PYTHON_WORDS = re.compile(
    r"Traceback|Error\b|Exception|NoneType|\bNone\b|\bTrue\b|\bFalse\b|\bdict\b|\btuple\b|\bstr\b"
    r"|\bself\b|object at|argument\(s\)|scalar|\bnull\b|\btoken\b|\bnode\b|<class|__|0x[0-9a-f]+"
)
EXPLAINED = re.compile(r"\bshould be\b|\bneeds\b|; found")


class Texts(SingleFileSnapshotExtension):
    """One readable text file per broken folder."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def texts(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The messages as they were last agreed on."""
    return snapshot.use_extension(Texts)


def code_of(case: str) -> str:
    """The longest code that a folder's name starts with."""
    fitting = [code for code in CATALOGUE if case == code or case.startswith(f"{code}-")]
    assert fitting, f"{case} does not start with a code of the catalogue"
    return max(fitting, key=len)


def problems_of(case: str) -> tuple[list[Problem], Mapping[str, SourceFile]]:
    """What is said about a broken folder, asked from within tests/broken."""
    ask = Path(case) / "ask.json"
    if not ask.is_file():
        return check_paths([case])
    wanted: dict[str, Any] = json.loads(ask.read_text(encoding="utf-8"))
    path = wanted.pop("path")
    if not wanted:
        return check_paths([path])
    result = load_program(path, **wanted)
    assert result.program is None
    return result.problems, result.sources


@pytest.mark.parametrize("case", CASES)
def test_message(case: str, texts: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mistake has its code, one message and a place, and the text of it is agreed on."""
    monkeypatch.chdir(BROKEN)
    problems, sources = problems_of(case)

    assert [each.code for each in problems] == [code_of(case)]
    text = render_all(problems, sources)
    assert str(BROKEN) not in text and str(Path.home()) not in text
    assert text == texts


@pytest.mark.parametrize("case", CASES)
def test_messages_are_for_designers(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message speaks no Python, stands inside its file and says what to do."""
    monkeypatch.chdir(BROKEN)
    problems, sources = problems_of(case)

    for each in problems:
        for text in (each.message, each.hint or "", *(note for note, _ in each.related)):
            assert not PYTHON_WORDS.search(text), text
        assert each.message.endswith((".", "?"))
        assert each.hint or EXPLAINED.search(each.message), each.message
        for span in (each.span, *(span for _, span in each.related)):
            assert span.line >= 1 and span.column >= 1
            if span.file in sources:
                lines = sources[span.file].line_starts
                assert span.line <= len(lines)
                assert span.column <= len(sources[span.file].line_text(span.line)) + 1


def test_every_code_has_a_broken_folder() -> None:
    """A code that nobody broke on purpose has never been read by anybody."""
    covered = {code_of(case) for case in CASES}
    assert sorted(set(CATALOGUE) - covered - set(ELSEWHERE)) == []
    assert sorted(covered & set(ELSEWHERE)) == []
    assert sorted(set(ELSEWHERE) - set(CATALOGUE)) == []
