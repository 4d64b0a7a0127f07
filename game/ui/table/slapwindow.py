"""One discard that can be slapped: what it waits for, and who may have it."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.rules.actions import TAKE, Action
from game.rules.phases import Phase

if TYPE_CHECKING:
    from game.rules.hand import Hand


class Stage(Enum):
    """Whom a discard waits for."""

    POLITE = auto()
    """The next seat is asked whether it takes the card to use it."""
    OPEN = auto()
    """It can be slapped."""
    PAST = auto()
    """It can no longer be slapped, though nobody has acted yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it came out: what a seat does, or nothing, and the next turn can begin."""

    seat: int = -1
    action: Action | None = None


NOTHING: Final = Outcome()


@dataclass(slots=True)
class Window:
    """One discard that can be slapped."""

    stage: Stage
    seats: tuple[int, ...]
    """Those that may slap it, in the order in which they are asked."""
    next_seat: int
    seconds: float
    """The length of the race; 0 where seat after seat is asked."""
    passed: set[int] = field(default_factory=set)
    answers: dict[int, Future[Action]] = field(default_factory=dict)
    gone: float = 0.0

    @property
    def left(self) -> float:
        """The part of the race that is still to come, 1 to 0."""
        return max(0.0, 1.0 - self.gone / self.seconds) if self.seconds else 1.0

    @property
    def asked(self) -> int | None:
        """The seat whose turn it is to be asked, where seat after seat is."""
        return next((seat for seat in self.seats if seat not in self.passed), None)


def window_on(hand: Hand, seconds: float) -> Window:
    """What the top discard of a hand waits for, which can be slapped."""
    seats = tuple(seat for seat in _in_order(hand) if hand.legal_slaps(seat))
    stage = Stage.POLITE if _may_claim(hand) else Stage.OPEN
    return Window(stage, seats, hand.turn, seconds)


def _in_order(hand: Hand) -> list[int]:
    """The seats from the next one clockwise, the discarder last."""
    seats = [(hand.turn + step) % hand.seats for step in range(hand.seats)]
    return sorted(seats, key=lambda seat: seat == hand.discarder)


def _may_claim(hand: Hand) -> bool:
    """Whether the next seat is to be asked first, and could use the card at once."""
    is_polite = hand.rules.slap == "next_first" and hand.phase is Phase.START
    return is_polite and TAKE in hand.legal() and hand.can_use_top()
