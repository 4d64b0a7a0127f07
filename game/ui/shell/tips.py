"""Tooltips for what is under a resting pointer or has the focus: its name and its shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import Rect

from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.kit.skin import Skin


class Tip(NamedTuple):
    """A tooltip: its text, and the box on the scene that it describes.

    It goes above that box, or below ``kept``, which must stay visible.
    """

    text: str
    box: Rect
    kept: Rect | None = None


class Tips:
    """Decides when a tooltip is due, and shows it until the next event."""

    REST = 0.6
    """Seconds that the pointer or the focus must rest on something."""

    def __init__(self) -> None:
        self.shown: Tip | None = None
        """The tooltip on screen, its box in window coordinates."""
        self.is_for_pointer = True
        """Whether the tooltip is for the pointer rather than the focus."""
        self._left: float | None = None

    def notice(self, event: Event) -> bool:
        """Note an event; True if it hid the tooltip."""
        is_motion = event.type == pygame.MOUSEMOTION
        # Of what an input method commits, only the text arrives, without a key.
        is_key = event.type in {pygame.KEYDOWN, pygame.TEXTINPUT}
        hiding = frozenset(
            {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE}
        )
        if not (is_motion or is_key or event.type in hiding):
            return False
        before, self.shown, self._left = self.shown, None, None
        if is_key or (is_motion and not any(event.dict.get("buttons", ()))):
            self._left, self.is_for_pointer = self.REST, is_motion
        return before is not None

    def hide(self) -> None:
        """Hide the tooltip: nothing is under the pointer any more."""
        self.shown = self._left = None

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True once a tooltip is due."""
        if self._left is None:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self._left = None
        return True

    def idle_for(self) -> float | None:
        """Return the seconds until a tooltip is due; None if none will be."""
        return None if self._left is None else max(0.01, self._left)

    def place(self, skin: Skin) -> Rect:
        """Return the tooltip's box: above or below what it describes, and within the window."""
        assert self.shown is not None
        lines, about, kept = self._lines(skin), self.shown.box, self.shown.kept
        around, away = skin.px(10), skin.px(8.0)  # pixels to the box and the edges
        wide = max(skin.width(line, SMALL) for line in lines) + 2 * around
        box = Rect(0, 0, wide, len(lines) * skin.line(SMALL) + around)
        box.midbottom = (about.centerx, about.top - away)
        if kept is not None or box.top < 0:
            box.midtop = (about.centerx, (kept or about).bottom + away)
        return box.clamp(Rect((0, 0), skin.size).inflate(-2 * away, -2 * away))

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw the tooltip over everything else."""
        if self.shown is None:
            return
        box = self.place(skin)
        edge = skin.colour("accent")
        rounded(surface, box, skin.colour("toast"), skin.px(8), edge, max(1, skin.px(1)))
        line = Rect(box.x, box.y + skin.px(5), box.width, skin.line(SMALL))
        for text in self._lines(skin):
            skin.write(surface, text, line, "ink", SMALL, align="middle")
            line.top = line.bottom

    def _lines(self, skin: Skin) -> list[str]:
        widest = min(skin.px(420.0), skin.size[0] * 3 // 4)
        return skin.lines(self.shown.text, widest, SMALL) if self.shown else []
