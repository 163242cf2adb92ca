"""Generated variants: undone they leave no trace, and their order does not matter."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.folders import Reading, read_game
from rulewright.dsl.pipeline import list_games
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import SourceFile
from rulewright.dsl.variant_stack import Stack, Variant, stack
from rulewright.dsl.yaml_reader import YamlMap, read_yaml, to_plain

from .support import HAMLET, fingerprint, write_game, write_variant

Plain = dict[str, Any]
Path = tuple[str | int, ...]
Said = tuple[str, str, Any]
"""A key of a variant, a path or place, and a value."""

MOST = 6
FEW = settings(max_examples=40, deadline=None)


def tree_of(data: Plain, name: str) -> YamlMap:
    """Plain data as a file would be read."""
    node, problems = read_yaml(SourceFile(name, json.dumps(data, indent=1)))
    assert isinstance(node, YamlMap) and not problems
    return node


def variant(name: str, said: list[Said], after: list[str]) -> Variant:
    """A variant that says some things."""
    return Variant(name, name, f"{name}.yaml", tree_of(plain(name, said, after), f"{name}.yaml"))


def plain(name: str, said: list[Said], after: list[str]) -> Plain:
    """A variant as data."""
    made: Plain = {"variant": name, "of": "hamlet"}
    if after:
        made["after"] = after
    for key, place, value in said:
        if key == "remove":
            made.setdefault("remove", []).append(place)
        else:
            made.setdefault(key, {})[place] = value
    return made


def ordered(value: Any) -> Any:
    """Data in which the order of keys counts."""
    if isinstance(value, dict):
        return [(key, ordered(each)) for key, each in value.items()]
    return [ordered(each) for each in value] if isinstance(value, list) else value


def result(made: Stack, problems: list[Problem]) -> Any:
    """The changed tree as data; there was no problem."""
    assert [each.message for each in problems] == []
    return ordered(to_plain(made.root))


# ---------------------------------------------------------------- a plain model of changes


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a tree."""
    if path:
        yield path
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, key))


def at(value: Any, path: Path) -> Any:
    """What stands at a place."""
    for step in path:
        value = value[step]
    return value


