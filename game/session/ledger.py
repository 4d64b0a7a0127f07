"""What each seat owns and owes: one small policy for each way of scoring (RULES.md §4.6, §5.10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.rules.results import Result
from game.rules.ruleset import RuleSet

OPENING_STAKES: Final = 100


@dataclass(frozen=True, slots=True)
class Pot:
    """Stakes that stand in a side pot, and the seats that joined it last."""

    stakes: int = 0
    joined: tuple[int, ...] = ()


EMPTY_POT: Final = Pot()


@dataclass(frozen=True, slots=True)
class Ledger:
    """Play money and points by seat, and what stands in the side pots between hands.

    Money is in whole units, ``stake`` of them to the stake, and may go below zero. Points count
    under ``scorepad`` (plus and minus) and ``push_up`` (few are good).
    """

    bankrolls: tuple[int, ...]
    points: tuple[int, ...]
    high_suit: Pot = EMPTY_POT
    natural: Pot = EMPTY_POT


Settle = Callable[[Ledger, Result, RuleSet], Ledger]


def opening_ledger(seats: int, rules: RuleSet) -> Ledger:
    """Every seat with 100 stakes and no points."""
    return Ledger((OPENING_STAKES * rules.stake,) * seats, (0,) * seats)


def settled(ledger: Ledger, result: Result, rules: RuleSet) -> Ledger:
    """The ledger after a hand. The pots are left to ``game.session.pots``."""
    return _SETTLE[rules.scoring](ledger, result, rules)


def settled_up(ledger: Ledger, rules: RuleSet) -> Ledger:
    """The ledger at the end of a session: a score pad is paid out, a push-up has been for glory."""
    if rules.scoring != "scorepad":
        return ledger
    return replace(ledger, bankrolls=_paid(ledger.bankrolls, ledger.points, rules.stake))


def with_newcomer(ledger: Ledger, place: int, rules: RuleSet) -> Ledger:
    """The ledger with a new seat at ``place``; in a push-up it starts with the most points."""
    points = max(ledger.points) if rules.scoring == "push_up" else 0
    return replace(
        ledger,
        bankrolls=_inserted(ledger.bankrolls, place, OPENING_STAKES * rules.stake),
        points=_inserted(ledger.points, place, points),
        high_suit=_moved_up(ledger.high_suit, place),
        natural=_moved_up(ledger.natural, place),
    )


def is_pushed_up(ledger: Ledger, rules: RuleSet) -> bool:
    """Whether a seat has reached the points that end a push-up."""
    return rules.scoring == "push_up" and max(ledger.points) >= rules.push_up_target


def leaders(ledger: Ledger, rules: RuleSet) -> tuple[int, ...]:
    """The seats that are best off."""
    worth = merits(ledger, rules)
    return tuple(seat for seat, merit in enumerate(worth) if merit == max(worth))


def merits(ledger: Ledger, rules: RuleSet) -> tuple[int, ...]:
    """What decides who is best off, more being better: few points in a push-up, points or money."""
    points_lost = tuple(-points for points in ledger.points)
    of_scoring = {"push_up": points_lost, "scorepad": ledger.points}
    return of_scoring.get(rules.scoring, ledger.bankrolls)


def _for_stakes(ledger: Ledger, result: Result, rules: RuleSet) -> Ledger:
    return replace(ledger, bankrolls=_paid(ledger.bankrolls, _all_stakes(result), rules.stake))


def _on_the_pad(ledger: Ledger, result: Result, _: RuleSet) -> Ledger:
    return replace(ledger, points=_paid(ledger.points, _all_stakes(result), 1))


def _pushing_up(ledger: Ledger, result: Result, rules: RuleSet) -> Ledger:
    """Points are added; side pots are stakes all the same (RULES.md §7, §5.10)."""
    return replace(
        ledger,
        points=_paid(ledger.points, result.payments, 1),
        bankrolls=_paid(ledger.bankrolls, result.side_payments, rules.stake),
    )


_SETTLE: Final[Mapping[str, Settle]] = {
    "stakes": _for_stakes,
    "scorepad": _on_the_pad,
    "push_up": _pushing_up,
}


def _all_stakes(result: Result) -> tuple[int, ...]:
    return _paid(result.payments, result.side_payments, 1)


def _paid(owned: Sequence[int], stakes: Sequence[int], stake: int) -> tuple[int, ...]:
    return tuple(own + stake * paid for own, paid in zip(owned, stakes, strict=True))


def _inserted(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place:])


def _moved_up(pot: Pot, place: int) -> Pot:
    return replace(pot, joined=tuple(seat + (seat >= place) for seat in pot.joined))
