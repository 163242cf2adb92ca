"""What games make use of: positions and options in; how often each component and state, out.

A component is counted when a move chooses it, when it goes to another place, and when a move is
one of its own rules. A named value of the state is counted whenever the state becomes that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.dsl.program import Program
from rulewright.interpreter.engine import Engine, Option

WAYS = ("chosen", "moved", "own moves")
Key = tuple[str, str, str]  # game, kind, component


class Uses:
    """Counts over any number of games."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Key, str]] = Counter()
        self.known: dict[Key, None] = {}
        self._owners: dict[int, dict[int, Key]] = {}
        self._named: dict[int, list[tuple[str, int, tuple[str, ...]]]] = {}
        self._before: list[Any] = []

    def add(self, other: Uses) -> None:
        """Take over what was counted elsewhere."""
        self.counts.update(other.counts)
        self.known.update(other.known)

    def start(self, engine: Engine, v: list[Any]) -> None:
        """Begin a game."""
        program = engine.program
        if id(program) not in self._owners:
            self._owners[id(program)] = _owners(program)
            self._named[id(program)] = list(_named_values(program))
            self.known.update(dict.fromkeys(_everything(program)))
        self._before = v[:]

    def move(self, engine: Engine, v: list[Any], option: Option) -> None:
        """Count a move that is about to be made, and what the one before it has changed."""
        self.see(engine, v)
        program = engine.program
        point = engine.decision(v)
        assert point is not None
        if option.source >= 0:
            source = point.sources[option.source]
            if source.domain is not None and source.domain.kind == "piece":
                self.counts[_component(program, option.value), "chosen"] += 1
            span = source.span
        else:
            span = program.anytime[-1 - option.source].span
        owner = self._owners[id(program)].get(span)
        if owner is not None:
            self.counts[owner, "own moves"] += 1

    def see(self, engine: Engine, v: list[Any]) -> None:
        """Count what is different from when it was looked at before."""
        program, before = engine.program, self._before
        first = program.pieces_base
        last = max((kind.first + kind.count for kind in program.kinds), default=0)
        if before[first : first + last] != v[first : first + last]:
            for piece in range(last):
                if before[first + piece] != v[first + piece]:
                    self.counts[_component(program, piece), "moved"] += 1
        for name, slot, values in self._named[id(program)]:
            if before[slot] != v[slot] >= 0:
                self.counts[(program.game, name, values[v[slot]]), "chosen"] += 1
        self._before = v[:]

    def table(self) -> Iterator[str]:
        """Lines for people: every component with its counts, and what was never used."""
        games = dict.fromkeys(game for game, _, _ in self.known)
        for game in games:
            yield f"{game:44}" + "".join(f"{way:>11}" for way in WAYS)
            never: list[str] = []
            for key in self.known:
                if key[0] != game:
                    continue
                counts = [self.counts[key, way] for way in WAYS]
                yield f"  {key[1]:14} {key[2]:27}" + "".join(f"{count:11}" for count in counts)
                if not any(counts):
                    never.append(f"{key[1]} {key[2]}")
            yield f"  never used: {', '.join(never) or 'nothing'}"


def _component(program: Program, piece: int) -> Key:
    for kind in program.kinds:
        if kind.first <= piece < kind.first + kind.count:
            component = kind.components[kind.component_of[piece - kind.first]]
            return program.game, kind.name, component
    raise ValueError(piece)


def _everything(program: Program) -> Iterator[Key]:
    for kind in program.kinds:
        used = {kind.components[number] for number in kind.component_of}
        yield from ((program.game, kind.name, each) for each in kind.components if each in used)
    for name, _, values in _named_values(program):
        yield from ((program.game, name, value) for value in values)


def _named_values(program: Program) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """The states of the game that have names for their values: name, slot, values."""
    for variable in program.variables:
        if not variable.owner and variable.domain.kind == "enum":
            yield variable.path, variable.base, program.enums[variable.domain.name]


def _owners(program: Program) -> dict[int, Key]:
    """By span, the component whose rules stand there."""
    kinds = {kind.plural: kind.name for kind in program.kinds}
    starts: dict[str, dict[int, Key | None]] = {}
    for fact in program.facts:
        section, _, name = fact.path.partition(".")
        owner = (program.game, kinds[section], name) if section in kinds else None
        starts.setdefault(fact.file, {})[fact.line] = owner
    found: dict[int, Key] = {}
    lines = {file: sorted(owners) for file, owners in starts.items()}
    for span, (number, line, *_) in enumerate(program.spans):
        file = program.files[number]
        at = bisect_right(lines.get(file, []), line) - 1
        owner = starts[file][lines[file][at]] if at >= 0 else None
        if owner is not None:
            found[span] = owner
    return found
