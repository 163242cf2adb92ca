"""Where time goes, by line of the rule files: something to run in; samples per place out.

Compiled rules carry the names and lines of rule files, so it is enough to look every millisecond
of processor time which rule is running. What runs for a rule, such as a flood fill, counts for it;
time spent without any rule is told by what is done then.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Collection
from types import FrameType

INTERVAL = 0.001
LOOKING_AHEAD = "(looking ahead)"
ENGINE = "(engine)"


class NoProfile(Exception):
    """This system has no clock that could be used."""


def sampled(run: Callable[[], object], files: Collection[str]) -> Counter[str]:
    """Run something in the main thread; return how often each `file:line` of the files was seen."""
    if not hasattr(signal, "setitimer"):
        raise NoProfile("this system has no timer to look at programs with.")
    seen: Counter[str] = Counter()
    names = frozenset(files)

    def look(number: int, frame: FrameType | None) -> None:
        seen[place_of(frame, names)] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        run()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return seen


def place_of(frame: FrameType | None, files: Collection[str]) -> str:
    """Return the innermost rule that is running, or what is done without one."""
    ahead = False
    while frame is not None:
        name = frame.f_code.co_filename
        if name in files:
            # Between two lines it is neither.
            return f"{name}:{frame.f_lineno or frame.f_code.co_firstlineno}"
        ahead |= name.endswith("lookahead.py")
        frame = frame.f_back
    return LOOKING_AHEAD if ahead else ENGINE
