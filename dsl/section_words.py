"""Sections by other names: a top-level key that no game file has in, the section it means out.

People who come from other tools, or from their own rulebook, call sections by words that are not
spelt alike at all. A word is taken for a section only where the file has no section of that name.
"""

from __future__ import annotations

from collections.abc import Collection

from rulewright.dsl.suggest import did_you_mean

_OTHER_WORDS = {
    "title": "name heading",
    "description": "about summary text",
    "players": "player_count number_of_players seats",
    "source": "author credits reference",
    "options": "settings config configuration parameters modes",
    "enums": "enumerations",
    "goods": "resources tokens currencies currency materials",
    "groups": "categories",
    "state": "variables vars var counters flags data memory",
    "kinds": "types classes component_types",
    "zones": "areas decks deck piles hands hand locations",
    "boards": "maps map grid grids",
    "define": "definitions formulas functions values let macros constants",
    "procedures": "actions action moves methods routines subroutines effects",
    "rules": "triggers hooks events",
    "setup": "start init initial initialise initialize preparation begin",
    "flow": "turns turn phases rounds turn_order sequence main play gameplay loop",
    "scoring": "score scores points victory victory_points winning winner final_score",
    "invariants": "asserts assertions checks always",
    "display": "show screen view layout ui panels interface",
    "limits": "bounds maximum",
}

SECTION_OF = {word: section for section, words in _OTHER_WORDS.items() for word in words.split()}
"""Words for sections that are not spelt like them."""


def meant_section(key: str, candidates: Collection[str]) -> str | None:
    """Return the section a key most likely stands for: misspelt, or by another word.

    >>> meant_section("scorring", ["scoring", "flow"]), meant_section("score", ["scoring", "flow"])
    ('scoring', 'scoring')
    """
    near = did_you_mean(key, candidates)
    other = SECTION_OF.get(key.casefold().replace("-", "_"))
    return near or (other if other in candidates else None)
