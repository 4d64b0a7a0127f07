"""The name of a group of settings: pressed, it shows the group."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.aloud import sentences
from game.ui.kit.controls import PADDING, RADIUS, focus_ring
from game.ui.kit.paint import rounded
from game.ui.kit.widget import CALM, Focusable, Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class GroupTab(Focusable):
    """One of several names, of which one is open: it has a bar beside it and points right.

    Where what it opens lies below, ``is_above``, the bar is at its foot.
    """

    def __init__(
        self, name: str, text: str, action: Callable[[], None], is_open: bool = False
    ) -> None:
        super().__init__(name)
        self.text, self._action, self.is_open = text, action, is_open
        self.is_above = False

    @property
    def spoken(self) -> str:
        return sentences(self.text, _("open") if self.is_open else "")

    def activate(self) -> None:
        self._action()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        face = "button" if self.is_open else "row_hover" if mood.hovered else "panel"
        edge = skin.colour("button_edge")
        rounded(surface, self.rect, skin.colour(face), skin.px(RADIUS), edge, skin.px(1.5))
        if self.is_open:
            self._draw_mark(surface, skin)
        words = self.rect.inflate(-2 * skin.px(PADDING), 0)
        align = "middle" if self.is_above else "left"
        skin.write(surface, self.text, words, bold=self.is_open, align=align)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _draw_mark(self, surface: Surface, skin: Skin) -> None:
        if self.is_above:
            foot = self.rect.inflate(-2 * skin.px(PADDING), 0)
            foot.height = skin.px(5)
            foot.bottom = self.rect.bottom - skin.px(3)
            rounded(surface, foot, skin.colour("accent"), foot.height // 2)
            return
        bar = Rect(0, 0, skin.px(5), self.rect.height - 2 * skin.px(10))
        bar.midleft = (self.rect.x + skin.px(8), self.rect.centery)
        rounded(surface, bar, skin.colour("accent"), bar.width // 2)
        size = skin.px(7)
        x, y = self.rect.right - skin.px(12), self.rect.centery
        points = [(x, y), (x - size, y - size), (x - size, y + size)]
        pygame.draw.polygon(surface, skin.colour("accent"), points)
        pygame.draw.aalines(surface, skin.colour("accent"), True, points)
