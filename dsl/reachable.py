"""Reachability: what no rule ever uses is reported, because it is usually a slip.

Looked for: procedures never called, components whose `do` is never performed, defines never read,
zones and states never mentioned. A variant may leave parts of its game unused, which is how games
become simpler: only what it brings itself must be used.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.dsl.context import entry_of
from rulewright.dsl.declarations import KindDecl
from rulewright.dsl.program import Node
from rulewright.dsl.scripts import Scripts
from rulewright.dsl.source import Span
from rulewright.dsl.syntax_words import ARTICLES
from rulewright.dsl.wording import a_
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

_WORD = re.compile(r"\w+")
_TEXTS = ("say", "name", "text", "label", "prompt", "description")


def check_reachable(s: Scripts, root: YamlMap) -> None:
    """Check what is never reached all the same, then report it."""
    called = {procedure.id for procedure in s.ctx.procedures.values() if procedure.used}
    asked = {define.id for define in s.ctx.defines.values() if define.used}
    for procedure in s.ctx.procedures.values():
        if procedure.id not in called:
            free = Node("const", (((0,) * len(s.ctx.goods),),))
            costs = tuple((p.id, free) for p in procedure.params if p.type.kind == "cost")
            s.instance(procedure, costs)
    s.make_waiting()
    for define in s.ctx.defines.values():
        s.t.define_function(define, define.span)
    if s.ctx.problems.has_errors:
        return  # A call that is wrong in another way calls nothing: that has been said already.
    for procedure in s.ctx.procedures.values():
        if procedure.id in called or _left_out(s, procedure.span):
            continue
        if not _mentions(root, procedure.id) and not _said(root, procedure.say):
            s.ctx.report(
                "unreachable-procedure",
                f"Nothing ever calls the procedure '{procedure.id}'.",
                procedure.span,
                "Call it from the flow, a component or a rule, or take it out.",
            )
    for define in s.ctx.defines.values():
        if define.id in asked or _left_out(s, define.span):
            continue
        if not _mentions(root, define.id):
            s.ctx.report(
                "unreachable-define",
                f"Nothing ever asks for the define '{define.id}'.",
                define.span,
                "Use it where it is meant, or take it out.",
            )
    for kind in s.ctx.kinds.values():
        _unperformed(s, kind)
        _unplaced(s, kind.id, root)


def _left_out(s: Scripts, span: Span) -> bool:
    """Whether something is the game's own, which a variant need not use."""
    return bool(s.ctx.variant_files) and span.file not in s.ctx.variant_files


def _unperformed(s: Scripts, kind: KindDecl) -> None:
    """Components that say what to do, of a kind that nothing performs."""
    for attribute in ["do", *(a.id for a in kind.attributes.values() if a.type.kind == "script")]:
        having = [
            component
            for component in kind.components.values()
            if attribute in component.node.entries
            and not _left_out(s, component.node.entries[attribute].key_span)
        ]
        if not having or (kind.id, attribute) in s.performs:
            continue
        said = kind.id if attribute == "do" else f"{kind.id}'s {attribute}"
        s.ctx.report(
            "unreachable-component",
            f"Nothing ever performs {a_(said)}, so what '{having[0].id}' says here is never done.",
            having[0].node.entries[attribute].key_span,
            f"Write 'perform {said}' where it should happen, or take '{attribute}' out.",
        )


def _unplaced(s: Scripts, kind_id: str, root: YamlMap) -> None:
    """Components that lie nowhere at the start and that no rule can fetch."""
    kind = s.ctx.kinds[kind_id]
    if kind.each or not kind.components:
        return
    zones = [z for z in s.ctx.zones.values() if z.kind == kind_id]
    if not zones:
        return
    # A rule that speaks of the kind in the plural may fetch any of them.
    fetched = _mentions(root, kind.plural, skip=("zones", "kinds", kind.plural))
    if fetched:
        return
    placed: set[str] = set()
    for zone in zones:
        if isinstance(zone.start, YamlScalar) and zone.start.value == "all":
            return
        if isinstance(zone.start, YamlList):
            placed |= {str(item.value) for item in zone.start.items if isinstance(item, YamlScalar)}
    for component in kind.components.values():
        if component.id not in placed and not _mentions(
            root, component.id, skip=("zones", kind.plural)
        ):
            s.ctx.report(
                "unreachable-component",
                f"Nobody can ever get the {kind_id} '{component.id}': it starts in no zone and no"
                " rule fetches it.",
                component.entry.key_span,
                f"Add it to the 'start' of a zone of {kind.plural}, or take it out.",
                severity="warning" if _left_out(s, component.entry.key_span) else "error",
            )


def _mentions(node: YamlNode, word: str, skip: tuple[str, ...] = ()) -> bool:
    """Whether a word stands in some leaf below a node (its own declaration does not count)."""
    if isinstance(node, YamlScalar):
        return isinstance(node.value, str) and word in _words(node.value)
    if isinstance(node, YamlList):
        return any(_mentions(item, word) for item in node.items)
    return any(
        _mentions(entry.value, word) for key, entry in node.entries.items() if key not in skip
    )


def _said(node: YamlNode, say: tuple[str, ...]) -> bool:
    """Whether a leaf below a node calls a procedure by the words with which it is said."""
    if isinstance(node, YamlScalar):
        if not isinstance(node.value, str):
            return False
        words = [word for word in node.value.split() if word not in ARTICLES]
        starts = range(len(words) - len(say) + 1)
        return any(_alike(words[start : start + len(say)], say) for start in starts)
    if isinstance(node, YamlList):
        return any(_said(item, say) for item in node.items)
    return any(_said(e.value, say) for key, e in node.entries.items() if key not in _TEXTS)


def _alike(words: list[str], say: tuple[str, ...]) -> bool:
    pairs = zip(words, say, strict=True)
    return all(token.startswith("(") or word == token for word, token in pairs)


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


__all__ = ["check_reachable", "entry_of"]
