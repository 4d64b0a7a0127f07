"""Lists of figures: a name, a bar, how many hands, how many won, what they brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.kit.aloud import fact, sentences
from game.ui.kit.listing import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL

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


class Bars(Listing):
    """All lines below their heads, scrolled where there are many."""

    def __init__(self, name: str, heads: Sequence[str], rows: Sequence[Bar]) -> None:
        """`heads` stand above the name, the bar, and each of the figures."""
        super().__init__(name, len(rows))
        self._heads, self._rows = tuple(heads), tuple(rows)

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(_HEAD), skin.px(_ROW)

    def row_spoken(self, at: int) -> str:
        row = self._rows[at]
        told = zip(self._heads[1:], (row.told, *row.figures), strict=True)
        return sentences(row.name, *(fact(head, value) for head, value in told))

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        boxes, aligns = self._columns(box, skin), self._aligns()
        for place, text, align in zip(boxes, self._heads, aligns, strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align=align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        row = self._rows[at]
        name, bar, *figures = self._columns(box, skin)
        skin.write(surface, row.name, name, "ink", BODY)
        self._draw_bar(surface, skin, row, bar)
        last = len(figures) - 1
        for number, (place, text) in enumerate(zip(figures, row.figures, strict=True)):
            colour = "ink"
            if number == last and row.way:
                colour = "gain" if row.way > 0 else "loss"
            skin.write(surface, text, place, colour, BODY, bold=number == last, align="right")

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
