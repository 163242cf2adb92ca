"""What was asked for: a game's tree and a number of players or options in, problems out."""

from __future__ import annotations

import re
from typing import Any

from rulewright.dsl.context import entry_of, scalar_of
from rulewright.dsl.option_decl import option_value
from rulewright.dsl.problems import Problems, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.types import BOOL, LARGEST, Type
from rulewright.dsl.yaml_reader import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

MOST_PLAYERS = 14


def player_counts(node: YamlNode | None) -> tuple[int, ...]:
    """The player counts of `2`, `1-7` or `[2, 4]`; nothing if they make no sense."""
    found: list[int] = []
    if isinstance(node, YamlScalar):
        said = re.fullmatch(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*", str(node.value))
        if said:
            found = list(range(int(said.group(1)), int(said.group(2)) + 1))
        elif isinstance(node.value, int):
            found = [int(node.value)]
    elif isinstance(node, YamlList):
        values = [item.value for item in node.items if isinstance(item, YamlScalar)]
        found = sorted({value for value in values if isinstance(value, int)})
    return tuple(found) if all(1 <= count <= MOST_PLAYERS for count in found) else ()


def checked_players(root: YamlMap, wanted: int | None, problems: Problems) -> int:
    """How many play: as many as are asked for, or two, or as few as possible."""
    node = entry_of(root, "players")
    if node is None:
        where = root.entries["game"].key_span if "game" in root.entries else _top(root)
        problems.add(
            problem(
                "missing-key",
                "The game does not say for how many players it is.",
                where,
                "Add a line such as 'players: 2' or 'players: 1-4'.",
            )
        )
        return 1
    counts = player_counts(node)
    if not counts:
        problems.add(
            problem(
                "wrong-value",
                f"A game is for 1 to {MOST_PLAYERS} players, the smaller number first.",
                node.span,
                "Write for example 'players: 2', 'players: 1-4' or 'players: [2, 4]'.",
            )
        )
        return 1
    count = wanted if wanted is not None else 2 if 2 in counts else min(counts)
    if count not in counts:
        some = [str(each) for each in counts]
        problems.add(
            problem(
                "player-count",
                f"This game is for {_range_text(counts)}, not for {count}.",
                node.span,
                f"Choose {in_words(some, 'or', MOST_PLAYERS)}.",
            )
        )
        return min(counts)
    return count


def _range_text(counts: tuple[int, ...]) -> str:
    if len(counts) == 1:
        return "1 player" if counts[0] == 1 else f"{counts[0]} players"
    if counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{in_words([str(each) for each in counts], 'or', MOST_PLAYERS)} players"


def _top(root: YamlMap) -> Span:
    return Span.file_start(root.span.file)


def check_options(root: YamlMap, options: dict[str, Any], problems: Problems) -> None:
    """Options somebody asked for must exist and have such a value."""
    declared = entry_of(root, "options")
    known = declared.entries if isinstance(declared, YamlMap) else {}
    for key, value in list(options.items()):
        if key not in known:
            where = root.entries["options"].key_span if known else _top(root)
            names = list(known)
            listed = f"Its options are {in_words(names, 'and', 12)}." if names else "It has none."
            message = f"This game has no option '{key}'."
            hint = hint_for(str(key), names) or listed
            problems.add(problem("unknown-option", message, where, hint))
            continue
        if not _is_possible(known[key], value, problems):
            del options[key]  # Then its default holds, and nothing else is said about it.


def _is_possible(entry: YamlEntry, value: Any, problems: Problems) -> bool:
    body = entry.value
    choices = entry_of(body, "choices")
    values: tuple[str, ...] = ()
    if isinstance(choices, YamlList):
        values = tuple(str(item.value) for item in choices.items if isinstance(item, YamlScalar))
    kind, allowed = BOOL, "true or false"
    if values:
        kind, allowed = Type("enum", entry.key), in_words(values, "or", 12)
    elif scalar_of(body, "type") == "int":
        low, high = scalar_of(body, "min") or 0, scalar_of(body, "max")
        kind = Type("int", lo=low, hi=LARGEST if high is None else high)
        allowed = f"a number from {low}" + ("" if high is None else f" to {high}")
    if option_value(kind, values, value) is not None:
        return True
    message = f"The option '{entry.key}' cannot be '{value}'."
    problems.add(problem("bad-option", message, entry.key_span, f"It can be {allowed}."))
    return False
