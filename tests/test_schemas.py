"""The schema files: valid, closed, explained and with examples that hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.dsl.problems import Problem
from rulewright.dsl.render import as_json
from rulewright.dsl.schema_files import (
    Part,
    load_schema,
    part_at,
    registry,
    schema_names,
    validator,
)
from rulewright.dsl.schema_heads import Heads
from rulewright.dsl.source import Span

WRITTEN_BY_PEOPLE = ("common", "game", "locale", "rulings", "variant")
MESSAGES = ("decision", "event", "journal", "move", "problem", "save", "view")


def subschemas(schema: Any, pointer: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every part of a schema that describes a value, with its pointer.

    What stands below `if`, `not` and the like restricts a value and does not describe one.
    """
    yield pointer, schema
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from subschemas(part, f"{pointer}/{key}/{name}")
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield from subschemas(schema[key], f"{pointer}/{key}")


PARTS = [(name, *part) for name in schema_names() for part in subschemas(load_schema(name))]


def named_parts(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the address and schema of each property and definition of a schema file."""
    return [
        (f"{file}.schema.json{pointer}", schema)
        for file, pointer, schema in PARTS
        if file == name and pointer.split("/")[-2:-1] in (["properties"], ["$defs"])
    ]


def following(schema: dict[str, Any], uri: str) -> dict[str, Any]:
    """Return a schema with its reference followed, what stands beside it taking precedence."""
    if "$ref" not in schema:
        return schema
    file, _, pointer = schema["$ref"].partition("#")
    file = file or uri.partition("#")[0]
    target: Any = load_schema(file.removesuffix(".schema.json"))
    for step in pointer.split("/")[1:]:
        target = target[step]
    return {**following(target, f"{file}#{pointer}"), **schema}


def test_all_schemas_are_there() -> None:
    """Each file a person writes and each message a front-end receives has its schema."""
    assert sorted((*WRITTEN_BY_PEOPLE, *MESSAGES)) == list(schema_names())


@pytest.mark.parametrize("name", schema_names())
def test_schemas_are_valid(name: str) -> None:
    """Each file is a schema of draft 2020-12 and is called by its file name."""
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{name}.schema.json"
    assert registry().contents(f"urn:rulewright:schema:{name}") == schema


@pytest.mark.parametrize("name", schema_names())
def test_references_lead_somewhere(name: str) -> None:
    """Every reference is to a schema file of ours and finds its target."""
    resolver = registry().resolver(f"{name}.schema.json")
    references = _references(load_schema(name))

    assert all(resolver.lookup(each).contents for each in references)


def _references(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [found for item in schema for found in _references(item)]
    if not isinstance(schema, dict):
        return []
    inner = [found for item in schema.values() for found in _references(item)]
    return [schema["$ref"], *inner] if isinstance(schema.get("$ref"), str) else inner


@pytest.mark.parametrize("name", schema_names())
def test_everything_is_explained(name: str) -> None:
    """Each property says what it should be, what it is for, and shows it."""
    unexplained = [
        uri
        for uri, schema in named_parts(name)
        for whole in [following(schema, uri)]
        if whole.get("title", ".")[-1] in ".!?"
        or not whole.get("description", "").endswith(".")
        or not whole.get("examples")
    ]

    assert unexplained == []


@pytest.mark.parametrize("name", schema_names())
def test_examples_hold(name: str) -> None:
    """Each example is what its schema demands."""
    wrong = [
        (uri, example)
        for uri, schema in named_parts(name)
        for example in following(schema, uri)["examples"]
        if not Draft202012Validator({"$ref": uri}, registry=registry()).is_valid(example)
    ]

    assert wrong == []


@pytest.mark.parametrize("name", [name for name in schema_names() if name != "common"])
def test_whole_examples_hold(name: str) -> None:
    """Each schema shows a whole file or message, and it is valid."""
    examples = load_schema(name)["examples"]

    assert examples
    for example in examples:
        assert [error.message for error in validator(name).iter_errors(example)] == []


@pytest.mark.parametrize("name", schema_names())
def test_keys_tell_mappings_apart(name: str) -> None:
    """No alternatives to guess between: then every mistake has one place and one reason."""
    found = {key for key in _keys(load_schema(name)) if key in ("oneOf", "anyOf", "allOf")}

    assert found == set()


def _keys(schema: Any) -> Iterator[str]:
    for key, value in schema.items() if isinstance(schema, dict) else ():
        yield key
        yield from _keys(value)
    for item in schema if isinstance(schema, list) else ():
        yield from _keys(item)


@pytest.mark.parametrize("name", WRITTEN_BY_PEOPLE)
def test_files_have_no_unknown_keys(name: str) -> None:
    """Wherever keys are listed, it is said what holds for the others."""
    open_ended = [
        pointer
        for file, pointer, schema in PARTS
        if file == name and "properties" in schema and "additionalProperties" not in schema
    ]

    assert open_ended == []


HEADED = [
    pytest.param(Part(schema, name), id=f"{name}{pointer[1:]}")
    for name, pointer, schema in PARTS
    if "dependentSchemas" in schema
]


@pytest.mark.parametrize("part", HEADED)
def test_heads_name_only_keys_that_exist(part: Part) -> None:
    """Heads and what goes with them are properties of their mapping."""
    heads = Heads.of(part)
    named = {*heads.beside, *(key for keys in heads.beside.values() for key in keys)}

    assert named <= {*part.properties}


@pytest.mark.parametrize("part", HEADED)
def test_every_key_goes_with_a_head(part: Part) -> None:
    """There is no key that can never be used."""
    heads = Heads.of(part)

    assert [key for key in part.properties if not heads.owners([key])] == []


@pytest.mark.parametrize("part", HEADED)
def test_a_mapping_without_a_head_is_refused(part: Part) -> None:
    """Exactly the keys that are no heads are listed as not enough on their own."""
    alone = part.schema["not"]["propertyNames"]["enum"]

    assert {*alone} == {*part.properties} - {*Heads.of(part).beside}


def test_procedures_take_all_that_scripts_take() -> None:
    """A script can be given a name without being written differently."""
    script = part_at("game", ["flow"]).properties
    procedure = part_at("game", ["procedures", "any"]).properties

    assert {*script} < {*procedure}


def test_problems_fit_their_schema() -> None:
    """What `check --json` prints is what the schema promises."""
    span = Span("games/tiny/game.yaml", 3, 1, 3, 5)
    told = as_json(Problem("unknown-key", "'a' is not a key.", span, None, (("here", span),)))

    assert [error.message for error in validator("problem").iter_errors(told)] == []
    assert {*told} == {*load_schema("problem")["properties"]}
