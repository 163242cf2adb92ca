"""Paths of variants: `goods.gold.start` and a tree in, the chain it leads to or a problem out.

A part of a path is a key; in a list it is a number counted from 1, the words of a line joined by
underscores (`reveal_tile`, `pay_2_food`), or the key of a line if only one line has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.variant_tree import Chain, Doc, Step, Uid
from rulewright.dsl.yaml_nodes import YamlScalar

MOST_LISTED = 12
_MOST_DIGITS = 9
ID_MAPS = {
    ("scoring", 1): ("points",),
    ("kinds", 2): ("attributes", "state"),
    ("boards", 2): ("cells", "edges", "marks", "extra"),
    ("procedures", 2): ("for",),
    ("define", 2): ("for",),
}
"""By section and depth, the keys below which ids stand: one that is not there is a slip there."""


@dataclass(frozen=True)
class Path:
    """A dotted path as somebody wrote it."""

    text: str
    span: Span
    """Where the path stands; the words `before`, `after` or `last in` are no part of it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts between the dots."""
        return tuple(self.text.split("."))

    def above(self, number: int) -> str:
        """The path up to a part."""
        return ".".join(self.parts[:number])

    def part_span(self, number: int) -> Span:
        """Where one part stands."""
        at = self.span
        if at.line != at.end_line or at.end_column - at.column != len(self.text):
            return at  # In quotes, or over several lines.
        first = at.column + len(self.above(number)) + (1 if number else 0)
        return Span(at.file, at.line, first, at.line, first + len(self.parts[number]))


@dataclass(frozen=True)
class Found:
    """What a path leads to. If `new`, everything but the last key is there."""

    chain: Chain
    new: bool = False


def find(root: Doc, path: Path, *, may_be_new: bool = False, line: bool = False) -> Found | Problem:
    """Follow a path through a tree; `may_be_new` allows a last key that is not there yet.

    A line that is named by its key, such as `may`, has other keys beside it. What follows in the
    path is one of those, or lies behind the key; a path that ends there means what stands behind
    it, or with `line` the whole line.
    """
    doc = root
    chain: Chain = ()
    key: str | None = None
    for number, part in enumerate(path.parts):
        if key is not None and part not in doc.children:
            behind = doc.children[key].doc
            if behind.is_list or part in behind.children:
                chain, doc = (*chain, key), behind
        key = None
        step = _step(doc, part, path, number)
        if isinstance(step, Problem):
            if may_be_new and _may_be_new(doc, path, number):
                return Found((*chain, part), new=True)
            return step
        chain = (*chain, step)
        if doc.is_list and part in doc.children[step].doc.children:
            key = part
        doc = doc.children[step].doc
    return Found(chain if key is None or line else (*chain, key))


def _may_be_new(doc: Doc, path: Path, number: int) -> bool:
    """Whether a key that is not there may be given: a key of a declaration, not an id."""
    last, part = number == len(path.parts) - 1, path.parts[number]
    if not last or number < 2 or part.isdigit() or _holds_ids(path, number):
        return False
    return doc.is_map or doc.is_empty


def _holds_ids(path: Path, number: int) -> bool:
    return path.parts[number - 1] in ID_MAPS.get((path.parts[0], number - 1), ())


def _step(doc: Doc, part: str, path: Path, number: int) -> Step | Problem:
    """The child that a part names, or the problem that there is none."""
    if doc.is_list:
        return _item(doc, part, path, number)
    if doc.is_map and part in doc.children:
        return part
    span = path.part_span(number)
    above = path.above(number)
    if doc.is_map or doc.is_empty:
        names = [str(key) for key in doc.children]
        place = f"in {above}" if above else "among its sections"
        listed = f"There is {in_words(names, 'and', MOST_LISTED)}." if names else None
        hint = hint_for(part, names) or listed or "Name something that the game has."
        is_id = number == 1 or _holds_ids(path, number)
        if hint == listed and is_id and number == len(path.parts) - 1:
            hint = f"{listed} What is new stands under 'add'."
        return problem("variant-target", f"The game has no '{part}' {place}.", span, hint)
    assert isinstance(doc.node, YamlScalar)
    return problem(
        "variant-target",
        f"In the game, {above} is just '{doc.node.text}', which has no parts.",
        span,
        f"Change {above} as a whole.",
    )


def _item(doc: Doc, part: str, path: Path, number: int) -> Uid | Problem:
    uids = [step for step in doc.children if isinstance(step, tuple)]
    if part.isdigit() and part.isascii():
        # Nobody counts that far, and numbers of thousands of digits cannot be read.
        place = int(part) if len(part) <= _MOST_DIGITS else 0
        return uids[place - 1] if 1 <= place <= len(uids) else _no_item(doc, part, path, number)
    said = [uid for uid in uids if words_of(doc.children[uid].doc) == part]
    if not said:
        said = [uid for uid in uids if part in _keys(doc.children[uid].doc)]
    if len(said) == 1:
        return said[0]
    if not said:
        return _no_item(doc, part, path, number)
    numbers = [str(uids.index(uid) + 1) for uid in said]
    above = path.above(number)
    return problem(
        "variant-target",
        f"'{part}' could be line {in_words(numbers, 'or', MOST_LISTED)} of {above}.",
        path.part_span(number),
        f"Say which one by its number, for example {above}.{numbers[0]}.",
    )


def _no_item(doc: Doc, part: str, path: Path, number: int) -> Problem:
    above, count = path.above(number), len(doc.children)
    names = [words_of(child.doc) for child in doc.children.values()]
    names += [key for child in doc.children.values() for key in _keys(child.doc)]
    lines = "1 line" if count == 1 else f"{count} lines"
    near = None if part.isdigit() else hint_for(part, [name for name in names if name])
    return problem(
        "variant-target",
        f"The game has no line '{part}' in {above}.",
        path.part_span(number),
        near or f"It has {lines}; name one by its number, or by its words joined with '_'.",
    )


def words_of(doc: Doc) -> str:
    """What a line of a list is called: its words joined by underscores; nothing if it has keys."""
    if not isinstance(doc.node, YamlScalar):
        return ""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", doc.node.text).strip("_")


def _keys(doc: Doc) -> list[str]:
    return [str(key) for key in doc.children] if doc.is_map else []
