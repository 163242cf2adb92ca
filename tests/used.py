"""What games make use of: positions and options in; how often each component and state, out.

A component is counted when a move chooses it, when it goes to another place, when a move is one of
its own rules, when a state names it, when a player holds it in the end, and when a value of its own
then is not nothing for whoever holds it. A value of the state is counted whenever the state becomes
that, if it has a name or is one of few.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.dsl.program import Program
from rulewright.interpreter.engine import Engine, Option
from rulewright.interpreter.kernel import ZONE_HEADER

WAYS = ("chosen", "moved", "own moves", "named", "held", "counts")
MOST_VALUES = 12
Key = tuple[str, str, str]  # game, kind, component
Values = tuple[str, range, tuple[str, ...], bool]
"""Name, slots, names of values if they have any, and whether they are components."""


class Uses:
    """Counts over any number of games."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Key, str]] = Counter()
        self.known: dict[Key, None] = {}
        self.numbers: Counter[tuple[str, str, int]] = Counter()
        self._owners: dict[int, dict[int, Key]] = {}
        self._values: dict[int, list[Values]] = {}
        self._before: list[Any] = []

    def add(self, other: Uses) -> None:
        """Take over what was counted elsewhere."""
        self.counts.update(other.counts)
        self.known.update(other.known)
        self.numbers.update(other.numbers)

    def start(self, engine: Engine, v: list[Any]) -> None:
        """Begin a game."""
        program = engine.program
        if id(program) not in self._owners:
            self._owners[id(program)] = _owners(program)
            self._values[id(program)] = list(_values(program))
            self.known.update(dict.fromkeys(_everything(program)))
        # What set-up deals out has been moved, too.
        self._before = list(program.start)
        self.see(engine, v)

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
        for name, slots, values, pieces in self._values[id(program)]:
            for slot in slots:
                if before[slot] == v[slot]:
                    continue
                if pieces and v[slot] >= 0:
                    self.counts[_component(program, v[slot]), "named"] += 1
                elif not pieces and not values:
                    self.numbers[program.game, name, v[slot]] += 1
                elif values and v[slot] >= 0:
                    self.counts[(program.game, name, values[v[slot]]), "chosen"] += 1
        self._before = v[:]

    def end(self, engine: Engine, v: list[Any], k: list[Any]) -> None:
        """Count what players hold when the game is over, and which of it counts for them."""
        self.see(engine, v)
        program = engine.program
        owners = self._owners[id(program)]
        own = [(owners.get(each.span), each) for each in program.functions if each.nparams == 1]
        for zone in program.zones:
            if zone.owner < 0:
                continue
            first = zone.base + ZONE_HEADER
            for piece in v[first : first + v[zone.base]]:
                key = _component(program, piece)
                self.counts[key, "held"] += 1
                for owner, function in own:
                    if (
                        owner == key
                        and function.name.startswith(f"{key[1]}.")
                        and engine.backend.eval(function.body, v, k, zone.owner, (piece,))
                    ):
                        self.counts[key, "counts"] += 1

    def table(self) -> Iterator[str]:
        """Lines for people: every component with its counts, and what was never used."""
        games = dict.fromkeys(game for game, _, _ in self.known)
        for game in games:
            yield f"{game:44}" + "".join(f"{way:>11}" for way in WAYS)
            never: list[str] = []
            for key in self.known:
                if key[0] == game:
                    counts = [self.counts[key, way] for way in WAYS]
                    yield f"  {key[1]:14} {key[2]:27}" + "".join(f"{one:11}" for one in counts)
                    if not any(counts):
                        never.append(f"{key[1]} {key[2]}")
            yield f"  never used: {', '.join(never) or 'nothing'}"
            numbers: dict[str, dict[int, int]] = {}
            for (place, name, value), count in self.numbers.items():
                if place == game:
                    numbers.setdefault(name, {})[value] = count
            for name, found in numbers.items():
                reached = ", ".join(f"{value}: {found[value]}" for value in sorted(found))
                yield f"  {name:14} {reached}"


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
    for name, _, values, _ in _values(program):
        yield from ((program.game, name, value) for value in values)


def _values(program: Program) -> Iterator[Values]:
    """The states of the game and its players that have names for their values, or few of them."""
    goods = set(program.goods)
    for variable in program.variables:
        if variable.owner not in ("", "player") or variable.path in goods or variable.is_set:
            continue
        slots = range(variable.base, variable.base + variable.count)
        if variable.domain.kind == "enum":
            yield variable.path, slots, program.enums[variable.domain.name], False
        elif variable.domain.kind == "piece":
            yield variable.path, slots, (), True
        elif variable.domain.kind == "int" and variable.hi - variable.lo <= MOST_VALUES:
            yield variable.path, slots, (), False


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
