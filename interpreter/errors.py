"""What can go wrong while playing: nothing in, exceptions with stable codes out.

Mistakes in rule files that no check can find (a rule that divides by zero) are `RuleRuntimeError`;
moves that are not allowed are `IllegalMove` and change nothing. Codes never change their spelling;
messages may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class PlayError(Exception):
    """Anything that playing can raise on purpose; `code` is stable, the message is for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class RuleRuntimeError(PlayError):
    """A rule asked for something impossible while it ran; `place` is its `file:line:column`.

    Codes: stuck, absent, division-by-zero, out-of-range, too-large, zone-full, not-payable,
    not-held, chain-limit, endless, too-many-decisions.
    """

    def __init__(self, code: str, message: str, place: str = "") -> None:
        super().__init__(code, message)
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class IllegalMove(PlayError):
    """A move that cannot be made now; `source` is the `file:line:column` of the rule in the way.

    Codes: not-offered, condition-not-met, cannot-be-carried-through, unknown-move, game-over,
    not-your-decision. `reasons` holds what `explain` found, where it was asked.
    """

    def __init__(
        self, code: str, reason: str, source: str = "", reasons: Sequence[Any] = ()
    ) -> None:
        super().__init__(code, reason)
        self.reason = reason
        self.source = source
        self.reasons = tuple(reasons)


class GameOver(IllegalMove):
    """A move after the end of the game."""

    def __init__(self, reason: str = "the game is over") -> None:
        super().__init__("game-over", reason)


class WrongArgument(PlayError, ValueError):
    """A call with something that cannot be meant, such as a seat that is none.

    Codes: unknown-seat, wrong-argument.
    """


class SaveMismatch(PlayError):
    """A save or journal that does not belong to these rules; the message says what differs."""

    def __init__(self, message: str, code: str = "save-mismatch") -> None:
        super().__init__(code, message)
