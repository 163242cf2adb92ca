"""A game at the terminal: a match and who plays in, the game played out.

People answer by typing, bots by themselves. Between two people who know different things the
keyboard is passed before the next one sees anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.errors import IllegalMove, PlayError
from rulewright.interpreter.sight import Sight, Unknown, has_secrets
from rulewright.interpreter.text import seat_name

from . import transcript
from .answers import COMMANDS, Choices, choices, command
from .common import write_json
from .console import Console
from .drawing import joined, listing, rule, table, wrap
from .failures import CannotWrite
from .look import Look
from .panels import Block, Screen
from .reasons import about_decision, explained, fact_of
from .words import say

if TYPE_CHECKING:
    from rulewright.interpreter.bots import Bot
    from rulewright.interpreter.match import Match
    from rulewright.interpreter.moves import Decision, Move

MOST_MOVES = 60
"""Moves that are listed without being asked for."""

RECENT = 15
"""Moves that `log` shows."""


class Session:
    """One game between people and bots; `bots` has None where a person plays.

    `again` is the command that goes on with a save, less the name of its file.
    """

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot | None],
        names: Sequence[str],
        console: Console,
        lang: str = "en",
        again: str = "rulewright play --resume",
    ) -> None:
        self.match = match
        self.bots = bots
        self.names = list(names)
        self.console = console
        self.style = console.style
        self.lang = lang
        self.again = again
        self.sight = Sight(match.game.viewer)
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.secrets = len(self.people) > 1 and has_secrets(match.game.program)
        # Of a game that was saved the last moves are enough to remember where it was.
        self._seen = dict.fromkeys(self.people, max(0, len(match.steps()) - RECENT))
        self._drawn: list[Block] = []
        self._at_keyboard: int | None = None
        self._told_how = False

    def run(self) -> bool:
        """Play to the end; False if somebody left before."""
        match = self.match
        while not match.over:
            decision = match.decision
            assert decision is not None and decision.player is not None
            bot = self.bots[decision.player]
            if bot is not None:
                match.play_id(bot.choose(match))
            elif not self._person(decision.player, decision):
                return False
        self._end()
        return True

    # ------------------------------------------------------------ one decision of a person

    def _person(self, seat: int, decision: Decision) -> bool:
        if self.secrets and self._at_keyboard not in (None, seat) and not self._passed(seat):
            return False
        first = self._at_keyboard != seat or self._others_moved(seat)
        self._at_keyboard = seat
        self._news(seat)
        self._draw(seat, whole=first)
        offered = choices(self.match.moves(), self.lang)
        self._ask(seat, decision, offered)
        words = [*offered.labels, *(move.text for move in offered.moves), *COMMANDS]
        while True:
            typed = self.console.ask("> ", words)
            if typed is None:
                self.console.say(say(self.lang, "ended"))
                return False
            outcome = self._answer(seat, typed, offered)
            if outcome is not None:
                return outcome

    def _answer(self, seat: int, typed: str, offered: Choices) -> bool | None:
        """Do what was typed: True if the game goes on, False if it is left, None to ask again."""
        if not typed:
            if len(offered.moves) == 1:
                return self._take(offered.moves[0])
            self._hint()
            return None
        asked = command(typed, offered)
        if asked is None:
            return self._move(typed, offered)
        name, rest = asked
        if name == "quit":
            self.console.say(say(self.lang, "left"))
            return False
        if name == "undo":
            return self._undo(seat)
        self._show(name, rest, seat, offered)
        return None

    def _move(self, typed: str, offered: Choices) -> bool | None:
        meant = offered.meant(typed)
        if len(meant) == 1:
            return self._take(meant[0])
        if meant:
            self.console.say(*self._several(typed, meant, offered))
            return None
        if offered.numbered and typed.lstrip("-").isdecimal():
            self.console.say(say(self.lang, "numbers", len(offered.moves)))
            return None
        self.console.say(*self._reasons(typed, typed))
        return None

    def _several(self, typed: str, meant: Sequence[Move], offered: Choices) -> list[str]:
        """Return the moves that words could mean."""
        shown = [say(self.lang, "quoted", offered.label_of(move)) for move in meant[:6]]
        more = [self.style.dots] if len(meant) > 6 else []
        listed = joined(shown + more, say(self.lang, "or"))
        return wrap(say(self.lang, "several", typed, listed), self.style.width, "", "  ")

    def _take(self, move: Move) -> bool | None:
        try:
            self.match.play(move)
        except IllegalMove as error:
            self.console.say(*wrap(error.reason, self.style.width))
            return None
        return True

    def _undo(self, seat: int) -> bool | None:
        """Go back to this person's last decision; what bots did since is gone too."""
        steps = self.match.steps()
        own = [number for number, step in enumerate(steps) if step.player == seat]
        if not own:
            self.console.say(say(self.lang, "nothing to undo"))
            return None
        text = transcript.move_text(self.match, steps[own[-1]], self.lang)
        for _ in range(len(steps) - own[-1]):
            self.match.undo()
        left = len(self.match.steps())
        self._seen = {each: min(count, left) for each, count in self._seen.items()}
        self._drawn = []
        self.console.say(say(self.lang, "undone", text))
        return True

    # ------------------------------------------------------------ showing

    def look(self, seat: int | None) -> Look:
        """Return what a seat sees now."""
        return Look(self.match, seat, self.lang, self.sight)

    def blocks(self, seat: int | None, *, all_boards: bool = False) -> list[Block]:
        """Return the game as a seat sees it, as blocks of lines."""
        return Screen(self.look(seat), self.style, self.names, all_boards).blocks()

    def _passed(self, seat: int) -> bool:
        self.console.clear()
        self._drawn = []
        answer = self.console.ask(say(self.lang, "pass", seat_name(seat)) + " ")
        if answer is None:
            self.console.say(say(self.lang, "ended"))
        return answer is not None

    def _others_moved(self, seat: int) -> bool:
        last = self.match.last
        return last is None or last.player != seat

    def _news(self, seat: int) -> None:
        """Tell what has happened since this person last looked."""
        steps = self.match.steps()
        since = self._seen[seat]
        self._seen[seat] = len(steps)
        if since == 0 and not steps:
            for text in transcript.told(self.match, self.match.opening, seat, self.lang):
                self.console.say(*wrap(text, self.style.width, "  ", "    "))
        for entry in transcript.entries(self.match, seat, self.lang, since):
            step = steps[entry.number - 1]
            if step.player != seat:
                self.console.say(*transcript.shown(entry, self.style))
                continue
            # Own moves were typed on the line above; only what followed is news.
            for text in transcript.told(self.match, step.events, seat, self.lang):
                self.console.say(*wrap(text, self.style.width, "  ", "    "))

    def _draw(self, seat: int, *, whole: bool) -> None:
        """Show the game: all of it, or within a turn only what has changed."""
        made = self.blocks(seat)
        changed = made if whole else [block for block in made if block not in self._drawn]
        self._drawn = made
        if whole:
            self.console.say("", rule(self.style))
        for block in changed:
            self.console.say(*block, "")

    def _ask(self, seat: int, decision: Decision, offered: Choices) -> None:
        prompt = decision.prompt_in(self.lang)
        who = say(self.lang, "your move", self.names[seat].partition(" ")[0])
        # Who is asked matters only where several people share the keyboard.
        shown = f"{who}: {prompt}" if len(self.people) > 1 or not prompt else prompt
        self.console.say(*wrap(shown.removesuffix(": "), self.style.width))
        self._list(offered)
        if not self._told_how:
            self._told_how = True
            self._hint()

    def _hint(self) -> None:
        lines = wrap(say(self.lang, "how"), self.style.width)
        self.console.say(*(self.style.paint(line, "dim") for line in lines))

    def _list(self, offered: Choices, word: str = "") -> None:
        answers, aside = offered.shown(word)
        count = len(answers) + len(aside)
        most = count if word else MOST_MOVES
        if not count:
            self.console.say(*wrap(say(self.lang, "no such moves", word), self.style.width))
        self.console.say(*listing(answers[:most], self.style))
        left = aside[: max(0, most - len(answers))]
        if left:
            self.console.say(say(self.lang, "any time"), *listing(left, self.style))
        if count > most:
            self.console.say("  " + say(self.lang, "many", count - most))

    def _end(self) -> None:
        seat = self.people[0] if len(self.people) == 1 else None
        if seat is not None:
            self._news(seat)
        self.console.say("", rule(self.style))
        for block in self.blocks(seat, all_boards=True):
            self.console.say(*block, "")
        self.console.say(*transcript.result(self.match, self.names, self.lang, self.style))

    # ------------------------------------------------------------ commands

    def _show(self, name: str, rest: str, seat: int, offered: Choices) -> None:
        say_lines = self.console.say
        if name == "help":
            width = max(map(len, COMMANDS))
            for key in COMMANDS:
                first, indent = f"  {key:{width}}  ", " " * (width + 4)
                say_lines(*wrap(say(self.lang, key), self.style.width, first, indent))
            self._hint()
        elif name == "?":
            say_lines(*self._why(rest, offered))
        elif name == "board":
            for block in self.blocks(seat, all_boards=rest == "all"):
                say_lines(*block, "")
        elif name == "moves":
            self._list(offered, rest)
        elif name == "score":
            say_lines(*self._score(seat))
        elif name == "log":
            if not self.match.steps():
                say_lines(say(self.lang, "no log"))
            since = 0 if rest == "all" else max(0, len(self.match.steps()) - RECENT)
            for entry in transcript.entries(self.match, seat, self.lang, since):
                say_lines(*transcript.shown(entry, self.style))
        elif name == "save":
            self._save(rest)

    def _why(self, text: str, offered: Choices) -> list[str]:
        if not text:
            return about_decision(self.match, self.style, self.lang)
        meant = offered.meant(text)
        if len(meant) == 1:
            return self._reasons(offered.label_of(meant[0]), meant[0].text)
        fact = fact_of(self.match, text)
        if fact is not None and not meant:
            from .describe import described

            return described(fact, self.style, self.lang)
        if meant:
            return self._several(text, meant, offered)
        return self._reasons(text, text)

    def _reasons(self, shown: str, text: str) -> list[str]:
        """Return why a move can or cannot be played; `shown` is what it is called here."""
        reasons = self.match.explain(text, self.lang)
        return explained(shown, reasons, self.style, self.lang)

    def _score(self, seat: int) -> list[str]:
        """Return the score sheets as far as this person may know them."""
        program = self.match.game.program
        look = self.look(seat)
        rows = []
        for line in program.score:
            row = [look.named(f"score.{line.name}")]
            for player in range(program.players):
                try:
                    value = self.sight.value(
                        line.value, look.v, look.k, seat, player, closed=look.closed
                    )
                    row.append(str(value))
                except (Unknown, PlayError):
                    row.append("?")
            rows.append(row)
        if len(rows) > 1:
            totals = [[row[player + 1] for row in rows] for player in range(program.players)]
            sums = ["?" if "?" in each else str(sum(map(int, each))) for each in totals]
            rows.append([say(self.lang, "total"), *sums])
        return table(["", *self.names], rows, self.style)

    def _save(self, name: str) -> None:
        if not name:
            self.console.say(say(self.lang, "save where"))
            return
        try:
            write_json(name, self.match.save())
        except CannotWrite as error:
            said = say(self.lang, "cannot write", error.name, error.why)
            self.console.say(*wrap(said, self.style.width))
            return
        self.console.say(*wrap(say(self.lang, "saved", f"{self.again} {name}"), self.style.width))
