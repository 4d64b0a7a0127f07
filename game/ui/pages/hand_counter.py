"""Statistics of saved hands, counted a little in every frame, their pages and titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from game.files import DamagedError, StoreError
from game.ui.pages.page import Page
from game.ui.text.language import _, amount_text, percent_text, signed_text
from game.ui.text.level_words import bot_words
from game.ui.text.save_troubles import why_text
from game.ui.text.sessions import points_text

if TYPE_CHECKING:
    from game.play.plan import Player
    from game.saves.history import History

BUDGET: Final = 0.012
"""Seconds of a frame that counting may take."""
FEW: Final = 20
"""The number of hands below which a share is shown as a count, and nothing is concluded."""
T = TypeVar("T")


def brought_text(stakes: int, points: int, *, is_for_points: bool) -> str:
    """Return what hands have brought: stakes, or points added under push-up scoring, with the
    stakes of side pots if any.
    """
    if not is_for_points:
        return signed_text(stakes)
    return _(", ").join([*([signed_text(stakes)] if stakes else []), points_text(points)])


def opponent_title(player: Player) -> str:
    """Return an opponent's name and strength."""
    if player.level in {"", "?"}:
        return player.name
    return _("{name} ({level})").format(name=player.name, level=bot_words(player.level))


def share_text(part: int, whole: int) -> str:
    """Return a share of hands: a percentage, or a count if there are few."""
    if whole < FEW:
        return _("{n} of {all}").format(n=amount_text(part), all=amount_text(whole))
    percent = 100 * part / whole
    if 0 < percent < 0.5:
        return _("<{percent}").format(percent=percent_text(1))
    if 99.5 <= percent < 100:
        return _(">{percent}").format(percent=percent_text(99))
    return percent_text(percent)


class Counting:
    """Brings a history's counts up to date, then lets a page add up what it shows.

    ``trouble`` says why the history cannot be read. ``add_up`` yields the steps of a page's own
    sums, each short enough for a frame.
    """

    def __init__(
        self,
        history: History,
        clock: Callable[[], float],
        add_up: Callable[[], Iterator[object]] = lambda: iter(()),
    ) -> None:
        self.history: Final = history
        self._clock, self._add_up = clock, add_up
        self._steps: Iterator[object] | None = None
        self.is_done = self._is_ready = False
        self.trouble = ""

    @property
    def progress(self) -> float:
        """The share of the hands counted, 0 to 1."""
        return self.history.progress

    def words(self, otherwise: str) -> str:
        """Return why there is nothing to see yet; ``otherwise`` once all is counted."""
        if self.trouble:
            return _("Can't read your hands right now: {why}.").format(why=self.trouble)
        if not self.is_done:
            return _("Counting your hands… {percent}").format(
                percent=percent_text(100 * self.progress)
            )
        return otherwise

    def begin_again(self) -> None:
        """Look for new hands."""
        self.is_done, self._steps = False, None

    def go_on(self) -> bool:
        """Count and add up for part of a frame; True if everything is done."""
        if self.is_done:
            return False
        end = self._clock() + BUDGET
        self.is_done = self.ask(self._step, True)
        while not self.is_done and self._clock() < end:
            self.is_done = self.ask(self._step, True)
        return self.is_done

    def _step(self) -> bool:
        """Count one step; True after the last."""
        if not self._is_ready:
            self._is_ready = self.history.get_ready()
            return False
        if self._steps is None:
            if self.history.catch_up(40):  # hands a frame
                self._steps = self._add_up()
            return False
        return next(self._steps, self) is self

    def ask(self, question: Callable[[], T], otherwise: T) -> T:
        """Return the result of a query, or ``otherwise`` if the history cannot be read."""
        try:
            return question()
        except (StoreError, DamagedError) as error:
            self.trouble = why_text(error)
            return otherwise


class CountingPage(Page):
    """A page of what ``_counting`` counts, which is shown once all is counted."""

    _counting: Counting

    def update(self, _dt: float) -> bool:
        if self._counting.is_done:
            return False
        if self._counting.go_on():
            self._show_counts()
        return True

    def _show_counts(self) -> None:
        self.rebuild()

    def idle_for(self) -> float | None:
        return None if self._counting.is_done else 0.0

    def on_resume(self) -> None:
        self._counting.begin_again()
