"""Hooks: rules that answer to procedures and goods verbs, woven into the procedures they answer to.

Around a procedure stand, in this order: resets, its `needs`, `before` rules, `instead_of` rules
(which may replace the body), the body, `after` rules. In a rule `me` is the owner of the
component, `actor` the player who acted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl.attributes import owner_of_place
from rulewright.dsl.build import ME, ONE, ZERO, both, choose_if, const, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.context import entry_of
from rulewright.dsl.declarations import HookRule, ProcedureDecl, RuleBase, Stock, Var
from rulewright.dsl.defines import rule_active
from rulewright.dsl.labels import leaf_text, template
from rulewright.dsl.program import Node
from rulewright.dsl.types import GOOD, Type, number
from rulewright.dsl.yaml_reader import YamlNode

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts


class Hooks:
    """Emits procedures with the rules that hang on them."""

    def __init__(self, scripts: Scripts) -> None:
        self.s = scripts
        self.goods: dict[str, dict[int, list[HookRule]]] = {"gain": {}, "pay": {}, "lose": {}}

    def goods_hooks(self, verb: str) -> dict[int, list[HookRule]]:
        """Rules that listen to a goods verb, by good."""
        return self.goods.get(verb, {})

    # ---------------------------------------------------------------- procedures

    def procedure(self, procedure: ProcedureDecl, place: Place) -> None:
        """A procedure with everything that hangs on it."""
        s, code = self.s, self.s.code
        for var in procedure.resets:
            self._reset(var)
        if procedure.needs is not None:
            s.need(s.condition(procedure.needs, place), procedure.needs)
        hooks = sorted(procedure.hooks, key=lambda rule: rule.order)
        before = [r for r in hooks if r.when == "before"]
        instead = [r for r in hooks if r.when == "instead_of"]
        after = [r for r in hooks if r.when == "after"]
        for rule in before:
            self.fire(rule, place)
        replaced: int | None = None
        if instead:
            replaced = place.frame.local()
            code.emit("local", replaced, ZERO)
            for order in sorted({rule.order for rule in instead}):
                self._instead([r for r in instead if r.order == order], replaced, place)
            skip = code.unless(make("not", Node("local", (replaced,))))
        inner = place.inner()
        end = s.script_open(procedure.body, inner)
        for rule in after:
            self.fire(rule, end)
        if replaced is not None:
            code.patch(skip)
        for rule in before:
            if rule.adjust is not None and rule.adjust.flag is not None:
                for player in range(s.ctx.players):
                    code.emit("set", ("slot", rule.adjust.flag.base + player), ZERO, 0, 1)

    def _reset(self, var: Var | Stock) -> None:
        code = self.s.code
        if isinstance(var, Stock):
            return
        if var.count == 1:
            code.emit("set", ("slot", var.base), const(var.start), var.lo, var.hi)
            return
        for index in range(var.count):
            start = var.starts.get(index, var.start)
            code.emit("set", ("slot", var.base + index), const(start), var.lo, var.hi)

    # ---------------------------------------------------------------- firing

    def owner(self, rule: RuleBase) -> Node:
        """Who owns a rule now: whoever holds its piece; what nobody holds is the actor's."""
        s = self.s
        if rule.piece < 0:
            return ME
        kind = s.ctx.kinds[rule.kind]
        if kind.each:
            return const(kind.owners[rule.piece - kind.first])
        place = make("add", Node("place_of", (const(rule.piece),)), ONE)
        holder = Node("table", (owner_of_place(s.t), place))
        if any(self._shared(name) for name, _ in kind.active_in):
            return choose_if(make("lt", holder, ZERO), ME, holder)
        return holder

    def _shared(self, name: str) -> bool:
        ctx = self.s.ctx
        if name in ctx.zones:
            return not ctx.zones[name].each
        return name in ctx.boards and not ctx.boards[name].each

    def listening(self, rule: HookRule, owner: Node, actor: Node, place: Place) -> Node:
        """Whether a rule answers now."""
        s = self.s
        who = _who(rule)
        parts: list[Node] = []
        if rule.piece >= 0:
            parts.append(make("ge", owner, ZERO))
            if who == "I":
                parts.append(make("eq", owner, actor))
            elif who == "another":
                parts.append(make("ne", owner, actor))
        parts.append(rule_active(s.t, rule, owner))
        env = replace(self._env(rule, place), me=owner)
        if rule.event.where is not None:
            parts.append(s.t.condition(rule.event.where, env.fresh()))
        cond = entry_of(rule.node, "if")
        if cond is not None:
            tree = s.ctx.parse("condition", cond)
            if tree is not None:
                parts.append(s.t.condition(tree, env.fresh()))
        return both(*parts)

    def _env(self, rule: RuleBase, place: Place) -> Any:
        if rule.piece < 0:
            return place.env
        this = (const(rule.piece), Type("piece", rule.kind))
        return replace(place.env, this=this, in_rule=True)

    def fire(self, rule: HookRule, place: Place, replaced: int | None = None) -> None:
        """Emit a rule: ask if it listens, become its owner, do it, become the actor again.

        `replaced` is the local that notes that the rule has been done in place of something.
        """
        s, code = self.s, self.s.code
        span = s.ctx.span(rule.span)
        actor = self._act(place)
        skip = code.unless(self.listening(rule, self.owner(rule), Node("actor"), place), span)
        inner = replace(place, env=self._env(rule, place)).inner()
        # A rule that answers only to its owner needs nobody to become somebody else.
        other = rule.piece >= 0 and (rule.event.who or "I") != "I"
        saved = place.frame.local() if other else -1
        if other:
            code.emit("local", saved, ME)
            code.emit("me", self.owner(rule))
        may = entry_of(rule.node, "may")
        if may is not None:
            yes = self._yes(rule, may, inner, span)
            no = SourceDraft(code.plain("no", "move.no"), None, span=span)
            code.decide([yes, no], inner, span, auto=True)
            yes.target = code.here
            self._do(rule, may, inner, replaced)
            no.target = code.here
        else:
            # Nobody is kept from acting because somebody else cannot do what he would have to.
            out = code.emit("iflive", -1, span=span) if self._foreign(rule) else None
            self._do(rule, entry_of(rule.node, "do"), inner, replaced)
            if out is not None:
                code.patch(out)
        if other:
            code.emit("me", Node("local", (saved,)))
        code.patch(skip)
        code.emit("actor", Node("local", (actor,)))

    def _act(self, place: Place) -> int:
        """Who acts now is the actor; the local that keeps who was it before."""
        actor = place.frame.local()
        self.s.code.emit("local", actor, Node("actor"))
        self.s.code.emit("actor", ME)
        return actor

    def _foreign(self, rule: HookRule) -> bool:
        """Whether a rule may belong to somebody other than the one who acts."""
        return rule.piece >= 0 and _who(rule) != "I"

    def _do(
        self, rule: HookRule, body: YamlNode | None, place: Place, replaced: int | None
    ) -> None:
        """Do what a rule says; it counts as used."""
        s, code = self.s, self.s.code
        code.emit("chain", 1, span=s.ctx.span(rule.span))
        for var in (rule.counter, rule.total):
            if var is not None:
                code.emit("raise", ("at", var.base, 1, ME), ONE, var.lo, var.hi)
        if replaced is not None:
            code.emit("local", replaced, ONE)
        if body is not None:
            # What a rule calls may wake it again: the chain is what ends that.
            s.in_rules += 1
            s.script(body, place)
            s.in_rules -= 1
        if rule.adjust is not None and rule.adjust.flag is not None:
            code.emit("set", ("at", rule.adjust.flag.base, 1, Node("actor")), ONE, 0, 1)
        code.emit("chain", -1)

    def _yes(self, rule: RuleBase, may: YamlNode, place: Place, span: int) -> SourceDraft:
        s, code = self.s, self.s.code
        own = entry_of(rule.node, "label")
        if own is not None:
            return SourceDraft(template(s, own, place), span=span)
        text = leaf_text(s, may)
        if rule.component:
            name = rule.component.replace("_", " ")
            text = f"use {name}" if text == "nothing" else f"{name}: {text}"
        return SourceDraft(code.plain(text, place.path), span=span)

    def _instead(self, rules: list[HookRule], replaced: int, place: Place) -> None:
        """Rules of one order that replace a procedure: the first that must, or the one somebody
        wants.
        """
        code = self.s.code
        optional = [r for r in rules if "may" in r.node.entries]
        own = [r for r in optional if not self._foreign(r)]
        for rule in (r for r in rules if r not in optional):
            self._unless_replaced(rule, replaced, place)
        if own:
            done = code.unless(make("not", Node("local", (replaced,))))
            actor = self._act(place)
            self._which(own, replaced, place)
            code.emit("actor", Node("local", (actor,)))
            code.patch(done)
        for rule in (r for r in optional if r not in own):
            self._unless_replaced(rule, replaced, place)

    def _unless_replaced(self, rule: HookRule, replaced: int, place: Place) -> None:
        done = self.s.code.unless(make("not", Node("local", (replaced,))))
        self.fire(rule, place, replaced)
        self.s.code.patch(done)

    def _which(self, rules: list[HookRule], replaced: int, place: Place) -> None:
        """One decision over several rules of the actor: which of them, or none."""
        s, code = self.s, self.s.code
        sources: list[SourceDraft] = []
        places: list[Place] = []
        for rule in rules:
            inner = replace(place, env=self._env(rule, place)).inner()
            yes = self._yes(rule, rule.node.entries["may"].value, inner, s.ctx.span(rule.span))
            yes.guard = self.listening(rule, ME, ME, place)
            sources.append(yes)
            places.append(inner)
        span = s.ctx.span(rules[0].span)
        no = SourceDraft(code.plain("no", "move.no"), None, span=span)
        code.decide([*sources, no], place, span, auto=True)
        ends: list[int] = []
        for rule, source, inner in zip(rules, sources, places, strict=True):
            source.target = code.here
            self._do(rule, rule.node.entries["may"].value, inner, replaced)
            ends.append(code.jump())
        no.target = code.here
        for pc in ends:
            code.patch(pc)

    # ---------------------------------------------------------------- goods

    def emit_goods(self, verb: str, good: int, place: Place) -> None:
        """Rules that listen to a good, as a procedure; `amount` of `good` arrived or went."""
        local = place.frame.local()
        inner = place.named("amount", Node("local", (local,)), number(0, 999))
        inner = inner.named("good", const(good), GOOD)
        for rule in sorted(self.goods[verb][good], key=lambda rule: rule.order):
            self.fire(rule, inner)

    def counters(self, rule: RuleBase) -> list[Var]:
        """The state a rule with `once_per` or `uses` needs."""
        made: list[Var] = []
        if rule.once_per:
            rule.counter = Var(
                "", number(0, 99), 0, 0, 99, rule.span, "player", resets=rule.once_per
            )
            rule.counter.seen_by = "nobody"
            made.append(rule.counter)
        if rule.uses:
            rule.total = Var("", number(0, 99), 0, 0, 99, rule.span, "player")
            rule.total.seen_by = "nobody"
            made.append(rule.total)
        return made


def _who(rule: HookRule) -> str:
    """Whose action a rule answers to: I, another or anyone; seen from its owner."""
    return str(rule.event.who or ("I" if rule.piece >= 0 else "anyone"))


__all__ = ["Hooks"]
