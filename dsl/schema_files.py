"""The schema files as data: a name in, the schema, its validator or the part for one path out.

Schemas refer to each other by file name (`common.schema.json#/$defs/id`), which is what editors
follow too.  The same files also answer to `urn:rulewright:schema:<name>`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from jsonschema.protocols import Validator
    from referencing import Registry

Schema: TypeAlias = Mapping[str, Any]

_ENDING = ".schema.json"


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, such as `game` or `view`."""
    found = (each.name for each in files("rulewright.schemas").iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)))


@cache
def load_schema(name: str) -> Schema:
    """Return a schema as plain data; nobody changes it."""
    text = files("rulewright.schemas").joinpath(name + _ENDING).read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


@cache
def registry() -> Registry[Any]:
    """Return all schemas for resolving references; nothing outside them is ever fetched."""
    from referencing import Registry, Resource

    known = {name: Resource.from_contents(load_schema(name)) for name in schema_names()}
    return Registry[Any]().with_resources(
        (uri, resource)
        for name, resource in known.items()
        for uri in (name + _ENDING, f"urn:rulewright:schema:{name}")
    )


@cache
def validator(name: str) -> Validator:
    """Return the validator of a schema, for files people write and for messages."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load_schema(name), registry=registry())


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a schema that describes one value, with its references followed.

    `file` is the schema it stands in and `noun` the last definition it was reached through.
    """

    schema: Schema
    file: str
    noun: str = ""

    @property
    def title(self) -> str:
        """What the value should be, as it can follow 'should be'; empty if not said."""
        return str(self.schema.get("title", ""))

    @property
    def format(self) -> str:
        """The kind of leaf that a text would be here, such as `rw-effect`."""
        return str(self.schema.get("format", ""))

    @property
    def properties(self) -> Schema:
        """The keys that are described by name."""
        named: Schema = self.schema.get("properties", {})
        return named

    def step(self, key: str | int) -> Part:
        """Return the part for the value under a key or at a position; unknown ones are empty."""
        if isinstance(key, int):
            return self._follow(self.schema.get("items", {}))
        if key in self.properties:
            return self._follow(self.properties[key])
        return self._follow(self.schema.get("additionalProperties", {}))

    def _follow(self, schema: Any) -> Part:
        return _follow(schema if isinstance(schema, dict) else {}, self.file)


def part_at(name: str, path: Sequence[str | int]) -> Part:
    """Return the part of a schema that describes the value at a path of keys and positions."""
    part = _follow({"$ref": name + _ENDING}, name)
    for key in path:
        part = part.step(key)
    return part


def _follow(schema: Schema, file: str) -> Part:
    noun = ""
    while "$ref" in schema:
        place, _, pointer = str(schema["$ref"]).partition("#")
        file = place.removesuffix(_ENDING) or file
        if pointer.startswith("/$defs/") and pointer.count("/") == 2:
            noun = pointer.removeprefix("/$defs/")
        target: Any = load_schema(file)
        for step in pointer.split("/")[1:]:
            target = target[step]
        # What stands beside a reference is closer to the point than what it leads to.
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**target, **beside}
    if [*schema.get("then", {})] == ["$ref"]:
        # A mapping that is also allowed to be something simpler elsewhere.
        then = _follow(schema["then"], file)
        return Part({**then.schema, **schema}, then.file, then.noun)
    return Part(schema, file, noun)
