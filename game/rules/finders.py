"""Functions that find what a set of cards allows: its discards, and the spreads within it.

They run at every turn of every simulated hand, so each is a closure over constants of its pack,
and sees in a few operations that there is nothing to find. What they do find is made once and kept.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from game.rules.actions import Discard, Hit, Spread
from game.rules.cards import Card
from game.rules.pack import LANE, LANE_MASK, RANK_FIELD, SHORTEST_RUN, Pack, is_run_place
from game.rules.spreads import TableSpread, wild_hits
from game.rules.wilds import wild_spread_finder

SpreadFinder: TypeAlias = Callable[[int], tuple[Spread, ...]]
DiscardFinder: TypeAlias = Callable[[int], tuple[Discard, ...]]
HitFinder: TypeAlias = Callable[[int, list[int], list[TableSpread]], tuple[Hit, ...]]

_THIRD: Final = 20
_THIRD_MASK: Final = (1 << _THIRD) - 1
"""Whole lanes would be looked up in more steps, halves of the pack hold too many sets to keep."""


def discard_finder(pack: Pack) -> DiscardFinder:
    """A function from a set of cards to a ``Discard`` for each."""
    one = {bit: Discard(card) for bit, card in pack.card_of.items()}
    lower, middle, upper = (_ThirdTable(one, shift) for shift in (0, _THIRD, 2 * _THIRD))

    def discards(held: int) -> tuple[Discard, ...]:
        return (
            lower[held & _THIRD_MASK]
            + middle[held >> _THIRD & _THIRD_MASK]
            + upper[held >> 2 * _THIRD & _THIRD_MASK]
        )

    return discards


class _ThirdTable(dict[int, tuple[Discard, ...]]):
    """From a third of the card bits to the discards of its cards, made when first asked for."""

    def __init__(self, one: dict[int, Discard], shift: int) -> None:
        self._one = {bit >> shift: discard for bit, discard in one.items()}

    def __missing__(self, bits: int) -> tuple[Discard, ...]:
        found, rest = [], bits
        while rest:
            low = rest & -rest
            found.append(self._one[low])
            rest ^= low
        self[bits] = discards = tuple(found)
        return discards


def spread_finder(pack: Pack) -> SpreadFinder:
    """A function from a set of cards to the spreads within it, with wild cards one of each kind."""
    plain = _ace_high_finder(pack) if pack.ace_high else _plain_finder(pack)
    return _wild_finder(pack, plain) if pack.wild_mask else plain


def hit_finder(pack: Pack) -> HitFinder:
    """A function from a set of cards to the hits within it.

    It gets the set, the bits that fit each spread on the table (``Hand.fits``), and the spreads.
    """
    made, wild = _HitTable(pack), dict[tuple[object, ...], tuple[Hit, ...]]()

    def made_wild(card: Card, spread: TableSpread) -> tuple[Hit, ...]:
        key = card, spread.number, spread.suit, spread.low, len(spread.cards)
        hits = wild.get(key)
        if hits is None:
            wild[key] = hits = wild_hits(pack, spread, card)
        return hits

    def natural_hits_in(held: int, fits: list[int], _: list[TableSpread]) -> tuple[Hit, ...]:
        found = []
        for number, fit in enumerate(fits):
            bits = held & fit
            while bits:
                low = bits & -bits
                found.append(made[low, number])
                bits ^= low
        return tuple(found)

    def hits_in(held: int, fits: list[int], spreads: list[TableSpread]) -> tuple[Hit, ...]:
        found = natural_hits_in(held, fits, spreads)
        for card in pack.cards_in(held & pack.wild_mask):
            for spread in spreads:
                if spread.is_open:
                    found += made_wild(card, spread)
        return found

    return hits_in if pack.wild_mask else natural_hits_in


class _HitTable(dict[tuple[int, int], Hit]):
    """From a card's bit and a spread's number to the hit, made when first asked for."""

    def __init__(self, pack: Pack) -> None:
        self._card_of = pack.card_of

    def __missing__(self, key: tuple[int, int]) -> Hit:
        bit, number = key
        self[key] = hit = Hit(self._card_of[bit], number)
        return hit


def _plain_finder(pack: Pack) -> SpreadFinder:
    threes, tops = _book_test(pack)
    starts, spreads = _run_starts(pack), _SpreadTable(pack)

    def spreads_in(held: int) -> tuple[Spread, ...]:
        books = held + threes & tops
        if held & held >> 1 & held >> 2 & starts:
            return spreads.books(held, books) + spreads.runs(held)
        return spreads.books(held, books) if books else ()

    return spreads_in


def _ace_high_finder(pack: Pack) -> SpreadFinder:
    threes, tops = _book_test(pack)
    starts, spreads = _run_starts(pack), _SpreadTable(pack)
    aces, above = pack.rank_masks[pack.place["A"]], len(pack.ranks)

    def spreads_in(held: int) -> tuple[Spread, ...]:
        books = held + threes & tops
        line = held | (held & aces) << above
        if line & line >> 1 & line >> 2 & starts:
            return spreads.books(held, books) + spreads.runs(held)
        return spreads.books(held, books) if books else ()

    return spreads_in


def _wild_finder(pack: Pack, plain: SpreadFinder) -> SpreadFinder:
    """Remembers the last set: the rules may ask several times about one hand."""
    wild_mask, wild_spreads_in = pack.wild_mask, wild_spread_finder(pack)
    last: tuple[int, tuple[Spread, ...]] = (0, ())

    def spreads_in(held: int) -> tuple[Spread, ...]:
        nonlocal last
        if not held & wild_mask:
            return plain(held)
        if last[0] != held:
            last = held, plain(held) + wild_spreads_in(held)
        return last[1]

    return spreads_in


def _book_test(pack: Pack) -> tuple[int, int]:
    """What to add to a set, and which bits then tell the ranks with three cards or more."""
    fields = [RANK_FIELD + 4 * place for place in range(len(pack.ranks))]
    return sum(5 << field for field in fields), sum(8 << field for field in fields)


def _run_starts(pack: Pack) -> int:
    """The bits at which a run of three may start."""
    starts = range(pack.places - SHORTEST_RUN + 1)
    return sum(1 << LANE * lane + start for lane in range(len(pack.suits)) for start in starts)


class _SpreadTable:
    """Every book and, suit by suit, every run, by the bits that hold them."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._runs = tuple(_RunTable(pack, suit) for suit in pack.suits)
        self._books = {
            pack.mask(held): tuple(Spread(book) for book in _groups(held))
            for rank in pack.ranks
            for held in _groups(tuple(rank + suit for suit in pack.suits))
        }

    def books(self, held: int, tops: int) -> tuple[Spread, ...]:
        """The books of the ranks whose top bit is set in ``tops``."""
        found: tuple[Spread, ...] = ()
        while tops:
            low = tops & -tops
            place = (low.bit_length() - 1 - RANK_FIELD) // 4
            found += self._books[held & self._pack.rank_masks[place]]
            tops ^= low
        return found

    def runs(self, held: int) -> tuple[Spread, ...]:
        """The runs within a set."""
        found: tuple[Spread, ...] = ()
        for lane, table in enumerate(self._runs):
            found += table[held >> LANE * lane & LANE_MASK]
        return found


