"""A player that does nothing but follow the coach's hints, to measure how good they are."""

from typing import Final, Self

from ai.coach.evaluator import estimate, options
from ai.coach.quick import QuickBot
from game.rules.actions import Action
from game.rules.phases import START
from game.rules.view import SeatView

_MOST: Final = 1_000_000


class Follower:
    """Does what is worth most after so many play-outs; where it may choose from one, that."""

    def __init__(self, playouts: int) -> None:
        self._playouts, self._second = playouts, QuickBot()

    @classmethod
    def read(cls, text: str) -> Self:
        """From the number of play-outs; ``ValueError`` says what is allowed."""
        if not (text.isascii() and text.isdigit() and 0 < int(text) <= _MOST):
            raise ValueError(f"{text}: allowed are 1 to {_MOST} play-outs")
        return cls(int(text))

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` is that of the play-outs."""
        if len(options(view)) == 1:
            return view.legal[0]
        if view.phase is START and view.turn != (view.dealer + 1 + view.turns) % view.seats:
            return self._second.choose(view, seed)  # asked for a drop as if it were its turn
        return estimate(view, seed, playouts=self._playouts).best.action
