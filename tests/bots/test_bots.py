"""Positions in, the moves of bots out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rulewright
from rulewright.interpreter import bots
from rulewright.interpreter.bots.arena import broken, play_out
from rulewright.interpreter.bots.greedy import GreedyBot
from rulewright.interpreter.bots.uniform import RandomBot
from rulewright.interpreter.match import Game, Match


@pytest.fixture(scope="module")
def noughts() -> Game:
    """A game of which everything is open."""
    return rulewright.load("tic-tac-toe")


@pytest.fixture(scope="module")
def poker() -> Game:
    """A game in which each player knows one card."""
    return rulewright.load("kuhn-poker")


def test_bots_are_made_by_name() -> None:
    """Every name makes a bot, and a wrong one is told with a guess."""
    for name in bots.names():
        assert hasattr(bots.make(name, 1, 0), "choose")
        assert bots.about(name)
    with pytest.raises(bots.UnknownBot, match="Did you mean 'greedy'"):
        bots.make("gredy", 1, 0)


def test_a_bot_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that somebody registers plays like the others; its name cannot be taken twice."""
    monkeypatch.setattr(bots, "_registered", {})
    bots.register("mine", RandomBot)
    assert "mine" in bots.names()
    assert isinstance(bots.make("mine", 1, 0), RandomBot)
    for name in ("mine", "random"):
        with pytest.raises(ValueError, match="already"):
            bots.register(name, RandomBot)


@pytest.mark.parametrize("name", bots.names())
def test_the_same_seed_plays_the_same_game(noughts: Game, name: str) -> None:
    """A bot's choices are settled by its seed; another seed makes other choices."""
    first, again = (play_out(noughts, [name, name], 5, 0, False) for _ in range(2))
    assert first == again
    match = noughts.start(1)
    assert len({bots.make(name, seed, 0).choose(match) for seed in range(10)}) > 1


def test_bots_leave_the_match_alone(noughts: Game) -> None:
    """Thinking changes nothing in the match."""
    match = noughts.start(1)
    before = (match.v[:], match.k[:])
    for name in bots.names():
        assert bots.make(name, 1, 0).choose(match) in match.option_ids()
    assert (match.v, match.k) == before
    assert match.last is None


def test_bots_draw_from_a_series_of_their_own(noughts: Game) -> None:
    """A bot's random numbers are not those of the game's chance, and seats do not share them."""
    team = bots.team(["random", "random"], 42)
    match = noughts.start(42)
    choices = [[bot.choose(match) for _ in range(20)] for bot in team]
    assert choices[0] != choices[1]


def test_greedy_takes_the_win(noughts: Game) -> None:
    """Whatever its seed, it completes a line rather than anything else."""
    match = noughts.start(1)
    for text in ("c11", "c21", "c12", "c22"):
        match.play(text)
    for seed in range(10):
        chosen = GreedyBot(seed, 0).choose(match)
        assert [move.text for move in match.moves() if move.id == chosen] == ["c13"]


def test_greedy_beats_random(noughts: Game) -> None:
    """Over a series it wins far more games than a player who takes anything."""
    results = [play_out(noughts, ["random", "greedy"], 1, number, False) for number in range(40)]
    won = sum(result.winners == (1,) for result in results)
    lost = sum(result.winners == (0,) for result in results)
    assert won > lost


def dealt(poker: Game) -> Iterator[tuple[list[str], list[str], Match]]:
    """Matches with the cards of both players, for many seeds."""
    for seed in range(40):
        match = poker.start(seed)
        yield match.state["A.hand"], match.state["B.hand"], match


def test_greedy_does_not_peek(poker: Game) -> None:
    """With the same card in its own hand it does the same, whatever the other one holds."""
    choices: dict[str, dict[str, int]] = {}
    for own, other, match in dealt(poker):
        match.play("bet")
        # B decides now: A's card is the one it must not know.
        choices.setdefault(other[0], {})[own[0]] = GreedyBot(7, 1).choose(match)
    assert all(len(found) == 2 for found in choices.values())
    assert all(len(set(found.values())) == 1 for found in choices.values())


def test_answers_given_together_are_not_looked_at() -> None:
    """What others have answered in secret does not change what it answers."""
    game = rulewright.load("goofspiel", 2)
    chosen = set()
    for number in range(4):
        match = game.start(3)
        match.play(match.moves()[number])
        chosen.add(GreedyBot(11, 1).choose(match))
    assert len(chosen) == 1


def test_an_invariant_that_holds_is_no_failure(noughts: Game) -> None:
    """A game without broken invariants is played to its end under the check."""
    assert broken(noughts.start(1)) is None
    result = play_out(noughts, ["random", "random"], 1, 0, True)
    assert result.failure is None
    assert 5 <= result.decisions <= 9
