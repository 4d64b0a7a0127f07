"""Winners and payments of a hand, or points in push-up (RULES.md §2, §3, §4.5, §5.10).

Also naturals (§5.2) and side pots (§5.11, §5.12).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from game.rules.actions import Reason
from game.rules.cards import FACES, Card, rank_of, suit_of
from game.rules.counting import full_count
from game.rules.naturals import Natural, Tie, When
from game.rules.results import Ending, HighSuitBet, NaturalBet, Payment, PayReason, Result
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread
from game.rules.state import HandState

# A caught drop: the schemes of ``catch`` (RULES.md §3).


@dataclass(frozen=True, slots=True)
class Catch:
    """A caught drop: the counts and roles of the seats, listed from the dealer's left.

    ``lowest`` are the other seats with the lowest count (L), ``beaters`` those at or below the
    dropper's (B).
    """

    dropper: int
    counts: tuple[int, ...]
    eldest: int

    @property
    def others(self) -> tuple[int, ...]:
        seats = len(self.counts)
        around = ((self.eldest + step) % seats for step in range(seats))
        return tuple(seat for seat in around if seat != self.dropper)

    @property
    def everybody(self) -> tuple[int, ...]:
        return (self.dropper, *self.others)

    @property
    def lowest(self) -> tuple[int, ...]:
        least = min(self.counts)
        return tuple(seat for seat in self.others if self.counts[seat] == least)

    @property
    def beaters(self) -> tuple[int, ...]:
        own = self.counts[self.dropper]
        return tuple(seat for seat in self.others if self.counts[seat] <= own)

    def dropper_pays(self, seats: Iterable[int], stakes: int) -> list[Payment]:
        """Return payments of ``stakes`` from the dropper to each of ``seats``."""
        return [Payment(self.dropper, seat, stakes, PayReason.CAUGHT) for seat in seats]

    def lowest_get_1_from(self, payers: Iterable[int]) -> list[Payment]:
        """Return payments of 1 from each of ``payers`` to each of the lowest; the lowest do not
        pay.
        """
        return [
            Payment(payer, seat, 1, PayReason.LOWEST)
            for payer in payers
            if payer not in self.lowest
            for seat in self.lowest
        ]

    def dropper_covers(self) -> list[Payment]:
        share, left_over = divmod(len(self.others), len(self.lowest))
        shares = [(seat, share + (place < left_over)) for place, seat in enumerate(self.lowest)]
        return [payment for seat, stakes in shares for payment in self.dropper_pays([seat], stakes)]

    def single_worse_pay(self) -> list[Payment]:
        second = [seat for seat in self.beaters if seat not in self.lowest]
        worse = [seat for seat in self.others if seat not in self.beaters]
        to_lowest = self.dropper_pays(self.lowest, 2)
        return to_lowest + self.dropper_pays(second, 1) + self.lowest_get_1_from(worse)

    def single_to_lower(self) -> list[Payment]:
        own = self.counts[self.dropper]
        paid = [seat for seat in self.beaters if self.counts[seat] < own or seat in self.lowest]
        return self.dropper_pays(paid, 1) + self.lowest_get_1_from(self.everybody)


SCHEMES: Final[dict[str, Callable[[Catch], list[Payment]]]] = {
    "standard": lambda c: c.dropper_pays(c.beaters, 2) + c.lowest_get_1_from(c.others),
    "lowest_only": lambda c: c.dropper_pays(c.lowest, 2) + c.lowest_get_1_from(c.others),
    "dropper_covers": Catch.dropper_covers,
    "single_each": lambda c: c.dropper_pays(c.beaters, 1) + c.lowest_get_1_from(c.everybody),
    "single_worse_pay": Catch.single_worse_pay,
    "double_to_all": lambda c: c.dropper_pays(c.others, 2),
    "five_to_lowest": lambda c: c.dropper_pays(c.lowest[:1], 5),
    "double_to_beaters": lambda c: c.dropper_pays(c.beaters, 2),
    "quad_to_beaters": lambda c: c.dropper_pays(c.beaters, 4),
    "whole_table": lambda c: c.dropper_pays(c.lowest, 2 * len(c.others)),
    "single_to_lower": Catch.single_to_lower,
}
"""The payments for each value of ``catch``: the table of RULES.md §3."""


# A tonk (RULES.md §4.5).


_PLAIN: Final = 1
"""Stakes for a tonk that does not qualify for ``tonk_pays``; not ``out_pays``."""


class Laid(NamedTuple):
    """Counts of what a seat has laid so far in this hand; slaps are among its hits."""

    spreads: int
    hits: int
    hits_others: int
    last_was_spread: bool
    is_first_turn: bool

    @property
    def two_at_once(self) -> bool:
        """Whether the seat has laid two spreads or more on its first turn."""
        return self.is_first_turn and self.spreads >= 2


def tonk_pays(hand: HandState, seat: int) -> int:
    """Return the stakes from each other seat for the tonk that ``seat`` has just made."""
    lays = [lay for lay in hand.lays if lay.seat == seat]
    hits = sum(lay.is_hit for lay in lays)
    return tonk_worth(
        hand.rules,
        Laid(
            spreads=len(lays) - hits,
            hits=hits,
            hits_others=sum(lay.owner != seat for lay in lays),
            last_was_spread=bool(lays) and not lays[-1].is_hit,
            is_first_turn=hand.is_first_turn,
        ),
    )


def tonk_worth(rules: RuleSet, own: Laid) -> int:
    """Return the stakes from each other seat for a tonk by a seat that has laid ``own``."""
    if rules.hit_voids_tonk and own.hits:
        return _PLAIN
    if rules.two_spreads_pays and own.two_at_once and not own.hits_others:
        return rules.two_spreads_pays
    return rules.tonk_pays if NEEDS[rules.tonk_needs](own) else _PLAIN


NEEDS: Final[dict[str, Callable[[Laid], bool]]] = {
    "any": lambda _: True,
    "second_spread": lambda own: own.spreads >= 2 and own.last_was_spread,
    "spreads_only": lambda own: not own.hits,
    "first_turn_two_spreads": lambda own: own.two_at_once,
    "never": lambda _: False,
}
"""For each value of ``tonk_needs``, the test whether a tonk pays ``tonk_pays``."""


# The side pots: the high suit and the natural pot (RULES.md §5.11, §5.12).


def side_payments(hand: HandState) -> tuple[int, ...]:
    """Return, for each seat, its stakes from the side pots less those put in this hand."""
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


def high_suit_card(hand: HandState, seat: int, suit: str) -> Card | None:
    """Return the highest card of ``suit`` dealt to ``seat``, or None; A is high if ``ace`` is
    ``low_or_high``.
    """
    held = [card for card in hand.dealt[seat] if suit_of(card) == suit]
    return max(held, key=lambda card: height(hand, card), default=None)


def high_suit_winner(hand: HandState, bet: HighSuitBet) -> int | None:
    """Return the joined seat dealt the highest card of the suit, or None if nobody was dealt
    one.
    """
    shown = {seat: high_suit_card(hand, seat, bet.suit) for seat in bet.joined}
    heights = {seat: height(hand, card) for seat, card in shown.items() if card}
    return max(heights, key=heights.__getitem__, default=None)


def height(hand: HandState, card: Card) -> int:
    """Return the rank of a card within the high suit; a higher number wins."""
    is_high_ace = card[0] == "A" and hand.rules.ace == "low_or_high"
    return len(hand.rules.ranks) if is_high_ace else hand.rules.ranks.index(card[0])


def wins_natural_pot(hand: HandState, seat: int, spread: TableSpread) -> bool:
    """Return whether the spread that ``seat`` has just laid wins it the natural pot (RULES.md
    §5.12).

    A 2 that may be wild counts as wild, in a book of twos too.
    """
    bet = hand.bets.natural
    if bet is None or seat not in bet.joined or hand.natural_pot_winner is not None:
        return False
    if spread.kind != "book" or any(map(hand.rules.is_wild, spread.cards)):
        return False
    if hand.rules.natural_bet == "first_spread":
        return True
    dealt = set(spread.cards).intersection(hand.dealt[seat])
    return hand.is_own_first_turn(seat) and len(dealt) >= 3


# Naturals: who holds one, who is paid at the deal, who may declare (RULES.md §5.2).


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's best natural entry, and the count of its dealt hand."""

    seat: int
    entry: Natural
    count: int


