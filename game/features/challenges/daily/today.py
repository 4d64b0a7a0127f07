"""The state of today's deal, found out step by step, and the action of its button."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from game.features.challenges.daily import model as daily
from game.features.challenges.daily.model import Comparison
from game.features.challenges.daily.own_try import goes_on, sit_down, try_sentence
from game.files import DamagedError, StoreError
from game.ui.rulesets.rule_texts import named_title
from game.ui.session.bot_play import BotPlay
from game.ui.session.starting import own_name
from game.ui.text.language import signed_text
from game.ui.text.level_words import level_title

if TYPE_CHECKING:
    from game.features.challenges.daily.model import Try
    from game.ui.shell.scene import Stage


class DailyStanding(NamedTuple):
    """What somebody has made of a deal: a name, the figure, and whether it is good (1), bad (-1)
    or neither.
    """

    name: str
    figure: str
    way: int


class TodaysDeal:
    """The player's own try at today's deal, and the levels' results in that place.

    ``go_on`` takes a step, much shorter than a frame. The levels' results are saved when a day is
    compared; missing ones are played by bots outside the frame thread.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._thinking = BotPlay(stage)
        self.begin_again()

    def begin_again(self) -> None:
        """Start over: a hand may have been played, or a new day have begun."""
        self._day = max(daily.FIRST_DAY, self._stage.services.today())
        self._own: Try | None = None
        self._is_known = self._goes_on = False
        self._won: Mapping[str, int] = {}
        self._comparison: Comparison | None = None
        self._thinking.close()
        self._steps: Iterator[None] | None = self._looking()

    @property
    def is_busy(self) -> bool:
        """Whether the next step can be taken at once; bots wake the window when they are done."""
        return self._steps is not None

    def go_on(self) -> bool:
        """Take a step; return True if there is news."""
        if self._steps is not None:
            try:
                next(self._steps)
            except StopIteration:
                self._steps = None
            except (StoreError, DamagedError):  # the pages of saved hands say so
                self._steps = None
            return self._steps is None
        return self._play_on()

    def _looking(self) -> Iterator[None]:
        store = self._stage.services.saves
        history = store.history()
        while not history.get_ready():
            yield
        self._own = own = daily.Try.of_day(history, self._day)
        self._goes_on = goes_on(store, self._day, own)
        self._is_known = True
        if own is None or not own.is_finished or not own.is_comparable:
            return
        yield
        self._won = daily.kept_levels(store.opened(), self._day)
        missing = [level for level in self._levels if level not in self._won]
        if missing:
            self._comparison = Comparison(self._day, missing, (daily.OWN,))

    def _play_on(self) -> bool:
        """Play the decisions that are ready, and ask for the next; return True if a hand has
        ended.
        """
        comparison = self._comparison
        if comparison is None:
            return False
        before = len(comparison.played)
        try:
            self._thinking.play_ready(comparison)
        except Exception:  # noqa: BLE001 - a table reports bots that fail, not the start page
            self._comparison = None
            return False
        self._won = {**self._won, **comparison.own_place}
        if comparison.playing is None:
            self._comparison = None
            with suppress(StoreError):  # bots can play them again
                daily.keep_levels(self._stage.services.saves.opened(), self._day, self._won)
        return len(comparison.played) > before

    @property
    def _levels(self) -> tuple[str, ...]:
        return tuple(self._stage.services.opponents().levels)

    def close(self) -> None:
        """Cancel the decision that a bot may be working on."""
        self._thinking.close()

    # -- in words ----------------------------------------------------------------------------------

    @property
    def rules(self) -> str:
        """The name of the day's rules."""
        return named_title(daily.rules_name(self._day))

    @property
    def words(self) -> str:
        """The result of the player's own try; empty while unknown."""
        return try_sentence(self._own, goes_on=self._goes_on) if self._is_known else ""

    def standings(self) -> Iterator[DailyStanding]:
        """Yield names and figures: the player's, then the levels', once all can be shown."""
        own = self._own
        if own is None or own.won is None or not own.is_comparable:
            return
        yield DailyStanding(own_name(self._stage), signed_text(own.won), _way(own.won))
        for level in self._levels:
            won = self._won.get(level)
            figure = "…" if won is None else signed_text(won)
            yield DailyStanding(level_title(level), figure, _way(won or 0))

    # -- a click on it -----------------------------------------------------------------------------

    def play(self) -> bool:
        """Play or resume the deal; return False if the try is over."""
        while self.is_busy:
            self.go_on()
        if not self._is_known or not (self._own is None or self._goes_on):
            return False
        sit_down(self._stage, self._day, goes_on=self._goes_on)
        return True


def _way(amount: int) -> int:
    return (amount > 0) - (amount < 0)
