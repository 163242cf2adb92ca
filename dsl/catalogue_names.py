"""The codes of names, sections, variants and folders: what is declared, and what is asked for."""

from __future__ import annotations

from rulewright.dsl.catalogue_entry import Entry

NAMES: dict[str, Entry] = {
    "unknown-name": Entry(
        "A name nobody declared",
        "The word is not a state, zone, board, define, option, component or anything else that "
        "is known at this place. Most often it is misspelt.",
        "if: mi_wood > 2\n",
        "if: my wood > 2\n",
    ),
    "unknown-good": Entry(
        "A good nobody declared",
        "After an amount stands a good from the section 'goods', or a group of goods.",
        "do: gain 2 gran\n",
        "do: gain 2 grain\n",
    ),
    "unknown-group": Entry(
        "A group of goods nobody declared",
        "'3 different X' takes X from a group of goods whose members are known beforehand.",
        "pay 2 different what\n",
        "pay 2 different goods\n",
    ),
    "unknown-kind": Entry(
        "A kind of piece nobody declared",
        "The pieces of a zone are of a kind from the section 'kinds'.",
        "zones:\n  deck: {of: crad}\n",
        "zones:\n  deck: {of: card}\n",
    ),
    "unknown-zone": Entry(
        "A zone nobody declared",
        "Pieces are moved to, drawn from and shuffled in a zone from the section 'zones'.",
        "draw 1 from dek to my hand\n",
        "draw 1 from deck to my hand\n",
    ),
    "unknown-cell": Entry(
        "A cell that is not on the board",
        "A mark, a start or a value names a cell that the rows of its board do not have.",
        "marks:\n  corner: [z9]\n",
        "marks:\n  corner: [a1]\n",
    ),
    "unknown-type": Entry(
        "A type nobody declared",
        "A type is int, bool, player, good, cost, sides, or an enum, kind or board of the game; "
        "with 'or none' it may be missing, with 'set of' there are several.",
        "state:\n  leader: playr\n",
        "state:\n  leader: player\n",
    ),
    "unknown-attribute": Entry(
        "Something that this thing does not have",
        "A piece has the attributes and the state of its kind, a cell those of its board. "
        "Nothing else can be asked of it or written down for it.",
        "room's pionts > 3\n",
        "room's points > 3\n",
    ),
    "no-attribute": Entry(
        "A thing that has no parts",
        "A number, a good or a yes-or-no has nothing that could be asked with 's.",
        "round's owner\n",
        "round\n",
    ),
    "unknown-function": Entry(
        "A function nobody knows",
        "A word before a parenthesis is a function of the language or a define of the game.",
        "cuont(my hand) > 3\n",
        "count(my hand) > 3\n",
    ),
    "unknown-verb": Entry(
        "A verb or procedure nobody knows",
        "A sentence that does something starts with a verb of the language or with the name of a "
        "procedure.",
        "do: gian 2 wood\n",
        "do: gain 2 wood\n",
    ),
    "unknown-procedure": Entry(
        "A procedure nobody declared",
        "'once_per', 'resets' and the events of rules name a procedure of the game.",
        "rules:\n  - after: I harvst\n    do: gain 1 food\n",
        "rules:\n  - after: I harvest\n    do: gain 1 food\n",
    ),
    "unknown-define": Entry(
        "A define nobody declared",
        "'adjust' and 'substitute' change a define of the game.",
        "- adjust: dig_cots by -1 food\n",
        "- adjust: dig_cost by -1 food\n",
    ),
    "unknown-section": Entry(
        "A section that does not exist",
        "A game file has sections such as goods, zones and flow. Any other section lists the "
        "components of a kind and is named by the plural of that kind.",
        "godos:\n  wood: {}\n",
        "goods:\n  wood: {}\n",
    ),
    "duplicate-id": Entry(
        "The same id twice",
        "An id is given once, also when a game has several files.",
        "enums:\n  colour: [red, red]\n",
        "enums:\n  colour: [red, blue]\n",
    ),
    "duplicate-name": Entry(
        "One name for two things",
        "A good, a state, a zone and so on cannot share a name: sentences could not tell them "
        "apart.",
        "goods:\n  gold: {}\nstate:\n  gold: int\n",
        "goods:\n  gold: {}\nstate:\n  gold_price: int\n",
    ),
    "shadowed-name": Entry(
        "A name that hides another one",
        "A name given by choose, let, for_each or a parameter must not be in use already.",
        "- choose: deck in players\n",
        "- choose: friend in players\n",
    ),
    "reserved-attribute": Entry(
        "An attribute that every component has",
        "name, text, when, copies, source, do, rules and label are there without being declared.",
        "kinds:\n  room:\n    attributes: {name: int}\n",
        "kinds:\n  room:\n    attributes: {points: int}\n",
    ),
    "missing-attribute": Entry(
        "A component without one of its attributes",
        "Each component gives a value to each attribute of its kind, unless the attribute has a "
        "default or may be none.",
        "kinds:\n  room:\n    attributes: {points: int}\nrooms:\n  den: {}\n",
        "kinds:\n  room:\n    attributes: {points: int}\nrooms:\n  den: {points: 2}\n",
    ),
    "empty-shape": Entry(
        "A shape without a cell",
        "A shape is drawn with X for its cells and '.' for gaps.",
        "shapes:\n  domino: {cells: ['..']}\n",
        "shapes:\n  domino: {cells: [XX]}\n",
    ),
    "bad-sides": Entry(
        "Letters that are not sides",
        "Sides are written with the letters N, E, S and W, each at most once.",
        "walls: NX\n",
        "walls: NE\n",
    ),
    "out-of-range": Entry(
        "A number outside its limits",
        "What something starts with lies between its 'min' and its 'max', and the supply is "
        "enough for what all players start with.",
        "state:\n  round: {min: 1, max: 7, start: 9}\n",
        "state:\n  round: {min: 1, max: 7, start: 1}\n",
    ),
    "too-many": Entry(
        "More than can be listed",
        "Boards have at most 400 cells, a component at most 1000 copies, and sets whose subsets "
        "are listed at most 60 elements.",
        "boards:\n  field: {rows: 5000, columns: 5000}\n",
        "boards:\n  field: {rows: 5, columns: 5}\n",
    ),
    "state-type": Entry(
        "A state that cannot change",
        "State is a number, a yes-or-no, a player, an element of an enum, kind or board, or a set "
        "of those. Costs and scripts are written down once.",
        "state:\n  price: cost\n",
        "define:\n  price: {cost: 2 wood}\n",
    ),
    "piece-in-two-zones": Entry(
        "A piece that starts in two zones",
        "Each piece lies in one place.",
        "zones:\n  deck: {of: card, start: all}\n  shop: {of: card, start: [ace]}\n",
        "zones:\n  deck: {of: card, start: all}\n  shop: {of: card}\n",
    ),
    "not-constant": Entry(
        "Something that must be known beforehand",
        "Limits, copies, 'when' and the like are worked out before the game starts, so they use "
        "numbers, options and players_count only.",
        "goods:\n  wood: {max: my fields}\n",
        "goods:\n  wood: {max: 3 * players_count}\n",
    ),
    "no-flow": Entry(
        "A game without a flow",
        "'flow' says what happens from the start to the end of a game.",
        "game: my-game\nplayers: 2\n",
        "game: my-game\nplayers: 2\nflow: nothing\n",
    ),
}

