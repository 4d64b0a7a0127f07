"""Hands in the settlement: each card's name keeps within its tile."""

from __future__ import annotations

import pytest
from pygame import Rect, Surface

from game.ui.kit.skin import Skin
from game.ui.table.painting.settlement_panel import draw_tiles
from tests.ui.stage import SIZES, stage


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cards", [("X1", "X2"), ("X1",) * 9, ("TD", "X1", "TS", "X2", "QH")])
def test_a_joker_keeps_within_its_tile(
    size: tuple[int, int], cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[int] = []
    text = Skin.text

    def noted(skin: Skin, words: str, colour: str, units: float, *, bold: bool = False) -> Surface:
        picture = text(skin, words, colour, units, bold=bold)
        widths.append(picture.width)
        return picture

    monkeypatch.setattr(Skin, "text", noted)
    with stage(size) as app:
        skin = Skin(app.services.theme, size)
        box = Rect(0, 0, skin.px(290), skin.px(23))
        draw_tiles(Surface(size), skin, cards, box)
        tile = min(skin.px(40), (box.width - skin.px(3) * (len(cards) - 1)) // len(cards))
    assert len(widths) >= len(cards)
    assert max(widths[-len(cards) :]) <= tile
