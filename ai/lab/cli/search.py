"""`tonk-lab search`: what Master wins by asking the coach where its choice is close.

It is what `tonk-lab arena --seats search:PLAYOUTS,BOT` does.
"""

import argparse
from typing import Final

from ai.lab.cli import arena
from game.console.terminal import whole_from_1

_PLAYOUTS: Final = 500
_HANDS: Final = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk-lab search` understands."""
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
    """Play, and print what it gave."""
    options.seats = f"search:{options.playouts},{options.against}"
    return arena.play(options, "tonk-lab search")
