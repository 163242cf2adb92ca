"""Procedures and defines: their declarations in, names, parameters and spoken forms out."""

from __future__ import annotations

from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    DefineDecl,
    Parameter,
    ProcedureDecl,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.sections import entries_in
from rulewright.dsl.state_decl import declare_attribute
from rulewright.dsl.syntax_words import ARTICLES
from rulewright.dsl.yaml_reader import YamlEntry, YamlMap, YamlNode


def _parameters(ctx: Context, node: YamlNode | None) -> list[Parameter]:
    found: list[Parameter] = []
    for name, item in entries_in(node):
        made = declare_attribute(ctx, name, item)
        if name in ctx.declared_at and ctx.declared_at[name][0] in (
            "define",
            "state",
            "zone",
            "board",
            "option",
        ):
            ctx.report(
                "shadowed-name",
                f"The parameter '{name}' hides the {ctx.declared_at[name][0]} of the same name.",
                item.key_span,
                "Give the parameter another name.",
                [("declared here", ctx.declared_at[name][1])],
            )
        found.append(Parameter(name, made.type, made.default, item.key_span))
    return found


def declare_define(ctx: Context, key: str, entry: YamlEntry) -> None:
    """A value or condition with a name."""
    body = entry.value
    made = DefineDecl(key, entry.key_span, body)
    if isinstance(body, YamlMap):
        made.params = _parameters(ctx, entry_of(body, "for"))
        made.is_cost = "cost" in body.entries
        made.adjustable = bool(scalar_of(body, "adjustable"))
    ctx.defines[key] = made
    ctx.names.setdefault(f"define.{key}", text_of(entry_of(body, "name")))
    add_fact(ctx, "define", f"define.{key}", entry)


def _spoken(words: list[str]) -> tuple[str, ...]:
    """The words by which a procedure is called; phrases are read without their articles."""
    return tuple(word for word in words if word not in ARTICLES)


def declare_procedure(ctx: Context, key: str, entry: YamlEntry) -> None:
    """A script with a name, and how it is said."""
    body = entry.value
    made = ProcedureDecl(key, entry.key_span, body, say=_spoken(key.split("_")))
    keys = set(body.entries) if isinstance(body, YamlMap) else set()
    if (
        isinstance(body, YamlMap)
        and "do" in keys
        and keys
        <= {
            "say",
            "for",
            "needs",
            "do",
            "label",
            "text",
            "source",
            "name",
        }
    ):
        made.params = _parameters(ctx, entry_of(body, "for"))
        for name, item in entries_in(entry_of(body, "for")):
            ctx.names[f"procedure.{key}.{name}"] = text_of(entry_of(item.value, "name"))
        made.needs = entry_of(body, "needs")
        made.label = entry_of(body, "label")
        made.body = body.entries["do"].value
        said = scalar_of(body, "say")
        if said:
            made.say = _spoken(str(said).split())
    ctx.procedures[key] = made
    ctx.names.setdefault(f"procedure.{key}", text_of(entry_of(body, "name")))
    add_fact(ctx, "procedure", f"procedures.{key}", entry)
