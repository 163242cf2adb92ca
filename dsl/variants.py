"""Variants: a game's tree and variant files in, the changed tree out.

A variant says only what differs, by id: `change` gives a dotted path a new value, `remove` takes
ids away, `add` joins in more of what a game file can say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.dsl.context import entry_of
from rulewright.dsl.folders import Reading, display_name, exists, merge, shown_path
from rulewright.dsl.problems import Problem, Problems, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def find_variant(folder: Path, name: str, reading: Reading) -> YamlMap | None:
    """The tree of a variant given by id or path; None after reporting why not."""
    path = Path(name)
    if _ID.fullmatch(name):
        path = folder / "variants" / f"{name.replace('-', '_')}.yaml"
    inner = path.is_relative_to(folder)
    display = display_name(folder, path) if inner else shown_path(path)
    if inner and exists(path) and not reading.owned(folder, path):
        return None
    if not exists(path):
        known = [
            each.stem.replace("_", "-") for each in sorted((folder / "variants").glob("*.yaml"))
        ]
        reading.problems.append(
            problem(
                "unknown-variant",
                f"This game has no variant '{name}'.",
                Span.file_start(display_name(folder, folder / "game.yaml")),
                hint_for(name, known) or some(known, "variant"),
            )
        )
        return None
    node = reading.file(path, display, "variant")
    return node if isinstance(node, YamlMap) else None


def apply_variants(root: YamlMap, variants: list[YamlMap], problems: Problems) -> YamlMap:
    """The game's tree with every variant applied, one after another."""
    for variant in variants:
        found: list[Problem] = []
        _for_this_game(root, variant, found)
        change = entry_of(variant, "change")
        for path, entry in change.entries.items() if isinstance(change, YamlMap) else []:
            root = _changed(root, _path(path, entry.key_span), entry, found)
        removed = entry_of(variant, "remove")
        for item in removed.items if isinstance(removed, YamlList) else []:
            if isinstance(item, YamlScalar):
                root = _removed(root, _path(str(item.value), item.span), found)
        added = entry_of(variant, "add")
        if isinstance(added, YamlMap):
            root = merge(root, added, found)
        problems.extend(found)
    return root


def _for_this_game(root: YamlMap, variant: YamlMap, found: list[Problem]) -> None:
    game, of = entry_of(root, "game"), entry_of(variant, "of")
    if isinstance(game, YamlScalar) and isinstance(of, YamlScalar) and game.value != of.value:
        found.append(
            problem(
                "variant-game",
                f"This variant changes '{of.value}', but the game is '{game.value}'.",
                of.span,
                "Play it with its own game, or correct 'of'.",
                [("The game is named here.", game.span)],
            )
        )


def some(names: list[str], noun: str) -> str:
    """A hint that lists the few names there are."""
    if not names:
        return f"It has no {noun}s."
    if len(names) == 1:
        return f"Its only {noun} is {names[0]}."
    return f"Its {noun}s are {in_words(names, 'and', 12)}."


@dataclass(frozen=True)
class _Path:
    """A dotted path of a variant, walked from its first part to its last."""

    parts: tuple[str, ...]
    span: Span
    walked: int = 0

    @property
    def key(self) -> str:
        """The part at hand."""
        return self.parts[self.walked]

    @property
    def ends(self) -> bool:
        """Whether the part at hand is the last one."""
        return self.walked + 1 == len(self.parts)

    def next(self) -> _Path:
        """The path one part further."""
        return replace(self, walked=self.walked + 1)

    def missing(self, node: YamlNode) -> Problem:
        """The problem that a node of the game has no such part."""
        names = list(node.entries) if isinstance(node, YamlMap) else []
        above = ".".join(self.parts[: self.walked])
        place = f"in {above}" if above else "among its sections"
        listed = f"There is {in_words(names, 'and', 12)}." if names else None
        return problem(
            "variant-target",
            f"The game has no '{self.key}' {place}.",
            self._key_span(len(above) + 1 if above else 0),
            hint_for(self.key, names) or listed or "Name something that the game has.",
        )

    def _key_span(self, start: int) -> Span:
        at = self.span
        if at.line != at.end_line or at.end_column - at.column != len(".".join(self.parts)):
            return at  # In quotes, or over several lines.
        first = at.column + start
        return Span(at.file, at.line, first, at.line, first + len(self.key))


def _path(text: str, span: Span) -> _Path:
    return _Path(tuple(text.split(".")), span)


def _changed(root: YamlMap, path: _Path, entry: YamlEntry, found: list[Problem]) -> YamlMap:
    mine = root.entries.get(path.key)
    if path.ends:
        # A leaf may be new: the type checker knows whether such an attribute exists.
        made = YamlEntry(path.key, entry.key_span, entry.value)
        return replace(root, entries={**root.entries, path.key: made})
    if mine is None:
        found.append(path.missing(root))
        return root
    inner: YamlNode
    if isinstance(mine.value, YamlMap):
        inner = _changed(mine.value, path.next(), entry, found)
    elif isinstance(mine.value, YamlScalar) and mine.value.value is None:
        inner = _changed(YamlMap({}, mine.value.span, False), path.next(), entry, found)
    else:
        found.append(path.next().missing(mine.value))
        return root
    return replace(
        root, entries={**root.entries, path.key: YamlEntry(path.key, mine.key_span, inner)}
    )


def _removed(root: YamlMap, path: _Path, found: list[Problem]) -> YamlMap:
    mine = root.entries.get(path.key)
    if mine is None:
        found.append(path.missing(root))
        return root
    if path.ends:
        return replace(root, entries={k: v for k, v in root.entries.items() if k != path.key})
    if not isinstance(mine.value, YamlMap):
        found.append(path.next().missing(mine.value))
        return root
    inner = _removed(mine.value, path.next(), found)
    return replace(
        root, entries={**root.entries, path.key: YamlEntry(path.key, mine.key_span, inner)}
    )
