"""The menu over the table, which stands still meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

_WIDTH = 440.0


class PauseScene(Overlay):
    """Go on, read, set, or leave; what is on the table stays as it is."""

    def build(self) -> Sequence[Widget]:
        return [
            Button("button:resume", _("Go on playing"), self.back, primary=True),
            Button("button:rules", _("Rules"), self._rules),
            Button("button:settings", _("Settings"), self._settings),
            Button("button:leave", _("Leave the table"), self.stage.home),
            Button("button:quit", _("Quit"), self.stage.quit),
        ]

    def arrange(self, area: Rect) -> None:
        note = _("The hand is kept: you can go on with it later.")
        self._sheet = Sheet(area, self.skin, self.form.widgets, [], width=_WIDTH, note=note)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, _("Pause"))

    def _rules(self) -> None:
        from game.ui.scenes.rules import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _settings(self) -> None:
        from game.ui.scenes.options import OptionsScene

        self.stage.push(OptionsScene(self.stage))
