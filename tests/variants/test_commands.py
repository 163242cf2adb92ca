"""The commands for variant authors: diff, new, test --variant, describe; and saves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rulewright as rw
from rulewright.interpreter.cli import main

from .support import HAMLET, write_game, write_variant

RULINGS = [
    {
        "id": "wood-at-the-start",
        "ruling": "Everybody starts with two wood.",
        "then": ["A's wood == 2"],
    },
    {
        "id": "gold-for-two",
        "ruling": "Two players start with a gold each.",
        "then": ["A's gold == 1", "B's gold == 1"],
    },
    {
        "id": "the-pick",
        "ruling": "The pick digs ore.",
        "when": ["take pick"],
        "then": ["A's ore == 1"],
    },
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the hamlet, its rulings and two variants."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    monkeypatch.delenv("COLUMNS", raising=False)
    folder = write_game(Path("hamlet"))
    (folder / "rulings").mkdir()
    (folder / "rulings" / "all.yaml").write_text(json.dumps(RULINGS, indent=1))
    write_variant(
        folder,
        "rich",
        title={"en": "Rich hamlet", "fr": "Hameau riche"},
        description={"en": "More wood, and a hoe."},
        source="assumed",
        change={
            "goods.wood.start": 5,
            "cards.saw.do.one_of.gain_2_wood": "gain 3 wood",
            "cards.pick.do": {"one_of": ["gain 1 ore", "gain 1 gold"]},
        },
        add={"cards": {"hoe": {"worth": 4, "do": "gain 3 wood", "source": "assumed"}}},
        insert={"last in zones.deck.start": "hoe", "after flow.1": "nothing"},
        remove=["procedures.rest.2", "options.long", "scoring.ties"],
        rulings=[
            {"id": "five-wood", "ruling": "Everybody has five wood.", "then": ["A's wood == 5"]}
        ],
    )
    write_variant(
        folder, "poor", change={"goods.gold.start": 2}, locale={"fr": {"cards.axe.name": "hache"}}
    )
    return folder


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Call the command line; return its status and what it printed."""
    status = main(words)
    found = capsys.readouterr()
    return status, found.out, found.err


