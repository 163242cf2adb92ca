"""A small game to vary, and variants written to files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulewright.dsl.pipeline import LoadResult, load_program

HAMLET: dict[str, Any] = {
    "game": "hamlet",
    "title": {"en": "The hamlet"},
    "players": "2-3",
    "goods": {"wood": {"start": 2, "max": 9, "name": {"en": "wood"}}, "ore": {}, "gold": {}},
    "kinds": {"card": {"attributes": {"worth": "int"}}},
    "cards": {
        "axe": {"worth": 1, "do": "gain 1 wood", "name": {"en": "axe"}},
        "pick": {"worth": 2, "do": ["gain 1 ore", "gain 1 gold"]},
        "saw": {"worth": 3, "do": {"one_of": ["gain 2 wood", "pay 1 wood then gain 2 gold"]}},
    },
    "zones": {"deck": {"of": "card", "start": ["axe", "pick", "saw"]}},
    "options": {
        "first": {"choices": ["old", "young"], "default": "old"},
        "long": {"type": "bool", "default": False},
    },
    "procedures": {
        "work": [{"choose": "card in deck", "label": "take {card}"}, "perform card"],
        "rest": ["gain 1 wood if first is old", "gain 1 ore if long"],
        "trade_day": {"do": [{"may": "trade 1 wood for 1 gold"}]},
    },
    "setup": [
        {"if": "players_count == 2", "then": {"for_each": "q in players", "do": "gain 1 gold"}}
    ],
    "flow": [
        {"for_each": "p in players", "do": "work"},
        {"for_each": "p in players", "do": "rest"},
        {"for_each": "p in players", "do": "trade_day"},
    ],
    "scoring": {
        "points": {"wood": "my wood", "gold": {"value": "2 * my gold"}},
        "ties": ["my ore", "sum(its worth over deck)"],
    },
}


def write_game(folder: Path, game: dict[str, Any] | None = None) -> Path:
    """Write a game into a folder; JSON is YAML."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(json.dumps(game or HAMLET, indent=1), encoding="utf-8")
    return folder


def write_variant(folder: Path, name: str, **said: Any) -> Path:
    """Write a variant of the hamlet beside the game; return its file."""
    (folder / "variants").mkdir(exist_ok=True)
    path = folder / "variants" / f"{name}.yaml"
    data = {"variant": name, "of": "hamlet", **said}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    return path


def load(folder: Path, *variants: str, **more: Any) -> LoadResult:
    """The hamlet with variants."""
    return load_program(str(folder), more.get("players"), more.get("options"), variants)


def fingerprint(folder: Path, *variants: str) -> str:
    """The fingerprint of the hamlet with variants, which have no problem."""
    return load(folder, *variants).unwrap().fingerprint
