"""The rules of the game, to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.scenes.reading import ReadingScene
from game.ui.scenes.rules_text import base_rules
from game.ui.text import _

if TYPE_CHECKING:
    from game.ui.scene import Stage


class RulesScene(ReadingScene):
    """The rules of the base game."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, _("How Tonk is played"), base_rules())
