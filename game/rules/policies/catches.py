"""Who pays what when a dropper is caught: the ten schemes of ``catch`` (RULES.md §3)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.rules.results import Payment, PayReason


@dataclass(frozen=True, slots=True)
class Catch:
    """A caught drop: the counts, and the seats in the order that settles ties.

    ``lowest`` are the other seats with the lowest count (L), ``beaters`` those at or below the
    dropper's (B), both from the dealer's left on.
    """

    dropper: int
    counts: tuple[int, ...]
    eldest: int

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def others(self) -> tuple[int, ...]:
        around = ((self.eldest + step) % self.seats for step in range(self.seats))
        return tuple(seat for seat in around if seat != self.dropper)

    @property
    def lowest(self) -> tuple[int, ...]:
        least = min(self.counts)
        return tuple(seat for seat in self.others if self.counts[seat] == least)

    @property
    def beaters(self) -> tuple[int, ...]:
        own = self.counts[self.dropper]
        return tuple(seat for seat in self.others if self.counts[seat] <= own)


Scheme: TypeAlias = Callable[[Catch], Iterator[Payment]]


def _dropper_pays(catch: Catch, seats: tuple[int, ...], stakes: int) -> Iterator[Payment]:
    return (Payment(catch.dropper, seat, stakes, PayReason.CAUGHT) for seat in seats)


def _pay_lowest(catch: Catch, payers: tuple[int, ...]) -> Iterator[Payment]:
    for payer in payers:
        for seat in catch.lowest:
            if payer not in catch.lowest:
                yield Payment(payer, seat, 1, PayReason.LOWEST)


def _standard(catch: Catch) -> Iterator[Payment]:
    yield from _dropper_pays(catch, catch.beaters, 2)
    yield from _pay_lowest(catch, catch.others)


def _lowest_only(catch: Catch) -> Iterator[Payment]:
    yield from _dropper_pays(catch, catch.lowest, 2)
    yield from _pay_lowest(catch, catch.others)


def _dropper_covers(catch: Catch) -> Iterator[Payment]:
    share, left_over = divmod(catch.seats - 1, len(catch.lowest))
    for place, seat in enumerate(catch.lowest):
        yield Payment(catch.dropper, seat, share + (place < left_over), PayReason.CAUGHT)


def _single_each(catch: Catch) -> Iterator[Payment]:
    yield from _dropper_pays(catch, catch.beaters, 1)
    yield from _pay_lowest(catch, (catch.dropper, *catch.others))


def _single_worse_pay(catch: Catch) -> Iterator[Payment]:
    others = tuple(seat for seat in catch.beaters if seat not in catch.lowest)
    worse = tuple(seat for seat in catch.others if seat not in catch.beaters)
    yield from _dropper_pays(catch, catch.lowest, 2)
    yield from _dropper_pays(catch, others, 1)
    yield from _pay_lowest(catch, worse)


def _double_to_all(catch: Catch) -> Iterator[Payment]:
    return _dropper_pays(catch, catch.others, 2)


def _five_to_lowest(catch: Catch) -> Iterator[Payment]:
    return _dropper_pays(catch, catch.lowest[:1], 5)


def _double_to_beaters(catch: Catch) -> Iterator[Payment]:
    return _dropper_pays(catch, catch.beaters, 2)


def _quad_to_beaters(catch: Catch) -> Iterator[Payment]:
    return _dropper_pays(catch, catch.beaters, 4)


def _whole_table(catch: Catch) -> Iterator[Payment]:
    return _dropper_pays(catch, catch.lowest, 2 * (catch.seats - 1))


SCHEMES: Final[dict[str, Scheme]] = {
    "standard": _standard,
    "lowest_only": _lowest_only,
    "dropper_covers": _dropper_covers,
    "single_each": _single_each,
    "single_worse_pay": _single_worse_pay,
    "double_to_all": _double_to_all,
    "five_to_lowest": _five_to_lowest,
    "double_to_beaters": _double_to_beaters,
    "quad_to_beaters": _quad_to_beaters,
    "whole_table": _whole_table,
}
