"""Dialogs over the scene below: questions, messages, and fatal errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.assets import AssetMissing
from game.ui.kit.controls import Button, Label, draw_panel
from game.ui.kit.grids import SMALLEST_TARGET, column
from game.ui.kit.widget import Widget
from game.ui.pages.page import Overlay, Page, Sheet
from game.ui.shell.loop import App
from game.ui.table.painting.furniture import table_skin
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.shell.app_window import Window
    from game.ui.shell.scene import Services, Stage


_HEAD, _SAID, _LEAST = 20.0, 17.0, 13.5  # units: text sizes; the last for want of room
_LOW, _LOWER = 44.0, 32.0  # units: button heights, with and without enough room


class GoldAnswer(Enum):
    """Which answer to a question is the gold button."""

    YES = auto()
    """Nothing is lost by it, and it is what the player came for."""
    NO = auto()
    """The game recommends against the action."""
    NONE = auto()
    """Something would be lost, and only the player knows whether it matters."""


class AskScene(Overlay):
    """A dialog that asks before an action that cannot be undone."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        question: str,
        answers: tuple[str, str],
        act: Callable[[], None],
        gold: GoldAnswer = GoldAnswer.NONE,
    ) -> None:
        """`answers` are the labels for declining and for acting; the gold one has the focus or,
        without gold, the first.
        """
        self._title, self._question = title, question
        self._answers, self._act = answers, act
        self._gold = gold
        super().__init__(stage)
        if gold is GoldAnswer.YES:
            self.form.focus("button:yes")

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._words = Label(self._question, wraps=True)
        no, yes = self._answers
        self._buttons = [
            Button("button:no", no, self.back, primary=self._gold is GoldAnswer.NO),
            Button("button:yes", yes, self._do, primary=self._gold is GoldAnswer.YES),
        ]
        return [self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(
            area, self.skin, [self._words], self._buttons, width=660.0, title=self._title
        )

    def _do(self) -> None:
        self.stage.pop()
        self._act()


class MoveQuestion(AskScene):
    """A question about a move, placed so that piles, spreads and hand stay visible."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        question: str,
        answers: tuple[str, str],
        act: Callable[[], None],
        room: Callable[[], tuple[Rect, int]],
    ) -> None:
        """``room`` returns the part of the table that may be covered, and how far up the panel may
        grow from there; a panel that would grow further gets smaller text.
        """
        self._room = room
        super().__init__(stage, title, question, answers, act, GoldAnswer.NO)

    def build(self) -> Sequence[Widget]:
        self._head = Label(self._title, units=_HEAD, colour="accent", bold=True, wraps=True)
        below = super().build()
        self._words.units = _SAID
        for button in self._buttons:
            button.units = _SAID
        return [self._head, *below]

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        return size

    def resize(self, size: tuple[int, int]) -> None:
        self.skin = table_skin(self.stage.services.theme, size)
        self.arrange(Rect((0, 0), size))

    def arrange(self, area: Rect) -> None:
        skin, (room, highest) = self.skin, self._room()
        pad, gap = skin.px(14), skin.px(9)
        inner = room.width - 2 * pad
        widgets = (self._head, self._words, *self._buttons)
        heights = self._heights(inner, _SAID, _LOW)
        around = gap * (len(heights) - 1) + 2 * pad
        for said in (_SAID, _SAID - 2, _LEAST):
            if sum(heights) + around + gap // 2 <= room.bottom - highest:
                break
            heights = self._heights(inner, said, _LOWER)
        high = sum(heights) + around
        spare = max(0, room.height - high)
        heights[1], high = heights[1] + spare, high + spare
        self.box = Rect(room.left, room.bottom - high, room.width, high).clamp(area)
        boxes = column(self.box.inflate(-2 * pad, -2 * pad), heights, gap)
        for widget, box in zip(widgets, boxes, strict=True):
            widget.place(box, skin)
        self.headed = self._head.rect

    def _heights(self, inner: int, said: float, low: float) -> list[int]:
        """Return the heights of all parts, for a text size and a button height."""
        skin = self.skin
        self._words.units = said
        button = max(SMALLEST_TARGET, skin.px(low))
        labels = [each.height_in(inner, skin) for each in (self._head, self._words)]
        return labels + [button] * len(self._buttons)

    def paint(self, surface: Surface) -> None:
        draw_panel(surface, self.box, self.skin)

    def _draw_ground(self, surface: Surface) -> None:
        """Draw nothing behind the panel: the table stays as bright as it was."""


class TellScene(Overlay):
    """A message with one button; Esc and Enter close it, too."""

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
    """A message about why the game cannot continue, with no scene below."""

    is_overlay = False

    def _draw_ground(self, surface: Surface) -> None:
        Page._draw_ground(self, surface)


def show_fatal_error(window: Window, services: Services, words: str) -> None:
    """Show a fatal error on standard error and in the window, or, without the game's fonts, in a
    system message box.
    """
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
