"""Variants: a game's tree and variant files in, the changed tree out.

A variant says only what differs, by id: `change` gives a dotted path a new value, `remove` takes
ids away, `add` joins in more of what a game file can say.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from rulewright.dsl.context import entry_of
from rulewright.dsl.folders import Reading, display_name, merge
from rulewright.dsl.problems import Problem, Problems, problem
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def find_variant(folder: Path, name: str, reading: Reading) -> YamlMap | None:
    """The tree of a variant given by id or path; None after reporting why not."""
    path = Path(name)
    display = path.as_posix()
    if _ID.fullmatch(name):
        path = folder / "variants" / f"{name.replace('-', '_')}.yaml"
        display = display_name(folder, path)
    if not path.is_file():
        known = [
            each.stem.replace("_", "-") for each in sorted((folder / "variants").glob("*.yaml"))
        ]
        reading.problems.append(
            problem(
                "unknown-variant",
                f"There is no variant '{name}'.",
                Span.file_start(name),
                hint_for(name, known),
            )
        )
        return None
    node = reading.file(path, display, "variant")
    return node if isinstance(node, YamlMap) else None


def apply_variants(root: YamlMap, variants: list[YamlMap], problems: Problems) -> YamlMap:
    """The game's tree with every variant applied, one after another."""
    for variant in variants:
        found: list[Problem] = []
        change = entry_of(variant, "change")
        for path, entry in change.entries.items() if isinstance(change, YamlMap) else []:
            root = _changed(root, path.split("."), entry, found)
        removed = entry_of(variant, "remove")
        for item in removed.items if isinstance(removed, YamlList) else []:
            if isinstance(item, YamlScalar):
                root = _removed(root, str(item.value).split("."), item.span, found)
        added = entry_of(variant, "add")
        if isinstance(added, YamlMap):
            root = merge(root, added, found)
        problems.extend(found)
    return root


def _missing(node: YamlNode, key: str, span: Span, found: list[Problem]) -> None:
    names = list(node.entries) if isinstance(node, YamlMap) else []
    found.append(
        problem(
            "variant-target",
            f"The game has no '{key}' here.",
            span,
            hint_for(key, names) or (f"There is {', '.join(names[:8])}." if names else None),
        )
    )


def _changed(root: YamlMap, path: list[str], entry: YamlEntry, found: list[Problem]) -> YamlMap:
    key, rest = path[0], path[1:]
    mine = root.entries.get(key)
    if not rest:
        # A leaf may be new: the type checker knows whether such an attribute exists.
        made = YamlEntry(key, entry.key_span, entry.value)
        return replace(root, entries={**root.entries, key: made})
    if mine is None:
        _missing(root, key, entry.key_span, found)
        return root
    inner: YamlNode
    if isinstance(mine.value, YamlMap):
        inner = _changed(mine.value, rest, entry, found)
    elif isinstance(mine.value, YamlScalar) and mine.value.value is None:
        inner = _changed(YamlMap({}, mine.value.span, False), rest, entry, found)
    else:
        _missing(mine.value, rest[0], entry.key_span, found)
        return root
    return replace(root, entries={**root.entries, key: YamlEntry(key, mine.key_span, inner)})


def _removed(root: YamlMap, path: list[str], span: Span, found: list[Problem]) -> YamlMap:
    key, rest = path[0], path[1:]
    mine = root.entries.get(key)
    if mine is None:
        _missing(root, key, span, found)
        return root
    if not rest:
        return replace(root, entries={k: v for k, v in root.entries.items() if k != key})
    if not isinstance(mine.value, YamlMap):
        _missing(mine.value, rest[0], span, found)
        return root
    inner = _removed(mine.value, rest, span, found)
    return replace(root, entries={**root.entries, key: YamlEntry(key, mine.key_span, inner)})
