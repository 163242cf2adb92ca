"""Defines: `define:` entries in, functions of the program out, with what components adjust about
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.attributes import holds_for
from rulewright.dsl.build import ONE, ZERO, at, both, choose_if, const, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.context import entry_of
from rulewright.dsl.declarations import AdjustRule, DefineDecl, RuleBase, Scope
from rulewright.dsl.env import Env, Temps
from rulewright.dsl.program import Function, Node
from rulewright.dsl.types import COST, ERROR, INT, Type, join
from rulewright.dsl.yaml_reader import YamlList, YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typer


def install(t: Typer) -> None:
    """Let the typer make functions of defines when it meets them."""
    t.define_function = lambda define, span: define_function(t, define, span)


def define_function(t: Typer, define: DefineDecl, span: Any) -> Type:
    """Make the function of a define once; its type."""
    ctx = t.ctx
    if define.state == "done":
        assert define.type is not None
        return define.type
    if define.state == "busy":
        ctx.report(
            "endless-define",
            f"'{define.id}' leads back to itself, so its value can never be known.",
            span,
            "Leave one of the steps out: a define cannot use itself, not even through others.",
            [("defined here", define.span)],
        )
        define.type = ERROR
        return ERROR
    define.state = "busy"
    define.number = len(t.functions)
    t.functions.append(None)
    scope = Scope({p.id: (Node("temp", (i,)), p.type) for i, p in enumerate(define.params)})
    env = Env(scope=scope, temps=Temps(len(define.params)), pure=True)
    node, kind = _body(t, define, env)
    if define.adjustable:
        node = _adjusted(t, define, node, kind, env)
    define.type = kind if define.type is None else define.type
    define.state = "done"
    t.functions[define.number] = Function(
        define.id, len(define.params), node, ctx.span(define.span)
    )
    return define.type


def _body(t: Typer, define: DefineDecl, env: Env) -> tuple[Node, Type]:
    ctx = t.ctx
    node = define.node
    if isinstance(node, YamlScalar):
        tree = ctx.parse("value", node)
        return (ZERO, ERROR) if tree is None else t.expression(tree, env)
    wanted: Type | None = None
    named = entry_of(node, "type")
    if isinstance(named, YamlScalar):
        wanted = ctx.type_named(str(named.value), named.span)
    cost = entry_of(node, "cost")
    if cost is not None:
        tree = ctx.parse("bundle", cost)
        return (const(()), ERROR) if tree is None else (bundle(t, tree, env), COST)
    value = entry_of(node, "is")
    if value is not None:
        tree = ctx.parse("value", value)
        return (ZERO, ERROR) if tree is None else t.value(tree, env, wanted)
    cases = entry_of(node, "first_match")
    if isinstance(cases, YamlList):
        return _first_match(t, cases, env, wanted)
    return ZERO, ERROR  # The schema has said so.


def _first_match(t: Typer, cases: YamlList, env: Env, wanted: Type | None) -> tuple[Node, Type]:
    found: list[tuple[Node, Node, Type]] = []
    for case in cases.items:
        cond_node, value_node = entry_of(case, "if"), entry_of(case, "is")
        cond = ONE
        if cond_node is not None:
            tree = t.ctx.parse("condition", cond_node)
            cond = ZERO if tree is None else t.condition(tree, env)
        tree = t.ctx.parse("value", value_node) if value_node is not None else None
        if tree is None:
            continue
        node, kind = t.expression(tree, env, wanted)
        found.append((cond, node, kind))
    if not found:
        return ZERO, ERROR
    if found[-1][0] != ONE:
        t.ctx.report(
            "no-default",
            "When no case fits there is no value: the last case must have no 'if'.",
            cases.items[-1].span,
            "Add a last case with 'is' only.",
        )
    result, kind = found[-1][1], found[-1][2]
    for cond, node, each in reversed(found[:-1]):
        result = choose_if(cond, node, result)
        joined = join(each, kind)
        if joined is None:
            t.ctx.report(
                "branches-differ",
                f"The cases differ: one is {each}, another {kind}.",
                cases.span,
                "Let all cases be the same sort of thing.",
            )
            return ZERO, ERROR
        kind = joined
    return result, kind


def _adjusted(t: Typer, define: DefineDecl, node: Node, kind: Type, env: Env) -> Node:
    """All `by` first, then `to`; costs never fall below nothing."""
    for last in (False, True):
        for rule in define.adjusts:
            tree = t.ctx.parse("adjust", rule.leaf) if rule.leaf is not None else None
            if tree is None or (tree.to is not None) != last:
                continue
            inner = rule_env(t, rule, env)
            if rule.flag is None:
                active = rule_active(t, rule, inner.me)
            else:
                # For this once: it holds on even if the piece was given away for it.
                active = at(rule.flag.base, 1, inner.me)
            if tree.cond is not None:
                active = both(active, t.condition(tree.cond, inner))
            extra = entry_of(rule.node, "if") if rule.flag is None else None
            if extra is not None:
                cond = t.ctx.parse("condition", extra)
                active = active if cond is None else both(active, t.condition(cond, inner))
            node = _apply(t, tree, node, kind, active, inner)
    if kind.kind == "int" and define.adjusts:
        define.type = INT
    return node


def _apply(t: Typer, tree: n.Adjust, node: Node, kind: Type, active: Node, env: Env) -> Node:
    if tree.to is not None:
        return choose_if(active, t.value(tree.to, env, kind)[0], node)
    if isinstance(tree.by, n.Delta):
        if kind.kind != "cost":
            t.ctx.report(
                "wrong-type",
                f"'{tree.name}' is {kind} and no cost, so it is not adjusted by goods.",
                tree.span,
                "Adjust it by a number, or to another value.",
            )
            return node
        row = [0] * len(t.ctx.goods)
        for amount, name in tree.by.items:
            if name.id in t.ctx.goods:
                row[t.ctx.goods[name.id].index] += amount
            else:
                t.ctx.unknown(
                    "a good of this game", name.id, name.span, t.ctx.goods, "unknown-good"
                )
        changed = Node("cost_plus", (node, const(tuple(row))), t.ctx.span(tree.span))
        return choose_if(active, changed, node)
    if kind.kind not in ("int", "error"):
        t.ctx.report(
            "wrong-type",
            f"'{tree.name}' is {kind}, and only numbers and costs are adjusted by something.",
            tree.span,
            f"Write 'adjust: {tree.name} to …'.",
        )
        return node
    step = t.value(tree.by, env, INT)[0]
    return make("add", node, choose_if(active, step, ZERO))


def rule_env(t: Typer, rule: RuleBase, env: Env) -> Env:
    """The surroundings of a component's rule: `this` is the component."""
    if rule.piece < 0:
        return env
    this = (const(rule.piece), Type("piece", rule.kind))
    return Env(env.scope, env.it, this, env.me, env.temps, True, env.pure)


def rule_active(t: Typer, rule: RuleBase, player: Node) -> Node:
    """Whether a rule holds for a player now: its piece is in play and it is not used up."""
    parts = [ONE]
    if rule.piece >= 0:
        parts.append(holds_for(t, t.ctx.kinds[rule.kind], const(rule.piece), player))
    if rule.uses and rule.total is not None:
        parts.append(make("lt", at(rule.total.base, 1, player), const(rule.uses)))
    if rule.once_per and rule.counter is not None:
        parts.append(make("eq", at(rule.counter.base, 1, player), ZERO))
    return both(*parts)


__all__ = ["AdjustRule", "define_function", "install", "rule_active", "rule_env"]
