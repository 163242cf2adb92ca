"""Sections: the merged tree of a game in, its sections by name out; misspelt ones are told."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.context import Context, entry_of, scalar_of
from rulewright.dsl.section_words import meant_section
from rulewright.dsl.yaml_reader import YamlEntry, YamlMap, YamlNode

SECTIONS = (
    "game",
    "title",
    "description",
    "players",
    "stage",
    "source",
    "languages",
    "options",
    "enums",
    "goods",
    "groups",
    "state",
    "kinds",
    "zones",
    "boards",
    "shapes",
    "housing",
    "define",
    "procedures",
    "rules",
    "setup",
    "flow",
    "scoring",
    "invariants",
    "display",
    "limits",
)


def with_meant_sections(ctx: Context, root: YamlMap) -> YamlMap:
    """Report misspelt sections and read them all the same: the rest of the game needs them."""
    kinds = entries_in(entry_of(root, "kinds"))
    plurals = {str(scalar_of(entry.value, "plural") or f"{key}s") for key, entry in kinds}
    free = [name for name in SECTIONS[SECTIONS.index("options") :] if name not in root.entries]
    entries: dict[str, YamlEntry] = {}
    for key, entry in root.entries.items():
        meant = None if key in SECTIONS or key in plurals else meant_section(key, free)
        if meant is not None and meant not in entries:
            unknown_section(ctx, entry, free)
        entries[meant or key] = entry
    return replace(root, entries=entries)


def unknown_section(ctx: Context, entry: YamlEntry, candidates: list[str]) -> None:
    """Report a section that no game has."""
    meant = meant_section(entry.key, candidates)
    hint = f"If {entry.key} are components, declare their kind with 'plural: {entry.key}'."
    ctx.unknown(
        "a section of a game file, nor the plural of a kind",
        entry.key,
        entry.key_span,
        (),
        "unknown-section",
        hint if meant is None else f"Did you mean '{meant}'?",
    )


def entries_in(node: YamlNode | None) -> list[tuple[str, YamlEntry]]:
    """The keys of a mapping with their entries; nothing for anything else."""
    return list(node.entries.items()) if isinstance(node, YamlMap) else []
