"""The `rulewright` command: arguments in, text or JSON and an exit status out.

Each command is a module of its own with `arguments(parser)` and `run(args) -> int`; it is imported
when it is called, so that `rulewright --help` loads none of them. Exit statuses: 0 for success, 1
for something wrong in somebody's files or moves, 2 for a wrong call.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

COMMANDS: dict[str, str] = {
    "games": "list the games: id, title, players, options, variants",
    "check": "find all problems in rule files, variants and rulings",
    "play": "play a game in the terminal",
    "test": "run rulings and say which fail and why",
    "simulate": "let bots play whole games and report scores, length and speed",
    "perft": "count the positions and complete games of a game",
    "describe": "show a game or a part of it as readable text, with sources",
    "diff": "say what variants change in a game",
    "new": "write a starting point for a variant or a game",
    "replay": "play a journal again",
    "explain": "say why a move is or is not legal in a saved position",
}
"""Every command and what it does, in the order people meet them."""

HIDDEN = ("docs",)
"""Commands for those who work on Rulewright itself; help does not list them."""

WRONG_CALL = 2


class Command(Protocol):
    """What the module of a command has."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Do what was asked; return the exit status."""


class Parser(argparse.ArgumentParser):
    """An argument parser that guesses what a misspelt option was meant to be."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the call in two lines and leave with status 2."""
        wrong, _, unknown = message.partition("unrecognized arguments: ")
        if not wrong and unknown.startswith("-"):
            from rulewright.dsl.suggest import hint_for

            word = unknown.split()[0].partition("=")[0]
            known = [text for action in self._actions for text in action.option_strings]
            hint = hint_for(word, [text for text in known if text.startswith("--")])
            message = f"there is no option {word}." + (f" {hint}" if hint else "")
        self.exit(
            WRONG_CALL,
            f"{self.prog}: {message}\n`{self.prog} --help` shows how it is called.\n",
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    from .failures import guarded

    words = list(sys.argv[1:] if argv is None else argv)
    return guarded(lambda: _run(words), as_json="--json" in words)


def _run(words: list[str]) -> int:
    name = words[0] if words else "--help"
    if not name.startswith("-") and name not in COMMANDS and name not in HIDDEN:
        from rulewright.dsl.suggest import hint_for

        from .failures import CallError

        hint = hint_for(name, COMMANDS) or f"There is {', '.join(COMMANDS)}."
        raise CallError(f"there is no command '{name}'. {hint}")
    if name in HIDDEN:
        return _hidden(name, words[1:])
    command: Command | None = None
    if name in COMMANDS:
        command = cast(Command, import_module(f"{__name__}.{name}"))
    # `parse_args` of the command's own parser: what it does not know is its own mistake.
    parser = _parser(name, command)
    args = parser.parse_args(words[1:] if command else words or ["--help"])
    return command.run(args) if command else 0


def _parser(name: str, command: Command | None) -> Parser:
    if command is None:
        from rulewright.interpreter.version import VERSION

        width = max(map(len, COMMANDS))
        listed = "\n".join(f"  {key:{width}}  {text}" for key, text in COMMANDS.items())
        parser = Parser(
            prog="rulewright",
            usage="rulewright COMMAND ...",
            description="Board-game rules as data: check them, play them, test them.",
            epilog=f"commands:\n{listed}\n\n`rulewright COMMAND --help` shows the rest.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.add_argument("--version", action="version", version=f"rulewright {VERSION}")
        return parser
    about = COMMANDS[name]
    parser = Parser(
        prog=f"rulewright {name}",
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=getattr(command, "EXAMPLES", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.arguments(parser)
    return parser


def _hidden(name: str, words: list[str]) -> int:
    from importlib.util import find_spec

    from .failures import UserError

    if find_spec(f"{__name__}.{name}") is None:
        raise UserError(f"this copy of Rulewright has no '{name}' command.")
    return int(import_module(f"{__name__}.{name}").main(words) or 0)
