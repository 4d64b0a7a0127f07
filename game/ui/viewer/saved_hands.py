"""Finished hands opened in the viewer: of a session, from a list, alone, or from a file.

A hand can be reviewed by the coach, saved as a file, verified, and played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from game.files import DamagedError, StoreError
from game.play.practice import Practice
from game.rules.record import HandRecord, RecordError, read_played
from game.saves.hand_files import OpenedHands, export
from game.saves.history import Wanted
from game.saves.statistics import NOBODY, PlayedHand
from game.ui.pages.dialogs import TellScene
from game.ui.text.language import N_, _, amount_text
from game.ui.text.level_words import no_kernel_sentence
from game.ui.text.move_words import refused_text
from game.ui.text.save_troubles import why_of, why_text
from game.ui.text.sessions import REVIEW_HAND, number_text, verified_sentence
from game.ui.viewer.replay_scene import ReplayScene, notify_if_unreadable, person_in

if TYPE_CHECKING:
    from game.play.session import Session
    from game.saves.history import History
    from game.ui.shell.scene import Stage

SAVE = N_("Save as a file")
VERIFY = N_("Check the deal")


class SavedHands(Sequence[HandRecord]):
    """The hands of a list as records, oldest first; each is read when it is accessed."""

    def __init__(self, history: History, wanted: Wanted | PlayedHand, count: int = 1) -> None:
        """``wanted`` selects the hands, or is the only one."""
        self.history, self._wanted, self._count = history, wanted, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> HandRecord: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[HandRecord]: ...
    def __getitem__(self, place: int | slice) -> HandRecord | Sequence[HandRecord]:
        """Return a record; ``RecordError`` if it cannot be read."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(self._count))]
        if not 0 <= place < self._count:
            raise IndexError(place)
        return read(self.history, self.played(place))

    def played(self, place: int) -> PlayedHand:
        """Return the list's entry of a hand."""
        if isinstance(self._wanted, PlayedHand):
            return self._wanted
        try:
            (found,) = self.history.page(self._wanted, self._count - 1 - place, 1)
        except (StoreError, DamagedError, ValueError) as error:
            raise RecordError(why_of(error)) from None
        return found

    def you(self, place: int) -> int | None:
        """Return the person's seat."""
        return seat_of_you(self.played(place))

    def title(self, place: int) -> str:
        """Return the number of a hand within its session, as shown at the table."""
        return _("Hand {number}").format(number=amount_text(self.played(place).hand))


def read(history: History, hand: PlayedHand) -> HandRecord:
    """Read the record of a hand; ``RecordError`` if it cannot be read."""
    try:
        return history.record(hand.session, hand.hand)
    except (StoreError, DamagedError, ValueError) as error:
        raise RecordError(why_of(error)) from None


def seat_of_you(hand: PlayedHand) -> int | None:
    """Return the person's seat, if a person played."""
    return None if hand.me == NOBODY else hand.me


def look_at(stage: Stage, hands: SavedHands, at: int = 0) -> None:
    """Open a hand of the list in the viewer, or show a message if it cannot be read."""

    def save(place: int) -> None:
        save_as_file(stage, hands[place], hands.played(place))

    def check(place: int) -> None:
        tell_verified(stage, hands[place])

    def go_through(place: int) -> None:
        review(stage, hands.history, hands[place], hands.played(place))

    extras = {**_reviewing(stage, go_through), SAVE: save, VERIFY: check}
    with notify_if_unreadable(stage):
        scene = ReplayScene(stage, hands, at, you_of=hands.you, title_of=hands.title, extras=extras)
        stage.push(scene)


def look_at_one(stage: Stage, history: History, session: int, hand: int) -> None:
    """Open one hand in the viewer, or show a message if it cannot be read."""
    with notify_if_unreadable(stage):
        look_at(stage, SavedHands(history, history.one(session, hand)))


def review(stage: Stage, history: History, record: HandRecord, hand: PlayedHand) -> None:
    """Have the coach review a hand."""
    called = history.rules(hand.rules).called
    review_hand(stage, record, seat_of_you(hand), played=hand.ended, called=called)


def _reviewing(stage: Stage, act: Callable[[int], None]) -> dict[str, Callable[[int], None]]:
    """Return the review button, if there is a coach; without the kernel it is disabled."""
    services = stage.services
    return {REVIEW_HAND: act} if services.reviewer or services.lacks_kernel else {}


def save_as_file(stage: Stage, record: HandRecord, hand: PlayedHand) -> None:
    """Save a hand to a file of its own, and show a message with the path."""
    try:
        path = export(record, f"tonk-{hand.session}-{hand.hand}")
    except StoreError as error:
        stage.notify(_("Hand not saved: {why}").format(why=why_text(error)))
    else:
        stage.notify(_("Saved as {path}").format(path=path))


def tell_verified(stage: Stage, record: HandRecord) -> None:
    """Report whether a hand was sealed before the deal, unchanged, and played by the rules."""
    stage.push(TellScene(stage, _(VERIFY), verified_sentence(record)))


def show_file(stage: Stage, file: Path) -> None:
    """Open the hands of a file; a message says what could not be read."""
    opened = OpenedHands.open(file)
    why = refused_text(opened.refusal) if opened.refusal else ""
    if not opened.hands:
        words = _("No hand to show in {file}: {why}").format(file=file.name, why=why)
        stage.push(TellScene(stage, _("Not a saved hand"), words))
        return

    def go_through(place: int) -> None:
        review_hand(stage, opened.hands[place], person_in(opened.hands[place]))

    checking = {VERIFY: lambda place: tell_verified(stage, opened.hands[place])}
    extras = {**_reviewing(stage, go_through), **checking}
    stage.push(ReplayScene(stage, opened.hands, extras=extras))
    if why:
        stage.notify(f"{file.name}: {why}")


def play_again(stage: Stage, session: Session, at: int) -> None:
    """Deal a finished hand of a session again, for practice, against the same opponents."""
    with notify_if_unreadable(stage):
        practice = Practice.of_record(_played(session, at), session.players, 0)
        stage.services.pages.practise(stage, practice)


def look_again(stage: Stage, session: Session, at: int) -> None:
    """Open a finished hand of the current session, counted from 0, from the saved hands.

    Show a message if it cannot be read.
    """
    with notify_if_unreadable(stage):
        scene = ReplayScene(
            stage,
            (_played(session, at),),
            you_of=lambda _place: session.human,
            title_of=lambda _place: number_text(session, at + 1),
        )
        stage.push(scene)


def review_hand(
    stage: Stage,
    record: HandRecord,
    seat: int | None,
    *,
    played: str = "",
    called: str = "",
) -> None:
    """Have a hand reviewed for the player's ``seat`` or, if there is none, for the first."""
    reviewer = stage.services.reviewer
    if stage.services.lacks_kernel:
        stage.notify(no_kernel_sentence())
        return
    if reviewer is None or not record.actions:
        stage.notify(_("Can't review this hand."))
        return
    is_mine = seat is not None
    job = reviewer.ask(record, seat or 0, is_mine=is_mine, played=played, called=called)
    stage.push(stage.services.pages.review(stage, job))


def review_last(stage: Stage, session: Session) -> None:
    """Review the session's last finished hand."""
    with notify_if_unreadable(stage):
        record = _played(session, session.played - 1)
        review_hand(stage, record, session.human, called=session.plan.label.name)


def _played(session: Session, at: int) -> HandRecord:
    """Read a finished hand; ``RecordError`` if it is damaged or missing."""
    try:
        return read_played(session.journal.records()[at])
    except IndexError:
        raise RecordError("this hand is no longer there") from None
