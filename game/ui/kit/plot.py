"""Charts: a curve over hands with axes, and rows with a bar each.

One point or row is current: it is marked, and read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pygame
from pygame import Rect

from game.ui.kit.controls import PADDING, focus_ring
from game.ui.kit.lists import Listing
from game.ui.kit.paint import disc, rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import Focusable, fact, sentences
from game.ui.text.language import _, amount_text, ngettext

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class Plot(Focusable):
    """A chart over hands, navigated with the left and right arrows, the pointer, Home and End."""

    level_colour: ClassVar[str] = "button_edge"
    least: ClassVar[int] = 0
    """The number of hands from which a curve is drawn; before, a few words take its place."""

    def __init__(
        self,
        name: str,
        last: int,
        span: tuple[int, int, int],
        text: Callable[[int], str] = amount_text,
    ) -> None:
        """Create a plot with places 0 to `last`: the start, and each hand after it.

        `span` is the lowest value, the highest, and the level of a line drawn in `level_colour`;
        `text` formats a value.
        """
        super().__init__(name)
        self.last = self.at = last
        self._low, self._high, self._level = span
        self._text = text
        self.plot = Rect(0, 0, 1, 1)
        """The area of the curves."""

    def place_plot(self, top: int, skin: Skin) -> None:
        """Leave room around the curves: `top` pixels above, and space for numbers and words."""
        pad, line, box = skin.px(PADDING / 2), skin.line(SMALL), self.rect
        labels = [self._text(value) for value in (self._low, self._high, self._level)]
        left = max(skin.width(text, SMALL) for text in labels) + 2 * pad
        size = (box.width - left - 2 * pad, box.height - top - line - pad)
        self.plot = Rect((box.x + left, box.y + top), size)

    def point(self, place: int, value: int) -> tuple[int, int]:
        """Return the position of a value."""
        spread = max(1, self._high - self._low)
        return self.x_of(place), self.plot.bottom - self.plot.height * (value - self._low) // spread

    def draw_frame(self, surface: Surface, skin: Skin, title: str, words: str) -> None:
        """Draw the background, a title above, the axes, and a caption for the current place."""
        rounded(surface, self.rect, skin.colour("shade"), skin.px(10))
        pad = skin.px(PADDING / 2)
        head = Rect(self.rect.x + pad, self.rect.y + pad // 2, self.rect.width - 2 * pad, 0)
        head.height = skin.line(SMALL)
        skin.write(surface, title, head, "ink_soft", SMALL)
        self.draw_axes(surface, skin, pad // 2, words)

    def draw_curve(
        self,
        surface: Surface,
        skin: Skin,
        points: Sequence[tuple[int, int]],
        colour: tuple[int, int, int],
        *,
        wide: float = 2.5,
        few: int = 0,
    ) -> None:
        """Draw a line through points, ``wide`` units thick, with a dot at its end; if there are no
        more than ``few`` points, with a dot at each.
        """
        if self.last < self.least:
            return
        if len(points) > 1:
            pygame.draw.lines(surface, colour, False, points, max(2, skin.px(wide)))
        for at in points if len(points) <= few else points[-1:]:
            disc(surface, at, skin.px(4.0), colour)

    def draw_axes(self, surface: Surface, skin: Skin, gap: int, words: str) -> None:
        """Draw the axes with their numbers, and under the current place a caption for it.

        `gap` is the distance from the numbers to the curves, in pixels.
        """
        if self.last < self.least:
            self._draw_wait(surface, skin)
            return
        plot, written = self.plot, list[Rect]()
        for value in (self._level, self._high, self._low):
            y = self.point(0, value)[1]
            label = Rect(self.rect.x, y - skin.line(SMALL) // 2, 0, skin.line(SMALL))
            label.width = plot.x - gap - label.x
            if label.collidelist(written) >= 0:
                continue
            written.append(label)
            colour = self.level_colour if value == self._level else "button_off"
            pygame.draw.line(surface, skin.colour(colour), (plot.x, y), (plot.right, y))
            skin.write(surface, self._text(value), label, "ink_soft", SMALL, align="right")
        foot = Rect(plot.x, plot.bottom + skin.px(2), plot.width, skin.line(SMALL))
        caption = Rect(0, foot.y, min(foot.width, skin.width(words, SMALL)), foot.height)
        caption.centerx = self.x_of(self.at)
        caption.clamp_ip(foot)
        skin.write(surface, words, caption, "ink_soft", SMALL)
        start = Rect(foot.topleft, (skin.width(_("start"), SMALL), foot.height))
        if self.last and not caption.colliderect(start):
            skin.write(surface, _("start"), foot, "ink_soft", SMALL)

    def _draw_wait(self, surface: Surface, skin: Skin) -> None:
        """Say in the middle when a curve will appear."""
        words = _("The curve starts with the second hand.")
        inside = self.rect.inflate(-2 * skin.px(PADDING), 0)
        lines = skin.lines(words, inside.width, SMALL)
        box = Rect(inside.x, 0, inside.width, skin.line(SMALL))
        box.top = inside.centery - len(lines) * box.height // 2
        for line in lines:
            skin.write(surface, line, box, "ink_soft", SMALL, align="middle")
            box.top = box.bottom

    def place_words(self) -> str:
        """Return a caption of a few words for the current place."""
        if not self.at:
            return _("start")
        return ngettext("after {n} hand", "after {n} hands", self.at).format(n=amount_text(self.at))

    def activate(self) -> None:
        """Do nothing: Enter has no meaning here."""

    def step(self, direction: int) -> bool:
        return self._go(self.at + direction)

    def travel(self, key: int) -> bool:
        page = max(1, self.last // 10)  # a tenth of the curve
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
        """Return the x coordinate of a place."""
        return self.plot.x + self.plot.width * place // max(1, self.last)

    def draw_place(self, surface: Surface, skin: Skin) -> None:
        """Mark the current place while the chart has the focus."""
        focus_ring(surface, self.rect, skin)
        if self.last < self.least:
            return
        x, colour = self.x_of(self.at), skin.colour("focus")
        ends = (x, self.plot.top), (x, self.plot.bottom)
        pygame.draw.line(surface, colour, *ends, max(1, skin.px(1.5)))

    def _go(self, place: int) -> bool:
        """Go to a place, clamped to the curve; False if nothing changes."""
        before, self.at = self.at, max(0, min(self.last, place))
        return self.at != before


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a bar chart: a name, a bar, and figures beside it.

    ``part`` is drawn solid, ``whole`` faint behind it, both 0 to 1.
    """

    name: str
    part: float
    whole: float
    value_text: str
    figures: tuple[str, ...]
    way: int = 0
    """Whether the last figure is good (1), bad (-1) or neither."""


