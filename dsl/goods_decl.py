"""Goods: the sections `enums`, `goods` and `groups` in, what they declare out."""

from __future__ import annotations

from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    Good,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.sections import entries_in
from rulewright.dsl.source import Span
from rulewright.dsl.yaml_reader import YamlList, YamlNode, YamlScalar


def declare_enums(ctx: Context, node: YamlNode | None) -> None:
    """Types with a few named values."""
    for key, entry in entries_in(node):
        if not ctx.declare("enum", key, entry.key_span):
            continue
        body = entry.value
        listed = body if isinstance(body, YamlList) else entry_of(body, "values")
        values: list[str] = []
        for item in listed.items if isinstance(listed, YamlList) else []:
            if isinstance(item, YamlScalar):
                value = str(item.value)
                if value in values:
                    ctx.report(
                        "duplicate-id",
                        f"'{value}' stands twice among the values of {key}.",
                        item.span,
                        "Take one of them out, or give it another name.",
                    )
                else:
                    values.append(value)
        ctx.enums[key] = tuple(values)
        for index, value in enumerate(values):
            ctx.enum_values.setdefault(value, []).append((key, index))
            ctx.names[f"{key}.{value}"] = text_of(entry_of(entry_of(body, "names"), value))


def declare_goods(ctx: Context, node: YamlNode | None) -> None:
    """What players can have any number of."""
    for key, entry in entries_in(node):
        if not ctx.declare("good", key, entry.key_span):
            continue
        body = entry.value
        ctx.goods[key] = Good(
            key,
            len(ctx.goods),
            constant(ctx, entry_of(body, "start"), "value", 0),
            constant(ctx, entry_of(body, "max"), "value", 999),
            constant(ctx, entry_of(body, "supply"), "value", -1),
            entry.key_span,
            str(scalar_of(body, "seen_by") or "everyone"),
            bool(scalar_of(body, "housed")),
        )
        good = ctx.goods[key]
        if not 0 <= good.start <= good.hi:
            where = entry_of(body, "start") or body
            ctx.report(
                "out-of-range",
                f"Players start with {good.start} {key}, but they can have 0 to {good.hi}.",
                where.span,
                "Change 'start' or 'max'.",
            )
        ctx.names[f"good.{key}"] = text_of(entry_of(body, "name"))
        ctx.names[f"good.{key}.plural"] = text_of(entry_of(body, "plural"))
        add_fact(ctx, "good", f"goods.{key}", entry)


def declare_groups(ctx: Context, node: YamlNode | None) -> None:
    """Goods that are spoken of together; `goods` is all of them."""
    ctx.groups["goods"] = tuple(range(len(ctx.goods)))
    ctx.declared_at.setdefault("goods", ("group", Span.file_start("")))
    for key, entry in entries_in(node):
        if not ctx.declare("group", key, entry.key_span):
            continue
        members: list[int] = []
        for item in entry.value.items if isinstance(entry.value, YamlList) else []:
            name = str(item.value) if isinstance(item, YamlScalar) else ""
            if name in ctx.goods:
                members.append(ctx.goods[name].index)
            else:
                ctx.unknown("a good of this game", name, item.span, ctx.goods, "unknown-good")
        ctx.groups[key] = tuple(members)
