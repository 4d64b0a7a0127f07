"""A list of hands of any length: only those in sight are ever fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from pygame import Rect

from game.ui.kit.aloud import fact, sentences
from game.ui.kit.controls import RADIUS, draw_panel
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.listing import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.played import PlayedHand
    from game.ui.kit.skin import Skin

_ROW, _HEAD, _GAP = 42.0, 30.0, 14.0
_TEXT: Final = 19.0
_SHARES: Final = (0.16, 0.2, 0.27, 0.27, 0.1)
_PAGE: Final = 64
"""So many are fetched at once."""
_MOST_PAGES: Final = 8

Fetch = Callable[[int, int], "Sequence[PlayedHand]"]
Words = Callable[["PlayedHand"], tuple[str, str, str, str, str]]


class HandList(Listing):
    """Hands, the newest first, one of which is current.

    ``fetch`` gives so many from one place on; ``words`` says what stands in the columns.
    """

    edge: ClassVar[float] = 14.0
    corner: ClassVar[float] = 16.0

    def __init__(
        self, name: str, fetch: Fetch, words: Words, chosen: Callable[[int], None]
    ) -> None:
        super().__init__(name)
        self._fetch, self._words, self._chosen = fetch, words, chosen
        self._pages: dict[int, Sequence[PlayedHand]] = {}

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
        self._pages.clear()
        self.resized(count, at)

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(_HEAD), max(SMALLEST_TARGET, skin.px(_ROW))

    def row_spoken(self, at: int) -> str:
        hand = self.hand(at)
        if hand is None:
            return self.empty
        told = zip(_heads(), self._words(hand), strict=True)
        return sentences(*(fact(head, value) for head, value in told))

    def targets(self) -> dict[str, Rect]:
        found = {}
        for place, box in self.in_sight():
            seen = box.clip(self.view)
            if seen.height >= min(SMALLEST_TARGET, box.height):
                found[f"{self.name}:{place}"] = seen
        return found if self.enabled else {}

    def activate(self) -> None:
        if self.count:
            self._chosen(self.at)

    def release(self, pos: tuple[int, int]) -> None:
        """A click chooses a hand; one more on the same looks at it."""
        before = self.at
        place = None if self.bar.is_held else self.place_at(pos)
        super().release(pos)
        if place is not None and place == before:
            self.activate()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        super().draw(surface, skin, mood)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        if not self.count:
            return
        for place, text, align in zip(self._columns(box, skin), _heads(), _ALIGNS, strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align=align)

    def draw_current(self, surface: Surface, skin: Skin, box: Rect, mood: Mood) -> None:
        edge = skin.colour("focus" if mood.focused else "button_edge")
        width = max(1, skin.px(1.5))
        rounded(surface, box, skin.colour("row_hover"), skin.px(RADIUS), edge, width)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        hand = self.hand(at)
        if hand is None:
            return
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


def _heads() -> tuple[str, str, str, str, str]:
    return _("When"), _("Rules"), _("Opponents"), _("Ending"), _("Stakes")


_ALIGNS: Final = ("left", "left", "left", "left", "right")
