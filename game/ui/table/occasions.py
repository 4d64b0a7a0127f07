"""What has happened to whom that may be worth a word. Pure: it reads what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from game.rules.results import Ending
from game.ui.table.moods import dropper_of, loss_of, was_just_hit
from game.ui.table.remarkwords import Occasion

if TYPE_CHECKING:
    from game.rules.results import Result
    from game.rules.view import SeatView

    Cause = tuple[int, Occasion]
    """A seat, and what has happened to it."""

BIG: Final = 4
"""From so many stakes on a loss is big."""
NEAR: Final = 3
"""Up to so many points above the lowest count one has nearly won, be it by a drop or against it."""
_OWN_END: Final = {
    Ending.NATURAL: Occasion.NATURAL,
    Ending.TONK: Occasion.WENT_OUT,
    Ending.OUT: Occasion.WENT_OUT,
    Ending.DOUBLE_DOUBLE: Occasion.WENT_OUT,
    Ending.DROP: Occasion.DROPPED_WELL,
}
_OTHERS_END: Final = {
    Ending.NATURAL: Occasion.OTHER_NATURAL,
    Ending.TONK: Occasion.OTHER_WENT_OUT,
    Ending.OUT: Occasion.OTHER_WENT_OUT,
    Ending.DOUBLE_DOUBLE: Occasion.OTHER_WENT_OUT,
}


def at_start(view: SeatView) -> Iterator[Cause]:
    """What the deal gives rise to."""
    if view.is_big_one and view.result is None:
        yield from ((seat, Occasion.BIG_ONE) for seat in range(view.seats))


def after_move(view: SeatView) -> Iterator[Cause]:
    """What the last move has done to somebody else."""
    if view.result is not None:
        return
    for seat in range(view.seats):
        if was_just_hit(view, seat):
            yield seat, Occasion.HELD_UP if view.waits[seat] else Occasion.HIT


def at_end(view: SeatView) -> Iterator[Cause]:
    """What the ending means to each seat: to some of them nothing."""
    if view.result is None:
        return
    for seat in range(view.seats):
        occasion = _ending_for(view, seat, view.result)
        if occasion is not None:
            yield seat, occasion


def _ending_for(view: SeatView, seat: int, result: Result) -> Occasion | None:
    if result.ending is Ending.CAUGHT and seat == dropper_of(view):
        return Occasion.CAUGHT
    if loss_of(result, seat) >= BIG:
        return Occasion.BIG_LOSS
    if result.ending in {Ending.STOCKOUT, Ending.VOID}:
        return Occasion.LONG_HAND if view.turns else None
    if seat in result.winners:
        if result.ending is Ending.CAUGHT:
            return _having_caught(view, seat, result)
        return _OWN_END.get(result.ending)
    if result.ending is Ending.DROP:
        return _beaten_by_drop(view, seat, result)
    return _OTHERS_END.get(result.ending)


def _having_caught(view: SeatView, seat: int, result: Result) -> Occasion:
    """How it strikes somebody to have caught a drop."""
    dropper = dropper_of(view)
    is_near = dropper is not None and result.counts[dropper] - result.counts[seat] <= NEAR
    return Occasion.CLOSE_CATCHER if is_near else Occasion.CATCHER


def _beaten_by_drop(view: SeatView, seat: int, result: Result) -> Occasion:
    """How a drop that won strikes somebody who held more."""
    if view.turns < view.seats:
        return Occasion.SURPRISED
    is_near = result.counts[seat] - min(result.counts) <= NEAR
    return Occasion.NEARLY if is_near else Occasion.OTHER_DROPPED
