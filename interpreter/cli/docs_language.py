"""The reference page of the language: the vocabulary and the grammar in, Markdown out."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from rulewright.dsl import vocabulary
from rulewright.dsl.parser import RESERVED, grammar_text
from rulewright.dsl.schema_files import part_at
from rulewright.dsl.vocabulary import Head, Word

from .docs_text import code, fenced, finish, rows, sentence, start

_EXAMPLES = "../examples/village/game.yaml"


def index_page() -> str:
    """Return the map of the reference."""
    lines = start(
        "Reference",
        "Made from the tables that the code itself uses.",
    )
    lines += [
        "- [The language](language.md): every verb, function, head, name and type.",
        "- [Files](files.md): every key of the files people write.",
        "- [Problems](problems.md): every message about rule files, by its code.",
        "- [Commands](commands.md): the command line.",
        "- [Messages](messages.md): the data that front-ends receive.",
    ]
    return finish(lines)


def page() -> str:
    """Return the reference page of the language."""
    lines = start(
        "The language: reference",
        "The [guide](../language.md) explains; this page lists.\n"
        f"Examples are taken from one small game, [the village]({_EXAMPLES}).",
        "In the forms, `S` is a set, `Z` a zone, `B` goods, `E` an expression, `C` a condition,"
        " `N` a number.",
    )
    lines += _words(
        "Sentences",
        "A value in a rule file that the language reads is one sentence on one line.\n"
        "There are eight kinds; [files](files.md) says which key takes which.",
        vocabulary.LEAVES,
        named="kind",
    )
    lines += _heads(
        "Scripts",
        "A script is an effect, a list of scripts (all or nothing, in order),"
        " or a mapping with one of these heads.",
        vocabulary.HEADS,
        ["flow"],
        "yaml script",
    )
    lines += _heads(
        "Rules",
        "A rule is a mapping with one of these heads."
        " It holds while its component is in play, or always if the game itself has it.",
        vocabulary.RULE_HEADS,
        ["rules", 0],
        "yaml rule",
    )
    lines += _words(
        "Events", "What stands after `before`, `after` and `instead_of`.", vocabulary.WHO
    )
    lines += _words("Verbs", "What opens an action, beside the procedures.", vocabulary.VERBS)
    lines += _words("Joining actions", "", vocabulary.STEPS)
    lines += _words("Goods", "What `B` can be.", vocabulary.BUNDLES)
    lines += _words(
        "Functions",
        "What can stand before a parenthesis, beside the defines.",
        vocabulary.FUNCTIONS,
    )
    lines += _words("Signs and words of expressions", "", vocabulary.SIGNS)
    lines += _words("Built-in names", "", vocabulary.NAMES)
    lines += [
        "Where sides are expected, `north`, `east`, `south` and `west` are names too;"
        " in a rule `after` goods, `amount` is how many.",
        "",
    ]
    lines += _words(
        "What things have",
        "Beside these, a thing has whatever the game declares for it.",
        vocabulary.PARTS,
    )
    lines += _words("Types", "", vocabulary.TYPES)
    reserved = ", ".join(code(word) for word in sorted(RESERVED))
    lines += ["## Words that cannot be names", "", *textwrap.wrap(reserved, 100), ""]
    lines += _grammar()
    return finish(lines)


def _words(title: str, about: str, table: Mapping[str, Word], named: str = "") -> list[str]:
    """Return a section with a table of words; `named` heads a column of their names."""
    columns: tuple[str, ...] = ("form", "meaning", "example")
    body: list[tuple[str, ...]] = [
        (code(word.form), sentence(word.meaning), code(word.example)) for word in table.values()
    ]
    if named:
        columns = (named, *columns)
        body = [(name, *row) for name, row in zip(table, body, strict=True)]
    return [f"## {title}", "", about, "", *rows(columns, body)]


def _heads(
    title: str, about: str, table: Mapping[str, Head], path: list[str | int], kind: str
) -> list[str]:
    keys = part_at("game", path)
    lines = [f"## {title}", "", about, ""]
    for head in table.values():
        lines += [f"### {head.name}", "", f"Takes {head.takes}. {head.meaning}", ""]
        body = []
        for key in head.companions:
            needed = "yes" if key in head.needs else ""
            meaning = str(keys.step(key).schema.get("description", ""))
            body.append((code(key), needed, meaning))
        lines += rows(("beside it", "needed", "meaning"), body)
        lines += fenced(head.example, kind)
    return lines


def _grammar() -> list[str]:
    """Return the grammar without its terminals, which are the words listed above."""
    text = grammar_text()
    cut = text.find("// ---", text.find("// The look-ahead") - 200)
    rules = text[:cut] if cut > 0 else text
    return [
        "## The grammar",
        "",
        "In the notation of [Lark](https://github.com/lark-parser/lark);"
        " names in capitals are words and signs.",
        "",
        *fenced(rules, "lark"),
    ]
