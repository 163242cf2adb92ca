"""Words for messages: nouns, counts and names in, parts of sentences out."""

from __future__ import annotations

_IRREGULAR = {"die": "dice", "dwarf": "dwarves", "leaf": "leaves", "person": "people", "man": "men"}


def a_(noun: str) -> str:
    """A noun with its article.

    >>> a_("option"), a_("zone")
    ('an option', 'a zone')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """The plural of an English noun, as far as messages need it.

    >>> plural("room"), plural("city"), plural("die"), plural("box")
    ('rooms', 'cities', 'dice', 'boxes')
    """
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def capital(text: str) -> str:
    """A text with a capital at its start; names further on keep their letters."""
    return text[:1].upper() + text[1:]
