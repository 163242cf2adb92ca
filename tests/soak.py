"""Long play: how many games per setting in; what broke, and how games were, out.

Run by `make soak`. Every game, player count, option and variant found in `games/` is played by
chance alone (or by a bot), invariants are checked after every step, and what breaks is shown with
its seed.
With `--option` all player counts are played with that option and nothing else.
With `--used` a table says how often each component was used, and with `--ends NAME` a variable or
define of the game is asked when a game is over and counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import rulewright as rw
from rulewright.dsl.program import OVER
from rulewright.interpreter import invariants
from rulewright.interpreter.bots import team
from rulewright.interpreter.engine import Engine, Vector
from rulewright.interpreter.queries import rng
from tests.promises.settings import Setting, every_setting, load
from tests.used import Uses

MOST_DECISIONS = 10_000

END = -1

Step = tuple[Vector, Vector, int]
"""A position, and the number of what is done next in it; END when it is over."""


@dataclass
class Played:
    """How the games of a setting went."""

    setting: str
    games: int = 0
    fewest: int = 10**9
    most: int = 0
    given_up: int = 0
    """Games in which some option was too hard to look at."""
    broken: str = ""
    uses: Uses | None = None
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        length = f"{self.fewest}-{self.most} decisions" if self.games else ""
        ends = ", ".join(f"{end} in {count}" for end, count in sorted(self.ends.items()))
        hard = f"look-ahead given up in {self.given_up}" if self.given_up else ""
        return f"{self.setting:70} {self.games:6} games {length} {ends} {hard} {self.broken}"


def play(
    setting: Setting, first: int, games: int, bot: str, used: bool, ends: tuple[str, ...]
) -> Played:
    """Play some games of a setting until one breaks."""
    played = Played(str(setting), uses=Uses() if used else None)
    for seed in range(first, first + games):
        try:
            length, broken = play_one(setting, seed, bot, played, ends)
        except Exception as error:
            length, broken = 0, repr(error)
        if broken:
            played.broken = f"seed {seed}: {broken}"
            break
        played.games += 1
        played.fewest, played.most = min(played.fewest, length), max(played.most, length)
    return played


def play_one(
    setting: Setting, seed: int, bot: str, played: Played, ends: tuple[str, ...]
) -> tuple[int, str]:
    """Play one game: how many decisions it had, and what broke, if anything."""
    engine = load(setting).engine
    steps = by_chance(setting, seed) if bot == "random" else by_bots(setting, seed, bot)
    uses = played.uses
    given_up = engine.capped
    for length, (v, k, number) in enumerate(steps):
        broken = invariants.broken_lines(engine, v, k)
        if broken:
            return length, ", ".join(line.name for line in broken)
        if uses is not None:
            if length == 0:
                uses.start(engine, v)
            if number == END:
                uses.end(engine, v, k)
            else:
                uses.move(engine, v, engine.option(v, k, number))
        if number == END:
            played.ends.update(f"{name} {ask(engine, v, k, name)}" for name in ends)
            played.given_up += engine.capped > given_up
            return length, ""
        if length == MOST_DECISIONS:
            break
    return length, "no end"


def by_chance(setting: Setting, seed: int) -> Iterator[Step]:
    """Play at random, by numbers alone: each position with what is done next in it."""
    engine = load(setting).engine
    v, k = engine.start(seed)
    state = rng.seed_state(f"{setting}-{seed}")
    while not v[OVER]:
        numbers = engine.ids(v, k)
        state, drawn = rng.below(state, len(numbers))
        yield v, k, numbers[drawn]
        engine.choose_id(v, k, numbers[drawn])
    yield v, k, END


def by_bots(setting: Setting, seed: int, bot: str) -> Iterator[Step]:
    """Let bots play: each position with what is done next in it."""
    match = load(setting).start(seed=seed)
    bots = team([bot] * setting.players, seed)
    while not match.over:
        number = bots[match.game.engine.decider(match.v)].choose(match)
        yield match.v, match.k, number
        match.play_id(number)
        match.last = None  # nothing is taken back, and the way behind would only take memory
    yield match.v, match.k, END


def ask(engine: Engine, v: Vector, k: Vector, name: str) -> Any:
    """Return the value of a variable of the whole game, or of a define without parameters."""
    program = engine.program
    for variable in program.variables:
        if variable.path == name and not variable.owner:
            return v[variable.base]
    for function in program.functions:
        if function.name == name and not function.nparams:
            return engine.backend.eval(function.body, v, k, 0)
    raise SystemExit(f"{program.game} has no variable or define '{name}'")


def chosen(args: argparse.Namespace) -> list[Setting]:
    """Return the settings that are asked for."""
    if args.option:
        options = tuple(_option(text) for text in args.option)
        infos = [info for info in rw.games() if args.game in ("", info.id)]
        found = [
            Setting(info.id, count, options)
            for info in infos
            if all(key in info.options for key, _ in options)
            for count in info.players
        ]
    else:
        found = [each for each in every_setting() if args.game in ("", each.game)]
        if args.plain:
            found = [each for each in found if not (each.options or each.variants)]
    return [each for each in found if args.players in (0, each.players)]


def _option(text: str) -> tuple[str, Any]:
    key, _, value = text.partition("=")
    named = {"true": True, "false": False}
    return key, named[value] if value in named else int(value) if value.isdigit() else value


def main() -> int:
    """Play and report; 1 if anything broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games per setting")
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--first", type=int, default=1000, help="first seed")
    parser.add_argument("--players", type=int, default=0, help="only this number of players")
    parser.add_argument("--used", action="store_true", help="count uses of each component")
    parser.add_argument("--bot", default="random", help="who plays: random or greedy")
    parser.add_argument("--plain", action="store_true", help="only with the options as they are")
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE, more than once")
    parser.add_argument("--ends", action="append", default=[], help="what to ask in the end")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    failures = 0
    uses = Uses()
    settings = chosen(args)
    rest = args.first, args.games, args.bot, args.used, tuple(args.ends)
    started = time.time()
    with ProcessPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(play, each, *rest) for each in settings]
        for task in waiting:
            played = task.result()
            failures += bool(played.broken)
            if played.uses is not None:
                uses.add(played.uses)
            print(played, flush=True)
    if args.used:
        print("\n".join(uses.table()))
    print(f"{len(settings)} settings, {failures} failed, {time.time() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
