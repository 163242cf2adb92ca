"""Whole games: a Program in; functions that play from start to end at random, or None, out.

Attributes of cells may become masks on the way (`masks`), so everything that looks at the position
is compiled again: plain procedures, defines, the lines of the score (named as in `module`).
Function b26 plays the procedure that begins at pc 26; the one of the Program's entry plays a game.
Each returns True if the game is over. None where a decision needs look-ahead, where any-time rules
are in play, or where code has no structure that branches and loops can express.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import COUNT, Decision, Program

from ..engine import by_value
from .blocks import Body, goes, plain_functions, settle, whole_function
from .graph import WholeGraph
from .known import write_known
from .lean import calls_others, lean, slots_as_variables, with_scores
from .listing import Listings
from .masks import MOST_CELLS, Attribute, masked
from .module import asked_function, define_function
from .procedures import Procedure, expressions
from .pyast import assign, const
from .registered import REGISTERED
from .shape import Item, NotStructured, structure
from .steps import is_plain_chance
from .unit import Unit
from .whitelist import check
from .whole_writer import EXTRA, WholeWriter

_MOST = 400
"""Instructions of a game that is played as a whole."""


@dataclass
class Whole:
    """The functions that play whole games."""

    tree: ast.Module
    files: dict[str, int]
    entry: str
    start: list[int]
    """Where every game begins, with the slots of `whole_writer` behind; maybe those of scores."""
    tables: dict[int, tuple[Any, ...]]
    """Tables that the Program does not have."""


def make_whole(program: Program, most: int = MOST_CELLS) -> Whole | None:
    """Compile a Program to functions that play whole games at random, if that can be.

    Attributes of up to `most` cells become masks.
    """
    assert REGISTERED
    if len(program.code) > _MOST or program.anytime:
        return None
    given = program
    masks: dict[int, Attribute] = {}
    if program.goal is None and not program.ties:  # others look at the position in the end
        program, masks = masked(program, most)
    unit = Unit(program)
    settle(unit)
    if not _can(unit):
        return None
    functions: list[tuple[ast.FunctionDef, int]] = []
    todo = [unit.procedures.all[program.entry]]
    seen = {program.entry}
    while todo:
        procedure = todo.pop()
        graph = WholeGraph(program, unit.procedures, procedure)
        try:
            items = structure(graph, graph.follow(procedure.entry), set(graph.next))
        except NotStructured:
            return None
        if goes(items):
            return None
        functions.append(_function(unit, graph, items, procedure, masks))
        for inner in graph.inner:
            for other in unit.procedures.called(inner):
                if not other.plain and other not in graph.inner and other.entry not in seen:
                    seen.add(other.entry)
                    todo.append(other)
    scores = [asked_function(unit, n, one.value) for n, one in enumerate(program.score)]
    start = [*program.start, *[0] * EXTRA]
    if len(functions) == 1 and not calls_others(functions[0][0]):
        ((game, _),) = functions
        lean(game, len(program.start), _all_asked(unit))
        if with_scores(game, [made for made, _ in scores], program.players, len(start)):
            start += [0] * program.players
        write_known(game)
        # Where the scores are known nobody looks at the rest.
        scored = len(start) > len(program.start) + EXTRA
        slots_as_variables(game, len(program.start) if scored else 0)
    else:
        for made, _ in functions:
            write_known(made)
    functions += plain_functions(unit)
    functions += [define_function(unit, number) for number in range(len(program.functions))]
    functions += scores
    tree = ast.Module([made for made, _ in functions], [])
    check(tree)
    files = {made.name: file for made, file in functions}
    tables = dict(list(enumerate(program.tables))[len(given.tables) :])
    return Whole(tree, files, f"b{program.entry}", start, tables)


def _can(unit: Unit) -> bool:
    """Say whether everything in a Program can be done without look-ahead and without frames."""
    program = unit.program
    listings = Listings(unit)
    safe = unit.procedures.always_safe()
    for pc, node in enumerate(program.code):
        if pc not in unit.procedures.of:
            continue
        if node.op == "iflive":
            return False
        if node.op == "perform" and not unit.procedures.performs_plainly(node):
            return False
        if node.op == "decide":
            decision = program.decisions[node.args[0]]
            if decision.kind == "chance":
                if not is_plain_chance(program, pc):
                    return False
            elif not _is_open(listings, decision) or unit.procedures.of[pc].entry not in safe:
                return False
        for root in expressions(node):
            if "possible" in unit.facts.uses(root) or unit.procedures.asks_for_locals(root):
                return False
    return not any(unit.procedures.recursive(one) for one in unit.procedures.all.values())


def _is_open(listings: Listings, decision: Decision) -> bool:
    """Say whether the options of a decision can always be listed without looking ahead."""
    if not listings.has(decision) or not listings.always(decision):
        return False
    return all(one.items is None or by_value(one) for one in decision.sources)


def _all_asked(unit: Unit) -> bool:
    """Say whether every decision that counts is one that somebody is asked."""
    program = unit.program
    reached = [one for one in program.decisions if one.pc in unit.procedures.of]
    counted = program.max_decisions > 0 and program.start[COUNT] == 0
    return counted and not any(one.auto or one.kind == "chance" for one in reached)


def _function(
    unit: Unit,
    graph: WholeGraph,
    items: list[Item],
    procedure: Procedure,
    masks: dict[int, Attribute],
) -> tuple[ast.FunctionDef, int]:
    spans = [unit.program.code[pc].span for pc in sorted(procedure.pcs)]
    file = unit.file_of(*spans)
    writer = WholeWriter(unit, file, graph)
    writer.masks = masks
    params = [writer.name_of(procedure, number) for number in range(procedure.arguments)]
    body = Body(writer).write(items)
    missing = [
        writer.name_of(procedure, number)
        for number in range(procedure.nlocals)
        if writer.name_of(procedure, number) not in params
    ]
    start = [assign(name, const(0)) for name in missing if name in writer.used]
    name = f"b{procedure.entry}"
    made = whole_function(unit, name, ("v", "k", *params), writer, start + body, procedure.entry)
    return made, file
