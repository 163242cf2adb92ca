"""Schema stage: a YAML tree and the name of a schema in, problems with exact places out.

The validator only says which rule of the schema fails for which path.  Where to point and what to
say is decided here: an unknown key is marked itself, a missing one at the key of its parent, a
wrong value at the value.  One mistake gives one problem, although the validator may see several.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_files import Schema, part_at, validator
from rulewright.dsl.schema_heads import Heads, check_heads
from rulewright.dsl.schema_leaves import split_leaves
from rulewright.dsl.schema_words import (
    foreign_key,
    found_in_words,
    in_quotes,
    in_words,
    kind_of,
    like,
    name_of,
    repaired,
    sentence,
    type_hint,
)
from rulewright.dsl.section_words import meant_section
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import Budget, did_you_mean
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar, node_at, to_plain
from rulewright.dsl.yaml_words import quoted

Path: TypeAlias = tuple[str | int, ...]

MOST_ERRORS = 500
"""A file full of mistakes is not looked at any further; nobody reads more."""

_MOST_KEYS = 12


def check_schema(
    node: YamlNode,
    schema_name: str,
    source: SourceFile,
    sources: Mapping[str, SourceFile] | None = None,
) -> list[Problem]:
    """Return what in a file does not have the shape that its schema describes.

    A tree made of several files needs them all as `sources`.
    """
    return _Check(node, schema_name, source, sources or {}).run()


@dataclass(frozen=True, slots=True)
class _Failure:
    """One rule of the schema that a value does not keep."""

    path: Path
    rule: str
    wanted: Any
    value: Any
    schema: Schema
    steps: tuple[str | int, ...]
    """The way through the schema, from the root to the rule."""

    @property
    def is_about_heads(self) -> bool:
        """Whether a combination of keys is refused, which needs a look at all of them."""
        return self.rule == "not" or ("dependentSchemas" in self.steps and self.rule != "required")

    @property
    def is_about_a_key(self) -> bool:
        """Whether the value is a key itself."""
        return "propertyNames" in self.steps[-2:-1]


@dataclass
class _Check:
    """One file being checked."""

    root: YamlNode
    name: str
    source: SourceFile
    sources: Mapping[str, SourceFile]
    problems: list[Problem] = field(default_factory=list)
    guessed: set[tuple[Path, str]] = field(default_factory=set)
    """Keys that a misspelt key most likely stands for: they are not missing."""
    outdented: dict[Path, list[str]] = field(default_factory=dict)
    """For a key without a value, the keys after it that should stand below it."""
    budget: Budget = field(default_factory=Budget)

    def run(self) -> list[Problem]:
        split = split_leaves(self.root, part_at(self.name, ()))
        self.problems += split.values()
        failures = [each for each in self._failures() if each.path not in split]
        failures = [*self._without_outdented(failures)]
        failures = [*self._without_sections(failures)]
        failures = [*self._without_wrong_lists(failures)]
        if self.name == "game":
            self._needs_game()
        # Unknown keys first, then heads: what they should have been is not missing.
        for each in failures:
            if each.rule == "additionalProperties":
                self._unknown_keys(each)
        for path in dict.fromkeys(each.path for each in failures if each.is_about_heads):
            self._heads(path)
        for each in failures:
            if each.rule != "additionalProperties" and not each.is_about_heads:
                self._report(each)
        return sorted({*self.problems}, key=lambda each: (each.span, each.code, each.message))

    def _failures(self) -> Iterator[_Failure]:
        for error in islice(validator(self.name).iter_errors(to_plain(self.root)), MOST_ERRORS):
            yield _Failure(
                tuple(error.absolute_path),
                str(error.validator),
                error.validator_value,
                error.instance,
                error.schema if isinstance(error.schema, Mapping) else {},
                tuple(error.absolute_schema_path),
            )

    # ---------------------------------------------------------------- places

    def _value(self, path: Path) -> Span:
        node = node_at(self.root, path)
        return self._parent(path) if node is None else node.span

    def _key(self, path: Path, key: str) -> Span:
        node = node_at(self.root, path)
        if isinstance(node, YamlMap) and key in node.entries:
            return node.entries[key].key_span
        return self._parent(path)

    def _parent(self, path: Path) -> Span:
        """Return the key of a value, or the first line of an item or of the file."""
        if path and isinstance(path[-1], str):
            return self._key(path[:-1], path[-1])
        node = node_at(self.root, path)
        if not path or node is None:
            return Span.file_start(self.source.name)
        if node.span.line == node.span.end_line:
            return node.span
        source = self.sources.get(node.span.file, self.source)
        end = len(source.line_text(node.span.line).rstrip()) + 1
        return Span(node.span.file, node.span.line, node.span.column, node.span.line, end)

    # ---------------------------------------------------------------- errors that belong together

    def _needs_game(self) -> None:
        is_main = re.split(r"[/\\]", self.source.name)[-1] == "game.yaml"
        if is_main and isinstance(self.root, YamlMap) and "game" not in self.root.entries:
            self._missing((), "game", "game.yaml needs a key 'game'", self._parent(()))

    def _without_outdented(self, failures: list[_Failure]) -> Iterator[_Failure]:
        """Report an empty key once, instead of the lines that were meant to stand below it."""
        for each in failures:
            if each.value is None and each.rule == "type" and each.path:
                below = self._meant_below(each.path)
                if below:
                    self.outdented[each.path] = below
        moved = {(*path[:-1], key) for path, keys in self.outdented.items() for key in keys}
        for each in failures:
            if not any(each.path[: len(path)] == path for path in moved):
                yield each

    def _meant_below(self, path: Path) -> list[str]:
        """Return the keys right after an empty one that only make sense inside it."""
        *above, key = path
        node = node_at(self.root, above)
        if not isinstance(node, YamlMap) or not isinstance(key, str):
            return []
        keys = [*node.entries]
        outer, inner = part_at(self.name, above), part_at(self.name, path)
        free = not inner.properties and not above  # A section of ids, such as goods.
        found: list[str] = []
        for name in keys[keys.index(key) + 1 :]:
            if name in outer.properties or not (free or name in inner.properties):
                break
            found.append(name)
        return found

    def _without_sections(self, failures: list[_Failure]) -> Iterator[_Failure]:
        """Report a misspelt section once, instead of all that is no component in it."""
        guesses: dict[Path, str | None] = {}
        for each in failures:
            section = self._unknown_section(each.path)
            if section is None:
                yield each
                continue
            if section not in guesses:
                guesses[section] = self._meant(section)
            if guesses[section] is None:
                yield each
        for section, guess in guesses.items():
            key = str(section[-1])
            if guess is not None:
                self.guessed.add((section[:-1], guess))
                message = f"{quoted(key)} is no section of a game file and no table of components."
                hint = f"Did you mean '{guess}'?"
                self._add("unknown-key", message, self._key(section[:-1], key), hint)

    def _meant(self, section: Path) -> str | None:
        """Return the section that an unknown one most likely stands for."""
        *above, key = section
        known = part_at(self.name, above).properties
        near = self._guess(str(key), known)
        node = node_at(self.root, above)
        if near is not None or not isinstance(node, YamlMap):
            return near
        kinds = node_at(self.root, (*above, "kinds"))
        for name in kinds.entries if isinstance(kinds, YamlMap) else ():
            plural = node_at(self.root, (*above, "kinds", name, "plural"))
            if key == (plural.value if isinstance(plural, YamlScalar) else f"{name}s"):
                return None
        return meant_section(str(key), [name for name in known if name not in node.entries])

    def _unknown_section(self, path: Path) -> Path | None:
        """Return the part of a path that leads to a section which the schema does not name."""
        start = {"game": 0, "variant": 1}.get(self.name)
        if start is None or len(path) <= start or (start and path[0] != "add"):
            return None
        known = part_at(self.name, path[:start]).properties
        return None if path[start] in known else path[: start + 1]

    def _without_wrong_lists(self, failures: list[_Failure]) -> Iterator[_Failure]:
        """Report a list of which every item has the wrong type once."""
        wrong: dict[Path, set[int]] = defaultdict(set)
        for each in failures:
            last = each.path[-1] if each.path else ""
            if each.rule == "type" and isinstance(last, int) and each.value is not None:
                wrong[each.path[:-1]].add(last)
        whole: set[Path] = set()
        for path, items in wrong.items():
            node = node_at(self.root, path)
            if isinstance(node, YamlList) and len(node.items) == len(items) > 1:
                whole.add(path)
                self._wrong_list(path, node)
        for each in failures:
            if not (each.path and each.path[:-1] in whole and each.rule == "type"):
                yield each

    def _wrong_list(self, path: Path, node: YamlList) -> None:
        part = part_at(self.name, path)
        wanted = f"{name_of(path)} should be {part.title}"
        if part.schema.get("type") == "array":
            wanted = f"each item of {name_of(path)} should be {part.step(0).title}"
        found = found_in_words(to_plain(node))
        self._add("wrong-type", sentence(f"{wanted}; found {found}"), node.span)

    def _heads(self, path: Path) -> None:
        node = node_at(self.root, path)
        if isinstance(node, YamlMap):
            part = part_at(self.name, path)
            what = sentence(kind_of(part, path))[:-1]
            self.problems += check_heads(node, part, what, self._parent(path))
            mistaken = Heads.of(part).mistaken(part, [*node.entries])
            if mistaken is not None:
                self.guessed.add((path, mistaken[-1]))

    # ---------------------------------------------------------------- one error

    def _report(self, each: _Failure) -> None:
        if each.is_about_a_key:
            self._bad_key(each)
        else:
            _HANDLERS.get(each.rule, _Check._wrong_value)(self, each)

    def _unknown_keys(self, each: _Failure) -> None:
        path = each.path
        part = part_at(self.name, path)
        heads = Heads.of(part)
        main = heads.main([key for key in each.value if key in part.properties])
        what = main[0] if len(main) == 1 else kind_of(part, path)
        allowed = list(heads.beside[main[0]] if len(main) == 1 else part.properties)
        for key in each.value:
            if key in part.properties or key in self._moved(path):
                continue
            free = [name for name in allowed if name not in each.value]
            guess = self._guess(key, free) or self._guess(key, part.properties)
            if guess is not None:
                self.guessed.add((path, guess))
            hint = f"Did you mean '{guess}'?" if guess else foreign_key(key, part.properties)
            hint = hint or self._elsewhere(path, key, allowed)
            message = f"{quoted(key)} is not a key of {what}."
            self._add("unknown-key", message, self._key(path, key), hint)

    def _moved(self, path: Path) -> list[str]:
        """Return the keys of a mapping that should stand below another of its keys."""
        return [key for at, keys in self.outdented.items() if at[:-1] == path for key in keys]

    def _elsewhere(self, path: Path, key: str, allowed: list[str]) -> str | None:
        """Say that a key belongs to the level above, or which keys there are."""
        for length in range(len(path) - 1, -1, -1):
            above = part_at(self.name, path[:length])
            if key in above.properties:
                where = kind_of(above, path[:length])
                return f"'{key}' is a key of {where}: is the line indented too much?"
        if len(allowed) > _MOST_KEYS:
            return None
        return f"The keys here are {in_words(allowed, 'and', _MOST_KEYS)}."

    def _missing_keys(self, each: _Failure) -> None:
        path = each.path
        # Inside `dependentSchemas` it is one key that needs another.
        steps = [*each.steps]
        head = steps[steps.index("dependentSchemas") + 1] if "dependentSchemas" in steps else None
        for key in each.wanted:
            if key in each.value:
                continue
            if head is None:
                message, span = f"{name_of(path)} needs a key '{key}'", self._parent(path)
            else:
                message, span = f"'{head}' needs '{key}' beside it", self._key(path, str(head))
            self._missing(path, key, message, span)

    def _missing_beside(self, each: _Failure) -> None:
        path = each.path
        for head, needed in each.wanted.items():
            for key in needed:
                if head in each.value and key not in each.value:
                    message = f"'{head}' needs '{key}' beside it"
                    self._missing(path, key, message, self._key(path, head))

    def _missing(self, path: Path, key: str, message: str, span: Span) -> None:
        if (path, key) in self.guessed:
            return
        about = part_at(self.name, (*path, key)).schema
        hint = str(about.get("description", ""))
        plain = [each for each in about.get("examples", ()) if isinstance(each, (str, int))]
        if plain:
            hint += f" For example: '{key}: {plain[0]}'."
        self._add("missing-key", sentence(message), span, hint or None)

    def _wrong_type(self, each: _Failure) -> None:
        path = each.path
        if each.value is None:
            self._nothing(path)
            return
        wanted = self._title(each)
        types = each.wanted
        types = [types] if isinstance(types, str) else types
        found = found_in_words(each.value)
        message = sentence(f"{name_of(path)} should be {wanted}; found {found}")
        if part_at(self.name, path).format.startswith("rw-"):
            types = [name for name in types if name != "string"]  # Quotes make no sentence of it.
        hint = type_hint(each.value, types)
        if self._unknown_section(path) == path:
            hint = f"{name_of(path)} is no section of a game file, so components are expected here."
        self._add("wrong-type", message, self._value(path), hint)

    def _nothing(self, path: Path) -> None:
        part = part_at(self.name, path)
        if path and isinstance(path[-1], str):
            message = f"There is nothing after '{path[-1]}:'."
            span = self._parent(path)
            hint = f"It should be {part.title}. Is the next line indented too little?"
            if path in self.outdented:
                meant = in_quotes(self.outdented[path], "and")
                hint = f"If {meant} belong to it, their lines start further right."
                if len(self.outdented[path]) == 1:
                    hint = f"If {meant} belongs to it, its line starts further right."
            node = node_at(self.root, path)
            if isinstance(node, YamlScalar) and node.text:
                message, span = sentence(f"{path[-1]} should be {part.title}"), node.span
                hint = f"{node.text} stands for nothing in YAML; put it in quotes if text is meant."
        else:
            message, span = sentence(f"{name_of(path)} is empty"), self._value(path)
            hint = f"It should be {part.title}."
        self._add("nothing-here", message, span, hint)

    def _wrong_value(self, each: _Failure) -> None:
        path = each.path
        if each.value is None:
            self._nothing(path)
            return
        found = found_in_words(each.value)
        message = sentence(f"{name_of(path)} should be {self._title(each)}; found {found}")
        self._add("wrong-value", message, self._value(path), self._value_hint(each))

    def _value_hint(self, each: _Failure) -> str | None:
        text = each.value
        if not isinstance(text, str):
            return None
        if each.rule == "enum":
            guess = self._guess(text, each.wanted) or like(text, each.wanted)
            return f"Did you mean '{guess}'?" if guess else None
        return repaired(text, each.schema)

    def _bad_key(self, each: _Failure) -> None:
        key, wanted = str(each.value), each.schema.get("title", "another name")
        message = f"{quoted(key)} cannot be a key here; it should be {wanted}."
        self._add("bad-key", message, self._key(each.path, key), repaired(key, each.schema))

    def _empty(self, each: _Failure) -> None:
        path = each.path
        message = f"{name_of(path)} should be {self._title(each)}; it is empty"
        self._add("empty", sentence(message), self._value(path))

    def _too_many_keys(self, each: _Failure) -> None:
        path = each.path
        first, second = list(each.value)[:2]
        self._add(
            "two-heads",
            f"'{first}' and '{second}' cannot stand in the same mapping.",
            self._key(path, second),
            "Put '- ' in front of each to make them two items of the list.",
            [(f"'{first}' stands here.", self._key(path, first))],
        )

    # ---------------------------------------------------------------- helpers

    def _title(self, each: _Failure) -> str:
        part = part_at(self.name, each.path)
        return part.title or str(each.schema.get("title", "something else"))

    def _guess(self, word: str, candidates: Any) -> str | None:
        return did_you_mean(word, candidates) if self.budget.take() else None

    def _add(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: list[tuple[str, Span]] | None = None,
    ) -> None:
        self.problems.append(problem(code, message, span, hint, related or ()))


_HANDLERS: dict[str, Callable[[_Check, _Failure], None]] = {
    "required": _Check._missing_keys,
    "dependentRequired": _Check._missing_beside,
    "type": _Check._wrong_type,
    "minItems": _Check._empty,
    "minProperties": _Check._empty,
    "maxProperties": _Check._too_many_keys,
}
