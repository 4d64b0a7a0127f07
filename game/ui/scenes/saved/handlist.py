"""A list of hands of any length: only those in sight are ever fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import RADIUS, draw_panel, focus_ring
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Mood, Widget
from game.ui.scenes.rulesets.scrollbar import WIDTH, ScrollBar
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.played import PlayedHand
    from game.ui.kit.skin import Skin

_ROW, _HEAD, _EDGE, _GAP = 42.0, 30.0, 14.0, 14.0
_TEXT: Final = 19.0
_SHARES: Final = (0.16, 0.2, 0.27, 0.27, 0.1)
_PAGE: Final = 64
"""So many are fetched at once."""
_MOST_PAGES: Final = 8

Fetch = Callable[[int, int], "Sequence[PlayedHand]"]
Words = Callable[["PlayedHand"], tuple[str, str, str, str, str]]


class HandList(Widget):
    """Hands, the newest first, one of which is current.

    ``fetch`` gives so many from one place on; ``words`` says what stands in the columns.
    """

    takes_focus: ClassVar[bool] = True

    def __init__(
        self, name: str, fetch: Fetch, words: Words, chosen: Callable[[int], None]
    ) -> None:
        super().__init__(name)
        self._fetch, self._words, self._chosen = fetch, words, chosen
        self._pages: dict[int, Sequence[PlayedHand]] = {}
        self._bar = ScrollBar()
        self._view = self._track = Rect(0, 0, 0, 0)
        self._row = 1
        self.count = 0
        self.at = 0
        self.empty = ""
        """What is said where there is none."""

    @property
    def current(self) -> PlayedHand | None:
        """The hand that is chosen."""
        return self.hand(self.at) if self.count else None

    def hand(self, place: int) -> PlayedHand | None:
        """The hand at a place, if it can be had."""
        page = place // _PAGE
        if page not in self._pages:
            while len(self._pages) >= _MOST_PAGES:
                del self._pages[next(iter(self._pages))]
            self._pages[page] = self._fetch(page * _PAGE, _PAGE)
        found = self._pages[page]
        return found[place % _PAGE] if place % _PAGE < len(found) else None

    def show(self, count: int, at: int = 0) -> None:
        """There are so many hands now, perhaps other ones."""
        self.count, self.at = count, max(0, min(at, count - 1))
        self._pages.clear()
        self._bar.place(self._track, self._row * count)
        self._into_view()

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        edge, bar, head = skin.px(_EDGE), max(6, skin.px(WIDTH)), skin.px(_HEAD)
        self._row = max(SMALLEST_TARGET, skin.px(_ROW))
        inner = rect.inflate(-2 * edge, -2 * edge)
        self._view = Rect(inner.x, inner.y + head, inner.width - 2 * bar, inner.height - head)
        self._track = Rect(inner.right - bar, self._view.y, bar, self._view.height)
        self._bar.place(self._track, self._row * self.count)
        self._into_view()

    def targets(self) -> dict[str, Rect]:
        found = {}
        for place, box in self._in_sight():
            seen = box.clip(self._view)
            if seen.height >= min(SMALLEST_TARGET, box.height):
                found[f"{self.name}:{place}"] = seen
        return found if self.enabled else {}

    def activate(self) -> None:
        if self.count:
            self._chosen(self.at)

    def travel(self, key: int) -> bool:
        page = max(1, self._view.height // self._row - 1)
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
        self._into_view()
        return True

    def wheel(self, notches: float) -> bool:
        self._bar.scroll(self._bar.offset - round(notches * 2 * self._row))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self._bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self._bar.drag(pos)

    def release(self, pos: tuple[int, int]) -> None:
        """A click chooses a hand; one more on the same looks at it."""
        if self._bar.let_go() or not self._view.collidepoint(pos):
            return
        place = (pos[1] - self._view.y + self._bar.offset) // self._row
        if place >= self.count:
            return
        if place == self.at:
            self.activate()
        self.at = place

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        self._draw_heads(surface, skin)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for place, box in self._in_sight():
            hand = self.hand(place)
            if place == self.at:
                self._draw_current(surface, skin, box, mood)
            if hand is not None:
                self._draw_row(surface, skin, hand, box)
        if not self.count:
            skin.write(surface, self.empty, self._view, "ink_soft", BODY, align="middle")
        surface.set_clip(before)
        self._bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin, 16)

    def _draw_heads(self, surface: Surface, skin: Skin) -> None:
        if not self.count:
            return
        top = self._view.y - skin.px(_HEAD)
        row = Rect(self._view.x, top, self._view.width, skin.px(_HEAD))
        heads = (_("When"), _("Rules"), _("Opponents"), _("Ending"), _("Stakes"))
        for box, text, align in zip(self._columns(row, skin), heads, _ALIGNS, strict=True):
            skin.write(surface, text, box, "ink_soft", SMALL, align=align)

    def _draw_current(self, surface: Surface, skin: Skin, box: Rect, mood: Mood) -> None:
        edge = skin.colour("focus" if mood.focused else "button_edge")
        width = max(1, skin.px(1.5))
        rounded(surface, box, skin.colour("row_hover"), skin.px(RADIUS), edge, width)

    def _draw_row(self, surface: Surface, skin: Skin, hand: PlayedHand, box: Rect) -> None:
        way = hand.won or -hand.points
        stakes = "gain" if way > 0 else "loss" if way < 0 else "ink_soft"
        colours = ("ink_soft", "ink", "ink", "ink", stakes)
        columns = zip(self._columns(box, skin), self._words(hand), colours, _ALIGNS, strict=True)
        for place, text, colour, align in columns:
            bold = place.right == box.right - skin.px(_GAP)
            skin.write(surface, text, place, colour, _TEXT, bold=bold, align=align)

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        gap = skin.px(_GAP)
        left, boxes = row.x + gap, []
        for share in _SHARES:
            width = round((row.width - 2 * gap) * share)
            boxes.append(Rect(left, row.y, width - gap, row.height))
            left += width
        boxes[-1].width = row.right - gap - boxes[-1].x
        return boxes

    def _in_sight(self) -> list[tuple[int, Rect]]:
        first = self._bar.offset // self._row
        last = min(self.count, first + self._view.height // self._row + 2)
        return [
            (
                place,
                Rect(
                    self._view.x,
                    self._view.y + place * self._row - self._bar.offset,
                    self._view.width,
                    self._row,
                ),
            )
            for place in range(first, last)
        ]

    def _into_view(self) -> None:
        self._bar.show(self.at * self._row, (self.at + 1) * self._row)


_ALIGNS: Final = ("left", "left", "left", "left", "right")
