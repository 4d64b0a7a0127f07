"""A whole session on the real window by keys alone, in each language and at twice the size."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.session.history import Wanted
from game.session.settings import Settings
from game.session.store import Store
from tests.tools.display import VirtualDisplay
from tests.ui.test_real_window import game

pytestmark = [pytest.mark.xvfb, pytest.mark.xdist_group("xvfb")]

HANDS = 2
# Draw, choose the first card, discard it; stop when the stock is out; on to the next hand.
TURN = ("d", "1", "x", "o", "n")
MOST_TURNS = 60


def finished(folder: Path) -> int:
    """Hands that have been played to their end and kept."""
    store = Store.open(folder)
    history = store.history()
    history.catch_up_wholly()
    hands = history.count(Wanted())
    store.close()
    return hands


@pytest.mark.parametrize(("language", "scale"), [("en", 200), ("fr", 200), ("ja", 200), ("fr", 75)])
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
    with game(display, tmp_path, settings) as player:
        player.key("Return", "Return")
        for _ in range(MOST_TURNS // 10):
            player.do("key", "--delay", "25", *TURN * 10)
        player.key("F1", "Escape", "ctrl+q")
        status, complaints = player.left()
    assert (status, complaints) == (0, "")
    assert finished(tmp_path) == HANDS