class Bars(Listing):
    """A bar chart: rows below column heads, scrolled if there are many."""

    def __init__(self, name: str, heads: Sequence[str], rows: Sequence[Bar]) -> None:
        """`heads` are the headings of the name, the bar and each figure."""
        super().__init__(name, len(rows))
        self._heads, self._rows = tuple(heads), tuple(rows)

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(30.0), skin.px(46.0)

    def row_spoken(self, at: int) -> str:
        row = self._rows[at]
        columns = zip(self._heads[1:], (row.value_text, *row.figures), strict=True)
        return sentences(row.name, *(fact(head, value) for head, value in columns))

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        boxes, aligns = self._columns(box, skin), self._aligns()
        for place, text, align in zip(boxes, self._heads, aligns, strict=True):
            units = skin.fitting(text, place.width, SMALL)
            skin.write(surface, text, place, "ink_soft", units, align=align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        row = self._rows[at]
        name, bar, *figures = self._columns(box, skin)
        if skin.width(row.name, BODY) <= name.width:
            skin.write(surface, row.name, name, "ink", BODY)
        else:
            lines = skin.lines(row.name, name.width, SMALL)
            if len(lines) > 2:
                lines = [lines[0], f"{lines[1]}…"]
            name.inflate_ip(0, len(lines) * skin.line(SMALL) - name.height)
            skin.write_lines(surface, lines, name, "ink", SMALL)
        self._draw_bar(surface, skin, row, bar)
        last = len(figures) - 1
        for number, (place, text) in enumerate(zip(figures, row.figures, strict=True)):
            colour = "ink"
            if number == last and row.way:
                colour = "gain" if row.way > 0 else "loss"
            skin.write(surface, text, place, colour, BODY, bold=number == last, align="right")

    def _draw_bar(self, surface: Surface, skin: Skin, row: Bar, box: Rect) -> None:
        room = max(skin.width(each.value_text, SMALL) for each in self._rows) + skin.px(10)
        track = Rect(box.x, 0, max(1, box.width - room), skin.px(16))
        track.centery = box.centery
        radius = skin.px(5)
        for share, colour in ((row.whole, "toggle_off"), (row.part, "toggle_on")):
            if share > 0:
                wide = max(skin.px(4), round(track.width * min(1.0, share)))
                edge = skin.colour("button_edge")
                full = Rect(track.x, track.y, wide, track.height)
                rounded(surface, full, skin.colour(colour), radius, edge, 1)
        words = Rect(track.right, box.y, room, box.height)
        skin.write(surface, row.value_text, words, "ink_soft", SMALL, align="right")

    def _aligns(self) -> list[str]:
        return ["left", "left", *["right"] * (len(self._heads) - 2)]

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        gap = skin.px(14.0)
        inner = row.inflate(-gap, 0)
        name, bar = round(inner.width * 0.34), round(inner.width * 0.28)
        left = Rect(inner.x, inner.y, name - gap, inner.height)
        middle = Rect(inner.x + name, inner.y, bar, inner.height)
        count = max(1, len(self._heads) - 2)
        each = (inner.right - middle.right) // count
        figures = [
            Rect(middle.right + number * each + gap, inner.y, each - gap, inner.height)
            for number in range(count)
        ]
        return [left, middle, *figures[: len(self._heads) - 2]]
