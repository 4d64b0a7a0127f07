"""Pages with text fields, and an on-screen keyboard for players without one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import Button, GroupTab, Label, draw_panel
from game.ui.kit.grids import SMALLEST_TARGET, centred, equal_row
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import MARGIN, Overlay, Page
from game.ui.shell.controllers import is_chosen_by_controller
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.shell.scene import Stage


class TypingPage(Page):
    """A page that passes typed text to its focused field.

    Text typed on the widget `searched` goes to the field `search`; Enter and Down lead from there
    to `searched`. If `is_searched_anywhere`, text typed on any other widget goes to `search`, too,
    and moves the focus to `searched`.
    """

    search: TextField | None = None
    searched = ""
    is_searched_anywhere = False
    _last: TextField | None = None

    @property
    def types_into(self) -> TextField | None:
        """The focused field, or the search field."""
        return self._field() or (self.search if self._searches() else None)

    def resize(self, size: tuple[int, int]) -> None:
        for widget in self.form.widgets:
            if isinstance(widget, TextField):
                widget.opens = self.open_letters
        super().resize(size)

    def open_letters(self, field: TextField) -> None:
        """Open the on-screen keyboard."""

        self.stage.push(LettersScene(self.stage, field))

    def draw(self, surface: Surface) -> None:
        self._notice_focus()
        super().draw(surface)

    def handle(self, event: Event) -> None:
        self._notice_focus()
        if event.type == pygame.KEYDOWN and self.shortcut(event.key, event.mod):
            return
        field = self._field()
        if field and is_chosen_by_controller(event):
            self.open_letters(field)
            return
        if field and field.typed(event):
            return
        if field and field is self.search and self._leads_to_found(event):
            self.form.focus(self.searched)
            return
        if self.search and self._searches() and self._is_for_search(self.search, event):
            if event.dict.get("text"):
                self.form.focus(self.searched)
            self.search.typed(event)
            return
        super().handle(event)

    def shortcut(self, _key: int, _mod: int) -> bool:
        """Handle a key that does not depend on the focus; False for all others."""
        return False

    def _notice_focus(self) -> None:
        """Call `keyboard_came` of a field that has just got the focus; one left keeps no mark."""
        field = self._field()
        if field is not self._last and self._last:
            self._last.is_marked = False
        if field is not self._last and field:
            field.keyboard_came()
        self._last = field

    def _field(self) -> TextField | None:
        focused = self.form.focused
        found = (widget for widget in self.form.widgets if widget.name == focused)
        return next((widget for widget in found if isinstance(widget, TextField)), None)

    def _searches(self) -> bool:
        """Return whether letters typed now go to the search field."""
        is_here = self.is_searched_anywhere or self.form.focused == self.searched
        return self.search is not None and is_here

    @staticmethod
    def _leads_to_found(event: Event) -> bool:
        """Return whether a key in the search field leads to what was found."""
        keys = pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_DOWN
        return event.type == pygame.KEYDOWN and event.key in keys

    def _is_for_search(self, search: TextField, event: Event) -> bool:
        if event.type == pygame.TEXTEDITING:
            return True
        # On a button, Space presses it.
        is_elsewhere = self.form.focused != self.searched
        if event.type == pygame.TEXTINPUT:
            return bool(event.text.strip() or (search.text and not is_elsewhere))
        if is_elsewhere or event.type != pygame.KEYDOWN:
            return False
        return event.key == pygame.K_BACKSPACE or (
            event.key == pygame.K_SPACE and search.text != ""
        )


_KANA: Final = (
    "あいうえおかきくけこ",
    "さしすせそたちつてと",
    "なにぬねのはひふへほ",
    "まみむめもやゆよわを",
    "らりるれろがぎぐげご",
    "ざじずぜぞだぢづでど",
    "ばびぶべぼぱぴぷぺぽ",
    "ぁぃぅぇぉっゃゅょん",
    "ー、。",
)
SHEETS: Final = {
    "abc": ("abcdefghij", "klmnopqrst", "uvwxyz-'.,"),
    "ABC": ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-'.,"),
    "123": ("1234567890", "!?:;()/&+=", "@#%*_“”…"),
    "éà": ("àâäæçéèêëî", "ïôœöùûüÿñß", "ÀÂÆÇÉÈÊÎÔŒ"),
    "あ": _KANA,
    "ア": tuple(
        "".join(
            chr(ord(kana) + ord("ア") - ord("あ")) if "ぁ" <= kana <= "ん" else kana for kana in row
        )
        for row in _KANA
    ),
}
"""The sheets of the on-screen keyboard, row by row, by the label of the button that opens each."""


class LettersScene(Overlay):
    """The on-screen keyboard, which types into a field; Esc and Done return to the field."""

    least = (853, 660)
    _SHOWN: Final = 44
    """Characters shown of the end of a long text."""

    def __init__(self, stage: Stage, field: TextField) -> None:
        self.field, self._sheet = field, "abc"
        super().__init__(stage)
        self.form.focus("letter:a")

    @property
    def heading(self) -> str:
        return self.field.label or self.field.says

    @property
    def types_into(self) -> TextField | None:
        return self.field

    def text_box(self) -> Rect | None:
        return self._text.rect

    def build(self) -> Sequence[Widget]:
        self._text = Label(self._shown(), colour="accent", bold=True, align="middle")
        self._rows = [
            [Button(f"letter:{each}", each, partial(self._add, each)) for each in row]
            for row in SHEETS[self._sheet]
        ]
        self._sheets = [
            GroupTab(f"sheet:{name}", name, partial(self.open_sheet, name), name == self._sheet)
            for name in SHEETS
        ]
        for tab in self._sheets:
            tab.is_above = True
        self._foot = [
            Button("button:blank", _("Space"), partial(self._add, " "), small=True),
            Button("button:delete", _("Delete"), self._rub_out, small=True),
            Button("button:done", _("Done"), self.back, primary=True, small=True),
        ]
        letters = [button for row in self._rows for button in row]
        return [self._text, *letters, *self._sheets, *self._foot]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(22.0), skin.px(6.0), max(SMALLEST_TARGET, skin.px(44.0))
        lines = len(self._rows) + 2
        head = skin.line(SMALL) + skin.line(BODY) + 2 * gap
        width = min(skin.px(900.0), area.width - skin.px(MARGIN))
        self._box = centred((width, head + lines * (high + gap) + 2 * gap + 2 * pad), area)
        inside = self._box.inflate(-2 * pad, -2 * pad)
        self._head = Rect(inside.x, inside.y, inside.width, skin.line(SMALL))
        self._text.place(
            Rect(inside.x, self._head.bottom, inside.width, skin.line(BODY) + gap), skin
        )
        top = inside.y + head
        for row in self._rows:
            boxes = equal_row(Rect(inside.x, top, inside.width, high), 10, gap)
            for button, box in zip(row, boxes, strict=False):
                button.place(box, skin)
            top += high + gap
        for group in (self._sheets, self._foot):
            top += gap
            place_row(group, Rect(inside.x, top, inside.width, high), gap, skin)
            top += high + gap

    def paint(self, surface: Surface) -> None:
        draw_panel(surface, self._box, self.skin)
        warning = "".join(self.field.warnings()[:1])
        words, colour = (warning, "warning") if warning else (self.heading, "ink_soft")
        self.skin.write(surface, words, self._head, colour, SMALL, align="middle")

    def aside(self) -> Sequence[str]:
        return self.field.warnings()

    def handle(self, event: Event) -> None:
        """Handle an event; a real keyboard can type here, too."""
        if event.type == pygame.TEXTEDITING:
            self.field.typed(event)
            self._text.text = self._shown()
            return
        is_text = event.type == pygame.TEXTINPUT
        is_rub = event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE
        if is_text and event.text != " ":
            self._add(event.text)
        elif is_rub:
            self._rub_out()
        else:
            super().handle(event)

    def _add(self, letter: str) -> None:
        self.field.drop_composition()
        self.field.insert(letter)
        self.field.is_marked = False
        self._text.text = self._shown()

    def _rub_out(self) -> None:
        self.field.rub_out()
        self._text.text = self._shown()

    def open_sheet(self, sheet: str) -> None:
        """Show another sheet of letters, and focus the button of that sheet."""
        self._sheet = sheet
        self.rebuild()
        self.form.focus(f"sheet:{sheet}")

    def _shown(self) -> str:
        """Return the text, cut to its end if it is long; a mark if it is empty."""
        line = self.field.shown.rpartition("\n")[2]
        return (line if len(line) <= self._SHOWN else "…" + line[-self._SHOWN :]) or "…"
