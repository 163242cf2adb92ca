"""What variants change: a stacked game in, its differences from the game itself out, with places.

The two trees are compared rather than the operations listed: what a variant says again unchanged
is no difference, and where several variants follow each other only the outcome counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulewright.dsl.context import entry_of, text_of
from rulewright.dsl.facts import lines_of
from rulewright.dsl.program import Fact
from rulewright.dsl.source import Span
from rulewright.dsl.variant_ops import Op
from rulewright.dsl.variant_stack import Stack
from rulewright.dsl.variant_tree import Chain, Doc, Step
from rulewright.dsl.yaml_nodes import YamlMap, YamlNode, YamlScalar, to_plain

Kind: TypeAlias = Literal["changed", "new", "gone"]

NO_RULES = ("source",)
"""Keys that say nothing about how a game goes."""


@dataclass(frozen=True)
class Difference:
    """One thing that is not as in the game."""

    kind: Kind
    path: str
    variants: tuple[str, ...]
    """The variants that had a part in it."""
    before: tuple[str, ...] = ()
    """What the game says, as lines; nothing if it is new."""
    after: tuple[str, ...] = ()
    before_at: Span | None = None
    after_at: Span | None = None
    """Where it is said; for something gone, the line that takes it out."""
    names: tuple[dict[str, str], dict[str, str]] = ({}, {})
    """What the thing is called by language: in the game, and now."""


def differences(made: Stack) -> list[Difference]:
    """Everything in which a stacked game differs, in the order of its sections."""
    assert made.doc is not None
    return list(_Comparison(made).compare(Doc(made.base, ""), made.doc, (), ()))


class _Comparison:
    """Two trees being compared."""

    def __init__(self, made: Stack) -> None:
        self.made = made
        self.base = Doc(made.base, "")

    def compare(
        self, old: Doc, new: Doc, chain: Chain, path: tuple[str, ...]
    ) -> Iterator[Difference]:
        if old.is_map and new.is_map:
            steps = list(dict.fromkeys([*old.children, *new.children]))
            for step in steps:
                if step not in NO_RULES:
                    yield from self._child(old, new, step, chain, (*path, str(step)))
        elif old.is_list and new.is_list and _related(old, new):
            yield from self._lists(old, new, chain, path)
        elif to_plain(old.yaml()) != to_plain(new.yaml()):
            yield self._made("changed", chain, path, _at(old), _at(new), old, new)

    def _lists(
        self, old: Doc, new: Doc, chain: Chain, path: tuple[str, ...]
    ) -> Iterator[Difference]:
        numbers = {step: number for number, step in enumerate(old.children, 1)}
        later = {step: number for number, step in enumerate(new.children, 1)}
        order = sorted(
            dict.fromkeys([*old.children, *new.children]),
            key=lambda step: (numbers.get(step) or _after(step, new, numbers), step in later),
        )
        for step in order:
            # A line is named as in the game; a new one has the number it gets.
            name = str(numbers[step] if step in numbers else later[step])
            yield from self._child(old, new, step, chain, (*path, name))

    def _child(
        self, old: Doc, new: Doc, step: Step, chain: Chain, path: tuple[str, ...]
    ) -> Iterator[Difference]:
        inner: Chain = (*chain, step)
        was, now = old.children.get(step), new.children.get(step)
        if was is None and now is not None:
            yield self._made("new", inner, path, None, now.span, None, now.doc)
        elif was is not None and now is None:
            yield self._made("gone", inner, path, was.span, self._taken(inner), was.doc, None)
        elif was is not None and now is not None:
            if (
                now.doc.owner != was.doc.owner
                and was.doc.is_map != now.doc.is_map
                and to_plain(was.doc.yaml()) != to_plain(now.doc.yaml())
            ):
                yield self._made("changed", inner, path, was.span, now.span, was.doc, now.doc)
            else:
                yield from self.compare(was.doc, now.doc, inner, path)

    def _made(
        self,
        kind: Kind,
        chain: Chain,
        path: tuple[str, ...],
        before_at: Span | None,
        after_at: Span | None,
        old: Doc | None,
        new: Doc | None,
    ) -> Difference:
        return Difference(
            kind,
            ".".join(path),
            tuple(dict.fromkeys(op.variant for op in _touching(self.made.ops, chain))),
            _lines(old),
            _lines(new),
            before_at,
            after_at,
            (_name(self.base, chain), _name(self.made.doc, chain)),
        )

    def _taken(self, chain: Chain) -> Span | None:
        for op in self.made.ops:
            if op.kind in ("remove", "change") and chain[: len(op.chain)] == op.chain:
                return op.span
        return None


def _after(step: Step, new: Doc, numbers: dict[Step, int]) -> float:
    """Where a new line stands among the game's: half a step after the one before it."""
    place = 0.0
    for each in new.children:
        if each == step:
            return place + 0.5
        place = float(numbers.get(each, place))
    return place


def _related(old: Doc, new: Doc) -> bool:
    """Whether a list is still the game's, with lines put in or taken out, and not another one."""
    return old.owner == new.owner


def _at(doc: Doc) -> Span:
    return doc.node.span


def _lines(doc: Doc | None) -> tuple[str, ...]:
    if doc is None:
        return ()
    node = doc.yaml()
    if isinstance(node, YamlScalar):
        return (node.text,) if node.value is not None else ()
    return tuple(lines_of(node))


def _name(root: Doc | None, chain: Chain) -> dict[str, str]:
    """What the thing is called of which a chain names a part."""
    doc = root.at(chain[:2]) if root is not None and len(chain) > 1 else None
    node: YamlNode | None = doc.yaml() if doc is not None else None
    return text_of(entry_of(node, "name")) if isinstance(node, YamlMap) else {}


def _touching(ops: Iterable[Op], chain: Chain) -> Iterator[Op]:
    """The operations that do something at a place, above it or below it."""
    for op in ops:
        length = min(len(op.chain), len(chain))
        if op.chain[:length] != chain[:length]:
            continue
        if op.kind == "insert" and len(chain) > len(op.chain):
            step = chain[len(op.chain)]
            owned = step[0] == op.variant if isinstance(step, tuple) else False
            if not owned and step not in {key for key, _, _ in op.nodes if key}:
                continue
        yield op


def marked_facts(facts: Iterable[Fact], made: Stack) -> tuple[Fact, ...]:
    """Facts with the variants that have a part in them."""
    found: list[Fact] = []
    base = Doc(made.base, "")
    for fact in facts:
        chain: Chain = tuple(fact.path.split("."))
        names = ", ".join(dict.fromkeys(op.variant for op in _touching(made.ops, chain)))
        new = base.at(chain) is None
        found.append(replace(fact, variant=names, added=new) if names else fact)
    return tuple(found)
