"""The variants that come with Rulewright: rulings, languages, and what they do to their game."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rulewright as rw
from rulewright.dsl.pipeline import list_games, load_stack
from rulewright.dsl.render import render_all
from rulewright.dsl.ruling_data import Rulings
from rulewright.dsl.ruling_files import load_rulings
from rulewright.dsl.variant_diff import differences
from rulewright.dsl.variants import variant_files
from rulewright.interpreter.rulings import coverage, run

FILES = {
    (info.id, name): path
    for info in list_games()
    for name, path in variant_files(Path(info.folder)).items()
}
SHIPPED = sorted(FILES)


def named(case: tuple[str, str]) -> str:
    """What a variant is called in the list of tests."""
    return "/".join(case)


@cache
def rulings_of(case: tuple[str, str]) -> Rulings:
    """The rulings that a variant brings, read once."""
    return load_rulings(str(FILES[case]))


def test_every_big_game_has_two() -> None:
    """Games with a rulebook behind them come with house rules."""
    counts = {info.id: len(info.variants) for info in rw.games() if info.variants}
    assert len(counts) >= 3 and all(count >= 2 for count in counts.values())


@pytest.mark.parametrize("case", SHIPPED, ids=named)
def test_rulings(case: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    """Every ruling of a variant holds, in the way it did before, and none leaves a rule out."""
    loaded = rulings_of(case)
    assert not loaded.problems, render_all(loaded.problems, loaded.sources)
    assert loaded.rulings and all(ruling.source for ruling in loaded.rulings)
    outcomes = run(loaded.rulings)
    assert [str(outcome) for outcome in outcomes if not outcome.ok] == []
    for outcome in outcomes:
        assert outcome.transcript == snapshot(name=outcome.id)
    own = coverage(loaded.rulings).get(
        f"games/{FILES[case].parent.parent.name}/variants/{FILES[case].name}"
    )
    assert own is None or not own.missed


@pytest.mark.parametrize("case", SHIPPED, ids=named)
def test_languages_and_sources(case: tuple[str, str]) -> None:
    """A variant speaks the languages of the games, and everything new says where it comes from."""
    from rulewright.dsl.context import entry_of, text_of

    made = load_stack(case[0], [case[1]])
    (variant,) = made.variants
    for key in ("title", "description"):
        assert {"en", "fr"} <= {*text_of(entry_of(variant.tree, key))}
    program = rw.load(case[0], variants=[case[1]]).program
    new = [fact for fact in program.facts if fact.added]
    assert all(fact.file == variant.file for fact in new)
    assert [fact.path for fact in new if not {"en", "fr"} <= {*fact.name, *fact.text}] == []
    assert [fact.path for fact in new if fact.kind != "state" and not fact.assumed] == []
    known = {repr(label.texts.get("en")) for label in rw.load(case[0]).program.labels}
    for label in program.labels:
        if repr(label.texts.get("en")) not in known:
            words = [part for part in label.texts.get("en", ()) if isinstance(part, str)]
            assert not "".join(words).strip() or "fr" in label.texts, label


@pytest.mark.parametrize("case", SHIPPED, ids=named)
def test_they_change_something(case: tuple[str, str]) -> None:
    """A variant gives another game, and every difference has a place."""
    made = load_stack(case[0], [case[1]])
    found = differences(made)

    assert found and all(each.variants == (case[1],) for each in found)
    assert all(each.before_at or each.after_at for each in found)


@pytest.mark.parametrize("game", sorted({game for game, _ in SHIPPED}))
def test_variants_of_a_game_stack(game: str) -> None:
    """Any two variants of the same game can be played together, in either order."""
    names = [name for each, name in SHIPPED if each == game]
    for one, two in combinations(names, 2):
        there = rw.load(game, variants=[one, two])
        back = rw.load(game, variants=[two, one])
        assert there.fingerprint == back.fingerprint
        assert there.start(seed=1).moves()
