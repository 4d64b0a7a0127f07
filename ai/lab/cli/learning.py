"""The `--learn` option, which trains a best response to a bot with the trainer in a clone."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from ai.lab.cli.matches import UNWRITABLE, RefusedError
from game.console.terminal import ProgressLine, whole_from_1

if TYPE_CHECKING:
    from ai.lab.arena.exploit import Question
    from game.rules.ruleset import RuleSet

_HANDS: Final = 18_000_000
"""Default number of hands to train for; about half an hour on one core."""


class _Trainer(Protocol):
    """The used part of ``ai.lab.training.response``; installed packages lack that module."""

    LearningError: type[Exception]

    def check(self, bot: str) -> None: ...

    def learn(
        self,
        rules: "RuleSet",
        bot: str,
        hands: int,
        seed: str,
        passed: Callable[[int], None],
    ) -> bytes: ...


def _trainer() -> _Trainer:
    try:
        trainer: _Trainer = import_module("ai.lab.training.response")
    except ImportError:
        raise RefusedError("--learn: the trainer is only in the source tree") from None
    return trainer


def add_learning(parser: argparse.ArgumentParser, when: str) -> None:
    """Add `--learn`; its help text begins with ``when``."""
    parser.add_argument(
        "--learn",
        type=whole_from_1("hands"),
        nargs="?",
        const=_HANDS,
        metavar="HANDS",
        help=f"{when}train a best response for HANDS hands (default: {_HANDS:,}) and measure "
        "it; needs the source tree and a C compiler",
    )


def check_learning(bot: str) -> None:
    """Raise ``RefusedError`` if no response to ``bot`` can be trained here."""
    trainer = _trainer()
    try:
        trainer.check(bot)
    except trainer.LearningError as error:
        raise RefusedError(f"--learn: {error}") from None


def learn(question: "Question", hands: int, file: Path) -> None:
    """Train a best response to the bot of ``question``, and write the net to ``file``."""
    trainer, played = _trainer(), ProgressLine("hands")
    try:
        net = trainer.learn(
            question.rules,
            question.bot,
            hands,
            question.seed,
            lambda done: played.show(done, hands, f"learning to beat {question.bot}"),
        )
        file.write_bytes(net)
    except trainer.LearningError as error:
        raise RefusedError(f"--learn: {error}") from None
    except OSError as error:
        raise RefusedError(f"{file}: {error.strerror or error}", UNWRITABLE) from None
    finally:
        played.close()
