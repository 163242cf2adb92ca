"""Remembering: a match in, its journal or its save as JSON data out; and both the other way round.

A journal (schemas/journal.schema.json) is what it takes to play a match again: rules, seed, moves.
A save (schemas/save.schema.json) holds the position too and is refused by other rules. A journal
is not: it is replayed up to the last move that still holds. A seat's own journal is made from what
the seat could see: no seed, no answers that are still secret, no pieces it never saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import CHANCE, RNG

from . import events
from .engine import Option, Vector
from .errors import IllegalMove, PlayError, SaveMismatch
from .moves import Position, move_data, same_block, texts_of
from .version import VERSION

if TYPE_CHECKING:
    from .match import Game, Match, Step

FORMAT = 1


# ---------------------------------------------------------------- writing


def header(game: Game) -> dict[str, Any]:
    """Return what names the rules of a match."""
    made: dict[str, Any] = {
        "format": FORMAT,
        "engine": VERSION,
        "game": game.id,
        "players": game.players,
        "options": game.options,
        "variants": list(game.variants),
        "fingerprint": game.fingerprint,
    }
    if game.program.rules:
        # Which file it was that changed can be told only if each has a digest of its own.
        made["fingerprints"] = _fingerprints(game)
    return made


def _fingerprints(game: Game) -> dict[str, Any]:
    by_name = {name: digest for name, digest, _ in game.program.rules}
    base = by_name.pop("", "")
    return {"game": base, "variants": by_name}


def full(match: Match) -> dict[str, Any]:
    """Return the whole journal of a match."""
    made = header(match.game)
    made["seed"] = match.seed
    made["explicit_chance"] = match.explicit_chance
    if match.first is not None:
        made["start"] = _position_data(*match.first)
    steps = match.steps()
    made["moves"] = [record_of(match, step) for step in steps]
    made["events"] = _events(match, steps)
    made["over"] = match.over
    if match.over:
        made["scores"] = match.scores()
        made["winners"] = match.winners()
    return made


def record_of(match: Match, step: Step) -> dict[str, Any]:
    """Return a move as the journal holds it; it is put into words when first asked for."""
    if step.record is None:
        assert step.v is not None and step.k is not None and step.option is not None
        engine = match.game.engine
        position = Position(engine, match.game.wording, step.v, step.k)
        options = engine.options(step.v, step.k)
        text = texts_of(position, options)[options.index(step.option)]
        step.record = {
            "player": None if step.player == CHANCE else step.player,
            "text": text,
            "data": move_data(position, step.option, text),
        }
    return dict(step.record)


def _events(match: Match, steps: list[Step]) -> list[dict[str, Any]]:
    wording = match.game.wording
    found: list[dict[str, Any]] = []
    for moves, listed in [(0, match.opening), *((step.count, step.events) for step in steps)]:
        for event in listed:
            # Events that came out of a save are data already.
            if isinstance(event, dict):
                found.append(dict(event))
            elif events.worth_telling(event):
                found.append(events.data(wording, event, moves))
    return found


def save(match: Match) -> dict[str, Any]:
    """Return a match as data that `resume` turns into the same match."""
    return {**full(match), **_position_data(match.v, match.k)}


def _position_data(v: Vector, k: Vector) -> dict[str, Any]:
    # The generator's state has 64 bits, more than other languages' JSON numbers can hold.
    slots = v[:]
    slots[RNG] = 0
    stack = [list(item) if isinstance(item, tuple) else item for item in k]
    return {"state": slots, "stack": stack, "random": f"{v[RNG]:016x}"}


# ---------------------------------------------------------------- one seat's part


def for_seat(match: Match, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know of a match's journal: no seed, no secrets of others."""
    _complete(match)
    made = {**header(match.game), "seat": seat}
    steps = match.steps()
    made["moves"] = [_seen_record(match, steps, number, seat) for number in range(len(steps))]
    wording = match.game.wording
    made["events"] = [
        events.data(wording, seen, moves)
        for moves, listed in [(0, match.opening), *((step.count, step.events) for step in steps)]
        for event in listed
        if events.worth_telling(event)
        and (seen := events.as_seen(wording, event, seat)) is not None
    ]
    made["over"] = match.over
    if match.over:
        made["scores"] = match.scores()
        made["winners"] = match.winners()
    return made


