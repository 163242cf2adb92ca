"""The vocabulary: every word of the language once, with its form, its meaning and an example.

The type checker, the suggestions and the reference pages all read these tables.  Functions and
verbs stand here, heads and built-in names in the modules beside this one.
"""

from __future__ import annotations

from rulewright.dsl.vocabulary_entry import Head, Word, table
from rulewright.dsl.vocabulary_heads import HEADS, RULE_HEADS
from rulewright.dsl.vocabulary_names import (
    BUNDLES,
    LEAVES,
    NAMES,
    PARTS,
    SIGNS,
    STEPS,
    TYPES,
    WHO,
)

FUNCTIONS = table(
    Word("count", "count(S)", "how many elements a set has", "count(my hand)"),
    Word("any", "any(S)", "whether a set has an element", "any(deck)"),
    Word("none", "none(S)", "whether a set is empty", "none(my hand)"),
    Word(
        "every",
        "every(S has C)",
        "whether all elements meet a condition",
        "every(players has its gold > 0)",
    ),
    Word(
        "sum",
        "sum(E over S)",
        "the sum of a number over a set",
        "sum(its points over my rooms)",
    ),
    Word(
        "max",
        "max(a, b, …) or max(E over S)",
        "the largest; 0 over an empty set",
        "max(my gold, 3)",
    ),
    Word(
        "min",
        "min(a, b, …) or min(E over S)",
        "the smallest; 0 over an empty set",
        "min(its gold over players)",
    ),
    Word(
        "best",
        "best(E over S)",
        "the elements for which a number is largest",
        "best(its gold over players)",
    ),
    Word(
        "only",
        "only(S)",
        "the element of a set of one, else none",
        "only(best(its gold over players))",
    ),
    Word("first", "first(S)", "the first element, or none", "first(my hand)"),
    Word("last", "last(S)", "the last element, or none", "last(my hand)"),
    Word(
        "top",
        "top(Z)",
        "the uppermost piece of a zone whose order is known, or none",
        "top(discard)",
    ),
    Word("nth", "nth(S, n)", "element n counted from 1, or none", "nth(players, 2)"),
    Word("range", "range(a, b)", "the numbers from a to b", "range(1, 6)"),
    Word(
        "clockwise",
        "clockwise(p)",
        "all players in seat order, starting with p",
        "clockwise(me)",
    ),
    Word("next", "next(p)", "the player to the left of p", "next(me)"),
    Word("seat", "seat(n)", "the player in seat n, counted from 1", "seat(1)"),
    Word("union", "union(S, T)", "elements of either set", "union(my hand, deck)"),
    Word(
        "without",
        "without(S, T)",
        "elements of S that are not in T",
        "without(players, others)",
    ),
    Word(
        "subsets",
        "subsets(S)",
        "all subsets of a small set, the empty one first",
        "subsets(my dice)",
    ),
    Word(
        "sums",
        "sums(S, total, shift)",
        "subsets of dice whose values make a total; one die may count up to shift more or less",
        "sums(my dice, 9, 0)",
    ),
    Word(
        "combinations",
        "combinations(S, n)",
        "subsets with n elements; of dice that show the same number, one is as good as another",
        "combinations(my dice, 2)",
    ),
    Word("lines", "lines(B, n)", "straight lines of n cells on a board", "lines(grid, 3)"),
    Word(
        "spots",
        "spots(shape, cells)",
        "placements of a shape on free cells of a board",
        "spots(domino, grid where its mark is none)",
    ),
    Word(
        "reach",
        "reach(from, cells, edges)",
        "cells connected to the start through these cells and edges",
        "reach(grid where it is c11, grid, grid's edges)",
    ),
    Word(
        "border",
        "border(region, edges)",
        "cells one step outside a region, through these edges",
        "border(grid where it is c11, grid's edges)",
    ),
    Word(
        "sides",
        "sides(cell, edges)",
        "the sides of a cell on which one of these edges lies",
        "sides(c11, grid's edges)",
    ),
    Word(
        "joined",
        "joined(a, b, …)",
        "the sides of all of them",
        "joined(sides(c11, grid's edges), sides(c12, grid's edges))",
    ),
    Word(
        "overlap",
        "overlap(a, b)",
        "whether two sets of sides share a side",
        "overlap(north, sides(c11, grid's edges))",
    ),
    Word(
        "fits",
        "fits(pattern, sides)",
        "whether sides match a pattern under some rotation",
        "fits(room's walls, sides(c11, grid's edges))",
    ),
    Word(
        "can_pay",
        "can_pay(bundle)",
        "whether I could pay this from what I have",
        "can_pay(2 gold)",
    ),
    Word(
        "can_house",
        "can_house(bundle)",
        "whether all my animals and these fit",
        "can_house(1 sheep)",
    ),
    Word("empty", "empty(place)", "whether a place holds no goods", "empty(space's stock)"),
    Word("left", "left(good)", "how many of a good the supply has left", "left(gold)"),
    Word("have", "have(good)", "how many I have of a good that is known when asked", "have(what)"),
    Word(
        "amount_in",
        "amount_in(place, good)",
        "how many of a good a place holds",
        "amount_in(space's stock, wood)",
    ),
    Word(
        "possible",
        "possible(PROCEDURE)",
        "whether a procedure could be carried through now",
        "possible(dig)",
    ),
)
"""What can stand before a parenthesis, beside the defines of the game."""

