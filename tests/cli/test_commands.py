"""Commands that print what is known about a game: a call in, text or JSON out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from .conftest import FAIR, Cli


def test_games_lists_what_can_be_played(cli: Cli) -> None:
    """The list has the games with their ids, in text and as data."""
    found = cli("games")
    assert found.status == 0
    data = json.loads(cli("games", "--json").out)
    ids = [each["id"] for each in data]
    assert "tic-tac-toe" in ids
    assert [line.split()[0] for line in found.out.splitlines()[1 : len(ids) + 1]] == ids
    assert all("folder" not in each for each in data)


def test_games_in_another_language(cli: Cli) -> None:
    """Titles come in the language asked for."""
    assert "Morpion" in cli("games", "--lang", "fr").out


def test_check_finds_nothing(cli: Cli) -> None:
    """A game without mistakes has status 0."""
    found = cli("check", FAIR)
    assert (found.out, found.err, found.status) == ("No problems.\n", "", 0)


def test_check_shows_every_problem(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Mistakes are shown with their place, on standard output, and make the status 1."""
    found = cli("check", "tests/cli/games/broken")
    assert (found.err, found.status) == ("", 1)
    assert found.out == snapshot
    data = json.loads(cli("check", "tests/cli/games/broken", "--json").out)
    assert [each["line"] for each in data["problems"]] == [11]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["gold"],
        ["lanterns.gold", "--lang", "fr"],
        ["Blue lantern"],
        ["--assumed"],
    ],
    ids=" ".join,
)
def test_describe(cli: Cli, words: list[str], snapshot: SnapshotAssertion) -> None:
    """A game, and each part of it, is shown as text with its sources."""
    found = cli("describe", FAIR, *words)
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_describe_says_which_number_of_players_is_shown(cli: Cli) -> None:
    """A game for several numbers says all of them, and the one whose parts are listed."""
    for words, shown in ([], 2), (["--players", "1"], 1), (["--players", "3"], 3):
        out = cli("describe", FAIR, *words).out
        assert f"\n  for 1-3 players; this is the game for {shown} (--players N" in out
    assert "\n  for 2 players\n" in cli("describe", "nim").out
    data = json.loads(cli("describe", FAIR, "--json").out)
    assert (data["players"], data["for"]) == (2, [1, 2, 3])


