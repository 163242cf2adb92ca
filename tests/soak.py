"""Long random play: how many games per setting in; what broke, and how long games are, out.

Run by `make soak`. Every game, player count and option found in `games/` is played by chance
alone, invariants are checked after every step, and what breaks is shown with its seed.
With `--used` a table says how often each component was used.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from rulewright.interpreter import invariants
from tests.promises.settings import Setting, every_setting, playout
from tests.used import Uses


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


def play(setting: Setting, first: int, games: int, used: bool = False) -> Played:
    """Play some games of a setting until one breaks."""
    played = Played(str(setting))
    for seed in range(first, first + games):
        try:
            length, broken = play_one(setting, seed, played.uses if used else None)
        except Exception as error:
            length, broken = 0, repr(error)
        if broken:
            played.broken = f"seed {seed}: {broken}"
            break
        played.games += 1
        played.fewest, played.most = min(played.fewest, length), max(played.most, length)
    return played


def play_one(setting: Setting, seed: int, uses: Uses | None) -> tuple[int, str]:
    """Play one game: how many decisions it had, and what broke, if anything."""
    length = 0
    last = None
    for match, move in playout(setting, seed):
        length += 1
        if uses is not None:
            if last is None:
                uses.start(match)
            uses.move(match, move)
        last = match
        broken = invariants.broken(match)
        if broken:
            return length, str(broken)
    if last is None or not last.over:
        return length, "no end"
    if uses is not None:
        uses.see(last)
    return length, "look-ahead given up" if last.game.engine.capped else ""


def main() -> int:
    """Play and report; 1 if anything broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games per setting")
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--first", type=int, default=1000, help="first seed")
    parser.add_argument("--players", type=int, default=0, help="only this number of players")
    parser.add_argument("--used", action="store_true", help="count uses of each component")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    chosen = [
        each
        for each in every_setting()
        if args.game in ("", each.game) and args.players in (0, each.players)
    ]
    failures = 0
    uses = Uses()
    started = time.time()
    with ProcessPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(play, each, args.first, args.games, args.used) for each in chosen]
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
