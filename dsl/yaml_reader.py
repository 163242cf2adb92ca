"""YAML with exact places: the text of a rule file in, a tree of nodes and problems out.

Only the part of YAML 1.2 that rule files need is read: maps with plain keys, lists, texts, whole
numbers, true, false and null.  What would change the meaning of a file behind the reader's back
(anchors, tags, merge keys, directives, second documents) is a problem, and so is whatever would
take long or need much memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.source import UNSEEN, SourceFile, Span
from rulewright.dsl.yaml_errors import Seen, explain
from rulewright.dsl.yaml_nodes import (
    Style,
    YamlEntry,
    YamlList,
    YamlMap,
    YamlNode,
    YamlScalar,
    deepest,
    node_at,
    to_plain,
)
from rulewright.dsl.yaml_scalars import is_big_number, plain_value
from rulewright.dsl.yaml_text import MOST_PROBLEMS, load_source, refuse_text, unseen
from rulewright.dsl.yaml_words import (
    CLOSES,
    CRAMPED_KEY,
    KEY,
    mark_problem,
    missing_space,
    quoted,
)

__all__ = [
    "YamlEntry",
    "YamlList",
    "YamlMap",
    "YamlNode",
    "YamlScalar",
    "deepest",
    "load_source",
    "node_at",
    "read_yaml",
    "to_plain",
]

MOST_NODES = 200_000
MOST_DEPTH = 64

_STYLES: dict[str | None, Style] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*(?:[&!][^\s,\[\]{}]*)?")
_COLON = re.compile(r"\s*:")
_UNSEEN_VALUE = re.compile(rf"{UNSEEN.pattern}|\r")


def read_yaml(source: SourceFile) -> tuple[YamlNode | None, list[Problem]]:
    """Read a text; the tree is None only when there is a problem that leaves none."""
    refused = list(refuse_text(source))
    if refused:
        return None, refused
    document = _Builder(source)
    try:
        document.read()
    except _Stop:
        return None, document.problems
    if document.root is None and not document.problems:
        message = "The file holds nothing but comments." if source.text else "The file is empty."
        hint = "Write rules into it, or delete the file."
        document.problems.append(problem("yaml-empty", message, Span.file_start(source.name), hint))
    return document.root, document.problems


class _Stop(Exception):
    """Reading ends here; the problem is already noted."""


@dataclass
class _Key:
    text: str
    span: Span
    start: int
    end: int
    dropped: bool = False


@dataclass
class _Open:
    """A map or list whose end has not been read yet."""

    is_map: bool
    start: int
    flow: bool
    end: int
    entries: dict[str, YamlEntry] = field(default_factory=dict)
    items: list[YamlNode] = field(default_factory=list)
    key: _Key | None = None
    before: YamlNode | None = None
    """The value of the entry before the current one."""


class _Builder:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.text = source.text
        self.problems: list[Problem] = []
        self.root: YamlNode | None = None
        self._open: list[_Open] = []
        self._nodes = 0
        self._reached = 0
        self._seen = Seen()

    def read(self) -> None:
        """Read all events; a syntax error is noted and ends the reading."""
        events = YAML(typ="safe", pure=True).parse(self.text)
        while True:
            try:
                event = next(events)
            except StopIteration:
                return
            except Exception as error:  # Whatever the parser trips over is a mistake in the file.
                brackets = [each.start for each in self._open if self.text[each.start] in CLOSES]
                self._seen.open_bracket = brackets[-1] if brackets else None
                found = explain(error, self.source, self._seen, self._reached)
                # A line that already has a problem most likely failed because of it.
                if all(each.span.line != found.span.line for each in self.problems):
                    self._note(found)
                raise _Stop from None
            self._take(event)
            self._reached = max(self._reached, event.end_mark.index)

    def _take(self, event: Any) -> None:
        match event:
            case DocumentStartEvent():
                self._document(event)
            case AliasEvent():
                self._count(event)
                start, end = event.start_mark.index, event.end_mark.index
                self._note(mark_problem("alias", self.source, start, end))
                self._scalar(start, end, "", "plain")
            case ScalarEvent():
                self._count(event)
                start = self._skip_properties(event)
                style = _STYLES[event.style]
                self._scalar(start, event.end_mark.index, event.value, style)
            case MappingStartEvent() | SequenceStartEvent():
                self._count(event)
                self._start(event)
            case MappingEndEvent() | SequenceEndEvent():
                self._finish(event.end_mark.index)

    def _note(self, found: Problem) -> None:
        if found not in self.problems:
            self.problems.append(found)
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Stop

    def _document(self, event: Any) -> None:
        self._seen.documents += 1
        if self._seen.documents > 1:
            start, end = event.start_mark.index, event.end_mark.index
            self._note(
                problem(
                    "yaml-second-document",
                    "A second document starts here, but a rule file is one document.",
                    self.source.span(start, end),
                    "Delete the '---' or '...' line, or make two files.",
                )
            )
            raise _Stop

    def _count(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            start = event.start_mark.index
            self._note(
                problem(
                    "yaml-too-many",
                    f"The file holds more than {MOST_NODES:,} keys, lists and values.",
                    self.source.span(start, start + 1),
                    "Split it into several files.",
                )
            )
            raise _Stop

    def _skip_properties(self, event: Any) -> int:
        """Note an anchor or tag in front of a value; return where the value itself starts."""
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        if event.anchor is None and event.tag is None:
            return start
        kind = "tag" if self.text.startswith("!", start) else "anchor"
        found = _PROPERTIES.match(self.text, start, max(end, start + 1))
        stop = found.end() if found else start + 1
        mark = re.compile(r"\S+").match(self.text, start, stop)
        self._note(mark_problem(kind, self.source, start, mark.end() if mark else start + 1))
        return min(stop, end)

    def _start(self, event: Any) -> None:
        start = self._skip_properties(event)
        parent = self._open[-1] if self._open else None
        if parent is not None and parent.is_map and parent.key is None:
            end = self.source.line_range(self.source.position(start)[0])[1]
            self._note(
                problem(
                    "yaml-complex-key",
                    "A list or a group in braces cannot be a key.",
                    self.source.span(start, end),
                    "Write one name as the key; put brackets that belong to a text in quotes.",
                )
            )
            raise _Stop
        if len(self._open) >= MOST_DEPTH:
            self._note(
                problem(
                    "yaml-too-deep",
                    f"Blocks stand more than {MOST_DEPTH} levels deep inside each other.",
                    self.source.span(start, start + 1),
                    "Make the inner part a procedure or a define with a name of its own.",
                )
            )
            raise _Stop
        is_map = isinstance(event, MappingStartEvent)
        self._open.append(_Open(is_map, start, bool(event.flow_style), start))

    def _finish(self, end: int) -> None:
        done = self._open.pop()
        # A block ends where its last value ends; the parser looks on to the next line.
        end = end if done.flow else done.end
        span = self.source.span(done.start, end)
        node: YamlNode
        if done.is_map:
            node = YamlMap(done.entries, span, done.flow)
        else:
            node = YamlList(done.items, span, done.flow)
            if done.flow:
                self._check_items(done.items)
        if done.flow:
            self._seen.quoted = (done.start, end)
            self._seen.block_text = None
        self._attach(node, end)

    def _attach(self, node: YamlNode, end: int) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        parent.end = max(parent.end, end)
        if not parent.is_map:
            parent.items.append(node)
            return
        key, parent.key = parent.key, None
        if key is not None and not key.dropped:
            parent.entries[key.text] = YamlEntry(key.text, key.span, node)
        parent.before = node

    def _scalar(self, start: int, end: int, text: str, style: Style) -> None:
        if start < end:
            self._seen.quoted = (start, end) if style in ("single", "double") else None
            self._seen.block_text = (start, end) if style in ("literal", "folded") else None
        parent = self._open[-1] if self._open else None
        if parent is not None and parent.is_map and parent.key is None:
            parent.key = self._key(parent, start, end, text, style)
            parent.end = max(parent.end, end)
            return
        flow = parent is not None and parent.flow
        if parent is not None and parent.key is not None and start == end:
            # The parser puts a missing value behind blank lines; it belongs behind its colon.
            colon = self._colon_after(parent.key.end)
            if colon is None and flow:
                self._check_no_colon(parent, parent.key)
            start = end = parent.key.end if colon is None else colon + 1
        scalar = self._make_scalar(start, end, text, style, flow)
        self._check_scalar(scalar)
        self._attach(scalar, self._visible_end(start, end))

    def _make_scalar(self, start: int, end: int, text: str, style: Style, flow: bool) -> YamlScalar:
        span = self.source.span(start, self._visible_end(start, end))
        multiline = span.end_line > span.line
        value = plain_value(text) if style == "plain" and not multiline else text
        return YamlScalar(value, text, style, span, flow, multiline, self.source, start, end)

    def _visible_end(self, start: int, end: int) -> int:
        """Return the end of a value without the blank lines that a block of text ends with."""
        while end > start and self.text[end - 1] in " \t\r\n":
            end -= 1
        return end

    def _colon_after(self, offset: int) -> int | None:
        found = _COLON.match(self.text, offset)
        return found.end() - 1 if found else None

    def _after_question(self, start: int, line: int) -> bool:
        """Say whether a '?' of YAML stands in front of the key at `start`."""
        line_start = self.source.line_starts[line - 1]
        at = start - 1
        while at > line_start and self.text[at] in " \t":
            at -= 1
        if at < line_start or at == start - 1 or self.text[at] != "?":
            return False
        before = self.text[line_start:at].rstrip()
        return before.endswith(("[", "{", ",")) or not before.strip(" -")

    def _key(self, parent: _Open, start: int, end: int, text: str, style: Style) -> _Key:
        """Return the key of the next entry, dropped if it is one that cannot be used."""
        key = _Key(text, self.source.span(start, end), start, end)
        if self.text.startswith("*", start):
            key.dropped = True
        elif style in ("literal", "folded") or self._after_question(start, key.span.line):
            message = "A key is one name on one line, without a '?' in front."
            self._note(problem("yaml-complex-key", message, key.span))
            key.dropped = True
        elif style == "plain" and not text:
            message = "There is no key in front of this ':'."
            span = self.source.span(start, start + 1)
            self._note(problem("yaml-missing-key", message, span, "Write a name before the ':'."))
            key.dropped = True
        elif style == "plain" and text == "<<":
            message = "'<<' would copy keys from elsewhere, which rule files do not use."
            hint = "Write the keys out, or use a procedure or a variant."
            self._note(problem("yaml-merge-key", message, key.span, hint))
            key.dropped = True
        elif text in parent.entries:
            first = parent.entries[text].key_span
            message = f"The key {quoted(text)} stands twice in the same block."
            note = (f"The first {quoted(text)} stands here.", first)
            hint = "Take one of the two out, or give it another name."
            self._note(problem("yaml-duplicate-key", message, key.span, hint, [note]))
            key.dropped = True
        if style == "double":
            self._check_scalar(self._make_scalar(start, end, text, style, parent.flow))
        return key

    def _check_scalar(self, scalar: YamlScalar) -> None:
        if scalar.style == "double":
            for found in _UNSEEN_VALUE.finditer(scalar.text):
                self._note(unseen(found.group(), scalar.span_of(*found.span())))
        if scalar.style != "plain":
            return
        if is_big_number(scalar.text):
            message = f"The number {quoted(scalar.text)} is too big."
            hint = "Numbers have at most 16 digits; put it in quotes if it is a text."
            self._note(problem("yaml-big-number", message, scalar.span, hint))
        if not scalar.flow:
            self._check_lines(scalar)

    def _check_lines(self, scalar: YamlScalar) -> None:
        """Note list items and cramped keys that YAML took for a text without a word."""
        for line in range(scalar.span.line, scalar.span.end_line + 1):
            line_start, line_end = self.source.line_range(line)
            line_text = self.text[line_start:line_end]
            first = line_start + len(line_text) - len(line_text.lstrip(" "))
            if line > scalar.span.line and re.match(r"-\s", self.text[first : first + 2]):
                if self._lacks_colon(scalar, line, first):
                    return
                self._note(
                    problem(
                        "yaml-dash",
                        "YAML reads this line as part of the text above, not as a list item.",
                        self.source.span(first, first + 1),
                        "Start all '- ' of a list in the same column.",
                    )
                )
            begins = re.match(r"[ ]*(?:-[ ]+)*", line_text)
            content = line_start + (begins.end() if begins else 0)
            if line > scalar.span.line or content == scalar.start:
                cramped = CRAMPED_KEY.match(self.text, content, line_end)
                if cramped:
                    self._note(missing_space(self.source, cramped.end(1)))

    def _lacks_colon(self, scalar: YamlScalar, line: int, dash: int) -> bool:
        """Note a word alone on its line with a list below it: a key without its ':'."""
        word = self.source.line_text(scalar.span.line).strip()
        if line != scalar.span.line + 1 or not re.fullmatch(KEY, word):
            return False
        message = f"This list stands below {quoted(word)}, which has no ':' behind it."
        # Told at the dash, where YAML stumbles too, so that it is told once.
        span = self.source.span(dash, dash + 1)
        above = self.source.span(scalar.start, scalar.start + len(word))
        related = [(f"{quoted(word)} stands here.", above)]
        self._note(problem("yaml-missing-colon", message, span, f"Write '{word}:'.", related))
        return True

    def _check_no_colon(self, parent: _Open, key: _Key) -> None:
        """Note an entry in braces that has no ':'; most often a sentence was split at a comma."""
        if key.dropped:
            return
        cramped = CRAMPED_KEY.match(key.text)
        if cramped:
            self._note(missing_space(self.source, key.start + cramped.end(1)))
        elif key.text.endswith(":"):
            self._note(missing_space(self.source, key.end - 1))
        elif isinstance(parent.before, YamlScalar) and parent.before.text:
            hint = "Put each key on its own line, without braces, or write 'and' for the comma."
            self._note(_split_at_comma(key.span, key.text, parent.before.span, hint))
        else:
            message = f"{quoted(key.text)} stands in braces without a ':' and a value."
            hint = "Write a key with its value, or leave the braces out."
            self._note(problem("yaml-flow-value", message, key.span, hint))

    def _check_items(self, items: list[YamlNode]) -> None:
        """Note a round bracket that YAML split at a comma inside a list in brackets."""
        for item, after in pairwise(items):
            if not (isinstance(item, YamlScalar) and isinstance(after, YamlScalar)):
                continue
            if item.style == "plain" and item.text.count("(") > item.text.count(")"):
                hint = "Put each item on its own line after a '- ', or in quotes."
                self._note(_split_at_comma(after.span, after.text, item.span, hint))


def _split_at_comma(span: Span, text: str, before: Span, hint: str) -> Problem:
    return problem(
        "yaml-flow-comma",
        f"YAML split this line at the comma, so {quoted(text)} stands on its own.",
        span,
        hint,
        [("The text before the comma stands here.", before)],
    )
