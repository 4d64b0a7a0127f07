"""What the course of a session needs done between two hands, by whatever shows its questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.session.pots import Joining

Deal = Callable[["Joining"], None]


class Interval(Protocol):
    """The time in which nobody holds cards."""

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked now."""

    @property
    def must_ask(self) -> bool:
        """Whether the player has to decide something before each deal."""

    @property
    def may_call_big_one(self) -> bool:
        """Whether the player deals next and may call the big one."""

    @property
    def onward(self) -> str:
        """What comes after this hand, where it is neither another one nor the end; else empty."""

    def ask(self, deal: Deal) -> None:
        """Deal, first asking about side bets where the rules have any."""

    def end(self) -> None:
        """The session is over: tell who has won it."""

    def seat_another(self) -> int:
        """Seat one more bot, and tell the seat."""

    def change_opponents(self, changed: Callable[[], None]) -> None:
        """Ask who is to play on in the bots' seats, from the next hand on."""