def said(path: Path) -> str:
    """A place as a variant names it: lines are counted from 1."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


def insert_entry(holder: Plain, index: int, key: str, value: Any) -> None:
    """Put an entry at a position of a map."""
    entries = list(holder.items())
    holder.clear()
    holder.update([*entries[:index], (key, value), *entries[index:]])


class Model:
    """A tree of plain data that is changed as variants say, and told how to undo it."""

    def __init__(self, tree: Plain, rng: random.Random) -> None:
        self.tree = copy.deepcopy(tree)
        self.rng = rng

    def change(self) -> tuple[Said, Said]:
        """Make a random change; return how a variant says it, and what undoes it."""
        # The id of the game is no matter of variants.
        choices = [path for path in places(self.tree) if path[0] not in ("game", "players")]
        path = self.rng.choice(choices)
        holder, last = at(self.tree, path[:-1]), path[-1]
        kind = self.rng.choice(["change", "remove", "insert"])
        if kind == "change":
            old, new = holder[last], self._value()
            holder[last] = new
            return ("change", said(path), new), ("change", said(path), old)
        if kind == "remove":
            return self._remove(holder, path)
        return self._insert(holder, path)

    def _value(self) -> Any:
        number = self.rng.randrange(1000)
        return self.rng.choice([number, f"gain {number} wood", {"x": number}, [number, "y"]])

    def _remove(self, holder: Any, path: Path) -> tuple[Said, Said]:
        above, last = path[:-1], path[-1]
        steps = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        index = steps.index(last)
        whole = copy.deepcopy(holder)
        value = holder[last]
        del holder[last]
        done = ("remove", said(path), None)
        if len(steps) == 1:
            return done, ("change", said(above), whole)
        place = f"before {said((*above, steps[1]))}"
        if index:
            place = f"after {said((*above, steps[index - 1]))}"
        elif isinstance(holder, list):
            place = f"first in {said(above)}"
        return done, ("insert", place, {last: value} if isinstance(holder, dict) else [value])

    def _insert(self, holder: Any, path: Path) -> tuple[Said, Said]:
        above, last = path[:-1], path[-1]
        value = self._value()
        where = self.rng.choice(["before", "after"])
        steps = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        index = steps.index(last) + (where == "after")
        if isinstance(holder, dict):
            key = f"new_{self.rng.randrange(10**6)}"
            insert_entry(holder, index, key, value)
            return ("insert", f"{where} {said(path)}", {key: value}), (
                "remove",
                said((*above, key)),
                None,
            )
        holder.insert(index, value)
        return ("insert", f"{where} {said(path)}", [value]), (
            "remove",
            said((*above, index)),
            None,
        )


# ---------------------------------------------------------------- the properties


def check_undone(tree: YamlMap, seed: int, count: int) -> None:
    """Variants do what the model does, and undone one by one they give the game back."""
    model = Model(to_plain(tree), random.Random(seed))
    variants: list[Variant] = []
    undoing: list[Said] = []
    for number in range(count):
        done, undone = model.change()
        after = [f"do-{number - 1}"] if number else []
        variants.append(variant(f"do-{number}", [done], after))
        undoing.append(undone)
    found: list[Problem] = []
    assert result(stack(tree, variants, found), found) == ordered(model.tree)

    last = f"do-{count - 1}"
    for number, undone in enumerate(reversed(undoing)):
        variants.append(variant(f"undo-{number}", [undone], [last]))
        last = f"undo-{number}"
    random.Random(seed).shuffle(variants)
    assert result(stack(tree, variants, found), found) == ordered(to_plain(tree))


@given(seed=st.integers(0, 10**9), count=st.integers(1, MOST))
@FEW
def test_changes_and_their_inverses(seed: int, count: int) -> None:
    """Any changes to the hamlet can be undone by variants that come after them."""
    check_undone(tree_of(HAMLET, "game.yaml"), seed, count)


BIG = [info for info in list_games() if len(info.variants) >= 2]


@pytest.mark.parametrize("game", [info.id for info in BIG])
def test_changes_of_real_games_and_their_inverses(game: str) -> None:
    """The same holds for the games that come with Rulewright, with all that is in their files."""
    folder = next(info.folder for info in BIG if info.id == game)
    reading = Reading()
    root = read_game(FilePath(folder), reading)
    assert root is not None and reading.problems == []
    for seed in range(4):
        check_undone(root, seed, MOST)


@given(seed=st.integers(0, 10**9), count=st.integers(1, 4))
@settings(max_examples=12, deadline=None)
def test_the_fingerprint_comes_back(
    seed: int, count: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A game with changes and their inverses has the fingerprint of the game."""
    folder = write_game(tmp_path_factory.mktemp("hamlet"))
    model = Model(HAMLET, random.Random(seed))
    before: list[str] = []
    undoing: list[Said] = []
    for number in range(count):
        done, undone = model.change()
        write_variant(folder, f"do{number}", **_only(plain("", [done], before[-1:])))
        before.append(f"do{number}")
        undoing.append(undone)
    for number, undone in enumerate(reversed(undoing)):
        write_variant(folder, f"undo{number}", **_only(plain("", [undone], before[-1:])))
        before.append(f"undo{number}")

    assert fingerprint(folder, *before[::-1]) == fingerprint(folder)


def _only(data: Plain) -> Plain:
    return {key: value for key, value in data.items() if key not in ("variant", "of")}


@given(seed=st.integers(0, 10**9), count=st.integers(2, MOST))
@FEW
def test_disjoint_variants_in_any_order(seed: int, count: int) -> None:
    """Variants without a clash give one and the same tree, however they are named and given."""
    rng = random.Random(seed)
    tree = tree_of(HAMLET, "game.yaml")
    kept: list[Variant] = []
    for number in range(3 * count):
        done, _ = Model(HAMLET, rng).change()
        one = variant(f"v-{number}", [done], [])
        found: list[Problem] = []
        stack(tree, [*kept, one], found)
        if not found and len(kept) < count:
            kept.append(one)
        elif found:
            assert {each.code for each in found} == {"variant-clash"}
    results = []
    for _ in range(3):
        rng.shuffle(kept)
        found = []
        results.append(result(stack(tree, kept, found), found))

    assert all(each == results[0] for each in results)


@given(seed=st.integers(0, 10**9))
@FEW
def test_names_of_variants_decide_only_about_the_order_of_what_is_new(seed: int) -> None:
    """Two variants without a clash do the same when their names are exchanged."""
    rng = random.Random(seed)
    tree = tree_of(HAMLET, "game.yaml")
    pair = [Model(HAMLET, rng).change()[0] for _ in range(2)]
    found: list[Problem] = []
    one = stack(tree, [variant("a", [pair[0]], []), variant("b", [pair[1]], [])], found)
    two = stack(tree, [variant("b", [pair[0]], []), variant("a", [pair[1]], [])], found)
    if not found:
        # New keys may stand in another order, lines of a list in which order matters may not.
        for section in ("flow", "procedures", "setup", "goods"):
            assert to_plain(one.root).get(section) == to_plain(two.root).get(section)
