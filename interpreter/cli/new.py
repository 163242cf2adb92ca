"""`rulewright new`: a name in, a commented starting point for a variant or a game on disk out.

What is written passes `rulewright check` as it is. A file that is there already stays as it is.
"""

from __future__ import annotations

import argparse
import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from .common import json_argument
from .failures import CallError, UserError
from .output import print_json

if TYPE_CHECKING:
    from rulewright.dsl.yaml_nodes import YamlMap

EXAMPLES = """\
examples:
  rulewright new variant GAME my-house-rules    writes my-house-rules.yaml
  rulewright new game my-first-game             writes the folder my_first_game"""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST = 64
MOST_EXAMPLES = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("what", metavar="WHAT", help="variant or game")
    parser.add_argument("names", metavar="NAME", nargs="+", help="GAME NAME for a variant, or NAME")
    parser.add_argument("--folder", metavar="FOLDER", help="where it is written")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write a starting point; say what to do with it."""
    if args.what == "variant" and len(args.names) == 2:
        game, name = args.names
        files = variant_files(game, _slug(name), args.folder)
        then = [f"rulewright check {files[0][0]}", f"rulewright diff {files[0][0]}"]
    elif args.what == "game" and len(args.names) == 1:
        name = _slug(args.names[0])
        files = game_files(name, Path(args.folder or "."))
        folder = files[0][0].parent
        then = [f"rulewright check {folder}", f"rulewright test {folder}"]
        then.append(f"rulewright play {folder}")
    else:
        raise CallError("write `rulewright new variant GAME NAME` or `rulewright new game NAME`.")
    _write(files)
    if args.json:
        print_json({"files": [path.as_posix() for path, _ in files]})
        return 0
    print("\n".join(f"wrote {path.as_posix()}" for path, _ in files))
    print("\n".join(["", "Now try:", *(f"  {line}" for line in then)]))
    return 0


def _slug(name: str) -> str:
    """Return a name that can be an id; `CallError` with a better one if it cannot."""
    if _SLUG.fullmatch(name) and len(name) <= _LONGEST:
        return name
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    better = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-")
    hint = f" How about '{better}'?" if better else ""
    raise CallError(f"'{name}' cannot be an id: small letters, digits and '-' make one.{hint}")


def _write(files: list[tuple[Path, str]]) -> None:
    """Write files that are not there yet; if one is, none is written."""
    for path, _ in files:
        if path.exists() or path.is_symlink():
            raise CallError(f"there is a file '{path.as_posix()}' already; choose another name.")
    for path, text in files:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Between looking and writing somebody else may have put a file there.
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
        except FileExistsError:
            raise CallError(f"there is a file '{path.as_posix()}' already.") from None
        except OSError as error:
            why = error.strerror or str(error)
            raise UserError(f"cannot write '{path.as_posix()}': {why}.") from None


# ------------------------------------------------------------------------------- a variant


def variant_files(game: str, name: str, wanted: str | None) -> list[tuple[Path, str]]:
    """Return the file of a new variant of a game, with examples made of what the game has.

    A variant of somebody's own game lies among its variants, unless another folder is wanted.
    """
    from rulewright.dsl.pipeline import find_folder, load_stack, shipped

    from .common import known_game

    known_game(game)
    home = find_folder(game)
    if home is None:
        raise CallError(f"'{game}' is no game; name the one that the variant is to change.")
    root = load_stack(game, []).base
    folder = Path(wanted or ("." if shipped(home) else home / "variants"))
    # Among the variants of a game a file is found by its name, which has '_' for '-'.
    among = folder.resolve().name == "variants"
    path = folder / f"{name.replace('-', '_') if among else name}.yaml"
    return [(path, variant_text(root, game, name))]


def variant_text(root: YamlMap, game: str, name: str) -> str:
    """Return a variant that changes nothing yet: what it could do stands in comments."""
    from rulewright.dsl.context import scalar_of

    title = name.replace("-", " ").capitalize()
    own = scalar_of(root, "game")
    return f"""\
