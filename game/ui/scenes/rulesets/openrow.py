"""A row of a form that shows what was chosen and opens the page on which it is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.aloud import fact
from game.ui.kit.controls import HEIGHT, PADDING, RADIUS, focus_ring
from game.ui.kit.inputs import LABEL_SHARE
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, Mood

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_ARROW = 12.0


class OpenRow(Focusable):
    """A label on the left, what is chosen on the right, as wide as the other rows."""

    def __init__(self, name: str, label: str, value: str, opens: Callable[[], None]) -> None:
        super().__init__(name)
        self.label, self.value, self._opens = label, value, opens

    @property
    def spoken(self) -> str:
        return fact(self.label, self.value)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.label) + 2 * skin.px(PADDING), skin.px(HEIGHT)

    def activate(self) -> None:
        self._opens()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        face = "row_hover" if mood.hovered or mood.focused else "panel"
        rounded(surface, self.rect, skin.colour(face), skin.px(RADIUS))
        pad = skin.px(PADDING)
        left = self.rect.x + round(self.rect.width * LABEL_SHARE)
        label = Rect(self.rect.x + pad, self.rect.y, left - self.rect.x - pad, self.rect.height)
        skin.write(surface, self.label, label)
        button = Rect(left, self.rect.y, self.rect.right - pad - left, self.rect.height)
        button = button.inflate(0, -skin.px(12))
        edge = skin.colour("button_edge")
        face = "button_pressed" if mood.pressed else "button"
        rounded(surface, button, skin.colour(face), skin.px(8), edge, max(1, skin.px(1.5)))
        self._draw_value(surface, skin, button)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _draw_value(self, surface: Surface, skin: Skin, button: Rect) -> None:
        """The words, smaller where they are long, and an arrow that says: there is more."""
        arrow = skin.px(_ARROW)
        words = button.inflate(-4 * arrow, 0)
        fits = skin.width(self.value, BODY, bold=True) <= words.width
        units = BODY if fits else SMALL
        lines = skin.lines(self.value, words.width, units, bold=True)[:2]
        high = skin.line(units) if len(lines) == 1 else min(skin.line(units), words.height // 2)
        y = words.centery - high * len(lines) // 2
        for line in lines:
            at = Rect(words.x, y, words.width, high)
            skin.write(surface, line, at, "ink", units, bold=True, align="middle")
            y += high
        tip = (button.right - arrow, button.centery)
        back = tip[0] - arrow // 2
        corners = [tip, (back, tip[1] - arrow // 2), (back, tip[1] + arrow // 2)]
        pygame.draw.polygon(surface, skin.colour("ink"), corners)
