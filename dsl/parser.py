"""The parser of leaves: the kind of a key and its YAML scalar in, a node or problems out.

`parse` never raises for what a rule file says.  The grammar is grammar.lark; its tokens are told
apart without regard to where they stand, so a keyword is a keyword everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal, cast, get_args

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import BasicLexer
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulewright.dsl.foreign_signs import Mistake, hyphened_name, unknown_character
from rulewright.dsl.leaf_builder import Builder
from rulewright.dsl.nodes import Leaf, Node, children
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.syntax_hints import Stumble, explain
from rulewright.dsl.syntax_words import FORMS, KEYWORDS, KIND_FORMS, RESERVED, VERBS
from rulewright.dsl.yaml_nodes import YamlScalar

__all__ = ["FORMS", "KEYWORDS", "KINDS", "RESERVED", "VERBS", "Kind", "grammar_text", "parse"]

Kind = Literal["effect", "condition", "value", "choice", "event", "adjust", "substitute", "bundle"]
"""What a key can hold; each is a start symbol of the grammar."""

KINDS: tuple[Kind, ...] = get_args(Kind)

MOST_CHARACTERS = 4096
MOST_NODES = 500
DEEPEST = 64


def parse(kind: Kind, scalar: YamlScalar) -> tuple[Leaf | None, list[Problem]]:
    """Return the node of a leaf, or None and what is wrong with it.

    Effects give a Sequence, conditions and values an Expr, the other kinds the class of their name.
    """
    refused = _refused(kind, scalar)
    if refused is not None:
        return None, [refused]
    text = _text(scalar)
    mistake = hyphened_name(text)
    try:
        tree = _parser().parse(text, start=kind) if mistake is None else None
    except UnexpectedCharacters as error:
        mistake = unknown_character(text, error.pos_in_stream or 0)
    except UnexpectedToken as error:
        mistake = explain(_stumble(kind, scalar, error))
    if mistake is not None:
        return None, [_problem_at(scalar, mistake)]
    leaf = Builder(scalar)
    node = cast(Leaf, leaf.build(cast("Tree[Token]", tree)))
    problems = leaf.problems or _too_much(node)
    return (None if problems else node), problems


def _text(scalar: YamlScalar) -> str:
    """The sentence, without the line break that ends a block of text."""
    return scalar.text.rstrip("\r\n")


def grammar_text() -> str:
    """Return the text of grammar.lark."""
    return files("rulewright.dsl").joinpath("grammar.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """The one parser; its options depend on nobody who calls."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        start=list(KINDS),
        propagate_positions=True,
        _plugins={"BasicLexer": _Lexer},
    )


class _Lexer(BasicLexer):
    """A lexer that does not compare all tokens with each other first: tests have done that.

    Lark compares them wherever a certain package is installed, which takes longer than to read a
    game.
    """

    def __init__(self, conf: LexerConf, comparator: object = None) -> None:
        conf.skip_validation = True
        super().__init__(conf, comparator)


def _refused(kind: Kind, scalar: YamlScalar) -> Problem | None:
    """Refuse what cannot be a sentence before looking at its words."""
    text = _text(scalar)
    if scalar.value is None or not text.strip():
        hint = f"Write a sentence, for example '{KIND_FORMS[kind]}'."
        return problem("leaf-empty", "Nothing is written here.", scalar.span, hint)
    folded = scalar.style == "folded" or (scalar.multiline and scalar.style != "literal")
    if folded or "\n" in text:
        hint = "Write it on one line; join actions with 'then' or make a list of them."
        return problem("leaf-folded", "A sentence stands on one line.", scalar.span, hint)
    if len(text) > MOST_CHARACTERS:
        hint = "Give parts of it a name of their own under 'define' or 'procedures'."
        message = f"A sentence has at most {MOST_CHARACTERS} characters; this one has {len(text)}."
        return problem("leaf-too-long", message, scalar.span, hint)
    return None


def _stumble(kind: Kind, scalar: YamlScalar, error: UnexpectedToken) -> Stumble:
    """Read the text again up to the error to learn what could have stood there."""
    text = _text(scalar)
    found = None if error.token.type == "$END" else error.token
    stop = len(text) if found is None else found.start_pos or 0
    before = list(_parser().parse_interactive(text[:stop], start=kind).iter_parse())
    # The error's own set is too small: some rules were closed before the error was noticed.
    state = _parser().parse_interactive(None, start=kind)
    earlier: frozenset[str] = frozenset()
    for token in before:
        earlier = _accepts(state) if token is before[-1] else earlier
        state.feed_token(token)
    accepts = _accepts(state)
    return Stumble(kind, text, scalar.flow, before, found, accepts, earlier)


def _accepts(state: InteractiveParser) -> frozenset[str]:
    """The terminals that can follow; after a complete leaf lark itself names none."""
    found: set[str] = state.accepts()  # type: ignore[no-untyped-call]
    return frozenset(found or {"$END"})


def _problem_at(scalar: YamlScalar, mistake: Mistake) -> Problem:
    span = scalar.span_of(mistake.start, mistake.end)
    return problem(mistake.code, mistake.message, span, mistake.hint)


def _too_much(leaf: Node) -> list[Problem]:
    """Refuse a sentence with too many or too deeply nested parts: later stages walk it."""
    count = 0
    level = [leaf]
    depth = 0
    while level and depth <= DEEPEST and count <= MOST_NODES:
        depth += 1
        count += len(level)
        level = [child for node in level for child in children(node)]
    if depth <= DEEPEST and count <= MOST_NODES:
        return []
    message = "This sentence has too many parts."
    hint = "Give parts of it a name of their own under 'define' or 'procedures'."
    return [problem("leaf-too-complex", message, leaf.span, hint)]
