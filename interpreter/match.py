"""Playing: a checked Program in; `Game`, and from it `Match` objects that front-ends play, out.

A `Game` never changes and may be shared. A `Match` is one game being played: a position (two lists
that are replaced, never changed in place) and the chain of steps that led to it, so copying one is
cheap and undoing is going back along the chain.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE, OVER, Program

from . import journal, scoring
from .arguments import language_of, seat_of, seed_of
from .backends import Compiling, Maker, maker
from .engine import Engine, Option, Vector
from .errors import GameOver, IllegalMove, PlayError, WrongArgument
from .kernel import Event
from .moves import Decision, Move, Position, moves_of, same_words
from .pausing import collecting_later
from .state import Paths, State
from .text import Wording
from .view import Viewer

if TYPE_CHECKING:
    from .explain import Reason


class Step:
    """A move that was made: the position before it, the option taken, the events that followed."""

    __slots__ = ("count", "events", "k", "option", "player", "previous", "record", "v")

    def __init__(
        self,
        previous: Step | None,
        v: Vector | None,
        k: Vector | None,
        option: Option | None,
        player: int,
        events: tuple[Any, ...],
        record: dict[str, Any] | None = None,
    ) -> None:
        self.previous = previous
        self.count: int = 1 if previous is None else previous.count + 1
        # A step that came out of a save has its record only; the rest comes by playing it again.
        self.v = v
        self.k = k
        self.option = option
        self.player = player
        self.events = events
        self.record = record


class _Tools:
    """What works on the positions of a game, in one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.wording = Wording(engine.program, engine.backend)

    @cached_property
    def viewer(self) -> Viewer:
        """Made when it is first needed: simulations need none."""
        return Viewer(self.engine, self.wording)


class _PerThread(local):
    """Where each thread finds its own tools."""

    tools: _Tools | None = None


