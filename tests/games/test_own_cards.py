"""Owners of a box: everything assumed in, one variant file that replaces it all out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.interpreter import invariants
from rulewright.interpreter.queries import rng

BOX = {"book": "my box"}

# One change to each sort of card, beside where it comes from.
CHANGES: dict[str, dict[str, object]] = {
    "orders": {"cost": "1 beer, 1 wine, 1 fruit", "size": 3, "worth_0": 9, "limit": 3},
    "goals": {"met": "my kitchen >= 1", "points": 3},
    "kingdoms": {"nasty_most": 9},
    "tokens": {"copies": 3},
    "items": {"copies": 2},
    "nasty_cards": {"copies": 3},
}

WISHES = ("take fruit", "take wine", "take beer")  # what an order of the box asks for


def own_box(game: str) -> dict[str, object]:
    """A variant that gives everything assumed another source, and every card other values."""
    change: dict[str, object] = {}
    for fact in rw.load(game).program.facts:
        if fact.assumed:
            change[f"{fact.path}.source"] = BOX
            for key, value in CHANGES.get(fact.path.partition(".")[0], {}).items():
                change[f"{fact.path}.{key}"] = value
    return {"variant": "my-box", "of": game, "source": BOX, "change": change}


@pytest.mark.parametrize(
    ("game", "options"), [("cavern-tavern", {"secret_room": True}), ("cave-vs-cave", {})]
)
def test_one_file_replaces_everything_assumed(
    game: str, options: dict[str, object], tmp_path: Path
) -> None:
    """With one variant nothing is assumed any more, and the game is played to its end."""
    path = tmp_path / "my-box.yaml"
    path.write_text(json.dumps(own_box(game), indent=2), encoding="utf-8")

    box = rw.load(game, 2, options, variants=[str(path)])

    assert [fact.path for fact in box.program.facts if fact.assumed] == []
    match = box.start(seed=3)
    state = rng.seed_state("box")
    while not match.over:
        moves = match.moves()
        state, drawn = rng.below(state, len(moves))
        match.play(moves[drawn])
    assert invariants.broken(match) == []


def test_an_order_of_the_box_is_served_for_what_it_pays(tmp_path: Path) -> None:
    """The values of a card in the file are those that are played with."""
    path = tmp_path / "my-box.yaml"
    path.write_text(json.dumps(own_box("cavern-tavern"), indent=2), encoding="utf-8")
    box = rw.load("cavern-tavern", 2, {"first_seat": 1}, [str(path)])
    for seed in range(60):
        match = box.start(seed=seed)
        while not (taken := [m for m in match.moves() if m.text.startswith("take the order")]):
            texts = [move.text for move in match.moves()]
            match.play(next((wish for wish in WISHES if wish in texts), texts[0]))
        if all(match.state[f"A.{good}"] for good in ("fruit", "wine", "beer")):
            break

    match.play(taken[0])
    match.play("serve the order")

    assert match.state["A.points"] == 9