def test_diff_in_words(
    home: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    """Every difference is a sentence with its place in the game and in the variant."""
    status, out, err = call(capsys, "diff", "hamlet", "rich")
    assert (status, err) == (0, "")
    assert out == snapshot


def test_diff_of_two(
    home: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    """With several variants each difference names the one it comes from."""
    status, out, _ = call(
        capsys, "diff", "hamlet", "rich", "hamlet/variants/poor.yaml", "--lang", "fr"
    )
    assert status == 0
    assert out == snapshot


def test_diff_as_data(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as JSON, in which both places are files and lines."""
    status, out, _ = call(capsys, "diff", "hamlet/variants/rich.yaml", "--json")
    data = json.loads(out)
    by_path = {each["path"]: each for each in data["differences"]}
    start = by_path["goods.wood.start"]
    lines = Path("hamlet/game.yaml").read_text().split("\n")

    assert status == 0 and data["game"] == "hamlet"
    assert [each["id"] for each in data["variants"]] == ["rich"]
    assert (start["kind"], start["before"], start["after"]) == ("changed", ["2"], ["5"])
    assert '"start": 2' in lines[start["before_at"]["line"] - 1]
    assert start["after_at"]["file"] == "hamlet/variants/rich.yaml"
    assert by_path["cards.hoe"]["kind"] == "new" and by_path["cards.hoe"]["before_at"] is None
    assert by_path["scoring.ties"]["kind"] == "gone"
    assert by_path["scoring.ties"]["variants"] == ["rich"]


def test_diff_without_a_difference(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Saying again what the game says is no difference."""
    write_variant(home, "same", change={"goods.wood.start": 2, "flow.1": HAMLET["flow"][0]})
    status, out, _ = call(capsys, "diff", "hamlet", "same")
    assert status == 0 and out.endswith("The hamlet stays as it is.\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["hamlet"], 2, "name a variant"),
        (["hamlet", "rihc"], 2, "Did you mean 'rich'?"),
        (["hamlt", "rich"], 2, "There is no game 'hamlt'."),
        (["hamlet", "wrong"], 1, "variant-target"),
    ],
)
def test_diff_that_cannot_be(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str
) -> None:
    """A wrong call has status 2, a wrong variant status 1, and both say why."""
    write_variant(home, "wrong", change={"goods.wod.start": 1})
    found, _, err = call(capsys, "diff", *words)
    assert found == status and said in err


def test_describe_marks_variants(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What comes from a variant, or was changed by one, says so; the rest says nothing."""
    words = ["--variant", "rich", "--variant", "poor"]
    _, hoe, _ = call(capsys, "describe", "hamlet", "hoe", *words)
    _, saw, _ = call(capsys, "describe", "hamlet", "saw", *words)
    _, zone, _ = call(capsys, "describe", "hamlet", "deck", *words)
    _, axe, _ = call(capsys, "describe", "hamlet", "axe", "--json", *words)
    _, work, _ = call(capsys, "describe", "hamlet", "procedures.work", *words)

    assert "new in the variant rich\n  hamlet/variants/rich.yaml:" in hoe
    assert "changed in the variant rich\n  hamlet/game.yaml:" in saw
    assert "changed in the variant rich" in zone
    assert [each["variant"] for each in json.loads(axe)["facts"]] == ["poor"]
    assert "variant" not in work


def test_overturned_rulings(
    home: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    """The game's rulings that a variant overturns are listed, and that is no failure."""
    status, out, err = call(capsys, "test", "hamlet", "--variant", "rich")
    assert (status, err) == (0, "")
    assert out == snapshot
    _, out, _ = call(capsys, "test", "hamlet", "--variant", "rich", "--json")
    data = json.loads(out)
    assert [each["id"] for each in data["overturned"]] == ["wood-at-the-start", "the-pick"]
    assert (data["ok"], data["holds"], [each["id"] for each in data["own"]]) == (
        True,
        1,
        ["five-wood"],
    )


def test_rulings_of_one_variant_overturned_by_another(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With several variants, what one says of itself may be overturned by another."""
    write_variant(home, "last", after=["rich"], change={"goods.wood.start": 7})
    status, out, _ = call(
        capsys, "test", "hamlet", "--variant", "rich", "--variant", "last", "--json"
    )
    data = json.loads(out)
    assert status == 0
    assert [each["id"] for each in data["overturned"]][-1] == "five-wood"


def test_a_variants_own_ruling_can_fail(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ruling that a variant brings and does not keep fails; so does one that fails anyway."""
    write_variant(
        home,
        "wrong",
        change={"goods.wood.start": 5},
        rulings=[{"id": "six-wood", "ruling": "Everybody has six.", "then": ["A's wood == 6"]}],
    )
    status, out, _ = call(capsys, "test", "hamlet", "--variant", "wrong")
    assert status == 1 and "six-wood failed" in out and "wood-at-the-start is overturned" in out

    wrong = [{"id": "never", "ruling": "All is lost.", "then": ["A's wood == 0"]}]
    (home / "rulings" / "more.yaml").write_text(json.dumps(wrong))
    status, out, _ = call(capsys, "test", "hamlet", "--variant", "poor")
    assert status == 1 and "never failed" in out and "1 fail anyway" in out


@pytest.mark.parametrize(
    "words",
    [["hamlet", "tiny", "--variant", "rich"], ["hamlet", "--variant", "rich", "--coverage"]],
)
def test_test_with_variants_that_cannot_be(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """What cannot be asked with variants is a wrong call."""
    assert call(capsys, "test", *words)[0] == 2


# ---------------------------------------------------------------- new


@pytest.mark.parametrize("game", ["tiny", "cave-vs-cave", "pig"])
def test_new_variant(home: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    """The file passes the check as it is, and with every example in it put to use."""
    status, out, _ = call(capsys, "new", "variant", game, "my-rules")
    assert status == 0 and out.startswith("wrote my-rules.yaml\n")
    assert call(capsys, "check", "my-rules.yaml")[:2] == (0, "No problems.\n")

    text = Path("my-rules.yaml").read_text(encoding="utf-8")
    used = re.sub(r"^# (change|add|options|rulings|  .*)", r"\1", text, flags=re.MULTILINE)
    assert "\nchange:" in used and "\nrulings:" in used
    Path("used.yaml").write_text(used, encoding="utf-8")
    assert call(capsys, "check", "used.yaml")[:2] == (0, "No problems.\n")
    assert call(capsys, "test", "used.yaml")[0] == 0


def test_new_variant_of_an_own_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A variant of somebody's own game lies among its variants and is found by its id."""
    assert call(capsys, "new", "variant", "hamlet", "long-winter")[0] == 0
    assert Path("hamlet/variants/long_winter.yaml").is_file()
    assert call(capsys, "diff", "hamlet", "long-winter")[0] == 0


def test_new_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder passes the check, its rulings hold, and it can be played to its end."""
    status, out, _ = call(capsys, "new", "game", "my-game")
    assert status == 0 and "wrote my_game/game.yaml" in out
    assert call(capsys, "check", "my_game")[:2] == (0, "No problems.\n")
    assert call(capsys, "test", "my_game")[0] == 0
    assert call(capsys, "play", "my_game", "--seed", "1")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["variant", "tiny", "taken"], "there is a file 'taken.yaml' already"),
        (["game", "hamlet"], "there is a folder 'hamlet' already"),
        (["variant", "tiny", "Été fou"], "How about 'ete-fou'?"),
        (["variant", "tiny", "../harm"], "cannot be an id"),
        (["game", "a/b"], "cannot be an id"),
        (["variant", "tny", "x"], "There is no game 'tny'"),
        (["variant", "tiny"], "rulewright new variant GAME NAME"),
        (["tile", "x"], "rulewright new game NAME"),
    ],
)
def test_new_that_cannot_be(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    """Nothing is overwritten, and a name that is no id gets a better one."""
    Path("taken.yaml").write_text("mine")
    status, _, err = call(capsys, "new", *words)
    assert status == 2 and said in err
    assert Path("taken.yaml").read_text() == "mine"
    assert sorted(path.name for path in Path().iterdir()) == ["hamlet", "taken.yaml"]


# ---------------------------------------------------------------- saves and journals


def test_a_save_names_its_variants(home: Path) -> None:
    """Variants are named in one order, each with a fingerprint of its own."""
    save = rw.load(home, variants=["rich", "poor"]).start(seed=1).save()
    other = rw.load(home, variants=["poor", "rich"]).start(seed=1)

    assert save["variants"] == ["poor", "rich"] == other.journal["variants"]
    assert [*save["fingerprints"]["variants"]] == ["poor", "rich"]
    assert other.journal["fingerprints"] == save["fingerprints"]
    assert "fingerprints" not in rw.load(home).start(seed=1).save()
    assert rw.load(home, variants=["poor", "rich"]).resume(save).moves()


def test_a_save_with_other_rules_is_refused(home: Path) -> None:
    """What differs is named: the variant that changed, the game, or a variant that is missing."""
    save = rw.load(home, variants=["rich", "poor"]).start(seed=1).save()
    for variants, said in (
        (["rich"], "the variant 'poor' there, not here"),
        ([], "the variant 'rich' there, not here"),
    ):
        with pytest.raises(rw.SaveMismatch, match=said):
            rw.load(home, variants=variants).resume(save)

    write_variant(home, "poor", change={"goods.gold.start": 3})
    with pytest.raises(rw.SaveMismatch) as refused:
        rw.load(home, variants=["rich", "poor"]).resume(save)
    assert str(refused.value) == (
        "This save belongs to other rules: the variant 'poor' has changed."
    )
    write_variant(home, "poor", change={"goods.gold.start": 2})
    write_game(home, {**HAMLET, "scoring": {"points": {"wood": "my wood"}, "ties": ["my ore"]}})
    with pytest.raises(rw.SaveMismatch, match="the game itself has changed"):
        rw.load(home, variants=["rich", "poor"]).resume(save)


def test_wording_is_no_rule(home: Path) -> None:
    """A save is taken up again if only texts, comments or the file's place have changed."""
    save = rw.load(home, variants=["poor"]).start(seed=1).save()
    path = write_variant(
        home,
        "poor",
        title="Poorer",
        change={"goods.gold.start": 2},
        locale={"fr": {"title": "Hameau"}},
    )
    elsewhere = Path("poor.yaml")
    elsewhere.write_text(f"# moved\n{path.read_text()}")

    assert rw.load(home, variants=["poor"]).resume(save)
    assert rw.load(home, variants=["poor.yaml"]).resume(save)
