"""The leaf language: sentences in, nodes with exact places out."""

from __future__ import annotations

import re

import pytest
from lark import Lark

from rulewright.dsl import nodes as n
from rulewright.dsl.nodes import Leaf, same_shape, walk
from rulewright.dsl.parser import KEYWORDS, KINDS, RESERVED, VERBS, Kind, grammar_text, parse
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.syntax_words import FORMS, KIND_FORMS, SYMBOLS
from rulewright.dsl.yaml_reader import YamlMap, YamlScalar, read_yaml

HERE = Span.file_start("game.yaml")


def source_of(written: str) -> SourceFile:
    """Return a file with one key whose value is written as given."""
    return SourceFile("game.yaml", f"key: {written}\n")


def scalar(source: SourceFile) -> YamlScalar:
    """Return the value of that key."""
    root, problems = read_yaml(source)
    assert problems == []
    assert isinstance(root, YamlMap)
    found = root.entries["key"].value
    assert isinstance(found, YamlScalar)
    return found


def read(kind: Kind, written: str) -> Leaf:
    """Parse a right sentence, written as it would stand in a rule file."""
    node, problems = parse(kind, scalar(source_of(written)))
    assert node is not None, problems
    assert problems == []
    return node


def action(written: str) -> n.Action:
    """Return the one action of an effect that has neither times nor guard."""
    node = read("effect", written)
    assert isinstance(node, n.Sequence)
    (step,) = node.steps
    assert step.times is None
    assert step.guard is None
    return step.action


def num(value: int) -> n.Num:
    """Return a number."""
    return n.Num(value, HERE)


def name(word: str) -> n.Name:
    """Return a name."""
    return n.Name(word, HERE)


def goods(amount: int, good: str) -> n.Goods:
    """Return an amount of a good."""
    return n.Goods(num(amount), name(good), HERE)


def bundle(*alternatives: list[n.Item]) -> n.Bundle:
    """Return a bundle of alternatives."""
    return n.Bundle(tuple(n.AllOf(tuple(items), HERE) for items in alternatives), HERE)


def phrase(*words: str | n.Arg | n.UpTo, cost: n.Bundle | None = None) -> n.Phrase:
    """Return a phrase of words and values."""
    said = tuple(n.Word(word, HERE) if isinstance(word, str) else word for word in words)
    return n.Phrase(said, cost, HERE)


def arg(value: n.Argument) -> n.Arg:
    """Return a value in a phrase."""
    return n.Arg(value, HERE)


WOOD = bundle([goods(2, "wood")])


# --------------------------------------------------------------------------------- the grammar


@pytest.mark.parametrize("lexer", ["basic", "contextual"])
def test_the_grammar_has_no_conflicts(lexer: str) -> None:
    """Strict mode finds neither two ways to go on nor two terminals for the same text."""
    Lark(grammar_text(), parser="lalr", lexer=lexer, start=list(KINDS), strict=True)


def test_strict_mode_would_find_a_conflict() -> None:
    """Strict mode works: with a rule that can be read in two ways the grammar is refused."""
    doubled = grammar_text() + "\n%extend nothing: NAME\n"
    with pytest.raises(Exception, match="conflict"):
        Lark(doubled, parser="lalr", lexer="basic", start=list(KINDS), strict=True)


def test_the_tables_of_words_match_the_grammar() -> None:
    """Each keyword is a terminal that cannot swallow a name, and each such terminal is listed."""
    words = set()
    for terminal, pattern in re.findall(r"^(_?[A-Z_]+)\.2: /(.*)/$", grammar_text(), re.M):
        word = pattern.removesuffix("(?![A-Za-z0-9_])")
        assert word != pattern
        assert word.replace(" +", "_").upper() == terminal.lstrip("_")
        words.add(word)
    assert words == KEYWORDS | {"I", "end +game"}
    parser = Lark(grammar_text(), parser="lalr", start=list(KINDS))
    signs = {terminal.name: terminal.pattern.value for terminal in parser.terminals}
    for terminal, sign in SYMBOLS.items():
        assert signs[terminal].startswith(sign)
    assert FORMS.keys() == VERBS
    assert RESERVED > KEYWORDS


