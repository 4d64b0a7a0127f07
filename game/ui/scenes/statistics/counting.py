"""Counting the hands that are not counted yet, a little in every frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from game.session.damage import DamagedError
from game.session.paths import StoreError
from game.ui.scenes.statistics.words import share_text
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.history import History

_BUDGET: Final = 0.012
"""Seconds of a frame that may be spent on it."""
_PIECE: Final = 40

T = TypeVar("T")


class Counting:
    """Brings a history up to date; ``trouble`` says why it cannot be asked."""

    def __init__(self, history: History, clock: Callable[[], float]) -> None:
        self.history: Final = history
        self._clock = clock
        self.is_done = False
        self.trouble = ""

    @property
    def progress(self) -> float:
        """How much is counted, 0 to 1."""
        return self.history.progress

    def words(self, otherwise: str) -> str:
        """Why there is nothing to see yet; ``otherwise`` is said once all is counted."""
        if self.trouble:
            return _("Your hands cannot be read now: {why}.").format(why=self.trouble)
        if not self.is_done:
            return _("Counting your hands… {percent}").format(percent=share_text(self.progress))
        return otherwise

    def go_on(self) -> bool:
        """Count for part of a frame; True if that was the last that was missing."""
        if self.is_done:
            return False
        end = self._clock() + _BUDGET
        while not self.is_done and self._clock() < end:
            self.is_done = self.ask(lambda: self.history.catch_up(_PIECE), True)
        return self.is_done

    def ask(self, question: Callable[[], T], otherwise: T) -> T:
        """The answer to a question; another one where what is kept cannot be read."""
        try:
            return question()
        except (StoreError, DamagedError) as error:
            self.trouble = str(error)
            return otherwise
