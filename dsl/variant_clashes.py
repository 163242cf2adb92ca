"""Clashes: the operations of several variants in, problems with both places out.

Two operations touch the same thing if one replaces or takes out what the other does, what lies
above it, or the line beside which it puts something; or if both put lines into the same gap of a
list in which order matters. Saying exactly the same twice is no clash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.variant_ops import Op
from rulewright.dsl.variant_tree import Chain
from rulewright.dsl.yaml_nodes import to_plain

_Pair = tuple[int, int]


def clashes(ops: Sequence[Op], before: Mapping[str, set[str]]) -> list[Problem]:
    """Return the clashes of operations in the order of their variants.

    `before` names for each variant those it comes after: between them there is no clash.
    """
    found: list[Problem] = []
    for first, second in sorted({*_regions(ops), *_gaps(ops)}):
        one, two = ops[first], ops[second]
        if two.variant in before[one.variant] or one.variant in before[two.variant]:
            continue
        # A variant translates what it changes itself.
        own_text = one.variant == two.variant and (one.kind == "text") != (two.kind == "text")
        if not own_text and not _same(one, two):
            found.append(_clash(one, two))
    return found


def _clash(one: Op, two: Op) -> Problem:
    path = max((one, two), key=lambda each: len(each.chain)).path.split()[-1]
    if one.variant == two.variant:
        return problem(
            "variant-clash",
            f"This variant touches {path} twice.",
            two.span,
            "Say it once: what stands at a path includes all below it.",
            [("it is touched here too", one.span)],
        )
    return problem(
        "variant-clash",
        f"The variants '{one.variant}' and '{two.variant}' both touch {path}.",
        two.span,
        _advice(one, two),
        [(f"'{one.variant}' touches it here", one.span)],
    )


def _advice(one: Op, two: Op) -> str:
    """How both can be played; what is gone cannot be changed afterwards."""
    new = [op.kind == "add" or any(key for key, _, _ in op.nodes) for op in (one, two)]
    if all(new) and {one.kind, two.kind} <= {"add", "insert"}:
        return "Only one of them can add it: give it another id in one of the two."
    for first, last in ((one, two), (two, one)):
        if last.kind == "remove" and first.kind != "remove":
            return (
                f"To play both, write 'after: [{first.variant}]' into '{last.variant}': "
                "it is then taken out last."
            )
    return (
        f"To play both, write 'after: [{one.variant}]' into '{two.variant}', which then has the "
        f"last word, or 'after: [{two.variant}]' into '{one.variant}'."
    )


def _same(one: Op, two: Op) -> bool:
    """Whether two operations say exactly the same, which is well as often as it is said."""
    if one.kind != two.kind or one.chain != two.chain or one.kind in ("insert", "add"):
        return False
    return [to_plain(node) for _, _, node in one.nodes] == [
        to_plain(node) for _, _, node in two.nodes
    ]


def _regions(ops: Sequence[Op]) -> Iterator[_Pair]:
    """Pairs of which one replaces or takes out something that holds what the other does."""
    regions: dict[Chain, list[int]] = defaultdict(list)
    for number, op in enumerate(ops):
        if op.kind != "insert":
            regions[op.chain].append(number)
    for number, op in enumerate(ops):
        for spot in _spots(op):
            for length in range(1, len(spot) + 1):
                for other in regions.get(spot[:length], ()):
                    if other != number:
                        yield min(number, other), max(number, other)
        if op.kind == "insert" and op.anchor is not None:
            for other in regions.get((*op.chain, op.anchor), ()):
                # One file may replace a line by several: put them beside it and take it out.
                if ops[other].kind == "remove" and ops[other].variant != op.variant:
                    yield min(number, other), max(number, other)


def _spots(op: Op) -> list[Chain]:
    """Where an operation does something."""
    # What other operations give is the last step of their chain already.
    named: list[Chain] = [(*op.chain, key) for key, _, _ in op.nodes if key]
    return named if op.kind == "insert" and named else [op.chain]


def _gaps(ops: Sequence[Op]) -> Iterator[_Pair]:
    """Pairs that put lines into the same gap, or entries of the same name into the same map."""
    gaps: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, op in enumerate(ops):
        if op.kind != "insert":
            continue
        left, right = op.gap
        if any(key for key, _, _ in op.nodes):
            for key, _, _ in op.nodes:
                gaps[(op.chain, "key", key)].append(number)
            continue
        if left is not None or right is None:
            gaps[(op.chain, "right of", left)].append(number)
        if right is not None:
            gaps[(op.chain, "left of", right)].append(number)
    for (_, how, _), numbers in gaps.items():
        for one, two in combinations(numbers, 2):
            apart = ops[one].variant == ops[two].variant or not (
                ops[one].ordered or ops[two].ordered
            )
            if how == "key" or not apart:
                yield one, two
