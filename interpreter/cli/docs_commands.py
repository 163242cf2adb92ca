"""The reference page of the command line: the options of the commands in, Markdown out."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

from . import COMMANDS
from .docs_text import code, fenced, finish, rows, sentence, start

_PACKAGE = "rulewright.interpreter.cli"


def page() -> str:
    """Return the reference page of the commands."""
    lines = start(
        "Commands",
        "A game is named by its id, or by the path of a rule folder or variant file.\n"
        "Every command has `--help`.\n"
        "It ends with status 0 if all is well, 1 if something is wrong in files or moves,"
        " 2 if it was called in a wrong way.",
    )
    there = [name for name in COMMANDS if find_spec(f"{_PACKAGE}.{name}") is not None]
    body = [(f"[{code(f'rulewright {name}')}](#{name})", COMMANDS[name]) for name in there]
    lines += rows(("command", "does"), body)
    for name in there:
        lines += _command(name, COMMANDS[name])
    lines += _command("docs", "write the generated pages of this reference again")
    return finish(lines)


def _command(name: str, about: str) -> list[str]:
    module = import_module(f"{_PACKAGE}.{name}")
    parser = argparse.ArgumentParser(prog=f"rulewright {name}", add_help=False)
    module.arguments(parser)
    actions = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    actions.sort(key=lambda each: bool(each.option_strings))
    lines = [f"## {name}", "", sentence(about), ""]
    lines += fenced(f"{parser.prog} {' '.join(_usage(each) for each in actions)}".rstrip(), "text")
    lines += rows(("argument", "meaning"), [(code(_form(each)), _help(each)) for each in actions])
    examples = getattr(module, "EXAMPLES", "")
    if examples:
        # The heading of the examples is for terminals; here they have a fence.
        kept = [line for line in examples.split("\n") if line != "examples:"]
        shown = "\n".join(line.removeprefix("  ") for line in kept)
        lines += fenced(shown.strip("\n"), "text")
    return lines


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _form(action: argparse.Action) -> str:
    return f"{', '.join(action.option_strings)} {_value(action)}".strip()


def _usage(action: argparse.Action) -> str:
    many = " ..." if action.nargs in ("*", "+") else ""
    if action.option_strings:
        text = f"{action.option_strings[-1]} {_value(action)}".strip()
        return text if action.required else f"[{text}]"
    text = _value(action) + many
    return f"[{text}]" if action.nargs in ("*", "?") else text


def _help(action: argparse.Action) -> str:
    text = (action.help or "") % {"default": action.default}
    return sentence(text) if not text.startswith("-") else text
