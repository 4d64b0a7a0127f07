"""The game on Windows, as Wine has it, without sound or voice: by mouse and keys, started twice.

A real Python for Windows runs it, with files whose names have blanks and foreign letters.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.saves.settings import Settings
from tests.tools.display import VirtualDisplay
from tests.tools.wine import Windows, complaints, named, python
from tests.ui.real.player import PATIENCE, Player, told_game
from tests.ui.test_real_session import asks, finished, keys_for

pytestmark = [pytest.mark.wine, pytest.mark.xvfb, pytest.mark.xdist_group("game on Windows")]

HANDS = 2


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory, display: VirtualDisplay) -> Iterator[Windows]:
    made = Windows(tmp_path_factory.mktemp("wine") / "prefix", display.name)
    made.set_up()
    yield made
    made.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "Parties jouées de Zoé"
    made.mkdir()
    return made


def test_a_session_is_played_by_mouse_and_keys(
    windows: Windows, display: VirtualDisplay, folder: Path
) -> None:
    settings = Settings(speed="instant", hands=HANDS, lesson_done=True, speech=True, scale=100)
    with told_game(display, folder, settings, windows=windows) as player:
        assert not player.judged().faults
        for name in ("button:play", "button:start"):
            player.click(name)
        player.sees("TableScene")
        player.judged()
        player.play_hand(drags=True)
        player.click("button:next")
        player.sees("TableScene")
        reached_by_keys(player)
        by_keys(player)
        player.sees("SummaryScene")
        assert ended(player) == (0, "")
    assert finished(folder) == HANDS


def by_keys(player: Player) -> None:
    while (sight := player.until(asks, "one's turn")).scene == "TableScene":
        for key in keys_for(sight):
            player.press(key)


def test_a_second_start_brings_the_first_to_the_front(
    windows: Windows, display: VirtualDisplay, folder: Path
) -> None:
    settings = Settings(lesson_done=True)
    with told_game(display, folder, settings, windows=windows) as player:
        player.sees("StartScene")
        player.do("windowminimize", player.window)
        assert becomes(player, seen=False)
        own = {"TONK_DATA_DIR": named(folder), "TONK_CONFIG_DIR": named(folder)}
        again = windows.run(python(), "-m", "game", **own)
        assert (again.returncode, complaints(again.stderr)) == (0, "")
        assert "comes to the front" in again.stdout
        assert becomes(player, seen=True)
        reached_by_keys(player)
        assert ended(player) == (0, "")


def reached_by_keys(player: Player) -> None:
    """Give the window the focus: keys are lost until Wine has noticed that too."""
    keys = player.look().came.get("keys", 0)
    press = ("windowfocus", "--sync", player.window, "key", "Shift_L")
    player.do(*press)
    player.reached_by(lambda sight: sight.came.get("keys", 0) > keys, "a key to arrive", press)


def ended(player: Player) -> tuple[int, str]:
    """Quit; the exit status and what the game itself complained of."""
    status, stderr = player.quit()
    return status, complaints(stderr)


def becomes(player: Player, *, seen: bool) -> bool:
    """Whether the window is shown or hidden, in the time that a busy machine may need."""
    until = time.monotonic() + PATIENCE
    while is_seen(player) != seen and time.monotonic() < until:
        time.sleep(0.05)
    return is_seen(player) == seen


def is_seen(player: Player) -> bool:
    return "IsViewable" in player.asked("xwininfo")
