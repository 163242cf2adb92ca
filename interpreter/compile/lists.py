"""Lists as Python: see `lower` for how the functions are called."""

from __future__ import annotations

import ast
from typing import Any

from rulewright.dsl.program import Node

from ..kernel import MOST_ITEMS
from .factors import factored
from .intervals import fits
from .loops import Source, certain, each, source, spelled, tree_of
from .lower import (
    ENDS,
    ITEMS,
    TESTS,
    VALUES,
    Binding,
    Column,
    Known,
    Lowering,
    TooMuch,
    Variable,
    writes,
)
from .mask_ops import mask_table
from .patterns import fits_somewhere
from .pyast import (
    Out,
    again,
    append,
    assign,
    between,
    binary,
    both,
    call,
    compare,
    const,
    either,
    grow,
    is_flag,
    item,
    load,
    negated,
    number_in,
    plus,
    tuple_of,
    when,
)
from .scalars import number

_MOST_TERMS = 64
_ABSENT = -1

# ------------------------------------------------------------------------------- making lists


@writes(VALUES, "tuple")
def _tuple(w: Lowering, out: Out, *args: Node) -> ast.expr:
    return tuple_of(w.value(arg, out) for arg in args)


@writes(ITEMS, "range")
def _range(w: Lowering, out: Out, first: Node, last: Node) -> ast.expr:
    (low, _), (_, high) = w.range(first), w.range(last)
    one, other = w.value(first, out), w.value(last, out)
    if high - low <= MOST_ITEMS:
        return call("range", one, plus(other, 1))
    return call("numbers", one, other)


@writes(VALUES, "concat")
def _concat(w: Lowering, out: Out, *args: Node) -> ast.expr:
    parts: list[ast.expr] = [ast.Starred(w.items(arg, out), ast.Load()) for arg in args]
    return ast.Tuple(parts, ast.Load())


@writes(ITEMS, "filter")
def _filter(w: Lowering, out: Out, items: Node, temp: int, condition: Node) -> ast.expr:
    return collected(w, out, Node("filter", (items, temp, condition)))


@writes(ITEMS, "map")
def _map(w: Lowering, out: Out, items: Node, temp: int, body: Node) -> ast.expr:
    return collected(w, out, Node("map", (items, temp, body)))


def collected(w: Lowering, out: Out, node: Node) -> ast.expr:
    """Return the name of a list with the elements that pass."""
    found = source(w, node, out)
    if not found.steps and found.items is not None:
        return found.items
    parts = spelled(w, found, lambda element: tree_of(w, element))
    if parts is not None and all(isinstance(test, ast.Constant) for test, _ in parts):
        return tuple_of(tree for _, tree in parts)
    name = w.fresh()
    out.append(assign(name, ast.List([], ast.Load())))
    if parts is not None and len(parts) <= _MOST_TERMS:
        for test, tree in parts:
            out += when(test, [append(name, tree)])
    else:
        each(w, found, out, lambda inner, one: inner.append(append(name, tree_of(w, one))))
    return load(name)


def _keyed(w: Lowering, out: Out, items: Node, temp: int, body: Node) -> tuple[ast.expr, ast.expr]:
    """Return the names of a list and of a list of values over its elements."""
    found = source(w, items, out)
    elements, values = w.fresh(), w.fresh()
    out.append(assign(elements, ast.List([], ast.Load())))
    out.append(assign(values, ast.List([], ast.Load())))
    env = w.env

    def write(inner: Out, element: Binding) -> None:
        inner.append(append(elements, tree_of(w, element)))
        with w.using(env.bind(temp, element)):
            inner.append(append(values, w.value(body, inner)))

    each(w, found, out, write)
    return load(elements), load(values)


@writes(VALUES, "best")
def _best(w: Lowering, out: Out, items: Node, temp: int, body: Node) -> ast.expr:
    return call("best", *_keyed(w, out, items, temp, body))


@writes(VALUES, "sorted")
def _sorted(w: Lowering, out: Out, items: Node, temp: int, key: Node) -> ast.expr:
    return call("ordered", *_keyed(w, out, items, temp, key))


