"""A list of rows that are all as high, scrolled where there are many; one of them is current."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

import pygame
from pygame import Rect

from game.ui.kit.aloud import sentences
from game.ui.kit.controls import RADIUS, focus_ring
from game.ui.kit.paint import rounded
from game.ui.kit.scrollbar import WIDTH, ScrollBar
from game.ui.kit.widget import CALM, Focusable, Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class Listing(Focusable):
    """Goes through its rows by keys, wheel and bar; what a row is, its heirs say.

    `edge` is how many units are kept free around them, `corner` how round the whole is.
    """

    edge: ClassVar[float] = 0.0
    corner: ClassVar[float] = RADIUS

    def __init__(self, name: str, count: int = 0, at: int = 0) -> None:
        """`count` rows, the one at `at` current."""
        super().__init__(name)
        self.count, self.at = count, at
        self.row_height = 1
        self.empty = ""
        """What is said where there is no row."""
        self.view = Rect(0, 0, 0, 0)
        self.bar = ScrollBar()
        self._track = Rect(0, 0, 0, 0)

    @abstractmethod
    def heights(self, skin: Skin) -> tuple[int, int]:
        """How high the head above the rows is, and each row."""

    @abstractmethod
    def row_spoken(self, at: int) -> str:
        """A row as read aloud."""

    @abstractmethod
    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        """Draw a row."""

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        """Draw what stands above the rows."""

    @property
    def spoken(self) -> str:
        if not self.count:
            return self.empty
        place = _("{n} of {all}").format(n=self.at + 1, all=self.count)
        return sentences(self.row_spoken(self.at), place)

    def resized(self, count: int, at: int = 0) -> None:
        """There are so many rows now, perhaps other ones."""
        self.count, self.at = count, max(0, min(at, count - 1))
        self.bar.place(self._track, self.row_height * count)
        self.into_view()

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        head, self.row_height = self.heights(skin)
        bar = max(6, skin.px(WIDTH))
        inner = rect.inflate(-2 * skin.px(self.edge), -2 * skin.px(self.edge))
        self.view = Rect(inner.x, inner.y + head, inner.width - 2 * bar, inner.height - head)
        self._track = Rect(inner.right - bar, self.view.y, bar, self.view.height)
        self.bar.place(self._track, self.row_height * self.count)
        self.into_view()

    def activate(self) -> None:
        """There is nothing to decide on, unless an heir has something."""

    def travel(self, key: int) -> bool:
        page = max(1, self.view.height // self.row_height - 1)
        moves = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.count,
            pygame.K_END: self.count,
        }
        if key not in moves or not self.count:
            return False
        at = max(0, min(self.count - 1, self.at + moves[key]))
        if at == self.at and abs(moves[key]) == 1:
            return False
        self.at = at
        self.into_view()
        return True

    def wheel(self, notches: float) -> bool:
        self.bar.scroll(self.bar.offset - round(notches * 2 * self.row_height))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self.bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self.bar.drag(pos)

    def release(self, pos: tuple[int, int]) -> None:
        place = None if self.bar.let_go() else self.place_at(pos)
        if place is not None:
            self.at = place

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """The row at a point, if there is one."""
        if not self.view.collidepoint(pos):
            return None
        place = (pos[1] - self.view.y + self.bar.offset) // self.row_height
        return place if place < self.count else None

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        high = self.heights(skin)[0]
        self.draw_head(surface, skin, Rect(self.view.x, self.view.y - high, self.view.width, high))
        before = surface.get_clip()
        surface.set_clip(self.view.clip(before))
        for at, box in self.in_sight():
            if at == self.at:
                self.draw_current(surface, skin, box, mood)
            self.draw_row(surface, skin, at, box)
        if not self.count and self.empty:
            skin.write(surface, self.empty, self.view, "ink_soft", align="middle")
        surface.set_clip(before)
        self.bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin, self.corner)

    def draw_current(self, surface: Surface, skin: Skin, box: Rect, mood: Mood) -> None:
        """Mark the current row, while the keyboard is here."""
        if mood.focused:
            edge, width = skin.colour("focus"), max(1, skin.px(1.5))
            rounded(surface, box, skin.colour("row_hover"), skin.px(RADIUS), edge, width)

    def in_sight(self) -> list[tuple[int, Rect]]:
        """The rows that are seen at least in part, and where."""
        high, view = self.row_height, self.view
        first = self.bar.offset // high
        last = min(self.count, first + view.height // high + 2)
        top = view.y - self.bar.offset
        return [(at, Rect(view.x, top + at * high, view.width, high)) for at in range(first, last)]

    def into_view(self) -> None:
        """Scroll as far as the current row needs to be seen whole."""
        self.bar.show(self.at * self.row_height, (self.at + 1) * self.row_height)
