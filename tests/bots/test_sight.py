"""Positions and expressions in; what a seat may know of them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.pipeline import load_program
from rulewright.dsl.program import Node
from rulewright.interpreter.match import Game, Match
from rulewright.interpreter.queries import rng
from rulewright.interpreter.sight import Sight, Unknown, has_secrets

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def fair() -> Game:
    """A game with a hidden stock, hands that only their owners see, and open boards."""
    folder = ROOT / "tests/cli/games/lantern_fair"
    return Game(load_program(str(folder), 2).unwrap())


def zone_node(game: Game, name: str, owner: int, op: str = "zone") -> Node:
    """The expression for what lies in a zone."""
    number = next(
        n for n, zone in enumerate(game.program.zones) if (zone.name, zone.owner) == (name, owner)
    )
    return Node(op, (Node("const", (number,)),))


def ask(game: Game, match: Match, node: Node, seat: int | None, me: int = 0) -> object:
    """What a seat knows of an expression."""
    return Sight(game.viewer).value(node, match.v, match.k, seat, me)


def test_a_hand_is_known_to_its_owner_only(fair: Game) -> None:
    """The owner sees the cards; the others and the public see only how many there are."""
    match = fair.start(3)
    hand, size = zone_node(fair, "hand", 0), zone_node(fair, "hand", 0, "zonelen")
    names = fair.program.piece_names
    found = ask(fair, match, hand, 0)
    assert isinstance(found, tuple)
    assert [names[piece] for piece in found] == match.state["A.hand"]
    for seat in (1, None):
        with pytest.raises(Unknown):
            ask(fair, match, hand, seat)
        assert ask(fair, match, size, seat) == 1


def test_a_stock_that_nobody_sees(fair: Game) -> None:
    """Nobody knows what is in the stock."""
    match = fair.start(3)
    for seat in (0, 1, None):
        with pytest.raises(Unknown):
            ask(fair, match, zone_node(fair, "stock", -1), seat)


def test_a_score_over_all_pieces_is_known(fair: Game) -> None:
    """An expression that asks every piece where it is does not become a secret by that alone."""
    match = fair.start(3)
    for text in ("hang", "hang gold", "c11"):
        match.play(text)
    light = fair.program.score[0].value
    for seat in (0, 1, None):
        assert ask(fair, match, light, seat, 0) == 4
        assert ask(fair, match, light, seat, 1) == 0


def view_of(game: Game, v: list[int], k: list[int], seat: int | None) -> object:
    """What a seat sees of a position."""
    return game.viewer.view(v, k, seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_imagined_position_looks_the_same(fair: Game, seat: int | None) -> None:
    """Everything hidden is dealt anew, and the view of the seat stays what it was."""
    match = fair.start(3)
    for text in ("hang", "hang gold", "c11"):
        match.play(text)
    sight = Sight(fair.viewer)
    state = rng.seed_state(1)
    dealt = set()

    def below(n: int) -> int:
        nonlocal state
        state, drawn = rng.below(state, n)
        return drawn

    for _ in range(30):
        v = sight.imagined(match.v, match.k, seat, below)
        assert view_of(fair, v, match.k, seat) == view_of(fair, match.v, match.k, seat)
        copy = fair.at(v, match.k)
        everywhere = [*copy.state["stock"], *copy.state["A.hand"], *copy.state["B.hand"]]
        assert len(set(everywhere)) == len(everywhere)
        assert sorted(everywhere) == sorted(
            [*match.state["stock"], *match.state["A.hand"], *match.state["B.hand"]]
        )
        dealt.add(tuple(copy.state["B.hand"]))
    assert (len(dealt) == 1) is (seat == 1)


def test_the_worlds_do_not_depend_on_the_secret(fair: Game) -> None:
    """Two deals that look the same to a seat give it the same answers and the same worlds."""
    match = fair.start(3)
    sight = Sight(fair.viewer)
    other = sight.imagined(match.v, match.k, 0, lambda n: 0)
    assert other != match.v
    worlds = Sight(fair.viewer)._worlds(match.v, match.k, 0)
    assert Sight(fair.viewer)._worlds(other, match.k, 0) == worlds


def test_what_makes_a_game_secret(fair: Game) -> None:
    """Hands make players know different things; a stock that nobody sees alone would not."""
    import rulewright

    assert has_secrets(fair.program)
    assert has_secrets(rulewright.load("kuhn-poker").program)
    assert not has_secrets(rulewright.load("tic-tac-toe").program)
