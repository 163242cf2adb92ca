"""What random games make use of: matches and moves in; how often each component and state, out.

A component is counted when a move chooses it, when it goes to another place, and when a move is
one of its own rules. A named value of the state is counted whenever the state becomes that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from rulewright.dsl.program import Program
from rulewright.interpreter.match import Match
from rulewright.interpreter.moves import Move

WAYS = ("chosen", "moved", "own moves")
Key = tuple[str, str, str]  # game, kind, component


class Uses:
    """Counts over any number of games."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Key, str]] = Counter()
        self.known: dict[Key, None] = {}
        self._texts: dict[int, dict[str, tuple[list[int], list[str]]]] = {}
        self._before: list[int] = []

    def add(self, other: Uses) -> None:
        """Take over what was counted elsewhere."""
        self.counts.update(other.counts)
        self.known.update(other.known)

    def start(self, match: Match) -> None:
        """Begin a game."""
        program = match.game.program
        if id(program) not in self._texts:
            self._texts[id(program)] = _texts(program)
            self.known.update(dict.fromkeys(_everything(program)))
        self._before = list(match.v)

    def move(self, match: Match, move: Move) -> None:
        """Count a move that is about to be made, and what the one before it has changed."""
        self.see(match)
        program = match.game.program
        point = match.game.engine.decision(match.v)
        assert point is not None
        if move.option.source >= 0:
            domain = point.sources[move.option.source].domain
            if domain is not None and domain.kind == "piece":
                self.counts[_component(program, move.option.value), "chosen"] += 1
        file, _, rest = move.source.rpartition(":")[0].rpartition(":")
        lines, owners = self._texts[id(program)].get(file, ([], []))
        at = bisect_right(lines, int(rest or 0)) - 1
        if at >= 0 and owners[at]:
            kind, component = owners[at].split(".")
            self.counts[(program.game, kind, component), "own moves"] += 1

    def see(self, match: Match) -> None:
        """Count what is different from when it was looked at before."""
        program, before, after = match.game.program, self._before, match.v
        for kind in program.kinds:
            for piece in range(kind.first, kind.first + kind.count):
                slot = program.pieces_base + piece
                if before[slot] != after[slot]:
                    self.counts[_component(program, piece), "moved"] += 1
        for name, slot, values in _named_values(program):
            if before[slot] != after[slot] >= 0:
                self.counts[(program.game, name, values[after[slot]]), "chosen"] += 1
        self._before = list(after)

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


def _texts(program: Program) -> dict[str, tuple[list[int], list[str]]]:
    """By file, the lines at which something begins, and which component it is, if any."""
    kinds = {kind.plural: kind.name for kind in program.kinds}
    starts: dict[str, dict[int, str]] = {}
    for fact in program.facts:
        section, _, name = fact.path.partition(".")
        owner = f"{kinds[section]}.{name}" if section in kinds else ""
        starts.setdefault(fact.file, {})[fact.line] = owner
    return {
        file: (sorted(lines), [lines[line] for line in sorted(lines)])
        for file, lines in starts.items()
    }
