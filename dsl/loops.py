"""Loops: for each, repeat, take turns: a script and what it runs over in, bounded loops out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ME, ONE, ZERO, const, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.context import entry_of, scalar_of
from rulewright.dsl.layout import bounds, domain_of
from rulewright.dsl.program import Node, Turn
from rulewright.dsl.types import Type, set_of
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts


class Loops:
    """Emits loops over finite sets or a number known when they start."""

    def __init__(self, scripts: Scripts) -> None:
        self.s = scripts

    def repeat(self, node: YamlMap, place: Place) -> None:
        """The body a number of times."""
        s, code = self.s, self.s.code
        left = place.frame.local()
        code.emit("local", left, s.number(node.entries["repeat"].value, place, 1))
        body = entry_of(node, "do")
        top = code.here
        end = code.unless(make("gt", Node("local", (left,)), ZERO))
        if place.in_flow:
            code.emit("commit")
        code.emit("local", left, make("sub", Node("local", (left,)), ONE))
        if body is not None:
            s.script(body, place.inner())
        code.emit("jump", top)
        code.patch(end)

    def for_each(self, node: YamlMap, place: Place) -> None:
        """The body for each element; over players, `me` is that player in the body."""
        s = self.s
        tree = s.ctx.parse("choice", node.entries["for_each"].value)
        body = entry_of(node, "do")
        if tree is None or body is None:
            return
        s.effects.check_name(tree.name, place, tree.span)
        items, elem, _ = s.choice_items(tree, place)
        if elem.kind == "error":
            return
        order = str(scalar_of(node, "order") or "seat")
        if elem.kind == "player":
            if order == "together":
                self._together(tree, items, body, place)
            else:
                self._players(tree, items, body, place)
            return
        if order == "together":
            s.ctx.report(
                "together-players",
                "Only players act together, at the same time.",
                node.entries["order"].value.span,
                "Leave 'order' out, or write 'for_each: p in players'.",
            )
        if elem.kind == "set":
            s.ctx.report(
                "wrong-type",
                "Here each element is a set itself, and for_each goes through single things.",
                tree.source.span,
                "Use choose to pick one of the sets.",
            )
            return
        self._elements(tree, items, elem, body, place, order == "chosen")

    def _elements(
        self, tree: n.Choice, items: Node, elem: Type, body: YamlNode, place: Place, chosen: bool
    ) -> None:
        s, code = self.s, self.s.code
        base = 0 if elem.kind == "int" else bounds(s.ctx, elem)[0]
        if elem.kind == "int":
            base = elem.lo
        rest, item = place.frame.local(), place.frame.local()
        code.emit("local", rest, Node("mask", (items, base)), span=s.ctx.span(tree.span))
        top = code.here
        end = code.unless(Node("local", (rest,)))
        if chosen:
            domain = domain_of(s.ctx, elem)
            label = code.label({"en": ((Node("local", (item,)), domain),)})
            source = SourceDraft(
                label,
                None,
                Node("members", (Node("local", (rest,)), base)),
                item,
                domain,
                tree.name,
                s.ctx.span(tree.span),
            )
            code.decide([source], place, s.ctx.span(tree.span), auto=True)
            source.target = code.here
        else:
            code.emit("local", item, Node("mask_head", (Node("local", (rest,)), base)))
        code.emit(
            "local", rest, Node("mask_drop", (Node("local", (rest,)), Node("local", (item,)), base))
        )
        s.script(body, place.named(tree.name, Node("local", (item,)), elem).inner())
        code.emit("jump", top)
        code.patch(end)

    def _players(self, tree: n.Choice, items: Node, body: YamlNode, place: Place) -> None:
        s, code = self.s, self.s.code
        rest, player, saved = place.frame.local(), place.frame.local(), place.frame.local()
        code.emit("local", saved, ME)
        code.emit("local", rest, Node("pack", (items,)), span=s.ctx.span(tree.span))
        top = code.here
        end = code.unless(Node("local", (rest,)))
        code.emit("commit")
        code.emit("local", player, Node("pack_head", (Node("local", (rest,)),)))
        code.emit("local", rest, Node("pack_tail", (Node("local", (rest,)),)))
        code.emit("me", Node("local", (player,)))
        s.script(body, place.named(tree.name, Node("local", (player,)), Type("player")).inner())
        code.emit("jump", top)
        code.patch(end)
        code.turns.append(Turn(top, code.here, player, rest))
        code.emit("me", Node("local", (saved,)))

    def _together(self, tree: n.Choice, items: Node, body: YamlNode, place: Place) -> None:
        """The leading choices are collected from everybody, hidden; then the rest runs in seat
        order.
        """
        s, code = self.s, self.s.code
        steps = list(body.items) if isinstance(body, YamlList) else [body]
        lead = 0
        while lead < len(steps) and _is_choice(steps[lead]):
            lead += 1
        if lead == 0:
            s.ctx.report(
                "together-choice",
                "What is done together starts with a choice, and here is none.",
                body.span,
                "Put 'choose' first: all choose in secret, then the rest happens in seat order.",
            )
            return
        saved, who = place.frame.local(), place.frame.local()
        code.emit("local", saved, ME)
        base = bounds(s.ctx, Type("player"))[0]
        code.emit("local", who, Node("mask", (items, base)))
        places: list[Place] = []
        for player in range(s.ctx.players):
            taking_part = Node("mask_and", (Node("local", (who,)), const(1 << player)))
            skip = code.unless(taking_part)
            code.emit("commit")
            code.emit("me", const(player))
            inner = place.named(tree.name, const(player), Type("player")).inner()
            for step in steps[:lead]:
                assert isinstance(step, YamlMap)
                inner = self._hidden(step, inner)
            places.append(inner)
            code.patch(skip)
        code.emit("commit")
        for player, inner in enumerate(places):
            skip = code.unless(Node("mask_and", (Node("local", (who,)), const(1 << player))))
            code.emit("me", const(player))
            for step in steps[lead:]:
                inner = s.script(step, inner)
            code.patch(skip)
        code.emit("me", Node("local", (saved,)))

    def _hidden(self, node: YamlMap, place: Place) -> Place:
        made = len(self.s.code.decisions)
        found: Place = self.s.script(node, place)
        for decision in self.s.code.decisions[made:]:
            decision.hidden = True
            decision.anytime = False
        return found

    def take_turns(self, node: YamlMap, place: Place) -> None:
        """Players in turn, while somebody meets `who` and `until` does not hold."""
        s, code = self.s, self.s.code
        tree = s.ctx.parse("choice", node.entries["take_turns"].value)
        body = entry_of(node, "do")
        if tree is None or body is None:
            return
        s.effects.check_name(tree.name, place, tree.span)
        span = s.ctx.span(tree.span)
        items, elem, player = s.choice_items(tree, place)
        if elem.kind not in ("player", "error"):
            s.ctx.report(
                "wrong-type",
                f"Only players take turns, but this goes through {set_of(elem)}.",
                tree.source.span,
                "Write for example 'take_turns: p in players'.",
            )
            return
        order, rest, missed, turns, saved = (place.frame.local() for _ in range(5))
        most = s.number(entry_of(node, "at_most"), place, 1000)
        code.emit("local", saved, ME)
        code.emit("local", order, Node("pack", (items,)), span=span)
        code.emit("local", rest, Node("local", (order,)))
        code.emit("local", missed, ZERO)
        code.emit("local", turns, ZERO)
        inner = place.named(tree.name, Node("local", (player,)), Type("player"))
        top = code.here
        ends = [code.unless(make("lt", Node("local", (turns,)), most))]
        until = entry_of(node, "until")
        if until is not None:
            ends.append(code.unless(make("not", s.condition(until, place)), s.ctx.span(until.span)))
        ends.append(code.unless(make("lt", Node("local", (missed,)), const(s.ctx.players))))
        full = code.unless(make("eq", Node("local", (rest,)), ZERO))
        code.emit("local", rest, Node("local", (order,)))
        code.patch(full)
        ends.append(code.unless(Node("local", (rest,))))
        code.emit("local", player, Node("pack_head", (Node("local", (rest,)),)))
        code.emit("local", rest, Node("pack_tail", (Node("local", (rest,)),)))
        code.emit("me", Node("local", (player,)))
        who = entry_of(node, "who")
        skip = None
        if who is not None:
            cond = s.condition(who, inner)
            skip = code.unless(cond, s.ctx.span(who.span)) if cond != ONE else None
        code.emit("commit")
        code.emit("local", missed, ZERO)
        code.emit("local", turns, make("add", Node("local", (turns,)), ONE))
        s.script(body, inner.inner())
        code.emit("jump", top)
        if skip is not None:
            code.patch(skip)
            code.emit("local", missed, make("add", Node("local", (missed,)), ONE))
            code.emit("jump", top)
        for pc in ends:
            code.patch(pc)
        code.turns.append(Turn(top, code.here, player, rest, order))
        code.emit("me", Node("local", (saved,)))


def _is_choice(node: YamlNode) -> bool:
    return (
        isinstance(node, YamlMap)
        and "choose" in node.entries
        and not ({"exactly", "up_to", "at_least", "by"} & set(node.entries))
    )


__all__ = ["Any", "Loops", "replace"]
