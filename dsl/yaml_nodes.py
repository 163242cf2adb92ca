"""The tree of a YAML file: what `yaml_reader` makes, with a place for every key and value.

In: nothing.  Out: the node classes, plain data made from them, and ways to find a node by path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.yaml_scalars import OffsetMap, map_offsets

Style = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True)
class YamlScalar:
    """A text, number, truth value or nothing.

    `text` is what was written, with quotes and escapes taken off; `value` is `text` or what it
    stands for.  `flow` tells that it stands inside brackets or braces.
    """

    value: bool | int | str | None
    text: str
    style: Style
    span: Span
    flow: bool
    multiline: bool
    source: SourceFile = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)

    def span_of(self, start: int, end: int) -> Span:
        """Return where `text[start:end]` stands in the file; for folded text, the whole of it."""
        if self.style == "folded":
            return self.span
        return self.source.span(*self._offsets.range_of(start, end))

    @cached_property
    def _offsets(self) -> OffsetMap:
        raw = self.source.text[self.start : self.end]
        return map_offsets(raw, self.text, self.style, self.start)


@dataclass(frozen=True, slots=True)
class YamlEntry:
    """One key of a map with its value."""

    key: str
    key_span: Span
    value: YamlNode


@dataclass(frozen=True, slots=True)
class YamlMap:
    """Keys with values; `flow` tells that it is written in braces."""

    entries: dict[str, YamlEntry]
    span: Span
    flow: bool


@dataclass(frozen=True, slots=True)
class YamlList:
    """Items in order; `flow` tells that it is written in brackets."""

    items: list[YamlNode]
    span: Span
    flow: bool


YamlNode: TypeAlias = YamlMap | YamlList | YamlScalar


def to_plain(node: YamlNode) -> Any:
    """Return the data without places: dicts, lists, texts, numbers, truth values and None."""
    match node:
        case YamlMap():
            return {key: to_plain(entry.value) for key, entry in node.entries.items()}
        case YamlList():
            return [to_plain(item) for item in node.items]
        case YamlScalar():
            return node.value


def node_at(node: YamlNode, path: Sequence[str | int]) -> YamlNode | None:
    """Return the node that a path of keys and positions leads to, or None."""
    found: YamlNode | None = node
    for step in path:
        found = None if found is None else _child(found, step)
    return found


def deepest(node: YamlNode, path: Sequence[str | int]) -> tuple[YamlNode, Span]:
    """Walk a path as far as it exists; return the last node and the best place to point at.

    That place is the value itself for a scalar at the end of the path, otherwise the key under
    which the last node stands: a missing key is reported at the key of its parent.
    """
    key_span: Span | None = None
    walked = 0
    for step in path:
        child = _child(node, step)
        if child is None:
            break
        key_span = node.entries[str(step)].key_span if isinstance(node, YamlMap) else None
        node = child
        walked += 1
    if key_span is None or (walked == len(path) and isinstance(node, YamlScalar)):
        return node, node.span
    return node, key_span


def _child(node: YamlNode, step: str | int) -> YamlNode | None:
    match node:
        case YamlMap():
            # Number keys are kept as their text, so a path may give them either way.
            entry = node.entries.get(str(step))
            return None if entry is None else entry.value
        case YamlList():
            if isinstance(step, int) and 0 <= step < len(node.items):
                return node.items[step]
    return None
