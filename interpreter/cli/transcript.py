"""What happened, for people: a match in, its moves and events as lines out.

A seat gets what it could see; `ALL` tells everything, as suits a game that is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE
from rulewright.interpreter import events
from rulewright.interpreter.journal import record_of
from rulewright.interpreter.moves import Position
from rulewright.interpreter.text import seat_name

from .drawing import columns, joined, pad, table, wrap
from .look import ALL
from .output import Style
from .words import say

if TYPE_CHECKING:
    from rulewright.interpreter.match import Match, Step

_MOVE_WIDTH = 34


@dataclass(frozen=True)
class Entry:
    """One move with what followed from it."""

    number: int
    player: str
    text: str
    followed: tuple[str, ...]


def entries(match: Match, seat: int | None, lang: str, since: int = 0) -> Iterator[Entry]:
    """Yield the moves from number `since` on (counted from 0) as a seat knows them."""
    secret: list[bool] = []
    if seat != ALL:
        secret = [record["text"] is None for record in match.journal_for(seat)["moves"]]
    for number, step in enumerate(match.steps()):
        if number < since:
            continue
        hidden = bool(secret) and secret[number]
        text = say(lang, "in secret") if hidden else move_text(match, step, lang)
        player = "" if step.player == CHANCE else seat_name(step.player)
        yield Entry(number + 1, player, text, tuple(told(match, step.events, seat, lang, player)))


def move_text(match: Match, step: Step, lang: str) -> str:
    """Return a move in a language, as it was worded when it was made."""
    if step.v is None or step.k is None or step.option is None:
        return str(record_of(match, step)["text"])
    position = Position(match.game.engine, match.game.wording, step.v, step.k)
    return position.option_label(step.option, lang) or str(record_of(match, step)["text"])


def told(
    match: Match, listed: tuple[Any, ...], seat: int | None, lang: str, who: str = ""
) -> list[str]:
    """Return events in words as a seat gets to know them; `who` needs no naming again."""
    wording = match.game.wording
    found = []
    for event in listed:
        if isinstance(event, dict):
            # Events of a save that has not been played again are words already.
            text = str(event["text"]) if event.get("seen_by") == "everyone" or seat == ALL else ""
        elif not events.worth_telling(event):
            continue
        else:
            seen = event if seat == ALL else events.as_seen(wording, event, seat)
            text = "" if seen is None else events.sentence(wording, seen, lang)
        if text:
            found.append(text.removeprefix(f"{who} ") if who else text)
    return found


def shown(entry: Entry, style: Style) -> list[str]:
    """Return a move as lines: number, player, move, and what followed beside or below it."""
    start = f"{entry.number:>4}  {entry.player or '*'}  "
    followed = "; ".join(entry.followed)
    if not followed:
        return wrap(entry.text, style.width, start, " " * len(start))
    line = start + pad(entry.text, _MOVE_WIDTH)
    if columns(entry.text) <= _MOVE_WIDTH and columns(line + "  " + followed) <= style.width:
        return [f"{line}  {style.paint(followed, 'dim')}"]
    lines = wrap(entry.text, style.width, start, " " * len(start))
    more = wrap(followed, style.width, " " * (len(start) + 4))
    return lines + [style.paint(each, "dim") for each in more]


def result(match: Match, names: list[str], lang: str, style: Style) -> list[str]:
    """Return the score sheets and who has won."""
    sheets = match.score_sheet(lang)
    lines = [say(lang, "over"), ""]
    rows = []
    if len(sheets[0].lines) > 1:
        for number, line in enumerate(sheets[0].lines):
            rows.append([line.name, *(str(sheet.lines[number].points) for sheet in sheets)])
    label = say(lang, "total" if rows else "points")
    rows.append([label, *(str(sheet.total) for sheet in sheets)])
    lines += table(["", *names], rows, style)
    return [*lines, "", who_wins(match, lang)]


def who_wins(match: Match, lang: str) -> str:
    """Return a sentence on who has won."""
    winners = match.winners()
    if not winners:
        return say(lang, "nobody")
    if len(winners) == 1:
        return say(lang, "wins", seat_name(winners[0]))
    if len(winners) == match.game.players:
        return say(lang, "draw")
    return say(lang, "share", joined([seat_name(each) for each in winners], "&"))
