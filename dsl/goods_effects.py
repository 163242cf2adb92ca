"""Goods: the verbs that gain, lose, pay, trade, refill, add, take and give in, instructions out."""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ME, ONE, ZERO, at, both, const, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.effect_base import EVERYONE, EffectBase
from rulewright.dsl.housing import housed_goods
from rulewright.dsl.places import store_of
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.speech import word
from rulewright.dsl.substitutes import count_uses, note_uses, substitutes, used_part
from rulewright.dsl.types import INT, Type

MOST_PLANS = 4096
"""Ways to pay that have a number of their own in a decision."""


class GoodsEffects(EffectBase):
    """Emits the instructions of effects on goods."""

    def _gain(self, tree: n.Gain, place: Place, span: int) -> None:
        self.gain(bundle(self.t, tree.bundle, place.env.fresh()), place, span)

    def gain(self, cost: Node, place: Place, span: int) -> None:
        """Goods to me; with alternatives the player chooses one."""
        amount = self._one_of(cost, place, span, "gain")
        self._arrive("gain", ME, amount, place, span)

    def _one_of(self, cost: Node, place: Place, span: int, verb: str) -> Node:
        """The bundle of a cost that has one alternative, or the one the player picks."""
        if cost.op == "const" and len(cost.args[0]) == 1:
            return const(cost.args[0][0])
        if cost.op == "costs" and len(cost.args) == 1:
            return cost.args[0]  # type: ignore[no-any-return]
        if cost.op == "table" and all(len(row) == 1 for row in self.ctx.tables[cost.args[0]]):
            # What components say, and none of them leaves a choice.
            return Node("nth_bundle", (cost, ZERO))
        picked = place.frame.local()
        chosen = Node("nth_bundle", (cost, Node("local", (picked,))))
        items = Node("range", (ZERO, make("sub", Node("count", (cost,)), ONE)))
        most = len(cost.args[0]) if cost.op == "const" else 64
        if cost.op == "const":
            items = const(tuple(range(most)))
        domain = Domain("bundle", "", 0, max(0, most - 1))
        label = self.code.label(word(verb, (chosen, Domain("bundle"))), f"verb.{verb}")
        source = SourceDraft(label, None, items, picked, domain, "goods", span)
        self.code.decide([source], place, span, auto=True)
        source.target = self.code.here
        return chosen

    def _arrive(self, op: str, player: Node, amount: Node, place: Place, span: int) -> None:
        """Goods that come or go, with what listens to it."""
        stores: list[tuple[int, int]] = []
        for good in sorted(self.s.hooks.goods_hooks(op)):
            if _may_hold(amount, good):
                stores.append((good, place.frame.local()))
        # The log comes first: afterwards the plan that was paid may no longer be among the payable
        # ones.
        self.code.emit("log", op, player, ((amount, Domain("bundle")),), EVERYONE, span=span)
        self.code.emit(op, player, amount, tuple(stores), span=span)
        if op == "gain":
            self._make_room(amount, span)
        for good, local in stores:
            skip = self.code.unless(make("gt", Node("local", (local,)), ZERO))
            name = self.s.goods_procedure(op, good)
            self.code.emit("call", name, 0, (Node("local", (local,)),), span=span)
            self.code.patch(skip)

    def _make_room(self, amount: Node, span: int) -> None:
        """What finds no room is let go, where goods have come that are housed."""
        housed = housed_goods(self.t)
        if amount.op == "const" and not any(amount.args[0][good] for good in housed):
            return
        if housed:
            self.code.emit("call", self.s.room_procedure(), 0, (), span=span)

    def _lose(self, tree: n.Lose, place: Place, span: int) -> None:
        where = None
        if tree.place is not None:
            where = store_of(self.t, tree.place, place.env.fresh())
            if where is None:
                return
        amount = self._one_of(bundle(self.t, tree.bundle, place.env.fresh()), place, span, "lose")
        if where is None:
            self._arrive("lose", ME, amount, place, span)
        else:
            self.code.emit("empty", where[0], where[1], amount, span=span)

    def _pay(self, tree: n.Pay, place: Place, span: int) -> None:
        self.pay(
            bundle(self.t, tree.bundle, place.env.fresh()), place, span, self._costs_in(tree.bundle)
        )

    def _costs_in(self, tree: n.Bundle) -> tuple[str, ...]:
        """The named costs a bundle is made of: their substitutions apply."""
        found: list[str] = []
        for part in tree.alternatives:
            for item in part.items:
                if isinstance(item, n.NamedCost):
                    expr = item.expr
                    name = expr.name if isinstance(expr, n.Call) else getattr(expr, "id", "")
                    if name in self.ctx.defines:
                        found.append(name)
        return tuple(found)

    def pay(self, cost: Node, place: Place, span: int, named: tuple[str, ...] = ()) -> None:
        """Goods from me. One way to pay: done at once; several: the player sees the plans."""
        found = substitutes(self.t, named, place.env)
        subs = found.swaps
        single = cost.op == "const" and len(cost.args[0]) == 1 and not subs
        if single and not any(cost.args[0][0]):
            return
        fast: int | None = None
        done: int | None = None
        if single or (cost.op == "costs" and len(cost.args) == 1 and not subs):
            amount = const(cost.args[0][0]) if single else cost.args[0]
            fast = self.code.unless(Node("can_pay", (ME, cost)), span)
            self._arrive("pay", ME, amount, place, span)
            done = self.code.jump()
            self.code.patch(fast)
        plans = Node("plans", (ME, cost, subs), span)
        picked = place.frame.local()
        chosen = Node("nth_bundle", (plans, Node("local", (picked,))))
        uses = Node("plan_uses", (ME, cost, subs, Node("local", (picked,))), span)
        items = Node("range", (ZERO, make("sub", Node("count", (plans,)), ONE)))
        shown = [(chosen, Domain("bundle")), used_part(found, uses)]
        label = self.code.label(word("pay", *(part for part in shown if part)), "verb.pay")
        most = len(cost.args[0]) if cost.op == "const" and not subs else MOST_PLANS
        domain = Domain("bundle", "", 0, max(0, most - 1))
        source = SourceDraft(label, None, items, picked, domain, "pay", span)
        prompt = self.code.label(
            {
                "en": ("How do you pay?",),
                "fr": ("Comment payez-vous ?",),
                "ja": ("どう支払いますか？",),
            },
            "prompt.pay",
        )
        self.code.decide([source], place, span, auto=True, prompt=prompt)
        source.target = self.code.here
        kept = note_uses(self.s, found, uses, place)
        self._arrive("pay", ME, chosen, place, span)
        count_uses(self.s, found, kept, place, span)
        if done is not None:
            self.code.patch(done)

    def _trade(self, tree: n.Trade, place: Place, span: int) -> None:
        env = place.env.fresh()
        self.pay(bundle(self.t, tree.give, env), place, span, self._costs_in(tree.give))
        self.gain(bundle(self.t, tree.get, place.env.fresh()), place, span)

    def _refill(self, tree: n.Refill, place: Place, span: int) -> None:
        level, _ = self.t.value(tree.level, place.env.fresh(), INT)
        goods: list[int] = []
        for name in tree.names:
            if name.id in self.ctx.goods:
                goods.append(self.ctx.goods[name.id].index)
            elif name.id in self.ctx.groups:
                goods.extend(self.ctx.groups[name.id])
            else:
                self.ctx.unknown(
                    "a good of this game", name.id, name.span, self.ctx.goods, "unknown-good"
                )
        size = len(self.ctx.goods)

        def missing(good: int) -> Node:
            have = at(self.t.layout.goods_base + good, size, ME)
            return make("max", ZERO, make("sub", level, have))

        if tree.all or len(goods) == 1:
            row = Node("bundle", tuple((good, missing(good)) for good in goods))
            self._arrive("gain", ME, row, place, span)
            return
        ends: list[int] = []
        sources: list[SourceDraft] = []
        for good in goods:
            # A good that is there already may be named too; then nothing changes.
            text = self.code.label(word("refill", (const(good), Domain("good", "", 0, size - 1))))
            sources.append(SourceDraft(text, None, span=span))
        self.code.decide(sources, place, span, auto=True)
        for source, good in zip(sources, goods, strict=True):
            source.target = self.code.here
            self._arrive("gain", ME, Node("bundle", ((good, missing(good)),)), place, span)
            ends.append(self.code.jump())
        for pc in ends:
            self.code.patch(pc)

    def _add(self, tree: n.Add, place: Place, span: int) -> None:
        where = store_of(self.t, tree.place, place.env.fresh())
        amount = self._one_of(bundle(self.t, tree.bundle, place.env.fresh()), place, span, "add")
        if where is not None:
            self.code.emit("fill", where[0], where[1], amount, span=span)

    def _take(self, tree: n.Take, place: Place, span: int) -> None:
        env = place.env.fresh()
        if tree.bundle is None:
            where = store_of(self.t, tree.place, env)
            if where is None:
                return
            held = Node("store", where)
            go = self.code.unless(make("eq", Node("bundle_total", (held,)), ZERO))
            self.code.fail("there is nothing to take", span)
            self.code.patch(go)
            self._pick_up(where, held, place, span)
            return
        cost = bundle(self.t, tree.bundle, place.env.fresh())
        where = store_of(self.t, tree.place, env, quiet=True)
        if where is not None:
            amount = self._one_of(cost, place, span, "take")
            held = Node("store", where)
            enough = both(
                *(
                    make(
                        "ge",
                        Node("bundle_get", (held, const(good))),
                        Node("bundle_get", (amount, const(good))),
                    )
                    for good in range(len(self.ctx.goods))
                )
            )
            go = self.code.unless(make("not", enough))
            self.code.fail("there is not enough to take", span)
            self.code.patch(go)
            self._pick_up(where, amount, place, span)
            return
        victim, _ = self.t.value(tree.place, place.env.fresh(), Type("player"))
        chosen = self._picked(victim, cost, "take", place, span)
        self._move_goods(victim, ME, chosen, place, span)

    def _picked(self, holder: Node, cost: Node, verb: str, place: Place, span: int) -> Node:
        """The goods that whoever acts picks out of what a player could part with."""
        plans = Node("plans", (holder, cost, ()), span)
        picked = place.frame.local()
        chosen = Node("nth_bundle", (plans, Node("local", (picked,))))
        items = Node("range", (ZERO, make("sub", Node("count", (plans,)), ONE)))
        label = self.code.label(word(verb, (chosen, Domain("bundle"))), f"verb.{verb}")
        domain = Domain("bundle", "", 0, 255)
        source = SourceDraft(label, None, items, picked, domain, "goods", span)
        self.code.decide([source], place, span, auto=True)
        source.target = self.code.here
        return chosen

    def _pick_up(self, where: tuple[int, Node], what: Node, place: Place, span: int) -> None:
        """Goods from a place to me, by way of the supply, which keeps what I have no room for."""
        kept = place.frame.local()
        self.code.emit("local", kept, what, span=span)
        self.code.emit("empty", where[0], where[1], Node("local", (kept,)), span=span)
        self._arrive("gain", ME, Node("local", (kept,)), place, span)

    def _give(self, tree: n.Give, place: Place, span: int) -> None:
        env = place.env.fresh()
        cost = bundle(self.t, tree.bundle, env)
        if cost.op == "const" and len(cost.args[0]) == 1:
            chosen = const(cost.args[0][0])
            go = self.code.unless(make("not", Node("can_pay", (ME, cost))))
            self.code.fail("you do not have what you would give", span)
            self.code.patch(go)
        else:
            chosen = self._picked(ME, cost, "give", place, span)
        where = store_of(self.t, tree.place, place.env.fresh(), quiet=True)
        if where is not None:
            kept = place.frame.local()
            self.code.emit("local", kept, chosen, span=span)
            self._arrive("pay", ME, Node("local", (kept,)), place, span)
            self.code.emit("fill", where[0], where[1], Node("local", (kept,)), span=span)
            return
        partner, _ = self.t.value(tree.place, place.env.fresh(), Type("player"))
        self._move_goods(ME, partner, chosen, place, span)

    def _move_goods(self, giver: Node, taker: Node, amount: Node, place: Place, span: int) -> None:
        """Goods from one player to another, worked out once, before anything moves."""
        parts = ((amount, Domain("bundle")), (taker, Domain("player")))
        self.code.emit("log", "transfer", giver, parts, EVERYONE, span=span)
        self.code.emit("transfer", giver, taker, amount, span=span)
        if taker == ME:
            self._make_room(amount, span)


def _may_hold(amount: Node, good: int) -> bool:
    """Whether a bundle may contain a good, as far as can be told before it is known."""
    if amount.op == "const":
        return bool(amount.args[0][good])
    if amount.op == "bundle":
        return any(each == good for each, _ in amount.args)
    if amount.op == "bundle1" and amount.args[0].op == "const":
        return bool(amount.args[0].args[0] == good)
    return True
