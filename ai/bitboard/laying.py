"""What may be laid, and the house rules about laying and about how a turn may end (RULES.md §4.3,
§4.4, §5.3, §5.5, §5.14).
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from ai.bitboard.pack import LANE_MASK, SIZE_SHIFT
from ai.bitboard.state import HandState, Hooks, first_reason
from game.rules.actions import TAKE, Action, Hit, Reason, Spread
from game.rules.phases import LAY
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread

_UNUSABLE: Final = Reason.NOT_USABLE_NOW


def begin_turn(hand: HandState) -> None:
    """The first action of a turn wipes the marks that house rules have left, or counts them down.

    They are asked again while any mark stands.
    """
    is_marked = False
    for begin in hand.law.turn_starts:
        if begin(hand):
            is_marked = True
    hand.is_marked = is_marked


def take(hand: HandState, _: Action = TAKE) -> None:
    """Take the top discard, as the first action of a turn."""
    if hand.is_marked:
        begin_turn(hand)
    law, card = hand.law, hand.pile.pop()
    hand.hands[hand.turn] += law.weight[card]
    hand.taken = card
    hand.phase = LAY
    for watch in law.card_taken:
        watch(hand)


def legal_lays(hand: HandState) -> Sequence[Action]:
    """The spreads and hits that the seat on turn may lay, in that order."""
    law, held = hand.law, hand.hands[hand.turn]
    may_hit = held & hand.hittable
    if not (may_hit or held + law.threes & law.tops or (law.wilds and held & law.wilds)):
        return legal_spreads(hand) if law.discards.has_run(held) else ()
    return (*legal_spreads(hand), *legal_hits(hand))


def legal_spreads(hand: HandState) -> Sequence[Spread]:
    """The spreads that the seat on turn may lay, of those with wild cards one of each kind."""
    spreads = hand.law.spreads_in(hand.hands[hand.turn])
    if hand.phase is not LAY or not (spreads and hand.law.has_lay_bars):
        return spreads
    return [spread for spread in spreads if not why_spread_barred(hand, spread)]


def legal_hits(hand: HandState) -> Sequence[Hit]:
    """The hits that the seat on turn may make."""
    hits = hand.law.hits_in(hand.hands[hand.turn], hand.fits, hand.spreads)
    if hand.phase is not LAY or not (hits and hand.is_strict):
        return hits
    return [hit for hit in hits if not why_hit_barred(hand, hit)]


def can_use_top(hand: HandState) -> bool:
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
    take(trial)
    return bool(legal_spreads(trial) or legal_hits(trial))


def why_spread_barred(hand: HandState, spread: Spread) -> Reason | None:
    if hand.must_use and hand.must_use not in spread.cards:
        return Reason.MUST_USE_TAKEN
    if len(spread.cards) < hand.size(hand.turn):
        return None
    return first_reason(hand.law.hooks.spread_out_bars, hand)


def why_hit_barred(hand: HandState, hit: Hit) -> Reason | None:
    if hand.must_use and hand.must_use != hit.card:
        return Reason.MUST_USE_TAKEN
    hooks = hand.law.hooks
    bars = hooks.hit_bars if hand.size(hand.turn) > 1 else hooks.hit_bars + hooks.hit_out_bars
    return first_reason(bars, hand)


# The house rules.


def lay_hooks(rules: RuleSet) -> Hooks:
    """The hooks of ``take``, ``must_spread``, ``hits_per_turn``, ``discard_after_hit``,
    ``spread_out``, ``hit_blocks_out``, and of claims under ``slap``.
    """
    found = _MARKS if _keeps_marks(rules) else Hooks()
    if rules.take == "use_now":
        found += Hooks(
            card_taken=(must_use_taken,), take_bars=(_unusable,), end_bars=(_taken_unused,)
        )
    elif rules.slap == "next_first":
        found += Hooks(card_taken=(_must_use_claimed,), end_bars=(_taken_unused,))
    if rules.must_spread != "no":
        found += Hooks(end_bars=(partial(_spread_in_hand, rules.must_spread == "except_aces"),))
    if rules.hits_per_turn:
        found += Hooks(hit_made=(_mark_hit,), hit_bars=(_one_hit_a_turn,))
    if not rules.discard_after_hit:
        found += Hooks(hit_made=(_mark_hit,), done_bars=(_no_discard_after_hit,))
    if not rules.spread_out:
        found += Hooks(spread_out_bars=(_spread_may_not_empty,))
    if rules.hit_blocks_out:
        found += _BLOCK
    return found


def _keeps_marks(rules: RuleSet) -> bool:
    """Whether a turn may leave marks on the hand that the next turn has to wipe."""
    has_hit_rule = bool(rules.hits_per_turn or not rules.discard_after_hit)
    must_use = rules.take == "use_now" or rules.slap == "next_first"
    return must_use or has_hit_rule or rules.hit_blocks_out


def must_spread(rules: RuleSet) -> bool:
    """Whether a spread in hand may bar the end of a turn, be there a mark (``Hand.is_strict``) or
    not.
    """
    return rules.must_spread != "no"


def bars_spread_out(rules: RuleSet) -> bool:
    """Whether a spread that would empty the hand may be barred, be there a mark or not."""
    return not rules.spread_out


def _relax(hand: HandState) -> bool:
    hand.is_strict = hand.is_blocked = False
    hand.must_use, hand.has_hit_this_turn = None, False
    return False


def must_use_taken(hand: HandState) -> None:
    """The card just taken has to be used in the next action of its turn."""
    hand.must_use, hand.is_strict, hand.is_marked = hand.taken, True, True


def _must_use_claimed(hand: HandState) -> None:
    if hand.is_claim_open:
        hand.is_claim_open = False
        must_use_taken(hand)


def _unusable(hand: HandState) -> Reason | None:
    # This is asked before every turn, and mostly there is nothing, which is soon seen.
    law, top = hand.law, hand.pile[-1]
    weight = law.weight[top]
    held = hand.hands[hand.turn] + weight
    if not (weight & hand.hittable or held + law.threes & law.tops or held & law.wilds):
        lane, start, _ = law.lane_of[top]
        if lane[held >> start & LANE_MASK] is not None:
            return _UNUSABLE
    return None if can_use_top(hand) else _UNUSABLE


def _taken_unused(hand: HandState) -> Reason | None:
    return Reason.MUST_USE_TAKEN if hand.must_use else None


def _spread_in_hand(may_hold_aces: bool, hand: HandState) -> Reason | None:
    for spread in legal_spreads(hand):
        if not (may_hold_aces and _is_of_aces(spread)):
            return Reason.MUST_SPREAD
    return None


def _is_of_aces(spread: Spread) -> bool:
    named = dict(spread.wild)
    return {named.get(card, card[0]) for card in spread.cards} == {"A"}


def _mark_hit(hand: HandState, _seat: int, _spread: TableSpread) -> None:
    """Slaps fall between turns, and a last chance has no such limits: neither counts."""
    if hand.phase is LAY:
        hand.has_hit_this_turn = hand.is_strict = hand.is_marked = True


def _one_hit_a_turn(hand: HandState) -> Reason | None:
    return Reason.HITS_USED_UP if hand.has_hit_this_turn else None


def _no_discard_after_hit(hand: HandState) -> Reason | None:
    return Reason.NO_DISCARD_AFTER_HIT if hand.has_hit_this_turn else None


def _spread_may_not_empty(hand: HandState) -> Reason | None:
    return None if hand.is_booed else Reason.SPREAD_EMPTIES


def _block_begins(hand: HandState) -> bool:
    seat = 1 << hand.turn
    hand.is_blocked = hand.is_strict = bool(hand.blocks & seat)
    hand.blocks &= ~seat
    return hand.is_blocked or hand.blocks != 0


def _block_is_earned(hand: HandState, seat: int, spread: TableSpread) -> None:
    if seat != spread.owner:
        hand.blocks |= 1 << spread.owner
        hand.is_marked = True


def _block_holds(hand: HandState) -> Reason | None:
    return Reason.BLOCKED_BY_HIT if hand.is_blocked and not hand.is_booed else None


def _last_card_is_kept(hand: HandState) -> Reason | None:
    return _block_holds(hand) if hand.size(hand.turn) == 1 else None


_MARKS = Hooks(turn_starts=(_relax,))

_BLOCK = Hooks(
    turn_starts=(_block_begins,),
    hit_made=(_block_is_earned,),
    spread_out_bars=(_block_holds,),
    hit_out_bars=(_block_holds,),
    done_bars=(_last_card_is_kept,),
)
