"""Rulings as data: what passes from the files to whoever runs them.

A ruling is a position, moves in the words players see, and what must be so afterwards. It comes
with the Program it is about; conditions are nodes of that Program. Lines are those of its file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.problems import Problem
from rulewright.dsl.program import Node, Program
from rulewright.dsl.source import SourceFile


@dataclass(frozen=True, slots=True)
class Said:
    """A move, or the outcome of a die or a draw, in words."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that differs from the start, by the path of the state."""

    path: str
    value: Any
    line: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing that must be so.

    kind: condition (then `value` is its text and `node` what it means), options, offers,
    withholds, refused, scores, winners, prompt, decision.
    """

    kind: str
    value: Any
    line: int
    node: Node | None = None


@dataclass(frozen=True)
class Ruling:
    """One ruling of the rulebook as a test."""

    id: str
    text: str
    source: tuple[str, ...]
    file: str
    line: int
    options: tuple[tuple[str, Any], ...] = ()
    variants: tuple[str, ...] = ()
    seed: int | str = 0
    settings: tuple[Setting, ...] = ()
    turn: Said | None = None
    play: tuple[Said, ...] = ()
    when: tuple[Said, ...] = ()
    then: tuple[Expectation, ...] = ()
    skip: str = ""
    program: Program | None = None
    """None if the ruling cannot be run: it is skipped, or `problems` says why."""
    problems: tuple[Problem, ...] = ()


@dataclass
class Rulings:
    """The rulings of one game, in the order of their files."""

    game: str
    rulings: list[Ruling] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """Everything wrong with the files, the problems of single rulings included."""
    sources: dict[str, SourceFile] = field(default_factory=dict)
