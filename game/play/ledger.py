"""The money and points of each seat, and the side pots (RULES.md §4.6, §5.10, §5.11, §5.12).

A side pot takes antes before the deal, is won or carried over to the next hand, and is shared when
the session ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Self, TypeAlias

from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.results import HighSuitBet, NaturalBet, Result, SideBets
from game.rules.ruleset import RuleSet
from game.rules.settlement import high_suit_card, high_suit_winner

OPENING_STAKES: Final = 100  # stakes of every seat at the beginning


@dataclass(frozen=True, slots=True)
class Pot:
    """The stakes in a side pot, and the seats that joined it last."""

    stakes: int = 0
    joined: tuple[int, ...] = ()

    def moved_up(self, place: int) -> "Pot":
        """Return the pot after a player has joined at seat ``place``."""
        return replace(self, joined=tuple(seat + (seat >= place) for seat in self.joined))

    def shares(self, seats: int, dealer: int) -> tuple[int, ...]:
        """Return each seat's share, in stakes, when the pot is split among those who joined it
        last.

        Odd stakes go to those nearest the left of ``dealer``, the dealer of the last hand.
        """
        shares = [0] * seats
        joined: Sequence[int] = sorted(self.joined, key=lambda seat: (seat - dealer - 1) % seats)
        if self.stakes:
            each, odd = divmod(self.stakes, len(joined))
            for place, seat in enumerate(joined):
                shares[seat] = each + (place < odd)
        return tuple(shares)

    @classmethod
    def after(cls, bet: HighSuitBet | NaturalBet, winner: int | None, ante: int) -> Self:
        """Return the pot after a hand."""
        return cls(bet.pot + ante * len(bet.joined) if winner is None else 0, bet.joined)


EMPTY_POT: Final = Pot()


@dataclass(frozen=True, slots=True)
class Ledger:
    """Play money and points by seat, and the stakes in the side pots between hands.

    Money is in whole units, ``stake`` of them to a stake, and may be negative. Points are used by
    ``scorepad`` (positive or negative) and ``push_up`` (fewer are better).
    """

    bankrolls: tuple[int, ...]
    points: tuple[int, ...]
    high_suit: Pot = EMPTY_POT
    natural: Pot = EMPTY_POT

    @classmethod
    def opening(cls, seats: int, rules: RuleSet) -> Self:
        """Return the ledger before the first hand: 100 stakes and no points for every seat."""
        return cls((OPENING_STAKES * rules.stake,) * seats, (0,) * seats)

    def settled(self, result: Result, rules: RuleSet) -> Self:
        """Return the ledger after a hand, without the side pots (see ``with_pots_after``)."""
        if rules.is_push_up:
            # Points are added; side pots are still stakes (RULES.md §5.10).
            return replace(
                self,
                points=self._paid(self.points, result.payments, 1),
                bankrolls=self._paid(self.bankrolls, result.side_payments, rules.stake),
            )
        stakes = self._paid(result.payments, result.side_payments, 1)
        if rules.scoring == "scorepad":
            return replace(self, points=self._paid(self.points, stakes, 1))
        return replace(self, bankrolls=self._paid(self.bankrolls, stakes, rules.stake))

    def settled_up(self, rules: RuleSet) -> Self:
        """Return the ledger at the end of a session: a score pad is paid out, push-up points are
        not.
        """
        if rules.scoring != "scorepad":
            return self
        return replace(self, bankrolls=self._paid(self.bankrolls, self.points, rules.stake))

    def with_newcomer(self, place: int, rules: RuleSet) -> Self:
        """Return the ledger with a new seat at ``place``.

        In a push-up it starts with the most points at the table.
        """
        points = max(self.points) if rules.is_push_up else 0
        return replace(
            self,
            bankrolls=self._inserted(self.bankrolls, place, OPENING_STAKES * rules.stake),
            points=self._inserted(self.points, place, points),
            high_suit=self.high_suit.moved_up(place),
            natural=self.natural.moved_up(place),
        )

    def is_pushed_up(self, rules: RuleSet) -> bool:
        """Return whether a seat has reached the points that end a push-up."""
        return rules.is_push_up and max(self.points) >= rules.push_up_target

    def merits(self, rules: RuleSet) -> tuple[int, ...]:
        """Return each seat's standing, more being better: money, points, or few points in a
        push-up.
        """
        points_lost = tuple(-points for points in self.points)
        of_scoring = {"push_up": points_lost, "scorepad": self.points}
        return of_scoring.get(rules.scoring, self.bankrolls)

    def with_pots_after(self, hand: Hand) -> Self:
        """Return the ledger with the pots as the finished hand leaves them."""
        bets, ante = hand.bets, hand.rules.side_ante
        high_suit, natural = self.high_suit, self.natural
        if bets.high_suit:
            winner = high_suit_winner(hand, bets.high_suit)
            high_suit = Pot.after(bets.high_suit, winner, ante)
        if bets.natural:
            natural = Pot.after(bets.natural, hand.natural_pot_winner, ante)
        return replace(self, high_suit=high_suit, natural=natural)

    def with_pots_shared(self, dealer: int, rules: RuleSet) -> Self:
        """Return the ledger at the end of a session, with the remaining pots shared."""
        bankrolls = self.bankrolls
        for pot in (self.high_suit, self.natural):
            shares = pot.shares(len(bankrolls), dealer)
            bankrolls = tuple(
                own + rules.stake * share for own, share in zip(bankrolls, shares, strict=True)
            )
        return replace(self, bankrolls=bankrolls, high_suit=EMPTY_POT, natural=EMPTY_POT)

    @staticmethod
    def _inserted(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
        return (*values[:place], value, *values[place:])

    @staticmethod
    def _paid(owned: Sequence[int], stakes: Sequence[int], stake: int) -> tuple[int, ...]:
        return tuple(own + stake * paid for own, paid in zip(owned, stakes, strict=True))


# -- side pots


PotKind: TypeAlias = Literal["high_suit", "natural"]


@dataclass(frozen=True, slots=True)
class Joining:
    """The side bets joined for the next hand: who antes, and the suit that its dealer calls."""

    high_suit: tuple[int, ...] = ()
    suit: str = "S"
    natural: tuple[int, ...] = ()

    def with_seat(self, seat: int, *, high_suit: bool, natural: bool) -> "Joining":
        """Return the side bets with one seat's decision replaced."""
        return replace(
            self,
            high_suit=self._with(self.high_suit, seat, high_suit),
            natural=self._with(self.natural, seat, natural),
        )

    def side_bets(self, ledger: Ledger, rules: RuleSet) -> SideBets:
        """Return the bets of the next hand, without those that the rules lack or nobody joins."""
        high_suit = natural = None
        if rules.high_suit_bet != "off" and self.high_suit:
            suit = "S" if rules.high_suit_bet == "spades" else self.suit
            high_suit = HighSuitBet(suit, self.high_suit, ledger.high_suit.stakes)
        if rules.natural_bet != "off" and self.natural:
            natural = NaturalBet(self.natural, ledger.natural.stakes)
        return SideBets(high_suit, natural)

    @staticmethod
    def _with(seats: tuple[int, ...], seat: int, is_in: bool) -> tuple[int, ...]:
        others = [each for each in seats if each != seat]
        return tuple(sorted([*others, seat] if is_in else others))


