"""Housing: the `housing` section in, what the solver needs to ask whether all animals fit out;
and what happens when goods that are `housed` arrive and do not all fit.

The record is (goods, helper good or -1, places); a place is (list expression, temp, capacity
expression over the element, goods it takes, whether one type only, good that helpers watch or -1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl.build import ME, ONE, ZERO, at, both, const, make
from rulewright.dsl.code import Place, SourceDraft
from rulewright.dsl.context import entry_of
from rulewright.dsl.env import Env
from rulewright.dsl.expressions import Typer
from rulewright.dsl.program import Domain, Node
from rulewright.dsl.speech import word
from rulewright.dsl.types import INT
from rulewright.dsl.yaml_reader import YamlList, YamlNode, YamlScalar

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts


def declare_housing(t: Typer, node: YamlNode | None) -> None:
    """Read the section; `can_house` asks it for the player `me`."""
    if node is None:
        return
    ctx = t.ctx
    goods = _goods(t, entry_of(node, "goods"))
    helpers = _goods(t, entry_of(node, "helpers"))
    # Announced first, so that a capacity may itself ask can_house's neighbours.
    ctx.housing.append(())
    places: list[Any] = []
    listed = entry_of(node, "places")
    for item in listed.items if isinstance(listed, YamlList) else []:
        each = entry_of(item, "each")
        env = Env()
        source: Node = const((0,))
        temp = env.temps.take()
        inner = env
        kind = "int"
        if each is not None:
            tree = ctx.parse("value", each)
            if tree is None:
                continue
            source, elem = t.list_of(tree, env)
            inner = t.looking_at(temp, elem, env)
            kind = elem.kind
        cond_node = entry_of(item, "if")
        cond = ONE
        if cond_node is not None:
            tree = ctx.parse("condition", cond_node)
            cond = ONE if tree is None else t.condition(tree, inner)
        if cond != ONE:
            source = Node("filter", (source, temp, cond))
        holds = entry_of(item, "holds")
        tree = ctx.parse("value", holds) if holds is not None else None
        capacity = const(0) if tree is None else t.value(tree, inner, INT)[0]
        of = entry_of(item, "of")
        word = str(of.value) if isinstance(of, YamlScalar) else ""
        accepted = goods if of is None or word in ("one", "any") else _goods(t, of)
        one_type = word != "any"
        watched = _goods(t, entry_of(item, "helped"))
        places.append(
            (source, temp, capacity, accepted, int(one_type), watched[0] if watched else -1)
        )
        ctx.housing_kinds.append(kind)
    ctx.housing[0] = (goods, helpers[0] if helpers else -1, tuple(places))


def _goods(t: Typer, node: YamlNode | None) -> tuple[int, ...]:
    if node is None:
        return ()
    items = node.items if isinstance(node, YamlList) else [node]
    found: list[int] = []
    for item in items:
        name = str(item.value) if isinstance(item, YamlScalar) else ""
        if name in t.ctx.goods:
            found.append(t.ctx.goods[name].index)
        elif name in t.ctx.groups:
            found.extend(t.ctx.groups[name])
        else:
            t.ctx.unknown("a good of this game", name, item.span, t.ctx.goods, "unknown-good")
    return tuple(found)


def housed_goods(t: Typer) -> tuple[int, ...]:
    """The goods of which no more may be kept than find room."""
    if not t.ctx.housing:
        return ()
    return tuple(good.index for good in t.ctx.goods.values() if good.housed)


def emit_make_room(s: Scripts, place: Place) -> None:
    """One animal after the other is let go, of the player's choice, until the rest fit."""
    code, size = s.code, len(s.ctx.goods)
    fit = Node("can_house", (0, ME, const((0,) * size)))
    end = code.unless(make("not", fit))
    top = code.here
    sources: list[SourceDraft] = []
    goods = housed_goods(s.t)
    for good in goods:
        row = const(tuple(int(each == good) for each in range(size)))
        label = code.label(word("release", (row, Domain("bundle"))), "verb.release")
        held = at(s.t.layout.goods_base + good, size, ME)
        sources.append(SourceDraft(label, both(make("gt", held, ZERO), make("not", fit))))
    # An exchange at any time may have made room too: then there is only this, and it is not asked.
    done = SourceDraft(code.label(word("done"), "move.done"), fit)
    code.decide([*sources, done], place, -1, auto=True)
    for source, good in zip(sources, goods, strict=True):
        source.target = code.here
        row = const(tuple(int(each == good) for each in range(size)))
        code.emit("log", "lose", ME, ((row, Domain("bundle")),), 0)
        code.emit("lose", ME, row, ())
        code.emit("jump", top)
    done.target = code.here
    code.patch(end)
