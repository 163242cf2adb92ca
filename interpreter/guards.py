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

from .conditions import ALWAYS, ONE, PERHAPS, ZERO
from .exchanges import exchanges_of
from .following import Follower
from .relevance import Relevance
from .surely import Prover


def prepared(program: Program) -> Program:
    """Return the Program with its guards, ready to be compiled with them."""
    if program.guards or program.trades:
        return program
    relevance = Relevance(program)
    prover = Prover(program, relevance)
    program = replace(program, infallible=prover.infallible())
    exchanges = exchanges_of(program, relevance)
    follower = Follower(program, relevance, exchanges)
    guards: list[tuple[int, int, Node, Node]] = []
    for decision in program.decisions:
        if decision.kind == "chance":
            continue
        for number, source in enumerate(decision.sources):
            if not program.infallible[source.target]:
                sure = prover.is_sure(decision, source)
                bounds = ALWAYS if sure else follower.answer(source)
                if bounds != PERHAPS:
                    guards.append((decision.id, number, *bounds))
    rules: list[tuple[int, Node, Node]] = []
    for number, rule in enumerate(program.anytime):
        bounds = follower.rule(rule.entry, rule.nlocals, rule.args)
        if bounds != PERHAPS:
            rules.append((number, *bounds))
    hopes: list[tuple[int, Node]] = []
    if program.anytime:
        for decision in program.decisions:
            hope = follower.hope(decision)
            if hope != ONE:
                hopes.append((decision.id, hope))
    return replace(
        program,
        functions=program.functions + tuple(relevance.extra),
        guards=tuple(guards),
        anytime_guards=tuple(rules),
        trades=tuple(
            (trade.rule, trade.takes, trade.gives, trade.times)
            for trade in exchanges.sure + exchanges.most
        ),
        offers=_offers(program),
        hopes=tuple(hopes),
    )


def _offers(program: Program) -> Node | None:
    """Return the mask of the any-time rules whose guards hold, to be asked at once."""
    found: Node | None = None
    for number, rule in enumerate(program.anytime):
        bit = Node("const", (1 << number,))
        one = bit if rule.guard is None else Node("if", (rule.guard, bit, ZERO))
        found = one if found is None else Node("bits", (found, one))
    return found
