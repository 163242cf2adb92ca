"""Rule files broken at random: lines of a file and a way to draw numbers in; other lines out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent

SMALL_GAMES = sorted(
    path.parent
    for folder in ("games", "tests/samples", "tests/mechanisms")
    for path in (ROOT / folder).glob("*/game.yaml")
    if path.stat().st_size < 6000 and len(list(path.parent.glob("*.yaml"))) == 1
)
"""Games of one file that is read quickly."""

Draw = Callable[[int], int]
"""A number below another."""

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
WRONG = ("[]", "{}", "null", "true", "7", "-3", "text", "[1, 2]", "{a: 1}", "''", "none", "me")


def mutated(text: str, draw: Draw) -> str:
    """Return a text after one to three changes such as people make by mistake."""
    lines = text.splitlines()
    words = sorted(set(WORD.findall(text)))
    for _ in range(1 + draw(3)):
        _MUTATIONS[draw(len(_MUTATIONS))](lines, draw(len(lines)), draw, words)
    return "\n".join(lines) + "\n"


def _delete(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    del lines[at]


def _double(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    lines.insert(at, lines[at])


def _swap(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    other = draw(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _reword(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    found = list(WORD.finditer(lines[at]))
    if found:
        word = found[draw(len(found))]
        start, end = word.span()
        lines[at] = lines[at][:start] + words[draw(len(words))] + lines[at][end:]


def _retype(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    key = re.match(r"\s*(?:- )?\w+:|\s*-", lines[at])
    if key:
        lines[at] = f"{key.group()} {WRONG[draw(len(WRONG))]}"


def _indent(lines: list[str], at: int, draw: Draw, words: list[str]) -> None:
    lines[at] = f"  {lines[at]}" if draw(2) else lines[at].removeprefix("  ")


_MUTATIONS = (_delete, _double, _swap, _reword, _reword, _reword, _retype, _retype, _indent)
