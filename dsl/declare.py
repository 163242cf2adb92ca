"""Declarations: the merged YAML of a game in, a `Context` with everything named and typed out.

Only names, types and constants are read here; scripts, conditions and values are left for the
stages after.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl.board_decl import declare_boards, declare_shapes
from rulewright.dsl.constants import constant
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declarations import (
    Attribute,
    Component,
    DefineDecl,
    Good,
    KindDecl,
    Option,
    Parameter,
    ProcedureDecl,
    Stock,
    Var,
    ZoneDecl,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax_words import ARTICLES
from rulewright.dsl.types import BOOL, ERROR, INT, LARGEST, Type, number
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

SECTIONS = (
    "game",
    "title",
    "description",
    "players",
    "stage",
    "source",
    "languages",
    "options",
    "enums",
    "goods",
    "groups",
    "state",
    "kinds",
    "zones",
    "boards",
    "shapes",
    "housing",
    "define",
    "procedures",
    "rules",
    "setup",
    "flow",
    "scoring",
    "invariants",
    "display",
    "limits",
)

MOST_COPIES = 1000
MOST_PIECES = 5000

COMPONENT_KEYS = ("name", "text", "when", "copies", "source", "do", "rules", "label")


def declare(ctx: Context, root: YamlMap, wanted: dict[str, Any]) -> None:
    """Read every declaration of a game into the context."""
    root = _with_meant_sections(ctx, root)
    _options(ctx, entry_of(root, "options"), wanted)
    _enums(ctx, entry_of(root, "enums"))
    _goods(ctx, entry_of(root, "goods"))
    _kinds(ctx, entry_of(root, "kinds"))
    _groups(ctx, entry_of(root, "groups"))
    _component_ids(ctx, root)
    declare_boards(ctx, entry_of(root, "boards"))
    declare_shapes(ctx, entry_of(root, "shapes"))
    _kind_contents(ctx, entry_of(root, "kinds"))
    for key, entry in _entries(entry_of(root, "state")):
        if ctx.declare("state", key, entry.key_span):
            made = declare_state(ctx, key, entry, "")
            if isinstance(made, Stock):
                ctx.stocks[key] = made
            else:
                ctx.state[key] = made
            add_fact(ctx, "state", f"state.{key}", entry)
    _zones(ctx, entry_of(root, "zones"))
    for key, entry in _entries(entry_of(root, "define")):
        if ctx.declare("define", key, entry.key_span):
            _define(ctx, key, entry)
    for key, entry in _entries(entry_of(root, "procedures")):
        if ctx.declare("procedure", key, entry.key_span):
            _procedure(ctx, key, entry)


def _with_meant_sections(ctx: Context, root: YamlMap) -> YamlMap:
    """Report misspelt sections and read them all the same: the rest of the game needs them."""
    kinds = _entries(entry_of(root, "kinds"))
    plurals = {str(scalar_of(entry.value, "plural") or f"{key}s") for key, entry in kinds}
    free = [name for name in SECTIONS[SECTIONS.index("options") :] if name not in root.entries]
    entries: dict[str, YamlEntry] = {}
    for key, entry in root.entries.items():
        meant = None if key in SECTIONS or key in plurals else did_you_mean(key, free)
        if meant is not None and meant not in entries:
            _unknown_section(ctx, entry, free)
        entries[meant or key] = entry
    return replace(root, entries=entries)


def _unknown_section(ctx: Context, entry: YamlEntry, candidates: list[str]) -> None:
    ctx.unknown(
        "a section of a game file, nor the plural of a kind",
        entry.key,
        entry.key_span,
        candidates,
        "unknown-section",
        f"If {entry.key} are components, declare their kind with 'plural: {entry.key}'.",
    )


def _entries(node: YamlNode | None) -> list[tuple[str, YamlEntry]]:
    return list(node.entries.items()) if isinstance(node, YamlMap) else []


# ---------------------------------------------------------------- options, enums, goods


def _options(ctx: Context, node: YamlNode | None, wanted: dict[str, Any]) -> None:
    for key, entry in _entries(node):
        if not ctx.declare("option", key, entry.key_span):
            continue
        body = entry.value
        choices = entry_of(body, "choices")
        values: tuple[str, ...] = ()
        default = scalar_of(body, "default")
        if isinstance(choices, YamlList):
            values = tuple(
                str(item.value) for item in choices.items if isinstance(item, YamlScalar)
            )
            ctx.enums[key] = values
            kind = Type("enum", key, 0, len(values) - 1)
        elif scalar_of(body, "type") == "int":
            kind = number(
                int(scalar_of(body, "min") or 0),
                int(scalar_of(body, "max") if scalar_of(body, "max") is not None else LARGEST),
            )
        else:
            kind = BOOL
        chosen = wanted.get(key, default)
        number_of = option_value(kind, values, chosen)
        if number_of is None:
            span = entry_of(body, "default") or body
            ctx.report(
                "bad-option",
                f"The option '{key}' cannot be '{default}', which is given as its default.",
                span.span,
                f"It can be {_allowed(kind, values)}.",
            )
            number_of = 0
        ctx.options[key] = Option(key, kind, number_of, values, default, entry.key_span)
        for index, value in enumerate(values):
            ctx.enum_values.setdefault(value, []).append((key, index))
            names = entry_of(body, "names")
            ctx.names[f"{key}.{value}"] = text_of(entry_of(names, value))
        add_fact(ctx, "option", f"options.{key}", entry)


def _allowed(kind: Type, values: tuple[str, ...]) -> str:
    if values:
        return in_words(values, "or", 12)
    if kind.kind == "bool":
        return "true or false"
    return f"a number from {kind.lo}" + (f" to {kind.hi}" if kind.hi < LARGEST else "")


def option_value(kind: Type, values: tuple[str, ...], chosen: Any) -> int | None:
    """The number of an option's value, or None if it is not one of them."""
    if kind.kind == "enum":
        return values.index(str(chosen)) if str(chosen) in values else None
    if kind.kind == "bool":
        if isinstance(chosen, bool):
            return int(chosen)
        text = str(chosen).lower()
        return {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}.get(text)
    try:
        value = int(chosen)
    except (TypeError, ValueError):
        return None
    return value if kind.lo <= value <= kind.hi else None


