"""Series of games between bots: a call in, the report out."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from .conftest import FAIR, ROOT, Cli, environment

TIMES = ("seconds", "decisions_per_second", "games_per_second")


def report(cli: Cli, *words: str) -> dict[str, Any]:
    """The JSON report of a series, without what depends on the machine."""
    data: dict[str, Any] = json.loads(cli("simulate", FAIR, *words, "--json").out)
    for key in TIMES:
        assert data.pop(key) >= 0
    return data


def test_a_report(cli: Cli) -> None:
    """The text has a line per seat and how long the games were."""
    found = cli("simulate", FAIR, "--games", "20", "--bots", "greedy,random", "--seed", "x")
    assert (found.err, found.status) == ("", 0)
    lines = found.out.splitlines()
    assert lines[0] == "lantern-fair: 20 games, seed x"
    assert [line.split()[0] for line in lines[3:5]] == ["A", "B"]
    assert lines[6].startswith("length: ")
    assert "decisions" in lines[7]


def test_wins_add_up(cli: Cli) -> None:
    """Each game is won by one seat or shared, and scores lie between their bounds."""
    data = report(cli, "--games", "30", "--players", "3")
    alone = sum(seat["wins"] for seat in data["seats"])
    shared = [seat["shared"] for seat in data["seats"]]
    assert alone + sum(shared) >= 30
    assert alone <= 30
    for seat in data["seats"]:
        assert seat["score"]["min"] <= seat["score"]["mean"] <= seat["score"]["max"]


def test_the_seed_settles_the_series(cli: Cli) -> None:
    """The same seed gives the same numbers, another one others."""
    first = report(cli, "--games", "10", "--seed", "1")
    assert report(cli, "--games", "10", "--seed", "1") == first
    assert report(cli, "--games", "10", "--seed", "2")["seats"] != first["seats"]


def test_a_game_does_not_depend_on_those_before_it(cli: Cli, tmp_path: Path) -> None:
    """A longer series begins with the games of a shorter one."""
    lines = []
    for count in ("3", "6"):
        path = tmp_path / f"{count}.csv"
        assert cli("simulate", FAIR, "--games", count, "--csv", str(path)).status == 0
        lines.append(path.read_text().splitlines())
    short, long = lines
    assert long[: len(short)] == short
    rows = list(csv.DictReader(long))
    assert [row["game"] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    assert all(int(row["A"]) >= 0 and row["winners"] for row in rows)


def test_processes_change_nothing_but_the_speed(cli: Cli) -> None:
    """The games of a series come out the same in two processes as in one."""
    words = ["simulate", FAIR, "--games", "12", "--bots", "greedy,random", "--json"]
    command = [sys.executable, "-m", "rulewright.interpreter.cli", *words, "--jobs", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    alone = json.loads(cli(*words).out)
    for key in TIMES:
        del found[key], alone[key]
    assert found == alone


def test_a_broken_invariant_is_found(cli: Cli) -> None:
    """With --check a series fails where an invariant does, and says how to see it."""
    words = ["--option", "start=rich", "--option", "rounds=4", "--games", "5", "--bots", "greedy"]
    assert cli("simulate", FAIR, *words).status == 0
    found = cli("simulate", FAIR, *words, "--check")
    assert found.status == 1
    assert "the invariant 'purse' does not hold [invariant]" in found.out.replace("\n      ", " ")
    data = json.loads(cli("simulate", FAIR, *words, "--check", "--json").out)
    assert data["failures"]
    assert data["failures"][0]["failure"]["source"].startswith(f"{FAIR}/game.yaml:")


def test_a_file_that_cannot_be_written(cli: Cli, tmp_path: Path) -> None:
    """A place for the CSV that is not there is a wrong call, told before anything is played."""
    found = cli("simulate", FAIR, "--games", "1", "--csv", str(tmp_path / "no" / "games.csv"))
    assert (found.out, found.status) == ("", 2)
    assert "cannot write" in found.err
