"""Files that want to do harm: each ends with problems, soon, and nothing outside is read."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.pipeline import LoadResult, check_paths, load_program
from rulewright.dsl.problems import MORE
from rulewright.dsl.render import render_all
from tests.mutations import SMALL_GAMES, mutated

ROOT = Path(__file__).parent.parent
HEAD = "game: sample\nplayers: 2\ngoods:\n  wood: {start: 2}\n  ore: {}\n"
SECRET = "the combination of the safe"


def load(folder: Path, text: str, name: str = "game.yaml") -> LoadResult:
    """What becomes of a game that is one text."""
    (folder / name).write_text(text, encoding="utf-8")
    result = load_program(str(folder))
    render_all(result.problems, result.sources)
    return result


def codes(result: LoadResult) -> list[str]:
    """The codes of all problems; a game with problems gives no Program."""
    found = [each.code for each in result.problems]
    assert not found or result.program is None
    return found


# ---------------------------------------------------------------- YAML


def test_a_bomb_of_names_is_not_unfolded(tmp_path: Path) -> None:
    """Names for blocks that double each time are refused, not followed."""
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        bomb += f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    found = codes(load(tmp_path, HEAD + bomb + "flow: nothing\n"))
    assert set(found) == {"yaml-anchor", "yaml-alias"}


@pytest.mark.parametrize(
    "text",
    [
        "!!python/object/apply:os.system ['touch harm']",
        "!!python/name:os.system",
        "!include ../../secret.yaml",
        "!!binary aGVsbG8=",
    ],
)
def test_types_of_other_programs_are_refused(tmp_path: Path, text: str) -> None:
    """A tag makes nothing happen."""
    assert codes(load(tmp_path, f"{HEAD}title: {text}\nflow: nothing\n")) == ["yaml-tag"]


@pytest.mark.parametrize("depth", [63, 64, 65, 200, 4000])
def test_deep_brackets_end(tmp_path: Path, depth: int) -> None:
    """Lists in lists are read to a certain depth."""
    found = codes(load(tmp_path, f"{HEAD}flow: {'[' * depth}nothing{']' * depth}\n"))
    assert found == ([] if depth < 64 else ["yaml-too-deep"])


@pytest.mark.parametrize("head", ["do", "may", "if_possible"])
def test_deep_scripts_end(tmp_path: Path, head: str) -> None:
    """Scripts in scripts are carried as deep as YAML allows."""
    flow = "flow:\n  as: seat(1)\n  do:\n"
    for depth in range(58):
        flow += f"{'  ' * (depth + 2)}{head}:\n"
    flow += f"{'  ' * 60}{head}: gain 1 wood\n"
    result = load(tmp_path, HEAD + flow)
    assert codes(result) == []


def test_deep_conditions_in_deep_scripts_end(tmp_path: Path) -> None:
    """The deepest sentence in the deepest script still gets an answer."""
    flow = "flow:\n  as: seat(1)\n  do:\n"
    for depth in range(50):
        pad = "  " * (depth + 2)
        flow += f"{pad}if: {'not ' * 40}my wood > 1\n{pad}then:\n"
    flow += f"{'  ' * 52}gain 1 wood if {'(' * 55}my wood > 1{')' * 55}\n"
    assert codes(load(tmp_path, HEAD + flow)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("state:\n  n: {max: 9007199254740992}\n", "yaml-big-number"),
        ("state:\n  n: {max: " + "9" * 5000 + "}\n", "yaml-big-number"),
        ("state:\n  n: {max: 0x" + "f" * 400 + "}\n", "number-in-name"),
        ("state:\n  n: {max: 1e400}\n", "number-in-name"),
        ("state:\n  n: {max: .inf}\n", "unknown-character"),
        ("define:\n  n: " + "9" * 4000 + "\n", "yaml-big-number"),
        ("define:\n  n: 1 + " + "9" * 4000 + "\n", "number-too-large"),
    ],
)
def test_huge_numbers(tmp_path: Path, text: str, code: str) -> None:
    """A number that no game needs is told, not worked with."""
    assert codes(load(tmp_path, f"{HEAD}{text}flow: nothing\n"))[:1] == [code]


def test_large_numbers_multiplied(tmp_path: Path) -> None:
    """Products of the largest numbers are bounded before anything runs."""
    biggest = "9007199254740991"
    text = f"define:\n  n: {' * '.join([biggest] * 200)}\nflow: end game if n > 3\n"
    assert len(codes(load(tmp_path, HEAD + text))) <= 1


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\x7f", "\u202e", "\u2066", "\ufeff"])
def test_characters_that_cannot_be_seen(tmp_path: Path, char: str) -> None:
    """Control characters and marks that reverse the writing are found, and never printed."""
    result = load(tmp_path, f"{HEAD}title: ab{char}cd\nflow: nothing\n")
    assert codes(result) == ["yaml-invisible-character"]
    assert char not in render_all(result.problems, result.sources)


def test_escapes_of_characters_that_cannot_be_seen(tmp_path: Path) -> None:
    """Nor can they be written as an escape."""
    result = load(tmp_path, f'{HEAD}title: "a\\u202Eb\\x1b[31m"\nflow: nothing\n')
    assert set(codes(result)) == {"yaml-invisible-character"}


@pytest.mark.slow
def test_too_many_values(tmp_path: Path) -> None:
    """A file with hundreds of thousands of values is not read to its end."""
    text = (
        HEAD
        + "groups:\n  g: ["
        + ",\n".join(["a,a,a,a,a,a,a,a,a,a"] * 21_000)
        + "]\nflow: nothing\n"
    )
    assert codes(load(tmp_path, text)) == ["yaml-too-many"]


def test_too_large_a_file(tmp_path: Path) -> None:
    """A file of more than 2 MiB is not read."""
    text = HEAD + "# padding\n" * 230_000 + "flow: nothing\n"
    assert codes(load(tmp_path, text)) == ["file-too-large"]


def test_too_large_together(tmp_path: Path) -> None:
    """Nor are files that are too large together."""
    for number in range(6):
        (tmp_path / f"more{number}.yaml").write_text("# padding\n" * 180_000 + "groups: {}\n")
    assert "file-too-large" in codes(load(tmp_path, HEAD + "flow: nothing\n"))


def test_too_many_files(tmp_path: Path) -> None:
    """A game of 70 files is not read."""
    for number in range(70):
        (tmp_path / f"g{number}.yaml").write_text(f"goods:\n  g{number}: {{}}\n")
    assert codes(load(tmp_path, HEAD + "flow: nothing\n")) == ["file-too-many"]


# ---------------------------------------------------------------- outside the folder


def _link(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this system has no links")


@pytest.mark.parametrize(
    "place", ["goods.yaml", "variants/v.yaml", "rulings/r.yaml", "locale/fr.yaml", "game.yaml"]
)
def test_links_out_of_the_folder(tmp_path: Path, place: str) -> None:
    """A link that leads out of the game's folder is refused and its target never shown."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text(f"{SECRET}: [\n", encoding="utf-8")
    game = tmp_path / "game"
    game.mkdir()
    if place != "game.yaml":
        flow = "flow:\n  for_each: p in players\n  do: gain 1 wood\n"
        (game / "game.yaml").write_text(HEAD + flow, encoding="utf-8")
    (game / place).parent.mkdir(exist_ok=True)
    _link(game / place, outside / "secret.yaml")
    problems, sources = check_paths([game])
    assert [each.code for each in problems] == ["file-outside"]
    assert SECRET not in render_all(problems, sources)
    assert all(SECRET not in source.text for source in sources.values())


