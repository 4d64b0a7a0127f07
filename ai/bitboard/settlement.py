"""Who wins a hand, and who pays what for it: payments or points (RULES.md §2, §3, §4.5, §5.10),
naturals (§5.2) and side pots (§5.11, §5.12).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from ai.bitboard.counting import full_count
from ai.bitboard.pack import COUNT_MASK
from ai.bitboard.state import HandState, Hooks
from game.rules.actions import Reason
from game.rules.cards import FACES, Card, points
from game.rules.naturals import Natural, Tie, When
from game.rules.results import Ending, HighSuitBet, NaturalBet, Payment, PayReason, Result
from game.rules.ruleset import RuleSet
from game.rules.settlement import SCHEMES, Catch
from game.rules.spreads import TableSpread

# A tonk (RULES.md §4.5, in the order of §7).


Qualifies: TypeAlias = Callable[[HandState, int], bool]

_PLAIN: Final = 1
"""A tonk that does not qualify pays this, not ``out_pays``."""


def tonk_pays(hand: HandState, seat: int) -> int:
    """Stakes from each other seat for the tonk that ``seat`` has just made."""
    rules = hand.rules
    if rules.hit_voids_tonk and hand.has_hit(seat):
        return _PLAIN
    if rules.two_spreads_pays and _two_spreads_at_once(hand, seat):
        return rules.two_spreads_pays
    return rules.tonk_pays if NEEDS[rules.tonk_needs](hand, seat) else _PLAIN


def _two_spreads_at_once(hand: HandState, seat: int) -> bool:
    return _first_turn_two_spreads(hand, seat) and not hand.has_hit_others(seat)


def _any(_hand: HandState, _seat: int) -> bool:
    return True


def _second_spread(hand: HandState, seat: int) -> bool:
    return hand.spreads_of(seat) >= 2 and hand.last_lay_was_spread(seat)


def _spreads_only(hand: HandState, seat: int) -> bool:
    return not hand.has_hit(seat)


def _first_turn_two_spreads(hand: HandState, seat: int) -> bool:
    return hand.is_first_turn and hand.spreads_of(seat) >= 2


def _never(_hand: HandState, _seat: int) -> bool:
    return False


NEEDS: Final[dict[str, Qualifies]] = {
    "any": _any,
    "second_spread": _second_spread,
    "spreads_only": _spreads_only,
    "first_turn_two_spreads": _first_turn_two_spreads,
    "never": _never,
}


# The side pots: the high suit and the natural pot (RULES.md §5.11, §5.12).


_DEALT_LEAST = 3


def pot_hooks(rules: RuleSet) -> Hooks:
    """Watches the books that win the natural pot."""
    watchers = {"off": (), "dealt": (_dealt_book,), "first_spread": (_first_book,)}
    return Hooks(spread_laid=watchers[rules.natural_bet])


def side_payments(hand: HandState) -> tuple[int, ...]:
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


def high_suit_card(hand: HandState, seat: int, suit: str) -> Card | None:
    """The highest card of ``suit`` dealt to ``seat``, A high where aces go above kings too."""
    pack = hand.law.pack
    held = [card for card in pack.cards_in(hand.dealt[seat]) if card[1] == suit]
    return max(held, key=lambda card: height(hand, card), default=None)


def high_suit_winner(hand: HandState, bet: HighSuitBet) -> int | None:
    """The joined seat dealt the highest card of the suit, or None where none holds one."""
    shown = {seat: high_suit_card(hand, seat, bet.suit) for seat in bet.joined}
    heights = {seat: height(hand, card) for seat, card in shown.items() if card}
    return max(heights, key=heights.__getitem__, default=None)


def height(hand: HandState, card: Card) -> int:
    """How high a card is for the high suit."""
    is_high_ace = card[0] == "A" and hand.rules.ace == "low_or_high"
    return len(hand.rules.ranks) if is_high_ace else hand.rules.ranks.index(card[0])


def _is_open(hand: HandState, seat: int) -> bool:
    bet = hand.bets.natural
    return bet is not None and seat in bet.joined and hand.natural_pot_winner is None


def _has_wild(hand: HandState, spread: TableSpread) -> bool:
    """Whether a card of the spread may be wild, a 2 in a book of twos too (RULES.md §7)."""
    return any(map(hand.rules.is_wild, spread.cards))


def _first_book(hand: HandState, seat: int, spread: TableSpread) -> None:
    if spread.kind == "book" and _is_open(hand, seat) and not _has_wild(hand, spread):
        hand.natural_pot_winner = seat


def _dealt_book(hand: HandState, seat: int, spread: TableSpread) -> None:
    if spread.kind != "book" or not hand.is_own_first_turn(seat) or not _is_open(hand, seat):
        return
    dealt = hand.dealt[seat] & hand.law.pack.mask(spread.cards)
    if dealt.bit_count() >= _DEALT_LEAST and not _has_wild(hand, spread):
        hand.natural_pot_winner = seat


# Naturals: who holds one, who is paid at the deal, who may declare (RULES.md §5.2).


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's best natural entry, and the count of its dealt hand."""

    seat: int
    entry: Natural
    count: int


