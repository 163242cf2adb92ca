"""What somebody typed: words and the moves on offer in, the moves they could mean out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.moves import same_words

if TYPE_CHECKING:
    from rulewright.interpreter.moves import Move

COMMANDS = ("help", "?", "board", "moves", "score", "log", "undo", "save", "quit")
"""What can be typed besides moves; `words` says of each what it does."""

_OTHER = {"exit": "quit", "explain": "?"}
_SHORT = {"h": "help", "q": "quit", "b": "board", "m": "moves", "u": "undo"}


@dataclass(frozen=True)
class Choices:
    """The moves of a decision as they are shown and typed."""

    moves: Sequence[Move]
    labels: Sequence[str]

    @property
    def numbered(self) -> bool:
        """Whether moves have numbers; they have none where a move itself is called by one."""
        return not any(move.text.isdigit() for move in self.moves)

    def shown(self, word: str = "") -> tuple[list[str], list[str]]:
        """Return moves as they are listed, those with a word in them: answers, and what is none.

        What can be done at any time does not answer the question, so it stands apart.
        """
        wanted = same_words(word)
        width = len(str(len(self.moves)))
        answers: list[str] = []
        aside: list[str] = []
        for number, (move, label) in enumerate(zip(self.moves, self.labels, strict=True), 1):
            if wanted in same_words(label) or wanted in same_words(move.text):
                line = f"{number:>{width}} {label}" if self.numbered else label
                (answers if move.option.source >= 0 else aside).append(line)
        return answers, aside

    def exact(self, typed: str) -> Move | None:
        """Return the move that is called just so, or None."""
        wanted = same_words(typed)
        for move, label in zip(self.moves, self.labels, strict=True):
            if wanted in (same_words(move.text), same_words(label)):
                return move
        return None

    def meant(self, typed: str) -> list[Move]:
        """Return the moves that words could mean: one if it is clear, several, or none."""
        wanted = same_words(typed)
        if self.numbered and wanted.isdigit():
            number = int(wanted)
            return [self.moves[number - 1]] if 1 <= number <= len(self.moves) else []
        exact = self.exact(typed)
        if exact is not None:
            return [exact]
        for fits in (str.startswith, _has_words):
            found = [
                move
                for move, label in zip(self.moves, self.labels, strict=True)
                if fits(same_words(move.text), wanted) or fits(same_words(label), wanted)
            ]
            if found and wanted:
                return found
        return []

    def label_of(self, move: Move) -> str:
        """Return how a move is shown."""
        return next(
            label for each, label in zip(self.moves, self.labels, strict=True) if each.id == move.id
        )


def choices(moves: Sequence[Move], lang: str) -> Choices:
    """Return moves with what they are called in a language, no two alike."""
    labels = [move.label(lang) for move in moves]
    often = Counter(map(same_words, labels))
    taken: Counter[str] = Counter()
    unique = []
    for label in labels:
        key = same_words(label)
        taken[key] += 1
        unique.append(f"{label} ({taken[key]})" if often[key] > 1 and taken[key] > 1 else label)
    return Choices(moves, unique)


def _has_words(text: str, wanted: str) -> bool:
    """Whether each word that was typed begins a word of the text, in the same order."""
    words = iter(text.split())
    return all(any(word.startswith(part) for word in words) for part in wanted.split())


def command(typed: str, offered: Choices) -> tuple[str, str] | None:
    """Return the command and the rest of what was typed; None if it is a move.

    A move that is called like a command is a move; `/undo` is always the command. A single letter
    is a command only where no move begins with it.
    """
    slash = typed.startswith("/")
    words = typed.removeprefix("/").strip()
    if words.startswith("?"):
        return "?", words[1:].strip()
    if not slash and offered.exact(typed) is not None:
        return None
    first, _, rest = words.partition(" ")
    name = _OTHER.get(first.lower(), first.lower())
    if slash or not offered.meant(typed):
        name = _SHORT.get(name, name)
    if name not in COMMANDS:
        return None
    return name, rest.strip()
