"""Nothing looks out from behind the settlement, and no card grazes what is refused."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.ui.kit.skin import Skin
from game.ui.look.theme import Theme
from game.ui.table.motion.layout import Design, LaidSpread, Shape, TableLayout, arrange
from game.ui.table.painting.overlays import draw_line
from game.ui.table.painting.settlement_panel import clear_behind, half_covered

SIZES = [(960, 540), (1280, 720), (1920, 1080)]


def _layout(size: tuple[int, int]) -> TableLayout:
    groups = tuple(LaidSpread(number, number % 4, 7 if number % 2 else 3) for number in range(5))
    return arrange(size, Shape(seats=4, me=0, hands=(5,) * 4, spreads=groups))


def _sheet(layout: TableLayout) -> Rect:
    """As wide as the middle of the table nearly, so that the outermost spreads look out."""
    boxes = [place.box for place in layout.spreads.values()]
    whole = boxes[0].unionall(boxes[1:])
    return whole.inflate(-whole.width // 10, 10)


def _with_rise(layout: TableLayout) -> Rect:
    """The stock with all cards that can be left in it after a deal, one of four drawn."""
    layers = (56 - 2 * 3 + 3) // 4
    rise = round((layers - 1) * max(1.0, layout.unit * 0.8))
    return Rect(layout.stock.x, layout.stock.y - rise, layout.stock.width, layout.stock.height)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_covered_in_part_is_cleared_away_and_nothing_else(size: tuple[int, int]) -> None:
    layout = _layout(size)
    sheet = _sheet(layout)
    pot, far = Rect(0, 0, 80, 28), Rect(2, 2, 10, 10)
    pot.midtop = (sheet.centerx, sheet.top - 14)
    cleared = list(half_covered(layout, sheet, [pot, far]))
    spreads = [place.box for place in layout.spreads.values()]
    for lying in (*spreads, layout.pile, _with_rise(layout)):
        looks_out = bool(sheet.colliderect(lying)) and not sheet.contains(lying)
        assert not looks_out or any(box.contains(lying) for box in cleared)
    assert any(box.contains(pot) for box in cleared)
    assert not any(box.colliderect(far) for box in cleared)
    own, *others = layout.seats
    assert any(sheet.colliderect(seat.fan) for seat in others)
    for seat in layout.seats:
        whole = seat.plate.union(seat.fan)
        hand = [pose.bounds() for pose in seat.cards]
        if seat is not own and sheet.colliderect(whole):
            assert any(box.contains(whole.unionall(hand)) for box in cleared)
        else:
            assert not any(box.collidelist(hand) >= 0 for box in cleared)
    high = Rect(0, 0, *layout.stock.size).inflate(200, 0)
    high.midtop = layout.stock.center
    assert any(box.contains(_with_rise(layout)) for box in half_covered(layout, high, []))


def test_where_it_was_there_is_bare_cloth() -> None:
    size = (1280, 720)
    layout, skin = _layout(size), Skin(Theme(), size)
    surface = pygame.display.set_mode(size)
    surface.fill("white")
    (first, *_others) = half_covered(layout, _sheet(layout), [])
    clear_behind(surface, skin, layout, _sheet(layout), [])
    cloth = pygame.Surface(size)
    skin.theme.lay_cloth(cloth)
    assert surface.get_at(first.center)[:3] == cloth.get_at(first.center)[:3]
    assert surface.get_at((3, 3))[:3] == (255, 255, 255)


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_stands_above_a_card_that_stands_out(size: tuple[int, int]) -> None:
    layout, skin = _layout(size), Skin(Theme(), size)
    surface = pygame.display.set_mode(size)
    surface.fill("white")
    before = surface.copy()
    draw_line(surface, skin, layout, "That is no spread.", "warning", clear=True)
    mask = pygame.mask.from_threshold(surface, "white", (1, 1, 1), before)
    mask.invert()
    drawn = mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())
    own = layout.seats[0]
    highest = min(pose.bounds().top for pose in own.cards) - Design.LIFT * layout.unit
    assert drawn.bottom <= highest + 1
    assert drawn.top >= layout.stock.bottom
