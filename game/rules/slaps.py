"""Who may slap the top discard, and onto what (RULES.md §5.9).

Slaps are asked for seat by seat, since several seats may race for one.
"""

from typing import TYPE_CHECKING

from game.rules.actions import Slap
from game.rules.phases import SLAP, START
from game.rules.reasons import Reason
from game.rules.spreads import slapped

if TYPE_CHECKING:
    from game.rules.hand import Hand


def legal_slaps(hand: "Hand", seat: int) -> tuple[Slap, ...]:
    """Every slap of the top discard that ``seat`` may make now, each with every discard after."""
    if not _top_can_be_slapped(hand) or _is_next_and_polite(hand, seat):
        return ()
    pack, top = hand.law.pack, hand.pile[-1]
    numbers = [spread.number for spread in hand.spreads if slapped(pack, spread, top)]
    cards = pack.cards_in(hand.hands[seat]) if seat != hand.discarder else ()
    slaps = [Slap(seat, number, card) for number in numbers for card in (None, *cards)]
    return tuple(slap for slap in slaps if not _why_no_slap_discard(hand, slap))


def slappers(hand: "Hand") -> tuple[int, ...]:
    """The seats that may slap the top discard now."""
    if not _top_can_be_slapped(hand):
        return ()
    return tuple(seat for seat in range(hand.seats) if not _is_next_and_polite(hand, seat))


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
    is_blocked = hand.blocks >> slap.seat & 1 and not hand.is_booed
    return Reason.BLOCKED_BY_HIT if is_blocked and hand.size(slap.seat) == 1 else None
