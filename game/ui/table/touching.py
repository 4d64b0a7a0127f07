"""Touching the stock: a press is final, or may still be let go elsewhere (RULES.md §5.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.rules.actions import DRAW
from game.ui.table.intents import Act
from game.ui.table.keyboard import intent_of

if TYPE_CHECKING:
    from pygame import Event

    from game.rules.view import SeatView

STOCK = "stock"


class Touch:
    """Watches presses of mouse and keys on the stock.

    Where a touch is not final a key draws when it is let go, if the cursor is still there then.
    """

    def __init__(self, view: Callable[[], SeatView | None]) -> None:
        self._view = view
        self._held: int | None = None

    @property
    def is_final(self) -> bool:
        """Whether the stock draws as soon as it is pressed."""
        view = self._view()
        return view is not None and view.rules.touch_stock

    def pressed(self, event: Event, target: str | None) -> bool:
        """Whether a press of the mouse on a target draws at once."""
        is_left = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        return is_left and target == STOCK and self.is_final and self._may_draw()

    def holds(self, event: Event, cursor: str | None) -> bool:
        """Whether a key pressed on the stock waits for its release; any other key lets it go."""
        self._held = None
        is_act = isinstance(intent_of(event), Act)
        if is_act and cursor == STOCK and not self.is_final and self._may_draw():
            self._held = event.key
        return self._held is not None

    def released(self, event: Event, cursor: str | None) -> bool:
        """Whether letting go of a key draws."""
        is_same = event.type == pygame.KEYUP and event.key == self._held
        if is_same or event.type == pygame.WINDOWFOCUSLOST:
            self._held = None
        return is_same and cursor == STOCK and self._may_draw()

    def _may_draw(self) -> bool:
        view = self._view()
        return view is not None and DRAW in view.legal
