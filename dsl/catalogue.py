"""The codes of all problems: nothing in, a title, an explanation and two examples per code out.

One dict per stage, here and in the modules beside this one, merged at the end.
`problems.problem` accepts only codes listed here, and the reference page of problems is made from
this table.  `bad` is the smallest text that shows the problem and `good` the same text put right.
"""

from __future__ import annotations

from rulewright.dsl.catalogue_entry import Entry
from rulewright.dsl.catalogue_names import GENERAL, NAMES, VARIANTS
from rulewright.dsl.catalogue_rules import RULES, TYPES
from rulewright.dsl.catalogue_yaml import YAML

SCHEMA: dict[str, Entry] = {
    "unknown-key": Entry(
        "A key that is not known here",
        "Each mapping has its own keys. Most often the key is misspelt, or its line is indented "
        "too much or too little.",
        "flow:\n  any_order: [dig, sow]\n  at_leest: 1\n",
        "flow:\n  any_order: [dig, sow]\n  at_least: 1\n",
    ),
    "misplaced-key": Entry(
        "A key that belongs to something else",
        "The key exists, but not beside this head: 'order' goes with 'for_each' and not with "
        "'choose'.",
        "flow:\n  choose: room in display\n  order: seat\n",
        "flow:\n  for_each: p in players\n  order: seat\n  do: dig\n",
    ),
    "two-heads": Entry(
        "Two heads in one mapping",
        "A mapping says one thing, so it has one head such as 'any_order', 'one_of' or 'choose'. "
        "Two steps are two items of a list.",
        "flow:\n  any_order: [dig, sow]\n  one_of: [feed, breed]\n",
        "flow:\n  - any_order: [dig, sow]\n  - one_of: [feed, breed]\n",
    ),
    "no-head": Entry(
        "A mapping that does not say what it is",
        "Keys such as 'at_least' or 'label' only add to a head such as 'any_order' or 'do'.",
        "flow:\n  at_least: 1\n",
        "flow:\n  any_order: [dig, sow]\n  at_least: 1\n",
    ),
    "clashing-keys": Entry(
        "Two keys that exclude each other",
        "A rule either must happen ('do') or may happen ('may').",
        "rules:\n  - after: I gain flax\n    do: gain 1 food\n    may: gain 1 food\n",
        "rules:\n  - after: I gain flax\n    may: gain 1 food\n",
    ),
    "missing-key": Entry(
        "A key is missing",
        "Something cannot do without a key that is not there.",
        "flow:\n  for_each: p in players\n",
        "flow:\n  for_each: p in players\n  do: dig\n",
    ),
    "nothing-here": Entry(
        "Nothing after the colon",
        "A key has no value. Often the lines that belong to it are indented too little.",
        "flow:\n  for_each: p in players\n  do:\n",
        "flow:\n  for_each: p in players\n  do:\n    - dig\n",
    ),
    "wrong-type": Entry(
        "A value of the wrong sort",
        "A number stands where a text belongs, a text where a list belongs, and so on.",
        "players: [one, two]\n",
        "players: 1-2\n",
    ),
    "wrong-value": Entry(
        "A value that is not possible here",
        "Only certain words, names or numbers can stand here.",
        "stage: finished\n",
        "stage: stable\n",
    ),
    "bad-key": Entry(
        "A key that is not a proper name",
        "Ids are small letters, digits and '_', and start with a letter; languages are codes such "
        "as 'en'.",
        "goods:\n  Gold-Coin: {max: 9}\n",
        "goods:\n  gold_coin: {max: 9}\n",
    ),
    "empty": Entry(
        "A list or mapping with nothing in it",
        "At least one item or key is needed.",
        "flow:\n  one_of: []\n",
        "flow:\n  one_of: [dig, sow]\n",
    ),
}

