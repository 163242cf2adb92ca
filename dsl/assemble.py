"""Assembly: the checked declarations and scripts of a game in, its Program out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.dsl.actors import nobody_acts
from rulewright.dsl.anytime import anytime_entries
from rulewright.dsl.asking import ask
from rulewright.dsl.build import ZERO, const
from rulewright.dsl.code import Frame, Place
from rulewright.dsl.complaints import nobody_here
from rulewright.dsl.component_tables import fill_attributes
from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, text_of
from rulewright.dsl.defines import define_function
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.expressions import Typer
from rulewright.dsl.layout import Layout
from rulewright.dsl.link import check_recursion, link
from rulewright.dsl.program import (
    Board,
    Function,
    Kind,
    Node,
    Program,
    fingerprint,
)
from rulewright.dsl.rules import Rules
from rulewright.dsl.scores import invariants, score_lines
from rulewright.dsl.scripts import Scripts
from rulewright.dsl.types import Type
from rulewright.dsl.yaml_reader import YamlMap, YamlNode, YamlScalar


def assemble(
    ctx: Context,
    root: YamlMap,
    options: dict[str, Any],
    variants: tuple[str, ...],
    questions: Sequence[YamlScalar] = (),
) -> Program | None:
    """Make the Program, with the answers to questions; None if there were problems on the way."""
    layout = Layout(ctx)
    layout.declared()
    t = Typer(ctx, layout)
    t.define_function = lambda define, span: define_function(t, define, span)
    s = Scripts(t, ctx)
    rules = Rules(ctx, s.hooks)
    rules.read(root)
    for var in rules.vars:
        layout.variable(var, ctx.players)
    _resets(ctx, rules)
    fill_attributes(t)
    _hidden(t, layout)
    from rulewright.dsl.housing import declare_housing

    declare_housing(t, entry_of(root, "housing"))

    # The score comes first: rules may ask for somebody's total.
    lines, ties, goal, lower = score_lines(t, entry_of(root, "scoring"))
    frame = Frame("flow")
    place = Place(Env(), frame, in_flow=True, path="flow")
    entry = s.code.here
    setup, flow = entry_of(root, "setup"), entry_of(root, "flow")
    if setup is not None:
        s.script(setup, replace(place, path="setup").inner())
    s.code.emit("me", const(-1))
    if flow is None:
        ctx.report(
            "no-flow",
            "The game has no section 'flow', so nothing would ever happen.",
            root.entries["game"].key_span if "game" in root.entries else root.span,
            "Add 'flow:' with what happens from the first to the last turn.",
        )
    else:
        s.script(flow, place.inner())
    s.code.emit("over")
    for kind in ctx.kinds.values():
        for component in kind.components.values():
            scripts = ["do", *(a.id for a in kind.attributes.values() if a.type.kind == "script")]
            for attribute in scripts:
                body = entry_of(component.node, attribute)
                if attribute == "do" and "needs" not in kind.attributes:
                    body = _with_needs(component.node)
                if body is not None:
                    s.component_script(f"{kind.plural}.{component.id}.{attribute}", body, kind.id)
    any_time = anytime_entries(s, rules.anytime)
    s.make_waiting()
    holds = invariants(t, entry_of(root, "invariants"))
    display = _display(t, entry_of(root, "display"))
    asked = ask(t, questions)
    from rulewright.dsl.reachable import check_reachable

    check_reachable(s, root)
    s.make_waiting()
    check_recursion(s)
    if ctx.problems.has_errors:
        return None
    linked = link(s, t)
    decisions = s.code.finished_decisions()
    limits = entry_of(root, "limits")
    program = Program(
        game=ctx.game,
        title=text_of(entry_of(root, "title")),
        players=ctx.players,
        options=options,
        variants=variants,
        slots=len(layout.start),
        start=tuple(layout.start),
        goods=tuple(ctx.goods),
        goods_base=layout.goods_base,
        goods_max=tuple(good.hi for good in ctx.goods.values()),
        goods_supply=tuple(layout.supply),
        kinds=tuple(
            Kind(
                k.id,
                k.plural,
                k.first,
                k.count,
                tuple(k.components),
                tuple(k.component_of),
                tuple(k.owners),
            )
            for k in ctx.kinds.values()
        ),
        pieces_base=layout.pieces_base,
        piece_names=tuple(ctx.piece_names),
        zones=tuple(layout.zones),
        boards=tuple(
            Board(
                b.id,
                b.each,
                tuple(b.cells),
                tuple(tuple(row) for row in b.rows),
                b.first_cell,
                b.first_edge,
                tuple(b.edges),
                tuple(tuple(near) for near in b.neighbours),
            )
            for b in ctx.boards.values()
        ),
        cells=ctx.cell_count,
        holders=tuple(layout.holders),
        enums=dict(ctx.enums),
        variables=tuple(v for v in layout.variables if v.path),
        stores=tuple(layout.stores),
        tables=tuple(ctx.tables),
        functions=tuple(f if f is not None else Function("", 0, ZERO) for f in t.functions),
        code=tuple(s.code.code),
        infallible=s.code.infallible(decisions),
        entry=entry,
        nlocals=frame.locals,
        decisions=decisions,
        anytime=tuple(replace(rule, guard=linked(rule.guard)) for rule in any_time),
        labels=tuple(s.code.labels),
        names={key: value for key, value in ctx.names.items() if value},
        reasons=tuple(s.code.reasons),
        score=tuple(replace(line, value=linked(line.value)) for line in lines),
        ties=linked(tuple(ties)),
        goal=linked(goal),
        lower_wins=lower,
        invariants=tuple(replace(line, value=linked(line.value)) for line in holds),
        asked=linked(tuple(asked)),
        turns=tuple(s.code.turns),
        display=tuple(display),
        placements=tuple(ctx.placements),
        housing=tuple(ctx.housing),
        procedures={name: (pc, each.locals) for name, (pc, each) in s.entries.items()},
        spans=tuple(ctx.spans),
        files=tuple(ctx.files),
        facts=tuple(ctx.facts),
        rule_lines=tuple(sorted(ctx.rule_lines)),
        max_decisions=constant(ctx, entry_of(limits, "decisions"), "value", 10_000),
    )
    unowned = nobody_acts(program)
    for span, call in unowned:
        nobody_here(ctx, ctx.written(span), ctx.written(call) if call >= 0 else None)
    return None if unowned else replace(program, fingerprint=fingerprint(program))


def _with_needs(component: YamlMap) -> YamlNode | None:
    """What a component does, together with what it needs for that."""
    if "do" not in component.entries or "needs" not in component.entries:
        return entry_of(component, "do")
    both = {key: component.entries[key] for key in ("needs", "do")}
    return YamlMap(both, component.entries["do"].value.span, False)


def _resets(ctx: Context, rules: Rules) -> None:
    """Hang every state with `resets` on the procedure that resets it."""
    every = [*ctx.state.values(), *rules.vars]
    for kind in ctx.kinds.values():
        every += kind.state.values()
    for board in ctx.boards.values():
        every += [*board.state.values(), *board.edge_state.values()]
    for var in every:
        if not var.resets:
            continue
        procedure = ctx.procedures.get(var.resets)
        if procedure is None:
            ctx.unknown(
                "a procedure of this game",
                var.resets,
                var.resets_span or var.span,
                ctx.procedures,
                "unknown-procedure",
            )
            continue
        procedure.resets.append(var)


def _hidden(t: Typer, layout: Layout) -> None:
    """When parts of cells are hidden, as conditions over temp 0 = the cell."""
    for board in t.ctx.boards.values():
        for name, var in board.state.items():
            if var.hidden_if is None:
                continue
            tree = t.ctx.parse("condition", var.hidden_if)
            if tree is None:
                continue
            cell = (Node("temp", (0,)), Type("cell", board.id))
            cond = t.condition(tree, Env(it=cell, temps=Temps(1)))
            path = f"{board.id}.{name}"
            layout.variables = [
                replace(v, hidden_if=cond) if v.path == path else v for v in layout.variables
            ]


def _display(t: Typer, node: YamlNode | None) -> list[dict[str, Any]]:
    from rulewright.dsl.display import display_panels

    return display_panels(t, node)
