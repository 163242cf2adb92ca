"""Substituted payments: the `substitute` rules of a named cost in, what the solver needs and what
happens when a plan uses one of them out.

A use is one payment in which the substitution is used; `times` says how often within it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl.build import ME, ONE, ZERO, both, const, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.code import Place
from rulewright.dsl.context import entry_of
from rulewright.dsl.declarations import SubstituteRule
from rulewright.dsl.defines import rule_active
from rulewright.dsl.env import Env
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.types import INT, Type

if TYPE_CHECKING:
    from rulewright.dsl.expressions import Typer
    from rulewright.dsl.scripts import Scripts


@dataclass(frozen=True)
class Substitutes:
    """The substitutions that apply to one payment, in the order the solver numbers them."""

    rules: tuple[SubstituteRule, ...]
    swaps: tuple[Any, ...]

    @property
    def counted(self) -> list[int]:
        """Numbers of the substitutions of which it matters whether they were used."""
        return [number for number, rule in enumerate(self.rules) if _counts(rule)]


def _counts(rule: SubstituteRule) -> bool:
    return rule.counter is not None or rule.total is not None or _using(rule) is not None


def _using(rule: SubstituteRule) -> Any:
    return entry_of(rule.node, "using")


def substitutes(t: Typer, names: tuple[str, ...], env: Env) -> Substitutes:
    """What may be given instead of parts of these named costs."""
    rules: list[SubstituteRule] = []
    swaps: list[Any] = []
    for name in dict.fromkeys(names):
        for rule in t.ctx.defines[name].substitutes:
            tree = t.ctx.parse("substitute", rule.leaf) if rule.leaf is not None else None
            if tree is None:
                continue
            goods: tuple[int, ...] = ()
            if tree.good.id in t.ctx.goods:
                goods = (t.ctx.goods[tree.good.id].index,)
            elif tree.good.id in t.ctx.groups:
                goods = t.ctx.groups[tree.good.id]
            else:
                t.ctx.unknown(
                    "a good of this game",
                    tree.good.id,
                    tree.good.span,
                    t.ctx.goods,
                    "unknown-good",
                )
            given = bundle(t, tree.bundle, Env())
            active = rule_active(t, rule, env.me)
            condition = entry_of(rule.node, "if")
            if condition is not None:
                asked = t.ctx.parse("condition", condition)
                if asked is not None:
                    active = both(active, t.condition(asked, _inside(rule, env)))
            rules.append(rule)
            costly = int(_counts(rule))
            swaps.append((goods, _units(t, tree), given, rule.times, active, costly))
    return Substitutes(tuple(rules), tuple(swaps))


def _units(t: Typer, tree: Any) -> int:
    amount, _ = t.value(tree.amount, Env(), INT) if hasattr(tree.amount, "span") else (ONE, INT)
    if amount.op == "const" and amount.args[0] > 0:
        return int(amount.args[0])
    t.ctx.report(
        "not-constant",
        "How much is substituted at a time must be known beforehand, and at least 1.",
        tree.span,
        "Write a number, such as 1.",
    )
    return 1


def _inside(rule: SubstituteRule, env: Env) -> Env:
    if rule.piece < 0:
        return env.fresh()
    this = (const(rule.piece), Type("piece", rule.kind))
    return replace(env, this=this, in_rule=True).fresh()


def used_part(found: Substitutes, uses: Node) -> tuple[Node, Domain] | None:
    """The part of a plan's label that says which components it uses."""
    named = [str(rule.piece) if _counts(rule) and rule.piece >= 0 else "-1" for rule in found.rules]
    if all(piece == "-1" for piece in named):
        return None
    return uses, Domain("used", " ".join(named))


def note_uses(s: Scripts, found: Substitutes, uses: Node, place: Place) -> list[int]:
    """Keep which substitutions the chosen plan uses, while it is known; the locals."""
    kept: list[int] = []
    for number in found.counted:
        local = place.frame.local()
        s.code.emit("local", local, Node("nth", (uses, const(number + 1))))
        kept.append(local)
    return kept


def count_uses(s: Scripts, found: Substitutes, kept: list[int], place: Place, span: int) -> None:
    """Count the substitutions that were used, and do what using them entails."""
    for number, local in zip(found.counted, kept, strict=True):
        rule = found.rules[number]
        skip = s.code.unless(make("gt", Node("local", (local,)), ZERO), span)
        for var in (rule.counter, rule.total):
            if var is not None:
                s.code.emit("raise", ("at", var.base, 1, ME), ONE, var.lo, var.hi)
        using = _using(rule)
        if using is not None:
            s.in_rules += 1
            s.script(using, replace(place, env=_inside(rule, place.env)).inner())
            s.in_rules -= 1
        s.code.patch(skip)
