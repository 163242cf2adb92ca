"""Rulings files: the name of a game, or of a file of rulings or a variant in, `Rulings` out.

Rulings that are played with the same number of players, options and variants share one Program,
made with all their conditions as questions. A ruling with a mistake in it has problems instead of
a Program; the others can be run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.dsl.context import entry_of, scalar_of
from rulewright.dsl.facts import source_of
from rulewright.dsl.folders import Reading, display_name, exists, shown_path
from rulewright.dsl.pipeline import find_folder, find_variant_base, info_of, load_program
from rulewright.dsl.problems import Problem, Problems, problem
from rulewright.dsl.ruling_data import Expectation, Ruling, Rulings, Said, Setting
from rulewright.dsl.source import Span
from rulewright.dsl.variants import read_variant, variant_files
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar, to_plain

_ASKED_FOR = ("unknown-option", "bad-option", "player-count", "unknown-variant")
"""Problems with what is wanted of a game, rather than with the game."""


@dataclass
class _Draft:
    """A ruling that has been read, with what its Program must be made from."""

    ruling: Ruling
    players: int | None
    questions: list[tuple[int, YamlScalar]] = field(default_factory=list)
    """The conditions, each with its position in `then`."""

    @property
    def settings(self) -> str:
        """The same for all that are played with the same Program."""
        return repr((self.players, sorted(self.ruling.options), self.ruling.variants))


def load_rulings(
    name: str,
    game: str | None = None,
    variants: Sequence[str] = (),
    wanted: Callable[[str], bool] = lambda ruling: True,
) -> Rulings:
    """Read the rulings of a game, of one rulings file or of one variant file.

    A rulings file that does not lie in the folder of its game needs `game`. With `variants` they
    are asked of the game with those variants, and a game's are its own, without those that its
    variants bring. `wanted` says which rulings are, by their id.
    """
    reading = Reading()
    path = Path(name)
    folder = find_folder(game if game is not None else name)
    drafts: list[_Draft] = []
    if folder is not None and game is None:
        for each in sorted((folder / "rulings").glob("*.yaml")):
            if reading.owned(folder, each):
                drafts += _drafts(reading.file(each, display_name(folder, each), "rulings"))
        for each in variant_files(folder).values() if not variants else ():
            if reading.owned(folder, each):
                drafts += _of_variant(each, display_name(folder, each), reading)
    elif exists(path):
        owned = reading.owned(path.parent, path)
        node = reading.file(path, shown_path(path), "") if owned else None
        # A file of rulings is a list, so whatever has keys is meant to be a variant.
        if isinstance(node, YamlMap):
            folder = folder or find_variant_base(path, reading)
            drafts += _of_variant(path, shown_path(path), reading)
        elif owned:
            folder = folder or _folder_around(path)
            drafts += _drafts(reading.file(path, shown_path(path), "rulings"))
    if folder is None and any(each.severity == "error" for each in reading.problems):
        return Rulings("", [], _shown(reading.problems), reading.sources)
    if folder is None:
        where = Span.file_start(shown_path(path) if exists(path) else name)
        hint = "Put the file into the folder 'rulings' of its game, or name the game."
        found = problem("unknown-game", "It is not known which game this is about.", where, hint)
        return Rulings("", [], _shown([*reading.problems, found]), reading.sources)
    drafts = [draft for draft in drafts if wanted(draft.ruling.id)]
    for draft in drafts:
        together = dict.fromkeys([*draft.ruling.variants, *variants])
        draft.ruling = replace(draft.ruling, variants=tuple(together))
    made = _programs(str(folder), drafts)
    found_in_all = [*reading.problems, *_twice(drafts)]
    found_in_all += [each for draft in made.rulings for each in draft.problems]
    made.game = info_of(folder).id
    made.problems = _shown([*found_in_all, *made.problems])
    made.sources.update(reading.sources)
    return made


def _folder_around(path: Path) -> Path | None:
    """The folder of the game in which a file of rulings lies."""
    for above in (path.parent, path.resolve().parent.parent):
        if exists(above / "game.yaml"):
            return above
    return None


def _shown(found: Iterable[Problem]) -> list[Problem]:
    problems = Problems()
    problems.extend(found)
    return problems.shown()


def _twice(drafts: list[_Draft]) -> list[Problem]:
    """The problems of rulings that have the same name."""
    first: dict[str, Ruling] = {}
    found: list[Problem] = []
    for ruling in (draft.ruling for draft in drafts):
        other = first.setdefault(ruling.id, ruling)
        if other is not ruling:
            message = f"There is another ruling '{ruling.id}'."
            where, there = (Span(r.file, r.line, 1, r.line, 1) for r in (ruling, other))
            hint = "Give one of them another id."
            related = [("also given here", there)]
            found.append(problem("duplicate-id", message, where, hint, related))
    return found


# ------------------------------------------------------------------------------- reading


def _of_variant(path: Path, display: str, reading: Reading) -> list[_Draft]:
    """The rulings that come with a variant: they are played with it."""
    node = read_variant(path, display, reading)
    own = scalar_of(node, "variant")
    lies_there = path.parent.name == "variants" and path.stem == str(own).replace("-", "_")
    drafts = _drafts(entry_of(node, "rulings"))
    name = str(own) if lies_there else str(path)
    for draft in drafts:
        draft.ruling = replace(draft.ruling, variants=(name, *draft.ruling.variants))
    return drafts


def _drafts(node: YamlNode | None) -> list[_Draft]:
    items = node.items if isinstance(node, YamlList) else []
    return [_draft(item) for item in items if isinstance(item, YamlMap)]


def _draft(node: YamlMap) -> _Draft:
    given = entry_of(node, "given")
    place = node.entries["id"].key_span
    then: list[Expectation] = []
    questions: list[tuple[int, YamlScalar]] = []
    for item in _items(entry_of(node, "then")):
        if isinstance(item, YamlScalar):
            questions.append((len(then), item))
            then.append(Expectation("condition", item.text, item.span.line))
        elif isinstance(item, YamlMap):
            for kind, entry in item.entries.items():
                then.append(Expectation(kind, to_plain(entry.value), entry.key_span.line))
    seed = scalar_of(given, "seed")
    turn = entry_of(given, "turn")
    players = scalar_of(given, "players")
    options = entry_of(given, "options")
    variants = _items(entry_of(given, "variants"))
    ruling = Ruling(
        str(scalar_of(node, "id")),
        str(scalar_of(node, "ruling")),
        source_of(entry_of(node, "source"))[0],
        place.file,
        place.line,
        tuple(to_plain(options).items()) if isinstance(options, YamlMap) else (),
        tuple(str(each.value) for each in variants if isinstance(each, YamlScalar)),
        0 if seed is None else seed,
        _settings(entry_of(given, "set")),
        _said(turn) if isinstance(turn, YamlScalar) else None,
        _moves(entry_of(given, "play")),
        _moves(entry_of(node, "when")),
        tuple(then),
        str(scalar_of(node, "skip") or ""),
    )
    return _Draft(ruling, players if isinstance(players, int) else None, questions)


def _items(node: YamlNode | None) -> list[YamlNode]:
    return node.items if isinstance(node, YamlList) else []


def _said(node: YamlScalar) -> Said:
    return Said(node.text, node.span.line)


def _moves(node: YamlNode | None) -> tuple[Said, ...]:
    return tuple(_said(item) for item in _items(node) if isinstance(item, YamlScalar))


def _settings(node: YamlNode | None) -> tuple[Setting, ...]:
    entries = node.entries.values() if isinstance(node, YamlMap) else ()
    return tuple(Setting(e.key, to_plain(e.value), e.key_span.line) for e in entries)


# ------------------------------------------------------------------------------- Programs


def _programs(folder: str, drafts: list[_Draft]) -> Rulings:
    """Give every ruling its Program, or the problems that keep it from having one."""
    made = Rulings("")
    done: dict[int, Ruling] = {}
    groups: dict[str, list[_Draft]] = {}
    for draft in drafts:
        if draft.ruling.skip:
            done[id(draft)] = draft.ruling
        else:
            groups.setdefault(draft.settings, []).append(draft)
    for group in groups.values():
        _group(folder, group, done, made)
    made.rulings = [done[id(draft)] for draft in drafts]
    return made


def _group(folder: str, group: list[_Draft], done: dict[int, Ruling], made: Rulings) -> None:
    """Make the Program of rulings with the same settings, again without those with mistakes."""
    while group:
        players, like = group[0].players, group[0].ruling
        questions = [scalar for draft in group for _, scalar in draft.questions]
        result = load_program(folder, players, dict(like.options), like.variants, questions)
        made.sources.update(result.sources)
        if result.program is not None:
            number = 0
            for draft in group:
                then = list(draft.ruling.then)
                for position, _ in draft.questions:
                    then[position] = replace(then[position], node=result.program.asked[number])
                    number += 1
                done[id(draft)] = replace(draft.ruling, then=tuple(then), program=result.program)
            return
        wrong = {id(draft): _inside(draft, result.problems) for draft in group}
        # Where no ruling is to blame the game is, and none of them can be run.
        general = not any(wrong.values())
        for draft in group:
            if general or wrong[id(draft)]:
                found = _placed(draft, result.problems) if general else wrong[id(draft)]
                done[id(draft)] = replace(draft.ruling, problems=tuple(found))
        group = [draft for draft in group if id(draft) not in done]


def _inside(draft: _Draft, problems: list[Problem]) -> list[Problem]:
    """The problems that point into the conditions of a ruling."""
    lines = {scalar.span.line for _, scalar in draft.questions}
    return [p for p in problems if p.span.file == draft.ruling.file and p.span.line in lines]


def _placed(draft: _Draft, problems: list[Problem]) -> list[Problem]:
    """The problems of a game; one of what the ruling asked for stands where the ruling does."""
    ruling = draft.ruling
    here = Span(ruling.file, ruling.line, 1, ruling.line, 1)
    return [replace(p, span=here) if p.code in _ASKED_FOR else p for p in problems]
