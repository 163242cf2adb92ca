"""`rulewright simulate`: a game and bots in; scores, wins, length and speed of many games out.

Games are divided among processes in batches. Each game has a seed of its own, so the results are
the same however many processes there are; only the speed differs.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import bots as registry

from .common import can_write, game_arguments, json_argument, load, load_game, positive, seed_of
from .drawing import table, wrap
from .failures import CallError, UserError
from .output import Style, print_json, style_of

if TYPE_CHECKING:
    from rulewright.interpreter.bots.arena import Result
    from rulewright.interpreter.match import Game
    from rulewright.interpreter.playouts import Playouts

_Task = tuple[list[str], "int | str", int, int, bool]
"""Bots, seed of the series, first game, the one behind the last, whether to check."""

GAMES = 100
MOST_SHOWN = 10
"""Failures that are listed one by one."""
MOST_LINES = 25
"""Lines of the rules that a profile has."""

EXAMPLES = """\
examples:
  rulewright simulate GAME --games 500 --bots greedy,random
  rulewright simulate GAME --games 1000 --jobs 4 --check --csv games.csv"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    game_arguments(parser)
    parser.add_argument(
        "--games", metavar="N", type=positive, default=GAMES, help=f"how many (default {GAMES})"
    )
    parser.add_argument(
        "--bots",
        metavar="A,B",
        default="random",
        help=f"bots from seat A on, over again if there are fewer: {', '.join(registry.names())}",
    )
    parser.add_argument("--seed", metavar="S", type=seed_of, default=0, help="seed of the series")
    parser.add_argument(
        "--jobs", metavar="J", type=positive, default=1, help="processes to use (default 1)"
    )
    parser.add_argument(
        "--check", action="store_true", help="look at the game's invariants after every step"
    )
    parser.add_argument("--csv", metavar="FILE", help="write one line per game")
    parser.add_argument(
        "--python", metavar="PROGRAM", help="another Python to play in, such as pypy3"
    )
    parser.add_argument(
        "--profile", action="store_true", help="show which lines of the rules take the time"
    )
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and report; status 1 if one could not be played to its end."""
    game = load_game(args)
    bots = bots_of(args.bots, game.players)
    if args.python and not _is_quick(bots, args.check):
        raise CallError("--python plays random bots only, without --check.")
    if args.profile and (args.python or args.jobs > 1):
        raise CallError("--profile looks at one process of this Python: no --jobs, no --python.")
    if args.csv:
        can_write(args.csv)
    started = time.perf_counter()
    results: list[Result] = []
    lines: list[dict[str, Any]] = []
    if args.profile:
        _played(game, (bots, args.seed, 0, 0, args.check))  # what has to be compiled is compiled
        lines = _profiled(game, lambda: results.extend(_results(args, game, bots)))
    else:
        results += _progress(_results(args, game, bots), args.games)
    seconds = time.perf_counter() - started
    results.sort(key=lambda each: each.number)
    if args.csv:
        _write_csv(args.csv, results, game.players)
    data = report(game, bots, args.seed, results, seconds)
    if args.profile:
        data["profile"] = lines
    if args.json:
        print_json(data)
    else:
        print("\n".join(lines_of(data, style_of())))
    return int(bool(data["failures"]))


def _profiled(game: Game, play: Callable[[], object]) -> list[dict[str, Any]]:
    """Play; return the lines of the rules that took the time, and their shares."""
    from rulewright.interpreter import sampling

    try:
        seen = sampling.sampled(play, game.program.files)
    except sampling.NoProfile as problem:
        raise UserError(f"--profile: {problem}") from None
    total = max(1, seen.total())
    return [
        {"place": place, "share": round(count / total, 4)}
        for place, count in seen.most_common(MOST_LINES)
    ]


def bots_of(text: str, players: int) -> list[str]:
    """Read the names of bots; those given are used over again for the seats that are left."""
    named = [word.strip() for word in text.split(",")]
    for word in named:
        if word not in registry.names():
            raise CallError(str(registry.UnknownBot(word)))
    if len(named) > players:
        raise CallError(f"--bots names {len(named)}, but {players} play.")
    return [named[seat % len(named)] for seat in range(players)]


# ---------------------------------------------------------------- playing

_game: Game | None = None
_playouts: tuple[Game, Playouts] | None = None


def _results(args: argparse.Namespace, game: Game, bots: list[str]) -> Iterator[Result]:
    jobs = min(args.jobs, args.games)
    if args.python:
        yield from _elsewhere(args, game, jobs)
        return
    if jobs == 1:
        few = 100 if _is_quick(bots, args.check) else 1
        for first in range(0, args.games, few):
            end = min(first + few, args.games)
            yield from _played(game, (bots, args.seed, first, end, args.check))
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Small batches keep every process busy to the end, large ones save messages.
    most = 2000 if _is_quick(bots, args.check) else 50
    size = max(1, min(most, args.games // (jobs * 4)))
    tasks = [
        (bots, args.seed, first, min(first + size, args.games), args.check)
        for first in range(0, args.games, size)
    ]
    rules = (args.game, game.players, dict(args.option), args.variant)
    # A fresh process, not a copy of this one: the same on every system.
    context = get_context("spawn")
    try:
        with ProcessPoolExecutor(jobs, context, _prepare, (rules,)) as pool:
            for batch in pool.map(_batch, tasks):
                yield from batch
    except BrokenProcessPool:
        raise UserError("a process ended before its games; try fewer --jobs.") from None


def _elsewhere(args: argparse.Namespace, game: Game, jobs: int) -> Iterator[Result]:
    """Play in another Python."""
    from rulewright.interpreter import other_python

    size = max(1, min(2000, args.games // (jobs * 4)))
    try:
        python = other_python.find(args.python)
        yield from other_python.play(game, python, args.seed, args.games, jobs, size)
    except other_python.NoSuchPython as problem:
        raise CallError(f"--python: {problem}") from None


def _prepare(rules: tuple[str, int, dict[str, Any], list[str]]) -> None:
    """Load the game in a new process; it comes out of the cache."""
    import signal

    global _game
    # Ctrl-C is for the process that waits; it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _game = load(*rules)


def _batch(task: _Task) -> list[Result]:
    assert _game is not None
    return _played(_game, task)


def _is_quick(bots: list[str], check: bool) -> bool:
    """Say whether games can be played without looking at any position on the way."""
    return not check and all(name == "random" for name in bots)


def _played(game: Game, task: _Task) -> list[Result]:
    """Play some games of a series."""
    global _playouts
    bots, seed, first, end, check = task
    if _is_quick(bots, check):
        from rulewright.interpreter.playouts import playouts

        if _playouts is None or _playouts[0] is not game:
            _playouts = game, playouts(game)
        return _playouts[1].play(seed, first, end)
    from rulewright.interpreter.bots.arena import play_out

    return [play_out(game, bots, seed, number, check) for number in range(first, end)]


def _progress(results: Iterator[Result], wanted: int) -> Iterator[Result]:
    """Pass results on; on a terminal a line says how many there are."""
    if not sys.stderr.isatty():
        yield from results
        return
    shown = 0.0
    for number, each in enumerate(results, 1):
        now = time.perf_counter()
        if now - shown > 0.2 or number == wanted:
            shown = now
            print(f"\r{number} of {wanted} games", end="", file=sys.stderr, flush=True)
        yield each
    print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- reporting


def report(
    game: Game, bots: list[str], seed: int | str, results: list[Result], seconds: float
) -> dict[str, Any]:
    """Return what came out of a series of games as JSON data."""
    from rulewright.interpreter.text import seat_name

    played = [each for each in results if each.failure is None]
    decisions = sum(each.decisions for each in results)
    seats = []
    for seat, bot in enumerate(bots):
        won = [each for each in played if seat in each.winners]
        alone = sum(len(each.winners) == 1 for each in won)
        seats.append(
            {
                "seat": seat_name(seat),
                "bot": bot,
                "score": _spread([each.scores[seat] for each in played]),
                "wins": alone,
                "shared": len(won) - alone,
            }
        )
    return {
        "game": game.id,
        "players": game.players,
        "options": game.options,
        "variants": list(game.variants),
        "fingerprint": game.fingerprint,
        "seed": seed,
        "games": len(results),
        "seats": seats,
        "length": _spread([each.decisions for each in played]),
        "failures": [each.as_data() for each in results if each.failure is not None],
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds > 0 else 0,
        "games_per_second": round(len(results) / seconds, 2) if seconds > 0 else 0,
    }


def _spread(numbers: list[int]) -> dict[str, Any] | None:
    if not numbers:
        return None
    mean = sum(numbers) / len(numbers)
    return {"mean": round(mean, 3), "min": min(numbers), "max": max(numbers)}


def lines_of(data: dict[str, Any], style: Style) -> list[str]:
    """Return a report as lines."""
    rows = []
    for seat in data["seats"]:
        score = seat["score"] or {"mean": "-", "min": "-", "max": "-"}
        mean = score["mean"]
        rows.append(
            [
                f"{seat['seat']} ({seat['bot']})",
                f"{mean:.2f}" if isinstance(mean, float) else str(mean),
                str(score["min"]),
                str(score["max"]),
                str(seat["wins"]),
                str(seat["shared"]),
            ]
        )
    played = data["games"] - len(data["failures"])
    games = "1 game" if data["games"] == 1 else f"{data['games']} games"
    lines = [f"{data['game']}: {games}, seed {data['seed']}", ""]
    lines += table(["", "mean score", "min", "max", "wins", "shared"], rows, style)
    if data["length"] is not None:
        length = data["length"]
        lines += ["", f"length: {length['mean']:.1f} decisions ({length['min']}-{length['max']})"]
    speed = f"{data['decisions_per_second']} decisions and {data['games_per_second']} games"
    lines.append(f"speed: {speed} per second, {data['seconds']:.1f} s in all")
    if "profile" in data:
        lines += ["", "time by line of the rules:"]
        lines += [f"  {row['share']:6.1%}  {row['place']}" for row in data["profile"]]
    if not data["failures"]:
        return lines
    lines += ["", style.paint(f"{len(data['failures'])} games failed, {played} did not:", "bad")]
    for failed in data["failures"][:MOST_SHOWN]:
        why = failed["failure"]
        place = f" {why['source']}:" if why["source"] else ""
        text = f"game {failed['number']} after {why['decisions']} decisions:{place}"
        lines += wrap(f"{text} {why['message']} [{why['code']}]", style.width, "  ", "      ")
        lines.append(f"      rulewright play {data['game']} --seed {failed['seed']}")
    if len(data["failures"]) > MOST_SHOWN:
        lines.append(f"  {style.dots} --json lists all of them.")
    return lines


def _write_csv(name: str, results: list[Result], players: int) -> None:
    from rulewright.interpreter.text import seat_name

    seats = [seat_name(player) for player in range(players)]
    part = f"{name}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["game", "seed", "decisions", *seats, "winners", "failure"])
            for each in results:
                scores = [*map(str, each.scores)] or [""] * players
                won = " ".join(seat_name(player) for player in each.winners)
                code = each.failure.code if each.failure else ""
                writer.writerow([each.number, each.seed, each.decisions, *scores, won, code])
        os.replace(part, name)
    except OSError as error:
        raise UserError(f"cannot write '{name}': {error.strerror or error}.") from None
