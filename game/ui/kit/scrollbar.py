"""The bar at the side of what is longer than its box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.layout import SMALLEST_TARGET, scroll_to, thumb
from game.ui.kit.paint import rounded

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

WIDTH = 10.0


class ScrollBar:
    """Knows how far down one has come, and lets the pointer change it."""

    def __init__(self) -> None:
        self.offset = 0
        self.content = 0
        self._track = Rect(0, 0, 0, 0)
        self._held: int | None = None  # where on the thumb the pointer took hold

    @property
    def is_needed(self) -> bool:
        """Whether there is more than can be seen."""
        return self.content > self._track.height

    @property
    def is_held(self) -> bool:
        """Whether the pointer holds it."""
        return self._held is not None

    def place(self, track: Rect, content: int) -> None:
        """Stand here, for so many pixels of content."""
        self._track, self.content = track, content
        self.scroll(self.offset)

    def scroll(self, offset: int) -> None:
        """Show what lies this many pixels below the beginning."""
        self.offset = scroll_to(offset, self._track.height, self.content)

    def show(self, top: int, bottom: int) -> None:
        """Scroll as little as is needed to bring this part into view."""
        if bottom > self.offset + self._track.height:
            self.scroll(bottom - self._track.height)
        if top < self.offset:
            self.scroll(top)

    def press(self, pos: tuple[int, int]) -> bool:
        """Take hold of the bar; False if the pointer is elsewhere."""
        reach = self._track.inflate(max(0, SMALLEST_TARGET - self._track.width), 0)
        self._held = None
        if not self.is_needed or not reach.collidepoint(pos):
            return False
        grip = self._thumb()
        self._held = pos[1] - grip.y if grip.collidepoint(grip.x, pos[1]) else grip.height // 2
        self.drag(pos)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        """Move with the pointer, if it holds the bar."""
        free = self._track.height - self._thumb().height
        if self._held is not None and free > 0:
            share = (pos[1] - self._held - self._track.y) / free
            self.scroll(round(share * (self.content - self._track.height)))

    def let_go(self) -> bool:
        """The pointer was released; True if it had held the bar."""
        held, self._held = self._held is not None, None
        return held

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw it where it is needed."""
        if self.is_needed:
            half = self._track.width // 2
            rounded(surface, self._track, skin.colour("toggle_off"), half)
            name = "focus" if self._held is not None else "button_edge"
            rounded(surface, self._thumb(), skin.colour(name), half)

    def _thumb(self) -> Rect:
        return thumb(self._track, self.offset, self._track.height, self.content, SMALLEST_TARGET)
