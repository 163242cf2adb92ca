"""Why: a match and the words of a move in; the reasons for or against it, with file and line, out.

A move that is offered is explained by the conditions that hold. One that is not is looked for among
all answers the decision could ever have: then either a condition of it does not hold, or it could
not be carried through. What no answer could ever be is compared with what is offered. Nothing is
said of what the player to move may not know. In a language things are called by their names there,
without one by the ids of the rule files, as in the text of a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import DECIDE, ME, Node, Source

from .engine import Option
from .errors import GameOver, IllegalMove, PlayError
from .kernel import Fault
from .moves import Move, Position, same_words
from .phrases import Ask, Part, Phrases, Place
from .replies import reply, rule_reason, sentence
from .sight import Sight, Unknown

if TYPE_CHECKING:
    from .match import Match
    from .view import Viewer

MOST_ANSWERS = 5_000
"""Answers of one source that are tried against the words, offered or not."""
MOST_STEPS = 50
"""Decisions followed to find the one that cannot be answered."""


@dataclass(frozen=True)
class Reason:
    """One reason for or against a move."""

    text: str
    source: str
    """`file:line:column` of the rule, or empty."""
    ok: bool
    """Whether it speaks for the move."""

    def as_data(self) -> dict[str, Any]:
        """Return the reason as JSON data."""
        return {"text": self.text, "source": self.source, "ok": self.ok}


def explain(
    match: Match, move: Move | str | int | Mapping[str, Any], lang: str | None = None
) -> list[Reason]:
    """Return why a move can or cannot be made now, in a language or with the ids of rule files."""
    return _explain(match, _words(match, move), lang)[1]


def _words(match: Match, move: object) -> str:
    """Return what a move in any of its forms is called."""
    if isinstance(move, str):
        return move
    if isinstance(move, Move):
        return move.text
    if isinstance(move, Mapping):
        if "move" in move:
            return str(move["move"])
        move = move.get("option")
    # True and False are integers to Python, but nobody means an option by them.
    if isinstance(move, int) and not isinstance(move, bool):
        for offered in match.moves():
            if offered.id == move:
                return offered.text
    return f"option {move}"


def refusal(match: Match, move: Move | str | int | Mapping[str, Any]) -> IllegalMove:
    """Return the exception for a move that is not offered."""
    text = _words(match, move)
    code, reasons = _explain(match, text, None)
    if code == "legal":
        # The words are right, but what came with them belongs to another decision.
        said = reply(None, "other decision", text)
        return IllegalMove("not-offered", said, reasons=reasons)
    against = [reason for reason in reasons if not reason.ok]
    said = " ".join(reason.text for reason in against)
    source = next((reason.source for reason in against if reason.source), "")
    if code == "game-over":
        return GameOver(said)
    return IllegalMove(code, said, source, reasons)


@lru_cache(maxsize=4)
def _sight(viewer: Viewer) -> Sight:
    """Return what seats of a game can see; it is worked out once."""
    return Sight(viewer)


def _ask(viewer: Viewer, position: Position) -> Ask:
    """Return how to ask for values as the player to move may know them."""
    sight, seat = _sight(viewer), position.v[ME]
    closed = sight.closed(position.v, position.k, seat)

    def ask(node: Node, me: int, temps: tuple[Any, ...]) -> Any:
        return sight.value(node, position.v, position.k, seat, me, temps, closed)

    return ask


def _explain(match: Match, text: str, lang: str | None) -> tuple[str, list[Reason]]:
    if match.over:
        return "game-over", [Reason(reply(lang, "over"), "", False)]
    position = match.position
    ask = _ask(match.game.viewer, position)
    wanted = same_words(text)
    for move in match.moves():
        if wanted in map(same_words, _called(move, lang)):
            return "legal", _legal(position, move, ask, lang)
    others: list[str] = []
    for option in _answers(position):
        try:
            forms = {each: position.option_label(option, each) for each in {None, lang}}
        except (PlayError, Fault, IndexError):
            continue  # A label that makes no sense for an element that cannot be chosen.
        if wanted in map(same_words, forms.values()):
            return _illegal(position, option, ask, lang)
        others.append(forms[lang] or forms[None])
    return _unknown(match, text, others, lang)


def _called(move: Move, lang: str | None) -> list[str]:
    """Return what a move is called: how it is shown in the language, then its text."""
    return [move.text] if lang is None else [move.label(lang), move.text]


# ---------------------------------------------------------------- offered


def _legal(position: Position, move: Move, ask: Ask, lang: str | None) -> list[Reason]:
    program = position.program
    found = []
    option = move.option
    if option.source >= 0:
        assert position.point is not None
        source = position.point.sources[option.source]
        phrases = Phrases(position, source.local, source.domain, ask, lang)
        found += _reasons(phrases, _guard(phrases, source))
        if source.items is not None:
            found += _reasons(phrases, _chosen(phrases, source.items, option.value))
    else:
        rule = program.anytime[-1 - option.source]
        phrases = Phrases(position, ask=ask, lang=lang)
        if rule.guard is not None:
            found += _reasons(phrases, phrases.parts(rule.guard, phrases.here(), rule.span))
    found.append(Reason(reply(lang, "carried"), move.source, True))
    return found


def _reasons(phrases: Phrases, parts: Iterator[Part]) -> list[Reason]:
    """Return the parts that can be told, and once that something is wrong that cannot."""
    program, lang = phrases.program, phrases.lang
    untold = Reason(reply(lang, "not offered"), "", False)
    found = []
    for part in parts:
        if part.words:
            said = sentence(lang, "holds" if part.holds else "needs", part.words)
            found.append(Reason(said, program.place(part.span), part.holds))
        elif not part.holds and untold not in found:
            found.append(untold)
    return found


def _guard(phrases: Phrases, source: Source) -> Iterator[Part]:
    if source.guard is not None:
        yield from phrases.parts(source.guard, phrases.here(), source.span)


# ---------------------------------------------------------------- not offered


def _answers(position: Position) -> Iterator[Option]:
    """Yield every answer the decision could ever have, in order."""
    point = position.point
    assert point is not None
    for number, source in enumerate(point.sources):
        if source.items is None:
            yield Option(source.base, number, 0)
        elif source.domain is not None and source.domain.size <= MOST_ANSWERS:
            for value in range(source.domain.lo, source.domain.hi + 1):
                yield Option(source.base + value - source.domain.lo, number, value)
    if point.anytime:
        for number in range(len(position.program.anytime)):
            yield Option(-1, -1 - number, 0)


def _illegal(
    position: Position, option: Option, ask: Ask, lang: str | None
) -> tuple[str, list[Reason]]:
    point = position.point
    assert point is not None
    program = position.program
    phrases: Phrases
    if option.source >= 0:
        source = point.sources[option.source]
        phrases = Phrases(position, source.local, source.domain, ask, lang)
        span = source.span
        parts = list(_guard(phrases, source))
        if source.items is not None and all(part.holds for part in parts):
            parts += _among(phrases, source.items, option.value, span)
    else:
        rule = program.anytime[-1 - option.source]
        phrases = Phrases(position, ask=ask, lang=lang)
        span = rule.span
        parts = []
        if rule.guard is not None:
            parts = list(phrases.parts(rule.guard, phrases.here(), span))
    reasons = _reasons(phrases, iter(parts))
    if any(not reason.ok for reason in reasons):
        return "condition-not-met", reasons
    found = _failure(position, option, lang)
    if found is None:
        found = Reason(reply(lang, "not offered"), program.place(span), False)
        return "not-offered", [*reasons, found]
    return "cannot-be-carried-through", [*reasons, found]


def _chosen(phrases: Phrases, items: Node, value: Any) -> Iterator[Part]:
    """Yield the conditions of a list that an element of it meets."""
    place = phrases.here()
    while items.op == "filter":
        inner, temp, condition = items.args
        yield from phrases.parts(condition, phrases.chosen(place, temp, value), items.span)
        items = inner


def _among(phrases: Phrases, items: Node, value: Any, span: int) -> list[Part]:
    """Return why an element is not in a list, or nothing if it is."""
    here = phrases.here()
    try:
        if value in phrases.value(items, here):
            return []
        return list(_not_chosen(phrases, items, value, here, span))
    except Unknown:
        return [Part(False, "", span)]


def _not_chosen(
    phrases: Phrases, items: Node, value: Any, place: Place, span: int
) -> Iterator[Part]:
    """Yield why an element is not in a list: conditions of a filter, or that it is not there."""
    span = items.span if items.span >= 0 else span
    op, args = items.op, items.args
    if op == "filter":
        if value in phrases.value(args[0], place):
            yield from phrases.parts(args[2], phrases.chosen(place, args[1], value), span)
        else:
            yield from _not_chosen(phrases, args[0], value, place, span)
    elif op in ("sorted", "rotate") or (
        op in ("without", "best") and value not in phrases.value(args[0], place)
    ):
        yield from _not_chosen(phrases, args[0], value, place, span)
    elif op == "if":
        branch = args[1 if phrases.value(args[0], place) else 2]
        yield from _not_chosen(phrases, branch, value, place, span)
    elif op == "let":
        bound = place.bind(args[0], phrases.value(args[1], place))
        yield from _not_chosen(phrases, args[2], value, bound, span)
    elif op == "call":
        body, inner = phrases.inside(items, place)
        yield from _not_chosen(phrases, body, value, inner, span)
    else:
        name = phrases.named(value)
        yield Part(False, reply(phrases.lang, "among", name), span)


def _failure(position: Position, option: Option, lang: str | None) -> Reason | None:
    """Return the first thing that would stand in the way of an option, or None."""
    program = position.program
    found = position.engine.failures(position.v, position.k, option)
    if not found:
        return _dead_end(position, option, lang)
    # What the rules give a reason for says more than a choice that comes out empty.
    number, span = next((each for each in found if each[0] >= 0), found[0])
    told = number >= 0
    said = rule_reason(lang, program.reasons[number]) if told else reply(lang, "nothing later")
    return Reason(said, program.place(span), False)


def _dead_end(position: Position, option: Option, lang: str | None) -> Reason | None:
    """Return the choice that would come out empty, if always the first answer were given."""
    engine, program = position.engine, position.program
    v, k = position.v[:], position.k[:]
    point = position.point
    for _ in range(MOST_STEPS):
        assert point is not None
        engine.answer(v, k, point, option.source, option.value)
        if engine.backend.run(v, k, engine, True, None) != DECIDE or v[ME] != position.v[ME]:
            return None
        point = engine.decision(v)
        if point is None or point.kind != "player":
            return None
        answers = engine.answers(v, k, point)
        if not answers:
            paying = all(each.domain and each.domain.kind == "bundle" for each in point.sources)
            said = reply(lang, "cannot pay" if paying else "nothing to choose")
            return Reason(said, program.place(point.span), False)
        option = answers[0]
    return None


def _unknown(
    match: Match, text: str, others: list[str], lang: str | None
) -> tuple[str, list[Reason]]:
    from difflib import get_close_matches

    offered = [_called(move, lang)[0] for move in match.moves()]
    # What is offered is meant rather than what is not.
    for known in (offered, others):
        by_words = {same_words(each): each for each in known}
        near = get_close_matches(same_words(text), list(by_words), 1, 0.6)
        if near:
            hint = reply(lang, "did you mean", by_words[near[0]])
            break
    else:
        shown = ", ".join(reply(lang, "quoted", each) for each in offered[:6])
        more = ", …" if len(offered) > 6 else ""
        hint = reply(lang, "there is", shown + more) if offered else ""
    decision = match.decision
    place = decision.source if decision is not None else ""
    if _elsewhere(match, text):
        return "not-offered", [Reason(reply(lang, "elsewhere", text) + hint, place, False)]
    return "unknown-move", [Reason(reply(lang, "unknown", text) + hint, place, False)]


def _elsewhere(match: Match, text: str) -> bool:
    """Whether some other decision has a label that the words could fill."""
    import re

    wanted = same_words(text)
    for label in match.game.program.labels:
        parts = label.texts.get("en", ())
        if not any(isinstance(part, str) and part.strip() for part in parts):
            continue  # A label that is all hole would fit everything.
        pattern = "".join(
            re.escape(part.replace("_", " ").casefold()) if isinstance(part, str) else ".+"
            for part in parts
        )
        if re.fullmatch(pattern.strip(), wanted):
            return True
    return False
