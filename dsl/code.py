"""Code under construction: instructions, decisions and labels with targets that are filled in
later.

`Code` is written to by the script stage. `finish` turns the drafts into the immutable parts of a
Program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.dsl.build import ZERO
from rulewright.dsl.context import Context
from rulewright.dsl.declarations import Scope
from rulewright.dsl.env import Env
from rulewright.dsl.program import Decision, Domain, Label, Node, Source, Turn
from rulewright.dsl.speech import WORDS, word
from rulewright.dsl.types import ERROR
from rulewright.dsl.yaml_reader import YamlNode, YamlScalar

_GIVEN = re.compile(r"^\s*([a-z][a-z0-9_]*)\s|\b([a-z][a-z0-9_]*)\s+be\b")
"""The names that `NAME in …` and `let NAME be …` give."""


@dataclass
class SourceDraft:
    """A way to answer a decision whose target is not known yet."""

    label: int
    guard: Node | None = None
    items: Node | None = None
    local: int = -1
    domain: Domain | None = None
    key: str = ""
    span: int = -1
    target: int = -1


@dataclass
class DecisionDraft:
    """A decision under construction."""

    pc: int
    kind: str
    sources: list[SourceDraft]
    prompt: int
    anytime: bool
    auto: bool
    hidden: bool
    procedure: str
    span: int


@dataclass
class Frame:
    """The locals of one procedure."""

    name: str
    locals: int = 0
    temporaries: list[int] = field(default_factory=list)

    def local(self) -> int:
        """A new local."""
        self.locals += 1
        return self.locals - 1


@dataclass(frozen=True)
class Place:
    """Where a script stands: its surroundings, its frame, and whether it is the flow of the game
    itself.
    """

    env: Env
    frame: Frame
    in_flow: bool = False
    path: str = ""

    def named(self, name: str, node: Node, kind: Any) -> Place:
        """The same place with one more name."""
        return replace(
            self, env=replace(self.env, scope=Scope({name: (node, kind)}, self.env.scope))
        )

    def guessed(self, node: YamlNode) -> Place:
        """The same place after a sentence that could not be read.

        It knows the names that the sentence seems to give, so that using them is no second mistake.
        """
        place = self
        said = str(node.value) if isinstance(node, YamlScalar) else ""
        for name in (part for found in _GIVEN.findall(said) for part in found if part):
            if place.env.scope.find(name) is None:
                place = place.named(name, ZERO, ERROR)
        return place

    def inner(self) -> Place:
        """The same place with a scope of its own, for a list."""
        return replace(self, env=replace(self.env, scope=Scope({}, self.env.scope)))


class Code:
    """All instructions of a game, as they are made."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        # pc 0 ends look-ahead and pc 1 returns: fixed places that the engine may return to.
        self.code: list[Node] = [Node("commit"), Node("ret")]
        self.decisions: list[DecisionDraft] = []
        self.labels: list[Label] = []
        self._label_index: dict[Any, int] = {}
        self.reasons: list[str] = []
        self.turns: list[Turn] = []
        self.calls: dict[str, list[tuple[str, Any]]] = {}
        self.frames: dict[str, tuple[int, Frame]] = {}

    @property
    def here(self) -> int:
        """The pc of the next instruction."""
        return len(self.code)

    def emit(self, op: str, *args: Any, span: int = -1) -> int:
        """Add an instruction; its pc."""
        self.code.append(Node(op, args, span))
        return len(self.code) - 1

    def patch(self, pc: int, target: int | None = None) -> None:
        """Fill in the target of a jump: its last argument."""
        node = self.code[pc]
        where = self.here if target is None else target
        self.code[pc] = replace(node, args=(*node.args[:-1], where))

    def jump(self) -> int:
        """A jump whose target is filled in later."""
        return self.emit("jump", -1)

    def unless(self, cond: Node, span: int = -1) -> int:
        """A jump taken when a condition is false, target filled in later."""
        return self.emit("unless", cond, -1, span=span)

    def fail(self, reason: str, span: int) -> int:
        """What cannot be carried through, with the reason for people."""
        if reason not in self.reasons:
            self.reasons.append(reason)
        return self.emit("fail", self.reasons.index(reason), span=span)

    def label(self, texts: dict[str, tuple[Any, ...]], path: str = "") -> int:
        """The number of a label."""
        key = (tuple(sorted((lang, parts) for lang, parts in texts.items())), path)
        found = self._label_index.get(key)
        if found is None:
            found = len(self.labels)
            self.labels.append(Label(texts, path))
            self._label_index[key] = found
        return found

    def plain(self, text: str, path: str = "") -> int:
        """The number of a label without holes; the words everybody needs come in all languages."""
        if text in WORDS:
            return self.label(word(text), path)
        return self.label({"en": (text,)}, path)

    def decide(
        self,
        sources: list[SourceDraft],
        place: Place,
        span: int,
        *,
        kind: str = "player",
        prompt: int = -1,
        auto: bool = False,
        anytime: bool = True,
        hidden: bool = False,
    ) -> DecisionDraft:
        """A stop for a decision; the targets of its sources are filled in later."""
        draft = DecisionDraft(
            self.here,
            kind,
            sources,
            prompt,
            anytime and kind == "player" and not hidden,
            auto,
            hidden,
            place.frame.name,
            span,
        )
        self.emit("decide", len(self.decisions), span=span)
        self.decisions.append(draft)
        return draft

    def finished_decisions(self) -> tuple[Decision, ...]:
        """The decisions with all targets and option numbers."""
        made: list[Decision] = []
        for number, draft in enumerate(self.decisions):
            sources: list[Source] = []
            base = 0
            for source in draft.sources:
                sources.append(
                    Source(
                        source.label,
                        source.target,
                        source.guard,
                        source.items,
                        source.local,
                        source.domain,
                        base,
                        source.key,
                        source.span,
                    )
                )
                base += source.domain.size if source.items is not None and source.domain else 1
            made.append(
                Decision(
                    number,
                    draft.pc,
                    draft.kind,
                    tuple(sources),
                    draft.prompt,
                    draft.anytime,
                    draft.auto,
                    draft.hidden,
                    draft.procedure,
                    draft.span,
                )
            )
        return tuple(made)

    def infallible(self, decisions: tuple[Decision, ...]) -> tuple[bool, ...]:
        """For each pc whether nothing from there to the end of its procedure can fail."""
        good = [True] * len(self.code)
        changed = True
        while changed:
            changed = False
            for pc in range(len(self.code) - 1, -1, -1):
                if good[pc] and not self._sure(pc, good, decisions):
                    good[pc] = False
                    changed = True
        return tuple(good)

    def _sure(self, pc: int, good: list[bool], decisions: tuple[Decision, ...]) -> bool:
        node = self.code[pc]
        op, args = node.op, node.args
        if op == "fail":
            return False
        if op in ("commit", "ret", "over"):
            return True
        if op == "jump":
            return bool(good[args[0]])
        if op == "unless":
            if args[0].op == "const":
                return bool(good[pc + 1] if args[0].args[0] else good[args[1]])
            return good[pc + 1] and good[args[1]]
        if op == "iflive":
            return bool(good[args[0]])
        if op == "call":
            return good[args[0]] and good[pc + 1]
        if op == "perform":
            return (
                all(entry >= 0 and good[entry] for entry in self.ctx.tables[args[1]])
                and good[pc + 1]
            )
        if op == "decide":
            decision = decisions[args[0]]
            if decision.kind == "chance":
                return any(_never_empty(s.items) for s in decision.sources)
            return any(
                s.guard is None
                and good[s.target]
                and (s.items is None or (s.items.op == "const" and bool(s.items.args[0])))
                for s in decision.sources
            )
        return good[pc + 1]


def _never_empty(items: Node | None) -> bool:
    """Whether chance surely has something to choose from: a die, or a deck that was looked at."""
    return items is not None and (
        items.op == "unknown" or (items.op == "const" and bool(items.args[0]))
    )


__all__ = ["ZERO", "Code", "DecisionDraft", "Frame", "Place", "SourceDraft"]
