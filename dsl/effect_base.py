"""What all effects stand on: the compiler of scripts in, what emits their instructions out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts

EVERYONE, PLAYER_ONLY, NOBODY = 0, 1, 2
"""Who sees an event."""


class EffectBase:
    """Knows the code that is written to, and what the game has declared."""

    def __init__(self, scripts: Scripts) -> None:
        self.s = scripts
        self.t = scripts.t
        self.ctx = scripts.ctx
        self.code = scripts.code
