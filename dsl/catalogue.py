"""The codes of all problems: nothing in, a title, an explanation and two examples per code out.

One dict per stage, merged at the end.  `problems.problem` accepts only codes listed here, and the
reference page of problems is made from this table.  `bad` is the smallest text that shows the
problem and `good` the same text put right.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What a code means, for somebody who met it for the first time."""

    title: str
    explanation: str
    bad: str
    good: str


YAML: dict[str, Entry] = {
    "file-not-found": Entry(
        "A file is missing",
        "A rule file was named that is not there.",
        "rulewright check games/tiny/gmae.yaml",
        "rulewright check games/tiny/game.yaml",
    ),
    "file-unreadable": Entry(
        "A file cannot be read",
        "The name belongs to a folder or to something else that is not a plain file, or the "
        "system does not allow reading it.",
        "rulewright check games/tiny/locale/fr.yaml/",
        "rulewright check games/tiny/locale/fr.yaml",
    ),
    "file-too-large": Entry(
        "A file is too large",
        "A rule file holds at most 2 MiB. Split a larger one by kind of thing.",
        "everything in game.yaml",
        "game.yaml, rooms.yaml, tiles.yaml",
    ),
    "file-not-utf8": Entry(
        "A file is not UTF-8 text",
        "Rule files are saved in the encoding UTF-8, the usual one of text editors.",
        "name: Décoration  (saved as Latin-1)",
        "name: Décoration  (saved as UTF-8)",
    ),
    "yaml-empty": Entry(
        "The file holds nothing",
        "There is no key, list or text in the file, at most comments.",
        "# goods: later\n",
        "goods:\n  gold: {}\n",
    ),
    "yaml-invisible-character": Entry(
        "A character that cannot be seen",
        "Control characters, invisible spaces and marks that reverse the direction of writing "
        "make a file read differently from what it says.",
        "gold\u200b: 1\n",
        "gold: 1\n",
    ),
    "yaml-long-line": Entry(
        "A line is too long",
        "A line holds at most 10,000 characters.",
        "- all sentences of a booklet on one line",
        "- one sentence\n- on each line\n",
    ),
    "yaml-too-deep": Entry(
        "Blocks stand too deep inside each other",
        "Lists and keys may be nested 64 levels deep.",
        "[" * 65 + "]" * 65,
        "[[]]\n",
    ),
    "yaml-too-many": Entry(
        "A file holds too many things",
        "A file holds at most 200,000 keys, lists and values.",
        "a list of 200,000 items",
        "several files",
    ),
    "yaml-directive": Entry(
        "A line that starts with %",
        "A leading '%' gives YAML an instruction. The only one allowed is '%YAML 1.2', followed "
        "by a line '---'.",
        "%YAML 1.1\n---\nopen: yes\n",
        "open: true\n",
    ),
    "yaml-second-document": Entry(
        "A second document in one file",
        "'---' starts a second document. A rule file is one document.",
        "gold: 1\n---\nwood: 1\n",
        "gold: 1\nwood: 1\n",
    ),
    "yaml-anchor": Entry(
        "A text that starts with &",
        "YAML reads a leading '&' as a name for what follows. Rule files do not use such names.",
        "cost: &usual 2 wood\n",
        "cost: 2 wood\n",
    ),
    "yaml-alias": Entry(
        "A text that starts with *",
        "YAML reads a leading '*' as 'the same as above'. Rule files say a thing where it is "
        "needed, or call a procedure.",
        "cost: *usual\n",
        "cost: 2 wood\n",
    ),
    "yaml-tag": Entry(
        "A text that starts with !",
        "YAML reads a leading '!' as the name of a type. Rule files say 'not'.",
        "if: !done\n",
        "if: not done\n",
    ),
    "yaml-merge-key": Entry(
        "The key <<",
        "'<<' would copy keys from elsewhere. Rule files do not use it: a variant changes single "
        "values, a procedure shares rules.",
        "room:\n  <<: {points: 1}\n",
        "room:\n  points: 1\n",
    ),
    "yaml-complex-key": Entry(
        "A key that is not a name",
        "A key is one name on one line. Lists, braces and the mark '?' cannot make a key.",
        "[a, b]: 1\n",
        "a: 1\nb: 1\n",
    ),
    "yaml-missing-key": Entry(
        "A value without a key",
        "There is nothing in front of the ':'.",
        ": 3\n",
        "points: 3\n",
    ),
    "yaml-duplicate-key": Entry(
        "The same key twice",
        "A key may stand only once in its block; YAML would drop one of the two.",
        "gold: 1\ngold: 2\n",
        "gold: 2\n",
    ),
    "yaml-big-number": Entry(
        "A number is too big",
        "Numbers lie between -9007199254740991 and 9007199254740991.",
        "gold: 12345678901234567890\n",
        "gold: 100\n",
    ),
    "yaml-tab": Entry(
        "A tab",
        "YAML lines are indented with spaces only.",
        "goods:\n\tgold: 1\n",
        "goods:\n  gold: 1\n",
    ),
    "yaml-indent": Entry(
        "A line is indented too much or too little",
        "Lines of one block start in the same column, and lines that belong to a key start "
        "further right than the key.",
        "room:\n  cost: 1 wood\n points: 3\n",
        "room:\n  cost: 1 wood\n  points: 3\n",
    ),
    "yaml-dash": Entry(
        "A list item in the wrong place",
        "Each '- ' of a list starts its own line, below the others, and a block holds either "
        "keys or list items.",
        "do: - gain 1 gold\n",
        "do:\n  - gain 1 gold\n",
    ),
    "yaml-colon": Entry(
        "A colon inside a text",
        "A colon followed by a space ends a key. A text that contains one stands in quotes.",
        "text: Note: dig first\n",
        'text: "Note: dig first"\n',
    ),
    "yaml-missing-colon": Entry(
        "A key without its colon",
        "Between keys, each line needs a key, a ':' and a space.",
        "cost: 1 wood\npoints 3\ncolour: blue\n",
        "cost: 1 wood\npoints: 3\ncolour: blue\n",
    ),
    "yaml-missing-space": Entry(
        "No space after the colon",
        "The ':' after a key is followed by a space or by the end of the line.",
        "room:\n  colour:blue\n  points: 3\n",
        "room:\n  colour: blue\n  points: 3\n",
    ),
    "yaml-unclosed-quote": Entry(
        "A quote is not closed",
        "A text that starts with a quote ends with the same quote, best on the same line.",
        "name: 'Dungeon\npoints: 3\n",
        "name: 'Dungeon'\npoints: 3\n",
    ),
    "yaml-after-quote": Entry(
        "Text after the closing quote or bracket",
        "When a value starts with a quote or a bracket, nothing may follow the closing one. "
        "Inside single quotes an apostrophe is written twice.",
        "name: 'Dwarf's den'\n",
        "name: Dwarf's den\n",
    ),
    "yaml-unclosed-bracket": Entry(
        "A bracket is not closed",
        "Each '[' needs its ']' and each '{' its '}'.",
        "rooms: [dungeon, stall\npoints: 3\n",
        "rooms: [dungeon, stall]\npoints: 3\n",
    ),
    "yaml-stray-character": Entry(
        "A mark where a value is expected",
        "A value does not start with a comma or a closing bracket, and no list has two commas in "
        "a row.",
        "rooms: [dungeon,, stall]\n",
        "rooms: [dungeon, stall]\n",
    ),
    "yaml-reserved-character": Entry(
        "A text that starts with @, %, ? or a backtick",
        "YAML keeps these marks for itself at the start of a text.",
        "to: @bank\n",
        "to: bank\n",
    ),
    "yaml-escape": Entry(
        "An unknown escape after a backslash",
        'Inside double quotes a backslash starts an escape such as \\n or \\". Single quotes '
        "take a backslash as it is.",
        'text: "a\\qb"\n',
        "text: 'a\\qb'\n",
    ),
    "yaml-block-text": Entry(
        "A text that starts with | or >",
        "A leading '|' or '>' starts a block of text on the next lines and nothing may follow it "
        "on its own line.",
        "if: > 3\n",
        "if: gold > 3\n",
    ),
    "yaml-flow-comma": Entry(
        "A line was split at a comma",
        "Inside braces and brackets YAML splits at every comma, also in the middle of a sentence.",
        "room: {do: gain 2 grain, 1 flax}\n",
        "room:\n  do: gain 2 grain, 1 flax\n",
    ),
    "yaml-flow-value": Entry(
        "A name in braces without a value",
        "Inside braces each entry is a key, a ':', a space and a value.",
        "if: {done}\n",
        "if: done\n",
    ),
    "yaml-syntax": Entry(
        "YAML cannot read this",
        "The text breaks a rule of YAML that has no message of its own.",
        "%YAML 1.2\ngold: 1\n",
        "%YAML 1.2\n---\ngold: 1\n",
    ),
}

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
        "count my hand) > 3",
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
        "card's colour is \"red\"",
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

NAMES: dict[str, Entry] = {}

TYPES: dict[str, Entry] = {}

RULES: dict[str, Entry] = {}

VARIANTS: dict[str, Entry] = {}

RULINGS: dict[str, Entry] = {}

GENERAL: dict[str, Entry] = {
    "too-many-problems": Entry(
        "More problems than are shown",
        "Only the first hundred problems are shown; often they have few causes.",
        "a file with hundreds of mistakes",
        "the same file after the first ones are corrected",
    ),
}

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
