"""The side pots: what stands in them, who wins them, who shares them in the end.

RULES.md §5.11, §5.12.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from game.rules.bets import HighSuitBet, NaturalBet, SideBets
from game.rules.policies.pots import high_suit_card, high_suit_winner
from game.session.ledger import EMPTY_POT, Ledger, Pot

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet

PotKind: TypeAlias = Literal["high_suit", "natural"]


@dataclass(frozen=True, slots=True)
class Joining:
    """Who antes in the next hand, and the suit that its dealer calls."""

    high_suit: tuple[int, ...] = ()
    suit: str = "S"
    natural: tuple[int, ...] = ()


NOBODY_JOINS: Final = Joining()


@dataclass(frozen=True, slots=True)
class PotInPlay:
    """A side pot of a hand, as everybody at the table sees it.

    ``before`` are the stakes that stood in it when the seats in ``joined`` put in ``ante`` each.
    ``card`` is what ``winner`` won the high suit with. ``suit`` is empty for the natural pot.
    """

    kind: PotKind
    joined: tuple[int, ...]
    before: int
    ante: int
    suit: str = ""
    winner: int | None = None
    card: "Card | None" = None
    is_decided: bool = False

    @property
    def stakes(self) -> int:
        """What there is to win."""
        return self.before + self.ante * len(self.joined)


def pots_in_play(hand: "Hand") -> tuple[PotInPlay, ...]:
    """The side pots of a hand; who wins is told no sooner than the players know it."""
    pots: list[PotInPlay] = []
    if hand.bets.high_suit:
        pots.append(_high_suit_pot(hand, hand.bets.high_suit))
    if hand.bets.natural:
        bet, winner = hand.bets.natural, hand.natural_pot_winner
        is_decided = winner is not None or hand.is_over
        pots.append(
            PotInPlay(
                "natural",
                bet.joined,
                bet.pot,
                hand.rules.side_ante,
                winner=winner,
                is_decided=is_decided,
            )
        )
    return tuple(pots)


def _high_suit_pot(hand: "Hand", bet: HighSuitBet) -> PotInPlay:
    """Called suits lie face down until the hand is over, spades are shown at once."""
    pot = PotInPlay("high_suit", bet.joined, bet.pot, hand.rules.side_ante, bet.suit)
    if hand.rules.high_suit_bet == "called" and not hand.is_over:
        return pot
    winner = high_suit_winner(hand, bet)
    card = None if winner is None else high_suit_card(hand, winner, bet.suit)
    return replace(pot, winner=winner, card=card, is_decided=True)


def side_bets(joining: Joining, ledger: Ledger, rules: "RuleSet") -> SideBets:
    """The bets of the next hand; a bet that the rules lack, or that nobody joins, is none."""
    high_suit = natural = None
    if rules.high_suit_bet != "off" and joining.high_suit:
        suit = "S" if rules.high_suit_bet == "spades" else joining.suit
        high_suit = HighSuitBet(suit, joining.high_suit, ledger.high_suit.stakes)
    if rules.natural_bet != "off" and joining.natural:
        natural = NaturalBet(joining.natural, ledger.natural.stakes)
    return SideBets(high_suit, natural)


def with_pots_after(ledger: Ledger, hand: "Hand") -> Ledger:
    """The ledger with the pots as the finished hand leaves them."""
    bets, ante = hand.bets, hand.rules.side_ante
    high_suit, natural = ledger.high_suit, ledger.natural
    if bets.high_suit:
        winner = high_suit_winner(hand, bets.high_suit)
        high_suit = _after(bets.high_suit, winner, ante)
    if bets.natural:
        natural = _after(bets.natural, hand.natural_pot_winner, ante)
    return replace(ledger, high_suit=high_suit, natural=natural)


def shares_of(pot: Pot, seats: int, dealer: int) -> tuple[int, ...]:
    """What each seat gets, in stakes, when the pot is shared by those who joined it last.

    Odd stakes go to those nearest the left of ``dealer``, who dealt the last hand.
    """
    shares = [0] * seats
    joined: Sequence[int] = sorted(pot.joined, key=lambda seat: (seat - dealer - 1) % seats)
    if pot.stakes:
        each, odd = divmod(pot.stakes, len(joined))
        for place, seat in enumerate(joined):
            shares[seat] = each + (place < odd)
    return tuple(shares)


def with_pots_shared(ledger: Ledger, dealer: int, rules: "RuleSet") -> Ledger:
    """The ledger at the end of a session, with the pots that stood shared."""
    bankrolls = ledger.bankrolls
    for pot in (ledger.high_suit, ledger.natural):
        shares = shares_of(pot, len(bankrolls), dealer)
        bankrolls = tuple(
            own + rules.stake * share for own, share in zip(bankrolls, shares, strict=True)
        )
    return replace(ledger, bankrolls=bankrolls, high_suit=EMPTY_POT, natural=EMPTY_POT)


def _after(bet: HighSuitBet | NaturalBet, winner: int | None, ante: int) -> Pot:
    return Pot(bet.pot + ante * len(bet.joined) if winner is None else 0, bet.joined)
