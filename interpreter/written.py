"""Values that any-time rules write: a Program and a rule in; which things get which values out.

A rule that turns a place into one thing does not help whoever needs another one there. Constants
are followed into the parameters of procedures; what is not constant may be any value.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.program import AnyTime, Node, Program, following

from .things import Things

Written = tuple[int, frozenset[int] | None]
"""A mask of things, and the values that one of them may get; None for any."""


def written_values(program: Program, things: Things, rule: AnyTime) -> list[Written]:
    """Return what the code of a rule writes, other than goods and pieces."""
    found: list[Written] = []
    first = tuple(_constant(arg) for arg in rule.args)
    todo: list[tuple[int, tuple[int | None, ...]]] = [(rule.entry, first)]
    seen = set(todo)
    for entry, params in todo:
        body = list(_inside(program, entry))
        assigned = {local for pc in body for local in _assigned(program, pc)}

        def value(node: Node, fixed: tuple[int | None, ...], lost: set[int]) -> int | None:
            if node.op == "local":
                number = node.args[0]
                return fixed[number] if number < len(fixed) and number not in lost else None
            return _constant(node)

        for pc in body:
            node = program.code[pc]
            calls: list[tuple[int, tuple[int | None, ...]]] = []
            if node.op in ("set", "raise"):
                new = value(node.args[1], params, assigned) if node.op == "set" else None
                values = None if new is None else frozenset((new,))
                found.append((things.written_by(node), values))
            elif node.op == "call":
                given = tuple(value(arg, params, assigned) for arg in node.args[2])
                calls = [(node.args[0], given)]
            elif node.op == "perform":
                calls = [(one, ()) for one in program.tables[node.args[1]] if one >= 0]
            for call in calls:
                if call not in seen:
                    seen.add(call)
                    todo.append(call)
    return found


def _constant(node: Node) -> int | None:
    value = node.args[0] if node.op == "const" else None
    return value if isinstance(value, int) else None


def _inside(program: Program, entry: int) -> Iterator[int]:
    """Yield the instructions of a procedure, those of others not counted."""
    todo = [entry]
    seen = {entry}
    for pc in todo:
        yield pc
        for other in following(program, pc):
            if other not in seen:
                seen.add(other)
                todo.append(other)


def _assigned(program: Program, pc: int) -> Iterator[int]:
    """Yield the locals that an instruction gives a value."""
    node = program.code[pc]
    if node.op == "local":
        yield node.args[0]
    elif node.op in ("gain", "lose", "pay"):
        yield from (local for _, local in node.args[2])
    elif node.op == "decide":
        yield from (source.local for source in program.decisions[node.args[0]].sources)
