"""`tonk-lab train` and `tonk-lab respond`: the master trained, and the best response to a net.

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
    """What is used of ``ai.lab.training.league``, which no installed game has."""

    def train(self, out: Path, words: Sequence[str]) -> int: ...

    def respond(self, out: Path, words: Sequence[str]) -> int: ...


def add_train_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk-lab train` understands."""
    _add_arguments(parser, "settings of the league; without any, all leagues of the master")


def add_respond_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk-lab respond` understands."""
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
    """Train as the words say."""
    trainer = _trainer("train")
    return trainer.train(options.out, options.words) if trainer else REFUSED


def run_respond(options: argparse.Namespace) -> int:
    """Train against one net that stays as it is."""
    trainer = _trainer("respond")
    return trainer.respond(options.out, options.words) if trainer else REFUSED


def _trainer(command: str) -> _Trainer | None:
    """The trainer; None, and a line that says so, where it is not installed."""
    try:
        trainer: _Trainer = import_module("ai.lab.training.league")
    except ImportError:
        print(
            f"tonk-lab {command}: the trainer is only in the source tree: run it in a clone",
            file=sys.stderr,
        )
        return None
    return trainer
