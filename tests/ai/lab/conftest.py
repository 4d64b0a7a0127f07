"""What tests of the laboratory share: interrupts, learning in no time, what is not installed."""

import shutil
import sys
from collections.abc import Callable
from importlib.resources import files
from typing import Protocol

import pytest

from ai.lab.training import response
from game.console.terminal import ProgressLine


class Interrupt(Protocol):
    """Lets an error come up, once ``when`` holds of the hands done and the note beside the bar."""

    def __call__(
        self,
        when: Callable[[int, str], bool],
        error: BaseException | type[BaseException] = KeyboardInterrupt,
    ) -> None: ...


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Interrupt:
    """Ctrl+C, or another error, while a command shows how far it is."""

    def arrange(
        when: Callable[[int, str], bool],
        error: BaseException | type[BaseException] = KeyboardInterrupt,
    ) -> None:
        def show(_: ProgressLine, done: int, __: int, note: str = "") -> None:
            if when(done, note):
                raise error

        monkeypatch.setattr(ProgressLine, "show", show)

    return arrange


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let a module not be installed."""
    return lambda module: monkeypatch.setitem(sys.modules, module, None)


@pytest.fixture
def without_gcc(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program is found."""
    monkeypatch.setattr(shutil, "which", lambda _: None)


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots that a response was learnt to, in no time: it is the master's own net."""
    net, bots = files("ai.master").joinpath("master.net").read_bytes(), list[str]()

    def learn(_rules: object, bot: str, *_: object) -> bytes:
        bots.append(bot)
        return net

    monkeypatch.setattr(response, "learn", learn)
    monkeypatch.setattr(shutil, "which", lambda _: "gcc")
    return bots
