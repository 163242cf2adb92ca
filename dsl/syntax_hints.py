"""Words for syntax mistakes: what the parser stumbled over in, a code and a helpful message out.

Each mistake says what was found, what was expected and what to write instead.  Habits from other
languages come first, since there the intention is known; see `dsl.foreign_signs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from lark import Token

from rulewright.dsl.foreign_signs import Mistake, foreign_at
from rulewright.dsl.foreign_verbs import verb_hint
from rulewright.dsl.syntax_words import ARTICLES, FORMS, KEYWORDS, KIND_FORMS, VERBS, written
from rulewright.dsl.vocabulary import FUNCTIONS

ALIKE = 0.65
"""How much a word must resemble the expected one; low, since few words are expected at once."""

ALIKE_VERB = 0.75
"""The same for a word that could also be a name."""

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


_ASSIGNMENT = re.compile(r"([^=<>!]+?) *=(?!=) *([^=]+)")

# What stands in values but not in the words of a call.
_VALUE_PARTS = _OPERATORS | {"_MY", "_ITS"}


@dataclass(frozen=True, slots=True)
class Stumble:
    """Where parsing stopped: the token found, those before it and what could have stood there.

    `accepts` is what could have stood instead of `found`, `earlier` instead of the last of
    `before`.
    """

    kind: str
    text: str
    flow: bool
    before: Sequence[Token]
    found: Token | None
    accepts: frozenset[str]
    earlier: frozenset[str]

    @property
    def start(self) -> int:
        """Where the unexpected part starts; the end of the text if nothing was left."""
        return len(self.text.rstrip()) if self.found is None else _start(self.found)

    @property
    def end(self) -> int:
        """Where the unexpected part ends."""
        return self.start if self.found is None else self.start + len(self.found)

    @property
    def type(self) -> str:
        """The terminal that was found."""
        return "$END" if self.found is None else self.found.type

    @property
    def step(self) -> Sequence[Token]:
        """The tokens of the step at hand, so far; nothing in other leaves than effects."""
        if self.kind != "effect":
            return ()
        first = 0
        for index, token in enumerate(self.before):
            if token.type == "_THEN":
                first = index + 1
        return self.before[first:]

    def mistake(
        self, code: str, message: str, hint: str | None = None, first: Token | None = None
    ) -> Mistake:
        """Return a mistake at the unexpected part, or from an earlier token to its end."""
        return Mistake(code, message, hint, _start(first) if first else self.start, self.end)


def explain(at: Stumble) -> Mistake:
    """Return the mistake that most likely stopped the parser."""
    return (
        _split_by_comma(at)
        or _bare_function(at)
        or foreign_at(at.text, at.start)
        or _parenthesis(at)
        or _possessive(at)
        or _misspelt_verb(at)
        or _side_by_side(at)
        or _amount_behind(at)
        or _misspelt(at)
        or _misspelt_before(at)
        or _article(at)
        or _ended(at)
        or _reserved(at)
        or _unexpected(at)
    )


def _split_by_comma(at: Stumble) -> Mistake | None:
    if at.flow and at.kind == "effect" and not at.before and at.type == "INT":
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
        start = _start(open_ones[-1])
        hint = _SPLIT if at.flow else "Add a ')' where the part ends."
        message = "This parenthesis is not closed."
        return Mistake("unclosed-parenthesis", message, hint, start, start + 1)
    if at.type == "_RP" and not open_ones:
        hint = _SPLIT if at.flow else "Add a '(' before it, or leave it out."
        return at.mistake("unopened-parenthesis", "This parenthesis closes nothing.", hint)
    return None


def _bare_function(at: Stumble) -> Mistake | None:
    """Catch `count my hand` and `any others`."""
    if not at.before or at.found is None or str(at.before[-1]) not in FUNCTIONS:
        return None
    if at.before[-1].type != "NAME" or at.type not in ("NAME", "_MY", "_ITS", "INT"):
        return None
    name = at.before[-1]
    message = f"'{name}' is a function: what it is about stands in parentheses."
    start = _start(name)
    hint = f"For example: {FUNCTIONS[str(name)].example}"
    return Mistake("unexpected-word", message, hint, start, start + len(name))


def _article(at: Stumble) -> Mistake | None:
    """Catch `shuffle the deck` and `a card in my hand`."""
    if not at.before or str(at.before[-1]) not in ARTICLES or at.type not in ("NAME", "_MY"):
        return None
    article = at.before[-1]
    start = _start(article)
    message = f"'{article}' is read as a name here."
    hint = f"Leave '{article}' out and write '{at.found}' alone."
    return Mistake("unexpected-word", message, hint, start, start + len(article))


def _possessive(at: Stumble) -> Mistake | None:
    if not at.before or at.before[-1].type != "_POSS" or _is_keyword(at.found):
        return None
    sign = at.before[-1]
    owner = f"{at.before[-2]}'s"
    message = f"After {owner} the name of what it has is missing."
    hint = f"Write for example: {owner} value"
    start = _start(at.before[-2])
    return Mistake("possessive-without-name", message, hint, start, _start(sign) + len(sign))


def _misspelt_verb(at: Stumble) -> Mistake | None:
    """Look at the word that opens the step: `gian 2 wood, 1 stone` stumbles only at the comma."""
    if not at.step or at.step[0].type != "NAME":
        return None
    opening = at.step[0]
    close = get_close_matches(str(opening), sorted(VERBS), 1, ALIKE_VERB)
    if not close:
        return None
    message = f"'{opening}' does not open an action."
    start = _start(opening)
    return Mistake(
        "misspelt-word", message, f"Did you mean '{close[0]}'?", start, start + len(opening)
    )


def _side_by_side(at: Stumble) -> Mistake | None:
    """Catch `gain 2 wood 1 stone`, where the second number reads like the start of `1 times`."""
    if at.accepts != {"TIMES"} or at.type != "NAME":
        return None
    number = at.before[-1]
    message = f"'{number} {at.found}' follows with nothing between."
    hint = f"Put a comma or 'and' before '{number} {at.found}'."
    return at.mistake("side-by-side", message, hint, number)


def _amount_behind(at: Stumble) -> Mistake | None:
    """Catch `gain wood 2` and `raise my health 2`."""
    tokens = [*at.before, *([at.found] if at.found else [])]
    if len(tokens) < 2 or tokens[-1].type != "INT" or tokens[-2].type != "NAME":
        return None
    name, number = tokens[-2:]
    opening = str(at.step[0]) if at.step else at.kind
    if opening in ("raise", "lower"):
        hint = f"Write 'by {number}'."
    elif opening in ("bundle", "gain", "lose", "pay", "trade", "add", "give", "take", "substitute"):
        hint = f"The amount comes first: '{number} {name}'."
    else:
        return None
    message = f"The number {number} cannot follow '{name}'."
    start = _start(number)
    return Mistake("unexpected-word", message, hint, start, start + len(number))


def _misspelt(at: Stumble) -> Mistake | None:
    if at.found is None or at.type != "NAME":
        return None
    close = get_close_matches(str(at.found), _words(at.accepts), 1, ALIKE)
    close = close or _shuffled(str(at.found), _words(at.accepts))
    if not close:
        return None
    message = f"'{at.found}' is not expected here."
    return at.mistake("misspelt-word", message, f"Did you mean '{close[0]}'?")


def _misspelt_before(at: Stumble) -> Mistake | None:
    """Look one word back: in `take all form here`, `form` could still have been a name."""
    if not at.before or at.before[-1].type != "NAME":
        return None
    last = at.before[-1]
    close = get_close_matches(str(last), _words(at.earlier), 1, ALIKE_VERB)
    close = close or _shuffled(str(last), _words(at.earlier))
    if not close:
        return None
    message = f"After '{last}' the sentence makes no sense."
    start = _start(last)
    hint = f"Did you mean '{close[0]}'?"
    return Mistake("misspelt-word", message, hint, start, start + len(last))


def _ended(at: Stumble) -> Mistake | None:
    if at.found is not None:
        return None
    message = f"The sentence ends after '{at.before[-1]}', but {expected(at.accepts)} is missing."
    hint = _for_example(at)
    if at.kind == "choice" and len(at.before) == 1 and str(at.before[0]).endswith("s"):
        hint = f"Give each of them a name: one in {at.before[0]}"
    return at.mistake("unexpected-end", message, hint)


def _reserved(at: Stumble) -> Mistake | None:
    if at.type == "I":
        message = "'I' stands only at the start of an event."
        hint = "Actions have no subject; what is yours is 'my ...', and you yourself are 'me'."
        if at.kind == "event":
            hint = "Start with it, as in: I gain wood"
        return at.mistake("reserved-word", message, hint)
    if not _is_keyword(at.found):
        return None
    if "NAME" in at.accepts and "$END" not in at.accepts and "_RAISE" not in at.accepts:
        message = f"'{at.found}' is a word of the language and cannot be the name expected here."
        hint = _for_example(at)
        if str(at.found) in VERBS and at.before and at.before[-1].type in ("_AND", "_COMMA"):
            hint = f"To do one thing after another, write 'then {at.found} ...'."
        return at.mistake("reserved-word", message, hint)
    return None


def _unexpected(at: Stumble) -> Mistake:
    shown = "'s" if at.type == "_POSS" else f"'{at.found}'"
    message = f"Expected {expected(at.accepts)}, but found {shown}."
    return at.mistake("unexpected-word", message, _advice(at) or _for_example(at))


def _advice(at: Stumble) -> str | None:
    """Say what to write where the intention can be guessed."""
    opening = at.step[0] if at.step else None
    ended = "$END" in at.accepts
    match at.type:
        case "PLUS" if not ended:
            return "A number needs no '+' before it."
        case "_RP" if at.before[-1].type == "_LP":
            return "Leave the parentheses out if nothing stands between them."
        case "_IF" if at.kind == "effect" and not ended:
            return (
                "The condition comes last: 'gain 1 wood if ...'; or use the key 'if' with 'then'."
            )
        case "_WHERE" if ended:
            return "There is one 'where'; join its conditions with 'and'."
        case "_THEN" if ended:
            return "'then' joins the actions of a sentence that does something."
        case "_HAS":
            return "To ask what somebody has, write for example: opponent's wood > 0"
        case "TIMES" if at.kind == "value":
            return "Leave 'times' out: the number alone says how often."
        case "_TO" if opening is not None and str(opening) in ("raise", "lower"):
            return f"Write '{opening} ... by ...' to change it, or 'set ... to ...'."
    if str(at.found) == "per" or (at.type == "_FOR" and "for each" in at.text):
        return "How many can be a value in parentheses, as in: gain (my fields) wood"
    if at.kind == "effect" and not at.before and (given := _ASSIGNMENT.fullmatch(at.text)):
        return f"To change a value, write 'set {given[1]} to {given[2]}'."
    if opening is not None and opening.type == "NAME" and ended:
        if foreign := verb_hint(str(opening)):
            return foreign
        if at.type in ("_COMMA", "_AND"):
            return "Write 'then' between two actions."
        if at.type in _VALUE_PARTS:
            return f"In a call a value stands in parentheses: '{opening} (my level + 1)'."
        if _is_keyword(at.found) and str(at.found) not in VERBS:
            return f"If '{at.found}' belongs to the name of what is done, join the words with '_'."
    if opening is not None and ended and str(at.found) in VERBS:
        return f"To do one thing after another, write 'then {at.found} ...'."
    return None


def _start(token: Token) -> int:
    return token.start_pos or 0


def _is_keyword(token: Token | None) -> bool:
    return token is not None and str(token) in KEYWORDS


def _words(terminals: frozenset[str]) -> list[str]:
    """The words among some terminals, without the signs."""
    return [word for word in map(written, sorted(terminals)) if word and word.isalpha()]


def _shuffled(word: str, words: list[str]) -> list[str]:
    """The word with the same letters in another order: `tis` for `its`, `ym` for `my`."""
    letters = sorted(word)
    return [each for each in words if each != word and sorted(each) == letters][:1]


def _for_example(at: Stumble) -> str:
    """Show a right sentence with the verb at hand, or a right leaf of this kind."""
    verb = next((str(token) for token in reversed(at.step) if str(token) in FORMS), None)
    return f"A right sentence is, for example: {FORMS[verb] if verb else KIND_FORMS[at.kind]}"


def expected(accepts: frozenset[str]) -> str:
    """Say in words what could stand here, at most four things.

    >>> expected(frozenset({"_FROM", "_POSS"}))
    "'from'"
    >>> expected(frozenset({"NAME", "_MY", "_ITS", "_POSSIBLE"}))
    'a name'
    """
    named = accepts & _JOINTS
    wanted: list[str] = []
    if "$END" in accepts:
        # `move card ...` may be a call or go on with `to`; the latter is what people mean.
        named &= {"_TO", "_FROM", "_ON"} & named or {"_THEN", "_COMMA"}
        wanted = ["the end of the sentence"] if named <= {"_THEN", "_COMMA"} else []
    elif "GAIN" in accepts and "_RAISE" in accepts:
        wanted.append("an action")
    elif "_FREE" in accepts and "_NOT" not in accepts:
        wanted.append("an amount of goods")
    elif {"INT", "_MY"} <= accepts:
        wanted.append("a value")
    elif "NAME" in accepts:
        wanted.append("a name")
    elif "INT" in accepts and not named:
        wanted.append("a number")
    if not wanted and not named:
        named = accepts & (_OPERATORS | {"_LP"})
    if not named <= {"_COMMA", "_RP"}:
        named -= {"_COMMA"}
    wanted += [f"'{sign}'" for sign in map(written, sorted(named)) if sign]
    if not wanted:
        return "something else"
    if len(wanted) > 4:
        wanted = [*wanted[:3], "the like"]
    *others, last = wanted
    return f"{', '.join(others)} or {last}" if others else last
