"""A whole session on the real window by keys alone, at twice the size and at its least."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.saves.history import Wanted
from game.saves.settings import Settings
from game.saves.store import Store
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import Player, Sight, told_game

pytestmark = pytest.mark.xvfb

HANDS = 2


def finished(folder: Path) -> int:
    """Hands that have been played to their end and kept."""
    store = Store.open(folder)
    history = store.history()
    history.catch_up(1_000_000)
    hands = history.count(Wanted())
    store.close()
    return hands


def keys_for(sight: Sight) -> tuple[str, ...]:
    """What is pressed next: on to the next hand, draw, or choose the first card and discard it."""
    if "button:next" in sight.targets:
        return ("n",)
    ways = [way[-1] for way in sight.ways]
    if "stock" in ways:
        return ("d",)
    return ("1", "x") if "button:discard" in ways else ("o",)


def play_session(player: Player) -> None:
    """Hand after hand, until the session is over."""
    while (sight := player.until(asks, "one's turn")).scene != "SummaryScene":
        for key in keys_for(sight):
            player.press(key)


def asks(sight: Sight) -> bool:
    """Whether the player is to do something."""
    return sight.scene == "SummaryScene" or "button:next" in sight.targets or bool(sight.ways)


@pytest.mark.share(1)
@pytest.mark.parametrize(("language", "scale"), [("ja", 200), ("fr", 75)])
def test_a_session_is_played_to_its_end_by_keys_alone(
    display: VirtualDisplay, tmp_path: Path, language: str, scale: int
) -> None:
    settings = Settings(
        speed="instant",
        language=language,
        scale=scale,
        hands=HANDS,
        opponents=3,
        window_width=1920,
        window_height=1080,
        lesson_done=True,
    )
    with told_game(display, tmp_path, settings) as player:
        for key, scene in (("Return", "NewGameScene"), ("Return", "TableScene")):
            player.press(key)
            player.sees(scene)
        play_session(player)
        for key, scene in (("F1", "ShortcutsScene"), ("Escape", "SummaryScene")):
            player.press(key)
            player.sees(scene)
        assert "clicks" not in player.look().came
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
    assert finished(tmp_path) == HANDS
