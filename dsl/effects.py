"""Effects: the actions of a leaf in, instructions out. Each verb of the language has one method,
here or in the modules about goods and pieces.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ONE, ZERO, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.declarations import Var
from rulewright.dsl.goods_effects import GoodsEffects
from rulewright.dsl.layout import domain_of
from rulewright.dsl.phrases import emit_phrase
from rulewright.dsl.piece_effects import PieceEffects
from rulewright.dsl.places import target_of
from rulewright.dsl.program import Node
from rulewright.dsl.speech import said
from rulewright.dsl.types import ERROR, INT, Type
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlScalar


class Effects(GoodsEffects, PieceEffects):
    """Emits the instructions of effect leaves."""

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
