"""The small things that much of the table is made of: sheets, buttons, key caps, legible sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.ui.kit.paint import ring, stretch
from game.ui.sheets import MARGIN
from game.ui.theme import ButtonState

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin
    from game.ui.table.look import ButtonLook

BLEND: Final = pygame.BLEND_PREMULTIPLIED
LABEL, KEY = 18.0, 13.0
LEAST_TEXT = 12
"""Pixels below which no word is written."""


def small(skin: Skin, units: float) -> float:
    """Units for small words, never below what can be read."""
    return max(units, LEAST_TEXT / skin.letters)


def panel(surface: Surface, skin: Skin, box: Rect, radius: int) -> None:
    """A sheet of the theme with its shadow."""
    tile = skin.theme.panel((4 * radius, 4 * radius), radius)
    stretch(surface, tile, box.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)


def draw_button(surface: Surface, skin: Skin, box: Rect, look: ButtonLook) -> None:
    """A button: what it says, and its key on a little cap where there is room for it."""
    state = _state(look)
    radius = skin.px(10)
    tile = skin.theme.button((4 * radius, 4 * radius), state, radius)
    stretch(surface, tile, box.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)
    ink = state.value[1]
    cap = key_width(skin, look.key)
    room = box.inflate(-skin.px(14), 0)
    words = skin.text(skin.fitted(look.text, room.width, LABEL, bold=True), ink, LABEL, bold=True)
    if words.width + cap > room.width:
        cap = 0
    place = words.get_rect(midleft=(room.centerx - (words.width + cap) // 2, room.centery))
    surface.blit(words, place)
    if cap:
        draw_key(surface, skin, look.key, (place.right + skin.px(8), room.centery), ink)


def key_width(skin: Skin, key: str) -> int:
    return skin.width(key, small(skin, KEY)) + skin.px(18) if key else 0


def draw_key(surface: Surface, skin: Skin, key: str, midleft: tuple[int, int], colour: str) -> None:
    """The letter of a shortcut in a little frame, as on a key cap."""
    letter = skin.text(key, colour, small(skin, KEY))
    cap = Rect(0, 0, max(letter.width + skin.px(9), letter.height), letter.height)
    cap.midleft = midleft
    ring(surface, cap.inflate(-2, -2), (*skin.colour(colour), 150), skin.px(4), 1)
    surface.blit(letter, letter.get_rect(center=cap.center))


def _state(look: ButtonLook) -> ButtonState:
    if not look.is_lit:
        return ButtonState.OFF
    if look.is_primary:
        return ButtonState.PRIMARY_HOVER if look.is_hovered else ButtonState.PRIMARY
    return ButtonState.HOVER if look.is_hovered else ButtonState.CALM
