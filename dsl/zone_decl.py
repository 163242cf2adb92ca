"""Zones: the section `zones` in, places for pieces out."""

from __future__ import annotations

from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    KindDecl,
    ZoneDecl,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.kind_decl import MOST_PIECES
from rulewright.dsl.sections import entries_in
from rulewright.dsl.yaml_reader import YamlNode, YamlScalar


def declare_zones(ctx: Context, node: YamlNode | None) -> None:
    """The places where pieces lie: decks, hands, displays."""
    for key, entry in entries_in(node):
        if not ctx.declare("zone", key, entry.key_span):
            continue
        of = entry_of(entry.value, "of")
        name = str(of.value) if isinstance(of, YamlScalar) else ""
        kind = ctx.kinds.get(name) or ctx.plurals.get(name)
        if kind is None:
            ctx.unknown(
                "a kind of piece",
                name,
                of.span if of else entry.key_span,
                ctx.kinds,
                "unknown-kind",
                None if ctx.kinds else "Declare it in the section 'kinds'.",
            )
            continue
        zone = ZoneDecl(
            key,
            kind.id,
            scalar_of(entry.value, "each") == "player",
            _zone_seen_by(ctx, entry.value),
            entry.key_span,
            _capacity(ctx, entry.value, kind),
            entry_of(entry.value, "start"),
        )
        ctx.zones[key] = zone
        ctx.names[f"zone.{key}"] = text_of(entry_of(entry.value, "name"))
        add_fact(ctx, "zone", f"zones.{key}", entry)


def _zone_seen_by(ctx: Context, body: YamlNode) -> str:
    """Who sees into a zone; some are open with certain options or numbers of players."""
    if constant(ctx, entry_of(body, "open_if"), "condition", 0):
        return "everyone"
    return str(scalar_of(body, "seen_by") or "everyone")


def _capacity(ctx: Context, body: YamlNode, kind: KindDecl) -> int:
    node = entry_of(body, "capacity")
    found = constant(ctx, node, "value", kind.count)
    if node is not None and not 0 <= found <= MOST_PIECES:
        ctx.report(
            "too-many",
            f"A zone has room for 0 to {MOST_PIECES} pieces, and this one for {found}.",
            node.span,
            "Leave 'capacity' out if all pieces fit.",
        )
        return kind.count
    return found