@dataclass(frozen=True, slots=True)
class NaturalDeal:
    """Naturals at the deal: the seats paid (none if they are thrown in), and the payments."""

    winners: tuple[int, ...]
    payments: tuple[Payment, ...]
    pays: int
    """The highest ``pays`` of those paid, 0 if nobody is."""

    @classmethod
    def paid(cls, seats: int, holdings: list[Holding]) -> Self:
        """Return a deal in which every other seat pays each of the holders in full."""
        winners = tuple(holding.seat for holding in holdings)
        payments = tuple(
            Payment(payer, holding.seat, holding.entry.pays, PayReason.NATURAL)
            for holding in holdings
            for payer in range(seats)
            if payer not in winners
        )
        if not payments:
            return cls((), (), 0)
        return cls(winners, payments, max(holding.entry.pays for holding in holdings))

    @classmethod
    def shared(cls, hand: HandState, tied: list[Holding]) -> Self:
        """Return a deal in which every other seat pays the highest ``pays`` once, shared by the
        tied.

        A remainder goes from eldest on.
        """
        winners = tuple(holding.seat for holding in tied)
        payers = [seat for seat in range(hand.seats) if seat not in winners]
        if not payers:
            return cls((), (), 0)
        pays = max(holding.entry.pays for holding in tied)
        share, odd = divmod(pays * len(payers), len(tied))
        owed = dict.fromkeys(payers, pays)
        payments = []
        for place, winner in enumerate(winners):
            due = share + (place < odd)
            for payer in payers:
                stakes = min(due, owed[payer])
                if stakes:
                    payments.append(Payment(payer, winner, stakes, PayReason.NATURAL))
                    owed[payer] -= stakes
                    due -= stakes
        return cls(winners, tuple(payments), pays)


