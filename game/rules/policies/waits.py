"""When a seat may not drop: waits earned by spreads and hits, and the first turn (RULES.md §4.4,
§5.7).
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from game.rules.policies.hooks import Hooks
from game.rules.reasons import Reason
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread

if TYPE_CHECKING:
    from game.rules.hand import Hand

_WAITING: Final = Reason.WAITING
_FIRST_TURN: Final = Reason.NOT_ON_FIRST_TURN


def hooks(rules: RuleSet) -> Hooks:
    """The hooks of ``first_turn_drop``, the three waits and ``hits_stack``."""
    first = Hooks() if rules.first_turn_drop else Hooks(drop_bars=(_not_on_first_turn,))
    if not (rules.wait_after_spread or rules.wait_when_hit or rules.wait_after_own_hit):
        return first
    return first + Hooks(
        turn_starts=(_turn_waited,),
        spread_laid=(partial(_spread_waits, rules.wait_after_spread),),
        hit_made=(partial(_hit_waits, rules),),
        drop_bars=(_still_waiting,),
    )


def _not_on_first_turn(hand: "Hand") -> Reason | None:
    return _FIRST_TURN if hand.turns < hand.seats else None


def _still_waiting(hand: "Hand") -> Reason | None:
    return _WAITING if hand.waits[hand.turn] else None


def _turn_waited(hand: "Hand") -> bool:
    seat = hand.turn
    if hand.waits[seat]:
        hand.waits[seat] -= 1
    if hand.waited_for or hand.waited_for_own:
        hand.waited_for &= ~(1 << seat)
        hand.waited_for_own &= ~(1 << seat)
    return any(hand.waits) or hand.waited_for != 0 or hand.waited_for_own != 0


def _spread_waits(turns: int, hand: "Hand", seat: int, _spread: TableSpread) -> None:
    hand.waits[seat] += turns
    hand.is_marked = True


def _hit_waits(rules: RuleSet, hand: "Hand", seat: int, spread: TableSpread) -> None:
    """A hit adds its wait once between two turns of the seat it falls to, or each time where hits
    stack.
    """
    owner = 1 << spread.owner
    if seat == spread.owner:
        counted, turns = hand.waited_for_own & owner, rules.wait_after_own_hit
        hand.waited_for_own |= owner
    else:
        counted, turns = hand.waited_for & owner, rules.wait_when_hit
        hand.waited_for |= owner
    hand.is_marked = True
    if rules.hits_stack or not counted:
        hand.waits[spread.owner] += turns
