"""The commands of `tonk-lab`, and the parser of their arguments."""

import argparse
from collections.abc import Iterable
from importlib import import_module
from typing import Final

from game.console.arguments import parser_of

_ABOUT: Final = "Measures, tunes and trains the bots of Tonk, and tests its engine."
COMMANDS: Final = {
    "arena": "play bots against each other, and measure which is stronger",
    "ladder": "measure all bots against each other; resumes where it stopped",
    "exploit": "search for the best answer to a bot, and measure what it wins",
    "search": "measure what Master wins by asking the coach where its choice is close",
    "faults": "count missed wins, broken spreads and caught drops",
    "tune": "find a plain player's best numbers for a rule set",
    "selftest": "test the engine on random hands under random rules",
    "bench": "measure how fast the engine and the kernel are",
    "explore-presets": "recompute what the game says about its presets",
    "train": "train the master (needs a clone of the project)",
    "respond": "train the best response to a net (needs a clone of the project)",
}


def parser(commands: Iterable[str] = ()) -> argparse.ArgumentParser:
    """Build the parser of the command line, with the options of ``commands`` (default: all)."""
    wanted = frozenset(commands) or frozenset(COMMANDS)
    return parser_of("tonk-lab", _ABOUT, {"commands": COMMANDS}, wanted, _add_command)


def _add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Add a command's arguments to its parser, and the function that runs it."""
    if name in ("train", "respond"):
        from ai.lab.cli import train

        is_train = name == "train"
        (train.add_train_arguments if is_train else train.add_respond_arguments)(parser)
        parser.set_defaults(run=train.run_train if is_train else train.run_respond)
        return
    module = import_module(f"ai.lab.cli.{name.replace('-', '_')}")
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)
