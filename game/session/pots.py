"""The side pots between hands: what stands in them, who shares them in the end (§5.11, §5.12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.rules.bets import HighSuitBet, NaturalBet, SideBets
from game.rules.policies.pots import high_suit_winner
from game.session.ledger import EMPTY_POT, Ledger, Pot

if TYPE_CHECKING:
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Joining:
    """Who antes in the next hand, and the suit that its dealer calls."""

    high_suit: tuple[int, ...] = ()
    suit: str = "S"
    natural: tuple[int, ...] = ()


NOBODY_JOINS: Final = Joining()


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


def with_pots_shared(ledger: Ledger, dealer: int, rules: "RuleSet") -> Ledger:
    """The ledger with the pots that stand at the end shared by the seats that joined last.

    Odd stakes go to those nearest the left of ``dealer``, who dealt the last hand.
    """
    bankrolls = list(ledger.bankrolls)
    for pot in (ledger.high_suit, ledger.natural):
        _share(bankrolls, pot, dealer, rules.stake)
    return replace(ledger, bankrolls=tuple(bankrolls), high_suit=EMPTY_POT, natural=EMPTY_POT)


def _after(bet: HighSuitBet | NaturalBet, winner: int | None, ante: int) -> Pot:
    return Pot(bet.pot + ante * len(bet.joined) if winner is None else 0, bet.joined)


def _share(bankrolls: list[int], pot: Pot, dealer: int, stake: int) -> None:
    if not pot.stakes:
        return
    seats: Sequence[int] = sorted(pot.joined, key=lambda seat: (seat - dealer - 1) % len(bankrolls))
    each, odd = divmod(pot.stakes, len(seats))
    for place, seat in enumerate(seats):
        bankrolls[seat] += stake * (each + (place < odd))
