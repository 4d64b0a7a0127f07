"""The page before practice: rules, opponents, and a deal or a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.features.study.practice.table_page import chance_deal
from game.play import practice as practices
from game.play.plan import Plan, RulesLabel
from game.play.practice import Practice
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, OpenRow
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.rulesets.rule_texts import title_of
from game.ui.session.deal_page import DealPage
from game.ui.session.starting import (
    most_opponents,
    opponent_count,
    plan_from_settings,
    practise,
    rules_in_use,
)
from game.ui.text.language import _
from game.ui.text.sessions import deal_text

if TYPE_CHECKING:
    from game.rule_files import NamedRules
    from game.ui.shell.scene import Stage


def begin(stage: Stage, named: NamedRules, deal: int = 0) -> None:
    """Open the practice table with these rules and the deal of that number, or a random one."""
    plan, number = plan_for(stage, named), deal or chance_deal()
    practise(stage, Practice.numbered(plan.rules, plan.players, number, plan.label))


def plan_for(stage: Stage, named: NamedRules) -> Plan:
    """Return the plan of practice by these rules, with the stake and the opponents last chosen."""
    rules = named.rules.changed(stake=stage.services.settings.settings.stake)
    count = opponent_count(stage, named.rules)
    plan = plan_from_settings(stage, rules, count, RulesLabel.of(named))
    return replace(plan, practice=True)


class PracticeMenuScene(DealPage):
    """The page that asks for rules, opponents and deal, or resumes the hand left unfinished."""

    is_practice = True

    @property
    def heading(self) -> str:
        return _("Practice table")

    def build(self) -> Sequence[Widget]:
        self._named = rules_in_use(self.stage)
        most = most_opponents(self._named.rules)
        self._left = practices.Practice.kept() if self.stage.services.settings.path else None
        self._rules = OpenRow("rules", _("Rules"), title_of(self._named), self._choose_rules)
        self._opponents = Choice(
            "opponents",
            _("Number of opponents"),
            [(count, str(count)) for count in range(1, max(1, most) + 1)],
            opponent_count(self.stage, self._named.rules),
            self._set_opponents,
        )
        self._company = OpenRow(
            "company", _("Opponents"), self._company_words(), self._choose_company
        )
        dealt = deal_text(self._deal) if self._deal else _("At random")
        self._dealing = OpenRow("deal", _("Deals"), dealt, self._choose_deal)
        self._note = Label(
            _(
                "Take moves back, see every card, change seats. Practice doesn't count in your "
                "statistics, and your own table stays as it is."
            ),
            units=SMALL,
            colour="ink_soft",
            wraps=True,
        )
        self._go_on = Button("button:continue", _("Keep practicing"), self._continue)
        self._go_on.enabled = self._left is not None
        self._position = Button("button:position", _("Set up a position"), self._set_up)
        self._start = Button("button:start", _("Deal the cards"), self._play, primary=True)
        self._start.enabled = self._position.enabled = most > 0
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._rows(), self._back, self._start]

    def _rows(self) -> list[Widget]:
        chosen: list[Widget] = [self._rules, self._opponents, self._company, self._dealing]
        return [*chosen, self._go_on, self._position, self._note]

    def _set_opponents(self, count: object) -> None:
        self.stage.change(opponents=count)
        self._company.value = self._company_words()

    # -- to the table ------------------------------------------------------------------------------

    def _play(self) -> None:
        begin(self.stage, self._named, self._deal)

    def _continue(self) -> None:
        if self._left is not None:
            practise(self.stage, self._left)

    def _set_up(self) -> None:
        from game.features.study.practice.setup_page import PositionScene

        plan = plan_for(self.stage, self._named)
        self.stage.push(PositionScene(self.stage, plan, self._play_position))

    def _play_position(self, practice: Practice) -> None:
        self.stage.pop()
        practise(self.stage, practice)
