"""Variants that want to do harm: each ends with problems, soon, and nothing outside is read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.pipeline import LoadResult, check_paths, load_program
from rulewright.dsl.render import render_all
from rulewright.interpreter.cli import main

from .support import load, write_game, write_variant

SECRET = "the combination of the safe"
HEAD = "variant: evil\nof: hamlet\n"


@pytest.fixture
def hamlet(tmp_path: Path) -> Path:
    """The game in a folder of its own, with a secret beside it."""
    (tmp_path / "secret.yaml").write_text(f"variant: evil\nof: hamlet\n{SECRET}: [\n")
    (tmp_path / "secret.txt").write_text(SECRET)
    return write_game(tmp_path / "hamlet")


def evil(folder: Path, text: str) -> LoadResult:
    """The hamlet with a variant that is one text; what is said of it can be shown."""
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "evil.yaml").write_text(text, encoding="utf-8")
    result = load(folder, "evil")
    said = render_all(result.problems, result.sources)
    assert SECRET not in said and str(folder.parent) not in said
    return result


@pytest.mark.parametrize(
    "text",
    [
        "change: &a\n  goods.wood.start: 1\nadd: *a\n",
        "<<: {variant: x}\n",
        "change: !include ../../secret.yaml\n",
        "change:\n  goods.wood.start: !!python/object/apply:os.system ['true']\n",
        f"change: {'[' * 3000}{']' * 3000}\n",
        "change: " + "{a: " * 200 + "1" + "}" * 200 + "\n",
        "---\nchange: {}\n---\nremove: []\n",
        'title: "\x07bell"\n',
    ],
)
def test_yaml_that_rule_files_do_not_use(hamlet: Path, text: str) -> None:
    """Aliases, tags, merges, depth and control characters are refused in variants too."""
    result = evil(hamlet, HEAD + text)
    assert result.program is None and result.problems


@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "goods/../../secret",
        "__class__",
        "goods.__init__.__globals__",
        "goods.wood.__dict__",
        "..",
        "goods..wood",
        "goods." * 2000 + "x",
        "x" * 100_000,
        "flow." + "9" * 5000,
        "flow.-1",
        "flow.1e9",
    ],
)
@pytest.mark.parametrize("key", ["change", "remove", "insert"])
def test_paths_lead_nowhere_else(hamlet: Path, key: str, path: str) -> None:
    """A path names keys of the game and nothing of the machine."""
    said: Any = {path: 1}
    if key == "remove":
        said = [path]
    elif key == "insert":
        said = {f"before {path}": 1}
    result = evil(hamlet, json.dumps({"variant": "evil", "of": "hamlet", key: said}))
    assert result.program is None
    assert all(each.span.file == "hamlet/variants/evil.yaml" for each in result.problems)


@pytest.mark.parametrize("name", ["../secret", "../../secret.txt", "/etc/passwd", "a\x00b", "~"])
def test_names_to_come_after_are_no_paths(hamlet: Path, name: str) -> None:
    """`after` names variants, and never opens a file."""
    result = evil(hamlet, json.dumps({"variant": "evil", "of": "hamlet", "after": [name]}))
    assert result.problems
    assert all(SECRET not in source.text for source in result.sources.values())


def test_a_large_file_is_not_read(hamlet: Path) -> None:
    """A variant is as long as a rule file may be, and no longer."""
    result = evil(hamlet, f"{HEAD}# {'x' * 9_000_000}\n")
    assert [each.code for each in result.problems] == ["file-too-large"]


def test_thousands_of_changes_end(hamlet: Path) -> None:
    """Many changes, clashes and wrong paths are told in a list that has an end."""
    many = {f"goods.wood.k{number}": number for number in range(5000)}
    write_variant(hamlet, "a", change=many)
    write_variant(hamlet, "b", change={key: -value for key, value in many.items()})
    assert 0 < len(load(hamlet, "a", "b").problems) <= 101
    write_variant(hamlet, "a", change={f"goods.g{number}.start": 1 for number in range(5000)})
    assert 0 < len(load(hamlet, "a").problems) <= 101
    write_variant(
        hamlet,
        "a",
        insert={f"before flow.{n}": "rest" for n in range(1, 4)},
        remove=["goods"] * 3000,
    )
    assert 0 < len(load(hamlet, "a").problems) <= 101


def test_a_long_list_of_lines_ends(hamlet: Path) -> None:
    """Thousands of lines put into one list are taken or refused, but do not take for ever."""
    write_variant(hamlet, "a", insert={"last in flow": ["nothing"] * 5000})
    write_variant(hamlet, "b", insert={"first in flow": ["nothing"] * 5000})
    result = load(hamlet, "a", "b")
    assert result.program is not None or result.problems


def test_a_link_is_not_followed(hamlet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant file that is a link out of its folder is refused, named by id or by path."""
    (hamlet / "variants").mkdir()
    outside = hamlet.parent / "elsewhere"
    outside.mkdir()
    monkeypatch.chdir(outside)
    try:
        (hamlet / "variants" / "evil.yaml").symlink_to(hamlet.parent / "secret.yaml")
        (outside / "evil.yaml").symlink_to(hamlet.parent / "secret.yaml")
    except OSError:
        pytest.skip("this system has no links")
    for result in (load(hamlet, "evil"), load(hamlet, "evil.yaml")):
        assert [each.code for each in result.problems] == ["file-outside"]
        assert all(SECRET not in source.text for source in result.sources.values())
    problems, sources = check_paths(["evil.yaml"])
    assert [each.code for each in problems] == ["file-outside"]
    assert all(SECRET not in source.text for source in sources.values())
    assert main(["test", "evil.yaml"]) == 1


