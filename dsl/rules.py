"""Rules: the `rules` of the game and of its components, attached to what they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl.context import Context, entry_of, scalar_of
from rulewright.dsl.declarations import (
    AdjustRule,
    AnyTimeRule,
    HookRule,
    RuleBase,
    SubstituteRule,
    Var,
)
from rulewright.dsl.types import BOOL, number
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.hooks import Hooks


class Rules:
    """Reads rules and attaches them to defines, procedures and goods."""

    def __init__(self, ctx: Context, hooks: Hooks) -> None:
        self.ctx = ctx
        self.hooks = hooks
        self.anytime: list[AnyTimeRule] = []
        self.vars: list[Var] = []

    def read(self, root: YamlMap) -> None:
        """All rules of the game, then those of components, piece by piece."""
        for node in _items(entry_of(root, "rules")):
            self._rule(node, -1, "", "")
        for kind in self.ctx.kinds.values():
            for component in kind.components.values():
                for node in _items(entry_of(component.node, "rules")):
                    for piece in component.pieces:
                        self._rule(node, piece, kind.id, component.id)

    def _rule(self, node: YamlNode, piece: int, kind: str, component: str) -> None:
        if not isinstance(node, YamlMap):
            return
        common: dict[str, Any] = {
            "node": node,
            "span": node.span,
            "piece": piece,
            "kind": kind,
            "component": component,
            "once_per": str(scalar_of(node, "once_per") or ""),
            "uses": int(scalar_of(node, "uses") or 0),
        }
        for when in ("before", "after", "instead_of"):
            if when in node.entries:
                self._hook(when, HookRule(**common), node)
                return
        if "adjust" in node.entries:
            rule = AdjustRule(**common, leaf=node.entries["adjust"].value)
            self._attach_adjust(rule)
            return
        if "substitute" in node.entries:
            self._substitute(SubstituteRule(**common), node)
            return
        if "any_time" in node.entries:
            rule2 = AnyTimeRule(**common)
            self._counters(rule2)
            self.anytime.append(rule2)
            return

    def _counters(self, rule: RuleBase) -> None:
        if rule.once_per and rule.once_per not in self.ctx.procedures:
            where = rule.node.entries["once_per"].value.span
            self.ctx.unknown(
                "a procedure of this game",
                rule.once_per,
                where,
                self.ctx.procedures,
                "unknown-procedure",
            )
            rule.once_per = ""
        self.vars.extend(self.hooks.counters(rule))

    def _attach_adjust(self, rule: AdjustRule) -> None:
        ctx = self.ctx
        tree = ctx.parse("adjust", rule.leaf) if rule.leaf is not None else None
        if tree is None:
            return
        define = ctx.defines.get(tree.name)
        if define is None:
            names = [d.id for d in ctx.defines.values() if d.adjustable]
            span = tree.span.head(len(tree.name))
            none = None if names else "No define of this game has 'adjustable: true'."
            ctx.unknown("an adjustable define", tree.name, span, names, "unknown-define", none)
            return
        if not define.adjustable:
            ctx.report(
                "not-adjustable",
                f"The define '{tree.name}' may not be adjusted.",
                tree.span.head(len(tree.name)),
                f"Add 'adjustable: true' to the define '{tree.name}'.",
                [("defined here", define.span)],
            )
            return
        self._counters(rule)
        define.adjusts.append(rule)

    def _substitute(self, rule: SubstituteRule, node: YamlMap) -> None:
        rule.leaf = node.entries["substitute"].value
        rule.times = int(scalar_of(node, "times") or 0)
        name_node = entry_of(node, "in")
        name = str(name_node.value) if isinstance(name_node, YamlScalar) else ""
        define = self.ctx.defines.get(name)
        if define is None or not define.is_cost:
            names = [d.id for d in self.ctx.defines.values() if d.is_cost]
            where = name_node.span if name_node is not None else node.span
            self.ctx.unknown("a cost that is defined", name, where, names, "unknown-define")
            return
        self._counters(rule)
        define.substitutes.append(rule)

    def _hook(self, when: str, rule: HookRule, node: YamlMap) -> None:
        ctx = self.ctx
        tree = ctx.parse("event", node.entries[when].value)
        if tree is None:
            return
        rule.when, rule.event = when, tree
        rule.order = int(scalar_of(node, "order") or 1)
        if tree.who == "another" and rule.piece < 0:
            ctx.report(
                "another-than-who",
                "A rule of the game belongs to nobody, so nobody is 'another' for it.",
                tree.span,
                "Write anyone; 'for_each: p in others' then speaks of all but the one who acts.",
            )
        if "adjust" in node.entries:
            adjust = AdjustRule(
                rule.node,
                rule.span,
                rule.piece,
                rule.kind,
                rule.component,
                leaf=node.entries["adjust"].value,
            )
            adjust.flag = Var("", BOOL, 0, 0, 1, rule.span, "player")
            adjust.flag.seen_by = "nobody"
            self.vars.append(adjust.flag)
            rule.adjust = adjust
            if when != "before":
                ctx.report(
                    "adjust-before",
                    f"'adjust' changes what is about to happen, so it goes with 'before' and not"
                    f" with '{when}'.",
                    node.entries["adjust"].key_span,
                    "Use 'before', or make it a rule of its own.",
                )
            self._attach_adjust(adjust)
        if tree.verb != "phrase":
            if when != "after":
                ctx.report(
                    "goods-after",
                    f"A rule answers to goods once they have come or gone, so it says 'after' and"
                    f" not '{when}'.",
                    node.entries[when].key_span,
                    f"Write 'after: … {tree.verb} …'.",
                )
                return
            self._counters(rule)
            for name in tree.names:
                goods: tuple[int, ...] = ()
                if name.id in ctx.goods:
                    goods = (ctx.goods[name.id].index,)
                elif name.id in ctx.groups:
                    goods = ctx.groups[name.id]
                else:
                    ctx.unknown(
                        "a good of this game", name.id, name.span, ctx.goods, "unknown-good"
                    )
                for good in goods:
                    self.hooks.goods[tree.verb].setdefault(good, []).append(rule)
            return
        said = "_".join(name.id for name in tree.names)
        procedure = ctx.procedures.get(said)
        if procedure is None:
            for each in ctx.procedures.values():
                words = [w for w in each.say if not w.startswith("(")]
                if words == [w for name in tree.names for w in name.id.split("_")]:
                    procedure = each
        if procedure is None:
            span = tree.names[0].span.to(tree.names[-1].span)
            ctx.unknown("a procedure of this game", said, span, ctx.procedures, "unknown-procedure")
            return
        self._counters(rule)
        procedure.hooks.append(rule)


def _items(node: YamlNode | None) -> list[YamlNode]:
    return list(node.items) if isinstance(node, YamlList) else []


__all__ = ["Rules", "number"]