def _enums(ctx: Context, node: YamlNode | None) -> None:
    for key, entry in _entries(node):
        if not ctx.declare("enum", key, entry.key_span):
            continue
        body = entry.value
        listed = body if isinstance(body, YamlList) else entry_of(body, "values")
        values: list[str] = []
        for item in listed.items if isinstance(listed, YamlList) else []:
            if isinstance(item, YamlScalar):
                value = str(item.value)
                if value in values:
                    ctx.report(
                        "duplicate-id",
                        f"'{value}' stands twice among the values of {key}.",
                        item.span,
                        "Take one of them out, or give it another name.",
                    )
                else:
                    values.append(value)
        ctx.enums[key] = tuple(values)
        for index, value in enumerate(values):
            ctx.enum_values.setdefault(value, []).append((key, index))
            ctx.names[f"{key}.{value}"] = text_of(entry_of(entry_of(body, "names"), value))


def _goods(ctx: Context, node: YamlNode | None) -> None:
    for key, entry in _entries(node):
        if not ctx.declare("good", key, entry.key_span):
            continue
        body = entry.value
        ctx.goods[key] = Good(
            key,
            len(ctx.goods),
            constant(ctx, entry_of(body, "start"), "value", 0),
            constant(ctx, entry_of(body, "max"), "value", 999),
            constant(ctx, entry_of(body, "supply"), "value", -1),
            entry.key_span,
            str(scalar_of(body, "seen_by") or "everyone"),
            bool(scalar_of(body, "housed")),
        )
        good = ctx.goods[key]
        if not 0 <= good.start <= good.hi:
            where = entry_of(body, "start") or body
            ctx.report(
                "out-of-range",
                f"Players start with {good.start} {key}, but they can have 0 to {good.hi}.",
                where.span,
                "Change 'start' or 'max'.",
            )
        ctx.names[f"good.{key}"] = text_of(entry_of(body, "name"))
        ctx.names[f"good.{key}.plural"] = text_of(entry_of(body, "plural"))
        add_fact(ctx, "good", f"goods.{key}", entry)


def _groups(ctx: Context, node: YamlNode | None) -> None:
    ctx.groups["goods"] = tuple(range(len(ctx.goods)))
    ctx.declared_at.setdefault("goods", ("group", Span.file_start("")))
    for key, entry in _entries(node):
        if not ctx.declare("group", key, entry.key_span):
            continue
        members: list[int] = []
        for item in entry.value.items if isinstance(entry.value, YamlList) else []:
            name = str(item.value) if isinstance(item, YamlScalar) else ""
            if name in ctx.goods:
                members.append(ctx.goods[name].index)
            else:
                ctx.unknown("a good of this game", name, item.span, ctx.goods, "unknown-good")
        ctx.groups[key] = tuple(members)


# ---------------------------------------------------------------- kinds and components


