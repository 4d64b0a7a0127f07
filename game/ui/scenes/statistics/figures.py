"""The figures at the head of the statistics, each on a sheet of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.layout import equal_row
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood, Widget

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_NUMBER = 30.0
_GAP, _PAD = 12.0, 8.0
_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and what it counts; ``way`` is whether it is good (1), bad (-1) or neither."""

    number: str
    words: str
    way: int = 0


class Figures(Widget):
    """Figures in rows of three."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        super().__init__()
        self._figures = tuple(figures)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        rows = -(-len(self._figures) // _COLUMNS)
        return 0, rows * self._high(skin) + (rows - 1) * skin.px(_GAP)

    def draw(self, surface: Surface, skin: Skin, _mood: Mood = CALM) -> None:
        high, gap = self._high(skin), skin.px(_GAP)
        for start in range(0, len(self._figures), _COLUMNS):
            row = Rect(self.rect.x, self.rect.y, self.rect.width, high)
            row.y += start // _COLUMNS * (high + gap)
            boxes = equal_row(row, _COLUMNS, gap)
            for figure, box in zip(self._figures[start : start + _COLUMNS], boxes, strict=False):
                self._draw_one(surface, skin, figure, box)

    def _draw_one(self, surface: Surface, skin: Skin, figure: Figure, box: Rect) -> None:
        rounded(surface, box, skin.colour("shade"), skin.px(10))
        pad = skin.px(_PAD)
        number = Rect(box.x + pad, box.y + pad // 2, box.width - 2 * pad, skin.line(_NUMBER))
        colour = {1: "gain", -1: "loss"}.get(figure.way, "accent")
        skin.write(surface, figure.number, number, colour, _NUMBER, bold=True, align="middle")
        words = Rect(number.x, number.bottom, number.width, skin.line(SMALL))
        skin.write(surface, figure.words, words, "ink_soft", SMALL, align="middle")

    def _high(self, skin: Skin) -> int:
        return skin.line(_NUMBER) + skin.line(SMALL) + 2 * skin.px(_PAD)
