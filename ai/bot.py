"""What a computer opponent is: one method, from what a seat may see to what it does."""

from typing import Protocol

from game.rules.actions import Action
from game.rules.view import SeatView


class Bot(Protocol):
    """A player that decides from a seat's view and a seed, and from nothing else.

    The same view and seed give the same decision, always: no clock, no memory between calls, no
    dice but the seed's.
    """

    def choose(self, view: SeatView, seed: int) -> Action:
        """One of ``view.legal``; where that holds only slaps, also ``PASS``: let it go by."""
        ...
