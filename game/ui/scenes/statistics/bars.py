"""Lists of figures: a name, a bar, how many hands, how many won, what they brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import focus_ring
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Mood, Widget
from game.ui.scenes.rulesets.scrollbar import WIDTH, ScrollBar

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_ROW, _HEAD, _GAP = 46.0, 30.0, 14.0
_NAME: Final = 0.34
_BAR: Final = 0.28


@dataclass(frozen=True, slots=True)
class Bar:
    """One line: a name, what its bar shows of the whole, and the figures beside it.

    ``part`` is drawn full, ``whole`` faint behind it, both 0 to 1.
    """

    name: str
    part: float
    whole: float
    told: str
    figures: tuple[str, ...]
    way: int = 0
    """Whether the last figure is good (1), bad (-1) or neither."""


class Bars(Widget):
    """All lines below their heads, scrolled where there are many."""

    takes_focus: ClassVar[bool] = True

    def __init__(self, name: str, heads: Sequence[str], rows: Sequence[Bar]) -> None:
        """`heads` stand above the name, the bar, and each of the figures."""
        super().__init__(name)
        self._heads, self._rows = tuple(heads), tuple(rows)
        self._bar = ScrollBar()
        self._view = Rect(0, 0, 0, 0)
        self._row = 1

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        bar, head = max(6, skin.px(WIDTH)), skin.px(_HEAD)
        self._row = skin.px(_ROW)
        self._view = Rect(rect.x, rect.y + head, rect.width - 2 * bar, rect.height - head)
        track = Rect(rect.right - bar, self._view.y, bar, self._view.height)
        self._bar.place(track, self._row * len(self._rows))

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        head = Rect(self._view.x, self.rect.y, self._view.width, skin.px(_HEAD))
        boxes, aligns = self._columns(head, skin), self._aligns()
        for box, text, align in zip(boxes, self._heads, aligns, strict=True):
            skin.write(surface, text, box, "ink_soft", SMALL, align=align)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for number, row in enumerate(self._rows):
            top = self._view.y + number * self._row - self._bar.offset
            if self._view.top - self._row < top < self._view.bottom:
                self._draw_row(
                    surface, skin, row, Rect(self._view.x, top, self._view.width, self._row)
                )
        surface.set_clip(before)
        self._bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def activate(self) -> None:
        """There is nothing to decide on."""

    def travel(self, key: int) -> bool:
        page = max(self._row, self._view.height - self._row)
        moves = {
            pygame.K_UP: -self._row,
            pygame.K_DOWN: self._row,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self._bar.content,
            pygame.K_END: self._bar.content,
        }
        before = self._bar.offset
        self._bar.scroll(before + moves.get(key, 0))
        return self._bar.offset != before

    def wheel(self, notches: float) -> bool:
        self._bar.scroll(self._bar.offset - round(notches * self._row))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self._bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self._bar.drag(pos)

    def release(self, _pos: tuple[int, int]) -> None:
        self._bar.let_go()

    def _draw_row(self, surface: Surface, skin: Skin, row: Bar, place: Rect) -> None:
        name, bar, *figures = self._columns(place, skin)
        skin.write(surface, row.name, name, "ink", BODY)
        self._draw_bar(surface, skin, row, bar)
        last = len(figures) - 1
        for number, (box, text) in enumerate(zip(figures, row.figures, strict=True)):
            colour = "ink"
            if number == last and row.way:
                colour = "gain" if row.way > 0 else "loss"
            skin.write(surface, text, box, colour, BODY, bold=number == last, align="right")

    def _draw_bar(self, surface: Surface, skin: Skin, row: Bar, box: Rect) -> None:
        told = max(skin.width(each.told, SMALL) for each in self._rows) + skin.px(10)
        track = Rect(box.x, 0, max(1, box.width - told), skin.px(16))
        track.centery = box.centery
        radius = skin.px(5)
        for share, colour in ((row.whole, "toggle_off"), (row.part, "toggle_on")):
            if share > 0:
                wide = max(skin.px(4), round(track.width * min(1.0, share)))
                edge = skin.colour("button_edge")
                full = Rect(track.x, track.y, wide, track.height)
                rounded(surface, full, skin.colour(colour), radius, edge, 1)
        words = Rect(track.right, box.y, told, box.height)
        skin.write(surface, row.told, words, "ink_soft", SMALL, align="right")

    def _aligns(self) -> list[str]:
        return ["left", "left", *["right"] * (len(self._heads) - 2)]

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        gap = skin.px(_GAP)
        inner = row.inflate(-gap, 0)
        name, bar = round(inner.width * _NAME), round(inner.width * _BAR)
        left = Rect(inner.x, inner.y, name - gap, inner.height)
        middle = Rect(inner.x + name, inner.y, bar, inner.height)
        count = max(1, len(self._heads) - 2)
        each = (inner.right - middle.right) // count
        figures = [
            Rect(middle.right + number * each + gap, inner.y, each - gap, inner.height)
            for number in range(count)
        ]
        return [left, middle, *figures[: len(self._heads) - 2]]
