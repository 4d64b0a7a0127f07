"""Text input and input methods: on only while a field has the focus.

An active input method gets every key first. It must be off at the table, where letters are
shortcuts; while it composes a text, every key belongs to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect

if TYPE_CHECKING:
    from pygame import Event

    from game.ui.kit.typing import TextField


class TextInput:
    """SDL's text input for the window; off until a field takes letters."""

    def __init__(self) -> None:
        self._field: TextField | None = None
        self._box: Rect | None = None
        self.is_composing = False
        """Whether an input method is composing a text; it then gets every key."""
        pygame.key.stop_text_input()

    def follow(self, field: TextField | None, box: Rect) -> None:
        """Take letters for a field, with the candidate list of the input method beside a box, in
        points.

        Without a field, letters are shortcuts.
        """
        if field is not self._field:
            self._end_composing()
            self._field, self._box = field, None
            pygame.key.stop_text_input()  # the input method forgets what it was composing
            if field is not None:
                pygame.key.start_text_input()
        if field is not None and box != self._box:
            self._box = box
            pygame.key.set_text_input_rect(box)

    def notice(self, event: Event) -> None:
        """Note whether the input method is composing; a click ends that."""
        match event.type:
            case pygame.TEXTEDITING:
                self.is_composing = bool(event.text)
            case pygame.TEXTINPUT:
                self.is_composing = False
            case pygame.WINDOWFOCUSLOST if self.is_composing and self._field:
                self.is_composing = False  # the input method commits or drops its text by itself
                self._field.drop_composition()
            case pygame.MOUSEBUTTONDOWN if self.is_composing:
                self._end_composing()
                self.follow(None, Rect(0, 0, 0, 0))

    def _end_composing(self) -> None:
        """Commit the text being composed to the field."""
        self.is_composing = False
        if self._field is not None:
            self._field.keep_composition()
