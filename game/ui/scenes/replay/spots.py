"""What can be pressed on the table that draws itself: places, and the bar that tells how far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import focus_ring
from game.ui.kit.paint import disc, rounded
from game.ui.kit.widget import CALM, Focusable, Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class Spot(Focusable):
    """A place on the table; what stands there is drawn with the table."""

    def __init__(self, name: str, action: Callable[[], None], words: Callable[[], str]) -> None:
        """`words` is what stands there, as read aloud."""
        super().__init__(name)
        self._action, self._words = action, words

    @property
    def spoken(self) -> str:
        return self._words()

    def activate(self) -> None:
        self._action()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        if mood.focused:
            focus_ring(surface, self.rect, skin)


class Track(Focusable):
    """How far one has come; the pointer may go anywhere on it."""

    def __init__(self, name: str, last: int, moved: Callable[[int], None]) -> None:
        super().__init__(name)
        self._last, self._moved = max(1, last), moved
        self._bar = Rect(0, 0, 1, 1)
        self.at = 0

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        edge = skin.px(12)
        self._bar = Rect(rect.x + edge, 0, max(1, rect.width - 2 * edge), skin.px(7))
        self._bar.centery = rect.centery

    @property
    def spoken(self) -> str:
        return _("Move {n} of {all}").format(n=self.at, all=self._last)

    def activate(self) -> None:
        """Enter says nothing to it; the arrow keys step on every page of a replay."""

    def press(self, pos: tuple[int, int]) -> None:
        self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        share = (pos[0] - self._bar.x) / self._bar.width
        step = max(0, min(self._last, round(share * self._last)))
        if step != self.at:
            self._moved(step)

    def wheel(self, notches: float) -> bool:
        step = max(0, min(self._last, self.at - (1 if notches > 0 else -1)))
        if step != self.at:
            self._moved(step)
        return True

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        bar, half = self._bar, self._bar.height // 2
        rounded(surface, bar, skin.colour("toggle_off"), half, skin.colour("button_edge"), 1)
        knob = bar.x + bar.width * self.at // self._last
        full = Rect(bar.x, bar.y, max(bar.height, knob - bar.x), bar.height)
        rounded(surface, full, skin.colour("toggle_on"), half)
        disc(surface, (knob, bar.centery), skin.px(10), skin.colour("button_edge"))
        disc(surface, (knob, bar.centery), skin.px(8), skin.colour("knob"))
        if mood.focused:
            focus_ring(surface, self.rect, skin)
