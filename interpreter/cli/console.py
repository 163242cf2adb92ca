"""The terminal of a person who plays: questions in, what was typed out.

On a terminal lines can be edited and moves completed with the Tab key, where Python has readline.
In a pipe what is read is repeated, so that the output reads like the session it was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from .output import Style, style_of


class Console:
    """Where a game is shown and where answers come from."""

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or style_of()
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._words: list[str] = []
        if self.terminal:
            self._complete()

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            print(line)

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str | None:
        """Return a line that somebody typed, or None at the end of the input."""
        self._words = sorted(set(words))
        try:
            if self.terminal:
                return input(prompt).strip()
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return line.strip() if line else None

    def clear(self) -> None:
        """Take what is shown out of sight, so that the next player does not see it."""
        if self.terminal and self.style.colour:
            print("\x1b[2J\x1b[3J\x1b[H", end="")
        else:
            print("\n" * 40 if self.terminal else "")

    def _complete(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._completion)
        # Moves have blanks in them: the whole line is completed.
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, number: int) -> str | None:
        found = matching(self._words, text)
        return found[number] if number < len(found) else None


def matching(words: Sequence[str], text: str) -> list[str]:
    """Return the words that begin like a text, however it is spelt.

    >>> matching(["take lamp", "talk"], "TA")
    ['take lamp', 'talk']
    """
    wanted = text.casefold()
    return [word for word in words if word.casefold().startswith(wanted)]
