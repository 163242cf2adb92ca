"""Tables of components: the attributes of every kind in, constant tables and functions out."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.board_decl import plain_value
from rulewright.dsl.build import ONE, ZERO, const
from rulewright.dsl.bundles import bundle
from rulewright.dsl.context import Context, entry_of
from rulewright.dsl.declarations import Attribute, Component, KindDecl
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.expressions import Typer
from rulewright.dsl.kind_decl import COMPONENT_KEYS
from rulewright.dsl.program import (
    Function,
    Node,
)
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import INT, Type
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlList, YamlNode


def fill_attributes(t: Typer) -> None:
    """Constant tables and functions for the attributes of every kind."""
    for kind in t.ctx.kinds.values():
        for attribute in kind.attributes.values():
            _attribute(t, kind, attribute)
        for component in kind.components.values():
            known = {*COMPONENT_KEYS, *kind.attributes}
            if "do" in component.node.entries:
                known.add("needs")
            for key, entry in component.node.entries.items():
                if key not in known:
                    t.ctx.unknown(
                        f"an attribute of {a_(kind.id)}",
                        key,
                        entry.key_span,
                        known,
                        "unknown-attribute",
                    )


def _attribute(t: Typer, kind: KindDecl, attribute: Attribute) -> None:
    ctx = t.ctx
    rows: list[Any] = []
    for component in kind.components.values():
        node = entry_of(component.node, attribute.id) or attribute.default
        if (
            node is None
            and not attribute.type.optional
            and attribute.type.kind
            not in (
                "script",
                "bool",
                "value",
                "condition",
                "cost",
                "set",
                "error",
            )
        ):
            _missing_attribute(ctx, kind, component, attribute)
        rows.append(_attribute_value(t, kind, attribute, node))
    per_piece = [rows[index] for index in kind.component_of]
    if attribute.type.kind in ("value", "condition"):
        attribute.functions = ctx.table(per_piece)
    elif attribute.type.kind != "script":
        attribute.table = ctx.table(per_piece)


def _missing_attribute(
    ctx: Context, kind: KindDecl, component: Component, attribute: Attribute
) -> None:
    """Report a component without an attribute, unless it seems to have it under another name."""
    others = [
        key for key in component.node.entries if key not in (*COMPONENT_KEYS, *kind.attributes)
    ]
    if did_you_mean(attribute.id, others) is None:
        ctx.report(
            "missing-attribute",
            f"The {kind.id} '{component.id}' has no '{attribute.id}'.",
            component.entry.key_span,
            f"Add '{attribute.id}: …' to it, or a default where {attribute.id} is declared.",
            [("declared here", attribute.span)],
        )


def _attribute_value(t: Typer, kind: KindDecl, attribute: Attribute, node: YamlNode | None) -> Any:
    ctx, what = t.ctx, attribute.type
    if what.kind in ("value", "condition"):
        if node is None:
            if what.kind == "condition":
                return t.helper("always", 1, ONE)
            return -1
        tree = ctx.parse(what.kind, node)
        this = (Node("temp", (0,)), Type("piece", kind.id))
        env = Env(this=this, it=this, temps=Temps(1), pure=True)
        body = ZERO
        if tree is not None:
            body = (
                t.condition(tree, env) if what.kind == "condition" else t.value(tree, env, INT)[0]
            )
        number = len(t.functions)
        t.functions.append(Function(f"{kind.id}.{attribute.id}", 1, body, ctx.span(node.span)))
        return number
    if what.kind == "script":
        return -1
    if what.kind == "cost":
        free = ((0,) * len(ctx.goods),)
        if node is None:
            return free
        tree = ctx.parse("bundle", node)
        made = const(free) if tree is None else bundle(t, tree, Env())
        if made.op != "const":
            ctx.report(
                "not-constant",
                "The cost of a component is written out in goods, so that it is known beforehand.",
                node.span,
                "Write for example '2 wood', or use a define where the cost is paid.",
            )
            return free
        return made.args[0]
    if what.kind == "set":
        assert what.elem is not None
        items = node.items if isinstance(node, YamlList) else [] if node is None else [node]
        return tuple(plain_value(ctx, what.elem, item) for item in items)
    if node is None:
        return -1 if what.optional else 0
    return plain_value(ctx, what, node)
