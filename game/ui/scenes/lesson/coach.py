"""The coach: a sheet with a few sentences in a corner, and frames round what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import Button, draw_panel
from game.ui.kit.layout import SMALLEST_TARGET
from game.ui.kit.paint import ring
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Mood
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_WIDTH, _PAD, _GAP, _HIGH = 424.0, 16.0, 10.0, 38.0
_TEXT: Final = 19.0


@dataclass(frozen=True, slots=True)
class Said:
    """What the coach says now, how far the lesson is, and whether it waits to be told to go on."""

    text: str
    done: int
    all: int
    asks: bool


class Coach:
    """Draws in one size of window; its two buttons are named as all targets are."""

    def __init__(self, skin: Skin, corner: tuple[int, int], said: Said) -> None:
        self._skin, self._said = skin, said
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), max(SMALLEST_TARGET, skin.px(_HIGH))
        width = skin.px(_WIDTH)
        inner = width - 2 * pad
        self._lines = skin.lines(said.text, inner, _TEXT)
        text = len(self._lines) * skin.line(_TEXT)
        self.box = Rect(*corner, width, pad + text + gap + high + pad)
        foot = Rect(corner[0] + pad, self.box.bottom - pad - high, inner, high)
        half = (inner - gap) // 2
        self._go_on = Button("button:go_on", _("Go on"), _nothing, primary=True, small=True)
        self._leave = Button("button:leave", _("Leave the lesson"), _nothing, small=True)
        self._leave.place(Rect(foot.x, foot.y, half, high), skin)
        self._go_on.place(Rect(foot.right - half, foot.y, half, high), skin)
        self._dots = Rect(foot.right - half, foot.y, half, high)

    def buttons(self) -> dict[str, Rect]:
        """What can be pressed on the sheet."""
        found = {"button:leave": self._leave.rect}
        return found | ({"button:go_on": self._go_on.rect} if self._said.asks else {})

    def draw(self, surface: Surface, hovered: str, focused: str) -> None:
        """Draw the sheet."""
        skin, pad = self._skin, self._skin.px(_PAD)
        draw_panel(surface, self.box, skin)
        for number, line in enumerate(self._lines):
            row = Rect(self.box.x + pad, self.box.y + pad, self.box.width - 2 * pad, 0)
            row.height = skin.line(_TEXT)
            row.y += number * row.height
            skin.write(surface, line, row, "ink", _TEXT)
        drawn = [self._leave, self._go_on] if self._said.asks else [self._leave]
        for button in drawn:
            mood = Mood(focused=button.name == focused, hovered=button.name == hovered)
            button.draw(surface, skin, mood)
        if not self._said.asks:
            words = _("{n} of {all}").format(n=self._said.done, all=self._said.all)
            skin.write(surface, words, self._dots, "ink_soft", SMALL, align="right")


def _nothing() -> None:
    """The scene acts on these buttons itself."""


def pointer_width(skin: Skin) -> int:
    """How wide the frame is that goes round what is meant."""
    return max(3, skin.px(4))


def draw_pointers(surface: Surface, skin: Skin, boxes: Sequence[Rect]) -> None:
    """A bright frame round each place, and a wedge above it that points down at it."""
    colour, dark, wide = skin.colour("focus"), skin.colour("rim_dark"), pointer_width(skin)
    for box in boxes:
        ring(surface, box.inflate(2 * wide, 2 * wide), dark, 2 * wide, wide + 2)
        ring(surface, box.inflate(2 * wide - 2, 2 * wide - 2), colour, 2 * wide, wide)
        wedge = _wedge((box.centerx, box.y - 2 * wide), skin.px(17))
        outer = _wedge((box.centerx, box.y - wide), skin.px(17) + 2 * wide)
        if outer[1][1] > 0:
            for points, tone in ((outer, dark), (wedge, colour)):
                pygame.draw.polygon(surface, tone, points)
                pygame.draw.aalines(surface, tone, True, points)


def _wedge(tip: tuple[int, int], size: int) -> list[tuple[int, int]]:
    return [tip, (tip[0] - size, tip[1] - size), (tip[0] + size, tip[1] - size)]
