"""Scripts: YAML structure in, instructions out. Each head of the language has one method here.

A script is a leaf, a list (all of it, or it is not offered) or a mapping with one head. Procedures
are made once per distinct set of costs they are called with.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rulewright.dsl import nodes as n
from rulewright.dsl import vocabulary
from rulewright.dsl.attributes import holds_for
from rulewright.dsl.build import ME, ONE, ZERO, const, make
from rulewright.dsl.code import Code, Frame, Place, SourceDraft
from rulewright.dsl.compose import Compose
from rulewright.dsl.context import Context, entry_of, scalar_of
from rulewright.dsl.declarations import ProcedureDecl, Scope
from rulewright.dsl.effects import Effects
from rulewright.dsl.env import Env
from rulewright.dsl.expressions import Typer
from rulewright.dsl.hooks import Hooks
from rulewright.dsl.housing import emit_make_room
from rulewright.dsl.labels import label_of, template
from rulewright.dsl.layout import bounds, domain_of
from rulewright.dsl.loops import Loops
from rulewright.dsl.phrases import arguments, find_procedure
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.types import BOOL, ERROR, INT, PLAYER, Type, set_of
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

HEADS = tuple(vocabulary.HEADS)


class Scripts:
    """Emits the instructions of scripts and procedures."""

    def __init__(self, t: Typer, ctx: Context) -> None:
        self.t = t
        self.ctx = ctx
        self.code = Code(ctx)
        self.hooks = Hooks(self)
        self.effects = Effects(self)
        self.compose = Compose(self)
        self.loops = Loops(self)
        self.instances: dict[tuple[Any, ...], tuple[str, Frame]] = {}
        self.waiting: list[tuple[Any, ...]] = []
        self.entries: dict[str, tuple[int, Frame]] = {}
        self.performs: dict[tuple[str, str], int] = {}
        self.calls_from: dict[str, list[tuple[str, Any]]] = {}
        self.in_rules = 0  # how many rules are being emitted, one within the other
        t.possible_call = self.possible

    # ---------------------------------------------------------------- scripts

    def script(self, node: YamlNode, place: Place) -> Place:
        """Emit a script; the place after it, which may know more names (`choose`, `let`)."""
        if isinstance(node, YamlScalar):
            tree = self.ctx.parse("effect", node)
            return place.guessed(node) if tree is None else self.effects.sequence(tree, place)
        if isinstance(node, YamlList):
            inner = place.inner()
            for item in node.items:
                inner = self.script(item, inner)
            return place
        for head in HEADS:
            if head in node.entries:
                method = self._METHODS[head]
                found: Place | None = method(self, node, place)
                return place if found is None else found
        self.ctx.report(
            "no-head",
            "This is not something to do: none of its keys says what happens.",
            node.span,
            f"Use a key such as {in_words(HEADS, 'or')}.",
        )
        return place

    def script_open(self, node: YamlNode, place: Place) -> Place:
        """Emit a procedure's body; the place after it knows the names its list has bound."""
        if isinstance(node, YamlList):
            inner = place.inner()
            for item in node.items:
                inner = self.script(item, inner)
            return inner
        return self.script(node, place)

    def condition(self, node: YamlNode | None, place: Place) -> Node:
        """A condition of a head, true if there is none."""
        if node is None:
            return ONE
        tree = self.ctx.parse("condition", node)
        return ONE if tree is None else self.t.condition(tree, place.env.fresh())

    def number(self, node: YamlNode | None, place: Place, default: int) -> Node:
        """A number of a head."""
        if node is None:
            return const(default)
        tree = self.ctx.parse("value", node)
        return const(default) if tree is None else self.t.value(tree, place.env.fresh(), INT)[0]

    def _do(self, node: YamlMap, place: Place) -> None:
        needs = entry_of(node, "needs")
        if needs is not None:
            self.need(self.condition(needs, place), needs)
        self.script(node.entries["do"].value, place.inner())

    def need(self, cond: Node, node: YamlNode) -> None:
        """What must hold for the rest to be carried through."""
        if cond == ONE:
            return
        span = self.ctx.span(node.span)
        go = self.code.unless(make("not", cond), span)
        text = str(node.value) if isinstance(node, YamlScalar) else "its condition"
        self.code.fail(f"needs {text}", span)
        self.code.patch(go)

    def _if(self, node: YamlMap, place: Place) -> None:
        cond = self.condition(node.entries["if"].value, place)
        then, other = entry_of(node, "then"), entry_of(node, "else")
        if cond.op == "const":
            # The side that is never taken is still checked, but makes no code.
            kept, dropped = (then, other) if cond.args[0] else (other, then)
            if kept is not None:
                self.script(kept, place.inner())
            if dropped is not None:
                self.unreached(dropped, place)
            return
        skip = self.code.unless(cond, self.ctx.span(node.span))
        if then is not None:
            self.script(then, place.inner())
        if other is None:
            self.code.patch(skip)
            return
        end = self.code.jump()
        self.code.patch(skip)
        self.script(other, place.inner())
        self.code.patch(end)

    def unreached(self, node: YamlNode, place: Place) -> None:
        """Check a script that this player count or these options never reach."""
        keep, decisions = len(self.code.code), len(self.code.decisions)
        turns = len(self.code.turns)
        self.script(node, place.inner())
        del self.code.code[keep:]
        del self.code.decisions[decisions:]
        del self.code.turns[turns:]

    def _if_possible(self, node: YamlMap, place: Place) -> None:
        skip = self.code.emit("iflive", -1, span=self.ctx.span(node.span))
        self.script(node.entries["if_possible"].value, place.inner())
        self.code.patch(skip)

    def _first_match(self, node: YamlMap, place: Place) -> None:
        cases = node.entries["first_match"].value
        ends: list[int] = []
        for case in cases.items if isinstance(cases, YamlList) else []:
            cond_node = entry_of(case, "if")
            body = entry_of(case, "then") or entry_of(case, "do")
            if cond_node is None:
                self.script(body if body is not None else case, place.inner())
                break
            cond = self.condition(cond_node, place)
            skip = self.code.unless(cond, self.ctx.span(case.span))
            if body is not None:
                self.script(body, place.inner())
            ends.append(self.code.jump())
            self.code.patch(skip)
        for pc in ends:
            self.code.patch(pc)

    def _as(self, node: YamlMap, place: Place) -> None:
        value = node.entries["as"].value
        tree = self.ctx.parse("value", value)
        player = ZERO if tree is None else self.t.value(tree, place.env.fresh(), PLAYER)[0]
        saved = place.frame.local()
        self.code.emit("local", saved, ME)
        self.code.emit("commit")
        self.code.emit("me", player, span=self.ctx.span(value.span))
        body = entry_of(node, "do")
        if body is not None:
            self.script(body, place.inner())
        self.code.emit("me", Node("local", (saved,)))

    # ---------------------------------------------------------------- choices

    def _choose(self, node: YamlMap, place: Place) -> Place:
        tree = self.ctx.parse("choice", node.entries["choose"].value)
        if tree is None:
            return place.guessed(node.entries["choose"].value)
        if any(key in node.entries for key in ("exactly", "up_to", "at_least")):
            return self.compose.choose_several(node, tree, place)
        span = self.ctx.span(tree.span)
        self.effects.check_name(tree.name, place, tree.span)
        items, elem, local = self.choice_items(tree, place)
        bound = self.bound(elem, local)
        inner = place.named(tree.name, bound, elem)
        source = self.choice_source(node, tree, items, elem, local, inner)
        by_chance = scalar_of(node, "by") == "chance"
        prompt_node = entry_of(node, "prompt")
        prompt = template(self, prompt_node, place) if prompt_node is not None else -1
        self.code.decide(
            [source],
            place,
            span,
            kind="chance" if by_chance else "player",
            prompt=prompt,
            hidden=bool(scalar_of(node, "hidden")),
        )
        source.target = self.code.here
        return inner

    def choice_items(self, tree: n.Choice, place: Place) -> tuple[Node, Type, int]:
        """The elements to choose from, their type, and the local for the choice."""
        env = place.env.fresh()
        source = tree.source
        if isinstance(source, n.Where):
            # Inside `where` the element may be called by the name of the choice, or `it`.
            items, elem = self.t.list_of(source.source, env)
            temp = env.temps.take()
            inner = self.t.looking_at(temp, elem, env, tree.name)
            cond = self.t.condition(source.cond, inner)
            if cond != ONE:
                items = Node("filter", (items, temp, cond), self.ctx.span(source.span))
        else:
            items, elem = self.t.list_of(source, env)
        if self.t.endless(elem, tree.source.span):
            elem = ERROR
        return items, elem, place.frame.local()

    def bound(self, elem: Type, local: int) -> Node:
        """How a chosen element is read back from its local."""
        if elem.kind == "set" and elem.elem is not None:
            return Node("members", (Node("local", (local,)), bounds(self.ctx, elem.elem)[0]))
        return Node("local", (local,))

    def choice_source(
        self, node: YamlMap, tree: n.Choice, items: Node, elem: Type, local: int, inner: Place
    ) -> SourceDraft:
        """The moves of a choice: one per element, named by the element or by a label."""
        domain = domain_of(self.ctx, elem) if elem.kind != "error" else Domain("int", "", 0, 0)
        label_node = entry_of(node, "label")
        if label_node is not None:
            label = template(self, label_node, inner)
        else:
            label = self.code.label({"en": ((Node("local", (local,)), domain),)})
        return SourceDraft(label, None, items, local, domain, tree.name, self.ctx.span(tree.span))

    # ---------------------------------------------------------------- procedures

    def call(
        self,
        procedure: ProcedureDecl,
        kept: tuple[Node, ...],
        costs: tuple[tuple[str, Node], ...],
        place: Place,
        span: Any,
    ) -> None:
        """Call a procedure, which is made for exactly these costs."""
        procedure.used = True
        name = self.instance(procedure, costs)
        self._calls(place, procedure.id, span)
        args = tuple(
            self._as_local(node, param.type)
            for node, param in zip(
                kept, [p for p in procedure.params if p.type.kind != "cost"], strict=True
            )
        )
        self.code.emit("call", name, 0, args, span=self.ctx.span(span))

    def _calls(self, place: Place, name: str, span: Any) -> None:
        # A rule may lead back to what woke it: that chain has a limit of its own.
        if not self.in_rules:
            self.calls_from.setdefault(place.frame.name.split("#")[0], []).append((name, span))

    def _as_local(self, node: Node, kind: Type) -> Node:
        if kind.kind == "set" and kind.elem is not None and kind.elem.kind != "error":
            return Node("mask", (node, bounds(self.ctx, kind.elem)[0]))
        return node

    def instance(self, procedure: ProcedureDecl, costs: tuple[tuple[str, Node], ...]) -> str:
        """The name of a procedure made for these costs; queued to be made if it is new."""
        key = (procedure.id, costs)
        if key not in self.instances:
            number = sum(1 for other in self.instances if other[0] == procedure.id)
            name = procedure.id if number == 0 else f"{procedure.id}#{number + 1}"
            self.instances[key] = (name, Frame(name))
            self.waiting.append(key)
        return self.instances[key][0]

    def goods_procedure(self, verb: str, good: int) -> str:
        """The name of the procedure that answers to a goods verb; queued if it is new."""
        key = ("@goods", verb, good)
        name = f"after {verb} {list(self.ctx.goods)[good]}"
        if key not in self.instances:
            self.instances[key] = (name, Frame(name))
            self.waiting.append(key)
        return name

    def room_procedure(self) -> str:
        """The name of the procedure that lets go what finds no room; queued if it is new."""
        key = ("@room",)
        if key not in self.instances:
            self.instances[key] = ("make room", Frame("make room"))
            self.waiting.append(key)
        return self.instances[key][0]

    def make_waiting(self) -> None:
        """Make every procedure that was called and is not made yet."""
        while self.waiting:
            key = self.waiting.pop(0)
            name, frame = self.instances[key]
            if key[0].startswith("@"):
                self.entries[name] = (self.code.here, frame)
                here = Place(Env(), frame, path="rules")
                if key[0] == "@goods":
                    self.hooks.emit_goods(key[1], key[2], here)
                else:
                    emit_make_room(self, here)
                self.code.emit("ret")
                continue
            procedure = self.ctx.procedures[key[0]]
            scope = Scope()
            for param in procedure.params:
                if param.type.kind != "cost":
                    local = frame.local()
                    scope.names[param.id] = (self.bound(param.type, local), param.type)
            for cost_name, node in key[1]:
                scope.names[cost_name] = (node, Type("cost"))
            self.entries[name] = (self.code.here, frame)
            place = Place(Env(scope=scope), frame, path=f"procedures.{procedure.id}")
            self.hooks.procedure(procedure, place)
            self.code.emit("ret")

    def component_script(self, name: str, node: YamlNode, kind: str) -> None:
        """The `do` of a component as a procedure whose only argument is the piece."""
        frame = Frame(name)
        local = frame.local()
        this = (Node("local", (local,)), Type("piece", kind))
        self.entries[name] = (self.code.here, frame)
        place = Place(Env(this=this, in_rule=True), frame, path=name)
        self.script(node, place.inner())
        self.code.emit("ret")

    def perform(self, piece: Node, kind: Type, attribute: str, place: Place, span: Any) -> None:
        """Do what a component says."""
        owner = self.ctx.kinds[kind.name]
        having = [c for c in owner.components.values() if attribute in c.node.entries]
        if not having:
            self.ctx.report(
                "nothing-to-do",
                f"No {owner.id} has anything to do: none of them has the key '{attribute}'.",
                span,
                f"Give at least one {owner.id} a '{attribute}'.",
            )
            return
        self.performs.setdefault((owner.id, attribute), len(self.performs))
        if piece.op == "const":
            for component in having:
                if piece.args[0] in component.pieces:
                    self._calls(place, f"{owner.plural}.{component.id}.{attribute}", span)
            self.code.emit("perform", piece, (owner.id, attribute), 0, span=self.ctx.span(span))
            return
        # Which one it is shows only in play: one that does another's effect might be done by it
        # in turn. The chain is what ends that.
        self.code.emit("chain", 1, span=self.ctx.span(span))
        self.code.emit("perform", piece, (owner.id, attribute), 0, span=self.ctx.span(span))
        self.code.emit("chain", -1)

    def possible(self, tree: n.Possible, env: Env) -> Node:
        """`possible(dig)`: whether a procedure could be carried through now."""
        match = find_procedure(self, tree.phrase)
        if match is None:
            return ZERO
        place = Place(env, Frame("possible"))
        kept, costs = arguments(self, match, place, tree.span)
        match.procedure.used = True
        name = self.instance(match.procedure, costs)
        return Node("possible", (name, 0, kept), self.ctx.span(tree.span))

    _METHODS: ClassVar[dict[str, Any]] = {
        "any_order": lambda s, node, place: s.compose.any_order(node, place),
        "in_order": lambda s, node, place: s.compose.in_order(node, place),
        "one_of": lambda s, node, place: s.compose.one_of(node, place),
        "freely": lambda s, node, place: s.compose.freely(node, place),
        "may": lambda s, node, place: s.compose.may(node, place),
        "up_to": lambda s, node, place: s.compose.up_to(node, place),
        "if_possible": _if_possible,
        "if": _if,
        "first_match": _first_match,
        "choose": _choose,
        "for_each": lambda s, node, place: s.loops.for_each(node, place),
        "repeat": lambda s, node, place: s.loops.repeat(node, place),
        "take_turns": lambda s, node, place: s.loops.take_turns(node, place),
        "as": _as,
        "do": _do,
    }


__all__ = ["BOOL", "Scripts", "holds_for", "label_of", "set_of"]
