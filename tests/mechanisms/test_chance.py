"""Dice by sum and count, and chance that can be stopped at."""

from __future__ import annotations

from itertools import combinations

from .support import game, goods, play, start, texts


def faces(match: object) -> list[int]:
    """What the dice show."""
    shown = match.view(0)["pieces"]["die"]  # type: ignore[attr-defined]
    return [die["value"] for die in shown.values()]


def sums_to(dice: list[int], total: int, shift: int = 0) -> set[str]:
    """The moves for subsets of dice that make a total, one die counting up to `shift` otherwise."""
    found = set()
    for size in range(1, len(dice) + 1):
        for chosen in combinations(sorted(dice), size):
            least = sum(chosen) - min(shift, max(chosen) - 1)
            if least <= total <= sum(chosen) + shift:
                found.add(chosen)
    return {"seven with " + ", ".join(map(str, each)) for each in found}


def as_sets(moves: list[str]) -> set[str]:
    """Moves whose numbers are put in order."""
    made = set()
    for move in moves:
        if move.startswith("seven with "):
            numbers = sorted(int(word) for word in move.removeprefix("seven with ").split(", "))
            made.add("seven with " + ", ".join(map(str, numbers)))
    return made


def test_subsets_by_sum_each_face_once() -> None:
    """Every combination of faces that makes seven is one move, whichever of equal dice it takes."""
    for seed in range(30):
        match = start("dice", seed=seed)
        moves = [move for move in texts(match) if move.startswith("seven")]
        assert as_sets(moves) == sums_to(faces(match), 7)
        assert len(moves) == len(as_sets(moves))


def test_one_die_may_count_more_or_less() -> None:
    """With a shift of one, sums from six to eight do."""
    for seed in range(30):
        match = start("dice", "raise shift", seed=seed)
        moves = [move for move in texts(match) if move.startswith("seven")]
        assert as_sets(moves) == sums_to(faces(match), 7, 1)


def test_an_exact_count() -> None:
    """Pairs that make four, each pair of faces once."""
    for seed in range(30):
        match = start("dice", seed=seed)
        pairs = [move for move in texts(match) if move.startswith("four")]
        values = faces(match)
        expected = {tuple(sorted(pair)) for pair in combinations(values, 2) if sum(pair) == 4}
        assert len(pairs) == len(expected)


def test_a_value_is_offered_only_if_dice_make_it() -> None:
    """The number is chosen first, and only numbers that some dice make are there."""
    for seed in range(30):
        match = start("dice", seed=seed)
        sums = {sum(chosen) for size in range(1, 5) for chosen in combinations(faces(match), size)}
        assert {move for move in texts(match) if move in ("8", "9")} == {
            str(n) for n in (8, 9) if n in sums
        }


def test_used_dice_are_gone_until_the_next_round() -> None:
    """What was moved away is not in the set any more."""
    match = start("dice", seed=1)
    moves = [move for move in texts(match) if move.startswith("seven")]
    play(match, moves[0])
    assert goods(match) == {"gold": 3}
    assert len(match.state["A.used"]) == len(moves[0].split(", "))


def test_chance_can_be_stopped_at() -> None:
    """With explicit chance every die is a decision with its outcomes."""
    match = game("dice").start(1, explicit_chance=True)
    for face in (6, 1, 4, 4):
        assert match.decision is not None and match.decision.kind == "chance"
        assert texts(match) == ["1", "2", "3", "4", "5", "6"]
        play(match, str(face))
    assert texts(match) == ["1", "2", "3"]
    play(match, "2")
    assert as_sets(texts(match)) == {"seven with 1, 6"}
