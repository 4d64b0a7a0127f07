"""Beliefs about hidden cards: the probability of each place, from what the seats have shown.

Every unseen card is in another hand or in the stock, a priori in proportion to the room there. A
seat's moves change the odds: it tends to hold cards that go with those it took, and seldom those
that go with cards it discarded or declined. The probabilities are those closest to these odds that
fill every place exactly (iterative proportional fitting).
"""

from collections.abc import Mapping

from ai.sight import CARD, Sight, singles
from game.rules.cards import Card
from game.rules.view import SeatView

_TOOK, _THREW, _LET_LIE = 3.0, 0.45, 0.6
"""Odds of a card that makes a pair for a spread with one that the seat took, threw, let lie."""
_ROUNDS, _CLOSE = 200, 1e-9  # rounds at most, and the change of a chance that ends them


def believed(view: SeatView) -> Mapping[Card, tuple[float, ...]]:
    """Return the chance of each seat, and last of the stock, to hold each card that ``view`` hides.

    The chances of a card add up to 1, those of a place to how many hidden cards are there. A card
    that a seat took and still holds is in that hand for certain.
    """
    sight = Sight(view)
    bits = list(singles(sight.unseen))
    room = [
        0 if seat == view.seat else view.sizes[seat] - sight.known[seat].bit_count()
        for seat in range(view.seats)
    ]
    places = [*room, len(bits) - sum(room)]
    odds = [[*(_odds(sight, seat, bit) for seat in range(view.seats)), 1.0] for bit in bits]
    chances = dict(zip(bits, _fitted(odds, places), strict=True))
    for seat, cards in enumerate(sight.known):
        if seat != view.seat:
            for bit in singles(cards):
                chances[bit] = tuple(float(place == seat) for place in range(view.seats + 1))
    return {CARD[bit]: chances[bit] for bit in singles(sight.deck.all) if bit in chances}


def _odds(sight: Sight, seat: int, bit: int) -> float:
    """Return the odds that a hand holds a card, relative to a card about which nothing is known."""
    with_it, threw, declined = 0, sight.threw[seat], sight.declined[seat]
    for pair in sight.deck.partners[bit]:
        with_it |= pair
    odds = _TOOK if with_it & sight.known[seat] else 1.0
    odds *= _THREW if with_it & threw else 1.0
    odds *= _LET_LIE if with_it & declined & ~threw else 1.0
    acted = threw or declined or sight.took[seat]
    # Odds of a card that would fit a spread on the table: it could have been laid.
    return odds * (0.5 if acted and bit & sight.hittable else 1.0)


def _fitted(odds: list[list[float]], room: list[int]) -> list[tuple[float, ...]]:
    """Scale rows and columns in turn until rows add up to 1 and columns to ``room``."""
    rows = [list(row) for row in odds]
    for _round in range(_ROUNDS):
        totals = [sum(column) for column in zip(*rows, strict=True)] or [0.0] * len(room)
        scale = [
            wanted / total if total else 0.0 for wanted, total in zip(room, totals, strict=True)
        ]
        apart = 0.0
        for row in rows:
            whole = sum(share * by for share, by in zip(row, scale, strict=True)) or 1.0
            row[:] = [share * by / whole for share, by in zip(row, scale, strict=True)]
            apart = max(apart, abs(whole - 1))
        if apart < _CLOSE:
            break
    return [tuple(row) for row in rows]
