"""Something that a player must know, with one button: over the scene below, or all alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button, Label
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Page, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_WIDTH = 720.0


class TellScene(Overlay):
    """Tells; Esc, Enter and the button close it. Closing the last scene leaves the program."""

    def __init__(self, stage: Stage, title: str, words: str) -> None:
        self._title, self._words = title, words
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._label = Label(self._words, wraps=True)
        self._close = Button("button:close", _("Close"), self.back, primary=True)
        return [self._label, self._close]

    def arrange(self, area: Rect) -> None:
        self._sheet = Sheet(area, self.skin, [self._label], [self._close], width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)


class FarewellScene(TellScene):
    """Tells why the game cannot go on; nothing lies below."""

    is_overlay = False

    def _draw_ground(self, surface: Surface) -> None:
        Page._draw_ground(self, surface)
