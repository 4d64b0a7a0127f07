"""Spreads with wild cards in a hand (RULES.md §5.1).

Cards that can stand for themselves do. Wild cards of one spread may change places among themselves
without any difference to the game, so each set of cards over the same places is given once.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from game.rules.actions import Spread
from game.rules.cards import Card
from game.rules.pack import LANE, LANE_MASK, RANK_FIELD, SHORTEST_RUN, Pack, is_run_place
from game.rules.spreads import BOOK_LEAST, BOOK_MOST

_SELVES_LEAST: Final = 2
_PAIR_TEST: Final = 6
"""Added to a rank's four-bit number of cards, sets its top bit from two cards on."""


def wild_spread_finder(pack: Pack) -> Callable[[int], tuple[Spread, ...]]:
    """A function from a set of cards to the spreads in which a wild card stands for another."""
    fields = [RANK_FIELD + 4 * place for place in range(len(pack.ranks))]
    pairs, tops = sum(_PAIR_TEST << field for field in fields), sum(8 << field for field in fields)
    lines = [tuple(rank + suit for rank in pack.ranks + "A" * pack.ace_high) for suit in pack.suits]

    def wild_spreads_in(held: int) -> tuple[Spread, ...]:
        wilds = pack.cards_in(held & pack.wild_mask)
        found = [*_books(pack, held, held + pairs & tops, wilds)]
        for lane, line in enumerate(lines):
            bits = held >> LANE * lane & LANE_MASK
            if bits & bits - 1:
                found += _runs(line, len(pack.ranks), bits, wilds)
        return tuple(found)

    return wild_spreads_in


def _books(pack: Pack, held: int, tops: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
    """The books of the ranks whose top bit is set in ``tops``."""
    while tops:
        low = tops & -tops
        tops ^= low
        place = (low.bit_length() - 1 - RANK_FIELD) // 4
        yield from _books_of(pack.ranks[place], pack.cards_in(held & pack.rank_masks[place]), wilds)


def _books_of(rank: str, selves: tuple[Card, ...], wilds: tuple[Card, ...]) -> Iterator[Spread]:
    others = tuple(card for card in wilds if card[0] != rank)
    for size in range(BOOK_LEAST, BOOK_MOST + 1):
        for count in range(_SELVES_LEAST, min(len(selves), size - 1) + 1):
            for used in combinations(others, size - count):
                named = tuple((card, rank) for card in used)
                for chosen in combinations(selves, count):
                    yield Spread((*chosen, *used), named)


def _runs(
    line: tuple[Card, ...], ranks: int, bits: int, wilds: tuple[Card, ...]
) -> Iterator[Spread]:
    """The runs of one suit: ``line`` are its cards by place, ``bits`` tells those in hand."""
    own = [place for place in range(ranks) if bits >> place & 1]
    if bits & 1 and len(line) > ranks:
        own.append(ranks)
    for kept, low, high in _stretches(own, len(line), len(wilds)):
        if is_run_place(low, high, ranks):
            stretch = line[low : high + 1]
            others = tuple(card for card in wilds if card not in stretch)
            open_places = [place for place in range(low, high + 1) if place not in kept]
            for used in combinations(others, len(open_places)):
                yield _filled(stretch, low, dict(zip(open_places, used, strict=True)))


def _stretches(
    own: list[int], places: int, wilds: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Places kept by a suit's own cards, at least two, with the ends of each run that so many wild
    cards can make of them.
    """
    for size in range(_SELVES_LEAST, len(own) + 1):
        for kept in combinations(own, size):
            spare = wilds - (kept[-1] - kept[0] + 1 - size)
            for below in range(min(spare, kept[0]) + 1):
                for above in range(min(spare - below, places - 1 - kept[-1]) + 1):
                    low, high = kept[0] - below, kept[-1] + above
                    if high - low >= max(size, SHORTEST_RUN - 1):
                        yield kept, low, high


def _filled(stretch: tuple[Card, ...], low: int, by_place: dict[int, Card]) -> Spread:
    cards = tuple(by_place.get(place, card) for place, card in enumerate(stretch, start=low))
    named = tuple((card, stretch[place - low][0]) for place, card in by_place.items())
    return Spread(cards, named)