@dataclass(frozen=True, slots=True)
class NaturalDeal:
    """Naturals at the deal: the seats paid (none where they are thrown in), and the payments."""

    winners: tuple[int, ...]
    payments: tuple[Payment, ...]
    pays: int
    """The highest ``pays`` of those paid, 0 where nobody is."""


def dealt_entries(hand: HandState, seat: int) -> Iterator[Natural]:
    """The entries, of either time, that match the hand dealt to ``seat``."""
    dealt, pack = hand.dealt[seat], hand.law.pack
    count, all_faces = full_count(dealt), not dealt & pack.not_faces
    return (entry for entry in hand.rules.naturals if entry.matches(count, all_faces))


def best_entry(hand: HandState, seat: int, when: When) -> Natural | None:
    """A seat's best entry that is claimed at this time and has not lapsed."""
    entries = [
        entry
        for entry in dealt_entries(hand, seat)
        if entry.when == when and not (when == "turn" and entry.open and hand.spreads)
    ]
    return max(entries, key=lambda entry: (entry.rank, entry.pays), default=None)


def naturals_at_deal(hand: HandState) -> NaturalDeal | None:
    """What the dealt hands decide at once, or None where the hand is played."""
    holdings = _contenders(_holdings(hand))
    if not holdings:
        return None
    if len(holdings) == 1:
        return _paid(hand.seats, holdings)
    holdings.sort(key=lambda holding: hand.from_eldest(holding.seat))
    match _tie_rule(hand.rules, holdings):
        case "void":
            return NaturalDeal((), (), 0)
        case "eldest":
            return _paid(hand.seats, holdings[:1])
        case "all_paid":
            return _paid(hand.seats, holdings)
        case "split":
            return _shared(hand, holdings)


def tied_seats(hand: HandState) -> tuple[int, ...]:
    """The seats whose naturals at the deal contend for payment, those of a tie included."""
    return tuple(holding.seat for holding in _contenders(_holdings(hand)))


def tie_at_deal(hand: HandState) -> Tie | None:
    """How the naturals that tie at the deal are settled, None where none tie."""
    tied = _contenders(_holdings(hand))
    return _tie_rule(hand.rules, tied) if len(tied) > 1 else None


def _holdings(hand: HandState) -> list[Holding]:
    found = []
    for seat in range(hand.seats):
        entry = best_entry(hand, seat, "deal")
        if entry:
            found.append(Holding(seat, entry, full_count(hand.dealt[seat])))
    return found


def _contenders(holdings: list[Holding]) -> list[Holding]:
    """Those of the highest rank; of those on one ``low_wins`` entry, the lowest counts."""
    top = max((holding.entry.rank for holding in holdings), default=0)
    ranked = [holding for holding in holdings if holding.entry.rank == top]
    return [
        holding
        for holding in ranked
        if not holding.entry.low_wins or not _undercut(holding, ranked)
    ]


def _undercut(holding: Holding, others: list[Holding]) -> bool:
    return any(other.entry is holding.entry and other.count < holding.count for other in others)


def _paid(seats: int, holdings: list[Holding]) -> NaturalDeal:
    winners = tuple(holding.seat for holding in holdings)
    payments = tuple(
        Payment(payer, holding.seat, holding.entry.pays, PayReason.NATURAL)
        for holding in holdings
        for payer in range(seats)
        if payer not in winners
    )
    if not payments:
        return NaturalDeal((), (), 0)
    return NaturalDeal(winners, payments, max(holding.entry.pays for holding in holdings))


def _tie_rule(rules: RuleSet, tied: list[Holding]) -> Tie:
    """How a tie is settled: as all the tied entries say, else as the table does (RULES.md §8)."""
    named = {holding.entry.tie for holding in tied}
    own = named.pop() if len(named) == 1 else None
    return own or rules.natural_tie


def _shared(hand: HandState, tied: list[Holding]) -> NaturalDeal:
    """Every other seat pays the highest ``pays`` once; the tied, from eldest on, share the sum."""
    winners = tuple(holding.seat for holding in tied)
    payers = [seat for seat in range(hand.seats) if seat not in winners]
    if not payers:
        return NaturalDeal((), (), 0)
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
    return NaturalDeal(winners, tuple(payments), pays)


