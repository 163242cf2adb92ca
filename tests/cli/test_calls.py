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
