"""Effects: the actions of a leaf in, instructions out. Each verb of the language has one method
here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ME, ONE, ZERO, at, both, const, make
from rulewright.dsl.bundles import bundle
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.complaints import mismatch
from rulewright.dsl.declarations import Var
from rulewright.dsl.housing import housed_goods
from rulewright.dsl.layout import domain_of
from rulewright.dsl.phrases import emit_phrase
from rulewright.dsl.places import store_of, target_of, zone_of
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.speech import said, word
from rulewright.dsl.substitutes import count_uses, note_uses, substitutes, used_part
from rulewright.dsl.types import COST, ERROR, INT, Type, fits, number, set_of
from rulewright.dsl.wording import a_, capital
from rulewright.dsl.yaml_reader import YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts

EVERYONE, PLAYER_ONLY, NOBODY = 0, 1, 2
MOST_PLANS = 4096
"""Ways to pay that have a number of their own in a decision."""


class Effects:
    """Emits the instructions of effect leaves."""

    def __init__(self, scripts: Scripts) -> None:
        self.s = scripts
        self.t = scripts.t
        self.ctx = scripts.ctx
        self.code = scripts.code

    # ---------------------------------------------------------------- sequences and steps

    def sequence(self, tree: n.Sequence, place: Place) -> Place:
        """Steps one after another; names bound by `let` hold for what follows."""
        for step in tree.steps:
            place = self.step(step, place)
        return place

    def step(self, step: n.Step, place: Place) -> Place:
        """One action with its guard and how often."""
        span = self.ctx.span(step.span)
        skip: list[int] = []
        if isinstance(step.guard, n.IfPossible):
            skip.append(self.code.emit("iflive", -1, span=span))
        elif step.guard is not None:
            cond = self.t.condition(step.guard, place.env.fresh())
            if cond != ONE:
                skip.append(self.code.unless(cond, span))
        if step.times is None:
            after = self.action(step.action, place)
        else:
            self._times(step, place)
            after = place
        for pc in skip:
            self.code.patch(pc)
        return place if skip else after

    def _times(self, step: n.Step, place: Place) -> None:
        assert step.times is not None
        count, _ = self.t.value(step.times.count, place.env.fresh(), INT)
        left = place.frame.local()
        self.code.emit("local", left, count)
        span = self.ctx.span(step.span)
        top = self.code.here
        end = self.code.unless(make("gt", Node("local", (left,)), ZERO))
        done: SourceDraft | None = None
        if step.times.at_most:
            again = SourceDraft(
                self.code.label(
                    said(
                        self.s,
                        n.Sequence((n.Step(step.action, None, None, step.span),), step.span),
                        place,
                    )
                ),
                span=span,
            )
            done = SourceDraft(self.code.plain("done"), span=span)
            self.code.decide([again, done], place, span, auto=True)
            again.target = self.code.here
        self.action(step.action, place)
        self.code.emit("local", left, make("sub", Node("local", (left,)), ONE))
        self.code.emit("jump", top)
        self.code.patch(end)
        if done is not None:
            done.target = self.code.here

    def action(self, tree: Any, place: Place) -> Place:
        """One verb; the place after it, which may know one more name."""
        method = getattr(self, f"_{type(tree).__name__.lower()}")
        found = method(tree, place, self.ctx.span(tree.span))
        return place if found is None else found

    # ---------------------------------------------------------------- goods

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
            {"en": ("How do you pay?",), "fr": ("Comment payez-vous ?",)}, "prompt.pay"
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
        plans = Node("plans", (victim, cost, ()), span)
        picked = place.frame.local()
        chosen = Node("nth_bundle", (plans, Node("local", (picked,))))
        items = Node("range", (ZERO, make("sub", Node("count", (plans,)), ONE)))
        label = self.code.label(word("take", (chosen, Domain("bundle"))), "verb.take")
        source = SourceDraft(
            label, None, items, picked, Domain("bundle", "", 0, 255), "goods", span
        )
        self.code.decide([source], place, span, auto=True)
        source.target = self.code.here
        self._move_goods(victim, ME, chosen, place, span)

    def _pick_up(self, where: tuple[int, Node], what: Node, place: Place, span: int) -> None:
        """Goods from a place to me, by way of the supply, which keeps what I have no room for."""
        kept = place.frame.local()
        self.code.emit("local", kept, what, span=span)
        self.code.emit("empty", where[0], where[1], Node("local", (kept,)), span=span)
        self._arrive("gain", ME, Node("local", (kept,)), place, span)

    def _give(self, tree: n.Give, place: Place, span: int) -> None:
        env = place.env.fresh()
        cost = bundle(self.t, tree.bundle, env)
        plans = Node("plans", (ME, cost, ()), span)
        picked = place.frame.local()
        chosen = Node("nth_bundle", (plans, Node("local", (picked,))))
        if cost.op == "const" and len(cost.args[0]) == 1:
            chosen = const(cost.args[0][0])
            go = self.code.unless(make("not", Node("can_pay", (ME, cost))))
            self.code.fail("you do not have what you would give", span)
            self.code.patch(go)
        else:
            items = Node("range", (ZERO, make("sub", Node("count", (plans,)), ONE)))
            label = self.code.label(word("give", (chosen, Domain("bundle"))), "verb.give")
            source = SourceDraft(
                label, None, items, picked, Domain("bundle", "", 0, 255), "goods", span
            )
            self.code.decide([source], place, span, auto=True)
            source.target = self.code.here
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

    # ---------------------------------------------------------------- state

    def _setto(self, tree: n.SetTo, place: Place, span: int) -> None:
        env = place.env.fresh()
        target = target_of(self.t, tree.target, env)
        if target is None:
            return
        value, _ = self.t.value(tree.value, place.env.fresh(), target.type)
        if target.type.kind == "set":
            value = Node("mask", (value, target.var.domain_base))
        if target.var.type.kind == "piece" and target.var.each == "cell":
            self.ctx.report(
                "use-place",
                "A piece is placed on a cell, not set, so that it also leaves where it was.",
                tree.span,
                "Write 'place … on …', or 'move … to …' to take it away.",
            )
        self.code.emit("set", target.ref, value, target.var.lo, target.var.hi, span=span)
        self._turn_over(target.var)

    def _turn_over(self, var: Var) -> None:
        """A change of what hides something may show it: look-ahead must not see past it."""
        for board in self.ctx.boards.values():
            for each in board.state.values():
                cond = each.hidden_if
                if isinstance(cond, YamlScalar) and var.id in re.findall(r"\w+", str(cond.value)):
                    self.code.emit("commit")
                    return

    def _change(self, tree: n.Change, place: Place, span: int) -> None:
        target = target_of(self.t, tree.target, place.env.fresh())
        if target is None:
            return
        if target.type.kind not in ("int", "error"):
            self.ctx.report(
                "wrong-type",
                f"Only a number can be raised or lowered, but this is {target.type}.",
                tree.target.span,
                "Write 'set … to …' to give it another value.",
            )
            return
        amount = (
            ONE if tree.amount is None else self.t.value(tree.amount, place.env.fresh(), INT)[0]
        )
        if tree.sign < 0:
            amount = make("neg", amount)
        self.code.emit("raise", target.ref, amount, target.var.lo, target.var.hi, span=span)

    def _let(self, tree: n.Let, place: Place, span: int) -> Place:
        value, kind = self.t.expression(tree.value, place.env.fresh())
        at = tree.span  # The name stands behind `let`.
        after = replace(at, column=min(at.column + len("let "), at.end_column))
        return self.bind(tree.name, value, kind, place, after)

    def bind(self, name: str, value: Node, kind: Type, place: Place, span: Any) -> Place:
        """A name for a value that is worked out now."""
        self.check_name(name, place, span)
        if kind.kind == "cost":
            self.ctx.report(
                "not-a-value",
                f"'{name}' cannot stand for goods: a name stands for one thing or a set.",
                span,
                "Give the goods a name in the section 'define', with 'cost'.",
            )
            return place.named(name, ZERO, ERROR)
        if kind.kind == "set" and kind.elem is not None and self.t.endless(kind.elem, span):
            return place.named(name, ZERO, ERROR)
        local = place.frame.local()
        if kind.kind == "set" and kind.elem is not None and kind.elem.kind != "error":
            base = domain_of(self.ctx, kind.elem).lo if kind.elem.kind != "int" else 0
            self.code.emit("local", local, Node("mask", (value, base)), span=self.ctx.span(span))
            return place.named(name, Node("members", (Node("local", (local,)), base)), kind)
        self.code.emit("local", local, value, span=self.ctx.span(span))
        return place.named(name, Node("local", (local,)), kind)

    def check_name(self, name: str, place: Place, span: Any) -> None:
        """Report a local name that hides something else."""
        taken = self.ctx.declared_at.get(name)
        if place.env.scope.find(name) is not None:
            self.ctx.report(
                "shadowed-name",
                f"The name '{name}' already stands for something in this list.",
                span.head(len(name)),
                "Choose another name.",
            )
        elif taken is not None and taken[0] not in ("kind", "procedure"):
            self.ctx.report(
                "shadowed-name",
                f"'{name}' is already the name of {a_(taken[0])}.",
                span.head(len(name)),
                "Choose another name.",
                [("declared here", taken[1])],
            )

    # ---------------------------------------------------------------- pieces

    def _move(self, tree: n.Move, place: Place, span: int) -> None:
        zone = zone_of(self.t, tree.to, place.env.fresh())
        what, kind = self.t.expression(tree.what, place.env.fresh())
        if zone is None:
            return
        wanted = Type("piece", zone[1])
        if kind.kind == "set":
            if not fits(kind, set_of(wanted)):
                mismatch(self.ctx, tree.what, kind, set_of(wanted))
            self._reveal(tree.what, place)
            self.code.emit("moveall", what, zone[0], span=span)
            return
        if not fits(kind, wanted):
            mismatch(self.ctx, tree.what, kind, wanted)
        self.code.emit("move", what, zone[0], span=span)
        self._reveal(tree.what, place)

    def _reveal(self, tree: Any, place: Place) -> None:
        """Taking a piece from where it was hidden makes it known: look-ahead ends there."""
        if isinstance(tree, (n.Attr, n.Its, n.My)):
            for board in self.ctx.boards.values():
                var = board.state.get(tree.name)
                if var is not None and var.hidden_if is not None:
                    self.code.emit("commit")
                    return
        for name in _names_in(tree):
            zone = self.ctx.zones.get(name)
            if zone is not None and zone.seen_by == "nobody":
                self.code.emit("commit")
                return

    def _place(self, tree: n.Place, place: Place, span: int) -> None:
        what, kind = self.t.value(tree.what, place.env.fresh())
        cell, where = self.t.value(tree.on, place.env.fresh(), Type("cell"))
        if kind.kind != "piece" or where.kind != "cell" or not where.name:
            if "error" not in (kind.kind, where.kind):
                self.ctx.report(
                    "wrong-type",
                    f"A piece is placed on a cell, but here {kind} is placed on {where}.",
                    tree.span,
                    "Write for example: place room on cell",
                )
            return
        self.place_on(what, kind, cell, where, tree.span, span)

    def place_on(
        self, what: Node, kind: Type, cell: Node, where: Type, at_span: Any, span: int
    ) -> None:
        """A piece onto a cell, into the attribute that holds its kind."""
        board = self.ctx.boards[where.name]
        for var in board.state.values():
            if var.type.kind == "piece" and var.type.name == kind.name:
                self.code.emit("place", what, cell, var.base - board.first_cell, 1, 0, span=span)
                return
        self.ctx.report(
            "no-room",
            f"A cell of {board.id} has no room for {a_(kind.name)}.",
            at_span,
            f"Add '{kind.name}: {kind.name} or none' to the cells of the board '{board.id}'.",
        )

    def _draw(self, tree: n.Draw, place: Place, span: int) -> None:
        source = zone_of(self.t, tree.source, place.env.fresh())
        count, _ = self.t.value(tree.count, place.env.fresh(), INT)
        if source is None:
            return
        to_cell: tuple[Node, Type] | None = None
        to_zone: tuple[Node, str] | None = None
        named = getattr(tree.to, "name", getattr(tree.to, "id", ""))
        if named in self.ctx.zones:
            to_zone = zone_of(self.t, tree.to, place.env.fresh())
            if to_zone is None:
                return
            if to_zone[1] != source[1]:
                self._other_pieces(source[1], to_zone[1], tree.to.span)
        else:
            to_cell = self.t.value(tree.to, place.env.fresh(), Type("cell"))
        left, card = place.frame.local(), place.frame.local()
        self.code.emit("local", left, count)
        top = self.code.here
        end = self.code.unless(
            both(
                make("gt", Node("local", (left,)), ZERO), Node("any", (Node("zone", (source[0],)),))
            )
        )
        self.draw_one(source, card, place, span)
        if to_zone is not None:
            self.code.emit("move", Node("local", (card,)), to_zone[0], span=span)
        elif to_cell is not None and to_cell[1].name:
            self.place_on(
                Node("local", (card,)),
                Type("piece", source[1]),
                to_cell[0],
                to_cell[1],
                tree.span,
                span,
            )
        self.code.emit("local", left, make("sub", Node("local", (left,)), ONE))
        self.code.emit("jump", top)
        self.code.patch(end)

    def draw_one(self, source: tuple[Node, str], card: int, place: Place, span: int) -> None:
        """The uppermost piece of a zone into a local: known, or chance."""
        unknown = Node("unknown", (source[0],))
        known = self.code.unless(Node("any", (unknown,)))
        domain = domain_of(self.ctx, Type("piece", source[1]))
        label = self.code.label({"en": ((Node("local", (card,)), domain),)}, "chance.draw")
        draft = SourceDraft(label, None, unknown, card, domain, "drawn", span)
        self.code.decide([draft], place, span, kind="chance", auto=False)
        draft.target = self.code.here
        over = self.code.jump()
        self.code.patch(known)
        self.code.emit("local", card, Node("last", (Node("zone", (source[0],)),)))
        self.code.emit("commit")
        self.code.patch(over)

    def _other_pieces(self, moved: str, held: str, span: Any) -> None:
        kinds = self.ctx.kinds
        self.ctx.report(
            "wrong-type",
            f"This zone holds {kinds[held].plural}, not {kinds[moved].plural}.",
            span,
            f"Name a zone that is declared with 'of: {moved}'.",
        )

    def _shuffle(self, tree: n.Shuffle, place: Place, span: int) -> None:
        zone = zone_of(self.t, tree.zone, place.env.fresh())
        if zone is None:
            return
        if tree.into is not None:
            into = zone_of(self.t, tree.into, place.env.fresh())
            if into is None:
                return
            if into[1] != zone[1]:
                self._other_pieces(zone[1], into[1], tree.into.span)
            self.code.emit("moveall", Node("zone", (zone[0],)), into[0], span=span)
            zone = into
        self.code.emit("shuffle", zone[0], span=span)

    def _roll(self, tree: n.Roll, place: Place, span: int) -> None:
        target = self._rolled_state(tree.what, place)
        if target is not None:
            var = target.var
            if self.t.endless(number(var.lo, var.hi), tree.what.span):
                return
            rolled = place.frame.local()
            self._chance_number(rolled, var.lo, var.hi, place, span)
            self.code.emit("set", target.ref, Node("local", (rolled,)), var.lo, var.hi, span=span)
            return
        what, kind = self.t.expression(tree.what, place.env.fresh())
        elem = kind.elem if kind.kind == "set" else kind
        if elem is None or elem.kind != "piece":
            if kind.kind != "error":
                self.ctx.report(
                    "wrong-type",
                    f"Dice are rolled, or a number with 'min' and 'max', but this is {kind}.",
                    tree.what.span,
                    "Write for example: roll my dice",
                )
            return
        owner = self.ctx.kinds[elem.name]
        if "value" not in owner.state:
            self.ctx.report(
                "no-attribute",
                f"{capital(a_(owner.id))} cannot be rolled: it has no state 'value'.",
                tree.what.span,
                f"Add 'state: {{value: {{min: 1, max: 6}}}}' to the kind '{owner.id}'.",
            )
            return
        var = owner.state["value"]
        if self.t.endless(number(var.lo, var.hi), tree.what.span):
            return
        rest, die, rolled = place.frame.local(), place.frame.local(), place.frame.local()
        source = what if kind.kind == "set" else Node("tuple", (what,))
        self.code.emit("local", rest, Node("mask", (source, owner.first)))
        top = self.code.here
        end = self.code.unless(Node("local", (rest,)))
        self.code.emit("local", die, Node("mask_head", (Node("local", (rest,)), owner.first)))
        self.code.emit("local", rest, Node("mask_tail", (Node("local", (rest,)),)))
        self._chance_number(rolled, var.lo, var.hi, place, span)
        self.code.emit(
            "set",
            ("at", var.base - owner.first, 1, Node("local", (die,))),
            Node("local", (rolled,)),
            var.lo,
            var.hi,
            span=span,
        )
        self.code.emit("jump", top)
        self.code.patch(end)

    def _rolled_state(self, tree: Any, place: Place) -> Any:
        if isinstance(tree, n.Name) and tree.id in self.ctx.state:
            return target_of(self.t, tree, place.env.fresh())
        if isinstance(tree, n.My) and tree.name in self.ctx.state:
            return target_of(self.t, tree, place.env.fresh())
        return None

    def _chance_number(self, local: int, lo: int, hi: int, place: Place, span: int) -> None:
        domain = domain_of(self.ctx, number(lo, hi))
        label = self.code.label({"en": ((Node("local", (local,)), domain),)}, "chance.roll")
        draft = SourceDraft(
            label, None, const(tuple(range(lo, hi + 1))), local, domain, "rolled", span
        )
        self.code.decide([draft], place, span, kind="chance")
        draft.target = self.code.here
        self.code.emit("log", "roll", ME, ((Node("local", (local,)), domain),), EVERYONE, span=span)

    # ---------------------------------------------------------------- calls and the rest

    def _perform(self, tree: n.Perform, place: Place, span: int) -> None:
        what, attribute = tree.what, "do"
        if isinstance(what, (n.Attr, n.Its)):
            obj = what.obj if isinstance(what, n.Attr) else n.Name("it", what.span)
            node, kind = self.t.expression(obj, place.env.fresh())
            scripts = self.ctx.kinds[kind.name].attributes if kind.kind == "piece" else {}
            if what.name in scripts and scripts[what.name].type.kind == "script":
                attribute = what.name
                self.s.perform(node, kind, attribute, place, tree.span)
                return
        node, kind = self.t.value(what, place.env.fresh())
        if kind.kind == "set" and kind.elem is not None:
            node, kind = make("first", node), kind.elem
        if kind.kind != "piece":
            if kind.kind != "error":
                self.ctx.report(
                    "wrong-type",
                    f"A component is performed, such as a card or a tile, but this is {kind}.",
                    what.span,
                    "Choose a component first, then perform it.",
                )
            return
        self.s.perform(node, kind, attribute, place, tree.span)

    def _phrase(self, tree: n.Phrase, place: Place, span: int) -> None:
        emit_phrase(self.s, tree, place)

    def _nothing(self, tree: n.Nothing, place: Place, span: int) -> None:
        del tree, place, span

    def _endgame(self, tree: n.EndGame, place: Place, span: int) -> None:
        del tree, place
        self.code.emit("over", span=span)


def _names_in(tree: Any) -> list[str]:
    """Every name a tree mentions."""
    return [
        getattr(part, "name", None) or getattr(part, "id", "") or ""
        for part in n.walk(tree)
        if isinstance(part, (n.Name, n.My, n.Its, n.Attr))
    ]


def _may_hold(amount: Node, good: int) -> bool:
    """Whether a bundle may contain a good, as far as can be told before it is known."""
    if amount.op == "const":
        return bool(amount.args[0][good])
    if amount.op == "bundle":
        return any(each == good for each, _ in amount.args)
    if amount.op == "bundle1" and amount.args[0].op == "const":
        return bool(amount.args[0].args[0] == good)
    return True


__all__ = ["COST", "Effects", "replace"]