@pytest.mark.parametrize("words", [[], ["gold"], ["--assumed"]], ids=" ".join)
def test_describe_makes_no_game(
    cli: Cli, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rule files say is told without making rules of it, however often it is asked."""

    def made(*_: object, **__: object) -> None:
        raise AssertionError("a game was made")

    monkeypatch.setattr("rulewright.load", made)
    monkeypatch.setattr("rulewright.dsl.pipeline.assemble", made)
    assert cli("describe", FAIR, *words).status == 0


def test_describe_as_data(cli: Cli) -> None:
    """Everything in the text is in the JSON."""
    data = json.loads(cli("describe", FAIR, "gold", "--json").out)
    fact = data["facts"][0]
    assert fact["path"] == "lanterns.gold"
    assert fact["assumed"] is True
    assert "light: 4" in fact["lines"]


def test_perft_counts(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Nodes, games, information states and expectations are shown exactly."""
    words = ["--players", "1", "--option", "rounds=1", "--depth", "all"]
    found = cli("perft", FAIR, *words, "--information", "--expected")
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_perft_as_data(cli: Cli) -> None:
    """The counts of a game that others have counted come out as JSON."""
    data = json.loads(cli("perft", "tic-tac-toe", "--depth", "4", "--json").out)
    assert data["nodes"] == [1, 9, 72, 504, 3024]
    assert data["complete"] is False
    assert "expected" not in data


def test_rulings_that_hold(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Rulings that hold are counted, and coverage names the lines none of them reaches."""
    found = cli("test", FAIR, "--coverage")
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_rulings_that_fail(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """A ruling that does not hold says what was expected and what was found."""
    found = cli("test", "tests/cli/games/wrong_rulings.yaml", "--game", FAIR, "--transcript")
    assert (found.err, found.status) == ("", 1)
    assert found.out == snapshot
    data = json.loads(
        cli("test", "tests/cli/games/wrong_rulings.yaml", "--game", FAIR, "--json").out
    )
    assert data["ok"] is False
    assert [each["ok"] for each in data["games"][0]["rulings"]] == [False, True]


def test_rulings_by_id(cli: Cli) -> None:
    """A word picks the rulings that have it in their id."""
    assert cli("test", FAIR, "--only", "dear").out == "lantern-fair: 1 ruling, all hold\n"


def played(cli: Cli, tmp_path: Path) -> str:
    """The path of a journal of a short game, in which a lantern is hung."""
    path = tmp_path / "journal.json"
    path.write_text(cli("play", FAIR, "--seed", "3", "--bot", "random", "--json").out)
    return str(path)


def test_replay(cli: Cli, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """A journal is played again, with every move for people if they ask."""
    path = played(cli, tmp_path)
    found = cli("replay", path, "--game", FAIR, "--transcript")
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot
    data = json.loads(cli("replay", path, "--game", FAIR, "--json").out)
    assert data["failure"] is None and data["over"] is True


def test_replay_as_a_seat(cli: Cli, tmp_path: Path) -> None:
    """What a seat could not see is not in its transcript, nor in its journal."""
    path = played(cli, tmp_path)
    journal = json.loads(Path(path).read_text())
    hung = [each for each in journal["moves"] if each["text"].startswith("hang ")]
    assert hung, "the seed must give a game in which a lantern is hung"
    other = {0: "B", 1: "A"}[hung[0]["player"]]
    assert "(in secret)" in cli("replay", path, "--game", FAIR, "--transcript", "--seat", other).out
    assert "(in secret)" not in cli("replay", path, "--game", FAIR, "--transcript").out
    data = json.loads(
        cli("replay", path, "--game", FAIR, "--transcript", "--seat", other, "--json").out
    )
    assert "seed" not in data["journal"]


def test_replay_says_which_move_does_not_hold(cli: Cli, tmp_path: Path) -> None:
    """A journal with a move that cannot be made goes up to that move and has status 1."""
    path = Path(played(cli, tmp_path))
    journal = json.loads(path.read_text())
    journal["moves"] = [{"player": 0, "text": "fly to the moon"}]
    path.write_text(json.dumps(journal))
    found = cli("replay", str(path), "--game", FAIR)
    assert found.status == 1
    assert "Move 1, 'fly to the moon', does not hold: 'fly to the moon' is not a move here." in (
        found.out.replace("\n", " ")
    )


def test_a_journal_cannot_steer_the_terminal(cli: Cli, tmp_path: Path) -> None:
    """Whatever a file holds, no control character of it reaches the terminal."""
    path = Path(played(cli, tmp_path))
    journal = json.loads(path.read_text())
    journal["seed"] = "\x1b[2J"
    journal["moves"] = ["\x1b[2Jearn"]
    path.write_text(json.dumps(journal))
    found = cli("replay", str(path), "--game", FAIR)
    assert found.status == 1
    assert "\x1b" not in found.out + found.err


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"game": 3}', '{"game": "lantern-fair", "players": 2}']
)
def test_a_file_that_is_no_journal(cli: Cli, tmp_path: Path, content: str) -> None:
    """Whatever stands in the file, what is wrong with it is one line."""
    path = tmp_path / "strange.json"
    path.write_text(content)
    for words in (["replay", str(path)], ["explain", str(path), "earn"]):
        found = cli(*words)
        assert found.status in (1, 2) and found.out == ""
        assert len(found.err.splitlines()) == 1
        assert "mistake in Rulewright" not in found.err


def test_a_game_of_ones_own_is_named(cli: Cli, tmp_path: Path) -> None:
    """A journal knows only the id of its game: one that is not found has to be named."""
    found = cli("replay", played(cli, tmp_path))
    assert found.status == 2
    assert "lantern-fair" in found.err


def test_explain(cli: Cli, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """A move in a saved position is explained with the line of the rule; status 1 if illegal."""
    path = str(tmp_path / "save.json")
    cli("play", FAIR, "--seed", "2", "--seat", "human,human", "--save", path)
    legal = cli("explain", path, "earn", "--game", FAIR)
    illegal = cli("explain", path, "buy", "--game", FAIR)
    assert (legal.status, illegal.status) == (0, 1)
    assert legal.out + illegal.out == snapshot
    data = json.loads(cli("explain", path, "buy", "--game", FAIR, "--json").out)
    assert data["legal"] is False
    assert any(each["source"].startswith(FAIR) for each in data["reasons"])
