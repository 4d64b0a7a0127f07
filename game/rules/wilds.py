"""Spreads with wild cards in a hand (RULES.md §5.1).

Cards that can stand for themselves do. Wild cards of one spread may change places among themselves
without any difference to the game, so each set of cards over the same places is given once.

A hand with wild cards mostly holds one: what that makes of a rank or a suit has tables of its own.
All packs share the tables of books, those with the same ranks the tables of runs.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations, filterfalse
from typing import Final, TypeAlias

from game.rules.actions import Spread
from game.rules.cards import SUITS, Card
from game.rules.pack import (
    LANE,
    LANES,
    RANK_FIELD,
    SHORTEST_RUN,
    Pack,
    aligner,
    is_run_place,
)
from game.rules.spreads import BOOK_LEAST, BOOK_MOST

_SELVES_LEAST: Final = 2
Maker: TypeAlias = Callable[[int, tuple[Card, ...]], Iterator[Spread]]
"""From the bits of one rank's or suit's cards, and the wild cards in hand, to spreads."""

_TABLE_SIZE: Final = 20_000
_PAIR_TEST: Final = 6
"""Added to a rank's four-bit number of cards, sets its top bit from two cards on."""


def wild_spread_finder(pack: Pack) -> Callable[[int], tuple[Spread, ...]]:
    """A function from a set of cards to the spreads in which a wild card stands for another."""
    fields = [RANK_FIELD + 4 * place for place in range(len(pack.ranks))]
    pairs, tops = sum(_PAIR_TEST << field for field in fields), sum(8 << field for field in fields)
    wild_mask, several = pack.wild_mask, _several(pack.ranks, pack.ace_high)
    single = {
        bit: _one_wild(pack.ranks, pack.ace_high, card)
        for card, bit in pack.bit.items()
        if bit & wild_mask
    }
    masks, aligned = pack.rank_masks, aligner(pack.ranks, pack.ace_high)

    def wild_spreads_in(held: int) -> tuple[Spread, ...]:
        wilds, ranks = held & wild_mask, held + pairs & tops
        one = single.get(wilds)
        found: tuple[Spread, ...] = ()
        while ranks:
            top = ranks & -ranks
            ranks ^= top
            own = held & masks[top.bit_length() - 1 - RANK_FIELD >> 2]
            found += one.books[own] if one else several.books[own, wilds]
        if one is None:
            return found + several.runs_in(held, wilds)
        line = aligned(held)
        near = line & (line >> 1 | line >> 2)
        while near:  # two cards of a suit that a wild one may join
            lane = ((near & -near).bit_length() - 1) // LANE
            found += one.runs[lane][held & LANES[lane]]
            near &= -1 << LANE * (lane + 1)
        return found

    return wild_spreads_in


@lru_cache(maxsize=512)
def _one_wild(ranks: str, ace_high: bool, wild: Card) -> "_OneWild":
    return _OneWild(ranks, ace_high, wild)


class _OneWild:
    """What one wild card makes of the cards of a rank, and of each suit, by their bits."""

    def __init__(self, ranks: str, ace_high: bool, wild: Card) -> None:
        self.books = _books_of_one(wild)
        self.runs = tuple(_RunsOfOne(ranks, ace_high, suit, wild) for suit in SUITS)


class _BooksOfOne(dict[int, tuple[Spread, ...]]):
    """From the bits of a rank's cards to the books that they make with a wild card."""

    def __init__(self, wild: Card) -> None:
        self._wild = (wild,)

    def __missing__(self, bits: int) -> tuple[Spread, ...]:
        self[bits] = books = tuple(_books_of(bits, self._wild))
        return books


@cache
def _books_of_one(wild: Card) -> _BooksOfOne:
    return _BooksOfOne(wild)


class _RunsOfOne(dict[int, tuple[Spread, ...]]):
    """From the bits of a suit's cards to the runs that they make with a wild card."""

    def __init__(self, ranks: str, ace_high: bool, suit: str, wild: Card) -> None:
        self._line, self._wild = _Line(ranks, ace_high, suit), wild

    def __missing__(self, bits: int) -> tuple[Spread, ...]:
        self[bits] = runs = tuple(self._line.runs_of_one(bits, self._wild))
        return runs


