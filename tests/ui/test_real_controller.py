"""Whole hands in the real window by a controller alone: no key is pressed, no mouse moved."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.saves.settings import Settings
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import Player, asks, best_way, told_game
from tests.ui.test_real_session import finished

pytestmark = pytest.mark.xvfb

HANDS = 2


def play_hand(player: Player) -> None:
    """Play on until the hand is settled, laying what can be laid."""
    while "button:next" not in (sight := player.until(asks, "one's turn")).targets:
        for name in best_way(sight):
            player.push_at(name)


def test_a_session_is_played_by_a_controller_alone(display: VirtualDisplay, tmp_path: Path) -> None:
    settings = Settings(
        speed="instant", language="fr", hands=HANDS, opponents=3, lesson_done=True, scale=200
    )
    with told_game(display, tmp_path, settings) as player:
        player.plug_in()
        player.push_at("button:play")
        player.sees("NewGameScene")
        player.push_at("button:start")
        player.sees("TableScene")
        for _hand in range(HANDS):
            play_hand(player)
            player.push(pygame.CONTROLLER_BUTTON_A)
        sight = player.sees("SummaryScene")
        assert sight.came["controllers"] == 1
        assert not {"keys", "clicks"} & {*sight.came}
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
    assert finished(tmp_path) == HANDS
