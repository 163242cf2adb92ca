"""Linking: instructions that name procedures and components in, numbers of places in code out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.dsl.code import Frame
from rulewright.dsl.expressions import Typer
from rulewright.dsl.program import Node
from rulewright.dsl.scripts import Scripts


def link(s: Scripts, t: Typer) -> Callable[[Any], Any]:
    """Fill in the entry points of calls in code, functions and moves; what does so elsewhere."""
    tables: dict[tuple[str, str], tuple[int, int]] = {}
    for (kind_id, attribute), _ in s.performs.items():
        kind = s.ctx.kinds[kind_id]
        entries = []
        most = 1
        for index in kind.component_of:
            component = list(kind.components.values())[index]
            found = s.entries.get(f"{kind.plural}.{component.id}.{attribute}")
            entries.append(-1 if found is None else found[0])
            if found is not None:
                most = max(most, found[1].locals)
        tables[(kind_id, attribute)] = (s.ctx.table(entries), most)
    for pc, node in enumerate(s.code.code):
        s.code.code[pc] = _linked(s, node, tables)
    for index, function in enumerate(t.functions):
        if function is not None:
            t.functions[index] = replace(function, body=_linked(s, function.body, tables))
    for source in (each for draft in s.code.decisions for each in draft.sources):
        source.guard = _linked_arg(s, source.guard, tables)
        source.items = _linked_arg(s, source.items, tables)
    return lambda arg: _linked_arg(s, arg, tables)


def _linked(s: Scripts, node: Node, tables: dict[tuple[str, str], tuple[int, int]]) -> Node:
    args = tuple(_linked_arg(s, arg, tables) for arg in node.args)
    if node.op in ("call", "possible") and isinstance(node.args[0], str):
        entry, frame = s.entries.get(node.args[0], (1, Frame("")))
        args = (entry, frame.locals, args[2])
    elif node.op == "perform" and isinstance(node.args[1], tuple):
        table, most = tables[node.args[1]]
        first = s.ctx.kinds[node.args[1][0]].first
        args = (args[0], table, most, first)
    return node if args == node.args else replace(node, args=args)


def _linked_arg(s: Scripts, arg: Any, tables: Any) -> Any:
    if isinstance(arg, Node):
        return _linked(s, arg, tables)
    if isinstance(arg, tuple) and any(isinstance(item, (Node, tuple)) for item in arg):
        return tuple(_linked_arg(s, item, tables) for item in arg)
    return arg


def check_recursion(s: Scripts) -> None:
    """Report procedures that call themselves, directly or through others."""
    edges = s.calls_from
    state: dict[str, int] = {}

    def visit(name: str, path: list[str]) -> None:
        state[name] = 1
        for target, span in edges.get(name, []):
            if state.get(target) == 1:
                start = path.index(target) if target in path else len(path) - 1
                circle = [*path[start:], target]
                s.ctx.report(
                    "endless-procedure",
                    f"This would never end: {_circle(circle)}.",
                    span,
                    "Use 'repeat', 'for_each' or 'up_to' to do something several times.",
                )
            elif target not in state:
                visit(target, [*path, target])
        state[name] = 2

    for name in list(edges):
        if name not in state:
            visit(name, [name])


def _circle(names: list[str]) -> str:
    """Say how procedures lead back to the first of them."""
    if len(names) == 2:
        return f"'{names[0]}' calls itself"
    return ", which calls ".join(f"'{name}'" for name in names).replace(
        ", which calls", " calls", 1
    )
