"""Nodes back to text: canonical sentences, and the way there and back for generated ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from rulewright.dsl import nodes as n
from rulewright.dsl.nodes import Leaf, Node, same_shape, walk
from rulewright.dsl.parser import KINDS, MOST_CHARACTERS, MOST_NODES, Kind, grammar_text, parse
from rulewright.dsl.printer import unparse
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.syntax_words import written
from rulewright.dsl.yaml_reader import YamlMap, YamlScalar, read_yaml

T = TypeVar("T")


def scalar(text: str) -> YamlScalar:
    """Return a sentence as the value of a key; in double quotes no sign of it means anything."""
    root, problems = read_yaml(SourceFile("game.yaml", f"key: {json.dumps(text)}\n"))
    assert problems == []
    assert isinstance(root, YamlMap)
    found = root.entries["key"].value
    assert isinstance(found, YamlScalar)
    return found


def read(kind: Kind, text: str) -> Leaf:
    """Parse a right sentence."""
    node, problems = parse(kind, scalar(text))
    assert node is not None, problems
    return node


def part(text: str, span: Span) -> str:
    """Return what a span covers, for the scalars above: the text starts in column 7."""
    return text[span.column - 7 : span.end_column - 7]


CANONICAL: list[tuple[Kind, str]] = [
    ("effect", "gain 2 wood, 1 stone"),
    ("effect", "pay 5 wood or 1 coin then dig if possible"),
    ("effect", "lose all wood if my wood > 3"),
    ("effect", "trade 3 different goods for (n + 1) coin up to 3 times"),
    ("effect", "add space's accumulates to space's stock"),
    ("effect", "take all from here 2 times"),
    ("effect", "take 1 wood from victim then give 1 wood to victim"),
    ("effect", "refill wood or stone to 2"),
    ("effect", "refill wood and stone to (n)"),
    ("effect", "set nth(row, die's value)'s blocked to if a then b else not c"),
    ("effect", "raise my health"),
    ("effect", "lower my health by 2 * n"),
    ("effect", "move tiles where its back is start to board"),
    ("effect", "place piece on cell"),
    ("effect", "draw (my limit) from deck to my hand"),
    ("effect", "shuffle deck then shuffle discard into deck"),
    ("effect", "roll my dice"),
    ("effect", "let n be count(my hand)"),
    ("effect", "perform space"),
    ("effect", "nothing"),
    ("effect", "end game if possible"),
    ("effect", "furnish for free or 2 wood up to 2 times"),
    ("effect", "use up to 2 rooms"),
    ("effect", "dig through walls (n) times"),
    ("effect", "cover (half, tile) 1 more"),
    ("effect", "move marker 1 then draw card 2 times"),
    ("effect", "take reward (zone) for 1 coin"),
    ("condition", "1 <= n < 4 and (a or b or not c)"),
    ("condition", "not possible(dig through walls for 2 wood)"),
    ("condition", "(a or b) is not (c in d)"),
    ("value", "if a then 1 else if b then 2 else 3"),
    ("value", "(a + b) * -c // 2 - (d - e) % 3"),
    ("value", "sum(its points over my rooms where its colour is blue)"),
    ("value", "every(cells where its x has its y) and can_house(2 sheep and (n) dog or free)"),
    ("value", "-(-n)"),
    ("choice", "cell in my cells where its x not in y"),
    ("event", "another use cellar where zone is kitchen"),
    ("event", "I gain wood or stone"),
    ("event", "draw card"),
    ("adjust", "cost by -1 wood, 2 stone if a"),
    ("adjust", "limit by -1"),
    ("adjust", "barred to false if my ale"),
    ("substitute", "1 wood by 1 stone or free"),
    ("bundle", "surcharge, build_cost(room), all wood"),
]


@pytest.mark.parametrize(("kind", "text"), CANONICAL)
def test_a_canonical_sentence_prints_as_it_is(kind: Kind, text: str) -> None:
    """A sentence in canonical form comes back character for character."""
    assert unparse(read(kind, text)) == text


@pytest.mark.parametrize(
    ("kind", "text", "canonical"),
    [
        ("effect", "gain  2   wood and 1 stone", "gain 2 wood, 1 stone"),
        ("effect", "gain amount wood", "gain (amount) wood"),
        ("effect", "build a wall", "build wall"),
        ("effect", "cover(half) (tile)", "cover (half, tile)"),
        ("effect", "use up to limit(2) rooms", "use up to (limit(2)) rooms"),
        ("condition", "((a))", "a"),
        ("condition", "(a and b) and c", "(a and b) and c"),
        ("value", "(a * b) + c", "a * b + c"),
        ("value", "a - (b - c)", "a - (b - c)"),
        ("event", "I gain a dog", "I gain dog"),
    ],
)
def test_printing_settles_on_one_form(kind: Kind, text: str, canonical: str) -> None:
    """Spaces, articles and needless parentheses are the writer's; the canonical form has none."""
    assert unparse(read(kind, text)) == canonical


