"""Words that the YAML reader and its syntax errors share: a place in, a problem or phrase out."""

from __future__ import annotations

import re

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.source import SourceFile

QUOTE_IT = "Put the whole text in quotes."
CLOSES = {"[": "]", "{": "}"}

MARKS = {
    "alias": ("yaml-alias", "*", "'the same as above'"),
    "anchor": ("yaml-anchor", "&", "a name for what follows"),
    "tag": ("yaml-tag", "!", "the name of a type"),
}
KEY = r"[A-Za-z_][\w-]*"
# A key written against its value; `//` after the colon is an address and no key.
CRAMPED_KEY = re.compile(rf"({KEY}):(?=[^\s:/])")


def quoted(text: str) -> str:
    """Return a text in quotes for a message, shortened when it is long."""
    flat = " ".join(text.split())
    return f"'{flat}'" if len(flat) <= 40 else f"'{flat[:37]}...'"


def mark_problem(kind: str, source: SourceFile, start: int, end: int) -> Problem:
    """Return the problem of a text that starts with `*`, `&` or `!`; kind is alias, anchor, tag."""
    code, mark, meaning = MARKS[kind]
    hint = QUOTE_IT
    word = re.match(r"!([A-Za-z_]\w*)", source.text[start:end])
    if kind == "tag" and word:
        hint = f"Write 'not {word.group(1)}' if that is meant, or put the whole text in quotes."
    message = f"YAML reads the leading '{mark}' as {meaning}, which rule files do not use."
    return problem(code, message, source.span(start, end), hint)


def missing_space(source: SourceFile, colon: int) -> Problem:
    """Return the problem of a colon at offset `colon` that needs a space."""
    key = source.text[max(colon - 100, 0) : colon]
    name = re.search(rf"{KEY}$", key)
    owner = f" of {quoted(name.group())}" if name else ""
    return problem(
        "yaml-missing-space",
        f"There is no space behind the ':'{owner}.",
        source.span(colon, colon + 1),
        "Write a space after the ':' of a key.",
    )
