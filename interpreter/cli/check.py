"""`rulewright check`: paths in, every problem in the rule files there out."""

from __future__ import annotations

import argparse

from .common import json_argument, known_game
from .output import print_json, style_of

EXAMPLES = """\
examples:
  rulewright check                     every game that comes with Rulewright
  rulewright check my_game             a folder with a game.yaml
  rulewright check my_variant.yaml     a variant file, with the game it changes"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="game, rule folder, variant or rulings file; every game if none is given",
    )
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print all problems; status 1 if there is one that is more than a warning."""
    from rulewright.dsl.pipeline import check_paths
    from rulewright.dsl.render import as_json, render_all
    from rulewright.interpreter.pausing import collecting_later

    for path in args.paths:
        known_game(path, several=True)
    with collecting_later():
        problems, sources = check_paths(args.paths)
    if args.json:
        print_json({"problems": [as_json(each) for each in problems]})
    else:
        print(render_all(problems, sources, colour=style_of().colour))
    return int(any(each.severity == "error" for each in problems))
