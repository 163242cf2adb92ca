"""Variants on disk: the folder of a game and the names of variants in, files read and stacked out.

A variant is one YAML file that says only what differs, by id. It is found by its id in the folder
`variants` of its game, or by the path of its file. It names nothing to be read: no other file is
opened because of what it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from rulewright.dsl.context import entry_of, scalar_of, text_of
from rulewright.dsl.folders import Reading, display_name, exists, shown_path
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_check import check_schema
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.variant_stack import Variant, rules_of
from rulewright.dsl.yaml_reader import YamlMap, YamlScalar, to_plain

MOST_VARIANTS = 16
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def variant_files(folder: Path) -> dict[str, Path]:
    """The variants that lie in a game's folder, by id."""
    found = sorted((folder / "variants").glob("*.yaml"))
    return {path.stem.replace("_", "-"): path for path in found}


def variant_texts(folder: Path) -> dict[str, dict[str, dict[str, str]]]:
    """Title and description by language of the variants in a game's folder; nothing is checked."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for name, path in variant_files(folder).items():
        reading = Reading()
        node = reading.file(path, path.name, "") if reading.owned(folder, path) else None
        keys = ("title", "description")
        found[name] = {key: text_of(entry_of(node, key)) for key in keys}
    return found


def read_variant(path: Path, display: str, reading: Reading) -> YamlMap | None:
    """The tree of a variant file; None after reporting why it cannot be used."""
    node = reading.file(path, display, "")
    if node is None:
        return None
    added = entry_of(node, "add")
    # What is added to something the game has need not be whole; the whole is checked later.
    shape = [
        each
        for each in check_schema(node, "variant", reading.sources[display])
        if each.code != "missing-key" or added is None or not _inside(each.span, added.span)
    ]
    reading.problems.extend(shape)
    wrong = any(each.severity == "error" for each in shape)
    return node if isinstance(node, YamlMap) and not wrong else None


def _inside(span: Span, around: Span) -> bool:
    start = (around.line, around.column)
    return start <= (span.line, span.column) < (around.end_line, around.end_column)


def read_variants(
    root: YamlMap, folder: Path, names: Iterable[str], reading: Reading
) -> list[Variant]:
    """The variants that were asked for; what is wrong with them is reported."""
    found: dict[str, Variant] = {}
    asked = list(dict.fromkeys(names))
    if len(asked) > MOST_VARIANTS:
        where = Span.file_start(display_name(folder, folder / "game.yaml"))
        message = f"At most {MOST_VARIANTS} variants are played together, not {len(asked)}."
        hint = "Join some of them in one file."
        reading.problems.append(problem("too-many-variants", message, where, hint))
        return []
    for name in asked:
        variant = find_variant(folder, name, reading)
        if variant is None:
            continue
        reading.problems.extend(_for_this_game(root, variant))
        other = found.setdefault(variant.id, variant)
        if other is not variant and other.file != variant.file:
            reading.problems.append(_same_id(variant, other))
    return list(found.values())


def find_variant(folder: Path, name: str, reading: Reading) -> Variant | None:
    """A variant given by id or path; None after reporting why not."""
    known = variant_files(folder)
    path = Path(name)
    if _ID.fullmatch(name):
        path = known.get(name, folder / "variants" / f"{name.replace('-', '_')}.yaml")
    inner = path.is_relative_to(folder)
    display = display_name(folder, path) if inner else shown_path(path)
    if exists(path) and not reading.owned(folder if inner else path.parent, path):
        return None
    if not exists(path) or path.suffix not in (".yaml", ".yml"):
        reading.problems.append(_no_variant(folder, name, list(known)))
        return None
    node = read_variant(path, display, reading)
    own = scalar_of(node, "variant")
    if node is None or not isinstance(own, str):
        return None
    home = _home(folder, path)
    if home is not None and home != own:
        reading.problems.append(_other_name(node, path, home, own))
        return None
    around = {each.stem.replace("_", "-") for each in path.parent.glob("*.yaml")}
    neighbours = tuple(sorted({*known, *around} - {own}))
    return Variant(own, own if home is not None else name, display, node, neighbours)


def _home(folder: Path, path: Path) -> str | None:
    """The id that a file has from its name, if it lies among the variants of its game."""
    try:
        if path.resolve().parent == (folder / "variants").resolve():
            return path.stem.replace("_", "-")
    except (OSError, RuntimeError):
        pass
    return None


def _no_variant(folder: Path, name: str, known: list[str]) -> Problem:
    path = Path(name)
    message = f"This game has no variant '{name}'."
    hint = hint_for(name, known) or some(known, "variant")
    if "/" in name or "\\" in name or path.suffix:
        message = f"There is no variant file '{shown_path(path)}'."
        hint = "Name a file that ends in .yaml, or the id of a variant of the game."
    where = Span.file_start(display_name(folder, folder / "game.yaml"))
    return problem("unknown-variant", message, where, hint)


def _other_name(node: YamlMap, path: Path, home: str, own: str) -> Problem:
    return problem(
        "variant-name",
        f"The file {path.name} holds a variant '{own}', so it would not be found by its id.",
        node.entries["variant"].value.span,
        f"Call the variant '{home}', or the file {own.replace('-', '_')}.yaml.",
    )


def _same_id(variant: Variant, other: Variant) -> Problem:
    return problem(
        "duplicate-id",
        f"Two of these variants are called '{variant.id}'.",
        variant.tree.entries["variant"].value.span,
        "Give one of them another id.",
        [("the other one", other.tree.entries["variant"].value.span)],
    )


def _for_this_game(root: YamlMap, variant: Variant) -> list[Problem]:
    game, of = entry_of(root, "game"), entry_of(variant.tree, "of")
    if not isinstance(game, YamlScalar) or not isinstance(of, YamlScalar):
        return []
    if game.value == of.value:
        return []
    return [
        problem(
            "variant-game",
            f"This variant changes '{of.value}', but the game is '{game.value}'.",
            of.span,
            "Play it with its own game, or correct 'of'.",
            [("The game is named here.", game.span)],
        )
    ]


def some(names: list[str], noun: str) -> str:
    """A hint that lists the few names there are."""
    if not names:
        return f"It has no {noun}s."
    if len(names) == 1:
        return f"Its only {noun} is {names[0]}."
    return f"Its {noun}s are {in_words(names, 'and', 12)}."


def digests(base: YamlMap, variants: Sequence[Variant]) -> tuple[tuple[str, str, str], ...]:
    """(name, digest, file) of the game ("" is its name) and of every variant.

    A digest stands for what is said, not for how it is laid out or commented.
    """
    if not variants:
        return ()
    named = [("", _digest(to_plain(base)), "")]
    return tuple(named + [(each.name, _digest(rules_of(each)), each.file) for each in variants])


def _digest(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:16]
