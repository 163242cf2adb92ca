"""Secrets: what a seat is shown does not change when only what is hidden from it changes."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.program import RNG, Program

from .settings import Setting, load, plain_settings, playout, settings

# Games in which much stays hidden to the end.
MUCH_UNSEEN = ("cavern-tavern",)


def secret_settings() -> list[Setting]:
    """Settings of games in which something is hidden from somebody, with all options both ways."""
    found = []
    for setting in settings():
        program = load(setting).program
        if any(zone.seen_by != "everyone" for zone in program.zones):
            found.append(setting)
    return found


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


def dealt_anew(match: rw.Match, seat: int, random: Random) -> rw.Match:
    """The same position for this seat, with everything that is hidden from it swapped."""
    change: dict[int, int] = {}
    for group in hidden_pieces(match, seat):
        shuffled = group[:]
        random.shuffle(shuffled)
        change.update(zip(group, shuffled, strict=True))
    other = match.copy()
    other.go_to(relabelled(match.game.program, match.v, change), list(match.k), None)
    return other


def asked_about(match: rw.Match) -> list[str]:
    """Moves that somebody might ask about: some of those that are always called the same."""
    program = match.game.program
    plain = [label.texts["en"] for label in program.labels if "en" in label.texts]
    texts = sorted({words[0] for words in plain if len(words) == 1 and isinstance(words[0], str)})
    names = [name for kind in program.kinds for name in kind.components[:1]]
    return [*Random(len(match.k)).sample(texts, min(8, len(texts))), *names, "no such move"]


def shown(match: rw.Match, seat: int) -> str:
    """Everything that is shown to a seat, as bytes to compare: view, prompt, options, reasons."""
    said: list[Any] = [match.view(seat)]
    decision = match.decision
    if decision is not None and decision.player == seat:
        said += [decision.prompt, decision.source, [move.text for move in match.moves()]]
        said += [[move.data for move in match.moves()]]
        for text in asked_about(match):
            said.append([reason.as_data() for reason in match.explain(text)])
    return json.dumps(said)


@pytest.mark.parametrize("setting", plain_settings(), ids=str)
def test_views_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    """With hidden pieces swapped, what every seat is shown is byte-identical."""
    random = Random(6)
    for number, (match, _) in enumerate(playout(setting, seed=6, most=60)):
        if number % 3:
            continue
        for seat in range(setting.players):
            assert shown(match, seat) == shown(dealt_anew(match, seat, random), seat)


@pytest.mark.parametrize("setting", secret_settings(), ids=str)
def test_nothing_shows_later_in_the_game_either(setting: Setting) -> None:
    """Where hands have filled and goals are near, nothing that is hidden shows."""
    random, swapped = Random(7), 0
    for number, (match, _) in enumerate(playout(setting, seed=8)):
        if number % 29:
            continue
        for seat in range(setting.players):
            other = dealt_anew(match, seat, random)
            swapped += other.v != match.v

            assert shown(match, seat) == shown(other, seat)
    assert swapped


@pytest.mark.parametrize("setting", secret_settings(), ids=str)
def test_journals_do_not_name_what_was_never_seen(setting: Setting) -> None:
    """What a seat has never seen is named in no move and no event of its journal."""
    game = load(setting)
    secret = {zone.kind for zone in game.program.zones if zone.seen_by != "everyone"}
    kinds = [kind for kind in game.program.kinds if kind.name in secret]
    seen: dict[int, set[str]] = {seat: set() for seat in range(setting.players)}

    def look(match: rw.Match) -> None:
        for seat, known in seen.items():
            for kind in kinds:
                for place, number in enumerate(kind.component_of):
                    name = kind.components[number]
                    if name not in known and game.viewer.piece_visible(
                        kind.first + place, match.v, match.k, seat
                    ):
                        known.add(name)

    for match, _ in playout(setting, seed=9):
        look(match)
    look(match)
    looked = 0
    for seat, known in seen.items():
        told = match.journal_for(seat)
        texts = json.dumps([told["moves"], told["events"]]).lower().replace("_", " ")
        # A name that is known may have a hidden one in it.
        known_words = {name.replace("_", " ") for name in known}
        for word in sorted(known_words, key=len, reverse=True):
            texts = texts.replace(word, "")
        for kind in kinds:
            for name in sorted(set(kind.components) - known):
                looked += 1
                said = re.search(rf"\b{name.replace('_', ' ')}\b", texts)
                assert said is None, (seat, name)
    assert looked or setting.game not in MUCH_UNSEEN


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
