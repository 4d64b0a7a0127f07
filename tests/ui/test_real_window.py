"""The real window on a virtual display: started, resized, closed, and what is kept of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.saves.settings import Settings
from game.saves.store import Store
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import PATIENCE, Player, told_game

pytestmark = pytest.mark.xvfb


def size(player: Player) -> tuple[int, int]:
    """Width and height of the window by the X server."""
    words = player.do("getwindowgeometry", "--shell", player.window).split()
    values = dict(word.split("=") for word in words)
    return int(values["WIDTH"]), int(values["HEIGHT"])


def becomes(player: Player, wanted: tuple[int, int]) -> bool:
    """Whether the window takes that size, in the time that a busy machine may need."""
    until = time.monotonic() + PATIENCE
    while (size(player), player.look().size) != (wanted, wanted) and time.monotonic() < until:
        time.sleep(0.05)
    return size(player) == wanted


def kept_in(folder: Path) -> tuple[int, bool]:
    """Seats of the session that was kept, and whether a hand is in play in it."""
    store = Store.open(folder)
    session = store.saved_session()
    store.close()
    assert session is not None
    return len(session.players), session.is_playing


def test_a_game_is_begun_by_mouse_and_kept_when_the_window_is_closed(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with told_game(display, tmp_path, Settings(speed="instant")) as player:
        for name in ("button:play", "opponents:more", "opponents:more", "button:start"):
            player.click(name)
        player.sees("TableScene")
        player.do("key", "alt+F4")
        assert player.left() == (0, "")
    assert kept_in(tmp_path)[0] == 4
    assert player.settings()["opponents"] == 3


def test_a_game_is_begun_and_left_by_keyboard_and_gone_on_with(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with told_game(display, tmp_path, Settings(speed="instant")) as player:
        for key in ("Tab", "Return", "Return", "d", "Escape"):
            player.press(key)
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
    before = kept_in(tmp_path)
    assert before[0] == 2
    with told_game(display, tmp_path, Settings(speed="instant")) as player:
        player.press("Return")
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
    assert kept_in(tmp_path) == before


def test_size_and_full_screen_are_remembered(display: VirtualDisplay, tmp_path: Path) -> None:
    with told_game(display, tmp_path, Settings(window_width=1000, window_height=600)) as player:
        assert becomes(player, (1000, 600))
        player.do("windowsize", player.window, "1100", "700")
        assert becomes(player, (1100, 700))
        player.press("F11")
        assert becomes(player, (1920, 1080))
        assert player.settings()["fullscreen"] is True
        player.press("alt+Return")
        assert becomes(player, (1100, 700))
        player.do("windowsize", player.window, "300", "200")
        assert becomes(player, (960, 540))
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
    kept = player.settings()
    assert (kept["window_width"], kept["window_height"], kept["fullscreen"]) == (960, 540, False)


def test_a_window_comes_up_again_where_it_was_left(display: VirtualDisplay, tmp_path: Path) -> None:
    settings = Settings(window_x=200, window_y=150)
    for _start in range(2):
        with told_game(display, tmp_path, settings) as player:
            player.sees("StartScene")
            player.do("key", "ctrl+q")
            assert player.left() == (0, "")
        kept = player.settings()
        assert (kept["window_x"], kept["window_y"]) == (200, 150)


def test_nonsense_in_the_settings_is_told_and_the_game_goes_on(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with told_game(display, tmp_path, Settings(volume=900)) as player:
        player.sees("StartScene")
        player.do("key", "ctrl+q")
        status, complaints = player.left()
    assert status == 0
    assert "volume = 900" in complaints
    assert "Traceback" not in complaints
    assert (tmp_path / "settings-damaged-1.json").exists()
