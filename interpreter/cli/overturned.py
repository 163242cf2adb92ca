"""`rulewright test --variant`: a game's rulings and variants in, which rulings they overturn out.

A ruling that no longer holds is no mistake: it shows what a house rule really changes. What counts
as a failure is a ruling of the game that does not hold without the variants either, or one that
a variant brings itself.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .common import settings_are_calls
from .drawing import joined, wrap
from .failures import CallError
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.interpreter.rulings import Outcome


@dataclass
class Found:
    """What came of the rulings of one game with variants."""

    game: str
    holds: int = 0
    overturned: list[Outcome] = field(default_factory=list)
    failed: list[Outcome] = field(default_factory=list)
    """Rulings of the game that fail anyway."""
    own: list[Outcome] = field(default_factory=list)
    """All that the variants bring themselves."""

    @property
    def wrong(self) -> bool:
        """Whether anything is as it should not be."""
        return bool(self.failed) or not all(each.ok for each in self.own)


def run(args: argparse.Namespace) -> int:
    """Ask a game's rulings with variants; list those that are overturned, and why."""
    from .common import known_game

    if len(args.targets) != 1:
        raise CallError("name the one game whose rulings are to be asked with the variants.")
    if args.coverage:
        raise CallError("--coverage goes with the rulings of a game as it is, without --variant.")
    (game,) = args.targets
    known_game(game)
    found = ask(game, args.variant, args.only or "")
    if args.json:
        print_json(as_data(found, args.variant))
    else:
        print("\n".join(report(found, args.variant, style_of(), transcript=args.transcript)))
    return int(found.wrong)


def ask(game: str, variants: list[str], only: str = "") -> Found:
    """Run the rulings of a game with variants, and those that fail once more without."""
    from rulewright.dsl.pipeline import load_program
    from rulewright.dsl.ruling_files import load_rulings
    from rulewright.interpreter import rulings

    with settings_are_calls():
        # What is wrong with the variants themselves is told as such, not as overturned rulings.
        load_program(game, None, {}, variants).unwrap()
    loaded = load_rulings(game, None, variants, wanted=lambda ruling: only in ruling)
    outcomes = rulings.run(loaded.rulings)
    found = Found(loaded.game)
    doubtful = [each for each in outcomes if not each.ok]
    found.holds = len(outcomes) - len(doubtful)
    if doubtful:
        ids = {each.id for each in doubtful}
        again = load_rulings(game, wanted=ids.__contains__)
        before = {each.id: each for each in rulings.run(again.rulings)}
        for each in doubtful:
            fails_anyway = each.id in before and not before[each.id].ok
            (found.failed if fails_anyway else found.overturned).append(each)
    for name in variants:
        brought = load_rulings(_file(game, name), wanted=lambda ruling: only in ruling)
        found.own += rulings.run(brought.rulings)
    if len(variants) > 1:
        _together(game, variants, found)
    return found


def _file(game: str, name: str) -> str:
    """The file of a variant that may be given by its id."""
    from rulewright.dsl.pipeline import find_folder
    from rulewright.dsl.variants import variant_files

    folder = find_folder(game)
    known = variant_files(folder) if folder is not None else {}
    return str(known.get(name, name))


def _together(game: str, variants: list[str], found: Found) -> None:
    """Rulings of one variant that another overturns."""
    from rulewright.dsl.ruling_files import load_rulings
    from rulewright.interpreter import rulings

    alone = {each.id for each in found.own if each.ok}
    for name in variants:
        stacked = load_rulings(_file(game, name), None, variants, wanted=alone.__contains__)
        found.overturned += [each for each in rulings.run(stacked.rulings) if not each.ok]


def as_data(found: Found, variants: list[str]) -> dict[str, Any]:
    """Return what was found as JSON data."""
    return {
        "ok": not found.wrong,
        "game": found.game,
        "variants": variants,
        "holds": found.holds,
        "overturned": [each.as_data() for each in found.overturned],
        "failed": [each.as_data() for each in found.failed],
        "own": [each.as_data() for each in found.own],
    }


def report(
    found: Found, variants: list[str], style: Style, *, transcript: bool = False
) -> list[str]:
    """Return what came of the rulings as lines."""
    from .test import failure_lines

    lines: list[str] = []
    for outcome in found.overturned:
        lines += [*_overturned(outcome, style, transcript=transcript), ""]
    for outcome in [*found.failed, *(each for each in found.own if not each.ok)]:
        lines += [*failure_lines(outcome, style, transcript=transcript), ""]
    said = [f"{found.holds} still hold", f"{len(found.overturned)} overturned"]
    if found.failed:
        said.append(f"{len(found.failed)} fail anyway")
    shown = joined(variants, "and")
    total = found.holds + len(found.overturned) + len(found.failed)
    if total:
        noun = "ruling" if total == 1 else "rulings"
        text = f"{found.game} with {shown}: {total} {noun}, {', '.join(said)}"
        lines += wrap(text, style.width, "", "  ")
    else:
        lines += wrap(f"{found.game} with {shown}: the game has no rulings", style.width, "", "  ")
    failed = sum(not each.ok for each in found.own)
    own = f"{len(found.own)} of their own" if len(variants) > 1 else f"{len(found.own)} of its own"
    if found.own:
        text = f"{own}, {failed} failed" if failed else f"{own}, all hold"
        lines.append(style.paint(text, "bad" if failed else "good"))
    return lines


def _overturned(outcome: Outcome, style: Style, *, transcript: bool) -> list[str]:
    """A ruling that does not hold with the variants: what it says, and what happens instead."""
    lines = [style.paint(f"{outcome.place}: {outcome.id} is overturned", "strong")]
    lines += wrap(outcome.ruling, style.width, "  ")
    for failure in outcome.failures:
        lines.append(f"  {style.paint(failure.place, 'place')}")
        lines += wrap(failure.expected, style.width, "    was  ", " " * 9)
        lines += wrap(failure.found.removeprefix("that "), style.width, "    now  ", " " * 9)
    if transcript:
        lines += [f"    {line}" for line in outcome.transcript.split("\n")]
    return lines
