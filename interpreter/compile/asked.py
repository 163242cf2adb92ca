"""What the engine evaluates besides code: a Program in, those expressions in a fixed order out."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.program import Node, Program

from ..lacking import payments_in


def asked_from_outside(program: Program) -> list[Node]:
    """Return the expressions that the engine evaluates by themselves, in a fixed order."""
    found = [line.value for line in program.score]
    found += program.ties
    found += [program.goal] if program.goal is not None else []
    found += [line.value for line in program.invariants]
    for rule in program.anytime:
        found += [rule.guard] if rule.guard is not None else []
        # Which rules are in play is asked of parts of their conditions.
        if rule.guard is not None and rule.guard.op == "and":
            found += rule.guard.args
        found += rule.args
    found += [one.hidden_if for one in program.variables if one.hidden_if is not None]
    found += [part for guard in program.guards for part in guard[2:] if part.op != "const"]
    found += [part for guard in program.anytime_guards for part in guard[1:] if part.op != "const"]
    found += [hope for _, hope in program.hopes]
    found += [program.offers] if program.offers is not None else []
    if program.anytime:
        # Look-ahead asks what a payment needs.
        found += [
            part
            for decision in program.decisions
            for source in decision.sources
            for plans in payments_in(source.items)
            for part in _parts(plans)
            if part.op != "const"
        ]
    return found


def _parts(plans: Node) -> Iterator[Node]:
    _, cost, swaps = plans.args
    yield cost
    for swap in swaps:
        yield swap[2]
        if swap[4] is not None:
            yield swap[4]