# A variant says only what differs from its game. Lines with '#' in front are examples made of
# what the game has: take the '# ' away to use one.
# All that the game has: rulewright describe {game}
variant: {name}
of: {own}
title: {{en: {title}}}
description: {{en: Says in a sentence what is different.}}
source: assumed

# New values, by path: the keys that lead to something, with dots between them.
# change:
{_commented(_changes(root))}
# What the game has not. An id that it has already belongs under 'change'.
# add:
#   define:
#     house_bonus: 2
#   invariants:
#     bonus_is_small: house_bonus <= 9

{_options(root)}# What everybody can test: `rulewright test {name}.yaml`.
# rulings:
#   - id: {name}-starts
#     ruling: The game starts, and somebody has to decide.
#     then:
#       - "not false"

# Further keys: 'remove' takes things out by path, 'insert' puts lines between others,
# 'locale' translates, 'after' names variants that come before this one.
"""


def _commented(lines: list[str]) -> str:
    return "".join(f"#   {line}\n" for line in lines)


def _changes(root: YamlMap) -> list[str]:
    """Lines that give things of the game the values they have."""
    from rulewright.dsl.yaml_nodes import YamlMap, YamlScalar

    found: list[str] = []
    for section, entry in root.entries.items():
        things = entry.value.entries if isinstance(entry.value, YamlMap) else {}
        numbers = (
            f"{section}.{key}.{last}: {value.value.text}"
            for key, thing in things.items()
            if isinstance(thing.value, YamlMap)
            for last, value in thing.value.entries.items()
            if key != "source"
            and isinstance(value.value, YamlScalar)
            and type(value.value.value) is int
        )
        found += islice(numbers, 1)
    return found[:MOST_EXAMPLES] or ["title: {en: Another title}"]


def _options(root: YamlMap) -> str:
    from rulewright.dsl.context import entry_of, scalar_of
    from rulewright.dsl.yaml_nodes import YamlMap

    declared = entry_of(root, "options")
    if not isinstance(declared, YamlMap) or not declared.entries:
        return ""
    key, entry = next(iter(declared.entries.items()))
    value = scalar_of(entry.value, "default")
    shown = str(value).lower() if isinstance(value, bool) else value
    return (
        "# What options are set to; whoever plays can still choose.\n"
        f"# options:\n#   {key}: {shown}\n\n"
    )


# ------------------------------------------------------------------------------- a game


def game_files(name: str, folder: Path) -> list[tuple[Path, str]]:
    """Return the files of a new game: its rules and a first ruling."""
    home = folder / name.replace("-", "_")
    if home.exists():
        raise CallError(f"there is a folder '{home.as_posix()}' already; choose another name.")
    title = name.replace("-", " ").capitalize()
    return [
        (home / "game.yaml", _GAME.replace("NAME", name).replace("TITLE", title)),
        (home / "rulings" / "first.yaml", _RULINGS),
    ]


_GAME = """\
# A small game that can be played as it is. Change one thing, then `rulewright check` it.
game: NAME
title: {en: TITLE}
description: {en: Collect wood and turn it into gold.}
players: 2-4
source: assumed

goods:                        # what players own
  wood: {start: 1, max: 20, name: {en: wood}}
  gold: {max: 20, name: {en: gold}}

procedures:                   # what can happen; each is a list of steps
  turn:
    one_of:                   # the player chooses; only what is possible is offered
      - gain 2 wood
      - trade 3 wood for 2 gold

flow:                         # how the game goes, from the first turn to the end
  repeat: 5
  do:
    for_each: p in players
    do: turn

scoring:                      # who wins
  points:
    gold: my gold
  ties: [my wood]             # still equal: the one with more wood

display:                      # what a terminal shows
  - players: [wood, gold]
"""

_RULINGS = """\
# Rulings are the rules as tests: a position, moves in the words players see, what must be so then.
- id: wood-is-gained
  ruling: A player who gains wood gets two.
  source: assumed
  given: {players: 2, seed: 1}
  when: [gain 2 wood]
  then:
    - A's wood == 3
    - B's wood == 1

- id: wood-first
  ruling: Nobody can trade who has less than three wood.
  source: assumed
  given: {players: 2, seed: 1}
  then:
    - options: [gain 2 wood]
"""