def dealt_entries(hand: HandState, seat: int, when: When) -> list[Natural]:
    """Return the entries claimed at ``when`` that match the hand dealt to ``seat``."""
    entries, dealt = [each for each in hand.rules.naturals if each.when == when], hand.dealt[seat]
    if not entries:
        return []
    count, all_faces = full_count(hand.rules, dealt), all(rank_of(card) in FACES for card in dealt)
    return [entry for entry in entries if entry.matches(count, all_faces)]


def best_entry(hand: HandState, seat: int, when: When) -> Natural | None:
    """Return the seat's best entry that is claimed at ``when`` and has not lapsed, or None."""
    entries = dealt_entries(hand, seat, when)
    if when == "turn" and hand.spreads:
        entries = [entry for entry in entries if not entry.open]
    return max(entries, key=lambda entry: (entry.rank, entry.pays), default=None)


def naturals_at_deal(hand: HandState) -> NaturalDeal | None:
    """Return the outcome that dealt naturals decide at once, or None if the hand is played."""
    holdings = _contenders(_holdings(hand))
    if not holdings:
        return None
    if len(holdings) == 1:
        return NaturalDeal.paid(hand.seats, holdings)
    holdings.sort(key=lambda holding: hand.from_eldest(holding.seat))
    match _tie_rule(hand.rules, holdings):
        case "void":
            return NaturalDeal((), (), 0)
        case "eldest":
            return NaturalDeal.paid(hand.seats, holdings[:1])
        case "all_paid":
            return NaturalDeal.paid(hand.seats, holdings)
        case "split":
            return NaturalDeal.shared(hand, holdings)


def tied_seats(hand: HandState) -> tuple[int, ...]:
    """Return the seats whose naturals at the deal contend for payment, tied or not."""
    return tuple(holding.seat for holding in _contenders(_holdings(hand)))


def tie_at_deal(hand: HandState) -> Tie | None:
    """Return how the naturals that tie at the deal are settled, or None if none tie."""
    tied = _contenders(_holdings(hand))
    return _tie_rule(hand.rules, tied) if len(tied) > 1 else None


def _holdings(hand: HandState) -> list[Holding]:
    found = []
    for seat in range(hand.seats):
        entry = best_entry(hand, seat, "deal")
        if entry:
            found.append(Holding(seat, entry, full_count(hand.rules, hand.dealt[seat])))
    return found


