"""Messages over the scene below: a question, something to know, and why the game cannot go on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.assets import AssetMissing
from game.ui.kit.controls import Button, Label
from game.ui.kit.widget import Widget
from game.ui.pages.page import Overlay, Page, Sheet
from game.ui.shell.loop import App
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.shell.app_window import Window
    from game.ui.shell.scene import Services, Stage


class AskScene(Overlay):
    """Asks before something is done that cannot be undone."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        question: str,
        answers: tuple[str, str],
        act: Callable[[], None],
    ) -> None:
        """`answers` are the words for not doing it, which has the focus first, and for doing it."""
        self._title, self._question = title, question
        self._answers, self._act = answers, act
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._words = Label(self._question, wraps=True)
        no, yes = self._answers
        self._buttons = [
            Button("button:no", no, self.back, primary=True),
            Button("button:yes", yes, self._do),
        ]
        return [self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._words], self._buttons, width=660.0)

    def _do(self) -> None:
        self.stage.pop()
        self._act()


class TellScene(Overlay):
    """Shows a message with one button; Esc and Enter close it too."""

    def __init__(self, stage: Stage, title: str, words: str) -> None:
        self._title, self._words = title, words
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._label = Label(self._words, wraps=True)
        self._close = Button("button:close", _("Close"), self.back, primary=True)
        return [self._label, self._close]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._label], [self._close], width=720.0)


class FatalScene(TellScene):
    """Shows why the game cannot go on; nothing lies below."""

    is_overlay = False

    def _draw_ground(self, surface: Surface) -> None:
        Page._draw_ground(self, surface)


def show_fatal_error(window: Window, services: Services, words: str) -> None:
    """Show it on standard error and in the window; without our fonts in a system message box."""
    print(f"tonk: {words}", file=sys.stderr)
    title = _("Tonk can't go on")
    try:
        app = App(window, services)
        app.push(FatalScene(app, title, words))
        app.run()
    except (AssetMissing, pygame.error):
        try:
            pygame.display.message_box(title, words, message_type="error")
        except pygame.error as error:
            print(f"tonk: {error}", file=sys.stderr)
