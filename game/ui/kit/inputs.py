"""Form rows that hold a value: toggle, slider, choice, and a row that opens a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, PADDING, RADIUS, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.paint import disc, polygon, rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact
from game.ui.text.language import percent_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


_FULL, _STEP = 100, 5  # percent
LABEL_SHARE = 0.42  # share of a row's width


def write_label(surface: Surface, skin: Skin, text: str, box: Rect, ink: str = "ink") -> None:
    """Draw a label on one line, or, if it is too long, on several lines of smaller text."""
    if skin.width(text) <= box.width:
        skin.write(surface, text, box, ink)
        return
    lines = skin.lines(text, box.width, SMALL)
    high = min(skin.line(SMALL), box.height // len(lines))
    y = box.centery - high * len(lines) // 2
    for line in lines:
        skin.write(surface, line, Rect(box.x, y, box.width, high), ink, SMALL)
        y += high


class _Row(Focusable):
    """A form row: a label on the left, a control on the right."""

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name)
        self.label = label
        self.value_box = Rect(0, 0, 0, 0)

    @property
    def spoken(self) -> str:
        return fact(self.label, self._value_words())

    def _value_words(self) -> str:
        raise NotImplementedError

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        label = skin.width(self.label, BODY) + 2 * skin.px(PADDING)
        value = self._value_width(skin) + 2 * skin.px(PADDING)
        wide = max(label / LABEL_SHARE, value / (1 - LABEL_SHARE))
        return round(wide), skin.px(HEIGHT)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        left = rect.x + round(rect.width * LABEL_SHARE)
        self.value_box = Rect(left, rect.y, rect.right - skin.px(PADDING) - left, rect.height)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        if mood.hovered or mood.focused:
            rounded(surface, self.rect, skin.colour("row_hover"), skin.px(RADIUS))
        text = self.rect.move(skin.px(PADDING), 0)
        text.width = self.value_box.x - skin.px(10) - text.x
        write_label(surface, skin, self.label, text, "ink" if self.enabled else "ink_soft")
        self._draw_value(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _value_width(self, skin: Skin) -> int:
        raise NotImplementedError

    def _draw_value(self, surface: Surface, skin: Skin) -> None:
        raise NotImplementedError


class Toggle(_Row):
    """A switch that is on or off."""

    def __init__(
        self,
        name: str,
        label: str,
        value: bool,
        changed: Callable[[bool], None],
        words: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(name, label)
        self.value, self.changed, self.words = value, changed, words

    def activate(self) -> None:
        self.value = not self.value
        self.changed(self.value)

    def step(self, direction: int) -> bool:
        if self.value != (direction > 0):
            self.activate()
        return True

    def _value_words(self) -> str:
        return self.words[int(self.value)]

    def _value_width(self, skin: Skin) -> int:
        return skin.px(70) + max(skin.width(word) for word in self.words)

    def _draw_value(self, surface: Surface, skin: Skin) -> None:
        track = Rect(0, 0, skin.px(56), skin.px(30))
        track.midleft = self.value_box.midleft
        face = "toggle_on" if self.value else "toggle_off"
        edge = skin.colour("button_edge")
        rounded(surface, track, skin.colour(face), track.height // 2, edge, skin.px(1.5))
        knob = track.height // 2
        x = track.right - knob if self.value else track.left + knob
        disc(surface, (x, track.centery), knob - skin.px(4), skin.colour("knob"))
        word = Rect(track.right + skin.px(14), self.rect.y, 0, self.rect.height)
        word.width = self.value_box.right - word.x
        skin.write(surface, self.words[int(self.value)], word)


class Slider(_Row):
    """A percentage from 0 to 100, in steps."""

    def __init__(self, name: str, label: str, value: int, changed: Callable[[int], None]) -> None:
        super().__init__(name, label)
        self.value, self.changed = value, changed
        self.track = Rect(0, 0, 0, 0)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        width = self.value_box.width - skin.width(self._words(_FULL)) - skin.px(22)
        self.track = Rect(self.value_box.x, 0, max(skin.px(60), width), skin.px(8))
        self.track.centery = rect.centery

    def targets(self) -> dict[str, Rect]:
        reach = Rect(self.track.x, self.rect.y, self.track.width, self.rect.height)
        return {self.name: reach} if self.enabled else {}

    def activate(self) -> None:
        """Do nothing: Enter has no meaning for a slider."""

    def step(self, direction: int) -> bool:
        self._set(self.value + direction * _STEP)
        return True

    def travel(self, key: int) -> bool:
        match key:
            case pygame.K_HOME:
                self._set(0)
            case pygame.K_END:
                self._set(_FULL)
            case _:
                return False
        return True

    def press(self, pos: tuple[int, int]) -> None:
        if pos[0] >= self.track.x - SMALLEST_TARGET:
            self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        share = (pos[0] - self.track.x) / max(1, self.track.width)
        self._set(round(share * _FULL / _STEP) * _STEP)

    def wheel(self, notches: float) -> bool:
        return self.step(1 if notches > 0 else -1)

    def _set(self, value: int) -> None:
        value = max(0, min(_FULL, value))
        if value != self.value:
            self.value = value
            self.changed(value)

    def _words(self, value: int) -> str:
        return percent_text(value)

    def _value_words(self) -> str:
        return self._words(self.value)

    def _value_width(self, skin: Skin) -> int:
        return skin.px(120) + skin.width(self._words(_FULL)) + skin.px(22)

    def _draw_value(self, surface: Surface, skin: Skin) -> None:
        track, round_end = self.track, self.track.height // 2
        rounded(surface, track, skin.colour("toggle_off"), round_end)
        knob = track.x + track.width * self.value // _FULL
        full = Rect(track.x, track.y, max(track.height, knob - track.x), track.height)
        rounded(surface, full, skin.colour("toggle_on"), round_end)
        disc(surface, (knob, track.centery), skin.px(14), skin.colour("button_edge"))
        disc(surface, (knob, track.centery), skin.px(12), skin.colour("knob"))
        words = Rect(track.right, self.rect.y, 0, self.rect.height)
        words.width = self.value_box.right - words.x
        skin.write(surface, self._words(self.value), words, align="right")


class Choice(_Row):
    """A choice among a few values, with an arrow on either side."""

    def __init__(
        self,
        name: str,
        label: str,
        options: Sequence[tuple[object, str]],
        value: object,
        changed: Callable[[object], None],
    ) -> None:
        super().__init__(name, label)
        self.options = list(options)
        self.at = next((i for i, option in enumerate(options) if option[0] == value), 0)
        self.changed = changed
        self.less = self.more = Rect(0, 0, 0, 0)

    @property
    def value(self) -> object:
        """The chosen value."""
        return self.options[self.at][0]

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        side = min(rect.height, max(SMALLEST_TARGET, skin.px(38)))
        box = self.value_box
        # With short names, the arrows stay close together.
        box.width = min(box.width, max(skin.px(500.0), self._value_width(skin)))
        self.less = Rect(box.x, box.centery - side // 2, side, side)
        self.more = self.less.copy()
        self.more.right = box.right

    def targets(self) -> dict[str, Rect]:
        if not self.enabled:
            return {}
        return {f"{self.name}:less": self.less, f"{self.name}:more": self.more}

    def tip(self, at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        """Return the name of the value that the arrow at a position would choose."""
        for box, step in ((self.less, -1), (self.more, 1)):
            there = self.at + step
            if at is not None and box.collidepoint(at) and 0 <= there < len(self.options):
                return self.options[there][1], box
        return None

    def activate(self) -> None:
        """Do nothing: Enter does not change the value."""

    def release(self, pos: tuple[int, int]) -> None:
        if self.less.collidepoint(pos):
            self.step(-1)
        elif self.more.collidepoint(pos):
            self.step(1)

    def step(self, direction: int) -> bool:
        at = max(0, min(len(self.options) - 1, self.at + direction))
        if at != self.at:
            self.at = at
            self.changed(self.value)
        return True

    def travel(self, key: int) -> bool:
        match key:
            case pygame.K_HOME:
                return self.step(-len(self.options))
            case pygame.K_END:
                return self.step(len(self.options))
            case _:
                return False

    def _value_words(self) -> str:
        return self.options[self.at][1]

    def _value_width(self, skin: Skin) -> int:
        widest = max(skin.width(option[1], BODY, bold=True) for option in self.options)
        return widest + 2 * skin.px(38) + 2 * skin.px(12)

    def _draw_value(self, surface: Surface, skin: Skin) -> None:
        self._draw_arrow(surface, skin, self.less, -1, self.at > 0)
        self._draw_arrow(surface, skin, self.more, 1, self.at < len(self.options) - 1)
        words = Rect(self.less.right, self.rect.y, self.more.x - self.less.right, self.rect.height)
        words = words.inflate(-skin.px(8), 0)
        text = self.options[self.at][1]
        units = skin.fitting(text, words.width, BODY, bold=True)
        skin.write(surface, text, words, "ink", units, bold=True, align="middle")

    def _draw_arrow(self, surface: Surface, skin: Skin, box: Rect, way: int, useful: bool) -> None:
        edge = skin.colour("button_edge")
        face = skin.colour("button" if useful else "button_off")
        rounded(surface, box, face, skin.px(8), edge, skin.px(1.5))
        ink = skin.colour("ink" if useful else "ink_off")
        reach, x = box.height // 5, box.centerx + way * box.height // 10
        tip = (x + way * reach // 2, box.centery)
        back = x - way * reach // 2
        corners = [tip, (back, box.centery - reach), (back, box.centery + reach)]
        polygon(surface, ink, corners)


class OpenRow(Focusable):
    """A row that opens a page: a label on the left, the chosen value on the right.

    Like the arrows of the rows around it, the right arrow leaves the focus where it is.
    """

    def __init__(self, name: str, label: str, value: str, opens: Callable[[], None]) -> None:
        super().__init__(name)
        self.label, self.value, self._opens = label, value, opens

    @property
    def spoken(self) -> str:
        return fact(self.label, self.value)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.label) + 2 * skin.px(PADDING), skin.px(HEIGHT)

    def activate(self) -> None:
        self._opens()

    def step(self, direction: int) -> bool:
        return direction > 0

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        face = "row_hover" if mood.hovered or mood.focused else "panel"
        rounded(surface, self.rect, skin.colour(face), skin.px(RADIUS))
        pad = skin.px(PADDING)
        left = self.rect.x + round(self.rect.width * LABEL_SHARE)
        label = Rect(self.rect.x + pad, self.rect.y, left - self.rect.x - pad, self.rect.height)
        write_label(surface, skin, self.label, label)
        button = Rect(left, self.rect.y, self.rect.right - pad - left, self.rect.height)
        button = button.inflate(0, -skin.px(12))
        edge = skin.colour("button_edge")
        face = "button_pressed" if mood.pressed else "button"
        rounded(surface, button, skin.colour(face), skin.px(8), edge, max(1, skin.px(1.5)))
        self._draw_value(surface, skin, button)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _draw_value(self, surface: Surface, skin: Skin, button: Rect) -> None:
        """Draw the value, smaller if it is long, and an arrow if there is more."""
        arrow = skin.px(12.0)
        words = button.inflate(-4 * arrow, 0)
        fits = skin.width(self.value, BODY, bold=True) <= words.width
        units = BODY if fits else SMALL
        lines = skin.lines(self.value, words.width, units, bold=True)[:2]
        high = skin.line(units) if len(lines) == 1 else min(skin.line(units), words.height // 2)
        y = words.centery - high * len(lines) // 2
        for line in lines:
            at = Rect(words.x, y, words.width, high)
            skin.write(surface, line, at, "ink", units, bold=True, align="middle")
            y += high
        tip = (button.right - arrow, button.centery)
        back = tip[0] - arrow // 2
        corners = [tip, (back, tip[1] - arrow // 2), (back, tip[1] + arrow // 2)]
        pygame.draw.polygon(surface, skin.colour("ink"), corners)
