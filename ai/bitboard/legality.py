"""Who may do what right now: the one truth that screens, bots, records and the engine share.

``legal_actions`` lists what the seat on turn may do, ``why_illegal`` says what stands against one
action; both read the same bars. Between turns other seats may act as well, several of them in a
race: slaps and drops out of turn are asked for seat by seat (``legal_out_of_turn``).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ai.bitboard.finders import DIAMONDS, HEARTS, SPADES
from ai.bitboard.laying import (
    legal_hits,
    legal_spreads,
    why_hit_barred,
    why_spread_barred,
)
from ai.bitboard.pack import CARD_BITS, LANE_MASK, SIZE_SHIFT
from ai.bitboard.settlement import why_no_declaration
from ai.bitboard.spreads import gap_for, has_gap, read_spread, slapped
from ai.bitboard.state import (
    CAN_DECLARE,
    CAN_DRAW,
    CAN_DROP,
    CAN_TAKE,
    HandState,
    Law,
    first_reason,
)
from game.rules.actions import (
    DONE,
    DROP,
    PASS,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Reason,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.cards import Card
from game.rules.phases import LAY, OVER, SLAP, START, Phase

# Slaps (RULES.md §5.9).


def legal_slaps(hand: HandState, seat: int) -> tuple[Slap, ...]:
    """Every slap of the top discard that ``seat`` may make now, each with every discard after."""
    if not _top_can_be_slapped(hand) or _is_next_and_polite(hand, seat):
        return ()
    pack, bit = hand.law.pack, hand.law.pack.bit[hand.pile[-1]]
    numbers = [number for number, fits in enumerate(hand.fits) if bit & fits]
    if bit & pack.wild_mask:
        numbers = [spread.number for spread in hand.spreads if has_gap(pack, spread)]
    cards = pack.cards_in(hand.hands[seat]) if _may_discard_after(hand, seat) else ()
    return tuple([_slap(seat, number, card) for number in numbers for card in (None, *cards)])


@lru_cache(maxsize=1024)
def _slap(seat: int, spread: int, discard: Card | None) -> Slap:
    """One for all hands: to make it takes longer than to find it."""
    return Slap(seat, spread, discard)


def _may_discard_after(hand: HandState, seat: int) -> bool:
    """Whether any card of a seat that slaps may follow."""
    return seat != hand.discarder and not _is_kept(hand, seat)


def slappers(hand: HandState) -> tuple[int, ...]:
    """The seats that may slap the top discard now."""
    if not _top_can_be_slapped(hand):
        return ()
    if hand.rules.slap == "next_first":
        return tuple([seat for seat in range(hand.seats) if seat != hand.next_seat])
    return tuple(range(hand.seats))


def _top_can_be_slapped(hand: HandState) -> bool:
    """Only between turns, and before a stock-out that comes by itself."""
    return hand.is_slappable and hand.phase in (START, SLAP)


def _is_next_and_polite(hand: HandState, seat: int) -> bool:
    return hand.rules.slap == "next_first" and seat == hand.next_seat


def why_no_slap(hand: HandState, slap: Slap) -> Reason | None:
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


def _why_no_slap_discard(hand: HandState, slap: Slap) -> Reason | None:
    if slap.discard is None:
        return None
    if slap.seat == hand.discarder:
        return Reason.NO_SLAP_DISCARD
    if not hand.hands[slap.seat] & hand.law.pack.bit.get(slap.discard, 0):
        return Reason.CARD_NOT_HELD
    return Reason.BLOCKED_BY_HIT if _is_kept(hand, slap.seat) else None


def _is_kept(hand: HandState, seat: int) -> bool:
    """Whether a hit on its spread keeps a seat from parting with its last card."""
    is_blocked = hand.blocks >> seat & 1 and not hand.is_booed
    return bool(is_blocked and hand.size(seat) == 1)


# Drops (RULES.md §1.5, §4.4, §8.2).


def droppers(hand: HandState) -> tuple[int, ...]:
    """The seats that may drop out of turn now: between turns, those that would be free to drop if
    a turn of their own began.
    """
    if not hand.law.has_drops_out_of_turn:
        return ()
    return tuple([seat for seat in range(hand.seats) if _may_drop_out_of_turn(hand, seat)])


def _may_drop_out_of_turn(hand: HandState, seat: int) -> bool:
    if hand.phase is not START or seat == hand.turn or not hand.law.has_drops_out_of_turn:
        return False
    return not _why_barred(hand, seat)


def _why_barred(hand: HandState, seat: int) -> Reason | None:
    """What bars ``seat`` from a drop between two turns, or None."""
    return next((why for bar in hand.law.drop_bars if (why := bar(hand, seat))), None)


def _why_no_drop_out_of_turn(hand: HandState, seat: int) -> Reason | None:
    if not hand.law.has_drops_out_of_turn:
        return Reason.DROP_ON_OWN_TURN
    if hand.phase is LAY:
        return Reason.DROP_BETWEEN_TURNS
    return _why_barred(hand, seat) if hand.phase is START else _why_not_now(hand)


def legal_out_of_turn(hand: HandState, seat: int) -> tuple[Action, ...]:
    """What ``seat`` may do besides a turn of its own: a drop out of turn, slaps."""
    drop = (DROP,) if _may_drop_out_of_turn(hand, seat) else ()
    return (*drop, *legal_slaps(hand, seat))


_DROP_OR_DRAW: Final = CAN_DROP | CAN_DRAW
_NO_HITS: Final[tuple[Hit, ...]] = ()


def legal_actions(hand: HandState) -> Sequence[Action]:
    """What the seat on turn may do; of spreads with wild cards one of each kind (see ``wilds``).

    Never empty while the hand lasts, but for ``Phase.SLAP`` without a last lay, where only slaps
    can come.
    """
    phase = hand.phase
    if phase is LAY:
        # Most hands hold nothing to spread: that is seen here, without a call.
        law, held, hittable = hand.law, hand.hands[hand.turn], hand.hittable
        if held + law.threes & law.tops or hand.is_strict or (law.wilds and held & law.wilds):
            return _legal_lays(hand, held)
        cards, taken, hits = held & CARD_BITS, hand.taken, _NO_HITS
        clubs, diamonds, hearts, spades = law.runless
        try:
            if taken and law.keeps_taken:
                lane, start, others = law.lane_of[taken]
                if lane[cards >> start & LANE_MASK] is None:
                    return _legal_lays(hand, held)
                cards &= others
            low = clubs[cards & LANE_MASK] + diamonds[cards >> DIAMONDS & LANE_MASK]
            high = hearts[cards >> HEARTS & LANE_MASK] + spades[cards >> SPADES]
            if hittable and held & hittable:
                hits = law.hits_in(held, hand.fits, hand.spreads)
            return hits + (low + high or law.discards(held))
        except TypeError:  # a run lies in some lane
            return _legal_lays(hand, held)
    if phase is START:
        law = hand.law
        flags = _DROP_OR_DRAW if hand.next_card < hand.deck_size else CAN_DROP
        if hand.pile and hand.still < law.still_limit:
            flags += CAN_TAKE
        if hand.turns < hand.guarded_until:
            flags = _barred(hand, flags)
        return law.starts[flags]
    return _legal_chances(hand) if hand.chances else ()


def _legal_chances(hand: HandState) -> Sequence[Action]:
    return (*legal_spreads(hand), *legal_hits(hand), PASS)


def _legal_lays(hand: HandState, held: int) -> Sequence[Action]:
    """What may be done after drawing where there may be more to it than a discard."""
    law = hand.law
    spreads = law.spreads_in(held)
    hits = law.hits_in(held, hand.fits, hand.spreads) if held & hand.hittable else ()
    if not (hand.is_strict or (spreads and _may_be_barred(law, held, spreads))):
        free = _discardable(hand, held) if hand.taken else held
        return spreads + hits + law.discards(free)
    unbarred: list[Action] = [each for each in spreads if not why_spread_barred(hand, each)]
    if hits:
        unbarred += [hit for hit in hits if not why_hit_barred(hand, hit)]
    return (*unbarred, *_legal_ends(hand))


def _may_be_barred(law: Law, held: int, spreads: Sequence[Spread]) -> bool:
    """Whether, in a turn without a mark, a bar may refuse anything to who holds these spreads."""
    if law.must_spread:
        return True
    if not law.bars_spread_out:
        return False
    return held >> SIZE_SHIFT in {len(spread.cards) for spread in spreads}


def _barred(hand: HandState, flags: int) -> int:
    law = hand.law
    for drop_bar in law.drop_bars:
        if drop_bar(hand, hand.turn):
            flags -= CAN_DROP
            break
    if flags & CAN_TAKE:
        for bar in law.take_bars:
            if bar(hand):
                flags -= CAN_TAKE
                break
    if hand.turns < hand.seats and law.has_turn_naturals and not why_no_declaration(hand):
        flags |= CAN_DECLARE
    return flags


def _discardable(hand: HandState, held: int) -> int:
    """The card just taken stays in hand, unless it is the only card left."""
    if hand.taken is None or not hand.law.keeps_taken:
        return held
    free = held & hand.law.lane_of[hand.taken][2]
    return free if free & CARD_BITS else held


def _legal_ends(hand: HandState) -> Sequence[Action]:
    hooks = hand.law.hooks
    if first_reason(hooks.end_bars, hand):
        return ()
    if first_reason(hooks.done_bars, hand):
        return (DONE,)
    return hand.law.discards(_discardable(hand, hand.hands[hand.turn]))


def may_act(hand: HandState) -> tuple[int, ...]:
    """The seats that may act right now, ascending; none once the hand is over."""
    if hand.phase is OVER:
        return ()
    return tuple(sorted(_may_act_openly(hand).union(droppers(hand))))


def may_act_as_seen(hand: HandState, seat: int) -> tuple[int, ...]:
    """The same as ``seat`` may know it: where the count decides who may drop out of turn, another
    seat that may is not among them.
    """
    if not hand.law.hides_droppers or hand.phase is OVER:
        return may_act(hand)
    own = {seat} if _may_drop_out_of_turn(hand, seat) else set()
    return tuple(sorted(_may_act_openly(hand) | own))


def _may_act_openly(hand: HandState) -> set[int]:
    on_turn = {hand.turn} if hand.phase is not SLAP or hand.chances else set()
    return on_turn.union(slappers(hand))


def why_illegal(hand: HandState, seat: int, action: Action) -> Reason | None:
    """Why ``seat`` may not do ``action`` now, or None where it may."""
    if hand.phase is OVER:
        return Reason.HAND_OVER
    if not 0 <= seat < hand.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(action, Slap):
        return why_no_slap(hand, action) if action.seat == seat else Reason.NOT_YOUR_TURN
    if seat != hand.turn and isinstance(action, Drop):
        return _why_no_drop_out_of_turn(hand, seat)
    if seat != hand.turn or (hand.phase is SLAP and not hand.chances):
        return _why_not_now(hand)
    match hand.phase:
        case Phase.START:
            return _why_no_start(hand, action)
        case Phase.LAY:
            return _why_no_lay(hand, action)
        case _:
            return _why_no_chance(hand, action)


def _why_not_now(hand: HandState) -> Reason:
    """Why only another seat may act, or none but to slap."""
    if hand.chances:
        return Reason.ANOTHERS_CHANCE
    return Reason.HAND_ENDING if hand.phase is SLAP else Reason.NOT_YOUR_TURN


def _why_no_start(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Drop():
            return _why_barred(hand, hand.turn)
        case Draw():
            return None if hand.stock_size else Reason.STOCK_EMPTY
        case Take():
            return _why_no_take(hand)
        case Stop():
            return Reason.STOCK_NOT_EMPTY if hand.stock_size else None
        case Declare():
            return why_no_declaration(hand)
        case Pass():
            return Reason.NO_CHANCE
        case _:
            return Reason.DRAW_FIRST


def _why_no_take(hand: HandState) -> Reason | None:
    if not hand.pile:
        return Reason.PILE_EMPTY
    if hand.still >= hand.law.still_limit:
        return Reason.TAKES_EXHAUSTED
    return first_reason(hand.law.hooks.take_bars, hand)


def _why_no_lay(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Spread():
            return _why_no_spread(hand, action)
        case Hit():
            return _why_no_hit(hand, action)
        case Discard():
            return _why_no_discard(hand, action)
        case Done():
            return first_reason(hand.law.hooks.end_bars, hand) or _why_not_done(hand)
        case Pass():
            return Reason.NO_CHANCE
        case _:
            return Reason.ALREADY_DREW


def _why_no_chance(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Spread():
            return _why_no_spread(hand, action)
        case Hit():
            return _why_no_hit(hand, action)
        case Pass():
            return None
        case _:
            return Reason.CHANCE_ONLY


def _why_no_spread(hand: HandState, spread: Spread) -> Reason | None:
    pack, held = hand.law.pack, hand.hands[hand.turn]
    if not all(held & pack.bit.get(card, 0) for card in spread.cards):
        return Reason.CARD_NOT_HELD
    if read_spread(pack, spread) is None:
        named = all(pack.is_wild(card) for card, _ in spread.wild)
        return Reason.NOT_A_SPREAD if named else Reason.BAD_WILD
    return why_spread_barred(hand, spread) if hand.phase is LAY else None


def _why_no_hit(hand: HandState, hit: Hit) -> Reason | None:
    pack, held = hand.law.pack, hand.hands[hand.turn]
    if not held & pack.bit.get(hit.card, 0):
        return Reason.CARD_NOT_HELD
    reason = _why_not_onto(hand, hit)
    if reason or hand.phase is not LAY:
        return reason
    return why_hit_barred(hand, hit)


def _why_not_onto(hand: HandState, hit: Hit) -> Reason | None:
    if not 0 <= hit.spread < len(hand.spreads):
        return Reason.NO_SUCH_SPREAD
    spread = hand.spreads[hit.spread]
    if not spread.is_open:
        return Reason.SPREAD_BURIED if spread.buried else Reason.BOOKS_CLOSED
    if hit.stands_for and not hand.law.pack.is_wild(hit.card):
        return Reason.BAD_WILD
    return None if gap_for(hand.law.pack, spread, hit) else Reason.DOES_NOT_FIT


def _why_no_discard(hand: HandState, action: Discard) -> Reason | None:
    held, bit = hand.hands[hand.turn], hand.law.pack.bit.get(action.card, 0)
    if not held & bit:
        return Reason.CARD_NOT_HELD
    if not _discardable(hand, held) & bit:
        return Reason.JUST_TAKEN
    hooks = hand.law.hooks
    return first_reason(hooks.end_bars, hand) or first_reason(hooks.done_bars, hand)


def _why_not_done(hand: HandState) -> Reason | None:
    return None if first_reason(hand.law.hooks.done_bars, hand) else Reason.DISCARD_OWED
