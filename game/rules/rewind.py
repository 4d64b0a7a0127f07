"""A deck that leads to a position, worked out backwards from what a seat saw of the play."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.rules.actions import Draw, Take, cards_played
from game.rules.cards import Card

if TYPE_CHECKING:
    from game.rules.view import SeatView


def deck_behind(
    view: "SeatView", hands: Sequence[Sequence[Card]], stock: Sequence[Card]
) -> tuple[Card, ...]:
    """A whole deck which, played as ``view`` tells, leaves others with ``hands``, and ``stock``.

    Which card another seat drew stays open: it is one that it holds or has played since.
    """
    if view.result is not None:
        raise ValueError("the hand is over")
    held = [list(view.hand if seat == view.seat else cards) for seat, cards in enumerate(hands)]
    _check_sizes(view, held, stock)
    drawn = _take_back(view, held)
    around = [held[(view.dealer + place) % view.seats] for place in range(1, view.seats + 1)]
    dealt = [card for turn in zip(*around, strict=False) for card in turn]
    upcard = () if view.upcard is None else (view.upcard,)
    deck = (*dealt, *upcard, *drawn, *stock)
    if sorted(deck) != sorted(view.rules.pack()):
        raise ValueError("the guess and the moves do not make up the pack")
    return deck


def _check_sizes(view: "SeatView", held: list[list[Card]], stock: Sequence[Card]) -> None:
    sizes = tuple(map(len, held))
    if sizes != view.sizes or len(stock) != view.stock_size:
        raise ValueError(
            f"hands of {sizes} cards and a stock of {len(stock)}; "
            f"seen are {view.sizes} and {view.stock_size}"
        )


def _take_back(view: "SeatView", held: list[list[Card]]) -> list[Card]:
    """Turn ``held`` from the hands as they are into the hands as dealt; the cards drawn, in order.

    A card drawn unseen may be any but those that the seat is known to have had already; the last
    one back in the hand is what it threw that turn.
    """
    drawn = []
    for move, had in zip(reversed(view.moves), reversed(list(_taken_before(view))), strict=True):
        own = held[move.seat]
        match move.action:
            case Draw():
                unseen = (card for card in reversed(own) if card not in had)
                drawn.append(move.card or next(unseen, own[-1]))
                own.remove(drawn[-1])
            case Take():
                if move.card not in own:
                    raise ValueError(f"the guess lacks {move.card}, which seat {move.seat} took")
                own.remove(move.card)
            case action:
                own += cards_played(action)
    return drawn[::-1]


def _taken_before(view: "SeatView") -> Iterator[frozenset[Card]]:
    """Before each move, the cards that its seat was seen to take and still holds."""
    taken: list[frozenset[Card]] = [frozenset()] * view.seats
    for move in view.moves:
        own = taken[move.seat]
        yield own
        taken[move.seat] = own.difference(cards_played(move.action))
        if isinstance(move.action, Take) and move.card is not None:
            taken[move.seat] = own | {move.card}