@pytest.mark.parametrize(("verb", "form"), FORMS.items())
def test_the_sentences_shown_as_examples_are_right(verb: str, form: str) -> None:
    """What a hint shows as a right sentence opens with its verb and parses as its action."""
    assert form.split()[0] == verb
    assert not isinstance(action(form), n.Phrase)


@pytest.mark.parametrize("kind", KINDS)
def test_the_leaves_shown_as_examples_are_right(kind: Kind) -> None:
    """What a hint shows as a right leaf of a kind parses as that kind."""
    read(kind, KIND_FORMS[kind])


# ------------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("gain 2 wood", n.Gain(WOOD, HERE)),
        ("lose 2 wood", n.Lose(WOOD, None, HERE)),
        ("lose 2 wood from here", n.Lose(WOOD, name("here"), HERE)),
        ("pay 2 wood", n.Pay(WOOD, HERE)),
        ("trade 2 wood for 2 wood", n.Trade(WOOD, WOOD, HERE)),
        ("add 2 wood to here", n.Add(WOOD, name("here"), HERE)),
        ("take 2 wood from here", n.Take(WOOD, name("here"), HERE)),
        ("take all from here", n.Take(None, name("here"), HERE)),
        ("give 2 wood to here", n.Give(WOOD, name("here"), HERE)),
        ("refill wood to 2", n.Refill((name("wood"),), False, num(2), HERE)),
        ("refill a or b to n", n.Refill((name("a"), name("b")), False, name("n"), HERE)),
        ("refill a and b to (n)", n.Refill((name("a"), name("b")), True, name("n"), HERE)),
        ("set my gold to 2", n.SetTo(n.My("gold", HERE), num(2), HERE)),
        ("raise round", n.Change(name("round"), None, 1, HERE)),
        ("raise round by 2", n.Change(name("round"), num(2), 1, HERE)),
        ("lower round", n.Change(name("round"), None, -1, HERE)),
        ("lower round by 2", n.Change(name("round"), num(2), -1, HERE)),
        ("move card to hand", n.Move(name("card"), name("hand"), HERE)),
        ("place card on cell", n.Place(name("card"), name("cell"), HERE)),
        ("draw 2 from deck to hand", n.Draw(num(2), name("deck"), name("hand"), HERE)),
        ("draw n from deck to hand", n.Draw(name("n"), name("deck"), name("hand"), HERE)),
        ("shuffle deck", n.Shuffle(name("deck"), None, HERE)),
        ("shuffle discard into deck", n.Shuffle(name("discard"), name("deck"), HERE)),
        ("roll dice", n.Roll(name("dice"), HERE)),
        ("let n be 2", n.Let("n", num(2), HERE)),
        ("perform space", n.Perform(name("space"), HERE)),
        ("nothing", n.Nothing(HERE)),
        ("end game", n.EndGame(HERE)),
        ("end   game", n.EndGame(HERE)),
    ],
)
def test_actions(written: str, expected: n.Action) -> None:
    """Each verb gives its node with its parts in the right fields."""
    assert same_shape(action(written), expected)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("dig", phrase("dig")),
        ("dig through walls", phrase("dig", "through", "walls")),
        ("build a wall", phrase("build", "wall")),
        ("the dig", phrase("dig")),
        ("move_on 1", phrase("move_on", arg(num(1)))),
        ("dig(n)", phrase("dig", arg(name("n")))),
        ("cover (half, tile)", phrase("cover", arg(name("half")), arg(name("tile")))),
        ("dig (n) twice", phrase("dig", arg(name("n")), "twice")),
        ("furnish for 2 wood", phrase("furnish", cost=WOOD)),
        ("furnish(2 wood)", phrase("furnish", arg(n.BundleExpr(WOOD, HERE)))),
        ("use up to 2 rooms", phrase("use", n.UpTo(num(2), HERE), "rooms")),
        ("use up to (2) rooms", phrase("use", n.UpTo(num(2), HERE), "rooms")),
        ("use up to n", phrase("use", n.UpTo(name("n"), HERE))),
        ("use up to my n rooms", phrase("use", n.UpTo(n.My("n", HERE), HERE), "rooms")),
        (
            "use up to limit(2) rooms",
            phrase("use", n.UpTo(n.Call("limit", (num(2),), HERE), HERE), "rooms"),
        ),
        (
            "use up to (limit) (2) rooms",
            phrase("use", n.UpTo(name("limit"), HERE), arg(num(2)), "rooms"),
        ),
        ("end turn", phrase("end", "turn")),
        ("game", phrase("game")),
        ("draw card", phrase("draw", "card")),
        ("draw a card", phrase("draw", "card")),
        ("move marker 1", phrase("move", "marker", arg(num(1)))),
        ("move marker (n + 1) on_board", phrase(
            "move", "marker", arg(n.Arith("+", name("n"), num(1), HERE)), "on_board"
        )),
        ("place dice", phrase("place", "dice")),
        ("set trap 2", phrase("set", "trap", arg(num(2)))),
        ("take reward", phrase("take", "reward")),
        ("take reward(zone)", phrase("take", "reward", arg(name("zone")))),
        ("give hint for 2 wood", phrase("give", "hint", cost=WOOD)),
        ("add room 2 twice", phrase("add", "room", arg(num(2)), "twice")),
    ],
)  # fmt: skip
def test_phrases(written: str, expected: n.Phrase) -> None:
    """What is no action of the language calls a procedure in words."""
    assert same_shape(action(written), expected)


