"""The context of one compilation: everything declared, the problems found, tables and spans made
so far.

The stages after reading share one `Context`. They report problems through it and never raise for a
mistake in a rule file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from rulewright.dsl import nodes
from rulewright.dsl.declarations import (
    BoardDecl,
    DefineDecl,
    Good,
    KindDecl,
    Option,
    ProcedureDecl,
    Shape,
    Stock,
    Var,
    ZoneDecl,
)
from rulewright.dsl.geometry.grid import Geometry
from rulewright.dsl.parser import RESERVED, Kind, parse
from rulewright.dsl.problems import Problem, Problems, Severity, problem
from rulewright.dsl.program import Fact
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.syntax_words import KIND_FORMS
from rulewright.dsl.types import (
    BOOL,
    COST,
    ERROR,
    GOOD,
    INT,
    PATTERN,
    PLAYER,
    SCRIPT,
    SIDES,
    Type,
    set_of,
)
from rulewright.dsl.wording import a_, capital
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

MOST_LISTED = 12  # more names than this help nobody
MOST_GUESSES = 40  # a file full of typos must not take long to report

BUILTIN_NAMES = (
    "me",
    "actor",
    "opponent",
    "others",
    "players",
    "players_count",
    "it",
    "this",
    "true",
    "false",
    "none",
)


# Leaves are looked at several times and for several player counts; parsing is the slow part.
_PARSED: dict[Any, Any] = {}


class Context:
    """One game being made into a Program, for one player count and one set of options."""

    def __init__(self, game: str, players: int, problems: Problems) -> None:
        self.game = game
        self.players = players
        self.problems = problems
        self.options: dict[str, Option] = {}
        self.enums: dict[str, tuple[str, ...]] = {}
        self.goods: dict[str, Good] = {}
        self.groups: dict[str, tuple[int, ...]] = {}
        self.state: dict[str, Var] = {}
        self.stocks: dict[str, Stock] = {}
        self.kinds: dict[str, KindDecl] = {}
        self.plurals: dict[str, KindDecl] = {}
        self.zones: dict[str, ZoneDecl] = {}
        self.boards: dict[str, BoardDecl] = {}
        self.shapes: dict[str, Shape] = {}
        self.defines: dict[str, DefineDecl] = {}
        self.procedures: dict[str, ProcedureDecl] = {}
        self.hidden_vars: list[Var] = []  # counters and flags made by rules
        self.tables: list[tuple[Any, ...]] = []
        self._table_index: dict[tuple[Any, ...], int] = {}
        self.names: dict[str, dict[str, str]] = {}
        self.facts: list[Fact] = []
        self.variant_files: frozenset[str] = frozenset()
        """The files of the variants, where there are any: they may leave unused what is not theirs.
        """
        self.spans: list[tuple[int, int, int, int, int]] = []
        self._span_index: dict[Span, int] = {}
        self.files: list[str] = []
        self.rule_lines: set[tuple[int, int]] = set()
        self.declared_at: dict[str, tuple[str, Span]] = {}
        self.component_ids: dict[str, list[tuple[KindDecl, int]]] = {}
        self.cell_ids: dict[str, list[tuple[BoardDecl, int]]] = {}
        self.enum_values: dict[str, list[tuple[str, int]]] = {}
        self.placements: list[tuple[Any, ...]] = []
        self.spot_tables: dict[tuple[Any, ...], int] = {}
        self.housing: list[Any] = []
        self.housing_kinds: list[str] = []  # of what its places are: cell, edge, piece, int
        self.geometries: dict[str, Geometry] = {}
        self.slots = 0
        self.cell_count = 0
        self.edge_count = 0
        self.piece_names: list[str] = []
        self._said: dict[tuple[str, str], Problem] = {}
        self._guesses: dict[tuple[str, tuple[str, ...]], str | None] = {}

    # ---------------------------------------------------------------- problems

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: Iterable[tuple[str, Span]] = (),
        severity: Severity = "error",
    ) -> None:
        """Collect one problem."""
        self.problems.add(problem(code, message, span, hint, tuple(related), severity))

    def unknown(
        self,
        what: str,
        word: str,
        span: Span,
        candidates: Iterable[str],
        code: str,
        otherwise: str | None = None,
    ) -> None:
        """Report a name that is not there, with a guess, the few names there are, or advice.

        The same word on many lines is one problem: most often its declaration is misspelt.
        """
        names = tuple(sorted({name for name in candidates if name}))
        hint = self._guess(word, names)
        if self.said(word, hint or f"{code} {what}", span):
            return
        guess = hint
        message = f"'{word}' is not {what}."
        related: tuple[tuple[str, Span], ...] = ()
        if hint is None:
            message, related = self._something_else(word, message, what)
            hint = otherwise
        if hint is None and names and len(names) <= MOST_LISTED:
            hint = f"It could be {in_words(names, 'or', MOST_LISTED)}."
        self.say(word, guess or f"{code} {what}", problem(code, message, span, hint, related))

    def said(self, word: str, why: str, span: Span) -> bool:
        """Whether a word was reported for this reason before; then this place is added to it."""
        before = self._said.get((word, why))
        if before is not None:
            self._said[(word, why)] = self.problems.also(before, "also here", span)
        return before is not None

    def say(self, word: str, why: str, found: Problem) -> None:
        """Report what is wrong with a word, once for all its places."""
        self.problems.add(found)
        self._said[(word, why)] = found

    def _guess(self, word: str, names: tuple[str, ...]) -> str | None:
        """A suggestion; a slip on many lines is worked out once, and only so many slips are."""
        key = (word, names)
        if key not in self._guesses:
            self._guesses[key] = (
                hint_for(word, names) if len(self._guesses) < MOST_GUESSES else None
            )
        return self._guesses[key]

    def _something_else(
        self, word: str, message: str, what: str
    ) -> tuple[str, tuple[tuple[str, Span], ...]]:
        """Say what a word is, if it is something of the game, only not what is wanted."""
        taken = self.declared_at.get(word)
        if taken is not None:
            where = (("declared here", taken[1]),) if taken[1].file else ()
            return f"'{word}' is {a_(taken[0])}, not {what}.", where
        owners = [a_(kind.id) for kind, _ in self.component_ids.get(word, [])]
        owners += [f"a value of {enum}" for enum, _ in self.enum_values.get(word, [])]
        owners += [f"a cell of {board.id}" for board, _ in self.cell_ids.get(word, [])]
        if owners:
            return f"'{word}' is {owners[0]}, not {what}.", ()
        if word in BUILTIN_NAMES:
            return f"'{word}' is a word of the language, not {what}.", ()
        return message, ()

    # ---------------------------------------------------------------- spans and leaves

    def span(self, span: Span | None) -> int:
        """The number of a span in the Program."""
        if span is None:
            return -1
        found = self._span_index.get(span)
        if found is None:
            if span.file not in self.files:
                self.files.append(span.file)
            found = len(self.spans)
            self.spans.append(
                (
                    self.files.index(span.file),
                    span.line,
                    span.column,
                    span.end_line,
                    span.end_column,
                )
            )
            self._span_index[span] = found
        return found

    def written(self, number: int) -> Span:
        """The span that has a number in the Program."""
        return next(span for span, found in self._span_index.items() if found == number)

    def parse(self, kind: str, node: YamlNode) -> Any:
        """The tree of a leaf, or None after reporting why there is none."""
        if not isinstance(node, YamlScalar):
            self.report(
                "leaf-expected",
                f"{capital(a_(kind))} is expected here, written as one sentence; found"
                f" {shape(node)}.",
                node.span,
                f"Write it on one line, for example: {KIND_FORMS.get(kind, 'my wood > 2')}",
            )
            return None
        key = (kind, node.span, node.value)
        if key not in _PARSED:
            if len(_PARSED) > 20_000:
                _PARSED.clear()
            _PARSED[key] = parse(cast(Kind, kind), node)
        tree, found = _PARSED[key]
        self.problems.extend(found)
        if tree is not None:
            number = self.span(node.span)
            self.rule_lines.add((self.spans[number][0], self.spans[number][1]))
        return tree

    # ---------------------------------------------------------------- tables and names

    def table(self, values: Iterable[Any]) -> int:
        """The number of a constant table, made once for equal contents."""
        row = tuple(values)
        key = (tuple(type(item).__name__ for item in row), row)
        found = self._table_index.get(key)
        if found is None:
            found = len(self.tables)
            self.tables.append(row)
            self._table_index[key] = found
        return found

    def declare(self, category: str, name: str, span: Span) -> bool:
        """Take a name of the game into use; report it if it is taken, reserved or malformed."""
        if name in RESERVED or name in BUILTIN_NAMES:
            self.report(
                "reserved-word",
                f"'{name}' is a word of the language and cannot name {a_(category)}.",
                span,
                f"Choose another id, for example '{name}_1'.",
            )
            return name not in self.declared_at
        taken = self.declared_at.get(name)
        if taken is not None:
            self.report(
                "duplicate-name",
                f"'{name}' is already the name of {a_(taken[0])}, so it cannot also name"
                f" {a_(category)}.",
                span,
                "Give one of them another id.",
                [("first used here", taken[1])],
            )
            return False
        self.declared_at[name] = (category, span)
        return True

    def type_named(self, text: str, span: Span) -> Type:
        """The type a rule file names: `int`, `room or none`, `set of die`, …"""
        words = text.split()
        optional = words[-2:] == ["or", "none"]
        if optional:
            words = words[:-2]
        if words[:2] == ["set", "of"] and len(words) == 3:
            return set_of(self.type_named(words[2], span))
        word = " ".join(words)
        base: dict[str, Type] = {
            "int": INT,
            "number": INT,
            "bool": BOOL,
            "player": PLAYER,
            "good": GOOD,
            "cost": COST,
            "sides": SIDES,
            "pattern": PATTERN,
            "script": SCRIPT,
            "value": Type("value"),
            "condition": Type("condition"),
            "cell": Type("cell"),
            "edge": Type("edge"),
        }
        if word in ("cell", "edge") and len(self.boards) == 1:
            # With one board there is no doubt whose cells are meant.
            base[word] = Type(word, next(iter(self.boards)))
        found = base.get(word)
        if found is None and word in self.enums:
            found = Type("enum", word, 0, len(self.enums[word]) - 1)
        if found is None and word in self.kinds:
            found = Type("piece", word)
        if found is None and word in self.plurals:
            found = Type("piece", self.plurals[word].id)
        if found is None and word in self.boards:
            found = Type("cell", word)
        if word == "spot":
            # Which shape and board a placement belongs to shows only where it is chosen.
            self.report(
                "unknown-type",
                "A placement cannot be handed on or kept, only chosen and used.",
                span,
                f"Hand on its cells: 'set of {next(iter(self.boards), 'field')}'.",
            )
            return ERROR
        if found is None:
            self.unknown(
                "a type",
                word,
                span,
                [*base, *self.enums, *self.kinds, *self.boards],
                "unknown-type",
            )
            return ERROR
        return found.maybe() if optional else found


def shape(node: YamlNode) -> str:
    """What a YAML node is, in words."""
    if isinstance(node, YamlMap):
        return "a block of keys" if node.entries else "empty braces"
    if isinstance(node, YamlList):
        return "a list"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return "a number" if isinstance(node.value, int) else "text"


def text_of(node: YamlNode | None) -> dict[str, str]:
    """A text for people, per language: a plain string counts as English."""
    if isinstance(node, YamlScalar) and node.value is not None:
        return {"en": str(node.value)}
    if isinstance(node, YamlMap):
        return {
            key: str(entry.value.value)
            for key, entry in node.entries.items()
            if isinstance(entry.value, YamlScalar)
        }
    return {}


def entry_of(node: YamlNode | None, key: str) -> YamlNode | None:
    """The value under a key of a mapping, or None."""
    if isinstance(node, YamlMap) and key in node.entries:
        return node.entries[key].value
    return None


def scalar_of(node: YamlNode | None, key: str) -> Any:
    """The plain value under a key, or None."""
    found = entry_of(node, key)
    return found.value if isinstance(found, YamlScalar) else None


__all__ = ["Context", "entry_of", "nodes", "scalar_of", "shape", "text_of"]
