"""Counting the hands not counted yet, a little in every frame, and the names of what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from game.files import DamagedError, StoreError
from game.ui.text.language import _, percent_text, signed_text
from game.ui.text.level_words import bot_words
from game.ui.text.save_troubles import why_text
from game.ui.text.sessions import points_text

if TYPE_CHECKING:
    from game.play.plan import Player
    from game.saves.history import History

BUDGET: Final = 0.012
"""Seconds of a frame that may be spent on it."""
T = TypeVar("T")


def brought_text(stakes: int, points: int, *, is_for_points: bool) -> str:
    """Return what hands have brought: stakes, or the points added where it is about them."""
    return points_text(points) if is_for_points and not stakes else signed_text(stakes)


def opponent_title(player: Player) -> str:
    """Return an opponent's name and strength."""
    if player.level in {"", "?"}:
        return player.name
    return _("{name} ({level})").format(name=player.name, level=bot_words(player.level))


def share_text(share: float) -> str:
    """Return a part of a whole, in percent."""
    return percent_text(100 * share)


class Counting:
    """Brings the counts of a history up to date, then lets a page add up what it shows of them.

    ``trouble`` says why the history cannot be read. ``add_up`` gives the steps of a page, each
    short enough for a frame.
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
        """The share of the hands that is counted, 0 to 1."""
        return self.history.progress

    def words(self, otherwise: str) -> str:
        """Say why there is nothing to see yet; ``otherwise`` is said once all is counted."""
        if self.trouble:
            return _("Can't read your hands right now: {why}.").format(why=self.trouble)
        if not self.is_done:
            return _("Counting your hands… {percent}").format(percent=share_text(self.progress))
        return otherwise

    def begin_again(self) -> None:
        """Look for hands that came in since."""
        self.is_done, self._steps = False, None

    def go_on(self) -> bool:
        """Count and add up for part of a frame; True if all is done now."""
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
        """Return what a query returns, or the fallback where the history cannot be read."""
        try:
            return question()
        except (StoreError, DamagedError) as error:
            self.trouble = why_text(error)
            return otherwise
