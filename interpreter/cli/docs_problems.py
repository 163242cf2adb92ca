"""The reference page of problems: the catalogue in, Markdown out."""

from __future__ import annotations

from rulewright.dsl import catalogue
from rulewright.dsl.catalogue import Entry

from .docs_text import code, fenced, finish, rows, start

GROUPS: tuple[tuple[str, str, dict[str, Entry]], ...] = (
    ("Reading files", "Before anything of a file is understood.", catalogue.YAML),
    ("Keys and values", "Every file has its keys; see [files](files.md).", catalogue.SCHEMA),
    (
        "Sentences",
        "One line of the rule language; see [the language](language.md).",
        catalogue.SYNTAX,
    ),
    ("Names", "What is declared, and what is asked for.", catalogue.NAMES),
    ("Types", "What fits where.", catalogue.TYPES),
    ("Rules and procedures", "What can never happen, or never end.", catalogue.RULES),
    ("Variants", "", catalogue.VARIANTS),
    ("Rulings", "", catalogue.RULINGS),
    ("Games and options", "", catalogue.GENERAL),
)
"""Heading, introduction and entries, in the order in which the stages run."""


def page() -> str:
    """Return the reference page of problems."""
    lines = start(
        "Problems",
        "Every message about rule files begins with its place and a code.\n"
        "[Reading errors](../errors.md) shows how to read one; this page explains each code,"
        " with the smallest text that has the problem and the same text put right.\n"
        "Codes do not change; messages may.",
    )
    groups = [group for group in GROUPS if group[2]]
    for title, _, entries in groups:
        body = [(f"[{code(name)}](#{name})", entry.title) for name, entry in entries.items()]
        lines += [f"**{title}**", "", *rows(("code", "what it is"), body)]
    for title, about, entries in groups:
        lines += [f"## {title}", "", about, ""]
        for name, entry in entries.items():
            lines += [f"### {name}", "", f"{entry.title}. {entry.explanation}", ""]
            lines += ["Wrong:", "", *fenced(_visible(entry.bad), "text")]
            lines += ["Right:", "", *fenced(_visible(entry.good), "text")]
    return finish(lines)


def _visible(text: str) -> str:
    """Return a text with what nobody could see written out."""
    shown = text.replace("\t", "<tab>")
    return "".join(
        char if char.isprintable() or char == "\n" else f"<U+{ord(char):04X}>" for char in shown
    )
