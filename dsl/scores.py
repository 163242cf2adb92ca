"""Scores: the sections `scoring` and `invariants` in, lines of the Program out."""

from __future__ import annotations

from rulewright.dsl.build import ZERO, either, make
from rulewright.dsl.context import entry_of, scalar_of, text_of
from rulewright.dsl.env import Env
from rulewright.dsl.expressions import Typer
from rulewright.dsl.program import (
    Line,
    Node,
)
from rulewright.dsl.types import INT
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode


def score_lines(
    t: Typer, node: YamlNode | None
) -> tuple[list[Line], list[Node], Node | None, bool]:
    """The score sheet, the tie-breaks and the goal."""
    lines: list[Line] = []
    ties: list[Node] = []
    points = entry_of(node, "points")
    for key, entry in points.entries.items() if isinstance(points, YamlMap) else []:
        value = entry_of(entry.value, "value") if isinstance(entry.value, YamlMap) else entry.value
        tree = t.ctx.parse("value", value) if value is not None else None
        if tree is None:
            continue
        found, _ = t.value(tree, Env(), INT)
        t.ctx.names[f"score.{key}"] = text_of(entry_of(entry.value, "name"))
        lines.append(Line(key, found, -1, t.ctx.span(entry.key_span)))
    total = ZERO
    for line in lines:
        total = make("add", total, line.value)
    if lines:
        t.total = t.helper("total", 0, total)
    tie_node = entry_of(node, "ties")
    for item in tie_node.items if isinstance(tie_node, YamlList) else []:
        tree = t.ctx.parse("value", item)
        if tree is not None:
            ties.append(t.value(tree, Env(), INT)[0])
    goal_node = entry_of(node, "goal")
    goal: Node | None = None
    if goal_node is not None:
        tree = t.ctx.parse("condition", goal_node)
        goal = None if tree is None else t.condition(tree, Env())
    return lines, ties, goal, bool(scalar_of(node, "lower_wins"))


def invariants(t: Typer, node: YamlNode | None) -> list[Line]:
    """What must hold after every step."""
    made: list[Line] = []
    for key, entry in node.entries.items() if isinstance(node, YamlMap) else []:
        body = entry.value
        cond_node = entry_of(body, "holds") if isinstance(body, YamlMap) else body
        tree = t.ctx.parse("condition", cond_node) if cond_node is not None else None
        if tree is None:
            continue
        holds = t.condition(tree, Env())
        asked = entry_of(body, "if") if isinstance(body, YamlMap) else None
        when = t.ctx.parse("condition", asked) if asked is not None else None
        if when is not None:
            holds = either(make("not", t.condition(when, Env())), holds)
        made.append(Line(key, holds, -1, t.ctx.span(entry.key_span)))
    return made
