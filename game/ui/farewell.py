"""The last words of a game that cannot go on, in its own window while that can be drawn."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pygame

from game.ui.assets import AssetMissing
from game.ui.loop import App
from game.ui.text import _

if TYPE_CHECKING:
    from game.ui.scene import Services
    from game.ui.window import Window


def say_farewell(window: Window, services: Services, words: str) -> None:
    """Say it on standard error and in the window; without our fonts the system has to say it."""
    print(f"tonk: {words}", file=sys.stderr)
    title = _("Tonk cannot go on")
    try:
        _show(window, services, title, words)
    except (AssetMissing, pygame.error):
        _show_plainly(title, words)


def _show(window: Window, services: Services, title: str, words: str) -> None:
    from game.ui.scenes.tell import FarewellScene

    app = App(window, services)
    app.push(FarewellScene(app, title, words))
    app.run()


def _show_plainly(title: str, words: str) -> None:
    try:
        pygame.display.message_box(title, words, message_type="error")
    except pygame.error as error:
        print(f"tonk: {error}", file=sys.stderr)
