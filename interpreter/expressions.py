"""Expressions over numbers, conditions, lists and state: see `scope` for how they are called."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import ACTOR, FP, Node

from . import kernel
from .scope import Scope, flag, of_values, operation

_ABSENT = -1

# ------------------------------------------------------------------------------- state


@operation("const")
def _const(s: Scope, value: Any) -> Any:
    return value


@operation("slot")
def _slot(s: Scope, slot: int) -> Any:
    return s.v[slot]


@operation("at")
def _at(s: Scope, base: int, stride: int, index: Node) -> Any:
    return s.v[base + stride * kernel.present(s.value(index))]


@operation("local")
def _local(s: Scope, local: int) -> Any:
    return s.k[s.v[FP] + local]


@operation("temp")
def _temp(s: Scope, temp: int) -> Any:
    return s.temps[temp]


@operation("me")
def _me(s: Scope) -> int:
    return s.me


@operation("actor")
def _actor(s: Scope) -> Any:
    return s.v[ACTOR]


@operation("table")
def _table(s: Scope, table: int, index: Node) -> Any:
    row = s.backend.program.tables[table]
    return row[kernel.index_of(s.value(index), len(row))]


# ------------------------------------------------------------------------------- arithmetic

of_values("add", lambda a, b: kernel.number(a + b))
of_values("sub", lambda a, b: kernel.number(a - b))
of_values("mul", lambda a, b: kernel.number(a * b))
of_values("div", lambda a, b: a // kernel.divisor(b))
of_values("mod", lambda a, b: a % kernel.divisor(b))
of_values("neg", lambda a: -a)
of_values("min", lambda *values: min(values))
of_values("max", lambda *values: max(values))
of_values("bits", lambda a, b: a | b)
flag("eq", lambda a, b: a == b)
flag("ne", lambda a, b: a != b)
flag("lt", lambda a, b: a < b)
flag("le", lambda a, b: a <= b)
flag("gt", lambda a, b: a > b)
flag("ge", lambda a, b: a >= b)
flag("not", lambda a: not a)


@operation("and")
def _and(s: Scope, *nodes: Node) -> int:
    return int(all(s.value(node) for node in nodes))


@operation("or")
def _or(s: Scope, *nodes: Node) -> int:
    return int(any(s.value(node) for node in nodes))


@operation("if")
def _if(s: Scope, condition: Node, then: Node, other: Node) -> Any:
    return s.value(then if s.value(condition) else other)


@operation("let")
def _let(s: Scope, temp: int, value: Node, body: Node) -> Any:
    before = s.temps.get(temp)
    s.temps[temp] = s.value(value)
    result = s.value(body)
    s.temps[temp] = before
    return result


@operation("call")
def _call(s: Scope, function: int, args: tuple[Node, ...], me: Node) -> Any:
    temps = {number: s.value(arg) for number, arg in enumerate(args)}
    inner = Scope(s.backend, s.v, s.k, s.value(me), temps)
    return inner.value(s.backend.program.functions[function].body)


@operation("dispatch")
def _dispatch(s: Scope, table: Any, index: Node, args: tuple[Node, ...], me: Node) -> Any:
    row = s.backend.row(table)
    function = row[kernel.index_of(s.value(index), len(row))]
    return _call(s, function, args, me) if function >= 0 else 0


# ------------------------------------------------------------------------------- lists

of_values("tuple", lambda *values: values)
of_values("range", kernel.numbers)
of_values("concat", lambda *lists: tuple(item for items in lists for item in items))
of_values("count", len)
flag("any", bool)
flag("in", lambda item, items: item in items)
of_values("first", lambda items: items[0] if items else _ABSENT)
of_values("last", lambda items: items[-1] if items else _ABSENT)
of_values("nth", lambda items, n: items[n - 1] if 1 <= n <= len(items) else _ABSENT)
of_values("only", lambda items: items[0] if len(items) == 1 else _ABSENT)
of_values("without", lambda items, others: tuple(i for i in items if i not in others))
of_values("union", lambda items, others: items + tuple(i for i in others if i not in items))


@operation("filter")
def _filter(s: Scope, items: Node, temp: int, condition: Node) -> tuple[int, ...]:
    return tuple(item for item, holds in s.values(items, temp, condition) if holds)


@operation("map")
def _map(s: Scope, items: Node, temp: int, body: Node) -> tuple[Any, ...]:
    return tuple(value for _, value in s.values(items, temp, body))


@operation("sum")
def _sum(s: Scope, items: Node, temp: int, body: Node) -> int:
    return kernel.number(sum(value for _, value in s.values(items, temp, body)))


@operation("largest")
def _largest(s: Scope, items: Node, temp: int, body: Node, otherwise: Node) -> Any:
    found = [value for _, value in s.values(items, temp, body)]
    return max(found) if found else s.value(otherwise)


@operation("smallest")
def _smallest(s: Scope, items: Node, temp: int, body: Node, otherwise: Node) -> Any:
    found = [value for _, value in s.values(items, temp, body)]
    return min(found) if found else s.value(otherwise)


@operation("best")
def _best(s: Scope, items: Node, temp: int, body: Node) -> tuple[int, ...]:
    found = s.values(items, temp, body)
    most = max((value for _, value in found), default=0)
    return tuple(item for item, value in found if value == most)


@operation("every")
def _every(s: Scope, items: Node, temp: int, condition: Node) -> int:
    return int(not s.some(items, temp, condition, False))


@operation("exists")
def _exists(s: Scope, items: Node, temp: int, condition: Node) -> int:
    return int(s.some(items, temp, condition, True))


@operation("sorted")
def _sorted(s: Scope, items: Node, temp: int, key: Node) -> tuple[int, ...]:
    keyed = s.values(items, temp, key)
    return tuple(item for item, _ in sorted(keyed, key=lambda pair: pair[1]))


@operation("rotate")
def _rotate(s: Scope, items: Node, first: Node) -> tuple[int, ...]:
    found, start = s.value(items), s.value(first)
    if start not in found:
        return tuple(found)
    turn = found.index(start)
    return tuple(found[turn:] + found[:turn])


@operation("mask")
def _mask(s: Scope, items: Node, base: int) -> int:
    return kernel.mask(s.value(items), base)


@operation("members")
def _members(s: Scope, bits: Node, base: int) -> tuple[int, ...]:
    return kernel.members(s.value(bits), base)


@operation("subsets")
def _subsets(s: Scope, items: Node, base: int) -> tuple[int, ...]:
    return kernel.subsets(s.value(items), base)


of_values("pack", kernel.pack)
of_values("pack_head", lambda packed: (packed & 15) - 1)
of_values("pack_tail", lambda packed: packed >> 4)
of_values("mask_tail", lambda mask: mask & (mask - 1))
of_values("mask_and", lambda mask, other: mask & other)


@operation("mask_head")
def _mask_head(s: Scope, bits: Node, base: int) -> int:
    mask = s.value(bits)
    return base + (mask & -mask).bit_length() - 1 if mask else _ABSENT


@operation("mask_drop")
def _mask_drop(s: Scope, bits: Node, item: Node, base: int) -> int:
    return int(s.value(bits) & ~kernel.mask((s.value(item),), base))


@operation("mask_with")
def _mask_with(s: Scope, bits: Node, item: Node, base: int) -> int:
    return int(s.value(bits) | kernel.mask((s.value(item),), base))


@operation("combos")
def _combos(s: Scope, items: Node, count: Node, base: int) -> tuple[int, ...]:
    return kernel.combos(s.value(items), s.value(count), base)
