"""Right and wrong calls in, messages and exit statuses out."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from syrupy.assertion import SnapshotAssertion

from rulewright.interpreter.cli import COMMANDS

from .conftest import FAIR, ROOT, Cli, environment


def test_help_lists_every_command(cli: Cli) -> None:
    """Without a command, and with --help, all commands are listed with what they do."""
    found = cli()
    assert found == cli("--help")
    assert found.status == 0
    for name, about in COMMANDS.items():
        assert f"  {name}" in found.out and about in found.out
    assert "docs" not in found.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(cli: Cli, name: str) -> None:
    """Each command explains its own options."""
    found = cli(name, "--help")
    assert found.status == 0
    assert found.out.startswith(f"usage: rulewright {name}")


def test_help_loads_nothing_that_plays() -> None:
    """Help is there at once: neither the rule-file reader nor the engine is imported for it."""
    code = (
        "import sys\n"
        "from rulewright.interpreter.cli import main\n"
        "main(['--help'])\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = done.stderr.split()
    assert "rulewright.interpreter.cli.failures" in loaded
    for name in ("lark", "ruamel.yaml", "jsonschema", "rulewright.interpreter.match"):
        assert name not in loaded


@pytest.mark.parametrize(
    "words",
    [
        ["plya"],
        ["dance"],
        ["play"],
        ["play", "tic-tac-to"],
        ["play", "the-game-that-is-not-there"],
        ["play", FAIR, "--sed", "3"],
        ["play", FAIR, "--bot", "gredy"],
        ["play", FAIR, "--seat", "human,humn"],
        ["play", FAIR, "--seat", "random,random,random,random"],
        ["play", FAIR, "--players", "0"],
        ["play", FAIR, "--players", "9"],
        ["play", FAIR, "--option", "round=2"],
        ["play", FAIR, "--option", "rounds"],
        ["play", FAIR, "--option", "start=reich"],
        ["play", FAIR, "--variant", "bear"],
        ["play", "--seed", "3", "--resume", "evening.json"],
        ["play", "--resume", "no-such-file.json"],
        ["simulate", FAIR, "--bots", "randm"],
        ["simulate", FAIR, "--bots", "random,random,random"],
        ["simulate", FAIR, "--python", "pypy3", "--check"],
        ["perft", FAIR, "--depth", "deep"],
        ["describe", FAIR, "lantrens"],
        ["describe", FAIR, "gol"],
        ["test", "lantern-fare"],
        ["replay", "no-such-file.json"],
    ],
    ids=" ".join,
)
def test_a_wrong_call_is_told(cli: Cli, words: list[str], snapshot: SnapshotAssertion) -> None:
    """What is wrong with a call is said on standard error, with a guess at what was meant."""
    found = cli(*words)
    assert (found.status, found.out) == (2, "")
    assert found.err == snapshot


TAKE_A_GAME = {
    "check": ["{}"],
    "play": ["{}"],
    "test": ["{}"],
    "simulate": ["{}", "--games", "1"],
    "perft": ["{}", "--depth", "1"],
    "describe": ["{}"],
    "diff": ["{}", "x"],
    "new": ["variant", "{}", "x"],
    "replay": ["-", "--game", "{}"],
    "explain": ["-", "earn", "--game", "{}"],
}
"""How each command is called with a game."""

JOURNAL = '{"format": 1, "game": "lantern-fair", "players": 2, "seed": 3, "moves": []}'


def test_every_command_that_takes_a_game_is_asked() -> None:
    """The tests below leave out only the command that takes no game."""
    assert set(COMMANDS) - set(TAKE_A_GAME) == {"games"}


@pytest.mark.parametrize("command", TAKE_A_GAME)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no-such-game", "There is no game 'no-such-game'. `rulewright games` lists them."),
        ("tic-tac-to", "There is no game 'tic-tac-to'. Did you mean 'tic-tac-toe'?"),
        ("no/such/folder", "There is no file or folder 'no/such/folder'."),
        ("no-such-file.yaml", "There is no file or folder 'no-such-file.yaml'."),
        ("tests/cli/__snapshots__", "has no file game.yaml"),
    ],
)
def test_what_is_no_game_is_a_wrong_call_everywhere(
    cli: Cli, command: str, name: str, said: str
) -> None:
    """Naming a game that is not there has status 2 in every command, whatever it does with it."""
    words = [word.format(name) for word in TAKE_A_GAME[command]]
    found = cli(command, *words, typed=JOURNAL)
    assert (found.status, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize("command", ["check", "play", "simulate", "perft", "diff"])
def test_mistakes_in_rule_files_have_status_1(cli: Cli, command: str) -> None:
    """What is wrong in somebody's files is no wrong call, whichever command finds it."""
    words = [word.format("tests/cli/games/broken") for word in TAKE_A_GAME[command]]
    assert cli(command, *words).status == 1


