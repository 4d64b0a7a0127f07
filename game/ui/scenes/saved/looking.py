"""From the history to the table: one hand to look at, or all of a list to go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, overload

from game.rules.record import HandRecord, RecordError
from game.session.damage import DamagedError
from game.session.paths import StoreError
from game.session.played import NOBODY, PlayedHand
from game.ui.text import N_, _

if TYPE_CHECKING:
    from game.session.history import History, Wanted
    from game.ui.scene import Stage

SAVE = N_("Save as a file")


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
        """What the list says of a hand."""
        try:
            (found,) = self._history.page(self._wanted, self._count - 1 - place, 1)
        except (StoreError, DamagedError, ValueError) as error:
            raise RecordError(str(error)) from None
        return found

    def you(self, place: int) -> int | None:
        """The seat of the person."""
        return seat_of_you(self.played(place))


def read(history: History, hand: PlayedHand) -> HandRecord:
    """The record of a hand; ``RecordError`` where it cannot be read."""
    try:
        return history.record(hand.session, hand.hand)
    except (StoreError, DamagedError, ValueError) as error:
        raise RecordError(str(error)) from None


def seat_of_you(hand: PlayedHand) -> int | None:
    """The seat of the person, if one has played."""
    return None if hand.me == NOBODY else hand.me


def look_at(stage: Stage, hands: SavedHands, at: int) -> None:
    """Open the table for a hand of the list; one that cannot be shown is told of."""
    from game.ui.scenes.replay.scene import ReplayScene

    def save(place: int) -> None:
        save_as_file(stage, hands[place], hands.played(place))

    try:
        scene = ReplayScene(stage, hands, at, you_of=hands.you, extras={SAVE: save})
    except RecordError as error:
        stage.notify(_("This hand cannot be shown: {why}").format(why=error))
    else:
        stage.push(scene)


def look_at_one(stage: Stage, history: History, session: int, hand: int) -> None:
    """Open the table for one hand; where it cannot be shown it says so."""
    from game.ui.scenes.replay.scene import ReplayScene

    try:
        played = history.one(session, hand)
        record = read(history, played)
        saving: Callable[[int], None] = lambda _place: save_as_file(stage, record, played)  # noqa: E731  # one line
        scene = ReplayScene(
            stage, (record,), you_of=lambda _: seat_of_you(played), extras={SAVE: saving}
        )
    except (RecordError, StoreError, DamagedError) as error:
        stage.notify(_("This hand cannot be shown: {why}").format(why=error))
    else:
        stage.push(scene)


def save_as_file(stage: Stage, record: HandRecord, hand: PlayedHand) -> None:
    """Write a hand to a file of its own, and tell where it is."""
    from game.session.exporting import export

    try:
        path = export(record, f"tonk-{hand.session}-{hand.hand}")
    except StoreError as error:
        stage.notify(_("The hand cannot be saved: {why}").format(why=error))
    else:
        stage.notify(_("Saved as {path}").format(path=path))
