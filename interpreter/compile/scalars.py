"""Numbers, conditions and state as Python: see `lower` for how the functions are called."""

from __future__ import annotations

import ast
from typing import Any

from rulewright.dsl.program import ACTOR, Node

from ..kernel import MOST_NUMBER
from .facts import BINDERS, LISTS, children
from .intervals import Range, fits, is_number
from .lower import ITEMS, TESTS, VALUES, Binding, Env, Lowering, Variable, writes
from .pyast import (
    Out,
    again,
    any_of,
    assign,
    between,
    binary,
    both,
    call,
    compare,
    const,
    either,
    item,
    load,
    negated,
    number_in,
    plus,
    slot,
    times,
    when,
)

_INLINE = 40
"""Operations of a define that is written where it is called, once for each call."""

# ------------------------------------------------------------------------------- checks


def present(w: Lowering, tree: ast.expr, values: Range) -> ast.expr:
    """Return a value that is a rule error if it is absent."""
    if values[0] >= 0:
        return tree
    first, then = w.twice(tree)
    return either(compare(first, ">=", const(0)), then, call("absent"))


def index_of(w: Lowering, tree: ast.expr, values: Range, length: int) -> ast.expr:
    """Return an index that is a rule error if there is no such element."""
    if fits(values, 0, length - 1):
        return tree
    first, then = w.twice(tree)
    good = between(0, first, length - 1)
    return either(good, then, call("index_of", again(then), const(length)))


def number(w: Lowering, tree: ast.expr, values: Range) -> ast.expr:
    """Return a number that is a rule error if it is too large."""
    if is_number(values):
        return tree
    first, then = w.twice(tree)
    return either(between(-MOST_NUMBER, first, MOST_NUMBER), then, call("too_large"))


def clipped(w: Lowering, tree: ast.expr, values: Range, low: int, high: int) -> ast.expr:
    """Return a value, or the bound it is beyond."""
    below, above = values[0] < low, values[1] > high
    if not below and not above:
        return tree
    first, then = w.twice(tree)
    if not below:
        return either(compare(first, "<=", const(high)), then, const(high))
    if not above:
        return either(compare(first, ">=", const(low)), then, const(low))
    inner = either(compare(again(then), "<=", const(high)), then, const(high))
    return either(compare(first, "<", const(low)), const(low), inner)


def address(w: Lowering, out: Out, base: int, stride: int, index: Node) -> ast.expr:
    """Return the number of a slot in a run."""
    tree, values = w.value(index, out), w.range(index)
    if values[0] >= 0:
        return plus(times(tree, stride), base)
    first, then = w.twice(tree)
    slot_number = plus(times(then, stride), base)
    return either(compare(first, ">=", const(0)), slot_number, call("absent"))


# ------------------------------------------------------------------------------- state


@writes(VALUES, "const")
def _const(w: Lowering, out: Out, value: Any) -> ast.expr:
    return const(value)


@writes(VALUES, "slot")
def _slot(w: Lowering, out: Out, number: int) -> ast.expr:
    return slot(number)


@writes(VALUES, "at")
def _at(w: Lowering, out: Out, base: int, stride: int, index: Node) -> ast.expr:
    static = w.address(base, stride, index)
    if static is not None:
        return item(load("v"), static)
    return item(load("v"), address(w, out, base, stride, index))


@writes(VALUES, "local")
def _local(w: Lowering, out: Out, number: int) -> ast.expr:
    return w.local(number)


@writes(VALUES, "temp")
def _temp(w: Lowering, out: Out, number: int) -> ast.expr:
    found = w.env.temps[number]
    assert isinstance(found, Variable)
    return call("tuple", again(found.tree)) if found.loose else again(found.tree)


@writes(ITEMS, "temp")
def _temp_items(w: Lowering, out: Out, number: int) -> ast.expr:
    found = w.env.temps[number]
    assert isinstance(found, Variable)
    return again(found.tree)


@writes(VALUES, "me")
def _me(w: Lowering, out: Out) -> ast.expr:
    return w.me()


@writes(VALUES, "actor")
def _actor(w: Lowering, out: Out) -> ast.expr:
    return slot(ACTOR)


@writes(VALUES, "table")
def _table(w: Lowering, out: Out, table: int, index: Node) -> ast.expr:
    row = w.unit.program.tables[table]
    tree = index_of(w, w.value(index, out), w.range(index), len(row))
    return item(load(f"T{table}"), tree)


# ------------------------------------------------------------------------------- arithmetic


def _arithmetic(sign: str, name: str) -> None:
    @writes(VALUES, name)
    def write(w: Lowering, out: Out, a: Node, b: Node) -> ast.expr:
        left, right = w.value(a, out), w.value(b, out)
        values = w.range(Node(name, (a, b)))
        if sign == "+" and isinstance(right, ast.Constant):
            return number(w, plus(left, number_in(right)), values)
        return number(w, binary(left, sign, right), values)


