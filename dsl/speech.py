"""Speech: what a leaf says to people, in each language: a parsed effect in, the parts of a label
out.

In English a move is called what the rule file says; in other languages it is put together from the
words below and the names the game gives its goods and procedures. A `label` in the rule file is
always preferred, that of a procedure wherever it is called.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl.build import const
from rulewright.dsl.bundles import bundle
from rulewright.dsl.context import text_of
from rulewright.dsl.printer import unparse
from rulewright.dsl.program import Domain
from rulewright.dsl.types import INT

if TYPE_CHECKING:
    from rulewright.dsl.code import Place
    from rulewright.dsl.scripts import Scripts

Parts = tuple[Any, ...]
_HOLE = re.compile(r"\{([^{}]*)\}")

WORDS: dict[str, dict[str, str]] = {
    "done": {"en": "done", "fr": "terminer", "ja": "終了"},
    "no": {"en": "no", "fr": "non", "ja": "いいえ"},
    "gain": {"en": "gain ", "fr": "recevoir ", "ja": "獲得: "},
    "lose": {"en": "lose ", "fr": "perdre ", "ja": "失う: "},
    "pay": {"en": "pay ", "fr": "payer ", "ja": "支払い: "},
    "release": {"en": "let go ", "fr": "relâcher ", "ja": "手放す: "},
    "take": {"en": "take ", "fr": "prendre ", "ja": "取る: "},
    "give": {"en": "give ", "fr": "donner ", "ja": "渡す: "},
    "add": {"en": "add ", "fr": "ajouter ", "ja": "追加: "},
    "trade": {"en": "trade ", "fr": "échanger ", "ja": "交換: "},
    "against": {"en": " for ", "fr": " contre ", "ja": " → "},
    "refill": {"en": "refill ", "fr": "ravitailler ", "ja": "補充: "},
    "to": {"en": " to ", "fr": " jusqu'à ", "ja": " まで "},
    "then": {"en": " then ", "fr": " puis ", "ja": "、次に "},
    "or": {"en": " or ", "fr": " ou ", "ja": " または "},
    "and": {"en": ", ", "fr": ", ", "ja": "、"},
    "for": {"en": " for ", "fr": " pour ", "ja": " コスト "},
    "different": {"en": " different ", "fr": " différents : ", "ja": " 種類の "},
    "all": {"en": "take all", "fr": "tout prendre", "ja": "すべて取る"},
    "nothing": {"en": "nothing", "fr": "rien", "ja": "なし"},
}

LANGUAGES = ("en", "fr", "ja")


def word(name: str, *parts: Any) -> dict[str, Parts]:
    """A built-in word followed by parts, in every language."""
    return {language: (WORDS[name][language], *parts) for language in LANGUAGES}


def said(s: Scripts, tree: n.Sequence, place: Place) -> dict[str, Parts]:
    """What an effect says, in every language that has words for all of it."""
    bare = [
        (
            replace(step, guard=None)
            if not isinstance(step.guard, n.IfPossible) and len(tree.steps) == 1
            else step
        )
        for step in tree.steps
    ]
    texts: dict[str, Parts] = {"en": _english(s, replace(tree, steps=tuple(bare)), place)}
    first = bare[0].action
    if len(bare) == 1 and isinstance(first, n.Phrase):
        texts["en"] = _labelled(s, first, place, "en") or texts["en"]
    for language in LANGUAGES[1:]:
        steps = [_action(s, step.action, place, language) for step in bare]
        if all(step is not None for step in steps):
            joined: list[Any] = []
            for index, step in enumerate(steps):
                if index:
                    joined.append(WORDS["then"][language])
                joined.extend(step or ())
            texts[language] = tuple(joined)
    return texts


def _english(s: Scripts, tree: n.Sequence, place: Place) -> Parts:
    """The leaf as it is written, with amounts in parentheses worked out."""
    text = unparse(tree)
    found: list[tuple[str, Any]] = []
    for part in n.walk(tree):
        amount = getattr(part, "amount", None)
        if (
            isinstance(part, n.Goods)
            and not isinstance(amount, (n.Num, n.All))
            and amount is not None
        ):
            found.append((f"({unparse(amount)})", amount))
    parts: list[Any] = []
    for mark, amount in found:
        if mark in text:
            before, text = text.split(mark, 1)
            node, kind = s.t.value(amount, place.env.fresh(), INT)
            parts += [before, (node, Domain("int", "", kind.lo, kind.hi))]
    parts.append(text)
    return tuple(part for part in parts if part != "")


def _action(s: Scripts, tree: Any, place: Place, language: str) -> Parts | None:
    def w(name: str) -> str:
        return WORDS[name][language]

    if isinstance(tree, (n.Gain, n.Lose, n.Pay)):
        goods = _bundle(s, tree.bundle, place, language)
        return None if goods is None else (w(type(tree).__name__.lower()), *goods)
    if isinstance(tree, n.Trade):
        give, get = _bundle(s, tree.give, place, language), _bundle(s, tree.get, place, language)
        if give is None or get is None:
            return None
        return (w("trade"), *give, w("against"), *get)
    if isinstance(tree, n.Refill):
        parts: list[Any] = [w("refill")]
        for index, name in enumerate(tree.names):
            if index:
                parts.append(w("and" if tree.all else "or"))
            parts.append(_good(s, name.id, language))
        level, _ = s.t.value(tree.level, place.env.fresh(), INT)
        return (*parts, w("to"), (level, Domain("int", "", 0, 999)))
    if isinstance(tree, n.Take) and tree.bundle is None:
        return (w("all"),)
    if isinstance(tree, n.Nothing):
        return (w("nothing"),)
    if isinstance(tree, n.Phrase):
        return _phrase(s, tree, place, language)
    return None


def _labelled(s: Scripts, tree: n.Phrase, place: Place, language: str) -> Parts | None:
    """The label of the procedure that is called, with the numbers it is called with."""
    from rulewright.dsl.phrases import find_procedure

    match = find_procedure(s, tree)
    text = None if match is None else text_of(match.procedure.label).get(language)
    if match is None or text is None:
        return None
    parts: list[Any] = []
    for number, piece in enumerate(_HOLE.split(text)):
        said_value = match.values.get(piece.strip()) if number % 2 else None
        if said_value is not None:
            node, kind = s.t.value(said_value, place.env.fresh(), INT)
            parts.append((node, Domain("int", "", kind.lo, kind.hi)))
        elif piece:
            parts.append(piece)
    return tuple(parts)


def _phrase(s: Scripts, tree: n.Phrase, place: Place, language: str) -> Parts | None:
    from rulewright.dsl.phrases import find_procedure

    match = find_procedure(s, tree)
    if match is None:
        return None
    own = _labelled(s, tree, place, language)
    if own is not None:
        return own
    names = s.ctx.names.get(f"procedure.{match.procedure.id}", {})
    if language not in names:
        return None
    parts: list[Any] = [names[language]]
    for param in match.procedure.params:
        if param.type.kind == "bool" and param.id in match.values:
            extra = s.ctx.names.get(f"procedure.{match.procedure.id}.{param.id}", {}).get(language)
            if extra is None:
                return None
            parts.append(" " + extra)
        elif param.id in match.values and param.type.kind == "int":
            node, kind = s.t.value(match.values[param.id], place.env.fresh(), INT)
            parts.append(" ")
            parts.append((node, Domain("int", "", kind.lo, kind.hi)))
    if tree.cost is not None:
        goods = _bundle(s, tree.cost, place, language)
        if goods is None:
            return None
        parts += [WORDS["for"][language], *goods]
    return tuple(parts)


def _bundle(s: Scripts, tree: n.Bundle, place: Place, language: str) -> Parts | None:
    parts: list[Any] = []
    for index, alternative in enumerate(tree.alternatives):
        if index:
            parts.append(WORDS["or"][language])
        for number, item in enumerate(alternative.items):
            if number:
                parts.append(WORDS["and"][language])
            if isinstance(item, n.Different):
                parts += [
                    str(item.count),
                    WORDS["different"][language],
                    _good(s, item.group.id, language),
                ]
            elif (
                isinstance(item, n.Goods)
                and item.good.id in s.ctx.goods
                and not isinstance(item.amount, n.All)
            ):
                node = bundle(
                    s.t, n.Bundle((n.AllOf((item,), item.span),), item.span), place.env.fresh()
                )
                single = const(node.args[0][0]) if node.op == "const" else node.args[0]
                parts.append((single, Domain("bundle")))
            else:
                return None
    return tuple(parts)


def _good(s: Scripts, name: str, language: str) -> str:
    names = s.ctx.names.get(f"good.{name}", {})
    return names.get(language) or names.get("en") or name.replace("_", " ")
