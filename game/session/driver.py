"""Hands played out without a screen: every seat is a function from what it sees to what it does."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.rules.actions import Action
from game.rules.phases import Phase
from game.rules.view import SeatView
from game.session.session import Session

Chooser: TypeAlias = Callable[[SeatView, int], Action]


def play_out(session: Session, choosers: Sequence[Chooser]) -> None:
    """Play the hand on the table to its end; nobody slaps."""
    while session.is_playing:
        play_one(session, choosers)


def play_one(session: Session, choosers: Sequence[Chooser]) -> None:
    """One action of the hand on the table, by the seat on turn."""
    hand = session.hand
    if hand is None or hand.phase is Phase.SLAP:
        session.close_slap()
        return
    seat = hand.turn
    session.act(seat, choosers[seat](session.view(seat), session.decision_seed(seat)))


def play_hands(session: Session, choosers: Sequence[Chooser], hands: int) -> None:
    """Deal and play so many hands, fewer where the session is over before."""
    for _ in range(hands):
        if session.is_over:
            return
        session.next_hand()
        play_out(session, choosers)