def _seen_record(match: Match, steps: list[Step], number: int, seat: int | None) -> dict[str, Any]:
    step = steps[number]
    record = record_of(match, step)
    if step.player == seat and seat is not None:
        return record
    if step.player != CHANCE and not _secret(match, steps, number, seat):
        return record
    return {"player": record["player"], "text": None, "data": None}


def _secret(match: Match, steps: list[Step], number: int, seat: int | None) -> bool:
    """Whether another player's answer is, or may be, something the seat has not seen."""
    step = steps[number]
    position = _before(match, step)
    point = position.point
    assert point is not None and step.option is not None

    def after(count: int) -> Position:
        later = number + count
        return _before(match, steps[later]) if later < len(steps) else match.position

    passed = 1
    if point.hidden:
        # The answers stay closed until the last one of the same round is given.
        while same_block(position, after(passed)):
            if number + passed == len(steps):
                return True
            passed += 1
    then = after(passed)
    viewer = match.game.viewer
    return not all(
        viewer.piece_visible(piece, then.v, then.k, seat)
        or viewer.piece_visible(piece, position.v, position.k, seat)
        for piece in pieces_named(position, step.option)
    )


def pieces_named(position: Position, option: Option) -> list[int]:
    """Return the pieces that an option's words or data speak of."""
    point = position.point
    assert point is not None
    if option.source < 0:
        return []
    source = point.sources[option.source]
    found: list[int] = []
    if source.domain is not None:
        found += _pieces(source.domain, option.value)
    backend = position.engine.backend
    bound = position.engine.bound(k=position.k, v=position.v, option=option)
    for parts in position.program.labels[source.label].texts.values():
        for part in parts:
            if not isinstance(part, str) and part[1].kind in ("piece", "mask"):
                found += _pieces(part[1], backend.eval(part[0], position.v, bound))
    return found


def _pieces(domain: Any, value: Any) -> list[int]:
    if domain.kind == "piece":
        values = value if isinstance(value, tuple) else (value,)
        return [piece for piece in values if piece >= 0]
    if domain.kind == "mask" and domain.of is not None and domain.of.kind == "piece":
        return [domain.of.lo + bit for bit in range(value.bit_length()) if value >> bit & 1]
    return []


def _before(match: Match, step: Step) -> Position:
    assert step.v is not None and step.k is not None
    return Position(match.game.engine, match.game.wording, step.v, step.k)


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class Failure:
    """The first move of a journal that does not hold any more."""

    number: int
    """Its number, counted from 1."""
    text: str
    code: str
    reason: str
    source: str


@dataclass(frozen=True)
class Replay:
    """A journal played again: the match as far as it goes, and what stopped it."""

    match: Match
    failure: Failure | None
    differences: tuple[str, ...]
    """How the rules differ from those the journal was written with."""


def differences(game: Game, data: Mapping[str, Any]) -> list[str]:
    """Return in what a journal's or save's rules differ from a game's, in words."""
    if data.get("game") != game.id:
        # Of another game everything differs, which nobody wants to read.
        return [f"game: {_short(data.get('game'))} there, {game.id} here"]
    found = []
    for key, here in (
        ("players", game.players),
        ("options", game.options),
    ):
        if data.get(key) != here:
            found.append(f"{key}: {_short(data.get(key))} there, {_short(here)} here")
    if data.get("fingerprint") != game.fingerprint:
        # Variants that come to the same are the same, wherever their files lie.
        found += _variants(game, data.get("variants"))
        found += _changed_files(game, data.get("fingerprints"))
        if not found:
            found.append("the rules have changed")
        elif not any("changed" in each for each in found):
            found.append("the rules are different")
        if data.get("engine") != VERSION:
            found.append(f"engine: {_short(data.get('engine'))} there, {VERSION} here")
    return found


def _variants(game: Game, there: Any) -> list[str]:
    """Return which variants are played only there or only here, in words."""
    named = [str(each) for each in there] if isinstance(there, list) else []
    found = [f"the variant '{each}' there, not here" for each in named if each not in game.variants]
    return found + [
        f"the variant '{each}' here, not there" for each in game.variants if each not in named
    ]


