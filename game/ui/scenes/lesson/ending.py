"""The end of the lesson: on to a real game, to the rules, or back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button, Label
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Page, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface


_WIDTH = 680.0


class LessonEnding(Page):
    """What there is beside what was taught, and where to go from here."""

    @property
    def heading(self) -> str:
        return _("Well played!")

    def build(self) -> Sequence[Widget]:
        words = _(
            "That is Tonk: draw, lay what you can, get rid of what costs, and drop at the right"
            " moment. The rules tell the rest: naturals, the end of the stock, and the house rules"
            " of many tables."
        )
        self._words = Label(words, wraps=True)
        self._rows: list[Widget] = [
            self._words,
            Button("button:play", _("Play a game"), self._play, primary=True),
            Button("button:rules", _("Read the rules"), self._rules),
            Button("button:again", _("The lesson once more"), self._again),
            Button("button:back", _("Back"), self.back),
        ]
        return self._rows

    def arrange(self, area: Rect) -> None:
        self._sheet = Sheet(area, self.skin, self._rows, [], width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def _play(self) -> None:
        from game.ui.scenes.newgame import NewGameScene

        self.stage.replace(NewGameScene(self.stage))

    def _rules(self) -> None:
        from game.ui.scenes.rules import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _again(self) -> None:
        from game.ui.scenes.lesson.scene import LessonScene

        self.stage.replace(LessonScene(self.stage))
