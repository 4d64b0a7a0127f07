"""Deals that a seat cannot tell from the one that was made."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from game.rules.actions import Discard, Hit, Slap, Spread
from game.rules.policies.pots import height, high_suit_card

if TYPE_CHECKING:
    from game.rules.bets import HighSuitBet
    from game.rules.cards import Card
    from game.rules.hand import Hand


def other_deal(hand: "Hand", other: int, dice: Random) -> Sequence["Card"]:
    """A hand that ``other`` might have been dealt, for all that those know who did not get it."""
    bet = hand.bets.high_suit
    if bet is None or other not in bet.joined:
        return dice.sample(hand.law.pack.cards, hand.law.hand_size)
    lies, played = high_suit_card(hand, other, bet.suit), _played(hand, other)
    if lies is None:
        return dice.sample(_below(hand, bet, -1), hand.law.hand_size)
    if hand.rules.high_suit_bet == "spades" or lies in played:
        return _with_highest(hand, bet, lies, dice)
    tries = [card for card in hand.law.pack.cards if card[1] == bet.suit and card not in played]
    enough = hand.law.hand_size - 1
    tries = [card for card in tries if len(_below(hand, bet, height(hand, card))) >= enough]
    return _with_highest(hand, bet, dice.choice(tries), dice)


def _with_highest(hand: "Hand", bet: "HighSuitBet", card: "Card", dice: Random) -> Sequence["Card"]:
    lower = _below(hand, bet, height(hand, card))
    return [card, *dice.sample(lower, hand.law.hand_size - 1)]


def _below(hand: "Hand", bet: "HighSuitBet", most: int) -> list["Card"]:
    """The cards of other suits, and those of the suit that are lower than ``most``."""
    cards = hand.law.pack.cards
    return [card for card in cards if card[1] != bet.suit or height(hand, card) < most]


def _played(hand: "Hand", seat: int) -> set["Card"]:
    """What a seat has laid or discarded so far."""
    found: set[Card] = set()
    for action in (move.action for move in hand.log if move.seat == seat):
        match action:
            case Spread(cards=cards):
                found.update(cards)
            case Hit(card=card) | Discard(card=card) | Slap(discard=str(card)):
                found.add(card)
            case _:
                pass
    return found