def _kinds(ctx: Context, node: YamlNode | None) -> None:
    for key, entry in _entries(node):
        if not ctx.declare("kind", key, entry.key_span):
            continue
        plural = str(scalar_of(entry.value, "plural") or f"{key}s")
        kind = KindDecl(key, plural, entry.key_span, number=len(ctx.kinds))
        kind.each = scalar_of(entry.value, "each") == "player"
        kind.usual_copies = entry_of(entry.value, "count")
        if plural != key:
            ctx.declare("kind", plural, entry.key_span)
        ctx.kinds[key] = kind
        ctx.plurals[plural] = kind
        ctx.names[f"kind.{key}"] = text_of(entry_of(entry.value, "name"))
        add_fact(ctx, "kind", f"kinds.{key}", entry)


def _component_ids(ctx: Context, root: YamlMap) -> None:
    """Number the pieces: components in file order, copies after one another."""
    for key, entry in root.entries.items():
        if key in SECTIONS:
            continue
        kind = ctx.plurals.get(key)
        if kind is None:
            # A table of components is no slip for a text or a number.
            _unknown_section(ctx, entry, [*SECTIONS[SECTIONS.index("options") :], *ctx.plurals])
            continue
        for name, item in _entries(entry.value):
            body = item.value
            if isinstance(body, YamlScalar) and body.value is None:
                body = YamlMap({}, body.span, False)
            if not isinstance(body, YamlMap):
                continue  # The schema has said so.
            if kind.components.get(name):
                continue
            # What takes no part this time is described too.
            add_fact(ctx, kind.id, f"{kind.plural}.{name}", item)
            if not constant(ctx, entry_of(body, "when"), "condition", 1):
                kind.left_out.add(name)
                continue
            kind.components[name] = Component(name, item, body, kind.id, len(kind.components))
    for kind in ctx.kinds.values():
        _number_pieces(ctx, kind)


def _number_pieces(ctx: Context, kind: KindDecl) -> None:
    kind.first = len(ctx.piece_names)
    usual = constant(ctx, kind.usual_copies, "value", 1)
    owners = range(ctx.players) if kind.each else [-1]
    for owner in owners:
        for component in kind.components.values():
            copies = max(0, constant(ctx, entry_of(component.node, "copies"), "value", usual))
            if copies > MOST_COPIES:
                ctx.report(
                    "too-many",
                    f"There can be at most {MOST_COPIES} copies, and here are {copies}.",
                    (
                        entry_of(component.node, "copies") or kind.usual_copies or component.node
                    ).span,
                    "Use a good or a number for what there is so much of.",
                )
                copies = 1
            if len(ctx.piece_names) + copies > MOST_PIECES:
                ctx.report(
                    "too-many",
                    f"A game has at most {MOST_PIECES} pieces, and with '{component.id}' there are"
                    " more.",
                    component.entry.key_span,
                    "Use a good or a number for what there is so much of.",
                )
                return
            for copy in range(copies):
                name = component.id if copy == 0 else f"{component.id}_{copy + 1}"
                if kind.each:
                    name = f"{chr(65 + owner)}.{name}"
                component.pieces.append(len(ctx.piece_names))
                kind.owners.append(owner)
                kind.component_of.append(component.index)
                ctx.piece_names.append(name)
    kind.count = len(ctx.piece_names) - kind.first
    for component in kind.components.values():
        ctx.component_ids.setdefault(component.id, []).append((kind, component.index))
        ctx.names[f"{kind.id}.{component.id}"] = text_of(entry_of(component.node, "name"))


def _kind_contents(ctx: Context, node: YamlNode | None) -> None:
    for key, entry in _entries(node):
        kind = ctx.kinds.get(key)
        if kind is None:
            continue
        for name, item in _entries(entry_of(entry.value, "attributes")):
            if name in COMPONENT_KEYS:
                ctx.report(
                    "reserved-attribute",
                    f"Every component has '{name}' already, so {key} cannot declare it again.",
                    item.key_span,
                    "Choose another name for the attribute.",
                )
                continue
            kind.attributes[name] = declare_attribute(ctx, name, item)
        for name, item in _entries(entry_of(entry.value, "state")):
            made = declare_state(ctx, name, item, "piece")
            made.count = kind.count
            if isinstance(made, Stock):
                made.first = kind.first
                kind.stocks[name] = made
            else:
                made.path = f"{kind.plural}.{name}"
                kind.state[name] = made
        active = entry_of(entry.value, "active_in")
        for item2 in active.items if isinstance(active, YamlList) else [active] if active else []:
            if isinstance(item2, YamlScalar):
                kind.active_in.append((str(item2.value), item2.span))
        kind.active_if = entry_of(entry.value, "active_if")


