"""Locales: `locale/*.yaml` of a game in, names and texts in that language out."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.context import Context, entry_of, scalar_of
from rulewright.dsl.folders import Reading, display_name
from rulewright.dsl.yaml_reader import YamlMap, YamlScalar


def apply_locales(ctx: Context, folder: Path, reading: Reading) -> None:
    """Add the texts of every locale file to the names of the game."""
    for path in sorted((folder / "locale").glob("*.yaml")):
        if not reading.owned(folder, path):
            continue
        node = reading.file(path, display_name(folder, path), "locale")
        texts = entry_of(node, "texts")
        language = str(scalar_of(node, "language") or path.stem)
        for key, entry in texts.entries.items() if isinstance(texts, YamlMap) else []:
            if isinstance(entry.value, YamlScalar):
                ctx.names.setdefault(key, {})[language] = str(entry.value.value)
