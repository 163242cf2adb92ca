"""Names that are there without being declared: built-in names, types, what things have, leaves.

Only for readers: the stages that give these names their meaning have tables of their own, and a
test holds them together.
"""

from __future__ import annotations

from rulewright.dsl.vocabulary_entry import Word, table

NAMES = table(
    Word("me", "me", "the player who acts; in a rule, whoever owns the component", "next(me)"),
    Word(
        "actor",
        "actor",
        "in a rule, the player whose action it answers to",
        "actor's gold > my gold",
    ),
    Word("opponent", "opponent", "the other one of two players", "opponent's gold"),
    Word("others", "others", "all players but me", "any(others where its gold > 3)"),
    Word("players", "players", "all players, by seat", "count(players)"),
    Word(
        "players_count",
        "players_count",
        "how many play; known before the game starts",
        "players_count == 2",
    ),
    Word(
        "it",
        "it",
        "the element being looked at, inside `where`, `has` and `over`",
        "grid where it is c11",
    ),
    Word(
        "this",
        "this",
        "the component whose text is carried out, inside its `do` and `rules`",
        "this's points",
    ),
    Word("true", "true", "yes", "true"),
    Word("false", "false", "no", "false"),
    Word("none", "none", "what an `or none` is when it is nothing", "c11's mark is none"),
)
"""Names that every game has."""

PARTS = table(
    Word("player's seat", "my seat", "the number of the seat, from 1", "my seat == 1"),
    Word("player's total", "my total", "the points so far, all lines of scoring", "my total > 9"),
    Word("player's goods", "my G", "how many of a good, or of a group of goods", "my crops > 2"),
    Word("player's pieces", "my KINDS", "the pieces of a kind that are somebody's", "my dice"),
    Word("piece's owner", "X's owner", "whose zone or board it lies in, or none", "card's owner"),
    Word("piece's cell", "X's cell", "the cell it lies on, or none", "room's cell is none"),
    Word("cell's row", "C's row", "the row, from 1 at the top", "cell's row == 1"),
    Word("cell's column", "C's column", "the column, from 1 at the left", "cell's column > 1"),
    Word("cell's neighbours", "C's neighbours", "the cells beside it", "count(cell's neighbours)"),
    Word("cell's edges", "C's edges", "the edges around it", "cell's edges where its wall"),
    Word("cell's owner", "C's owner", "whose board it is on, or none", "cell's owner"),
    Word("board's edges", "B's edges", "all edges of a board", "count(grid's edges)"),
    Word("edge's cells", "E's cells", "the one or two cells it bounds", "edge's cells"),
    Word("edge's side", "E's side", "the side of its first cell it lies on", "edge's side"),
    Word("edge's owner", "E's owner", "whose board it is on, or none", "edge's owner"),
    Word(
        "spot's cells",
        "S's cells",
        "the cells of a line or placement",
        "first(lines(grid, 3))'s cells",
    ),
)
"""What things have without declaring it; beside that, whatever the game declares for them."""

TYPES = table(
    Word("int", "int", "a whole number", "{type: int, min: 0, max: 9}"),
    Word("bool", "bool", "yes or no", "bool"),
    Word("player", "player", "a player", "player"),
    Word("good", "good", "one of the goods", "good"),
    Word("cost", "cost", "amounts of goods, with alternatives; not for state", "cost"),
    Word("cell", "cell", "a cell; with several boards, write the id of the board", "cell"),
    Word("edge", "edge", "an edge between cells", "edge"),
    Word("sides", "sides", "some of north, east, south and west, written NESW", "sides"),
    Word(
        "pattern",
        "pattern",
        "sides that must be there and sides that may: {must: N, may: EW}",
        "pattern",
    ),
    Word(
        "condition",
        "condition",
        "for attributes: a condition asked each time; `this` is the component",
        "condition",
    ),
    Word(
        "value",
        "value",
        "for attributes: a number worked out each time; `this` is the component",
        "value",
    ),
    Word(
        "script",
        "script",
        "for attributes: another `do`, carried out by `perform X's NAME`",
        "script",
    ),
    Word("enum", "ID of an enum", "one of its values", "suit"),
    Word("kind", "ID of a kind", "a piece of that kind", "card"),
    Word("board", "ID of a board", "a cell of that board", "grid"),
    Word("or none", "T or none", "the same, or nothing", "player or none"),
    Word("set of", "set of T", "any number of them", "set of die"),
)
"""How types are written."""

