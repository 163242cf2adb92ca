"""Metadata of games: a folder in, what a front-end needs to offer the game out; nothing is made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.dsl.asked import player_counts
from rulewright.dsl.context import entry_of, scalar_of, text_of
from rulewright.dsl.folders import Reading, display_name, exists, games_folder
from rulewright.dsl.variants import variant_files
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlScalar


@dataclass(frozen=True)
class GameInfo:
    """What a front-end needs to offer a game, read without compiling it."""

    id: str
    title: dict[str, str]
    description: dict[str, str]
    players: tuple[int, ...]
    options: dict[str, dict[str, Any]]
    variants: tuple[str, ...]
    folder: str


def info_of(folder: Path) -> GameInfo:
    """The metadata of one game."""
    reading = Reading()
    root: YamlMap | None = None
    main = folder / "game.yaml"
    node = (
        reading.file(main, display_name(folder, main), "") if reading.owned(folder, main) else None
    )
    if isinstance(node, YamlMap):
        root = node
    options: dict[str, dict[str, Any]] = {}
    declared = entry_of(root, "options")
    extra = folder / "options.yaml"
    if exists(extra) and reading.owned(folder, extra):
        more = reading.file(extra, display_name(folder, extra), "")
        found = entry_of(more, "options")
        if isinstance(found, YamlMap):
            declared = found
    for key, entry in declared.entries.items() if isinstance(declared, YamlMap) else []:
        choices = entry_of(entry.value, "choices")
        options[key] = {
            "default": scalar_of(entry.value, "default"),
            "choices": (
                [str(item.value) for item in choices.items if isinstance(item, YamlScalar)]
                if isinstance(choices, YamlList)
                else None
            ),
            "type": scalar_of(entry.value, "type") or ("choice" if choices is not None else "bool"),
            "min": scalar_of(entry.value, "min"),
            "max": scalar_of(entry.value, "max"),
            "text": text_of(entry_of(entry.value, "text")),
            "name": text_of(entry_of(entry.value, "name")),
        }
    return GameInfo(
        str(scalar_of(root, "game") or folder.name.replace("_", "-")),
        text_of(entry_of(root, "title")),
        text_of(entry_of(root, "description")),
        player_counts(entry_of(root, "players")),
        options,
        tuple(variant_files(folder)),
        str(folder),
    )


def list_games() -> list[GameInfo]:
    """Every game that comes with the package: metadata only, nothing is compiled."""
    return [
        info_of(folder)
        for folder in sorted(games_folder().iterdir())
        if exists(folder / "game.yaml")
    ]