def declare_attribute(ctx: Context, name: str, item: YamlEntry) -> Attribute:
    """An attribute from `name: type` or `name: {type, default}`."""
    body = item.value
    if isinstance(body, YamlScalar):
        kind = ctx.type_named(str(body.value), body.span)
        return Attribute(name, kind, None, item.key_span, optional=kind.optional)
    listed = entry_of(body, "type")
    kind = (
        ctx.type_named(str(listed.value), listed.span) if isinstance(listed, YamlScalar) else ERROR
    )
    default = entry_of(body, "default")
    return Attribute(name, kind, default, item.key_span, optional=kind.optional)


def declare_state(ctx: Context, key: str, entry: YamlEntry, each: str) -> Var | Stock:
    """A part of the state from `name: type` or the long form; with `holds` a place for goods."""
    body = entry.value
    where = each or ("player" if scalar_of(body, "each") == "player" else "")
    holds = entry_of(body, "holds")
    resets = str(scalar_of(body, "resets") or "")
    resets_node = entry_of(body, "resets")
    if holds is not None:
        names = holds.items if isinstance(holds, YamlList) else [holds]
        goods: list[int] = []
        for item in names:
            name = str(item.value) if isinstance(item, YamlScalar) else ""
            if name in ctx.goods:
                goods.append(ctx.goods[name].index)
            elif name in ctx.groups or name == "goods":
                goods.extend(ctx.groups.get(name, range(len(ctx.goods))))
            else:
                ctx.unknown("a good of this game", name, item.span, ctx.goods, "unknown-good")
        return Stock(key, tuple(dict.fromkeys(goods)), where, entry.key_span, resets=resets)
    type_node = body if isinstance(body, YamlScalar) else entry_of(body, "type")
    kind = INT
    if isinstance(type_node, YamlScalar) and type_node.value is not None:
        kind = ctx.type_named(str(type_node.value), type_node.span)
    if kind.kind in ("cost", "script", "value", "condition"):
        ctx.report(
            "state-type",
            f"'{key}' cannot be state, because {kind} does not change in play.",
            type_node.span if type_node else entry.key_span,
            "State is int, bool, player, good, an enum, a kind, a board, or 'set of' one of those.",
        )
        kind = ERROR
    if kind.kind == "set" and kind.elem is not None and kind.elem.kind in ("int", "set", "spot"):
        ctx.report(
            "state-type",
            f"'{key}' cannot be state, because {kind} has no end.",
            type_node.span if type_node else entry.key_span,
            "A set in the state is of players, goods, or of an enum, kind or board.",
        )
        kind = ERROR
    lo, hi, start = state_range(ctx, key, kind, body)
    var = Var(key, kind, start, lo, hi, entry.key_span, where)
    var.resets = resets
    var.resets_span = entry.key_span if resets_node is None else resets_node.span
    var.seen_by = str(scalar_of(body, "seen_by") or "everyone")
    var.hidden_if = entry_of(body, "hidden_if")
    var.path = key
    if kind.kind == "int":
        var.type = number(lo, hi)
    ctx.names.setdefault(f"state.{key}", text_of(entry_of(body, "name")))
    return var


def state_range(ctx: Context, key: str, kind: Type, body: YamlNode) -> tuple[int, int, int]:
    """Lowest, highest and first value of a state."""
    start_node = entry_of(body, "start")
    if kind.kind == "int":
        lo = constant(ctx, entry_of(body, "min"), "value", 0)
        hi = constant(ctx, entry_of(body, "max"), "value", 9999)
        start = constant(ctx, start_node, "value", max(lo, 0))
        if not lo <= start <= hi:
            where = start_node or body
            ctx.report(
                "out-of-range",
                f"'{key}' starts with {start}, but it goes from {lo} to {hi}.",
                where.span,
                "Change 'start', 'min' or 'max'.",
            )
        return lo, hi, start
    if kind.kind == "bool":
        return 0, 1, constant(ctx, start_node, "condition", 0)
    if kind.kind == "set":
        return 0, (1 << 52) - 1, 0
    lo = -1 if kind.optional else 0
    start = lo
    if kind.kind == "enum" and isinstance(start_node, YamlScalar):
        values = ctx.enums.get(kind.name, ())
        if str(start_node.value) in values:
            start = values.index(str(start_node.value))
        elif str(start_node.value) != "none":
            ctx.unknown(
                a_(kind.name), str(start_node.value), start_node.span, values, "unknown-name"
            )
    return lo, kind.hi if kind.kind in ("enum", "sides") else LARGEST, start


