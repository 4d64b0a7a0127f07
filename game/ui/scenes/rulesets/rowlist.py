"""A list of rows to go through with the arrow keys, to scroll and to click on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.aloud import sentences
from game.ui.kit.controls import RADIUS, draw_panel, focus_ring
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.paint import disc, rounded
from game.ui.kit.scrollbar import WIDTH, ScrollBar
from game.ui.kit.skin import BODY
from game.ui.kit.widget import CALM, Focusable, Mood
from game.ui.scenes.rulesets.rows import PlacedRow, Row, lay_out
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_EDGE, _GAP = 12.0, 4.0


class RowList(Focusable):
    """Rows, one of which is current.

    `moved` is told of another current row, `chosen` of Enter on it and, where `click_chooses`, of
    a click; `stepped` of the left and right arrows.
    """

    def __init__(
        self,
        name: str,
        *,
        moved: Callable[[str], None] | None = None,
        chosen: Callable[[str], None] | None = None,
        stepped: Callable[[str, int], None] | None = None,
        click_chooses: bool = False,
        empty: str = "",
    ) -> None:
        """`empty` is said where there is no row."""
        super().__init__(name)
        self._moved, self._chosen, self._stepped = moved, chosen, stepped
        self._click_chooses, self._empty = click_chooses, empty
        self._rows: tuple[Row, ...] = ()
        self._placed: list[PlacedRow] = []
        self._view = Rect(0, 0, 0, 0)
        self._skin: Skin | None = None
        self._bar = ScrollBar()
        self._at = 0
        self._laid_out: object = None  # for which rows, place and window it is laid out

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is in the list."""
        return self._rows

    @property
    def current(self) -> str:
        """The key of the current row, empty where there is none."""
        return self._rows[self._at].key if self._rows else ""

    @property
    def spoken(self) -> str:
        if not self._rows:
            return self._empty
        place = _("{n} of {all}").format(n=self._at + 1, all=len(self._rows))
        return sentences(self._rows[self._at].spoken, place)

    def show(self, rows: Sequence[Row], *, afresh: bool = False) -> None:
        """Put other rows in; the current one stays, if it is still among them.

        If it is not, its place is kept, or where the rows are looked at ``afresh`` the first.
        """
        key, at = self.current, 0 if afresh else self._at
        self._rows = tuple(rows)
        keys = [row.key for row in self._rows]
        self._at = keys.index(key) if key in keys else max(0, min(at, len(keys) - 1))
        self._lay_out()

    def go_to(self, key: str) -> None:
        """Make that row the current one, without telling anybody."""
        keys = [row.key for row in self._rows]
        if key in keys:
            self._at = keys.index(key)
            self._into_view()

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._skin = skin
        edge, bar = skin.px(_EDGE), max(6, skin.px(WIDTH))
        self._view = rect.inflate(-2 * edge, -2 * edge)
        self._view.width -= bar
        self._lay_out()

    def targets(self) -> dict[str, Rect]:
        found: dict[str, Rect] = {}
        for placed in self._placed if self.enabled else ():
            seen = self._seen(placed)
            if seen.height >= min(SMALLEST_TARGET, placed.rect.height):
                found[f"{self.name}:{placed.row.key}"] = seen
        return found

    def activate(self) -> None:
        if self._chosen and self._rows and self._rows[self._at].enabled:
            self._chosen(self.current)

    def step(self, direction: int) -> bool:
        if self._stepped is None or not self._rows:
            return False
        if self._rows[self._at].enabled:
            self._stepped(self.current, direction)
        return True

    def travel(self, key: int) -> bool:
        page = self._page()
        moves = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -len(self._rows),
            pygame.K_END: len(self._rows),
        }
        if key not in moves or not self._rows:
            return False
        at = max(0, min(len(self._rows) - 1, self._at + moves[key]))
        if at == self._at and abs(moves[key]) == 1:
            return False
        self._go(at)
        return True

    def wheel(self, notches: float) -> bool:
        line = self._skin.line() if self._skin else 1
        self._bar.scroll(self._bar.offset - round(notches * 3 * line))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self._bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self._bar.drag(pos)

    def release(self, pos: tuple[int, int]) -> None:
        if self._bar.let_go() or not self._view.collidepoint(pos):
            return
        boxes = [self._seen(placed) for placed in self._placed]
        at = next((n for n, box in enumerate(boxes) if box.collidepoint(pos)), None)
        if at is None:
            return
        self._go(at)
        if self._click_chooses:
            self.activate()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for number, placed in enumerate(self._placed):
            if self._seen(placed).height > 0:
                if number == self._at:
                    self._draw_current(surface, skin, placed, mood)
                self._draw_row(surface, skin, placed)
        if not self._rows and self._empty:
            skin.write(surface, self._empty, self._view, "ink_soft", BODY, align="middle")
        surface.set_clip(before)
        self._bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin, 16)

    def _draw_current(self, surface: Surface, skin: Skin, placed: PlacedRow, mood: Mood) -> None:
        box = placed.rect.move(self._view.x, self._view.y - self._bar.offset)
        edge = skin.colour("focus" if mood.focused else "button_edge")
        radius, width = skin.px(RADIUS), max(1, skin.px(1.5))
        rounded(surface, box, skin.colour("row_hover"), radius, edge, width)

    def _draw_row(self, surface: Surface, skin: Skin, placed: PlacedRow) -> None:
        by = (self._view.x, self._view.y - self._bar.offset)
        if placed.row.mark is not None:
            _draw_mark(surface, skin, placed.mark.move(by), on=placed.row.mark)
        for piece in placed.pieces:
            at = piece.rect.move(by)
            skin.write(
                surface,
                piece.text,
                at,
                piece.colour,
                piece.units,
                bold=piece.bold,
                align=piece.align,
            )

    def _lay_out(self) -> None:
        if self._skin is None:
            return
        laid_out = (self._rows, self._view.topleft, self._view.size, self._skin.size)
        if laid_out == self._laid_out:
            self._into_view()
            return
        self._laid_out = laid_out
        gap = self._skin.px(_GAP)
        self._placed = lay_out(self._rows, self._view.width, self._skin, gap)
        height = self._placed[-1].rect.bottom if self._placed else 0
        half = max(6, self._skin.px(WIDTH))
        track = Rect(self._view.right + half // 2, self._view.y, half, self._view.height)
        self._bar.place(track, height)
        self._into_view()

    def _into_view(self) -> None:
        if self._placed:
            box = self._placed[self._at].rect
            self._bar.show(box.top, box.bottom)

    def _go(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self._into_view()
            if self._moved:
                self._moved(self.current)

    def _page(self) -> int:
        """How many rows fit the view, roughly."""
        highest = max((placed.rect.height for placed in self._placed), default=1)
        return max(1, self._view.height // max(1, highest))

    def _seen(self, placed: PlacedRow) -> Rect:
        return placed.rect.move(self._view.x, self._view.y - self._bar.offset).clip(self._view)


def _draw_mark(surface: Surface, skin: Skin, box: Rect, *, on: bool) -> None:
    """A round mark: full for the value that holds, hollow for the others."""
    centre, radius = box.center, skin.px(9)
    disc(surface, centre, radius, skin.colour("button_edge"))
    disc(surface, centre, radius - max(1, skin.px(2)), skin.colour("panel"))
    if on:
        disc(surface, centre, max(2, radius - skin.px(4)), skin.colour("focus"))