VARIANTS: dict[str, Entry] = {
    "unknown-variant": Entry(
        "A variant that is not there",
        "A variant is asked for by its id, or by the path of its file.",
        "rulewright play my-game --variant longgame",
        "rulewright play my-game --variant long-game",
    ),
    "variant-game": Entry(
        "A variant of another game",
        "'of' names the game that a variant changes. It is played with that game only.",
        "of: small-farm\n",
        "of: big-farm\n",
    ),
    "locale-target": Entry(
        "A translation of what is not there",
        "A text is named by the keys that lead to it in the rule files.",
        "language: fr\ntexts:\n  goods.gran.name: grain\n",
        "language: fr\ntexts:\n  goods.grain.name: grain\n",
    ),
    "variant-target": Entry(
        "A variant changes what is not there",
        "The path leads to something the game does not have. A path is made of keys and dots; in "
        "a list a line is named by its number, by its words joined with '_', or by its key.",
        "change:\n  goods.gran.start: 2\n",
        "change:\n  goods.grain.start: 2\n",
    ),
    "variant-exists": Entry(
        "A variant adds what is there",
        "'add' is for what the game does not have; what it has is given another value with "
        "'change'.",
        "add:\n  goods:\n    grain: {start: 2}\n",
        "change:\n  goods.grain.start: 2\n",
    ),
    "variant-insert": Entry(
        "A variant puts something where nothing can be put",
        "'insert' puts lines into a list, or entries with a name into a section.",
        "insert:\n  last in goods.grain.start: 2\n",
        "insert:\n  last in flow: harvest\n",
    ),
    "variant-clash": Entry(
        "Two variants touch the same thing",
        "Variants can be played in any order unless they touch the same thing, or one touches "
        "what lies inside the other's. Then one of them says that it comes after the other.",
        "# both variants have the line\nchange: {goods.gold.start: 5}\n",
        "after: [other-variant]\nchange: {goods.gold.start: 5}\n",
    ),
    "variant-circle": Entry(
        "Variants that come after each other",
        "'after' gives an order, and no order puts each of two variants after the other.",
        "# in the variant rich, while poor says: after: [rich]\nafter: [poor]\n",
        "# only poor says: after: [rich]\n",
    ),
    "variant-breaks": Entry(
        "A variant makes another place wrong",
        "What a variant takes out or changes is used elsewhere in the game. Both places are "
        "shown; the variant can change the other one too.",
        "remove: [goods.flax]\n",
        "remove: [goods.flax, tiles.weaving]\n",
    ),
    "variant-name": Entry(
        "A variant under another name",
        "A file in the folder 'variants' is found by its name, which is the id of the variant "
        "with '_' for '-'.",
        "# in variants/long_game.yaml\nvariant: longer\n",
        "# in variants/long_game.yaml\nvariant: long-game\n",
    ),
    "too-many-variants": Entry(
        "Too many variants",
        "At most 16 variants are played together.",
        "rulewright play my-game --variant a --variant b ...",
        "rulewright play my-game --variant all-of-them",
    ),
}

