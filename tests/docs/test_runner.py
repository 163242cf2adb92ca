"""The tests of the documentation themselves: a page that is wrong is found to be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from .blocks import Block, blocks, calls, same_output
from .runner import Runner

GAME = """```yaml game file=farm/game.yaml
game: farm
title: Farm
players: 1
goods: {wood: {max: 9}}
flow: {for_each: p in players, do: gain 1 wood}
```
"""


def failures(page: str, folder: Path) -> list[str]:
    """Run a page; return what is wrong with it."""
    runner = Runner(folder)
    return [failure for block in blocks(page) for failure in runner.run(block)]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")


def test_blocks_know_what_they_are() -> None:
    """The words behind a fence say what a block is."""
    page = "a\n\n  ```yaml wrong part code=whose\n  a:\n    b\n  ```\n\n```\nplain\n```\n"
    first, second = blocks(page)

    assert (first.language, first.words, first.settings) == (
        "yaml",
        ("wrong", "part"),
        {"code": "whose"},
    )
    assert (first.text, first.line) == ("a:\n  b\n", 3)
    assert (second.language, second.text) == ("", "plain\n")


def test_commands_have_their_output() -> None:
    """Lines below a command are what it prints; a comment behind it is left out."""
    block = Block("console", (), {}, "$ make test   # all\n$ rulewright x\none\n\ntwo\n\n", 1, 0)

    assert [(call.command, call.output) for call in calls(block)] == [
        ("make test", ()),
        ("rulewright x", ("one", "", "two")),
    ]


@pytest.mark.parametrize(
    ("said", "same"),
    [
        (("a", "b", "c"), True),
        (("a", "..."), True),
        (("...", "c"), True),
        (("a", "...", "c"), True),
        (("...",), True),
        (("a", "b"), False),
        (("b", "..."), False),
        (("...", "b"), False),
        (("a", "...", "d"), False),
    ],
)
def test_outputs_may_be_shortened(said: tuple[str, ...], same: bool) -> None:
    """Three dots stand for any lines, everything else for itself."""
    assert same_output(said, ["a", "b", "c", ""]) is same


@pytest.mark.parametrize(
    "page",
    [
        GAME,
        GAME + "```console\n$ rulewright check farm\nNo problems.\n```\n",
        GAME + "```yaml wrong add file=farm/game.yaml\nflow: gian 1 wood\n```\n",
        GAME + "```yaml add file=farm/game.yaml\ngoods: {wood: {}, stone: {}}\n```\n",
        "```yaml part\ndefine:\n  poor: my gold < 2\n```\n",
        "```yaml wrong part code=whose\ndefine:\n  poor: track < 2\n```\n",
        "```yaml script\n- gain 1 wood\n```\n",
        "```python\nx = 1\n```\n```pycon\n>>> x + 1\n2\n```\n",
        "```console\n$ make test\n```\n",
        "```text\nanything\n```\n",
    ],
)
def test_right_pages_pass(page: str, tmp_path: Path) -> None:
    """Examples that do what they say are no failures."""
    assert failures(page, tmp_path) == []


@pytest.mark.parametrize(
    "page",
    [
        GAME.replace("gain", "gian"),
        GAME.replace("1 wood", "1 wood then pay 5 wood"),
        GAME + "```console\n$ rulewright check farm\nAll is well.\n```\n",
        GAME + "```yaml wrong add file=farm/game.yaml\nflow: nothing\n```\n",
        GAME + "```yaml add file=farm/game.yaml\ngoods: {stone: {}}\n```\n",
        "```yaml part\ndefine:\n  poor: my gould < 2\n```\n",
        "```yaml wrong part\ndefine:\n  poor: my gold < 2\n```\n",
        "```yaml wrong part code=whose\ndefine:\n  poor: my gould < 2\n```\n",
        "```yaml rule\nafter: I sleep\ndo: gain 1 wood\n```\n",
        "```yaml\na: 1\n```\n",
        "```python\nx = 1 / 0\n```\n",
        "```pycon\n>>> 1 + 1\n3\n```\n",
        "```console\n$ make nothing_of_the_kind\n```\n",
        "```console\n$ frobnicate\n```\n",
        "```java\n```\n",
    ],
)
def test_wrong_pages_fail(page: str, tmp_path: Path) -> None:
    """Each sort of example that does not do what it says is a failure."""
    assert len(failures(page, tmp_path)) == 1