class Game:
    """A game that is ready to be played: one rule set, one player count, one set of options.

    `backend` is what runs the rules: "compiled", "reference", or something that makes it; see
    `backends`. A game may be shared between threads: each gets an engine of its own, because an
    engine remembers things while it looks ahead.
    """

    def __init__(self, program: Program, backend: str | Maker | None = None) -> None:
        self.backend = maker(backend)
        # Guards stand in for look-ahead; the reference evaluator does without, so that the one
        # can be compared with the other.
        self.program = program
        if isinstance(self.backend, Compiling) and not self.backend.prepared:
            from .guards import prepared

            self.program = prepared(program)
        self._own = _PerThread()

    @property
    def engine(self) -> Engine:
        """The engine of the running thread."""
        return self._tools.engine

    @property
    def wording(self) -> Wording:
        """What puts this game into words."""
        return self._tools.wording

    @property
    def viewer(self) -> Viewer:
        """What makes the views of this game."""
        return self._tools.viewer

    @property
    def _tools(self) -> _Tools:
        tools = self._own.tools
        if tools is None:
            with collecting_later():
                tools = _Tools(Engine(self.program, self.backend(self.program)))
            self._own.tools = tools
        return tools

    @property
    def id(self) -> str:
        """The game's id."""
        return self.program.game

    @property
    def title(self) -> dict[str, str]:
        """The game's title by language."""
        return dict(self.program.title)

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.players

    @property
    def options(self) -> dict[str, Any]:
        """Every option with the value it has."""
        return dict(self.program.options)

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants in force."""
        return self.program.variants

    @property
    def fingerprint(self) -> str:
        """A digest of what the rules mean; two games with the same one play the same."""
        return self.program.fingerprint

    @cached_property
    def paths(self) -> Paths:
        """The names of everything in the state."""
        return Paths(self.wording)

    def start(self, seed: int | str | None = None, *, explicit_chance: bool = False) -> Match:
        """Set up a match; the same seed gives the same match, no seed a new one.

        With `explicit_chance` the match stops at every die and draw, and its outcomes are moves.
        """
        seed = seed_of(seed)
        if seed is None:
            from secrets import randbits

            seed = randbits(48)
        events: list[Any] = []
        v, k = self.engine.start(seed, events, explicit_chance)
        return Match(self, v, k, seed, tuple(events), explicit_chance=explicit_chance)

    def at(
        self, v: Vector, k: Vector, seed: int | str = 0, *, explicit_chance: bool = False
    ) -> Match:
        """Return a match that begins at a given position, as puzzles and rulings do."""
        if not isinstance(v, list) or not isinstance(k, list) or len(v) != len(self.program.start):
            raise WrongArgument("wrong-argument", "v and k should be a position of this game.")
        return Match(self, v[:], k[:], seed, (), explicit_chance=explicit_chance, given=True)

    def resume(self, save: Mapping[str, Any]) -> Match:
        """Go on with a match that `Match.save` wrote; `SaveMismatch` if it has other rules."""
        return journal.resume(self, save)

    def __reduce__(self) -> tuple[Any, ...]:
        # Engines stay where they are: another process makes its own.
        made = self.backend
        if isinstance(made, Compiling):
            made = made.sent(self.program)
        return Game, (self.program, made)

    def __repr__(self) -> str:
        return f"Game({self.id!r}, players={self.players})"


class Match:
    """One game being played."""

    def __init__(
        self,
        game: Game,
        v: Vector,
        k: Vector,
        seed: int | str,
        opening: tuple[Any, ...],
        *,
        explicit_chance: bool = False,
        given: bool = False,
    ) -> None:
        self.game = game
        self.seed = seed
        self.explicit_chance = explicit_chance
        self.opening = opening
        """Events of the set-up."""
        self.first: tuple[Vector, Vector] | None = (v, k) if given else None
        """The position a match began at, where that is not the one the seed gives."""
        self.last: Step | None = None
        self._place(v, k)

    def _place(self, v: Vector, k: Vector) -> None:
        self.v = v
        self.k = k
        self._ids: list[int] | None = None
        self._options: list[Option] | None = None
        self._moves: list[Move] | None = None

    # ------------------------------------------------------------ what can be done

    @property
    def position(self) -> Position:
        """The position as it is now; later moves do not change it."""
        return Position(self.game.engine, self.game.wording, self.v, self.k)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.v[OVER])

    @property
    def decision(self) -> Decision | None:
        """Who decides what; None when the game is over."""
        return None if self.over else Decision(self.position)

    @property
    def options(self) -> list[Option]:
        """The options in the engine's form, in stable order."""
        if self._options is None:
            self._options = [] if self.over else self.game.engine.options(self.v, self.k)
        return self._options

    def option_ids(self) -> list[int]:
        """Return the integers of the options: the quick way for programs that play."""
        if self._ids is None:
            self._ids = self.game.engine.ids(self.v, self.k)
        return self._ids[:]

    def moves(self) -> list[Move]:
        """Return every move that can be made now, in stable order."""
        if self._moves is None:
            self._moves = moves_of(self.position, self.options)
        return list(self._moves)

    # ------------------------------------------------------------ playing

    def play(
        self, move: Move | str | int | Mapping[str, Any], *, player: int | None = None
    ) -> None:
        """Make a move, given as a `Move`, its text, its data or its integer.

        `IllegalMove` says why it cannot be made, and nothing has changed. `player` is who makes
        it, where that is known: then nobody can decide for another.
        """
        decision = self.decision
        if decision is None:
            raise GameOver
        if seat_of(player, self.game.players) not in (None, decision.player):
            raise IllegalMove("not-your-decision", "Somebody else decides now.", decision.source)
        found = self.find(move)
        if found is None:
            from .explain import refusal

            raise refusal(self, move)
        self._apply(found)

    def find(self, move: Move | str | int | Mapping[str, Any]) -> Option | None:
        """Return the option that a move stands for here, or None."""
        # True and False are integers to Python, but nobody means an option by them.
        if isinstance(move, int) and not isinstance(move, bool):
            return next((option for option in self.options if option.id == move), None)
        if isinstance(move, str):
            for given in self.moves():
                if given.text == move:
                    return given.option
            wanted = same_words(move)
            alike = [each for each in self.moves() if same_words(each.text) == wanted]
            return alike[0].option if len(alike) == 1 else None
        data = move.data if isinstance(move, Move) else move
        if not isinstance(data, Mapping):
            return None  # whatever came over the wire
        point = self.game.engine.decision(self.v)
        if point is None or data.get("decision", point.id) != point.id:
            return None
        if "option" in data:
            found = next((option for option in self.options if option.id == data["option"]), None)
            # The words are optional, but they must not say something else than the number.
            if found is None or "move" not in data:
                return found
            text = next(each.text for each in self.moves() if each.option == found)
            return found if text == data["move"] else None
        return self.find(str(data["move"])) if "move" in data else None

    def play_id(self, number: int) -> None:
        """Make a move by its integer: the quick way for programs that play."""
        if self._ids is None:
            self._ids = self.game.engine.ids(self.v, self.k)
        if number not in self._ids:
            self.play(number)
            return
        engine = self.game.engine
        option, player = engine.option(self.v, self.k, number), engine.decider(self.v)
        v, k = self.v[:], self.k[:]
        events: list[Any] = []
        engine.choose_id(v, k, number, events, self.explicit_chance)
        self.last = Step(self.last, self.v, self.k, option, player, tuple(events))
        self._place(v, k)

    def play_forced(self) -> list[str]:
        """Make moves as long as there is only one to make; return their texts."""
        made = []
        while len(self.options) == 1:
            made.append(self.moves()[0].text)
            self._apply(self.options[0])
        return made

    def _apply(self, option: Option) -> None:
        engine = self.game.engine
        player = engine.decider(self.v)
        v, k = self.v[:], self.k[:]
        events: list[Any] = []
        engine.choose(v, k, option, events, self.explicit_chance)
        # Only now is it certain that nothing went wrong.
        self.last = Step(self.last, self.v, self.k, option, player, tuple(events))
        self._place(v, k)

    def go_to(self, v: Vector, k: Vector, last: Step | None) -> None:
        """Put the match at a position with the steps that led there; for saves being read."""
        self.last = last
        self._place(v, k)

    def undo(self) -> None:
        """Take back the last move."""
        if self.last is None:
            raise PlayError("nothing-to-undo", "No move has been made that could be taken back.")
        if self.last.v is None:
            journal.rebuild(self)
        step = self.last
        assert step.v is not None and step.k is not None
        self.last = step.previous
        self._place(step.v, step.k)

    def copy(self) -> Match:
        """Return a match that goes on from here by itself."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        return other

    # ------------------------------------------------------------ what is known

    def scores(self) -> list[int]:
        """Return the points of each player as they are now, in seat order."""
        return scoring.totals(self.game.engine, self.v, self.k)

    def score_sheet(self, lang: str = "en") -> list[scoring.ScoreSheet]:
        """Return how the points of each player come about."""
        lang = language_of(lang)
        return scoring.sheets(self.game.engine, self.game.wording, self.v, self.k, lang)

    def winners(self) -> list[int]:
        """Return who has won; nobody while the game is not over."""
        return scoring.winners(self.game.engine, self.v, self.k) if self.over else []

    def view(self, seat: int | None = None, lang: str = "en") -> dict[str, Any]:
        """Return what a seat may know, as JSON data; None is the public."""
        seat = seat_of(seat, self.game.players)
        return self.game.viewer.view(self.v, self.k, seat, language_of(lang))

    @property
    def state(self) -> State:
        """Everything in the position by the names rule files use, hidden things too."""
        return State(self.game.paths, self.v)

    @property
    def events(self) -> list[Event]:
        """What has happened so far, in order."""
        found = [list(self.opening)]
        found += [list(step.events) for step in self.steps()]
        return [event for events in found for event in events]

    def steps(self) -> list[Step]:
        """Return the moves made so far, first to last."""
        found = []
        step = self.last
        while step is not None:
            found.append(step)
            step = step.previous
        return found[::-1]

    @property
    def journal(self) -> dict[str, Any]:
        """Everything that is needed to play the match again, as JSON data, secrets included."""
        return journal.full(self)

    def journal_for(self, seat: int | None) -> dict[str, Any]:
        """Return the part of the journal that a seat may know."""
        return journal.for_seat(self, seat_of(seat, self.game.players))

    def save(self) -> dict[str, Any]:
        """Return the match as JSON data; `Game.resume` and `rulewright.resume` go on with it."""
        return journal.save(self)

    def explain(
        self, move: Move | str | int | Mapping[str, Any], lang: str | None = None
    ) -> list[Reason]:
        """Return why a move can or cannot be made now: `Reason` objects with file and line.

        In a language things have their names there; without one, the ids of the rule files.
        """
        from .explain import explain

        return explain(self, move, None if lang is None else language_of(lang))

    def __repr__(self) -> str:
        count = 0 if self.last is None else self.last.count
        decider = self.game.engine.decider(self.v)
        now = "over" if self.over else "chance" if decider == CHANCE else f"player {decider}"
        return f"Match({self.game.id!r}, seed={self.seed!r}, moves={count}, {now})"
