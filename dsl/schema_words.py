"""Words for the schema stage: values, paths and lists of names in, parts of sentences out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulewright.dsl.schema_files import Part, Schema
from rulewright.dsl.yaml_words import quoted

_FILES = {
    "game": "a game file",
    "variant": "a variant file",
    "rulings": "a file of rulings",
    "locale": "a file of translations",
}
# Definitions whose name says less than this.
_NOUNS = {
    "enum": "an enum",
    "place_attribute": "an attribute",
    "source_entry": "a source",
    "value_case": "a case",
    "points": "a line of the score sheet",
    "housing_place": "a place of housing",
    "state": "state",
    "text": "a text",
}


def name_of(path: Sequence[str | int]) -> str:
    """Return what a value is called after the keys that lead to it.

    >>> name_of(["goods", "gold"]), name_of(["rules", 1]), name_of([])
    ('gold', 'item 2 of rules', 'the file')
    """
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, int):
        return f"item {last + 1} of {name_of(path[:-1])}"
    return last if re.fullmatch(r"[\w.-]{1,40}", last) else quoted(last)


def kind_of(part: Part, path: Sequence[str | int]) -> str:
    """Return what sort of thing stands at a path: 'a rule', 'housing', 'a game file'."""
    if not path:
        return _FILES.get(part.file, "the file")
    if not part.noun or part.noun == path[-1]:
        return name_of(path)
    words = part.noun.replace("_", " ")
    article = "an" if words[0] in "aeiou" else "a"
    return _NOUNS.get(part.noun, f"{article} {words}")


def found_in_words(value: Any) -> str:
    """Return what was found, without the braces and quotes of a programming language.

    >>> found_in_words(7), found_in_words(["one", "two"]), found_in_words({"a": 1, "b": 2})
    ('the number 7', 'a list of words', 'the keys a and b')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {value}"
        case str():
            return quoted(value) if value else "an empty text"
        case []:
            return "an empty list"
        case list():
            return f"a list of {_sort_of(value)}" if _sort_of(value) else "a list"
        case dict():
            return _keys(list(value)) if value else "empty braces"
    return "something else"


def in_words(names: Sequence[str], last: str, most: int = 6) -> str:
    """Return names as a list in a sentence, `last` being 'and' or 'or'.

    >>> in_words(["do"], "or"), in_words(["do", "may", "adjust"], "or")
    ('do', 'do, may or adjust')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} {last} others"
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def in_quotes(names: Sequence[str], last: str) -> str:
    """Return names as a list in a sentence, each in quotes."""
    return in_words([quoted(name) for name in names], last)


def sentence(text: str) -> str:
    """Return a text with a capital where it starts with a word of ours, and a full stop."""
    first = text.split(" ", 1)[0]
    start = text[0].upper() + text[1:] if first in ("item", "the", "each", "a", "an") else text
    return start if start.endswith((".", "?")) else start + "."


def _keys(names: list[str]) -> str:
    shown = in_words([name_of([name]) for name in names], "and")
    return f"the keys {shown}" if len(names) > 1 else f"the key {shown}"


def _sort_of(items: list[Any]) -> str:
    if all(isinstance(item, str) for item in items):
        return "words"
    if all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        return "numbers"
    return ""


def type_hint(value: Any, types: list[str]) -> str | None:
    """Say how to write a value so that it has one of the types, where that is likely meant."""
    match value:
        case bool() | int() if "string" in types:
            shown = str(value).lower() if isinstance(value, bool) else value
            return f'Put it in quotes if text is meant: "{shown}".'
        case list() if "array" not in types and "object" in types:
            return "Write keys without '- ' in front of them."
        case str() | dict() if types == ["array"]:
            return "Put '- ' in front to make it an item of a list."
    return None


_FOREIGN_KEYS = {
    "while": "Loops are 'repeat', 'for_each', 'up_to', 'freely' and 'take_turns'.",
    "loop": "Loops are 'repeat', 'for_each', 'up_to', 'freely' and 'take_turns'.",
    "when": "Write 'if' with 'then' below it.",
    "unless": "Write 'if: not ...' with 'then' below it.",
    "switch": "Write 'first_match' with a list of cases.",
    "cases": "Write 'first_match' with a list of cases.",
    "optional": "Write 'may'.",
    "options": "Write 'one_of' with a list of parts.",
    "choice": "Write 'one_of' with a list of parts, or 'choose'.",
    "all_of": "Write a list: all of it is done.",
    "sequence": "Write a list: one item after another is done.",
}


def foreign_key(key: str, known: Schema) -> str | None:
    """Say what people mean who write a key of another language, or a sentence as a key."""
    first, _, rest = key.partition(" ")
    if rest and first in known:
        return f"Put a ':' behind '{first}', as in '{first}: {rest}'."
    return _FOREIGN_KEYS.get(key) if "for_each" in known else None


def like(word: str, few: list[Any]) -> str | None:
    """Return the one word of a few that starts like another: 'everybody' for 'everyone'."""
    close = [each for each in few if isinstance(each, str) and each[:4] == word[:4]]
    return close[0] if len(close) == 1 and len(word) >= 4 else None


def repaired(text: str, schema: Any) -> str | None:
    """Return how a name would have to be written to be an id or a name with hyphens."""
    pattern = str(schema.get("pattern", ""))
    if re.fullmatch(pattern, "a.b"):
        return None  # A path names something that is there; a tidier path would name nothing.
    for joint in ("_", "-"):
        made = re.sub(r"[^a-z0-9]+", joint, text.lower()).strip(joint)
        if made and made != text and len(made) <= 64 and re.fullmatch(pattern, made):
            return f"Write '{made}'."
    return None
