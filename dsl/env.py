"""Where an expression stands: which names it sees, who `me` is, what `it` and `this` are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl.build import ME
from rulewright.dsl.declarations import Scope
from rulewright.dsl.program import Node
from rulewright.dsl.types import Type


class Temps:
    """Gives out numbers for temporaries of one expression or define."""

    def __init__(self, first: int = 0) -> None:
        self.next = first

    def take(self) -> int:
        """A new number."""
        self.next += 1
        return self.next - 1


@dataclass(frozen=True)
class Env:
    """The surroundings of an expression."""

    scope: Scope = field(default_factory=Scope)
    it: tuple[Node, Type] | None = None
    this: tuple[Node, Type] | None = None
    me: Node = ME
    temps: Temps = field(default_factory=Temps)
    in_rule: bool = False
    pure: bool = False  # a define: no locals, no `possible`

    def with_it(self, node: Node, kind: Type, name: str = "") -> Env:
        """The same place, looking at one element; `name` is how a choice calls it."""
        scope = self.scope
        if name:
            scope = Scope({name: (node, kind)}, self.scope)
        return replace(self, it=(node, kind), scope=scope)

    def fresh(self) -> Env:
        """The same place for a new expression."""
        return replace(self, temps=Temps())
