"""Facts for `describe`: what a declaration is called, what it says and where it comes from."""

from __future__ import annotations

from rulewright.dsl.context import Context, entry_of, text_of
from rulewright.dsl.program import Fact
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

HIDDEN = ("name", "text", "source", "names", "description")
WORDED = ("label", "prompt")


def add_fact(ctx: Context, kind: str, path: str, entry: YamlEntry) -> None:
    """Remember a declaration for people who ask about it."""
    body = entry.value
    sources, assumed = source_of(entry_of(body, "source"))
    ctx.facts.append(
        Fact(
            path,
            kind,
            text_of(entry_of(body, "name")),
            text_of(entry_of(body, "text")),
            sources,
            assumed,
            entry.key_span.file,
            entry.key_span.line,
            tuple(lines_of(body)),
        )
    )


def source_of(node: YamlNode | None) -> tuple[tuple[str, ...], bool]:
    """Where something comes from, as short texts, and whether any of it is assumed."""
    if node is None:
        return (), False
    if isinstance(node, YamlScalar):
        return (str(node.value),), str(node.value) == "assumed"
    if isinstance(node, YamlList):
        parts = [source_of(item) for item in node.items]
        return tuple(text for texts, _ in parts for text in texts), any(flag for _, flag in parts)
    assert isinstance(node, YamlMap)
    found: list[str] = []
    assumed = False
    for key, entry in node.entries.items():
        value = entry.value
        shown = str(value.value) if isinstance(value, YamlScalar) else ", ".join(lines_of(value))
        assumed = assumed or key == "assumed"
        found.append(f"{key} {shown}")
    return (", ".join(found),), assumed


def lines_of(node: YamlNode, indent: int = 0) -> list[str]:
    """A declaration as readable lines, texts and sources left out."""
    pad = "  " * indent
    if isinstance(node, YamlScalar):
        return [] if node.value is None else [pad + str(node.text)]
    if isinstance(node, YamlList):
        found: list[str] = []
        for item in node.items:
            inner = lines_of(item)
            found.extend(pad + ("- " if i == 0 else "  ") + line for i, line in enumerate(inner))
        return found
    found = []
    for key, entry in node.entries.items():
        if key in HIDDEN:
            continue
        value = entry.value
        if key in WORDED and isinstance(value, YamlMap):
            # What players read comes in every language; one is enough here.
            found.append(f"{pad}{key}: {text_of(value).get('en', '')}".rstrip())
        elif isinstance(value, YamlScalar):
            found.append(f"{pad}{key}: {value.text}")
        else:
            found.append(f"{pad}{key}:")
            found.extend(lines_of(value, indent + 1))
    return found
