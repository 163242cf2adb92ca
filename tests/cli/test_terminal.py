"""A real terminal, through a pseudo-terminal: keys in, what a person sees out."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from pathlib import Path

import pytest

from .conftest import FAIR, ROOT, environment

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

SECONDS = 30.0
"""How long a session may be silent before it counts as stuck."""


class Terminal:
    """A session of `rulewright` in a terminal of 80 columns."""

    def __init__(self, *words: str, **variables: str) -> None:
        import fcntl
        import struct
        import termios

        self.seen = ""
        self.read_to = 0
        command = [sys.executable, "-m", "rulewright.interpreter.cli", *words]
        given = environment(**{"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **variables})
        # Set before the command runs, so that it never sees another size.
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.child = os.fork()
        if self.child == 0:
            os.close(master)
            os.login_tty(slave)
            os.chdir(ROOT)
            os.execve(command[0], command, given)
        os.close(slave)
        self.keys = master

    def until(self, text: str) -> str:
        """Return what is shown up to a text, from where the last call stopped."""
        start = self.read_to
        while (found := self.seen.find(text, start)) < 0:
            if not self._read():
                raise AssertionError(f"ended without {text!r}:\n{self.seen[start:]}")
        self.read_to = found + len(text)
        return self.seen[start : self.read_to]

    def type(self, text: str) -> None:
        """Type at the prompt."""
        os.write(self.keys, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, once more if it came just before the session began to wait for keys."""
        for _ in range(20):
            self.type("\x03")
            if select.select([self.keys], [], [], 1.0)[0]:
                return

    def end(self) -> int:
        """Return the exit status; everything shown is in `seen`."""
        while self._read():
            pass
        _, status = os.waitpid(self.child, 0)
        os.close(self.keys)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        ready, _, _ = select.select([self.keys], [], [], SECONDS)
        if not ready:
            os.kill(self.child, signal.SIGKILL)
            raise AssertionError(f"nothing happens any more:\n{self.seen}")
        try:
            found = os.read(self.keys, 65536)
        except OSError:
            # Linux reports the end of the other side this way.
            return False
        self.seen += found.decode()
        return bool(found)


def plain(text: str) -> list[str]:
    """The lines of a session without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "").split("\n")


def test_one_person_sits_down_by_default() -> None:
    """On a terminal A is a person and B a bot; moves are completed with Tab, q leaves."""
    terminal = Terminal("play", FAIR, "--seed", "3", "--bot", "random")
    terminal.until("> ")
    terminal.type("ear\t\n")
    terminal.until("gains 2 coin")
    terminal.until("> ")
    terminal.type("q\n")
    assert terminal.end() == 0
    lines = plain(terminal.seen)
    assert "A (you), B (random)" in lines
    assert "You have left the game." in lines
    assert max(map(len, lines)) <= 80
    assert "\x1b[1mLantern fair\x1b[0m" in terminal.seen


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(variables: dict[str, str]) -> None:
    """NO_COLOR and a terminal without colours are respected."""
    terminal = Terminal("play", FAIR, "--seed", "3", "--bot", "random", **variables)
    terminal.until("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert "\x1b[1m" not in terminal.seen
    assert "\x1b[2m" not in terminal.seen


def test_the_screen_is_cleared_between_two_people() -> None:
    """What one person saw is out of sight before the next one looks."""
    terminal = Terminal("play", FAIR, "--seed", "7", "--seat", "human,human")
    terminal.until("> ")
    terminal.type("earn\n")
    shown = terminal.until("Pass the keyboard to B")
    assert "\x1b[2J" in shown
    terminal.type("\n")
    assert "A     3  (1)" in terminal.until("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_the_interrupt_key_keeps_what_was_to_be_saved(tmp_path: Path) -> None:
    """Ctrl-C ends the game with one line, and --save has the game all the same."""
    path = tmp_path / "evening.json"
    terminal = Terminal("play", FAIR, "--seed", "3", "--bot", "random", "--save", str(path))
    terminal.until("> ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen
    assert "rulewright: interrupted" in plain(terminal.seen)
    assert path.is_file()


def test_the_end_of_input_leaves_the_game() -> None:
    """Ctrl-D on an empty line ends the session without a complaint."""
    terminal = Terminal("play", FAIR, "--seed", "3")
    terminal.until("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert "The input has ended before the game." in plain(terminal.seen)


def test_a_simulation_shows_how_far_it_is() -> None:
    """A line that counts the games is on the terminal while they are played, and gone after."""
    terminal = Terminal("simulate", FAIR, "--games", "5")
    assert terminal.end() == 0
    assert "5 of 5 games" in terminal.seen