LEAVES = table(
    Word("effect", "VERB …, joined by `then`", "something that is done", "pay 1 gold then dig"),
    Word("condition", "an expression", "something that is true or false", "my gold > 3"),
    Word("value", "an expression", "a number, a thing or a set", "count(my hand) + 1"),
    Word(
        "choice",
        "NAME in SET where CONDITION",
        "a name and what it is taken from",
        "card in my hand where its value > 2",
    ),
    Word("bundle", "N GOOD, N GOOD or N GOOD", "amounts of goods", "2 wood, 1 stone or 1 gold"),
    Word(
        "event",
        "WHO PROCEDURE / WHO gain, pay or lose GOODS",
        "what a rule answers to",
        "I gain wood or stone",
    ),
    Word(
        "adjust",
        "DEFINE by CHANGE / DEFINE to VALUE",
        "how a rule changes a define",
        "dig_reward by 1",
    ),
    Word("substitute", "N GOOD by GOODS", "what may be paid instead", "1 wood by 1 stone"),
)
"""The kinds of sentences; the page of files says which key takes which."""

STEPS = table(
    Word("then", "A then B", "both, one after the other", "pay 1 gold then dig"),
    Word("if", "A if CONDITION", "only if it holds, else nothing", "gain 1 stone if my stone < 3"),
    Word("if possible", "A if possible", "only if it can be carried through", "dig if possible"),
    Word("times", "A N times", "several times", "gain 1 wood 2 times"),
    Word(
        "up to times",
        "A up to N times",
        "as often as the player likes",
        "gain 1 wood up to 2 times",
    ),
    Word("for", "PROCEDURE for GOODS", "a procedure that takes a cost", "furnish for 2 food"),
)
"""How actions are put together in one sentence."""

SIGNS = table(
    Word("+ - *", "a + b", "sum, difference, product", "2 * my wood - 1"),
    Word("//", "a // b", "division, rounded down", "my wood // 2"),
    Word("%", "a % b", "what is left by that division", "my wood % 2"),
    Word("== != < <= > >=", "a < b", "comparison; may be chained", "1 <= my wood < 5"),
    Word("is", "a is b / a is not b", "whether two things are the same", "first_player is me"),
    Word("in", "a in S / a not in S", "whether a set has it", "c11 in free_cells"),
    Word("and", "a and b", "both", "rich and my food > 0"),
    Word("or", "a or b", "at least one; with `and`, parentheses are needed", "rich or my food > 0"),
    Word("not", "not a", "the opposite", "not rich"),
    Word("if", "if c then a else b", "the one or the other value", "if rich then 2 else 1"),
    Word("where", "S where c", "the elements for which a condition holds", "grid where its corner"),
    Word("'s", "X's Y", "what something has", "card's value"),
    Word("my", "my Y", "what the player who acts has", "my gold"),
    Word("its", "its Y", "what the element being looked at has", "any(players where its gold > 3)"),
    Word("(…)", "gain (…) GOOD", "an amount that is worked out", "(1 + my track)"),
)
"""Signs and words of expressions, from values to sets."""

BUNDLES = table(
    Word("amount", "N GOOD", "an amount of one good", "2 wood"),
    Word("worked out", "(E) GOOD", "an amount that is worked out", "(1 + my track) wood"),
    Word("and", "B, B or B and B", "all of it", "2 wood and 1 stone"),
    Word("or", "B or B", "one of them; the player chooses", "2 wood, 1 stone or 1 gold"),
    Word("group", "N GROUP", "any goods of a group", "2 crops"),
    Word("different", "N different GROUP", "different goods of a group", "3 different goods"),
    Word("all", "all GOOD", "as many as I have", "all food"),
    Word("cost", "a cost", "a define or an attribute that is a cost", "room_cost(den), 1 food"),
    Word("free", "free", "nothing", "free"),
)
"""How goods are written."""

WHO = table(
    Word("I", "I …", "the owner of the component acts; in the game's own rules, anybody", "I dig"),
    Word("another", "another …", "somebody else acts", "another dig"),
    Word("anyone", "anyone …", "whoever acts", "anyone gain wood"),
    Word("where", "… where CONDITION", "only if it holds", "I dig where my gold > 3"),
)
"""How events are written."""