_arithmetic("+", "add")
_arithmetic("-", "sub")
_arithmetic("*", "mul")


def _division(sign: str, name: str) -> None:
    @writes(VALUES, name)
    def write(w: Lowering, out: Out, a: Node, b: Node) -> ast.expr:
        left, right = w.value(a, out), w.value(b, out)
        low, high = w.range(b)
        return binary(left, sign, right if low > 0 or high < 0 else call("divisor", right))


_division("//", "div")
_division("%", "mod")


@writes(VALUES, "neg")
def _neg(w: Lowering, out: Out, a: Node) -> ast.expr:
    return ast.UnaryOp(ast.USub(), w.value(a, out))


@writes(VALUES, "bits")
def _bits(w: Lowering, out: Out, a: Node, b: Node) -> ast.expr:
    return binary(w.value(a, out), "|", w.value(b, out))


@writes(VALUES, "mask_and")
def _mask_and(w: Lowering, out: Out, a: Node, b: Node) -> ast.expr:
    return binary(w.value(a, out), "&", w.value(b, out))


def _extreme(sign: str, name: str) -> None:
    @writes(VALUES, name)
    def write(w: Lowering, out: Out, *args: Node) -> ast.expr:
        trees = [w.value(arg, out) for arg in args]
        if len(trees) == 1:
            return trees[0]
        if len(trees) > 2:
            return call(name, *trees)
        # The first of equal values; which one is the same for numbers.
        (one, again_one), (other, again_other) = w.twice(trees[0]), w.twice(trees[1])
        return either(compare(one, sign, other), again_one, again_other)


_extreme("<=", "min")
_extreme(">=", "max")

# ------------------------------------------------------------------------------- conditions


def _comparison(sign: str, name: str) -> None:
    @writes(TESTS, name)
    def write(w: Lowering, out: Out, a: Node, b: Node) -> ast.expr:
        return compare(w.value(a, out), sign, w.value(b, out))


