"""The pipeline: THE order of the stages from rule files to a Program. Nobody else calls two stages
in a row.

read -> schema -> variants -> declare -> (parse, resolve, typecheck, lower: leaf by leaf) ->
assemble -> Program
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulewright.dsl.asked import check_options, checked_players, player_counts
from rulewright.dsl.assemble import assemble
from rulewright.dsl.context import Context, entry_of, scalar_of, text_of
from rulewright.dsl.declare import declare
from rulewright.dsl.folders import (
    Reading,
    display_name,
    exists,
    games_folder,
    read_game,
    shipped,
    shown_path,
)
from rulewright.dsl.game_info import GameInfo, info_of, list_games
from rulewright.dsl.locales import apply_locales
from rulewright.dsl.problems import Problem, Problems, RuleFileError, problem
from rulewright.dsl.program import Fact, Program
from rulewright.dsl.schema_check import check_schema
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.types import BOOL
from rulewright.dsl.variant_blame import blamed
from rulewright.dsl.variant_diff import marked_facts
from rulewright.dsl.variant_ops import Op
from rulewright.dsl.variant_stack import Stack, stack
from rulewright.dsl.variants import digests, read_variant, read_variants, variant_files
from rulewright.dsl.yaml_reader import YamlList, YamlMap, YamlScalar

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ASKED_FOR = ("unknown-option", "player-count")
"""Problems with what somebody wants of a game, which no rule file is to blame for."""
_NO_ORDER = ("variant-clash", "variant-circle")
"""Problems after which it is not known what the rules are."""


@dataclass
class LoadResult:
    """A Program, or the problems that kept it from being made."""

    program: Program | None
    problems: list[Problem]
    sources: dict[str, SourceFile] = field(default_factory=dict)
    counts: tuple[int, ...] = ()
    """For how many players the game is, with its variants."""

    def unwrap(self) -> Program:
        """The Program; raises all problems together if there is none."""
        if self.program is None:
            raise RuleFileError(self.problems, self.sources)
        return self.program


@dataclass(frozen=True)
class Facts:
    """What the rule files say of a game and its parts."""

    game: str
    title: dict[str, str]
    players: int
    """The number of players that it is said for."""
    counts: tuple[int, ...]
    """For how many players the game is."""
    options: dict[str, Any]
    variants: tuple[str, ...]
    facts: tuple[Fact, ...]


def find_folder(name: str) -> Path | None:
    """The folder of a game given by id or path."""
    if _SLUG.fullmatch(name):
        folder = games_folder() / name.replace("-", "_")
        if exists(folder / "game.yaml"):
            return folder
    path = Path(name)
    if exists(path / "game.yaml"):
        return path
    if path.name == "game.yaml" and exists(path):
        return path.parent
    return None


def load_program(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: Iterable[str | Path] = (),
    questions: Sequence[YamlScalar] = (),
) -> LoadResult:
    """Make the Program of a game for a player count, options and variants.

    `questions` are conditions to be answered on its positions: `Program.asked` has them in order.
    """
    reading = Reading()
    chosen = [str(each) for each in variants]
    folder = _folder_of(game, chosen, reading)
    if folder is None:
        return LoadResult(None, _sorted(reading.problems), reading.sources)
    root = read_game(folder, reading)
    if root is None:
        return LoadResult(None, _sorted(reading.problems), reading.sources)
    return _compile(root, folder, players, dict(options or {}), chosen, reading, questions)


def load_stack(game: str, variants: Iterable[str | Path]) -> Stack:
    """Return a game's tree before and after variants, as far as that goes without making it."""
    reading, chosen = Reading(), [str(each) for each in variants]
    return _stacked(_folder_of(game, chosen, reading), chosen, reading)


def _stacked(folder: Path | None, chosen: list[str], reading: Reading) -> Stack:
    root = read_game(folder, reading) if folder is not None else None
    found: list[Problem] = []
    if root is not None and folder is not None:
        root = apply_locales(root, folder, reading)
        made = stack(root, read_variants(root, folder, chosen, reading), found)
        if all(each.severity == "warning" for each in [*reading.problems, *found]):
            return made
    raise RuleFileError(_sorted([*reading.problems, *found]), reading.sources)


def _folder_of(game: str, chosen: list[str], reading: Reading) -> Path | None:
    """The folder of a game; None after reporting that there is none."""
    folder = find_folder(game)
    if folder is None and exists(Path(game)):
        # A variant file stands for its game with that variant.
        chosen.insert(0, game)
        return find_variant_base(Path(game), reading)
    if folder is None:
        reading.problems.append(_no_game(game))
    return folder


