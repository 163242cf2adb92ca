"""Panels of the display: small games and positions in, what their screen shows out."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.cli.grid import Cell, Grid, draw
from rulewright.interpreter.cli.look import Look
from rulewright.interpreter.cli.output import Style
from rulewright.interpreter.cli.panels import Screen
from rulewright.interpreter.match import Match
from rulewright.interpreter.sight import Sight
from tests.mechanisms.support import game_from

RANCH = """
game: ranch
title: Two boards with animals
players: 2
goods: {sheep: {max: 9, housed: true, plural: {en: sheep}}, dog: {max: 9}}
boards:
  farm:
    each: player
    rows: [[null, x1], [f11, f12], [f21, f22]]
    cells: {pasture: {type: bool, starts: {f21: true}}, built: bool}
    edges: {joined: bool}
    marks: {inside: [f11, f12, f21, f22]}
  cave: {each: player, rows: [[m11, m12]], cells: {dark: {type: bool, start: true}}}
kinds: {tool: {plural: tools, attributes: {cost: cost}}}
tools: {saw: {cost: 1 dog}}
zones: {shop: {of: tool, start: all}}
housing:
  goods: [sheep]
  helpers: dog
  places:
    - {each: my farm where its pasture, holds: 2}
    - {each: my farm's edges where its joined, holds: 4}
    - {each: "range(1, 1)", holds: 1}
flow:
  repeat: 3
  do:
    for_each: p in players
    do:
      one_of:
        - {label: sheep, do: gain 2 sheep}
        - label: fence
          do:
            - let rope be first(my farm's edges where my f11 in its cells and my f12 in its cells)
            - set rope's joined to true
            - gain 7 sheep
        - {label: build, do: set my x1's built to true}
scoring: {points: {animals: my sheep}}
display:
  - {board: farm, cell: [pasture, built], only: its inside or its built, housed: true}
  - {board: cave, beside: true, cell: dark}
  - {players: [sheep]}
  - {pieces: shop, show: cost, more: true}
"""


def screen(match: Match, *, everything: bool = False) -> list[str]:
    """The lines that the first seat is shown."""
    look = Look(match, 0, "en", Sight(match.game.viewer))
    blocks = Screen(look, Style(80), ["A", "B"], everything).blocks()
    return [line for block in blocks for line in block]


def start(folder: Path, *moves: str) -> Match:
    """The ranch after some moves."""
    match = game_from(folder, RANCH).start(seed=1)
    for move in moves:
        match.play(move)
    return match


def test_boards_that_belong_together_stand_side_by_side(tmp_path: Path) -> None:
    """Each player has a row with both boards, the first player's above."""
    titles = [line.split() for line in screen(start(tmp_path)) if "'s " in line]
    assert titles == [["A's", "farm", "A's", "cave"], ["B's", "farm", "B's", "cave"]]


def test_cells_are_drawn_when_their_time_has_come(tmp_path: Path) -> None:
    """A cell beyond the board shows up when something lies there."""
    assert not any("x1" in line for line in screen(start(tmp_path)))
    lines = screen(start(tmp_path, "build"))
    assert sum("x1" in line for line in lines) == 1


def test_animals_are_drawn_where_they_live(tmp_path: Path) -> None:
    """Two sheep stand on the pasture, which is a cell of the board."""
    lines = screen(start(tmp_path, "sheep"))
    at = next(number for number, line in enumerate(lines) if "pasture" in line)
    assert "2 sheep" in lines[at + 1]
    assert sum("2 sheep" in line for line in lines) == 1


def test_animals_on_an_edge_are_drawn_in_its_first_cell(tmp_path: Path) -> None:
    """Seven sheep: two on the pasture, four on two cells together, one that cannot be drawn."""
    lines = screen(start(tmp_path, "fence"))
    (first,) = [line for line in lines if "4 sheep" in line]
    assert first.startswith("f1 │ 4 sheep ")
    assert sum("2 sheep" in line for line in lines) == 1
    assert not any("1 sheep" in line for line in lines)


def test_some_panels_are_for_who_asks(tmp_path: Path) -> None:
    """A panel with `more` is shown with everything, and not otherwise."""
    match = start(tmp_path)
    assert not any("saw" in line for line in screen(match))
    assert any(line == "saw: 1 dog" for line in screen(match, everything=True))


def test_words_use_the_blanks_before_they_are_broken() -> None:
    """A word that fits into the cell without blanks at its sides stays in one piece."""
    grid = Grid([[Cell("a1", "Carpenter"), Cell("b1", "rock")]])
    lines = draw(grid, Style(80), width=8)
    assert any("│Carpenter │" in line for line in lines)
    assert any("│   rock   │" in line for line in lines)


def test_a_text_of_several_lines_keeps_them() -> None:
    """A line break in a cell's text is one on the screen."""
    lines = draw(Grid([[Cell("a1", "hall\n2 sheep")]]), Style(80), width=14)
    assert [line.split("│")[1].strip() for line in lines if "hall" in line or "sheep" in line] == [
        "hall",
        "2 sheep",
    ]


def test_no_title_stands_alone(tmp_path: Path) -> None:
    """The title of a table of players stands in its corner, and one of nothing is not shown."""
    titled = RANCH.replace(
        "  - {players: [sheep]}\n  - {pieces: shop, show: cost, more: true}\n",
        "  - {players: [sheep], title: Flock}\n"
        "  - {pieces: shop where its cost is none, title: Tools}\n",
    ).replace("attributes: {cost: cost}", "attributes: {cost: {type: good or none}}")
    titled = titled.replace("tools: {saw: {cost: 1 dog}}", "tools: {saw: {cost: dog}}")
    lines = screen(game_from(tmp_path, titled).start(seed=1))

    assert lines[-3:] == ["Flock  sheep", "A          0", "B          0"]
    assert "Tools" not in lines
