"""What a player remembers of the hand so far: not everybody keeps every card in mind."""

from dataclasses import replace

from ai.temper import EVERYTHING, Temper
from game.rules.actions import Take
from game.rules.view import SeatView


def recalled(view: SeatView, temper: Temper) -> SeatView:
    """The view as this player has it in mind: without old moves, or without what others took."""
    if temper.memory >= EVERYTHING and temper.heeds:
        return view
    fresh = view.moves[-temper.memory :] if temper.memory else ()
    kept = (move for move in fresh if temper.heeds or not isinstance(move.action, Take))
    return replace(view, moves=tuple(kept))
