"""A chart over hands: one place in it is current, marked, and told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.controls import focus_ring
from game.ui.kit.widget import Focusable
from game.ui.numbers import amount_text
from game.ui.text import _, ngettext

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_PAGES = 10
"""A page key goes so large a part of the whole."""


class Plot(Focusable):
    """Goes from hand to hand by the left and right arrows, the pointer, Home and End."""

    def __init__(self, name: str, last: int) -> None:
        """Its places are 0 to `last`, the beginning and each hand after it."""
        super().__init__(name)
        self.last = self.at = last
        self.plot = Rect(0, 0, 1, 1)
        """Where the curves are."""

    def place_words(self) -> str:
        """Which place is current, in a few words to stand below the curves."""
        if not self.at:
            return _("start")
        return ngettext("after {n} hand", "after {n} hands", self.at).format(n=amount_text(self.at))

    def activate(self) -> None:
        """There is nothing to decide on."""

    def step(self, direction: int) -> bool:
        return self._go(self.at + direction)

    def travel(self, key: int) -> bool:
        page = max(1, self.last // _PAGES)
        match key:
            case pygame.K_HOME:
                return self._go(0)
            case pygame.K_END:
                return self._go(self.last)
            case pygame.K_PAGEUP:
                return self._go(self.at - page)
            case pygame.K_PAGEDOWN:
                return self._go(self.at + page)
            case _:
                return False

    def press(self, pos: tuple[int, int]) -> None:
        self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        share = (pos[0] - self.plot.x) / max(1, self.plot.width)
        self._go(round(share * self.last))

    def x_of(self, place: int) -> int:
        """How far to the right a place lies, in pixels of the window."""
        return self.plot.x + self.plot.width * place // max(1, self.last)

    def draw_place(self, surface: Surface, skin: Skin) -> None:
        """Mark the current place, for who has the keyboard here."""
        x, colour = self.x_of(self.at), skin.colour("focus")
        ends = (x, self.plot.top), (x, self.plot.bottom)
        pygame.draw.line(surface, colour, *ends, max(1, skin.px(1.5)))
        focus_ring(surface, self.rect, skin)

    def _go(self, place: int) -> bool:
        """To a place, as far as there is one; False where that is where it was."""
        before, self.at = self.at, max(0, min(self.last, place))
        return self.at != before
