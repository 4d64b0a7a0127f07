"""The beats that a hand is shown in: what happens on the table, when, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.results import Payment
    from game.rules.view import SeenMove
    from game.ui.table.places import Slot


@dataclass(frozen=True, slots=True)
class Travel:
    """A card goes from slot to slot; ``face`` is what is seen of it when it has arrived."""

    source: Slot
    target: Slot
    face: Card | None


@dataclass(frozen=True, slots=True)
class Flip:
    """A card turns over where it lies."""

    slot: Slot
    face: Card | None


@dataclass(frozen=True, slots=True)
class Say:
    """What a seat has done is told beside it."""

    move: SeenMove


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, heard from where the seat sits; None is the middle."""

    sound: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The points left in a hand are shown beside it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Coins:
    """Money goes from one seat to another."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class Settle:
    """The settlement comes up: who pays whom how much, and why."""


@dataclass(frozen=True, slots=True)
class Bury:
    """A book that is complete leaves the table (RULES.md §5.6)."""

    number: int


@dataclass(frozen=True, slots=True)
class Jolt:
    """A card has come down on a spread so hard that its cards jump."""

    number: int


@dataclass(frozen=True, slots=True)
class Herald:
    """The cut has found the dealer."""

    seat: int


Act: TypeAlias = Travel | Flip | Say | Cue | Count | Coins | Settle | Herald | Bury | Jolt


@dataclass(frozen=True, slots=True)
class Beat:
    """One act, its start and its length in seconds at normal speed."""

    at: float
    span: float
    act: Act

    @property
    def end(self) -> float:
        return self.at + self.span


def later(beats: tuple[Beat, ...], delay: float) -> tuple[Beat, ...]:
    """The same beats, all of them ``delay`` seconds later."""
    return tuple(Beat(beat.at + delay, beat.span, beat.act) for beat in beats)


def end_of(beats: tuple[Beat, ...]) -> float:
    """When the last of the beats is over."""
    return max((beat.end for beat in beats), default=0.0)
