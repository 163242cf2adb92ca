"""Secrets: what a seat is shown does not change when only what is hidden from it changes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.program import RNG, Program

from .settings import Setting, plain_settings, playout


def hidden_pieces(match: rw.Match, seat: int) -> list[list[int]]:
    """The pieces a seat cannot tell apart, one list per kind."""
    viewer = match.game.viewer
    groups: list[list[int]] = []
    for kind in match.game.program.kinds:
        pieces = range(kind.first, kind.first + kind.count)
        hidden = [p for p in pieces if not viewer.piece_visible(p, match.v, match.k, seat)]
        # Pieces that belong to somebody stay with them.
        for owner in sorted(set(kind.owners)):
            group = [p for p in hidden if kind.owners[p - kind.first] == owner]
            if len(group) > 1:
                groups.append(group)
    return groups


def relabelled(program: Program, v: list[Any], change: dict[int, int]) -> list[Any]:
    """The same position with pieces in each other's places."""
    made = list(v)
    for piece, other in change.items():
        made[program.pieces_base + other] = v[program.pieces_base + piece]
    for zone in program.zones:
        for slot in range(zone.base + 2, zone.base + 2 + zone.capacity):
            made[slot] = change.get(v[slot], v[slot])
        unknown = v[zone.base + 1]
        first = zone.base + 2
        # The part whose order nobody knows is kept sorted.
        made[first : first + unknown] = sorted(made[first : first + unknown])
    for variable in program.variables:
        if variable.owner == "piece":
            kind = next(k for k in program.kinds if k.name == variable.kind)
            for piece, other in change.items():
                if kind.first <= piece < kind.first + kind.count:
                    made[variable.base + other - kind.first] = v[variable.base + piece - kind.first]
        if variable.domain.kind == "piece":
            for slot in range(variable.base, variable.base + variable.count):
                made[slot] = change.get(made[slot], made[slot])
    return made


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_views_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    """With hidden pieces swapped, every seat's view and its own moves are byte-identical."""
    random = Random(6)
    for number, (match, _) in enumerate(playout(setting, seed=6, most=60)):
        if number % 3:
            continue
        for seat in range(setting.players):
            change: dict[int, int] = {}
            for group in hidden_pieces(match, seat):
                shuffled = group[:]
                random.shuffle(shuffled)
                change.update(zip(group, shuffled, strict=True))
            other = match.copy()
            other.go_to(relabelled(match.game.program, match.v, change), list(match.k), None)

            assert json.dumps(match.view(seat)) == json.dumps(other.view(seat))
            if match.decision is not None and match.decision.player == seat:
                assert [m.text for m in match.moves()] == [m.text for m in other.moves()]
                assert match.decision.prompt == other.decision.prompt


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_views_contain_no_seed_and_no_stack(setting: Setting) -> None:
    """A view shows neither the generator nor the frame stack."""
    for number, (match, _) in enumerate(playout(setting, seed=7, most=10)):
        if number > 5:
            break
        text = json.dumps([match.view(seat) for seat in (None, *range(setting.players))])

        # A generator that nothing was drawn from yet is a small number like any other.
        assert match.v[RNG] < 10**6 or str(match.v[RNG]) not in text
        assert "stack" not in text
