"""A dealt hand played again from what a journal kept of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from game.rules.hand import Hand
from game.rules.notation import parse_action
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view
from game.session.plan import Deal

WINDOW_CLOSED: Final = "close"
"""The move that lets the last chance to slap pass; hand records leave it out."""


def hand_of(deal: Deal, rules: RuleSet) -> Hand:
    """The hand as dealt; ``ValueError`` where the deck is not the rules' pack."""
    if sorted(deal.deck) != sorted(rules.pack()):
        raise ValueError("the deck is not the pack of the rules")
    return Hand.deal(
        rules, deal.seats, deal.dealer, deal.deck, big_one=deal.big_one, bets=deal.bets
    )


def replay_moves(hand: Hand, moves: Sequence[str]) -> None:
    """Play the moves of a journal; ``ValueError`` at the first that the rules refuse."""
    for move in moves:
        if move == WINDOW_CLOSED:
            hand.close_slap()
        else:
            hand.act(*parse_action(move))


def views_of(hand: Hand, seat: int) -> Iterator[SeatView]:
    """What ``seat`` saw after each move of a hand so far, had by playing it over."""
    again = Hand.deal(
        hand.rules, hand.seats, hand.dealer, hand.deck, big_one=hand.is_big_one, bets=hand.bets
    )
    for move in hand.log:
        again.act(move.seat, move.action)
        yield view(again, seat)
