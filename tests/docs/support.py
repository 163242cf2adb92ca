"""The game behind the examples: sections of a game file in, what is wrong with them in it out."""

from __future__ import annotations

import io
import random
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from rulewright.dsl.pipeline import LoadResult, load_program
from rulewright.dsl.problems import Problem
from rulewright.dsl.render import render_all
from rulewright.interpreter.match import Game

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
VILLAGE = DOCS / "examples" / "village"

UNUSED = ("unreachable-procedure", "unreachable-define", "unreachable-component")
"""What an example that shows one thing cannot help: nothing else of the game uses it."""


def from_yaml(text: str) -> Any:
    """Return the data in a YAML text."""
    return YAML(typ="safe", pure=True).load(text)


def to_yaml(data: Any) -> str:
    """Return data as a YAML text, without lines being folded."""
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.width = 10_000
    out = io.StringIO()
    yaml.dump(data, out)
    return out.getvalue()


@cache
def _village() -> str:
    return (VILLAGE / "game.yaml").read_text(encoding="utf-8")


def village_with(sections: dict[str, Any]) -> dict[str, Any]:
    """Return the village with these sections: an id that is there already is replaced."""
    whole: dict[str, Any] = from_yaml(_village())
    for key, value in sections.items():
        if isinstance(value, dict) and isinstance(whole.get(key), dict) and key != "flow":
            whole[key] = {**whole[key], **value}
        elif isinstance(value, list) and key == "rules":
            whole[key] = [*whole[key], *value]
        else:
            whole[key] = value
    return whole


def load_in_village(sections: dict[str, Any], folder: Path) -> LoadResult:
    """Load the village with these sections from a folder that is made for it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(to_yaml(village_with(sections)), encoding="utf-8")
    return load_program(str(folder))


def wrong(result: LoadResult) -> list[Problem]:
    """Return the problems of an example that are its own."""
    return [each for each in result.problems if each.code not in UNUSED]


def explained(result: LoadResult) -> str:
    """Return an example's problems as people see them."""
    return render_all(wrong(result), result.sources)


def play_out(result: LoadResult, seed: int = 1) -> None:
    """Play a game to its end by chance; a game that cannot be played raises."""
    match = Game(result.unwrap()).start(seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves()))
    match.scores()