VERBS = table(
    Word(
        "gain",
        "gain B",
        "take goods from the supply, up to the limit; with `or` the player chooses",
        "gain 2 grain, 1 flax",
    ),
    Word(
        "lose",
        "lose B / lose B from PLACE",
        "goods go back to the supply, as far as they are there",
        "lose 1 food",
    ),
    Word(
        "pay",
        "pay B",
        "give goods back; not offered unless it can be paid",
        "pay 5 food or 1 gold",
    ),
    Word("trade", "trade B for B", "pay, then gain", "trade 2 grain for 4 food, 1 gold"),
    Word(
        "refill",
        "refill A or B to N / A and B to N",
        "raise one or all goods to a level",
        "refill wood or stone to 2",
    ),
    Word(
        "add",
        "add B to PLACE",
        "put goods from the supply on a place",
        "add 1 wood to space's stock",
    ),
    Word(
        "take",
        "take all from PLACE / take B from PLACE",
        "goods from a place or player to me",
        "take all from space's stock",
    ),
    Word("give", "give B to PLACE", "goods from me to a player or place", "give 1 gold to pot"),
    Word("set", "set X to E", "give a state a value, within its range", "set first_player to me"),
    Word(
        "raise",
        "raise X by N",
        "add to a number, within its range; by 1 if not said",
        "raise my track",
    ),
    Word("lower", "lower X by N", "take from a number, within its range", "lower my track by 2"),
    Word("move", "move X to Z", "put pieces on top of a zone", "move card to my hand"),
    Word("place", "place X on C", "put a piece on a cell", "place room on cell"),
    Word(
        "draw",
        "draw N from Z to Z",
        "the uppermost pieces; chance where the order is unknown",
        "draw 1 from deck to my hand",
    ),
    Word(
        "shuffle",
        "shuffle Z / shuffle Z into Z",
        "make the order of a zone unknown",
        "shuffle deck",
    ),
    Word("roll", "roll X", "chance sets dice, or a number with a range", "roll my dice"),
    Word("let", "let NAME be E", "a name for the rest of the list", "let n be count(my hand)"),
    Word("perform", "perform X", "do what a component says", "perform room"),
    Word("nothing", "nothing", "no effect", "nothing"),
    Word("end game", "end game", "the game is over", "end game"),
)
"""What opens an action, beside the procedures of the game."""

__all__ = [
    "BUNDLES",
    "FUNCTIONS",
    "HEADS",
    "LEAVES",
    "NAMES",
    "PARTS",
    "RULE_HEADS",
    "SIGNS",
    "STEPS",
    "TYPES",
    "VERBS",
    "WHO",
    "Head",
    "Word",
]
