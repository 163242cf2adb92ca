"""Sentences that YAML cut at a comma: a YAML tree and its schema in, problems by path out.

`[gain 2 grain, 1 flax]` is a list of two texts for YAML, and each may pass the schema.  No effect
starts with a number, so an item that does is the rest of the one before it.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_files import Part
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from rulewright.dsl.yaml_words import quoted


def split_leaves(root: YamlNode, part: Part) -> dict[tuple[str | int, ...], Problem]:
    """Return the rests of effects that a comma cut off inside brackets, by their path."""
    found: dict[tuple[str | int, ...], Problem] = {}
    waiting: list[tuple[tuple[str | int, ...], YamlNode, Part]] = [((), root, part)]
    while waiting:
        path, node, part = waiting.pop()
        match node:
            case YamlMap():
                for key, entry in node.entries.items():
                    waiting.append(((*path, key), entry.value, part.step(key)))
            case YamlList():
                items = part.step(0)
                if node.flow and items.format == "rw-effect":
                    found |= {(*path, at): each for at, each in _rests(node.items)}
                waiting += [((*path, at), item, items) for at, item in enumerate(node.items)]
    return found


def _rests(items: list[YamlNode]) -> list[tuple[int, Problem]]:
    found: list[tuple[int, Problem]] = []
    for at, (before, item) in enumerate(pairwise(items), start=1):
        if not (_is_text(before) and isinstance(item, YamlScalar) and item.style == "plain"):
            continue
        if not item.text[:1].isdigit():
            continue
        whole = f"{before.text} and {item.text}" if isinstance(before, YamlScalar) else ""
        found.append(
            (
                at,
                problem(
                    "yaml-flow-comma",
                    f"YAML split this line at the comma, so {quoted(item.text)} stands on its own.",
                    item.span,
                    f"Say 'and' instead of the comma, as in {quoted(whole)}, or write the list "
                    "with one '- ' line for each item.",
                    [("The text before the comma stands here.", before.span)],
                ),
            )
        )
    return found


def _is_text(node: YamlNode) -> bool:
    # A bracket that is still open has been reported by the reader.
    return (
        isinstance(node, YamlScalar)
        and isinstance(node.value, str)
        and node.text.count("(") <= node.text.count(")")
    )
