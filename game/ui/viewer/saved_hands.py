"""Saved hands opened at the table: from the list, one alone, or from a file, with what can be done.

A hand can be reviewed by the coach, saved as a file, and its deal checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from game.files import DamagedError, StoreError
from game.rules.record import HandRecord, RecordError
from game.saves.hand_files import export, open_hands
from game.saves.history import Wanted
from game.saves.statistics import NOBODY, PlayedHand
from game.ui.pages.dialogs import TellScene
from game.ui.text.language import N_, _, amount_text
from game.ui.text.move_words import refused_text
from game.ui.text.save_troubles import why_of, why_text
from game.ui.text.sessions import REVIEW_HAND, verified_sentence
from game.ui.viewer.replay_scene import ReplayScene, person_in, review_hand

if TYPE_CHECKING:
    from game.saves.history import History
    from game.ui.shell.scene import Stage

SAVE = N_("Save as a file")
VERIFY = N_("Check the deal")


class SavedHands(Sequence[HandRecord]):
    """The hands of a list as records, the oldest first, each read when it is looked at."""

    def __init__(self, history: History, wanted: Wanted, count: int) -> None:
        self._history, self._wanted, self._count = history, wanted, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> HandRecord: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[HandRecord]: ...
    def __getitem__(self, place: int | slice) -> HandRecord | Sequence[HandRecord]:
        """``RecordError`` for one that cannot be read."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(self._count))]
        if not 0 <= place < self._count:
            raise IndexError(place)
        return read(self._history, self.played(place))

    def played(self, place: int) -> PlayedHand:
        """Return what the list says of a hand."""
        try:
            (found,) = self._history.page(self._wanted, self._count - 1 - place, 1)
        except (StoreError, DamagedError, ValueError) as error:
            raise RecordError(why_of(error)) from None
        return found

    def you(self, place: int) -> int | None:
        """Return the seat of the person."""
        return seat_of_you(self.played(place))

    def title(self, place: int) -> str:
        """Return which hand of its session a hand is."""
        return hand_title(self.played(place))


def hand_title(hand: PlayedHand) -> str:
    """Return which hand of its session a hand is, as it was called at the table."""
    return _("Hand {number}").format(number=amount_text(hand.hand))


def read(history: History, hand: PlayedHand) -> HandRecord:
    """Read the record of a hand; ``RecordError`` where it cannot be read."""
    try:
        return history.record(hand.session, hand.hand)
    except (StoreError, DamagedError, ValueError) as error:
        raise RecordError(why_of(error)) from None


def seat_of_you(hand: PlayedHand) -> int | None:
    """Return the seat of the person, if one has played."""
    return None if hand.me == NOBODY else hand.me


def look_at(stage: Stage, history: History, hands: SavedHands, at: int) -> None:
    """Open the table for a hand of the list; for one that cannot be shown a message says so."""

    def save(place: int) -> None:
        save_as_file(stage, hands[place], hands.played(place))

    def check(place: int) -> None:
        tell_verified(stage, hands[place])

    def go_through(place: int) -> None:
        review(stage, history, hands[place], hands.played(place))

    try:
        scene = ReplayScene(
            stage,
            hands,
            at,
            you_of=hands.you,
            title_of=hands.title,
            extras={**_reviewing(stage, go_through), SAVE: save, VERIFY: check},
        )
    except RecordError as error:
        stage.notify(_("Can't show this hand: {why}").format(why=why_text(error)))
    else:
        stage.push(scene)


def look_at_one(stage: Stage, history: History, session: int, hand: int) -> None:
    """Open the table for one hand; for one that cannot be shown a message says so."""
    try:
        played = history.one(session, hand)
        record = read(history, played)
        saving: Callable[[int], None] = lambda _place: save_as_file(stage, record, played)  # noqa: E731  # one line
        checking: Callable[[int], None] = lambda _place: tell_verified(stage, record)  # noqa: E731  # one line
        going: Callable[[int], None] = lambda _place: review(stage, history, record, played)  # noqa: E731  # one line
        scene = ReplayScene(
            stage,
            (record,),
            you_of=lambda _: seat_of_you(played),
            title_of=lambda _: hand_title(played),
            extras={**_reviewing(stage, going), SAVE: saving, VERIFY: checking},
        )
    except (RecordError, StoreError, DamagedError) as error:
        stage.notify(_("Can't show this hand: {why}").format(why=why_text(error)))
    else:
        stage.push(scene)


def review(stage: Stage, history: History, record: HandRecord, hand: PlayedHand) -> None:
    """Have the coach review a hand."""
    called = history.rules(hand.rules).called
    review_hand(stage, record, seat_of_you(hand), played=hand.ended, called=called)


def _reviewing(stage: Stage, act: Callable[[int], None]) -> dict[str, Callable[[int], None]]:
    """Return the button for a review, where there is a coach; without the kernel it is grey."""
    services = stage.services
    return {REVIEW_HAND: act} if services.reviewer or services.lacks_kernel else {}


def save_as_file(stage: Stage, record: HandRecord, hand: PlayedHand) -> None:
    """Save a hand to a file of its own, and show a message with its place."""
    try:
        path = export(record, f"tonk-{hand.session}-{hand.hand}")
    except StoreError as error:
        stage.notify(_("Hand not saved: {why}").format(why=why_text(error)))
    else:
        stage.notify(_("Saved as {path}").format(path=path))


def tell_verified(stage: Stage, record: HandRecord) -> None:
    """Say whether a hand was sealed before the deal, not changed since, and played by the rules."""
    stage.push(TellScene(stage, _(VERIFY), verified_sentence(record)))


def show_file(stage: Stage, file: Path) -> None:
    """Show the hands of a file; a message says what could not be read."""
    opened = open_hands(file)
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
