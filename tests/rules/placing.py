"""Change cards of a hand in its middle, by way of its position."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.rules.hand import Hand
from game.rules.position import Position


def placed(
    hand: Hand,
    hands: Mapping[int, str] | None = None,
    stock: str | None = None,
    **changed: Any,  # noqa: ANN401 - fields of Position
) -> Hand:
    """Return the hand with these cards in some hands, and these as the stock.

    Cards left over go last in the stock, or, if ``stock`` is given, last in the pile.
    """
    before, wanted = Position.of(hand), {seat: held.split() for seat, held in (hands or {}).items()}
    moved = {card for cards in wanted.values() for card in cards}
    held = [tuple(wanted.get(seat, cards)) for seat, cards in enumerate(before.hands)]
    lying = before.stock if stock is None else tuple(stock.split())
    drawn = [card for card in lying if card not in moved]
    thrown = [card for card in before.pile if card not in moved and card not in drawn]
    there = {*drawn, *thrown, *(card for cards in held for card in cards)}
    there |= {card for spread in before.spreads for card in spread.cards}
    left = [card for card in hand.rules.pack() if card not in there]
    (drawn if stock is None else thrown).extend(left)
    position = replace(before, hands=tuple(held), stock=tuple(drawn), pile=tuple(thrown), **changed)
    return position.hand()
