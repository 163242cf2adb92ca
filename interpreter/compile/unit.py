"""What all functions compiled for one Program share: facts, ranges, constants, names.

Goes in: a Program. Comes out: answers to what lowering asks, and the table of objects that
generated code refers to by name.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import Node, Program

from ..reference import Reference
from ..scope import Scope
from .certainty import Certainty
from .facts import Facts
from .intervals import Where
from .procedures import Procedures
from .pyast import Place
from .ranges import Ranges

if TYPE_CHECKING:
    from .kept import Kept


class Unit:
    """One Program being compiled."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.facts = Facts(program)
        self.procedures = Procedures(program, self.facts)
        self.ranges = Ranges(program, self.facts, self.procedures)
        self.reference = Reference(program)
        self._strict = Certainty(program, self.ranges, lenient=False)
        self._lenient = Certainty(program, self.ranges, lenient=True)
        self.kept: Kept | None = None
        """Which values are kept; for functions that work on the position as it is."""
        self.objects: dict[str, tuple[Any, ...]] = {}
        """Objects that generated code refers to by name: how each is made."""
        self._places = [
            Place(line, column - 1, end, end_column - 1 + (end == line and end_column <= column))
            for _, line, column, end, end_column in program.spans
        ]

    @cached_property
    def width(self) -> int:
        """How many goods there are."""
        return len(self.program.goods)

    def place(self, span: int, file: int) -> Place | None:
        """Return the place of a span if it is in that file."""
        if span < 0 or self.program.spans[span][0] != file:
            return None
        return self._places[span]

    def file_of(self, *spans: int) -> int:
        """Return the file of the first span there is; the game's first file otherwise."""
        for span in spans:
            if span >= 0:
                return self.program.spans[span][0]
        return 0

    def compute(self, node: Node, temps: dict[int, Any]) -> Any:
        """Return the value of an expression that does not depend on the state."""
        return Scope(self.reference, [], [], -1, dict(temps)).value(node)

    def certain(self, node: Node, where: Where, lenient: bool = False) -> bool:
        """Say whether a node cannot be a rule error; leniently, somebody is `me`."""
        return (self._lenient if lenient else self._strict).of(node, where)

    def shared(self, kind: str, made_of: tuple[Any, ...]) -> str:
        """Return the name of an object that is made from the Program when code is loaded."""
        for name, other in self.objects.items():
            if other == made_of:
                return name
        name = f"{kind}{len(self.objects)}"
        self.objects[name] = made_of
        return name
