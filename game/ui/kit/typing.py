"""Fields to type in: one line of text, or a few lines that are broken at the edge."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit import clipboard
from game.ui.kit.controls import HEIGHT, RADIUS, focus_ring
from game.ui.kit.form import COMMAND
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact, sentences
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.kit.skin import Skin


_EDGE, _AREA_EDGE = 14.0, 12.0  # units around the text of a line, of an area
_CARET = 2.0  # units across
_LETTERS = 46.0  # units across the button of the letters
_ROOMY = 5
"""A field so many times as wide as the small keyboard at its end has room for it."""
_BAR = 5.0  # units across
_PAGE = 4
"""Lines that a page key goes."""


class TextField(Focusable):
    """A field for a line of text. The page hands it what is typed: see `TypingPage`."""

    def __init__(
        self,
        name: str,
        text: str,
        changed: Callable[[str], None],
        *,
        hint: str = "",
        most: int = 60,
        entered: Callable[[], None] | None = None,
    ) -> None:
        """`hint` stands there while nothing else does; `entered` is what Enter does.

        `label` stands before the text; `says` is read aloud where there is none. Where
        `is_typed_over`, the text goes away as a whole when something else is typed after the
        keyboard came; Ctrl+A marks it so anywhere.
        """
        super().__init__(name)
        self.text, self.hint, self.most = text, hint, most
        self.caret = len(text)
        self.is_wrong = False
        self.is_marked = False
        self.label, self.says, self.is_typed_over = "", "", False
        self._changed, self._entered = changed, entered

    @property
    def spoken(self) -> str:
        marked = _("selected, type to replace") if self.is_marked else ""
        wrong = _("not allowed") if self.is_wrong else ""
        text = fact(self.label or self.says, self.text or self.hint)
        return sentences(text, wrong, marked or self.caret_words())

    def caret_words(self) -> str:
        """Return what stands at the caret, as read aloud; empty at the end."""
        after = self.text[self.caret : self.caret + 1]
        letter = {" ": _("blank"), "\n": _("new line")}.get(after, after)
        return _("before “{letter}”").format(letter=letter) if letter else ""

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.hint) + 2 * skin.px(_EDGE), skin.px(HEIGHT)

    def keyboard_came(self) -> None:
        """Take note that the field has got the focus."""
        self.is_marked = self.is_typed_over and bool(self.text)

    def typed(self, event: Event) -> bool:
        """Take what is typed; False for keys that mean nothing to a line of text."""
        if self._marks(event):
            self.is_marked = bool(self.text)
            return True
        done = self._typed(event)
        self.is_marked = self.is_marked and not done
        return done

    def _marks(self, event: Event) -> bool:
        """Whether all of the text is asked for, to be typed over, cut or deleted as a whole."""
        is_key = event.type == pygame.KEYDOWN and event.key == pygame.K_a
        return is_key and bool(event.mod & COMMAND)

    def _typed(self, event: Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.mod & COMMAND:
            return self._command(event.key)
        match event.key:
            case pygame.K_BACKSPACE:
                self._cut(self.caret - 1, self.caret)
            case pygame.K_DELETE:
                self._cut(self.caret, self.caret + 1)
            case pygame.K_LEFT | pygame.K_RIGHT | pygame.K_HOME | pygame.K_END:
                self._move(event.key)
            case pygame.K_RETURN | pygame.K_KP_ENTER if self._entered:
                self._entered()
            case pygame.K_SPACE:
                pass  # the blank itself comes as text
            case _:
                return False
        return True

    def takes(self, char: str) -> bool:
        """Whether a letter may stand here."""
        return char.isprintable()

    def insert(self, text: str) -> None:
        """Put a text in where the caret is, as far as there is room."""
        plain = "".join(filter(self.takes, text))
        kept = "" if self.is_marked else self.text
        plain = plain[: max(0, self.most - len(kept))]
        if plain:
            at = min(self.caret, len(kept))
            self.caret = at + len(plain)
            self._set(kept[:at] + plain + kept[at:])

    def replace(self, text: str) -> None:
        """Set another text without calling `changed`."""
        if text != self.text:
            self.text, self.caret = text, len(text)

    def rub_out(self) -> None:
        """Take the letter before the caret out, or all that is marked."""
        self._cut(self.caret - 1, self.caret)
        self.is_marked = False

    def clear(self) -> None:
        """Take everything out."""
        self._cut(0, len(self.text))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        wide = skin.px(_LETTERS)
        self._letters = Rect(0, 0, 0, 0)
        if self.opens and rect.width > _ROOMY * wide:
            high = min(rect.height, max(SMALLEST_TARGET, skin.px(HEIGHT)))
            self._letters = Rect(rect.right - wide, rect.bottom - high, wide, high)

    def targets(self) -> dict[str, Rect]:
        found = super().targets()
        if found and self._letters.width:
            found[self.name] = self.rect.copy()
            found[self.name].width -= self._letters.width
            found[f"{self.name}:letters"] = self._letters
        return found

    def press(self, pos: tuple[int, int]) -> None:
        if self._letters.collidepoint(pos):
            return
        self.is_marked = False
        if self._measure is not None:
            widths = [abs(self._measure(self.text[:n]) - self._reach(pos)) for n in self._places()]
            self.caret = widths.index(min(widths))

    def activate(self) -> None:
        """Enter and clicks are handled by `typed` and `press`."""

    def release(self, pos: tuple[int, int]) -> None:
        if self.opens and self._letters.collidepoint(pos):
            self.opens(self)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        edge = skin.colour("warning" if self.is_wrong else "button_edge")
        rounded(
            surface, self.rect, skin.colour("shade"), skin.px(RADIUS), edge, max(1, skin.px(1.5))
        )
        inside = self._draw_label(surface, skin)
        self._inside = inside
        self._measure = skin.width
        before = surface.get_clip()
        surface.set_clip(inside.inflate(skin.px(4), 0).clip(before))
        self._draw_text(surface, skin, inside, mood)
        surface.set_clip(before)
        self.draw_letters(surface, skin)
        if mood.focused:
            pygame.key.set_text_input_rect(self.rect)
            focus_ring(surface, self.rect, skin)

    opens: Callable[[TextField], None] | None = None
    """Opens letters to choose from, for players without a keyboard."""
    _letters = Rect(0, 0, 0, 0)
    """The button of the letters, where the pointer finds it."""
    _inside = Rect(0, 0, 0, 0)
    _measure: Callable[[str], int] | None = None

    def draw_letters(self, surface: Surface, skin: Skin) -> None:
        """Draw a small keyboard, where there is room for one."""
        if self._letters.width:
            box = Rect(0, 0, skin.px(26), skin.px(18))
            box.center = self._letters.center
            draw_keyboard(surface, box, skin.colour("ink_soft"))

    def _draw_label(self, surface: Surface, skin: Skin) -> Rect:
        """Draw the label; returns where the text goes."""
        inside = self.rect.inflate(-2 * skin.px(_EDGE), 0)
        inside.width -= self._letters.width
        if not self.label:
            return inside
        skin.write(surface, self.label, inside, "ink_soft", SMALL)
        wide = skin.width(self.label, SMALL) + skin.px(_EDGE)
        return Rect(inside.x + wide, inside.y, inside.width - wide, inside.height)

    def _draw_text(self, surface: Surface, skin: Skin, inside: Rect, mood: WidgetState) -> None:
        if not self.text:
            units = BODY if skin.width(self.hint) <= inside.width else SMALL
            skin.write(surface, self.hint, inside, "ink_soft", units)
        else:
            picture = skin.text(self.text)
            place = picture.get_rect(midleft=inside.midleft)
            if self.is_marked and mood.focused:
                surface.fill(skin.colour("toggle_on"), place)
            surface.blit(picture, place.move(-self._shift(), 0))
        if mood.focused:
            x = inside.x + skin.width(self.text[: self.caret]) - self._shift()
            caret = Rect(x, 0, max(2, skin.px(_CARET)), round(skin.line() * 0.9))
            caret.centery = inside.centery
            surface.fill(skin.colour("focus"), caret)

    def _shift(self) -> int:
        """Return how many pixels a long text is moved to the left so that the caret can be seen."""
        if self._measure is None:
            return 0
        return max(0, self._measure(self.text[: self.caret]) - self._inside.width)

    def _reach(self, pos: tuple[int, int]) -> int:
        return pos[0] - self._inside.x + self._shift()

    def _places(self) -> range:
        return range(len(self.text) + 1)

    def _set(self, text: str) -> None:
        self.text = text
        self.caret = min(self.caret, len(text))
        self._changed(text)

    def _cut(self, start: int, end: int) -> None:
        if self.is_marked:
            start, end = 0, len(self.text)
        if start < 0 or start >= len(self.text):
            return
        self.caret = start
        self._set(self.text[:start] + self.text[end:])

    def _move(self, key: int) -> None:
        places = {
            pygame.K_LEFT: self.caret - 1,
            pygame.K_RIGHT: self.caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        self.caret = max(0, min(len(self.text), places[key]))

    def _command(self, key: int) -> bool:
        match key:
            case pygame.K_v:
                self.insert(clipboard.pasted())
            case pygame.K_c:
                clipboard.copy(self.text)
            case pygame.K_x:
                clipboard.copy(self.text)
                self.clear()
            case _:
                return False
        return True


def draw_keyboard(surface: Surface, box: Rect, colour: tuple[int, int, int]) -> None:
    """Draw a keyboard in outline: two rows of keys, and a long one."""
    line = max(1, box.height // 12)
    pygame.draw.rect(surface, colour, box, line, box.height // 5)
    key = max(1, box.height // 7)
    for row, y in enumerate((box.y + box.height // 4, box.centery - key // 2)):
        for place in range(4):
            x = box.x + (2 * place + 1) * box.width // 9 + row * key // 2
            surface.fill(colour, Rect(x, y, key, key))
    foot = Rect(0, 0, box.width // 2, key)
    foot.midbottom = (box.centerx, box.bottom - box.height // 6)
    surface.fill(colour, foot)


class TextArea(TextField):
    """A text of several lines; Enter begins another, Tab goes on."""

    _skin: Skin | None = None
    _top = 0
    """The first line in view."""
    _column: int | None = None
    """Where the caret would be if the lines gone through were long enough, in pixels."""

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._skin = skin
        self._inside = rect.inflate(-2 * skin.px(_AREA_EDGE), -2 * skin.px(_AREA_EDGE))
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
        """Act on a click; Enter is typed."""

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

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        super().draw(surface, skin, mood)
        self._draw_bar(surface, skin)

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

    def _draw_label(self, _surface: Surface, _skin: Skin) -> Rect:
        return self._inside

    def _draw_text(self, surface: Surface, skin: Skin, inside: Rect, mood: WidgetState) -> None:
        high = self._high()
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
        """Draw how far down the text is, where there is more than can be seen."""
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
        """Return the line that the caret is in."""
        starts = [start for start, _end in self._lines()]
        return max(0, bisect_right(starts, self.caret) - 1)

    def _shown(self) -> int:
        """Return how many lines are seen at once."""
        return max(1, self._inside.height // self._high())

    def _high(self) -> int:
        return self._skin.line(SMALL) if self._skin else 1

    def _wide(self, text: str) -> int:
        return self._skin.width(text, SMALL) if self._skin else len(text)

    def _lines(self) -> Sequence[tuple[int, int]]:
        """Return where each line begins and ends in the text."""
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
    """Return where a line that is too long is broken: after the last blank that still fits."""
    ends = range(start + 1, end + 1)
    number = bisect_right(ends, room, key=lambda at: wide(text[start:at]))
    cut = ends[max(0, number - 1)]
    blank = text.rfind(" ", start, min(cut + 1, end))
    return blank + 1 if blank >= start and blank + 1 < end else cut
