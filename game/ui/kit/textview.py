"""A document in a box, scrolled by wheel, keys, or the bar at its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.controls import draw_panel, focus_ring
from game.ui.kit.document import Block, DrawCards, Layout, Piece, draw_piece
from game.ui.kit.layout import SMALLEST_TARGET, scroll_to, thumb
from game.ui.kit.paint import fade, rounded
from game.ui.kit.widget import CALM, Focusable, Mood

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

PADDING = 28.0
BAR = 10.0
_FADE = 26.0


class TextView(Focusable):
    """A document that may be longer than its box."""

    def __init__(self, name: str, blocks: Sequence[Block], cards: DrawCards) -> None:
        super().__init__(name)
        self._blocks, self._cards = blocks, cards
        self._layout: Layout | None = None
        self._view = self._track = Rect(0, 0, 0, 0)
        self._line = 1
        self._held: int | None = None  # where on the bar's thumb the pointer took hold
        self._told: list[str] = []
        self.offset = 0

    @property
    def spoken(self) -> str:
        """The lines that have come into view last: at first all that are seen."""
        return " ".join(self._told)

    @property
    def chapters(self) -> list[tuple[str, int]]:
        """The headings, and the offset that shows each at the top."""
        return self._layout.chapters if self._layout else []

    @property
    def at_end(self) -> bool:
        """Whether the last line is in view."""
        return self._layout is None or self.offset >= self._layout.height - self._view.height

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        share = self.offset / self._layout.height if self._layout and self._layout.height else 0.0
        edge, bar = skin.px(PADDING), max(skin.px(BAR), 6)
        self._view = rect.inflate(-2 * edge, -skin.px(PADDING))
        self._view.width -= bar
        self._track = Rect(rect.right - edge // 2 - bar // 2, self._view.y, bar, self._view.height)
        self._line = skin.line()
        self._layout = Layout(self._blocks, self._view.width, skin)
        self.scroll(round(share * self._layout.height))

    def scroll(self, offset: int) -> None:
        """Show what lies this many pixels below the beginning."""
        height = self._layout.height if self._layout else 0
        before = self._seen() if self._told else {}
        self.offset = scroll_to(offset, self._view.height, height)
        new = [text for place, text in self._seen().items() if place not in before]
        self._told = new or self._told

    def scroll_to_chapter(self, number: int) -> None:
        """Show a chapter from its heading on, and tell all of it that is seen."""
        self._told = []
        self.scroll(self.chapters[number][1])

    def _seen(self) -> dict[int, str]:
        """The lines that are wholly in view, each with its place in the document."""
        top, bottom = self.offset, self.offset + self._view.height
        return {
            place: piece.text
            for place, piece in enumerate(self._pieces)
            if piece.text and piece.rect.top >= top and piece.rect.bottom <= bottom
        }

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for piece in self._pieces:
            at = piece.rect.move(self._view.x, self._view.y - self.offset)
            if at.bottom > self._view.top and at.top < self._view.bottom:
                draw_piece(surface, piece, at, skin, self._cards)
        self._fade_ends(surface, skin)
        surface.set_clip(before)
        self._draw_bar(surface, skin, mood)
        if mood.focused:
            focus_ring(surface, self.rect, skin, 16)

    def activate(self) -> None:
        """Enter or Space reads on, a page at a time."""
        self.travel(pygame.K_PAGEDOWN)

    def travel(self, key: int) -> bool:
        page = max(self._line, self._view.height - 2 * self._line)
        moves = {
            pygame.K_UP: self._line_above() - self.offset,
            pygame.K_DOWN: self._line_below() - self.offset,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
        }
        match key:
            case pygame.K_HOME:
                self.scroll(0)
            case pygame.K_END:
                self.scroll(self._layout.height if self._layout else 0)
            case _ if key in moves:
                self.scroll(self.offset + moves[key])
            case _:
                return False
        return True

    def _line_below(self) -> int:
        """The offset that brings the next line into view."""
        bottom = self.offset + self._view.height
        ends = (piece.rect.bottom for piece in self._pieces if piece.rect.bottom > bottom)
        return min(ends, default=bottom) - self._view.height

    def _line_above(self) -> int:
        """The offset that brings the line before the first one into view."""
        tops = (piece.rect.top for piece in self._pieces if piece.rect.top < self.offset)
        return max(tops, default=self.offset)

    @property
    def _pieces(self) -> Sequence[Piece]:
        return self._layout.pieces if self._layout else ()

    def wheel(self, notches: float) -> bool:
        self.scroll(self.offset - round(notches * 3 * self._line))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        reach = self._track.inflate(max(0, SMALLEST_TARGET - self._track.width), 0)
        self._held = None
        if reach.collidepoint(pos):
            grip = self._thumb()
            self._held = pos[1] - grip.y if grip.collidepoint(grip.x, pos[1]) else grip.height // 2
            self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        free = self._track.height - self._thumb().height
        if self._held is None or self._layout is None or free <= 0:
            return
        share = (pos[1] - self._held - self._track.y) / free
        self.scroll(round(share * (self._layout.height - self._view.height)))

    def release(self, _pos: tuple[int, int]) -> None:
        self._held = None

    def _thumb(self) -> Rect:
        height = self._layout.height if self._layout else 0
        return thumb(self._track, self.offset, self._view.height, height, SMALLEST_TARGET)

    def _fade_ends(self, surface: Surface, skin: Skin) -> None:
        """Where the text goes on, it goes on out of sight."""
        panel, strip = skin.colour("panel"), Rect(self._view.topleft, (self._view.width, 0))
        strip.height = skin.px(_FADE)
        if self.offset > 0:
            fade(surface, strip, panel, upwards=True)
        if not self.at_end:
            strip.bottom = self._view.bottom
            fade(surface, strip, panel, upwards=False)

    def _draw_bar(self, surface: Surface, skin: Skin, mood: Mood) -> None:
        if self._layout is None or self._layout.height <= self._view.height:
            return
        half = self._track.width // 2
        rounded(surface, self._track, skin.colour("toggle_off"), half)
        name = "focus" if mood.pressed else "button_edge"
        rounded(surface, self._thumb(), skin.colour(name), half)