def likely_counts(rules: RuleSet, hand_size: int) -> frozenset[int]:
    """The counts at which a dealt hand may hold a natural that is shown at the deal."""
    values = [points(face, rules.face_values) for face in FACES]
    counts: set[int] = set()
    for entry in rules.naturals:
        match entry.when, entry.match:
            case "deal", "count":
                counts.add(entry.value)
            case "deal", "at_most":
                counts.update(range(min(entry.value, COUNT_MASK) + 1))
            case "deal", "all_faces":
                counts.update(range(min(values) * hand_size, max(values) * hand_size + 1))
            case _:
                pass
    return frozenset(counts)


def are_in_turn(rules: RuleSet) -> bool:
    """Whether any natural is claimed in turn."""
    return any(entry.when == "turn" for entry in rules.naturals)


def why_no_declaration(hand: HandState) -> Reason | None:
    """Why the seat on turn may not declare, or None where it may."""
    if best_entry(hand, hand.turn, "turn") and hand.is_first_turn:
        return None
    held = any(entry.when == "turn" for entry in dealt_entries(hand, hand.turn))
    return Reason.NATURAL_LAPSED if held else Reason.NO_NATURAL


# Results.


def everyone_pays(hand: HandState, winner: int, stakes: int, why: PayReason) -> tuple[Payment, ...]:
    """Every other seat pays ``winner``."""
    return _everyone_pays(hand.seats, winner, stakes, why)


@lru_cache(maxsize=1024)
def _everyone_pays(seats: int, winner: int, stakes: int, why: PayReason) -> tuple[Payment, ...]:
    return tuple(Payment(seat, winner, stakes, why) for seat in range(seats) if seat != winner)


def drop_result(hand: HandState, dropper: int) -> Result:
    """A drop wins only with a count strictly below every other's; else ``catch`` says who pays."""
    counts = hand.law.counts(hand.hands)
    least = min(counts)
    if counts[dropper] == least and counts.count(least) == 1:
        payments = everyone_pays(hand, dropper, 1, PayReason.DROP)
        return make_result(hand, Ending.DROP, (dropper,), payments, counts=counts)
    catch = Catch(dropper, counts, hand.eldest)
    payments = tuple(SCHEMES[hand.rules.catch](catch))
    return make_result(hand, Ending.CAUGHT, tuple(sorted(catch.lowest)), payments, counts=counts)


def stockout_result(hand: HandState) -> Result:
    """The lowest count is paid 1 by each other seat; ties and dead hands by the rule set."""
    counts, rules = hand.law.counts(hand.hands), hand.rules
    least = min(counts)
    lowest = tuple([seat for seat, count in enumerate(counts) if count == least])
    is_tied = len(lowest) > 1
    if (
        rules.stockout == "void"
        or len(lowest) == hand.seats
        or (is_tied and rules.stockout_tie == "void")
    ):
        return make_result(hand, Ending.VOID, (), (), counts=counts)
    if is_tied:
        payments = tuple(
            Payment(payer, seat, 1, PayReason.STOCKOUT)
            for payer in range(hand.seats)
            if payer not in lowest
            for seat in lowest
        )
    else:
        payments = everyone_pays(hand, lowest[0], 1, PayReason.STOCKOUT)
    return make_result(hand, Ending.STOCKOUT, lowest, payments, counts=counts)


def make_result(
    hand: HandState,
    ending: Ending,
    winners: tuple[int, ...],
    payments: tuple[Payment, ...],
    each: int = 1,
    counts: tuple[int, ...] | None = None,
) -> Result:
    """The result of a hand; ``each`` is what each loser would pay, for push-up's points.

    ``counts`` are those of the hands as they are, unless others are given. The big one doubles
    everything but the side pots.
    """
    counts, sides = counts or hand.law.counts(hand.hands), side_payments(hand)
    if hand.rules.scoring == "push_up":
        spared = range(hand.seats) if ending is Ending.VOID else winners
        points = each * 2 if hand.is_big_one else each
        added = (0 if seat in spared else count * points for seat, count in enumerate(counts))
        return Result(ending, winners, counts, tuple(added), sides)
    transfers = tuple(map(_doubled, payments)) if hand.is_big_one else payments
    moved = [0] * hand.seats
    for payment in transfers:
        moved[payment.payer] -= payment.stakes
        moved[payment.payee] += payment.stakes
    return Result(ending, winners, counts, tuple(moved), sides, transfers)


def _doubled(payment: Payment) -> Payment:
    return payment._replace(stakes=2 * payment.stakes)
