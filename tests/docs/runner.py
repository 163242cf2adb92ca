"""A page being run: its blocks in, from top to bottom, the failures of its examples out.

What a block is stands behind its language:

| block | what is done with it |
|---|---|
| `yaml game file=F` | a whole game: written to F, has no problem, is played to its end |
| `yaml add file=F` | sections that replace those of the same name in F, or come after them |
| `yaml file=F` | any other rule file: written to F, has no problem |
| `yaml wrong file=F` | the same with `add` or not, but it has a problem |
| `yaml part` | sections of the game behind the examples; played if everything in it is used |
| `yaml wrong part code=C` | sections that have the problem C |
| `yaml script`, `yaml rule` | a script or a rule of that game |
| `python` | run, all of one page in one namespace; `pycon` has its output beside it |
| `console` | commands and what they print; `...` stands for lines left out |
| `text file=F` | written to F; other texts, and grammars, are only shown |
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.dsl.pipeline import check_paths, load_program
from rulewright.dsl.render import render_all
from rulewright.interpreter.cli import main

from .blocks import Block, Call, calls, same_output
from .support import ROOT, explained, from_yaml, load_in_village, play_out, wrong

SHOWN_ONLY = ("text", "lark")


class Runner:
    """One page being run in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.number = 0

    def run(self, block: Block) -> Iterator[str]:
        """Yield what is wrong with a block."""
        self.number += 1
        method = getattr(self, f"_{block.language}", None)
        if method is not None:
            try:
                yield from method(block)
            except Exception as error:  # whatever happens belongs to this block of this page
                yield f"{type(error).__name__}: {error}"
        elif block.language not in SHOWN_ONLY:
            yield f"nothing is known of a block '{block.language}'"
        elif block.file:
            self._write(block.file, block.text)

    # ------------------------------------------------------------ rule files

    def _yaml(self, block: Block) -> Iterator[str]:
        words = set(block.words)
        wanted = "wrong" in words
        if block.file:
            self._write(block.file, self._joined(block) if "add" in words else block.text)
            problems, sources = check_paths([self._target(block.file)])
            codes = [each.code for each in problems]
            said = render_all(problems, sources)
            if "game" in words and not wanted and not problems:
                play_out(load_program(self._target(block.file)))
        elif words & {"part", "script", "rule"}:
            result = load_in_village(self._sections(block), self.folder / f"village{self.number}")
            codes = [each.code for each in wrong(result)]
            said = explained(result)
            if result.program is not None and not wanted:
                play_out(result)
        else:
            yield "a yaml block says what it is: game, part, script, rule or file=…"
            return
        if wanted and not codes:
            yield "there is nothing wrong with it"
        if not wanted and codes:
            yield said
        code = block.settings.get("code")
        if code is not None and codes != [code]:
            yield f"expected the problem {code}:\n{said}"

    def _sections(self, block: Block) -> dict[str, Any]:
        data = from_yaml(block.text)
        if "rule" in block.words:
            return {"rules": [data]}
        if "script" in block.words:
            # Not every player can do everything from the start.
            body = {"for_each": "seat_in_turn in players", "do": {"if_possible": data}}
            return {"flow": [body, "round_of_turns"]}
        assert isinstance(data, dict)
        return data

    def _target(self, name: str) -> str:
        """What to check for a file: the folder of a game, else the file itself."""
        path = Path(name)
        return str(path.parent) if (path.parent / "game.yaml").is_file() else name

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _joined(self, block: Block) -> str:
        """The file with the sections of a block in the place of its own, or after them."""
        path = self.folder / block.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        for key, section in _top_sections(block.text):
            old = dict(_top_sections(text)).get(key)
            text = text.replace(old, section) if old is not None else text + section
        return text

    # ------------------------------------------------------------ Python

    def _python(self, block: Block) -> Iterator[str]:
        # The first line of the block is line 1 of a file that has its name from the page.
        code = compile(block.text, f"block at line {block.line}", "exec")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, self.names)
        yield from ()

    def _pycon(self, block: Block) -> Iterator[str]:
        test = doctest.DocTestParser().get_doctest(block.text, self.names, "page", None, block.line)
        out = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=out.write, clear_globs=False)
        self.names.update(test.globs)
        if out.getvalue():
            yield out.getvalue()

    # ------------------------------------------------------------ commands

    def _console(self, block: Block) -> Iterator[str]:
        for call in calls(block):
            printed = self.printed(call)
            if printed is None:
                yield from _not_run(call)
            elif not same_output(call.output, printed):
                yield "\n".join([f"`{call.command}` prints:", *printed])

    def printed(self, call: Call) -> list[str] | None:
        """Return what a command prints; None if it is none of ours."""
        words = shlex.split(call.command)
        given = ""
        if "<" in words:
            given = (self.folder / words[words.index("<") + 1]).read_text(encoding="utf-8")
            words = words[: words.index("<")]
        if words[0] != "rulewright":
            return None
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
        with (
            contextlib.redirect_stdout(stream),
            contextlib.redirect_stderr(stream),
            _standard_input(given),
        ):
            main(words[1:])
        return [line.rstrip() for line in raw.getvalue().decode().splitlines()]


def _not_run(call: Call) -> Iterator[str]:
    """Commands of other programs are not run; those of make must be there."""
    words = shlex.split(call.command)
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
        if words[1] not in targets:
            yield f"make has no target '{words[1]}'"
    elif words[0] not in ("pip", "mkdir", "cp"):
        yield f"`{call.command}` is not run by any test"


def _top_sections(text: str) -> list[tuple[str, str]]:
    """Return the keys at the left edge, each with its lines."""
    starts = [(match[1], match.start()) for match in re.finditer(r"^([a-z_]+):", text, re.M)]
    ends = [start for _, start in starts[1:]] + [len(text)]
    return [(key, text[start:end]) for (key, start), end in zip(starts, ends, strict=True)]


@contextlib.contextmanager
def _standard_input(text: str) -> Iterator[None]:
    import sys

    before = sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before


__all__ = ["Runner"]