def test_parts_of_a_leaf_print_too() -> None:
    """Every node inside a leaf prints as text that stands in the sentence."""
    for kind, text in CANONICAL:
        for node in walk(read(kind, text)):
            assert unparse(node).strip("()") in text.replace(" and ", ", ") + text


# ------------------------------------------------------------------------------- there and back

# Blanks around each word: the grammar says in which order terminals come, the lexer where they end.
_NAMES = ["wood", "n", "it", "true", "room_2", "the", "orchid"]
_SIGNS: list[Literal["+", "-", "*", "//", "%"]] = ["+", "-", "*", "//", "%"]
_COMPARES = ["==", "!=", "<", "<=", ">", ">="]
_TERMINALS = {
    "NAME": st.sampled_from(_NAMES).map(" {} ".format),
    "INT": st.integers(0, 12).map(" {} ".format),
    "COMPARE": st.sampled_from(_COMPARES).map(" {} ".format),
    "I": st.just(" I "),
    "_END_GAME": st.just(" end game "),
}


def sentences(kind: Kind) -> st.SearchStrategy[str]:
    """Sentences of one kind that follow the grammar."""
    grammar = Lark(grammar_text(), parser="lalr", lexer="basic", start=kind)
    explicit: dict[str, st.SearchStrategy[str]] = {}
    for terminal in grammar.terminals:
        sign = written(terminal.name)
        if sign is not None:
            explicit[terminal.name] = st.just(f" {sign} ")
        elif terminal.name in _TERMINALS:
            explicit[terminal.name] = _TERMINALS[terminal.name]
    return from_lark(grammar, start=kind, explicit=explicit)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_sentences_of_the_grammar_come_back(kind: Kind) -> None:
    """For any sentence of the grammar, parsing its printed form gives the same nodes."""

    # The same examples in every run: drawing from a recursive grammar now and then takes long.
    @settings(
        max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(sentences(kind))
    def check(text: str) -> None:
        node, problems = parse(kind, scalar(text))
        # What the grammar allows and the builder refuses: mixtures, articles alone, lone `times`.
        assert (node is None) == bool(problems)
        assume(node is not None)
        assert node is not None
        check_return(kind, node)

    check()


def check_return(kind: Kind, node: Node) -> None:
    """Check that a node comes back from its text, and that the text is its own canonical form."""
    printed = unparse(node)
    again = read(kind, printed)
    assert same_shape(again, node)
    assert unparse(again) == printed
    check_spans(printed, again)


HERE = Span.file_start("game.yaml")
DEPTH = 3
_WORDS = st.sampled_from(["wood", "n", "it", "true", "room_2", "orchid"])


class Drawn:
    """Draws nodes at random, bracketed in ways nobody would write."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def word(self) -> str:
        """Draw a name."""
        return self.draw(_WORDS)

    def one_of(self, *makers: Callable[[], Any]) -> Any:
        """Make one of several things."""
        return self.draw(st.sampled_from(makers))()

    def several(self, make: Callable[[], T], least: int, most: int) -> tuple[T, ...]:
        """Make a few things of the same kind."""
        return tuple(make() for _ in range(self.draw(st.integers(least, most))))

    def expr(self, depth: int) -> n.Expr:
        """Draw an expression of at most this depth."""
        if depth == 0:
            plain: n.Expr = self.one_of(
                lambda: n.Num(self.draw(st.integers(0, 12)), HERE),
                lambda: n.Name(self.word(), HERE),
                lambda: n.My(self.word(), HERE),
                lambda: n.Its(self.word(), HERE),
            )
            return plain

        def inner() -> n.Expr:
            return self.expr(depth - 1)

        def truth() -> bool:
            return self.draw(st.booleans())

        made: n.Expr = self.one_of(
            inner,
            lambda: n.Attr(self.owner(depth - 1), self.word(), HERE),
            lambda: self.call(depth),
            lambda: n.Where(inner(), inner(), HERE),
            lambda: self.comparison(self.several(inner, 2, 3)),
            lambda: n.Is(inner(), inner(), truth(), HERE),
            lambda: n.InSet(inner(), inner(), truth(), HERE),
            lambda: n.Logic("and" if truth() else "or", self.several(inner, 2, 3), HERE),
            lambda: n.Not(inner(), HERE),
            lambda: n.Arith(self.draw(st.sampled_from(_SIGNS)), inner(), inner(), HERE),
            lambda: n.Negate(inner(), HERE),
            lambda: n.IfElse(inner(), inner(), inner(), HERE),
            lambda: n.Possible(self.phrase(depth), HERE),
        )
        return made

    def owner(self, depth: int) -> n.Expr:
        """Draw something that can have attributes: a name, a call or an attribute."""
        if depth == 0:
            return n.Name(self.word(), HERE)
        made: n.Expr = self.one_of(
            lambda: n.My(self.word(), HERE),
            lambda: n.Attr(self.owner(depth - 1), self.word(), HERE),
            lambda: self.call(depth),
        )
        return made

    def call(self, depth: int) -> n.Call:
        """Draw a call."""
        return n.Call(self.word(), self.several(lambda: self.argument(depth - 1), 1, 2), HERE)

    def comparison(self, operands: tuple[n.Expr, ...]) -> n.Compare:
        """Draw the signs between some operands."""
        ops = tuple(self.draw(st.sampled_from(_COMPARES)) for _ in operands[1:])
        return n.Compare(ops, operands, HERE)

    def argument(self, depth: int) -> n.Argument:
        """Draw what can stand between the parentheses of a call."""
        made: n.Argument = self.one_of(
            lambda: self.expr(depth),
            lambda: n.Has(self.expr(depth), self.expr(depth), HERE),
            lambda: n.Over(self.expr(depth), self.expr(depth), HERE),
            lambda: n.BundleExpr(self.bundle(depth), HERE),
        )
        return made

    def bundle(self, depth: int) -> n.Bundle:
        """Draw goods with alternatives."""

        def goods() -> n.Goods:
            return n.Goods(self.expr(depth), n.Name(self.word(), HERE), HERE)

        groups = self.several(lambda: n.AllOf(self.several(goods, 1, 2), HERE), 1, 2)
        return n.Bundle(groups, HERE)

    def phrase(self, depth: int) -> n.Phrase:
        """Draw the call of a procedure."""

        def word() -> n.Word | n.Arg | n.UpTo:
            made: n.Word | n.Arg | n.UpTo = self.one_of(
                lambda: n.Word(self.word(), HERE),
                lambda: n.Arg(self.argument(depth - 1), HERE),
                lambda: n.UpTo(self.expr(depth - 1), HERE),
            )
            return made

        words = (n.Word(self.word(), HERE), *self.several(word, 0, 3))
        cost = self.one_of(lambda: None, lambda: self.bundle(depth - 1))
        return n.Phrase(words, cost, HERE)


@st.composite
def expressions(draw: st.DrawFn) -> n.Expr:
    """Expressions of all forms."""
    return Drawn(draw).expr(DEPTH)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(expressions())
def test_expressions_come_back(expr: n.Expr) -> None:
    """Any expression that nodes can form prints as a sentence that reads as the same nodes."""
    assume(len(unparse(expr)) <= MOST_CHARACTERS and len(list(walk(expr))) <= MOST_NODES)
    check_return("value", expr)


def check_spans(text: str, leaf: Node) -> None:
    """Check that what each span covers says, on its own, what its node says."""
    for node in walk(leaf):
        covered = part(text, node.span)
        assert covered == covered.strip()
        assert covered
        match node:
            case n.Bundle():
                assert same_shape(read("bundle", covered), node)
            case n.Step():
                sequence = read("effect", covered)
                assert same_shape(next(iter(walk(sequence))), sequence)
                assert unparse(sequence) == unparse(node)
            case n.Phrase():
                assert unparse(read("effect", covered)) == unparse(node)
            case n.Num():
                assert covered == str(node.value)
            case n.Name():
                # In events a verb may be a word of a procedure, though it is no name elsewhere.
                assert covered == node.id
            case _ if isinstance(node, n.Expr):
                assert same_shape(read("value", covered), node)


@pytest.mark.parametrize(("kind", "text"), CANONICAL)
def test_spans_cover_what_they_name(kind: Kind, text: str) -> None:
    """The text under the span of a node reads, on its own, as that node."""
    check_spans(text, read(kind, text))
