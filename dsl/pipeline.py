"""The pipeline: THE order of the stages from rule files to a Program. Nobody else calls two stages
in a row.

read -> schema -> variants -> declare -> (parse, resolve, typecheck, lower: leaf by leaf) ->
assemble -> Program
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.dsl.assemble import assemble
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declare import declare, option_value
from rulewright.dsl.folders import Reading, display_name, games_folder, read_game, shipped
from rulewright.dsl.locales import apply_locales
from rulewright.dsl.problems import Problem, Problems, RuleFileError, problem
from rulewright.dsl.program import Program
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.types import BOOL, INT, Type
from rulewright.dsl.variants import apply_variants, find_variant
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlNode, YamlScalar

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass
class LoadResult:
    """A Program, or the problems that kept it from being made."""

    program: Program | None
    problems: list[Problem]
    sources: dict[str, SourceFile] = field(default_factory=dict)

    def unwrap(self) -> Program:
        """The Program; raises all problems together if there is none."""
        if self.program is None:
            raise RuleFileError(self.problems, self.sources)
        return self.program


@dataclass(frozen=True)
class GameInfo:
    """What a front-end needs to offer a game, read without compiling it."""

    id: str
    title: dict[str, str]
    description: dict[str, str]
    players: tuple[int, ...]
    options: dict[str, dict[str, Any]]
    variants: tuple[str, ...]
    folder: str


def find_folder(name: str) -> Path | None:
    """The folder of a game given by id or path."""
    if _SLUG.fullmatch(name):
        folder = games_folder() / name.replace("-", "_")
        if (folder / "game.yaml").is_file():
            return folder
    path = Path(name)
    if path.is_dir() and (path / "game.yaml").is_file():
        return path
    if path.is_file() and path.name == "game.yaml":
        return path.parent
    return None


def load_program(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: Iterable[str | Path] = (),
) -> LoadResult:
    """Make the Program of a game for a player count, options and variants."""
    reading = Reading()
    chosen = [str(each) for each in variants]
    folder = find_folder(game)
    if folder is None and Path(game).is_file():
        # A variant file stands for its game with that variant.
        chosen.insert(0, game)
        folder = find_variant_base(game, reading)
    if folder is None:
        where = Span.file_start(game)
        known = [info.id for info in list_games()]
        reading.problems.append(
            problem("unknown-game", f"There is no game '{game}'.", where, hint_for(game, known))
        )
        return LoadResult(None, reading.problems, reading.sources)
    root = read_game(folder, reading)
    if root is None:
        return LoadResult(None, _sorted(reading.problems), reading.sources)
    return _compile(root, folder, players, dict(options or {}), chosen, reading)


def find_variant_base(path: str, reading: Reading) -> Path | None:
    """The folder of the game a variant file changes."""
    node = reading.file(Path(path), Path(path).as_posix(), "")
    base = scalar_of(node, "of")
    return find_folder(str(base)) if base else None


def _compile(
    root: YamlMap,
    folder: Path,
    players: int | None,
    options: dict[str, Any],
    variants: list[str],
    reading: Reading,
) -> LoadResult:
    problems = Problems()
    problems.extend(reading.problems)
    names: list[str] = []
    trees: list[YamlMap] = []
    for each in variants:
        found = find_variant(folder, each, reading)
        if found is not None:
            trees.append(found)
            names.append(each if each.endswith(".yaml") else str(scalar_of(found, "variant")))
    problems.extend(reading.problems)
    root = apply_variants(root, trees, problems)
    counts = player_counts(entry_of(root, "players"))
    count = players if players is not None else (2 if 2 in counts else min(counts, default=1))
    top = root.entries["players"].value.span if "players" in root.entries else root.span
    if counts and count not in counts:
        problems.add(
            problem(
                "player-count",
                f"This game is for {_range_text(counts)} players, not for {count}.",
                top,
                f"Choose one of {', '.join(map(str, counts))}.",
            )
        )
        count = min(counts)
    _check_options(root, options, problems)
    ctx = Context(str(scalar_of(root, "game") or folder.name.replace("_", "-")), count, problems)
    declare(ctx, root, options)
    if problems.has_errors:
        return LoadResult(None, problems.shown(), reading.sources)
    apply_locales(ctx, folder, reading)
    problems.extend(reading.problems)
    program = assemble(ctx, root, {key: _shown(ctx, key) for key in ctx.options}, tuple(names))
    if problems.has_errors:
        program = None
    return LoadResult(program, problems.shown(), reading.sources)


def _shown(ctx: Context, key: str) -> Any:
    option = ctx.options[key]
    if option.values:
        return option.values[option.value]
    return bool(option.value) if option.type == BOOL else option.value


def _check_options(root: YamlMap, options: dict[str, Any], problems: Problems) -> None:
    """Options somebody asked for must exist and have such a value."""
    declared = entry_of(root, "options")
    known = declared.entries if isinstance(declared, YamlMap) else {}
    for key in list(options):
        where = Span.file_start("options")
        if key not in known:
            problems.add(
                problem(
                    "unknown-option",
                    f"This game has no option '{key}'.",
                    where,
                    hint_for(key, list(known)),
                )
            )
            continue
        body = known[key].value
        choices = entry_of(body, "choices")
        values = (
            tuple(str(item.value) for item in choices.items if isinstance(item, YamlScalar))
            if isinstance(choices, YamlList)
            else ()
        )
        kind = Type("enum", key) if values else INT if scalar_of(body, "type") == "int" else BOOL
        if kind.kind == "int":
            kind = Type(
                "int", lo=int(scalar_of(body, "min") or 0), hi=int(scalar_of(body, "max") or 10**15)
            )
        if option_value(kind, values, options[key]) is None:
            allowed = (
                ", ".join(values)
                if values
                else "true or false"
                if kind == BOOL
                else f"{kind.lo} to {kind.hi}"
            )
            problems.add(
                problem(
                    "bad-option",
                    f"'{options[key]}' is not a value of option '{key}'.",
                    known[key].key_span,
                    f"Use {allowed}.",
                )
            )
            del options[key]


def player_counts(node: YamlNode | None) -> tuple[int, ...]:
    """The player counts of `2`, `1-7` or `[2, 4]`."""
    if isinstance(node, YamlScalar):
        if isinstance(node.value, int):
            return (int(node.value),)
        found = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", str(node.value))
        if found and int(found.group(1)) <= int(found.group(2)) <= 14:
            return tuple(range(int(found.group(1)), int(found.group(2)) + 1))
    if isinstance(node, YamlList):
        return tuple(
            int(item.value)
            for item in node.items
            if isinstance(item, YamlScalar) and isinstance(item.value, int)
        )
    return ()


def _range_text(counts: tuple[int, ...]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _sorted(found: Iterable[Problem]) -> list[Problem]:
    problems = Problems()
    problems.extend(found)
    return problems.shown()


def check_paths(paths: Iterable[str | Path] = ()) -> tuple[list[Problem], dict[str, SourceFile]]:
    """All problems of games, variants and rulings at these paths; without paths, of every game."""
    problems = Problems()
    sources: dict[str, SourceFile] = {}
    wanted = [str(path) for path in paths] or [
        str(each) for each in sorted(games_folder().iterdir()) if (each / "game.yaml").is_file()
    ]
    for name in wanted:
        path = Path(name)
        if find_folder(name) is None and path.is_file():
            _check_file(path, problems, sources)
            continue
        if find_folder(name) is None and path.is_dir():
            inner = [each for each in sorted(path.iterdir()) if (each / "game.yaml").is_file()]
            if inner:
                found, seen = check_paths(inner)
                problems.extend(found)
                sources.update(seen)
                continue
        _check_game(name, problems, sources)
    return problems.shown(), sources


def _check_game(name: str, problems: Problems, sources: dict[str, SourceFile]) -> None:
    first = load_program(name)
    problems.extend(first.problems)
    sources.update(first.sources)
    folder = find_folder(name)
    if folder is None or first.program is None:
        return
    counts = info_of(folder).players
    for count in counts:
        if count != first.program.players:
            problems.extend(load_program(name, count).problems)
    for path in sorted((folder / "variants").glob("*.yaml")):
        result = load_program(name, None, {}, [path])
        problems.extend(result.problems)
        sources.update(result.sources)
    reading = Reading()
    for path in sorted((folder / "rulings").glob("*.yaml")):
        reading.file(path, display_name(folder, path), "rulings")
    problems.extend(reading.problems)
    sources.update(reading.sources)


def _check_file(path: Path, problems: Problems, sources: dict[str, SourceFile]) -> None:
    """A single file: a variant, rulings, or a part of a game."""
    reading = Reading()
    node = reading.file(path, path.as_posix(), "")
    if isinstance(node, YamlMap) and "variant" in node.entries:
        result = load_program(str(path))
        problems.extend(result.problems)
        sources.update(result.sources)
        return
    if isinstance(node, YamlList):
        reading.file(path, path.as_posix(), "rulings")
    elif isinstance(node, YamlMap) and (path.parent / "game.yaml").is_file():
        _check_game(str(path.parent), problems, sources)
        return
    elif isinstance(node, YamlMap):
        reading.file(path, path.as_posix(), "locale" if "language" in node.entries else "game")
    problems.extend(reading.problems)
    sources.update(reading.sources)


def info_of(folder: Path) -> GameInfo:
    """The metadata of one game."""
    reading = Reading()
    root: YamlMap | None = None
    node = reading.file(folder / "game.yaml", display_name(folder, folder / "game.yaml"), "")
    if isinstance(node, YamlMap):
        root = node
    options: dict[str, dict[str, Any]] = {}
    declared = entry_of(root, "options")
    extra = folder / "options.yaml"
    if extra.is_file():
        more = reading.file(extra, display_name(folder, extra), "")
        found = entry_of(more, "options")
        if isinstance(found, YamlMap):
            declared = found
    for key, entry in declared.entries.items() if isinstance(declared, YamlMap) else []:
        choices = entry_of(entry.value, "choices")
        options[key] = {
            "default": scalar_of(entry.value, "default"),
            "choices": (
                [str(item.value) for item in choices.items if isinstance(item, YamlScalar)]
                if isinstance(choices, YamlList)
                else None
            ),
            "type": scalar_of(entry.value, "type") or ("choice" if choices is not None else "bool"),
            "min": scalar_of(entry.value, "min"),
            "max": scalar_of(entry.value, "max"),
            "text": text_of(entry_of(entry.value, "text")),
            "name": text_of(entry_of(entry.value, "name")),
        }
    return GameInfo(
        str(scalar_of(root, "game") or folder.name.replace("_", "-")),
        text_of(entry_of(root, "title")),
        text_of(entry_of(root, "description")),
        player_counts(entry_of(root, "players")),
        options,
        tuple(path.stem.replace("_", "-") for path in sorted((folder / "variants").glob("*.yaml"))),
        str(folder),
    )


def list_games() -> list[GameInfo]:
    """Every game that comes with the package: metadata only, nothing is compiled."""
    return [
        info_of(folder)
        for folder in sorted(games_folder().iterdir())
        if (folder / "game.yaml").is_file()
    ]


__all__ = ["GameInfo", "LoadResult", "check_paths", "list_games", "load_program", "shipped"]
