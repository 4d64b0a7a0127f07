"""What the faces at the table show: who thinks, who is pleased, who would rather not have dropped.

Pure: it is read off what everybody may see, so that a face gives nothing away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.rules.actions import Drop, Hit, Slap
from game.rules.results import Ending
from game.ui.faces.people import Mood

if TYPE_CHECKING:
    from game.rules.results import Result
    from game.rules.view import SeatView

MUCH: Final = 2
"""From so many stakes on a loss shows on a face."""


def mood_of(view: SeatView, seat: int, *, is_told: bool, glance: int = 0) -> Mood:
    """The mood of a seat; ``is_told`` once the hands have been counted at the end.

    ``glance`` counts how often the eyes of who thinks have wandered.
    """
    if view.result is not None:
        return _mood_at_end(view, seat, view.result) if is_told else Mood.CALM
    if seat == view.turn:
        return Mood.PONDERING if glance % 2 else Mood.THINKING
    return Mood.SURPRISED if was_just_hit(view, seat) else Mood.CALM


def was_just_hit(view: SeatView, seat: int) -> bool:
    """Whether the last move was somebody else's card on a spread of this seat."""
    if not view.moves:
        return False
    move = view.moves[-1]
    if move.seat == seat or not isinstance(move.action, Hit | Slap):
        return False
    return view.spreads[move.action.spread].owner == seat


def dropper_of(view: SeatView) -> int | None:
    """Who has dropped, if that ended the hand."""
    dropped = (move.seat for move in view.moves[-1:] if isinstance(move.action, Drop))
    return next(dropped, None)


def loss_of(result: Result, seat: int) -> int:
    """The stakes that a seat pays others; points of a push-up are none."""
    return sum(paid.stakes for paid in result.transfers if paid.payer == seat)


def _mood_at_end(view: SeatView, seat: int, result: Result) -> Mood:
    if seat in result.winners:
        return Mood.PLEASED
    is_caught = result.ending is Ending.CAUGHT and seat == dropper_of(view)
    return Mood.SORRY if is_caught or loss_of(result, seat) >= MUCH else Mood.CALM