def load_facts(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: Iterable[str | Path] = (),
    *,
    every: bool = False,
) -> Facts:
    """Return what the rule files say of each part of a game; no rule is made for that.

    With `every` and no number of players it is what they say for any number.
    """
    reading, chosen = Reading(), [str(each) for each in variants]
    folder = _folder_of(game, chosen, reading)
    stacked = _stacked(folder, chosen, reading)
    assert folder is not None
    counts = player_counts(entry_of(stacked.root, "players"))
    found: dict[str, Fact] = {}
    first: Context | None = None
    for count in [None, *counts] if every and players is None else [players]:
        ctx = _declared(stacked, folder, count, dict(options or {}), reading)
        if ctx.problems.has_errors:
            raise RuleFileError(ctx.problems.shown(), reading.sources)
        first = first or ctx
        for fact in ctx.facts:
            found.setdefault(fact.path, fact)
    assert first is not None
    facts = tuple(found.values())
    return Facts(
        first.game,
        text_of(entry_of(stacked.root, "title")),
        first.players,
        counts,
        {key: _shown(first, key) for key in first.options},
        tuple(each.name for each in stacked.variants),
        marked_facts(facts, stacked) if stacked.variants else facts,
    )


def _no_game(name: str) -> Problem:
    """The problem of a name that is neither a game nor a path to one."""
    if "/" in name or "\\" in name or name.endswith((".yaml", ".yml")):
        path = Path(name)
        shown = shown_path(path)
        hint = "Name the folder of a game, or a variant file."
        message = f"There is no file or folder '{shown}'."
        if _is_folder(path):
            message = f"The folder '{shown}' has no file game.yaml."
        return problem("file-not-found", message, Span.file_start(shown), hint)
    known = [info.id for info in list_games()]
    hint = hint_for(name, known) or f"The games are {in_words(known, 'and', 12)}."
    return problem("unknown-game", f"There is no game '{name}'.", Span.file_start(name), hint)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def find_variant_base(path: Path, reading: Reading) -> Path | None:
    """The folder of the game a variant file changes; None after reporting that there is none."""
    owned = reading.owned(path.parent, path)
    node = read_variant(path, shown_path(path), reading) if owned else None
    of = entry_of(node, "of")
    if not isinstance(of, YamlScalar):
        return None
    # Only ids: what a file says must not lead to other places of the machine.
    base = str(of.value)
    folder = find_folder(base) if _SLUG.fullmatch(base) else None
    if folder is not None and shipped(folder):
        return folder
    above = path.resolve().parent.parent
    if exists(above / "game.yaml") and info_of(above).id == base:
        return path.parent.parent if path.parent.name else above
    known = [info.id for info in list_games()]
    reading.problems.append(
        problem(
            "unknown-game",
            f"There is no game '{base}' that this variant could change.",
            of.span,
            hint_for(base, known) or "Put the file into the folder 'variants' of its game.",
        )
    )
    return None


def _compile(
    root: YamlMap,
    folder: Path,
    players: int | None,
    options: dict[str, Any],
    variants: list[str],
    reading: Reading,
    questions: Sequence[YamlScalar] = (),
) -> LoadResult:
    # Translations speak of the game as its own files have it, before anything is changed.
    root = apply_locales(root, folder, reading)
    found = read_variants(root, folder, variants, reading)
    before = list(reading.problems)
    stacked = stack(root, found, before)

    if any(each.code in _NO_ORDER for each in before):
        return LoadResult(None, _sorted(before), reading.sources)

    def made(each: Stack, asked: Sequence[YamlScalar] = ()) -> LoadResult:
        return _make(each, folder, players, dict(options), reading, asked)

    result = made(stacked, questions)
    if found and result.problems:
        asked_lines = {(each.span.file, each.span.line) for each in questions}
        others = [
            p
            for p in result.problems
            if (p.span.file, p.span.line) in asked_lines or p.code in _ASKED_FOR
        ]
        about = [p for p in result.problems if p not in others]

        def trial(wanted: Callable[[Op], bool]) -> list[Problem]:
            return made(stack(root, found, [], wanted)).problems

        result = replace(result, problems=[*others, *blamed(about, stacked, trial)])
    if any(each.severity == "error" for each in before):
        result = replace(result, program=None)
    return replace(result, problems=_sorted([*before, *result.problems]))