def _of_lists(*names: str) -> None:
    for name in names:

        @writes(VALUES, name)
        def write(w: Lowering, out: Out, *args: Node, _name: str = name) -> ast.expr:
            return call(_name, *[w.items(arg, out) for arg in args])


_of_lists("without", "union", "pack")


@writes(VALUES, "rotate")
def _rotate(w: Lowering, out: Out, items: Node, first: Node) -> ast.expr:
    return call("rotate", w.value(items, out), w.value(first, out))


# ------------------------------------------------------------------------------- asking lists


def _exists(w: Lowering, out: Out, found: Source) -> ast.expr:
    parts = spelled(w, found, lambda element: const(True))
    if parts is not None:
        return factored([test for test, _ in parts])
    name = w.fresh()

    def write(inner: Out, element: Binding) -> None:
        inner += [assign(name, const(True)), ast.Break()]

    each(w, found, out, write, [assign(name, const(False))])
    return load(name)


@writes(TESTS, "exists")
def _exists_test(w: Lowering, out: Out, items: Node, temp: int, condition: Node) -> ast.expr:
    somewhere = fits_somewhere(w, out, items, temp, condition)
    if somewhere is not None:
        return somewhere
    return _exists(w, out, source(w, items, out).then("if", temp, condition, w.env))


@writes(TESTS, "every")
def _every(w: Lowering, out: Out, items: Node, temp: int, condition: Node) -> ast.expr:
    found = source(w, items, out)
    env = w.env

    def holds(element: Binding) -> ast.expr:
        none: Out = []
        with w.using(env.bind(temp, element)):
            tree = w.test(condition, none)
        return tree if not none else _needs_statements()

    parts = spelled(w, found, holds)
    if parts is not None:
        return both([_implied(test, tree) for test, tree in parts])
    opposite = Node("not", (condition,), condition.span)
    return negated(_exists(w, out, found.then("if", temp, opposite, env)))


def _needs_statements() -> ast.expr:
    raise TooMuch


def _implied(test: ast.expr, tree: ast.expr) -> ast.expr:
    if isinstance(test, ast.Constant):
        return tree
    return ast.BoolOp(ast.Or(), [negated(test), tree])


@writes(TESTS, "any")
def _any(w: Lowering, out: Out, items: Node) -> ast.expr:
    if items.op == "filter":
        somewhere = fits_somewhere(w, out, *items.args)
        if somewhere is not None:
            return somewhere
    before: Out = []
    found = source(w, items, before)
    if found.steps and found.steps[-1].kind == "if" and certain(w, found):
        out += before
        return _exists(w, out, found)
    return w.test(items, out) if items.op in TESTS else w.items(items, out)


@writes(VALUES, "count")
def _count(w: Lowering, out: Out, items: Node) -> ast.expr:
    before: Out = []
    found = source(w, items, before)
    if items.op == "zone":
        return w.value(Node("zonelen", items.args), out)
    if not found.steps or any(step.kind != "if" for step in found.steps):
        return call("len", w.items(items, out))
    out += before
    parts = spelled(w, found, lambda element: const(1))
    if parts is not None and len(parts) <= _MOST_TERMS:
        return _added([(test, const(1)) for test, _ in parts])
    name = w.fresh()
    out.append(assign(name, const(0)))
    each(w, found, out, lambda inner, element: inner.append(grow(name, "+", const(1))))
    return load(name)


def _added(parts: list[tuple[ast.expr, ast.expr]]) -> ast.expr:
    """Return the sum of values, each counted if its condition holds."""
    total = 0
    terms: list[ast.expr] = []
    for test, tree in parts:
        if isinstance(test, ast.Constant) and isinstance(tree, ast.Constant):
            total += number_in(tree)
        elif isinstance(test, ast.Constant):
            terms.append(tree)
        elif isinstance(tree, ast.Constant) and tree.value == 1 and is_flag(test):
            terms.append(test)
        else:
            terms.append(either(test, tree, const(0)))
    if not terms:
        return const(total)
    # A lone True is not a number; the sum of two is.
    if total or (len(terms) == 1 and is_flag(terms[0])):
        terms.append(const(total))
    while len(terms) > 1:
        # Two by two, so that many terms do not become a deep tree.
        paired = [binary(one, "+", two) for one, two in zip(terms[::2], terms[1::2], strict=False)]
        terms = paired + (terms[-1:] if len(terms) % 2 else [])
    return terms[0]


