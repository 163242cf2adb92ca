"""Kinds: the section `kinds` and the components of each in, numbered pieces out."""

from __future__ import annotations

from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    Component,
    KindDecl,
    Stock,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.sections import SECTIONS, entries_in, unknown_section
from rulewright.dsl.state_decl import declare_attribute, declare_state
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

MOST_COPIES = 1000
MOST_PIECES = 5000

COMPONENT_KEYS = ("name", "text", "when", "copies", "source", "do", "rules", "label")


def declare_kinds(ctx: Context, node: YamlNode | None) -> None:
    """The kinds of pieces, by name."""
    for key, entry in entries_in(node):
        if not ctx.declare("kind", key, entry.key_span):
            continue
        plural = str(scalar_of(entry.value, "plural") or f"{key}s")
        kind = KindDecl(key, plural, entry.key_span, number=len(ctx.kinds))
        kind.each = scalar_of(entry.value, "each") == "player"
        kind.usual_copies = entry_of(entry.value, "count")
        if plural != key:
            ctx.declare("kind", plural, entry.key_span)
        ctx.kinds[key] = kind
        ctx.plurals[plural] = kind
        ctx.names[f"kind.{key}"] = text_of(entry_of(entry.value, "name"))
        add_fact(ctx, "kind", f"kinds.{key}", entry)


def declare_components(ctx: Context, root: YamlMap) -> None:
    """Number the pieces: components in file order, copies after one another."""
    for key, entry in root.entries.items():
        if key in SECTIONS:
            continue
        kind = ctx.plurals.get(key)
        if kind is None:
            # A table of components is no slip for a text or a number.
            unknown_section(ctx, entry, [*SECTIONS[SECTIONS.index("options") :], *ctx.plurals])
            continue
        for name, item in entries_in(entry.value):
            body = item.value
            if isinstance(body, YamlScalar) and body.value is None:
                body = YamlMap({}, body.span, False)
            if not isinstance(body, YamlMap):
                continue  # The schema has said so.
            if kind.components.get(name):
                continue
            # What takes no part this time is described too.
            add_fact(ctx, kind.id, f"{kind.plural}.{name}", item)
            if not constant(ctx, entry_of(body, "when"), "condition", 1):
                kind.left_out.add(name)
                continue
            kind.components[name] = Component(name, item, body, kind.id, len(kind.components))
    for kind in ctx.kinds.values():
        _number_pieces(ctx, kind)


def _number_pieces(ctx: Context, kind: KindDecl) -> None:
    kind.first = len(ctx.piece_names)
    usual = constant(ctx, kind.usual_copies, "value", 1)
    owners = range(ctx.players) if kind.each else [-1]
    for owner in owners:
        for component in kind.components.values():
            copies = max(0, constant(ctx, entry_of(component.node, "copies"), "value", usual))
            if copies > MOST_COPIES:
                ctx.report(
                    "too-many",
                    f"There can be at most {MOST_COPIES} copies, and here are {copies}.",
                    (
                        entry_of(component.node, "copies") or kind.usual_copies or component.node
                    ).span,
                    "Use a good or a number for what there is so much of.",
                )
                copies = 1
            if len(ctx.piece_names) + copies > MOST_PIECES:
                ctx.report(
                    "too-many",
                    f"A game has at most {MOST_PIECES} pieces, and with '{component.id}' there are"
                    " more.",
                    component.entry.key_span,
                    "Use a good or a number for what there is so much of.",
                )
                return
            for copy in range(copies):
                name = component.id if copy == 0 else f"{component.id}_{copy + 1}"
                if kind.each:
                    name = f"{chr(65 + owner)}.{name}"
                component.pieces.append(len(ctx.piece_names))
                kind.owners.append(owner)
                kind.component_of.append(component.index)
                ctx.piece_names.append(name)
    kind.count = len(ctx.piece_names) - kind.first
    for component in kind.components.values():
        ctx.component_ids.setdefault(component.id, []).append((kind, component.index))
        ctx.names[f"{kind.id}.{component.id}"] = text_of(entry_of(component.node, "name"))


def declare_kind_contents(ctx: Context, node: YamlNode | None) -> None:
    """What the components of each kind say, and what is remembered about its pieces."""
    for key, entry in entries_in(node):
        kind = ctx.kinds.get(key)
        if kind is None:
            continue
        for name, item in entries_in(entry_of(entry.value, "attributes")):
            if name in COMPONENT_KEYS:
                ctx.report(
                    "reserved-attribute",
                    f"Every component has '{name}' already, so {key} cannot declare it again.",
                    item.key_span,
                    "Choose another name for the attribute.",
                )
                continue
            kind.attributes[name] = declare_attribute(ctx, name, item)
        for name, item in entries_in(entry_of(entry.value, "state")):
            made = declare_state(ctx, name, item, "piece")
            made.count = kind.count
            if isinstance(made, Stock):
                made.first = kind.first
                kind.stocks[name] = made
            else:
                made.path = f"{kind.plural}.{name}"
                kind.state[name] = made
                if said := text_of(entry_of(item.value, "name")):
                    ctx.names[f"state.{made.path}"] = said
        active = entry_of(entry.value, "active_in")
        for item2 in active.items if isinstance(active, YamlList) else [active] if active else []:
            if isinstance(item2, YamlScalar):
                kind.active_in.append((str(item2.value), item2.span))
        kind.active_if = entry_of(entry.value, "active_if")
