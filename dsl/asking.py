"""Questions about positions: conditions that stand outside the rules in, typed nodes out.

Rulings ask them. They name players by their letter, `A's gold == 3`; `me` is whoever the asker
says it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.build import ONE, const
from rulewright.dsl.declarations import Scope
from rulewright.dsl.env import Env
from rulewright.dsl.expressions import Typer
from rulewright.dsl.program import Node
from rulewright.dsl.types import PLAYER
from rulewright.dsl.yaml_reader import YamlScalar


def ask(t: Typer, questions: Sequence[YamlScalar]) -> list[Node]:
    """The node of each condition; what is wrong with one is reported like a mistake in a rule."""
    seats = Scope({chr(ord("A") + seat): (const(seat), PLAYER) for seat in range(t.ctx.players)})
    # A question is no rule: its line is none that a rule could be reached on.
    lines = set(t.ctx.rule_lines)
    asked: list[Node] = []
    for question in questions:
        tree = t.ctx.parse("condition", question)
        asked.append(ONE if tree is None else t.condition(tree, Env(scope=seats)))
    t.ctx.rule_lines = lines
    return asked
