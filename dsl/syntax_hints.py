"""Words for syntax mistakes: what the parser stumbled over in, a code and a helpful message out.

Each mistake says what was found, what was expected and what to write instead.  Habits from other
languages come first, since there the intention is known; see `dsl.foreign_signs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from lark import Token

from rulewright.dsl.foreign_signs import Mistake, foreign_at
from rulewright.dsl.syntax_words import FORMS, KEYWORDS, KIND_FORMS, VERBS, written

ALIKE = 0.65
"""How much a word must resemble the expected one; low, since few words are expected at once."""

_SPLIT = (
    "Inside braces and brackets YAML ends a text at each comma: put the whole sentence in quotes,"
    " or on a line of its own."
)
# What may go on after a complete value: seldom what is missing, so only named if nothing else is.
_OPERATORS = frozenset({
    "PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "_IS", "_IN", "_NOT", "_AND", "_OR",
    "_WHERE", "_POSS", "_HAS", "_OVER",
})  # fmt: skip
_JOINTS = frozenset({
    "_TO", "_FROM", "_FOR", "_ON", "_INTO", "_BE", "_BY", "_THEN", "_ELSE", "_RP", "_COMMA",
    "TIMES",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stumble:
    """Where parsing stopped: the token found, those before it and what could have stood there."""

    kind: str
    text: str
    flow: bool
    before: Sequence[Token]
    found: Token | None
    accepts: frozenset[str]

    @property
    def start(self) -> int:
        """Where the unexpected part starts; the end of the text if nothing was left."""
        return len(self.text.rstrip()) if self.found is None else self.found.start_pos or 0

    @property
    def end(self) -> int:
        """Where the unexpected part ends."""
        return self.start if self.found is None else self.start + len(self.found)

    def mistake(self, code: str, message: str, hint: str | None = None) -> Mistake:
        """Return a mistake at the unexpected part."""
        return Mistake(code, message, hint, self.start, self.end)


def explain(at: Stumble) -> Mistake:
    """Return the mistake that most likely stopped the parser."""
    return (
        _split_by_comma(at)
        or foreign_at(at.text, at.start)
        or _parenthesis(at)
        or _possessive(at)
        or _misspelt_verb(at)
        or (_ended(at) if at.found is None else None)
        or _side_by_side(at)
        or _misspelt(at)
        or _reserved(at)
        or _unexpected(at)
    )


def _split_by_comma(at: Stumble) -> Mistake | None:
    if at.flow and at.kind == "effect" and not at.before and at.found and at.found.type == "INT":
        message = "This looks like the rest of a sentence that was split at a comma."
        return at.mistake("yaml-flow-comma", message, _SPLIT)
    return None


def _parenthesis(at: Stumble) -> Mistake | None:
    open_ones: list[Token] = []
    for token in at.before:
        if token.type == "_LP":
            open_ones.append(token)
        elif token.type == "_RP" and open_ones:
            open_ones.pop()
    if at.found is None and open_ones:
        start = open_ones[-1].start_pos or 0
        hint = _SPLIT if at.flow else "Add a ')' where the part ends."
        message = "This parenthesis is not closed."
        return Mistake("unclosed-parenthesis", message, hint, start, start + 1)
    if at.found is not None and at.found.type == "_RP" and not open_ones:
        hint = _SPLIT if at.flow else "Add a '(' before it, or leave it out."
        return at.mistake("unopened-parenthesis", "This parenthesis closes nothing.", hint)
    return None


def _possessive(at: Stumble) -> Mistake | None:
    if not at.before or at.before[-1].type != "_POSS" or _is_keyword(at.found):
        return None
    owner = f"{at.before[-2]}'s"
    start = at.before[-2].start_pos or 0
    end = (at.before[-1].start_pos or 0) + len(at.before[-1])
    return Mistake(
        "possessive-without-name",
        f"After '{owner}' the name of what it has is missing.",
        f"Write for example '{owner} value'.",
        start,
        end,
    )


def _misspelt_verb(at: Stumble) -> Mistake | None:
    """Look at the word that opens the step: `gian 2 wood, 1 stone` stumbles only at the comma."""
    if at.kind != "effect" or (at.found is not None and at.found.type in ("_THEN", "_IF")):
        return None
    first = 0
    for index, token in enumerate(at.before):
        if token.type == "_THEN":
            first = index + 1
    opening = at.before[first] if first < len(at.before) else None
    if opening is None or opening.type != "NAME":
        return None
    close = get_close_matches(str(opening), sorted(VERBS), 1, 0.75)
    if not close:
        return None
    start = opening.start_pos or 0
    message = f"'{opening}' does not open an action."
    hint = f"Did you mean '{close[0]}'?"
    return Mistake("misspelt-word", message, hint, start, start + len(opening))


def _ended(at: Stumble) -> Mistake:
    if not at.before:
        return at.mistake("leaf-empty", "There is nothing here.", _for_example(at))
    wanted = expected(at.accepts)
    message = f"The sentence ends after '{at.before[-1]}', where {wanted} was expected."
    return at.mistake("unexpected-end", message, _for_example(at))


def _side_by_side(at: Stumble) -> Mistake | None:
    """Catch `gain 2 wood 1 stone`, where the second number reads like the start of `1 times`."""
    if at.accepts == {"TIMES"} and at.found is not None and at.found.type == "NAME":
        number = at.before[-1]
        return Mistake(
            "side-by-side",
            f"'{number} {at.found}' follows with nothing between.",
            f"Put a comma or 'and' before '{number} {at.found}'.",
            number.start_pos or 0,
            at.end,
        )
    return None


def _misspelt(at: Stumble) -> Mistake | None:
    if at.found is None or at.found.type != "NAME":
        return None
    words = [word for word in map(written, sorted(at.accepts)) if word and word.isalpha()]
    close = get_close_matches(str(at.found), words, 1, ALIKE)
    if not close:
        return None
    message = f"'{at.found}' is not expected here."
    return at.mistake("misspelt-word", message, f"Did you mean '{close[0]}'?")


def _reserved(at: Stumble) -> Mistake | None:
    if at.found is None:
        return None
    if at.found.type == "I":
        message = "'I' stands only at the start of an event."
        hint = "Actions have no subject; what is yours is 'my ...', and you yourself are 'me'."
        return at.mistake("reserved-word", message, hint)
    if not _is_keyword(at.found) or "NAME" not in at.accepts:
        return None
    message = f"'{at.found}' is a word of the language, but {expected(at.accepts)} was expected."
    hint = f"If '{at.found}' is meant as a name, choose another one."
    if at.found in FORMS and "$END" in at.accepts:
        hint = f"To do one thing after another, write 'then {at.found} ...'."
    elif at.before and str(at.before[-1]) in FORMS:
        hint = _for_example(at)
    return at.mistake("reserved-word", message, hint)


def _unexpected(at: Stumble) -> Mistake:
    wanted = expected(at.accepts)
    message = f"Found '{at.found}', where {wanted} was expected."
    return at.mistake("unexpected-word", message, _for_example(at))


def _is_keyword(token: Token | None) -> bool:
    return token is not None and str(token) in KEYWORDS


def _for_example(at: Stumble) -> str:
    """Show a right sentence with the verb at hand, or a right leaf of this kind."""
    verb = next((str(token) for token in reversed(at.before) if str(token) in FORMS), None)
    form = FORMS[verb] if verb and at.kind == "effect" else KIND_FORMS[at.kind]
    return f"A right sentence is, for example: '{form}'."


def expected(accepts: frozenset[str]) -> str:
    """Say in words what could stand here, at most four things.

    >>> expected(frozenset({"_FROM", "_POSS"}))
    "'from'"
    >>> expected(frozenset({"NAME", "_MY", "_ITS", "_POSSIBLE"}))
    'a name'
    """
    wanted: list[str] = []
    if "GAIN" in accepts and "_RAISE" in accepts:
        wanted.append("an action")
    elif "_FREE" in accepts and "INT" in accepts and "_NOT" not in accepts:
        wanted.append("an amount of goods")
    elif {"INT", "_MY"} <= accepts:
        wanted.append("a value")
    elif "NAME" in accepts:
        wanted.append("a name")
    elif "INT" in accepts and "_COMMA" not in accepts and "$END" not in accepts:
        wanted.append("a number")
    named = accepts & _JOINTS
    if "$END" in accepts:
        wanted = ["the end of the sentence"]
        named &= {"_THEN", "_COMMA"}
    if not wanted and not named:
        named = accepts & _OPERATORS
    signs = [sign for sign in map(written, sorted(named)) if sign]
    wanted += [f"'{sign}'" for sign in signs]
    if len(wanted) > 4:
        wanted = [*wanted[:3], "the like"]
    if not wanted:
        return "something else"
    return " or ".join((", ".join(wanted[:-1]), wanted[-1])) if len(wanted) > 1 else wanted[0]
