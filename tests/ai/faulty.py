"""Bots that are slow, raise, cheat or end their process, for a process of bots to find by name.

``slow:SECONDS``, ``raises:KIND``, ``illegal``, ``alike``, ``alike:KIND``, ``mute``, ``dies``,
``hangs:FILE`` (which it makes), ``waits:FILE`` (until it is there), ``broken``. ``once:FILE!``
before it: only until ``FILE`` is there, which it then is; afterwards, and by any other name, it is
Regular.
"""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

from ai.bot import Bot
from ai.registry import make_bot
from game.bundled_data import BrokenGameError
from game.rules.actions import STOP, Action
from game.rules.view import SeatView

KINDS: Final = {
    kind.__name__: kind
    for kind in (
        ValueError,
        RuntimeError,
        OSError,
        RecursionError,
        MemoryError,
        SystemExit,
        KeyboardInterrupt,
        GeneratorExit,
    )
}


class Alike:
    """Says to be equal to every action, or raises when it is looked at."""

    def __init__(self, error: BaseException | None = None) -> None:
        self._error = error

    def __eq__(self, other: object) -> bool:
        if self._error is not None:
            raise self._error
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise ValueError("no words for it")


class Mute(Alike):
    """Is equal to nothing, and cannot be shown."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = Alike.__hash__


class Faulty:
    """Does as it is told, then decides like Regular."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act

    def choose(self, view: SeatView, seed: int) -> Action:
        """What it was told to answer, or a decision."""
        answer = self._act()
        return make_bot("regular").choose(view, seed) if answer is None else cast(Action, answer)


def find(name: str) -> Bot:
    """The bot of that name."""
    what, _colon, rest = name.partition(":")
    if what == "once":
        file, _colon, then = rest.rpartition("!")
        return Faulty(lambda: _once(Path(file), then))
    if what in _ACTS:
        return Faulty(lambda: _ACTS[what](rest))
    return make_bot("regular")


def _once(file: Path, then: str) -> object:
    if file.exists():
        return None
    file.touch()
    what, _colon, rest = then.partition(":")
    return _ACTS[what](rest)


def _raise(kind: str) -> object:
    raise KINDS[kind]("lost my cards")


def _break(_rest: str) -> object:
    raise BrokenGameError("ai/drops/tables.json")


def _hang(file: str) -> object:
    if file:
        Path(file).touch()
    while True:
        time.sleep(0.01)


def _wait(file: str) -> object:
    while not Path(file).exists():
        time.sleep(0.01)
    return None


_ACTS: Final[dict[str, Callable[[str], object]]] = {
    "slow": lambda seconds: time.sleep(float(seconds)),
    "raises": _raise,
    "illegal": lambda _rest: STOP,
    "alike": lambda kind: Alike(KINDS[kind]("no") if kind else None),
    "mute": lambda _rest: Mute(),
    "dies": lambda _rest: signal.raise_signal(signal.SIGKILL),
    "hangs": _hang,
    "waits": _wait,
    "broken": _break,
}
