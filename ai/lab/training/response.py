"""A best response to a bot, trained from scratch, to measure what can be won from the bot.

The trainer plays against a copy of the bot in C. The result is only a candidate: the arena measures
what it wins from the bot itself, so an inexact copy does not invalidate the figure.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ai.lab.training import trainer_input
from ai.lab.training.export import FILE, shipped, trained
from ai.lab.training.league import RESPONSE, TrainerError, command
from game.processes import ended_with_this
from game.rules.ruleset import RuleSet

PLAIN: Final = ("regular", "expert", "tuned", "greedy8", "stayer", "random")
"""The bots that the trainer knows by number, in the order of ``PLAIN`` in ``bots.h``."""
_MASTER: Final = "master"
_NET: Final = "net:"
_SEATS: Final = 2
_TOLD: Final = re.compile(rb"min +(\d+) hands")
_TELL: Final = ("tell=5", "deals=20")
"""Settings of the trainer's progress lines: seconds between them, and deals played for each."""


class LearningError(Exception):
    """Raised if no best response can be trained; the text is one line that says why."""


def check(bot: str) -> None:
    """Raise ``LearningError`` if no response to ``bot`` can be trained here."""
    if shutil.which("gcc") is None:
        raise LearningError("the trainer needs gcc, which is not installed")
    if bot not in (*PLAIN, _MASTER) and not bot.startswith(_NET):
        allowed = ", ".join((_MASTER, *PLAIN, f"{_NET}FILE"))
        raise LearningError(f"the trainer cannot play as {bot}; expected {allowed}")


def learn(rules: RuleSet, bot: str, hands: int, seed: str, passed: Callable[[int], None]) -> bytes:
    """Train a net against ``bot`` for ``hands`` hands; return it in the game's format.

    ``passed`` is called with the number of hands played so far. Raises ``LearningError`` if the
    trainer cannot play as ``bot``, cannot be compiled, or fails.
    """
    check(bot)
    number = int.from_bytes(seed.encode()[:6], "big") + 1
    usual = [f"{key}={value}" for key, value in RESPONSE.items() if key != "all_hands"]
    words = [
        *trainer_input.words(rules, _SEATS),
        *usual,
        f"all_hands={hands}",
        f"seed={number}",
    ]
    with TemporaryDirectory(prefix="tonk-learn-") as name:
        folder = Path(name)
        net = folder / "answer.net"
        try:
            _run(command("train", net, [*words, *_against(bot, folder), *_TELL]), passed)
        except (TrainerError, OSError, subprocess.CalledProcessError) as error:
            raise LearningError(" ".join(str(error).split())) from None
        return shipped(net.read_bytes(), f"a best response to {bot}: train {' '.join(words)}")


def _against(bot: str, folder: Path) -> Iterator[str]:
    """Yield the settings that select the trainer's opponent."""
    if bot in PLAIN:
        yield from (f"foe={PLAIN.index(bot)}", "plain=1", "past=0")
        return
    file = Path(bot.removeprefix(_NET)) if bot.startswith(_NET) else FILE
    prey = folder / "prey.net"
    prey.write_bytes(trained(file.read_bytes()))
    yield f"prey={prey}"


def _run(line: list[str], passed: Callable[[int], None]) -> None:
    """Run the trainer to its end, or until this process ends."""
    words = ended_with_this(line)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as trainer:
        said = b""
        try:
            for said in trainer.stdout or ():
                if told := _TOLD.search(said):
                    passed(int(told[1]))
        except BaseException:
            trainer.kill()
            raise
    if trainer.returncode:
        why = said.decode(errors="replace").strip() or f"status {trainer.returncode}"
        raise LearningError(f"the trainer failed: {why}")
