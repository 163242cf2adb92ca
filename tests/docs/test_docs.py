"""The documentation: every example runs and every link leads somewhere."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.program import fingerprint
from rulewright.interpreter import bots, errors
from rulewright.interpreter.cli import docs
from rulewright.interpreter.library import UnknownGame

from .blocks import Block, blocks, calls, name_of, pages
from .runner import Runner
from .support import DOCS, ROOT, VILLAGE, play_out

UPDATE = "RULEWRIGHT_UPDATE_DOCS"
"""Set to 1, outputs in pages are written again instead of being compared; read the diff."""

OTHERS = (DOCS / "decisions", ROOT / "games")
"""Folders whose pages have tests of their own, or none."""

RUN = [path for path in pages() if not {*OTHERS} & {*path.parents}]
_LINK = re.compile(r"(?<!!)\[[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*\]\(([^()\s]+)\)")


@pytest.mark.parametrize("path", RUN, ids=name_of)
@pytest.mark.slow
def test_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example of a page does what the page says, from top to bottom."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    monkeypatch.setenv("COLUMNS", "80")
    # A page may register a bot, which other tests must not meet.
    monkeypatch.setattr(bots, "_registered", {})
    text = path.read_text(encoding="utf-8")
    runner = Runner(tmp_path)
    failures, renewed, end = [], "", 0
    for block in blocks(text):
        if os.environ.get(UPDATE) == "1" and block.language == "console":
            renewed += text[end : block.start] + _renewed(block, runner)
            end = block.start + len(block.text)
        else:
            failures += [f"{name_of(path)}:{block.line}: {each}" for each in runner.run(block)]
    if end:
        path.write_text(renewed + text[end:], encoding="utf-8")

    assert failures == [], "\n\n".join(failures)


def _renewed(block: Block, runner: Runner) -> str:
    """Return a console block with what its commands print now, shortened where it was."""
    lines: list[str] = []
    commands = [line for line in block.text.splitlines() if line.startswith("$ ")]
    for written, call in zip(commands, calls(block), strict=True):
        lines.append(written)
        printed = runner.printed(call)
        if printed is None:
            lines += call.output
        elif "..." in call.output:
            # The beginning is kept as long as it was; what follows the gap is kept as it is.
            gap = call.output.index("...")
            lines += [*printed[:gap], *call.output[gap:]]
        else:
            lines += printed
    return "\n".join(lines) + "\n"


def test_generated_pages_are_up_to_date() -> None:
    """The pages of the reference are what `rulewright docs` makes of the code."""
    assert docs.out_of_date(DOCS / "reference") == []


def test_the_village_can_be_played() -> None:
    """The game behind the examples has no problem and comes to its end."""
    for seed in range(5):
        play_out(load_program(str(VILLAGE)), seed)


def test_the_first_game_becomes_the_tiny_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first guide builds step by step is the game that comes with Rulewright."""
    monkeypatch.chdir(tmp_path)
    runner = Runner(tmp_path)
    page = (DOCS / "first-game.md").read_text(encoding="utf-8")
    for block in blocks(page):
        if block.language == "yaml":
            list(runner.run(block))
    built, tiny = load_program("mill").unwrap(), load_program("tiny").unwrap()

    assert fingerprint(replace(built, game=tiny.game)) == tiny.fingerprint


def test_the_codes_of_errors_are_documented() -> None:
    """The page for embedders lists every code that playing raises, and no other."""
    page = (DOCS / "embedding.md").read_text(encoding="utf-8")
    table = page[page.index("| exception | codes |") :].split("\n\n")[0]
    said = {code for row in table.splitlines()[2:] for code in re.findall(r"`([a-z-]+)`", row)}
    # Fields of the exceptions, which the table names too.
    said -= {"reason", "source", "reasons", "place", "near", "problems", "undo"}

    assert said == known_codes()


def known_codes() -> set[str]:
    """Return the codes that the exceptions themselves say they have."""
    kinds = (errors.RuleRuntimeError, errors.IllegalMove, errors.WrongArgument)
    listed = [str(kind.__doc__).split("Codes:")[1].split(". ")[0] for kind in kinds]
    codes = {code.strip(" .\n") for text in listed for code in text.split("\n\n")[0].split(",")}
    saves = {errors.SaveMismatch("").code, "save-broken", "not-a-save", "not-a-journal"}
    return codes | saves | {UnknownGame.code, "nothing-to-undo"}


@pytest.mark.parametrize("path", RUN, ids=name_of)
def test_files_that_pages_name_are_there(path: Path) -> None:
    """A source file or folder that a page names in passing has not moved away."""
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"`((?:dsl|interpreter|tests|schemas|docs)/[\w./]*)`", text)

    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", pages(), ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    """Each relative link of a page names a file that is there, and a heading that is in it."""
    text = re.sub(r"```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    dead = []
    for target in _LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, heading = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        inside = there.exists() and ROOT in (there, *there.parents)
        if not inside or (heading and heading not in _headings(there)):
            dead.append(target)

    assert dead == []


def _headings(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    found: dict[str, int] = {}
    text = re.sub(r"```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    anchors = set()
    for title in re.findall(r"^#+ +(.+?) *$", text, re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower())
        slug = slug.replace(" ", "-")
        count = found.get(slug, 0)
        found[slug] = count + 1
        anchors.add(f"{slug}-{count}" if count else slug)
    return anchors
