"""Fewer conversions that do the same: steps between goods in, an equivalent shorter list out.

Used before a search: what is merely on the way (a ruby for grain, the grain for food) becomes one
step, and a step that another one beats is dropped. A step is a pair (takes, gives) of amounts.
"""

# ruff: noqa: B905 - workers may run a Python without zip(strict=); lengths agree throughout.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from operator import add, ge, sub

from .goods import ENDLESS, Goods, holds

Step = tuple[Goods, Goods]

_MOST_STEPS = 120
_MOST_UNITS = 2


def simplified(steps: Iterable[Step], needed: Sequence[bool], caps: Goods) -> list[Step]:
    """Return steps that reach the same needs; `needed` marks goods that may be part of a need.

    No good is held beyond its cap.
    """
    found = _unbeaten(list(steps))
    for good, wanted in enumerate(needed):
        if not wanted:
            found = _without_detour(found, good, caps)
    return found


def _without_detour(steps: list[Step], good: int, caps: Goods) -> list[Step]:
    """Replace steps that make nothing but one unit of a good by steps that use it from scratch.

    Who takes the good for something else then has it in stock or makes it on the spot, so
    afterwards nobody makes it any more. Where that would not be exact or not be shorter, nothing
    changes.
    """
    makers = [step for step in steps if step[1][good]]
    takers = [step for step in steps if step[0][good]]
    if not makers or any(sum(gives) != 1 or takes[good] for takes, gives in makers):
        return steps
    if any(takes[good] > min(_MOST_UNITS, caps[good]) for takes, _ in takers):
        return steps
    # Making it later leaves what it is made of in stock for longer: there must be room for that.
    made = [any(gives[place] for _, gives in steps) for place in range(len(caps))]
    for takes, _ in makers:
        if any(takes[p] and made[p] and cap != ENDLESS for p, cap in enumerate(caps)):
            return steps
    found = [step for step in steps if not step[1][good]]
    for takes, gives in takers:
        for units in range(1, takes[good] + 1):
            rest = tuple(
                less - units if place == good else less for place, less in enumerate(takes)
            )
            for used in combinations_with_replacement(makers, units):
                needs = rest
                for maker, _ in used:
                    needs = tuple(map(add, needs, maker))
                found.append((needs, gives))
    return _unbeaten(found) if len(found) <= _MOST_STEPS else steps


def _unbeaten(steps: list[Step]) -> list[Step]:
    """Drop steps that gain nothing and steps that another one, used once or more, can replace."""
    useful = [
        (step, tuple(map(sub, step[1], step[0])))
        for step in dict.fromkeys(steps)
        if not holds(*step)
    ]
    # No two different steps beat each other, so all can be compared with all.
    return [
        step
        for step, net in useful
        if not any(rival != step and _beats(rival, gain, step, net) for rival, gain in useful)
    ]


def _beats(step: Step, net: Goods, other: Step, other_net: Goods) -> bool:
    takes, gives = step
    if not all(map(ge, other[0], takes)):
        return False
    if all(map(ge, net, other_net)):
        return True
    # Several uses in a row are simple only where what is given is not taken again.
    if any(less and more for less, more in zip(takes, gives)):
        return False
    times = min(have // less for have, less in zip(other[0], takes) if less) if any(takes) else 1
    return times > 1 and all(many * times >= one for many, one in zip(net, other_net))
