"""A whole session in the real window by the mouse alone, from the first page to the window's own
close button: not one key is pressed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.saves.settings import Settings
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import Player, Sight, told_game
from tests.ui.test_everything_fits import spoken
from tests.ui.test_real_session import finished

pytestmark = pytest.mark.xvfb

HANDS = 2
SIZE = (1280, 720)


def through(player: Player, *ways: str) -> None:
    """Click on one thing after the other."""
    for name in ways:
        player.click(name)


def learn(player: Player) -> None:
    """The lesson from its first word to its end, doing what it points at."""
    player.click("button:lesson")
    while (sight := player.until(points, "the lesson to go on")).scene == "LessonScene":
        player.take(sight.ways[0])
    through(player, "button:back")
    player.sees("StartScene")


def points(sight: Sight) -> bool:
    """Whether the lesson waits for something that can be clicked on, or is over."""
    return sight.scene == "LessonEnding" or any(
        name in sight.targets for way in sight.ways for name in way
    )


def choose_a_game(player: Player) -> None:
    """Rules, opponents, how many, for how much and how long, all of it by the mouse."""
    through(player, "button:play", "rules", "sets:forced_spreads", "button:choose")
    through(player, "opponents:more", "company", "level:0:more", "button:back")
    through(player, "stake:more", "hands:less", "hands:more", "button:start", "button:go_on")


def play_session(player: Player) -> None:
    """Hand after hand to the end; in the first, cards go out dragged, in the others by clicks."""
    for drags in (True, False):
        player.play_hand(drags=drags)
        player.click("button:next")
    player.sees("SummaryScene")


def look_back(player: Player) -> None:
    """The hands that were played, one of them looked at again, and what they come to."""
    through(player, "button:hands", "button:look")
    player.sees("ReplayScene")
    through(player, "button:after", "button:last", "button:menu", "button:leave")
    player.sees("SavedScene")
    through(player, "button:back", "button:home", "button:statistics")
    through(player, "part:rules", "part:opponents", "part:endings", "part:overview", "button:back")
    player.sees("StartScene")


def change_settings(player: Player) -> None:
    """A slider pulled, a switch thrown, another language, each seen to take effect."""
    through(player, "button:settings", "group:sound", "sound")
    track = player.look().targets["volume"]
    player.drag("volume", (track.x + track.width // 4, track.centery))
    through(player, "group:general", "language:more", "button:back")
    assert "Réglages" in player.judged().words


def close_window(player: Player) -> None:
    """Press the button that the window manager has drawn at the right of the title bar."""
    told = player.asked("xprop", "_NET_FRAME_EXTENTS")
    _left, _right, high, _low = map(int, re.findall(r"\d+", told))
    player.point_at(SIZE[0] - high // 2, -high // 2)
    player.do("click", "1")


def test_a_session_is_played_from_start_to_close_by_the_mouse_alone(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    settings = Settings(speed="instant", language="en", hands=HANDS, scale=100)
    with told_game(display, tmp_path, settings) as player, spoken("en"):
        assert player.look().size == SIZE
        learn(player)
        choose_a_game(player)
        play_session(player)
        look_back(player)
        change_settings(player)
        assert "keys" not in player.look().came
        close_window(player)
        assert player.left() == (0, "")
    kept = player.settings()
    assert (kept["mute"], kept["volume"], kept["language"]) == (True, 25, "fr")
    assert (kept["rules"], kept["opponents"], kept["stake"]) == ("forced_spreads", 2, 2)
    assert kept["hands"] == finished(tmp_path) == HANDS
