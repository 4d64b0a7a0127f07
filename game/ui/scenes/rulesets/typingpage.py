"""A page on which something can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.controllers import is_chosen_by_controller
from game.ui.scenes.page import Page
from game.ui.scenes.rulesets.textfield import TextField

if TYPE_CHECKING:
    from pygame import Event, Surface


class TypingPage(Page):
    """Hands what is typed to the field that has the keyboard.

    What is typed while the keyboard is at the widget `searched` goes to the field `search`.
    """

    search: TextField | None = None
    searched = ""
    _last: TextField | None = None

    @property
    def is_typing(self) -> bool:
        """Whether a letter pressed now would be written somewhere."""
        return self._field() is not None or self._searches()

    def resize(self, size: tuple[int, int]) -> None:
        for widget in self.form.widgets:
            if isinstance(widget, TextField):
                widget.opens = self.open_letters
        super().resize(size)

    def open_letters(self, field: TextField) -> None:
        """Letters to choose from, for who has no keyboard at hand."""
        from game.ui.scenes.letters import LettersScene

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
        if self.search and self._searches() and self._is_for_search(self.search, event):
            self.search.typed(event)
            return
        super().handle(event)

    def shortcut(self, _key: int, _mod: int) -> bool:
        """Act on a key that means the same wherever the keyboard is; False for all others."""
        return False

    def _notice_focus(self) -> None:
        """Tell a field when the keyboard has come to it."""
        field = self._field()
        if field is not self._last and field:
            field.keyboard_came()
        self._last = field

    def _field(self) -> TextField | None:
        focused = self.form.focused
        found = (widget for widget in self.form.widgets if widget.name == focused)
        return next((widget for widget in found if isinstance(widget, TextField)), None)

    def _searches(self) -> bool:
        return self.search is not None and self.form.focused == self.searched

    def _is_for_search(self, search: TextField, event: Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            return bool(search.text or event.text.strip())
        if event.type != pygame.KEYDOWN:
            return False
        return event.key == pygame.K_BACKSPACE or (
            event.key == pygame.K_SPACE and search.text != ""
        )
