"""Numbers as tiles in a grid, each with a caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import focus_ring
from game.ui.kit.grids import grid
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


@dataclass(frozen=True, slots=True)
class NumberTile:
    """A number and its caption; ``way`` is whether it is good (1), bad (-1) or neither."""

    number: str
    words: str
    way: int = 0


class NumberTiles(Focusable):
    """Tiles in rows of three, navigated with the arrow keys."""

    _NUMBER: Final = 30.0  # units: text size of a number
    _PAD: Final = 8.0  # units
    _GAP: Final = 12.0  # units between tiles
    _COLUMNS: Final = 3  # tiles in a row

    def __init__(self, figures: Sequence[NumberTile]) -> None:
        super().__init__("figures")
        self._figures = tuple(figures)
        self._at = 0

    @property
    def spoken(self) -> str:
        figure = self._figures[self._at]
        return fact(figure.words, figure.number)

    def activate(self) -> None:
        """Do nothing: Enter has no meaning here."""

    def step(self, direction: int) -> bool:
        return self._go(self._at + direction)

    def travel(self, key: int) -> bool:
        ways = {pygame.K_UP: -self._COLUMNS, pygame.K_DOWN: self._COLUMNS}
        return key in ways and self._go(self._at + ways[key])

    def press(self, pos: tuple[int, int]) -> None:
        found = Rect(pos, (1, 1)).collidelist(self._boxes)
        self._at = found if found >= 0 else self._at

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        high, gap = self._high(skin), skin.px(self._GAP)
        self._boxes = grid(rect, len(self._figures), self._COLUMNS, high, gap)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        rows = -(-len(self._figures) // self._COLUMNS)
        return 0, rows * self._high(skin) + (rows - 1) * skin.px(self._GAP)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        for figure, box in zip(self._figures, self._boxes, strict=False):
            self._draw_one(surface, skin, figure, box)
        if mood.focused:
            focus_ring(surface, self._boxes[self._at], skin)

    _boxes: Sequence[Rect] = ()

    def _go(self, place: int) -> bool:
        if not 0 <= place < len(self._figures):
            return False
        self._at = place
        return True

    def _draw_one(self, surface: Surface, skin: Skin, figure: NumberTile, box: Rect) -> None:
        rounded(surface, box, skin.colour("shade"), skin.px(10))
        pad = skin.px(self._PAD)
        number = Rect(box.x + pad, box.y + pad // 2, box.width - 2 * pad, skin.line(self._NUMBER))
        colour = {1: "gain", -1: "loss"}.get(figure.way, "accent")
        skin.write(surface, figure.number, number, colour, self._NUMBER, bold=True, align="middle")
        words = Rect(number.x, number.bottom, number.width, skin.line(SMALL))
        skin.write(surface, figure.words, words, "ink_soft", SMALL, align="middle")

    def _high(self, skin: Skin) -> int:
        return skin.line(self._NUMBER) + skin.line(SMALL) + 2 * skin.px(self._PAD)
