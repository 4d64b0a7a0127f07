"""The part of a screen that a window shows where the screen, at the size wished, is larger.

A screen is laid out for a canvas; the window is a view of it, which goes where the focus goes, and
where the wheel or its bars take it. All lengths are pixels.
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
    """Which part of a scene's canvas is in the window."""

    BAR = 12
    """Pixels across a bar that shows which part is seen."""
    _LEAST_THUMB = 40  # pixels

    def __init__(self) -> None:
        self.window: Size = (0, 0)
        self.canvas: Size = (0, 0)
        self.offset: Size = (0, 0)
        """The corner of the canvas that is the window's upper left corner."""
        self._held: tuple[int, int] | None = None
        """The axis (0 or 1) whose bar is held, and where on its thumb."""
        self._sheet: Surface | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of the canvas is seen."""
        return self.window == self.canvas

    @property
    def is_new(self) -> bool:
        """Whether nothing has been shown yet; it begins at the top, wherever the focus is."""
        return self.canvas == (0, 0)

    def fit(self, window: Size, canvas: Size) -> None:
        """Be a view of that size on a canvas, which is nowhere smaller."""
        self.window, self.canvas = window, canvas
        self._held = self._sheet = None
        self.move(self.offset)

    def move(self, offset: Size) -> bool:
        """Bring that corner of the canvas into the window's; False if it stays where it is."""
        before = self.offset
        self.offset = (
            scroll_to(offset[0], self.window[0], self.canvas[0]),
            scroll_to(offset[1], self.window[1], self.canvas[1]),
        )
        return self.offset != before

    def scroll(self, across: int, down: int) -> bool:
        """Move by so many pixels; False if there is nothing more that way."""
        return self.move((self.offset[0] + across, self.offset[1] + down))

    def follow(self, box: Rect | None) -> None:
        """Bring a box of the canvas into view: at an end of the canvas, where it is seen there."""
        if box is not None and not self.is_whole:
            x, y = (self._towards(axis, box) for axis in (0, 1))
            self.move((x, y))

    def _towards(self, axis: int, box: Rect) -> int:
        seen, end = self.window[axis], self.canvas[axis] - self.window[axis]
        first, last = box.topleft[axis], box.bottomright[axis]
        if last - first > seen:  # as much of it as can be seen, from the top of all if that is near
            return 0 if first < seen // 2 else min(end, first)
        around = max(0, min(24, (seen - (last - first)) // 2))  # free where there is room
        least, most = max(0, last + around - seen), min(end, first - around)
        for offset in (self.offset[axis], 0, end):
            if least <= offset <= most:
                return offset
        return min(least, first) if self.offset[axis] < least else max(0, most)

    # -- events and pixels ---------------------------------------------------------------------

    def spot(self, pos: tuple[int, int]) -> tuple[int, int]:
        """Return a place of the window, on the canvas."""
        return pos[0] + self.offset[0], pos[1] + self.offset[1]

    def seen(self, box: Rect) -> Rect:
        """Return where a box of the canvas is in the window; empty where nothing of it is seen."""
        return box.move(-self.offset[0], -self.offset[1]).clip(Rect((0, 0), self.window))

    def inward(self, event: Event) -> Event | None:
        """Return the event as the scene is to get it; None where it was meant for a bar."""
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
        """Return the scroll bars by axis: each bar, and the part of it that stands for what is
        seen.

        An axis on which all is seen has none.
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
        """Draw what is seen of a scene."""
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
