"""What several commands share: options of the command line in, a loaded game or JSON data out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .failures import CallError, CannotWrite, UserError

if TYPE_CHECKING:
    from rulewright.interpreter.match import Game

# Problems with what was asked for on the command line, not with what a file says.
_SETTINGS = {"player-count", "unknown-option", "bad-option", "unknown-variant"}


def game_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say which game, for how many and by which rules."""
    parser.add_argument(
        "game", metavar="GAME", help="id of a game, or path of a rule folder or variant file"
    )
    parser.add_argument("--players", metavar="N", type=positive, help="how many play")
    rules_arguments(parser)


def rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say by which rules."""
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=setting,
        action="append",
        default=[],
        help="a setting of the game; may be given several times",
    )
    parser.add_argument(
        "--variant",
        metavar="VARIANT",
        action="append",
        default=[],
        help="id or file of a variant; may be given several times",
    )


def json_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --json."""
    parser.add_argument("--json", action="store_true", help="print data as JSON")


def lang_argument(parser: argparse.ArgumentParser, default: str | None = "en") -> None:
    """Declare --lang."""
    parser.add_argument(
        "--lang", metavar="LANG", default=default, help="language of names and texts, such as fr"
    )


def positive(text: str) -> int:
    """Read a number from 1 on."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)


def seed_of(text: str) -> int | str:
    """Read a seed: a number where it looks like one, else any text."""
    try:
        return int(text)
    except ValueError:
        return text


def setting(text: str) -> tuple[str, Any]:
    """Read KEY=VALUE; true, false and numbers are what they look like."""
    key, sign, value = text.partition("=")
    if not key or not sign:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form KEY=VALUE")
    words: dict[str, Any] = {"true": True, "false": False}
    if value.lower() in words:
        return key, words[value.lower()]
    return key, int(value) if value.isascii() and value.isdigit() else value


def known_game(name: str, *, several: bool = False) -> None:
    """Complain about a name that is no game and no file: that is a wrong call in every command.

    With `several` it may also be a folder with games in it.
    """
    from rulewright.interpreter.library import UnknownGame, folder_of

    path = Path(name)
    if folder_of(name) is not None and name:
        return
    if not name or not path.exists():
        import rulewright
        from rulewright.dsl.suggest import did_you_mean

        raise UnknownGame(name, did_you_mean(name, [info.id for info in rulewright.games()]))
    if path.is_dir() and not (several and any(path.glob("*/game.yaml"))):
        advice = "Name the folder of a game, or a variant file."
        raise CallError(f"the folder '{name}' has no file game.yaml. {advice}")


def load_game(args: argparse.Namespace, players: int | None = None) -> Game:
    """Return the game that was asked for; settings it does not have are a wrong call."""
    wanted = getattr(args, "players", None) if players is None else players
    return load(args.game, wanted, dict(args.option), args.variant)


def load(game: str, players: int | None, options: dict[str, Any], variants: list[str]) -> Game:
    """Load a game; `CallError` if it is not the rules but the settings that are wrong."""
    import rulewright

    known_game(game)
    with settings_are_calls():
        return rulewright.load(game, players, options, variants)


@contextmanager
def settings_are_calls() -> Iterator[None]:
    """Turn problems with what was asked for on the command line into a `CallError`."""
    from rulewright.dsl.problems import RuleFileError

    try:
        yield
    except RuleFileError as error:
        wrong = [each for each in error.problems if each.severity == "error"]
        if wrong and all(each.code in _SETTINGS for each in wrong):
            said = [f"{each.message} {each.hint or ''}".strip() for each in wrong]
            raise CallError("\nrulewright: ".join(said)) from None
        raise


def read_json(name: str) -> dict[str, Any]:
    """Return the JSON object in a file; `-` is standard input."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        data = json.loads(text)
    except UnicodeDecodeError:
        raise UserError(f"'{name}' is not text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise UserError(
            f"'{name}' is not JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    except RecursionError:
        raise UserError(f"'{name}' is nested too deeply.") from None
    if not isinstance(data, dict):
        raise UserError(f"'{name}' holds no JSON object.")
    return data


def write_json(name: str, data: Any) -> None:
    """Write JSON to a file, all of it or nothing."""
    path = Path(name)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CannotWrite(name, str(error.strerror or error)) from None


def can_write(name: str) -> None:
    """Complain at once about a file that could not be written after a long game."""
    path = Path(name)
    reason = ""
    if path.is_dir():
        reason = "it is a folder"
    elif not path.parent.is_dir():
        reason = f"there is no folder '{path.parent}'"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        reason = "it may not be written"
    if reason:
        raise CallError(f"cannot write '{name}': {reason}.")


def rules_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --game, for files of games that do not come with Rulewright."""
    parser.add_argument(
        "--game", metavar="GAME", help="the game, where the file's id alone does not find it"
    )


def recorded_game(data: dict[str, Any], rules: str | None = None) -> Game:
    """Return the game that a journal or save names, with the settings it has.

    A file knows only the id of its game; `rules` is where to find one of somebody's own.
    """
    from rulewright.interpreter.library import folder_of

    name, players = data.get("game"), data.get("players")
    options, variants = data.get("options", {}), data.get("variants", [])
    if not isinstance(name, str) or not isinstance(players, int):
        raise UserError("this file names no game, so it is neither a journal nor a save.")
    if not isinstance(options, dict) or not isinstance(variants, list):
        raise UserError("this file does not say what it was played with.")
    if rules is None and folder_of(name) is None:
        message = f"this is a game of '{name}', which does not come with Rulewright: name it."
        raise CallError(message)
    return load(rules or name, players, options, [str(each) for each in variants])


def text_in(texts: dict[str, str], lang: str, otherwise: str = "") -> str:
    """Return a text in a language, else in English, else in any, else something else."""
    return texts.get(lang) or texts.get("en") or next(iter(texts.values()), "") or otherwise
