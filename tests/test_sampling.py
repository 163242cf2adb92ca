"""Where time goes: samples speak of lines of rule files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import FrameType

import pytest

import rulewright as rw
from rulewright.interpreter import sampling
from rulewright.interpreter.playouts import playouts

from .cli.conftest import Cli, cli  # noqa: F401 - a fixture


def test_samples_are_lines_of_rules() -> None:
    """Nearly all the time of random games is spent in lines of the game's files."""
    game = rw.load("connect-four", 2)
    made = playouts(game)
    made.play(1, 0, 5)

    def run() -> None:
        for number in range(4):
            made.play(1, number * 500, number * 500 + 500)

    try:
        seen = sampling.sampled(run, game.program.files)
    except sampling.NoProfile:
        pytest.skip("this system has no timer")
    places = [place for place in seen if not place.startswith("(")]
    assert places
    assert {place.rsplit(":", 1)[0] for place in places} <= set(game.program.files)
    assert all(int(place.rsplit(":", 1)[1]) > 0 for place in places)


def test_the_innermost_rule_counts() -> None:
    """What is called for a rule counts for the rule that called it; without one it is told so."""
    frames: list[FrameType] = []

    def helper() -> None:
        frames.append(sys._getframe())

    code = compile("def rule(f):\n    f()\n", "some/rules.yaml", "exec")
    names: dict[str, Callable[..., None]] = {}
    exec(code, names)
    names["rule"](helper)
    assert sampling.place_of(frames[0], {"some/rules.yaml"}) == "some/rules.yaml:2"
    assert sampling.place_of(frames[0], {"other.yaml"}) == sampling.ENGINE


def test_simulate_shows_a_profile(cli: Cli) -> None:  # noqa: F811
    """The report has the lines with their shares, and more processes are refused."""
    words = ["simulate", "pig", "--games", "400", "--profile"]
    data = json.loads(cli(*words, "--json").out)
    assert all(0 < row["share"] <= 1 for row in data["profile"])
    assert "time by line of the rules:" in cli(*words).out
    assert cli(*words, "--jobs", "2").status == 2
