"""The practice hub: the practice table and the other ways to learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.play import practice as practices
from game.rules.ruleset import SEATS_LEAST
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import OpenRow
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.pages.page import Page, Sheet
from game.ui.rulesets.rule_texts import title_of
from game.ui.session.starting import practise, rules_in_use
from game.ui.text.language import _

if TYPE_CHECKING:
    from game.ui.shell.scene import Stage


class PracticeHubScene(Page):
    """The page of practice: its rules, the rooms to practise in, and the hand left unfinished."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.form.focus("button:continue" if self._left else "button:deal")

    def on_resume(self) -> None:
        self.rebuild()

    @property
    def heading(self) -> str:
        return _("Practice")

    def build(self) -> Sequence[Widget]:
        named = rules_in_use(self.stage)
        self._left = practices.Practice.kept() if self.stage.services.settings.path else None
        note = Label(
            _("Nothing here counts in your statistics."),
            units=SMALL,
            colour="ink_soft",
            wraps=True,
        )
        self._rows: list[Widget] = [
            OpenRow("rules", _("Rules"), title_of(named), self._choose_rules),
            OpenRow("table", _("Practice table"), _("Take moves back, see all cards"), self._table),
            OpenRow("drills", _("Drills"), _("Ten questions, a few minutes"), self._drills),
            OpenRow("learn", _("Your mistakes"), _("Try them again"), self._learn),
            OpenRow("play", _("How well you play"), _("What decisions cost"), self._play),
            note,
        ]
        if self._left:
            go_on = Button("button:continue", _("Keep practicing"), self._go_on, primary=True)
        else:
            go_on = Button("button:deal", _("Deal the cards"), self._deal, primary=True)
            go_on.enabled = named.rules.can_seat(SEATS_LEAST)
        self._buttons = [Button("button:back", _("Back"), self.back), go_on]
        return [*self._rows, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, self._buttons)

    def _choose_rules(self) -> None:
        from game.ui.rulesets.choose import ChooseRulesScene

        self.stage.push(ChooseRulesScene(self.stage, self.rebuild))

    def _table(self) -> None:
        from game.features.study.practice.page import PracticeMenuScene

        self.stage.push(PracticeMenuScene(self.stage))

    def _drills(self) -> None:
        from game.features.study.drills.page import DrillsScene

        self.stage.push(DrillsScene(self.stage))

    def _learn(self) -> None:
        from game.features.study.learning.page import LearnScene

        self.stage.push(LearnScene(self.stage))

    def _play(self) -> None:
        from game.features.study.assessment.page import TeachingScene

        self.stage.push(TeachingScene(self.stage))

    def _deal(self) -> None:
        from game.features.study.practice.page import begin

        begin(self.stage, rules_in_use(self.stage))

    def _go_on(self) -> None:
        if self._left is not None:
            practise(self.stage, self._left)
