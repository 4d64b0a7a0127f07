"""Who may slap the top discard, and onto what (RULES.md §5.9).

Slaps are asked for seat by seat, since several seats may race for one.
"""

from functools import cache
from typing import TYPE_CHECKING

from game.rules.actions import Slap
from game.rules.cards import Card
from game.rules.phases import SLAP, START
from game.rules.reasons import Reason
from game.rules.spreads import has_gap, slapped

if TYPE_CHECKING:
    from game.rules.hand import Hand


def legal_slaps(hand: "Hand", seat: int) -> tuple[Slap, ...]:
    """Every slap of the top discard that ``seat`` may make now, each with every discard after."""
    if not _top_can_be_slapped(hand) or _is_next_and_polite(hand, seat):
        return ()
    pack, bit = hand.law.pack, hand.law.pack.bit[hand.pile[-1]]
    numbers = [number for number, fits in enumerate(hand.fits) if bit & fits]
    if bit & pack.wild_mask:
        numbers = [spread.number for spread in hand.spreads if has_gap(pack, spread)]
    cards = pack.cards_in(hand.hands[seat]) if _may_discard_after(hand, seat) else ()
    return tuple([_slap(seat, number, card) for number in numbers for card in (None, *cards)])


@cache
def _slap(seat: int, spread: int, discard: Card | None) -> Slap:
    """One for all hands: to make it takes longer than to find it."""
    return Slap(seat, spread, discard)


def _may_discard_after(hand: "Hand", seat: int) -> bool:
    """Whether any card of a seat that slaps may follow."""
    return seat != hand.discarder and not _is_kept(hand, seat)


def slappers(hand: "Hand") -> tuple[int, ...]:
    """The seats that may slap the top discard now."""
    if not _top_can_be_slapped(hand):
        return ()
    if hand.rules.slap == "next_first":
        return tuple([seat for seat in range(hand.seats) if seat != hand.turn])
    return tuple(range(hand.seats))


def _top_can_be_slapped(hand: "Hand") -> bool:
    """Only between turns, and before a stock-out that comes by itself."""
    return hand.is_slappable and hand.phase in (START, SLAP)


def _is_next_and_polite(hand: "Hand", seat: int) -> bool:
    return hand.rules.slap == "next_first" and seat == hand.turn


def why_no_slap(hand: "Hand", slap: Slap) -> Reason | None:
    """Why ``slap`` is refused now, or None where it may be made."""
    if not _top_can_be_slapped(hand):
        return Reason.NOT_SLAPPABLE
    if _is_next_and_polite(hand, slap.seat):
        return Reason.NEXT_SEAT_CANNOT_SLAP
    if not 0 <= slap.spread < len(hand.spreads):
        return Reason.NO_SUCH_SPREAD
    if not slapped(hand.law.pack, hand.spreads[slap.spread], hand.pile[-1]):
        return Reason.DOES_NOT_FIT
    return _why_no_slap_discard(hand, slap)


def _why_no_slap_discard(hand: "Hand", slap: Slap) -> Reason | None:
    if slap.discard is None:
        return None
    if slap.seat == hand.discarder:
        return Reason.NO_SLAP_DISCARD
    if not hand.hands[slap.seat] & hand.law.pack.bit.get(slap.discard, 0):
        return Reason.CARD_NOT_HELD
    return Reason.BLOCKED_BY_HIT if _is_kept(hand, slap.seat) else None


def _is_kept(hand: "Hand", seat: int) -> bool:
    """Whether a hit on its spread keeps a seat from parting with its last card."""
    is_blocked = hand.blocks >> seat & 1 and not hand.is_booed
    return bool(is_blocked and hand.size(seat) == 1)
