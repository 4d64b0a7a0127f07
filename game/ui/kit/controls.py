"""The widgets that stand for themselves: labels, panels, pictures and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.paint import ring, stretch
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, Mood, Widget
from game.ui.sheets import MARGIN
from game.ui.theme import ButtonState

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

HEIGHT = 54.0  # units: a button, and every row of settings
RADIUS = 10.0
PADDING = 22.0
RING = 3.0


_PLAIN = (ButtonState.CALM, ButtonState.HOVER, ButtonState.PRESSED)
_PRIMARY = (ButtonState.PRIMARY, ButtonState.PRIMARY_HOVER, ButtonState.PRIMARY_PRESSED)


class Label(Widget):
    """One line of text, or several where it is allowed to wrap."""

    def __init__(
        self,
        text: str,
        *,
        units: float = BODY,
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        wraps: bool = False,
    ) -> None:
        super().__init__()
        self.text, self.units, self.colour = text, units, colour
        self.bold, self.align, self.wraps = bold, align, wraps

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.text, self.units, bold=self.bold), skin.line(self.units)

    def height_in(self, width: int, skin: Skin) -> int:
        """How high it is when wrapped to this width."""
        return len(self._lines(width, skin)) * skin.line(self.units)

    def draw(self, surface: Surface, skin: Skin, _mood: Mood = CALM) -> None:
        high = skin.line(self.units)
        lines = self._lines(self.rect.width, skin)
        y = self.rect.centery - high * len(lines) // 2
        for line in lines:
            box = Rect(self.rect.x, y, self.rect.width, high)
            skin.write(
                surface, line, box, self.colour, self.units, bold=self.bold, align=self.align
            )
            y += high

    def _lines(self, width: int, skin: Skin) -> list[str]:
        if not self.wraps:
            return [self.text]
        return skin.lines(self.text, width, self.units, bold=self.bold)


class Panel(Widget):
    """A darker sheet on the cloth that holds other things together."""

    def draw(self, surface: Surface, skin: Skin, _mood: Mood = CALM) -> None:
        draw_panel(surface, self.rect, skin)


class Button(Focusable):
    """Does one thing. `primary` marks what Enter most likely means on the page.

    `says` is what is read aloud where the text on it is but a sign.
    """

    def __init__(
        self,
        name: str,
        text: str,
        action: Callable[[], None],
        *,
        primary: bool = False,
        small: bool = False,
        says: str = "",
    ) -> None:
        super().__init__(name)
        self.says = says
        self.text, self.action, self.primary = text, action, primary
        self.units = SMALL if small else BODY

    @property
    def spoken(self) -> str:
        return self.says or self.text

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        width = skin.width(self.text, self.units, bold=True) + 2 * skin.px(PADDING / 2)
        return width, skin.px(HEIGHT)

    def activate(self) -> None:
        if self.enabled:
            self.action()

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        state = self._state(mood)
        box = self.rect.move(0, skin.px(1) if mood.pressed else 0)
        radius = skin.px(RADIUS)
        face = skin.theme.button((4 * radius, box.height), state, radius)
        stretch(surface, face, box.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)
        inside = box.inflate(-skin.px(16), 0)
        _, ink = state.value
        skin.write(surface, self.text, inside, ink, self.units, bold=True, align="middle")
        if mood.focused:
            focus_ring(surface, box, skin)

    def _state(self, mood: Mood) -> ButtonState:
        if not self.enabled:
            return ButtonState.OFF
        states = _PRIMARY if self.primary else _PLAIN
        return states[2 if mood.pressed else 1 if mood.hovered else 0]


def draw_panel(surface: Surface, rect: Rect, skin: Skin) -> None:
    """A sheet with its shadow on whatever lies below."""
    radius = skin.px(16)
    tile = skin.theme.panel((4 * radius, 4 * radius), radius)
    stretch(surface, tile, rect.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)


def focus_ring(surface: Surface, rect: Rect, skin: Skin, radius: float = RADIUS) -> None:
    """What the keyboard acts on: a bright frame around it, with a dark one inside."""
    wide = skin.px(RING)
    gap = skin.px(2)
    outer = rect.inflate(2 * (wide + gap), 2 * (wide + gap))
    ring(surface, outer, skin.colour("focus"), skin.px(radius) + wide + gap, wide)
