"""Answers to a claim window, seat by seat."""

from collections.abc import Callable

from game.rules.actions import Action
from game.rules.claim_window import ClaimWindow, Reaction
from game.rules.hand import Hand


def settle(
    hand: Hand, decide: Callable[[ClaimWindow, int], Action], reaction: Reaction | None = None
) -> tuple[int, Action] | None:
    """Ask all seats that may act out of turn; return the seat and the action to play, or None.

    ``decide(window, seat)`` returns the seat's answer, based on ``window.view(seat)``. In a race
    the quickest is asked first, so that nobody is asked in vain.
    """
    window = ClaimWindow(hand, reaction)
    while window.asked and not window.outcome:
        seat = window.asked[0]
        window.answer(seat, decide(window, seat))
    return window.outcome