SYNTAX: dict[str, Entry] = {
    "leaf-empty": Entry(
        "A sentence is missing",
        "The key needs a sentence or a value.",
        "do:\n",
        "do: nothing\n",
    ),
    "leaf-folded": Entry(
        "A sentence over several lines",
        "A sentence stands on one line, so that every message can point into it.",
        "do: gain 2 wood\n  then pay 1 coin\n",
        "do: gain 2 wood then pay 1 coin\n",
    ),
    "leaf-too-long": Entry(
        "A sentence is too long",
        "A sentence has at most 4,096 characters. Parts of it can have names of their own.",
        "is: a + b + ... (thousands of characters)",
        "is: left_half + right_half",
    ),
    "leaf-too-complex": Entry(
        "A sentence has too many parts",
        "A sentence has at most 500 parts, nested at most 64 deep. Parts of it can have names of "
        "their own.",
        "is: ((((((... (65 deep)",
        "is: inner_part + 1",
    ),
    "unexpected-end": Entry(
        "A sentence ends too early",
        "A part that belongs to the sentence is missing at its end.",
        "draw 2 from deck",
        "draw 2 from deck to my hand",
    ),
    "unexpected-word": Entry(
        "A word or sign in the wrong place",
        "The sentence is right up to this word, but this word cannot follow there.",
        "gain wood 2",
        "gain 2 wood",
    ),
    "misspelt-word": Entry(
        "A word of the language is misspelt",
        "Near this place only few words are possible, and the one found resembles one of them.",
        "take all form here",
        "take all from here",
    ),
    "reserved-word": Entry(
        "A word of the language used as a name",
        "Words such as 'to', 'for', 'take' and 'times' build sentences and are never names.",
        "gain 2 times",
        "gain 2 time_tokens",
    ),
    "mixed-and-or": Entry(
        "'and' and 'or' without parentheses",
        "People read 'a and b or c' in two ways. Parentheses say which one is meant.",
        "my wood > 1 and my stone > 1 or my coins > 3",
        "(my wood > 1 and my stone > 1) or my coins > 3",
    ),
    "unclosed-parenthesis": Entry(
        "A parenthesis is not closed",
        "Each '(' needs its ')'. Inside braces and brackets, YAML may have cut the sentence at a "
        "comma.",
        "count(my hand > 3",
        "count(my hand) > 3",
    ),
    "unopened-parenthesis": Entry(
        "A parenthesis closes nothing",
        "Each ')' needs its '(' before it.",
        "count(my hand)) > 3",
        "count(my hand) > 3",
    ),
    "possessive-without-name": Entry(
        "'s without a name after it",
        "After 's stands the name of what is meant.",
        "opponent's > 3",
        "opponent's coins > 3",
    ),
    "side-by-side": Entry(
        "Two goods with nothing between them",
        "Goods are joined by a comma or 'and', alternatives by 'or'.",
        "gain 2 wood 1 stone",
        "gain 2 wood, 1 stone",
    ),
    "times-without-number": Entry(
        "'times' without a number",
        "How often something is done is a number, or a value in parentheses.",
        "draw_card n times",
        "draw_card (n) times",
    ),
    "articles-only": Entry(
        "Only 'a', 'an' or 'the'",
        "These words are left out of phrases and events, so something else has to be said.",
        "I gain the",
        "I gain the wood",
    ),
    "foreign-operator": Entry(
        "A sign from another language",
        "The language says in words, or with other signs, what many programming languages say "
        "with this one.",
        "my wood > 1 && my stone > 1",
        "my wood > 1 and my stone > 1",
    ),
    "foreign-character": Entry(
        "A character that only looks right",
        "Typographic and full-width signs are other characters than the ones on the keyboard "
        "that they resemble.",
        "my wood ＞ 1",
        "my wood > 1",
    ),
    "dotted-name": Entry(
        "A dot between names",
        "What something has is written with 's, or with 'my' and 'its'.",
        "opponent.coins > 3",
        "opponent's coins > 3",
    ),
    "quoted-text": Entry(
        "Quotes inside a sentence",
        "Names and words stand without quotes.",
        'card\'s colour is "red"',
        "card's colour is red",
    ),
    "decimal-number": Entry(
        "A number that is not whole",
        "There are only whole numbers. '//' divides and rounds down.",
        "my wood * 0.5",
        "my wood // 2",
    ),
    "number-too-large": Entry(
        "A number in a sentence is too large",
        "Numbers lie between -9007199254740991 and 9007199254740991.",
        "gain 99999999999999999999 coins",
        "gain 99 coins",
    ),
    "number-in-name": Entry(
        "Digits and letters run together",
        "A number stands alone, and a name starts with a letter.",
        "gain 2wood",
        "gain 2 wood",
    ),
    "capital-letter": Entry(
        "A capital letter",
        "Names and words of the language are written in small letters.",
        "gain 2 Wood",
        "gain 2 wood",
    ),
    "name-letters": Entry(
        "A letter that names do not have",
        "Names use the letters a to z, digits and '_', and start with a letter. What people see "
        "is written under 'name', in any language.",
        "gain 2 blé",
        "gain 2 wheat",
    ),
    "hyphen-in-name": Entry(
        "A hyphen inside a name",
        "A hyphen subtracts. Names use '_' instead, and a subtraction has blanks around its sign.",
        "gain 2 fire-wood",
        "gain 2 fire_wood",
    ),
    "unknown-character": Entry(
        "An unknown character",
        "The language does not use this character.",
        "my wood > 1 ~ 2",
        "my wood > 1",
    ),
}

RULINGS: dict[str, Entry] = {}

CATALOGUE: dict[str, Entry] = {
    **YAML,
    **SCHEMA,
    **SYNTAX,
    **NAMES,
    **TYPES,
    **RULES,
    **VARIANTS,
    **RULINGS,
    **GENERAL,
}

__all__ = [
    "CATALOGUE",
    "GENERAL",
    "NAMES",
    "RULES",
    "RULINGS",
    "SCHEMA",
    "SYNTAX",
    "TYPES",
    "VARIANTS",
    "YAML",
    "Entry",
]
