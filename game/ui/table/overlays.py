"""What lies over the cards for a while: words, counts, coins, the cursor, a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui.kit.paint import disc, ring, rounded
from game.ui.table.effects import FADE_SECONDS, Bubble, Coin
from game.ui.table.layout import LIFT
from game.ui.table.motion import arch, mix, smooth
from game.ui.table.pieces import BLEND, small
from game.ui.table.places import card_width

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.table.layout import SeatPlace, TableLayout

WORDS = 16.0
MOST_COINS = 6
BOW = 0.45
"""How far money on its way from seat to seat is drawn towards the middle of the table."""


def draw_bubble(
    surface: Surface, skin: Skin, layout: TableLayout, seat: int, bubble: Bubble
) -> None:
    """What a seat has done, on its cards; it fades, but never moves while it is read."""
    units = small(skin, WORDS)
    box, lines = bubble_box(skin, layout, seat, bubble.text)
    sheet = Surface(box.size, pygame.SRCALPHA)
    face = Rect((0, 0), box.size)
    rounded(sheet, face, skin.colour("paper"), skin.px(9), skin.colour("gold_deep"), 1)
    for number, line in enumerate(lines):
        at = Rect(0, skin.px(5) + number * skin.line(units), box.width, skin.line(units))
        skin.write(sheet, line, at, "paper_ink", units, align="middle")
    if bubble.left < FADE_SECONDS:
        strength = max(0, round(255 * bubble.left / FADE_SECONDS))
        sheet.fill((strength,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(sheet, box, special_flags=BLEND)


def bubble_box(skin: Skin, layout: TableLayout, seat: int, text: str) -> tuple[Rect, list[str]]:
    """Where it is told what a seat has done, and in which lines."""
    units = small(skin, WORDS)
    place = layout.seats[seat]
    lines = skin.lines(text, max(place.fan.width - skin.px(10), skin.px(170)), units)
    width = max(skin.width(line, units) for line in lines) + skin.px(22)
    box = Rect(0, 0, width, len(lines) * skin.line(units) + skin.px(10))
    box.midbottom = (place.fan.centerx, place.fan.bottom - skin.px(2))
    if seat == _own_seat(layout):
        box.midtop = (place.fan.centerx, place.fan.top - skin.px(30))
    return box.clamp(Rect((0, 0), skin.size)), lines


def _own_seat(layout: TableLayout) -> int:
    return max(range(len(layout.seats)), key=lambda seat: layout.seats[seat].fan.top)


def draw_count(surface: Surface, skin: Skin, place: SeatPlace, text: str, is_low: bool) -> None:
    """The points left in a hand, on a medal at the end of its cards."""
    number = skin.text(text, "primary_ink" if is_low else "ink", 22, bold=True)
    radius = max(number.width // 2 + skin.px(8), skin.px(20))
    centre = _medal_centre(place, radius)
    disc(surface, centre, radius, skin.colour("gold_deep"))
    disc(surface, centre, radius - skin.px(2), skin.colour("primary" if is_low else "shade"))
    surface.blit(number, number.get_rect(center=centre))


def count_box(skin: Skin, place: SeatPlace) -> Rect:
    """Where it is drawn, however many figures it has."""
    radius = skin.px(24)
    box = Rect(0, 0, 2 * radius, 2 * radius)
    box.center = _medal_centre(place, radius)
    return box


def _medal_centre(place: SeatPlace, radius: int) -> tuple[int, int]:
    right = max((card.x + card.width / 2 for card in place.cards), default=place.fan.centerx)
    return min(round(right), place.fan.right - radius), place.fan.bottom - radius


def draw_coin(surface: Surface, skin: Skin, layout: TableLayout, coin: Coin) -> None:
    """Stakes on their way from one name plate to the other, as many coins as there are stakes."""
    start = layout.seats[coin.payment.payer].plate.center
    goal = layout.seats[coin.payment.payee].plate.center
    middle = layout.lay.center
    for number in range(min(coin.payment.stakes, MOST_COINS)):
        part = smooth(coin.part * 1.25 - number * 0.05)
        bow = arch(part) * BOW
        x = mix(mix(start[0], goal[0], part), middle[0], bow) + number * skin.px(5)
        y = mix(mix(start[1], goal[1], part), middle[1], bow) - number * skin.px(4)
        coin_at(surface, skin, (round(x), round(y)), skin.px(13))


def coin_at(surface: Surface, skin: Skin, centre: tuple[int, int], radius: int) -> None:
    """One coin."""
    disc(surface, (centre[0], centre[1] + max(1, radius // 5)), radius, (0, 0, 0, 90))
    disc(surface, centre, radius, skin.colour("gold_deep"))
    disc(surface, centre, radius - max(1, radius // 6), skin.colour("gold"))
    disc(surface, centre, max(1, radius // 3), skin.colour("gold_deep"))


def draw_line(
    surface: Surface,
    skin: Skin,
    layout: TableLayout,
    text: str,
    colour: str,
    *,
    clear: bool = False,
) -> None:
    """One line above one's own hand: why something cannot be done, or what to do.

    It stays ``clear`` of cards that stand out of the hand.
    """
    fan = next(p.fan for p in layout.seats if p is layout.seats[_own_seat(layout)])
    units = small(skin, 18)
    words = skin.text(skin.fitted(text, skin.size[0] * 3 // 4, units), colour, units)
    box = words.get_rect().inflate(skin.px(36), skin.px(14))
    rise = round(LIFT * layout.unit) if clear else 0
    box.midbottom = (fan.centerx, fan.top - rise - skin.px(6))
    edge = skin.colour("warning" if colour == "warning" else "panel_edge")
    rounded(surface, box, skin.colour("toast"), box.height // 2, edge, max(1, skin.px(1.5)))
    surface.blit(words, words.get_rect(center=box.center))


def cursor_width(skin: Skin) -> int:
    """How wide the bright part of the cursor's frame is."""
    return max(2, skin.px(3))


def draw_cursor(surface: Surface, skin: Skin, box: Rect) -> None:
    """What the keyboard acts on: a bright frame, set off by a dark one."""
    wide = cursor_width(skin)
    outer = box.inflate(2 * wide, 2 * wide)
    ring(surface, outer.inflate(4, 4), skin.colour("rim_dark"), skin.px(8) + 2, wide + 4)
    ring(surface, outer, skin.colour("focus"), skin.px(8), wide)


def draw_numbers(surface: Surface, skin: Skin, boxes: Sequence[Rect]) -> None:
    """A number on each spread among which the player is to choose, clear of every index."""
    for place, box in enumerate(boxes, start=1):
        number = skin.text(str(place), "primary_ink", 20, bold=True)
        centre = (round(box.right - card_width(box.height) * 0.45), box.centery)
        disc(surface, centre, skin.px(17), skin.colour("rim_dark"))
        disc(surface, centre, skin.px(15), skin.colour("primary"))
        surface.blit(number, number.get_rect(center=centre))
