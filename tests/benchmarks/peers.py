"""Other engines on the same games: a name in; what plays one game there, or why nothing does, out.

They come with the extra `bench`; what is not installed is left out with a word.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

Playout = Callable[[int], tuple[int, int]]

OPEN_SPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "kuhn-poker": "kuhn_poker",
    "leduc-poker": "leduc_poker",
    "pig": "pig",
}
PETTING_ZOO = {"tic-tac-toe": "tictactoe_v3", "connect-four": "connect_four_v3"}


def _module(name: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(name)
    except Exception:  # whatever keeps it from being used, it is not there for us
        return None


def open_spiel(name: str) -> Playout | str:
    """OpenSpiel's C++ games, driven from Python."""
    pyspiel = _module("pyspiel")
    if pyspiel is None:
        return "open_spiel is not installed"
    game = pyspiel.load_game(OPEN_SPIEL[name])
    random = Random(1).random

    def play(seed: int) -> tuple[int, int]:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                left = random()
                outcomes = state.chance_outcomes()
                action = outcomes[-1][0]
                for outcome, share in outcomes:
                    left -= share
                    if left < 0:
                        action = outcome
                        break
            else:
                actions = state.legal_actions()
                action = actions[int(random() * len(actions))]
                made += 1
            state.apply_action(action)
        return 1, made

    return play


def open_spiel_native(name: str) -> Playout | str:
    """OpenSpiel's random rollouts, whose loop is in C++."""
    pyspiel = _module("pyspiel")
    if pyspiel is None:
        return "open_spiel is not installed"
    game = pyspiel.load_game(OPEN_SPIEL[name])
    many = 1000
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(many, 1), 2.0, 1, 10, False, 1, False
    )
    root = game.new_initial_state()

    def play(seed: int) -> tuple[int, int]:
        bot.mcts_search(root)
        return many, 0

    return play


def petting_zoo(name: str) -> Playout | str:
    """PettingZoo's documented loop."""
    module = _module(f"pettingzoo.classic.{PETTING_ZOO[name]}") or _module(
        "pettingzoo.classic." + PETTING_ZOO[name].rsplit("_", 1)[0]
    )
    if module is None:
        return "pettingzoo[classic] is not installed"
    env = module.env()
    random = Random(1).random

    def play(seed: int) -> tuple[int, int]:
        env.reset()
        made = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(random() * len(legal))]))
            made += 1
        return 1, made

    return play


def catanatron() -> Playout | str:
    """A eurogame engine in hand-written Python: its own game for two, random players."""
    module = _module("catanatron")
    if module is None:
        return "catanatron is not installed"
    logging.disable(logging.CRITICAL)
    colors = [module.Color.RED, module.Color.BLUE]

    def play(seed: int) -> tuple[int, int]:
        game = module.Game([module.RandomPlayer(color) for color in colors])
        made = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            made += 1
        return 1, made

    return play
