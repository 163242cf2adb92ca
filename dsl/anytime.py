"""Any-time rules: what holds at any time in, an entry of the Program for each way to use it out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ME, ONE, both, const
from rulewright.dsl.bundles import bundle
from rulewright.dsl.code import Frame, Place
from rulewright.dsl.compose import Part
from rulewright.dsl.context import entry_of
from rulewright.dsl.declarations import AnyTimeRule
from rulewright.dsl.defines import rule_active
from rulewright.dsl.env import Env
from rulewright.dsl.labels import label_of, template
from rulewright.dsl.program import AnyTime
from rulewright.dsl.scripts import Scripts
from rulewright.dsl.types import Type
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar


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
