"""House rules about the course of turns: when a seat may not drop (waits and the first turn,
RULES.md §4.4, §5.7), what happens as the stock runs low (§4.3, §5.8), and which endings wait for a
last chance to lay (§5.13, §8.3).

A wait is kept as the number of the turn at which it is over, so that nothing has to be counted down
as turns go by.
"""

from functools import partial
from typing import Final

from ai.bitboard.counting import counter_of
from ai.bitboard.pack import COUNT_MASK, COUNT_SHIFT
from ai.bitboard.state import DropBar, HandState, Hooks
from game.rules.actions import Reason
from game.rules.phases import LAY, OVER
from game.rules.results import Ending
from game.rules.ruleset import WAITS, RuleSet
from game.rules.spreads import TableSpread

_WAITING: Final = Reason.WAITING
_COUNT_TOO_HIGH: Final = Reason.COUNT_TOO_HIGH
_FIRST_TURN: Final = Reason.NOT_ON_FIRST_TURN


def drop_hooks(rules: RuleSet) -> Hooks:
    """The hooks of ``first_turn_drop``, ``drop_at_most``, the waits and ``hits_stack``."""
    first = Hooks() if rules.first_turn_drop else Hooks(drop_bars=(_not_on_first_turn,))
    if rules.drop_at_most:
        first += Hooks(drop_bars=(_limit(rules),))
    if not any(getattr(rules, key) for key in WAITS):
        return first
    return first + Hooks(
        spread_laid=(partial(_spread_waits, rules.wait_after_spread),),
        hit_made=(partial(_hit_waits, rules),),
        drop_bars=(_still_waiting,),
    )


def _not_on_first_turn(hand: HandState, seat: int) -> Reason | None:
    """Until it has begun a turn before the one that would begin now."""
    return _FIRST_TURN if hand.turns <= hand.from_eldest(seat) else None


def _limit(rules: RuleSet) -> DropBar:
    """The bar of ``drop_at_most``, asked before every turn: mostly all cards decide it."""
    most, above = rules.drop_at_most << COUNT_SHIFT, COUNT_MASK << COUNT_SHIFT
    count = counter_of(rules)

    def all_too_high(hand: HandState, seat: int) -> Reason | None:
        return _COUNT_TOO_HIGH if hand.hands[seat] & above > most else None

    def rest_too_high(hand: HandState, seat: int) -> Reason | None:
        held = hand.hands[seat]
        is_too_high = held & above > most and count(held) > rules.drop_at_most
        return _COUNT_TOO_HIGH if is_too_high else None

    return all_too_high if rules.count == "all" else rest_too_high


def _still_waiting(hand: HandState, seat: int) -> Reason | None:
    return _WAITING if _next_turn(hand, seat) < hand.waits_until[seat] else None


def waits(hand: HandState) -> tuple[int, ...]:
    """Per seat, in how many of its turns to come it may not drop; none once the hand is over."""
    if hand.phase is OVER:
        return (0,) * hand.seats
    return tuple(
        [
            max(until - _next_turn(hand, seat), 0) // hand.seats
            for seat, until in enumerate(hand.waits_until)
        ]
    )


def _next_turn(hand: HandState, seat: int) -> int:
    """The number of the next turn that ``seat`` begins."""
    first = hand.turns + (hand.phase is LAY)
    return first + (seat - hand.eldest - first) % hand.seats


def _wait(hand: HandState, seat: int, turns: int) -> None:
    """Let ``seat`` wait so many more turns."""
    until = max(hand.waits_until[seat], _next_turn(hand, seat)) + turns * hand.seats
    hand.waits_until = _with(hand.waits_until, seat, until)
    hand.guarded_until = max(hand.guarded_until, until)


def _with(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def _spread_waits(turns: int, hand: HandState, seat: int, _spread: TableSpread) -> None:
    if turns:
        _wait(hand, seat, turns)


def _hit_waits(rules: RuleSet, hand: HandState, seat: int, spread: TableSpread) -> None:
    """A hit adds its waits, for the owner of the spread and for who hits it, each of them once
    between two turns of the seat that waits, or each time where hits stack.
    """
    owner, before = spread.owner, _next_turn(hand, spread.owner)
    if seat == owner:
        is_counted, turns = hand.waited_for_own[owner] == before, rules.wait_after_own_hit
        hand.waited_for_own = _with(hand.waited_for_own, owner, before)
    else:
        is_counted, turns = hand.waited_for[owner] == before, rules.wait_when_hit
        hand.waited_for = _with(hand.waited_for, owner, before)
        _hitting_waits(rules, hand, seat)
    if turns and (rules.hits_stack or not is_counted):
        _wait(hand, owner, turns)


def _hitting_waits(rules: RuleSet, hand: HandState, seat: int) -> None:
    """Who hits another's spread waits too, for hits on all of them together (RULES.md §9.2)."""
    before = _next_turn(hand, seat)
    is_counted = hand.waited_for_hitting[seat] == before
    hand.waited_for_hitting = _with(hand.waited_for_hitting, seat, before)
    if rules.wait_after_hitting and (rules.hits_stack or not is_counted):
        _wait(hand, seat, rules.wait_after_hitting)


# The stock: ``stock_end`` and ``booed``.


def stock_hooks(rules: RuleSet) -> Hooks:
    """Watches the stock after every draw."""
    watchers = ((_boo,) if rules.booed else ()) + (
        (_end_at_once,) if rules.stock_end == "at_once" else ()
    )
    return Hooks(card_drawn=watchers)


def _boo(hand: HandState) -> None:
    if hand.stock_size <= hand.seats:
        hand.is_booed = True


def _end_at_once(hand: HandState) -> None:
    if not hand.stock_size:
        hand.is_last_turn = True


# Endings that wait for a last chance to lay: ``double_double`` and ``last_lay``.


def last_lays(rules: RuleSet) -> frozenset[Ending]:
    """Before which endings others may still lay; a stock-out that pays nobody is none of them."""
    found = [Ending.TONK] if rules.double_double else []
    if rules.last_lay in ("drop", "both"):
        found.append(Ending.DROP)
    if rules.last_lay in ("stockout", "both") and rules.stockout != "void":
        found.append(Ending.STOCKOUT)
    return frozenset(found)
