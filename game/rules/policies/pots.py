"""What the side bets of a hand move: the high suit and the natural pot (RULES.md §5.11, §5.12)."""

from typing import TYPE_CHECKING

from game.rules.bets import HighSuitBet, NaturalBet
from game.rules.cards import Card
from game.rules.policies.hooks import Hooks
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread

if TYPE_CHECKING:
    from game.rules.hand import Hand

_DEALT_LEAST = 3


def hooks(rules: RuleSet) -> Hooks:
    """Watches the books that win the natural pot."""
    watchers = {"off": (), "dealt": (_dealt_book,), "first_spread": (_first_book,)}
    return Hooks(spread_laid=watchers[rules.natural_bet])


def side_payments(hand: "Hand") -> tuple[int, ...]:
    """Per seat, stakes taken from the side pots less those put in this hand."""
    high_suit, natural = hand.bets.high_suit, hand.bets.natural
    if not (high_suit or natural):
        return (0,) * hand.seats
    moved = [0] * hand.seats
    if high_suit:
        _settle(moved, high_suit, high_suit_winner(hand, high_suit), hand.rules.side_ante)
    if natural:
        _settle(moved, natural, hand.natural_pot_winner, hand.rules.side_ante)
    return tuple(moved)


def _settle(moved: list[int], bet: HighSuitBet | NaturalBet, winner: int | None, ante: int) -> None:
    for seat in bet.joined:
        moved[seat] -= ante
    if winner is not None:
        moved[winner] += bet.pot + ante * len(bet.joined)


def high_suit_card(hand: "Hand", seat: int, suit: str) -> Card | None:
    """The highest card of ``suit`` dealt to ``seat``, A high where aces go above kings too."""
    pack = hand.law.pack
    held = [card for card in pack.cards_in(hand.dealt[seat]) if card[1] == suit]
    return max(held, key=lambda card: height(hand, card), default=None)


def high_suit_winner(hand: "Hand", bet: HighSuitBet) -> int | None:
    """The joined seat dealt the highest card of the suit, or None where none holds one."""
    shown = {seat: high_suit_card(hand, seat, bet.suit) for seat in bet.joined}
    heights = {seat: height(hand, card) for seat, card in shown.items() if card}
    return max(heights, key=heights.__getitem__, default=None)


def height(hand: "Hand", card: Card) -> int:
    """How high a card is for the high suit."""
    is_high_ace = card[0] == "A" and hand.rules.ace == "low_or_high"
    return len(hand.rules.ranks) if is_high_ace else hand.rules.ranks.index(card[0])


def _is_open(hand: "Hand", seat: int) -> bool:
    bet = hand.bets.natural
    return bet is not None and seat in bet.joined and hand.natural_pot_winner is None


def _has_wild(hand: "Hand", spread: TableSpread) -> bool:
    """Whether a card of the spread may be wild, a 2 in a book of twos too (RULES.md §7)."""
    return bool(hand.law.pack.mask(spread.cards) & hand.law.pack.wild_mask)


def _first_book(hand: "Hand", seat: int, spread: TableSpread) -> None:
    if spread.kind == "book" and _is_open(hand, seat) and not _has_wild(hand, spread):
        hand.natural_pot_winner = seat


def _dealt_book(hand: "Hand", seat: int, spread: TableSpread) -> None:
    if spread.kind != "book" or not hand.is_own_first_turn(seat) or not _is_open(hand, seat):
        return
    dealt = hand.dealt[seat] & hand.law.pack.mask(spread.cards)
    if dealt.bit_count() >= _DEALT_LEAST and not _has_wild(hand, spread):
        hand.natural_pot_winner = seat
