"""Where housed goods live: a position as a seat sees it and a player in, words by cell out.

Nobody moves animals in the rules, which only ask whether all find room; what is drawn is one
arrangement in which they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Domain, Node
from rulewright.interpreter.payments import place_modes
from rulewright.interpreter.queries.housing import arrange
from rulewright.interpreter.sight import Unknown
from rulewright.interpreter.state import elements

if TYPE_CHECKING:
    from .look import Look


def lodgers(look: Look, player: int, kinds: Sequence[str]) -> dict[str, str]:
    """Return what lives in each cell of a player, by the name of the cell.

    `kinds` says of each place of the housing whether it is a cell or an edge; other places cannot
    be drawn. What lives on an edge is drawn in the first of its cells.
    """
    if not look.program.housing:
        return {}
    goods, helper, places = look.program.housing[0]
    try:
        found = _places(look, player, kinds, places)
        held = [_held(look, good, player) for good in goods]
        helpers = _held(look, helper, player) if helper >= 0 else 0
    except Unknown:
        return {}
    modes = [place_modes(room, *rest, goods) for _, room, rest in found]
    stays = arrange(held, modes, helpers)
    shown: dict[str, str] = {}
    for (name, _, _), stay in zip(found, stays or (), strict=False):
        bundle = [0] * len(look.program.goods)
        for good, count in zip(goods, stay.animals, strict=True):
            bundle[good] += count
        if helper >= 0:
            bundle[helper] += stay.helpers
        if name and any(bundle):
            shown[name] = look.wording.bundle(tuple(bundle), look.lang)
    return shown


def _places(
    look: Look, player: int, kinds: Sequence[str], places: Sequence[Any]
) -> list[tuple[str, int, Any]]:
    """Return every single place: the cell it is drawn in, how much it holds, and of what."""
    found = []
    for kind, (source, _, capacity, *rest) in zip(kinds, places, strict=True):
        for element in _value(look, source, player):
            name = ""
            if kind in ("cell", "edge"):
                name = look.wording.value(Domain(kind), element, look.lang, player)
            found.append((name.partition("-")[0], _value(look, capacity, player, element), rest))
    return found


def _value(look: Look, node: Node, player: int, *temps: Any) -> Any:
    return look.sight.value(node, look.v, look.k, look.seat, player, temps, look.closed)


def _held(look: Look, good: int, player: int) -> int:
    for variable in look.program.variables:
        if variable.good == good:
            slot = next(
                each.slot for each in elements(look.wording, variable) if each.number == player
            )
            if slot in look.closed:
                raise Unknown
            return int(look.v[slot])
    return 0
