"""`rulewright test`: games or files of rulings in, which rulings fail and why out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .common import json_argument, known_game
from .drawing import runs, wrap
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.dsl.ruling_data import Rulings
    from rulewright.interpreter.coverage import Coverage
    from rulewright.interpreter.rulings import Outcome

EXAMPLES = """\
examples:
  rulewright test                            the rulings of every game
  rulewright test my_game --coverage         and which rule lines none of them reaches
  rulewright test my_rulings.yaml --game ID  a file that lies somewhere else
  rulewright test GAME --variant VARIANT     which of the game's rulings a variant overturns"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "targets",
        metavar="GAME",
        nargs="*",
        help="game, rulings file or variant file; every game if none is given",
    )
    parser.add_argument("--game", metavar="ID", help="the game that a rulings file is about")
    parser.add_argument("--only", metavar="WORD", help="only rulings with this word in their id")
    parser.add_argument(
        "--coverage", action="store_true", help="show which rule lines no ruling reached"
    )
    parser.add_argument(
        "--transcript", action="store_true", help="show the course of rulings that fail"
    )
    parser.add_argument(
        "--variant",
        metavar="VARIANT",
        action="append",
        default=[],
        help="ask the game's rulings with this variant; those it overturns are listed",
    )
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Run rulings; status 1 if one fails or cannot be read."""
    if args.variant:
        from .overturned import run as run_with_variants

        return run_with_variants(args)
    from rulewright.dsl.render import as_json, render_all
    from rulewright.dsl.ruling_files import load_rulings
    from rulewright.interpreter import rulings

    style = style_of()
    data: list[dict[str, Any]] = []
    wrong = False
    for target in args.targets or _every_game():
        known_game(target)
        loaded = load_rulings(target, args.game)
        if args.only:
            loaded.rulings = [each for each in loaded.rulings if args.only in each.id]
        outcomes = rulings.run(loaded.rulings)
        reached = rulings.coverage(loaded.rulings) if args.coverage else {}
        wrong = wrong or _failed(loaded, outcomes)
        if args.json:
            made: dict[str, Any] = {
                "game": loaded.game,
                "rulings": [each.as_data() for each in outcomes],
                "problems": [as_json(each) for each in loaded.problems],
            }
            if args.coverage:
                made["coverage"] = {file: _share(each) for file, each in reached.items()}
            data.append(made)
            continue
        if loaded.problems:
            print(render_all(loaded.problems, loaded.sources, colour=style.colour))
        if loaded.game:
            print("\n".join(report(loaded, outcomes, style, transcript=args.transcript)))
        for line in coverage_lines(reached, style):
            print(line)
    if args.json:
        print_json({"ok": not wrong, "games": data})
    return int(wrong)


def _every_game() -> list[str]:
    import rulewright

    return [info.id for info in rulewright.games()]


def _failed(loaded: Rulings, outcomes: list[Outcome]) -> bool:
    problems = any(each.severity == "error" for each in loaded.problems)
    return problems or not all(each.ok for each in outcomes)


def report(
    loaded: Rulings, outcomes: list[Outcome], style: Style, *, transcript: bool = False
) -> list[str]:
    """Return what came of the rulings of one game: those that fail, then how many there are."""
    lines: list[str] = []
    # What cannot be read has been shown as a problem with its line.
    unread = {each.id for each in loaded.rulings if each.problems}
    for outcome in outcomes:
        if not outcome.ok and outcome.id not in unread:
            lines += [*failure_lines(outcome, style, transcript=transcript), ""]
    failed = sum(not each.ok for each in outcomes)
    skipped = sum(bool(each.skipped) for each in outcomes)
    counted = "no rulings"
    if outcomes:
        counted = "1 ruling" if len(outcomes) == 1 else f"{len(outcomes)} rulings"
        counted += f", {failed} failed" if failed else ", all hold"
        counted += f", {skipped} skipped" if skipped else ""
    return [*lines, style.paint(f"{loaded.game}: {counted}", "bad" if failed else "good")]


def failure_lines(outcome: Outcome, style: Style, *, transcript: bool = False) -> list[str]:
    """Return a ruling that failed: what it says, and what was found instead."""
    lines = [style.paint(f"{outcome.place}: {outcome.id} failed", "bad")]
    lines += wrap(outcome.ruling, style.width, "  ")
    for failure in outcome.failures:
        lines.append(f"  {style.paint(failure.place, 'place')}")
        lines += wrap(failure.expected, style.width, "    expected  ", " " * 14)
        lines += wrap(failure.found, style.width, "    found     ", " " * 14)
    if transcript:
        lines += [f"    {line}" for line in outcome.transcript.split("\n")]
    return lines


def coverage_lines(reached: dict[str, Coverage], style: Style) -> list[str]:
    """Return how much of each file was reached, and which lines were not."""
    lines = []
    for file, each in reached.items():
        if each.reached or each.missed:
            text = f"{file}: {each.share:.0%}"
            if each.missed:
                text += f", not reached: {runs(each.missed)}"
            lines += wrap(text, style.width, "  ", "      ")
    return lines


def _share(each: Coverage) -> dict[str, Any]:
    return {
        "reached": list(each.reached),
        "missed": list(each.missed),
        "share": round(each.share, 4),
    }
