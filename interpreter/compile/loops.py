"""Going through lists: an expression for a list in; loops, or the same written out, out.

A `Source` is a list that is not made: where elements come from, and the steps (conditions, values)
they pass before they count. `each` writes a loop over it, `spelled` writes the same thing once per
element, which is what constant lists of a few elements become.

A loop over a constant list with a condition on a fixed property of its elements, such as the cells
of a column or the lines through a cell, does not look at the others: the elements are looked
up by that property in a table made when compiling (`_indexed`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.program import Node

from .facts import ANYTHING
from .intervals import Range, fits
from .lower import Binding, Column, Env, Known, Lowering, Rows, TooMuch, Variable
from .pyast import (
    Out,
    again,
    between,
    both,
    call,
    const,
    either,
    item,
    load,
    loop,
    plus,
    store,
    when,
)
from .scalars import bound, count_uses, opened

MOST_SPELLED = 3000
"""Operations that one list may become when it is written out."""
MOST_SPELLED_ELEMENTS = 160
_MOST_TOGETHER = 12
"""Elements of a list in a column that are written out."""
_MOST_KEYS = 4000

Body = Callable[[Out, Binding], None]


@dataclass
class Step:
    """What happens to an element on its way: a condition it must meet, or a value it becomes."""

    kind: str  # if, map
    temp: int
    node: Node
    env: Env


@dataclass
class Source:
    """Where elements come from and what they pass."""

    elements: list[Binding] | None = None
    """The elements one by one, where they are known."""
    constant: tuple[Any, ...] | None = None
    """The elements as values, where they depend on nothing."""
    items: ast.expr | None = None
    """A sequence otherwise."""
    values: Range = (0, 0)
    steps: list[Step] = field(default_factory=list)

    def then(self, kind: str, temp: int, node: Node, env: Env) -> Source:
        """Return the source with one more step."""
        return Source(
            self.elements,
            self.constant,
            self.items,
            self.values,
            [*self.steps, Step(kind, temp, node, env)],
        )


def source(w: Lowering, node: Node, out: Out) -> Source:
    """Return the source that a list expression is."""
    static = w.static(node)
    if isinstance(static, Known):
        found = static.value
        return Source([Known(one) for one in found], tuple(found), values=w.range(node))
    if isinstance(static, Column):
        lengths = {len(value) for value in static.values}
        if len(lengths) == 1 and max(lengths) <= _MOST_TOGETHER:
            spread: list[Binding] = [
                Column(static.rows, tuple(value[number] for value in static.values))
                for number in range(max(lengths))
            ]
            return Source(spread, values=static.range)
        return Source(items=w.items(node, out), values=static.range)
    op, args = node.op, node.args
    if w.kept(node) is not None:
        return Source(items=w.items(node, out), values=w.range(node))
    if op in ("filter", "map"):
        kind = "if" if op == "filter" else "map"
        return source(w, args[0], out).then(kind, args[1], args[2], w.env)
    if op == "let":
        meaning = bound(w, args[1], out, count_uses(args[2], args[0]))
        with w.using(w.env.bind(args[0], meaning)):
            return source(w, args[2], out)
    if op == "call":
        env = opened(w, out, *args)
        if env is not None:
            with w.using(env):
                return source(w, w.unit.program.functions[args[0]].body, out)
    if op == "tuple":
        trees = [w.hold(w.value(arg, out), out) for arg in args]
        whole: list[Binding] = [
            Variable(tree, w.range(arg)) for tree, arg in zip(trees, args, strict=True)
        ]
        return Source(whole, items=ast.Tuple([again(tree) for tree in trees], ast.Load()),
                      values=w.range(node))  # fmt: skip
    return Source(items=w.items(node, out), values=w.range(node))


def certain(w: Lowering, found: Source) -> bool:
    """Say whether no element can be a rule error on its way, so that not all need be asked."""
    values = found.values
    for step in found.steps:
        with w.using(step.env.bind(step.temp, Variable(load("v"), values))):
            if not w.certain(step.node, lenient=True):
                return False
            if step.kind == "map":
                values = w.range(step.node)
    return True


def pass_steps(w: Lowering, steps: list[Step], element: Binding, out: Out, body: Body) -> None:
    """Write what happens to one element; names mean what they do here once it has passed."""
    if not steps:
        body(out, element)
        return
    step = steps[0]
    if step.kind == "map":
        with w.using(step.env.bind(step.temp, element)):
            element = bound(w, step.node, out)
        pass_steps(w, steps[1:], element, out, body)
        return
    with w.using(step.env.bind(step.temp, element)):
        test = w.test(step.node, out)
    if _never(test):
        return
    inner: Out = []
    pass_steps(w, steps[1:], element, inner, body)
    out += when(test, inner)


# ------------------------------------------------------------------------------- written out


def spelled(
    w: Lowering, found: Source, write: Callable[[Binding], ast.expr]
) -> list[tuple[ast.expr, ast.expr]] | None:
    """Return for each element its condition and what is written for it, if that is short enough.

    None if there are too many elements, or if one of them needs statements.
    """
    elements = found.elements
    if elements is None or len(elements) > MOST_SPELLED_ELEMENTS:
        return None
    if len(elements) > 8 and _key(w, found) is not None:
        return None
    parts = []
    try:
        with w.attempt(MOST_SPELLED):
            for element in elements:
                parts.append(_spelled_one(w, found.steps, element, write))
    except TooMuch:
        return None
    return [part for part in parts if not _never(part[0])]


def cannot_fail(tree: ast.expr) -> bool:
    """Say whether evaluating a tree surely goes well: checks are calls."""
    return not any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(tree))


def _never(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _spelled_one(
    w: Lowering, steps: list[Step], element: Binding, write: Callable[[Binding], ast.expr]
) -> tuple[ast.expr, ast.expr]:
    tests: list[ast.expr] = []
    none: Out = []
    for step in steps:
        with w.using(step.env.bind(step.temp, element)):
            if step.kind == "if":
                tests.append(w.test(step.node, none))
                if _never(tests[-1]):
                    # What was asked before may be an error; otherwise it does not matter.
                    quiet = all(cannot_fail(test) for test in tests)
                    return (tests[-1] if quiet else both(tests)), const(0)
            else:
                element = bound(w, step.node, none)
        if none:
            raise TooMuch
    return both(tests), write(element)


def tree_of(w: Lowering, element: Binding) -> ast.expr:
    """Return an element as a Python expression."""
    if isinstance(element, Known):
        return const(element.value)
    if isinstance(element, Column):
        return element.rows.column(list(element.values), lambda: w.fresh("r"))
    return again(element.tree)


# ------------------------------------------------------------------------------- loops


def each(
    w: Lowering,
    found: Source,
    out: Out,
    body: Body,
    otherwise: Out | None = None,
    backwards: bool = False,
) -> None:
    """Write a loop; `otherwise` runs unless the body leaves the loop."""
    if found.constant is not None:
        _over_rows(w, found, out, body, otherwise, backwards)
        return
    items = found.items
    if items is None:
        assert found.elements is not None
        items = ast.Tuple([tree_of(w, element) for element in found.elements], ast.Load())
    if backwards:
        items = call("reversed", items)
    name = w.fresh("t")
    inner: Out = []
    pass_steps(w, found.steps, Variable(load(name), found.values), inner, body)
    out.append(loop(store(name), items, inner, otherwise))


def _over_rows(
    w: Lowering, found: Source, out: Out, body: Body, otherwise: Out | None, backwards: bool
) -> None:
    assert found.constant is not None
    found = _sifted(w, found)
    assert found.constant is not None
    if not found.constant:
        out += otherwise or []
        return
    index = _key(w, found)
    steps = found.steps
    elements = list(found.constant)
    if backwards:
        elements.reverse()
    groups: dict[int, list[int]] | None = None
    key: ast.expr | None = None
    if index is not None:
        steps, key, groups = index.take(w, found, elements, out)
    rows = Rows(elements)
    inner: Out = []
    with w.within(rows):
        pass_steps(w, steps, Column(rows, tuple(elements)), inner, body)
    if not rows.columns:
        rows.columns.append((w.fresh("r"), elements))
    names = [name for name, _ in rows.columns]
    table = list(zip(*(values for _, values in rows.columns), strict=True))
    if len(names) == 1:
        target: ast.expr = store(names[0])
        table = [row[0] for row in table]
    else:
        target = ast.Tuple([store(name) for name in names], ast.Store())
    if groups is None or key is None:
        out.append(loop(target, const(tuple(table)), inner, otherwise))
        return
    low, high = min(groups), max(groups)
    lists = tuple(
        tuple(table[number] for number in groups.get(value, ())) for value in range(low, high + 1)
    )
    assert index is not None
    picked: ast.expr = item(const(lists), plus(again(key), -low))
    if not fits(index.values, low, high):
        picked = either(between(low, again(key), high), picked, const(()))
    out.append(loop(target, picked, inner, otherwise))


# ------------------------------------------------------------------------------- lookup tables


def _conditions(step: Step) -> list[Node]:
    return list(step.node.args) if step.node.op == "and" else [step.node]


def _with_conditions(found: Source, conditions: list[Node]) -> list[Step]:
    """Return the steps of a source with other conditions in the first one."""
    step = found.steps[0]
    if not conditions:
        return found.steps[1:]
    node = conditions[0] if len(conditions) == 1 else Node("and", tuple(conditions))
    return [Step("if", step.temp, node, step.env), *found.steps[1:]]


def _sifted(w: Lowering, found: Source) -> Source:
    """Return a source without the elements whose fate is known when compiling."""
    if found.constant is None or not found.steps or found.steps[0].kind != "if":
        return found
    step = found.steps[0]
    kept = list(found.constant)
    rest = []
    conditions = _conditions(step)
    for number, condition in enumerate(conditions):
        rows = Rows(kept)
        with w.using(step.env.bind(step.temp, Column(rows, tuple(kept)))):
            static = w.static(condition) if kept else None
        if isinstance(static, Known):
            kept = kept if static.value else []
        elif isinstance(static, Column) and static.rows is rows:
            kept = [one for one, holds in zip(kept, static.values, strict=True) if holds]
        else:
            rest.append(condition)
            with w.using(step.env.bind(step.temp, Variable(load("v"), found.values))):
                if not w.certain(condition, lenient=True):
                    # An error there comes before what is asked next.
                    rest += conditions[number + 1 :]
                    break
    steps = _with_conditions(found, rest)
    return Source([Known(one) for one in kept], tuple(kept), None, found.values, steps)


@dataclass
class _Key:
    """A condition `property of the element == e` or `e in property of the element`."""

    step: Step
    rest: list[Node]
    """The other conditions of the step."""
    of: Node
    """The property: it depends on the element alone."""
    asked: Node
    """What it is compared with: it does not depend on the element."""
    values: Range

    def take(
        self, w: Lowering, found: Source, elements: list[Any], out: Out
    ) -> tuple[list[Step], ast.expr, dict[int, list[int]]]:
        """Return the steps left, the key, and for each key the numbers of its elements."""
        with w.using(self.step.env):
            key = w.hold(w.value(self.asked, out), out)
        groups: dict[int, list[int]] = {}
        for number, element in enumerate(elements):
            with w.using(self.step.env.bind(self.step.temp, Known(element))):
                known = w.static(self.of)
            assert isinstance(known, Known)
            keys = known.value if isinstance(known.value, tuple) else (known.value,)
            for one in dict.fromkeys(keys):
                groups.setdefault(one, []).append(number)
        return _with_conditions(found, self.rest), key, groups


def _key(w: Lowering, found: Source) -> _Key | None:
    """Return a condition of the first step by which elements can be looked up."""
    if found.constant is None or not found.steps or found.steps[0].kind != "if":
        return None
    step = found.steps[0]
    parts = _conditions(step)
    rows = Rows(found.constant)
    inner = step.env.bind(step.temp, Column(rows, found.constant))
    for number, part in enumerate(parts):
        if part.op in ("eq", "in"):
            sides = [part.args] if part.op == "in" else [part.args, part.args[::-1]]
            for asked, of in sides:
                key = _as_key(w, step, inner, asked, of, part.op == "in")
                if key is not None:
                    key.rest = parts[:number] + parts[number + 1 :]
                    return key
        with w.using(step.env.bind(step.temp, Variable(load("v"), found.values))):
            if not w.certain(part, lenient=True):
                return None
    return None


def _as_key(
    w: Lowering, step: Step, inner: Env, asked: Node, of: Node, listed: bool
) -> _Key | None:
    free = w.unit.facts.free(asked)
    if step.temp in free:
        return None
    with w.using(inner):
        property_of = w.static(of)
    if not isinstance(property_of, Column):
        return None
    kinds = {type(value) for value in property_of.values}
    if kinds != {tuple if listed else int}:
        return None
    keys = {one for value in property_of.values for one in (value if listed else (value,))}
    if not keys or not all(isinstance(one, int) for one in keys):
        return None
    if max(keys) - min(keys) > _MOST_KEYS:
        return None
    with w.using(step.env):
        static = w.static(asked)
        if static is not None and not isinstance(static, Column):
            return None  # then the condition itself is known for each element
        simple = asked.op in ("me", "slot", "actor") or ANYTHING not in free
        if not simple and not w.certain(asked):
            return None
        return _Key(step, [], of, asked, w.range(asked))
