"""The curve of what was won in all, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.session.statistics import thinned
from game.ui.kit.aloud import fact, sentences
from game.ui.kit.controls import PADDING
from game.ui.kit.paint import disc, rounded
from game.ui.kit.plot import Plot
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood
from game.ui.numbers import signed_text
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_DOTS = 30
"""Up to so many hands each is marked by a dot."""


class Curve(Plot):
    """One line over all hands; a thin line is drawn at nothing won."""

    def __init__(self, values: Sequence[int]) -> None:
        """`values` begin with 0, before the first hand."""
        super().__init__("curve", len(values) - 1)
        self._values = values
        self._low, self._high = min(values), max(values)
        self._points: list[tuple[int, int]] = []

    @property
    def spoken(self) -> str:
        """What was won in all after the current hand."""
        title, won = _("Stakes won in all, hand by hand"), signed_text(self._values[self.at])
        return sentences(title, fact(self.place_words(), won))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        pad, line = skin.px(PADDING / 2), skin.line(SMALL)
        labels = [signed_text(value) for value in (self._low, self._high, 0)]
        left = max(skin.width(text, SMALL) for text in labels) + 2 * pad
        top, below = line + 2 * pad, line + pad
        self.plot = Rect(
            rect.x + left, rect.y + top, rect.width - left - 2 * pad, rect.height - top - below
        )
        thin = thinned(self._values, max(8, self.plot.width))
        self._points = [self.point(place, value) for place, value in thin]

    def point(self, place: int, value: int) -> tuple[int, int]:
        """Where a value lies."""
        plot, spread = self.plot, max(1, self._high - self._low)
        return (
            self.x_of(place),
            plot.bottom - plot.height * (value - self._low) // spread,
        )

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        rounded(surface, self.rect, skin.colour("shade"), skin.px(10))
        self._draw_frame(surface, skin)
        if mood.focused:
            self.draw_place(surface, skin)
        colour, wide = skin.colour("accent"), max(2, skin.px(2.5))
        if len(self._points) > 1:
            pygame.draw.lines(surface, colour, False, self._points, wide)
        few = len(self._values) <= _DOTS
        for at in self._points if few else self._points[-1:]:
            disc(surface, at, skin.px(4), colour)

    def _draw_frame(self, surface: Surface, skin: Skin) -> None:
        """What it shows, the lines and the numbers that it is read by."""
        plot, pad = self.plot, skin.px(PADDING / 2)
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
        words = fact(self.place_words(), signed_text(self._values[self.at]))
        skin.write(surface, words, foot, "ink_soft", SMALL, align="right")
        skin.write(surface, _("start"), foot, "ink_soft", SMALL)
