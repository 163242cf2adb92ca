"""What can be chosen: a position and its options in; `Decision` and `Move` objects for people out.

A move is the same thing in three forms: an integer (`id`), words (`text`) and JSON (`data`). Words
are made from one position for all its options at once, because they must differ from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl.program import (
    CHANCE,
    FP,
    FRAME,
    HEADER,
    ME,
    Domain,
    Program,
    Source,
)
from rulewright.dsl.program import Decision as DecisionPoint

from .arguments import language_of
from .engine import Engine, Option, Vector
from .text import ENGLISH, Wording, spoken

_CHOOSE = {"en": "Choose: {}", "fr": "Choisir : {}", "ja": "選択：{}"}
_WHICH_GOODS = {"en": "Which goods?", "fr": "Quelles ressources ?", "ja": "どの資源ですか？"}
_WHAT_NOW = {"en": "What now?", "fr": "Que faire ?", "ja": "どうしますか？"}


class Position:
    """A position that does not change any more, with what is needed to put it into words."""

    __slots__ = ("engine", "k", "v", "wording")

    def __init__(self, engine: Engine, wording: Wording, v: Vector, k: Vector) -> None:
        self.engine = engine
        self.wording = wording
        self.v = v
        self.k = k

    @property
    def program(self) -> Program:
        """The rules of the position."""
        return self.engine.program

    @property
    def point(self) -> DecisionPoint | None:
        """The decision point it waits at, or None at the end of the game."""
        return self.engine.decision(self.v)

    def option_label(self, option: Option, lang: str | None) -> str:
        """Return the label of an option as it is worded in this position."""
        point = self.point
        assert point is not None
        me = self.v[ME]
        if option.source >= 0:
            number = point.sources[option.source].label
            return self.wording.label(
                number, self.v, self.engine.bound(k=self.k, v=self.v, option=option), lang, me
            )
        rule = self.program.anytime[-1 - option.source]
        # The label speaks of the rule's own parameters: put its frame on top of a copy.
        backend = self.engine.backend
        args = [backend.eval(arg, self.v, self.k) for arg in rule.args]
        frame = [0] * FRAME + args + [0] * (rule.nlocals - len(args))
        v = self.v[:]
        v[FP] = len(self.k) + FRAME
        return self.wording.label(rule.label, v, self.k + frame, lang, me)

    def prompt(self, lang: str) -> str:
        """Return the question that is asked; one that the rules do not word is worded here."""
        point = self.point
        assert point is not None
        me = self.engine.decider(self.v)
        asked = self.wording.label(point.prompt, self.v, self.k, lang, me)
        if asked:
            return asked
        keys = {source.key if source.items is not None else "" for source in point.sources}
        if len(keys) == 1 and "" not in keys:
            key = keys.pop()
            if key == "goods":
                return _WHICH_GOODS.get(lang, _WHICH_GOODS[ENGLISH])
            # A thing that is called like its kind is called so in every language.
            known = (self.program.names.get(f"kind.{key}") or {}).get(lang)
            return _CHOOSE.get(lang, _CHOOSE[ENGLISH]).format(known or spoken(key))
        return _WHAT_NOW.get(lang, _WHAT_NOW[ENGLISH])


class Decision:
    """Who decides what, and which rule asks."""

    __slots__ = ("_position", "hidden", "id", "kind", "player", "procedure", "source")

    player: int | None
    """The player who decides: 0, 1, …; None when chance does."""
    kind: str
    """`player` or `chance`."""
    id: int
    """The integer of the decision point, stable for a fingerprint."""
    hidden: bool
    """Whether others decide at the same time without seeing the answer."""
    procedure: str
    """The procedure that asks."""
    source: str
    """`file:line:column` of the rule that asks."""

    def __init__(self, position: Position) -> None:
        point = position.point
        assert point is not None
        decider = position.engine.decider(position.v)
        self._position = position
        self.player = None if decider == CHANCE else decider
        self.kind = point.kind
        self.id = point.id
        self.hidden = point.hidden
        self.procedure = point.procedure
        self.source = position.program.place(point.span)

    @property
    def prompt(self) -> str:
        """The question, in English."""
        return self.prompt_in("en")

    def prompt_in(self, lang: str) -> str:
        """Return the question in a language, in English where it is not translated."""
        return self._position.prompt(language_of(lang))

    def as_data(self, lang: str = "en") -> dict[str, Any]:
        """Return the decision as JSON data."""
        return {
            "id": self.id,
            "player": self.player,
            "kind": self.kind,
            "prompt": self.prompt_in(lang),
            "hidden": self.hidden,
            "procedure": self.procedure,
            "source": self.source,
        }

    def __repr__(self) -> str:
        return f"Decision(player={self.player}, prompt={self.prompt!r}, source={self.source!r})"


class Move:
    """One answer to a decision, in words, as data and as an integer."""

    __slots__ = ("_data", "_position", "option", "source", "text")

    text: str
    """What a player would say; unique within its decision and the same on every run."""
    option: Option
    """The engine's form of it."""
    source: str
    """`file:line:column` of the rule that offers it."""

    def __init__(self, position: Position, option: Option, text: str) -> None:
        self._position = position
        self._data: dict[str, Any] | None = None
        self.option = option
        self.text = text
        span = -1
        point = position.point
        if point is not None:
            span = (
                point.sources[option.source].span
                if option.source >= 0
                else position.program.anytime[-1 - option.source].span
            )
        self.source = position.program.place(span)

    @property
    def id(self) -> int:
        """The integer of the option within its decision point."""
        return self.option.id

    @property
    def data(self) -> dict[str, Any]:
        """The move as JSON: decision, option, words, and what was chosen under its name."""
        if self._data is None:
            self._data = move_data(self._position, self.option, self.text)
        return dict(self._data)

    def label(self, lang: str = "en") -> str:
        """Return the move in a language, names translated; in English where there is none."""
        return self._position.option_label(self.option, language_of(lang)) or self.text

    def as_data(self) -> dict[str, Any]:
        """Return the move with its integer, words and source as JSON data."""
        return {"id": self.id, "text": self.text, "data": self.data, "source": self.source}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.option.id, self.text))

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


