"""`tonk-lab train` and `tonk-lab respond`: train the master, or the best response to a net.

Both need a clone of the project: the trainer, in Python and C, is not installed with the game.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from ai.lab.cli.matches import REFUSED


class _Trainer(Protocol):
    """The used part of ``ai.lab.training.league``; installed packages lack that module."""

    def train(self, out: Path, words: Sequence[str]) -> int: ...

    def respond(self, out: Path, words: Sequence[str]) -> int: ...


def add_train_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab train`."""
    _add_arguments(parser, "settings of the league; without any, all leagues of the master")


def add_respond_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab respond`."""
    _add_arguments(parser, "whom to learn to beat, as prey=master, and how")


def _add_arguments(parser: argparse.ArgumentParser, words: str) -> None:
    parser.add_argument(
        "out", type=Path, metavar="OUT.net", help="the net; other output goes beside it"
    )
    parser.add_argument(
        "words",
        nargs="*",
        type=_setting,
        metavar="KEY=VALUE",
        help=f"{words}; ai/BOTS.md and ai/lab/training/plan.h list the keys",
    )


def _setting(word: str) -> str:
    key, sign, _ = word.partition("=")
    if not (key and sign):
        raise argparse.ArgumentTypeError(f"{word}: expected KEY=VALUE")
    return word


def run_train(options: argparse.Namespace) -> int:
    """Train the master with the given settings; return the exit status."""
    trainer = _trainer("train")
    return trainer.train(options.out, options.words) if trainer else REFUSED


def run_respond(options: argparse.Namespace) -> int:
    """Train a response to one fixed net; return the exit status."""
    trainer = _trainer("respond")
    return trainer.respond(options.out, options.words) if trainer else REFUSED


def _trainer(command: str) -> _Trainer | None:
    """Import the trainer; if it is not installed, print a line that says so and return None."""
    try:
        trainer: _Trainer = import_module("ai.lab.training.league")
    except ImportError:
        print(
            f"tonk-lab {command}: the trainer is only in the source tree: run it in a clone",
            file=sys.stderr,
        )
        return None
    return trainer
