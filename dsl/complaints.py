"""Complaints about types: what was found and what was wanted in, a reported problem out.

Each says what stands there, what is expected and what could be written instead.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.context import Context
from rulewright.dsl.declarations import DefineDecl
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type, fits
from rulewright.dsl.vocabulary import FUNCTIONS
from rulewright.dsl.wording import a_, capital

_COUNTED = "one two three four five six seven eight nine ten"
NUMBERS = {word: number for number, word in enumerate(_COUNTED.split(), start=1)}

_EXAMPLES = {
    "bool": "A condition is, for example, 'round > 3' or 'any(others)'.",
    "player": "A player is, for example, me, opponent or seat(1).",
    "cell": "A cell is chosen from a board, or called by its name.",
    "edge": "An edge is chosen from a board's edges.",
    "cost": "Goods are written with their number, for example '2 wood'.",
    "set": "Sets are, for example, players, a zone, a board, or the pieces of a kind.",
    "sides": "Sides are, for example, sides(cell, board's edges).",
}


def mismatch(ctx: Context, tree: Any, found: Type, wanted: Type) -> None:
    """Report a value of the wrong type."""
    if found.kind == "good" and wanted.kind == "int" and isinstance(tree, n.Name):
        whose(ctx, tree.id, tree.span)
        return
    if found.kind == "good" and wanted.kind == "cost" and isinstance(tree, n.Name):
        message = f"The number before '{tree.id}' is missing."
        ctx.report("wrong-type", message, tree.span, f"Write the number first: '1 {tree.id}'.")
        return
    message = f"{capital(str(wanted))} is expected here, but this is {found}."
    if wanted.kind == "set" and wanted.elem is not None:
        message = f"A set is expected here, but this is {found}."
        if found.kind == "set":
            message = f"{capital(str(wanted))} is expected here, but this is {found}."
    ctx.report("wrong-type", message, tree.span, _advice(ctx, tree, found, wanted))


def _advice(ctx: Context, tree: Any, found: Type, wanted: Type) -> str | None:
    if wanted.kind == "bool" and found.kind == "int":
        return "Compare the number with something, for example '> 0'."
    if wanted.kind == "bool" and found.kind == "good" and isinstance(tree, n.Name):
        return f"Compare how many there are, for example: my {tree.id} > 0"
    if wanted.kind == "int" and found.kind == "set":
        return "How many there are of a set is count(…)."
    if wanted.kind == "bool" and found.kind == "set":
        return "Ask any(…), none(…) or count(…) of the set."
    if found.kind == "set" and found.elem is not None and fits(found.elem, wanted):
        return "Take one of the set, with only(…), first(…) or a choice."
    if found.kind == "none" or (found.optional and fits(found.sure(), wanted)):
        return "It may be none: ask 'is not none' first, or take what is never none."
    if wanted.kind == "good" and ctx.goods:
        return f"The goods of this game are {in_words(list(ctx.goods), 'and')}."
    if wanted.kind == "int":
        good = next(iter(ctx.goods), None)
        mine = f", my {good}" if good else ""
        return f"A number is, for example, 3{mine} or count(players)."
    if wanted.kind == "enum" and wanted.name in ctx.enums:
        return f"It could be {in_words(ctx.enums[wanted.name], 'or')}."
    if wanted.kind == "piece" and wanted.name in ctx.kinds:
        return f"{capital(str(wanted))} is chosen from a zone or called by its name."
    return _EXAMPLES.get(wanted.kind)


def whose(ctx: Context, word: str, span: Span) -> None:
    """Report something that every player has and that is named as if there were one."""
    ctx.report(
        "whose",
        f"Every player has their own '{word}', so it must be said whose is meant.",
        span,
        f"Write for example: my {word}, or opponent's {word}",
    )


def nobodys(ctx: Context, what: str, word: str, span: Span) -> None:
    """Report something of the whole game that is named as if it belonged to a player."""
    ctx.report(
        "nobodys",
        f"There is one {what} '{word}' for the whole game, so it belongs to no player.",
        span,
        f"Write '{word}' alone, or declare it with 'each: player'.",
    )


def nobody_here(ctx: Context, span: Span, call: Span | None) -> None:
    """Report that something needs a player where nobody acts, maybe because it is called so."""
    ctx.report(
        "nobody-acts",
        "This needs a player who acts, but in the set-up and the flow itself nobody does.",
        span,
        "Say who: 'as: seat(1)' for one player, 'for_each: p in players' for everybody in turn,"
        " each with 'do:' and what they do.",
        [] if call is None else [("it is called from here, where nobody acts", call)],
    )


def never_same(ctx: Context, left: Type, right: Type, span: Span) -> None:
    """Report a comparison of things that have nothing in common."""
    ctx.report(
        "never-same",
        f"{capital(str(left))} and {right} are never the same.",
        span,
        "Compare two things of the same sort.",
    )


def never_none(ctx: Context, kind: Type, span: Span) -> None:
    """Report a question whether something is none that never is."""
    ctx.report(
        "never-none",
        f"This is always {kind} and never none.",
        span,
        "Leave the comparison out, or declare it with 'or none'.",
    )


def unknown_word(ctx: Context, word: str, span: Span, visible: list[str]) -> None:
    """Report a name that stands for nothing here, with advice where the intention is clear."""
    what = "a name that is known here"
    if word in NUMBERS:
        message = f"'{word}' is not {what}."
        ctx.report("unknown-name", message, span, f"Write numbers in digits: {NUMBERS[word]}")
        return
    if word in FUNCTIONS:
        message = f"'{word}' is a function: what it is about stands in parentheses."
        ctx.report("unknown-name", message, span, f"For example: {FUNCTIONS[word].example}")
        return
    if word in ctx.kinds:
        ctx.report(
            "unknown-name",
            f"'{word}' is a kind, and it is not said which {word} is meant.",
            span,
            f"Choose one first, or write 'its' inside 'where', 'has' and 'over'; all of them are"
            f" {ctx.kinds[word].plural}.",
        )
        return
    owners = [kind.id for kind in ctx.kinds.values() if word in (*kind.attributes, *kind.state)]
    owners += [f"cell of {b.id}" for b in ctx.boards.values() if word in (*b.attributes, *b.state)]
    otherwise = "Check its spelling, or declare it, for example in the section 'state' or 'define'."
    if owners:
        otherwise = f"{capital(a_(owners[0]))} has it: write for example 'its {word}'."
        visible = []
    ctx.unknown(what, word, span, visible, "unknown-name", otherwise)


def define_arguments(ctx: Context, define: DefineDecl, found: int, span: Span) -> None:
    """Report a define that is given too much or too little."""
    names = [param.id for param in define.params]
    if not names:
        message, hint = f"'{define.id}' takes nothing in parentheses.", f"Write {define.id} alone."
    else:
        message = f"'{define.id}' needs {in_words(names, 'and')} in parentheses"
        message += "." if not found else f", but {found} {'is' if found == 1 else 'are'} given."
        hint = f"Write {define.id}({', '.join(names)})."
    ctx.report("argument-count", message, span, hint, [("defined here", define.span)])
