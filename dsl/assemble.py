"""Assembly: the checked declarations and scripts of a game in, its Program out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.actors import nobody_acts
from rulewright.dsl.asking import ask
from rulewright.dsl.attributes import holds_for
from rulewright.dsl.board_decl import plain_value
from rulewright.dsl.build import ME, ONE, ZERO, both, const, either, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.code import Frame, Place
from rulewright.dsl.complaints import nobody_here
from rulewright.dsl.compose import Part
from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import AnyTimeRule, Attribute, Component, KindDecl
from rulewright.dsl.declare import COMPONENT_KEYS
from rulewright.dsl.defines import define_function, rule_active
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.expressions import Typer
from rulewright.dsl.labels import label_of, template
from rulewright.dsl.layout import Layout
from rulewright.dsl.program import (
    AnyTime,
    Board,
    Function,
    Kind,
    Line,
    Node,
    Program,
    fingerprint,
)
from rulewright.dsl.rules import Rules
from rulewright.dsl.scripts import Scripts
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import INT, Type
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar


def fill_attributes(t: Typer) -> None:
    """Constant tables and functions for the attributes of every kind."""
    for kind in t.ctx.kinds.values():
        for attribute in kind.attributes.values():
            _attribute(t, kind, attribute)
        for component in kind.components.values():
            known = {*COMPONENT_KEYS, *kind.attributes}
            if "do" in component.node.entries:
                known.add("needs")
            for key, entry in component.node.entries.items():
                if key not in known:
                    t.ctx.unknown(
                        f"an attribute of {a_(kind.id)}",
                        key,
                        entry.key_span,
                        known,
                        "unknown-attribute",
                    )


def _attribute(t: Typer, kind: KindDecl, attribute: Attribute) -> None:
    ctx = t.ctx
    rows: list[Any] = []
    for component in kind.components.values():
        node = entry_of(component.node, attribute.id) or attribute.default
        if (
            node is None
            and not attribute.type.optional
            and attribute.type.kind
            not in (
                "script",
                "bool",
                "value",
                "condition",
                "cost",
                "set",
                "error",
            )
        ):
            _missing_attribute(ctx, kind, component, attribute)
        rows.append(_attribute_value(t, kind, attribute, node))
    per_piece = [rows[index] for index in kind.component_of]
    if attribute.type.kind in ("value", "condition"):
        attribute.functions = ctx.table(per_piece)
    elif attribute.type.kind != "script":
        attribute.table = ctx.table(per_piece)


def _missing_attribute(
    ctx: Context, kind: KindDecl, component: Component, attribute: Attribute
) -> None:
    """Report a component without an attribute, unless it seems to have it under another name."""
    others = [
        key for key in component.node.entries if key not in (*COMPONENT_KEYS, *kind.attributes)
    ]
    if did_you_mean(attribute.id, others) is None:
        ctx.report(
            "missing-attribute",
            f"The {kind.id} '{component.id}' has no '{attribute.id}'.",
            component.entry.key_span,
            f"Add '{attribute.id}: …' to it, or a default where {attribute.id} is declared.",
            [("declared here", attribute.span)],
        )


def _attribute_value(t: Typer, kind: KindDecl, attribute: Attribute, node: YamlNode | None) -> Any:
    ctx, what = t.ctx, attribute.type
    if what.kind in ("value", "condition"):
        if node is None:
            if what.kind == "condition":
                return t.helper("always", 1, ONE)
            return -1
        tree = ctx.parse(what.kind, node)
        this = (Node("temp", (0,)), Type("piece", kind.id))
        env = Env(this=this, it=this, temps=Temps(1), pure=True)
        body = ZERO
        if tree is not None:
            body = (
                t.condition(tree, env) if what.kind == "condition" else t.value(tree, env, INT)[0]
            )
        number = len(t.functions)
        t.functions.append(Function(f"{kind.id}.{attribute.id}", 1, body, ctx.span(node.span)))
        return number
    if what.kind == "script":
        return -1
    if what.kind == "cost":
        free = ((0,) * len(ctx.goods),)
        if node is None:
            return free
        tree = ctx.parse("bundle", node)
        made = const(free) if tree is None else bundle(t, tree, Env())
        if made.op != "const":
            ctx.report(
                "not-constant",
                "The cost of a component is written out in goods, so that it is known beforehand.",
                node.span,
                "Write for example '2 wood', or use a define where the cost is paid.",
            )
            return free
        return made.args[0]
    if what.kind == "set":
        assert what.elem is not None
        items = node.items if isinstance(node, YamlList) else [] if node is None else [node]
        return tuple(plain_value(ctx, what.elem, item) for item in items)
    if node is None:
        return -1 if what.optional else 0
    return plain_value(ctx, what, node)


def anytime_entries(s: Scripts, rules: list[AnyTimeRule]) -> list[AnyTime]:
    """Any-time rules as moves with code of their own; a choice at the top becomes several moves."""
    made: list[AnyTime] = []
    for rule in rules:
        body = rule.node.entries["any_time"].value
        frame = Frame(f"any_time {len(made)}")
        this = (const(rule.piece), Type("piece", rule.kind)) if rule.piece >= 0 else None
        place = Place(Env(this=this, in_rule=this is not None), frame, path="rules.any_time")
        active = rule_active(s.t, rule, ME)
        cond = entry_of(rule.node, "if")
        if cond is not None:
            active = both(active, s.condition(cond, place))
        own = entry_of(rule.node, "label")
        for part in _anytime_parts(s, body, place):
            part_frame = Frame(frame.name)
            here = Place(place.env, part_frame, path=place.path)
            label = template(s, own, here) if own is not None else part.source.label
            entry = s.code.here
            for var in (rule.counter, rule.total):
                if var is not None:
                    s.code.emit("raise", ("at", var.base, 1, ME), ONE, var.lo, var.hi)
            inner = here.inner()
            for node in part.body:
                inner = s.script(node, inner)
            s.code.emit("ret")
            guard = active if part.source.guard is None else both(active, part.source.guard)
            made.append(
                AnyTime(
                    label,
                    None if guard == ONE else guard,
                    entry,
                    part_frame.locals,
                    (),
                    _trades(s, part.body),
                    s.ctx.span(rule.span),
                )
            )
    return made


def _trades(s: Scripts, body: list[YamlNode]) -> tuple[tuple[Any, Any], ...]:
    """(taken, given) of each way to trade, if that is all a rule does and no rule answers to it."""
    if len(body) != 1 or not isinstance(body[0], YamlScalar):
        return ()
    tree = s.ctx.parse("effect", body[0])
    if not isinstance(tree, n.Sequence) or len(tree.steps) != 1:
        return ()
    step = tree.steps[0]
    if step.guard is not None or step.times is not None or not isinstance(step.action, n.Trade):
        return ()
    give, get = bundle(s.t, step.action.give, Env()), bundle(s.t, step.action.get, Env())
    if give.op != "const" or get.op != "const":
        return ()
    answered = {("pay", good) for good in s.hooks.goods_hooks("pay")}
    answered |= {("gain", good) for good in s.hooks.goods_hooks("gain")}
    for verb, cost in (("pay", give.args[0]), ("gain", get.args[0])):
        for row in cost:
            if any(amount and (verb, good) in answered for good, amount in enumerate(row)):
                return ()
    return tuple((taken, given) for taken in give.args[0] for given in get.args[0])


def _anytime_parts(s: Scripts, node: YamlNode, place: Place) -> list[Part]:
    """One part per branch of a `one_of` and per alternative of a trade."""
    if isinstance(node, YamlMap) and "one_of" in node.entries and "label" not in node.entries:
        inner = node.entries["one_of"].value
        if isinstance(inner, YamlList):
            return [part for item in inner.items for part in _anytime_parts(s, item, place)]
    if isinstance(node, YamlScalar):
        split = _split_trade(node)
        if len(split) > 1:
            return [part for item in split for part in _anytime_parts(s, item, place)]
    from rulewright.dsl.code import SourceDraft

    return [Part(SourceDraft(label_of(s, node, place)), [node], place)]


def _split_trade(node: YamlScalar) -> list[YamlScalar]:
    """`trade A or B for C` as one trade per alternative, so that each is a move of its own."""
    text = str(node.value)
    if not text.startswith("trade ") or " for " not in text or "(" in text:
        return [node]
    give, get = text[6:].split(" for ", 1)
    if " or " not in give or " or " in get:
        return [node]
    return [
        replace(
            node, value=f"trade {part.strip()} for {get}", text=f"trade {part.strip()} for {get}"
        )
        for part in give.split(" or ")
    ]


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


def score_lines(
    t: Typer, node: YamlNode | None
) -> tuple[list[Line], list[Node], Node | None, bool]:
    """The score sheet, the tie-breaks and the goal."""
    lines: list[Line] = []
    ties: list[Node] = []
    points = entry_of(node, "points")
    for key, entry in points.entries.items() if isinstance(points, YamlMap) else []:
        value = entry_of(entry.value, "value") if isinstance(entry.value, YamlMap) else entry.value
        tree = t.ctx.parse("value", value) if value is not None else None
        if tree is None:
            continue
        found, _ = t.value(tree, Env(), INT)
        t.ctx.names[f"score.{key}"] = text_of(entry_of(entry.value, "name"))
        lines.append(Line(key, found, -1, t.ctx.span(entry.key_span)))
    total = ZERO
    for line in lines:
        total = make("add", total, line.value)
    if lines:
        t.total = t.helper("total", 0, total)
    tie_node = entry_of(node, "ties")
    for item in tie_node.items if isinstance(tie_node, YamlList) else []:
        tree = t.ctx.parse("value", item)
        if tree is not None:
            ties.append(t.value(tree, Env(), INT)[0])
    goal_node = entry_of(node, "goal")
    goal: Node | None = None
    if goal_node is not None:
        tree = t.ctx.parse("condition", goal_node)
        goal = None if tree is None else t.condition(tree, Env())
    return lines, ties, goal, bool(scalar_of(node, "lower_wins"))


def invariants(t: Typer, node: YamlNode | None) -> list[Line]:
    """What must hold after every step."""
    made: list[Line] = []
    for key, entry in node.entries.items() if isinstance(node, YamlMap) else []:
        body = entry.value
        cond_node = entry_of(body, "holds") if isinstance(body, YamlMap) else body
        tree = t.ctx.parse("condition", cond_node) if cond_node is not None else None
        if tree is None:
            continue
        holds = t.condition(tree, Env())
        asked = entry_of(body, "if") if isinstance(body, YamlMap) else None
        when = t.ctx.parse("condition", asked) if asked is not None else None
        if when is not None:
            holds = either(make("not", t.condition(when, Env())), holds)
        made.append(Line(key, holds, -1, t.ctx.span(entry.key_span)))
    return made


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


__all__ = ["assemble", "holds_for"]
