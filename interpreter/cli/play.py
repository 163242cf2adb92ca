"""`rulewright play`: a game, or a save, and who sits where in; a game at the terminal out.

On a terminal one person plays against bots unless --seat says otherwise. Without a terminal, and
nobody asked for a person, the bots play among themselves and the transcript is printed.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rulewright.interpreter import bots as registry

from .common import (
    can_write,
    json_argument,
    lang_argument,
    load_game,
    positive,
    read_json,
    recorded_game,
    rules_arguments,
    seed_of,
    text_in,
    write_json,
)
from .drawing import joined, wrap
from .failures import CallError
from .output import Style, print_json, style_of
from .words import say

if TYPE_CHECKING:
    from rulewright.interpreter.bots import Bot
    from rulewright.interpreter.match import Game, Match

HUMAN = "human"
ANY_BOT = "bot"

EXAMPLES = """\
examples:
  rulewright play GAME                        you against a bot
  rulewright play GAME --seat human,human     two people, one keyboard
  rulewright play GAME --seat random,greedy   bots among themselves
  rulewright play --resume evening.json               a game that was saved

While you play, `help` lists what you can type."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="id of a game, or path of a rule folder or variant file",
    )
    parser.add_argument("--players", metavar="N", type=positive, help="how many play")
    parser.add_argument(
        "--seat",
        metavar="WHO,...",
        help="who sits where, from A on: human, bot, or the name of a bot "
        f"({', '.join(registry.names())}); bots take the seats that are left",
    )
    parser.add_argument(
        "--bot",
        metavar="NAME",
        default=registry.DEFAULT,
        help=f"the bot for seats nobody is named for (default {registry.DEFAULT})",
    )
    parser.add_argument("--seed", metavar="S", type=seed_of, help="the same seed, the same game")
    rules_arguments(parser)
    lang_argument(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game here when it ends or is left")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was saved")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game."""
    if args.save:
        can_write(args.save)
    match = _match(args)
    game = match.game
    seats = who_plays(args.seat, args.bot, game.players, people=_terminal() and not args.json)
    if HUMAN in seats and args.json:
        raise CallError("--json is for games between bots: a person needs to see the board.")
    style = style_of()
    players = _players(seats, match)
    again = f"rulewright play {_by_path(args.game)}--resume"
    names = seat_names(seats, args.lang)
    if not args.json:
        for line in heading(game, match, names, args.lang, style):
            print(line)
    try:
        if HUMAN in seats:
            from .console import Console
            from .session import Session

            Session(match, players, names, Console(style), args.lang, again).run()
        else:
            _bots_only(match, players, names, args, style)
    except KeyboardInterrupt:
        print()
        raise
    finally:
        # Also when somebody presses Ctrl-C: what was asked for is kept.
        if args.save:
            write_json(args.save, match.save())
            if not args.json:
                print(say(args.lang, "saved", f"{again} {args.save}"))
    return 0


def _by_path(game: str | None) -> str:
    """Return a game that has to be named again to go on with a save, with a blank; else nothing."""
    from rulewright.interpreter.library import games_folder

    shipped = game is None or (games_folder() / game.replace("-", "_")).is_dir()
    return "" if shipped else f"{game} "


def _terminal() -> bool:
    return sys.stdin.isatty()


def _match(args: argparse.Namespace) -> Match:
    if args.resume:
        if args.option or args.variant or args.players or args.seed is not None:
            raise CallError("--resume goes on as the save says: give no option, players or seed.")
        data = read_json(args.resume)
        return recorded_game(data, args.game).resume(data)
    if not args.game:
        raise CallError("which game? `rulewright games` lists them.")
    wanted = len(args.seat.split(",")) if args.seat and args.players is None else None
    game = load_game(args, wanted if wanted and wanted > 1 else None)
    return game.start(args.seed)


def who_plays(seat: str | None, bot: str, players: int, *, people: bool) -> list[str]:
    """Return who sits at each seat: `human` or the name of a bot."""
    if bot not in registry.names():
        raise CallError(str(registry.UnknownBot(bot)))
    named = [word.strip() for word in seat.split(",")] if seat else [HUMAN] if people else []
    if len(named) > players:
        raise CallError(f"--seat names {len(named)}, but {players} play.")
    seats = [bot if word in (ANY_BOT, "") else word for word in named]
    for word in seats:
        if word != HUMAN and word not in registry.names():
            from rulewright.dsl.suggest import hint_for

            known = [HUMAN, ANY_BOT, *registry.names()]
            hint = hint_for(word, known) or f"A seat is for {joined(known)}."
            raise CallError(f"nobody is called '{word}'. {hint}")
    return seats + [bot] * (players - len(seats))


def seat_names(seats: list[str], lang: str) -> list[str]:
    """Return what players are called: A, B … with who plays there."""
    from rulewright.interpreter.text import seat_name

    alone = seats.count(HUMAN) == 1
    made = []
    for number, who in enumerate(seats):
        note = who if who != HUMAN else say(lang, "you") if alone else ""
        made.append(f"{seat_name(number)} ({note})" if note else seat_name(number))
    return made


def _players(seats: list[str], match: Match) -> list[Bot | None]:
    # Bots need some seed of their own even for a seat where a person plays.
    made = registry.team([registry.DEFAULT if who == HUMAN else who for who in seats], match.seed)
    return [None if who == HUMAN else bot for who, bot in zip(seats, made, strict=True)]


def heading(game: Game, match: Match, names: list[str], lang: str, style: Style) -> list[str]:
    """Return what is played, by whom, and how to play the same again."""
    players = say(lang, "players", game.players) if game.players > 1 else say(lang, "alone")
    facts = [players, *game.variants, say(lang, "seed", match.seed)]
    lines = [style.paint(text_in(game.title, lang, game.id), "strong")]
    lines += wrap(", ".join(facts), style.width)
    lines += wrap(", ".join(names), style.width)
    if lang not in _languages(game):
        lines += wrap(say(lang, "no texts", lang), style.width)
    return lines


def _languages(game: Game) -> set[str]:
    """Return the languages of a game's own names; the engine's words are there in any case."""
    program = game.program
    found = {"en", *program.title}
    for names in program.names.values():
        found.update(names)
    return found


def _bots_only(
    match: Match,
    players: list[Bot | None],
    names: list[str],
    args: argparse.Namespace,
    style: Style,
) -> None:
    from rulewright.interpreter.sight import Sight, has_secrets

    from . import transcript
    from .look import ALL, Look
    from .panels import Screen

    told = 0
    while not match.over:
        bot = players[match.game.engine.decider(match.v)]
        assert bot is not None
        match.play_id(bot.choose(match))
        if args.json:
            continue
        if not told:
            print()
        for entry in transcript.entries(match, ALL, args.lang, told):
            print("\n".join(transcript.shown(entry, style)))
            told = entry.number
    if args.json:
        print_json(match.journal)
        return
    print()
    # Hands are laid open at the end; what nobody has seen stays as it lies.
    seat = ALL if has_secrets(match.game.program) else None
    look = Look(match, seat, args.lang, Sight(match.game.viewer))
    for block in Screen(look, style, names, all_boards=True).blocks():
        print("\n".join(block), end="\n\n")
    print("\n".join(transcript.result(match, names, args.lang, style)))
