"""What is known of the stack in steps: their functions in; the same with less to do out."""

from __future__ import annotations

import ast

from rulewright.dsl.program import FRAME, PC

from .knowledge import Known, where_both
from .known import write_known
from .pyast import Out, Place, again, any_of, call, compare, const, load, slot, stamp, when
from .syntax import is_call, like
from .unit import Unit


def alone(made: ast.FunctionDef, pc: int) -> None:
    """Make the step of the only decision of a game one that can be called from outside."""
    made.name = f"o{pc}"
    _Settled().visit(made)
    write_known(made, {("v", PC): const(pc)})
    elsewhere = ast.Return(call("elsewhere", load("v"), load("k"), load("number")))
    body: Out = [*when(compare(slot(PC), "!=", const(pc)), [elsewhere]), *made.body]
    refused: Out = [ast.Return(call("refuse", load("x0")))]
    whole = ast.Try(body, [ast.ExceptHandler(load("Fault"), "x0", refused)], [], [])
    stamp(whole, Place(made.lineno, 0, made.lineno, 0))
    made.body = [whole]


class _Settled(ast.NodeTransformer):
    """Lets what is no list of options go on to where it becomes one."""

    # The method has the name `ast` calls it by.

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Change what is returned."""
        value = node.value
        if isinstance(value, ast.List) or value is None or is_call(value, "stuck"):
            return node
        settled: ast.expr = call("settle", load("v"), load("k"), again(value))
        if isinstance(value, ast.Name) and value.id == "out":
            settled = any_of([value, settled])
        return like(node, ast.Return(settled))


def depths(unit: Unit) -> dict[int, int]:
    """Return where frames begin on the stack, for procedures whose frames always lie there."""
    program, procedures = unit.program, unit.procedures
    found: dict[int, set[int]] = {program.entry: {FRAME}}
    todo = [(procedures.all[program.entry], FRAME)]
    while todo:
        procedure, place = todo.pop()
        above = place + procedure.nlocals + FRAME
        for other in procedures.called(procedure):
            places = found.setdefault(other.entry, set())
            if above not in places and len(places) < 2:
                places.add(above)
                todo.append((other, above))
    return {
        entry: min(places)
        for entry, places in found.items()
        if len(places) == 1 and (entry == program.entry or not procedures.all[entry].free)
        if entry not in procedures.shared
    }


def write_facts(functions: list[ast.FunctionDef], steps: dict[int, str]) -> None:
    """Write into functions what is known where they begin: of the stack at a decision."""
    facts: dict[int, Known | None] = {}
    for one in functions:
        for pc, known in write_known(one).items():
            facts[pc] = where_both(facts.get(pc), known)
    begins = {name: pc for pc, name in steps.items()}
    for one in functions:
        known = dict(facts.get(begins.get(one.name, -1)) or {})
        write_known(one, known, first_turn=True)
