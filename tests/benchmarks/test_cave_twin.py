"""The hand-written cave duel and the rule files offer the same moves on the same positions."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.interpreter.queries import rng

from .twins.cave import GOODS, Duel


@pytest.mark.parametrize("seed", range(12))
def test_the_twin_plays_the_same_game(seed: int) -> None:
    """Played in lockstep with the same choices, both list the same moves and end the same."""
    match = rw.load("cave-vs-cave", 2).start(seed=seed)
    duel = Duel(seed)
    turns = duel.play()
    player, listed = next(turns)
    state = rng.seed_state(f"twin-{seed}")
    step = 0
    while True:
        step += 1
        assert match.decision is not None and match.decision.player == player, step
        texts = [move.text for move in match.moves()]

        assert sorted(texts) == sorted(text for text, _ in listed), (step, duel.tile)

        state, drawn = rng.below(state, len(texts))
        match.play(texts[drawn])
        try:
            player, listed = turns.send(dict(listed)[texts[drawn]])
        except StopIteration:
            break
        for seat, each in enumerate(duel.players):
            for good, name in enumerate(GOODS):
                assert match.state[f"{'AB'[seat]}.{name}"] == each.goods[good], (step, name)

    assert match.over
    assert match.scores() == duel.scores()
