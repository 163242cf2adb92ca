"""How cost grows: nothing in; rows of (what, measured, what it should be) out.

The games measured are made up here: a row of tiles that players take, with more tiles that nobody
takes, or a rule on a tile that nobody owns.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import rulewright as rw

GAME = """
game: {name}
title: {{en: {name}}}
players: 2
source: {{public: measured}}
kinds:
  tile: {{attributes: {{worth: {{type: int, default: 1}}}}}}
tiles:
{tiles}
zones:
  row: {{of: tile, start: [{first}]}}
  rest: {{of: tile, start: [{more}]}}
  mine: {{of: tile, each: player}}
state:
  points: {{each: player, max: 1000}}
procedures:
  take_one:
    - choose: tile in row
    - move tile to my mine
    - raise my points by tile's worth
flow:
  take_turns: p in players
  who: any(row)
  at_most: 40
  do: take_one
scoring:
  points:
    taken: my points
"""


def game(folder: Path, name: str, more: int = 0, rule: str = "") -> Path:
    """Write a game with 30 tiles to take, and more that nobody takes, with a rule or without."""
    tiles = [f"t{number}" for number in range(30)]
    others = [f"u{number}" for number in range(more)]
    place = folder / name
    place.mkdir()
    text = GAME.format(
        name=name,
        tiles="\n".join(
            [f"  {one}: {{}}" for one in tiles] + [f"  {one}: {{{rule}}}" for one in others]
        ),
        first=", ".join(tiles),
        more=", ".join(others),
    )
    (place / "game.yaml").write_text(text)
    return place


def per_decision(path: Path, seconds: float) -> tuple[float, int]:
    """Return the seconds a decision takes, and how many slots a position has."""
    engine = rw.load(str(path), 2).engine
    begin, step = engine.begin, engine.step
    random = Random(1).random
    best = 1.0
    for _ in range(5):
        made, begun = 0, time.process_time()
        while time.process_time() - begun < seconds / 5:
            v, k, options = begin(made)
            while options:
                options = step(v, k, options[int(random() * len(options))])
                made += 1
        best = min(best, (time.process_time() - begun) / made)
    return best, len(engine.program.start)


def copying(slots: int, seconds: float) -> float:
    """Return the seconds a copy of so many slots takes."""
    v = list(range(slots))
    best = 1.0
    for _ in range(5):
        made, begun = 0, time.process_time()
        while time.process_time() - begun < seconds / 20:
            for _ in range(1000):
                v[:]
            made += 1000
        best = min(best, (time.process_time() - begun) / made)
    return best


def table(seconds: float) -> list[tuple[str, str, str]]:
    """Measure all of it."""
    rows = []
    few, many = copying(400, seconds), copying(4000, seconds)
    rows.append(("copying a position of 4,000 slots / 400", f"{many / few:.1f}", "at most 10"))
    with tempfile.TemporaryDirectory() as folder:
        plain, slots = per_decision(game(Path(folder), "plain"), seconds)
        tiles, more = per_decision(game(Path(folder), "tiles", more=100), seconds)
        said = f"{100 * (tiles / plain - 1):+.1f} % ({slots} slots -> {more})"
        rows.append(("a decision with 100 more tiles nobody takes", said, "less than +5 %"))
        one, _ = per_decision(game(Path(folder), "one", more=1), seconds)
        rule = "rules: [{after: I take_one, do: raise my points}]"
        other, _ = per_decision(game(Path(folder), "trigger", more=1, rule=rule), seconds)
        said = f"{100 * (other / one - 1):+.1f} %"
        rows.append(("a decision with a trigger nobody owns", said, "nothing"))
    command = [sys.executable, "-m", "rulewright.interpreter.cli", "simulate", "cave-vs-cave"]
    spent = []
    for jobs in ("1", "2"):
        words = [*command, "--games", str(int(600 * max(seconds, 0.5))), "--jobs", jobs, "--json"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        spent.append(json.loads(done.stdout)["games_per_second"])
    rows.append(("games a second, --jobs 2 / --jobs 1", f"{spent[1] / spent[0]:.2f}", "1.8"))
    return rows