class _RunTable(dict[int, tuple[Spread, ...]]):
    """From the bits of one suit's lane to the runs within them, worked out when first asked for."""

    def __init__(self, pack: Pack, suit: str) -> None:
        self._ranks, self._has_high_ace = len(pack.ranks), pack.ace_high
        line = tuple(rank + suit for rank in pack.ranks + "A" * pack.ace_high)
        self._spread = {
            (low, high): Spread(line[low : high + 1])
            for low in range(len(line))
            for high in range(low + SHORTEST_RUN - 1, len(line))
            if is_run_place(low, high, self._ranks)
        }

    def __missing__(self, lane: int) -> tuple[Spread, ...]:
        bits = lane | (lane & 1) << self._ranks if self._has_high_ace else lane
        self[lane] = runs = tuple(self._spread[ends] for ends in self._ends(bits))
        return runs

    def _ends(self, bits: int) -> Iterator[tuple[int, int]]:
        """The lowest and highest places of the runs within ``bits``."""
        starts = bits & bits >> 1 & bits >> 2
        while starts:
            low = (starts & -starts).bit_length() - 1
            starts &= starts - 1
            high = low + SHORTEST_RUN - 1
            while bits >> high & 1:
                if (low, high) in self._spread:
                    yield low, high
                high += 1


def _groups(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every three or four of up to four cards of a rank, in order."""
    subsets = [
        tuple(card for place, card in enumerate(cards) if chosen >> place & 1)
        for chosen in range(1 << len(cards))
    ]
    return [subset for subset in subsets if len(subset) >= SHORTEST_RUN]
