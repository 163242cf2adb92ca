"""Markdown for the generated pages: texts and plain data in, tables, headings and YAML out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

MADE_BY = "<!-- Made by `rulewright docs` from the code; `make docs` writes it again. -->"

_PLAIN = re.compile(r"[A-Za-z][\w .()/+*'<>=-]*")


def start(title: str, *paragraphs: str) -> list[str]:
    """Return the lines a page begins with."""
    lines = [MADE_BY, "", f"# {title}", ""]
    for paragraph in paragraphs:
        lines += [paragraph, ""]
    return lines


def finish(lines: Iterable[str]) -> str:
    """Return a page: lines without blanks at their ends and one line break at the end of all."""
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def rows(head: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    """Return a table; signs that would end a cell are escaped."""
    lines = [_row(head), _row(["---"] * len(head))]
    lines += [_row([cell.replace("|", "\\|").replace("\n", " ") for cell in row]) for row in body]
    return [*lines, ""]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def code(text: str) -> str:
    """Return a text in the type of code, also where it has a backtick itself."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def fenced(text: str, kind: str) -> list[str]:
    """Return a block of code."""
    return [f"```{kind}", *text.rstrip("\n").split("\n"), "```", ""]


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    if not text:
        return ""
    first = text[0].upper() + text[1:]
    return first if first.endswith((".", "?", "!")) else f"{first}."


def yaml_flow(value: Any) -> str:
    """Return data as YAML on one line, as people write it.

    >>> yaml_flow({"start": 1, "name": {"en": "Gold"}, "of": ["a", None], "x": "1 wood, 2 gold"})
    "{start: 1, name: {en: Gold}, of: [a, null], x: '1 wood, 2 gold'}"
    """
    return _flow(value, top=True)


def _flow(value: Any, *, top: bool = False) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case dict():
            inner = ", ".join(f"{_flow(str(key))}: {_flow(item)}" for key, item in value.items())
            return f"{{{inner}}}"
        case list() | tuple():
            return f"[{', '.join(_flow(item) for item in value)}]"
    text = str(value)
    if top and not re.search(r": |^[\W\d]", text):
        return text
    if _PLAIN.fullmatch(text) and text not in ("null", "true", "false", "yes", "no"):
        return text
    return "'" + text.replace("'", "''") + "'"
