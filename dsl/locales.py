"""Locales: a game's tree and its `locale/*.yaml` in, the tree with their texts in it out.

A text is named by where it stands in the rule files: the keys that lead to it, joined by dots,
with numbers for places in a list, the first being 1. Whatever a game says to people can be
translated so, prompts and labels among it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.dsl.context import entry_of, scalar_of
from rulewright.dsl.folders import Reading, display_name
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

TEXTS = ("description", "label", "name", "plural", "prompt", "reason", "say", "text", "title")
"""The keys behind which a text for people stands; below `names` every key is one."""


def apply_locales(root: YamlMap, folder: Path, reading: Reading) -> YamlMap:
    """Add the texts of every locale file to the tree of a game."""
    for path in sorted((folder / "locale").glob("*.yaml")):
        if not reading.owned(folder, path):
            continue
        node = reading.file(path, display_name(folder, path), "locale")
        language = str(scalar_of(node, "language") or path.stem)
        root = translated(root, entry_of(node, "texts"), language, reading.problems)
    return root


def translated(
    root: YamlMap, texts: YamlNode | None, language: str, found: list[Problem]
) -> YamlMap:
    """Return a tree with texts of one language, by path; texts that are there are replaced."""
    for path, entry in texts.entries.items() if isinstance(texts, YamlMap) else []:
        made = _translate(root, path.split("."), 0, language, entry, found)
        if isinstance(made, YamlMap):
            root = made
    return root


def _translate(
    node: YamlNode,
    parts: list[str],
    walked: int,
    language: str,
    entry: YamlEntry,
    found: list[Problem],
) -> YamlNode:
    if walked == len(parts):
        return _with_text(node, language, entry, found)
    key = parts[walked]
    if isinstance(node, YamlList):
        place = int(key) - 1 if key.isdigit() else -1
        if 0 <= place < len(node.items):
            inner = _translate(node.items[place], parts, walked + 1, language, entry, found)
            items = [*node.items[:place], inner, *node.items[place + 1 :]]
            return replace(node, items=items)
    elif isinstance(node, YamlMap) and key in node.entries:
        mine = node.entries[key]
        inner = _translate(mine.value, parts, walked + 1, language, entry, found)
        return replace(node, entries={**node.entries, key: replace(mine, value=inner)})
    elif isinstance(node, YamlMap) and walked + 1 == len(parts) and _is_text(parts):
        # Something without a name of its own is called by its id: a translation may name it.
        empty = YamlMap({}, entry.value.span, True)
        made = YamlEntry(key, entry.key_span, _with_text(empty, language, entry, found))
        return replace(node, entries={**node.entries, key: made})
    found.append(_missing(node, parts, walked, entry))
    return node


def _is_text(parts: list[str]) -> bool:
    return parts[-1] in TEXTS or parts[-2:-1] == ["names"]


def _with_text(node: YamlNode, language: str, entry: YamlEntry, found: list[Problem]) -> YamlNode:
    """Return what stands at a text's place, with the text in it."""
    if not _is_text(entry.key.split(".")):
        found.append(
            problem(
                "locale-target",
                f"'{entry.key}' is not something the game says to people.",
                entry.key_span,
                "Name a text, by the path that leads to it, for example 'goods.gold.name'.",
            )
        )
        return node
    said = YamlEntry(language, entry.key_span, entry.value)
    if isinstance(node, YamlMap):
        return replace(node, entries={**node.entries, language: said})
    if isinstance(node, YamlScalar):
        # A plain text counts as English.
        plain = YamlEntry("en", node.span, node)
        return YamlMap({"en": plain, language: said}, node.span, True)
    return node


def _missing(node: YamlNode, parts: list[str], walked: int, entry: YamlEntry) -> Problem:
    """The problem that a path of a locale leads nowhere."""
    above = ".".join(parts[:walked])
    where = f"in {above}" if above else "among its sections"
    if isinstance(node, YamlList):
        known = [str(place) for place in range(1, len(node.items) + 1)]
        hint = f"It is a list with places 1 to {len(known)}." if known else "It is an empty list."
    else:
        known = list(node.entries) if isinstance(node, YamlMap) else []
        hint = hint_for(parts[walked], known) or "Name a text as the rule files have it."
    return problem(
        "locale-target", f"The game has no '{parts[walked]}' {where}.", entry.key_span, hint
    )
