"""Mappings that are told apart by one head key: their keys and schema in, problems out.

A script is `any_order`, or `choose`, or `for_each`, ...; a rule is `before` or `adjust`, ...  Which
keys go with which head stands in the schema, in `dependentSchemas`, and is read from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_files import Part
from rulewright.dsl.schema_words import in_quotes, in_words
from rulewright.dsl.source import Span
from rulewright.dsl.yaml_nodes import YamlMap, YamlScalar

_FEW = 5
_BODIES = ("do", "then")
"""Keys for what happens, which people mix up."""


@dataclass(frozen=True, slots=True)
class Heads:
    """For each head of a mapping, the keys that may stand beside it, itself included."""

    beside: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, part: Part) -> Heads:
        """Read the heads from the schema of a mapping; most mappings have none."""
        beside: dict[str, tuple[str, ...]] = {}
        for head, rule in part.schema.get("dependentSchemas", {}).items():
            # A head that another head may claim (`do` beside `for_each`) says so with if and then.
            names = {**rule, **rule.get("then", {})}.get("propertyNames")
            if names is not None:
                beside[head] = tuple(names["enum"])
        return cls(beside)

    def main(self, keys: list[str]) -> list[str]:
        """Return the heads among the keys that no other head claims; there should be one."""
        present = [key for key in keys if key in self.beside]
        return [
            key
            for key in present
            if not any(key in self.beside[other] for other in present if other != key)
        ]

    def mistaken(self, part: Part, keys: list[str]) -> tuple[str, str, str] | None:
        """Return a head, a wrong key beside it and the right one, where people mix these up."""
        required: dict[str, list[str]] = part.schema.get("dependentRequired", {})
        for head in keys:
            for wanted in required.get(head, ()):
                wrong = [key for key in keys if key in _BODIES and key not in self.beside[head]]
                if wanted in _BODIES and wanted not in keys and wrong:
                    return head, wrong[0], wanted
        return None

    def owners(self, keys: list[str]) -> list[str]:
        """Return the heads beside which all of the keys may stand."""
        return [head for head, beside in self.beside.items() if {*keys} <= {*beside}]


def check_heads(node: YamlMap, part: Part, what: str, place: Span) -> Iterator[Problem]:
    """Yield what is wrong with the combination of keys in a mapping that has a head.

    `what` says what the mapping is, `place` where to point if it has no head at all.
    """
    heads = Heads.of(part)
    keys = [key for key in node.entries if key in part.properties]
    main = heads.main(keys)
    mistaken = heads.mistaken(part, keys)
    if mistaken is not None:
        head, wrong, wanted = mistaken
        span = node.entries[wrong].key_span
        message = f"'{wrong}' is not a key of {head}."
        yield problem("misplaced-key", message, span, f"Did you mean '{wanted}'?")
    elif len(main) > 1:
        if not any(_is_nothing(node, key) for key in keys):
            yield _two_heads(node, part, main[0], main[1])
    elif not main:
        yield _no_head(node, heads, keys, what, place)
    else:
        yield from _beside(node, heads, main[0], keys)
        yield from _incomplete(node, part, heads, main[0], keys)


def _is_nothing(node: YamlMap, key: str) -> bool:
    """Say whether a key has no value: then the next key was most likely meant to be below it."""
    value = node.entries[key].value
    return isinstance(value, YamlScalar) and value.value is None


def _two_heads(node: YamlMap, part: Part, first: str, second: str) -> Problem:
    hint = "Put '- ' in front of each to make them two items of a list"
    outer = part.step(first)
    if "rw-effect" in (outer.format, outer.step(0).format):
        hint += f", or put '{second}' inside '{first}'"
    return problem(
        "two-heads",
        f"'{first}' and '{second}' cannot stand in the same mapping.",
        node.entries[second].key_span,
        f"{hint}.",
        [(f"'{first}' stands here.", node.entries[first].key_span)],
    )


def _no_head(node: YamlMap, heads: Heads, keys: list[str], what: str, place: Span) -> Problem:
    owners = heads.owners(keys) or list(heads.beside)
    some = in_words(owners, "or", most=_FEW)
    if not keys:
        return problem("no-head", f"{what} needs a key such as {some}.", place)
    span = node.entries[keys[0]].key_span
    verb, them = ("needs", "it") if len(keys) == 1 else ("need", "them")
    said = f"{in_quotes(keys, 'and')} {verb}"
    if len(owners) <= _FEW:
        return problem("no-head", f"{said} {in_quotes(owners, 'or')} beside {them}.", span)
    return problem("no-head", f"{said} a key beside {them}, such as {some}.", span)


def _beside(node: YamlMap, heads: Heads, main: str, keys: list[str]) -> Iterator[Problem]:
    for key in keys:
        if key in heads.beside[main]:
            continue
        owners = heads.owners([key])
        hint = f"'{key}' goes with {in_words(owners, 'or')}."
        if "do" in owners:
            hint += f" To have both, put '{main}' inside 'do'."
        span = node.entries[key].key_span
        yield problem("misplaced-key", f"'{key}' is not a key of {main}.", span, hint)


def _incomplete(
    node: YamlMap, part: Part, heads: Heads, main: str, keys: list[str]
) -> Iterator[Problem]:
    """Yield heads that need one of several keys beside them, and keys that exclude each other."""
    rules: dict[str, Any] = part.schema["dependentSchemas"]
    for key in keys:
        banned: dict[str, Any] = rules.get(key, {}).get("not", {})
        for other in banned.get("required", ()):
            if other in keys:
                first, second = sorted((key, other), key=keys.index)
                yield problem(
                    "clashing-keys",
                    f"'{first}' and '{second}' exclude each other.",
                    node.entries[second].key_span,
                    f"Keep one of them. {_meaning(part, first)} {_meaning(part, second)}",
                    [(f"'{first}' stands here.", node.entries[first].key_span)],
                )
        alone = banned.get("propertyNames", {}).get("enum", ())
        # An unknown key may be the missing one with a slip in it; that is reported already.
        if alone and {*node.entries} <= {*alone}:
            missing = [name for name in heads.beside[main] if name not in alone]
            yield problem(
                "missing-key",
                f"'{key}' needs {in_quotes(missing, 'or')} beside it.",
                node.entries[key].key_span,
            )


def _meaning(part: Part, key: str) -> str:
    return f"{key}: {part.step(key).schema.get('description', '')}"