def test_a_verb_keeps_its_own_sentence() -> None:
    """A verb that may open a call still reads its own sentence when that is complete."""
    assert isinstance(action("move marker to hand"), n.Move)
    assert isinstance(action("draw f(2) from deck to hand"), n.Draw)
    assert isinstance(action("take f(2) wood from here"), n.Take)
    assert isinstance(action("take n wood from here"), n.Take)
    assert isinstance(action("place f(x)'s y on cell"), n.Place)


@pytest.mark.parametrize(
    ("written", "count", "at_most"),
    [
        ("gain 2 wood 3 times", num(3), False),
        ("gain 2 wood up to 3 times", num(3), True),
        ("gain 2 wood up to n times", name("n"), True),
        ("gain 2 wood up to f(n) times", n.Call("f", (name("n"),), HERE), True),
        ("dig 3 times", num(3), False),
        ("dig (n) times", name("n"), False),
        ("dig up to 3 times", num(3), True),
        ("dig up to n times", name("n"), True),
        ("dig up to (n) times", name("n"), True),
        ("dig up to f(n) times", n.Call("f", (name("n"),), HERE), True),
        ("dig for 2 wood 3 times", num(3), False),
        ("dig for 2 wood up to n times", name("n"), True),
    ],
)
def test_times(written: str, count: n.Expr, at_most: bool) -> None:
    """How often is told apart from the values and goods before it."""
    node = read("effect", written)
    assert isinstance(node, n.Sequence)
    assert same_shape(node.steps[0].times, n.Times(count, at_most, HERE))
    said = node.steps[0].action
    assert not isinstance(said, n.Phrase) or len(said.words) == 1


def test_values_before_times_stay_with_the_call() -> None:
    """Only the last value of a call is the number in front of `times`."""
    node = read("effect", "dig 2 3 times")
    assert isinstance(node, n.Sequence)
    assert same_shape(node.steps[0].action, phrase("dig", arg(num(2))))
    assert same_shape(node.steps[0].times, n.Times(num(3), False, HERE))


def test_sequence_and_guards() -> None:
    """`then` parts steps, and each guard belongs to its own step."""
    node = read("effect", "pay 2 wood then dig if a then dig if possible then dig if possible(dig)")
    assert isinstance(node, n.Sequence)
    pay, first, second, third = node.steps
    assert pay.guard is None
    assert same_shape(first.guard, name("a"))
    assert isinstance(second.guard, n.IfPossible)
    assert same_shape(third.guard, n.Possible(phrase("dig"), HERE))


