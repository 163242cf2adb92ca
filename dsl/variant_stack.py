"""Stacking: a game's tree and several variants in, the changed tree and every operation out.

The order in which variants are given does not matter: they are applied in the order that `after`
asks for, otherwise by id. Where two touch the same thing and neither comes after the other, that
is a problem which shows both places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.dsl.context import entry_of
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.variant_clashes import clashes
from rulewright.dsl.variant_ops import Op, apply, operations, translations
from rulewright.dsl.variant_tree import Doc
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlScalar, to_plain


@dataclass(frozen=True)
class Variant:
    """A variant file that has been read."""

    id: str
    name: str
    """What it was asked for by: its id, or the path of its file."""
    file: str
    """What its file is called in messages."""
    tree: YamlMap
    neighbours: tuple[str, ...] = ()
    """The ids of other variants that lie where it could know them."""

    @property
    def after(self) -> list[tuple[str, Span]]:
        """The variants it comes after, and where it says so."""
        node = entry_of(self.tree, "after")
        items = node.items if isinstance(node, YamlList) else []
        return [(str(item.value), item.span) for item in items if isinstance(item, YamlScalar)]


@dataclass
class Stack:
    """A game with variants."""

    base: YamlMap
    root: YamlMap
    variants: list[Variant] = field(default_factory=list)
    """In the order in which they were applied."""
    ops: list[Op] = field(default_factory=list)
    doc: Doc | None = None
    """The changed tree with the identities of its parts."""


def stack(
    base: YamlMap,
    variants: Sequence[Variant],
    found: list[Problem],
    wanted: Callable[[Op], bool] = lambda op: True,
) -> Stack:
    """Apply variants to a game; `wanted` leaves operations out, to see what comes of that."""
    before = _before(variants, found)
    order = _order(variants, before)
    doc = Doc(base, "")
    made: dict[str, list[Op]] = {}
    for variant in order:
        view = Doc(base, "")
        for other in order:
            if other.id in before[variant.id]:
                for op in made.get(other.id, []):
                    apply(view, op)
        made[variant.id] = [
            op for op in operations(variant.id, variant.tree, view, found) if wanted(op)
        ]
        _apply(view, made[variant.id])
        made[variant.id] += translations(variant.id, variant.tree, view, found)
    found.extend(clashes([op for each in order for op in made[each.id]], before))
    for variant in order:
        _apply(doc, made[variant.id])
    root = doc.yaml()
    assert isinstance(root, YamlMap)
    ops = [op for variant in order for op in made[variant.id]]
    return Stack(base, root, order, ops, doc)


def _apply(doc: Doc, ops: Iterable[Op]) -> None:
    """Take out last: something may be put beside what goes."""
    ops = list(ops)
    for op in ops:
        if op.kind != "remove":
            apply(doc, op)
    for op in ops:
        if op.kind == "remove":
            apply(doc, op)


# ------------------------------------------------------------------------------- order


def _before(variants: Sequence[Variant], found: list[Problem]) -> dict[str, set[str]]:
    """For every variant the ids of all it comes after, directly or not."""
    ids = {variant.id for variant in variants}
    direct: dict[str, set[str]] = {}
    for variant in variants:
        direct[variant.id] = {other for other, _ in variant.after if other in ids}
        for other, span in variant.after:
            if other == variant.id:
                found.append(
                    problem(
                        "variant-circle",
                        "This variant says that it comes after itself.",
                        span,
                        "Take the line out.",
                    )
                )
            elif other not in {*ids, *variant.neighbours}:
                found.append(_unknown_after(variant, other, span, ids))
        direct[variant.id].discard(variant.id)
    every: dict[str, set[str]] = {}
    for variant in variants:
        reached: set[str] = set()
        waiting = list(direct[variant.id])
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += direct[other]
        every[variant.id] = reached
    _circles(variants, every, found)
    return {key: others - {key} for key, others in every.items()}


def _unknown_after(variant: Variant, other: str, span: Span, ids: Collection[str]) -> Problem:
    known = sorted({*ids, *variant.neighbours} - {variant.id})
    listed = f"The variants it could know are {in_words(known, 'and', 12)}." if known else None
    return problem(
        "unknown-variant",
        f"There is no variant '{other}' that this one could come after.",
        span,
        hint_for(other, known) or listed or "Name a variant of the same game by its id.",
        severity="warning",  # Somebody else may have it.
    )


def _circles(variants: Sequence[Variant], every: dict[str, set[str]], found: list[Problem]) -> None:
    """Report variants that come after each other."""
    round_ = [variant for variant in variants if variant.id in every[variant.id]]
    if not round_:
        return
    round_.sort(key=lambda variant: variant.id)
    ids = {variant.id for variant in round_}
    places = [
        (f"'{variant.id}' comes after '{other}'", span)
        for variant in round_
        for other, span in variant.after
        if other in ids
    ]
    names = in_words([f"'{variant.id}'" for variant in round_], "and", 12)
    found.append(
        problem(
            "variant-circle",
            f"{names} come after each other, so none of them can be first.",
            places[0][1],
            "Take one of the lines with 'after' out.",
            places[1:],
        )
    )


def _order(variants: Sequence[Variant], before: dict[str, set[str]]) -> list[Variant]:
    """Every variant after those it comes after, otherwise by id; circles are cut."""
    left = sorted(variants, key=lambda variant: (variant.id, variant.file))
    order: list[Variant] = []
    while left:
        waiting = {variant.id for variant in left}
        free = [v for v in left if not before[v.id] & (waiting - {v.id})] or left
        order.append(free[0])
        left.remove(free[0])
    return order


def rules_of(variant: Variant) -> dict[str, object]:
    """What of a variant has a meaning for the rules, as plain data."""
    keys = ("of", "after", "change", "insert", "remove", "add", "options")
    return {
        key: to_plain(node) for key in keys if (node := entry_of(variant.tree, key)) is not None
    }
