"""State: one declaration of an attribute or of state in, its type and range out."""

from __future__ import annotations

from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    Attribute,
    Stock,
    Var,
)
from rulewright.dsl.types import ERROR, INT, LARGEST, Type, number
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlNode, YamlScalar


def declare_attribute(ctx: Context, name: str, item: YamlEntry) -> Attribute:
    """An attribute from `name: type` or `name: {type, default}`."""
    body = item.value
    if isinstance(body, YamlScalar):
        kind = ctx.type_named(str(body.value), body.span)
        return Attribute(name, kind, None, item.key_span, optional=kind.optional)
    listed = entry_of(body, "type")
    kind = (
        ctx.type_named(str(listed.value), listed.span) if isinstance(listed, YamlScalar) else ERROR
    )
    default = entry_of(body, "default")
    return Attribute(name, kind, default, item.key_span, optional=kind.optional)


def declare_state(ctx: Context, key: str, entry: YamlEntry, each: str) -> Var | Stock:
    """A part of the state from `name: type` or the long form; with `holds` a place for goods."""
    body = entry.value
    where = each or ("player" if scalar_of(body, "each") == "player" else "")
    holds = entry_of(body, "holds")
    resets = str(scalar_of(body, "resets") or "")
    resets_node = entry_of(body, "resets")
    if holds is not None:
        names = holds.items if isinstance(holds, YamlList) else [holds]
        goods: list[int] = []
        for item in names:
            name = str(item.value) if isinstance(item, YamlScalar) else ""
            if name in ctx.goods:
                goods.append(ctx.goods[name].index)
            elif name in ctx.groups or name == "goods":
                goods.extend(ctx.groups.get(name, range(len(ctx.goods))))
            else:
                ctx.unknown("a good of this game", name, item.span, ctx.goods, "unknown-good")
        return Stock(key, tuple(dict.fromkeys(goods)), where, entry.key_span, resets=resets)
    type_node = body if isinstance(body, YamlScalar) else entry_of(body, "type")
    kind = INT
    if isinstance(type_node, YamlScalar) and type_node.value is not None:
        kind = ctx.type_named(str(type_node.value), type_node.span)
    if kind.kind in ("cost", "script", "value", "condition"):
        ctx.report(
            "state-type",
            f"'{key}' cannot be state, because {kind} does not change in play.",
            type_node.span if type_node else entry.key_span,
            "State is int, bool, player, good, an enum, a kind, a board, or 'set of' one of those.",
        )
        kind = ERROR
    if kind.kind == "set" and kind.elem is not None and kind.elem.kind in ("int", "set", "spot"):
        ctx.report(
            "state-type",
            f"'{key}' cannot be state, because {kind} has no end.",
            type_node.span if type_node else entry.key_span,
            "A set in the state is of players, goods, or of an enum, kind or board.",
        )
        kind = ERROR
    lo, hi, start = state_range(ctx, key, kind, body)
    var = Var(key, kind, start, lo, hi, entry.key_span, where)
    var.resets = resets
    var.resets_span = entry.key_span if resets_node is None else resets_node.span
    var.seen_by = str(scalar_of(body, "seen_by") or "everyone")
    var.hidden_if = entry_of(body, "hidden_if")
    var.path = key
    if kind.kind == "int":
        var.type = number(lo, hi)
    ctx.names.setdefault(f"state.{key}", text_of(entry_of(body, "name")))
    return var


def state_range(ctx: Context, key: str, kind: Type, body: YamlNode) -> tuple[int, int, int]:
    """Lowest, highest and first value of a state."""
    start_node = entry_of(body, "start")
    if kind.kind == "int":
        lo = constant(ctx, entry_of(body, "min"), "value", 0)
        hi = constant(ctx, entry_of(body, "max"), "value", 9999)
        start = constant(ctx, start_node, "value", max(lo, 0))
        if not lo <= start <= hi:
            where = start_node or body
            ctx.report(
                "out-of-range",
                f"'{key}' starts with {start}, but it goes from {lo} to {hi}.",
                where.span,
                "Change 'start', 'min' or 'max'.",
            )
        return lo, hi, start
    if kind.kind == "bool":
        return 0, 1, constant(ctx, start_node, "condition", 0)
    if kind.kind == "set":
        return 0, (1 << 52) - 1, 0
    lo = -1 if kind.optional else 0
    start = lo
    if kind.kind == "enum" and isinstance(start_node, YamlScalar):
        values = ctx.enums.get(kind.name, ())
        if str(start_node.value) in values:
            start = values.index(str(start_node.value))
        elif str(start_node.value) != "none":
            ctx.unknown(
                a_(kind.name), str(start_node.value), start_node.span, values, "unknown-name"
            )
    return lo, kind.hi if kind.kind in ("enum", "sides") else LARGEST, start
