"""Letters typed, and input methods that make others of them: on only while a field takes letters.

Where an input method is on it gets every key first. At the table, where letters are keys of the
game, it must therefore be off; while it makes a text of keys, these are its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect

if TYPE_CHECKING:
    from pygame import Event

    from game.ui.kit.typing import TextField


class TextInput:
    """SDL's text input of the window; off until a field takes letters."""

    def __init__(self) -> None:
        self._field: TextField | None = None
        self._box: Rect | None = None
        self.is_composing = False
        """Whether an input method is making a text of keys: then these are for it alone."""
        pygame.key.stop_text_input()

    def follow(self, field: TextField | None, box: Rect) -> None:
        """Take letters for a field; the system shows its list of choices beside a box, in points.

        None: letters are keys.
        """
        if field is not self._field:
            self._end_composing()
            self._field, self._box = field, None
            pygame.key.stop_text_input()  # an input method forgets what it was making
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
                self.is_composing = False  # it puts its text in by itself, or drops it
                self._field.drop_composition()
            case pygame.MOUSEBUTTONDOWN if self.is_composing:
                self._end_composing()
                self.follow(None, Rect(0, 0, 0, 0))

    def _end_composing(self) -> None:
        """Leave in the field what is seen there."""
        self.is_composing = False
        if self._field is not None:
            self._field.keep_composition()
