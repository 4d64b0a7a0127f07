"""A small thing that is in or out: one rank of the pack, one suit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.ui.kit.aloud import fact
from game.ui.kit.controls import RADIUS, focus_ring
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY
from game.ui.kit.widget import CALM, Focusable, Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_HEIGHT = 44.0


class Chip(Focusable):
    """Filled while it is in; hollow and struck through while it is out."""

    def __init__(
        self,
        name: str,
        text: str,
        is_in: bool,
        toggled: Callable[[], None],
        stepped: Callable[[int], bool],
    ) -> None:
        """`stepped` is told of the left and right arrows; False where there is no chip more."""
        super().__init__(name)
        self.text, self.is_in, self._toggled, self._stepped = text, is_in, toggled, stepped

    @property
    def spoken(self) -> str:
        return fact(self.text, _("in the pack") if self.is_in else _("left out"))

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.text, BODY, bold=True) + skin.px(24), skin.px(_HEIGHT)

    def activate(self) -> None:
        self._toggled()

    def step(self, direction: int) -> bool:
        return self._stepped(direction)

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        face = "primary" if self.is_in else "row_hover" if mood.hovered else "panel"
        ink = "primary_ink" if self.is_in else "ink_soft"
        edge, radius = skin.colour("button_edge"), skin.px(RADIUS)
        rounded(surface, self.rect, skin.colour(face), radius, edge, max(1, skin.px(1.5)))
        words = skin.write(surface, self.text, self.rect, ink, BODY, bold=True, align="middle")
        if not self.is_in:
            line = words.inflate(skin.px(10), 0)
            start, end = (line.left, line.centery), (line.right, line.centery)
            pygame.draw.line(surface, skin.colour("ink_soft"), start, end, max(1, skin.px(2)))
        if mood.focused:
            focus_ring(surface, self.rect, skin)
