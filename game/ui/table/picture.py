"""What lies in which slot, as the player may know it, and how one such picture becomes the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from game.ui.table.apart import held_apart
from game.ui.table.arrangement import by_rank
from game.ui.table.packing import Group
from game.ui.table.places import Slot, Zone

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView

Picture: TypeAlias = "Mapping[Slot, Card | None]"
"""Every slot that holds a card of its own; None is a card seen from the back."""


def buried(view: SeatView) -> frozenset[int]:
    """The spreads that have left the table."""
    return frozenset(spread.number for spread in view.spreads if spread.buried)


def picture(
    view: SeatView, order: Sequence[Card], gone: frozenset[int] | None = None
) -> dict[Slot, Card | None]:
    """The table as ``view`` shows it, one's own hand in the order in which it is held.

    Of the spreads those that are ``gone`` are no longer seen; as a rule all that are buried.
    """
    gone = buried(view) if gone is None else gone
    lying: dict[Slot, Card | None] = {}
    if view.top is not None:
        lying[Slot(Zone.PILE, 0, view.pile_size - 1)] = view.top
    for spread in (each for each in view.spreads if each.number not in gone):
        for place, card in enumerate(spread.cards):
            lying[Slot(Zone.SPREAD, spread.number, place)] = card
    for seat in range(view.seats):
        for place, held in enumerate(hand_of(view, seat, order)):
            lying[Slot(Zone.HAND, seat, place)] = held
    return lying


def hand_of(view: SeatView, seat: int, order: Sequence[Card]) -> Sequence[Card | None]:
    """The cards of a seat as they are seen: one's own, shown ones, or backs.

    What another has set aside comes first.
    """
    if seat == view.seat:
        return tuple(order)
    if view.shown and (shown := view.shown[seat]) is not None:
        return by_rank(shown)
    backs = (None,) * view.sizes[seat]
    apart = held_apart(view, seat)
    return (apart.card, *backs[1:]) if apart else backs


def groups(view: SeatView, gone: frozenset[int]) -> tuple[Group, ...]:
    """The spreads on the table as the layout counts them."""
    return tuple(
        Group(each.number, each.owner, len(each.cards))
        for each in view.spreads
        if each.number not in gone
    )


def carried(before: Picture, after: Picture, moved: Mapping[Slot, Slot]) -> dict[Slot, Slot]:
    """Where each card of ``before`` lies in ``after``: those that ``moved``, and those that shift.

    Within a hand or a spread known cards are followed by name, unknown ones keep their order.
    """
    result = dict(moved)
    taken = set(moved.values())
    for zone, owner in sorted({(slot.zone, slot.owner) for slot in before}):
        stay = [slot for slot in _of(before, zone, owner) if slot not in moved]
        free = [slot for slot in _of(after, zone, owner) if slot not in taken]
        result |= _matched(stay, free, before, after)
    return result


def _of(lying: Picture, zone: Zone, owner: int) -> list[Slot]:
    return sorted(slot for slot in lying if slot.zone == zone and slot.owner == owner)


def _matched(
    stay: list[Slot], free: list[Slot], before: Picture, after: Picture
) -> dict[Slot, Slot]:
    by_card = {after[slot]: slot for slot in free if after[slot] is not None}
    known = {slot: by_card[before[slot]] for slot in stay if before[slot] in by_card}
    if stay and stay[0].zone is Zone.PILE:
        return known
    rest = [slot for slot in stay if slot not in known]
    left = [slot for slot in free if slot not in known.values()]
    return known | dict(zip(rest, left, strict=False))