class _Line:
    """The cards of a suit in a row, with the ace above them where it may go high."""

    def __init__(self, ranks: str, ace_high: bool, suit: str) -> None:
        self._shift = LANE * SUITS.index(suit)
        self._ranks, self._aligned = len(ranks), aligner(ranks, ace_high)
        self._cards = tuple(rank + suit for rank in ranks + "A" * ace_high)

    def runs_of_one(self, bits: int, wild: Card) -> Iterator[Spread]:
        """The same as ``runs`` for a single wild card, at half the price."""
        line = self._cards
        for low, high, (place,) in self._shapes(bits, 1):
            if wild not in line[low : high + 1]:
                cards = (*line[low:place], wild, *line[place + 1 : high + 1])
                yield Spread(cards, _named(wild, line[place][0]))

    def runs(self, bits: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
        """The runs that wild cards make of the suit's cards in hand."""
        line = self._cards
        for low, high, opened in self._shapes(bits, len(wilds)):
            stretch = line[low : high + 1]
            names = [line[place][0] for place in opened]
            for used in combinations([card for card in wilds if card not in stretch], len(opened)):
                cards = [*stretch]
                for place, card in zip(opened, used, strict=True):
                    cards[place - low] = card
                yield Spread(tuple(cards), tuple(zip(used, names, strict=True)))

    def _shapes(self, bits: int, wilds: int) -> "tuple[_Shape, ...]":
        return _shapes(self._aligned(bits) >> self._shift, len(self._cards), self._ranks, wilds)


@cache
def _named(wild: Card, rank: str) -> tuple[tuple[Card, str], ...]:
    """What a spread says of its one wild card; the same for all of them."""
    return ((wild, rank),)


_Shape: TypeAlias = tuple[int, int, tuple[int, ...]]
"""A run's lowest and highest place, and those that wild cards fill."""


@lru_cache(maxsize=_TABLE_SIZE)
def _shapes(row: int, places: int, ranks: int, wilds: int) -> tuple[_Shape, ...]:
    """The runs that so many wild cards make of a suit's cards, at least two of which they keep.

    They are the same for every suit and for all wild cards.
    """
    own = [place for place in range(places) if row >> place & 1]
    found = []
    for size in range(_SELVES_LEAST, len(own) + 1):
        for kept in combinations(own, size):
            first, last = kept[0], kept[-1]
            spare = wilds - (last - first + 1 - size)
            for low in range(first, max(first - spare, 0) - 1, -1) if spare >= 0 else ():
                highest = min(last + spare - (first - low), places - 1)
                for high in range(max(last, low + size, low + SHORTEST_RUN - 1), highest + 1):
                    if is_run_place(low, high, ranks):
                        opened = tuple(filterfalse(kept.__contains__, range(low, high + 1)))
                        found.append((low, high, opened))
    return tuple(found)


@lru_cache(maxsize=64)
def _several(ranks: str, ace_high: bool) -> "_Several":
    return _Several(ranks, ace_high)


class _Several:
    """What several wild cards make of the cards of a rank, and of each suit."""

    def __init__(self, ranks: str, ace_high: bool) -> None:
        self.books = _books_of_several()
        self._runs = tuple(
            (lane, _Made(_Line(ranks, ace_high, suit).runs))
            for suit, lane in zip(SUITS, LANES, strict=True)
        )

    def runs_in(self, held: int, wilds: int) -> tuple[Spread, ...]:
        """The runs within a set, suit by suit."""
        found: tuple[Spread, ...] = ()
        for lane, made in self._runs:
            bits = held & lane
            if bits & bits - 1:
                found += made[bits, wilds]
        return found


class _Made(dict[tuple[int, int], tuple[Spread, ...]]):
    """From a rank's or a suit's cards and the wild cards in hand to the spreads that they make.

    Worked out when first asked for; there are too many to keep them all.
    """

    def __init__(self, make: Maker) -> None:
        self._make = make

    def __missing__(self, key: tuple[int, int]) -> tuple[Spread, ...]:
        if len(self) >= _TABLE_SIZE:
            self.clear()
        own, wilds = key
        self[key] = found = tuple(self._make(own, Pack.cards_in(wilds)))
        return found


@cache
def _books_of_several() -> _Made:
    return _Made(_books_of)


def _books_of(own: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
    """The books that wild cards make of the cards of one rank in hand."""
    selves = Pack.cards_in(own)
    rank = selves[0][0]
    others = tuple(card for card in wilds if card[0] != rank)
    for size in range(BOOK_LEAST, BOOK_MOST + 1):
        for count in range(_SELVES_LEAST, min(len(selves), size - 1) + 1):
            for used in combinations(others, size - count):
                named = tuple((card, rank) for card in used)
                for chosen in combinations(selves, count):
                    yield Spread((*chosen, *used), named)