GENERAL: dict[str, Entry] = {
    "unknown-game": Entry(
        "A game that is not there",
        "A game is asked for by its id, or by the path of its folder.",
        "rulewright play my-gaem",
        "rulewright play my-game",
    ),
    "player-count": Entry(
        "A number of players the game is not for",
        "The section 'players' says for how many a game is.",
        "rulewright play my-game --players 5",
        "rulewright play my-game --players 2",
    ),
    "unknown-option": Entry(
        "An option the game does not have",
        "Options are declared in the section 'options' of the game.",
        "rulewright play my-game --option shrot=true",
        "rulewright play my-game --option short=true",
    ),
    "bad-option": Entry(
        "A value the option does not have",
        "An option takes one of its choices, true or false, or a number between min and max.",
        "options:\n  length: {choices: [short, long], default: middle}\n",
        "options:\n  length: {choices: [short, long], default: short}\n",
    ),
    "file-outside": Entry(
        "A file that leads out of the folder",
        "A link to a file elsewhere is not read: all rules of a game lie in its own folder.",
        "games/my_game/goods.yaml -> /home/goods.yaml",
        "games/my_game/goods.yaml",
    ),
    "file-too-many": Entry(
        "Too many files",
        "A game has at most 64 rule files.",
        "one file per card",
        "cards.yaml",
    ),
    "too-many-problems": Entry(
        "More problems than are shown",
        "Only the first hundred problems are shown; often they have few causes.",
        "a file with hundreds of mistakes",
        "the same file after the first ones are corrected",
    ),
}