def test_only_rule_files_are_variants(hamlet: Path) -> None:
    """Whatever is no YAML file by its name is not opened as a variant, also not for a save."""
    target = hamlet.parent / "secret.txt"
    result = load(hamlet, str(target))
    assert [each.code for each in result.problems] == ["unknown-variant"]
    assert all(SECRET not in source.text for source in result.sources.values())
    save = rw.load("tiny").start(seed=1).save()
    with pytest.raises(rw.RuleFileError) as refused:
        rw.resume({**save, "variants": [str(target)]})
    assert SECRET not in str(refused.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_is_not_waited_for(hamlet: Path) -> None:
    """A variant that never ends is no file."""
    (hamlet / "variants").mkdir()
    os.mkfifo(hamlet / "variants" / "evil.yaml")
    assert [each.code for each in load(hamlet, "evil").problems] == ["unknown-variant"]


def test_limits_hold_in_varied_games(hamlet: Path) -> None:
    """What a game may not be, a variant cannot make of it."""
    for said in (
        {"change": {"goods.wood.max": 10**30}},
        {"change": {"zones.deck.capacity": 10**9}},
        {"change": {"cards.axe.copies": 10**9}},
        {"change": {"players": "1-999"}},
        {"change": {"procedures.rest": "rest"}},
        {"change": {"game": "other"}},
        {"add": {"procedures": {f"p{n}": f"p{n + 1}" for n in range(200)}}},
    ):
        result = evil(hamlet, json.dumps({"variant": "evil", "of": "hamlet", **said}))
        assert result.program is None and result.problems, said


def test_the_game_a_variant_names(tmp_path: Path) -> None:
    """`of` is an id: it leads to games that come along, or to the folder around, nowhere else."""
    outside = write_game(tmp_path / "outside")
    (tmp_path / "in").mkdir()
    variant = tmp_path / "in" / "v.yaml"
    for name in ("hamlet", "outside", str(outside), "../outside"):
        variant.write_text(json.dumps({"variant": "v", "of": name}))
        assert load_program(str(variant)).program is None
