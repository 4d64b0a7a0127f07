"""Labels, buttons, tabs, chips, progress bars and toasts."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.paint import bracket, polygon, ring, rounded, stretch
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, Widget, WidgetState, fact, sentences
from game.ui.look.sheets import MARGIN
from game.ui.look.theme import ButtonState
from game.ui.text.language import _, percent_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


HEIGHT = 54.0  # units: height of a button and of a settings row
RADIUS = 10.0  # units: corner radius of a button
PADDING = 22.0  # units: padding beside a button's text
KEY = 13.0  # units: text size of a key


SECONDS = 4.0  # how long a toast stays, plus time for each character


class Label(Widget):
    """A line of text, or several if it may wrap."""

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
        """Return the height of the label when wrapped to this width, in pixels."""
        return len(self._lines(width, skin)) * skin.line(self.units)

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
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


class Button(Focusable):
    """A button. `primary` marks the default action of the page.

    `says` is read aloud if the text is only a symbol. `key` is drawn like a key cap.
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
        key: str = "",
    ) -> None:
        super().__init__(name)
        self.says, self.key = says, key
        self.text, self.action, self.primary = text, action, primary
        self.units = SMALL if small else BODY

    @property
    def spoken(self) -> str:
        return fact(self.key, self.says or self.text)

    def tip(self, _at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        return (self.says, self.rect) if self.says else None

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        width = skin.width(self.text, self.units, bold=True) + 2 * skin.px(PADDING / 2)
        return width + self._cap(skin), skin.px(HEIGHT)

    def activate(self) -> None:
        if self.enabled:
            self.action()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        state = self._state(mood)
        box = self.rect.move(0, skin.px(1) if mood.pressed else 0)
        radius = skin.px(RADIUS)
        face = skin.theme.button((4 * radius, 4 * radius), state, radius)
        stretch(surface, face, box.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)
        inside = box.inflate(-skin.px(16), 0)
        _, ink = state.value
        if self.key:
            inside.width -= self._cap(skin)
        skin.write(surface, self.text, inside, ink, self.units, bold=True, align="middle")
        if self.key:
            words = min(inside.width, skin.width(self.text, self.units, bold=True))
            left = inside.centerx + (words + 1) // 2 + skin.px(8)
            draw_key(surface, skin, self.key, (left, box.centery), ink)
        if mood.focused:
            focus_ring(surface, box, skin)

    def _cap(self, skin: Skin) -> int:
        """Return the width of the key's cap and of the gap before it, in pixels."""
        return skin.width(self.key, skin.small(KEY)) + skin.px(18) if self.key else 0

    def _state(self, mood: WidgetState) -> ButtonState:
        if not self.enabled:
            return ButtonState.OFF
        plain = (ButtonState.CALM, ButtonState.HOVER, ButtonState.PRESSED)
        primary = (ButtonState.PRIMARY, ButtonState.PRIMARY_HOVER, ButtonState.PRIMARY_PRESSED)
        states = primary if self.primary else plain
        return states[2 if mood.pressed else 1 if mood.hovered else 0]


def draw_key(surface: Surface, skin: Skin, key: str, midleft: tuple[int, int], colour: str) -> None:
    """Draw a key's name in a frame, like a key cap."""
    letter = skin.text(key, colour, skin.small(KEY))
    cap = Rect(0, 0, max(letter.width + skin.px(9), letter.height), letter.height)
    cap.midleft = midleft
    ring(surface, cap.inflate(-2, -2), (*skin.colour(colour), 150), skin.px(4), 1)
    surface.blit(letter, letter.get_rect(center=cap.center))


class ProgressBar(Widget):
    """A progress bar, with its percentage below."""

    part = 0.0
    """The share done, 0 to 1."""
    _BAR = 18.0  # units: height of the bar

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.px(300.0), skin.line(SMALL) + skin.px(self._BAR)

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
        box = Rect(self.rect.x, self.rect.y, self.rect.width, skin.px(self._BAR))
        radius = box.height // 2
        rounded(surface, box, skin.colour("row_hover"), radius, skin.colour("button_edge"), 1)
        if self.part > 0:
            done = Rect(box.topleft, (max(box.height, round(box.width * self.part)), box.height))
            rounded(surface, done, skin.colour("accent"), radius)
        words = Rect(box.x, box.bottom, box.width, skin.line(SMALL))
        percent = percent_text(round(100 * self.part))
        skin.write(surface, percent, words, "ink_soft", SMALL, align="middle")


def draw_panel(surface: Surface, rect: Rect, skin: Skin, round_by: float = 16.0) -> None:
    """Draw a panel with a shadow; ``round_by`` is its corner radius, in units."""
    radius = skin.px(round_by)
    tile = skin.theme.panel((4 * radius, 4 * radius), radius)
    stretch(surface, tile, rect.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)


def draw_bracket_below(surface: Surface, rect: Rect, skin: Skin) -> None:
    """Draw the bracket of a spread along the lower edge of upright cards."""
    wide = max(2, skin.px(3), rect.height // 50)
    box = rect.inflate(-2 * (wide + 1), -2 * (wide + 1))
    rise = rect.bottom - 4 * wide
    points = [(box.left, rise), box.bottomleft, box.bottomright, (box.right, rise)]
    bracket(surface, points, skin.colour("rim_dark"), skin.colour("primary"), wide)


def focus_ring(surface: Surface, rect: Rect, skin: Skin, radius: float = RADIUS) -> None:
    """Draw the focus ring: a bright frame, and a dark one inside that sets it off from cards."""
    wide = skin.px(3.0)
    gap = skin.px(2)
    inner = rect.inflate(2 * gap, 2 * gap)
    outer = inner.inflate(2 * wide, 2 * wide)
    ring(surface, inner, skin.colour("rim_dark"), skin.px(radius) + gap, gap)
    ring(surface, outer, skin.colour("focus"), skin.px(radius) + wide + gap, wide)


Room = Callable[[Sequence[tuple[int, int]]], Rect | None]
"""Returns a box of one of the given sizes that covers nothing in use; None: nowhere."""


class Toasts:
    """A queue of notices, shown one at a time, each for as long as reading it takes."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._left = 0.0
        self._answer = ""
        """The last notice from `answer`, which the next one replaces."""
        self._ways = lru_cache(maxsize=1)(self._all_ways)

    @property
    def text(self) -> str:
        """The notice on screen, empty if there is none."""
        return self._waiting[0] if self._waiting else ""

    def show(self, text: str) -> None:
        """Queue a notice; one that is already queued is not repeated."""
        if text in self._waiting:
            return
        self._waiting.append(text)
        if len(self._waiting) == 1:
            self._left = self._time_for(text)

    def answer(self, text: str) -> None:
        """Show at once the answer to a key or a click, replacing the previous one."""
        if self._answer in self._waiting:
            self._waiting.remove(self._answer)
        self._answer = text
        self._waiting.appendleft(text)
        self._left = self._time_for(text)

    def withdraw(self, text: str) -> None:
        """Remove a notice, shown or queued."""
        if text == self.text:
            self.dismiss()
        elif text in self._waiting:
            self._waiting.remove(text)

    def dismiss(self) -> None:
        """Go on to the next notice."""
        if self._waiting:
            self._waiting.popleft()
            self._left = self._time_for(self.text)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the notice on screen changed."""
        if not self._waiting:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self.dismiss()
        return True

    def idle_for(self) -> float | None:
        """Return the seconds until the notice on screen changes by itself."""
        return max(0.02, self._left) if self._waiting else None

    def rect(self, skin: Skin, room: Room | None = None) -> Rect:
        """Return the box of the notice: where it covers nothing in use, otherwise on top."""
        ways = [size for size, _lines in self._ways(self.text, skin)]
        box = Rect((0, 0), ways[0])
        box.midtop = (skin.size[0] // 2, skin.px(14))
        return (room and room(ways)) or box

    def draw(self, surface: Surface, skin: Skin, room: Room | None = None) -> None:
        """Draw the notice over everything else."""
        if not self._waiting:
            return
        box = self.rect(skin, room)
        edge = skin.colour("accent")
        rounded(surface, box, skin.colour("toast"), skin.px(12), edge, skin.px(1.5))
        lines = next(lines for size, lines in self._ways(self.text, skin) if size == box.size)
        inside = box.inflate(-2 * skin.px(16), -2 * skin.px(11))
        skin.write_lines(surface, lines, inside, "ink", SMALL, align="middle")

    def _all_ways(self, text: str, skin: Skin) -> list[tuple[tuple[int, int], list[str]]]:
        """Return the possible sizes of a notice with its lines, the fewest lines first."""
        ways = []
        # Shares of the window's width: narrower where there is no room.
        for share in (0.86, 0.5, 0.36, 0.26, 0.17):
            most = round(skin.size[0] * share)
            lines = skin.lines(text, most, SMALL) if text else []
            lines = [part for line in lines for part in self._at_slashes(line, most, skin)]
            # A file name may be wider, with no space to break at.
            width = min(max((skin.width(line, SMALL) for line in lines), default=0), most)
            height = len(lines) * skin.line(SMALL) + 2 * skin.px(11)
            ways.append(((width + 2 * skin.px(24), height), lines))
        return ways

    @staticmethod
    def _at_slashes(line: str, most: int, skin: Skin) -> list[str]:
        """Return a line, broken after slashes if a path makes it too wide."""
        parts = [""]
        for piece in re.findall(r"[^/\\]*[/\\]|[^/\\]+", line):
            if parts[-1] and skin.width(parts[-1] + piece, SMALL) > most:
                parts.append("")
            parts[-1] += piece
        return parts

    @staticmethod
    def _time_for(text: str) -> float:
        return SECONDS + 0.045 * len(text)  # seconds for each character


class GroupTab(Focusable):
    """A tab of a page that shows one of its parts: the open one has a bar beside it.

    With ``is_above`` the part is below the tabs, and the bar is at the tab's foot.
    """

    def __init__(
        self, name: str, text: str, action: Callable[[], None], is_open: bool = False
    ) -> None:
        super().__init__(name)
        self.text, self._action, self.is_open = text, action, is_open
        self.is_above = False

    @property
    def spoken(self) -> str:
        # TRANSLATORS: said aloud of the part of a page that is shown.
        return sentences(self.text, _("open") if self.is_open else "")

    def activate(self) -> None:
        self._action()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        face = "button" if self.is_open else "row_hover" if mood.hovered else "panel"
        edge = skin.colour("button_edge")
        rounded(surface, self.rect, skin.colour(face), skin.px(RADIUS), edge, skin.px(1.5))
        if self.is_open:
            self._draw_mark(surface, skin)
        around = PADDING / 2 if self.is_above else PADDING
        words = self.rect.inflate(-2 * skin.px(around), 0)
        align = "middle" if self.is_above else "left"
        fits = skin.width(self.text, BODY, bold=True) <= words.width
        units = BODY if fits else SMALL
        skin.write(surface, self.text, words, "ink", units, bold=self.is_open, align=align)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _draw_mark(self, surface: Surface, skin: Skin) -> None:
        if self.is_above:
            foot = self.rect.inflate(-2 * skin.px(PADDING), 0)
            foot.height = skin.px(5)
            foot.bottom = self.rect.bottom - skin.px(3)
            rounded(surface, foot, skin.colour("accent"), foot.height // 2)
            return
        bar = Rect(0, 0, skin.px(5), self.rect.height - 2 * skin.px(10))
        bar.midleft = (self.rect.x + skin.px(8), self.rect.centery)
        rounded(surface, bar, skin.colour("accent"), bar.width // 2)
        size = skin.px(7)
        x, y = self.rect.right - skin.px(12), self.rect.centery
        points = [(x, y), (x - size, y - size), (x - size, y + size)]
        polygon(surface, skin.colour("accent"), points)


class Chip(Focusable):
    """A chip: filled while it is in, hollow and struck through while it is out."""

    def __init__(
        self,
        name: str,
        text: str,
        is_in: bool,
        toggled: Callable[[], None],
        stepped: Callable[[int], bool],
    ) -> None:
        """`stepped` is called on the left and right arrows; it returns False past the last chip."""
        super().__init__(name)
        self.text, self.is_in, self._toggled, self._stepped = text, is_in, toggled, stepped

    @property
    def spoken(self) -> str:
        return fact(self.text, _("in the pack") if self.is_in else _("left out"))

    def tip(self, _at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        return self.spoken, self.rect

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.text, BODY, bold=True) + skin.px(24), skin.px(44.0)

    def activate(self) -> None:
        self._toggled()

    def step(self, direction: int) -> bool:
        return self._stepped(direction)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
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