NOBODY_JOINS: Final = Joining()


@dataclass(frozen=True, slots=True)
class PotInPlay:
    """A side pot of a hand, as everybody at the table sees it.

    ``before`` are the stakes in it before the seats in ``joined`` put in ``ante`` each. ``card`` is
    the card with which ``winner`` won the high suit. ``suit`` is empty for the natural pot.
    """

    kind: PotKind
    joined: tuple[int, ...]
    before: int
    ante: int
    suit: str = ""
    winner: int | None = None
    card: Card | None = None
    is_decided: bool = False

    @property
    def stakes(self) -> int:
        """The stakes to be won."""
        return self.before + self.ante * len(self.joined)

    @classmethod
    def high_suit(cls, hand: Hand, bet: HighSuitBet) -> Self:
        """Return the high-suit pot; called suits lie face down until the hand is over, spades are
        shown at once.
        """
        pot = cls("high_suit", bet.joined, bet.pot, hand.rules.side_ante, bet.suit)
        if hand.rules.high_suit_bet == "called" and not hand.is_over:
            return pot
        winner = high_suit_winner(hand, bet)
        card = None if winner is None else high_suit_card(hand, winner, bet.suit)
        return replace(pot, winner=winner, card=card, is_decided=True)


def pots_in_play(hand: Hand) -> tuple[PotInPlay, ...]:
    """Return the side pots of a hand; their winner is None until the players know it."""
    pots: list[PotInPlay] = []
    if hand.bets.high_suit:
        pots.append(PotInPlay.high_suit(hand, hand.bets.high_suit))
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