def test_then_of_a_value_is_not_then_of_a_sequence() -> None:
    """`if … then … else` inside a step does not end the step."""
    node = read("effect", "set x to if a then b else c then dig")
    assert isinstance(node, n.Sequence)
    assert [type(step.action) for step in node.steps] == [n.SetTo, n.Phrase]


# ----------------------------------------------------------------------- bundles and expressions


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2 wood, 1 coin", bundle([goods(2, "wood"), goods(1, "coin")])),
        ("2 wood and 1 coin", bundle([goods(2, "wood"), goods(1, "coin")])),
        ("2 wood or 1 coin", bundle([goods(2, "wood")], [goods(1, "coin")])),
        (
            "2 wood, 1 coin or 3 coin",
            bundle([goods(2, "wood"), goods(1, "coin")], [goods(3, "coin")]),
        ),
        ("n wood", bundle([n.Goods(name("n"), name("wood"), HERE)])),
        ("(n) wood", bundle([n.Goods(name("n"), name("wood"), HERE)])),
        ("all wood", bundle([n.Goods(n.All(HERE), name("wood"), HERE)])),
        ("3 different goods", bundle([n.Different(3, name("goods"), HERE)])),
        ("surcharge", bundle([n.NamedCost(name("surcharge"), HERE)])),
        ("free", bundle([n.Free(HERE)])),
        (
            "surcharge, cost(room)",
            bundle([
                n.NamedCost(name("surcharge"), HERE),
                n.NamedCost(n.Call("cost", (name("room"),), HERE), HERE),
            ]),
        ),
    ],
)  # fmt: skip
def test_bundles(written: str, expected: n.Bundle) -> None:
    """Commas and `and` add, `or` offers alternatives and binds loosest."""
    assert same_shape(read("bundle", written), expected)


A, B, C = name("a"), name("b"), name("c")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", num(3)),
        ("true", name("true")),
        ("none", name("none")),
        ("it", name("it")),
        ("my gold", n.My("gold", HERE)),
        ("its gold", n.Its("gold", HERE)),
        ("a's x's y", n.Attr(n.Attr(A, "x", HERE), "y", HERE)),
        ("f(a, b)", n.Call("f", (A, B), HERE)),
        ("f(a)'s x", n.Attr(n.Call("f", (A,), HERE), "x", HERE)),
        ("a where b", n.Where(A, B, HERE)),
        ("every(a has b)", n.Call("every", (n.Has(A, B, HERE),), HERE)),
        ("sum(a over b)", n.Call("sum", (n.Over(A, B, HERE),), HERE)),
        ("sum(a over b where c)", n.Call("sum", (n.Over(A, n.Where(B, C, HERE), HERE),), HERE)),
        ("can_house(2 wood)", n.Call("can_house", (n.BundleExpr(WOOD, HERE),), HERE)),
        ("a == b", n.Compare(("==",), (A, B), HERE)),
        ("a < b <= c", n.Compare(("<", "<="), (A, B, C), HERE)),
        ("a is b", n.Is(A, B, False, HERE)),
        ("a is not b", n.Is(A, B, True, HERE)),
        ("a in b", n.InSet(A, B, False, HERE)),
        ("a not in b", n.InSet(A, B, True, HERE)),
        ("a and b and c", n.Logic("and", (A, B, C), HERE)),
        ("a or b or c", n.Logic("or", (A, B, C), HERE)),
        ("a or (b and c)", n.Logic("or", (A, n.Logic("and", (B, C), HERE)), HERE)),
        ("(a or b) and c", n.Logic("and", (n.Logic("or", (A, B), HERE), C), HERE)),
        ("not a in b", n.Not(n.InSet(A, B, False, HERE), HERE)),
        ("not a and b", n.Logic("and", (n.Not(A, HERE), B), HERE)),
        ("a + b * c", n.Arith("+", A, n.Arith("*", B, C, HERE), HERE)),
        ("a - b - c", n.Arith("-", n.Arith("-", A, B, HERE), C, HERE)),
        ("a - (b - c)", n.Arith("-", A, n.Arith("-", B, C, HERE), HERE)),
        ("a // b % c", n.Arith("%", n.Arith("//", A, B, HERE), C, HERE)),
        ("-a * b", n.Arith("*", n.Negate(A, HERE), B, HERE)),
        ("if a then b else c", n.IfElse(A, B, C, HERE)),
        ("possible(dig for 2 wood)", n.Possible(phrase("dig", cost=WOOD), HERE)),
        ("possible(take reward)", n.Possible(phrase("take", "reward"), HERE)),
    ],
)
def test_expressions(written: str, expected: n.Expr) -> None:
    """Expressions bind as a reader expects."""
    assert same_shape(read("value", written), expected)


