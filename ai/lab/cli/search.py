"""`tonk-lab search`: measure what Master wins by asking the coach where its choice is close.

Short for `tonk-lab arena --seats search:PLAYOUTS/brief,BOT`. At the table Master searches like
that under custom rules.
"""

import argparse
from typing import Final

from ai.lab.cli import arena
from game.console.terminal import whole_from_1

_PLAYOUTS: Final = 500
_HANDS: Final = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab search`."""
    parser.add_argument(
        "--playouts",
        type=whole_from_1("play-outs"),
        default=_PLAYOUTS,
        metavar="N",
        help=f"play-outs of a search (default: {_PLAYOUTS})",
    )
    parser.add_argument(
        "--against",
        default="master",
        metavar="A[,B…]",
        help="the others at the table (default: master, who does not search)",
    )
    arena.add_match_options(
        parser,
        hands=f"hands in all, rounded up to whole deals (default: {_HANDS})",
        until="of every bot is below W",
    )
    parser.set_defaults(hands=_HANDS, table=None, exploit=None, budget=None, learn=None, keep=None)


def run(options: argparse.Namespace) -> int:
    """Play, and print the result."""
    options.seats = f"search:{options.playouts}/brief,{options.against}"
    return arena.play(options, "tonk-lab search")
