"""Pauses of the garbage collector: nothing in, a stretch of code that it does not interrupt out.

A game that is made ready is made of a million small objects that all stay. Looking for garbage
among them again and again finds none and takes a quarter of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_later() -> Iterator[None]:
    """Leave garbage where it is until the end of the block, if it would have been collected."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
