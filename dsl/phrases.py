"""Phrases: `dig through walls`, `furnish for 5 food or 1 gold` in, the call of a procedure out.

A procedure is said with the words of its id, or with its `say` template (`use up to (n) rooms`);
what is counted there may be said in the singular (`use up to 1 room`). What follows are arguments:
a yes/no parameter is named by its own words, a cost comes after `for`, other values in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import ZERO, const
from rulewright.dsl.bundles import bundle
from rulewright.dsl.calls import argument
from rulewright.dsl.code import Place
from rulewright.dsl.declarations import Parameter, ProcedureDecl
from rulewright.dsl.env import Env
from rulewright.dsl.foreign_verbs import verb_hint
from rulewright.dsl.problems import problem
from rulewright.dsl.program import Node
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.vocabulary import VERBS
from rulewright.dsl.wording import a_

if TYPE_CHECKING:
    from rulewright.dsl.scripts import Scripts


@dataclass(frozen=True)
class _Said:
    """One thing said: a word, or a value."""

    word: str
    value: Any
    span: Any


@dataclass
class Match:
    """A procedure and what was said for its parameters."""

    procedure: ProcedureDecl
    values: dict[str, Any]
    cost: n.Bundle | None
    words: int


def _said(tree: n.Phrase) -> list[_Said]:
    found: list[_Said] = []
    for part in tree.words:
        if isinstance(part, n.Word):
            pieces = part.text.split("_")
            for index, piece in enumerate(pieces):
                whole = part if index == 0 and len(pieces) == 1 else None
                found.append(_Said(piece, whole, part.span))
        elif isinstance(part, n.UpTo):
            found += [_Said("up", None, part.span), _Said("to", None, part.span)]
            found.append(_Said("", part.expr, part.span))
        else:
            found.append(_Said("", part.expr, part.span))
    return found


def find_procedure(s: Scripts, tree: n.Phrase) -> Match | None:
    """The procedure a phrase calls, or None after reporting that there is none."""
    said = _said(tree)
    best: Match | None = None
    for procedure in s.ctx.procedures.values():
        match = _match(procedure, said, tree)
        if match is not None and (best is None or match.words > best.words):
            best = match
    if best is None:
        word = "_".join(item.word for item in said if item.word) or "this"
        first = said[0].word if said else word
        known = [p.id for p in s.ctx.procedures.values()]
        starts = [p for p in s.ctx.procedures.values() if p.say and p.say[0] == first]
        if starts:
            p = starts[0]
            forms = ", ".join(x.id for x in p.params) or "nothing"
            s.ctx.report(
                "bad-call",
                f"The procedure '{p.id}' is not called like this.",
                tree.span,
                f"It is said '{' '.join(p.say)}' and takes {forms}.",
                [("declared here", p.span)],
            )
        else:
            _unknown_verb(s, tree, said, first, known)
    return best


def _unknown_verb(
    s: Scripts, tree: n.Phrase, said: list[_Said], first: str, known: list[str]
) -> None:
    """Report a sentence that nothing of the language or the game starts with."""
    words = [item.word for item in said if item.word]
    spoken = " ".join(words)
    meant = did_you_mean("_".join(words), known)
    verb = did_you_mean(first, VERB_NAMES)
    span = tree.span
    if meant is not None:
        hint = f"Did you mean '{meant.replace('_', ' ')}'?"
    elif verb is not None:
        spoken, span, hint = first, said[0].span, f"Did you mean '{verb}'?"
    elif (foreign := verb_hint(first)) is not None:
        spoken, span, hint = first, said[0].span, foreign
    elif spoken == "end game":
        hint = "Write 'end game', with nothing between the two words."
    else:
        hint = "An action starts with a verb such as gain, pay or move, or is a procedure"
        hint += f": {in_words(known, 'or')}." if known else " from the section 'procedures'."
    word = "_".join(words)
    if s.ctx.said(word, hint, span):
        return
    message = f"'{spoken}' is neither a verb of the language nor a procedure of this game."
    related: list[tuple[str, Span]] = []
    taken = s.ctx.declared_at.get(word)
    if taken is not None and meant is None:
        message = f"'{spoken}' is {a_(taken[0])}, and not something to do."
        related = [("declared here", taken[1])] if taken[1].file else []
    s.ctx.say(word, hint, problem("unknown-verb", message, span, hint, related))


VERB_NAMES = tuple(VERBS)


def _match(procedure: ProcedureDecl, said: list[_Said], tree: n.Phrase) -> Match | None:
    values: dict[str, Any] = {}
    position = 0
    counted = False
    for token in procedure.say:
        if position >= len(said):
            return None
        item = said[position]
        if token.startswith("(") and token.endswith(")"):
            values[token[1:-1]] = (
                item.value if item.value is not None else n.Name(item.word, item.span)
            )
            if isinstance(values[token[1:-1]], n.Word):
                values[token[1:-1]] = n.Name(item.word, item.span)
        elif token != item.word and not (counted and token == f"{item.word}s"):
            return None
        counted = token.startswith("(")
        position += 1
    rest = said[position:]
    open_params = [p for p in procedure.params if p.id not in values and p.type.kind != "cost"]
    while rest:
        named = _named_flag(open_params, rest)
        if named is not None:
            values[named.id] = n.Name("true", rest[0].span)
            rest = rest[len(named.id.split("_")) :]
            open_params.remove(named)
            continue
        if not open_params:
            return None
        param = next((p for p in open_params if p.type.kind != "bool"), open_params[0])
        taken, rest = _value(rest)
        values[param.id] = taken
        open_params.remove(param)
    has_cost = any(p.type.kind == "cost" for p in procedure.params)
    if tree.cost is not None and not has_cost:
        return None
    return Match(procedure, values, tree.cost, len(procedure.say))


def _named_flag(params: list[Parameter], rest: list[_Said]) -> Parameter | None:
    for param in params:
        words = param.id.split("_")
        if param.type.kind == "bool" and [item.word for item in rest[: len(words)]] == words:
            return param
    return None


def _value(rest: list[_Said]) -> tuple[Any, list[_Said]]:
    """The first value said: an expression, or a name whose words were split at '_'."""
    first = rest[0]
    if first.value is not None and not isinstance(first.value, n.Word):
        return first.value, rest[1:]
    count = 1
    while count < len(rest) and rest[count].word and rest[count].span == first.span:
        count += 1
    return n.Name("_".join(item.word for item in rest[:count]), first.span), rest[count:]


def arguments(
    s: Scripts, match: Match, place: Place, span: Any
) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
    """The values of a call's parameters: those kept in locals, and the costs the procedure is made
    for.
    """
    kept: list[Node] = []
    costs: list[tuple[str, Node]] = []
    said_cost = match.cost
    for param in match.procedure.params:
        env = place.env.fresh()
        if param.type.kind == "cost":
            if said_cost is not None:
                made = bundle(s.t, said_cost, env)
                said_cost = None
            else:
                made = _default_cost(s, param, span)
            if _uses_locals(made):
                s.ctx.report(
                    "local-cost",
                    "The cost given to a procedure must be known before this list starts, so it"
                    " cannot use what was chosen in it.",
                    span,
                    "Make the cost a define, or pay in the list itself.",
                )
                made = const(((0,) * len(s.ctx.goods),))
            costs.append((param.id, made))
            continue
        if param.id in match.values:
            kept.append(argument(s.t, match.values[param.id], param.type, env))
        elif param.default is not None:
            tree = s.ctx.parse("value", param.default)
            kept.append(ZERO if tree is None else s.t.value(tree, env, param.type)[0])
        elif param.type.kind == "bool":
            kept.append(ZERO)
        else:
            s.ctx.report(
                "argument-count",
                f"'{match.procedure.id}' needs its {param.id}, which is {param.type}.",
                span,
                f"Write it behind '{match.procedure.id}', or give {param.id} a default.",
                [("declared here", param.span)],
            )
            kept.append(ZERO)
    return tuple(kept), tuple(costs)


def _default_cost(s: Scripts, param: Parameter, span: Any) -> Node:
    if param.default is not None:
        tree = s.ctx.parse("bundle", param.default)
        if tree is not None:
            return bundle(s.t, tree, Env())
    else:
        s.ctx.report(
            "argument-count",
            f"It is not said for which {param.id} this is done.",
            span,
            "Say the cost after 'for', such as 'for 2 wood'.",
        )
    return const(((0,) * len(s.ctx.goods),))


def _uses_locals(node: Node) -> bool:
    if node.op == "local":
        return True
    return any(_uses_locals(arg) for arg in _inside(node.args))


def _inside(args: tuple[Any, ...]) -> list[Node]:
    found: list[Node] = []
    for arg in args:
        if isinstance(arg, Node):
            found.append(arg)
        elif isinstance(arg, tuple):
            found.extend(_inside(arg))
    return found


def emit_phrase(s: Scripts, tree: n.Phrase, place: Place) -> None:
    """The call of a procedure."""
    match = find_procedure(s, tree)
    if match is None:
        return
    kept, costs = arguments(s, match, place, tree.span)
    s.call(match.procedure, kept, costs, place, tree.span)