def test_a_condition_takes_no_filter() -> None:
    """A condition is true or false, so `where` cannot stand at its top."""
    assert read("value", "a where b")
    assert parse("condition", scalar(source_of("a where b")))[0] is None


# --------------------------------------------------------------------------------- other leaves


@pytest.mark.parametrize(
    ("kind", "written", "expected"),
    [
        ("choice", "cell in a where b", n.Choice("cell", n.Where(A, B, HERE), HERE)),
        ("event", "I gain wood", n.Event("I", "gain", (name("wood"),), None, HERE)),
        ("event", "I gain a dog", n.Event("I", "gain", (name("dog"),), None, HERE)),
        ("event", "gain b", n.Event(None, "gain", (B,), None, HERE)),
        ("event", "anyone pay b or c", n.Event("anyone", "pay", (B, C), None, HERE)),
        ("event", "another lose b where c", n.Event("another", "lose", (B,), C, HERE)),
        (
            "event",
            "another use the cellar",
            n.Event("another", "phrase", (name("use"), name("cellar")), None, HERE),
        ),
        (
            "event",
            "I draw card where b",
            n.Event("I", "phrase", (name("draw"), name("card")), B, HERE),
        ),
        ("event", "reveal", n.Event(None, "phrase", (name("reveal"),), None, HERE)),
        ("adjust", "n by -1", n.Adjust("n", n.Negate(num(1), HERE), None, None, HERE)),
        ("adjust", "n by a + 1 if b", n.Adjust("n", n.Arith("+", A, num(1), HERE), None, B, HERE)),
        (
            "adjust",
            "n by -1 wood, 2 coin if b",
            n.Adjust("n", n.Delta(((-1, name("wood")), (2, name("coin"))), HERE), None, B, HERE),
        ),
        ("adjust", "n to not a if b", n.Adjust("n", None, n.Not(A, HERE), B, HERE)),
        ("substitute", "1 coin by 2 wood", n.Substitute(num(1), name("coin"), WOOD, HERE)),
        ("substitute", "all coin by free", n.Substitute(
            n.All(HERE), name("coin"), bundle([n.Free(HERE)]), HERE
        )),
    ],
)  # fmt: skip
def test_other_leaves(kind: Kind, written: str, expected: Leaf) -> None:
    """Choices, events, adjustments and substitutions give their nodes."""
    assert same_shape(read(kind, written), expected)


# ------------------------------------------------------------------------------------ keywords


@pytest.mark.parametrize(
    "word",
    ["orchid", "notice", "inn", "thenar", "forge", "gainer", "myth", "itself", "andes", "island",
     "upper", "tone", "iffy", "bygone", "onward", "beer", "hash", "overt", "freedom", "allow",
     "endgame", "end_game", "gain_2", "is2"],
)  # fmt: skip
def test_no_keyword_swallows_the_start_of_a_name(word: str) -> None:
    """A name that starts like a keyword stays whole, and never splits into keyword and name."""
    assert same_shape(read("value", word), name(word))
    assert same_shape(action(f"dig {word}"), phrase("dig", word))
    assert parse("condition", scalar(source_of(f"gold {word}")))[0] is None
    assert parse("bundle", scalar(source_of(f"2 gold {word} 1 coin")))[0] is None


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_no_keyword_is_a_name(word: str) -> None:
    """A keyword is never taken for a name, wherever it stands."""
    for kind, written in (
        ("value", f"my {word}"),
        ("value", f"a's {word}"),
        ("value", f"f({word})"),
        ("effect", f"let {word} be 2"),
        ("bundle", f"2 {word}"),
        ("choice", f"{word} in a"),
        ("adjust", f"{word} by 1"),
    ):
        node, problems = parse(kind, scalar(source_of(written)))  # type: ignore[arg-type]
        assert (node is None) == (written != "f(free)"), written
        assert bool(problems) == (written != "f(free)")


