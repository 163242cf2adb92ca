"""Games played in another Python: the same results, game by game."""

from __future__ import annotations

import json
import shutil
import sys

import pytest

import rulewright as rw
from rulewright.interpreter import other_python
from rulewright.interpreter.playouts import playouts

from .cli.conftest import Cli, cli  # noqa: F401 - a fixture

GAMES = ["tic-tac-toe", "connect-four", "leduc-poker", "pig", "nim", "cave-vs-cave"]
COUNT = 12


@pytest.mark.parametrize("name", GAMES)
def test_a_process_that_has_nothing_installed_plays_the_same(name: str) -> None:
    """Rules that travel as source text play as they do here, from modules found by their path."""
    game = rw.load(name, 2)
    found = list(other_python.play(game, sys.executable, "here", COUNT, 2, 5))
    found.sort()
    assert found == playouts(game).play("here", 0, COUNT)


@pytest.mark.parametrize("name", GAMES)
def test_pypy_plays_the_same(name: str) -> None:
    """The results of PyPy are those of this Python."""
    if shutil.which("pypy3") is None:
        pytest.skip("there is no pypy3 on this machine")
    game = rw.load(name, 2)
    python = other_python.find("pypy3")
    found = list(other_python.play(game, python, 5, COUNT))
    assert found == playouts(game).play(5, 0, COUNT)


def test_what_is_no_python_is_told() -> None:
    """A name that is no program, and a program that is no Python, are told apart."""
    with pytest.raises(other_python.NoSuchPython, match="no program 'no-such-python'"):
        other_python.find("no-such-python")
    program = shutil.which("sh")
    if program is not None:
        with pytest.raises(other_python.NoSuchPython, match="not a Python"):
            other_python.find(program)


def test_simulate_in_another_python(cli: Cli) -> None:  # noqa: F811
    """The report is the same but for the speed; bots that think stay here."""
    words = ["simulate", "kuhn-poker", "--games", "30", "--json"]
    here = json.loads(cli(*words).out)
    there = json.loads(cli(*words, "--python", sys.executable).out)
    for key in ("seconds", "decisions_per_second", "games_per_second"):
        del here[key], there[key]
    assert there == here
    refused = cli(*words, "--bots", "greedy", "--python", sys.executable)
    assert refused.status == 2
    assert "random bots only" in refused.err
    missing = cli(*words, "--python", "no-such-python")
    assert missing.status == 2
    assert "no program 'no-such-python'" in missing.err
