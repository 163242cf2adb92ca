"""Rulings: a ruling and its Program in; what came of it, with a transcript, out.

The position of `given` is set up in this order: the match starts, the moves of `play` are made,
the values of `set` are put in place, and `turn` says who is at turn. Then come the moves of `when`.
Where a die or a draw comes up, the next word of the list is its outcome if it names one; otherwise
the seed decides. In a condition `me` is whoever made the last move, or decides if none was made.

Nothing here raises for what a ruling says: whatever is not as expected is a `Failure`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE, RNG

from .coverage import Coverage, Reached
from .errors import GameOver, IllegalMove, RuleRuntimeError
from .events import sentence, worth_telling
from .match import Game, Match
from .moves import same_words
from .phrases import Phrases, Place
from .positions import Impossible, arranged, at_turn, checked
from .queries import rng
from .reference import Reference
from .text import seat_name, seat_number

if TYPE_CHECKING:
    from rulewright.dsl.ruling_data import Expectation, Ruling, Said

    from .engine import Option, Vector


@dataclass(frozen=True)
class Failure:
    """Something that is not as the ruling says, and the line that says so."""

    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}\n  found {self.found}"


@dataclass(frozen=True)
class Outcome:
    """What came of one ruling."""

    id: str
    ruling: str
    place: str
    """`file:line` of the ruling."""
    failures: tuple[Failure, ...] = ()
    skipped: str = ""
    """Why it was not run, or an empty text."""
    transcript: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything was as the ruling says; also if it was skipped."""
        return not self.failures

    def __str__(self) -> str:
        said = "skipped" if self.skipped else "ok" if self.ok else "FAILED"
        lines = [f"{said} {self.id} ({self.place})"]
        if self.skipped:
            lines.append(f"  {self.skipped}")
        lines += [f"  {line}" for failure in self.failures for line in str(failure).split("\n")]
        return "\n".join(lines)

    def as_data(self) -> dict[str, Any]:
        """Return the outcome as JSON data."""
        return {
            "id": self.id,
            "ruling": self.ruling,
            "place": self.place,
            "ok": self.ok,
            "skipped": self.skipped or None,
            "failures": [
                {"place": each.place, "expected": each.expected, "found": each.found}
                for each in self.failures
            ],
        }


def run(rulings: Iterable[Ruling]) -> list[Outcome]:
    """Run rulings, each by itself, and return what came of them in their order."""
    return [outcome for outcome, _ in _run_all(rulings)]


def coverage(rulings: Iterable[Ruling]) -> dict[str, Coverage]:
    """Return which lines of the rule files rulings reach, by file; those that fail count too."""
    reached = Reached()
    for ruling, (_, spans) in zip(rulings := list(rulings), _run_all(rulings), strict=True):
        if ruling.program is not None:
            reached.add(ruling.program, spans)
    return reached.by_file()


def _run_all(rulings: Iterable[Ruling]) -> Iterator[tuple[Outcome, set[int]]]:
    games: dict[int, Game] = {}
    for ruling in rulings:
        place = f"{ruling.file}:{ruling.line}"
        if ruling.skip:
            yield Outcome(ruling.id, ruling.text, place, (), ruling.skip), set()
            continue
        if ruling.program is None:
            found = tuple(
                Failure(each.span.label, "a ruling that can be read", each.message)
                for each in ruling.problems
            )
            yield Outcome(ruling.id, ruling.text, place, found), set()
            continue
        game = games.setdefault(id(ruling.program), Game(ruling.program, Reference))
        backend = game.engine.backend
        assert isinstance(backend, Reference)
        backend.reached = set()
        yield _Course(ruling, game).outcome(), backend.reached


class _Stop(Exception):
    """The ruling cannot go on; its failure has been noted."""


