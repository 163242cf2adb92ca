"""Long random play: how many games per setting in; what broke, and how long games are, out.

Run by `make soak`. Every game, player count and option found in `games/` is played by chance
alone, invariants are checked after every step, and what breaks is shown with its seed.
seed that breaks it.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from rulewright.interpreter import invariants
from tests.promises.settings import Setting, every_setting, playout


def play(setting: Setting, first: int, games: int) -> tuple[str, int, int, int, str]:
    """Play some games of a setting: (setting, games, fewest and most decisions, what broke)."""
    fewest, most = 10**9, 0
    for seed in range(first, first + games):
        length = 0
        last = None
        try:
            for match, _ in playout(setting, seed):
                length += 1
                last = match
                broken = invariants.broken(match)
                if broken:
                    return str(setting), seed - first, fewest, most, f"seed {seed}: {broken}"
        except Exception as error:
            return str(setting), seed - first, fewest, most, f"seed {seed}: {error!r}"
        if last is None or not last.over:
            return str(setting), seed - first, fewest, most, f"seed {seed}: no end"
        if last.game.engine.capped:
            return str(setting), seed - first, fewest, most, f"seed {seed}: look-ahead given up"
        fewest, most = min(fewest, length), max(most, length)
    return str(setting), games, fewest, most, ""


def main() -> int:
    """Play and report; 1 if anything broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games per setting")
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--first", type=int, default=1000, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    chosen = [each for each in every_setting() if args.game in ("", each.game)]
    failures = 0
    started = time.time()
    with ProcessPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(play, each, args.first, args.games) for each in chosen]
        for task in waiting:
            name, games, fewest, most, broken = task.result()
            failures += bool(broken)
            length = f"{fewest}-{most} decisions" if games else ""
            print(f"{name:70} {games:6} games {length} {broken}", flush=True)
    print(f"{len(chosen)} settings, {failures} failed, {time.time() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
