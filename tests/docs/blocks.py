"""Blocks of code in Markdown pages: a page in, its fenced blocks with what they are out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .support import ROOT

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the words and `key=value` pairs behind it, its text."""

    language: str
    words: tuple[str, ...]
    settings: dict[str, str]
    text: str
    line: int
    start: int
    """Where its text starts in the page."""

    @property
    def file(self) -> str:
        """The file that the block is, or an empty text."""
        return self.settings.get("file", "")


def pages() -> list[Path]:
    """Return every Markdown page of the repository that people wrote."""
    top = list(ROOT.glob("*.md"))
    inner = [path for folder in ("docs", "games") for path in (ROOT / folder).rglob("*.md")]
    return sorted([*top, *inner])


def name_of(path: Path) -> str:
    """Return a page as people write it, from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page, first to last."""
    found = []
    for match in _FENCE.finditer(text):
        language, *rest = match["info"].split() or [""]
        found.append(
            Block(
                language,
                tuple(word for word in rest if "=" not in word),
                dict(word.split("=", 1) for word in rest if "=" in word),
                _without_indent(match["text"], match["indent"]),
                text.count("\n", 0, match.start()) + 1,
                match.start("text"),
            )
        )
    return found


def _without_indent(text: str, indent: str) -> str:
    return "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))


@dataclass(frozen=True)
class Call:
    """A command of a console block and what it prints."""

    command: str
    output: tuple[str, ...]


def calls(block: Block) -> list[Call]:
    """Return the commands of a console block; each starts with `$ `."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:].partition("   #")[0].strip(), []))
        elif found:
            found[-1][1].append(line.rstrip())
    return [Call(command, tuple(_stripped(output))) for command, output in found]


def _stripped(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def same_output(said: tuple[str, ...], printed: list[str]) -> bool:
    """Whether an output is what a page says; a line `...` stands for any lines."""
    if "..." not in said:
        return list(said) == _stripped(printed)
    parts: list[list[str]] = [[]]
    for line in said:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    lines = _stripped(printed)
    if lines[: len(parts[0])] != parts[0]:
        return False
    at = len(parts[0])
    for part in parts[1:]:
        while lines[at : at + len(part)] != part:
            at += 1
            if at > len(lines):
                return False
        at += len(part)
    return not parts[-1] or lines[-len(parts[-1]) :] == parts[-1]
