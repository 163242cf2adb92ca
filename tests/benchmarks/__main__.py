"""Speed beside programs written by hand and other engines: nothing in; rates and ratios out.

`make bench` plays uniformly at random from start to end, everybody in turns in the same run, and
takes the best of several rounds of each. Numbers of one machine on one day say little; the ratios
are what to look at. Peers come with the extra `bench`; what is not there is left out with a word.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

from . import ours, peers, scaling
from .by_hand import NAMES, twin

Playout = Callable[[int], tuple[int, int]]

# (first, second, games, at least): what is to be reached.
BOARDS = ("tic-tac-toe", "connect-four")
SMALL = (*BOARDS, "kuhn-poker", "leduc-poker", "pig")
TARGETS: list[tuple[str, str, dict[str, float]]] = [
    ("integers", "twin", dict.fromkeys(SMALL, 1.0)),
    ("integers", "open_spiel", dict.fromkeys(SMALL, 1.0)),
    ("batch", "twin", {"tic-tac-toe": 2.5, "connect-four": 2.0}),
    ("batch", "open_spiel C++", dict.fromkeys(BOARDS, 0.4)),
    ("integers", "pettingzoo", dict.fromkeys(BOARDS, 40.0)),
    ("integers", "twin", {"cave-vs-cave": 0.5}),
    ("pypy", "twin", dict.fromkeys(BOARDS, 10.0)),
    ("pypy", "batch", {"cave-vs-cave": 5.0}),
]


def rate(play: Playout, seconds: float, seed: int) -> tuple[float, float]:
    """Games and decisions per second of processor time."""
    games = made = 0
    begun = time.process_time()
    while True:
        for _ in range(4):
            more, decisions = play(seed + games)
            games += more
            made += decisions
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent, made / spent


def players(name: str) -> dict[str, Playout | str]:
    """Everybody who plays a game."""
    found: dict[str, Playout | str] = {
        "public": ours.public(name),
        "integers": ours.integers(name),
        "batch": ours.batch(name),
        "twin": twin(name),
    }
    if name in peers.OPEN_SPIEL:
        found["open_spiel"] = peers.open_spiel(name)
    if name in BOARDS:
        found["open_spiel C++"] = peers.open_spiel_native(name)
        found["pettingzoo"] = peers.petting_zoo(name)
    return found


def measure(
    wanted: dict[str, Playout | str], seconds: float, rounds: int
) -> dict[str, tuple[float, float]]:
    """Return the best rates of everybody, measured in turns."""
    best: dict[str, tuple[float, float]] = {}
    for number in range(rounds):
        for who, play in wanted.items():
            if not isinstance(play, str):
                found = rate(play, seconds, 10_000 * number)
                best[who] = max(best.get(who, (0.0, 0.0)), found)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", action="append", help="only this one; may be given again")
    parser.add_argument("--json", default="", help="write the numbers to this file as well")
    args = parser.parse_args()
    rates: dict[str, dict[str, tuple[float, float]]] = {}
    missing: dict[str, str] = {}
    for name in args.game or NAMES:
        wanted = players(name)
        missing |= {who: why for who, why in wanted.items() if isinstance(why, str)}
        rates[name] = measure(wanted, args.seconds, args.rounds)
        pypy = ours.pypy(name)
        if isinstance(pypy, str):
            missing["pypy"] = pypy
        else:
            rates[name]["pypy"] = pypy(args.seconds)
        print(f"\n{name}")
        for who, (played, made) in rates[name].items():
            print(f"  {who:16} {played:14,.1f} games/s {made:14,.0f} decisions/s", flush=True)
    ratios = []
    for one, other, games in TARGETS:
        for name, least in games.items():
            both = rates.get(name, {})
            if one in both and other in both:
                ratios.append((f"{name}: {one} / {other}", both[one][0] / both[other][0], least))
    eurogame = peers.catanatron()
    if isinstance(eurogame, str):
        missing["catanatron"] = eurogame
    elif "cave-vs-cave" in rates:
        theirs = measure({"catanatron": eurogame}, args.seconds, args.rounds)["catanatron"]
        mine = rates["cave-vs-cave"]["integers"]
        ratios.append(("cave-vs-cave: decisions / catanatron's", mine[1] / theirs[1], 2.0))
    print()
    for said, ratio, least in ratios:
        print(f"  {said:45} {ratio:8.2f}   at least {least}")
    for who, why in missing.items():
        print(f"  {who} is left out: {why}")
    grows = [] if args.game else scaling.table(args.seconds)
    print()
    for what, found, wanted_to_be in grows:
        print(f"  {what:45} {found:>12}   {wanted_to_be}")
    if args.json:
        data = {"python": sys.version, "rates": rates, "ratios": ratios, "growth": grows}
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2)


if __name__ == "__main__":
    main()
