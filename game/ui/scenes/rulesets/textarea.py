"""A few lines to type in, broken where they reach the edge."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.aloud import sentences
from game.ui.kit.controls import RADIUS, focus_ring
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Mood
from game.ui.scenes.rulesets.textfield import TextField
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.kit.skin import Skin

_EDGE = 12.0
_CARET = 2.0
_BAR = 5.0
_PAGE = 4
"""Lines that a page key goes."""


class TextArea(TextField):
    """A text of several lines; Enter begins another, Tab goes on."""

    _skin: Skin | None = None
    _top = 0
    """The first line that is seen."""
    _column: int | None = None
    """Where the caret would be if the lines gone through were long enough, in pixels."""

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._skin = skin
        self._inside = rect.inflate(-2 * skin.px(_EDGE), -2 * skin.px(_EDGE))
        self._inside.width -= self._letters.width

    def keyboard_came(self) -> None:
        super().keyboard_came()
        self._typing()

    def takes(self, char: str) -> bool:
        return char == "\n" or super().takes(char)

    def caret_words(self) -> str:
        line = _("line {number}").format(number=self._row() + 1)
        return sentences(super().caret_words(), line)

    def activate(self) -> None:
        """A click; Enter is typed."""

    def press(self, pos: tuple[int, int]) -> None:
        if self._letters.collidepoint(pos):
            return
        self.is_marked, self._column = False, None
        row = (pos[1] - self._inside.y) // self._high() + self._top
        self._go_to(row, pos[0] - self._inside.x)

    def wheel(self, notches: float) -> bool:
        most = max(0, len(self._lines()) - self._shown())
        self._top = max(0, min(most, self._top - round(notches)))
        return True

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        edge = skin.colour("warning" if self.is_wrong else "button_edge")
        face, width = skin.colour("shade"), max(1, skin.px(1.5))
        rounded(surface, self.rect, face, skin.px(RADIUS), edge, width)
        before = surface.get_clip()
        surface.set_clip(self._inside.inflate(skin.px(4), 0).clip(before))
        self._draw_lines(surface, skin, mood)
        surface.set_clip(before)
        self._draw_bar(surface, skin)
        self.draw_letters(surface, skin)
        if mood.focused:
            pygame.key.set_text_input_rect(self.rect)
            focus_ring(surface, self.rect, skin)

    def _typed(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and not event.mod & pygame.KMOD_CTRL:
            match event.key:
                case pygame.K_RETURN | pygame.K_KP_ENTER:
                    self.insert("\n")
                    return self._typing()
                case pygame.K_UP | pygame.K_DOWN | pygame.K_PAGEUP | pygame.K_PAGEDOWN:
                    return self._travel(event.key)
                case pygame.K_HOME | pygame.K_END:
                    return self._to_edge(event.key)
                case _:
                    pass
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self._column = None
        return super()._typed(event) and self._typing()

    def _typing(self) -> bool:
        """Keep the caret in view after it has moved."""
        row = self._row()
        self._top = max(row - self._shown() + 1, min(self._top, row), 0)
        return True

    def _travel(self, key: int) -> bool:
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -_PAGE}
        rows, row = len(self._lines()), self._row()
        to = max(0, min(rows - 1, row + steps.get(key, _PAGE)))
        if to == row:
            return False
        start, _end = self._lines()[row]
        if self._column is None:
            self._column = self._wide(self.text[start : self.caret])
        self._go_to(to, self._column)
        return self._typing()

    def _to_edge(self, key: int) -> bool:
        start, end = self._lines()[self._row()]
        self.caret, self._column = start if key == pygame.K_HOME else end, None
        return self._typing()

    def _go_to(self, row: int, x: int) -> None:
        """Put the caret where it comes next to a place in a line."""
        lines = self._lines()
        start, end = lines[max(0, min(len(lines) - 1, row))]
        places = range(start, end + 1)
        self.caret = min(places, key=lambda at: abs(self._wide(self.text[start:at]) - x))

    def _draw_lines(self, surface: Surface, skin: Skin, mood: Mood) -> None:
        inside, high = self._inside, self._high()
        if not self.text:
            box = Rect(inside.x, inside.y, inside.width, high)
            skin.write(surface, self.hint, box, "ink_soft", SMALL)
        seen = self._lines()[self._top : self._top + self._shown()]
        for number, (start, end) in enumerate(seen):
            box = Rect(inside.x, inside.y + number * high, inside.width, high)
            if self.is_marked and mood.focused:
                wide = self._wide(self.text[start:end])
                surface.fill(skin.colour("toggle_on"), Rect(box.topleft, (wide, high)))
            skin.write(surface, self.text[start:end].rstrip(), box, "ink", SMALL)
        if mood.focused:
            self._draw_caret(surface, skin)

    def _draw_caret(self, surface: Surface, skin: Skin) -> None:
        row = self._row()
        start, _end = self._lines()[row]
        x = self._inside.x + self._wide(self.text[start : self.caret])
        y = self._inside.y + (row - self._top) * self._high()
        box = Rect(x, y, max(2, skin.px(_CARET)), round(self._high() * 0.9))
        surface.fill(skin.colour("focus"), box)

    def _draw_bar(self, surface: Surface, skin: Skin) -> None:
        """Where there is more than can be seen, how far down it is."""
        lines, inside = len(self._lines()), self._inside
        if lines <= self._shown():
            return
        wide = max(3, skin.px(_BAR))
        track = Rect(inside.right + wide, inside.y, wide, inside.height)
        rounded(surface, track, skin.colour("toggle_off"), wide // 2)
        part = Rect(track.x, 0, wide, max(wide, track.height * self._shown() // lines))
        part.y = track.y + track.height * self._top // lines
        rounded(surface, part, skin.colour("button_edge"), wide // 2)

    def _row(self) -> int:
        """The line that the caret is in."""
        starts = [start for start, _end in self._lines()]
        return max(0, bisect_right(starts, self.caret) - 1)

    def _shown(self) -> int:
        """How many lines are seen at once."""
        return max(1, self._inside.height // self._high())

    def _high(self) -> int:
        return self._skin.line(SMALL) if self._skin else 1

    def _wide(self, text: str) -> int:
        return self._skin.width(text, SMALL) if self._skin else len(text)

    def _lines(self) -> Sequence[tuple[int, int]]:
        """Where each line begins and ends in the text."""
        key = self.text, self._inside.width, self._high()
        if key != self._broken_for:
            self._broken_for = key
            self._broken = broken_at(self.text, self._inside.width, self._wide)
        return self._broken

    _broken_for: object = None
    _broken: Sequence[tuple[int, int]] = ((0, 0),)


def broken_at(text: str, room: int, wide: Callable[[str], int]) -> list[tuple[int, int]]:
    """The lines of a text by their beginnings and ends, broken at a blank where there is one."""
    found: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        at = start
        while wide(text[at:end]) > room and end - at > 1:
            cut = _fits(text, at, end, room, wide)
            found.append((at, cut))
            at = cut
        found.append((at, end))
        start = end + 1
    return found


def _fits(text: str, start: int, end: int, room: int, wide: Callable[[str], int]) -> int:
    """Where a line that is too long is broken: after the last blank that still fits."""
    ends = range(start + 1, end + 1)
    number = bisect_right(ends, room, key=lambda at: wide(text[start:at]))
    cut = ends[max(0, number - 1)]
    blank = text.rfind(" ", start, min(cut + 1, end))
    return blank + 1 if blank >= start and blank + 1 < end else cut
