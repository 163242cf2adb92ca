"""Options: the section `options` and what was asked for in, the values of this game out."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    Option,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.sections import entries_in
from rulewright.dsl.types import BOOL, LARGEST, Type, number
from rulewright.dsl.yaml_reader import YamlList, YamlNode, YamlScalar


def declare_options(ctx: Context, node: YamlNode | None, wanted: dict[str, Any]) -> None:
    """The options with what was asked for, or else their defaults."""
    for key, entry in entries_in(node):
        if not ctx.declare("option", key, entry.key_span):
            continue
        body = entry.value
        choices = entry_of(body, "choices")
        values: tuple[str, ...] = ()
        default = scalar_of(body, "default")
        if isinstance(choices, YamlList):
            values = tuple(
                str(item.value) for item in choices.items if isinstance(item, YamlScalar)
            )
            ctx.enums[key] = values
            kind = Type("enum", key, 0, len(values) - 1)
        elif scalar_of(body, "type") == "int":
            kind = number(
                int(scalar_of(body, "min") or 0),
                int(scalar_of(body, "max") if scalar_of(body, "max") is not None else LARGEST),
            )
        else:
            kind = BOOL
        chosen = wanted.get(key, default)
        number_of = option_value(kind, values, chosen)
        if number_of is None:
            span = entry_of(body, "default") or body
            ctx.report(
                "bad-option",
                f"The option '{key}' cannot be '{default}', which is given as its default.",
                span.span,
                f"It can be {_allowed(kind, values)}.",
            )
            number_of = 0
        ctx.options[key] = Option(key, kind, number_of, values, default, entry.key_span)
        for index, value in enumerate(values):
            ctx.enum_values.setdefault(value, []).append((key, index))
            names = entry_of(body, "names")
            ctx.names[f"{key}.{value}"] = text_of(entry_of(names, value))
        add_fact(ctx, "option", f"options.{key}", entry)


def _allowed(kind: Type, values: tuple[str, ...]) -> str:
    if values:
        return in_words(values, "or", 12)
    if kind.kind == "bool":
        return "true or false"
    return f"a number from {kind.lo}" + (f" to {kind.hi}" if kind.hi < LARGEST else "")


def option_value(kind: Type, values: tuple[str, ...], chosen: Any) -> int | None:
    """The number of an option's value, or None if it is not one of them."""
    if kind.kind == "enum":
        return values.index(str(chosen)) if str(chosen) in values else None
    if kind.kind == "bool":
        if isinstance(chosen, bool):
            return int(chosen)
        text = str(chosen).lower()
        return {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}.get(text)
    if isinstance(chosen, bool) or (isinstance(chosen, float) and not chosen.is_integer()):
        return None
    try:
        value = int(chosen)
    except (TypeError, ValueError):
        return None
    return value if kind.lo <= value <= kind.hi else None