def _changed_files(game: Game, there: Any) -> list[str]:
    """Return which rule files are not what they were, in words."""
    if not isinstance(there, Mapping) or not isinstance(there.get("variants"), Mapping):
        return []
    here = _fingerprints(game)
    if not here["variants"]:
        return []
    found = ["the game itself has changed"] if there.get("game") != here["game"] else []
    for name, digest in here["variants"].items():
        if name in there["variants"] and there["variants"][name] != digest:
            found.append(f"the variant '{name}' has changed")
    return found


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def replay(game: Game, data: Mapping[str, Any]) -> Replay:
    """Play a journal again, up to the last move that holds."""
    _shape(data, "journal")
    changed = differences(game, data)
    explicit = bool(data.get("explicit_chance"))
    if "start" in data:
        match = game.at(*_position(game, data["start"]), data["seed"], explicit_chance=explicit)
    else:
        match = game.start(data["seed"], explicit_chance=explicit)
    for number, given in enumerate(data["moves"], 1):
        # People write journals too: a move may be its words alone.
        record = {"text": given} if isinstance(given, str) else given
        text = str(record.get("text"))
        try:
            _again(match, record, exact=not changed)
        except PlayError as error:
            place = getattr(error, "source", "") or getattr(error, "place", "")
            failure = Failure(number, text, error.code, error.message, place)
            return Replay(match, failure, tuple(changed))
    return Replay(match, None, tuple(changed))


def _again(match: Match, record: Mapping[str, Any], *, exact: bool) -> None:
    decision = match.decision
    player = record.get("player")
    if decision is not None and "player" in record and decision.player != player:
        raise IllegalMove(
            "not-your-decision",
            f"The journal has a move of player {player}, but player {decision.player} decides.",
            decision.source,
        )
    data = record.get("data")
    if exact and isinstance(data, Mapping) and isinstance(data.get("option"), int):
        point = match.game.engine.decision(match.v)
        if point is None or data.get("decision") == point.id:
            match.play_id(data["option"])
            return
    # Other rules number their options differently; words outlive numbers.
    match.play(str(record.get("text")))


def resume(game: Game, data: Mapping[str, Any]) -> Match:
    """Return the match that was saved; `SaveMismatch` if it was played by other rules."""
    from .match import Match, Step

    _shape(data, "save")
    found = differences(game, data)
    if found:
        raise SaveMismatch("This save belongs to other rules: " + "; ".join(found) + ".")
    explicit = bool(data.get("explicit_chance"))
    told = [event for event in data.get("events", ()) if isinstance(event, dict)]
    opening = tuple(event for event in told if not event.get("move"))
    first = _position(game, data["start"]) if "start" in data else None
    v, k = _position(game, data)
    match = Match(
        game,
        *(first or (v, k)),
        data["seed"],
        opening,
        explicit_chance=explicit,
        given=first is not None,
    )
    last: Step | None = None
    for number, record in enumerate(data["moves"], 1):
        followed = tuple(event for event in told if event.get("move") == number)
        player = record.get("player")
        last = Step(
            last, None, None, None, CHANCE if player is None else player, followed, dict(record)
        )
    match.go_to(v, k, last)
    return match


def rebuild(match: Match) -> None:
    """Find the positions along the way of a match that came out of a save, by playing it again."""
    again = replay(match.game, full(match))
    if again.failure is not None or again.match.v != match.v or again.match.k != match.k:
        raise SaveMismatch("The moves of this save do not lead to its position.", "save-broken")
    match.last = again.match.last
    match.opening = again.match.opening


def _complete(match: Match) -> None:
    if any(step.v is None for step in match.steps()):
        rebuild(match)


def _shape(data: Mapping[str, Any], kind: str) -> None:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise SaveMismatch(f"This is not a {kind} this version can read.", f"not-a-{kind}")
    moves = data.get("moves")
    kinds = (Mapping,) if kind == "save" else (Mapping, str)
    if not isinstance(moves, list) or not all(isinstance(move, kinds) for move in moves):
        raise SaveMismatch(f"This {kind} has no list of moves.", f"not-a-{kind}")
    if not isinstance(data.get("seed"), (int, str)):
        raise SaveMismatch(f"This {kind} has no seed.", f"not-a-{kind}")


def _position(game: Game, data: Any) -> tuple[Vector, Vector]:
    try:
        v = [int(slot) for slot in data["state"]]
        k = [tuple(item) if isinstance(item, list) else int(item) for item in data["stack"]]
        v[RNG] = int(data["random"], 16)
    except (TypeError, KeyError, ValueError, IndexError):
        raise SaveMismatch("The position in this save cannot be read.", "save-broken") from None
    if len(v) != len(game.program.start):
        raise SaveMismatch("The position in this save has another size.", "save-broken")
    return v, k
