"""The random generator, against published outputs and its own promises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.queries import rng
from rulewright.interpreter.queries.rng import below, derive, next_state, output, seed_state


def stream(state: int, length: int) -> list[int]:
    """The first outputs that follow a state."""
    found = []
    for _ in range(length):
        state = next_state(state)
        found.append(output(state))
    return found


def test_reference_outputs() -> None:
    """Seed 0 and seed 1234567 give the outputs published for splitmix64."""
    assert stream(seed_state(0), 3) == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert stream(seed_state(1234567), 3) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_below_stays_below_and_moves_on(state: int, n: int) -> None:
    """A number drawn is in range, and the state is one the stream goes through."""
    after, drawn = below(state, n)
    assert 0 <= drawn < n
    assert after != state
    assert drawn == output(after) % n


def test_below_draws_again_where_the_last_run_is_incomplete() -> None:
    """With n just over half the range, outputs from n on are left out, not folded back."""
    n = 2**63 + 1
    state, drawn = seed_state(5), []
    for _ in range(50):
        state, number = below(state, n)
        drawn.append(number)
    outputs = stream(seed_state(5), 300)
    assert drawn == [number for number in outputs if number < n][:50]
    assert drawn != outputs[:50]


def test_below_is_even_for_a_die() -> None:
    """Six thousand rolls show each face about a thousand times."""
    state, faces = seed_state("die"), [0] * 6
    for _ in range(6000):
        state, face = below(state, 6)
        faces[face] += 1
    assert all(850 < count < 1150 for count in faces)


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_an_impossible_range(n: int) -> None:
    """There is no number below zero or less, and no output above 64 bits."""
    with pytest.raises(ValueError, match="cannot draw"):
        below(0, n)


def test_one_possibility_still_moves_the_state() -> None:
    """Drawing from one possibility costs a step like any other draw."""
    assert below(7, 1) == (next_state(7), 0)


def test_seeds_are_pinned() -> None:
    """Seeds give these states for ever: a change would change every saved game."""
    assert seed_state(42) == 42
    assert seed_state(-1) == 2**64 - 1
    assert seed_state("42") == 0x07435B7886491837
    assert seed_state("") == 0x54EA5529A8E15D26
    assert seed_state(2**64) == 0x1BCE80F4B68BC47F
    assert derive(42, 0) == 0xEAD520252FB7C40A
    assert derive("42", 7) == 0x4739A303F544A9C7


@given(st.one_of(st.integers(), st.text(st.characters())))
def test_every_seed_gives_a_state(seed: int | str) -> None:
    """Any integer and any text is a seed, and the state fits 64 bits."""
    assert 0 <= seed_state(seed) < 2**64
    assert seed_state(seed) == seed_state(seed)


@given(st.one_of(st.integers(), st.text()), st.integers(0, 10**9))
def test_games_of_a_series_have_their_own_seeds(seed: int | str, index: int) -> None:
    """Neighbouring games of a series differ, and each is a seed that stands for itself."""
    assert derive(seed, index) != derive(seed, index + 1)
    assert seed_state(derive(seed, index)) == derive(seed, index)


def test_undecodable_text_is_a_seed() -> None:
    """A lone surrogate, as in an undecodable argument, does no harm."""
    assert seed_state("\udcff") != seed_state("\udcfe")


@pytest.mark.parametrize("state", [0, 7, 2**63, 2**64 - 1])
@pytest.mark.parametrize(("lanes", "step"), [(rng.AHEAD, 0x9E3779B97F4A7C15), (rng.BESIDE, 1)])
def test_many_at_once_are_the_same_numbers(lanes: rng.Lanes, step: int, state: int) -> None:
    """Outputs worked out together are those of one state after the other."""
    expected = [rng.output((state + lane * step) % 2**64) for lane in range(lanes.count)]
    assert list(lanes.outputs(state)) == expected


@pytest.mark.parametrize("count", [0, 1, 7, 8, 31, 32, 33, 100])
def test_seeds_of_a_series_are_the_same_together(count: int) -> None:
    """A run of games has the seeds its games have one by one, and what is left of them."""
    seeds, left = rng.numbered_from(2**64 - 3, 5, 5 + count, 12345, 999)
    assert seeds == [rng.numbered(2**64 - 3, 5 + number) for number in range(count)]
    assert left == [(seed ^ 12345) % 999 for seed in seeds]