def _contenders(holdings: list[Holding]) -> list[Holding]:
    """Return the holders of the highest rank; within a ``low_wins`` entry, only the lowest
    count.
    """
    top = max((holding.entry.rank for holding in holdings), default=0)
    ranked = [holding for holding in holdings if holding.entry.rank == top]
    return [
        holding
        for holding in ranked
        if not holding.entry.low_wins
        or not any(other.entry is holding.entry and other.count < holding.count for other in ranked)
    ]


def _tie_rule(rules: RuleSet, tied: list[Holding]) -> Tie:
    """Return how a tie is settled: by the tied entries if they agree, else by ``natural_tie``
    (RULES.md §5.2).
    """
    named = {holding.entry.tie for holding in tied}
    own = named.pop() if len(named) == 1 else None
    return own or rules.natural_tie


def why_no_declaration(hand: HandState) -> Reason | None:
    """Return why the seat on turn may not declare, or None if it may."""
    if best_entry(hand, hand.turn, "turn") and hand.is_first_turn:
        return None
    is_held = dealt_entries(hand, hand.turn, "turn")
    return Reason.NATURAL_LAPSED if is_held else Reason.NO_NATURAL


# Results.


def everyone_pays(hand: HandState, winner: int, stakes: int, why: PayReason) -> tuple[Payment, ...]:
    """Return payments of ``stakes`` from every other seat to ``winner``."""
    losers = (seat for seat in range(hand.seats) if seat != winner)
    return tuple([Payment(seat, winner, stakes, why) for seat in losers])


def drop_result(hand: HandState, dropper: int) -> Result:
    """Return the result of a drop, which wins only with a count strictly below every other's.

    Otherwise ``catch`` says who pays.
    """
    counts = hand.counts()
    least = min(counts)
    if counts[dropper] == least and counts.count(least) == 1:
        payments = everyone_pays(hand, dropper, 1, PayReason.DROP)
        return make_result(hand, Ending.DROP, (dropper,), payments, counts=counts)
    catch = Catch(dropper, counts, hand.eldest)
    payments = tuple(SCHEMES[hand.rules.catch](catch))
    return make_result(hand, Ending.CAUGHT, tuple(sorted(catch.lowest)), payments, counts=counts)


def stockout_result(hand: HandState) -> Result:
    """Return the result of a stock-out: each other seat pays the lowest count 1.

    The rule set settles ties and dead hands.
    """
    counts, rules = hand.counts(), hand.rules
    least = min(counts)
    lowest = tuple([seat for seat, count in enumerate(counts) if count == least])
    is_tied = len(lowest) > 1
    if (
        rules.stockout == "void"
        or len(lowest) == hand.seats
        or (is_tied and rules.stockout_tie == "void")
    ):
        return make_result(hand, Ending.VOID, (), (), counts=counts)
    payments = tuple(
        Payment(payer, seat, 1, PayReason.STOCKOUT)
        for payer in range(hand.seats)
        if payer not in lowest
        for seat in lowest
    )
    return make_result(hand, Ending.STOCKOUT, lowest, payments, counts=counts)


def make_result(
    hand: HandState,
    ending: Ending,
    winners: tuple[int, ...],
    payments: tuple[Payment, ...],
    each: int = 1,
    counts: tuple[int, ...] | None = None,
) -> Result:
    """Return the result of a hand; ``each`` is what each loser would pay, for push-up's points.

    ``counts`` defaults to the counts of the hands as they are. The big one doubles everything but
    the side pots.
    """
    counts, sides = counts or hand.counts(), side_payments(hand)
    if hand.rules.is_push_up:
        spared = range(hand.seats) if ending is Ending.VOID else winners
        points = each * 2 if hand.is_big_one else each
        added = (0 if seat in spared else count * points for seat, count in enumerate(counts))
        return Result(ending, winners, counts, tuple(added), sides)
    factor = 2 if hand.is_big_one else 1
    transfers = tuple([payment._replace(stakes=factor * payment.stakes) for payment in payments])
    moved = [0] * hand.seats
    for payment in transfers:
        moved[payment.payer] -= payment.stakes
        moved[payment.payee] += payment.stakes
    return Result(ending, winners, counts, tuple(moved), sides, transfers)
