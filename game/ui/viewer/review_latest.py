"""The coach's review of the player's latest hands: of the last one, or of many with progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.files import DamagedError, StoreError
from game.saves.history import Wanted
from game.ui.kit.controls import Button, Label, ProgressBar
from game.ui.kit.skin import SMALL
from game.ui.pages.page import Overlay, Sheet, needs_kernel, play_button
from game.ui.text.language import _, amount_text
from game.ui.viewer.replay_scene import notify_if_unreadable
from game.ui.viewer.saved_hands import SavedHands, review

if TYPE_CHECKING:
    from pygame import Rect

    from game.saves.history import History
    from game.saves.review_queue import Batch, Reviewer
    from game.ui.kit.widget import Widget
    from game.ui.shell.scene import Stage

LATEST: Final = 50  # the number of hands reviewed together


def filling_button(stage: Stage, reviewed: int = 0) -> Button:
    """Return the gold button of a page that needs hands reviewed, or more of them: the coach then
    goes further back.
    """
    if not goes_further(stage, reviewed):
        return play_button(stage)
    reviewer, count = stage.services.reviewer, min(reviewed + LATEST, _saved(stage))

    def go_through() -> None:
        if reviewer is not None:
            stage.push(LatestScene(stage, reviewer, count))

    button = Button("button:latest", latest_title(count), go_through, primary=True)
    button.enabled = reviewer is not None
    return needs_kernel(stage, button)


def goes_further(stage: Stage, reviewed: int) -> bool:
    """Return whether there are saved hands beyond those reviewed, as far as known."""
    reviewer = stage.services.reviewer
    batch = reviewer.batch if reviewer else None
    return _saved(stage) > reviewed and not (reviewed and batch and batch.has_all)


def _saved(stage: Stage) -> int:
    try:
        return stage.services.saves.history().saved
    except (StoreError, DamagedError):
        return 0


def latest_title(count: int) -> str:
    """Return the title of the page that reviews ``count`` hands."""
    if count == 1:
        return _("Review my last hand")
    return _("Review last {n} hands").format(n=amount_text(count))


def last_button(stage: Stage, history: History) -> Button:
    """Return the button that opens the review of the last hand; disabled if there is none."""

    def review_last() -> None:
        hands = SavedHands(history, Wanted(), 1)
        with notify_if_unreadable(stage):
            review(stage, history, hands[0], hands.played(0))

    button = Button("button:last", latest_title(1), review_last, primary=True)
    button.enabled = stage.services.reviewer is not None
    return needs_kernel(stage, button)


class LatestScene(Overlay):
    """The dialog that shows how many of the latest hands are reviewed; it closes once all are."""

    def __init__(self, stage: Stage, reviewer: Reviewer, count: int) -> None:
        self._count = count
        self.batch: Batch = reviewer.ask_latest(count)
        super().__init__(stage)
        self.form.focus("button:stop")

    @property
    def heading(self) -> str:
        return latest_title(self._count)

    def build(self) -> Sequence[Widget]:
        self._words = Label(self._told(), align="middle", wraps=True)
        self._bar = ProgressBar()
        self._bar.part = self.batch.part
        words = _("You can leave this page: the coach keeps going, and what it finds is kept.")
        self._note = Label(words, units=SMALL, colour="ink_soft", align="middle", wraps=True)
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:stop", _("Stop"), self._stop),
        ]
        return [self._words, self._bar, self._note, *self._buttons]

    def arrange(self, area: Rect) -> None:
        rows = [self._words, self._bar, self._note]
        self.sheet = Sheet(area, self.skin, rows, self._buttons)

    def update(self, _dt: float) -> bool:
        if self.batch.is_over:
            self.back()
            return True
        told = self._told()
        if (told, self.batch.part) == (self._words.text, self._bar.part):
            return False
        self._words.text, self._bar.part = told, self.batch.part
        return True

    def _told(self) -> str:
        words = _("{n} of {all} hands reviewed")
        return words.format(n=amount_text(self.batch.done), all=amount_text(self.batch.total))

    def _stop(self) -> None:
        self.batch.stop()
        self.back()
