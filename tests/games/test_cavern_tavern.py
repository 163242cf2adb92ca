"""Cavern Tavern beyond its rulings: who can play, what the screen says, and in which language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import rulewright as rw
from rulewright.dsl.problems import RuleFileError
from rulewright.interpreter.cli.look import Look
from rulewright.interpreter.cli.output import Style
from rulewright.interpreter.cli.panels import Screen
from rulewright.interpreter.match import Match
from rulewright.interpreter.queries import rng
from rulewright.interpreter.sight import Sight

GAME = "cavern-tavern"
EXPANSION = {"secret_room": True}
STORY = {"secret_room": True, "solo_mode": "story"}
LIVELY = ("serve", "play", "take", "place", "score", "use", "keep", "modify", "do what")


def playout(players: int, options: dict[str, Any], seed: int) -> Iterator[Match]:
    """A random game that likes to do things: the match before each move."""
    match = rw.load(GAME, players, options).start(seed=seed)
    state = rng.seed_state(f"tavern-{players}-{seed}")
    while not match.over:
        yield match
        moves = match.moves()
        wanted = [move for move in moves if move.text.startswith(LIVELY)]
        state, coin = rng.below(state, 4)
        choice = wanted if wanted and coin else moves
        state, drawn = rng.below(state, len(choice))
        match.play(choice[drawn])
    yield match


def screen(match: Match, seat: int, lang: str = "en") -> str:
    """What a seat sees in a terminal of 80 columns."""
    look = Look(match, seat, lang, Sight(match.game.viewer))
    seats = [chr(65 + player) for player in range(match.game.players)]
    blocks = Screen(look, Style(80), seats).blocks()
    return "\n".join(line for block in blocks for line in block)


@pytest.mark.parametrize("players", [0, 7])
def test_nobody_else_can_play(players: int) -> None:
    """One to six play; no other number of players is accepted."""
    with pytest.raises((RuleFileError, ValueError)):
        rw.load(GAME, players)


def test_everybody_may_start() -> None:
    """Over many seeds every seat starts, about equally often."""
    game = rw.load(GAME, 4)
    starts = [game.start(seed=seed).state["first_player"] for seed in range(200)]

    assert all(30 <= starts.count(seat) <= 70 for seat in range(4))


@pytest.mark.parametrize(("players", "options"), [(1, STORY), (3, EXPANSION)])
def test_everything_is_said_in_french(players: int, options: dict[str, Any]) -> None:
    """No prompt, label or line of the screen of a French game is left in English."""
    english = re.compile(
        r"\b(take|gain|pay|use[sd]?|give|keep|discard|place|score|steal|swap|draw|reroll|modify"
        r"|done|choose|what|which|order|orders|round|rounds|points|track|blocked|closed|late|since"
        r"|herbs|syrup|rocks|mead|wine|beer|spirits|human|elf|dwarf|kitchen|chores"
        r"|none|nothing|taken|value|pile)\b"
    )
    # Names of cards are those printed on them, in English in every edition.
    program = rw.load(GAME, players, options).program
    kinds = ("item", "order", "nasty_card", "character")
    printed = {
        names["en"]
        for key, names in program.names.items()
        if key.startswith(tuple(f"{kind}." for kind in kinds)) and "en" in names
    }
    names = re.compile("|".join(map(re.escape, sorted(printed, key=len, reverse=True))))
    for number, match in enumerate(playout(players, options, 5)):
        said = [screen(match, 0, "fr")] if number % 20 == 0 else []
        if match.decision is not None:
            said += [match.decision.prompt_in("fr"), *(m.label("fr") for m in match.moves())]
        for text in said:
            found = english.search(names.sub("", text))
            assert found is None, (found, text)


def test_the_screen_says_what_orders_pay_now() -> None:
    """Orders are shown with race, ingredients, points of now, and who has taken them."""
    match = rw.load(GAME, 2, {"first_seat": 1, "opening": "empty_handed"}).start(seed=0)
    match.play("take the order boulder roll")

    shown = " ".join(screen(match, 0).split())

    assert (
        "Boulder Roll: taken by A; troll; 1 nectar, 1 ambrosia, 1 beer, 2 spirits; pays 15;"
        " rounds left 5" in shown
    )
    assert "Pantry Raid: halfling; 1 rocks, 2 mead, 1 ambrosia; pays 10; rounds left 4" in shown
    assert re.search(r"A's dice: die \d", shown)


def test_the_screen_says_who_stands_where() -> None:
    """A zone with dice on it is shown with those who use it."""
    match = rw.load(GAME, 2, {"first_seat": 1, "opening": "empty_handed"}).start(seed=0)
    for move in ("take the order boulder roll", "place dice on nastys office"):
        match.play(move)
    match.play(match.moves()[0])

    assert "Zones in use\nNasty's office: used by A" in screen(match, 1)


@pytest.mark.parametrize("seed", range(2))
def test_the_screen_shows_only_ones_own_hand(seed: int) -> None:
    """Items and goals of others are counted, one's own are named."""
    looked = 0
    for number, match in enumerate(playout(3, EXPANSION, seed)):
        if number % 7 or match.over:
            continue
        for seat in range(3):
            lines = screen(match, seat).splitlines()
            for other in range(3):
                held = len(match.state[f"{chr(65 + other)}.hand"])
                line = next(each for each in lines if each.startswith(f"{chr(65 + other)}'s items"))
                if other != seat and held:
                    assert line.endswith(f": ({held})")
                    looked += 1
                elif other == seat and held:
                    assert "(" not in line.partition(":")[2]
    assert looked > 10


@pytest.mark.parametrize(("players", "options"), [(1, STORY), (6, EXPANSION)])
def test_the_screen_fits_in_80_columns(players: int, options: dict[str, Any]) -> None:
    """However many play and in whichever language, no line is wider than the terminal."""
    for number, match in enumerate(playout(players, options, 3)):
        if number % 60 == 0:
            for lang in ("en", "fr"):
                lines = screen(match, 0, lang).splitlines()
                assert [line for line in lines if len(line) > 80] == []
