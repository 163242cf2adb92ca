"""Long random play: how many games per setting in; what broke, and how long games are, out.

Run by `make soak`. Every game, player count, option and variant found in `games/` is played by
chance alone (or by a bot), invariants are checked after every step, and what breaks is shown with
its seed.
With `--used` a table says how often each component was used.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from rulewright.dsl.program import OVER
from rulewright.interpreter import invariants
from rulewright.interpreter.bots.arena import play_out
from rulewright.interpreter.queries import rng
from tests.promises.settings import Setting, every_setting, load, playout
from tests.used import Uses

MOST_DECISIONS = 10_000


@dataclass
class Played:
    """How the games of a setting went."""

    setting: str
    games: int = 0
    fewest: int = 10**9
    most: int = 0
    broken: str = ""
    uses: Uses = field(default_factory=Uses)

    def __str__(self) -> str:
        length = f"{self.fewest}-{self.most} decisions" if self.games else ""
        return f"{self.setting:70} {self.games:6} games {length} {self.broken}"


def play(
    setting: Setting, first: int, games: int, used: bool = False, bot: str = "random"
) -> Played:
    """Play some games of a setting until one breaks."""
    played = Played(str(setting))
    for seed in range(first, first + games):
        try:
            if bot == "random":
                length, broken = play_one(setting, seed, played.uses if used else None)
            else:
                length, broken = play_bots(setting, seed, bot)
        except Exception as error:
            length, broken = 0, repr(error)
        if broken:
            played.broken = f"seed {seed}: {broken}"
            break
        played.games += 1
        played.fewest, played.most = min(played.fewest, length), max(played.most, length)
    return played


def play_one(setting: Setting, seed: int, uses: Uses | None) -> tuple[int, str]:
    """Play one game: how many decisions it had, and what broke, if anything.

    To count uses the moves are put into words and the position is looked at each time.
    """
    if uses is None:
        return play_numbers(setting, seed)
    length = 0
    last = None
    for match, move in playout(setting, seed):
        length += 1
        if last is None:
            uses.start(match)
        uses.move(match, move)
        last = match
        broken = invariants.broken(match)
        if broken:
            return length, str(broken)
    if last is None or not last.over:
        return length, "no end"
    uses.see(last)
    return length, "look-ahead given up" if last.game.engine.capped else ""


def play_numbers(setting: Setting, seed: int) -> tuple[int, str]:
    """Play one game by numbers alone, which is quicker."""
    engine = load(setting).engine
    v, k = engine.start(seed)
    state = rng.seed_state(f"{setting}-{seed}")
    length = 0
    while not v[OVER] and length < MOST_DECISIONS:
        numbers = engine.ids(v, k)
        state, drawn = rng.below(state, len(numbers))
        engine.choose_id(v, k, numbers[drawn])
        length += 1
        broken = invariants.broken_lines(engine, v, k)
        if broken:
            return length, ", ".join(line.name for line in broken)
    if not v[OVER]:
        return length, "no end"
    return length, "look-ahead given up" if engine.capped else ""


def play_bots(setting: Setting, seed: int, bot: str) -> tuple[int, str]:
    """Play one game between bots."""
    game = load(setting)
    result = play_out(game, [bot] * setting.players, seed, 0, True)
    if result.failure is not None:
        return result.decisions, f"{result.failure.message} ({result.failure.source})"
    return result.decisions, "look-ahead given up" if game.engine.capped else ""


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
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    chosen = [
        each
        for each in every_setting()
        if args.game in ("", each.game) and args.players in (0, each.players)
        if not args.plain or not (each.options or each.variants)
    ]
    failures = 0
    uses = Uses()
    started = time.time()
    with ProcessPoolExecutor(args.jobs) as pool:
        waiting = [
            pool.submit(play, each, args.first, args.games, args.used, args.bot) for each in chosen
        ]
        for task in waiting:
            played = task.result()
            failures += bool(played.broken)
            uses.add(played.uses)
            print(played, flush=True)
    if args.used:
        print("\n".join(uses.table()))
    print(f"{len(chosen)} settings, {failures} failed, {time.time() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
