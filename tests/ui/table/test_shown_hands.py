"""At the end of a hand everybody's cards are shown as most people hold them: by rank."""

from __future__ import annotations

from itertools import pairwise

from game.rules.cards import RANKS, rank_of
from game.ui.look.appearance import Look
from game.ui.table.motion.layout import Zone
from game.ui.table.motion.picture import picture
from game.ui.table.painting.settlement_panel import settlement_look
from tests.ui.positions import settled

SEATS = 4


def is_by_rank(cards: list[str]) -> bool:
    """Whether no card stands left of one that ranks lower."""
    places = [RANKS.index(rank_of(card)) for card in cards]
    return all(one <= other for one, other in pairwise(places))


def test_shown_hands_lie_by_rank() -> None:
    view = settled((960, 540), SEATS, Look()).view
    lying = picture(view, view.hand)
    hands = [
        [
            card
            for slot, card in sorted(lying.items())
            if (slot.zone, slot.owner) == (Zone.HAND, seat)
        ]
        for seat in range(1, SEATS)
    ]
    assert all(hands)
    assert all(is_by_rank([card for card in hand if card]) for hand in hands)


def test_the_settlement_tells_hands_by_rank() -> None:
    scene = settled((960, 540), SEATS, Look())
    look = settlement_look(scene.session, scene.view)
    assert look
    hands = [list(row.hand) for row in look.rows if row.hand]
    assert len(hands) == SEATS
    assert all(map(is_by_rank, hands))
