"""Display: the `display` section in, panels for whoever draws the game out.

A panel is a mapping: `board` with what to show in each cell, `players` with values per player,
`pieces` with what to show of each, `values`, `zones` or `text`. Without the section everything
visible is shown.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.constants import constant
from rulewright.dsl.context import entry_of, scalar_of, text_of
from rulewright.dsl.declarations import BoardDecl
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.expressions import Typer
from rulewright.dsl.layout import domain_of
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.types import Type
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar


def display_panels(t: Typer, node: YamlNode | None) -> list[dict[str, Any]]:
    """The panels of a game, in order."""
    panels: list[dict[str, Any]] = []
    for item in node.items if isinstance(node, YamlList) else []:
        if not isinstance(item, YamlMap):
            continue
        panel: dict[str, Any] = {"title": text_of(entry_of(item, "title"))}
        panel["more"] = scalar_of(item, "more") is True
        symbols = entry_of(item, "symbols")
        if isinstance(symbols, YamlMap):
            panel["symbols"] = {
                key: str(entry.value.value)
                for key, entry in symbols.entries.items()
                if isinstance(entry.value, YamlScalar)
            }
        for key in ("board", "players", "values", "zones", "pieces", "text"):
            if key in item.entries:
                panel["kind"] = key
                _fill(t, panel, key, item)
        if "kind" in panel and constant(t.ctx, entry_of(item, "when"), "condition", 1):
            panels.append(panel)
    return panels


def _fill(t: Typer, panel: dict[str, Any], key: str, item: YamlMap) -> None:
    ctx = t.ctx
    if key == "board":
        name = str(scalar_of(item, "board"))
        if name not in ctx.boards:
            ctx.unknown(
                "a board", name, item.entries["board"].value.span, ctx.boards, "unknown-name"
            )
            return
        panel["board"] = name
        cell = (Node("temp", (0,)), Type("cell", name))
        panel["edge"], panel["sides"] = _lines(t, ctx.boards[name], entry_of(item, "edge"), cell)
        panel["cell"] = _of_each(t, entry_of(item, "cell"), cell)
        panel["beside"] = scalar_of(item, "beside") is True
        if scalar_of(item, "housed") is True:
            panel["housed"] = tuple(ctx.housing_kinds)
        only = entry_of(item, "only")
        tree = None if only is None else ctx.parse("condition", only)
        if tree is not None:
            panel["only"] = t.condition(tree, Env(it=cell, temps=Temps(1)))
        _check_symbols(t, entry_of(item, "symbols"), [shown[2] for shown in panel["cell"]])
        return
    if key == "text":
        panel["text"] = text_of(item.entries["text"].value)
        return
    if key == "pieces":
        _fill_pieces(t, panel, item)
        return
    listed = item.entries[key].value
    names = listed.items if isinstance(listed, YamlList) else [listed]
    if key == "zones":
        for each in names:
            name = str(each.value) if isinstance(each, YamlScalar) else ""
            if name not in ctx.zones:
                ctx.unknown("a zone", name, each.span, ctx.zones, "unknown-zone")
        panel["zones"] = tuple(str(each.value) for each in names if isinstance(each, YamlScalar))
        return
    values: list[Any] = []
    for each in names:
        shown_as = each
        text = str(each.value) if isinstance(each, YamlScalar) else ""
        own = key == "players" and not text.startswith("my ") and _is_players(t, text)
        if isinstance(each, YamlScalar) and own:
            from dataclasses import replace

            shown_as = replace(each, value=f"my {text}", text=f"my {text}")
        made = _value(t, shown_as, Env())
        if made is not None:
            values.append((text, *made))
    panel[key] = tuple(values)


def _of_each(t: Typer, node: YamlNode | None, it: tuple[Node, Type]) -> tuple[Any, ...]:
    """What is shown of each element: the words it is written with, the value and its domain."""
    items = node.items if isinstance(node, YamlList) else [node] if node is not None else []
    return tuple(
        (str(each.value) if isinstance(each, YamlScalar) else "", *found)
        for each in items
        if (found := _value(t, each, Env(it=it, temps=Temps(1)))) is not None
    )


def _fill_pieces(t: Typer, panel: dict[str, Any], item: YamlMap) -> None:
    node = item.entries["pieces"].value
    tree = t.ctx.parse("value", node)
    if tree is None:
        return
    listed, kind = t.expression(tree, Env())
    if kind.kind == "set" and kind.elem is not None and kind.elem.kind == "piece":
        panel["pieces"] = (listed, domain_of(t.ctx, kind))
        panel["show"] = _of_each(t, entry_of(item, "show"), (Node("temp", (0,)), kind.elem))
    elif kind.kind != "error":
        t.ctx.report(
            "wrong-type",
            f"These are to be pieces, but this is {kind}.",
            node.span,
            "List a zone, or components 'where' something holds.",
        )


def _check_symbols(t: Typer, node: YamlNode | None, shown: list[Domain]) -> None:
    """Report signs for what is never shown."""
    ctx, known = t.ctx, ["none", "hidden"]
    for domain in shown:
        each = domain.of or domain
        if each.kind == "player":
            known += [chr(65 + seat) for seat in range(26)]  # also of seats that stay empty
        elif each.kind == "bool":
            known += ["true", "false"]
        elif each.kind == "enum":
            known += ctx.enums[each.name]
        elif each.kind == "good":
            known += ctx.goods
        elif each.kind == "piece" and each.name in ctx.kinds:
            kind = ctx.kinds[each.name]
            known += [
                *kind.components,
                *kind.left_out,
                *ctx.piece_names[kind.first :][: kind.count],
            ]
        elif each.kind == "int":
            known += [str(number) for number in range(each.lo, min(each.hi, each.lo + 100) + 1)]
        else:
            return
    for key, entry in node.entries.items() if isinstance(node, YamlMap) else []:
        if key not in known:
            few = known if len(known) < 26 else known[:2]
            ctx.unknown("a value shown here", key, entry.key_span, few, "unknown-name")


def _lines(
    t: Typer, board: BoardDecl, node: YamlNode | None, cell: tuple[Node, Type]
) -> tuple[str, tuple[Any, ...]]:
    """The attribute of edges that is drawn, and those of cells that say on which sides to draw."""
    edge = ""
    sides: list[Any] = []
    for each in node.items if isinstance(node, YamlList) else [node] if node is not None else []:
        name = str(each.value) if isinstance(each, YamlScalar) else ""
        if name in board.edge_state or name in board.edge_attributes:
            edge = name
        elif name in board.state or name in board.attributes:
            found = _value(t, each, Env(it=cell, temps=Temps(1)))
            if found is not None and found[1].kind == "sides":
                sides.append(found)
        else:
            known = [*board.edge_state, *board.edge_attributes]
            t.ctx.unknown("an attribute of edges", name, each.span, known, "unknown-name")
    return edge, tuple(sides)


def _is_players(t: Typer, name: str) -> bool:
    ctx = t.ctx
    return (
        name in ctx.goods
        or (name in ctx.state and ctx.state[name].each == "player")
        or (name in ctx.zones and ctx.zones[name].each)
        or name in ctx.plurals
    )


def _value(t: Typer, node: YamlNode, env: Env) -> tuple[Node, Any] | None:
    if isinstance(node, YamlScalar) and isinstance(node.value, str) and env.it is not None:
        kind = env.it[1]
        owner = (t.ctx.kinds if kind.kind == "piece" else t.ctx.boards).get(kind.name)
        if owner is not None and (node.value in owner.state or node.value in owner.attributes):
            from rulewright.dsl.attributes import attribute

            found, shown = attribute(t, env.it[0], kind, node.value, node.span, env)
            return found, Domain("cost") if shown.kind == "cost" else domain_of(t.ctx, shown)
    tree = t.ctx.parse("value", node)
    if tree is None:
        return None
    found, kind = t.expression(tree, env)
    elem = kind.elem or kind
    if elem.kind == "error":
        return None
    if kind.kind == "cost":
        return found, Domain("cost")
    if kind.kind == "set" and t.endless(elem, tree.span):
        return None
    return found, domain_of(t.ctx, kind)
