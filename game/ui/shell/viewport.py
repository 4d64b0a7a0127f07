"""The viewport: the part of a scene's canvas that the window shows.

A scene may be laid out on a canvas larger than the window. The view follows the focus, the wheel
and its scroll bars. All lengths are pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui.kit.grids import scroll_to, thumb
from game.ui.kit.paint import rounded

if TYPE_CHECKING:
    from pygame import Event

    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Scene

Size = tuple[int, int]


class View:
    """The part of a scene's canvas that is in the window."""

    BAR = 12
    """The width of a scroll bar, in pixels."""
    _LEAST_THUMB = 40  # pixels

    def __init__(self) -> None:
        self.window: Size = (0, 0)
        self.canvas: Size = (0, 0)
        self.offset: Size = (0, 0)
        """The position on the canvas of the window's upper left corner."""
        self._held: tuple[int, int] | None = None
        """The axis (0 or 1) whose thumb is being dragged, and where on the thumb."""
        self._sheet: Surface | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of the canvas is visible."""
        return self.window == self.canvas

    @property
    def is_new(self) -> bool:
        """Whether nothing has been shown yet: the view is at the top, wherever the focus is."""
        return self.canvas == (0, 0)

    def fit(self, window: Size, canvas: Size) -> None:
        """Set the window's size and the canvas's, which is never smaller."""
        self.window, self.canvas = window, canvas
        self._held = self._sheet = None
        self.move(self.offset)

    def move(self, offset: Size) -> bool:
        """Scroll to an offset; False if the view does not move."""
        before = self.offset
        self.offset = (
            scroll_to(offset[0], self.window[0], self.canvas[0]),
            scroll_to(offset[1], self.window[1], self.canvas[1]),
        )
        return self.offset != before

    def scroll(self, across: int, down: int) -> bool:
        """Scroll by that many pixels; False if the canvas ends there."""
        return self.move((self.offset[0] + across, self.offset[1] + down))

    def follow(self, box: Rect | None) -> None:
        """Scroll a box of the canvas into view; a box near an end of the canvas shows that end."""
        if box is not None and not self.is_whole:
            x, y = (self._towards(axis, box) for axis in (0, 1))
            self.move((x, y))

    def _towards(self, axis: int, box: Rect) -> int:
        seen, end = self.window[axis], self.canvas[axis] - self.window[axis]
        first, last = box.topleft[axis], box.bottomright[axis]
        if last - first > seen:  # as much of the box as fits, from the canvas's top if that is near
            return 0 if first < seen // 2 else min(end, first)
        around = max(0, min(24, (seen - (last - first)) // 2))  # margin, where there is room
        least, most = max(0, last + around - seen), min(end, first - around)
        for offset in (self.offset[axis], 0, end):
            if least <= offset <= most:
                return offset
        return min(least, first) if self.offset[axis] < least else max(0, most)

    # -- events and pixels ---------------------------------------------------------------------

    def spot(self, pos: tuple[int, int]) -> tuple[int, int]:
        """Convert a position in the window to one on the canvas."""
        return pos[0] + self.offset[0], pos[1] + self.offset[1]

    def seen(self, box: Rect) -> Rect:
        """Convert a box of the canvas to the window; empty where none of it is visible."""
        return box.move(-self.offset[0], -self.offset[1]).clip(Rect((0, 0), self.window))

    def inward(self, event: Event) -> Event | None:
        """Return the event in canvas coordinates; None if it was meant for a scroll bar."""
        pointing = {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}
        if self.is_whole or event.type not in pointing:
            return event
        if self._takes(event):
            return None
        return pygame.Event(event.type, {**event.dict, "pos": self.spot(event.pos)})

    def _takes(self, event: Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        held = self._held
        if held is None:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = None
        axis, grip = held
        track, part = self.bars()[axis]
        free = self._long(track, axis) - self._long(part, axis)
        share = (event.pos[axis] - grip - track.topleft[axis]) / max(1, free)
        offset = list(self.offset)
        offset[axis] = round(share * (self.canvas[axis] - self.window[axis]))
        self.move((offset[0], offset[1]))
        return True

    def _press(self, pos: tuple[int, int]) -> None:
        for axis, (track, part) in self.bars().items():
            if track.collidepoint(pos):
                on = part.collidepoint(pos)
                grip = pos[axis] - part.topleft[axis] if on else self._long(part, axis) // 2
                self._held = axis, grip

    def bars(self) -> dict[int, tuple[Rect, Rect]]:
        """Return the scroll bars by axis: track and thumb.

        An axis that is wholly visible has none.
        """
        found: dict[int, tuple[Rect, Rect]] = {}
        (wide, high), (across, down) = self.window, self.canvas
        if down > high:
            track = Rect(wide - self.BAR, 0, self.BAR, high)
            found[1] = track, thumb(track, self.offset[1], high, down, self._LEAST_THUMB)
        if across > wide:
            track = Rect(0, high - self.BAR, wide - self.BAR, self.BAR)
            upright = Rect(track.y, track.x, track.height, track.width)
            part = thumb(upright, self.offset[0], wide, across, self._LEAST_THUMB)
            found[0] = track, Rect(part.y, part.x, part.height, part.width)
        return found

    def draw(self, surface: Surface, scene: Scene, skin: Skin) -> None:
        """Draw the visible part of a scene."""
        if self.is_whole:
            scene.draw(surface)
            return
        if self._sheet is None:
            self._sheet = Surface(self.canvas, 0, surface)
        if scene.is_overlay:
            self._sheet.blit(surface, self.offset)
        scene.draw(self._sheet)
        surface.blit(self._sheet, (0, 0), Rect(self.offset, self.window))
        for track, part in self.bars().values():
            rounded(surface, track, skin.colour("row_hover"), self.BAR // 2)
            rounded(surface, part.inflate(-4, -4), skin.colour("accent"), self.BAR // 2 - 2)

    @staticmethod
    def _long(box: Rect, axis: int) -> int:
        return int(box.size[axis])
