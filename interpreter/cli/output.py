"""Where output goes: a stream in, what it can show out; and data as JSON.

Colour is used on a terminal that does not refuse it (NO_COLOR), lines are as long as the terminal
is wide, and box drawing falls back to ASCII where the encoding has nothing better.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from typing import Any, TextIO

WIDTH = 80
WIDEST = 100
NARROWEST = 40

_CODES = {"strong": "1", "dim": "2", "good": "32", "bad": "31", "place": "36"}


@dataclass(frozen=True)
class Style:
    """What may be printed."""

    width: int = WIDTH
    unicode: bool = True
    colour: bool = False

    def paint(self, text: str, look: str) -> str:
        """Return the text in a look (strong, dim, good, bad, place), or as it is."""
        return f"\x1b[{_CODES[look]}m{text}\x1b[0m" if self.colour and text else text

    @property
    def dots(self) -> str:
        """What stands for something left out."""
        return "…" if self.unicode else "..."


def prepare() -> None:
    """Make sure that no character can stop a session: what cannot be shown or read becomes `?`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def style_of(stream: TextIO | None = None) -> Style:
    """Return what a stream can show; standard output if none is given."""
    stream = sys.stdout if stream is None else stream
    terminal = stream.isatty()
    columns = shutil.get_terminal_size((WIDTH, 24)).columns if terminal else _asked_width()
    return Style(
        # A line that fills the last column makes some terminals wrap.
        max(NARROWEST, min(columns, WIDEST)) - (1 if terminal else 0),
        _can_encode(stream, "│…"),
        terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb",
    )


def _asked_width() -> int:
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdigit() and int(text) > 0 else WIDTH


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_json(data: Any) -> None:
    """Print data as JSON, readable and the same on every run."""
    print(json.dumps(data, indent=2, ensure_ascii=not _can_encode(sys.stdout, "…")))
