"""Games at the terminal, typed into a pipe: lines in, the session out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulewright.dsl.speech import LANGUAGES
from rulewright.interpreter import events, replies
from rulewright.interpreter.cli import words
from rulewright.interpreter.cli.answers import COMMANDS

from .conftest import FAIR, ROOT, Cli, environment

ALL_COMMANDS = """\
help
?
? buy
? gold
? no such thing
board
moves rope
score
log
undo
e
fly
2
undo
hang

c
c22
"""


def test_bots_play_where_there_is_no_terminal(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Without a terminal a whole game is played, with transcript, board and scores."""
    found = cli("play", FAIR, "--seed", "3")
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_the_same_seed_is_the_same_game(cli: Cli) -> None:
    """A seed settles everything that chance and bots do; another one does not."""
    first = cli("play", FAIR, "--seed", "evening", "--bot", "random").out
    assert cli("play", FAIR, "--seed", "evening", "--bot", "random").out == first
    assert cli("play", FAIR, "--seed", "morning", "--bot", "random").out != first


def test_a_person_against_a_bot(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Moves are typed by number, name or beginning, and every command answers."""
    found = cli("play", FAIR, "--seed", "3", "--seat", "human,random", typed=ALL_COMMANDS)
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_a_game_in_french_without_a_display(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Names and labels are translated, both forms can be typed, and all that is open is shown."""
    words = ["--seed", "3", "--seat", "human,random", "--lang", "fr", "--variant", "bare"]
    found = cli("play", FAIR, *words, typed="GAGNER\nTIE_A_ROPE\nc11-c12\n")
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


@pytest.mark.parametrize("lang", ["fr", "ja"])
def test_everything_a_player_is_told_is_in_the_language(
    cli: Cli, snapshot: SnapshotAssertion, lang: str
) -> None:
    """Help, reasons, refusals and what follows a move are in the language of the game."""
    words = ["--seed", "3", "--seat", "human,random", "--lang", lang, "--variant", "bare"]
    found = cli("play", FAIR, *words, typed=ALL_COMMANDS)
    assert (found.err, found.status) == ("", 0)
    assert found.out == snapshot


def test_every_word_of_the_engine_is_there_in_every_language() -> None:
    """No sentence of the terminal, of reasons or of events falls back on English by oversight."""
    tables = {**words._WORDS, **replies._REPLIES, **events._SENTENCES}
    missing = [
        (key, lang)
        for key, forms in tables.items()
        for lang in LANGUAGES[1:]
        if lang not in forms and any(map(str.isalpha, forms["en"].format(*"01234")))
    ]
    assert missing == []
    assert set(COMMANDS) <= set(words._WORDS)


def test_a_language_the_game_does_not_have(cli: Cli) -> None:
    """A language without texts is told, and English is used."""
    found = cli("play", FAIR, "--seed", "3", "--lang", "eo")
    assert "no texts in 'eo'" in found.out
    assert "earn" in found.out


def test_two_people_pass_the_keyboard(cli: Cli, snapshot: SnapshotAssertion) -> None:
    """Nobody sees another's hand: the keyboard is passed before it is shown."""
    typed = "earn\n\nearn\n\n"
    found = cli("play", FAIR, "--seed", "7", "--seat", "human,human", typed=typed)
    assert found.out == snapshot
    first, second, _ = found.out.split("Pass the keyboard", 2)
    assert "A     1  Red lantern" in first and "B     1  (1)" in first
    assert "A     3  (1)" in second and "B     1  Blue lantern" in second


def test_nobody_passes_the_keyboard_in_an_open_game(cli: Cli) -> None:
    """Where everybody knows the same, two people play on without a break."""
    found = cli("play", "tic-tac-toe", "--seat", "human,human", typed="c11\nc22\n")
    assert "B, your move" in found.out
    assert "keyboard" not in found.out


def test_a_game_is_left_saved_and_gone_on_with(cli: Cli, tmp_path: Path) -> None:
    """What --save keeps when somebody leaves is where --resume goes on, undo included."""
    path = str(tmp_path / "evening.json")
    words = ["--seed", "3", "--seat", "human,random", "--save", path]
    left = cli("play", FAIR, *words, typed="earn\nquit\n")
    assert f"rulewright play {FAIR} --resume {path}" in left.out
    gone_on = cli(
        "play", FAIR, "--resume", path, "--seat", "human,random", typed="log\nundo\nhang\n"
    )
    assert "   1  A  earn" in gone_on.out
    assert "Taken back: earn" in gone_on.out
    assert "Which lantern?" in gone_on.out


def test_save_within_a_game(cli: Cli, tmp_path: Path) -> None:
    """`save` writes a file that explain can read; a place that cannot be written is told."""
    path = tmp_path / "now.json"
    typed = f"save {path}\nsave {tmp_path}/no/where.json\nsave\n"
    found = cli("play", FAIR, "--seed", "3", "--seat", "human,random", typed=typed)
    assert json.loads(path.read_text())["moves"] == []
    assert "cannot write" in found.out
    assert "> save\nName a file, for example: save evening.json\n" in found.out
    assert cli("explain", str(path), "earn", "--game", FAIR).status == 0


def test_a_save_that_cannot_be_is_told_before_the_game(cli: Cli, tmp_path: Path) -> None:
    """A game is not played first and lost then: --save names a place that can be written."""
    for path in (tmp_path, tmp_path / "no" / "where.json"):
        found = cli("play", FAIR, "--seed", "3", "--save", str(path))
        assert (found.out, found.status) == ("", 2)
        assert f"cannot write '{path}'" in found.err


def test_answers_that_find_nothing_say_so(cli: Cli) -> None:
    """A number no move has, a word in none, and a log of nothing get an answer of their own."""
    typed = "99\n-1\nmoves zebra\nlog\n"
    found = cli("play", FAIR, "--seed", "3", "--seat", "human,random", typed=typed)
    numbers = "The moves have the numbers 1 to "
    assert f"> 99\n{numbers}" in found.out and f"> -1\n{numbers}" in found.out
    assert "> moves zebra\nNo move has 'zebra' in it; `moves` lists them all.\n" in found.out
    assert "> log\nNobody has moved yet.\n" in found.out


def test_a_save_of_other_rules_is_refused(cli: Cli, tmp_path: Path) -> None:
    """A save says by which rules it was played; others do not go on with it."""
    path = tmp_path / "evening.json"
    cli("play", FAIR, "--seed", "3", "--seat", "human,random", "--save", str(path))
    save = json.loads(path.read_text())
    save["fingerprint"] = "0" * 32
    path.write_text(json.dumps(save))
    found = cli("play", FAIR, "--resume", str(path))
    assert (found.status, found.out) == (1, "")
    assert "the rules have changed" in found.err


def test_the_journal_of_bots_as_json(cli: Cli) -> None:
    """With --json the game of the bots is printed as its journal and nothing else."""
    found = cli("play", FAIR, "--seed", "3", "--json")
    journal = json.loads(found.out)
    assert journal["over"] is True
    assert journal["seed"] == 3


@pytest.mark.parametrize("width", [80, 60])
def test_nothing_is_wider_than_the_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """Every line fits, whatever is shown; only names of files are not broken."""
    monkeypatch.setenv("COLUMNS", str(width))
    typed = ALL_COMMANDS
    for lang in ("en", "fr"):
        words = ["--players", "3", "--seat", "human,random,random", "--lang", lang, "--seed", "5"]
        found = cli("play", FAIR, *words, typed=typed)
        lines = [line for line in found.out.splitlines() if "game.yaml" not in line]
        assert len(lines) > 50
        assert [line for line in lines if len(line) > width] == []


def test_a_move_may_be_called_like_a_command(cli: Cli, tmp_path: Path) -> None:
    """A move called `undo` is played by its name; the slash still reaches the command."""
    rules = tmp_path / "game.yaml"
    rules.write_text(
        "game: looms\ntitle: Looms\nplayers: 1\nsource: {public: made for the tests}\n"
        "state:\n  knots: {max: 9}\n"
        "flow:\n  repeat: 3\n  do:\n    as: seat(1)\n    do:\n      one_of:\n"
        "        - {label: knot, do: raise knots}\n        - {label: undo, do: lower knots}\n"
        "scoring:\n  points:\n    knots: knots\n"
    )
    typed = "knot\nknot\n/undo\nundo\nknot\n"
    found = cli("play", str(tmp_path), "--seat", "human", typed=typed)
    assert "Taken back: knot" in found.out
    assert found.out.rstrip().endswith("A wins.")
    assert "points        1" in found.out


def test_numbers_that_are_moves_are_not_numbered(cli: Cli, tmp_path: Path) -> None:
    """Where moves are numbers themselves, what is typed is the move."""
    rules = tmp_path / "game.yaml"
    rules.write_text(
        "game: bids\ntitle: Bids\nplayers: 1\nsource: {public: made for the tests}\n"
        "state:\n  paid: {max: 9}\n"
        "flow:\n  as: seat(1)\n  do:\n    - choose: amount in range(3, 6)\n"
        "    - set paid to amount\n"
        "scoring:\n  points:\n    paid: paid\n"
    )
    found = cli("play", str(tmp_path), "--seat", "human", typed="1\n4\n")
    assert "  3  4  5  6\n" in found.out
    assert "'1' cannot be played now." in found.out
    assert "points        4" in found.out


def test_rules_that_cannot_go_on_are_told(cli: Cli, tmp_path: Path) -> None:
    """A rule that fails while playing is told with its place, and the transcript stays."""
    rules = tmp_path / "game.yaml"
    rules.write_text(
        "game: cracks\ntitle: Cracks\nplayers: 1\nsource: {public: made for the tests}\n"
        "state:\n  left: {start: 1, max: 9}\n  share: {max: 9}\n"
        "flow:\n  repeat: 2\n  do:\n    as: seat(1)\n    do:\n      one_of:\n"
        "        - {label: share, do: [lower left, set share to 8 // left]}\n"
        "scoring:\n  points:\n    share: share\n"
    )
    found = cli("play", str(tmp_path))
    assert found.status == 1
    assert "division-by-zero" in found.err
    assert "game.yaml:" in found.err


def test_make_play_needs_no_terminal() -> None:
    """The installed command plays a whole game with nothing to read from."""
    command = [sys.executable, "-m", "rulewright.interpreter.cli", "play", "tic-tac-toe"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(PYTHONIOENCODING="utf-8"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
