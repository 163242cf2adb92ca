"""`rulewright docs`: the tables of the language in, the pages of docs/reference out.

The pages are made from the vocabulary, the schemas, the catalogue of problems and the options of
the commands, so none of them can say something else than what the code does. `--check` writes
nothing and says which pages are out of date.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from .failures import UserError

FOLDER = "docs/reference"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; status 1 if a page is out of date"
    )


def run(args: argparse.Namespace) -> int:
    """Write the pages, or say which of them are out of date."""
    folder = _folder()
    stale = out_of_date(folder)
    if args.check:
        for name in stale:
            print(f"{FOLDER}/{name} is out of date; `make docs` writes it again.")
        return int(bool(stale))
    made = pages()
    folder.mkdir(exist_ok=True)
    for name in stale:
        if name in made:
            (folder / name).write_text(made[name], encoding="utf-8", newline="\n")
            print(f"wrote {FOLDER}/{name}")
        else:
            (folder / name).unlink()
            print(f"removed {FOLDER}/{name}")
    if not stale:
        print(f"{FOLDER} is up to date.")
    return 0


def main(words: Sequence[str]) -> int:
    """Run the command with the words that follow its name."""
    parser = argparse.ArgumentParser(
        prog="rulewright docs",
        description="Write the generated pages of the documentation again.",
        allow_abbrev=False,
    )
    arguments(parser)
    return run(parser.parse_args(list(words)))


def pages() -> dict[str, str]:
    """Return every generated page by its file name."""
    from . import docs_commands, docs_files, docs_language, docs_problems

    return {
        "README.md": docs_language.index_page(),
        "language.md": docs_language.page(),
        "files.md": docs_files.files_page(),
        "messages.md": docs_files.messages_page(),
        "problems.md": docs_problems.page(),
        "commands.md": docs_commands.page(),
    }


def out_of_date(folder: Path) -> list[str]:
    """Return the pages in a folder that are missing, differ or are made no longer."""
    made = pages()
    there = {
        path.name: path.read_text(encoding="utf-8")
        for path in (sorted(folder.glob("*.md")) if folder.is_dir() else [])
    }
    return [name for name in sorted({*made, *there}) if made.get(name) != there.get(name)]


def _folder() -> Path:
    """Return the folder of the pages, which only a copy of the repository has."""
    root = Path(str(files("rulewright.dsl"))).parent
    if not (root / "docs").is_dir():
        raise UserError("the pages are in the repository, and this copy of Rulewright is not it.")
    return root / FOLDER