@writes(VALUES, "sum")
def _sum(w: Lowering, out: Out, items: Node, temp: int, body: Node) -> ast.expr:
    found = source(w, items, out)
    values = w.range(Node("sum", (items, temp, body)))
    env = w.env

    def term(element: Binding) -> ast.expr:
        none: Out = []
        with w.using(env.bind(temp, element)):
            tree = w.value(body, none)
        return tree if not none else _needs_statements()

    parts = spelled(w, found, term)
    if parts is not None and len(parts) <= _MOST_TERMS:
        return number(w, _added(parts), values)
    name = w.fresh()
    out.append(assign(name, const(0)))

    def write(inner: Out, element: Binding) -> None:
        with w.using(env.bind(temp, element)):
            inner.append(grow(name, "+", w.value(body, inner)))

    each(w, found, out, write)
    return number(w, load(name), values)


def _most(w: Lowering, out: Out, args: tuple[Any, ...], function: str) -> ast.expr:
    items, temp, body, otherwise = args
    found = source(w, items, out)
    env = w.env

    def one(element: Binding) -> ast.expr:
        none: Out = []
        with w.using(env.bind(temp, element)):
            tree = w.value(body, none)
        return tree if not none else _needs_statements()

    parts = spelled(w, found, one)
    if parts is not None and all(isinstance(test, ast.Constant) for test, _ in parts):
        if not parts:
            return w.value(otherwise, out)
        return parts[0][1] if len(parts) == 1 else call(function, *[tree for _, tree in parts])
    name = w.fresh()
    out.append(assign(name, ast.List([], ast.Load())))

    def write(inner: Out, element: Binding) -> None:
        with w.using(env.bind(temp, element)):
            inner.append(append(name, w.value(body, inner)))

    each(w, found, out, write)
    before: Out = []
    tree = w.value(otherwise, before)
    if not before:
        return either(load(name), call(function, load(name)), tree)
    result = w.fresh()
    before.append(assign(result, tree))
    out += when(load(name), [assign(result, call(function, load(name)))], before)
    return load(result)


@writes(VALUES, "largest")
def _largest(w: Lowering, out: Out, *args: Any) -> ast.expr:
    return _most(w, out, args, "max")


@writes(VALUES, "smallest")
def _smallest(w: Lowering, out: Out, *args: Any) -> ast.expr:
    return _most(w, out, args, "min")


@writes(TESTS, "in")
def _in(w: Lowering, out: Out, wanted: Node, items: Node) -> ast.expr:
    one = w.value(wanted, out)
    before: Out = []
    found = source(w, items, before)
    plain = all(step.kind == "if" for step in found.steps)
    if found.constant is not None and found.steps and plain and certain(w, found):
        out += before
        held = w.hold(one, out)
        tests: list[ast.expr] = [compare(again(held), "in", const(found.constant))]
        later: Out = []
        for step in found.steps:
            with w.using(step.env.bind(step.temp, Variable(held, found.values))):
                tests.append(w.test(step.node, later))
        if not later:
            return both(tests)
    return compare(one, "in", w.items(items, out))


def _end(w: Lowering, out: Out, items: Node, backwards: bool) -> ast.expr:
    before: Out = []
    found = source(w, items, before)
    if found.steps and certain(w, found) and (found.constant is not None or not backwards):
        out += before
        name = w.fresh()

        def write(inner: Out, element: Binding) -> None:
            inner += [assign(name, tree_of(w, element)), ast.Break()]

        each(w, found, out, write, [assign(name, const(_ABSENT))], backwards)
        return load(name)
    if items.op in ENDS:
        return ENDS[items.op](w, out, *items.args, backwards)
    first, then = w.twice(w.items(items, out))
    return either(first, item(then, const(-1 if backwards else 0)), const(_ABSENT))


