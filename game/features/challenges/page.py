"""The page of all challenges and their standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.features.challenges import other_counts
from game.features.challenges.bankroll.model import adding_up
from game.features.challenges.bankroll.page import BankrollScene
from game.features.challenges.daily import model as daily
from game.features.challenges.daily.own_try import goes_on
from game.features.challenges.daily.page import DailyScene
from game.features.challenges.goals import model as goals
from game.features.challenges.goals.page import GoalsScene, reached_text
from game.features.challenges.season import model as season
from game.features.challenges.season.model import ROUNDS
from game.features.challenges.season.page import SeasonScene
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import OpenRow
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.pages.hand_counter import Counting, CountingPage
from game.ui.pages.page import Sheet
from game.ui.text.language import _, amount_text, signed_text

if TYPE_CHECKING:
    from game.ui.shell.scene import Stage


class ChallengesScene(CountingPage):
    """The page that leads to the daily deal and the other challenges."""

    def __init__(self, stage: Stage) -> None:
        history = stage.services.saves.history()
        self._counting = Counting(history, stage.services.clock, self._read)
        self._daily = self._goals = self._bankroll = self._season = ""
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Challenges")

    def new_day(self) -> None:
        if self._counting.is_done:
            self._counting.begin_again()

    def _read(self) -> Iterator[object]:
        """Read the standing of every challenge, once all hands are counted."""
        history, store = self._counting.history, self.stage.services.saves.opened()
        day = self.stage.services.today()
        own = daily.tries(history).get(day)
        yield own
        for counts in goals.counting(history, other_counts()):
            self._goals = reached_text(counts)
            yield counts
        for money in adding_up(store, history):
            self._bankroll = amount_text(money.money)
            yield money
        now = last = season.Season.of(store, history)
        yield now
        if not now.own:
            ended = season.Season.ended(history)
            last = next((each for each in reversed(ended) if not each.missing), now)
        if last.is_over and not last.missing:
            self._season = SeasonScene.ended_words(last)
        elif not now.own:
            self._season = _("Not started")
        else:
            words = _("Match {match} of {many}")
            self._season = words.format(match=min(now.round, ROUNDS), many=ROUNDS)
        self._daily = _("Not played yet")
        if own is not None:
            # TRANSLATORS: of the daily deal: begun and not over.
            self._daily = _("In progress")
            if own.won is not None:
                self._daily = signed_text(own.won)
            elif not goes_on(store, day, own):
                # TRANSLATORS: of the daily deal: begun, and left for another.
                self._daily = _("Given up")

    def build(self) -> Sequence[Widget]:
        self._rows: list[Widget] = [
            OpenRow("daily", _("Daily deal"), self._daily, self._open_daily),
            OpenRow("goals", _("Goals"), self._goals, self._open_goals),
            OpenRow("season", _("Season"), self._season, self._open_season),
            OpenRow("bankroll", _("Bankroll"), self._bankroll, self._open_bankroll),
        ]
        words = _(
            "It all comes from your saved hands. Play at your own pace: nothing to lose by a day "
            "off, nothing to unlock."
        )
        self._rows.append(
            Label(self._counting.words(words), units=SMALL, colour="ink_soft", wraps=True)
        )
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._rows, self._back]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, [self._back], width=820.0)

    def _open_goals(self) -> None:
        self.stage.push(GoalsScene(self.stage, other_counts()))

    def _open_bankroll(self) -> None:
        self.stage.push(BankrollScene(self.stage))

    def _open_season(self) -> None:
        self.stage.push(SeasonScene(self.stage))

    def _open_daily(self) -> None:
        self.stage.push(DailyScene(self.stage))
