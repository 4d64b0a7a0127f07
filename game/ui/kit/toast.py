"""One line at the top of the window that goes away by itself."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

SECONDS = 4.0
SECONDS_PER_CHARACTER = 0.045
WIDEST = 0.86  # of the window


class Toasts:
    """Lines waiting to be read, one shown at a time, each for as long as reading takes."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._left = 0.0
        self._answer = ""
        """What was said last to a key; the next such word takes its place."""

    @property
    def text(self) -> str:
        """What is shown now, empty if nothing."""
        return self._waiting[0] if self._waiting else ""

    def show(self, text: str) -> None:
        """Show a line after those that wait; the same line twice is shown once."""
        if text in self._waiting:
            return
        self._waiting.append(text)
        if len(self._waiting) == 1:
            self._left = _time_for(text)

    def answer(self, text: str) -> None:
        """Say at once what a key has done; what it said before no longer holds."""
        if self._answer in self._waiting:
            self._waiting.remove(self._answer)
        self._answer = text
        self._waiting.appendleft(text)
        self._left = _time_for(text)

    def dismiss(self) -> None:
        """The line was seen: on to the next."""
        if self._waiting:
            self._waiting.popleft()
            self._left = _time_for(self.text)

    def update(self, dt: float) -> bool:
        """Let time pass; True if what is shown changed."""
        if not self._waiting:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self.dismiss()
        return True

    def idle_for(self) -> float | None:
        """Seconds until what is shown changes by itself."""
        return max(0.02, self._left) if self._waiting else None

    def rect(self, skin: Skin) -> Rect:
        """Where the line stands."""
        lines = self._lines(skin)
        width = max((skin.width(line, SMALL) for line in lines), default=0)
        widest = round(skin.size[0] * WIDEST)  # a path may be longer, without a blank to break at
        box = Rect(
            0,
            0,
            min(width, widest) + 2 * skin.px(24),
            len(lines) * skin.line(SMALL) + 2 * skin.px(11),
        )
        box.midtop = (skin.size[0] // 2, skin.px(14))
        return box

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw the line, over everything else."""
        if not self._waiting:
            return
        box = self.rect(skin)
        edge = skin.colour("accent")
        rounded(surface, box, skin.colour("toast"), skin.px(12), edge, skin.px(1.5))
        high = skin.line(SMALL)
        for number, line in enumerate(self._lines(skin)):
            at = Rect(box.x, box.y + skin.px(11) + number * high, box.width, high)
            at.inflate_ip(-2 * skin.px(16), 0)
            skin.write(surface, line, at, "ink", SMALL, align="middle")

    def _lines(self, skin: Skin) -> list[str]:
        if not self._waiting:
            return []
        return skin.lines(self.text, round(skin.size[0] * WIDEST), SMALL)


def _time_for(text: str) -> float:
    return SECONDS + SECONDS_PER_CHARACTER * len(text)
