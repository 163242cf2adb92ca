"""Composition: any order, in order, one of, freely, may, up to: parts in, decisions with their code
out.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ONE, ZERO, both, const, either, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.context import entry_of
from rulewright.dsl.labels import label_of, template
from rulewright.dsl.layout import bounds
from rulewright.dsl.program import Node
from rulewright.dsl.types import set_of
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts


@dataclass
class Part:
    """One move of a composition: how it is offered and what it does."""

    source: SourceDraft
    body: list[YamlNode]
    place: Place


class Compose:
    """Emits the composition heads; they share how parts are offered."""

    def __init__(self, scripts: Scripts) -> None:
        self.s = scripts

    # ---------------------------------------------------------------- parts

    def parts(self, node: YamlNode, place: Place) -> list[Part]:
        """The moves that start a part: one, or several if the part is an unlabelled choice."""
        s = self.s
        span = s.ctx.span(node.span)
        if isinstance(node, YamlMap) and "label" not in node.entries:
            if "one_of" in node.entries and "or_any_if" not in node.entries:
                found = node.entries["one_of"].value
                inner = (
                    [self.parts(item, place) for item in found.items]
                    if isinstance(found, YamlList)
                    else []
                )
                return [part for several in inner for part in several]
            if "if" in node.entries and "else" not in node.entries:
                cond = s.condition(node.entries["if"].value, place)
                if cond == ZERO:
                    then = entry_of(node, "then")
                    if then is not None:
                        s.unreached(then, place)
                    return []
                then = entry_of(node, "then")
                several = self.parts(then, place) if then is not None else []
                for part in several:
                    part.source.guard = (
                        cond if part.source.guard is None else both(cond, part.source.guard)
                    )
                    if part.source.guard == ONE:
                        part.source.guard = None
                return several
            if "may" in node.entries:
                return self.parts(node.entries["may"].value, place)
            if "do" in node.entries and "needs" not in node.entries:
                return self.parts(node.entries["do"].value, place)
            if "choose" in node.entries and not {
                "exactly",
                "up_to",
                "at_least",
                "by",
                "hidden",
            } & set(node.entries):
                return self._choice(node, [], place)
        if isinstance(node, YamlMap) and "else" not in node.entries:
            held, then = entry_of(node, "if"), entry_of(node, "then")
            if held is not None and then is not None:
                # With a label it is one move, which is there while the condition holds.
                cond = s.condition(held, place)
                if cond == ZERO:
                    s.unreached(then, place)
                    return []
                move = SourceDraft(label_of(s, node, place), cond, span=span)
                if cond == ONE:
                    move.guard = None
                return [Part(move, [then], place)]
        if isinstance(node, YamlList) and node.items:
            first = node.items[0]
            if (
                isinstance(first, YamlMap)
                and "choose" in first.entries
                and not {"exactly", "up_to", "at_least", "by", "hidden"} & set(first.entries)
            ):
                return self._choice(first, node.items[1:], place)
        guard: Node | None = None
        if isinstance(node, YamlScalar):
            tree = s.ctx.parse("effect", node)
            if isinstance(tree, n.Sequence) and len(tree.steps) == 1:
                step = tree.steps[0]
                if step.guard is not None and not isinstance(step.guard, n.IfPossible):
                    guard = s.t.condition(step.guard, place.env.fresh())
                    if guard == ZERO:
                        return []
                    guard = None if guard == ONE else guard
        label = label_of(s, node, place)
        return [Part(SourceDraft(label, guard, span=span), [node], place)]

    def _choice(self, node: YamlMap, rest: list[YamlNode], place: Place) -> list[Part]:
        """A part that starts with a choice is offered as that choice."""
        s = self.s
        tree = s.ctx.parse("choice", node.entries["choose"].value)
        if tree is None:
            return []
        s.effects.check_name(tree.name, place, tree.span)
        items, elem, local = s.choice_items(tree, place)
        inner = place.named(tree.name, s.bound(elem, local), elem)
        source = s.choice_source(node, tree, items, elem, local, inner)
        return [Part(source, list(rest), inner)]

    def body(self, part: Part) -> None:
        """Emit what a part does."""
        part.source.target = self.s.code.here
        place = part.place.inner()
        for node in part.body:
            place = self.s.script(node, place)

    def _items(self, node: YamlMap, head: str) -> list[YamlNode]:
        found = node.entries[head].value
        return list(found.items) if isinstance(found, YamlList) else [found]

    def _done(self, text: str, guard: Node | None, span: int) -> SourceDraft:
        return SourceDraft(self.s.code.plain(text, f"move.{text}"), guard, span=span)

    def _prompt(self, node: YamlMap, place: Place) -> int:
        found = entry_of(node, "prompt")
        return -1 if found is None else template(self.s, found, place)

    # ---------------------------------------------------------------- heads

    def any_order(self, node: YamlMap, place: Place) -> None:
        """Any of the parts, each once, in any order, then done."""
        s, code = self.s, self.s.code
        taken, count = place.frame.local(), place.frame.local()
        code.emit("local", taken, ZERO)
        code.emit("local", count, ZERO)
        mask = Node("local", (taken,))
        least = s.number(entry_of(node, "at_least"), place, 0)
        groups = [self.parts(item, place) for item in self._items(node, "any_order")]
        for index, group in enumerate(groups):
            unused = make("eq", Node("mask_and", (mask, const(1 << index))), ZERO)
            for part in group:
                part.source.guard = (
                    unused if part.source.guard is None else both(unused, part.source.guard)
                )
        self._menu(
            groups,
            (count, least),
            node,
            place,
            lambda index: code.emit("local", taken, make("bits", mask, const(1 << index))),
        )

    def in_order(self, node: YamlMap, place: Place) -> None:
        """Any of the parts, each once, in the written order, then done."""
        s, code = self.s, self.s.code
        after, count = place.frame.local(), place.frame.local()
        code.emit("local", after, ZERO)
        code.emit("local", count, ZERO)
        position = Node("local", (after,))
        least = s.number(entry_of(node, "at_least"), place, 0)
        groups = [self.parts(item, place) for item in self._items(node, "in_order")]
        for index, group in enumerate(groups):
            unused = make("le", position, const(index))
            for part in group:
                part.source.guard = (
                    unused if part.source.guard is None else both(unused, part.source.guard)
                )
        self._menu(
            groups,
            (count, least),
            node,
            place,
            lambda index: code.emit("local", after, const(index + 1)),
        )

    def _menu(
        self,
        groups: list[list[Part]],
        counted: tuple[int, Node],
        node: YamlMap,
        place: Place,
        after: Callable[[int], object],
    ) -> None:
        """Parts again and again, then done; `counted` is the local that counts and the least.

        Where one part is enough, the first question has no `done` and the later ones always do:
        what a part returns into then cannot fail, and look-ahead need not go there.
        """
        code = self.s.code
        span = self.s.ctx.span(node.span)
        count, least = counted
        prompt = self._prompt(node, place)
        sources = [part.source for group in groups for part in group]
        later = sources
        if least == ONE:
            later = [copy(source) for source in sources]
            code.decide(sources, place, span, auto=True, prompt=prompt)
        enough = None if least in (ZERO, ONE) else make("ge", Node("local", (count,)), least)
        done = self._done("done", enough, span)
        top = code.here
        code.decide([*later, done], place, span, auto=True, prompt=prompt)
        again = iter(later)
        for index, group in enumerate(groups):
            for part in group:
                next(again).target = code.here
                self.body(part)
                after(index)
                code.emit("local", count, make("add", Node("local", (count,)), ONE))
                code.emit("jump", top)
        done.target = code.here

    def one_of(self, node: YamlMap, place: Place) -> None:
        """Exactly one of the parts; with `or_any_if` any of them while that holds."""
        s, code = self.s, self.s.code
        span = s.ctx.span(node.span)
        groups = [self.parts(item, place) for item in self._items(node, "one_of")]
        relaxed_node = entry_of(node, "or_any_if")
        ends: list[int] = []
        every = [part for group in groups for part in group]
        if relaxed_node is None and len(every) == 1:
            only = every[0].source
            if only.items is None and only.guard is None:
                # Options leave one part only: there is nothing to ask.
                self.body(every[0])
                return
        if relaxed_node is None:
            sources = [part.source for group in groups for part in group]
            code.decide(sources, place, span, prompt=self._prompt(node, place))
            for group in groups:
                for part in group:
                    self.body(part)
                    ends.append(code.jump())
            for pc in ends:
                code.patch(pc)
            return
        relaxed = s.condition(relaxed_node, place)
        taken = place.frame.local()
        code.emit("local", taken, ZERO)
        mask = Node("local", (taken,))
        nothing = make("eq", mask, ZERO)
        for index, group in enumerate(groups):
            unused = make("eq", Node("mask_and", (mask, const(1 << index))), ZERO)
            free = both(unused, either(nothing, relaxed))
            for part in group:
                part.source.guard = (
                    free if part.source.guard is None else both(free, part.source.guard)
                )
        done = self._done("done", make("ne", mask, ZERO), span)
        top = code.here
        code.decide(
            [part.source for group in groups for part in group] + [done],
            place,
            span,
            auto=True,
            prompt=self._prompt(node, place),
        )
        for index, group in enumerate(groups):
            for part in group:
                self.body(part)
                code.emit("local", taken, make("bits", mask, const(1 << index)))
                code.emit("jump", top)
        done.target = code.here

    def freely(self, node: YamlMap, place: Place) -> None:
        """Any of the parts again and again; done only if `done_if` holds."""
        s, code = self.s, self.s.code
        span = s.ctx.span(node.span)
        left = place.frame.local()
        code.emit("local", left, s.number(entry_of(node, "at_most"), place, 100))
        some_left = make("gt", Node("local", (left,)), ZERO)
        groups = [self.parts(item, place) for item in self._items(node, "freely")]
        for group in groups:
            for part in group:
                part.source.guard = (
                    some_left if part.source.guard is None else both(some_left, part.source.guard)
                )
        done_if = entry_of(node, "done_if")
        cond = s.condition(done_if, place)
        guard = None if cond == ONE else either(make("le", Node("local", (left,)), ZERO), cond)
        done = self._done("done", guard, span)
        top = code.here
        code.decide(
            [part.source for group in groups for part in group] + [done],
            place,
            span,
            auto=True,
            prompt=self._prompt(node, place),
        )
        for group in groups:
            for part in group:
                self.body(part)
                code.emit("local", left, make("sub", Node("local", (left,)), ONE))
                code.emit("jump", top)
        done.target = code.here

    def may(self, node: YamlMap, place: Place) -> None:
        """It, or not."""
        s, code = self.s, self.s.code
        span = s.ctx.span(node.span)
        own = entry_of(node, "label")
        inner = node.entries["may"].value
        if own is None:
            parts = self.parts(inner, place)
        else:
            parts = [Part(SourceDraft(template(s, own, place), span=span), [inner], place)]
        no = self._done("no", None, span)
        code.decide(
            [*(part.source for part in parts), no],
            place,
            span,
            auto=True,
            prompt=self._prompt(node, place),
        )
        ends: list[int] = []
        for part in parts:
            self.body(part)
            ends.append(code.jump())
        no.target = code.here
        for pc in ends:
            code.patch(pc)

    def up_to(self, node: YamlMap, place: Place) -> None:
        """The body again and again, up to a number fixed at the start."""
        s, code = self.s, self.s.code
        span = s.ctx.span(node.span)
        left, count = place.frame.local(), place.frame.local()
        code.emit("local", left, s.number(node.entries["up_to"].value, place, 1))
        code.emit("local", count, ZERO)
        least = s.number(entry_of(node, "at_least"), place, 0)
        body = entry_of(node, "do")
        own = entry_of(node, "label")
        if body is None:
            return
        if own is None:
            parts = self.parts(body, place)
        else:
            parts = [Part(SourceDraft(template(s, own, place), span=span), [body], place)]
        some_left = make("gt", Node("local", (left,)), ZERO)
        for part in parts:
            part.source.guard = (
                some_left if part.source.guard is None else both(some_left, part.source.guard)
            )
        self._menu(
            [parts],
            (count, least),
            node,
            place,
            lambda _: code.emit("local", left, make("sub", Node("local", (left,)), ONE)),
        )

    def choose_several(self, node: YamlMap, tree: n.Choice, place: Place) -> Place:
        """Several elements, picked one by one; the name stands for the set."""
        s, code = self.s, self.s.code
        span = s.ctx.span(tree.span)
        s.effects.check_name(tree.name, place, tree.span)
        items, elem, local = s.choice_items(tree, place)
        if elem.kind in ("error", "set", "int"):
            if elem.kind != "error":
                s.ctx.report(
                    "wrong-type",
                    f"Several of {set_of(elem)} cannot be chosen one by one.",
                    tree.source.span,
                    "Choose one of them, or choose again in a second step.",
                )
            return place
        base = bounds(s.ctx, elem)[0]
        picked, count = place.frame.local(), place.frame.local()
        code.emit("local", picked, ZERO)
        code.emit("local", count, ZERO)
        mask = Node("local", (picked,))
        exactly = entry_of(node, "exactly")
        most = s.number(exactly if exactly is not None else entry_of(node, "up_to"), place, 60)
        least = most if exactly is not None else s.number(entry_of(node, "at_least"), place, 0)
        limit = place.frame.local()
        code.emit("local", limit, most)
        inner = place.named(tree.name, Node("local", (local,)), elem)
        rest = Node("without", (items, Node("members", (mask, base))))
        source = s.choice_source(node, tree, rest, elem, local, inner)
        source.guard = make("lt", Node("local", (count,)), Node("local", (limit,)))
        enough = make(
            "ge", Node("local", (count,)), Node("local", (limit,)) if exactly is not None else least
        )
        done = self._done("done", None if enough == ONE else enough, span)
        top = code.here
        code.decide([source, done], place, span, auto=True, prompt=self._prompt(node, place))
        source.target = code.here
        code.emit("local", picked, Node("mask_with", (mask, Node("local", (local,)), base)))
        code.emit("local", count, make("add", Node("local", (count,)), ONE))
        code.emit("jump", top)
        done.target = code.here
        return place.named(tree.name, Node("members", (mask, base)), set_of(elem))


__all__ = ["Any", "Compose", "Part"]