class _Course:
    """One ruling being run."""

    def __init__(self, ruling: Ruling, game: Game) -> None:
        self.ruling = ruling
        self.game = game
        self.failures: list[Failure] = []
        self.lines: list[str] = []
        self.v: Vector = []
        self.k: Vector = []
        self.me = -1
        self.refused: IllegalMove | None = None

    # ------------------------------------------------------------ the course of a ruling

    def outcome(self) -> Outcome:
        """Run the ruling from beginning to end."""
        ruling = self.ruling
        place = f"{ruling.file}:{ruling.line}"
        self.lines.append(ruling.text)
        try:
            self._given()
            before = self._values()
            self._when()
            self._changed(before)
            self._now()
            self._then()
        except _Stop:
            pass
        except RuleRuntimeError as error:
            self._fail(ruling.line, "rules that can be carried through", str(error))
        self.lines += [f"FAILED {line}" for failure in self.failures for line in [str(failure)]]
        return Outcome(
            ruling.id, ruling.text, place, tuple(self.failures), "", "\n".join(self.lines)
        )

    def _fail(self, line: int, expected: str, found: str) -> None:
        self.failures.append(Failure(f"{self.ruling.file}:{line}", expected, found))

    def _given(self) -> None:
        ruling, game = self.ruling, self.game
        settled = [f"{game.players} players", f"seed {ruling.seed}"]
        settled += [f"{key} {_shown(value)}" for key, value in ruling.options]
        settled += [f"variant {name}" for name in game.variants]
        self.lines.append(f"given {', '.join(settled)}")
        self.v, self.k = game.engine.start(ruling.seed, None, True)
        self._moves(ruling.play)
        settings = [each for each in ruling.settings if not self._says_turn(each.path)]
        turns = [(str(s.value), s.line) for s in ruling.settings if self._says_turn(s.path)]
        if ruling.turn is not None:
            turns.append((ruling.turn.text, ruling.turn.line))
        before = self._values()
        self._possible(lambda: self._arrange([(each.path, each.value) for each in settings]))
        self._changed(before)
        for letter, line in turns:
            self._turn(letter, line)
        if settings or turns:
            self._possible(lambda: checked(game, self.v, self.k))
        self.me = -1

    def _says_turn(self, path: str) -> bool:
        """Whether this path says who is at turn: no value of the game is called so."""
        return path == "turn" and path not in self.game.paths.slots

    def _arrange(self, values: list[tuple[str, Any]]) -> None:
        self.v = arranged(self.game, self.v, values)

    def _possible(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Impossible as error:
            lines = {setting.path: setting.line for setting in self.ruling.settings}
            line = lines.get(error.path, next(iter(lines.values()), self.ruling.line))
            self._fail(line, "a position that can be", str(error))
            raise _Stop from None

    def _turn(self, letter: str, line: int) -> None:
        self.lines.append(f"  {letter} is at turn")
        player = seat_number(letter, self.game.players)
        if player < 0:
            self._fail(line, "the letter of a player", f"'{letter}'")
            raise _Stop
        if self.game.engine.decider(self.v) < 0:
            self._fail(line, f"a position in which {letter} can be at turn", "nobody decides here")
            raise _Stop
        self.v, self.k = at_turn(self.game, self.v, self.k, player)

    def _when(self) -> None:
        if self.ruling.when:
            self.lines.append("when")
        may_fail = any(each.kind == "refused" for each in self.ruling.then)
        self._moves(self.ruling.when, may_fail)

    # ------------------------------------------------------------ moves

    @property
    def match(self) -> Match:
        """The position as a match."""
        return self.game.at(self.v, self.k, self.ruling.seed, explicit_chance=True)

    def _moves(self, moves: tuple[Said, ...], may_fail: bool = False) -> None:
        """Make moves; the last one may be refused if that is what is to be found out."""
        for number, said in enumerate(moves, 1):
            if not self._chance(said):
                self._move(said, may_fail and number == len(moves))
        self._chance(None)

    def _chance(self, said: Said | None) -> bool:
        """Let chance decide up to the next player; whether the words were one of its outcomes."""
        engine = self.game.engine
        while engine.decider(self.v) == CHANCE:
            match = self.match
            if said is not None:
                wanted = same_words(said.text)
                for move in match.moves():
                    if same_words(move.text) == wanted:
                        self._apply(move.option, f"  chance: {move.text}")
                        return True
            state, drawn = rng.below(self.v[RNG], len(match.options))
            self.v = self.v[:]
            self.v[RNG] = state
            move = match.moves()[drawn]
            # What the seed decides in one go is one line.
            line = "  chance (seed): "
            if self.lines[-1].startswith(line):
                line = f"{self.lines.pop()}, "
            self._apply(move.option, line + move.text)
        return False

    def _move(self, said: Said, may_fail: bool) -> None:
        match = self.match
        try:
            if match.over:
                raise GameOver
            option = match.find(said.text)
            if option is None:
                match.play(said.text)
                raise AssertionError("a move that is not found is refused")
        except IllegalMove as error:
            who = seat_name(self.game.engine.decider(self.v))
            self.lines.append(f"  {who}: {said.text}")
            self.lines.append(f"    refused, {error.code}: {error.reason}")
            if not may_fail:
                self._fail(said.line, f"the move '{said.text}'", f"{error.code}: {error.reason}")
                raise _Stop from None
            self.refused = error
            return
        self.me = self.game.engine.decider(self.v)
        text = next(move.text for move in match.moves() if move.option == option)
        self._apply(option, f"  {seat_name(self.me)}: {text}")

    def _apply(self, option: Option, line: str) -> None:
        events: list[Any] = []
        v, k = self.v[:], self.k[:]
        self.lines.append(line)
        self.game.engine.choose(v, k, option, events, True)
        self.v, self.k = v, k
        wording = self.game.wording
        self.lines += [f"    {sentence(wording, e, None)}" for e in events if worth_telling(e)]

    # ------------------------------------------------------------ the transcript

    def _values(self) -> dict[str, str]:
        """Every value of the position in words, by its path."""
        paths, state = self.game.paths, self.match.state
        found = {
            path: self.game.wording.value(slot.domain, self.v[slot.number])
            for path, slot in paths.slots.items()
        }
        return found | {path: _shown(state[path]) for path in paths.zones}

    def _changed(self, before: dict[str, str]) -> None:
        slots = self.game.paths.slots
        told: set[int] = set()
        for path, value in self._values().items():
            # A value may have more than one path.
            number = slots[path].number if path in slots else -1
            if value != before[path] and number not in told:
                self.lines.append(f"  {path}: {before[path]} -> {value}")
                told |= {number} - {-1}

    def _now(self) -> None:
        match = self.match
        decision = match.decision
        if decision is not None:
            moves = ", ".join(move.text for move in match.moves())
            self.lines.append(f"now {self._decider()} decides: {moves}")
            return
        scores = ", ".join(f"{seat_name(n)} {points}" for n, points in enumerate(match.scores()))
        self.lines.append(f"now the game is over: {scores}; won by {self._winners()}")

    def _decider(self) -> str:
        return seat_name(self.game.engine.decider(self.v))

    def _winners(self) -> str:
        return ", ".join(map(seat_name, self.match.winners())) or "nobody"

    # ------------------------------------------------------------ what must be so

    def _then(self) -> None:
        self.lines.append("then")
        for expected in self.ruling.then:
            found = self._unlike(expected)
            words = self._words(expected)
            if found is None:
                self.lines.append(f"  {words}")
            else:
                self._fail(expected.line, words, found)

    def _words(self, expected: Expectation) -> str:
        if expected.kind == "condition":
            return str(expected.value)
        return f"{expected.kind}: {_shown(expected.value)}"

    def _unlike(self, expected: Expectation) -> str | None:
        """Return what was found where it is not what was expected, else None."""
        check: Callable[[Any], str | None] = getattr(self, f"_is_{expected.kind}")
        return check(expected if expected.kind == "condition" else expected.value)

    def _is_condition(self, expected: Expectation) -> str | None:
        node = expected.node
        assert node is not None
        me = self.me if self.me >= 0 else max(0, self.game.engine.decider(self.v))
        if self.game.engine.backend.eval(node, self.v, self.k, me):
            return None
        phrases = Phrases(self.match.position)
        parts = [part.words for part in phrases.parts(node, Place(me)) if not part.holds]
        return f"that it does not hold: {'; '.join(parts)}"

    def _texts(self) -> dict[str, str]:
        """The moves that are offered, by the form in which texts are compared."""
        return {same_words(move.text): move.text for move in self.match.moves()}

    def _is_options(self, wanted: list[Any]) -> str | None:
        offered = self._texts()
        if {same_words(str(text)) for text in wanted} == set(offered):
            return None
        return self._offered(offered)

    def _is_offers(self, wanted: list[Any]) -> str | None:
        offered = self._texts()
        missing = [str(text) for text in wanted if same_words(str(text)) not in offered]
        return f"no {', '.join(missing)} among {self._offered(offered)}" if missing else None

    def _is_withholds(self, unwanted: list[Any]) -> str | None:
        offered = self._texts()
        there = [str(text) for text in unwanted if same_words(str(text)) in offered]
        return f"{', '.join(there)} among {self._offered(offered)}" if there else None

    def _offered(self, offered: dict[str, str]) -> str:
        return ", ".join(offered.values()) or "no moves: the game is over"

    def _is_refused(self, code: str) -> str | None:
        if self.refused is None:
            return "that the last move was made"
        return None if self.refused.code == code else f"refused: {self.refused.code}"

    def _is_scores(self, wanted: dict[str, int]) -> str | None:
        points = {seat_name(n): score for n, score in enumerate(self.match.scores())}
        if all(points.get(letter) == score for letter, score in wanted.items()):
            return None
        return f"scores: {_shown(points)}"

    def _is_winners(self, wanted: list[str]) -> str | None:
        if not self.match.over:
            return f"that the game is not over: {self._decider()} decides"
        found = [seat_name(player) for player in self.match.winners()]
        return None if sorted(found) == sorted(wanted) else f"winners: {self._winners()}"

    def _is_prompt(self, wanted: str) -> str | None:
        decision = self.match.decision
        found = "the game is over" if decision is None else decision.prompt
        return None if found == wanted else f"prompt: {found}"

    def _is_decision(self, wanted: str) -> str | None:
        found = self._decider()
        return None if found == wanted else f"decision: {found}"


def _shown(value: Any) -> str:
    """Return data as it is written in rule files."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_shown, value)) or "nothing"
    return str(value)
