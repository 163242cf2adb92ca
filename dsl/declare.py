"""Declarations: the merged YAML of a game in, a `Context` with everything named and typed out.

Only names, types and constants are read here; scripts, conditions and values are left for the
stages after. Each section has a module of its own.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.board_decl import declare_boards, declare_shapes
from rulewright.dsl.context import Context, entry_of
from rulewright.dsl.declarations import (
    Stock,
)
from rulewright.dsl.facts import add_fact
from rulewright.dsl.goods_decl import declare_enums, declare_goods, declare_groups
from rulewright.dsl.kind_decl import declare_components, declare_kind_contents, declare_kinds
from rulewright.dsl.option_decl import declare_options
from rulewright.dsl.procedure_decl import declare_define, declare_procedure
from rulewright.dsl.sections import entries_in, with_meant_sections
from rulewright.dsl.state_decl import declare_state
from rulewright.dsl.yaml_reader import YamlMap
from rulewright.dsl.zone_decl import declare_zones


def declare(ctx: Context, root: YamlMap, wanted: dict[str, Any]) -> None:
    """Read every declaration of a game into the context."""
    root = with_meant_sections(ctx, root)
    declare_options(ctx, entry_of(root, "options"), wanted)
    declare_enums(ctx, entry_of(root, "enums"))
    declare_goods(ctx, entry_of(root, "goods"))
    declare_kinds(ctx, entry_of(root, "kinds"))
    declare_groups(ctx, entry_of(root, "groups"))
    declare_components(ctx, root)
    declare_boards(ctx, entry_of(root, "boards"))
    declare_shapes(ctx, entry_of(root, "shapes"))
    declare_kind_contents(ctx, entry_of(root, "kinds"))
    for key, entry in entries_in(entry_of(root, "state")):
        if ctx.declare("state", key, entry.key_span):
            made = declare_state(ctx, key, entry, "")
            if isinstance(made, Stock):
                ctx.stocks[key] = made
            else:
                ctx.state[key] = made
            add_fact(ctx, "state", f"state.{key}", entry)
    declare_zones(ctx, entry_of(root, "zones"))
    for key, entry in entries_in(entry_of(root, "define")):
        if ctx.declare("define", key, entry.key_span):
            declare_define(ctx, key, entry)
    for key, entry in entries_in(entry_of(root, "procedures")):
        if ctx.declare("procedure", key, entry.key_span):
            declare_procedure(ctx, key, entry)
