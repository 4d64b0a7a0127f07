"""Naturals: who holds one, who is paid at the deal, who may declare (RULES.md §5.2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.cards import FACES, points
from game.rules.naturals import Natural, When
from game.rules.reasons import Reason
from game.rules.results import Payment, PayReason
from game.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from game.rules.hand import Hand


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


def dealt_entries(hand: "Hand", seat: int) -> Iterator[Natural]:
    """The entries, of either time, that match the hand dealt to ``seat``."""
    dealt, pack = hand.dealt[seat], hand.law.pack
    count, all_faces = hand.law.count(dealt), not dealt & pack.not_faces
    return (entry for entry in hand.rules.naturals if entry.matches(count, all_faces))


def best_entry(hand: "Hand", seat: int, when: When) -> Natural | None:
    """A seat's best entry that is claimed at this time and has not lapsed."""
    entries = [
        entry
        for entry in dealt_entries(hand, seat)
        if entry.when == when and not (when == "turn" and entry.open and hand.spreads)
    ]
    return max(entries, key=lambda entry: (entry.rank, entry.pays), default=None)


def naturals_at_deal(hand: "Hand") -> NaturalDeal | None:
    """What the dealt hands decide at once, or None where the hand is played."""
    holdings = _contenders(_holdings(hand))
    if not holdings:
        return None
    if len(holdings) > 1 and hand.rules.natural_tie == "void":
        return NaturalDeal((), (), 0)
    if hand.rules.natural_tie != "all_paid":
        holdings = [min(holdings, key=lambda holding: hand.from_eldest(holding.seat))]
    return _paid(hand.seats, holdings)


def tied_seats(hand: "Hand") -> tuple[int, ...]:
    """The seats whose naturals at the deal contend for payment, those of a tie included."""
    return tuple(holding.seat for holding in _contenders(_holdings(hand)))


def _holdings(hand: "Hand") -> list[Holding]:
    found = []
    for seat in range(hand.seats):
        entry = best_entry(hand, seat, "deal")
        if entry:
            found.append(Holding(seat, entry, hand.law.count(hand.dealt[seat])))
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


def likely_counts(rules: RuleSet, hand_size: int) -> frozenset[int]:
    """The counts at which a dealt hand may hold a natural that is shown at the deal."""
    values = [points(face, rules.face_values) for face in FACES]
    counts: set[int] = set()
    for entry in rules.naturals:
        match entry.when, entry.match:
            case "deal", "count":
                counts.add(entry.value)
            case "deal", "at_most":
                counts.update(range(entry.value + 1))
            case "deal", "all_faces":
                counts.update(range(min(values) * hand_size, max(values) * hand_size + 1))
            case _:
                pass
    return frozenset(counts)


def are_in_turn(rules: RuleSet) -> bool:
    """Whether any natural is claimed in turn."""
    return any(entry.when == "turn" for entry in rules.naturals)


def why_no_declaration(hand: "Hand") -> Reason | None:
    """Why the seat on turn may not declare, or None where it may."""
    if best_entry(hand, hand.turn, "turn") and hand.is_first_turn:
        return None
    held = any(entry.when == "turn" for entry in dealt_entries(hand, hand.turn))
    return Reason.NATURAL_LAPSED if held else Reason.NO_NATURAL