# -------------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    "written",
    [
        "gain 1 coin if my gold > opponent's gold",
        "'gain 1 coin if my gold > opponent''s gold'",
        '"gain 1 coin if my gold > opponent\'s gold"',
        '"gain 1 coin if my g\\u006fld > opponent\\x27s gold"',
        "|\n    gain 1 coin if my gold > opponent's gold",
        "  gain  1  coin   if my  gold >  opponent's  gold",
    ],
)
def test_places_are_exact_in_every_style(written: str) -> None:
    """Each node points at its own characters in the file, quotes and escapes or not."""
    source = source_of(written)
    node, problems = parse("effect", scalar(source))
    assert problems == []
    assert node is not None

    def covered(kind: type[n.Node]) -> list[str]:
        found = []
        for part in walk(node):
            if isinstance(part, kind):
                span = part.span
                assert span.line == span.end_line
                line = source.line_text(span.line)
                text = line[span.column - 1 : span.end_column - 1]
                text = text.replace("\\u006f", "o").replace("\\x27", "'").replace("''", "'")
                found.append(" ".join(text.split()))
        return found

    whole = "gain 1 coin if my gold > opponent's gold"
    assert covered(n.Sequence) == [whole]
    assert covered(n.Step) == [whole]
    assert covered(n.Gain) == ["gain 1 coin"]
    assert covered(n.Goods) == ["1 coin"]
    assert covered(n.Num) == ["1"]
    assert covered(n.Compare) == ["my gold > opponent's gold"]
    assert covered(n.My) == ["my gold"]
    assert covered(n.Attr) == ["opponent's gold"]
    assert covered(n.Name) == ["coin", "opponent"]


def test_parentheses_belong_to_what_is_around_them() -> None:
    """An inner node is marked without its parentheses, an outer one with them."""
    source = source_of("2 * (a + b)")
    node, _ = parse("value", scalar(source))
    assert isinstance(node, n.Arith)
    line = source.line_text(1)
    assert line[node.span.column - 1 : node.span.end_column - 1] == "2 * (a + b)"
    inner = node.right
    assert line[inner.span.column - 1 : inner.span.end_column - 1] == "a + b"


def test_the_parts_of_a_call_are_marked_apart() -> None:
    """Words, values, limits, costs and times of a call each point at their own characters."""
    source = source_of("use (n) the up to f(2) rooms for 2 wood up to 3 times")
    node, problems = parse("effect", scalar(source))
    assert problems == []
    assert isinstance(node, n.Sequence)
    line = source.line_text(1)
    step = node.steps[0]
    assert isinstance(step.action, n.Phrase)
    parts: list[n.Node] = [*step.action.words, step.action, step.action.cost, step.times]  # type: ignore[list-item]
    assert [line[part.span.column - 1 : part.span.end_column - 1] for part in parts] == [
        "use",
        "n",
        "up to f(2)",
        "rooms",
        "use (n) the up to f(2) rooms for 2 wood",
        "2 wood",
        "up to 3 times",
    ]


@pytest.mark.parametrize(
    ("kind", "written", "expected"),
    [
        ("value", "3", num(3)),
        ("value", "-3", n.Negate(num(3), HERE)),
        ("value", '"3"', num(3)),
        ("condition", "true", name("true")),
        ("condition", "false", name("false")),
        ("bundle", "free", bundle([n.Free(HERE)])),
    ],
)
def test_numbers_and_truth_values_of_yaml_are_leaves(
    kind: Kind, written: str, expected: Leaf
) -> None:
    """What YAML reads as a number or a truth value is a leaf like any other."""
    assert same_shape(read(kind, written), expected)
