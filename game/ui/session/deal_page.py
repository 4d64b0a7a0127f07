"""What the pages before a game have in common: rules, opponents and the deal are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.play.chosen_opponents import filled
from game.ui.kit.controls import Button
from game.ui.kit.widget import Widget
from game.ui.pages.page import Page, Sheet
from game.ui.session.starting import opponent_count
from game.ui.text.level_words import opponents_words

if TYPE_CHECKING:
    from game.play.chosen_opponents import ChosenOpponent
    from game.rule_files import NamedRules
    from game.ui.shell.scene import Stage


class DealPage(Page):
    """A page that asks for rules, opponents and the deal, and deals.

    Whatever is chosen, the button that starts has the focus afterwards; a row left as it was keeps
    the focus.
    """

    is_practice = False
    _named: NamedRules
    _start: Button
    _back: Button

    def __init__(self, stage: Stage) -> None:
        self._deal = 0
        super().__init__(stage)
        self._ready()

    def on_resume(self) -> None:
        self.rebuild()

    def _rows(self) -> Sequence[Widget]:
        """Return what stands above the buttons."""
        raise NotImplementedError

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows(), [self._back, self._start])

    def _ready(self) -> None:
        self.form.focus("button:start")

    def _choose_rules(self) -> None:
        from game.ui.rulesets.choose import ChooseRulesScene

        self.stage.push(ChooseRulesScene(self.stage, self._ready))

    def _company_words(self) -> str:
        chosen = self.stage.services.settings.settings.opponents_chosen
        opponents = filled(chosen, opponent_count(self.stage, self._named.rules))
        return opponents_words(self.stage.services.opponents(), opponents)

    def _choose_company(self) -> None:
        from game.ui.session.opponents_page import OpponentsScene

        chosen = self.stage.services.settings.settings.opponents_chosen
        count = opponent_count(self.stage, self._named.rules)
        self.stage.push(OpponentsScene(self.stage, chosen, count, self._company_chosen))

    def _company_chosen(self, chosen: tuple[ChosenOpponent, ...]) -> None:
        opponents = self.stage.services.opponents()
        before = filled(self.stage.services.settings.settings.opponents_chosen, len(chosen))
        self.stage.change(opponents_chosen=chosen)
        if chosen != tuple(map(opponents.here, before)):
            self._ready()

    def _choose_deal(self) -> None:
        from game.ui.session.seal_pages import DealScene

        scene = DealScene(self.stage, self._deal, self._deal_chosen, is_practice=self.is_practice)
        self.stage.push(scene)

    def _deal_chosen(self, deal: int) -> None:
        before, self._deal = self._deal, deal
        if deal != before:
            self._ready()
