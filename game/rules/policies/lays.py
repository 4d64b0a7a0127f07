"""What may be laid, and how a turn may end (RULES.md §4.3, §4.4, §5.3, §5.5, §5.14)."""

from functools import partial
from typing import TYPE_CHECKING, Final

from game.rules.actions import Spread
from game.rules.pack import LANE_MASK
from game.rules.phases import LAY
from game.rules.policies.hooks import Hooks
from game.rules.reasons import Reason
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread

if TYPE_CHECKING:
    from game.rules.hand import Hand

_UNUSABLE: Final = Reason.NOT_USABLE_NOW


def hooks(rules: RuleSet) -> Hooks:
    """The hooks of ``take``, ``must_spread``, ``hits_per_turn``, ``discard_after_hit``,
    ``spread_out``, ``hit_blocks_out``.
    """
    found = _MARKS if _keeps_marks(rules) else Hooks()
    if rules.take == "use_now":
        found += Hooks(
            card_taken=(_must_use_taken,), take_bars=(_unusable,), end_bars=(_taken_unused,)
        )
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
    return rules.take == "use_now" or has_hit_rule or rules.hit_blocks_out


def must_spread(rules: RuleSet) -> bool:
    """Whether a spread in hand may bar the end of a turn, be there a mark (``Hand.is_strict``) or
    not.
    """
    return rules.must_spread != "no"


def bars_spread_out(rules: RuleSet) -> bool:
    """Whether a spread that would empty the hand may be barred, be there a mark or not."""
    return not rules.spread_out


def _relax(hand: "Hand") -> bool:
    hand.is_strict = hand.is_blocked = False
    hand.must_use, hand.has_hit_this_turn = None, False
    return False


def _must_use_taken(hand: "Hand") -> None:
    hand.must_use, hand.is_strict, hand.is_marked = hand.taken, True, True


def _unusable(hand: "Hand") -> Reason | None:
    # This is asked before every turn, and mostly there is nothing, which is soon seen.
    law, top = hand.law, hand.pile[-1]
    weight = law.weight[top]
    held = hand.hands[hand.turn] + weight
    if not (weight & hand.hittable or held + law.threes & law.tops or held & law.wilds):
        lane, start, _ = law.lane_of[top]
        if lane[held >> start & LANE_MASK] is not None:
            return _UNUSABLE
    return None if hand.can_use_top() else _UNUSABLE


def _taken_unused(hand: "Hand") -> Reason | None:
    return Reason.MUST_USE_TAKEN if hand.must_use else None


def _spread_in_hand(may_hold_aces: bool, hand: "Hand") -> Reason | None:
    for spread in hand.legal_spreads():
        if not (may_hold_aces and _is_of_aces(spread)):
            return Reason.MUST_SPREAD
    return None


def _is_of_aces(spread: Spread) -> bool:
    named = dict(spread.wild)
    return {named.get(card, card[0]) for card in spread.cards} == {"A"}


def _mark_hit(hand: "Hand", _seat: int, _spread: TableSpread) -> None:
    """Slaps fall between turns, and a last chance has no such limits: neither counts."""
    if hand.phase is LAY:
        hand.has_hit_this_turn = hand.is_strict = hand.is_marked = True


def _one_hit_a_turn(hand: "Hand") -> Reason | None:
    return Reason.HITS_USED_UP if hand.has_hit_this_turn else None


def _no_discard_after_hit(hand: "Hand") -> Reason | None:
    return Reason.NO_DISCARD_AFTER_HIT if hand.has_hit_this_turn else None


def _spread_may_not_empty(hand: "Hand") -> Reason | None:
    return None if hand.is_booed else Reason.SPREAD_EMPTIES


def _block_begins(hand: "Hand") -> bool:
    seat = 1 << hand.turn
    hand.is_blocked = hand.is_strict = bool(hand.blocks & seat)
    hand.blocks &= ~seat
    return hand.is_blocked or hand.blocks != 0


def _block_is_earned(hand: "Hand", seat: int, spread: TableSpread) -> None:
    if seat != spread.owner:
        hand.blocks |= 1 << spread.owner
        hand.is_marked = True


def _block_holds(hand: "Hand") -> Reason | None:
    return Reason.BLOCKED_BY_HIT if hand.is_blocked and not hand.is_booed else None


def _last_card_is_kept(hand: "Hand") -> Reason | None:
    return _block_holds(hand) if hand.size(hand.turn) == 1 else None


_MARKS = Hooks(turn_starts=(_relax,))

_BLOCK = Hooks(
    turn_starts=(_block_begins,),
    hit_made=(_block_is_earned,),
    spread_out_bars=(_block_holds,),
    hit_out_bars=(_block_holds,),
    done_bars=(_last_card_is_kept,),
)
