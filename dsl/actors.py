"""Who acts: a finished Program in; the places where 'me' is asked for while nobody acts out.

The set-up and the flow of a game belong to nobody until `as`, `for_each` with `as`, or
`take_turns` says who acts. A rule that pays, gains, asks or says 'my' before that would have no
player to speak of. What is called from there is followed: a procedure may be right for a player
and wrong for the flow.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import NOBODY, Node, Program, entered, following

_State = tuple[int, frozenset[int], int]
"""A place in the code where nobody acts, the locals that keep nobody for later, and the span of
the call in the flow that led there, or -1.
"""


def nobody_acts(program: Program) -> list[tuple[int, int]]:
    """Return the spans of what needs somebody to act where nobody does, each once, in order.

    With each comes the span of a call in the flow that leads there, or -1.
    """
    asking = _asking(program)
    found: dict[int, int] = {}
    todo: list[_State] = [(program.entry, frozenset(), -1)]
    seen: set[_State] = set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        pc, saved, through = state
        node = program.code[pc]
        if _needs(program, node, asking):
            span = _span(program, node)
            if span >= 0:
                found.setdefault(span, through)
            continue  # what follows has nobody for the same reason
        if node.op == "me":
            if not _nobody(node.args[0], saved):
                # Somebody acts from here on, until what was kept comes back.
                todo += [(again, saved, through) for again in _behind(program, pc, saved)]
                continue
        elif node.op == "local":
            kept = {node.args[0]}
            saved = saved | kept if _nobody(node.args[1], saved) else saved - kept
        todo += [(after, saved, through) for after in following(program, pc)]
        call = through if through >= 0 else _span(program, node)
        todo += [(entry, frozenset(), call) for entry in entered(program, pc)]
    return sorted(found.items(), key=lambda each: program.spans[each[0]])


def _behind(program: Program, pc: int, saved: frozenset[int]) -> list[int]:
    """Return where nobody acts again, behind an instruction that makes somebody act."""
    todo, seen, found = following(program, pc), {pc}, []
    while todo:
        pc = todo.pop()
        if pc in seen:
            continue
        seen.add(pc)
        node = program.code[pc]
        if node.op == "me" and _nobody(node.args[0], saved):
            found.append(pc)
        else:
            todo += following(program, pc)
    return found


def _nobody(value: Node, saved: frozenset[int]) -> bool:
    """Say whether an expression is nobody, where nobody acts."""
    if value.op == "local":
        return value.args[0] in saved
    return value.op == "me" or (value.op == "const" and value.args[0] == NOBODY)


def _needs(program: Program, node: Node, asking: frozenset[int]) -> bool:
    """Say whether an instruction needs somebody to act."""
    if node.op == "log" or (node.op in ("me", "local", "actor") and node.args[-1].op == "me"):
        return False  # an event may be nobody's, and nobody may be kept for later
    if node.op == "decide":
        decision = program.decisions[node.args[0]]
        if decision.kind != "chance":
            return True
        return any(_uses((source.guard, source.items), asking) for source in decision.sources)
    return _uses(node.args, asking)


def _uses(value: Any, asking: frozenset[int]) -> bool:
    """Say whether anything in a tree asks who acts."""
    if isinstance(value, tuple):
        return any(_uses(part, asking) for part in value)
    if not isinstance(value, Node):
        return False
    if value.op == "call":
        function, args, player = value.args
        return _uses(args, asking) or (function in asking and _uses(player, asking))
    return value.op == "me" or _uses(value.args, asking)


def _asking(program: Program) -> frozenset[int]:
    """Return the numbers of the functions that ask who acts, themselves or in what they call."""
    found: frozenset[int] = frozenset()
    while True:
        more = frozenset(
            number
            for number, function in enumerate(program.functions)
            if number in found or _uses(function.body, found)
        )
        if more == found:
            return found
        found = more


def _span(program: Program, node: Node) -> int:
    """Return where an instruction was written, as far as it says."""
    asked = program.decisions[node.args[0]].span if node.op == "decide" else -1
    return asked if asked >= 0 else _inner(node)


def _inner(value: Any) -> int:
    """Return the first span in a tree, or -1."""
    if isinstance(value, tuple):
        return next((span for span in map(_inner, value) if span >= 0), -1)
    if not isinstance(value, Node):
        return -1
    return value.span if value.span >= 0 else _inner(value.args)