def _make(
    stacked: Stack,
    folder: Path,
    players: int | None,
    options: dict[str, Any],
    reading: Reading,
    questions: Sequence[YamlScalar],
) -> LoadResult:
    """Make the Program of a game that has been read and changed."""
    ctx = _declared(stacked, folder, players, options, reading)
    root, problems = stacked.root, ctx.problems
    if problems.has_errors:
        return LoadResult(None, problems.shown(), reading.sources)
    shown = {key: _shown(ctx, key) for key in ctx.options}
    names = tuple(each.name for each in stacked.variants)
    program = assemble(ctx, root, shown, names, questions)
    if problems.has_errors or program is None:
        return LoadResult(None, problems.shown(), reading.sources)
    if stacked.variants:
        program = replace(
            program,
            rules=digests(stacked.base, stacked.variants),
            facts=marked_facts(program.facts, stacked),
        )
    counts = player_counts(entry_of(root, "players"))
    return LoadResult(program, problems.shown(), reading.sources, counts)


def _declared(
    stacked: Stack, folder: Path, players: int | None, options: dict[str, Any], reading: Reading
) -> Context:
    """Read the declarations of a game that has been read and changed."""
    root, problems = stacked.root, Problems()
    own = str(scalar_of(root, "game") or folder.name.replace("_", "-"))
    if stacked.variants:
        # A change can put anything anywhere: the game must still have the shape of a game.
        main = reading.sources[display_name(folder, folder / "game.yaml")]
        problems.extend(check_schema(root, "game", main, reading.sources))
        if problems:
            return Context(own, 1, problems)
    count = checked_players(root, players, problems)
    check_options(root, options, problems)
    ctx = Context(own, count, problems)
    ctx.variant_files = frozenset(each.file for each in stacked.variants)
    declare(ctx, root, options)
    return ctx


def _shown(ctx: Context, key: str) -> Any:
    option = ctx.options[key]
    if option.values:
        return option.values[option.value]
    return bool(option.value) if option.type == BOOL else option.value


def _sorted(found: Iterable[Problem]) -> list[Problem]:
    problems = Problems()
    problems.extend(found)
    return problems.shown()


def check_paths(paths: Iterable[str | Path] = ()) -> tuple[list[Problem], dict[str, SourceFile]]:
    """All problems of games, variants and rulings at these paths; without paths, of every game."""
    problems = Problems()
    sources: dict[str, SourceFile] = {}
    wanted = [str(path) for path in paths] or [
        str(each) for each in sorted(games_folder().iterdir()) if exists(each / "game.yaml")
    ]
    for name in wanted:
        path = Path(name)
        if find_folder(name) is None and exists(path):
            _check_file(path, problems, sources)
            continue
        if find_folder(name) is None and _is_folder(path):
            inner = [each for each in sorted(path.iterdir()) if exists(each / "game.yaml")]
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
    for path in variant_files(folder).values():
        _check_variant(name, path, problems, sources)
    _check_rulings(str(folder), problems, sources)


def _check_variant(
    name: str, path: Path, problems: Problems, sources: dict[str, SourceFile]
) -> bool:
    """A variant with its game, for the fewest and the most players; whether it can be used."""
    first = load_program(name, None, {}, [path])
    problems.extend(first.problems)
    sources.update(first.sources)
    folder = find_folder(name)
    if first.program is None or folder is None:
        return False
    counts = {min(first.counts), max(first.counts)} - {first.program.players}
    for count in sorted(counts):
        problems.extend(load_program(name, count, {}, [path]).problems)
    return True


def _check_rulings(name: str, problems: Problems, sources: dict[str, SourceFile]) -> None:
    """The rulings of a game, or in a file of them."""
    from rulewright.dsl.ruling_files import load_rulings

    found = load_rulings(name)
    problems.extend(found.problems)
    sources.update(found.sources)


def _check_file(path: Path, problems: Problems, sources: dict[str, SourceFile]) -> None:
    """A single file: a variant, rulings, or a part of a game."""
    reading = Reading()
    display = shown_path(path)
    node = reading.file(path, display, "") if reading.owned(path.parent, path) else None
    keys = node.entries if isinstance(node, YamlMap) else {}
    if "variant" in keys or ("of" in keys and "game" not in keys):
        folder = find_variant_base(path, reading)
        if folder is None:
            problems.extend(reading.problems)
            sources.update(reading.sources)
        elif _check_variant(str(folder), path, problems, sources):
            _check_rulings(str(path), problems, sources)
        return
    if isinstance(node, YamlList):
        _check_rulings(str(path), problems, sources)
        return
    if isinstance(node, YamlMap) and exists(path.parent / "game.yaml"):
        _check_game(str(path.parent), problems, sources)
        return
    elif isinstance(node, YamlMap):
        reading.file(path, display, "locale" if "language" in node.entries else "game")
    problems.extend(reading.problems)
    sources.update(reading.sources)


__all__ = [
    "Facts",
    "GameInfo",
    "LoadResult",
    "check_paths",
    "info_of",
    "list_games",
    "load_facts",
    "load_program",
    "shipped",
]
