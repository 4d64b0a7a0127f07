"""Text fields: of one line, or of several that wrap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from game.ui.look.theme import is_plain
from game.ui.text.language import _, amount_text, ngettext, plain

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.kit.skin import Skin


_EDGE, _AREA_EDGE = 14.0, 12.0  # units: padding of a text field, of a text area


@dataclass(frozen=True, slots=True)
class Composition:
    """The text that an input method is composing, before it is committed.

    ``start`` and ``length`` mark the clause being converted; the caret follows it.
    """

    text: str = ""
    start: int = 0
    length: int = 0

    @property
    def caret(self) -> int:
        """The position of the caret in the composition."""
        return min(len(self.text), self.start + self.length)

    def after(self, event: Event) -> Composition:
        """Return the composition after a ``TEXTEDITING`` event.

        SDL splits a long one into several events with fcitx or IBus. Each then gives its offset and
        its own length, which a clause that does not start at 0 never has.
        """
        size = len(event.text)
        if event.length == size and 0 < event.start <= len(self.text):
            return Composition(self.text[: event.start] + event.text, event.start + size)
        return Composition(event.text, event.start, event.length)


class TextField(Focusable):
    """A one-line text field. The page passes it what is typed: see `TypingPage`."""

    _NOTHING = Composition()

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
        """`hint` is the placeholder; `entered` is called on Enter.

        `label` precedes the text; `says` is read aloud if there is none. With `is_typed_over`,
        keyboard focus selects all of the text, so that typing replaces it; Ctrl+A does so in any
        field.
        """
        super().__init__(name)
        self.text, self.hint, self.most = text, hint, most
        self.caret = len(text)
        self.is_wrong = False
        self.is_marked = False
        self.label, self.says, self.is_typed_over = "", "", False
        self.composition = self._NOTHING
        self.caret_box = Rect(0, 0, 0, 0)
        """Where the caret was last drawn, as high as the field; candidate lists belong below it."""
        self._changed, self._entered = changed, entered

    @property
    def spoken(self) -> str:
        marked = _("selected, type to replace") if self.is_marked else ""
        wrong = _("not allowed") if self.is_wrong else ""
        name = self.label or self.says
        text = fact(name, self.text or self.hint)
        if not self.text and plain(self.hint).startswith(plain(name)):
            text = self.hint
        return sentences(text, wrong, *self.warnings(), marked or self.caret_words())

    def caret_words(self) -> str:
        """Return which character the caret is before, as read aloud; empty at the end."""
        after = self.text[self.caret : self.caret + 1]
        letter = {" ": _("space"), "\n": _("new line")}.get(after, after)
        return _("before “{letter}”").format(letter=letter) if letter else ""

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.hint) + 2 * skin.px(_EDGE), skin.px(HEIGHT)

    @property
    def shown(self) -> str:
        """The text, with the composition inserted."""
        before, after = self._around()
        return before + self.composition.text + after

    @property
    def shown_caret(self) -> int:
        """The position of the caret in the text shown."""
        return len(self._around()[0]) + self.composition.caret

    def warnings(self) -> Sequence[str]:
        """Return what the player should know of the text: that it is cut, or cannot be shown."""
        return tuple(filter(None, (self.too_long(), self.cannot_show())))

    def too_long(self) -> str:
        """Return a warning if what was typed last did not fit, or what is composed will not."""
        will_be_cut = bool(self.composition.text) and len(self.shown) > self.most
        if not (self._is_cut or will_be_cut):
            return ""
        words = ngettext("{n} character at most", "{n} characters at most", self.most)
        return words.format(n=amount_text(self.most))

    def cannot_show(self) -> str:
        """Return a warning if no font has a letter of the text; the letter is kept."""
        if is_plain(self.text):
            return ""
        from game.ui.look.font_fallback import lacking  # rarely needed

        match len(set(lacking(self.text))):
            case 0:
                return ""
            case 1:
                return _("This letter can't be shown here")
            case _:
                return _("Some letters can't be shown here")

    def tip(self, _at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        words = self.warnings()
        text = sentences(*words) if len(words) > 1 else "".join(words)
        return (text, self.rect) if text else None

    def keyboard_came(self) -> None:
        """Note that the keyboard has moved the focus to the field."""
        self.is_marked = self.is_typed_over and bool(self.text)

    def keep_composition(self) -> None:
        """Commit the composition to the text."""
        made, self.composition = self.composition, self._NOTHING
        self.insert(made.text)

    def drop_composition(self) -> None:
        """Discard the composition."""
        self.composition = self._NOTHING

    def typed(self, event: Event) -> bool:
        """Handle typed text or a key; False for keys that mean nothing in a text field."""
        if event.type == pygame.TEXTEDITING:
            self._compose(event)
            return True
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self._is_cut = False
        if self._marks(event):
            self.is_marked = bool(self.text)
            return True
        done = self._typed(event)
        self.is_marked = self.is_marked and not done
        return done

    def _compose(self, event: Event) -> None:
        self.composition = self.composition.after(event)
        self._is_cut = self._is_cut and not self.composition.text

    def _marks(self, event: Event) -> bool:
        """Return whether a key selects all of the text, to be replaced, cut or deleted."""
        is_key = event.type == pygame.KEYDOWN and event.key == pygame.K_a
        return is_key and bool(event.mod & COMMAND)

    def _typed(self, event: Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.composition = self._NOTHING
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
                self._cut(self.caret, self._beside(1))
            case pygame.K_LEFT | pygame.K_RIGHT | pygame.K_HOME | pygame.K_END:
                self._move(event.key)
            case pygame.K_RETURN | pygame.K_KP_ENTER if self._entered:
                self._entered()
            case pygame.K_SPACE:
                pass  # the space itself arrives as text
            case _:
                return False
        return True

    def takes(self, char: str) -> bool:
        """Return whether a character is allowed here."""
        return char.isprintable()

    def insert(self, text: str) -> None:
        """Insert a text at the caret, as far as there is room."""
        plain = "".join(filter(self.takes, text))
        kept = "" if self.is_marked else self.text
        room = max(0, self.most - len(kept))
        plain, self._is_cut = plain[:room], len(plain) > room
        if plain:
            at = min(self.caret, len(kept))
            self.caret = at + len(plain)
            self._set(kept[:at] + plain + kept[at:])

    def replace(self, text: str) -> None:
        """Replace the text without calling `changed`."""
        if text != self.text:
            self.text, self.caret = text, len(text)

    def rub_out(self) -> None:
        """Delete the character before the caret, or the selection."""
        self._cut(self.caret - 1, self.caret)
        self.is_marked = self._is_cut = False

    def clear(self) -> None:
        """Delete the whole text."""
        self._cut(0, len(self.text))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._skin = skin
        wide = skin.px(46.0)  # the button of the on-screen keyboard
        self._letters = Rect(0, 0, 0, 0)
        if self.opens and rect.width > 5 * wide:  # if the button fits beside the text
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
        if self._skin is not None:
            reach, at = self._skin.reach, pos[0] - self._inside.x + self._shift(self._skin)
            self.caret = min(self._places(), key=lambda place: abs(reach(self.text, place) - at))

    def activate(self) -> None:
        """Do nothing: `typed` and `press` handle Enter and clicks."""

    def release(self, pos: tuple[int, int]) -> None:
        if self.opens and self._letters.collidepoint(pos):
            self.opens(self)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        is_wrong = self.is_wrong or self.too_long()
        edge = skin.colour("warning" if is_wrong else "button_edge")
        rounded(
            surface, self.rect, skin.colour("shade"), skin.px(RADIUS), edge, max(1, skin.px(1.5))
        )
        inside = self._draw_label(surface, skin).copy()
        inside.width -= self._draw_note(surface, skin, inside)
        self._inside = inside
        before = surface.get_clip()
        surface.set_clip(inside.inflate(skin.px(4), 0).clip(before))
        self._draw_text(surface, skin, inside, mood)
        surface.set_clip(before)
        self.draw_letters(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    opens: Callable[[TextField], None] | None = None
    """Opens the on-screen keyboard, for players without a keyboard."""
    _is_cut = False
    """Whether not all of what was typed last fitted."""
    _letters = Rect(0, 0, 0, 0)
    """The box of the on-screen keyboard's button."""
    _inside = Rect(0, 0, 0, 0)
    _skin: Skin | None = None

    def draw_letters(self, surface: Surface, skin: Skin) -> None:
        """Draw the on-screen keyboard's button, if there is room for it."""
        if self._letters.width:
            box = Rect(0, 0, skin.px(26), skin.px(18))
            box.center = self._letters.center
            self._draw_keyboard(surface, box, skin.colour("ink_soft"))

    def _draw_label(self, surface: Surface, skin: Skin) -> Rect:
        """Draw the label; return the box left for the text."""
        inside = self.rect.inflate(-2 * skin.px(_EDGE), 0)
        inside.width -= self._letters.width
        if not self.label:
            return inside
        skin.write(surface, self.label, inside, "ink_soft", SMALL)
        wide = skin.width(self.label, SMALL) + skin.px(_EDGE)
        return Rect(inside.x + wide, inside.y, inside.width - wide, inside.height)

    def _draw_note(self, surface: Surface, skin: Skin, inside: Rect) -> int:
        """Draw the first warning at the end of the field if it fits; return its width."""
        words = "".join(self.warnings()[:1])
        wide = skin.width(words, SMALL) + skin.px(_EDGE) if words else 0
        left = inside.width - skin.width(self.shown or self.hint) - skin.px(_EDGE)
        if not words or wide > max(left, inside.width // 2):
            return 0
        skin.write(surface, words, inside, "warning", SMALL, align="right")
        return wide

    def _draw_text(self, surface: Surface, skin: Skin, inside: Rect, mood: WidgetState) -> None:
        if not self.shown:
            units = BODY if skin.width(self.hint) <= inside.width else SMALL
            skin.write(surface, self.hint, inside, "ink_soft", units)
        else:
            picture = skin.text(skin.alone(self.shown))
            place = picture.get_rect(midleft=inside.midleft)
            if self.is_marked and mood.focused and not self.composition.text:
                surface.fill(skin.colour("toggle_on"), place)
            surface.blit(picture, place.move(-self._shift(skin), 0))
        line = Rect(0, 0, 0, round(skin.line() * 0.9))
        line.midleft = inside.x - self._shift(skin), inside.centery
        self._draw_composition(surface, skin, line, self.shown, len(self._around()[0]))
        self._draw_caret(surface, skin, line, skin.reach(self.shown, self.shown_caret), mood)

    def _draw_composition(
        self, surface: Surface, skin: Skin, line: Rect, text: str, at: int, units: float = BODY
    ) -> None:
        """Underline the composition from a position in a line, its clause with a thick line."""
        made = self.composition
        spans = [(0, len(made.text), 1.5)]
        if made.length < len(made.text):
            spans.append((made.start, made.caret, 3.0))
        for first, last, thick in spans if made.text else []:
            begin, end = max(0, min(len(text), at + first)), max(0, min(len(text), at + last))
            ends = sorted(skin.reach(text, place, units) for place in (begin, end))
            under = Rect(line.x + ends[0], line.bottom, ends[1] - ends[0], max(1, skin.px(thick)))
            surface.fill(skin.colour("ink"), under)

    def _draw_caret(
        self, surface: Surface, skin: Skin, line: Rect, x: int, mood: WidgetState
    ) -> None:
        caret = Rect(line.x + x, line.y, max(2, skin.px(2.0)), line.height)
        self.caret_box = Rect(caret.x, self.rect.y, caret.width, self.rect.height)
        if mood.focused or self.composition.text:
            surface.fill(skin.colour("focus"), caret)

    def _around(self) -> tuple[str, str]:
        """Return the text before the composition, and after it."""
        if self.is_marked and self.composition.text:
            return "", ""
        return self.text[: self.caret], self.text[self.caret :]

    def _shift(self, skin: Skin) -> int:
        """Return how many pixels a long text is shifted left to keep the caret visible."""
        return max(0, skin.reach(self.shown, self.shown_caret) - self._inside.width)

    def _places(self) -> Sequence[int]:
        """Return the positions possible for the caret: before each letter, never within
        its marks.
        """
        places = range(len(self.text) + 1)
        if self.text.isascii():
            return places
        from game.ui.look.scripts import is_continued  # rarely needed

        return [place for place in places if not is_continued(self.text, place)]

    def _beside(self, step: int) -> int:
        """Return the next position of the caret in a direction."""
        places = self._places()
        at = bisect_right(places, self.caret) - 1
        return places[max(0, min(len(places) - 1, at + step))]

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
        is_turned = self._skin is not None and self._skin.alone(self.text) != self.text
        on = -1 if is_turned else 1
        places = {
            pygame.K_LEFT: self._beside(-on),
            pygame.K_RIGHT: self._beside(on),
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        self.caret = places[key]

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

    @staticmethod
    def _draw_keyboard(surface: Surface, box: Rect, colour: tuple[int, int, int]) -> None:
        """Draw the outline of a keyboard: two rows of keys, and a space bar."""
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
    """A text of several lines; Enter starts a new one, Tab leaves the field."""

    _top = 0
    """The first visible line."""
    _PAGE = 4
    """Lines that Page Up and Page Down move."""
    _column: int | None = None
    """The horizontal position that the caret keeps on its way through shorter lines, in pixels."""

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
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
        """Do nothing: Enter is typed."""

    def press(self, pos: tuple[int, int]) -> None:
        if self._letters.collidepoint(pos):
            return
        self.is_marked, self._column = False, None
        row = (pos[1] - self._inside.y) // self._high() + self._top
        self._go_to(row, pos[0] - self._inside.x)

    def wheel(self, notches: float) -> bool:
        most = max(0, len(self._lines()) - self._rows_seen())
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

    def _compose(self, event: Event) -> None:
        super()._compose(event)
        self._typing()

    def _typing(self) -> bool:
        """Scroll to the caret after it has moved."""
        row = self._row()
        self._top = max(row - self._rows_seen() + 1, min(self._top, row), 0)
        return True

    def _travel(self, key: int) -> bool:
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -self._PAGE}
        rows, row = len(self._lines()), self._row()
        to = max(0, min(rows - 1, row + steps.get(key, self._PAGE)))
        if to == row:
            return False
        start, _end = self._lines()[row]
        if self._column is None:
            self._column = self._reach(start, self.caret)
        self._go_to(to, self._column)
        return self._typing()

    def _to_edge(self, key: int) -> bool:
        start, end = self._lines()[self._row()]
        self.caret, self._column = start if key == pygame.K_HOME else end, None
        return self._typing()

    def _go_to(self, row: int, x: int) -> None:
        """Move the caret to the position nearest to `x` in a line."""
        lines = self._lines()
        start, end = lines[max(0, min(len(lines) - 1, row))]
        places = [place for place in self._places() if start <= place <= end]
        self.caret = min(places, key=lambda at: abs(self._reach(start, at) - x))

    def _reach(self, start: int, at: int) -> int:
        """Return the caret's distance from the left in the line from ``start``, in pixels."""
        if self._skin is None:
            return at - start
        end = next(end for first, end in self._lines() if first == start)
        return self._skin.reach(self.shown[start:end], at - start, SMALL)

    def _draw_label(self, _surface: Surface, _skin: Skin) -> Rect:
        return self._inside

    def _draw_note(self, surface: Surface, skin: Skin, inside: Rect) -> int:
        """Draw the first warning in the last line if there is room."""
        words = "".join(self.warnings()[:1])
        if words and len(self._lines()) < self._rows_seen():
            foot = Rect(inside.x, inside.bottom - self._high(), inside.width, self._high())
            skin.write(surface, words, foot, "warning", SMALL, align="right")
        return 0

    def _draw_text(self, surface: Surface, skin: Skin, inside: Rect, mood: WidgetState) -> None:
        high, text, begun = self._high(), self.shown, len(self._around()[0])
        if not text:
            box = Rect(inside.x, inside.y, inside.width, high)
            skin.write(surface, self.hint, box, "ink_soft", SMALL)
        seen = self._lines()[self._top : self._top + self._rows_seen()]
        for number, (start, end) in enumerate(seen, self._top):
            box = Rect(inside.x, 0, inside.width, high)
            box.y = inside.y + (number - self._top) * high
            if self.is_marked and mood.focused and not self.composition.text:
                wide = self._wide(text[start:end])
                surface.fill(skin.colour("toggle_on"), Rect(box.topleft, (wide, high)))
            skin.write(surface, skin.alone(text[start:end].rstrip()), box, "ink", SMALL)
            line = Rect(box.x, box.y, 0, round(high * 0.9))
            self._draw_composition(surface, skin, line, text[start:end], begun - start, SMALL)
            if number == self._row():
                self._draw_caret(surface, skin, line, self._reach(start, self.shown_caret), mood)
                self.caret_box = Rect(self.caret_box.x, line.y, self.caret_box.width, high)

    def _draw_bar(self, surface: Surface, skin: Skin) -> None:
        """Draw a scroll bar if there are more lines than fit."""
        lines, inside = len(self._lines()), self._inside
        if lines <= self._rows_seen():
            return
        wide = max(3, skin.px(5.0))
        track = Rect(inside.right + wide, inside.y, wide, inside.height)
        rounded(surface, track, skin.colour("toggle_off"), wide // 2)
        part = Rect(track.x, 0, wide, max(wide, track.height * self._rows_seen() // lines))
        part.y = track.y + track.height * self._top // lines
        rounded(surface, part, skin.colour("button_edge"), wide // 2)

    def _row(self) -> int:
        """Return the index of the caret's line."""
        starts = [start for start, _end in self._lines()]
        return max(0, bisect_right(starts, self.shown_caret) - 1)

    def _rows_seen(self) -> int:
        """Return the number of visible lines."""
        return max(1, self._inside.height // self._high())

    def _high(self) -> int:
        return self._skin.line(SMALL) if self._skin else 1

    def _wide(self, text: str) -> int:
        return self._skin.width(text, SMALL) if self._skin else len(text)

    def _lines(self) -> Sequence[tuple[int, int]]:
        """Return the start and end of each line in the text."""
        key = self.shown, self._inside.width, self._high()
        if key != self._broken_for:
            self._broken_for = key
            self._broken = broken_at(self.shown, self._inside.width, self._wide)
        return self._broken

    _broken_for: object = None
    _broken: Sequence[tuple[int, int]] = ((0, 0),)


def broken_at(text: str, room: int, wide: Callable[[str], int]) -> list[tuple[int, int]]:
    """Return the start and end of each line of a text, broken at spaces where there are any."""
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
    """Return where to break a line that is too long: after the last space that still fits."""
    ends = range(start + 1, end + 1)
    number = bisect_right(ends, room, key=lambda at: wide(text[start:at]))
    cut = ends[max(0, number - 1)]
    blank = text.rfind(" ", start, min(cut + 1, end))
    return blank + 1 if blank >= start and blank + 1 < end else cut
