"""When to drop, and when to stop: what the others may be down to by now.

Nobody who waits for ever wins, and whoever drops at a fixed number is caught by those who lie
lower. So the count at which a player drops falls as the hand goes on, and falls at once when
somebody is nearly out.
"""

from typing import Final

from ai.drops.tables import threshold
from ai.pack import pack_facts
from ai.temper import Temper
from game.rules.view import SeatView

_STANDARD_DEAL: Final = 5 * 340 / 52
_STANDARD_CATCH: Final = 2.0
_PUSH_UP_RISK: Final = 0.4
NEVER: Final = -1.0


def may_win(view: SeatView, count: int) -> bool:
    """Whether everybody else could hold more: against one card a king at best ties, and so loses.

    Anybody sees that, however little they reckon.
    """
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    return count < fewest * pack_facts(view.rules).dearest


def drop_at(view: SeatView, temper: Temper) -> float:
    """The highest count with which this player drops now."""
    if temper.reckons:
        boldness = 1 + (temper.boldness - 1) * _risk(view)
        return boldness * threshold(view) - _reserve(view, temper)
    rules = view.rules
    dealt = rules.cards_dealt(view.seats)
    scale = dealt * pack_facts(rules).mean / _STANDARD_DEAL
    rounds = 2 * (view.turns + 1) / view.seats
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    if fewest == 0:
        return NEVER
    if temper.heeds and fewest <= temper.near_cards + dealt - 5:
        calm = temper.near_start - temper.near_fall * rounds
    else:
        calm = temper.drop_start - temper.drop_fall * rounds
    bold = temper.boldness * scale * calm * temper.crowd ** (view.seats - 2) * _dread(view, temper)
    return max(bold, temper.least)


def _reserve(view: SeatView, temper: Temper) -> float:
    """By how much it lies lower, to be sure, where nothing presses.

    Where a spread keeps from dropping, others who hold few cards have laid, and are seldom free.
    """
    if not view.rules.wait_after_spread:
        return 0
    fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    return temper.doubt if fewest < view.rules.cards_dealt(view.seats) - 1 else 0


def _risk(view: SeatView) -> float:
    """How much there is to fear or to dare: 1 where being caught costs what it usually does, less
    where it costs less. In a push-up a player who is caught keeps only its own low count.
    """
    if view.rules.scoring == "push_up":
        return _PUSH_UP_RISK
    return min(catch_cost(view.rules.catch, view.seats) / _STANDARD_CATCH, 1)


def _dread(view: SeatView, temper: Temper) -> float:
    """Less than 1 where being caught costs more than in the standard game."""
    ratio = catch_cost(view.rules.catch, view.seats) / _STANDARD_CATCH
    return max(1 - temper.dread * (ratio - 1), 0)


def catch_cost(catch: str, seats: int) -> float:
    """What a dropper pays when one other seat lies lower."""
    match catch:
        case "double_to_all" | "whole_table":
            return 2 * (seats - 1)
        case "dropper_covers":
            return seats - 1
        case "five_to_lowest":
            return 5
        case "quad_to_beaters":
            return 4
        case _:
            return 2
