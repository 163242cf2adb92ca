"""Habits from other languages: a text and a place in, the mistake and the right spelling out.

Signs that programming languages, spreadsheets, typewriters and Japanese keyboards offer for things
that this language writes differently.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.dsl.syntax_words import KEYWORDS


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with `text[start:end]` of a leaf."""

    code: str
    message: str
    hint: str | None
    start: int
    end: int


# Runs of signs, as a whole.
_OPERATORS = {
    "&&": "Write 'and'.",
    "&": "Write 'and'.",
    "||": "Write 'or'.",
    "|": "Write 'or'.",
    "!": "Write 'not'.",
    "=": "To compare write '==' or 'is'; to change a value write 'set ... to ...'.",
    "===": "Write '=='.",
    "!==": "Write '!='.",
    "=>": "Write '>='.",
    "=<": "Write '<='.",
    "<>": "Write '!=' or 'is not'.",
    "**": "There are no powers; multiply with '*'.",
    "^": "There are no powers; multiply with '*'.",
    "/": "Write '//', which divides and rounds down.",
    "++": "To add one, write 'raise ...'.",
    "--": "To take one away, write 'lower ...'.",
    "+=": "Write 'raise ... by ...'.",
    "-=": "Write 'lower ... by ...'.",
    ":=": "Write 'set ... to ...', or 'let ... be ...' for a new name.",
    "->": "Write 'then' for what comes next.",
    "?": "To choose between two values write 'if ... then ... else ...'.",
    "??": "To choose between two values write 'if ... then ... else ...'.",
    ":": "To choose between two values write 'if ... then ... else ...'.",
    ";": "Write 'then' between two actions.",
    "≤": "Write '<='.",
    "≦": "Write '<='.",
    "≥": "Write '>='.",
    "≧": "Write '>='.",
    "≠": "Write '!=' or 'is not'.",
    "×": "Write '*'.",
    "÷": "Write '//', which divides and rounds down.",
    "∧": "Write 'and'.",
    "∨": "Write 'or'.",
    "¬": "Write 'not'.",
    "∈": "Write 'in'.",
}
_OURS = frozenset({"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "//"})
_RUN = re.compile(r"[&|!=<>*/+\-?:;^]+|[≤≦≥≧≠×÷∧∨¬∈]")

# Signs that look like one of ours but are another character.
LOOKALIKES = {
    "’": "'", "‘": "'", "´": "'", "ʼ": "'", "−": "-", "–": "-", "—": "-", "、": ",", "，": ",",
    "\u3000": " ", "\u00a0": " ", "\u202f": " ", "\t": " ", "〜": "-",
}  # fmt: skip

# Words that English and other languages have for what we write otherwise.
_PHRASES = (
    (r"(?:is )?(?:not equal(?:s)?(?: to)?|different from|unequal(?: to)?)", "!=' or 'is not"),
    (r"(?:is )?(?:equals?|same as)(?: to)?", "==' or 'is"),
    (r"(?:is )?(?:greater|more|bigger|larger|higher) (?:than )?or equal(?: to)?", ">="),
    (r"(?:is )?(?:less|fewer|smaller|lower) (?:than )?or equal(?: to)?", "<="),
    (r"(?:is )?(?:greater|more|bigger|larger|higher) than", ">"),
    (r"(?:is )?(?:less|fewer|smaller|lower) than", "<"),
    (r"(?:is )?at least", ">="),
    (r"(?:is )?at most", "<="),
    (r"unless", "if not"),
    (r"otherwise", "else"),
    (r"elif|elsif", "else if"),
    (r"when|whenever", "if"),
    (r"whose|such that|that has|which has", "where its"),
    (r"plus", "+"),
    (r"minus", "-"),
    (r"divided by|div", "//"),
    (r"multiplied by", "*"),
    (r"mod|modulo", "%"),
)
_PHRASE_PATTERNS = [(re.compile(rf"\b(?:{words})\b"), ours) for words, ours in _PHRASES]

_DECIMAL = re.compile(r"(?<![\w.,])\d+[.,]\d+(?![\w])")
_DOTTED = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)")
_QUOTED = re.compile(r"\"([^\"]*)\"|(?<!\w)'([^']*)'|`([^`]*)`|[“„«]([^”“»]*)[”“»]")
_WORD = re.compile(r"\w+")
_HYPHENED = re.compile(r"(?<![\w'’])[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+(?!\w)")
_OWNERS = {"my": "my", "me": "my", "self": "my", "player": "my", "it": "its", "its": "its"}


def hyphened_name(text: str) -> Mistake | None:
    """Find a name with a hyphen, which would otherwise be read as a subtraction."""
    found = _HYPHENED.search(text)
    if found is None:
        return None
    name = found.group()
    hint = f"Write '{name.replace('-', '_')}' for a name, '{name.replace('-', ' - ')}' to subtract."
    return _at(found, "hyphen-in-name", f"'{name}' could be a name or a subtraction.", hint)


def foreign_at(text: str, at: int) -> Mistake | None:
    """Return what is foreign at this place of a text, or None if every sign there is ours."""
    return (
        _decimal(text, at)
        or _dotted(text, at)
        or _quoted(text, at)
        or _operator(text, at)
        or _phrase(text, at)
        or _lookalike(text, at)
    )


def unknown_character(text: str, at: int) -> Mistake:
    """Return the mistake at a place where no word or sign of the language can start."""
    found = foreign_at(text, at) or _bracket(text, at) or _bad_word(text, at)
    if found is not None:
        return found
    sign = text[at]
    if sign == "." and not text[at + 1 :].strip():
        hint = "Leave the full stop out."
        return Mistake("unknown-character", "A sentence here has no full stop.", hint, at, at + 1)
    if sign == "'":
        hint = "Write 's, also after a plural, and the name of what is meant."
        message = "An apostrophe stands only in 's."
        return Mistake("unknown-character", message, hint, at, at + 1)
    shown = f"'{sign}'" if sign.isprintable() else f"the character U+{ord(sign):04X}"
    message = f"The language does not know {shown}."
    return Mistake("unknown-character", message, "Leave it out or say it in words.", at, at + 1)


def _at(found: re.Match[str], code: str, message: str, hint: str) -> Mistake:
    return Mistake(code, message, hint, found.start(), found.end())


def _covering(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str] | None:
    for found in pattern.finditer(text):
        if found.start() <= at < found.end():
            return found
    return None


def _decimal(text: str, at: int) -> Mistake | None:
    found = _covering(_DECIMAL, text, at)
    if found is None:
        return None
    hint = "There are only whole numbers; '//' divides and rounds down."
    return _at(found, "decimal-number", f"'{found.group()}' is not a whole number.", hint)


def _dotted(text: str, at: int) -> Mistake | None:
    found = _covering(_DOTTED, text, at)
    if found is None:
        return None
    owner, name = found.groups()
    ours = f"{_OWNERS[owner]} {name}" if owner in _OWNERS else f"{owner}'s {name}"
    message = "What something has is not written with a dot."
    return _at(found, "dotted-name", message, f"Write: {ours}")


def _quoted(text: str, at: int) -> Mistake | None:
    found = _covering(_QUOTED, text, at)
    if found is None:
        return None
    word = next((part for part in found.groups() if part), "")
    hint = f"Write {word} without them." if word else "Leave them out."
    return _at(found, "quoted-text", "Names and words do not stand in quotes.", hint)


def _operator(text: str, at: int) -> Mistake | None:
    # The end of the text belongs to a sign that stands just before it: `n++`.
    for place in (at, at - 1) if at >= len(text) else (at,):
        found = _covering(_RUN, text, place)
        if found is None:
            continue
        run = found.group()
        if run in _OURS:
            return None
        if run == "=":
            return _at(
                found, "foreign-operator", "One '=' alone says nothing.", _equals(text, place)
            )
        if run in _OPERATORS:
            message = f"'{run}' is not a sign of this language."
            return _at(found, "foreign-operator", message, _OPERATORS[run])
        sign = text[place]
        if sign in _OPERATORS:
            message = f"'{sign}' is not a sign of this language."
            return Mistake("foreign-operator", message, _OPERATORS[sign], place, place + 1)
    return None


def _equals(text: str, at: int) -> str:
    """Say what `=` stands for, by the words before it."""
    if re.search(r"\blet \w+ *$", text[:at]):
        return "Write 'let ... be ...'."
    if re.search(r"\bset [^=]*$", text[:at]):
        return "Write 'set ... to ...'."
    return _OPERATORS["="]


def _phrase(text: str, at: int) -> Mistake | None:
    for pattern, ours in _PHRASE_PATTERNS:
        found = _covering(pattern, text, at)
        if found is not None:
            message = f"'{found.group()}' is not understood here."
            return _at(found, "foreign-operator", message, f"Write '{ours}'.")
    return None


def _lookalike(text: str, at: int) -> Mistake | None:
    if at >= len(text):
        return None
    sign = text[at]
    ours = LOOKALIKES.get(sign)
    if ours is None and "\uff01" <= sign <= "\uff5e":
        ours = chr(ord(sign) - 0xFEE0)
    if ours is None:
        return None
    name = {" ": "a plain space", "'": "a plain apostrophe (')"}.get(ours, f"'{ours}'")
    shown = f"'{sign}'" if sign.isprintable() and not sign.isspace() else "This blank"
    message = f"{shown} looks like {name}, but is another character."
    hint = _OPERATORS.get(ours, f"Write {name}.")
    return Mistake("foreign-character", message, hint, at, at + 1)


def _bracket(text: str, at: int) -> Mistake | None:
    if text[at] not in "[]{}":
        return None
    message = "Square brackets and braces have no meaning in a sentence."
    hint = "Write '(...)' to group, and 'nth(row, 2)' for the second of a row."
    return Mistake("foreign-operator", message, hint, at, at + 1)


def _bad_word(text: str, at: int) -> Mistake | None:
    """Explain a word that is neither a name, a number nor a keyword."""
    found = _covering(_WORD, text, at)
    if found is None:
        return None
    word = found.group()
    number = re.match(r"\d+", word)
    if number is not None:
        rest = word[number.end() :]
        hint = f"Write '{number.group()} {rest}', or start the name with a letter."
        if not rest.isalpha():
            hint = "A number has digits only, a name starts with a letter."
        return _at(found, "number-in-name", f"'{word}' is neither a number nor a name.", hint)
    if not word.isascii():
        message = f"'{word}' has letters other than a to z."
        hint = "Names use a to z, digits and '_'; 'name:' says what people see, in any language."
        return _at(found, "name-letters", message, hint)
    if word.startswith("_"):
        message = f"'{word}' starts with '_'."
        return _at(found, "name-letters", message, "Names start with a letter.")
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    if word.lower() in KEYWORDS:
        small = word.lower()
    message = f"'{word}' has capital letters."
    return _at(found, "capital-letter", message, f"Write '{small}'.")
