"""What happened, for people: an event in; a sentence, its JSON data, and who may know it out.

An event that comes with words of its own is those words with its values filled in. The usual ones
(goods that come and go, dice) come without, and get their sentence here.
"""

from __future__ import annotations

from typing import Any

from .kernel import Event
from .text import ENGLISH, Wording, seat_name

SEEN_BY = ("everyone", "player", "nobody")

# {0} is the player, {1}, {2} … are the values.
_SENTENCES: dict[str, dict[str, str]] = {
    "gain": {"en": "{0} gains {1}", "fr": "{0} reçoit {1}", "ja": "{0} 獲得: {1}"},
    "lose": {"en": "{0} loses {1}", "fr": "{0} perd {1}", "ja": "{0} 失う: {1}"},
    "pay": {"en": "{0} pays {1}", "fr": "{0} paie {1}", "ja": "{0} 支払い: {1}"},
    "roll": {"en": "{0} rolls {1}", "fr": "{0} obtient {1}", "ja": "{0} 出目: {1}"},
    "roll of": {"en": "{0} rolls {1} {2}", "fr": "{0} obtient {1} {2}", "ja": "{0} 出目: {1} {2}"},
    "transfer": {
        "en": "{0} gives {1} to {2}",
        "fr": "{0} donne {1} à {2}",
        "ja": "{0} 渡す: {1} → {2}",
    },
}


def sentence(wording: Wording, event: Event, lang: str | None = ENGLISH, me: int = -1) -> str:
    """Return an event in words; names are those of a language, or ids without one."""
    values = [
        part if isinstance(part, str) else wording.value(part[1], part[0], lang, me)
        for part in event.parts
    ]
    who = seat_name(event.player)
    if any(isinstance(part, str) for part in event.parts):
        return " ".join("".join(values).split())
    # A number that has a name is rolled by it.
    kind = "roll of" if event.kind == "roll" and len(values) == 2 else event.kind
    forms = _SENTENCES.get(kind, {})
    form = forms.get(lang or ENGLISH) or forms.get(ENGLISH)
    if form is None or form.count("{") != len(values) + 1:
        return " ".join([f"{who}: {event.kind}", *values])
    return form.format(who, *values)


def data(wording: Wording, event: Event, moves: int) -> dict[str, Any]:
    """Return an event as JSON data; `moves` is how many moves had been made."""
    return {
        "move": moves,
        "kind": event.kind,
        "player": event.player if event.player >= 0 else None,
        "text": sentence(wording, event),
        "seen_by": SEEN_BY[event.seen_by],
    }


def worth_telling(event: Event) -> bool:
    """Whether anything happened: goods that come or go are more than nothing."""
    bundles = [
        part[0]
        for part in event.parts
        if not isinstance(part, str) and part[1].kind == "bundle" and isinstance(part[0], tuple)
    ]
    return not bundles or any(any(bundle) for bundle in bundles)


def as_seen(wording: Wording, event: Event, seat: int | None) -> Event | None:
    """Return what a seat gets to know of an event, or None if nothing.

    Of goods that only their owner may count, others are not told how many came or went.
    """
    own = seat is not None and event.player == seat
    if event.seen_by == 2 or (event.seen_by == 1 and not own):
        return None
    secret = [
        variable.good
        for variable in wording.program.variables
        if variable.good >= 0
        and (variable.seen_by == "nobody" or (variable.seen_by == "owner" and not own))
    ]
    if not secret:
        return event
    parts = []
    for part in event.parts:
        if not isinstance(part, str) and part[1].kind == "bundle" and isinstance(part[0], tuple):
            told = tuple(0 if good in secret else n for good, n in enumerate(part[0]))
            part = (told, part[1])
        parts.append(part)
    seen = event._replace(parts=tuple(parts))
    return seen if worth_telling(seen) else None