for _sign, _name in (
    ("==", "eq"), ("!=", "ne"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"),
):  # fmt: skip
    _comparison(_sign, _name)


@writes(TESTS, "not")
def _not(w: Lowering, out: Out, a: Node) -> ast.expr:
    return negated(w.test(a, out))


@writes(TESTS, "and")
def _and(w: Lowering, out: Out, *args: Node) -> ast.expr:
    parts: list[ast.expr] = []
    for arg in args:
        before: Out = []
        tree = w.test(arg, before)
        if before and parts:
            # What has to run first may do so only if the rest holds.
            name = w.fresh()
            out.append(assign(name, both(parts)))
            before.append(assign(name, tree))
            out += when(load(name), before)
            parts = [load(name)]
        else:
            out += before
            parts.append(tree)
        if isinstance(tree, ast.Constant) and not tree.value:
            break
    return both(parts)


@writes(TESTS, "or")
def _or(w: Lowering, out: Out, *args: Node) -> ast.expr:
    parts: list[ast.expr] = []
    for arg in args:
        before: Out = []
        tree = w.test(arg, before)
        if before and parts:
            name = w.fresh()
            out.append(assign(name, any_of(parts)))
            before.append(assign(name, tree))
            out += when(negated(load(name)), before)
            parts = [load(name)]
        else:
            out += before
            parts.append(tree)
        if isinstance(tree, ast.Constant) and tree.value:
            break
    return any_of(parts)


def _choice(w: Lowering, out: Out, test: Node, then: Node, other: Node, how: str) -> ast.expr:
    condition = w.test(test, out)
    if isinstance(condition, ast.Constant):
        found: ast.expr = getattr(w, how)(then if condition.value else other, out)
        return found
    first: Out = []
    second: Out = []
    one, two = getattr(w, how)(then, first), getattr(w, how)(other, second)
    if not first and not second:
        return either(condition, one, two)
    name = w.fresh()
    out += when(condition, [*first, assign(name, one)], [*second, assign(name, two)])
    return load(name)


@writes(VALUES, "if")
def _if(w: Lowering, out: Out, test: Node, then: Node, other: Node) -> ast.expr:
    return _choice(w, out, test, then, other, "value")


@writes(TESTS, "if")
def _if_test(w: Lowering, out: Out, test: Node, then: Node, other: Node) -> ast.expr:
    return _choice(w, out, test, then, other, "test")


@writes(ITEMS, "if")
def _if_items(w: Lowering, out: Out, test: Node, then: Node, other: Node) -> ast.expr:
    return _choice(w, out, test, then, other, "items")


# ------------------------------------------------------------------------------- names and defines


def bound(w: Lowering, node: Node, out: Out, uses: int | None = None) -> Binding:
    """Return the meaning of a name for the value of a node; `uses` is how often it is asked for."""
    static = w.static(node)
    if static is not None:
        return static
    if node.op == "temp":
        found = w.env.temps[node.args[0]]
        if isinstance(found, Variable):
            return found
    values = w.range(node)
    loose = node.op in LISTS
    tree = w.items(node, out) if loose else w.value(node, out)
    once = uses is not None and uses <= 1 and not loose
    if once and w.certain(node, lenient=True):
        return Variable(tree, values)
    return Variable(w.hold(tree, out), values, loose)


def count_uses(node: Node, temp: int, many: bool = False) -> int:
    """Return how often a temporary is asked for, twice and more if that is in a loop."""
    if node.op == "temp":
        return (2 if many else 1) if node.args[0] == temp else 0
    if node.op in BINDERS and node.op != "let":
        place, inside = BINDERS[node.op]
        found = 0
        for number, arg in enumerate(node.args):
            if isinstance(arg, Node) and not (number in inside and node.args[place] == temp):
                found += count_uses(arg, temp, many or number in inside)
        return found
    return sum(count_uses(child, temp, many) for child in children(node.args))


def _let(w: Lowering, out: Out, temp: int, value: Node, body: Node, how: str) -> ast.expr:
    with w.using(w.env.bind(temp, bound(w, value, out, count_uses(body, temp)))):
        found: ast.expr = getattr(w, how)(body, out)
        return found


@writes(VALUES, "let")
def _let_value(w: Lowering, out: Out, temp: int, value: Node, body: Node) -> ast.expr:
    return _let(w, out, temp, value, body, "value")


@writes(TESTS, "let")
def _let_test(w: Lowering, out: Out, temp: int, value: Node, body: Node) -> ast.expr:
    return _let(w, out, temp, value, body, "test")


@writes(ITEMS, "let")
def _let_items(w: Lowering, out: Out, temp: int, value: Node, body: Node) -> ast.expr:
    return _let(w, out, temp, value, body, "items")


def opened(w: Lowering, out: Out, function: int, args: tuple[Node, ...], me: Node) -> Env | None:
    """Return what names mean in a define that is written where it is called; None if it is not.

    A function has one file, so only what stands in the same file is.
    """
    made = w.unit.program.functions[function]
    if w.unit.facts.size(made.body) > _INLINE:
        return None
    if made.body.span >= 0 and w.unit.place(made.body.span, w.file) is None:
        return None
    temps = {temp: bound(w, arg, out, count_uses(made.body, temp)) for temp, arg in enumerate(args)}
    if me.op == "me":
        return Env(temps, w.env.me, w.env.me_range)
    return Env(temps, w.hold(w.value(me, out), out), w.range(me))


def _called(w: Lowering, out: Out, function: int, args: Any, me: Node, how: str) -> ast.expr:
    env = opened(w, out, function, args, me)
    if env is not None:
        with w.using(env):
            found: ast.expr = getattr(w, how)(w.unit.program.functions[function].body, out)
            return found
    values = [w.value(arg, out) for arg in args]
    return call(f"d{function}", load("v"), load("k"), w.value(me, out), *values)


@writes(VALUES, "call")
def _call(w: Lowering, out: Out, function: int, args: tuple[Node, ...], me: Node) -> ast.expr:
    return _called(w, out, function, args, me, "value")


@writes(TESTS, "call")
def _call_test(w: Lowering, out: Out, function: int, args: Any, me: Node) -> ast.expr:
    return _called(w, out, function, args, me, "test")


@writes(ITEMS, "call")
def _call_items(w: Lowering, out: Out, function: int, args: Any, me: Node) -> ast.expr:
    return _called(w, out, function, args, me, "items")


@writes(VALUES, "dispatch")
def _dispatch(w: Lowering, out: Out, table: Any, index: Node, args: Any, me: Node) -> ast.expr:
    row = w.unit.facts.row(table)
    which = index_of(w, w.value(index, out), w.range(index), len(row))
    if isinstance(which, ast.Constant):
        function = row[number_in(which)]
        return _call(w, out, function, args, me) if function >= 0 else const(0)
    # A row of the defines themselves; where there is none, nothing else is asked.
    name = w.unit.shared("X", ("defines", tuple(row)))
    held = w.hold(which, out)
    before: Out = []
    values = [w.value(arg, before) for arg in args]
    found = item(load(name), again(held))
    tree: ast.expr = ast.Call(found, [load("v"), load("k"), w.value(me, before), *values], [])
    if -1 not in row:
        out += before
        return tree
    there = compare(item(load(name), held), "is not", const(None))
    if not before:
        return either(there, tree, const(0))
    result = w.fresh()
    out += when(there, [*before, assign(result, tree)], [assign(result, const(0))])
    return load(result)
