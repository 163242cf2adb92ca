"""What is told about goods: rules that ask for too much in; what really came or went out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.interpreter.backends import maker
from rulewright.interpreter.engine import Engine
from rulewright.interpreter.kernel import Event
from rulewright.interpreter.text import Wording

MILL = """
game: mill
title: Mill
players: 1
source: assumed
goods: {flour: {start: 8, max: 9}, coin: {supply: 2, max: 9}}
flow:
  - as: seat(1)
    do:
      - one_of: [gain 1 flour, gain 3 flour]
      - gain 1 flour
      - gain 5 coin
      - lose 9 flour
      - lose 1 flour
scoring: {points: {coins: my coin}}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_told_is_what_really_came_or_went(compiled: bool, tmp_path: Path) -> None:
    """Beyond a limit or a supply, and below nothing, only what moves is told, if anything does."""
    (tmp_path / "game.yaml").write_text(MILL, encoding="utf-8")
    program = load_program(str(tmp_path)).unwrap()
    engine = Engine(program, maker("compiled" if compiled else "reference")(program))
    v, k = engine.start(1)
    log: list[Event] = []
    option = engine.options(v, k)[1]

    engine.choose(v, k, option, log)

    wording = Wording(program, engine.backend)
    told = [(event.kind, wording.bundle(event.parts[0][0])) for event in log]
    assert told == [("gain", "1 flour"), ("gain", "2 coin"), ("lose", "9 flour")]
