"""Coverage: Programs and the spans that were used in; lines of rule files reached and missed, out.

Only lines with something to carry out or to ask count: a cost in a table, a start value and what
is only displayed are read when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import Node, Program


@dataclass(frozen=True)
class Coverage:
    """The rule lines of one file."""

    reached: tuple[int, ...]
    missed: tuple[int, ...]

    @property
    def share(self) -> float:
        """How much was reached, from 0 to 1."""
        return len(self.reached) / max(1, len(self.reached) + len(self.missed))


class Reached:
    """Collects what was reached in several Programs of the same files."""

    def __init__(self) -> None:
        self._all: dict[str, set[int]] = {}
        self._reached: dict[str, set[int]] = {}
        self._seen: set[int] = set()

    def add(self, program: Program, spans: set[int]) -> None:
        """Note that the nodes with these spans were used."""
        if id(program) not in self._seen:
            self._seen.add(id(program))
            for file, line in rule_lines(program):
                self._all.setdefault(file, set()).add(line)
        for file, line in _lines(program, spans):
            self._reached.setdefault(file, set()).add(line)

    def by_file(self) -> dict[str, Coverage]:
        """Return what was reached and missed, file by file."""
        found = {}
        for file, lines in sorted(self._all.items()):
            reached = lines & self._reached.get(file, set())
            found[file] = Coverage(tuple(sorted(reached)), tuple(sorted(lines - reached)))
        return found


def rule_lines(program: Program) -> set[tuple[str, int]]:
    """Return the file and line of every leaf that can be reached while playing."""
    leaves = {(program.files[file], line) for file, line in program.rule_lines}
    parts = [
        program.code,
        [function.body for function in program.functions],
        [(s.guard, s.items) for decision in program.decisions for s in decision.sources],
        [rule.guard for rule in program.anytime],
        [line.value for line in program.score],
        program.ties,
        program.goal,
    ]
    return leaves & _lines(program, {node.span for node in _nodes(parts)})


def _lines(program: Program, spans: set[int]) -> set[tuple[str, int]]:
    places = (program.spans[span] for span in spans if span >= 0)
    return {(program.files[place[0]], place[1]) for place in places}


def _nodes(part: Any) -> Iterator[Node]:
    """Yield every node in a part of a Program."""
    todo = [part]
    while todo:
        each = todo.pop()
        if isinstance(each, Node):
            yield each
            todo.extend(each.args)
        elif isinstance(each, (tuple, list)):
            todo.extend(each)
