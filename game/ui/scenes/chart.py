"""A small chart: what everybody had, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.aloud import fact, sentences
from game.ui.kit.controls import PADDING
from game.ui.kit.paint import disc, rounded
from game.ui.kit.plot import Plot
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood
from game.ui.numbers import amount_text
from game.ui.table.plates import seat_colour
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.scores import ScoreTable
    from game.ui.kit.skin import Skin

Point = tuple[int, int]
_DOTS = 24
"""Up to so many hands each is marked by a dot."""


class Chart(Plot):
    """A line for each seat, in the colour of its plate."""

    def __init__(self, table: ScoreTable, level: int) -> None:
        """`level` is the value at which a thin line is drawn: where all began, or the target."""
        super().__init__("chart", len(table.rows))
        self._names = table.names
        self._curves = [table.curve(seat) for seat in range(len(table.names))]
        known = [value for curve in self._curves for value in curve if value is not None]
        self._low, self._high = min(*known, level), max(*known, level)
        self._level = level

    @property
    def spoken(self) -> str:
        """Who has how much after the current hand."""
        had = [
            fact(name, amount_text(value))
            for name, curve in zip(self._names, self._curves, strict=True)
            if (value := curve[min(self.at, len(curve) - 1)]) is not None
        ]
        return sentences(self.place_words(), *had)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.plot = self._plot(skin)

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        rounded(surface, self.rect, skin.colour("shade"), skin.px(10))
        plot = self.plot
        self._draw_frame(surface, skin, plot)
        if mood.focused:
            self.draw_place(surface, skin)
        for seat, curve in enumerate(self._curves):
            points = self.points(curve, plot)
            colour, wide = seat_colour(seat), max(2, skin.px(3))
            if len(points) > 1:
                pygame.draw.lines(surface, colour, False, points, wide)
            marked = points if self.last <= _DOTS else points[-1:]
            for point in marked:
                disc(surface, point, skin.px(4), colour)

    def points(self, curve: Sequence[int | None], plot: Rect) -> list[Point]:
        """Where the values of one seat lie."""
        spread, hands = max(1, self._high - self._low), max(1, self.last)
        return [
            (
                plot.x + plot.width * hand // hands,
                plot.bottom - plot.height * (value - self._low) // spread,
            )
            for hand, value in enumerate(curve)
            if value is not None
        ]

    def _plot(self, skin: Skin) -> Rect:
        pad, line = skin.px(PADDING / 2), skin.line(SMALL)
        labels = [amount_text(value) for value in (self._low, self._high, self._level)]
        left = max(skin.width(text, SMALL) for text in labels) + 2 * pad
        right, top, below = 2 * pad, pad + line // 2, line + pad
        box = self.rect
        return Rect(box.x + left, box.y + top, box.width - left - right, box.height - top - below)

    def _draw_frame(self, surface: Surface, skin: Skin, plot: Rect) -> None:
        """The lines and the numbers that the curves are read by."""
        written: list[Rect] = []
        for value in (self._level, self._high, self._low):
            ((_x, y),) = self.points((value,), plot)
            label = Rect(self.rect.x, y - skin.line(SMALL) // 2, 0, skin.line(SMALL))
            label.width = plot.x - skin.px(PADDING / 4) - label.x
            if label.collidelist(written) >= 0:
                continue
            written.append(label)
            colour = "panel_edge" if value == self._level else "button_off"
            pygame.draw.line(surface, skin.colour(colour), (plot.x, y), (plot.right, y))
            skin.write(surface, amount_text(value), label, "ink_soft", SMALL, align="right")
        foot = Rect(plot.x, plot.bottom + skin.px(2), plot.width, skin.line(SMALL))
        skin.write(surface, self.place_words(), foot, "ink_soft", SMALL, align="right")
        skin.write(surface, _("start"), foot, "ink_soft", SMALL)
