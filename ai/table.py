"""What lies on the table, for those who mean to add to it."""

from game.rules.cards import Card
from game.rules.pack import pack_of
from game.rules.spreads import natural_fits
from game.rules.view import SeatView


def hittable_cards(view: SeatView) -> frozenset[Card]:
    """The cards that fit a spread on the table as themselves, whoever holds them."""
    pack = pack_of(view.rules)
    bits = 0
    for spread in view.spreads:
        bits |= natural_fits(pack, spread)
    return frozenset(pack.cards_in(bits))