# ---------------------------------------------------------------- zones, defines, procedures


def _zones(ctx: Context, node: YamlNode | None) -> None:
    for key, entry in _entries(node):
        if not ctx.declare("zone", key, entry.key_span):
            continue
        of = entry_of(entry.value, "of")
        name = str(of.value) if isinstance(of, YamlScalar) else ""
        kind = ctx.kinds.get(name) or ctx.plurals.get(name)
        if kind is None:
            ctx.unknown(
                "a kind of piece",
                name,
                of.span if of else entry.key_span,
                ctx.kinds,
                "unknown-kind",
                None if ctx.kinds else "Declare it in the section 'kinds'.",
            )
            continue
        zone = ZoneDecl(
            key,
            kind.id,
            scalar_of(entry.value, "each") == "player",
            _zone_seen_by(ctx, entry.value),
            entry.key_span,
            _capacity(ctx, entry.value, kind),
            entry_of(entry.value, "start"),
        )
        ctx.zones[key] = zone
        ctx.names[f"zone.{key}"] = text_of(entry_of(entry.value, "name"))
        add_fact(ctx, "zone", f"zones.{key}", entry)


def _zone_seen_by(ctx: Context, body: YamlNode) -> str:
    """Who sees into a zone; some are open with certain options or numbers of players."""
    if constant(ctx, entry_of(body, "open_if"), "condition", 0):
        return "everyone"
    return str(scalar_of(body, "seen_by") or "everyone")


def _capacity(ctx: Context, body: YamlNode, kind: KindDecl) -> int:
    node = entry_of(body, "capacity")
    found = constant(ctx, node, "value", kind.count)
    if node is not None and not 0 <= found <= MOST_PIECES:
        ctx.report(
            "too-many",
            f"A zone has room for 0 to {MOST_PIECES} pieces, and this one for {found}.",
            node.span,
            "Leave 'capacity' out if all pieces fit.",
        )
        return kind.count
    return found


def _parameters(ctx: Context, node: YamlNode | None) -> list[Parameter]:
    found: list[Parameter] = []
    for name, item in _entries(node):
        made = declare_attribute(ctx, name, item)
        if name in ctx.declared_at and ctx.declared_at[name][0] in (
            "define",
            "state",
            "zone",
            "board",
            "option",
        ):
            ctx.report(
                "shadowed-name",
                f"The parameter '{name}' hides the {ctx.declared_at[name][0]} of the same name.",
                item.key_span,
                "Give the parameter another name.",
                [("declared here", ctx.declared_at[name][1])],
            )
        found.append(Parameter(name, made.type, made.default, item.key_span))
    return found


def _define(ctx: Context, key: str, entry: YamlEntry) -> None:
    body = entry.value
    made = DefineDecl(key, entry.key_span, body)
    if isinstance(body, YamlMap):
        made.params = _parameters(ctx, entry_of(body, "for"))
        made.is_cost = "cost" in body.entries
        made.adjustable = bool(scalar_of(body, "adjustable"))
    ctx.defines[key] = made
    ctx.names.setdefault(f"define.{key}", text_of(entry_of(body, "name")))
    add_fact(ctx, "define", f"define.{key}", entry)


def _spoken(words: list[str]) -> tuple[str, ...]:
    """The words by which a procedure is called; phrases are read without their articles."""
    return tuple(word for word in words if word not in ARTICLES)


def _procedure(ctx: Context, key: str, entry: YamlEntry) -> None:
    body = entry.value
    made = ProcedureDecl(key, entry.key_span, body, say=_spoken(key.split("_")))
    keys = set(body.entries) if isinstance(body, YamlMap) else set()
    if (
        isinstance(body, YamlMap)
        and "do" in keys
        and keys
        <= {
            "say",
            "for",
            "needs",
            "do",
            "label",
            "text",
            "source",
            "name",
        }
    ):
        made.params = _parameters(ctx, entry_of(body, "for"))
        for name, item in _entries(entry_of(body, "for")):
            ctx.names[f"procedure.{key}.{name}"] = text_of(entry_of(item.value, "name"))
        made.needs = entry_of(body, "needs")
        made.label = entry_of(body, "label")
        made.body = body.entries["do"].value
        said = scalar_of(body, "say")
        if said:
            made.say = _spoken(str(said).split())
    ctx.procedures[key] = made
    ctx.names.setdefault(f"procedure.{key}", text_of(entry_of(body, "name")))
    add_fact(ctx, "procedure", f"procedures.{key}", entry)
