"""Hands in the settlement: each card's name keeps within its tile."""

from __future__ import annotations

import pytest
from pygame import Rect

from game.ui.kit.skin import Skin
from game.ui.table.painting.settlement_panel import draw_tiles
from tests.ui.seen import seen, sheet, watching
from tests.ui.stage import SIZES, stage


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cards", [("X1", "X2"), ("X1",) * 9, ("TD", "X1", "TS", "X2", "QH")])
def test_a_joker_keeps_within_its_tile(size: tuple[int, int], cards: tuple[str, ...]) -> None:
    with stage(size) as app, watching():
        skin = Skin(app.services.theme, size)
        box = Rect(0, 0, skin.px(290), skin.px(23))
        draw_tiles(sheet(size), skin, cards, box)
        tile = min(skin.px(40), (box.width - skin.px(3) * (len(cards) - 1)) // len(cards))
        words = seen().words
    assert len(words) == len(cards)
    assert max(word.ink.width for word in words) <= tile
