"""The page for a new game: rules, opponents, stake and length.

Enter repeats the last choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.features.challenges.bankroll.at_table import is_wanted, stake_sentence
from game.play.ledger import OPENING_STAKES
from game.play.plan import agreed_length
from game.rules.ruleset import OPTIONS
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, OpenRow
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.pages.hand_counter import Counting
from game.ui.rulesets.rule_texts import said, seats_sentence, title_of
from game.ui.session.deal_page import DealPage
from game.ui.session.starting import most_opponents, opponent_count, rules_in_use
from game.ui.text.language import _, in_a_row, ngettext
from game.ui.text.sessions import deal_text


class NewGameScene(DealPage):
    """The page that asks for opponents and stake, and deals."""

    _counting: Counting | None = None

    @property
    def heading(self) -> str:
        return _("Play")

    def update(self, _dt: float) -> bool:
        if self.idle_for() is None:
            return False
        if self._counting is not None and self._counting.go_on():
            self.rebuild()
        return True

    def idle_for(self) -> float | None:
        return None if self._counting is None or self._counting.is_done else 0.0

    def on_resume(self) -> None:
        self._counting = None
        super().on_resume()

    def _count(self) -> None:
        """Begin to count what a bankroll needs, if new tables are to be played for it."""
        if self._counting is None and is_wanted(self.stage, self._named.rules):
            services = self.stage.services
            self._counting = Counting(services.saves.history(), services.clock)
            self._counting.go_on()

    def build(self) -> Sequence[Widget]:
        self._named = rules_in_use(self.stage)
        self._count()
        now, change = self.stage.services.settings.settings, self.stage.change
        most = most_opponents(self._named.rules)
        self._rules = OpenRow("rules", _("Rules"), title_of(self._named), self._choose_rules)
        self._opponents = Choice(
            "opponents",
            _("Number of opponents"),
            [(count, str(count)) for count in range(1, max(1, most) + 1)],
            opponent_count(self.stage, self._named.rules),
            self._set_opponents,
        )
        self._opponents_row = OpenRow(
            "company", _("Opponents"), self._company_words(), self._choose_company
        )
        self._stake = Choice(
            "stake",
            _("Stake"),
            [(stake, str(stake)) for stake in sorted({1, 2, 5, 10, 25, 50, 100, now.stake})],
            now.stake,
            self._set_stake,
        )
        self._stake.enabled = not self._named.rules.why_idle("stake")
        self._hands = Choice(
            "hands",
            _("Hands"),
            [(hands, str(hands) if hands else _("No limit")) for hands in self._lengths()],
            agreed_length(now.hands, self._named.rules) or 0,
            lambda hands: change(hands=hands),
        )
        self._hands.enabled = not self._named.rules.is_push_up
        dealt = deal_text(self._deal) if self._deal else _("Random, sealed")
        self._dealing = OpenRow("deal", _("Deals"), dealt, self._choose_deal)
        self.note = Label(self._words(now.stake), units=SMALL, colour="ink_soft", wraps=True)
        self._start = Button("button:start", _("Deal the cards"), self._play, primary=True)
        self._start.enabled = most > 0
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._rows(), self._start, self._back]

    def _rows(self) -> list[Widget]:
        fixed: list[Widget] = [self._rules, self._opponents, self._opponents_row]
        return [*fixed, self._stake, self._hands, self._dealing, self.note]

    def _lengths(self) -> list[int]:
        """Return the session lengths to choose from: an open end only without a big one, nothing
        else in push-up.
        """
        rules, now = self._named.rules, self.stage.services.settings.settings.hands
        agreed = agreed_length(now, rules) or 0
        # 0 is an open end.
        usual = [
            hands
            for hands in (0, 5, 10, 15, 20, 30, 50)
            if agreed_length(hands, rules) == (hands or None)
        ]
        return sorted({*usual, agreed})

    def _set_opponents(self, count: object) -> None:
        self.stage.change(opponents=count)
        self.rebuild()

    def _set_stake(self, stake: object) -> None:
        self.stage.change(stake=stake)
        if isinstance(stake, int):
            self.note.text = self._words(stake)

    def _words(self, stake: int) -> str:
        """Return what is played for, with a warning about the stock if needed."""
        return in_a_row((self._played_for(stake), self._little_stock()))

    def _little_stock(self) -> str:
        """Return a warning if the stock would be small."""
        from game.rules.warnings import little_stock

        rules = self._named.rules
        seats = opponent_count(self.stage, rules) + 1
        found = little_stock(rules, seats) if rules.can_seat(seats) else None
        return said(found) if found else ""

    def _played_for(self, stake: int) -> str:
        rules = self._named.rules
        if rules.is_push_up and not rules.has_bets:
            words = _("Points, not money: when somebody reaches {target}, the fewest points win.")
            words = words.format(target=rules.push_up_target)
            return in_a_row((words, seats_sentence(rules)))
        if rules.scoring == "scorepad":
            words = _("Everyone starts at zero on the scorepad; points are paid out at the end.")
            return in_a_row((words, seats_sentence(rules)))
        money = OPENING_STAKES * stake
        opening = ngettext(
            "Everyone starts with {money} in play money, and can go below zero.",
            "Everyone starts with {money} in play money, and can go below zero.",
            money,
        )
        line = stake_sentence(self.stage, replace(rules, stake=stake), self._counting)
        target = OPTIONS["push_up_target"].sentence(rules.push_up_target)
        end = said(target) if rules.is_push_up else ""
        lines = (opening.format(money=money), line, end, seats_sentence(self._named.rules))
        return in_a_row(lines)

    def _play(self) -> None:
        from game.ui.session.starting import in_place_of_kept

        in_place_of_kept(self.stage, self._begin)

    def _begin(self) -> None:
        from game.ui.session.starting import begin_with_rules

        now, most = self.stage.services.settings.settings, most_opponents(self._named.rules)
        others = min(now.opponents, most)
        begin_with_rules(self.stage, self._named, others, now.stake, self._deal)
