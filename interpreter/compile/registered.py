"""The modules that say how operations are written: they register it when they are imported."""

from __future__ import annotations

from . import effects, lists, mask_ops, patterns, scalars, things

REGISTERED = (effects, lists, mask_ops, patterns, scalars, things)
