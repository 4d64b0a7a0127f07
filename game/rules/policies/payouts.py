"""From an ending to payments or points (RULES.md §2, §3, §4.5, §5.10)."""

from functools import lru_cache
from typing import TYPE_CHECKING

from game.rules.policies.catches import SCHEMES, Catch
from game.rules.policies.pots import side_payments
from game.rules.results import Ending, Payment, PayReason, Result

if TYPE_CHECKING:
    from game.rules.hand import Hand


def everyone_pays(hand: "Hand", winner: int, stakes: int, why: PayReason) -> tuple[Payment, ...]:
    """Every other seat pays ``winner``."""
    return _everyone_pays(hand.seats, winner, stakes, why)


@lru_cache(maxsize=1024)
def _everyone_pays(seats: int, winner: int, stakes: int, why: PayReason) -> tuple[Payment, ...]:
    return tuple(Payment(seat, winner, stakes, why) for seat in range(seats) if seat != winner)


def drop_result(hand: "Hand", dropper: int) -> Result:
    """A drop wins only with a count strictly below every other's; else ``catch`` tells who pays."""
    counts = hand.counts()
    least = min(counts)
    if counts[dropper] == least and counts.count(least) == 1:
        payments = everyone_pays(hand, dropper, 1, PayReason.DROP)
        return make_result(hand, Ending.DROP, (dropper,), payments)
    catch = Catch(dropper, counts, hand.eldest)
    payments = tuple(SCHEMES[hand.rules.catch](catch))
    return make_result(hand, Ending.CAUGHT, tuple(sorted(catch.lowest)), payments)


def stockout_result(hand: "Hand") -> Result:
    """The lowest count is paid 1 by each other seat; ties and dead hands by the rule set."""
    counts, rules = hand.counts(), hand.rules
    least = min(counts)
    lowest = tuple([seat for seat, count in enumerate(counts) if count == least])
    is_tied = len(lowest) > 1
    if (
        rules.stockout == "void"
        or len(lowest) == hand.seats
        or (is_tied and rules.stockout_tie == "void")
    ):
        return make_result(hand, Ending.VOID, (), ())
    if is_tied:
        payments = tuple(
            Payment(payer, seat, 1, PayReason.STOCKOUT)
            for payer in range(hand.seats)
            if payer not in lowest
            for seat in lowest
        )
    else:
        payments = everyone_pays(hand, lowest[0], 1, PayReason.STOCKOUT)
    return make_result(hand, Ending.STOCKOUT, lowest, payments)


def make_result(
    hand: "Hand",
    ending: Ending,
    winners: tuple[int, ...],
    payments: tuple[Payment, ...],
    each: int = 1,
) -> Result:
    """The result of a hand; ``each`` is what each loser would pay, for push-up's points.

    The big one doubles everything but the side pots.
    """
    counts, sides = hand.counts(), side_payments(hand)
    if hand.rules.scoring == "push_up":
        spared = range(hand.seats) if ending is Ending.VOID else winners
        points = each * 2 if hand.is_big_one else each
        added = (0 if seat in spared else count * points for seat, count in enumerate(counts))
        return Result(ending, winners, counts, tuple(added), sides)
    transfers = tuple(map(_doubled, payments)) if hand.is_big_one else payments
    moved = [0] * hand.seats
    for payment in transfers:
        moved[payment.payer] -= payment.stakes
        moved[payment.payee] += payment.stakes
    return Result(ending, winners, counts, tuple(moved), sides, transfers)


def _doubled(payment: Payment) -> Payment:
    return payment._replace(stakes=2 * payment.stakes)
