"""The reference pages of files and messages: the schemas in, Markdown out."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.schema_files import Part, Schema, load_schema

from .docs_text import code, finish, rows, sentence, start, yaml_flow

FILES = {
    "game": ("Game files", "`game.yaml` and every other `*.yaml` beside it."),
    "rulings": ("Rulings", "`rulings/*.yaml` in the folder of a game."),
    "variant": ("Variants", "`variants/*.yaml` in the folder of a game, or any file by its path."),
    "locale": ("Translations", "`locale/*.yaml` in the folder of a game."),
}
"""Files that people write: heading and where they are."""

MESSAGES = {
    "decision": ("Decision", "`Decision.as_data()`"),
    "move": ("Move", "`Move.as_data()`"),
    "view": ("View", "`Match.view(seat)`"),
    "event": ("Event", "an entry of `events` in a journal"),
    "journal": ("Journal", "`Match.journal` and `Match.journal_for(seat)`"),
    "save": ("Save", "`Match.save()`"),
    "problem": ("Problem", "`rulewright check --json`"),
}
"""Messages that front-ends receive: heading and what gives them."""

# Explained at length on the page of the language.
_ELSEWHERE = {"script": "language.md#scripts", "rule": "language.md#rules"}
_SHARED = ("text", "source", "procedure", "parameter", "case", "script", "rule")
_LEAVES = ("condition", "value", "constant", "choice", "event", "adjust", "substitute", "bundle")


def files_page() -> str:
    """Return the reference page of the files that people write."""
    lines = start(
        "Files",
        "Every key of every file people write, with what it takes and an example.\n"
        "The first line of a file tells editors where its schema is, so that they complete keys and"
        " mark mistakes: `# yaml-language-server: $schema=../../schemas/game.schema.json`.",
    )
    for name, (title, about) in FILES.items():
        lines += _file(name, title, about)
    lines += ["## Shared parts", ""]
    for noun in _SHARED:
        if noun in _ELSEWHERE:
            meaning = load_schema("common")["$defs"][noun]["description"]
            lines += [f"### {noun}", "", f"{meaning} See [the language]({_ELSEWHERE[noun]}).", ""]
        else:
            lines += _definition(noun, load_schema("common")["$defs"][noun], "common")
    body = []
    for noun in _LEAVES:
        leaf = load_schema("common")["$defs"][noun]
        examples = ", ".join(code(yaml_flow(each)) for each in leaf["examples"])
        body.append((leaf["title"].split(" such as ")[0], leaf["description"], examples))
    lines += ["### Sentences", "", *rows(("takes", "meaning", "examples"), body)]
    return finish(lines)


def messages_page() -> str:
    """Return the reference page of the messages that front-ends receive."""
    lines = start(
        "Messages",
        "The JSON data that front-ends receive, key by key."
        " [Embedding](../embedding.md) shows how it is used.\n"
        "The schemas themselves are in [schemas/](../../schemas/).",
    )
    for name, (title, about) in MESSAGES.items():
        lines += _file(name, title, f"Given by {about}.")
    return finish(lines)


def _file(name: str, title: str, about: str) -> list[str]:
    schema = load_schema(name)
    lines = [f"## {title}", "", f"{schema['description']} {about}", ""]
    lines += _keys(schema, name)
    for noun, inner in schema.get("$defs", {}).items():
        lines += _definition(noun, inner, name)
    return lines


def _definition(noun: str, schema: Schema, file: str) -> list[str]:
    """Return the section of a definition, if it has keys of its own."""
    if not schema.get("properties"):
        return []
    about = sentence(str(schema.get("description", "")))
    lines = [f"### {noun.replace('_', ' ')}", "", f"{about} It takes {schema['title']}.", ""]
    return [*lines, *_keys(schema, file)]


def _keys(schema: Schema, file: str) -> list[str]:
    if not schema.get("properties"):
        return []
    part = Part(schema, file)
    required = schema.get("required", ())
    body = []
    for key in part.properties:
        inner = part.step(key)
        examples = inner.schema.get("examples") or [None]
        needed = " (needed)" if key in required else ""
        body.append(
            (
                f"{code(key)}{needed}",
                sentence(str(inner.schema.get("description", ""))) + _link(inner),
                inner.title,
                code(yaml_flow(examples[0])),
            )
        )
    return rows(("key", "meaning", "takes", "example"), body)


def _link(part: Part) -> str:
    """Return a pointer to the section that has more about a value, or nothing."""
    for each in _inside(part):
        if each.noun and each.properties:
            return f" → [{each.noun.replace('_', ' ')}](#{each.noun.replace('_', '-')})"
    return ""


def _inside(part: Part) -> Iterable[Part]:
    yield part
    for key in ("additionalProperties", "items"):
        if isinstance(part.schema.get(key), dict):
            inner = part.step("" if key == "additionalProperties" else 0)
            yield inner
            # A table of tables, such as the components of a kind.
            if isinstance(inner.schema.get("additionalProperties"), dict):
                yield inner.step("")
