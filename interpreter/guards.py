"""Guards: a Program in; conditions that say at once whether an option can be carried through, out.

Look-ahead runs the rules on a copy. Much of what it finds out can be had from conditions over the
position as it is, which `following` derives from the code.

A guard holds for a safe frame only (nothing it returns into can fail). If its first condition is
true, the option is live; if its second one is false, the option is dead. In between, look-ahead has
to find out.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.program import Node, Program

from .conditions import PERHAPS
from .exchanges import exchanges_of
from .following import Follower
from .relevance import Relevance


def prepared(program: Program) -> Program:
    """Return the Program with its guards, ready to be compiled with them."""
    if program.guards or program.trades:
        return program
    relevance = Relevance(program)
    exchanges = exchanges_of(program, relevance)
    follower = Follower(program, relevance, exchanges)
    guards: list[tuple[int, int, Node, Node]] = []
    for decision in program.decisions:
        if decision.kind == "chance":
            continue
        for number, source in enumerate(decision.sources):
            if not program.infallible[source.target]:
                bounds = follower.answer(source)
                if bounds != PERHAPS:
                    guards.append((decision.id, number, *bounds))
    rules: list[tuple[int, Node, Node]] = []
    for number, rule in enumerate(program.anytime):
        bounds = follower.rule(rule.entry, rule.nlocals, rule.args)
        if bounds != PERHAPS:
            rules.append((number, *bounds))
    return replace(
        program,
        functions=program.functions + tuple(relevance.extra),
        guards=tuple(guards),
        anytime_guards=tuple(rules),
        trades=tuple(
            (trade.rule, trade.takes, trade.gives, trade.times)
            for trade in exchanges.sure + exchanges.most
        ),
    )
