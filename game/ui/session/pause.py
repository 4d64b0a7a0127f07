"""The menu over the table, which is paused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.play.plan import NO_LABEL, RulesLabel
from game.rules.presets import STANDARD
from game.ui.kit.controls import Button
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import GAP, Overlay, Sheet, needs_kernel
from game.ui.text.language import _

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.ui.shell.scene import Stage


@dataclass(frozen=True, slots=True)
class Offers:
    """The items that the table adds to the menu."""

    leave: Callable[[], None]
    show_scores: Callable[[], None]
    rules: RuleSet
    """The rules in force."""
    change_opponents: Callable[[], None] | None = None
    """Opens the choice of opponents; None during a hand."""
    seat_another: Callable[[], None] | None = None
    """Seats another player; None during a hand, or if there is no room."""
    show_deal: Callable[[], None] | None = None
    """Opens the page about the deal while it is in play."""
    label: RulesLabel = NO_LABEL
    """The name by which the rules were chosen."""
    hint: Callable[[], None] | None = None
    """Asks for a hint; None if there is no decision to make."""
    gives_hints: Callable[[], bool] = lambda: True
    """Whether hints are given, by the current settings."""

    def is_plain(self) -> bool:
        """Return whether the standard game is played, without a note about this table."""
        has_own = self.label.note or self.label.words
        return self.rules.changed(stake=1) == STANDARD and not has_own


class PauseScene(Overlay):
    """The menu: continue, read, change settings, or leave; the table stays as it is."""

    _WIDTH = 620.0  # units: width of the menu

    def __init__(self, stage: Stage, offers: Offers | None = None) -> None:
        self._offers = offers
        super().__init__(stage)

    def on_resume(self) -> None:
        """Apply settings that may have changed."""
        self.rebuild()

    @property
    def heading(self) -> str:
        return _("Pause")

    def build(self) -> Sequence[Widget]:
        leave = self._offers.leave if self._offers else self.stage.home
        self._resume = Button("button:resume", _("Resume"), self.back, primary=True)
        self._others = [
            *self._of_the_table(),
            Button("button:rules", self._rules_title(), self._rules),
            Button("button:settings", _("Settings"), self._settings),
            Button("button:leave", _("Leave the table"), leave),
            Button("button:quit", _("Quit"), self.stage.quit),
        ]
        return [self._resume, *self._others]

    def _of_the_table(self) -> list[Button]:
        if self._offers is None:
            return []
        buttons = [Button("button:scores", _("Scores"), self._offers.show_scores)]
        if self._offers.hint and self._offers.gives_hints():
            hint = Button("button:hint", _("Hint"), self._offers.hint)
            buttons.insert(0, needs_kernel(self.stage, hint))
        if self._offers.show_deal:
            buttons.append(Button("button:deal", _("The deal"), self._offers.show_deal))
        if change := self._offers.change_opponents:
            buttons.append(Button("button:opponents", _("Opponents"), change))
        if self._offers.seat_another:
            buttons.append(Button("button:seat", _("Seat another player"), self._seat))
        return buttons

    def _seat(self) -> None:
        seat = self._offers.seat_another if self._offers else None
        self.stage.pop()
        if seat:
            seat()

    def arrange(self, area: Rect) -> None:
        note, skin = self.aside()[0], self.skin
        if self.is_narrow:
            self.sheet = Sheet(area, skin, self.form.widgets, [], width=self._WIDTH, note=note)
            return
        pairs = [self._others[at : at + 2] for at in range(0, len(self._others), 2)]
        rows = [self._resume, *(pair[0] for pair in pairs)]
        self.sheet = Sheet(area, skin, rows, [], width=self._WIDTH, note=note)
        for pair in pairs:
            place_row(pair, pair[0].rect, skin.px(GAP), skin)

    def aside(self) -> Sequence[str]:
        if self._offers and self._offers.change_opponents:  # between hands
            return (_("Your table is kept: continue any time."),)
        return (_("Your hand is kept: continue any time."),)

    def _rules_title(self) -> str:
        is_plain = self._offers is None or self._offers.is_plain()
        return _("Basic rules") if is_plain else _("Rules at this table")

    def _rules(self) -> None:
        from game.ui.rulesets.reading import RulesScene
        from game.ui.session.table_rules import read_rules

        offers = self._offers
        if offers is None or offers.is_plain():
            self.stage.push(RulesScene(self.stage))
        else:
            read_rules(self.stage, offers.rules, offers.label)

    def _settings(self) -> None:
        from game.ui.settings.pages import OptionsScene

        self.stage.push(OptionsScene(self.stage))
