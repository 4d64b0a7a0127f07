"""When to drop, and when to stop: what the others may be down to by now.

A player who waits for ever never wins, and one who drops at a fixed count is caught by those who
hold less. So the count at which a player drops falls as the hand goes on, and falls at once when
another seat is nearly out.
"""

from functools import cache
from math import inf
from typing import Final

from ai.drops.tables import threshold
from ai.pack import pack_facts
from ai.profile import Profile
from game.rules.ruleset import RuleSet
from game.rules.settlement import SCHEMES, Catch
from game.rules.view import SeatView

_STANDARD_DEAL: Final = 5 * 340 / 52
_STANDARD_CATCH: Final = 2.0
_PUSH_UP_RISK: Final = 0.4
NEVER: Final = -1.0
SURELY: Final = inf
"""What is worked out goes no higher than the rules allow, so there is nothing to be shy about."""


def may_win(view: SeatView, count: int) -> bool:
    """Whether everybody else could hold more: against one card a king at best ties, and so loses.

    Anybody sees that, however little they reckon.
    """
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    return count < fewest * pack_facts(view.rules).dearest


def drop_at(view: SeatView, profile: Profile) -> float:
    """The highest count with which this player drops now."""
    if profile.uses_tables:
        worked_out, limit = threshold(view), view.rules.drop_at_most
        if 0 < limit <= worked_out:
            return SURELY
        boldness = 1 + (profile.boldness - 1) * risk(view.rules, view.seats)
        return boldness * worked_out - _reserve(view, profile)
    rules = view.rules
    dealt = rules.cards_dealt(view.seats)
    scale = dealt * pack_facts(rules).mean / _STANDARD_DEAL
    rounds = 2 * (view.turns + 1) / view.seats
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    if fewest == 0:
        return NEVER
    if profile.watches_others and fewest <= profile.near_cards + dealt - 5:
        calm = profile.near_start - profile.near_fall * rounds
    else:
        calm = profile.drop_start - profile.drop_fall * rounds
    bold = (
        profile.boldness * scale * calm * profile.crowd ** (view.seats - 2) * _dread(view, profile)
    )
    return max(bold, profile.least)


def _reserve(view: SeatView, profile: Profile) -> float:
    """By how much it lies lower, to be sure, where nothing presses.

    Where a spread keeps from dropping, others who hold few cards have laid, and are seldom free.
    """
    if not view.rules.wait_after_spread:
        return 0
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    return profile.noise if fewest < view.rules.cards_dealt(view.seats) - 1 else 0


def risk(rules: RuleSet, seats: int) -> float:
    """How much there is to fear or to dare: 1 where being caught costs what it usually does, less
    where it costs less. In a push-up a player who is caught keeps only its own low count.
    """
    if rules.scoring == "push_up":
        return _PUSH_UP_RISK
    return min(catch_cost(rules.catch, seats) / _STANDARD_CATCH, 1)


def _dread(view: SeatView, profile: Profile) -> float:
    """Less than 1 where being caught costs more than in the standard game."""
    ratio = catch_cost(view.rules.catch, view.seats) / _STANDARD_CATCH
    return max(1 - profile.dread * (ratio - 1), 0)


@cache
def catch_cost(catch: str, seats: int) -> float:
    """The stakes that a dropper pays when one other seat lies lower."""
    counts = (1, 0, *(2,) * (seats - 2))
    payments = SCHEMES[catch](Catch(dropper=0, counts=counts, eldest=1))
    return sum(payment.stakes for payment in payments if payment.payer == 0)
