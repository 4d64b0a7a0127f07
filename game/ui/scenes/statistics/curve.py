"""The curve of what was won in all, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.session.statistics import thinned
from game.ui.kit.controls import PADDING
from game.ui.kit.paint import disc, rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood, Widget
from game.ui.scenes.statistics.words import hands_text
from game.ui.sessionwords import amount_text, signed_text
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_DOTS = 30
"""Up to so many hands each is marked by a dot."""


class Curve(Widget):
    """One line over all hands; a thin line is drawn at nothing won."""

    def __init__(self, values: Sequence[int]) -> None:
        """`values` begin with 0, before the first hand."""
        super().__init__()
        self._values = values
        self._low, self._high = min(values), max(values)
        self._points: list[tuple[int, int]] = []
        self._plot = Rect(0, 0, 1, 1)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        pad, line = skin.px(PADDING / 2), skin.line(SMALL)
        labels = [signed_text(value) for value in (self._low, self._high, 0)]
        left = max(skin.width(text, SMALL) for text in labels) + 2 * pad
        top, below = line + 2 * pad, line + pad
        self._plot = Rect(
            rect.x + left, rect.y + top, rect.width - left - 2 * pad, rect.height - top - below
        )
        thin = thinned(self._values, max(8, self._plot.width))
        self._points = [self.point(place, value) for place, value in thin]

    def point(self, place: int, value: int) -> tuple[int, int]:
        """Where a value lies."""
        plot, spread = self._plot, max(1, self._high - self._low)
        hands = max(1, len(self._values) - 1)
        return (
            plot.x + plot.width * place // hands,
            plot.bottom - plot.height * (value - self._low) // spread,
        )

    def draw(self, surface: Surface, skin: Skin, _mood: Mood = CALM) -> None:
        rounded(surface, self.rect, skin.colour("shade"), skin.px(10))
        self._draw_frame(surface, skin)
        colour, wide = skin.colour("accent"), max(2, skin.px(2.5))
        if len(self._points) > 1:
            pygame.draw.lines(surface, colour, False, self._points, wide)
        few = len(self._values) <= _DOTS
        for at in self._points if few else self._points[-1:]:
            disc(surface, at, skin.px(4), colour)

    def _draw_frame(self, surface: Surface, skin: Skin) -> None:
        """What it shows, the lines and the numbers that it is read by."""
        plot, pad = self._plot, skin.px(PADDING / 2)
        head = Rect(self.rect.x + pad, self.rect.y + pad // 2, self.rect.width - 2 * pad, 0)
        head.height = skin.line(SMALL)
        skin.write(surface, _("Stakes won in all, hand by hand"), head, "ink_soft", SMALL)
        written: list[Rect] = []
        for value in (0, self._high, self._low):
            y = self.point(0, value)[1]
            label = Rect(self.rect.x, y - skin.line(SMALL) // 2, 0, skin.line(SMALL))
            label.width = plot.x - pad // 2 - label.x
            if label.collidelist(written) >= 0:
                continue
            written.append(label)
            line = skin.colour("button_edge" if value == 0 else "button_off")
            pygame.draw.line(surface, line, (plot.x, y), (plot.right, y))
            skin.write(surface, signed_text(value), label, "ink_soft", SMALL, align="right")
        foot = Rect(plot.x, plot.bottom + skin.px(2), plot.width, skin.line(SMALL))
        count = len(self._values) - 1
        words = hands_text(count).replace(str(count), amount_text(count))
        skin.write(surface, words, foot, "ink_soft", SMALL, align="right")
        skin.write(surface, _("first hand"), foot, "ink_soft", SMALL)
