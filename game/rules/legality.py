"""Who may do what right now: the one truth that screens, bots, records and the engine share.

``legal_actions`` lists what a seat may do, ``why_illegal`` says what stands against one action;
both read the same bars. Slaps have a file of their own: several seats may race for one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    DONE,
    PASS,
    TAKE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.bound import CAN_DECLARE, CAN_DRAW, CAN_DROP, CAN_TAKE, BoundRules
from game.rules.finders import DIAMONDS, HEARTS, SPADES
from game.rules.pack import CARD_BITS, LANE_MASK, SIZE_SHIFT
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START, Phase
from game.rules.policies.hooks import first_reason
from game.rules.policies.naturals import why_no_declaration
from game.rules.reasons import Reason
from game.rules.slaps import slappers, why_no_slap
from game.rules.spreads import gap_for, read_spread

if TYPE_CHECKING:
    from game.rules.hand import Hand

_DROP_OR_DRAW: Final = CAN_DROP | CAN_DRAW
_NO_HITS: Final[tuple[Hit, ...]] = ()


def legal_actions(hand: "Hand") -> Sequence[Action]:
    """What the seat on turn may do; of spreads with wild cards one of each kind (see ``wilds``).

    Never empty while the hand lasts, but for ``Phase.SLAP``, where only slaps can come.
    """
    phase = hand.phase
    if phase is LAY:
        # Most hands hold nothing to spread: that is seen here, without a call.
        law, held, hittable = hand.law, hand.hands[hand.turn], hand.hittable
        if held + law.threes & law.tops or hand.is_strict or (law.wilds and held & law.wilds):
            return _legal_lays(hand, held)
        cards, taken, hits = held & CARD_BITS, hand.taken, _NO_HITS
        clubs, diamonds, hearts, spades = law.calm
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
    return _legal_chances(hand) if phase is CHANCE else ()


def _legal_chances(hand: "Hand") -> Sequence[Action]:
    return (*legal_spreads(hand), *legal_hits(hand), PASS)


def _legal_lays(hand: "Hand", held: int) -> Sequence[Action]:
    """What may be done after drawing where there may be more to it than a discard."""
    law = hand.law
    spreads = law.spreads_in(held)
    hits = law.hits_in(held, hand.fits, hand.spreads) if held & hand.hittable else ()
    if not (hand.is_strict or (spreads and _may_be_barred(law, held, spreads))):
        free = _discardable(hand, held) if hand.taken else held
        return spreads + hits + law.discards(free)
    unbarred: list[Action] = [each for each in spreads if not _why_spread_barred(hand, each)]
    if hits:
        unbarred += [hit for hit in hits if not _why_hit_barred(hand, hit)]
    return (*unbarred, *_legal_ends(hand))


def _may_be_barred(law: BoundRules, held: int, spreads: Sequence[Spread]) -> bool:
    """Whether, in a turn without a mark, a bar may refuse anything to who holds these spreads."""
    if law.must_spread:
        return True
    if not law.bars_spread_out:
        return False
    return held >> SIZE_SHIFT in {len(spread.cards) for spread in spreads}


def _barred(hand: "Hand", flags: int) -> int:
    law = hand.law
    for bar in law.drop_bars:
        if bar(hand):
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


def _discardable(hand: "Hand", held: int) -> int:
    """The card just taken stays in hand, unless it is the only card left."""
    if hand.taken is None or not hand.law.keeps_taken:
        return held
    free = held & hand.law.lane_of[hand.taken][2]
    return free if free & CARD_BITS else held


def _legal_ends(hand: "Hand") -> Sequence[Action]:
    hooks = hand.law.hooks
    if first_reason(hooks.end_bars, hand):
        return ()
    if first_reason(hooks.done_bars, hand):
        return (DONE,)
    return hand.law.discards(_discardable(hand, hand.hands[hand.turn]))


def legal_lays(hand: "Hand") -> Sequence[Action]:
    """The spreads and hits that the seat on turn may lay, in that order."""
    law, held = hand.law, hand.hands[hand.turn]
    may_hit = held & hand.hittable
    if not (may_hit or held + law.threes & law.tops or (law.wilds and held & law.wilds)):
        return legal_spreads(hand) if law.discards.has_run(held) else ()
    return (*legal_spreads(hand), *legal_hits(hand))


def legal_spreads(hand: "Hand") -> Sequence[Spread]:
    """The spreads that the seat on turn may lay, of those with wild cards one of each kind."""
    spreads = hand.law.spreads_in(hand.hands[hand.turn])
    if hand.phase is not LAY or not (spreads and hand.law.has_lay_bars):
        return spreads
    return [spread for spread in spreads if not _why_spread_barred(hand, spread)]


def legal_hits(hand: "Hand") -> Sequence[Hit]:
    """The hits that the seat on turn may make."""
    hits = hand.law.hits_in(hand.hands[hand.turn], hand.fits, hand.spreads)
    if hand.phase is not LAY or not (hits and hand.is_strict):
        return hits
    return [hit for hit in hits if not _why_hit_barred(hand, hit)]


def can_use_top(hand: "Hand") -> bool:
    """Whether the top discard, if taken now, could be spread or hit at once (RULES.md §5.3)."""
    law, top = hand.law, hand.pile[-1]
    weight = law.weight[top]
    held = hand.hands[hand.turn] + weight
    hooks, may_hit = law.hooks, weight & hand.hittable
    is_free = not (hooks.hit_bars or hooks.spread_out_bars or hooks.hit_out_bars)
    if may_hit and is_free:
        return True
    spreads = [spread for spread in law.spreads_in(held) if top in spread.cards]
    if is_free or not (spreads or may_hit):
        return bool(spreads)
    if any(len(spread.cards) < held >> SIZE_SHIFT for spread in spreads):
        return True
    trial = hand.copy()
    trial.play(TAKE)
    return bool(legal_spreads(trial) or legal_hits(trial))


def may_act(hand: "Hand") -> tuple[int, ...]:
    """The seats that may act right now, ascending; none once the hand is over."""
    if hand.phase is OVER:
        return ()
    on_turn = {hand.turn} if hand.phase is not SLAP else set()
    return tuple(sorted(on_turn | set(slappers(hand))))


def why_illegal(hand: "Hand", seat: int, action: Action) -> Reason | None:
    """Why ``seat`` may not do ``action`` now, or None where it may."""
    if hand.phase is OVER:
        return Reason.HAND_OVER
    if isinstance(action, Slap):
        return why_no_slap(hand, action) if action.seat == seat else Reason.NOT_YOUR_TURN
    if hand.phase is SLAP:
        return Reason.HAND_ENDING
    if seat != hand.turn:
        return Reason.NOT_YOUR_TURN
    match hand.phase:
        case Phase.START:
            return _why_no_start(hand, action)
        case Phase.LAY:
            return _why_no_lay(hand, action)
        case _:
            return _why_no_chance(hand, action)


def _why_no_start(hand: "Hand", action: Action) -> Reason | None:
    match action:
        case Drop():
            return first_reason(hand.law.hooks.drop_bars, hand)
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


def _why_no_take(hand: "Hand") -> Reason | None:
    if not hand.pile:
        return Reason.PILE_EMPTY
    if hand.still >= hand.law.still_limit:
        return Reason.TAKES_EXHAUSTED
    return first_reason(hand.law.hooks.take_bars, hand)


def _why_no_lay(hand: "Hand", action: Action) -> Reason | None:
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


def _why_no_chance(hand: "Hand", action: Action) -> Reason | None:
    match action:
        case Spread():
            return _why_no_spread(hand, action)
        case Hit():
            return _why_no_hit(hand, action)
        case Pass():
            return None
        case _:
            return Reason.CHANCE_ONLY


def _why_no_spread(hand: "Hand", spread: Spread) -> Reason | None:
    pack, held = hand.law.pack, hand.hands[hand.turn]
    if not all(held & pack.bit.get(card, 0) for card in spread.cards):
        return Reason.CARD_NOT_HELD
    if read_spread(pack, spread) is None:
        named = all(pack.bit.get(card, 0) & pack.wild_mask for card, _ in spread.wild)
        return Reason.NOT_A_SPREAD if named else Reason.BAD_WILD
    return _why_spread_barred(hand, spread) if hand.phase is LAY else None


def _why_spread_barred(hand: "Hand", spread: Spread) -> Reason | None:
    if hand.must_use and hand.must_use not in spread.cards:
        return Reason.MUST_USE_TAKEN
    if len(spread.cards) < hand.size(hand.turn):
        return None
    return first_reason(hand.law.hooks.spread_out_bars, hand)


def _why_no_hit(hand: "Hand", hit: Hit) -> Reason | None:
    pack, held = hand.law.pack, hand.hands[hand.turn]
    if not held & pack.bit.get(hit.card, 0):
        return Reason.CARD_NOT_HELD
    reason = _why_not_onto(hand, hit)
    if reason or hand.phase is not LAY:
        return reason
    return _why_hit_barred(hand, hit)


def _why_hit_barred(hand: "Hand", hit: Hit) -> Reason | None:
    if hand.must_use and hand.must_use != hit.card:
        return Reason.MUST_USE_TAKEN
    hooks = hand.law.hooks
    bars = hooks.hit_bars if hand.size(hand.turn) > 1 else hooks.hit_bars + hooks.hit_out_bars
    return first_reason(bars, hand)


def _why_not_onto(hand: "Hand", hit: Hit) -> Reason | None:
    if not 0 <= hit.spread < len(hand.spreads):
        return Reason.NO_SUCH_SPREAD
    spread = hand.spreads[hit.spread]
    if not spread.is_open:
        return Reason.SPREAD_BURIED if spread.buried else Reason.BOOKS_CLOSED
    if hit.stands_for and not hand.law.pack.bit[hit.card] & hand.law.pack.wild_mask:
        return Reason.BAD_WILD
    return None if gap_for(hand.law.pack, spread, hit) else Reason.DOES_NOT_FIT


def _why_no_discard(hand: "Hand", action: Discard) -> Reason | None:
    held, bit = hand.hands[hand.turn], hand.law.pack.bit.get(action.card, 0)
    if not held & bit:
        return Reason.CARD_NOT_HELD
    if not _discardable(hand, held) & bit:
        return Reason.JUST_TAKEN
    hooks = hand.law.hooks
    return first_reason(hooks.end_bars, hand) or first_reason(hooks.done_bars, hand)


def _why_not_done(hand: "Hand") -> Reason | None:
    return None if first_reason(hand.law.hooks.done_bars, hand) else Reason.DISCARD_OWED
