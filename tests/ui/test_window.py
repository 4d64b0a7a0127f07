"""Where the window opens, and what is said where none can."""

import os
import subprocess
import sys

import pygame
import pytest
from pygame import Rect

from game.saves.settings import Settings
from game.ui.shell.app_window import BARS, corner_of, wanted_place, wanted_size
from game.ui.shell.display import NoDisplayError, prepare, shows_nothing
from tests.ui.stage import stage

SCREEN = [Rect(0, 0, 1920, 1080)]


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (0, 0, (1280, 720)),
        (1600, 900, (1600, 900)),
        (9000, 9000, (1920, 1080 - BARS)),
        (1920, 1050, (1920, 1050)),
        (1, 1, (960, 540)),
    ],
)
def test_a_size_remembered_is_cut_down_to_the_screen(
    width: int, height: int, expected: tuple[int, int]
) -> None:
    assert wanted_size(Settings(window_width=width, window_height=height), SCREEN) == expected


@pytest.mark.parametrize(
    ("screen", "expected"),
    [
        ((1280, 800), (1280, 720)),
        ((1600, 900), (1280, 720)),
        ((1920, 1080), (1280, 720)),
        ((2560, 1440), (1707, 960)),
        ((3440, 1440), (1707, 960)),
        ((3840, 2160), (2560, 1440)),
        ((1080, 1920), (1080, 720)),
    ],
)
def test_the_first_window_is_as_large_as_suits_its_screen(
    screen: tuple[int, int], expected: tuple[int, int]
) -> None:
    screens = [Rect((0, 0), screen)]
    assert wanted_size(Settings(), screens) == expected
    assert wanted_size(Settings(window_width=1280, window_height=720), screens)[1] <= 720


@pytest.mark.parametrize("screen", [(960, 540), (1024, 600), (1366, 768)])
def test_a_window_leaves_room_for_its_title_bar_on_a_small_screen(screen: tuple[int, int]) -> None:
    for wished in ((0, 0), (4000, 3000), screen):
        settings = Settings(window_width=wished[0], window_height=wished[1])
        width, height = wanted_size(settings, [Rect((0, 0), screen)])
        assert width <= screen[0]
        assert height <= screen[1] - BARS


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((100, 80), (100, 80)),
        ((None, None), None),
        ((5000, 80), None),
        ((-1250, 80), None),
        ((100, 1079), None),
        ((100, -700), None),
    ],
)
def test_a_place_off_the_screen_is_forgotten(
    place: tuple[int | None, int | None], expected: tuple[int, int] | None
) -> None:
    settings = Settings(window_x=place[0], window_y=place[1])
    assert wanted_place(settings, (1280, 720), SCREEN) == expected


RIGHT, LEFT = Rect(1920, 0, 1920, 1080), Rect(-1080, -300, 1080, 1920)
ABOVE = Rect(200, -1440, 2560, 1440)


@pytest.mark.parametrize(
    ("other", "place"),
    [(RIGHT, (2500, 80)), (LEFT, (-1000, -250)), (ABOVE, (300, -1400)), (ABOVE, (300, -200))],
)
def test_a_second_screen_counts_wherever_it_stands(other: Rect, place: tuple[int, int]) -> None:
    settings = Settings(window_x=place[0], window_y=place[1])
    assert wanted_place(settings, (1280, 720), [*SCREEN, other]) == place
    assert wanted_place(settings, (1280, 720), SCREEN) is None


@pytest.mark.parametrize("place", [(-1000, -700), (2500, -1300), (-700, 1620)])
def test_where_no_screen_of_several_is_a_window_would_be_lost(place: tuple[int, int]) -> None:
    settings = Settings(window_x=place[0], window_y=place[1])
    assert wanted_place(settings, (1280, 720), [*SCREEN, LEFT]) is None


def test_a_size_from_a_screen_that_is_gone_is_cut_down_to_the_one_it_opens_on() -> None:
    settings = Settings(window_x=2000, window_y=50, window_width=3700, window_height=2000)
    screens = [*SCREEN, LEFT]
    assert wanted_place(settings, (3700, 2000), screens) is None
    assert wanted_size(settings, screens) == (1920, 1080 - BARS)
    large = [*SCREEN, Rect(1920, 0, 3840, 2160)]
    assert wanted_size(settings, large) == (3700, 2000)
    assert wanted_place(settings, (3700, 2000), large) == (2000, 50)


def test_a_window_may_reach_over_two_screens() -> None:
    settings = Settings(window_x=0, window_y=0, window_width=3840, window_height=1040)
    assert wanted_size(settings, [*SCREEN, RIGHT]) == (3840, 1040)


def test_where_screens_stand_is_asked_by_a_window_that_nobody_sees() -> None:
    with stage((1280, 720)):
        (size,) = pygame.display.get_desktop_sizes()
        assert corner_of(0, size) == (0, 0)


def test_drivers_that_show_nothing_are_fine_only_if_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert not shows_nothing("dummy")
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert shows_nothing("dummy")
    assert shows_nothing("offscreen")
    assert not shows_nothing("x11")


def test_a_bare_console_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoDisplayError, match="no display"):
        prepare()
    monkeypatch.setenv("DISPLAY", ":0")
    prepare()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display")
@pytest.mark.parametrize("given", [{}, {"DISPLAY": ":987"}])
def test_without_a_display_it_says_so_and_ends_with_status_3(given: dict[str, str]) -> None:
    hidden = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    env = {key: value for key, value in os.environ.items() if key not in hidden} | given
    done = subprocess.run(
        [sys.executable, "-m", "game"], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stdout == ""
    told = [line for line in done.stderr.splitlines() if line.startswith("tonk: ")]
    assert len(told) == 1
    assert "display" in told[0]
    assert "Traceback" not in done.stderr


def test_the_window_goes_to_full_screen_and_back() -> None:
    with stage((1000, 600)) as app:
        before = app.size
        seen = []
        for wanted in (True, False):
            app.set_fullscreen(wanted)
            seen.append((app.window.is_fullscreen, app.services.settings.settings.fullscreen))
        assert seen == [(True, True), (False, False)]
        assert app.size == before
