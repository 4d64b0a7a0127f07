"""A question over the scene below; Esc is the harmless answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button, Label
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Sheet

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_WIDTH = 660.0


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
        """`answers` are the word for not doing it, which is ready under Enter, and for doing it."""
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
        self._sheet = Sheet(area, self.skin, [self._words], self._buttons, width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def _do(self) -> None:
        self.stage.pop()
        self._act()
