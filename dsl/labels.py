"""Labels: the text of moves and prompts, with holes for what was chosen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.code import Place
from rulewright.dsl.context import entry_of, text_of
from rulewright.dsl.layout import domain_of
from rulewright.dsl.printer import unparse
from rulewright.dsl.source import Span
from rulewright.dsl.speech import said
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts

_HOLE = re.compile(r"\{([^{}]*)\}")


def template(s: Scripts, node: YamlNode, place: Place) -> int:
    """A label from a text with `{name}` holes, in each language it is given in."""
    texts: dict[str, tuple[Any, ...]] = {}
    for language, text in text_of(node).items():
        parts: list[Any] = []
        end = 0
        for hole in _HOLE.finditer(text):
            if hole.start() > end:
                parts.append(text[end : hole.start()])
            name = hole.group(1).strip()
            found = place.env.scope.find(name)
            if found is None and (name in s.ctx.state or name in s.ctx.defines or name == "me"):
                found = s.t.expression(n.Name(name, node.span), place.env.fresh())
            if found is None:
                s.ctx.unknown(
                    "a name that is known here",
                    name,
                    _hole_span(node, hole),
                    place.env.scope.all_names(),
                    "unknown-name",
                    "Between braces stands a name that was chosen before.",
                )
                parts.append("?")
            else:
                value, kind = found
                inner = value.args[0] if value.op == "members" else value
                if kind.kind == "error":
                    parts.append("?")
                else:
                    parts.append((inner, domain_of(s.ctx, kind)))
            end = hole.end()
        if end < len(text):
            parts.append(text[end:])
        texts[language] = tuple(parts)
    return s.code.label(texts or {"en": ("?",)}, place.path)


def _hole_span(node: YamlNode, hole: re.Match[str]) -> Span:
    """Where a hole stands; texts in several languages are pointed at as a whole."""
    return node.span_of(hole.start(), hole.end()) if isinstance(node, YamlScalar) else node.span


def label_of(s: Scripts, node: YamlNode, place: Place) -> int:
    """The label of a part: its own `label`, or the words of its first leaf."""
    if isinstance(node, YamlMap):
        own = entry_of(node, "label")
        if own is not None:
            return template(s, own, place)
    if isinstance(node, YamlScalar):
        tree = s.ctx.parse("effect", node)
        if isinstance(tree, n.Sequence):
            return s.code.label(said(s, tree, place), place.path)
    return s.code.plain(leaf_text(s, node), place.path)


def leaf_text(s: Scripts, node: YamlNode) -> str:
    """What a person would say for a script: its first leaf, without its condition."""
    if isinstance(node, YamlScalar):
        tree = s.ctx.parse("effect", node)
        if isinstance(tree, n.Sequence) and len(tree.steps) == 1:
            step = tree.steps[0]
            if step.guard is not None and not isinstance(step.guard, n.IfPossible):
                return unparse(replace(step, guard=None))
        return str(node.value).strip()
    if isinstance(node, YamlList):
        return leaf_text(s, node.items[0]) if node.items else "nothing"
    for key in ("do", "then", "may", "if_possible", "any_order", "in_order", "one_of", "freely"):
        inner = entry_of(node, key)
        if inner is not None:
            return leaf_text(s, inner)
    chosen = entry_of(node, "choose")
    if isinstance(chosen, YamlScalar):
        return "choose " + str(chosen.value).split(" in ")[0]
    return "go on"