@writes(VALUES, "first")
def _first(w: Lowering, out: Out, items: Node) -> ast.expr:
    return _end(w, out, items, False)


@writes(VALUES, "last")
def _last(w: Lowering, out: Out, items: Node) -> ast.expr:
    return _end(w, out, items, True)


@writes(VALUES, "nth")
def _nth(w: Lowering, out: Out, items: Node, place: Node) -> ast.expr:
    return call("nth", w.items(items, out), w.value(place, out))


@writes(VALUES, "only")
def _only(w: Lowering, out: Out, items: Node) -> ast.expr:
    first, then = w.twice(w.items(items, out))
    alone = compare(call("len", first), "==", const(1))
    return either(alone, item(then, const(0)), const(_ABSENT))


# ------------------------------------------------------------------------------- masks


@writes(VALUES, "mask")
def _mask(w: Lowering, out: Out, items: Node, base: int) -> ast.expr:
    table = mask_table(w, items, base)
    if table is not None:
        first, masks, key = table
        index = plus(w.value(key, out), -first)
        if fits(w.range(key), first, first + len(masks) - 1):
            return item(const(masks), index)
        held, again_held = w.twice(index)
        there = between(0, held, len(masks) - 1)
        return either(there, item(const(masks), again_held), const(0))
    before: Out = []
    found = source(w, items, before)
    if found.values[0] < base or any(step.kind != "if" for step in found.steps):
        return call("mask", w.items(items, out), const(base))
    out += before
    name = w.fresh()
    out.append(assign(name, const(0)))

    def bit(element: Binding) -> ast.expr:
        if isinstance(element, Known):
            return const(1 << element.value - base)
        if isinstance(element, Column):
            return tree_of(w, Column(element.rows, tuple(1 << v - base for v in element.values)))
        return binary(const(1), "<<", plus(tree_of(w, element), -base))

    each(w, found, out, lambda inner, element: inner.append(grow(name, "|", bit(element))))
    return load(name)


def _with_base(name: str, *lists: int) -> None:
    @writes(VALUES, name)
    def write(w: Lowering, out: Out, *args: Any) -> ast.expr:
        trees = [
            (w.items if number in lists else w.value)(arg, out)
            for number, arg in enumerate(args[:-1])
        ]
        return call(name, *trees, const(args[-1]))


_with_base("members")
_with_base("subsets", 0)
_with_base("combos", 0)


@writes(VALUES, "pack_head")
def _pack_head(w: Lowering, out: Out, packed: Node) -> ast.expr:
    return binary(binary(w.value(packed, out), "&", const(15)), "-", const(1))


@writes(VALUES, "pack_tail")
def _pack_tail(w: Lowering, out: Out, packed: Node) -> ast.expr:
    return binary(w.value(packed, out), ">>", const(4))


@writes(VALUES, "mask_head")
def _mask_head(w: Lowering, out: Out, mask: Node, base: int) -> ast.expr:
    return call("mask_head", w.value(mask, out), const(base))


@writes(VALUES, "mask_tail")
def _mask_tail(w: Lowering, out: Out, mask: Node) -> ast.expr:
    held = w.hold(w.value(mask, out), out)
    return binary(held, "&", binary(again(held), "-", const(1)))


def _bit(w: Lowering, out: Out, element: Node, base: int) -> ast.expr:
    tree = plus(w.value(element, out), -base)
    if w.range(element)[0] >= base:
        return binary(const(1), "<<", tree)
    return call("bit", tree)


@writes(VALUES, "mask_drop")
def _mask_drop(w: Lowering, out: Out, mask: Node, element: Node, base: int) -> ast.expr:
    bit = _bit(w, out, element, base)
    return binary(w.value(mask, out), "&", ast.UnaryOp(ast.Invert(), bit))


@writes(VALUES, "mask_with")
def _mask_with(w: Lowering, out: Out, mask: Node, element: Node, base: int) -> ast.expr:
    return binary(w.value(mask, out), "|", _bit(w, out, element, base))
