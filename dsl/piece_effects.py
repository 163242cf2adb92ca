"""Pieces: the verbs that move, reveal, place, draw, shuffle and roll in, instructions out."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ME, ONE, ZERO, both, const, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.complaints import mismatch
from rulewright.dsl.declarations import Var
from rulewright.dsl.effect_base import EVERYONE, EffectBase
from rulewright.dsl.layout import domain_of
from rulewright.dsl.places import target_of, zone_of
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.types import INT, Type, fits, number, set_of
from rulewright.dsl.wording import a_, capital


class PieceEffects(EffectBase):
    """Emits the instructions of effects on pieces and dice."""

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
            self._chance_number(rolled, var.lo, var.hi, place, span, self._told_by(var))
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

    def _told_by(self, var: Var) -> tuple[tuple[Node, Domain], ...]:
        """The name of a rolled number, where another could be taken for it."""
        alike = [
            each.id
            for each in self.ctx.state.values()
            if (each.lo, each.hi) == (var.lo, var.hi) and self.ctx.names.get(f"state.{each.id}")
        ]
        if var.id not in alike or len(alike) < 2:
            return ()
        return ((const(0), Domain("named", f"state.{var.id}", 0, 0)),)

    def _rolled_state(self, tree: Any, place: Place) -> Any:
        if isinstance(tree, n.Name) and tree.id in self.ctx.state:
            return target_of(self.t, tree, place.env.fresh())
        if isinstance(tree, n.My) and tree.name in self.ctx.state:
            return target_of(self.t, tree, place.env.fresh())
        return None

    def _chance_number(
        self,
        local: int,
        lo: int,
        hi: int,
        place: Place,
        span: int,
        named: tuple[tuple[Node, Domain], ...] = (),
    ) -> None:
        domain = domain_of(self.ctx, number(lo, hi))
        label = self.code.label({"en": ((Node("local", (local,)), domain),)}, "chance.roll")
        draft = SourceDraft(
            label, None, const(tuple(range(lo, hi + 1))), local, domain, "rolled", span
        )
        self.code.decide([draft], place, span, kind="chance")
        draft.target = self.code.here
        told = (*named, (Node("local", (local,)), domain))
        self.code.emit("log", "roll", ME, told, EVERYONE, span=span)


def _names_in(tree: Any) -> list[str]:
    """Every name a tree mentions."""
    return [
        getattr(part, "name", None) or getattr(part, "id", "") or ""
        for part in n.walk(tree)
        if isinstance(part, (n.Name, n.My, n.Its, n.Attr))
    ]