def test_links_to_themselves_and_to_nothing(tmp_path: Path) -> None:
    """Links that lead nowhere are told like any file that cannot be read."""
    _link(tmp_path / "loop.yaml", tmp_path / "loop.yaml")
    _link(tmp_path / "gone.yaml", tmp_path / "nothing-here.yaml")
    found = codes(load(tmp_path, HEAD + "flow: nothing\n"))
    assert set(found) <= {"file-outside", "file-not-found", "file-unreadable"} and len(found) == 2


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A file that never ends is no rule file."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert codes(load(tmp_path, HEAD + "flow: nothing\n")) == ["file-unreadable"]


@pytest.mark.parametrize("base", ["../outside", "/etc", "..", "", "a/b", "game.yaml", "~"])
def test_the_game_of_a_variant_is_no_path(tmp_path: Path, base: str) -> None:
    """What a variant file says about its game never leads to another folder."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "game.yaml").write_text(f"game: x\ntitle: {SECRET}\n")
    (tmp_path / "in").mkdir()
    variant = tmp_path / "in" / "v.yaml"
    variant.write_text(f'variant: v\nof: "{base}"\n', encoding="utf-8")
    problems, sources = check_paths([variant])
    assert problems
    assert all(SECRET not in source.text for source in sources.values())


@pytest.mark.parametrize(
    "name",
    ["../x", "..", "/etc/passwd", "a/../b", "C:\\x", "a\x00b", "x" * 5000, "", " ", "-", "é"],
)
def test_names_that_are_paths(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked for, there is an answer."""
    # What lies above the folder somebody works in must not matter.
    (tmp_path / "empty" / "here").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "empty" / "here")
    for result in (
        load_program(name),
        load_program("tic-tac-toe", variants=[name]),
        load_program("tic-tac-toe", options={name: name}),
    ):
        assert result.program is None and result.problems
    assert check_paths([name])[0]


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "a.b", "A", "x" * 65, "é", "a b", "__class__", "1a"]
)
@pytest.mark.parametrize("section", ["goods", "state", "zones", "kinds", "procedures", "define"])
def test_ids_that_are_paths(tmp_path: Path, section: str, name: str) -> None:
    """An id is small letters, digits and '_', in each section."""
    result = load(
        tmp_path, f'game: sample\nplayers: 2\n{section}:\n  "{name}": {{}}\nflow: nothing\n'
    )
    assert "bad-key" in codes(result)


