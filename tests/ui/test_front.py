"""A second start brings the first window to the front, out of whatever it was put away in."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tools.display import VirtualDisplay

pytestmark = pytest.mark.xvfb

PATIENCE = 20.0
COMMAND = [sys.executable, "-m", "game"]


class Desk:
    """A virtual screen on which games are started."""

    def __init__(self, display: VirtualDisplay, folder: Path) -> None:
        self.env = display.env | {"TONK_DATA_DIR": str(folder), "TONK_CONFIG_DIR": str(folder)}
        self.env.pop("XDG_RUNTIME_DIR", None)
        self.game = subprocess.Popen(COMMAND, env=self.env, stderr=subprocess.PIPE, text=True)

    def do(self, *words: str) -> str:
        """One command of xdotool."""
        done = subprocess.run(
            ["xdotool", *words], env=self.env, text=True, capture_output=True, check=False
        )
        return done.stdout

    def seen(self) -> list[str]:
        """The windows of the game that can be seen."""
        return self.do("search", "--onlyvisible", "--pid", str(self.game.pid)).split()

    def wait_for(self, *, seen: bool) -> None:
        until = time.monotonic() + PATIENCE
        while bool(self.seen()) != seen and time.monotonic() < until:
            time.sleep(0.05)
        assert bool(self.seen()) == seen

    def start_again(self) -> str:
        """What a second start tells."""
        done = subprocess.run(
            COMMAND, env=self.env, text=True, capture_output=True, check=True, timeout=PATIENCE
        )
        return done.stdout


@pytest.fixture
def desk(display: VirtualDisplay, tmp_path: Path) -> Iterator[Desk]:
    """A game that answers the door."""
    desk = Desk(display, tmp_path)
    try:
        desk.wait_for(seen=True)
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "tonk.sock").exists() and time.monotonic() < until:
            time.sleep(0.05)
        yield desk
    finally:
        desk.do("set_desktop", "0")
        desk.game.kill()
        desk.game.communicate()


def put_away(desk: Desk) -> None:
    desk.do("windowminimize", desk.seen()[-1])


def leave_desktop(desk: Desk) -> None:
    """Window managers hide what is on another desktop, and need not show it when asked to."""
    desk.do("set_desktop", "1")


def fill_and_leave(desk: Desk) -> None:
    desk.do("key", "F11")
    leave_desktop(desk)


@pytest.mark.parametrize("hide", [put_away, leave_desktop, fill_and_leave])
def test_a_second_start_finds_the_first_wherever_it_is(
    desk: Desk, hide: Callable[[Desk], None]
) -> None:
    hide(desk)
    desk.wait_for(seen=False)
    assert "comes to the front" in desk.start_again()
    desk.wait_for(seen=True)
    until = time.monotonic() + PATIENCE
    while desk.game.poll() is None and time.monotonic() < until:
        desk.do("key", "ctrl+q")  # which is lost until the window has the focus
        time.sleep(0.2)
    assert desk.game.poll() == 0


def test_of_two_starts_at_once_one_has_the_window(display: VirtualDisplay, tmp_path: Path) -> None:
    """As by a double click on an icon: the first can't be asked before its window is there."""
    first, second = (Desk(display, tmp_path) for _ in range(2))
    games = first.game, second.game
    until = time.monotonic() + PATIENCE
    try:
        while all(game.poll() is None for game in games) and time.monotonic() < until:
            time.sleep(0.05)
        assert sorted(str(game.poll()) for game in games) == ["0", "None"]
    finally:
        for game in games:
            game.kill()
            game.communicate()
