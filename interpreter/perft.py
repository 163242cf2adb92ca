"""Counting: a game in; how many positions, games and information states there are, out.

The tree is counted with chance as a player: an outcome is a ply like a move. Answers that players
give at the same time (`hidden` decisions that follow each other) are one ply together. Equal
positions are counted once and their counts used again, so the numbers are those of the tree while
the work is that of the graph. `information` walks the tree itself: what a seat knows depends on
the way. All numbers are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from json import dumps
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE, RNG

from .engine import Option, Vector
from .events import as_seen, sentence
from .moves import Position, same_block
from .scoring import totals, winners

if TYPE_CHECKING:
    from .match import Game

_Key = tuple[tuple[Any, ...], tuple[Any, ...]]
_State = tuple[Vector, Vector]


@dataclass
class Count:
    """What was counted down to a depth; the lists are by depth, the root first."""

    nodes: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    """Complete games that end at a depth."""
    decisions: int = 0
    chance: int = 0
    complete: bool = True
    """Whether the whole tree was counted."""

    @property
    def histories(self) -> int:
        """Every node of the tree, the root included."""
        return sum(self.nodes)

    @property
    def complete_games(self) -> int:
        """Every way the game can go from beginning to end."""
        return sum(self.games)

    def as_data(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return {
            "nodes": self.nodes,
            "games": self.games,
            "histories": self.histories,
            "complete_games": self.complete_games,
            "decisions": self.decisions,
            "chance": self.chance,
            "complete": self.complete,
        }


@dataclass(frozen=True)
class Expected:
    """Exact expectations when every decision and every chance outcome is uniform."""

    result: Fraction
    """Of the first player: points if they always add up to 0, else 1 for a win, -1 for a loss."""
    scores: tuple[Fraction, ...]
    wins: tuple[Fraction, ...]
    """How often each player wins or shares the win."""
    length: Fraction
    """In plies."""

    def as_data(self) -> dict[str, Any]:
        """Return the expectations as JSON data; fractions are texts."""
        return {
            "result": str(self.result),
            "scores": [str(score) for score in self.scores],
            "wins": [str(share) for share in self.wins],
            "length": str(self.length),
        }


class Tree:
    """The tree of a game from a first position on, ply by ply, with chance explicit."""

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self.game = game
        self.engine = game.engine
        v, k = self.engine.start(seed, None, True)
        # Chance is explicit, so the generator's state is of no consequence.
        v[RNG] = 0
        self.root: _State = (v, k)

    def position(self, state: _State) -> Position:
        """Return a state as a position."""
        return Position(self.engine, self.game.wording, *state)

    def children(self, state: _State) -> Iterator[_State]:
        """Yield the states one ply further; the same state may come more than once."""
        for _, after, _ in self.plies(state):
            yield after

    def plies(
        self, state: _State, logged: bool = False
    ) -> Iterator[tuple[list[tuple[int, Option]], _State, list[Any]]]:
        """Yield what can happen in one ply: who chose what, the state after it, the events."""
        yield from self._answers(state, [], logged)

    def _answers(
        self, state: _State, made: list[tuple[int, Option]], logged: bool
    ) -> Iterator[tuple[list[tuple[int, Option]], _State, list[Any]]]:
        engine = self.engine
        decider = engine.decider(state[0])
        before = self.position(state)
        for option in engine.options(*state):
            v, k = state[0][:], state[1][:]
            events: list[Any] = []
            engine.choose(v, k, option, events if logged else None, True)
            now = [*made, (decider, option)]
            after = (v, k)
            if same_block(before, self.position(after)) and self._still_open(now, v):
                for answers, last, more in self._answers(after, now, logged):
                    yield answers, last, events + more
            else:
                yield now, after, events

    def _still_open(self, made: list[tuple[int, Option]], v: Vector) -> bool:
        """Whether the next answer is given together with these: nobody is asked again later."""
        who = self.engine.decider(v)
        return who == made[-1][0] or all(player != who for player, _ in made)


def perft(game: Game, depth: int | None = None, seed: int | str = 0) -> Count:
    """Count the tree of a game down to a depth, or all of it."""
    return _Counter(Tree(game, seed)).count(depth)


class _Counter:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.known: dict[tuple[_Key, int | None], Count] = {}

    def count(self, depth: int | None) -> Count:
        return self._count(self.tree.root, depth)

    def _count(self, state: _State, left: int | None) -> Count:
        v, k = state
        decider = self.tree.engine.decider(v)
        if decider < 0 and decider != CHANCE:
            return Count([1], [1])
        if left == 0:
            return Count([1], [0], complete=False)
        key = ((tuple(v), tuple(k)), left)
        known = self.known.get(key)
        if known is not None:
            return known
        made = Count([1], [0])
        if decider == CHANCE:
            made.chance = 1
        else:
            made.decisions = 1
        for child in self.tree.children(state):
            below = self._count(child, None if left is None else left - 1)
            _add(made.nodes, below.nodes)
            _add(made.games, below.games)
            made.decisions += below.decisions
            made.chance += below.chance
            made.complete = made.complete and below.complete
        self.known[key] = made
        return made


def _add(above: list[int], below: list[int]) -> None:
    """Add counts that start one ply further down."""
    above += [0] * (len(below) + 1 - len(above))
    for depth, number in enumerate(below, 1):
        above[depth] += number


def expected(game: Game, seed: int | str = 0) -> Expected:
    """Return the exact expectations of uniform play."""
    tree = Tree(game, seed)
    summary = _Summary(tree)
    found = summary.of(tree.root)
    if summary.zero_sum:
        result = found.scores[0]
    else:
        result = found.outcome
    return Expected(result, found.scores, found.wins, found.length)


@dataclass(frozen=True)
class _Mean:
    scores: tuple[Fraction, ...]
    wins: tuple[Fraction, ...]
    outcome: Fraction
    length: Fraction


class _Summary:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.zero_sum = True
        self.known: dict[_Key, _Mean] = {}

    def of(self, state: _State) -> _Mean:
        v, k = state
        key = (tuple(v), tuple(k))
        known = self.known.get(key)
        if known is None:
            known = self._end(state) if self.tree.engine.decision(v) is None else self._mean(state)
            self.known[key] = known
        return known

    def _end(self, state: _State) -> _Mean:
        engine = self.tree.engine
        scores = totals(engine, *state)
        best = winners(engine, *state)
        self.zero_sum = self.zero_sum and sum(scores) == 0
        outcome = 0
        if len(best) < len(scores):
            outcome = 1 if best == [0] else 0 if 0 in best else -1
        return _Mean(
            tuple(Fraction(score) for score in scores),
            tuple(Fraction(int(player in best)) for player in range(len(scores))),
            Fraction(outcome),
            Fraction(0),
        )

    def _mean(self, state: _State) -> _Mean:
        # In a joint ply every player chooses alone: each answer has the share of its player.
        below = [(share, self.of(child)) for share, child in self._shares(state)]
        seats = range(self.tree.game.players)
        return _Mean(
            tuple(sum((p * m.scores[n] for p, m in below), Fraction(0)) for n in seats),
            tuple(sum((p * m.wins[n] for p, m in below), Fraction(0)) for n in seats),
            sum((p * m.outcome for p, m in below), Fraction(0)),
            1 + sum((p * m.length for p, m in below), Fraction(0)),
        )

    def _shares(self, state: _State) -> list[tuple[Fraction, _State]]:
        """Return the states one ply further, each with its probability."""
        engine = self.tree.engine
        found: list[tuple[Fraction, _State]] = []
        for answers, after, _ in self.tree.plies(state):
            v, k = state[0][:], state[1][:]
            share = Fraction(1)
            for number, (_, option) in enumerate(answers):
                share /= len(engine.options(v, k))
                if number + 1 < len(answers):
                    engine.choose(v, k, option, None, True)
            found.append((share, after))
        return found


def information(game: Game, depth: int | None = None, seed: int | str = 0) -> list[int]:
    """Return how many information states each seat has at its own decisions, down to a depth.

    An information state is everything the seat has seen so far, in order: its own answers, its
    views and the events shown to it.
    """
    tree = Tree(game, seed)
    seats = range(game.players)
    found: list[set[bytes]] = [set() for _ in seats]
    first = [_digest(b"", game.viewer.view(*tree.root, seat)) for seat in seats]
    todo: list[tuple[_State, list[bytes], int]] = [(tree.root, first, 0)]
    while todo:
        state, known, ply = todo.pop()
        if tree.engine.decision(state[0]) is None:
            continue
        for seat in _asked(tree, state):
            found[seat].add(known[seat])
        if depth is not None and ply >= depth:
            continue
        for answers, after, events in tree.plies(state, logged=True):
            then = [
                _digest(known[seat], _seen(tree, seat, answers, after, events)) for seat in seats
            ]
            todo.append((after, then, ply + 1))
    return [len(states) for states in found]


def _asked(tree: Tree, state: _State) -> set[int]:
    """Return who decides in the next ply: one seat, or all who answer together."""
    first = tree.engine.decider(state[0])
    asked = {first} if first >= 0 else set()
    point = tree.engine.decision(state[0])
    if point is not None and point.hidden:
        asked |= {who for answers, _, _ in tree.plies(state) for who, _ in answers}
    return asked


def _seen(
    tree: Tree, seat: int, answers: list[tuple[int, Option]], after: _State, events: list[Any]
) -> Any:
    own = [(option.source, option.value) for who, option in answers if who == seat]
    wording = tree.game.wording
    shown = [
        sentence(wording, told, None)
        for event in events
        if (told := as_seen(wording, event, seat)) is not None
    ]
    return own, shown, tree.game.viewer.view(*after, seat)


def _digest(before: bytes, seen: Any) -> bytes:
    text = dumps(seen, sort_keys=True, ensure_ascii=True)
    return blake2b(before + text.encode(), digest_size=16).digest()