def move_data(position: Position, option: Option, text: str) -> dict[str, Any]:
    """Return the JSON of an option; a choice never hides the decision, option or words."""
    point = position.point
    assert point is not None
    data: dict[str, Any] = {"decision": point.id, "option": option.id, "move": text}
    if option.source >= 0:
        source = point.sources[option.source]
        if source.items is not None and source.domain is not None and source.key:
            data.setdefault(source.key, _chosen(position, source, option))
    return data


def _chosen(position: Position, source: Source, option: Option) -> Any:
    if source.domain is None or source.domain.kind != "bundle":
        return position.wording.plain(source.domain or Domain("int"), option.value)
    # A plan is chosen by its number, but the goods of it are what the label shows.
    stack = position.engine.bound(k=position.k, v=position.v, option=option)
    for part in position.program.labels[source.label].texts.get("en", ()):
        if not isinstance(part, str) and part[1].kind == "bundle":
            goods = position.engine.backend.eval(part[0], position.v, stack)
            return position.wording.plain(part[1], goods)
    return option.value


def texts_of(position: Position, options: Sequence[Option]) -> list[str]:
    """Return the words of each option, none twice: what would repeat gets a number."""
    found: list[str] = []
    taken: set[str] = set()
    for option in options:
        text = position.option_label(option, None) or f"option {option.id}"
        unique, number = text, 1
        while unique in taken:
            number += 1
            unique = f"{text} ({number})"
        taken.add(unique)
        found.append(unique)
    return found


def moves_of(position: Position, options: Sequence[Option]) -> list[Move]:
    """Return the options as moves, in their order."""
    texts = texts_of(position, options)
    return [Move(position, option, text) for option, text in zip(options, texts, strict=True)]


def same_words(text: str) -> str:
    """Return the form in which two texts are compared: case, underscores and spacing aside.

    >>> same_words(" Take  old_map ")
    'take old map'
    """
    return " ".join(text.replace("_", " ").casefold().split())


def same_block(before: Position, after: Position) -> bool:
    """Whether two positions, one move apart, belong to one round of secret answers.

    Answers wait in the frame stack, so within a round the state itself does not change.
    """
    first, second = before.point, after.point
    if first is None or second is None or not (first.hidden and second.hidden):
        return False
    return before.v[HEADER:] == after.v[HEADER:]
