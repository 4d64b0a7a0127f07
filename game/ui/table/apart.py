"""Cards set aside for the high suit: in another's hand they come first, apart from the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView, SetAside

ASIDE, ASIDE_DOWN = -8, 8
"""How far such a card lies from its place in the fan, in pixels of the design."""


def held_apart(view: SeatView, seat: int) -> SetAside | None:
    """What a seat has set aside and still holds."""
    return next((each for each in view.set_aside if each.seat == seat and each.is_held), None)


def lies_first(view: SeatView, seat: int) -> bool:
    """Whether the first card of another's hand is the one that it has set aside."""
    is_closed = view.result is None or view.shown[seat] is None
    return seat != view.seat and is_closed and held_apart(view, seat) is not None


def played_apart(before: SeatView, after: SeatView, seat: int) -> Card | None:
    """The card set aside by a seat, if it was played between two views."""
    if held_apart(before, seat) is None or held_apart(after, seat) is not None:
        return None
    return next(each.card for each in after.set_aside if each.seat == seat)


def open_apart(view: SeatView) -> frozenset[Card]:
    """The cards of others that lie open while their hands are closed."""
    lying = (each for each in view.set_aside if each.is_held and each.seat != view.seat)
    return frozenset(each.card for each in lying if each.card is not None)
