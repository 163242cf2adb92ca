"""Constants of a rule file: numbers and conditions known before the game starts.

In: a leaf that may speak of options and the number of players only. Out: its value.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.context import Context
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.yaml_reader import YamlNode, YamlScalar


class _NotConstant(Exception):
    def __init__(self, node: Any) -> None:
        self.node = node


def constant(ctx: Context, node: YamlNode | None, kind: str, default: int) -> int:
    """The value of a constant leaf (`value` or `condition`), or the default if there is none."""
    if node is None:
        return default
    if isinstance(node, YamlScalar) and isinstance(node.value, (bool, int)):
        return int(node.value)
    tree = ctx.parse(kind, node)
    if tree is None:
        return default
    try:
        _known(ctx, tree)
        return _value(ctx, tree)
    except _NotConstant as stop:
        hint = "Use numbers, options and players_count here."
        if isinstance(stop.node, n.Name):
            hint = hint_for(stop.node.id, [*ctx.options, "players_count"]) or hint
        ctx.report(
            "not-constant",
            "This must be known before the game starts, so it cannot depend on what happens.",
            stop.node.span,
            hint,
        )
        return default


def _known(ctx: Context, tree: Any) -> None:
    """Look at every name, also in the branch of an `if` that these options do not take."""
    known = {"players_count", "true", "false", *ctx.options}
    known |= {value for option in ctx.options.values() for value in option.values}
    for part in n.walk(tree):
        if isinstance(part, n.Name) and part.id not in known:
            raise _NotConstant(part)


def _value(ctx: Context, tree: Any) -> int:
    if isinstance(tree, n.Num):
        return tree.value
    if isinstance(tree, n.Name):
        if tree.id == "players_count":
            return ctx.players
        if tree.id in ("true", "false"):
            return int(tree.id == "true")
        if tree.id in ctx.options:
            return ctx.options[tree.id].value
        raise _NotConstant(tree)
    if isinstance(tree, n.Not):
        return int(not _value(ctx, tree.x))
    if isinstance(tree, n.Logic):
        found = [_value(ctx, item) for item in tree.items]
        return int(all(found) if tree.op == "and" else any(found))
    if isinstance(tree, n.Is):
        return int(_is(ctx, tree) != tree.negated)
    if isinstance(tree, n.Compare):
        values = [_value(ctx, item) for item in tree.operands]
        return int(all(_COMPARE[op](values[i], values[i + 1]) for i, op in enumerate(tree.ops)))
    if isinstance(tree, n.Arith):
        left, right = _value(ctx, tree.left), _value(ctx, tree.right)
        if tree.op in ("//", "%") and right == 0:
            raise _NotConstant(tree)
        return int(_ARITH[tree.op](left, right))
    if isinstance(tree, n.Negate):
        return -_value(ctx, tree.x)
    if isinstance(tree, n.IfElse):
        return _value(ctx, tree.then if _value(ctx, tree.cond) else tree.other)
    raise _NotConstant(tree)


def _is(ctx: Context, tree: n.Is) -> bool:
    """`option is choice` compares with the option's own choices."""
    for left, right in ((tree.left, tree.right), (tree.right, tree.left)):
        if isinstance(left, n.Name) and left.id in ctx.options and isinstance(right, n.Name):
            option = ctx.options[left.id]
            if right.id in option.values:
                return option.value == option.values.index(right.id)
    return _value(ctx, tree.left) == _value(ctx, tree.right)


_COMPARE: dict[str, Any] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_ARITH: dict[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}
