"""The notes on decisions: their fragments of rule files are in the language as it is now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.dsl.parser import parse
from rulewright.dsl.schema_files import registry
from rulewright.dsl.source import SourceFile
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from rulewright.dsl.yaml_reader import read_yaml

from .blocks import Block, blocks, name_of
from .support import DOCS, from_yaml

NOTES = sorted((DOCS / "decisions").glob("*.md"))
FRAGMENTS = [
    pytest.param(block, id=f"{path.name}-{block.line}")
    for path in NOTES
    for block in blocks(path.read_text(encoding="utf-8"))
]

# What stands behind a key, wherever it stands.
KINDS = {
    **dict.fromkeys(
        ("if", "needs", "until", "who", "done_if", "or_any_if", "take_if"), "condition"
    ),
    **dict.fromkeys(("when", "active_if", "hidden_if", "imitable"), "condition"),
    **dict.fromkeys(("choose", "for_each", "take_turns"), "choice"),
    **dict.fromkeys(("before", "after", "instead_of"), "event"),
    **dict.fromkeys(("is", "repeat", "up_to", "as", "each"), "value"),
    **dict.fromkeys(("cost", "accumulates", "when_empty"), "bundle"),
    **dict.fromkeys(("do", "then", "else", "may", "if_possible", "any_time", "using"), "effect"),
    "adjust": "adjust",
    "substitute": "substitute",
}
# Lists under these keys, and under no key, hold effects.
SCRIPT_LISTS = ("any_order", "in_order", "one_of", "freely")
DEFINITIONS = {
    "script": ("do", "then", "may", "any_time"),
    "rules": ("rules",),
    "source": ("source",),
}


def leaves(node: YamlNode, key: str = "", effects: bool = True) -> Iterator[tuple[str, YamlScalar]]:
    """Yield every sentence below a node with the kind it has there."""
    if isinstance(node, YamlScalar):
        kind = KINDS.get(key, "effect" if effects and key in ("", *SCRIPT_LISTS) else "")
        if kind and isinstance(node.value, str) and node.value != "player":
            yield kind, node
    elif isinstance(node, YamlList):
        inner = key in ("", *SCRIPT_LISTS) or KINDS.get(key) == "effect"
        for item in node.items:
            yield from leaves(item, "" if inner else key, inner)
    else:
        for name, entry in node.entries.items():
            if name != "walls":  # a pattern of sides, whose `may` is no effect
                yield from leaves(entry.value, name, False)


def parts(data: Any, keys: tuple[str, ...]) -> Iterator[Any]:
    """Yield the values under these keys, wherever they are."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in keys:
                yield value
            yield from parts(value, keys)
    elif isinstance(data, list):
        for item in data:
            yield from parts(item, keys)


@pytest.mark.parametrize("block", FRAGMENTS)
def test_sentences_of_fragments_are_in_the_language(block: Block) -> None:
    """Each sentence of a fragment can be read by the parser, as the kind it has there."""
    tree, problems = read_yaml(SourceFile("note.yaml", block.text))
    assert problems == [] and isinstance(tree, (YamlMap, YamlList))
    wrong = [
        f"{leaf.text}: {found.message}"
        for kind, leaf in leaves(tree)
        for found in parse(kind, leaf)[1]  # type: ignore[arg-type]
    ]

    assert block.language == "yaml"
    assert wrong == []


@pytest.mark.parametrize("block", FRAGMENTS)
def test_scripts_and_rules_of_fragments_have_the_right_shape(block: Block) -> None:
    """Each script, list of rules and source of a fragment is what the schema says of it."""
    data = from_yaml(block.text)
    wrong = []
    for noun, keys in DEFINITIONS.items():
        schema = {"$ref": f"common.schema.json#/$defs/{noun}"}
        checker = Draft202012Validator(schema, registry=registry())
        wrong += [
            f"{error.message}" for part in parts(data, keys) for error in checker.iter_errors(part)
        ]

    assert wrong == []


def test_notes_have_fragments() -> None:
    """The tests above have something to look at."""
    assert [name_of(path) for path in NOTES if "```yaml" not in Path(path).read_text()] == []
    assert len(FRAGMENTS) >= 20