def test_the_id_of_a_game_is_no_path(tmp_path: Path) -> None:
    """Nor does the id of the game lead anywhere."""
    assert codes(load(tmp_path, "game: ../x\nplayers: 2\nflow: nothing\n")) == ["wrong-value"]


# ---------------------------------------------------------------- too much of everything

CARDS = "kinds:\n  card: {}\ncards:\n  ace: {}\nzones:\n  deck: {of: card, start: all}\n"
TOO_MUCH: dict[str, str] = {
    "rows": "boards:\n  b: {rows: 100000, columns: 100000}\nflow: nothing\n",
    "row-lists": "boards:\n  b:\n    rows:\n"
    + "".join(f"      - [{', '.join(f'c{y}_{x}' for x in range(40))}]\n" for y in range(40))
    + "flow: nothing\n",
    "copies": CARDS.replace("ace: {}", "ace: {copies: 9007199254740991}") + "flow: shuffle deck\n",
    "pieces": CARDS.replace(
        "  ace: {}\n", "".join(f"  c{n}: {{copies: 1000}}\n" for n in range(99))
    )
    + "flow: shuffle deck\n",
    "capacity": CARDS.replace("start: all", "start: all, capacity: 9007199254740991")
    + "flow: shuffle deck\n",
    "players": "flow: nothing\n",
    "choice": "flow:\n  as: seat(1)\n  do:\n    - choose: n in range(1, 9007199254740991)\n",
    "name-for-a-range": "flow:\n  - let n be range(1, 9007199254740991)\n",
    "loop": "flow:\n  for_each: n in range(1, 9007199254740991)\n  do: nothing\n",
    "roll": "state:\n  n: {min: 1, max: 9007199254740991}\nflow: roll n\n",
    "goods-of-a-group": "flow:\n  as: seat(1)\n  do: gain 9007199254740991 goods\n",
    "goods-joined": "groups:\n  all_of_them: [wood, ore, "
    + ", ".join(f"g{n}" for n in range(12))
    + "]\nflow:\n  as: seat(1)\n  do: gain "
    + " and ".join(["2 all_of_them"] * 40)
    + "\n",
    "different": "flow:\n  as: seat(1)\n  do: gain 9007199254740991 different goods\n",
    "shape": "boards:\n  b: {rows: 20, columns: 20}\nshapes:\n  s:\n    cells:\n"
    + f"      - {'X' * 300}\n" * 300
    + "flow:\n  as: seat(1)\n  do:\n    - choose: s2 in spots(s, b)\n",
    "set-of-numbers": "state:\n  s: set of int\nflow: nothing\n",
    "subsets": "boards:\n  b: {rows: 20, columns: 20}\nflow:\n  as: seat(1)\n  do:\n"
    "    - choose: s in subsets(b)\n",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_of_something(tmp_path: Path, name: str) -> None:
    """What would take more room or time than there is gets one message."""
    head = HEAD.replace("players: 2", "players: 1-99") if name == "players" else HEAD
    head += "".join(f"  g{number}: {{}}\n" for number in range(12))
    found = codes(load(tmp_path, head + TOO_MUCH[name]))
    assert len(found) == 1 and found[0] in {
        "too-many", "unbounded-choice", "wrong-value", "state-type", "never-enough"
    }  # fmt: skip


def test_long_sentences(tmp_path: Path) -> None:
    """A sentence of thousands of words is refused before it is understood."""
    long = " + ".join(["my wood"] * 3000)
    result = load(tmp_path, f"{HEAD}flow:\n  as: seat(1)\n  do: gain ({long[:9000]}) wood\n")
    assert codes(result) == ["leaf-too-long"]


def test_hundreds_of_mistakes_are_cut(tmp_path: Path) -> None:
    """After a hundred problems one entry says how many more there are."""
    steps = "".join(f"    - gain 2 gold{number}\n" for number in range(400))
    found = codes(load(tmp_path, f"{HEAD}flow:\n  as: seat(1)\n  do:\n{steps}"))
    assert len(found) == 101
    assert found[-1] == MORE


def test_the_same_mistake_hundreds_of_times_is_one(tmp_path: Path) -> None:
    """A word that is wrong on every line is told once, with its other places."""
    steps = "    - gain 2 gold\n" * 400
    result = load(tmp_path, f"{HEAD}flow:\n  as: seat(1)\n  do:\n{steps}")
    assert codes(result) == ["unknown-good"]
    assert len(result.problems[0].related) == 399
    assert len(render_all(result.problems, result.sources).splitlines()) < 20


# ---------------------------------------------------------------- real games, broken at random


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_broken_games_give_problems_only(tmp_path: Path, data: st.DataObject) -> None:
    """Whatever is deleted, doubled, swapped or reworded, nothing but problems come out."""
    text = (data.draw(st.sampled_from(SMALL_GAMES)) / "game.yaml").read_text(encoding="utf-8")

    def draw(size: int) -> int:
        return data.draw(st.integers(0, size - 1))

    result = load(tmp_path, mutated(text, draw))
    assert (result.program is None) == bool(result.problems)


@settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_one_typo_gives_few_messages(tmp_path: Path, data: st.DataObject) -> None:
    """Two letters that changed places give one message, or a few where a declaration is meant."""
    text = (data.draw(st.sampled_from(SMALL_GAMES)) / "game.yaml").read_text(encoding="utf-8")
    words = list(re.finditer(r"[a-z_]{4,}", text))
    word = words[data.draw(st.integers(0, len(words) - 1))]
    at = word.start() + data.draw(st.integers(1, len(word.group()) - 2))
    typo = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    assert len(codes(load(tmp_path, typo))) <= 4
