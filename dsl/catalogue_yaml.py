"""The codes of reading: what a file holds before anything is understood of it."""

from __future__ import annotations

from rulewright.dsl.catalogue_entry import Entry

YAML: dict[str, Entry] = {
    "file-not-found": Entry(
        "A file is missing",
        "A rule file was named that is not there.",
        "rulewright check games/my_game/gmae.yaml",
        "rulewright check games/my_game/game.yaml",
    ),
    "file-unreadable": Entry(
        "A file cannot be read",
        "The name belongs to a folder or to something else that is not a plain file, or the "
        "system does not allow reading it.",
        "rulewright check games/my_game/locale/fr.yaml/",
        "rulewright check games/my_game/locale/fr.yaml",
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
