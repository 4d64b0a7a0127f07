"""The real window on a virtual display: started, clicked, typed at, resized and closed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.saves.settings import Settings, settings_text
from game.saves.store import Store
from tests.tools.display import VirtualDisplay
from tests.ui.stage import shown, stage, targets

pytestmark = pytest.mark.xvfb

SIZE = (1280, 720)
PATIENCE = 60.0  # seconds for what takes a moment; only a broken game ever uses them up
QUIET = 0.4  # seconds in which a page comes up that xdotool cannot ask about


@dataclass(frozen=True, slots=True)
class Player:
    """Hands on the real window."""

    process: subprocess.Popen[str]
    env: dict[str, str]
    window: str
    folder: Path

    def do(self, *words: str) -> str:
        """One command of xdotool."""
        return subprocess.check_output(["xdotool", *words], env=self.env, text=True)

    def click(self, pos: tuple[int, int]) -> None:
        self.do("mousemove", "--window", self.window, str(pos[0]), str(pos[1]), "click", "1")
        time.sleep(QUIET)

    def key(self, *names: str) -> None:
        for name in names:
            self.do("key", name)
            time.sleep(QUIET)

    def size(self) -> tuple[int, int]:
        words = self.do("getwindowgeometry", "--shell", self.window).split()
        values = dict(word.split("=") for word in words)
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def becomes(self, size: tuple[int, int]) -> bool:
        """Whether the window takes that size, in the time that a busy machine may need."""
        until = time.monotonic() + PATIENCE
        while self.size() != size and time.monotonic() < until:
            time.sleep(0.05)
        return self.size() == size

    def left(self) -> tuple[int, str]:
        """The exit status and whatever was complained of."""
        _out, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints

    def settings(self) -> dict[str, object]:
        """What it remembers."""
        found: dict[str, object] = json.loads((self.folder / "settings.json").read_text())
        return found


@contextmanager
def game(display: VirtualDisplay, folder: Path, settings: Settings) -> Iterator[Player]:
    """A running game with files of its own; ended the hard way if the test did not end it."""
    env = display.env | {"TONK_DATA_DIR": str(folder), "TONK_CONFIG_DIR": str(folder)}
    (folder / "settings.json").write_text(settings_text(settings))
    process = subprocess.Popen(
        [sys.executable, "-m", "game"], env=env, stderr=subprocess.PIPE, text=True
    )
    try:
        yield Player(process, env, window_of(process, env), folder)
    finally:
        process.kill()
        process.communicate()


def window_of(process: subprocess.Popen[str], env: dict[str, str]) -> str:
    """Wait for the window; xdotool finds it by process, since its name is in UTF-8."""
    until = time.monotonic() + PATIENCE
    command = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)]
    while time.monotonic() < until and process.poll() is None:
        found = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if found.stdout.strip():
            time.sleep(QUIET)
            return found.stdout.split()[-1]
        time.sleep(0.05)
    pytest.fail(f"no window came up: {process.poll()}")


def kept_in(folder: Path) -> tuple[int, bool]:
    """Seats of the session that was kept, and whether a hand is in play in it."""
    store = Store.open(folder)
    session = store.saved_session()
    store.close()
    assert session is not None
    return len(session.players), session.is_playing


def places() -> dict[str, tuple[int, int]]:
    """Where a person clicks on the first two pages in a window of that size."""
    found: dict[str, tuple[int, int]] = {}
    with stage(SIZE) as app:
        for page in (StartScene(app), NewGameScene(app)):
            shown(app, page)
            found |= {name: box.center for name, box in targets(app).items()}
    return found


def test_a_game_is_begun_by_mouse_and_kept_when_the_window_is_closed(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    at = places()
    with game(display, tmp_path, Settings(speed="instant")) as player:
        for name in ("button:play", "opponents:more", "opponents:more", "button:start"):
            player.click(at[name])
        player.key("alt+F4")
        assert player.left() == (0, "")
    assert kept_in(tmp_path)[0] == 4
    assert player.settings()["opponents"] == 3


def test_a_game_is_begun_and_left_by_keyboard_and_gone_on_with(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with game(display, tmp_path, Settings(speed="instant")) as player:
        player.key("Return", "Return", "d", "Escape", "ctrl+q")
        assert player.left() == (0, "")
    before = kept_in(tmp_path)
    assert before[0] == 2
    with game(display, tmp_path, Settings(speed="instant")) as player:
        player.key("Return", "ctrl+q")
        assert player.left() == (0, "")
    assert kept_in(tmp_path) == before


def test_size_and_full_screen_are_remembered(display: VirtualDisplay, tmp_path: Path) -> None:
    with game(display, tmp_path, Settings(window_width=1000, window_height=600)) as player:
        assert player.becomes((1000, 600))
        player.do("windowsize", player.window, "1100", "700")
        assert player.becomes((1100, 700))
        time.sleep(QUIET)
        player.key("F11")
        assert player.becomes((1920, 1080))
        assert player.settings()["fullscreen"] is True
        player.key("alt+Return")
        assert player.becomes((1100, 700))
        player.do("windowsize", player.window, "300", "200")
        assert player.becomes((960, 540))
        player.key("ctrl+q")
        assert player.left() == (0, "")
    kept = player.settings()
    assert (kept["window_width"], kept["window_height"], kept["fullscreen"]) == (960, 540, False)


def test_a_window_comes_up_again_where_it_was_left(display: VirtualDisplay, tmp_path: Path) -> None:
    settings = Settings(window_x=200, window_y=150)
    for _start in range(2):
        with game(display, tmp_path, settings) as player:
            player.key("ctrl+q")
            assert player.left() == (0, "")
        kept = player.settings()
        assert (kept["window_x"], kept["window_y"]) == (200, 150)


def test_nonsense_in_the_settings_is_told_and_the_game_goes_on(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with game(display, tmp_path, Settings(volume=900)) as player:
        player.key("ctrl+q")
        status, complaints = player.left()
    assert status == 0
    assert "volume = 900" in complaints
    assert "Traceback" not in complaints
    assert (tmp_path / "settings-damaged-1.json").exists()