@pytest.mark.parametrize(
    "words", [["--players", "9"], ["--option", "no=1"], ["--variant", "no"]], ids=" ".join
)
@pytest.mark.parametrize("command", ["play", "simulate", "perft", "describe"])
def test_settings_a_game_does_not_have_are_wrong_calls(
    cli: Cli, command: str, words: list[str]
) -> None:
    """Players, options and variants that are not there have status 2 in every command."""
    asked = [word.format(FAIR) for word in TAKE_A_GAME[command]]
    assert cli(command, *asked, *words).status == 2


def test_people_need_more_than_json(cli: Cli) -> None:
    """--json is refused where a person plays."""
    found = cli("play", FAIR, "--json", "--seat", "human")
    assert found.status == 2
    assert "--json is for games between bots" in found.err


def test_a_wrong_call_as_json(cli: Cli) -> None:
    """With --json a program gets the mistake as data too."""
    found = cli("simulate", "tic-tac-to", "--json")
    assert found.status == 2
    assert json.loads(found.out) == {
        "error": {
            "code": "unknown-game",
            "message": "There is no game 'tic-tac-to'. Did you mean 'tic-tac-toe'?",
        }
    }


def test_a_mistake_of_ours_is_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody thought of ends with a line to report, not with a traceback."""

    def broken() -> None:
        raise KeyError("lamp")

    monkeypatch.setattr("rulewright.games", broken)
    found = cli("games")
    assert (found.status, found.out) == (1, "")
    lines = found.err.splitlines()
    assert len(lines) == 2
    assert "KeyError: 'lamp'" in lines[0]
    assert "RULEWRIGHT_DEBUG=1" in lines[1]
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    with pytest.raises(KeyError):
        cli("games")


def test_broken_rule_files_are_shown_with_their_lines(
    cli: Cli, snapshot: SnapshotAssertion
) -> None:
    """Playing a game with mistakes shows the mistakes as `check` does."""
    path = ROOT / "tests/cli/games/broken"
    found = cli("play", str(path.relative_to(ROOT)))
    assert (found.status, found.out) == (1, "")
    assert found.err == snapshot
    data = json.loads(cli("play", str(path.relative_to(ROOT)), "--json").out)
    assert [each["code"] for each in data["problems"]] == ["unknown-name"]


def test_a_closed_pipe_is_no_mistake() -> None:
    """Somebody who reads only the first line ends the command without a complaint."""
    command = f"{sys.executable} -m rulewright.interpreter.cli describe {FAIR} | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, env=environment()
    )
    assert done.stdout == "Lantern fair\n"
    assert done.stderr == ""


def test_an_encoding_without_boxes_gets_ascii() -> None:
    """Where the output cannot show box drawing, nothing but ASCII is printed."""
    command = [sys.executable, "-m", "rulewright.interpreter.cli", "play", FAIR, "--seed", "2"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(PYTHONIOENCODING="ascii"),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"+-----" in done.stdout
